//! Cells of a database as text that people expect.

use std::borrow::Cow;

use super::dialect::Dialect;
use crate::engine::{SourceColumn, ValueKind};

/// The most digits of a number that can be told apart.
const MOST_DIGITS: usize = 15;

/// The expression that gives the cells of a column as text.
pub(super) fn text_of(dialect: Dialect, column: &SourceColumn) -> String {
    let name = dialect.name(&column.name);
    match dialect {
        Dialect::Postgres => postgres_text(&name, column),
        Dialect::Mysql => mysql_text(&name, column),
        Dialect::Sqlite => sqlite_text(&name, column.kind),
        Dialect::Spark => spark_text(&name, column.kind),
    }
}

/// The same, in a form of which equal texts are equal byte by byte and no others.
pub(super) fn comparable_text_of(dialect: Dialect, column: &SourceColumn) -> String {
    let text = text_of(dialect, column);
    match dialect {
        Dialect::Postgres => format!("({text} COLLATE \"C\")"),
        Dialect::Mysql => format!("({text} COLLATE utf8mb4_bin)"),
        Dialect::Sqlite => format!("({text} COLLATE BINARY)"),
        Dialect::Spark => text,
    }
}

fn postgres_text(name: &str, column: &SourceColumn) -> String {
    match column.kind {
        ValueKind::List => format!("array_to_string({name}, ';')"),
        ValueKind::Date if column.type_name == "timestamptz" => format!("({name} AT TIME ZONE 'UTC')::text"),
        _ => format!("{name}::text"),
    }
}

fn mysql_text(name: &str, column: &SourceColumn) -> String {
    let plain = |expression: &str| format!("CAST({expression} AS CHAR CHARACTER SET utf8mb4)");
    match column.kind {
        ValueKind::Boolean => {
            let number = mysql_boolean(name, column);
            let other = plain(&number);
            format!("CASE {number} WHEN 0 THEN 'false' WHEN 1 THEN 'true' ELSE {other} END")
        }
        // Some whole numbers are shown with zeros before them.
        ValueKind::Whole => plain(&format!("({name} + 0)")),
        // What a SET holds stands between commas, which no value of it can have.
        ValueKind::List => format!("REPLACE({}, ',', ';')", plain(name)),
        _ => plain(name),
    }
}

/// A column of yes and no as a number.
pub(super) fn mysql_boolean(name: &str, column: &SourceColumn) -> String {
    if column.type_name.starts_with("bit") { format!("({name} + 0)") } else { name.to_owned() }
}

/// SQLite lets any value stand in any column.
fn sqlite_text(name: &str, kind: ValueKind) -> String {
    let boolean = match kind {
        ValueKind::Boolean => format!(
            " WHEN typeof({name}) = 'integer' AND {name} IN (0, 1) THEN CASE {name} WHEN 0 THEN 'false' ELSE 'true' END"
        ),
        _ => String::new(),
    };
    // 17 digits tell all numbers apart, but 15 look better, where they do.
    let real = format!(
        "CASE WHEN CAST(printf('%!.15g', {name}) AS REAL) = {name} THEN printf('%!.15g', {name}) \
         ELSE printf('%!.17g', {name}) END"
    );
    format!(
        "CASE{boolean} WHEN typeof({name}) = 'real' THEN {real} \
         WHEN typeof({name}) = 'blob' THEN NULL ELSE CAST({name} AS TEXT) END"
    )
}

fn spark_text(name: &str, kind: ValueKind) -> String {
    match kind {
        ValueKind::List => format!("array_join(transform({name}, x -> CAST(x AS STRING)), ';')"),
        _ => format!("CAST({name} AS STRING)"),
    }
}

/// A cell as it came, in the way people write it: numbers without zeros at the end,
/// moments without parts of a second.
pub(super) fn as_people_write(kind: ValueKind, text: &str) -> Cow<'_, str> {
    match kind {
        ValueKind::Number => plain_number(text),
        ValueKind::Date | ValueKind::Time => match text.split_once('.') {
            Some((whole, parts)) if parts.bytes().all(|byte| byte.is_ascii_digit()) => Cow::Borrowed(whole),
            _ => Cow::Borrowed(text),
        },
        _ => Cow::Borrowed(text),
    }
}

/// A number without zeros at its end; one of few digits as its shortest text.
fn plain_number(text: &str) -> Cow<'_, str> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_whole = digits > 0 && text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    if text == "-0" {
        return Cow::Borrowed("0");
    }
    if is_whole && digits <= MOST_DIGITS {
        return Cow::Borrowed(text);
    }
    let starts = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    let Some(number) = text.parse::<f64>().ok().filter(|number| starts && number.is_finite()) else {
        return Cow::Borrowed(text);
    };
    // More digits than a number of the machine holds tell numbers apart.
    let trimmed = if text.contains('.') && !text.contains(['e', 'E']) {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    };
    let telling = trimmed.bytes().filter(u8::is_ascii_digit).count();
    let shortest = number_text(number);
    if telling <= MOST_DIGITS || text.contains(['e', 'E']) { Cow::Owned(shortest) } else { Cow::Borrowed(trimmed) }
}

/// A number as people write it, and distinct for distinct numbers.
pub(super) fn number_text(number: f64) -> String {
    let number = number + 0.0;
    let usual = number == 0.0 || (1e-5..1e15).contains(&number.abs());
    if usual { format!("{number}") } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_do() {
        let number = |text| as_people_write(ValueKind::Number, text).into_owned();
        assert_eq!(number("1.50"), "1.5");
        assert_eq!(number("3.0000000000000000"), "3");
        assert_eq!(number("1e+20"), "1e20");
        assert_eq!(number("-0"), "0");
        assert_eq!(number("NaN"), "NaN");
        assert_eq!(number("12345678901234567.890"), "12345678901234567.89");
        assert_eq!(number("0.000001"), "1e-6");
    }

    #[test]
    fn moments_have_no_parts_of_a_second() {
        assert_eq!(as_people_write(ValueKind::Date, "2024-01-31 12:30:00.25"), "2024-01-31 12:30:00");
        assert_eq!(as_people_write(ValueKind::Date, "2024-01-31"), "2024-01-31");
    }
}
