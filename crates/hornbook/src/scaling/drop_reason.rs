//! Why a column gives no attributes.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a column is left out. In a scaling file it is a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
#[non_exhaustive]
pub enum DropReason {
    /// It was asked for.
    AskedFor,
    /// All its values are missing.
    NoValues,
    /// It has the same value in all rows.
    OneValue {
        /// The value.
        value: String,
    },
    /// It has dates, whose parts are columns of their own.
    PartsOfDates,
    /// It has too many different texts to be categories.
    ManyTexts {
        /// How many differ.
        values: usize,
    },
    /// It could name the objects too, but another column does.
    AnotherIdentifier {
        /// How many values differ.
        values: usize,
    },
    /// What a scaling file says that was written by hand.
    Other(String),
}

const ASKED_FOR: &str = "as asked for";
const NO_VALUES: &str = "it has no values";
const ONE_VALUE: &str = "its only value is ";
const PARTS_OF_DATES: &str = "the parts of its dates are columns of their own";
const MANY_TEXTS: &str = "different texts";
const ANOTHER_IDENTIFIER: &str = "different values, like another identifier";

/// Files of the first version go on with how to keep the column.
const HOW_TO_KEEP_IT: &str = "; to keep it: ";

impl DropReason {
    /// Whether the column was left out for what its values look like, so that
    /// one may want to keep it all the same.
    pub fn may_be_overruled(&self) -> bool {
        matches!(
            self,
            Self::ManyTexts { .. } | Self::AnotherIdentifier { .. } | Self::OneValue { .. } | Self::PartsOfDates
        )
    }
}

impl fmt::Display for DropReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AskedFor => f.write_str(ASKED_FOR),
            Self::NoValues => f.write_str(NO_VALUES),
            Self::OneValue { value } => write!(f, "{ONE_VALUE}{value}"),
            Self::PartsOfDates => f.write_str(PARTS_OF_DATES),
            Self::ManyTexts { values } => write!(f, "{values} {MANY_TEXTS}"),
            Self::AnotherIdentifier { values } => write!(f, "{values} {ANOTHER_IDENTIFIER}"),
            Self::Other(reason) => f.write_str(reason),
        }
    }
}

impl From<DropReason> for String {
    fn from(reason: DropReason) -> Self {
        reason.to_string()
    }
}

impl From<String> for DropReason {
    fn from(text: String) -> Self {
        let reason = text.split_once(HOW_TO_KEEP_IT).map_or(text.as_str(), |(reason, _)| reason);
        let counted = reason.split_once(' ').and_then(|(count, what)| Some((count.parse().ok()?, what)));
        match (reason, counted) {
            (ASKED_FOR, _) => Self::AskedFor,
            (NO_VALUES, _) => Self::NoValues,
            (PARTS_OF_DATES, _) => Self::PartsOfDates,
            _ if reason.starts_with(ONE_VALUE) => Self::OneValue { value: reason[ONE_VALUE.len()..].to_owned() },
            (_, Some((values, MANY_TEXTS))) => Self::ManyTexts { values },
            (_, Some((values, ANOTHER_IDENTIFIER))) => Self::AnotherIdentifier { values },
            _ => Self::Other(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let other = DropReason::Other("nobody trusts it; to keep it: ask".to_owned());
        let many = [DropReason::ManyTexts { values: 30 }, DropReason::AnotherIdentifier { values: 7 }];
        let one = DropReason::OneValue { value: "7 different texts".to_owned() };
        for reason in
            [DropReason::AskedFor, DropReason::NoValues, DropReason::PartsOfDates, one, other].into_iter().chain(many)
        {
            assert_eq!(DropReason::from(reason.to_string()), reason);
        }
    }

    #[test]
    fn files_of_the_first_version_are_read() {
        let read = |text: &str| DropReason::from(text.to_owned());
        let texts = "30 different texts; to keep it: --scale 'remark=nominal'";
        assert_eq!(read(texts), DropReason::ManyTexts { values: 30 });
        let another = "7 different values, like another identifier; to keep it: --scale 'id=nominal'";
        assert_eq!(read(another), DropReason::AnotherIdentifier { values: 7 });
    }
}
