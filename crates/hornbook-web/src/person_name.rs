//! Names of people. Answers are known by them, so no two may look alike.

use unicode_normalization::UnicodeNormalization;

use crate::problem::Problem;
use crate::short_text::{self, is_invisible};

/// What is wrong with a name, if anything.
pub(crate) fn fault(name: &str) -> Option<&'static str> {
    match short_text::fault(name) {
        None if name.chars().any(is_invisible) => Some("has characters in it that cannot be seen"),
        fault => fault,
    }
}

/// A name without spaces around it; refused if something is wrong with it.
pub(crate) fn checked(name: &str) -> Result<String, Problem> {
    let name = name.trim();
    match fault(name) {
        Some(fault) => Err(Problem::malformed(format!("The name {fault}."))),
        None => Ok(name.to_owned()),
    }
}

/// Whether two names can be taken for each other: they differ in nothing but
/// case, spaces, the way letters are encoded, and what cannot be seen.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    let seen = |name: &str| {
        let visible: String = name.nfkc().filter(|c| !is_invisible(*c)).collect();
        // Some letters have no other case, but become two: ß is SS.
        let folded: String = visible.to_uppercase().to_lowercase().replace('\u{3c2}', "\u{3c3}").nfkc().collect();
        folded.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    seen(one) == seen(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_can_be_taken_for_each_other_look_alike() {
        for other in ["bob", "BOB", " Bob ", "Bo\u{200b}b", "\u{202e}bob", "\u{ff22}ob", "b\u{feff}ob"] {
            assert!(look_alike("Bob", other), "{other:?}");
        }
        assert!(look_alike("Zo\u{eb}", "zoe\u{308}"), "one letter, or two of which one is above the other");
        assert!(look_alike("Ada  Byron", "ada\u{a0}byron"));
        for (one, other) in [("Νίκος", "ΝΊΚΟΣ"), ("Strauß", "STRAUSS"), ("ǰ", "J\u{30c}"), ("ΰ", "Ϋ\u{301}")]
        {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for other in ["Bobby", "Rob", "B ob", "Böb"] {
            assert!(!look_alike("Bob", other), "{other:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        for good in ["Bob", "Zoë", "李", "Ada B.", "Нина", "O\u{2019}Neill"] {
            assert_eq!(fault(good), None, "{good:?}");
        }
        for bad in ["", "Bo\u{200b}b", "Bob\u{200d}", "\u{202e}boB", "Bob\u{7}", "B\u{ad}ob", "\u{3164}", "a\u{e0041}"]
        {
            assert!(fault(bad).is_some(), "{bad:?}");
        }
    }
}
