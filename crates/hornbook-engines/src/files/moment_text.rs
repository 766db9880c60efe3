//! Days and times of day as people write them: `2024-01-31`, `12:30:00`.

use std::fmt::Write;

const SECONDS_A_DAY: i64 = 24 * 60 * 60;

/// Writes the day that is so many days after the first of January 1970.
pub(super) fn write_day(days: i64, out: &mut String) {
    let (year, month, day) = civil(days);
    let sign = if year < 0 { "-" } else { "" };
    _ = write!(out, "{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs());
}

/// Writes the moment that is so many units after the start of 1970, with so many
/// units a second. A fraction of a second is only written if there is one.
pub(super) fn write_moment(units: i64, units_a_second: i64, out: &mut String) {
    let (seconds, fraction) = (units.div_euclid(units_a_second), units.rem_euclid(units_a_second));
    write_day(seconds.div_euclid(SECONDS_A_DAY), out);
    out.push(' ');
    write_clock(seconds.rem_euclid(SECONDS_A_DAY), fraction, units_a_second, out);
}

/// Writes the time of day that is so many units after midnight.
pub(super) fn write_time(units: i64, units_a_second: i64, out: &mut String) {
    write_clock(units.div_euclid(units_a_second), units.rem_euclid(units_a_second), units_a_second, out);
}

fn write_clock(seconds: i64, fraction: i64, units_a_second: i64, out: &mut String) {
    _ = write!(out, "{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if fraction > 0 {
        let digits = units_a_second.ilog10() as usize;
        let text = format!("{fraction:0digits$}");
        out.push('.');
        out.push_str(text.trim_end_matches('0'));
    }
}

/// Year, month and day of a number of days after the first of January 1970. A year
/// is taken to begin in March, so that the day that not all have comes last.
fn civil(days: i64) -> (i64, i64, i64) {
    const DAYS_IN_400_YEARS: i64 = 146_097;
    // The first of March of the year 0 is so many days before.
    let days = days.saturating_add(719_468);
    let era = days.div_euclid(DAYS_IN_400_YEARS);
    let day_of_era = days.rem_euclid(DAYS_IN_400_YEARS);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_written_as_people_do() {
        let day = |days| {
            let mut text = String::new();
            write_day(days, &mut text);
            text
        };
        for (days, text) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (19_753, "2024-01-31"),
            (19_782, "2024-02-29"),
            (-25_509, "1900-02-28"),
            (-25_508, "1900-03-01"),
            (-719_528, "0000-01-01"),
        ] {
            assert_eq!(day(days), text);
        }
        let moment = |units, a_second| {
            let mut text = String::new();
            write_moment(units, a_second, &mut text);
            text
        };
        assert_eq!(moment(1_706_704_200, 1), "2024-01-31 12:30:00");
        assert_eq!(moment(1_706_704_200_250, 1000), "2024-01-31 12:30:00.25");
        assert_eq!(moment(-1, 1_000_000_000), "1969-12-31 23:59:59.999999999");
        let mut time = String::new();
        write_time(45_001_500, 1000, &mut time);
        assert_eq!(time, "12:30:01.5");
    }
}
