//! A table as CSV, with all digits.

use hornbook::table::guard_cell;

use super::table::{Table, Value};

pub(super) fn document(table: &Table, raw_cells: bool) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut header = Vec::new();
    for column in &table.columns {
        header.push(column.name.clone());
        header.extend(column.spread.then(|| format!("{} (deviation)", column.name)));
    }
    // Memory takes whatever is written to it.
    _ = writer.write_record(&header);
    for row in &table.rows {
        let cells = row.cells.iter().zip(&table.columns);
        let fields = cells.flat_map(|(cell, column)| fields(cell, column.spread));
        // What is the name of something must not be run by a spreadsheet.
        let written = |field: String| if raw_cells { field } else { guard_cell(&field).into_owned() };
        _ = writer.write_record(fields.map(written));
    }
    writer.into_inner().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

fn fields(cell: &Value, spread: bool) -> Vec<String> {
    let mut fields = vec![cell.key()];
    if let Value::Spread(_, deviation, _) = cell {
        fields.push(deviation.to_string());
    } else if spread {
        fields.push(String::new());
    }
    fields
}
