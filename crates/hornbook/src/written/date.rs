//! Dates and times as people write them.

use std::fmt;

/// How the dates of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DateStyle {
    /// In which order year, month and day stand; nothing if there are only times.
    pub order: Option<DateOrder>,
    /// Whether another order was possible just as well.
    pub ambiguous: bool,
    /// Whether there are times.
    pub times: bool,
    /// Whether days are told, not only months.
    pub days: bool,
}

/// In which order the parts of a date stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    /// `2024-01-31`.
    YearMonthDay,
    /// `31.01.2024`, `31 Jan 2024`.
    DayMonthYear,
    /// `01/31/2024`, `Jan 31, 2024`.
    MonthDayYear,
}

impl fmt::Display for DateStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.order {
            None => return f.write_str("times"),
            Some(_) if !self.days => "months",
            Some(DateOrder::YearMonthDay) => "dates, the year first",
            Some(DateOrder::DayMonthYear) => "dates, the day first",
            Some(DateOrder::MonthDayYear) => "dates, the month first",
        };
        f.write_str(order)?;
        f.write_str(if self.times { ", with times" } else { "" })?;
        f.write_str(if self.ambiguous { " (day and month may be meant the other way round)" } else { "" })
    }
}

/// A point in time, as far as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    date: Option<Date>,
    time: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Date {
    year: i32,
    month: u32,
    /// Nothing if only the month is told.
    day: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Time {
    hour: u32,
    minute: u32,
    second: u32,
}

/// The names of months, short.
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG_MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// So many different numbers must look like dates at least to be dates.
const LEAST_DATES_OF_DIGITS: usize = 5;
/// Years of two digits are from 1950 to 2049: tables tell of the past.
const FIRST_YEAR_OF_TWO_DIGITS: u32 = 50;
/// The names of weekdays, short.
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const LONG_WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// A part of a moment that can be a column of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatePart {
    /// `2024`.
    Year,
    /// `Jan`, one of [the names of months](DatePart::months).
    Month,
    /// `Mon`, one of [the names of weekdays](DatePart::weekdays).
    Weekday,
    /// `0` to `23`.
    Hour,
}

impl DatePart {
    /// The names of the months, January first.
    pub fn months() -> [&'static str; 12] {
        MONTHS
    }

    /// The names of the weekdays, Monday first.
    pub fn weekdays() -> [&'static str; 7] {
        WEEKDAYS
    }

    /// All of them.
    pub const ALL: [Self; 4] = [Self::Year, Self::Month, Self::Weekday, Self::Hour];

    /// What the column of it is called behind a point.
    pub fn name(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Month => "month",
            Self::Weekday => "weekday",
            Self::Hour => "hour",
        }
    }
}

impl Moment {
    /// The part as a cell, if it is told.
    pub(crate) fn part(&self, part: DatePart) -> Option<String> {
        let Self { date, time } = self;
        match part {
            DatePart::Year => date.map(|date| date.year.to_string()),
            DatePart::Month => date.map(|date| MONTHS[date.month as usize - 1].to_owned()),
            DatePart::Weekday => date.and_then(weekday).map(|day| WEEKDAYS[day].to_owned()),
            DatePart::Hour => time.map(|time| time.hour.to_string()),
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Date { year, month, day }) = self.date {
            write!(f, "{year:04}-{month:02}")?;
            day.map_or(Ok(()), |day| write!(f, "-{day:02}"))?;
        }
        let blank = if self.date.is_some() { " " } else { "" };
        match self.time {
            Some(Time { hour, minute, second: 0 }) => write!(f, "{blank}{hour:02}:{minute:02}"),
            Some(Time { hour, minute, second }) => write!(f, "{blank}{hour:02}:{minute:02}:{second:02}"),
            None => Ok(()),
        }
    }
}

/// The day of the week, Monday being 0.
fn weekday(Date { year, month, day }: Date) -> Option<usize> {
    // Sakamoto's table of how far the weekday moves on to the first of each month.
    const SHIFTS: [i32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 { year - 1 } else { year };
    let since = year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some((since + SHIFTS[month as usize - 1] + day? as i32 - 1).rem_euclid(7) as usize)
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

impl Date {
    fn new(year: u32, month: u32, day: Option<u32>) -> Option<Self> {
        let year = year as i32;
        let fits = (1..=12).contains(&month) && day.is_none_or(|day| (1..=days_of(year, month)).contains(&day));
        fits.then_some(Self { year, month, day })
    }
}

/// A date taken apart, of which it may not be known what is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    /// Year, month and day, or year and month.
    Known(DateOrder, u32, u32, Option<u32>),
    /// Two numbers that are day and month in some order, the sign between them,
    /// and the year. With points between and two digits for the year, it may as
    /// well be a version.
    Open { first: u32, second: u32, sign: char, year: u32, version: bool },
}

impl Parts {
    fn date(self, order: DateOrder) -> Option<Date> {
        match (self, order) {
            (Self::Known(_, year, month, day), _) => Date::new(year, month, day),
            (Self::Open { first, second, year, .. }, DateOrder::DayMonthYear) => Date::new(year, second, Some(first)),
            (Self::Open { first, second, year, .. }, _) => Date::new(year, first, Some(second)),
        }
    }
}

/// Takes a cell apart; nothing if it is neither a date nor a time.
fn take_apart(text: &str) -> Option<(Option<Parts>, Option<Time>)> {
    let text = text.trim();
    // Most texts are neither: a look at their signs tells.
    if text.len() > 40 || !text.is_ascii() || !text.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let (date, time) = match text.find(':') {
        None => (text, None),
        Some(colon) => {
            let start = text[..colon].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
            (text[..start].trim_end_matches(['T', 't', ' ', ',']), Some(time(&text[start..])?))
        }
    };
    match date.is_empty() {
        true => time.map(|time| (None, Some(time))),
        false => Some((Some(parts(date)?), time)),
    }
}

fn time(text: &str) -> Option<Time> {
    let lower = text.to_ascii_lowercase();
    let (clock, zone) =
        lower.split_at(lower.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').unwrap_or(lower.len()));
    let mut numbers = clock.split(':');
    let (hour, minute) = (numbers.next()?.parse::<u32>().ok()?, two_digits(numbers.next()?)?);
    let second = numbers.next().map_or(Some(0), |second| two_digits(second.split('.').next()?))?;
    let zone = zone.trim();
    let hour = match zone {
        "am" | "a.m." if (1..=12).contains(&hour) => hour % 12,
        "pm" | "p.m." if (1..=12).contains(&hour) => hour % 12 + 12,
        _ if is_zone(zone) => hour,
        _ => return None,
    };
    (numbers.next().is_none() && hour < 24 && minute < 60 && second < 60).then_some(Time { hour, minute, second })
}

/// Times are taken as they stand, wherever they are meant.
fn is_zone(text: &str) -> bool {
    let shift = text.strip_prefix(['+', '-']).is_some_and(|digits| {
        (2..=5).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit() || b == b':')
    });
    shift || matches!(text, "" | "z" | "utc" | "gmt")
}

fn two_digits(text: &str) -> Option<u32> {
    if text.len() == 2 { text.parse().ok() } else { None }
}

/// A date of eight digits, as in `20240131`.
fn eight_digits(text: &str) -> Option<Parts> {
    let [year, month, day] = [text.get(..4)?, text.get(4..6)?, text.get(6..8)?].map(str::parse::<u32>);
    let (year, month, day) = (year.ok()?, month.ok()?, day.ok()?);
    let fits = (1900..2100).contains(&year) && Date::new(year, month, Some(day)).is_some();
    fits.then_some(Parts::Known(DateOrder::YearMonthDay, year, month, Some(day)))
}

/// Whether numbers are dates of eight digits. A few numbers may look so by chance.
pub(crate) fn are_eight_digits<'a>(mut values: impl Iterator<Item = &'a str> + Clone) -> bool {
    let is_date =
        |text: &str| text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) && eight_digits(text).is_some();
    values.clone().nth(LEAST_DATES_OF_DIGITS - 1).is_some() && values.all(is_date)
}

fn parts(text: &str) -> Option<Parts> {
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        return eight_digits(text);
    }
    let mut words = text.split([' ', '-', '/', '.', ',']).filter(|word| !word.is_empty()).peekable();
    words.next_if(|word| position(word, &WEEKDAYS, &LONG_WEEKDAYS).is_some());
    let (first, second, third) = (words.next()?, words.next()?, words.next());
    if words.next().is_some() {
        return None;
    }
    let number = |word: &str, most: usize| if word.len() <= most { word.parse::<u32>().ok() } else { None };
    let year = |word: &str| {
        if word.len() == 4 { word.parse::<u32>().ok().filter(|year| (1000..3000).contains(year)) } else { None }
    };
    let month = |word: &str| position(word, &MONTHS, &LONG_MONTHS).map(|place| place as u32 + 1);
    let separator = text.chars().find(|c| !c.is_ascii_alphanumeric())?;
    let Some(third) = third else {
        if let (Some(month), Some(year)) = (month(first), year(second)) {
            return Some(Parts::Known(DateOrder::MonthDayYear, year, month, None));
        }
        let digits =
            if second.len() == 2 && matches!(separator, '-' | '/') { number(second, 2)? } else { return None };
        return Some(Parts::Known(DateOrder::YearMonthDay, year(first)?, digits, None));
    };
    if let Some(year) = year(first) {
        let month = month(second).or_else(|| number(second, 2))?;
        return Some(Parts::Known(DateOrder::YearMonthDay, year, month, Some(number(third, 2)?)));
    }
    // Only behind slashes and points, or beside the name of a month, two digits are
    // a year.
    let named = month(first).or(month(second));
    let short = |word: &str| {
        let years = if word.len() == 2 && (matches!(separator, '/' | '.') || named.is_some()) {
            number(word, 2)?
        } else {
            return None;
        };
        Some(if years < FIRST_YEAR_OF_TWO_DIGITS { 2000 + years } else { 1900 + years })
    };
    let year = year(third).or_else(|| short(third))?;
    match (month(first), month(second)) {
        (Some(month), None) => {
            let day = second.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']);
            Some(Parts::Known(DateOrder::MonthDayYear, year, month, Some(number(day, 2)?)))
        }
        (None, Some(month)) => Some(Parts::Known(DateOrder::DayMonthYear, year, month, Some(number(first, 2)?))),
        (None, None) => {
            let version = separator == '.' && third.len() == 2;
            Some(Parts::Open { first: number(first, 2)?, second: number(second, 2)?, sign: separator, year, version })
        }
        _ => None,
    }
}

/// The place of a name among others, in its long or short form.
fn position(word: &str, short: &[&str], long: &[&str]) -> Option<usize> {
    let fits = |name: &&str| name.eq_ignore_ascii_case(word.trim_end_matches('.'));
    short.iter().position(fits).or_else(|| long.iter().position(fits))
}

/// Finds out how the dates of a column are written; nothing if they are none.
/// `values` are all that occur, without missing ones.
pub(crate) fn find_style<'a>(values: impl Iterator<Item = &'a str>) -> Option<DateStyle> {
    let mut found: Option<(Option<DateOrder>, bool, bool)> = None;
    let (mut times, mut day_first, mut month_first, mut separator) = (false, true, true, ' ');
    let mut versions = false;
    for value in values {
        let (parts, time) = take_apart(value)?;
        let form = match parts {
            None => (None, true, false),
            Some(Parts::Known(order, .., day)) => (Some(order), day.is_some(), false),
            Some(Parts::Open { sign, version, .. }) => {
                separator = sign;
                versions |= version;
                (None, true, true)
            }
        };
        if found.replace(form).is_some_and(|before| before != form) {
            return None;
        }
        times |= time.is_some();
        if let Some(parts) = parts {
            day_first &= parts.date(DateOrder::DayMonthYear).is_some();
            month_first &= parts.date(DateOrder::MonthDayYear).is_some();
        }
    }
    let (order, days, open) = found?;
    // Numbers of versions seldom begin with more than a month has, and dates with
    // points never with the month.
    if !day_first && !month_first || versions && month_first {
        return None;
    }
    let order = match open {
        false => order,
        // Where either fits, points and dashes go with the day first.
        true if day_first && (!month_first || separator != '/') => Some(DateOrder::DayMonthYear),
        true => Some(DateOrder::MonthDayYear),
    };
    Some(DateStyle { order, ambiguous: open && day_first && month_first, times, days })
}

/// The moment that a cell tells in that style.
pub(crate) fn convert(text: &str, style: &DateStyle) -> Option<Moment> {
    let (parts, time) = take_apart(text)?;
    let date = match (parts, style.order) {
        (Some(parts), Some(order)) => Some(parts.date(order)?),
        (None, None) => None,
        _ => return None,
    };
    Some(Moment { date, time })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(values: &[&str]) -> Option<Vec<String>> {
        let style = find_style(values.iter().copied())?;
        values.iter().map(|value| convert(value, &style).map(|moment| moment.to_string())).collect()
    }

    #[test]
    fn dates_as_people_write_them() {
        let cases: &[(&[&str], &[&str])] = &[
            (&["2024-01-31", "2023-12-01"], &["2024-01-31", "2023-12-01"]),
            (&["2024/1/31"], &["2024-01-31"]),
            (&["31.01.2024", "1.2.2024"], &["2024-01-31", "2024-02-01"]),
            (&["01/31/2024", "02/01/2024"], &["2024-01-31", "2024-02-01"]),
            (&["31/01/2024", "01/02/2024"], &["2024-01-31", "2024-02-01"]),
            (&["5.1.21", "31.12.98"], &["2021-01-05", "1998-12-31"]),
            (&["1/2/98", "12/31/04"], &["1998-01-02", "2004-12-31"]),
            (&["25/11/63", "5/11/49"], &["1963-11-25", "2049-11-05"]),
            (&["19750103", "20241231"], &["1975-01-03", "2024-12-31"]),
            (&["Jan 5, 2020", "December 31, 2021"], &["2020-01-05", "2021-12-31"]),
            (&["5 Jan 2020", "05-Feb-2021"], &["2020-01-05", "2021-02-05"]),
            (&["2020-01-02T03:04:05Z", "2020-01-02 13:04"], &["2020-01-02 03:04:05", "2020-01-02 13:04"]),
            (&["1/2/2020 1:05 PM"], &["2020-01-02 13:05"]),
            (&["12:30", "08:05:09"], &["12:30", "08:05:09"]),
            (&["2020-01", "2021-12"], &["2020-01", "2021-12"]),
            (&["Jan 2020"], &["2020-01"]),
            (&["Mon, 5 Jan 2020"], &["2020-01-05"]),
        ];
        for (texts, dates) in cases {
            let expected: Vec<String> = dates.iter().map(|date| (*date).to_owned()).collect();
            assert_eq!(read(texts), Some(expected), "{texts:?}");
        }
    }

    #[test]
    fn what_only_looks_like_dates() {
        for texts in [
            &["2024-13-01"][..],
            &["31/31/2024"],
            &["31/01/2024", "01/31/2024"],
            &["1.2.3"],
            &["1.2.10", "2.11.13"],
            &["1.31.10"],
            &["10-20-30"],
            &["1990-91"],
            &["2020"],
            &["20201301"],
            &["12345678"],
            &["202001"],
            &["25:00"],
            &["12:99"],
            &["29.02.2023"],
            &["may 5"],
            &["2024-01-31", "31.01.2024"],
            &["1-800-555"],
            &["3:2 for us"],
        ] {
            assert_eq!(read(texts), None, "{texts:?}");
        }
    }

    #[test]
    fn an_order_that_may_be_another_is_told() {
        assert!(find_style(["1/2/2020"].into_iter()).unwrap().ambiguous);
        assert!(!find_style(["1/2/2020", "1/31/2020"].into_iter()).unwrap().ambiguous);
    }

    #[test]
    fn parts_of_moments() {
        let style = find_style(["2024-02-29 23:10"].into_iter()).unwrap();
        let part = |text: &str, part| convert(text, &style).unwrap().part(part).unwrap();
        assert_eq!(part("2024-02-29 23:10", DatePart::Weekday), "Thu");
        assert_eq!(part("2026-11-16 00:00", DatePart::Weekday), "Mon");
        assert_eq!(part("1970-01-01 00:00", DatePart::Weekday), "Thu");
        assert_eq!(part("2024-02-29 23:10", DatePart::Month), "Feb");
        assert_eq!(part("2024-02-29 23:10", DatePart::Year), "2024");
        assert_eq!(part("2024-02-29 23:10", DatePart::Hour), "23");
    }
}
