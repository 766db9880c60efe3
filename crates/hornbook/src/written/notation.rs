//! What the cells of one column are.

use std::fmt;

use super::date::{self, DateStyle};
use super::number::{self, NumberStyle};

/// How a column is written, where that is not as programs write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notation {
    /// Numbers, in another way than that of programs.
    Numbers(NumberStyle),
    /// Dates or times.
    Dates(DateStyle),
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbers(style) if *style == NumberStyle::default() => f.write_str("numbers with unusual signs"),
            Self::Numbers(style) => write!(f, "numbers {style}"),
            Self::Dates(style) => style.fmt(f),
        }
    }
}

/// Finds out how a column is written; nothing if it stands as programs write it, or
/// has words. `values` are all that occur, without missing ones; `decimal_comma` tells
/// what is known of the rest of the table.
pub(crate) fn find<'a>(values: impl Iterator<Item = &'a str> + Clone, decimal_comma: Option<bool>) -> Option<Notation> {
    let all_plain = values.clone().all(number::is_plain_number);
    if all_plain && date::are_eight_digits(values.clone()) {
        return date::find_style(values).map(Notation::Dates);
    }
    if all_plain && decimal_comma != Some(true) {
        return None;
    }
    // Most columns that are none of numbers have words without any digit.
    if values.clone().any(|value| !value.bytes().any(|byte| byte.is_ascii_digit())) {
        return None;
    }
    if let Some(style) = number::find_style(values.clone(), decimal_comma) {
        let as_it_stands = all_plain && style.thousands.is_none();
        return (!as_it_stands).then_some(Notation::Numbers(style));
    }
    date::find_style(values).map(Notation::Dates)
}

impl Notation {
    /// The cell in the way of programs.
    pub(crate) fn usual_text(&self, cell: &str) -> Option<String> {
        match self {
            Self::Numbers(style) => number::convert(cell, style).map(number::number_text),
            Self::Dates(style) => date::convert(cell, style).map(|moment| moment.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_eight_digits_are_dates_if_all_of_several_are() {
        let found = |values: &[&str]| find(values.iter().copied(), None);
        let dates = ["19750103", "19750110", "19750117", "19750124", "19750131"];
        assert!(matches!(found(&dates), Some(Notation::Dates(_))));
        assert_eq!(found(&dates[..2]), None);
        assert_eq!(found(&["19750103", "19750110", "19750117", "19750124", "19759999"]), None);
        assert_eq!(found(&["1", "2", "3", "4", "5", "6"]), None);
    }
}
