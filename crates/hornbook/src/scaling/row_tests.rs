//! Which attributes a row has, for tables that are not in memory.
//!
//! A table in a database or a large file is scaled by what a sample of its rows
//! shows. Then each row is looked at where it is: the cells of a [`TestedColumn`]
//! tell which of its attributes the row has. Whoever cannot read cell by cell
//! writes the same tests in the language of the source.

use std::sync::Arc;

use super::cell_tests::{CellState, CellTests};
use super::predicate::Predicate;
use super::told_columns::find_column;
use super::{Missing, Scale, Scaling};
use crate::error::FormatError;
use crate::table::{Rewriting, Table};
use crate::written::Notation;
use crate::written::date::{self, DateOrder, DatePart, DateStyle};
use crate::{Attr, Universe};

/// Which attributes a row has, told by its cells.
#[derive(Clone, Debug)]
pub struct RowTests {
    /// The attributes.
    pub universe: Arc<Universe>,
    /// What becomes of missing values.
    pub missing: Missing,
    /// The columns that have attributes.
    pub columns: Vec<TestedColumn>,
    /// The column that names the rows.
    pub id: Option<String>,
}

/// A column whose cells tell of attributes.
#[derive(Clone, Debug)]
pub struct TestedColumn {
    /// Its name in the source.
    pub column: String,
    /// The part of its dates that is tested; none if cells are tested as they are.
    pub part: Option<DatePart>,
    /// The attributes, and what they say of a cell or of that part of it.
    pub tests: Vec<(Attr, Predicate)>,
    /// Whether every value passes some test, so that one that passes none, and is
    /// not missing, was not to be expected.
    pub knows_all_values: bool,
    /// Whether "missing" is an attribute: then a row without a value is known to
    /// have none of the others.
    pub missing_is_value: bool,
    /// How cells of text become values.
    rewriting: Rewriting,
    notation: Option<Notation>,
    cells: CellTests,
}

/// What a cell tells of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellReading {
    /// The attributes that the row has.
    pub has: Vec<Attr>,
    /// What the cell is. One whose value is in no test of a column that
    /// [knows all values](TestedColumn::knows_all_values) is unexpected.
    pub state: CellState,
}

impl TestedColumn {
    pub(super) fn new(
        table: &Table,
        place: usize,
        tests: Vec<(Attr, Predicate)>,
        knows_all_values: bool,
        missing_is_value: bool,
    ) -> Self {
        let (base, part) = base_of(table, place).map_or((place, None), |(base, part)| (base, Some(part)));
        Self {
            column: table.columns()[base].clone(),
            part,
            cells: CellTests::new(tests.clone()),
            tests,
            knows_all_values,
            missing_is_value,
            rewriting: table.rewriting(base).cloned().unwrap_or_default(),
            notation: table.notation(base).cloned(),
        }
    }

    /// What a cell of the source, as text, tells of its row.
    pub fn read(&self, cell: &str) -> CellReading {
        let cell = cell.trim();
        let usual = self.rewriting.cell(cell);
        let cell = usual.as_deref().unwrap_or(cell);
        let part = self.part.map(|part| part_of(cell, part, self.notation.as_ref()));
        let mut has = Vec::new();
        let mut state = self.cells.of_cell(part.as_deref().unwrap_or(cell), |attr| has.push(attr));
        if state == CellState::Known && has.is_empty() && self.knows_all_values {
            state = CellState::Unexpected;
        }
        CellReading { has, state }
    }

    /// How cells of text are written, where that is not as programs write.
    pub fn notation(&self) -> Option<&Notation> {
        self.notation.as_ref()
    }

    /// The numbers between which all cells have the same attributes, ascending; none
    /// if anything but numbers is tested.
    pub fn cuts(&self) -> Option<Vec<f64>> {
        let mut cuts = Vec::new();
        for (_, predicate) in &self.tests {
            match predicate.cuts() {
                some if some.is_empty() && !matches!(predicate, Predicate::Missing { .. }) => return None,
                some => cuts.extend(some),
            }
        }
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup();
        Some(cuts)
    }
}

/// A part of a date as a cell: empty if it is not told.
fn part_of(cell: &str, part: DatePart, notation: Option<&Notation>) -> String {
    let iso = match notation {
        Some(Notation::Dates(style)) => DateStyle { order: style.order.map(|_| DateOrder::YearMonthDay), ..*style },
        _ => return String::new(),
    };
    date::convert(cell, &iso).and_then(|moment| moment.part(part)).unwrap_or_default()
}

/// The column of dates that a column has the parts of.
fn base_of(table: &Table, column: usize) -> Option<(usize, DatePart)> {
    let (base, part) = table.columns()[column].rsplit_once('.')?;
    let base = table.columns()[..column].iter().rposition(|name| name == base)?;
    let is_part = table.parts_of_dates(base).any(|place| place == column);
    DatePart::ALL.into_iter().find(|known| known.name() == part).filter(|_| is_part).map(|part| (base, part))
}

impl Scaling {
    /// The same for rows that are not in a table in memory. The `sample`, of which the
    /// scaling was made or which has the same columns, tells how cells are written.
    pub fn row_tests(&self, sample: &Table) -> Result<RowTests, FormatError> {
        let mut columns = Vec::new();
        let mut next: Attr = 0;
        for column in &self.columns {
            let attributes = column.attributes(self.missing);
            let attrs = next..next + attributes.len();
            next = attrs.end;
            if matches!(column.scale, Scale::Identifier | Scale::Dropped { .. }) {
                continue;
            }
            let place = find_column(sample, &column.column)?;
            let missing_is_value = attributes.iter().any(|test| matches!(test.predicate, Predicate::Missing { .. }));
            let tests = attrs.zip(attributes.into_iter().map(|attribute| attribute.predicate)).collect();
            let knows_all_values = matches!(column.scale, Scale::Nominal { .. } | Scale::Several { .. });
            columns.push(TestedColumn::new(sample, place, tests, knows_all_values, missing_is_value));
        }
        let id = self.id().map(str::to_owned);
        Ok(RowTests { universe: Arc::new(self.universe()?), missing: self.missing, columns, id })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scaling::{ScalingOptions, Unseen};
    use crate::table::ReadOptions;

    #[test]
    fn a_row_has_the_attributes_that_its_table_would_give_it() {
        let text = "name,legs,when,age,hair\n\
                    a,4,2024-01-31,3.5,yes\nb,2,2024-02-29,70,no\nc,4.0,2023-12-24,?,no\nd,8,,17,yes\n\
                    e,2,2024-01-02,18,no\n";
        let options = ReadOptions::default();
        let table = Table::read_with(text.as_bytes(), &options).unwrap().with_values(&options);
        for missing in [Missing::Absent, Missing::Value] {
            let wanted = ScalingOptions { missing, for_rules: true, ..ScalingOptions::default() };
            let scaling = Scaling::detect(&table, &wanted).unwrap();
            let context = scaling.apply(&table, Unseen::Refuse).unwrap();
            let tests = scaling.row_tests(&table).unwrap();
            assert_eq!(tests.universe.names(), context.universe().names());
            assert_eq!(tests.id.as_deref(), Some("name"));
            assert!(tests.columns.iter().any(|column| column.part == Some(DatePart::Month)));
            for row in 0..table.len() {
                let mut has = tests.universe.none();
                for column in &tests.columns {
                    let cell = table.cell(row, table.columns().iter().position(|name| *name == column.column).unwrap());
                    let reading = column.read(cell);
                    assert_ne!(reading.state, CellState::Unexpected);
                    reading.has.iter().for_each(|&attr| _ = has.insert(attr));
                }
                assert_eq!(&has, context.row(row));
            }
        }
    }

    #[test]
    fn cells_are_meant_as_in_the_sample() {
        let text = "a,b,c\n1.50,x,-\n2.0,y,4\n1.5,x,7\n,y,-999\n";
        let options = ReadOptions { missing: vec!["-999".to_owned()], ..ReadOptions::default() };
        let table = Table::read_with(text.as_bytes(), &options).unwrap().with_values(&options);
        let scaling = Scaling::detect(&table, &ScalingOptions::default()).unwrap();
        let tests = scaling.row_tests(&table).unwrap();
        let state = |column: usize, cell: &str| tests.columns[column].read(cell).state;
        assert_eq!(tests.columns[0].read("1.50"), tests.columns[0].read("1.5"));
        assert_eq!(state(0, "1.50"), CellState::Known);
        assert_eq!(
            [state(2, "-"), state(2, "-999"), state(2, "4.0")],
            [CellState::Missing, CellState::Missing, CellState::Known]
        );
    }

    #[test]
    fn a_value_that_was_not_seen_is_unexpected() {
        let table = Table::read("a,b\nx,1\ny,2\nz,1\n".as_bytes(), None).unwrap();
        let scaling = Scaling::detect(&table, &ScalingOptions::default()).unwrap();
        let tests = scaling.row_tests(&table).unwrap();
        assert_eq!(tests.columns[0].read("w").state, CellState::Unexpected);
        assert_eq!(tests.columns[0].read("").state, CellState::Missing);
    }
}
