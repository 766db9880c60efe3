//! Reading a table through the names of attributes.
//!
//! Rules learned from one table speak of attributes such as `legs=4` or
//! `age>=30`. Another table may lack some of those values, or have new ones, so
//! that detecting a scaling anew gives other attributes. But the name of an
//! attribute says which rows have it: so the name is looked up in the table.

use std::sync::Arc;

use super::apply::PlacesOfRecords;
use super::detect::find_column;
use super::{IdColumn, Missing, Scaling, ScalingOptions, cell};
use crate::error::{FormatError, token};
use crate::growing::Growing;
use crate::table::Table;
use crate::{Attr, AttrSet, Context, Model, Universe};

/// What an attribute says of the cell of its column.
#[derive(Clone, Debug, PartialEq)]
enum Test {
    /// `column`: it is one of the usual spellings of yes.
    Yes,
    /// `column=value`.
    Is(String),
    /// `column=?`
    Missing,
    /// `column<30`, `column>=30`, `30<=column<45`: at least, and below.
    Between(f64, f64),
}

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
    let tests: Vec<(Attr, usize, Test)> = needed
        .iter()
        .map(|attr| find_test(table, universe.name(attr)).map(|(column, test)| (attr, column, test)))
        .collect::<Result<_, _>>()?;
    let id = identifier(table, options)?;
    let mut context = Growing::new(universe.clone());
    let mut places = PlacesOfRecords::new(table, tests.iter().map(|(_, column, _)| *column));
    for row in 0..table.len() {
        let place = places.of(row, || match passed(table, row, &tests, options, universe.none())? {
            Some(has) => context.place(Model::complete(has)).map(Some),
            None => Ok(None),
        })?;
        let Some(place) = place else { continue };
        match id.map(|id| table.cell(row, id)).filter(|name| !name.trim().is_empty()) {
            Some(name) => context.push_at(Some(name), place),
            None => context.push_at(Some(&format!("line {}", table.line(row))), place),
        }
    }
    Ok(context.finish())
}

/// The attributes of a row; nothing if it is to be left out.
fn passed(
    table: &Table,
    row: usize,
    tests: &[(Attr, usize, Test)],
    options: &ScalingOptions,
    mut has: AttrSet,
) -> Result<Option<AttrSet>, FormatError> {
    for (attr, column, test) in tests {
        let value = table.cell(row, *column).trim();
        if options.missing == Missing::Drop && *test != Test::Yes && cell::is_missing(value) {
            return Ok(None);
        }
        let passed = test.passes(value).map_err(|expected| {
            let found = format!("{} in the column {}", token(value), token(&table.columns()[*column]));
            FormatError::found(found, expected).at_line(table.line(row))
        })?;
        if passed {
            has.insert(*attr);
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
fn find_test(table: &Table, name: &str) -> Result<(usize, Test), FormatError> {
    let fits = table.columns().iter().enumerate().filter_map(|(at, column)| Some((at, parse_test(column, name)?)));
    fits.max_by_key(|(at, _)| table.columns()[*at].len()).ok_or_else(|| {
        let column = name.split(['=', '<', '>']).next().unwrap_or(name);
        match find_column(table, column) {
            Err(error) => FormatError::plain(format!("{error} for the attribute {}", token(name))),
            Ok(_) => FormatError::plain(format!("the attribute {} is no test of a column", token(name))),
        }
    })
}

fn parse_test(column: &str, name: &str) -> Option<Test> {
    if column == name {
        return Some(Test::Yes);
    }
    if let Some(rest) = name.strip_prefix(column) {
        let reads = |sign: &str| rest.strip_prefix(sign);
        return match (reads(">="), reads("<"), reads("=")) {
            (Some(number), _, _) => Some(Test::Between(cell::number(number)?, f64::INFINITY)),
            (_, Some(number), _) => Some(Test::Between(f64::NEG_INFINITY, cell::number(number)?)),
            (_, _, Some(cell::UNKNOWN)) => Some(Test::Missing),
            (_, _, Some(value)) => Some(Test::Is(value.to_owned())),
            _ => None,
        };
    }
    let (low, rest) = name.split_once("<=")?;
    let high = rest.strip_prefix(column)?.strip_prefix('<')?;
    Some(Test::Between(cell::number(low)?, cell::number(high)?))
}

impl Test {
    /// Whether the value passes; an error says what was expected instead.
    fn passes(&self, value: &str) -> Result<bool, &'static str> {
        match self {
            Self::Is(expected) => Ok(value == expected),
            Self::Missing => Ok(cell::is_missing(value)),
            Self::Yes => {
                let spelled = |word: &str| value.eq_ignore_ascii_case(word);
                let yes = cell::BOOLEANS.iter().any(|(yes, _)| spelled(yes));
                let no = || cell::BOOLEANS.iter().any(|(_, no)| no.iter().any(|no| spelled(no)));
                match yes || no() || cell::is_missing(value) {
                    true => Ok(yes),
                    false => Err("a usual spelling of yes and no (true/false, yes/no, 1/0, x/.)"),
                }
            }
            Self::Between(low, high) => match cell::number(value) {
                Some(number) => Ok((*low..*high).contains(&number)),
                None if cell::is_missing(value) => Ok(false),
                None => Err("a number"),
            },
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
}
