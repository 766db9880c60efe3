//! From tables to what is learned or explored.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use hornbook::format::{ContextFormat, RawTable, write_context};
use hornbook::prepare::{EmptyTable, Preparation, PrepareError, Prepared, ScalingChoice, SetsError, WantedSets};
use hornbook::scaling::{IdColumn, Missing, Scaling, Unseen};
use hornbook::{Context, Method, Universe};

const CSV: &str = include_str!("corpus/missing-cells.csv");
const CXT: &str = "B\n\n2\n2\n\nx\ny\na\nb\nX?\n.X\n";

/// To learn from tables each column of which is scaled by itself.
fn learning() -> Preparation {
    Preparation { for_rules: false, ..Preparation::learning() }
}

fn csv(how: &Preparation, text: &str) -> Result<Prepared, PrepareError> {
    how.bytes(text.as_bytes(), ContextFormat::Csv)
}

fn cxt(how: &Preparation) -> Result<Prepared, PrepareError> {
    how.bytes(CXT.as_bytes(), ContextFormat::Burmeister)
}

fn written(context: &Context) -> String {
    let mut out = Vec::new();
    write_context(context, ContextFormat::Burmeister, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// How many attributes an object has, and of how many it is not known.
fn known(table: &Prepared, object: usize) -> (usize, usize) {
    let model = table.context.model(object);
    (model.has().len(), model.unknown().len())
}

fn given(text: &str, unseen: Unseen) -> Preparation {
    let scaling = csv(&learning(), text).unwrap().scaling.unwrap();
    Preparation { scaling: ScalingChoice::Given { scaling, unseen }, ..learning() }
}

#[test]
fn the_purpose_decides_what_becomes_of_missing_values() {
    let learned = csv(&learning(), CSV).unwrap();
    assert_eq!((known(&learned, 1), known(&learned, 3)), ((1, 0), (0, 0)));
    let explored = csv(&Preparation::exploring(), CSV).unwrap();
    assert_eq!((known(&explored, 1), known(&explored, 3)), ((1, 2), (0, 4)));
    assert_eq!(written(&explored.context), include_str!("corpus/missing-cells.cxt"));
    let converted = csv(&Preparation::converting(), CSV).unwrap();
    assert_eq!(written(&converted.context), written(&learned.context));
    let dropped = csv(&Preparation::exploring().with_missing(Missing::Drop), CSV).unwrap();
    assert_eq!((dropped.context.len(), dropped.left_out), (1, 3));
}

/// Values, cuts and columns are those of the rows that are left.
#[test]
fn rows_that_are_left_out_leave_no_attributes_behind() {
    let text =
        "name,milk,colour,legs,note\ncat,yes,red,4,\nhen,no,?,2,\nbat,NA,brown,2,\neel,no,red,0,\nowl,yes,red,4,\n";
    let dropped = csv(&learning().with_missing(Missing::Drop), text).unwrap();
    assert_eq!((dropped.context.len(), dropped.left_out), (3, 2));
    assert_eq!(dropped.context.universe().names(), ["milk", "colour=red", "legs=0", "legs=4"]);
}

#[test]
fn the_purpose_decides_what_becomes_of_unknown_places() {
    let learned = cxt(&learning()).unwrap();
    assert_eq!((known(&learned, 0), learned.unknown), ((1, 0), 1));
    for how in [Preparation::exploring(), Preparation::converting()] {
        assert_eq!(written(&cxt(&how).unwrap().context), CXT);
    }
    let dropped = cxt(&learning().with_missing(Missing::Drop)).unwrap();
    assert_eq!((dropped.context.len(), dropped.left_out, dropped.unknown), (1, 1, 0));
    let refused = cxt(&learning().with_missing(Missing::Value)).unwrap_err();
    assert_eq!(refused, PrepareError::UnknownAsValue);
}

#[test]
fn what_follows_from_the_columns_is_known_unless_not_wanted() {
    let table = csv(&learning(), CSV).unwrap();
    assert_eq!((table.background.len(), table.groups.len()), (2, 2));
    let without = csv(&Preparation { background: false, ..learning() }, CSV).unwrap();
    assert_eq!((without.background.len(), without.groups.len()), (0, 2));
    let context = cxt(&learning()).unwrap();
    assert!(context.scaling.is_none() && context.background.is_empty() && context.groups.is_empty());
}

/// That a value is never missing need not hold in another table.
#[test]
fn what_does_not_hold_is_not_known() {
    let how = given("name,kind\np,a\nq,a\n", Unseen::Refuse);
    assert_eq!(csv(&how, "name,kind\np,a\n").unwrap().background.len(), 1);
    assert_eq!(csv(&how, "name,kind\np,a\nq,?\n").unwrap().background.len(), 0);
    let unseen = csv(&how, "name,kind\np,b\n").unwrap_err();
    assert_eq!(unseen.to_string(), "line 2: found 'b' in the column 'kind', expected one of 'a'");
    assert_eq!(csv(&given("kind\na\nc\n", Unseen::Absent), "kind\nb\n").unwrap().context.row(0).len(), 0);
}

#[test]
fn a_table_is_read_through_names() {
    let universe = Arc::new(Universe::new(["legs=2", "milk", "wings"]).unwrap());
    let needed = universe.set(["legs=2", "milk"]).unwrap();
    let scaling = ScalingChoice::Named { id: IdColumn::Detect, universe: universe.clone(), needed };
    let how = Preparation { scaling, ..learning() };
    let table = csv(&how, CSV).unwrap();
    assert!(table.scaling.is_none() && table.context.universe().names() == universe.names());
    assert_eq!(table.context.label(1), "hen");
    assert!(table.context.row(1).iter().eq([0]));
    assert_eq!(cxt(&how).unwrap().context.universe().names(), ["a", "b"]);
}

#[test]
fn what_is_told_of_columns_needs_columns() {
    let overrides = vec!["a=nominal".parse().unwrap()];
    let id = IdColumn::None;
    for scaling in [
        ScalingChoice::Detect { id: IdColumn::Detect, overrides },
        ScalingChoice::Detect { id, overrides: Vec::new() },
        given(CSV, Unseen::Refuse).scaling,
    ] {
        let how = Preparation { scaling, ..Preparation::exploring() };
        assert_eq!(cxt(&how).unwrap_err(), PrepareError::NoColumns);
    }
}

#[test]
fn nothing_is_learned_from_nothing() {
    let empty = |how: Preparation, text: &str| how.bytes(text.as_bytes(), ContextFormat::Burmeister);
    for (text, lacks) in [
        ("B\n\n0\n1\n\na\n", EmptyTable::NoRows),
        ("B\n\n1\n0\n\nx\n\n", EmptyTable::NoAttributes),
        ("B\n\n1\n1\n\nx\na\n?\n", EmptyTable::NoCompleteRows),
    ] {
        let how = learning().with_missing(Missing::Drop);
        assert_eq!(empty(how, text).unwrap_err(), PrepareError::Empty(lacks));
        assert!(empty(Preparation::exploring(), text).is_ok());
    }
}

#[test]
fn sets_are_drawn_as_usual_unless_told() {
    let table = csv(&learning(), CSV).unwrap();
    let name = |table: &Prepared, wanted: WantedSets| table.sampler(&wanted).unwrap().distribution().to_string();
    assert_eq!(name(&table, WantedSets::of(Method::Pac)), "columns");
    assert_eq!(table.usual_distribution(Method::Pac, false), "columns".parse().unwrap());
    assert_eq!(name(&table, WantedSets::of(Method::Frugal)), "described and short");
    assert_eq!(name(&table, WantedSets { for_one_target: true, ..WantedSets::of(Method::Frugal) }), "described");
    assert_eq!(name(&table, WantedSets::of(Method::Auto)), "support");
    let short = WantedSets { max_premise: Some(2), ..WantedSets::of(Method::Frugal) };
    assert_eq!(name(&table, short), "described-up-to-2 and short-up-to-2");
    assert_eq!(name(&table, WantedSets { for_one_target: true, ..WantedSets::of(Method::Pac) }), "support");
    let told = WantedSets { distribution: Some("uniform+support".parse().unwrap()), ..WantedSets::of(Method::Pac) };
    assert_eq!(name(&table, told), "uniform:0.5+support:0.5");
    let some = WantedSets { max_premise: Some(2), min_support: Some(3), ..WantedSets::of(Method::Pac) };
    assert_eq!(name(&table, some), "columns, in at least 3 rows, at most 2 attributes");
    let too_many = WantedSets { min_support: Some(5), ..WantedSets::of(Method::Pac) };
    assert_eq!(table.sampler(&too_many).unwrap_err(), SetsError::TooFewRows { wanted: 5, rows: 4 });
    assert_eq!(name(&cxt(&learning()).unwrap(), WantedSets::of(Method::Pac)), "uniform");
    let without = csv(&Preparation { background: false, ..learning() }, CSV).unwrap();
    assert_eq!(name(&without, WantedSets { for_one_target: true, ..WantedSets::of(Method::Pac) }), "uniform");
}

#[test]
fn errors_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.csv");
    std::fs::write(&path, "a,b\n1\n").unwrap();
    let error = learning().file(&path, None).unwrap_err().to_string();
    assert!(error.ends_with("bad.csv:2: found 1 field, expected 2 fields as in the header"), "{error}");
    std::fs::write(&path, "a\n?\n").unwrap();
    let error = learning().file(&path, None).unwrap_err().to_string();
    assert!(error.ends_with("bad.csv: no column of the table gives an attribute ('a': it has no values)"), "{error}");
}

/// A source that is no file gives the same as one that is.
#[test]
fn a_source_may_scale_by_itself() {
    let RawTable::Columns(columns) = RawTable::read(CSV.as_bytes(), ContextFormat::Csv).unwrap() else {
        panic!("CSV has columns")
    };
    let scaling = Scaling::detect(&columns, &Default::default()).unwrap();
    let context = scaling.apply(&columns, Unseen::Refuse).unwrap();
    let table = Prepared::new(context, Some(scaling), true);
    let read = csv(&learning(), CSV).unwrap();
    assert_eq!(table.background.rules(), read.background.rules());
    assert_eq!((table.groups, table.scaling), (read.groups, read.scaling));
}
