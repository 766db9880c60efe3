//! Lengths of time and amounts of memory, as people write them.

use std::time::Duration;

/// A length of time: `90`, `30s`, `5m`, `1h30m`, `250ms`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a length of time such as 30s, 5m, 1h30m, or a number of seconds".to_owned();
    let mut rest = text.trim();
    let mut seconds = 0.0;
    if rest.is_empty() {
        return Err(expected());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..digits].parse().map_err(|_| expected())?;
        rest = &rest[digits..];
        let letters = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        seconds += number
            * match &rest[..letters] {
                "ms" => 0.001,
                // Without a unit: the whole is a number of seconds.
                "s" => 1.0,
                "" if digits == text.trim().len() => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                "d" => 86400.0,
                _ => return Err(expected()),
            };
        rest = &rest[letters..];
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| "that is too long".to_owned())
}

/// An amount of memory: `500M`, `2G`, `1.5G`, `64K`, or a number of bytes.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let expected = || "expected an amount of memory such as 500M, 2G, or a number of bytes".to_owned();
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 = text[..digits].parse().map_err(|_| expected())?;
    let unit = match text[digits..].trim().to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(expected()),
    };
    // What is more than there can be limits nothing.
    Ok((number * (1u64 << unit) as f64) as usize)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn amounts_of_memory() {
        for (text, bytes) in
            [("90", 90), ("64K", 64 << 10), ("500m", 500 << 20), ("1.5GiB", 3 << 29), ("2 TB", 2 << 40)]
        {
            assert_eq!(size(text).unwrap(), bytes, "{text}");
        }
        for bad in ["", "G", "5x", "1..2G", "-3", "1e3"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn lengths_of_time() {
        for (text, seconds) in [("90", 90.0), ("30s", 30.0), ("5m", 300.0), ("1h30m", 5400.0), ("250ms", 0.25)] {
            assert_eq!(duration(text).unwrap().as_secs_f64(), seconds, "{text}");
        }
        for bad in ["", "s", "5x", "1m30", "-3", "1e3", "99999999999999999999999"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
