//! The known rules with their reasons, and the questions that are open.

use hornbook::{exclusive_groups, exclusive_pair};
use hornbook_explore::journal::{Entry, EntryId, Reply, RuleLine};
use hornbook_explore::words::is_about_never;
use hornbook_explore::{Exploration, KnownRule};
use serde::Serialize;

/// A rule, why it is known, and who agreed to it.
#[derive(Serialize)]
pub(super) struct ShownRule<'a> {
    rule: RuleLine,
    /// The same with no more than is new beside the others.
    only_new: RuleLine,
    words: String,
    /// The whole rule in words, where that says more.
    full: Option<String>,
    support: usize,
    agreed: Vec<&'a str>,
    reason: Vec<ReasonLine<'a>>,
    background: bool,
}

/// An entry on which a rule rests.
#[derive(Serialize)]
struct ReasonLine<'a> {
    entry: &'a EntryId,
    words: String,
    who: Option<&'a str>,
    time: &'a str,
}

pub(super) fn rules<'a>(exploration: &'a Exploration, known: &[KnownRule]) -> Vec<ShownRule<'a>> {
    known.iter().map(|known| rule(exploration, known)).collect()
}

fn rule<'a>(exploration: &'a Exploration, known: &KnownRule) -> ShownRule<'a> {
    let answers: Vec<&'a Entry> = known.reason.answers.iter().filter_map(|id| exploration.entry(id)).collect();
    let mut agreed: Vec<&str> = Vec::new();
    for who in answers.iter().flat_map(|entry| exploration.agreed(&entry.id)) {
        if !agreed.contains(&who) {
            agreed.push(who);
        }
    }
    let reason = |entry: &&'a Entry| ReasonLine {
        entry: &entry.id,
        words: exploration.entry_in_words(entry),
        who: entry.who.as_deref(),
        time: &entry.time,
    };
    ShownRule {
        rule: RuleLine::new(exploration.universe(), &known.implication),
        only_new: RuleLine::new(exploration.universe(), &known.only_new),
        words: exploration.statement(&known.only_new).to_string(),
        full: (known.only_new != known.implication).then(|| exploration.statement(&known.implication).to_string()),
        support: known.support,
        agreed,
        reason: answers.iter().map(reason).collect(),
        background: known.reason.background,
    }
}

/// The sets of attributes of which, by the known rules, nothing has two.
pub(super) fn exclusive(exploration: &Exploration, known: &[KnownRule]) -> Vec<Vec<String>> {
    let universe = exploration.universe();
    let pairs = known.iter().filter_map(|known| exclusive_pair(&known.implication));
    let groups = exclusive_groups(universe.len(), pairs).into_iter().filter(|group| group.len() > 2);
    groups.map(|group| universe.names_of(&group).map(str::to_owned).collect()).collect()
}

/// A question that was put off, or that nobody could answer.
#[derive(Serialize)]
pub(super) struct OpenQuestion {
    entry: EntryId,
    question: RuleLine,
    /// The same with no more than is new.
    only_new: RuleLine,
    words: String,
    about_never: bool,
    kind: Reply,
}

pub(super) fn open_questions(exploration: &Exploration) -> Vec<OpenQuestion> {
    let shown = |(entry, question, kind)| OpenQuestion {
        entry,
        question: RuleLine::new(exploration.universe(), &question),
        only_new: RuleLine::new(exploration.universe(), &exploration.only_new(&question)),
        words: exploration.asked_in_words(&question).to_string(),
        about_never: is_about_never(&question),
        kind,
    };
    exploration.open_questions().into_iter().map(shown).collect()
}
