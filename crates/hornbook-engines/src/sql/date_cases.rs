//! Columns of dates and times as CASE expressions.
//!
//! Dates are compared as texts with the year first, so periods begin at the first
//! moment whose text is not before theirs. Parts of dates have few values: what each
//! tells is found out here.

use hornbook::scaling::{Predicate, TestedColumn};
use hornbook::written::{DateOrder, DatePart, Notation};

use super::case::Case;
use super::dialect::Dialect;
use super::outcomes::Outcomes;
use crate::engine::{SourceColumn, ValueKind};

/// Years are read from the first of these to before the second; others are just texts.
const YEARS: (i32, i32) = (1000, 3000);

/// The CASE of a column of dates; nothing if its tests are of another kind.
pub(super) fn case(
    dialect: Dialect,
    source: &SourceColumn,
    tested: &TestedColumn,
    outcomes: &mut Outcomes<'_>,
) -> Option<Case> {
    let Some(Notation::Dates(style)) = tested.notation() else { return None };
    let is_usual = matches!(style.order, Some(DateOrder::YearMonthDay)) && style.days;
    let column = DateColumn::of(dialect, source)?;
    let known = match (source.kind, tested.part) {
        (ValueKind::Time, Some(DatePart::Hour)) if style.order.is_none() => column.hours_of_times(outcomes),
        (ValueKind::Date, Some(part)) if is_usual => column.parts(part, outcomes),
        (ValueKind::Date, None) if is_usual => column.periods(tested, outcomes)?,
        _ => return None,
    };
    let mut case = Case::otherwise(known);
    case.when(format!("{} IS NULL", column.name), outcomes.of_text(""));
    Some(case)
}

struct DateColumn {
    dialect: Dialect,
    /// The column as an expression.
    name: String,
    has_times: bool,
    /// Whether it holds what clocks show, wherever they are.
    is_local: bool,
}

impl DateColumn {
    /// Nothing if the database has no real dates.
    fn of(dialect: Dialect, source: &SourceColumn) -> Option<Self> {
        let name = dialect.name(&source.name);
        let kind = source.type_name.to_ascii_lowercase();
        let name = match dialect {
            Dialect::Postgres if kind == "timestamptz" => format!("({name} AT TIME ZONE 'UTC')"),
            Dialect::Postgres | Dialect::Spark => name,
            // Its times go beyond a day.
            Dialect::Mysql if source.kind == ValueKind::Time => return None,
            Dialect::Mysql => name,
            Dialect::Sqlite => return None,
        };
        Some(Self { dialect, name, has_times: kind != "date", is_local: kind == "timestamp_ntz" })
    }

    /// A date as a literal.
    fn literal(&self, text: &str) -> String {
        match (self.dialect, self.has_times) {
            (Dialect::Spark, true) if self.is_local => format!("TIMESTAMP_NTZ '{text}'"),
            (Dialect::Postgres | Dialect::Spark, true) => format!("TIMESTAMP '{text}'"),
            (Dialect::Postgres | Dialect::Spark, false) => format!("DATE '{text}'"),
            _ => format!("'{text}'"),
        }
    }

    /// The text of a day's cell, or of a moment of it.
    fn cell(&self, day: &str) -> String {
        if self.has_times { format!("{day} 12:30:00") } else { day.to_owned() }
    }

    fn first_of(&self, year: i32) -> String {
        self.literal(&format!("{year:04}-01-01"))
    }

    fn periods(&self, tested: &TestedColumn, outcomes: &mut Outcomes<'_>) -> Option<Case> {
        let mut starts: Vec<String> = vec![format!("{:04}-01-01", YEARS.0), format!("{:04}-01-01", YEARS.1)];
        for (_, predicate) in &tested.tests {
            let bounds: Vec<&String> = match predicate {
                Predicate::From(bound) | Predicate::Before(bound) => vec![bound],
                Predicate::During { from, before } => vec![from, before],
                Predicate::Missing { .. } => Vec::new(),
                _ => return None,
            };
            for bound in bounds {
                starts.push(first_moment(bound, self.has_times)?);
            }
        }
        // The years that have four digits.
        starts.extend((self.dialect != Dialect::Mysql).then(|| "0001-01-01".to_owned()));
        starts.sort_unstable();
        starts.dedup();
        // What begins with a moment is told by that moment.
        let cell = |start: &str| {
            if self.has_times && start.len() == 10 { format!("{start} 00:00:00") } else { start.to_owned() }
        };
        let before_all = match self.dialect {
            Dialect::Mysql => cell("0000-00-00"),
            _ => "a day before the first".to_owned(),
        };
        let mut cells: Vec<String> =
            std::iter::once(before_all).chain(starts.iter().map(|start| cell(start))).collect();
        let last = cells.pop()?;
        let mut case = Case::otherwise(outcomes.of_text(&last));
        for (start, cell) in starts.iter().zip(&cells) {
            case.when(format!("{} < {}", self.name, self.literal(start)), outcomes.of_text(cell));
        }
        // Years of more digits, and the end of time.
        if self.dialect != Dialect::Mysql {
            let far = match self.dialect {
                Dialect::Postgres => self.literal("10000-01-01"),
                _ => self.literal("+10000-01-01"),
            };
            case.when_first(format!("{} >= {far}", self.name), outcomes.of_text("infinity"));
        }
        Some(case)
    }

    fn parts(&self, part: DatePart, outcomes: &mut Outcomes<'_>) -> Case {
        let name = &self.name;
        let number = match (self.dialect, part) {
            (Dialect::Mysql, DatePart::Weekday) => format!("WEEKDAY({name})"),
            (Dialect::Spark, DatePart::Weekday) => format!("weekday({name})"),
            // Its EXTRACT gives decimal numbers, which are slow.
            (Dialect::Postgres, DatePart::Weekday) => format!("date_part('isodow', {name}) - 1"),
            (Dialect::Postgres, DatePart::Year) => format!("date_part('year', {name})"),
            (Dialect::Postgres, DatePart::Month) => format!("date_part('month', {name})"),
            (Dialect::Postgres, DatePart::Hour) if self.has_times => format!("date_part('hour', {name})"),
            (_, DatePart::Weekday) => format!("EXTRACT(ISODOW FROM {name}) - 1"),
            (_, DatePart::Year) => format!("EXTRACT(YEAR FROM {name})"),
            (_, DatePart::Month) => format!("EXTRACT(MONTH FROM {name})"),
            (_, DatePart::Hour) if !self.has_times => {
                return Case::otherwise(outcomes.of_text(&self.cell("2024-01-01")));
            }
            (_, DatePart::Hour) => format!("EXTRACT(HOUR FROM {name})"),
        };
        let values: Vec<(i32, String)> = match part {
            // The first of January 2024 was a Monday.
            DatePart::Weekday => (0..7).map(|day| (day, self.cell(&format!("2024-01-{:02}", day + 1)))).collect(),
            DatePart::Month => (1..=12).map(|month| (month, self.cell(&format!("2024-{month:02}-15")))).collect(),
            DatePart::Year => (YEARS.0..YEARS.1).map(|year| (year, self.cell(&format!("{year}-06-15")))).collect(),
            DatePart::Hour => (0..24).map(|hour| (hour, format!("2024-01-15 {hour:02}:30:00"))).collect(),
        };
        let values: Vec<(i32, usize)> =
            values.into_iter().map(|(value, cell)| (value, outcomes.of_text(&cell))).collect();
        let mut case = ranges(&number, &values, outcomes);
        let beyond = format!("{name} < {} OR {name} >= {}", self.first_of(YEARS.0), self.first_of(YEARS.1));
        case.when_first(beyond, outcomes.of_text(&self.cell("0999-06-15")));
        if self.dialect == Dialect::Mysql {
            // Days that there are not, which it may hold.
            let none = format!("EXTRACT(MONTH FROM {name}) = 0 OR EXTRACT(DAY FROM {name}) = 0");
            case.when_first(none, outcomes.of_text(&self.cell("2024-00-00")));
        }
        case
    }

    fn hours_of_times(&self, outcomes: &mut Outcomes<'_>) -> Case {
        let number = format!("EXTRACT(HOUR FROM {})", self.name);
        let values: Vec<(i32, usize)> =
            (0..24).map(|hour| (hour, outcomes.of_text(&format!("{hour:02}:30:00")))).collect();
        let mut case = ranges(&number, &values, outcomes);
        case.when_first(format!("{number} = 24"), outcomes.of_text("24:00:00"));
        case
    }
}

/// A CASE over numbers that follow each other. Of few, each is a branch, so that the
/// number is found once; of many, those of one outcome in a row are one.
fn ranges(number: &str, values: &[(i32, usize)], outcomes: &mut Outcomes<'_>) -> Case {
    const FEW: usize = 24;
    if values.len() <= FEW {
        let branches = values.iter().map(|(value, outcome)| (value.to_string(), *outcome)).collect();
        return Case::otherwise(Case::of_values(number.to_owned(), branches, outcomes.unsure()));
    }
    let mut runs: Vec<(i32, usize)> = Vec::new();
    for &(value, outcome) in values {
        match runs.last_mut() {
            Some((end, same)) if *same == outcome => *end = value,
            _ => runs.push((value, outcome)),
        }
    }
    let last = runs.pop().map_or_else(|| outcomes.unsure(), |(_, outcome)| outcome);
    let mut case = Case::otherwise(last);
    runs.into_iter().for_each(|(end, outcome)| case.when(format!("{number} <= {end}"), outcome));
    case
}

/// The first moment whose cell is not before a bound, as text; nothing if that is not
/// a day of the years that are read.
fn first_moment(bound: &str, has_times: bool) -> Option<String> {
    let (day, time) = bound.split_once(' ').map_or((bound, None), |(day, time)| (day, Some(time)));
    if day.len() == 7 && time.is_some() {
        return None;
    }
    let day = if day.len() == 7 { format!("{day}-01") } else { day.to_owned() };
    let year: i32 = day.get(..4)?.parse().ok()?;
    let (month, of_month): (u32, u32) = (day.get(5..7)?.parse().ok()?, day.get(8..10)?.parse().ok()?);
    let is_day = (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&of_month);
    if !is_day || !(YEARS.0..YEARS.1).contains(&year) {
        return None;
    }
    match (time, has_times) {
        (None, _) => Some(day),
        // A cell without a time is before all times of its day.
        (Some(_), false) => None,
        (Some(time), true) => {
            let hour: u32 = time.get(..2)?.parse().ok()?;
            let minute: u32 = time.get(3..5)?.parse().ok()?;
            let second: u32 = time.get(6..8).map_or(Some(0), |second| second.parse().ok())?;
            // A full minute is written without seconds, and so before the same with them.
            let second = if time.len() == 8 && second == 0 { 1 } else { second };
            (hour < 24 && minute < 60 && second < 60).then(|| format!("{day} {hour:02}:{minute:02}:{second:02}"))
        }
    }
}

fn days_of(year: i32, month: u32) -> u32 {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_begins_with_the_first_cell_that_is_not_before_it() {
        let first = |bound| first_moment(bound, true);
        assert_eq!(first("2024-02").as_deref(), Some("2024-02-01"));
        assert_eq!(first("2024-02-29").as_deref(), Some("2024-02-29"));
        assert_eq!(first("2024-01-31 12:30").as_deref(), Some("2024-01-31 12:30:00"));
        assert_eq!(first("2024-01-31 12:30:00").as_deref(), Some("2024-01-31 12:30:01"));
        assert_eq!(first("2023-02-29"), None);
        assert_eq!(first_moment("2024-01-31 12:30", false), None);
    }
}
