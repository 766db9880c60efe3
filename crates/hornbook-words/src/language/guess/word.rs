//! What is known of a single word, by lists and by its ending, and what is guessed for a
//! name of one word. Where it may be several things, nothing is guessed.

use super::forms::{base_form, bases};
use super::{Guess, Guesser};

/// Shorter nouns are the end of too many words that have nothing to do with them.
const SHORTEST_HEAD: usize = 4;
/// What is before such a noun is no word if it is shorter.
const SHORTEST_MODIFIER: usize = 3;

impl Guesser<'_> {
    pub(super) fn guess_one(&self, word: &str) -> Option<Guess> {
        let list = self.words;
        Some(match word {
            // Trees grow in a garden, and squirrels live on them.
            _ if list.unsaid.has(word) => return None,
            _ if list.kinds.has(word) => Guess::IsA,
            _ if self.said_as(word).is_some() => Guess::As(self.said_as(word)?),
            _ if list.uncounted.has(word) => Guess::Has,
            _ if list.verbs_only.has(word) => Guess::PlainDoes,
            _ if list.plurals.has(word) => Guess::Has,
            _ if self.verb_of(word).is_some() => return self.guess_verb_or_plural(word),
            _ if list.states.has(word) || self.is_adjective(word) => Guess::Is,
            _ if list.does_endings.ends(word) => Guess::Does,
            _ if self.is_plural(word) => return self.guess_plural(word),
            _ if self.is_counted(word) => Guess::HasA,
            _ if self.is_uncounted(word) => Guess::Has,
            // Most words that are not known are neither had nor been.
            _ => return None,
        })
    }

    /// `swims` is done, and `stripes` are had; of `tunnels` it cannot be told.
    fn guess_verb_or_plural(&self, word: &str) -> Option<Guess> {
        let verb = self.verb_of(word)?;
        match self.words.plural_first.has(&verb) {
            true => Some(Guess::Has),
            false if self.is_plural_of_noun(word) => None,
            false => Some(Guess::Does),
        }
    }

    fn guess_plural(&self, word: &str) -> Option<Guess> {
        let list = self.words;
        let bases = bases(list, word);
        if self.is_plural_of_others(word) {
            return None;
        }
        let is_known = self.is_plural_of_noun(word);
        Some(if !is_known && bases.iter().any(|base| list.verb_endings.ends(base)) { Guess::Does } else { Guess::Has })
    }

    /// The verb of which a word is the third person, if it is a known one.
    pub(super) fn verb_of(&self, word: &str) -> Option<String> {
        base_form(self.words, word).filter(|base| self.words.verbs.has(base))
    }

    /// How one speaks of a substance, if it is one: `is made of {}`.
    pub(super) fn said_as(&self, word: &str) -> Option<String> {
        self.words.said_as.iter().find(|(_, words)| words.has(word)).map(|(said, _)| said.clone())
    }

    pub(super) fn is_adjective(&self, word: &str) -> bool {
        let list = self.words;
        if list.participles.has(word) {
            return true;
        }
        let part = word.rsplit('-').next().unwrap_or(word);
        [word, part].into_iter().any(|word| {
            let is_noun = || list.not_is_endings.has(word) || list.nouns.has(word) || list.uncounted.has(word);
            let opposite = || list.is_prefixes.iter().find_map(|prefix| word.strip_prefix(prefix));
            list.is_words.has(word)
                || list.is_endings.ends(word) && !is_noun()
                || opposite().is_some_and(|word| list.is_words.has(word))
        })
    }

    /// Whether there may be one of it, two and more.
    pub(super) fn is_counted(&self, word: &str) -> bool {
        let list = self.words;
        list.nouns.has(word) || !list.uncounted.has(word) && self.is_compound(word, &|head| list.nouns.has(head))
    }

    pub(super) fn is_uncounted(&self, word: &str) -> bool {
        let list = self.words;
        list.uncounted.has(word)
            || list.uncounted_endings.ends(word)
            || self.is_compound(word, &|head| list.uncounted.has(head))
    }

    /// `headlight` is a light, and `tooth-brush` a brush.
    fn is_compound(&self, word: &str, is_head: &dyn Fn(&str) -> bool) -> bool {
        let heads = word.char_indices().map(|(at, _)| word.split_at(at)).filter(|(before, head)| {
            before.ends_with('-') || before.len() >= SHORTEST_MODIFIER && head.len() >= SHORTEST_HEAD
        });
        !self.words.no_compounds.has(word) && heads.into_iter().any(|(_, head)| is_head(head))
    }

    pub(super) fn is_plural(&self, word: &str) -> bool {
        let looks = word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) && word.len() > 3;
        !self.words.article.is_empty()
            && (looks && !self.words.plural_exceptions.has(word)
                || self.words.plurals.has(word)
                || self.words.plurals.ends(word))
    }

    /// Whether it is the plural of a noun that is known.
    pub(super) fn is_plural_of_noun(&self, word: &str) -> bool {
        self.words.plurals.has(word)
            || self.is_plural(word) && bases(self.words, word).iter().any(|base| self.is_counted(base))
    }

    /// Insects are eaten, mountains lived in, and several birds are no thing at all.
    pub(super) fn is_plural_of_others(&self, word: &str) -> bool {
        let list = self.words;
        list.unsaid.has(word) || bases(list, word).iter().any(|base| list.unsaid.has(base) || list.kinds.has(base))
    }

    pub(super) fn may_be_noun(&self, word: &str) -> bool {
        word.chars().count() > 2 && word.chars().all(|c| c.is_lowercase() || c == '-')
    }
}
