//! Shares and probabilities as percentages, rounded to the safe side.

use hornbook_words::{rough_percent, rounded_up};

/// At most this share, to two digits.
pub(super) fn at_most(share: f64) -> String {
    let share = rounded_up(share).parse().unwrap_or(1.0);
    if share >= 0.995 { "100%".to_owned() } else { rough_percent(share) }
}

/// At least this probability, of not being wrong by δ.
pub(super) fn at_least_but(delta: f64) -> String {
    // To four digits after the point; what is lost by floating point does not count.
    let percent = ((1.0 - delta) * 1e6 + 1e-6).floor() / 1e4;
    format!("{percent}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_to_the_safe_side() {
        assert_eq!(
            [0.314159, 0.0099, 1.0, 0.999, 0.000_015_1].map(at_most),
            ["32%", "0.99%", "100%", "100%", "0.0016%"]
        );
        assert_eq!([0.1, 0.05, 0.001, 0.1 / 3.0].map(at_least_but), ["90%", "95%", "99.9%", "96.6666%"]);
    }
}
