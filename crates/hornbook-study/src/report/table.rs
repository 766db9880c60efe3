//! Tables: columns with names, cells with values that know their digits.

use hornbook_words::grouped;

use crate::summary::Spread;

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name of its file, without extension.
    pub id: &'static str,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Whether its cells are means with deviations, which take two columns in
    /// CSV.
    pub spread: bool,
}

/// A row.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its cells, one a column.
    pub cells: Vec<Value>,
    /// Whether people are shown it; programs are shown every row.
    pub shown: bool,
}

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A count.
    Count(u64),
    /// A number, and how many digits people are shown after the point.
    Number(f64, usize),
    /// A mean, a standard deviation and how many digits people are shown.
    Spread(f64, f64, usize),
    /// Nothing.
    Missing,
}

impl Value {
    /// A parameter, with as many digits as it was given with; nothing where a method
    /// has none.
    pub fn parameter(parameter: Option<f64>) -> Self {
        let digits = |parameter: f64| parameter.to_string().split_once('.').map_or(0, |(_, digits)| digits.len());
        parameter.map_or(Self::Missing, |parameter| Self::Number(parameter, digits(parameter)))
    }

    /// A mean with its deviation, if there were values.
    pub fn spread(spread: Option<Spread>, digits: usize) -> Self {
        spread.map_or(Self::Missing, |spread| Self::Spread(spread.mean, spread.deviation, digits))
    }

    /// As people are shown it.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => grouped(*count),
            Self::Number(number, digits) => fixed(*number, *digits),
            Self::Spread(mean, deviation, digits) => {
                format!("{} ± {}", fixed(*mean, *digits), fixed(*deviation, *digits))
            }
            Self::Missing => "–".to_owned(),
        }
    }

    /// What rows are sorted by.
    pub fn key(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::Number(number, _) | Self::Spread(number, _, _) => number.to_string(),
            Self::Missing => String::new(),
        }
    }

    /// Whether it is a text.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }
}

/// The digits, and thousands set apart where there are many.
fn fixed(number: f64, digits: usize) -> String {
    if number.abs() >= 1000.0 { grouped(number.round() as u64) } else { format!("{number:.digits$}") }
}

impl Table {
    /// A table without rows.
    pub fn new(id: &'static str, columns: &[&str]) -> Self {
        let column = |name: &&str| Column { name: (*name).to_owned(), spread: false };
        Self { id, columns: columns.iter().map(column).collect(), rows: Vec::new() }
    }

    /// More columns, whose cells are means with deviations.
    #[must_use]
    pub fn with_spreads<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        self.columns.extend(names.into_iter().map(|name| Column { name: name.to_owned(), spread: true }));
        self
    }

    /// More columns.
    #[must_use]
    pub fn with(mut self, names: &[&str]) -> Self {
        self.columns.extend(names.iter().map(|name| Column { name: (*name).to_owned(), spread: false }));
        self
    }

    /// Adds a row.
    pub fn push(&mut self, shown: bool, cells: Vec<Value>) {
        self.rows.push(Row { cells, shown });
    }

    /// The rows that people are shown.
    pub fn shown(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.shown)
    }

    /// Where the other rows are, if people are not shown all.
    pub fn elsewhere(&self) -> Option<String> {
        let (shown, all) = (self.shown().count() as u64, self.rows.len() as u64);
        (shown < all).then(|| format!("{} of {} rows; all are in {}.csv.", grouped(shown), grouped(all), self.id))
    }
}
