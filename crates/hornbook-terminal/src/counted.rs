//! Numbers as people write them.

/// A number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
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
pub(crate) fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_and_thousands() {
        assert_eq!([0, 1, 1000].map(|number| counted(number, "sample")), ["0 samples", "1 sample", "1,000 samples"]);
        assert_eq!([999, 1000, 53_455_186].map(grouped), ["999", "1,000", "53,455,186"]);
    }
}
