//! Tables become contexts: the two public tables with their known figures, and
//! the detection on small ones.
#![allow(clippy::unwrap_used)]

use hornbook::format::{ContextFormat, read_context_file};
use hornbook::scaling::{DropReason, IdColumn, Missing, Scale, Scaling, ScalingOptions, Unseen, context_by_names};
use hornbook::table::Table;
use hornbook::{Context, Theory, Universe, canonical_basis};
use proptest::prelude::*;

fn data(file: &str) -> String {
    format!("{}/../../data/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn load(file: &str, missing: Missing) -> (Context, Scaling) {
    let options = ScalingOptions { missing, ..ScalingOptions::default() };
    let file = read_context_file(data(file), None, &options).unwrap();
    (file.context, file.scaling.unwrap())
}

fn detect(text: &str, options: &ScalingOptions) -> Scaling {
    Scaling::detect(&Table::read(text.as_bytes(), None).unwrap(), options).unwrap()
}

fn kinds(text: &str) -> Vec<&'static str> {
    detect(text, &ScalingOptions::default()).summary().iter().map(|row| row.kind).collect()
}

fn scaled(text: &str, options: &ScalingOptions) -> Context {
    detect(text, options).apply(&Table::read(text.as_bytes(), None).unwrap(), Unseen::Refuse).unwrap()
}

fn overridden(overrides: &[&str]) -> ScalingOptions {
    ScalingOptions {
        overrides: overrides.iter().map(|text| text.parse().unwrap()).collect(),
        ..ScalingOptions::default()
    }
}

#[test]
fn zoo_has_its_known_figures() {
    let (context, scaling) = load("zoo.csv", Missing::Absent);
    assert_eq!(scaling.id(), Some("animal_name"));
    assert_eq!((context.attribute_count(), context.len(), context.distinct().len()), (28, 101, 59));
    assert_eq!(context.name(0), Some("aardvark"));
    let basis = canonical_basis(&context);
    assert_eq!(basis.len(), 141);
    assert_eq!(basis.rules().iter().filter(|rule| rule.conclusion.is_falsum()).count(), 19);
}

#[test]
fn breast_cancer_has_its_known_figures() {
    for (missing, attributes, rules) in
        [(Missing::Value, 92, 10739), (Missing::Absent, 91, 10666), (Missing::Drop, 91, 10489)]
    {
        let (context, scaling) = load("breast-cancer.csv", missing);
        assert_eq!(scaling.id(), Some("Id"));
        assert_eq!(context.attribute_count(), attributes);
        assert_eq!(context.len(), if missing == Missing::Drop { 683 } else { 699 });
        assert_eq!(canonical_basis(&context).len(), rules, "{missing:?}");
    }
}

#[test]
fn background_holds_and_groups_are_exhaustive() {
    for missing in [Missing::Value, Missing::Absent, Missing::Drop] {
        let (context, scaling) = load("breast-cancer.csv", missing);
        let background = scaling.background(context.universe());
        assert!(background.iter().all(|rule| context.holds(rule)));
        let groups = scaling.exhaustive(context.universe());
        assert_eq!(groups.len(), if missing == Missing::Absent { 9 } else { 10 });
        for row in context.distinct() {
            assert!(groups.iter().all(|group| row.intersection(group).len() == 1));
        }
    }
}

#[test]
fn booleans_in_their_usual_spellings() {
    let text = "name,a,b,c,d,e,f,g,h\n\
                p,TRUE,yes,x,1,X,t,0,FALSE\n\
                q,false,NO,,0,.,f,0,FALSE\n\
                r,NA,?,x,,X,T,0,FALSE\n";
    let scaling = detect(text, &ScalingOptions::default());
    assert_eq!(kinds(text)[1..], ["boolean"; 8]);
    let missing: Vec<usize> = scaling.columns.iter().map(|column| column.missing).collect();
    assert_eq!(missing, [0, 1, 1, 0, 1, 0, 0, 0, 0]);
    let context = scaled(text, &ScalingOptions::default());
    let names = |object| context.universe().names_of(context.row(object)).collect::<Vec<_>>();
    assert_eq!(names(0), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(names(1), [""; 0]);
    assert_eq!(names(2), ["c", "e", "f"]);
}

#[test]
fn one_and_two_are_not_boolean() {
    assert_eq!(kinds("k,v\n1,2\n2,1\n1,1\n1,2\n2,2\n1,1\n"), ["nominal", "nominal"]);
}

#[test]
fn few_rows_do_not_make_everything_an_identifier() {
    assert_eq!(kinds("animal,food,home\ncat,fish,house\ndog,meat,yard\n"), ["identifier", "nominal", "nominal"]);
    assert_eq!(kinds("age,smoker\n30,yes\n40,no\n50,yes\n"), ["nominal", "boolean"]);
    assert_eq!(kinds("only\na\nb\n"), ["nominal"]);
}

#[test]
fn numbers_that_tell_things_apart_are_not_cut() {
    // Four rows for each patient, as in tables of visits.
    let rows: String = (0..120).map(|i| format!("{},{},{}\n", 1 + i / 4, (i * 7) % 31, i % 2)).collect();
    for name in ["id", "ID", "patient_id", "patientId", "AirportID", "zip code"] {
        let scaling = detect(&format!("{name},score,ill\n{rows}"), &ScalingOptions::default());
        assert_eq!(scaling.summary()[0].dropped, Some(DropReason::AnotherIdentifier { values: 30 }), "{name}");
    }
    for name in ["paid", "PAID", "no", "price index"] {
        assert_eq!(kinds(&format!("{name},score,ill\n{rows}"))[0], "intervals", "{name}");
    }
    let parts = rows.replace(",0\n", ".5,0\n").repeat(2);
    assert_eq!(kinds(&format!("score,id,ill\n{parts}"))[1], "intervals");
    let kept = detect(&format!("id,score,ill\n{rows}"), &overridden(&["id=intervals:10"]));
    assert!(matches!(&kept.columns[0].scale, Scale::Intervals { cuts } if cuts == &[10.0]));
}

#[test]
fn a_second_identifier_is_dropped_with_a_reason() {
    let rows: String = (0..30).map(|i| format!("p{i},{},note {i},{}\n", 1000 + i, i % 2)).collect();
    let text = format!("name,personId,remark,ill\n{rows}");
    assert_eq!(kinds(&text), ["identifier", "dropped", "dropped", "boolean"]);
    let scaling =
        detect(&text, &ScalingOptions { id: IdColumn::Column("personId".into()), ..ScalingOptions::default() });
    assert_eq!(scaling.id(), Some("personId"));
    let kept = detect(&text, &overridden(&["remark=nominal"]));
    assert!(matches!(&kept.columns[2].scale, Scale::Nominal { values } if values.len() == 30));
    assert_eq!(scaling.summary()[2].dropped, Some(DropReason::AnotherIdentifier { values: 30 }));
}

#[test]
fn many_numbers_are_cut_at_the_quartiles() {
    let rows: String = (0..100).map(|i| format!("{},{}\n", i % 2, i)).collect();
    let context = scaled(&format!("b,age\n{rows}"), &ScalingOptions::default());
    assert_eq!(context.universe().names(), ["b", "age<25", "25<=age<50", "50<=age<75", "age>=75"]);
    let counts: Vec<usize> = (1..5).map(|attr| context.support(&context.universe().none().with(attr))).collect();
    assert_eq!(counts, [25; 4]);
}

#[test]
fn the_scales_of_numbers() {
    let text = "age,b\n10,x\n30,\n40,x\n50,\n?,x\n";
    let rows = |method: &str, missing| {
        let options = ScalingOptions { missing, ..overridden(&[method]) };
        let context = scaled(text, &options);
        let rules = detect(text, &options).background(context.universe());
        let background = Theory::from_rules(context.attribute_count(), rules);
        assert!(context.distinct().iter().all(|row| background.is_model(row)));
        let row = |object| context.universe().names_of(context.row(object)).collect::<Vec<_>>().join(" ");
        (context.universe().names().join(" "), [row(0), row(1), row(2), row(4)], background.len())
    };
    let (names, cells, rules) = rows("age=ordinal:30,45", Missing::Absent);
    assert_eq!(names, "age>=30 age>=45 b");
    assert_eq!(cells, ["b", "age>=30", "age>=30 b", "b"]);
    assert_eq!(rules, 1);
    let (names, cells, rules) = rows("age=interordinal:30,45", Missing::Value);
    assert_eq!(names, "age<30 age<45 age>=30 age>=45 age=? b");
    assert_eq!(cells, ["age<30 age<45 b", "age<45 age>=30", "age<45 age>=30 b", "age=? b"]);
    assert_eq!(rules, 6);
    let (names, cells, rules) = rows("age=intervals:30,45", Missing::Value);
    assert_eq!(names, "age<30 30<=age<45 age>=45 age=? b");
    assert_eq!(cells, ["age<30 b", "30<=age<45", "30<=age<45 b", "age=? b"]);
    assert_eq!(rules, 6);
}

#[test]
fn overrides_that_make_no_sense_are_refused() {
    let table = Table::read(b"name,type,legs\na,mammal,4\nb,bird,2\n", None).unwrap();
    let message = |text: &str| Scaling::detect(&table, &overridden(&[text])).unwrap_err().to_string();
    assert_eq!(message("typ=nominal"), "there is no column 'typ' (did you mean 'type'?)");
    assert_eq!(
        message("type=intervals"),
        "line 2: found 'mammal' in the column 'type', expected a number, since it shall be cut into intervals"
    );
    assert!(message("type=boolean").starts_with("found 'bird' in the column 'type', expected a usual spelling"));
}

#[test]
fn new_data_is_scaled_alike_or_refused() {
    let scaling = detect("name,type,legs\na,mammal,4\nb,bird,2\n", &ScalingOptions::default());
    let apply = |text: &str, unseen| scaling.apply(&Table::read(text.as_bytes(), None).unwrap(), unseen);
    let context = apply("legs,extra,type,name\n2,9,mammal,z\n", Unseen::Refuse).unwrap();
    assert!(context.universe().names_of(context.row(0)).eq(["type=mammal", "legs=2"]));
    assert_eq!(context.name(0), Some("z"));
    let strange = "name,type,legs\nz,fish,2\n";
    assert_eq!(
        apply(strange, Unseen::Refuse).unwrap_err().to_string(),
        "line 2: found 'fish' in the column 'type', expected one of 'bird', 'mammal'"
    );
    let lenient = apply(strange, Unseen::Absent).unwrap();
    assert!(lenient.universe().names_of(lenient.row(0)).eq(["legs=2"]));
    assert_eq!(apply("name,legs\nz,2\n", Unseen::Refuse).unwrap_err().to_string(), "there is no column 'type'");
}

#[test]
fn a_constant_column_is_background() {
    let options = ScalingOptions { id: IdColumn::None, ..ScalingOptions::default() };
    let scaling = detect("kind,b\nfish,1\nfish,0\n", &options);
    let universe: Universe = scaling.universe().unwrap();
    let shown: Vec<String> =
        scaling.background(&universe).iter().map(|rule| rule.display(&universe).to_string()).collect();
    assert_eq!(shown, ["-> kind=fish"]);
}

#[test]
fn a_cross_table_whose_objects_shall_not_be_names() {
    let context = scaled("object,a\np,X\nq,\n", &ScalingOptions { id: IdColumn::None, ..ScalingOptions::default() });
    assert_eq!(context.universe().names(), ["object=p", "object=q", "a"]);
}

#[test]
fn a_scaling_file_round_trips() {
    for missing in [Missing::Value, Missing::Absent, Missing::Drop] {
        let (context, scaling) = load("breast-cancer.csv", missing);
        let mut file = Vec::new();
        scaling.write(&mut file).unwrap();
        let read = Scaling::read(&file).unwrap();
        assert_eq!(read, scaling);
        let table = Table::read(&std::fs::read(data("breast-cancer.csv")).unwrap(), None).unwrap();
        assert_eq!(read.apply(&table, Unseen::Refuse).unwrap().distinct(), context.distinct());
    }
}

#[test]
fn a_scaling_file_says_what_is_wrong() {
    let message = |text: &str| Scaling::read(text.as_bytes()).unwrap_err().to_string();
    let file = |columns: &str| {
        format!(r#"{{"format":"hornbook-scaling","version":1,"id":null,"missing":"absent","columns":[{columns}]}}"#)
    };
    assert_eq!(
        message(r#"{"format":"hornbook-rules","version":1}"#),
        "found the format 'hornbook-rules', expected the format 'hornbook-scaling'"
    );
    assert_eq!(
        message(&file(r#"{"column":"a","scale":"ordinal","cuts":[2,1]}"#)),
        "column 'a': cut points must be one or more numbers in ascending order"
    );
    assert!(message(&file(r#"{"column":"a","scale":"ordinary"}"#)).contains("unknown variant `ordinary`"));
    assert!(message("{").contains("EOF"));
}

#[test]
fn formats_are_known_by_name_and_extension() {
    assert_eq!(ContextFormat::from_path("a/zoo.CSV").unwrap(), ContextFormat::Csv);
    assert_eq!(ContextFormat::from_name("burmeister").unwrap(), ContextFormat::Burmeister);
    for format in ContextFormat::ALL {
        assert_eq!(ContextFormat::from_name(format.name()).unwrap(), format);
    }
    assert!(ContextFormat::from_path("zoo").unwrap_err().to_string().starts_with("zoo: found no extension"));
}

fn for_rules(text: &str) -> Scaling {
    detect(text, &ScalingOptions { for_rules: true, ..ScalingOptions::default() })
}

#[test]
fn a_column_of_one_value_tells_nothing() {
    let scaling = for_rules("land,year,b\nNO,2020,1\nNO,2021,0\nNO,2020,1\n");
    assert_eq!(scaling.summary()[0].dropped, Some(DropReason::OneValue { value: "NO".to_owned() }));
    // Beside missing values it does, and is no answer to yes or no.
    let scaling = for_rules("land,b\nNO,1\n,0\nNO,1\n");
    assert!(matches!(&scaling.columns[0].scale, Scale::Nominal { values } if values == &["NO"]));
    // An expert may know of others, and a cross table has what it has.
    assert_eq!(kinds("land,b\nNO,1\nNO,0\nNO,1\n")[0], "boolean");
    assert_eq!(for_rules("object,a,b\np,x,x\nq,x,\n").summary()[1].kind, "boolean");
}

#[test]
fn no_is_an_answer_where_it_is_said() {
    let both = |text: &str, column: usize| for_rules(text).summary()[column].kind == "nominal";
    // In words.
    assert!(both("a,b,c\nyes,1,1\nno,1,0\nno,0,0\n", 0));
    assert!(!both("a,b,c\nyes,1,1\nno,1,0\nno,0,0\n", 1));
    // Among columns of values.
    assert!(both("a,b,c\n1,red,p\n0,blue,q\n0,red,q\n", 0));
    // Where something follows from it.
    let rows: String =
        (0..160).map(|i| format!("{},{},{}\n", i % 2, (i + 1) % 2 + i % 2 * (i / 7 % 2), i % 5 / 3)).collect();
    let text = format!("a,b,c\n{rows}");
    assert!(both(&text, 0) && !both(&text, 2));
    // An expert is asked about one thing, not about two.
    assert_eq!(kinds("a,b,c\nyes,1,1\nno,1,0\nno,0,0\n")[0], "boolean");
    let told = ScalingOptions { for_rules: true, ..overridden(&["*=boolean"]) };
    assert_eq!(detect("a,b,c\nyes,1,1\nno,1,0\nno,0,0\n", &told).summary()[0].kind, "boolean");
}

/// People with an income, of whom all above 60,000 are members.
fn members() -> String {
    let row = |i: u64| {
        let income = 15_000 + (i * 7919) % 10_007 * 8;
        let member = income > 60_000 || (i * 31).is_multiple_of(3);
        format!("{income},{},{},{}\n", if member { "yes" } else { "no" }, (i * 13) % 4, (i * 5) % 91)
    };
    format!("income,member,region,age\n{}", (0..800).map(row).collect::<String>())
}

#[test]
fn numbers_are_cut_where_other_columns_change() {
    let scaling = for_rules(&members());
    assert_eq!(scaling.columns[0].scale, Scale::Intervals { cuts: vec![60_000.0] });
    // Where nothing changes, at round numbers near the quartiles.
    assert!(matches!(&scaling.columns[3].scale, Scale::Intervals { cuts } if cuts.len() == 3));
    // What is told counts.
    let told = ScalingOptions { for_rules: true, ..overridden(&["income=ordinal:30000"]) };
    assert_eq!(detect(&members(), &told).columns[0].scale, Scale::Ordinal { cuts: vec![30_000.0] });
    let told = ScalingOptions { for_rules: true, ..overridden(&["income=ordinal"]) };
    assert_eq!(detect(&members(), &told).columns[0].scale, Scale::Ordinal { cuts: vec![60_000.0] });
}

#[test]
fn numbers_are_cut_for_a_target() {
    let target = |target: &str| {
        let options = ScalingOptions { for_rules: true, target: Some(target.to_owned()), ..ScalingOptions::default() };
        detect(&members(), &options).columns.into_iter().map(|column| column.scale).collect::<Vec<_>>()
    };
    for name in ["member", "member=yes", "member=no"] {
        let cuts = match &target(name)[0] {
            Scale::Intervals { cuts } | Scale::Interordinal { cuts } => cuts.clone(),
            other => panic!("{other:?}"),
        };
        assert!(cuts.iter().any(|cut| (59_000.0..61_000.0).contains(cut)), "{name}: {cuts:?}");
    }
    // A threshold that is asked for is one.
    assert_eq!(target("age>=40")[3], Scale::Intervals { cuts: vec![40.0] });
}

#[test]
fn lists_and_patterns_of_columns() {
    let text = "name,q1,q2,n\nann,yes,no,1\nbob,no,no,2\ncid,yes,yes,1\n";
    let kinds = |overrides: &[&str]| {
        let rows = detect(text, &overridden(overrides)).summary();
        rows.iter().map(|row| row.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&["*=nominal"]), ["identifier", "nominal", "nominal", "nominal"]);
    assert_eq!(kinds(&["q*=nominal", "q2=drop"]), ["identifier", "nominal", "dropped", "nominal"]);
    assert_eq!(kinds(&["q1, n=drop"]), ["identifier", "dropped", "boolean", "dropped"]);
    // What makes no sense of a column is not meant for it.
    assert_eq!(kinds(&["*=ordinal:2"]), ["identifier", "boolean", "boolean", "ordinal"]);
}

#[test]
fn cells_of_several_values() {
    let genres = ["Drama|Comedy", "Drama", "Comedy|Crime", "Crime|Drama", "Comedy", "Crime", "Crime|Comedy|Drama", ""];
    let rows: String = genres.iter().map(|cell| format!("{cell},1\n")).collect();
    let text = format!("genres,n\n{rows}");
    let context = scaled(&text, &ScalingOptions::default());
    assert_eq!(context.universe().names(), ["genres=Comedy", "genres=Crime", "genres=Drama", "n"]);
    let counts: Vec<usize> = (0..3).map(|attr| context.support(&context.universe().none().with(attr))).collect();
    assert_eq!(counts, [4, 4, 4]);
    // By names too, and from a file.
    let table = Table::read(text.as_bytes(), None).unwrap();
    let universe = context.universe();
    let named = context_by_names(&table, universe.clone(), &universe.all(), &ScalingOptions::default()).unwrap();
    assert!((0..8).all(|row| named.row(row) == context.row(row)));
    let mut file = Vec::new();
    detect(&text, &ScalingOptions::default()).write(&mut file).unwrap();
    assert_eq!(Scaling::read(&file).unwrap(), detect(&text, &ScalingOptions::default()));
    let told = detect(&text.replace('|', "/"), &overridden(&["genres=several:/"]));
    assert_eq!(told.universe().unwrap(), *universe.as_ref());
}

#[test]
fn a_value_in_several_spellings_is_one() {
    let context = scaled("a,b\n2,True\n2.00,TRUE\nx,maybe\n", &overridden(&["a,b=nominal"]));
    assert_eq!(context.universe().names(), ["a=2", "a=x", "b=TRUE", "b=maybe"]);
    assert_eq!(context.row(0), context.row(1));
}

#[test]
fn dates_become_parts_or_periods() {
    let rows: String = (0..48)
        .map(|month| format!("{:02}.{}.{},{}\n", 1 + month % 28, 1 + month % 12, 2020 + month / 12, month % 3))
        .collect();
    let text = format!("when,n\n{rows}");
    let raw = hornbook::format::RawTable::read(text.as_bytes(), ContextFormat::Csv).unwrap();
    let hornbook::format::RawTable::Columns(table) = raw else { panic!("CSV has columns") };
    let scaling = Scaling::detect(&table, &ScalingOptions { id: IdColumn::None, ..ScalingOptions::default() }).unwrap();
    let kinds: Vec<&str> = scaling.summary().iter().map(|row| row.kind).collect();
    assert_eq!(table.columns(), ["when", "when.year", "when.month", "when.weekday", "n"]);
    assert_eq!(kinds, ["dropped", "nominal", "nominal", "nominal", "nominal"]);
    let scaling = Scaling::detect(&table, &overridden(&["when=intervals"])).unwrap();
    assert!(
        matches!(&scaling.columns[0].scale, Scale::Periods { cuts } if cuts == &["2021-01-01", "2022-01-01", "2023-01-01"])
    );
    let context = scaling.apply(&table, Unseen::Refuse).unwrap();
    let universe = context.universe();
    assert_eq!(universe.names()[1], "2021-01-01<=when<2022-01-01");
    assert_eq!(context.support(&universe.set(["2021-01-01<=when<2022-01-01"]).unwrap()), 12);
    assert_eq!(context.support(&universe.set(["2021-01-01<=when<2022-01-01", "when.year=2021"]).unwrap()), 12);
    // By names, and from a file.
    let named = context_by_names(&table, universe.clone(), &universe.all(), &ScalingOptions::default()).unwrap();
    assert!((0..48).all(|row| named.row(row) == context.row(row)));
    let mut file = Vec::new();
    scaling.write(&mut file).unwrap();
    assert_eq!(Scaling::read(&file).unwrap(), scaling);
    let told = Scaling::detect(&table, &overridden(&["when=intervals:2020-07-01"])).unwrap();
    assert_eq!(told.universe().unwrap().names()[..2], ["when<2020-07-01", "when>=2020-07-01"]);
    let dropped = Scaling::detect(&table, &overridden(&["when=drop", "when.month=nominal"])).unwrap();
    let kinds: Vec<&str> = dropped.summary().iter().map(|row| row.kind).collect();
    assert_eq!(kinds, ["dropped", "dropped", "nominal", "dropped", "nominal"]);
    let refused = Scaling::detect(&table, &overridden(&["when=intervals:5"])).unwrap_err();
    assert!(refused.to_string().contains("the column 'when' has dates"), "{refused}");
}

/// The cells of a column of one kind, and how it may be scaled.
fn column(rows: usize) -> impl Strategy<Value = (Vec<String>, &'static str)> {
    let cells = |cells: &[&'static str]| prop::collection::vec(prop::sample::select(cells.to_vec()), rows);
    let numbers = prop::collection::vec(-50..50i32, rows);
    let methods = ["", "nominal", "ordinal", "ordinal:-3,7.5", "intervals", "interordinal", "drop"];
    let texts = prop_oneof![
        cells(&["yes", "no", "NO", "Yes", "?"]),
        cells(&["true", "FALSE", "NA", ""]),
        cells(&["red", "green", "blue", "?", "n/a"]),
    ];
    let texts = texts.prop_map(|cells| (cells.into_iter().map(str::to_owned).collect(), ""));
    let numbers = (numbers, prop::sample::select(methods.to_vec()))
        .prop_map(|(cells, method)| (cells.iter().map(i32::to_string).collect(), method));
    prop_oneof![texts, numbers]
}

fn columns() -> impl Strategy<Value = Vec<(Vec<String>, &'static str)>> {
    (2..30usize).prop_flat_map(|rows| prop::collection::vec(column(rows), 1..5))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// A scaling and the names of its attributes say the same of every row.
    #[test]
    fn scaling_and_names_agree(columns in columns(), as_value in any::<bool>()) {
        let missing = if as_value { Missing::Value } else { Missing::Absent };
        let mut text = (0..columns.len()).map(|at| format!("c{at}")).collect::<Vec<_>>().join(",");
        for row in 0..columns[0].0.len() {
            // A line without anything is no row.
            let cells: Vec<String> = columns.iter().map(|(cells, _)| format!("\"{}\"", cells[row])).collect();
            text.push_str(&format!("\n{}", cells.join(",")));
        }
        let table = Table::read(text.as_bytes(), None).unwrap();
        let told = columns.iter().enumerate().filter(|(_, (_, method))| !method.is_empty());
        let told: Vec<String> = told.map(|(at, (_, method))| format!("c{at}={method}")).collect();
        let options = ScalingOptions { missing, ..overridden(&told.iter().map(String::as_str).collect::<Vec<_>>()) };
        // One number alone cannot be cut.
        let Ok(scaling) = Scaling::detect(&table, &options) else { return Ok(()) };
        let Ok(scaled) = scaling.apply(&table, Unseen::Refuse) else { return Ok(()) };
        let universe = scaled.universe();
        let named = context_by_names(&table, universe.clone(), &universe.all(), &options).unwrap();
        prop_assert_eq!(named.len(), scaled.len());
        for row in 0..scaled.len() {
            prop_assert_eq!(named.row(row), scaled.row(row), "row {} of\n{}", row, text);
        }
    }
}
