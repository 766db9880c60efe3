//! What the value of an attribute may be besides a text.

/// What a value may be besides a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    /// A whole number, which may be written with a fraction of zeros.
    Whole(&'a str),
    /// A number with a fraction that does not end in zero.
    Fraction(&'a str),
    /// True or false in usual capitals.
    Truth(bool),
    Text(&'a str),
}

impl<'a> Value<'a> {
    pub(super) fn of(value: &'a str) -> Self {
        match value {
            "true" | "True" | "TRUE" => return Self::Truth(true),
            "false" | "False" | "FALSE" => return Self::Truth(false),
            _ => {}
        }
        let (whole, fraction) = value.split_once('.').map_or((value, None), |(whole, rest)| (whole, Some(rest)));
        match fraction {
            _ if !is_whole(whole) => Self::Text(value),
            None => Self::Whole(whole),
            Some(digits) if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) => Self::Text(value),
            Some(digits) if digits.bytes().all(|byte| byte == b'0') => Self::Whole(whole),
            Some(digits) if digits.ends_with('0') => Self::Text(value),
            Some(_) => Self::Fraction(value),
        }
    }
}

/// Whether the text is a whole number without zeros before it.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let padded = digits.len() > 1 && digits.starts_with('0');
    !digits.is_empty() && !padded && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_texts() {
        assert_eq!(Value::of("4"), Value::Whole("4"));
        assert_eq!(Value::of("-4.00"), Value::Whole("-4"));
        assert_eq!(Value::of("1.5"), Value::Fraction("1.5"));
        assert_eq!(Value::of("True"), Value::Truth(true));
        for text in ["007", "1.10", "4.", ".5", "", "-", "1e5", "four"] {
            assert_eq!(Value::of(text), Value::Text(text));
        }
    }
}
