//! Reading a table through the names of attributes.
//!
//! Rules learned from one table speak of attributes such as `legs=4` or
//! `age>=30`. Another table may lack some of those values, or have new ones, so
//! that detecting a scaling anew gives other attributes. But the name of an
//! attribute says which rows have it: so the name is looked up in the table.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::cell::is_missing;
use super::cell_tests::CellState;
use super::evaluate::{ColumnTests, PlacesOfRecords};
use super::predicate::{AttributeTest, Predicate, find_among};
use super::row_tests::{RowTests, TestedColumn};
use super::several::{self, Several};
use super::told_columns::find_column;
use super::{IdColumn, Missing, Scaling, ScalingOptions};
use crate::error::{FormatError, token};
use crate::growing::Growing;
use crate::table::Table;
use crate::{Attr, AttrSet, Context, Model, Universe};

/// The table as a context over `universe`, of which only the attributes
/// `needed` are looked up; the others are had by no row.
///
/// A value that no attribute speaks of is fine: the row has none of the
/// column's attributes. A needed attribute whose column is not there is an
/// error. Of the `options`, those about the identifier and missing values
/// count: with [`Missing::Drop`], rows that lack a needed value are left out,
/// and with [`Missing::Unknown`] its attributes are unknown, unless there is one
/// for "missing". Where a column of yes and no has crosses, an empty cell says no.
/// Rows without an identifier are called by their line in the file.
pub fn context_by_names(
    table: &Table,
    universe: Arc<Universe>,
    needed: &AttrSet,
    options: &ScalingOptions,
) -> Result<Context, FormatError> {
    let attributes = needed_attributes(table, &universe, needed)?;
    let tests: Vec<NeededTest<'_>> = attributes.iter().map(|needed| NeededTest::new(table, needed)).collect();
    let id = identifier(table, options)?;
    let mut context = Growing::new(universe.clone());
    let mut places = PlacesOfRecords::new(table, attributes.iter().map(|needed| needed.column));
    for row in 0..table.len() {
        let place = places.of(row, || match passed(table, row, &tests, options.missing, universe.none())? {
            Some(model) => context.place(model).map(Some),
            None => Ok(None),
        })?;
        let Some(place) = place else { continue };
        match id.map(|id| table.object_name(row, id)).filter(|name| !name.trim().is_empty()) {
            Some(name) => context.push_at(Some(name), place),
            None => context.push_at(Some(&format!("line {}", table.line(row))), place),
        }
    }
    Ok(context.finish())
}

/// The same for rows that are not in a table in memory, of which `sample` shows some.
pub fn row_tests_by_names(
    sample: &Table,
    universe: Arc<Universe>,
    needed: &AttrSet,
    options: &ScalingOptions,
) -> Result<RowTests, FormatError> {
    let mut by_column: BTreeMap<usize, Vec<NeededAttribute>> = BTreeMap::new();
    for needed in needed_attributes(sample, &universe, needed)? {
        by_column.entry(needed.column).or_default().push(needed);
    }
    let tested = by_column.into_iter().map(|(column, needed)| {
        let missing_is_value = needed.iter().any(|needed| needed.missing_is_value);
        let tests = needed.into_iter().map(|needed| (needed.attr, needed.predicate)).collect();
        TestedColumn::new(sample, column, tests, false, missing_is_value)
    });
    let columns = tested.collect();
    let id = identifier(sample, options)?.map(|id| sample.columns()[id].clone());
    Ok(RowTests { universe, missing: options.missing, columns, id })
}

/// The attributes that are looked up, and how.
fn needed_attributes(
    table: &Table,
    universe: &Universe,
    needed: &AttrSet,
) -> Result<Vec<NeededAttribute>, FormatError> {
    let mut attributes: Vec<NeededAttribute> =
        needed.iter().map(|attr| NeededAttribute::find(table, attr, universe)).collect::<Result<_, _>>()?;
    tell_crosses(table, &mut attributes);
    tell_several(table, &mut attributes);
    Ok(attributes)
}

/// An attribute that is looked up.
struct NeededAttribute {
    attr: Attr,
    /// Its column in the table.
    column: usize,
    predicate: Predicate,
    /// Whether the column has an attribute for "missing", so that a row without a
    /// value is known to have no other.
    missing_is_value: bool,
}

impl NeededAttribute {
    fn find(table: &Table, attr: Attr, universe: &Universe) -> Result<Self, FormatError> {
        let (column, AttributeTest { predicate, .. }) = find_test(table, universe.name(attr))?;
        let for_missing = Predicate::Missing { except: Vec::new() };
        let for_missing = AttributeTest { column: table.columns()[column].clone(), predicate: for_missing };
        let missing_is_value = universe.attr(&for_missing.to_string()).is_ok();
        Ok(Self { attr, column, predicate, missing_is_value })
    }
}

/// Lets an empty cell say no in columns of crosses, and only there.
fn tell_crosses(table: &Table, needed: &mut [NeededAttribute]) {
    let marks: Vec<Marks> = needed.iter().map(|needed| Marks::of(table, needed)).collect();
    // An empty column says nothing by itself: it may be one of crosses if others are.
    let some_crosses = marks.contains(&Marks::Crosses);
    for (needed, marks) in needed.iter_mut().zip(marks) {
        let empty_is_no = marks == Marks::Crosses || (marks == Marks::None && some_crosses);
        if let Predicate::Yes { no, .. } = &mut needed.predicate
            && !empty_is_no
        {
            no.retain(|spelling| !spelling.is_empty());
        }
    }
}

/// How a column says yes and no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    /// With crosses, or points where there is none.
    Crosses,
    /// With words, or it is no column of yes and no.
    Words,
    /// It has no values.
    None,
}

impl Marks {
    fn of(table: &Table, needed: &NeededAttribute) -> Self {
        if !matches!(needed.predicate, Predicate::Yes { .. }) {
            return Self::Words;
        }
        let values = || table.values(needed.column).map(str::trim).filter(|cell| !is_missing(cell));
        match (values().next(), values().all(|cell| cell == ".")) {
            (None, _) => Self::None,
            (_, true) => Self::Crosses,
            _ if values().any(|cell| cell.eq_ignore_ascii_case("x")) => Self::Crosses,
            _ => Self::Words,
        }
    }
}

/// The test of an attribute that is looked up.
struct NeededTest<'a> {
    needed: &'a NeededAttribute,
    tests: ColumnTests,
}

impl<'a> NeededTest<'a> {
    fn new(table: &Table, needed: &'a NeededAttribute) -> Self {
        Self { needed, tests: ColumnTests::new(table, needed.column, [(needed.attr, &needed.predicate)]) }
    }
}

/// What is known of a row; nothing if it is to be left out.
fn passed(
    table: &Table,
    row: usize,
    needed: &[NeededTest<'_>],
    missing: Missing,
    mut has: AttrSet,
) -> Result<Option<Model>, FormatError> {
    let mut unknown = has.clone();
    for NeededTest { needed, tests } in needed {
        match (tests.of_row(table, row, &mut has).0, missing) {
            (CellState::Missing, Missing::Drop) => return Ok(None),
            (CellState::Missing, Missing::Unknown) if !needed.missing_is_value => _ = unknown.insert(needed.attr),
            (CellState::Known | CellState::Missing, _) => {}
            (CellState::Unexpected, _) => {
                let (value, column) = (table.cell(row, tests.column()).trim(), &table.columns()[tests.column()]);
                let found = format!("{} in the column {}", token(value), token(column));
                return Err(FormatError::found(found, needed.predicate.expected()).at_line(table.line(row)));
            }
        }
    }
    Ok(Some(Model::partial(has, &unknown)))
}

fn identifier(table: &Table, options: &ScalingOptions) -> Result<Option<usize>, FormatError> {
    match &options.id {
        IdColumn::None => Ok(None),
        IdColumn::Column(name) => find_column(table, name).map(Some),
        IdColumn::Detect => {
            let detected = Scaling::detect(table, &ScalingOptions::default())?;
            Ok(detected.id().and_then(|id| find_column(table, id).ok()))
        }
    }
}

/// The column that an attribute is about, and what it says.
fn find_test(table: &Table, name: &str) -> Result<(usize, AttributeTest), FormatError> {
    find_among(table.columns(), name).ok_or_else(|| {
        let column = name.split(['=', '<', '>']).next().unwrap_or(name);
        match find_column(table, column) {
            Err(error) => FormatError::plain(format!("{error} for the attribute {}", token(name))),
            Ok(_) => FormatError::plain(format!("the attribute {} is no test of a column", token(name))),
        }
    })
}

/// In columns whose cells hold several values, one of them is meant.
fn tell_several(table: &Table, needed: &mut [NeededAttribute]) {
    // Whether it is such a column takes a look at all its cells.
    let mut separators: HashMap<usize, Option<String>> = HashMap::new();
    for NeededAttribute { column, predicate, .. } in needed {
        if let Predicate::Equals(value) = predicate {
            let find = || several::find(table, *column).map(|Several { separator, .. }| separator);
            if let Some(separator) = separators.entry(*column).or_insert_with(find) {
                *predicate = Predicate::Contains { value: std::mem::take(value), separator: separator.clone() };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(table: &str, names: &[&str], missing: Missing) -> Result<Context, FormatError> {
        let universe = Arc::new(Universe::new(names.to_vec()).unwrap());
        let table = Table::read(table.as_bytes(), None)?;
        context_by_names(
            &table,
            universe.clone(),
            &universe.all(),
            &ScalingOptions { missing, ..ScalingOptions::default() },
        )
    }

    #[test]
    fn a_name_says_which_rows_have_the_attribute() {
        let names = ["hair", "legs=4", "legs=100", "age>=30", "age<30", "30<=age<45", "legs=?"];
        let table = "name,hair,legs,age\ncat,yes,4,30\nman,FALSE,2,45\nworm,no,?,1\n";
        let read = context(table, &names, Missing::Absent).unwrap();
        let has = |row: usize| read.universe().names_of(read.row(row)).collect::<Vec<_>>();
        assert_eq!(has(0), ["hair", "legs=4", "age>=30", "30<=age<45"]);
        assert_eq!(has(1), ["age>=30"]);
        assert_eq!(has(2), ["age<30", "legs=?"]);
        assert_eq!(read.label(2), "worm");
        assert_eq!(context(table, &names, Missing::Drop).unwrap().len(), 2);
    }

    #[test]
    fn a_column_may_look_like_a_value() {
        let read = context("a,a=b,a=b=c\nb,yes,x\n", &["a=b", "a=b=c"], Missing::Absent).unwrap();
        assert_eq!(read.row(0).len(), 2);
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let message = |table: &str, name: &str| context(table, &[name], Missing::Absent).unwrap_err().to_string();
        assert_eq!(
            message("legs,b\n4,1\n", "leg=4"),
            "there is no column 'leg' (did you mean 'legs'?) for the attribute 'leg=4'"
        );
        assert_eq!(
            message("age,b\n4,1\nold,0\n", "age>=3"),
            "line 3: found 'old' in the column 'age', expected a number"
        );
        assert!(message("hair,b\nred,1\n", "hair").contains("a usual spelling of yes and no"));
    }

    #[test]
    fn a_row_without_a_needed_value_is_left_out_whatever_the_column() {
        let table = "hair,legs,member\nyes,4,1\n,4,0\nno,?,1\nno,2,NA\nno,2,0\n";
        assert_eq!(context(table, &["hair", "legs=4", "member"], Missing::Drop).unwrap().len(), 2);
        assert_eq!(context(table, &["hair"], Missing::Drop).unwrap().len(), 4);
    }

    #[test]
    fn an_empty_cell_among_crosses_says_no() {
        // The column 'fins' is empty, and the crosses beside it say how that is meant.
        let table = "hair,eggs,fins,member\nx,.,,yes\n,x,,\n?,x,,no\n";
        let names = ["hair", "eggs", "fins", "member"];
        let read = context(table, &names, Missing::Unknown).unwrap();
        let unknown = |row: usize| read.model(row).unknown().iter().collect::<Vec<_>>();
        assert_eq!([unknown(0), unknown(1), unknown(2)], [vec![], vec![3], vec![0]]);
        assert_eq!(context(table, &names, Missing::Drop).unwrap().len(), 1);
        // Without crosses, an empty column is missing altogether.
        assert!(context("fins,b\n,1\n,0\n", &["fins"], Missing::Drop).unwrap().is_empty());
    }

    #[test]
    fn what_is_missing_is_unknown_unless_that_is_a_value() {
        let table = "legs,age\n4,30\n?,?\n";
        let unknown = |names: &[&str]| context(table, names, Missing::Unknown).unwrap().model(1).unknown().len();
        assert_eq!(unknown(&["legs=4", "legs=2", "age>=30"]), 3);
        assert_eq!(unknown(&["legs=4", "legs=?", "age>=30"]), 1);
    }
}
