//! Questions, reasons and refusals in words, for any face.
//!
//! Sentences about rules are those of [`Vocabulary`]; here are those that an
//! exploration adds: about entries, about people, about refusals, and about what
//! it is all worth.

mod author;
mod distributions;
mod entries;
mod one_line;
mod people;
mod refusals;
mod stopping;
mod worth;

use crate::exploration::Exploration;
use hornbook::{AttrSet, Implication};
use hornbook_words::Vocabulary;

pub use author::author;
pub use entries::why_open;
pub use hornbook_words::{Piece, Sentence, is_about_never};
pub use people::policy_in_words;
pub(crate) use refusals::start_dispute;

impl Exploration {
    /// What the attributes are called.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.state.vocabulary
    }

    /// The question as it is asked: with no more than is new. To "is there anything like
    /// that?" a "no" says that the rule holds: see [`is_about_never`].
    pub fn asked_in_words(&self, question: &Implication) -> Sentence {
        self.in_words(&self.only_new(question))
    }

    /// The whole question whether a rule holds, in words.
    pub fn in_words(&self, question: &Implication) -> Sentence {
        self.vocabulary().question(question)
    }

    /// A rule as a statement.
    pub fn statement(&self, rule: &Implication) -> Sentence {
        self.vocabulary().statement(rule)
    }

    /// Names with commas, for messages: `a, b and c`, with `last` before the
    /// last.
    pub fn listed(&self, set: &AttrSet, last: &str) -> String {
        self.vocabulary().list(set, last)
    }
}
