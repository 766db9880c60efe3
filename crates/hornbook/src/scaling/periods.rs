//! Columns of dates, cut into periods.
//!
//! Dates stand in tables with the year first, whatever they were written like: so
//! the order of their texts is that of time.

use crate::table::Table;

/// Whether the text is a date with the year first, perhaps with a time behind.
pub(super) fn is_date(text: &str) -> bool {
    let pattern = |text: &str, pattern: &str| {
        text.len() == pattern.len()
            && text.bytes().zip(pattern.bytes()).all(|(c, p)| if p == b'0' { c.is_ascii_digit() } else { c == p })
    };
    let (date, time) = text.split_once(' ').map_or((text, None), |(date, time)| (date, Some(time)));
    (pattern(date, "0000-00-00") || pattern(date, "0000-00"))
        && time.is_none_or(|time| pattern(time, "00:00") || pattern(time, "00:00:00"))
}

/// Round cut points that leave about as many rows in each of so many periods:
/// the first of a year or a month, where there is one.
pub(super) fn quantiles(table: &Table, column: usize, periods: usize) -> Vec<String> {
    let mut dates: Vec<&str> = table.column(column).map(str::trim).filter(|cell| is_date(cell)).collect();
    dates.sort_unstable();
    let slack = dates.len() / 20;
    let mut cuts: Vec<String> = Vec::new();
    for part in 1..periods {
        let rank = dates.len() * part / periods;
        let at = |rank: usize| dates.get(rank.min(dates.len().saturating_sub(1))).copied();
        let (Some(low), Some(middle), Some(high)) = (at(rank.saturating_sub(slack + 1)), at(rank), at(rank + slack))
        else {
            break;
        };
        let cut = roundest(low, middle, high);
        let after = cuts.last().map_or(dates[0], String::as_str);
        if cut.as_str() > after {
            cuts.push(cut);
        }
    }
    cuts
}

/// The first of a year or a month after `low` and not after `high`, rather near the
/// middle; else that day.
fn roundest(low: &str, middle: &str, high: &str) -> String {
    let year = |date: &str| date.get(..4).map(|year| format!("{year}-01-01"));
    let month = |date: &str| date.get(..7).map(|month| format!("{month}-01"));
    let near = [year(middle), year(high), month(middle), month(high)];
    let between = |date: &String| date.as_str() > low && date.as_str() <= high;
    let day = || middle.get(..10).unwrap_or(middle).to_owned();
    near.into_iter().flatten().find(between).unwrap_or_else(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_begin_with_years_and_months() {
        let rows: String = (0..240).map(|month| format!("{}-{:02}-15\n", 2000 + month / 12, 1 + month % 12)).collect();
        let table = Table::read(format!("when\n{rows}").as_bytes(), None).unwrap();
        assert_eq!(quantiles(&table, 0, 4), ["2005-01-01", "2010-01-01", "2015-01-01"]);
        assert_eq!(roundest("2020-01-20", "2020-02-20", "2020-03-17"), "2020-02-01");
        assert_eq!(roundest("2020-03-02", "2020-03-17 12:30", "2020-03-20"), "2020-03-17");
    }

    #[test]
    fn dates_have_the_year_first() {
        for (text, date) in
            [("2020-01-31", true), ("2020-01", true), ("2020-01-31 12:30", true), ("31.1.2020", false), ("2020", false)]
        {
            assert_eq!(is_date(text), date, "{text}");
        }
    }
}
