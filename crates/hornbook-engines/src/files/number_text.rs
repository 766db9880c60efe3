//! Numbers as text, each in one way: `4` for `4.0`.
//!
//! Tables in memory write numbers that way as well, so that a value has the same
//! attributes wherever it is looked at.

use std::fmt::Write;

/// So many digits of a number can be told apart.
const MOST_DIGITS: usize = 15;

/// Writes a number. One of half as many bits that was widened is meant as it was:
/// 0.28999999165534973 is 0.29.
pub(super) fn write_f64(value: f64, out: &mut String) {
    let start = out.len();
    let value = value + 0.0;
    write_plain(value, value == 0.0 || (1e-5..1e15).contains(&value.abs()), out);
    let text = &out[start..];
    if text.contains('.') && digits(text) > MOST_DIGITS && f64::from(value as f32) == value {
        out.truncate(start);
        _ = write!(out, "{}", value as f32);
    }
}

/// Writes a number of half as many bits.
pub(super) fn write_f32(value: f32, out: &mut String) {
    let value = value + 0.0;
    write_plain(value, value == 0.0 || (1e-5..1e15).contains(&value.abs()), out);
}

fn write_plain(value: impl std::fmt::Display + std::fmt::LowerExp, is_usual: bool, out: &mut String) {
    _ = if is_usual { write!(out, "{value}") } else { write!(out, "{value:e}") };
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count()
}

/// The number that the text of a number stands for.
pub(super) fn meant(value: f64) -> f64 {
    if f64::from(value as f32) != value {
        return value;
    }
    // Few bits behind the point are few digits: nothing is rounded there.
    let is_short = value.abs() < 1e5 && (value * 1024.0).fract() == 0.0;
    if is_short || value.fract() == 0.0 {
        return value;
    }
    let mut text = String::new();
    write_f64(value, &mut text);
    text.parse().unwrap_or(value)
}

/// Writes a decimal fraction, without the zeros at its end: `12.5` for 1250 with
/// two digits behind the point.
pub(super) fn write_decimal(unscaled: &str, scale: i8, out: &mut String) {
    let (sign, digits) = unscaled.strip_prefix('-').map_or(("", unscaled), |digits| ("-", digits));
    let scale = i32::from(scale);
    if digits == "0" {
        out.push('0');
    } else if scale <= 0 {
        _ = write!(out, "{sign}{digits}{}", "0".repeat(scale.unsigned_abs() as usize));
    } else {
        let width = scale as usize + 1;
        let padded = format!("{digits:0>width$}");
        let (whole, fraction) = padded.split_at(padded.len() - scale as usize);
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        _ = write!(out, "{sign}{whole}{point}{fraction}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64) -> String {
        let mut text = String::new();
        write_f64(value, &mut text);
        text
    }

    #[test]
    fn numbers_are_written_in_one_way() {
        for (value, wanted) in [
            (4.0, "4"),
            (-0.0, "0"),
            (0.1, "0.1"),
            (1e20, "1e20"),
            (-2.5e-9, "-2.5e-9"),
            (f64::from(0.29f32), "0.29"),
            (f64::NAN, "NaN"),
            (123_456_789_012.0, "123456789012"),
        ] {
            assert_eq!(text(value), wanted);
        }
        let mut half = String::new();
        write_f32(0.1, &mut half);
        assert_eq!(half, "0.1");
    }

    #[test]
    fn what_is_meant_is_what_is_written() {
        for value in [0.5, 0.125, 3.0, 0.1, 1e-3, f64::from(0.29f32), f64::from(1e-7f32), 1e22, 123_456.703_125, 1e300]
        {
            assert_eq!(meant(value), text(value).parse::<f64>().unwrap(), "{value}");
        }
    }

    #[test]
    fn decimals_are_plain() {
        for (unscaled, scale, wanted) in
            [("1250", 2, "12.5"), ("-5", 3, "-0.005"), ("100", 2, "1"), ("7", -2, "700"), ("0", 4, "0")]
        {
            let mut text = String::new();
            write_decimal(unscaled, scale, &mut text);
            assert_eq!(text, wanted);
        }
    }
}
