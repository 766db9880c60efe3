//! What would become of a table, for people to look at before anything is made of it:
//! each column with examples of its cells, and the first rows with their attributes.

use super::error::PrepareError;
use super::preparation::Preparation;
use super::prepared::Prepared;
use crate::error::FormatError;
use crate::format::RawTable;
use crate::scaling::{Scale, Scaling, SummaryRow, Unseen};
use crate::table::{Remark, Table};
use crate::written::number::number_text;
use crate::{Context, Model};

/// What would become of a table.
#[derive(Clone, Debug)]
pub struct TableLook {
    /// The table, prepared.
    pub prepared: Prepared,
    /// What was found out about the file that its owner may not expect.
    pub remarks: Vec<Remark>,
    /// The columns, in the order of the table; none where it has attributes.
    pub columns: Vec<ColumnLook>,
    /// The first rows.
    pub first_rows: Vec<RowLook>,
}

/// What would become of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLook {
    /// What it becomes, and why.
    pub summary: SummaryRow,
    /// Its first cells that differ.
    pub examples: Vec<String>,
    /// Where its numbers or dates are cut.
    pub cuts: Vec<String>,
}

/// What would become of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowLook {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its cells, column by column; none where the table has attributes.
    pub cells: Vec<String>,
    /// What is known of it; nothing if the row is left out.
    pub model: Option<Model>,
}

/// So many different cells of a column are shown, of so many rows that are looked at.
const MAX_EXAMPLES: usize = 4;
const MAX_ROWS_OF_EXAMPLES: usize = 1000;

impl Preparation {
    /// What would become of a table, with so many of its first rows. A table without
    /// rows or attributes is looked at like any other.
    pub fn look(&self, raw: RawTable, row_count: usize) -> Result<TableLook, PrepareError> {
        let preparation = Self { may_be_empty: true, ..self.clone() };
        let table = match &raw {
            RawTable::Columns(table) => Some(table.clone()),
            RawTable::Attributes(_) => None,
        };
        let prepared = preparation.table(raw)?;
        let (remarks, columns, first_rows) = match (&table, &prepared.scaling) {
            (Some(table), Some(scaling)) => {
                (table.remarks().to_vec(), columns_of(table, scaling), rows_of(table, scaling, row_count)?)
            }
            (Some(table), None) => (table.remarks().to_vec(), Vec::new(), Vec::new()),
            (None, _) => (Vec::new(), Vec::new(), rows_of_context(&prepared.context, row_count)),
        };
        Ok(TableLook { prepared, remarks, columns, first_rows })
    }
}

fn columns_of(table: &Table, scaling: &Scaling) -> Vec<ColumnLook> {
    let look = |(summary, column): (SummaryRow, &crate::scaling::Column)| {
        let place = table.columns().iter().position(|name| *name == summary.column);
        let examples = place.map(|place| examples(table, place)).unwrap_or_default();
        ColumnLook { summary, examples, cuts: cuts(&column.scale) }
    };
    scaling.summary().into_iter().zip(&scaling.columns).map(look).collect()
}

fn examples(table: &Table, column: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for cell in table.column(column).take(MAX_ROWS_OF_EXAMPLES).map(str::trim).filter(|cell| !cell.is_empty()) {
        if found.len() == MAX_EXAMPLES {
            break;
        }
        if !found.iter().any(|known| known == cell) {
            found.push(cell.to_owned());
        }
    }
    found
}

fn cuts(scale: &Scale) -> Vec<String> {
    match scale {
        Scale::Intervals { cuts } | Scale::Ordinal { cuts } | Scale::Interordinal { cuts } => {
            cuts.iter().map(|&cut| number_text(cut)).collect()
        }
        Scale::Periods { cuts } => cuts.clone(),
        _ => Vec::new(),
    }
}

fn rows_of(table: &Table, scaling: &Scaling, count: usize) -> Result<Vec<RowLook>, FormatError> {
    let id = scaling.id().and_then(|id| table.columns().iter().position(|name| name == id));
    let row = |row: usize| {
        // A row alone: whether it is left out is seen, whatever the others are like.
        let alone = scaling.apply(&table.kept(&[row]), Unseen::Absent)?;
        Ok(RowLook {
            name: id.map(|id| table.object_name(row, id).to_owned()),
            cells: (0..table.width()).map(|column| table.cell(row, column).to_owned()).collect(),
            model: (!alone.is_empty()).then(|| alone.model(0)),
        })
    };
    (0..table.len().min(count)).map(row).collect()
}

fn rows_of_context(context: &Context, count: usize) -> Vec<RowLook> {
    let row = |row: usize| RowLook {
        name: context.name(row).map(str::to_owned),
        cells: Vec::new(),
        model: Some(context.model(row)),
    };
    (0..context.len().min(count)).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ContextFormat;
    use crate::scaling::Missing;

    const SALES: &str = "Shop;Weight;Land\nRome;60,5;NO\nOslo;72,5;NO\nRome;-;NO\nBern;58,0;NO\n";

    fn look(preparation: &Preparation, text: &str, format: ContextFormat) -> TableLook {
        preparation.look(RawTable::read(text.as_bytes(), format).unwrap(), 3).unwrap()
    }

    #[test]
    fn columns_tell_what_they_become_with_examples() {
        // A handful of numbers would be values of their own.
        let more: String = (0..30).map(|at| format!("Rome;{},5;NO\n", 60 + at)).collect();
        let look = look(&Preparation::learning(), &format!("{SALES}{more}"), ContextFormat::Csv);
        let kinds: Vec<(&str, &str)> =
            look.columns.iter().map(|column| (column.summary.column.as_str(), column.summary.kind)).collect();
        assert_eq!(kinds, [("Shop", "nominal"), ("Weight", "intervals"), ("Land", "dropped")]);
        assert_eq!(look.columns[0].examples, ["Rome", "Oslo", "Bern"]);
        assert_eq!(look.columns[1].summary.missing, 1);
        assert!(!look.columns[1].cuts.is_empty() && look.columns[0].cuts.is_empty());
        assert_eq!(look.first_rows.len(), 3);
        let names = |row: &RowLook| {
            let universe = look.prepared.context.universe();
            let has = row.model.as_ref().unwrap().has().clone();
            universe.names_of(&has).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(names(&look.first_rows[0])[0], "Shop=Rome");
        assert_eq!(look.first_rows[0].cells[0], "Rome");
    }

    #[test]
    fn a_row_that_is_left_out_is_there_and_has_no_attributes() {
        let dropping = Preparation::learning().with_missing(Missing::Drop);
        let look = look(&dropping, SALES, ContextFormat::Csv);
        assert_eq!(look.prepared.left_out, 1);
        let left_out: Vec<bool> = look.first_rows.iter().map(|row| row.model.is_none()).collect();
        assert_eq!(left_out, [false, false, true]);
    }

    #[test]
    fn a_table_of_attributes_has_rows_and_no_columns() {
        let look = look(&Preparation::exploring(), "B\n\n1\n2\n\no\na\nb\nX.\n", ContextFormat::Burmeister);
        assert!(look.columns.is_empty());
        assert_eq!(look.first_rows[0].name.as_deref(), Some("o"));
        assert_eq!(look.first_rows[0].model.as_ref().unwrap().has().len(), 1);
    }
}
