//! What people said about questions beside their answers.

use hornbook_explore::journal::{EntryId, RuleLine};
use hornbook_explore::{Comment, Exploration};
use serde::Serialize;

/// A comment that was not taken back.
#[derive(Serialize)]
pub(super) struct ShownComment<'a> {
    entry: &'a EntryId,
    who: Option<&'a str>,
    /// Whether it is a program's.
    program: bool,
    time: &'a str,
    question: RuleLine,
    text: &'a str,
}

pub(super) fn comments(exploration: &Exploration) -> Vec<ShownComment<'_>> {
    let shown = |Comment { entry, question, text }| ShownComment {
        entry: &entry.id,
        who: entry.who.as_deref(),
        program: entry.program,
        time: &entry.time,
        question: RuleLine::new(exploration.universe(), question),
        text,
    };
    exploration.comments().map(shown).collect()
}
