//! Tables that people upload: how they are read, and what is made of them, as far as
//! people say so.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

#[cfg(not(feature = "engines"))]
use hornbook::format::ContextFormat;
use hornbook::format::RawTable;
use hornbook::prepare::{Preparation, Prepared, ScalingChoice, WantedRules};
use hornbook::scaling::{IdColumn, Missing, Override};
use hornbook::table::ReadOptions;
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// The most cells of a table, equal rows counted once: everybody who looks at an
/// exploration is sent all of them, and rules are looked for in all of them.
pub(crate) const MAX_CELLS: usize = 4_000_000;

/// The longest name of an object in a table, in bytes; it is that of attributes,
/// too.
const MAX_LABEL_BYTES: usize = 1000;

/// What is made of a table. What is not said is found out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TableOptions {
    /// Whether the table is all there is, so that its rules are looked for; else its
    /// rows are examples.
    pub(crate) everything: bool,
    /// The column that names the rows; the empty text for none.
    pub(crate) id: Option<String>,
    /// By column, how it is scaled, as `hornbook describe --scale` takes it:
    /// `ordinal:18,65`.
    pub(crate) scale: BTreeMap<String, String>,
    /// What becomes of missing values: `absent`, `value`, `drop` or `unknown`.
    pub(crate) missing: Option<String>,
    /// Whether what follows from how the columns were made is known beforehand.
    pub(crate) background: Option<bool>,
    pub(crate) read: TextOptions,
}

/// How the cells of a file are read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TextOptions {
    delimiter: Option<String>,
    header_lines: Option<usize>,
    skip: Option<usize>,
    comment: Option<char>,
    encoding: Option<String>,
    decimal: Option<String>,
    /// Further spellings of a missing value.
    missing: Vec<String>,
    /// The sheet of a workbook.
    sheet: Option<String>,
}

impl TableOptions {
    /// The table in a file, whose name tells the format, prepared as is said.
    pub(crate) fn prepared(&self, bytes: &[u8], file: &str) -> Result<Prepared, Problem> {
        let raw = self.raw(bytes, file)?;
        let table = self.preparation()?.table(raw).map_err(|error| unreadable(&error))?;
        check_size(&table)?;
        Ok(table)
    }

    /// How columns become attributes.
    pub(crate) fn preparation(&self) -> Result<Preparation, Problem> {
        let usual = match self.everything {
            true => WantedRules::default().preparation(),
            false => Preparation::exploring(),
        };
        let usual = match &self.missing {
            Some(name) => usual.with_missing(parsed::<Missing>("missing", name)?),
            None => usual,
        };
        let scaling = match (&self.id, self.scale.is_empty()) {
            (None, true) => ScalingChoice::default(),
            _ => ScalingChoice::Detect { id: self.id_column(), overrides: self.overrides()? },
        };
        Ok(Preparation { scaling, background: self.background.unwrap_or(true), ..usual })
    }

    fn id_column(&self) -> IdColumn {
        match self.id.as_deref() {
            None => IdColumn::Detect,
            Some("") => IdColumn::None,
            Some(column) => IdColumn::Column(column.to_owned()),
        }
    }

    fn overrides(&self) -> Result<Vec<Override>, Problem> {
        let told = |(column, method): (&String, &String)| {
            let given = parsed::<Override>(&format!("How {column} is scaled"), &format!("{column}={method}"))?;
            // A method cannot hold another column's name.
            Ok(Override { column: column.clone(), ..given })
        };
        self.scale.iter().map(told).collect()
    }

    /// How the file is read.
    fn read_options(&self) -> Result<ReadOptions, Problem> {
        let read = &self.read;
        Ok(ReadOptions {
            delimiter: option("delimiter", read.delimiter.as_deref())?,
            header_lines: read.header_lines,
            skip: read.skip,
            comment: read.comment,
            encoding: option("encoding", read.encoding.as_deref())?,
            decimal: option("decimal", read.decimal.as_deref())?,
            missing: read.missing.clone(),
        })
    }

    /// The table as it stands in its file, whose name tells the format.
    pub(crate) fn raw(&self, bytes: &[u8], file: &str) -> Result<RawTable, Problem> {
        let read = self.read_options()?;
        #[cfg(feature = "engines")]
        let table = {
            let options = hornbook_engines::OpenOptions { read, sheet: self.read.sheet.clone(), ..Default::default() };
            hornbook_engines::files::read_bytes(bytes, file, MAX_CELLS as u64, &options)
        };
        #[cfg(not(feature = "engines"))]
        let table = {
            let format = ContextFormat::from_path(file).unwrap_or_else(|_| ContextFormat::guess(bytes));
            RawTable::read_with(bytes, format, &read)
        };
        table.map_err(|error| unreadable(&error))
    }
}

/// Refuses a table that is too large for the page.
fn check_size(table: &Prepared) -> Result<(), Problem> {
    let context = &table.context;
    let (rows, attributes) = (context.distinct().len(), context.attribute_count());
    if rows.saturating_mul(attributes) > MAX_CELLS {
        let words = format!(
            "This table has {rows} different rows and {attributes} attributes: on the page there can be {MAX_CELLS} \
             cells. Leave some of them out, or learn its rules by 'hornbook learn'."
        );
        return Err(Problem::conflict("table", words));
    }
    if (0..context.len()).any(|object| context.name(object).is_some_and(|name| name.len() > MAX_LABEL_BYTES)) {
        let words = format!("This table has objects with names of more than {MAX_LABEL_BYTES} bytes: shorten them.");
        return Err(Problem::conflict("table", words));
    }
    Ok(())
}

fn option<T: FromStr>(name: &str, text: Option<&str>) -> Result<Option<T>, Problem>
where
    T::Err: Display,
{
    text.filter(|text| !text.is_empty()).map(|text| parsed(name, text)).transpose()
}

fn parsed<T: FromStr>(name: &str, text: &str) -> Result<T, Problem>
where
    T::Err: Display,
{
    text.parse().map_err(|error| {
        let words = hornbook_words::escape_control(&format!("{name}: {error}."));
        Problem::conflict("table", words)
    })
}

/// What is said of a table that cannot be read.
pub(crate) fn unreadable(error: &dyn Display) -> Problem {
    let words = hornbook_words::escape_control(&error.to_string());
    Problem::conflict("table", format!("This table cannot be read: {words}."))
}
