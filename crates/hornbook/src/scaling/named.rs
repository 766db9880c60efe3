//! Reading a table through the names of attributes.
//!
//! Rules learned from one table speak of attributes such as `legs=4` or
//! `age>=30`. Another table may lack some of those values, or have new ones, so
//! that detecting a scaling anew gives other attributes. But the name of an
//! attribute says which rows have it: so the name is looked up in the table.

use std::sync::Arc;

use super::evaluate::{CellState, ColumnTests, PlacesOfRecords};
use super::predicate::{AttributeTest, Predicate};
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
/// count; with [`Missing::Drop`], rows that lack a needed value are left out.
/// Rows without an identifier are called by their line in the file.
pub fn context_by_names(
    table: &Table,
    universe: Arc<Universe>,
    needed: &AttrSet,
    options: &ScalingOptions,
) -> Result<Context, FormatError> {
    let attributes: Vec<(Attr, usize, AttributeTest)> = needed
        .iter()
        .map(|attr| find_test(table, universe.name(attr)).map(|(column, test)| (attr, column, test)))
        .collect::<Result<_, _>>()?;
    let tests: Vec<NeededTest<'_>> = attributes.iter().map(|needed| NeededTest::new(table, needed)).collect();
    let id = identifier(table, options)?;
    let mut context = Growing::new(universe.clone());
    let mut places = PlacesOfRecords::new(table, attributes.iter().map(|(_, column, _)| *column));
    for row in 0..table.len() {
        let place = places.of(row, || match passed(table, row, &tests, options.missing, universe.none())? {
            Some(has) => context.place(Model::complete(has)).map(Some),
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

/// The test of an attribute that is looked up.
struct NeededTest<'a> {
    predicate: &'a Predicate,
    tests: ColumnTests<'a>,
    /// Whether a row without the value may be left out. A cell that says
    /// neither yes nor no is taken for no.
    may_leave_out: bool,
}

impl<'a> NeededTest<'a> {
    fn new(table: &Table, (attr, column, AttributeTest { predicate, .. }): &'a (Attr, usize, AttributeTest)) -> Self {
        let tests = ColumnTests::new(table, *column, [(*attr, predicate)]);
        Self { predicate, tests, may_leave_out: !matches!(predicate, Predicate::Yes { .. }) }
    }
}

/// The attributes of a row; nothing if it is to be left out.
fn passed(
    table: &Table,
    row: usize,
    needed: &[NeededTest<'_>],
    missing: Missing,
    mut has: AttrSet,
) -> Result<Option<AttrSet>, FormatError> {
    for NeededTest { predicate, tests, may_leave_out } in needed {
        match tests.of_row(table, row, &mut has).0 {
            CellState::Missing if missing == Missing::Drop && *may_leave_out => return Ok(None),
            CellState::Known | CellState::Missing => {}
            CellState::Unexpected => {
                let (value, column) = (table.cell(row, tests.column()).trim(), &table.columns()[tests.column()]);
                let found = format!("{} in the column {}", token(value), token(column));
                return Err(FormatError::found(found, predicate.expected()).at_line(table.line(row)));
            }
        }
    }
    Ok(Some(has))
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

/// The column that an attribute is about, and what it says. Where several
/// columns fit, since names may contain `=` too, the longest name does.
fn find_test(table: &Table, name: &str) -> Result<(usize, AttributeTest), FormatError> {
    let fit = |(at, column): (usize, &String)| Some((at, AttributeTest::parse(column, name)?));
    let fits = table.columns().iter().enumerate().filter_map(fit);
    let found =
        fits.max_by_key(|(at, _)| table.columns()[*at].len()).map(|(at, test)| (at, of_several(table, at, test)));
    found.ok_or_else(|| {
        let column = name.split(['=', '<', '>']).next().unwrap_or(name);
        match find_column(table, column) {
            Err(error) => FormatError::plain(format!("{error} for the attribute {}", token(name))),
            Ok(_) => FormatError::plain(format!("the attribute {} is no test of a column", token(name))),
        }
    })
}

/// In a column whose cells hold several values, one of them is meant.
fn of_several(table: &Table, column: usize, test: AttributeTest) -> AttributeTest {
    let predicate = match test.predicate {
        Predicate::Equals(value) => match several::find(table, column) {
            Some(Several { separator, .. }) => Predicate::Contains { value, separator },
            None => Predicate::Equals(value),
        },
        other => other,
    };
    AttributeTest { predicate, ..test }
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
}
