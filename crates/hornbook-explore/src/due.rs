//! Questions that come before those that would settle most: one whose answer was just
//! undone, and parts of one that nobody knew.
//!
//! Whoever does not know whether `a → b, c, d, e` holds may know it of `b, c`, and of `d, e`,
//! or of one of them. So before a question is set aside for good its conclusion is halved,
//! and what nobody knows of that is halved again. For a conclusion of n attributes that are
//! at most 2n − 2 questions, of which at most [`MAX_UNKNOWN_PARTS`] are answered by "don't
//! know": then it was tried often enough.
//!
//! All of it is a function of the journal, and none of it has a say in what is drawn for a
//! certificate. The question itself stays set aside meanwhile.

use std::collections::HashMap;

use super::ballot::{Ballot, Verdict};
use super::exploration::Exploration;
use crate::journal::{Entry, EntryKind};
use hornbook::{Attr, AttrSet, Conclusion, Implication};

/// So many parts of a question that nobody knows are answered by "don't know" before no
/// further ones are asked.
pub const MAX_UNKNOWN_PARTS: usize = 4;

impl Exploration {
    /// A question that comes before those that would settle most.
    pub(super) fn due(&self) -> Option<Implication> {
        self.undone_question().or_else(|| self.part_of_unknown())
    }

    /// The question whose answer was undone last, if nothing was said since.
    pub fn undone_question(&self) -> Option<Implication> {
        self.undone().map(|(_, question)| question)
    }

    /// The same, after whoever undid it.
    pub fn undone(&self) -> Option<(Option<&str>, Implication)> {
        let told = |entry: &&Entry| entry.what.is_said() && !entry.what.is_remark();
        let last = self.journal.entries().iter().rev().find(told)?;
        let EntryKind::Retract { entry, undo: true, .. } = &last.what else { return None };
        let EntryKind::Answer(said) = &self.entry(entry)?.what else { return None };
        let is_open = |question: &Implication| {
            let ballot = self.state.ballots.about(question);
            let undecided = |ballot: &Ballot| matches!(ballot.decided, None | Some(Verdict::Unknown));
            !self.knowledge().decides(question) && ballot.is_none_or(undecided)
        };
        self.state.question_of(said).filter(is_open).map(|question| (last.who.as_deref(), question))
    }

    /// Whether a question is a part of one that nobody knew: that one.
    pub fn unknown_whole(&self, part: &Implication) -> Option<&Implication> {
        self.unknown().map(|ballot| &ballot.question).find(|whole| is_part(part, whole))
    }

    /// What people were asked and did not know.
    fn unknown(&self) -> impl Iterator<Item = &Ballot> {
        let unknown = |ballot: &&Ballot| {
            ballot.decided == Some(Verdict::Unknown) && ballot.agreeing(Verdict::Unknown).any(|vote| !vote.program)
        };
        self.ballots().iter().filter(unknown).filter(|ballot| !self.knowledge().decides(&ballot.question))
    }

    /// A part of a question that nobody knew which was not asked yet.
    fn part_of_unknown(&self) -> Option<Implication> {
        let mut unknown: HashMap<&AttrSet, Vec<&Implication>> = HashMap::new();
        let mut order = Vec::new();
        for question in self.unknown().map(|ballot| &ballot.question) {
            let alike = unknown.entry(&question.premise).or_default();
            if alike.is_empty() {
                order.push(&question.premise);
            }
            alike.push(question);
        }
        order.into_iter().find_map(|premise| {
            let alike = &unknown[premise];
            let mut wholes = alike.iter().filter(|whole| !alike.iter().any(|other| is_part(whole, other)));
            wholes.find_map(|whole| {
                let tried = alike.iter().filter(|part| is_part(part, whole)).count();
                let Conclusion::Attrs(attrs) = &whole.conclusion else { return None };
                let attrs: Vec<Attr> = attrs.difference(premise).iter().collect();
                (tried < MAX_UNKNOWN_PARTS).then(|| self.part_not_asked(premise, &attrs)).flatten()
            })
        })
    }

    /// A part of `premise → attrs` that nobody was asked, while the whole is not known.
    fn part_not_asked(&self, premise: &AttrSet, attrs: &[Attr]) -> Option<Implication> {
        let (first, second) = attrs.split_at(attrs.len() / 2);
        if first.is_empty() {
            return None;
        }
        [first, second].into_iter().find_map(|half| {
            let conclusion = AttrSet::of(self.universe().len(), half.iter().copied());
            let part = Implication::new(premise.clone(), conclusion);
            let is_put_off = || self.state.put_off.iter().any(|(_, question)| *question == part);
            let asked = self.state.ballots.about(&part).filter(|ballot| ballot.has_vote_of_a_person());
            match asked {
                _ if self.knowledge().decides(&part) => None,
                None if is_put_off() => None,
                None => Some(part),
                Some(_) => self.part_not_asked(premise, half),
            }
        })
    }
}

/// Whether a question asks for a part of what another one does, from the same premise.
fn is_part(part: &Implication, whole: &Implication) -> bool {
    match (&part.conclusion, &whole.conclusion) {
        (Conclusion::Attrs(less), Conclusion::Attrs(more)) => {
            part.premise == whole.premise && less != more && less.is_subset(more)
        }
        _ => false,
    }
}
