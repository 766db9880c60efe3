//! Comments: what people say about a question beside their answers. They are for
//! others to read, and change neither what is known nor what is asked next, so that
//! a certificate stays what it was.

use super::{Exploration, Refusal};
use crate::journal::{Entry, EntryId, EntryKind, RuleLine};
use hornbook::Implication;

/// The longest comment, in characters.
pub const MAX_COMMENT_CHARS: usize = 2000;

/// What somebody said about a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comment<'a> {
    /// The entry that says it, with who said it and when.
    pub entry: &'a Entry,
    /// What it is about.
    pub question: &'a Implication,
    /// What was said.
    pub text: &'a str,
}

impl Exploration {
    /// Says something about a question, whether or not it was asked or answered.
    pub fn comment(&mut self, who: Option<&str>, question: &Implication, text: &str) -> Result<EntryId, Refusal> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Refusal::Impossible("a comment says something".to_owned()));
        }
        if text.chars().count() > MAX_COMMENT_CHARS {
            return Err(Refusal::Impossible(format!("a comment has at most {MAX_COMMENT_CHARS} characters")));
        }
        if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
            return Err(Refusal::Impossible("a comment has no control characters".to_owned()));
        }
        let question = RuleLine::new(self.universe(), question);
        self.remark(who, EntryKind::Comment { question, text: text.to_owned() })
    }

    /// Takes a comment back.
    pub fn withdraw(&mut self, who: Option<&str>, comment: &EntryId) -> Result<EntryId, Refusal> {
        match self.state.comments.iter().any(|(id, _)| id == comment) {
            true => self.remark(who, EntryKind::Withdraw { comment: comment.clone() }),
            false => Err(Refusal::Impossible(format!("{comment} is no comment, or was taken back already"))),
        }
    }

    /// All comments that were not taken back, in the order in which they were made.
    pub fn comments(&self) -> impl Iterator<Item = Comment<'_>> {
        self.state.comments.iter().filter_map(|(id, question)| {
            let entry = self.entry(id)?;
            match &entry.what {
                EntryKind::Comment { text, .. } => Some(Comment { entry, question, text }),
                _ => None,
            }
        })
    }

    /// The comments on a question.
    pub fn comments_on(&self, question: &Implication) -> impl Iterator<Item = Comment<'_>> {
        // A conclusion may or may not repeat what is in the premise.
        let question = question.without_premise();
        self.comments().filter(move |comment| comment.question.without_premise() == question)
    }
}
