//! What one person is to do next.

use std::sync::Arc;

use hornbook::Implication;
use hornbook_explore::journal::RuleLine;
use hornbook_explore::words::{Sentence, is_about_never};
use hornbook_explore::{Asked, Exploration};
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
pub(crate) enum ShownTurn<'a> {
    /// To answer a question.
    Ask(ShownQuestion<'a>),
    /// To go through a list of rules. Which of them are known to be false is not
    /// told, and so nothing but their words is.
    Check { rules: Vec<ShownRule<'a>> },
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
    words: Vec<Piece<'a>>,
    about_never: bool,
    why: Vec<String>,
    closest: Vec<String>,
    likely: f64,
    weight: f64,
    answered_by: Vec<ShownVote<'a>>,
}

/// A rule on a list.
#[derive(Serialize)]
pub(crate) struct ShownRule<'a> {
    question: RuleLine,
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
        let ballot = exploration.ballots().iter().find(|ballot| ballot.question == *question);
        Self::Ask(ShownQuestion {
            question: RuleLine::new(exploration.universe(), question),
            words: pieces(exploration, exploration.in_words(question)),
            about_never: is_about_never(question),
            why: exploration.why(asked).iter().map(|line| escape_control(line)).collect(),
            closest: closest.iter().map(|closest| exploration.nearness(closest)).collect(),
            likely: asked.likely,
            weight: asked.weight,
            answered_by: ballot.into_iter().flat_map(votes).collect(),
        })
    }

    /// The turn of somebody who is to go through these rules.
    pub(crate) fn check(exploration: &'a Exploration, shown: &[Implication]) -> Self {
        let rule = |rule: &Implication| ShownRule {
            question: RuleLine::new(exploration.universe(), rule),
            words: pieces(exploration, exploration.statement(rule)),
        };
        Self::Check { rules: shown.iter().map(rule).collect() }
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

fn pieces(exploration: &Exploration, sentence: Sentence) -> Vec<Piece<'_>> {
    let name = |attr: usize| exploration.attributes()[attr].name.as_str();
    let piece = |piece: hornbook_explore::words::Piece| Piece { text: piece.text, attribute: piece.attr.map(name) };
    sentence.pieces.into_iter().map(piece).collect()
}
