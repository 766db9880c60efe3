//! What one person is to do next.

use std::sync::Arc;

use hornbook::{AttrSet, Implication};
use hornbook_explore::journal::{EntryId, RuleLine};
use hornbook_explore::words::{Sentence, is_about_never};
use hornbook_explore::{Asked, Exploration, ObjectStatement, Proposal, Response, Verdict};
use hornbook_words::escape_control;
use serde::Serialize;
use serde_json::value::RawValue;

use super::raw::raw;
use super::votes::{ShownVote, votes};

/// How many objects are shown that come closest to breaking a rule.
const MAX_CLOSEST_OBJECTS: usize = 3;

/// What one person is to do next.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "one is made at a time, to be written at once")]
pub(crate) enum ShownTurn<'a> {
    /// To answer a question.
    Ask(ShownQuestion<'a>),
    /// To go through a list of rules. Which of them are known to be false is not
    /// told, and so nothing but their words is.
    Check {
        rules: Vec<ShownRule<'a>>,
        /// Programs that say that they hold.
        proposed_by: Vec<String>,
    },
    /// To name something unlike what was named.
    Describe {
        /// Kinds of things that were not named yet.
        missing: Vec<String>,
        /// How many things are named.
        named: usize,
    },
    /// Nothing: everything is certified.
    Certified,
    /// To wait until others have answered.
    Wait,
    /// To wait until programs have answered, which are asked first.
    Programs,
    /// Nothing: they may only read, or the exploration is archived.
    Reader,
    /// To wait until the next question is found.
    Thinking,
    /// Nothing: the next question cannot be found.
    Stuck { words: &'a str },
}

/// A question, and what helps to answer it.
#[derive(Serialize)]
pub(crate) struct ShownQuestion<'a> {
    question: RuleLine,
    /// The same with no more than is new, as it is asked.
    only_new: RuleLine,
    words: Vec<Piece<'a>>,
    /// The whole question in words, where that says more.
    full: Option<Vec<Piece<'a>>>,
    about_never: bool,
    why: Vec<String>,
    closest: Vec<String>,
    likely: f64,
    weight: f64,
    answered_by: Vec<ShownVote<'a>>,
    /// What programs say, where it waits for a person.
    proposals: Vec<ShownProposal>,
    /// The question that nobody knew of which it is a part, in words.
    part_of: Option<String>,
}

/// What a program says of a question.
#[derive(Serialize)]
struct ShownProposal {
    who: Option<String>,
    /// The entry to agree with.
    entry: EntryId,
    words: String,
    answer: &'static str,
    /// Of a part that follows, what it is.
    holds: Vec<String>,
    /// The object that breaks the rule.
    object: Option<ShownExample>,
}

/// An object of which a program tells.
#[derive(Serialize)]
struct ShownExample {
    name: String,
    has: Vec<String>,
    lacks: Vec<String>,
}

/// A rule on a list.
#[derive(Serialize)]
pub(crate) struct ShownRule<'a> {
    question: RuleLine,
    /// The same with no more than is new, as it is said.
    only_new: RuleLine,
    words: Vec<Piece<'a>>,
}

/// So many kinds of things are named that were not named yet.
const KINDS_NAMED: usize = 5;

/// A piece of a sentence.
#[derive(Serialize)]
struct Piece<'a> {
    text: String,
    /// The attribute that it names, if it is one.
    attribute: Option<&'a str>,
}

impl<'a> ShownTurn<'a> {
    /// The turn of somebody who is asked this.
    pub(crate) fn ask(exploration: &'a Exploration, asked: &Asked) -> Self {
        let question = &asked.question;
        let closest = exploration.closest(question, MAX_CLOSEST_OBJECTS);
        let new = exploration.only_new(question);
        let says_more = new != question.without_premise();
        let ballot = exploration.ballots().iter().find(|ballot| ballot.question == *question);
        Self::Ask(ShownQuestion {
            question: RuleLine::new(exploration.universe(), question),
            only_new: RuleLine::new(exploration.universe(), &new),
            words: pieces(exploration, exploration.in_words(&new)),
            full: says_more.then(|| pieces(exploration, exploration.in_words(question))),
            about_never: is_about_never(question),
            why: exploration.why(asked).iter().map(|line| escape_control(line)).collect(),
            closest: closest.iter().map(|closest| exploration.nearness(closest)).collect(),
            likely: asked.likely,
            weight: asked.weight,
            answered_by: ballot.into_iter().flat_map(votes).collect(),
            proposals: exploration.proposals(question).iter().map(|proposal| shown(exploration, proposal)).collect(),
            part_of: exploration.unknown_whole(question).map(|whole| exploration.in_words(whole).to_string()),
        })
    }

    /// The turn of somebody who is to go through these rules.
    pub(crate) fn check(exploration: &'a Exploration, shown: &[Implication]) -> Self {
        let rule = |rule: &Implication| {
            let new = exploration.only_new(rule);
            ShownRule {
                question: RuleLine::new(exploration.universe(), rule),
                only_new: RuleLine::new(exploration.universe(), &new),
                words: pieces(exploration, exploration.statement(&new)),
            }
        };
        let says_so = |proposal: &Proposal| proposal.verdict() == Verdict::Holds;
        let proposals = shown.iter().flat_map(|rule| exploration.proposals(rule)).filter(says_so);
        let mut proposed_by: Vec<String> = proposals.filter_map(|proposal| proposal.who).collect();
        proposed_by.sort();
        proposed_by.dedup();
        Self::Check { rules: shown.iter().map(rule).collect(), proposed_by }
    }

    /// The turn of somebody who is to name something unlike what was named.
    pub(crate) fn describe(exploration: &Exploration) -> Self {
        let missing = exploration.missing_kinds(KINDS_NAMED);
        let missing = missing.iter().map(|kind| exploration.kind_in_words(kind)).collect();
        Self::Describe { missing, named: exploration.objects().len() }
    }

    /// The turn, written as JSON.
    pub(crate) fn json(&self) -> Arc<RawValue> {
        raw(self).into()
    }
}

fn shown(exploration: &Exploration, proposal: &Proposal) -> ShownProposal {
    let names = |set: &AttrSet| exploration.universe().names_of(set).map(str::to_owned).collect();
    let example = |told: &ObjectStatement| ShownExample {
        name: told.name.clone(),
        has: names(&told.has),
        lacks: names(&told.lacks),
    };
    let (answer, holds, object) = match &proposal.response {
        Response::Holds => ("holds", Vec::new(), None),
        Response::Refuted(told) => ("refuted", Vec::new(), Some(example(told))),
        Response::Partly { holds, object } => ("partly", names(holds), object.as_ref().map(example)),
        Response::Unknown | Response::Later => ("unknown", Vec::new(), None),
    };
    let words = exploration.proposal_in_words(proposal);
    ShownProposal { who: proposal.who.clone(), entry: proposal.entry.clone(), words, answer, holds, object }
}

fn pieces(exploration: &Exploration, sentence: Sentence) -> Vec<Piece<'_>> {
    let name = |attr: usize| exploration.attributes()[attr].name.as_str();
    let piece = |piece: hornbook_explore::words::Piece| Piece { text: piece.text, attribute: piece.attr.map(name) };
    sentence.pieces.into_iter().map(piece).collect()
}
