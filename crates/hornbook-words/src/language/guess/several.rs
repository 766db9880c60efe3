//! What is guessed for a name of several words: by the word it begins with, and by the
//! noun or adjective that the others belong to.

use super::{Guess, Guesser};

impl Guesser<'_> {
    pub(super) fn guess_several(&self, words: &[String]) -> Option<Guess> {
        let list = self.words;
        let (first, second) = (words.first()?.as_str(), words.get(1)?.as_str());
        let whole = words.join(" ");
        if list.is_phrases.contains(&whole) {
            return Some(Guess::Is);
        }
        let joined = list.joints.has(second);
        if joined && (list.states.has(first) || self.is_adjective(first) || self.is_done_now(first)) {
            return Some(Guess::Is);
        }
        // `wearing a hat`, not `swimming pool`.
        if self.is_done_now(first) {
            return Some(Guess::Is);
        }
        if let Some(guess) = self.guess_by_verb(first, joined) {
            return guess;
        }
        if list.adverbs.has(first) {
            return self.guess_after_adverb(&words[1..]);
        }
        self.guess_by_head(words)
    }

    /// Whether it is the `-ing` of a verb that needs something else after it.
    fn is_done_now(&self, word: &str) -> bool {
        let of_verb = |verb: &str| word.starts_with(verb.trim_end_matches('e')) && word.len() <= verb.len() + 4;
        word.ends_with("ing") && self.words.participle_verbs.iter().any(of_verb)
    }

    /// What is guessed if the first word is a verb, or looks like one; the outer none, if
    /// it does not.
    #[allow(clippy::option_option)]
    fn guess_by_verb(&self, first: &str, joined: bool) -> Option<Option<Guess>> {
        let list = self.words;
        // `leaves` are had, or somebody leaves.
        if list.plurals.has(first) && self.verb_of(first).is_some() {
            return Some(joined.then_some(Guess::Has));
        }
        if self.verb_of(first).is_some() || list.does_endings.ends(first) {
            return Some(Some(Guess::Does));
        }
        let looks_like_plural = self.is_plural(first) && !list.plural_exceptions.has(first);
        if looks_like_plural && !joined {
            // `sports car`, or somebody sports a beard.
            let is_noun = self.is_plural_of_noun(first) || self.is_plural_of_others(first);
            return Some((!is_noun).then_some(Guess::Does));
        }
        (list.verbs_only.has(first) || joined && list.verbs.has(first) && !list.nouns.has(first))
            .then_some(Some(Guess::PlainDoes))
    }

    /// `very long neck` is had like any other, and `very long` is been.
    fn guess_after_adverb(&self, words: &[String]) -> Option<Guess> {
        match words {
            [] => None,
            [word] => (self.words.states.has(word) || self.is_adjective(word)).then_some(Guess::Is),
            [first, ..] if self.words.adverbs.has(first) => self.guess_after_adverb(&words[1..]),
            [first, second, ..] if self.is_adjective(first) && self.words.joints.has(second) => Some(Guess::Is),
            _ => self.guess_by_head(words).filter(|guess| matches!(guess, Guess::Is | Guess::Has | Guess::HasA)),
        }
    }

    /// By the noun that the words before it belong to.
    fn guess_by_head(&self, words: &[String]) -> Option<Guess> {
        let list = self.words;
        let joint = words.iter().position(|word| list.joints.has(word)).filter(|&at| at > 0);
        let end = joint.unwrap_or(words.len());
        let (head, before) = words[..end].split_last()?;
        if joint.is_none() && self.is_adjective(head) {
            return self.is_said_of_it(before, head).then_some(Guess::Is);
        }
        if list.article.is_empty() || list.unsaid_heads.has(head) {
            return None;
        }
        let of_amount = before.first().is_some_and(|word| list.amounts.has(word));
        Some(match head.as_str() {
            _ if joint.is_some_and(|at| list.is_of.has(head) && words[at] == list.of) => Guess::IsA,
            _ if list.kinds.has(head) => Guess::IsA,
            _ if joint.is_none() && before.len() == 1 && of_amount && list.contents.has(head) => Guess::Is,
            _ if joint.is_none() && self.said_as(head).is_some() => Guess::As(self.said_as(head)?),
            _ if self.is_counted(head) => Guess::HasA,
            // `pattern matching`
            _ if self.is_uncounted(head) || self.is_plural(head) || head.ends_with("ing") => Guess::Has,
            _ if self.may_be_noun(head) && before.iter().any(|word| self.is_known_before_noun(word)) => Guess::HasA,
            _ => return None,
        })
    }

    /// Whether an adjective at the end is said of the thing, as in `dark red` and `frost
    /// hardy`, and not of the noun before it, as in `pets welcome` and `mouth open`.
    fn is_said_of_it(&self, before: &[String], adjective: &str) -> bool {
        let list = self.words;
        let Some((last, earlier)) = before.split_last() else { return true };
        // Other languages have no such words in their file, and no such names.
        if list.said_so.has(adjective) {
            return false;
        }
        if list.adverbs.has(last) {
            return earlier.is_empty();
        }
        let after_noun = list.is_after_noun.has(adjective)
            || adjective.ends_with("ed")
            || list.participles.has(adjective)
            || list.is_after_noun.iter().next().is_none();
        after_noun || self.is_adjective(last) || last.chars().any(|c| c.is_ascii_digit())
    }

    /// Whether the next word is rather a noun, known or not.
    fn is_known_before_noun(&self, word: &str) -> bool {
        self.is_adjective(word)
            || self.is_counted(word)
            || self.is_uncounted(word)
            || self.words.said_as.values().any(|words| words.has(word))
            || self.words.states.has(word)
            || self.words.unsaid.has(word)
            || word.ends_with("ing")
    }
}
