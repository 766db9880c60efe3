//! Names of people. Answers are known by them, so no two may look alike.

use unicode_normalization::UnicodeNormalization;

use crate::problem::Problem;
use crate::short_text;

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
        let letters: String = name.nfkc().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect();
        letters.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    seen(one) == seen(other)
}

/// Whether a character takes no room: it controls, joins or fills.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
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
