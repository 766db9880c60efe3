//! The entries of the journal that people see.

use hornbook_explore::journal::{Entry, EntryId, EntryKind, Reply, RuleLine};
use hornbook_explore::{Exploration, can_be_taken_back};
use serde::Serialize;

use super::raw::raw;
use crate::person::{Person, Role};
use crate::state::Part;

/// An entry as JSON, for those who can retract it and for those who cannot.
#[derive(Debug)]
pub(super) struct ShownEntry {
    who: Option<String>,
    /// Whether it is a program's, which everybody who answers may overrule.
    program: bool,
    fixed: Part,
    /// None if nobody can retract it.
    retractable: Option<Part>,
}

impl ShownEntry {
    /// The entry as somebody sees it.
    pub(super) fn for_person(&self, person: &Person) -> &Part {
        let own = person.role == Role::Owner || self.program || self.who.as_deref() == Some(&person.who);
        let retractable = self.retractable.as_ref().filter(|_| own && person.role >= Role::Expert);
        retractable.unwrap_or(&self.fixed)
    }
}

#[derive(Clone, Serialize)]
struct EntryFields<'a> {
    id: &'a EntryId,
    time: &'a str,
    who: Option<&'a str>,
    /// Whether it is the word of a program.
    program: bool,
    kind: &'static str,
    words: String,
    counts: bool,
    disputed: bool,
    /// What was asked, so that the page can offer to answer it otherwise.
    question: Option<RuleLine>,
    /// The same in words.
    asked: Option<String>,
    answer: Option<Reply>,
    /// What the exception is called, if one was told of.
    object: Option<&'a str>,
    can_retract: bool,
}

/// The entries that people see: everything that somebody said or did.
pub(super) fn entries(exploration: &Exploration) -> Vec<ShownEntry> {
    let entries = exploration.journal().entries();
    // The rows of a table at the start are listed among the objects.
    let is_row = |entry: &&Entry| entry.who.is_none() && matches!(entry.what, EntryKind::Object { .. });
    // Comments are shown with what they are about.
    let is_shown = |entry: &&Entry| !matches!(entry.what, EntryKind::Attempt { .. }) && !entry.what.is_remark();
    let said = entries.iter().skip_while(is_row).filter(is_shown);
    said.map(|entry| shown(exploration, entry)).collect()
}

fn shown(exploration: &Exploration, entry: &Entry) -> ShownEntry {
    let kind = match entry.what {
        EntryKind::Answer(_) => "answer",
        EntryKind::Object { .. } => "object",
        EntryKind::Retract { .. } => "retract",
        EntryKind::Attributes { .. } => "attributes",
        EntryKind::Attribute { .. } => "attribute",
        EntryKind::Order { .. } => "order",
        EntryKind::Remove { .. } => "remove",
        EntryKind::Rename { .. } => "rename",
        EntryKind::Forget { .. } => "forget",
        EntryKind::Accuracy { .. } => "accuracy",
        EntryKind::Distribution { .. } => "distribution",
        EntryKind::Words { .. } => "words",
        EntryKind::Policy(_) => "policy",
        EntryKind::Control { .. } => "control",
        EntryKind::Comment { .. } | EntryKind::Withdraw { .. } => "comment",
        EntryKind::Attempt { .. } => "attempt",
        EntryKind::Certified(_) => "certified",
    };
    let can_be_retracted = can_be_taken_back(&entry.what);
    let question = match &entry.what {
        EntryKind::Answer(said) => said.question.rule(exploration.universe()).ok().map(|rule| (rule, said.answer)),
        _ => None,
    };
    let rule = question.as_ref().map(|(rule, _)| rule);
    let counts = exploration.counts(&entry.id);
    let fixed = EntryFields {
        id: &entry.id,
        time: &entry.time,
        who: entry.who.as_deref(),
        program: entry.program,
        kind,
        words: exploration.entry_in_words(entry),
        counts,
        disputed: exploration.is_disputed(&entry.id),
        question: rule.map(|rule| RuleLine::new(exploration.universe(), rule)),
        asked: rule.map(|rule| exploration.in_words(rule).to_string()),
        answer: question.as_ref().map(|(_, answer)| *answer),
        object: exception(entry),
        can_retract: false,
    };
    let retractable =
        (counts && can_be_retracted).then(|| Part::new(raw(&EntryFields { can_retract: true, ..fixed.clone() })));
    ShownEntry { who: entry.who.clone(), program: entry.program, fixed: Part::new(raw(&fixed)), retractable }
}

/// What the object is called by which an answer refutes a rule.
fn exception(entry: &Entry) -> Option<&str> {
    let EntryKind::Answer(said) = &entry.what else { return None };
    said.object.as_ref()?.name.as_deref()
}
