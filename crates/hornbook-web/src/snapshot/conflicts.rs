//! Where people contradict each other, and the questions that wait for more of
//! them.

use hornbook_explore::journal::{EntryId, RuleLine};
use hornbook_explore::words::is_about_never;
use hornbook_explore::{Ballot, Dispute, Exploration, Overruled};
use serde::Serialize;

use super::evidence::{BorneOut, borne_out};
use super::votes::{ShownVote, verdict, votes, votes_with_evidence};

/// What was said, and by whom.
#[derive(Serialize)]
struct Statement<'a> {
    /// None for a rule that was known beforehand.
    entry: Option<EntryId>,
    words: Option<String>,
    who: Option<&'a str>,
    time: Option<&'a str>,
}

fn statement<'a>(exploration: &'a Exploration, id: &EntryId) -> Statement<'a> {
    let entry = exploration.entry(id);
    Statement {
        entry: Some(id.clone()),
        words: entry.map(|entry| exploration.entry_in_words(entry)),
        who: entry.and_then(|entry| entry.who.as_deref()),
        time: entry.map(|entry| entry.time.as_str()),
    }
}

/// A statement that contradicts others, and does not count.
#[derive(Serialize)]
pub(super) struct ShownDispute<'a> {
    #[serde(flatten)]
    statement: Statement<'a>,
    with: Vec<Statement<'a>>,
}

pub(super) fn disputes<'a>(exploration: &'a Exploration) -> Vec<ShownDispute<'a>> {
    let shown = |dispute: &Dispute| {
        let known = dispute.background.iter().map(|rule| Statement {
            entry: None,
            words: Some(format!("{} (known beforehand)", exploration.statement(rule))),
            who: None,
            time: None,
        });
        let said = dispute.with.iter().map(|id| statement(exploration, id));
        let with = said.chain(known).collect();
        let entry = dispute.entry.as_ref();
        entry.map(|entry| ShownDispute { statement: statement(exploration, entry), with })
    };
    exploration.disputes().iter().filter_map(shown).collect()
}

/// A question with the answers of several people.
#[derive(Serialize)]
pub(super) struct ShownBallot<'a> {
    question: RuleLine,
    words: String,
    about_never: bool,
    decided: Option<&'static str>,
    votes: Vec<ShownVote<'a>>,
    /// What others said against it without being asked.
    against: Vec<Statement<'a>>,
    /// Known objects that bear the rule out, where people disagree.
    #[serde(skip_serializing_if = "Option::is_none")]
    borne_out: Option<BorneOut>,
}

fn ballot<'a>(exploration: &Exploration, ballot: &'a Ballot, against: Vec<Statement<'a>>) -> ShownBallot<'a> {
    ShownBallot {
        question: RuleLine::new(exploration.universe(), &ballot.question),
        words: exploration.asked_in_words(&ballot.question).to_string(),
        about_never: is_about_never(&ballot.question),
        decided: ballot.decided.map(verdict),
        votes: votes(ballot).collect(),
        against,
        borne_out: None,
    }
}

/// The questions that people answer differently.
pub(super) fn disagreements<'a>(exploration: &'a Exploration) -> Vec<ShownBallot<'a>> {
    let found = exploration.disagreements().into_iter();
    let shown = found.map(|found| {
        let against = found.against.iter().map(|id| statement(exploration, id)).collect();
        let shown = ballot(exploration, found.ballot, against);
        let borne_out = Some(borne_out(exploration, &found.ballot.question));
        ShownBallot { votes: votes_with_evidence(exploration, found.ballot).collect(), borne_out, ..shown }
    });
    shown.collect()
}

/// The questions that wait for more answers before they are decided.
pub(super) fn pending(exploration: &Exploration) -> Vec<ShownBallot<'_>> {
    let policy = exploration.policy();
    let is_pending = |ballot: &&Ballot| ballot.is_pending(policy) && !exploration.knowledge().decides(&ballot.question);
    let pending = exploration.ballots().iter().filter(is_pending);
    pending.map(|one| ballot(exploration, one, Vec::new())).collect()
}

/// What somebody said of an object and somebody else corrected.
#[derive(Serialize)]
pub(super) struct ShownCorrection<'a> {
    by: Statement<'a>,
    said: Statement<'a>,
    object: String,
    /// The entry that first told of the object.
    of: &'a EntryId,
    facts: Vec<Fact>,
}

/// What holds of an object since it was corrected.
#[derive(Serialize)]
struct Fact {
    attribute: usize,
    has: bool,
}

pub(super) fn overruled<'a>(exploration: &'a Exploration) -> Vec<ShownCorrection<'a>> {
    let shown = |found: Overruled| {
        let object = &exploration.objects()[found.object];
        let has = |attr: usize| object.fact(attr).is_some_and(|fact| fact.has);
        ShownCorrection {
            by: statement(exploration, &found.by),
            said: statement(exploration, &found.entry),
            object: exploration.object_name(found.object),
            of: object.first(),
            facts: found.attributes.iter().map(|attribute| Fact { attribute, has: has(attribute) }).collect(),
        }
    };
    exploration.overruled().into_iter().map(shown).collect()
}
