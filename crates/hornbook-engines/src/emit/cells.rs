//! What attributes say of cells, as conditions of SQL.

use hornbook::scaling::Predicate;

use super::attribute_columns::AttributeColumn;
use super::conditions::{Conditions, between, number_text};
use super::dialect::EmitDialect;
use super::value::Value;
use crate::engine::ValueKind;
use crate::error::EngineError;

/// The spellings of "missing" in text.
const MISSING: [&str; 9] = ["", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL"];

/// The number in the way of programs, for regular expressions.
const NUMBER: &str = "^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$";

/// The start of a date with the year first, likewise.
const DATE: &str = "^[0-9]{4}-[0-9]{2}";

/// What is true of rows that have the attribute, and of those that lack it; `cell` is the
/// column, quoted.
pub(super) fn conditions(
    dialect: EmitDialect,
    column: &AttributeColumn,
    cell: String,
) -> Result<Conditions, EngineError> {
    ColumnWriter::new(dialect, cell, column).conditions(&column.predicate)
}

/// Writes conditions on the cells of one column.
struct ColumnWriter {
    dialect: EmitDialect,
    /// The column, quoted.
    cell: String,
    kind: Option<ValueKind>,
}

impl ColumnWriter {
    fn new(dialect: EmitDialect, cell: String, column: &AttributeColumn) -> Self {
        // The types of SQLite are wishes: any column may hold anything.
        let kind = column.kind.filter(|_| dialect != EmitDialect::Sqlite);
        Self { dialect, cell, kind }
    }

    fn conditions(&self, predicate: &Predicate) -> Result<Conditions, EngineError> {
        Ok(match predicate {
            Predicate::Yes { .. } if self.kind == Some(ValueKind::Boolean) => self.boolean(),
            Predicate::Yes { yes, no } => self.yes(yes, no),
            Predicate::Equals(value) => self.equals(value),
            Predicate::Contains { value, separator } => self.contains(value, separator),
            Predicate::Missing { except } => self.missing(except),
            Predicate::AtLeast(bound) => Conditions::new(self.at_least(*bound), self.below(*bound)),
            Predicate::Below(bound) => Conditions::new(self.below(*bound), self.at_least(*bound)),
            Predicate::Between { at_least, below } => {
                between([self.at_least(*at_least), self.below(*below)], [self.below(*at_least), self.at_least(*below)])
            }
            Predicate::From(date) => Conditions::new(self.date(">=", date), self.date("<", date)),
            Predicate::Before(date) => Conditions::new(self.date("<", date), self.date(">=", date)),
            Predicate::During { from, before } => between(
                [self.date(">=", from), self.date("<", before)],
                [self.date("<", from), self.date(">=", before)],
            ),
            _ => return Err(EngineError::Wrong(format!("a test of {} cannot be written in SQL", self.cell))),
        })
    }

    /// The cell as text, without the blanks around.
    fn text(&self) -> String {
        let cell = &self.cell;
        match self.dialect {
            EmitDialect::Ansi => format!("TRIM(CAST({cell} AS VARCHAR(4000)))"),
            EmitDialect::Postgres if self.kind == Some(ValueKind::Text) => format!("trim({cell})"),
            EmitDialect::Postgres => format!("trim({cell}::text)"),
            // Otherwise capitals would not count.
            EmitDialect::Mysql => format!("trim(convert({cell} using utf8mb4)) COLLATE utf8mb4_bin"),
            EmitDialect::Sqlite => format!("trim(CAST({cell} AS TEXT))"),
            EmitDialect::Spark => format!("trim(CAST({cell} AS STRING))"),
        }
    }

    /// The same without zeros at its end.
    fn text_without_zeros(&self) -> String {
        match self.dialect {
            EmitDialect::Sqlite => format!("rtrim({}, '0')", self.text()),
            _ => format!("trim(TRAILING '0' FROM {})", self.text()),
        }
    }

    fn boolean(&self) -> Conditions {
        Conditions::new(self.cell.clone(), format!("NOT {}", self.cell))
    }

    fn yes(&self, yes: &[String], no: &[String]) -> Conditions {
        let texts = |spellings: &[String]| self.dialect.quoted_texts(spellings.iter().map(String::as_str));
        let text = format!("lower({})", self.text());
        let said = match no.iter().any(String::is_empty) {
            // Where an empty cell says no, so does one that was not written at all.
            true => format!("coalesce({text}, '')"),
            false => text.clone(),
        };
        Conditions::new(format!("{text} IN {}", texts(yes)), format!("{said} IN {}", texts(no)))
    }

    fn equals(&self, value: &str) -> Conditions {
        let is_number = matches!(self.kind, Some(ValueKind::Whole | ValueKind::Number));
        match Value::of(value) {
            Value::Whole(number) | Value::Fraction(number) if is_number => self.compared("=", "<>", number),
            Value::Truth(true) if self.kind == Some(ValueKind::Boolean) => self.boolean(),
            Value::Truth(false) if self.kind == Some(ValueKind::Boolean) => {
                Conditions::new(format!("NOT {}", self.cell), self.cell.clone())
            }
            Value::Truth(truth) => {
                self.one_of(if truth { &["true", "True", "TRUE"] } else { &["false", "False", "FALSE"] })
            }
            Value::Whole(number) => self.number_or_text(number, &format!("{number}.")),
            // As text, 1.10 is not 1.1; what it is in a column of unknown kind, its type
            // may have added.
            Value::Fraction(number) if self.kind != Some(ValueKind::Text) => self.number_or_text(number, number),
            Value::Fraction(text) | Value::Text(text) => self.one_of(&[text]),
        }
    }

    fn compared(&self, has: &str, lacks: &str, bound: &str) -> Conditions {
        let cell = &self.cell;
        Conditions::new(format!("{cell} {has} {bound}"), format!("{cell} {lacks} {bound}"))
    }

    fn one_of(&self, values: &[&str]) -> Conditions {
        let text = self.text();
        let has = match values {
            [value] => format!("{text} = {}", self.dialect.quoted_text(value)),
            _ => format!("{text} IN {}", self.dialect.quoted_texts(values.iter().copied())),
        };
        Conditions::new(has, format!("{text} NOT IN {}", self.known_but(values)))
    }

    /// A number may be written with zeros behind; `trimmed` is what it is without.
    fn number_or_text(&self, number: &str, trimmed: &str) -> Conditions {
        let (exact, other) = (self.one_of(&[number]), self.text_without_zeros());
        let trimmed = self.dialect.quoted_text(trimmed);
        Conditions::new(
            format!("({} OR {other} = {trimmed})", exact.has),
            format!("({} AND {other} <> {trimmed})", exact.lacks),
        )
    }

    /// These values, and what means that there is none.
    fn known_but(&self, values: &[&str]) -> String {
        let missing = MISSING.iter().filter(|missing| !values.contains(missing));
        self.dialect.quoted_texts(values.iter().chain(missing).copied())
    }

    fn contains(&self, value: &str, separator: &str) -> Conditions {
        let text = self.text();
        let quoted = |text: &str| self.dialect.quoted_text(text);
        let plain = match separator.trim() {
            "" => text.clone(),
            // Blanks beside a separator do not count.
            sign => format!(
                "replace(replace({text}, {}, {}), {}, {})",
                quoted(&format!(" {sign}")),
                quoted(sign),
                quoted(&format!("{sign} ")),
                quoted(sign)
            ),
        };
        let sign = if separator.trim().is_empty() { separator } else { separator.trim() };
        let within = match self.dialect {
            EmitDialect::Mysql => format!("concat({}, {plain}, {})", quoted(sign), quoted(sign)),
            _ => format!("{} || {plain} || {}", quoted(sign), quoted(sign)),
        };
        let piece = quoted(&format!("{sign}{value}{sign}"));
        let place = match self.dialect {
            EmitDialect::Sqlite => format!("instr({within}, {piece})"),
            EmitDialect::Postgres => format!("strpos({within}, {piece})"),
            _ => format!("position({piece} IN {within})"),
        };
        let known = format!("{text} NOT IN {}", self.known_but(&[]));
        Conditions::new(format!("{place} > 0"), format!("({place} = 0 AND {known})"))
    }

    fn missing(&self, except: &[String]) -> Conditions {
        let cell = &self.cell;
        if !except.is_empty() {
            let spellings = MISSING.into_iter().filter(|missing| !except.iter().any(|spelling| spelling == missing));
            let spellings = self.dialect.quoted_texts(spellings);
            let text = self.text();
            // What is no exception to be missing is not, where the empty cell is none.
            let lacks = format!("coalesce({text}, '') NOT IN {spellings}");
            return Conditions::new(format!("{text} IN {spellings}"), lacks);
        }
        if matches!(self.kind, Some(kind) if kind != ValueKind::Text) {
            return Conditions::new(format!("{cell} IS NULL"), format!("{cell} IS NOT NULL"));
        }
        let (text, spellings) = (self.text(), self.known_but(&[]));
        Conditions::new(format!("({cell} IS NULL OR {text} IN {spellings})"), format!("{text} NOT IN {spellings}"))
    }

    /// The cell is a number that is not below the bound.
    fn at_least(&self, bound: f64) -> String {
        let bound = number_text(bound);
        match self.dialect {
            // What is no number counts as more than any.
            EmitDialect::Sqlite => {
                format!("{} BETWEEN CAST({bound} AS REAL) AND CAST(9e999 AS REAL)", self.cell)
            }
            _ => format!("{} >= {bound}", self.number()),
        }
    }

    /// The cell is a number below the bound.
    fn below(&self, bound: f64) -> String {
        let bound = number_text(bound);
        match self.dialect {
            EmitDialect::Sqlite => format!("{} < CAST({bound} AS REAL)", self.cell),
            _ => format!("{} < {bound}", self.number()),
        }
    }

    /// The cell as a number, NULL if it is none.
    fn number(&self) -> String {
        let (cell, text) = (&self.cell, self.text());
        match (self.dialect, self.kind) {
            (_, Some(ValueKind::Whole | ValueKind::Number)) => cell.clone(),
            (EmitDialect::Postgres, Some(ValueKind::Text)) => {
                format!("CASE WHEN {text} ~ '{NUMBER}' THEN {text}::float8 END")
            }
            (EmitDialect::Ansi, Some(ValueKind::Text)) => {
                format!("CASE WHEN {text} NOT IN {} THEN CAST({text} AS DOUBLE PRECISION) END", self.known_but(&[]))
            }
            // These compare numbers with text without a word, and not as people do.
            (EmitDialect::Mysql, _) => format!("CASE WHEN {text} REGEXP '{NUMBER}' THEN {text} + 0e0 END"),
            (EmitDialect::Spark, _) => format!("nanvl(try_cast({cell} AS DOUBLE), CAST(NULL AS DOUBLE))"),
            _ => cell.clone(),
        }
    }

    /// The cell is a date before the other one, or not.
    fn date(&self, sign: &str, date: &str) -> String {
        let (cell, text, quoted) = (&self.cell, self.text(), self.dialect.quoted_text(date));
        match (self.dialect, self.kind) {
            (EmitDialect::Spark, _) => format!("try_cast({cell} AS TIMESTAMP) {sign} TIMESTAMP {quoted}"),
            (EmitDialect::Sqlite, _) => {
                let digit = "[0-9]".repeat(4);
                format!("CASE WHEN {text} GLOB '{digit}-[0-9][0-9]*' THEN {text} END {sign} {quoted}")
            }
            (_, Some(ValueKind::Date)) => format!("{cell} {sign} {quoted}"),
            (EmitDialect::Postgres, Some(ValueKind::Text)) => {
                format!("CASE WHEN {text} ~ '{DATE}' THEN {text} END COLLATE \"C\" {sign} {quoted}")
            }
            (EmitDialect::Mysql, _) => format!("CASE WHEN {text} REGEXP '{DATE}' THEN {text} END {sign} {quoted}"),
            (_, Some(ValueKind::Text)) => {
                format!("CASE WHEN {text} NOT IN {} THEN {text} END {sign} {quoted}", self.known_but(&[]))
            }
            _ => format!("{cell} {sign} {quoted}"),
        }
    }
}
