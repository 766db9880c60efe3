//! Who is at work on an exploration, and what is before them.

use std::collections::BTreeMap;

use hornbook::Implication;

use super::inquiry::Inquiry;
use super::progress::{ConsultError, ConsultProgress};
use crate::{Expert, ExpertError};

/// So many questions are out at the beginning, when things that break one rule break
/// many others, and most questions asked at once would be answered by the first.
const FIRST_AT_ONCE: usize = 2;
/// After so many answers, one more is.
const ANSWERS_FOR_ONE_MORE: u64 = 2;

/// Experts at work on an exploration.
pub struct Consultation<'a> {
    pub(super) experts: Vec<Box<dyn Expert + 'a>>,
    /// What their answers are signed with.
    pub(super) names: Vec<String>,
    /// What is before an expert, by the number it was sent with.
    pub(super) out: BTreeMap<u64, Inquiry>,
    /// Inquiries that came to nothing, not on record until their expert answers
    /// something else: perhaps it knows nothing any more.
    pub(super) given_up: Vec<Inquiry>,
    /// How many votes of each expert, if it may err, are behind what is on record.
    pub(super) votes_before: Vec<u64>,
    /// No more questions are before all of them together.
    most_at_once: usize,
    next_id: u64,
    pub(super) progress: ConsultProgress,
}

impl<'a> Consultation<'a> {
    /// Experts, the most trusted first; there must be one at least, and each must
    /// know about implications or closures.
    pub fn new(experts: Vec<Box<dyn Expert + 'a>>) -> Result<Self, ExpertError> {
        if experts.is_empty() {
            let problem = "there is nobody to ask".to_owned();
            return Err(ExpertError::Unreachable { name: "experts".to_owned(), problem });
        }
        let (out, progress) = (BTreeMap::new(), ConsultProgress::default());
        let (names, given_up, votes_before) = (Vec::new(), Vec::new(), vec![0; experts.len()]);
        let most_at_once = usize::MAX;
        let mut consultation = Self { experts, names, out, given_up, votes_before, most_at_once, next_id: 1, progress };
        consultation.get_acquainted()?;
        Ok(consultation)
    }

    /// Has no more questions than this before all experts together, at least one. Only
    /// with one does what is asked next not depend on who answers first.
    #[must_use]
    pub fn at_once(self, most: usize) -> Self {
        Self { most_at_once: most.max(1), ..self }
    }

    /// Takes up what experts say of themselves. Some say so only with their first
    /// answer.
    pub(super) fn get_acquainted(&mut self) -> Result<(), ExpertError> {
        self.names.clear();
        for expert in &self.experts {
            let abilities = expert.abilities();
            if !abilities.implication && !abilities.closure {
                let problem = "it can be asked neither about implications nor about closures".to_owned();
                return Err(ExpertError::Protocol { name: expert.name().to_owned(), problem });
            }
            // Two of one name are two.
            let numbered = (2..).map(|number: u32| format!("{} ({number})", expert.name()));
            let mut names = std::iter::once(expert.name().to_owned()).chain(numbered);
            self.names.extend(names.find(|name| !self.names.contains(name)));
        }
        Ok(())
    }

    /// What their answers are signed with.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// What was asked and heard so far.
    pub fn progress(&self) -> &ConsultProgress {
        &self.progress
    }

    /// All questions that are not settled and before somebody.
    pub(super) fn open_questions(&self) -> impl Iterator<Item = &Implication> {
        self.out.values().chain(&self.given_up).map(|inquiry| &inquiry.question)
    }

    /// How many more questions an expert takes now.
    pub(super) fn room(&self, expert: usize) -> usize {
        let before_it = self.out.values().filter(|inquiry| inquiry.expert == expert).count();
        let allowed =
            FIRST_AT_ONCE + usize::try_from(self.progress.answered / ANSWERS_FOR_ONE_MORE).unwrap_or(usize::MAX);
        let room = self.experts[expert].questions_at_once().min(allowed).max(1).saturating_sub(before_it);
        room.min(self.most_at_once.saturating_sub(self.out.len()))
    }

    pub(super) fn has_room(&self, expert: usize) -> bool {
        self.room(expert) > 0
    }

    /// Hands an inquiry's question to its expert.
    pub(super) fn send(&mut self, mut inquiry: Inquiry) -> Result<(), ConsultError> {
        let expert = &mut self.experts[inquiry.expert];
        let question = inquiry.ask(expert.abilities());
        let id = self.next_id;
        expert.send(id, &question)?;
        self.next_id += 1;
        self.progress.asked += 1;
        self.out.insert(id, inquiry);
        self.progress.in_flight = self.out.len();
        Ok(())
    }
}
