//! Numbers as people write them.

use std::time::Duration;

/// A share as a percentage, without needless digits.
pub fn percent(share: f64) -> String {
    format!("{}%", significant(share * 100.0))
}

/// A share as a percentage that does not overstate it: 99.9999999% is not 100%.
pub fn at_least(share: f64) -> String {
    let rounded = percent(share);
    if rounded == "100%" && share < 1.0 { "99.99%".to_owned() } else { rounded }
}

/// A number to six significant digits, without needless zeros.
pub fn significant(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let digits = 5 - number.abs().log10().floor() as i32;
    let text = format!("{number:.*}", usize::try_from(digits.clamp(0, 300)).unwrap_or(0));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A length of time: `0.3 s`, `45 s`, `3 min 20 s`, `2 h 5 min`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..0.095 => format!("{:.0} ms", (seconds * 1000.0).max(1.0)),
        ..9.95 => format!("{seconds:.1} s"),
        ..59.5 => format!("{seconds:.0} s"),
        _ if time.as_secs() < 3600 => format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60),
        _ => format!("{} h {} min", time.as_secs() / 3600, time.as_secs() % 3600 / 60),
    }
}

/// An amount of memory: `24 KB`, `1.5 MB`, `3 GB`.
pub fn size(bytes: usize) -> String {
    const UNITS: [&str; 5] = ["bytes", "KB", "MB", "GB", "TB"];
    let unit = (1..UNITS.len()).rev().find(|&unit| bytes >= 1 << (10 * unit)).unwrap_or(0);
    let amount = bytes as f64 / (1u64 << (10 * unit)) as f64;
    if amount < 9.95 && unit > 0 {
        format!("{} {}", significant((amount * 10.0).round() / 10.0), UNITS[unit])
    } else {
        format!("{amount:.0} {}", UNITS[unit])
    }
}

/// A share as a percentage, to two digits: for estimates.
pub fn rough_percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        ..0.0001 => "less than 0.0001%".to_owned(),
        99.5.. => "nearly 100%".to_owned(),
        _ => {
            let digits = (1.0 - percent.log10().floor()).clamp(0.0, 6.0) as usize;
            let text = format!("{percent:.digits$}");
            let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
            format!("{text}%")
        }
    }
}

/// A probability of being right, rounded to the safe side: `90%`.
pub fn sure(delta: f64) -> String {
    // 1 − 0.9 is a little less than 0.1.
    let percent = ((1.0 - delta) * 1e6 + 1e-6).floor() / 1e4;
    format!("{percent}%")
}

/// `53,455,186`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// `1 rule`, `1,024 rules`.
pub fn counted(number: impl Count, thing: &str) -> String {
    let number = number.count();
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// An ε to two digits, rounded to the safe side.
pub fn rounded_up(epsilon: f64) -> String {
    if epsilon >= 1.0 || epsilon <= 0.0 {
        return epsilon.clamp(0.0, 1.0).to_string();
    }
    let digits = (1.0 - epsilon.log10().floor()) as i32;
    let unit = 10f64.powi(digits);
    let text = format!("{:.*}", digits.max(0) as usize, ((epsilon * unit - 1e-9).ceil() / unit).min(1.0));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number of things.
pub trait Count {
    /// The number.
    fn count(self) -> u64;
}

impl Count for u64 {
    fn count(self) -> u64 {
        self
    }
}

impl Count for usize {
    fn count(self) -> u64 {
        self as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_and_thousands() {
        assert_eq!([0u64, 1, 1000].map(|number| counted(number, "sample")), ["0 samples", "1 sample", "1,000 samples"]);
        assert_eq!([0, 999, 1000, 53_455_186].map(grouped), ["0", "999", "1,000", "53,455,186"]);
    }

    #[test]
    fn probabilities_are_rounded_to_the_safe_side() {
        assert_eq!([0.1, 0.9, 0.05, 1e-9].map(sure), ["90%", "10%", "95%", "99.9999%"]);
    }

    #[test]
    fn a_supported_epsilon_is_never_understated() {
        assert_eq!([0.2301, 0.0999, 0.001_01, 0.23, 0.999].map(rounded_up), ["0.24", "0.1", "0.0011", "0.23", "1"]);
    }

    #[test]
    fn numbers_are_as_people_write_them() {
        assert_eq!([0.9, 0.01, 0.00001, 1.0, 0.999].map(percent), ["90%", "1%", "0.001%", "100%", "99.9%"]);
        assert_eq!(significant(0.230_000_000_4), "0.23");
        assert_eq!(significant(1234.5), "1234.5");
        assert_eq!(duration(Duration::from_millis(300)), "0.3 s");
        assert_eq!(duration(Duration::from_secs(200)), "3 min 20 s");
        assert_eq!(duration(Duration::from_secs(7500)), "2 h 5 min");
    }
}
