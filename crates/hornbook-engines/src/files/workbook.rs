//! Sheets of workbooks, as Excel and LibreOffice write them.
//!
//! A sheet is read as if it had been saved as CSV: so titles above the table, names of
//! columns in several lines and whatever else people do are found out as they are there.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{Read, Seek};

use calamine::{Data, ExcelDateTime, Ods, Reader, Sheets, Xls, Xlsb, Xlsx};
use hornbook::format::{FormatError, token};
use hornbook::table::{Delimiter, Encoding, ReadOptions, Table};

use super::damage::Failure;
use super::number_text::write_f64;
use crate::EngineError;

/// A sheet may have so many cells, empty ones among them.
const MOST_CELLS: u64 = 200_000_000;

/// The cells of a sheet that are not empty, row by row.
type Rows = BTreeMap<u32, Vec<(u32, String)>>;

/// Why a workbook could not be read.
pub(super) enum WorkbookError {
    /// It is damaged, or no workbook.
    Damaged(Failure),
    /// Something is asked for that it does not have.
    Wrong(String),
    /// The cells are no table.
    Format(FormatError),
}

impl WorkbookError {
    /// The message about the file, given what is said of damaged ones.
    pub(super) fn told(self, path: &std::path::Path, damaged: impl FnOnce(&str) -> EngineError) -> EngineError {
        match self {
            Self::Damaged(why) => damaged(&why),
            Self::Wrong(why) => EngineError::Wrong(format!("{}: {why}", path.display())),
            Self::Format(error) => error.in_file(path).into(),
        }
    }
}

/// A workbook that is open.
pub(super) struct Workbook<R> {
    sheets: Sheets<R>,
}

impl<R: Read + Seek> Workbook<R> {
    /// Opens a workbook, whose extension tells of which program it is.
    pub(super) fn open(source: R, extension: &str) -> Result<Self, WorkbookError> {
        let damaged = |error: calamine::Error| WorkbookError::Damaged(error.to_string());
        let sheets = match extension.to_ascii_lowercase().as_str() {
            "ods" => Ods::new(source).map(Sheets::Ods).map_err(calamine::Error::from),
            "xls" => Xls::new(source).map(Sheets::Xls).map_err(calamine::Error::from),
            "xlsb" => Xlsb::new(source).map(Sheets::Xlsb).map_err(calamine::Error::from),
            _ => Xlsx::new(source).map(Sheets::Xlsx).map_err(calamine::Error::from),
        };
        Ok(Self { sheets: sheets.map_err(damaged)? })
    }

    /// The table of a sheet, or of the first.
    pub(super) fn table(&mut self, sheet: Option<&str>, options: &ReadOptions) -> Result<Table, WorkbookError> {
        let names = self.sheets.sheet_names();
        let name = match sheet {
            Some(sheet) => names.iter().find(|name| *name == sheet).cloned().ok_or_else(|| {
                let known: Vec<String> = names.iter().map(|name| token(name)).collect();
                WorkbookError::Wrong(format!("there is no sheet {}; there are {}", token(sheet), known.join(", ")))
            })?,
            None => names.first().cloned().ok_or_else(|| WorkbookError::Wrong("it has no sheets".to_owned()))?,
        };
        let rows = self.rows(&name)?;
        if rows.is_empty() {
            return Err(WorkbookError::Wrong(format!("the sheet {} is empty", token(&name))));
        }
        let text = csv(&rows).map_err(WorkbookError::Wrong)?;
        let options = ReadOptions {
            delimiter: Some(Delimiter::Character(b',')),
            encoding: Some(Encoding::Utf8),
            ..options.clone()
        };
        Table::read_with(text.as_bytes(), &options).map_err(WorkbookError::Format)
    }

    fn rows(&mut self, sheet: &str) -> Result<Rows, WorkbookError> {
        let mut rows = Rows::new();
        let mut add = |row: u32, column: u32, cell: &Data| {
            let text = text_of(cell);
            if !text.is_empty() {
                rows.entry(row).or_default().push((column, text));
            }
        };
        let damaged = |error: String| WorkbookError::Damaged(error);
        match &mut self.sheets {
            // Cell by cell: a sheet may have one at its far end, and nothing between.
            Sheets::Xlsx(xlsx) => {
                let mut cells = xlsx.worksheet_cells_reader(sheet).map_err(|error| damaged(error.to_string()))?;
                while let Some(cell) = cells.next_cell().map_err(|error| damaged(error.to_string()))? {
                    let (row, column) = cell.get_position();
                    add(row, column, &cell.get_value().clone().into());
                }
            }
            others => {
                let range = others.worksheet_range(sheet).map_err(|error| damaged(error.to_string()))?;
                let (first_row, first_column) = range.start().unwrap_or_default();
                for (row, column, cell) in range.used_cells() {
                    add(first_row + row as u32, first_column + column as u32, cell);
                }
            }
        }
        Ok(rows)
    }
}

/// The cells as a file of text. Rows without any are left out.
fn csv(rows: &Rows) -> Result<String, Failure> {
    let columns = || rows.values().flatten().map(|(column, _)| *column);
    let (first, last) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    if u64::from(last - first + 1) * rows.len() as u64 > MOST_CELLS {
        return Err(format!("its cells are too far apart: {} columns", last - first + 1));
    }
    let mut text = String::new();
    for cells in rows.values() {
        let mut next = first;
        let mut cells: Vec<&(u32, String)> = cells.iter().collect();
        cells.sort_by_key(|(column, _)| *column);
        for (column, cell) in cells {
            (next..*column).for_each(|_| text.push(','));
            // The comma before the next cell is written with that one.
            next = *column;
            push_quoted(cell, &mut text);
        }
        (next..last).for_each(|_| text.push(','));
        text.push('\n');
    }
    Ok(text)
}

fn push_quoted(cell: &str, text: &mut String) {
    // All are in quotes, so that no sign at the start means anything else.
    text.push('"');
    text.push_str(&cell.replace('"', "\"\""));
    text.push('"');
}

fn text_of(cell: &Data) -> String {
    let mut text = String::new();
    match cell {
        Data::Float(number) => write_f64(*number, &mut text),
        Data::DateTime(moment) => write_moment(moment, &mut text),
        Data::DateTimeIso(moment) => text = moment.replace('T', " "),
        Data::DurationIso(duration) => text = clock_of(duration),
        Data::Empty => {}
        other => text = other.to_string(),
    }
    text
}

fn write_moment(moment: &ExcelDateTime, text: &mut String) {
    let days = moment.as_f64();
    let (year, month, day, hours, minutes, seconds, milliseconds) = moment.to_ymd_hms_milli();
    if moment.is_duration() {
        let all = (days * 86_400.0).round() as i64;
        _ = write!(text, "{:02}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
        return;
    }
    let is_time_alone = (0.0..1.0).contains(&days);
    if !is_time_alone {
        _ = write!(text, "{year:04}-{month:02}-{day:02}");
    }
    if is_time_alone || days.fract() != 0.0 {
        let blank = if is_time_alone { "" } else { " " };
        _ = write!(text, "{blank}{hours:02}:{minutes:02}:{seconds:02}");
        if milliseconds > 0 {
            let fraction = format!("{milliseconds:03}");
            _ = write!(text, ".{}", fraction.trim_end_matches('0'));
        }
    }
}

/// A duration such as `PT12H30M00S` as `12:30:00`; any other text as it is.
fn clock_of(duration: &str) -> String {
    let parts = || {
        let (hours, rest) = duration.strip_prefix("PT")?.split_once('H')?;
        let (minutes, rest) = rest.split_once('M')?;
        let seconds = rest.strip_suffix('S')?;
        let whole = |text: &str| text.split(['.', ',']).next().and_then(|digits| digits.parse::<u32>().ok());
        Some(format!("{:02}:{:02}:{:02}", whole(hours)?, whole(minutes)?, whole(seconds)?))
    };
    parts().unwrap_or_else(|| duration.to_owned())
}

#[cfg(test)]
mod tests {
    use calamine::ExcelDateTimeType;

    use super::*;

    #[test]
    fn cells_are_written_as_people_see_them() {
        let moment = |days| text_of(&Data::DateTime(ExcelDateTime::new(days, ExcelDateTimeType::DateTime, false)));
        assert_eq!(moment(45_322.0), "2024-01-31");
        assert_eq!(moment(45_322.520_833_333_336), "2024-01-31 12:30:00");
        assert_eq!(moment(0.75), "18:00:00");
        assert_eq!(text_of(&Data::Float(4.0)), "4");
        assert_eq!(text_of(&Data::Bool(true)), "true");
        assert_eq!(text_of(&Data::DurationIso("PT12H30M00S".to_owned())), "12:30:00");
        assert_eq!(text_of(&Data::DateTimeIso("2024-01-31T12:30:00".to_owned())), "2024-01-31 12:30:00");
    }

    #[test]
    fn rows_are_as_wide_as_the_widest() {
        let mut rows = Rows::new();
        rows.insert(3, vec![(2, "a".to_owned()), (4, "b\"c".to_owned())]);
        rows.insert(5, vec![(5, "x,y".to_owned())]);
        assert_eq!(csv(&rows).unwrap(), "\"a\",,\"b\"\"c\",\n,,,\"x,y\"\n");
        rows.insert(u32::MAX, vec![(u32::MAX - 3, String::new())]);
        assert!(csv(&rows).is_err());
    }
}
