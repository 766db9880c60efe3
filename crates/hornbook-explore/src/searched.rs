//! What answers rest on that are not simply trusted: random searches for exceptions,
//! with what bounds the exceptions a rule may have, and votes of sources that err.

use std::collections::BTreeMap;

use super::{Exploration, Source};
use crate::journal::{AnswerRecord, Entry, EntryKind, Reply, VoteRecord};
use hornbook::{AnswersRestOn, ExceptionBound, Implication, NOT_BOUNDED, Rulebook, Theory};

impl Exploration {
    /// What bounds the exceptions of a rule, if an entry says that it holds as far as a
    /// search tells, and nobody else says that it holds.
    fn search_of(&self, entry: &Entry) -> Option<ExceptionBound> {
        let EntryKind::Answer(said) = &entry.what else { return None };
        let bound = said.search?;
        let vouches = |other: &Entry| match &other.what {
            EntryKind::Answer(also) => {
                also.question == said.question
                    && also.answer == Reply::Holds
                    && also.search.is_none()
                    && self.counts(&other.id)
            }
            _ => false,
        };
        (!self.journal().entries().iter().any(vouches)).then_some(bound)
    }

    /// Says of each rule how many exceptions it may have. It has none if it follows from
    /// what was known beforehand and from answers that are trusted.
    pub(super) fn set_exceptions(&self, book: &mut Rulebook) {
        let rules = self.knowledge().rules();
        let mut trusted = Theory::new(rules.attribute_count());
        let mut searched: Vec<(Implication, f64)> = Vec::new();
        for (rule, source) in rules.rules().iter().zip(&self.state.sources) {
            let entry = match source {
                Source::Entry(id) => self.entry(id),
                Source::Background => None,
            };
            match entry.and_then(|entry| self.search_of(entry)) {
                // A journal may say anything.
                Some(bound) => searched.push((rule.clone(), bound.exceptions_at_most.clamp(0.0, NOT_BOUNDED))),
                None => trusted.push(rule.clone()),
            }
        }
        if !searched.is_empty() {
            book.set_exceptions(&trusted, &searched);
        }
    }

    /// What the answers rest on, where they are not simply trusted.
    pub fn answers_rest_on(&self) -> Vec<AnswersRestOn> {
        // Each who searches has a probability of being wrong for all of its bounds together.
        let mut wrong_at_most: BTreeMap<Option<&str>, f64> = BTreeMap::new();
        let (mut exceptions, mut rules, mut cases) = (0.0, 0, 0u64);
        for entry in self.journal().entries().iter().filter(|entry| self.counts(&entry.id)) {
            let Some(bound) = self.search_of(entry) else { continue };
            let wrong = wrong_at_most.entry(entry.who.as_deref()).or_default();
            *wrong = f64::max(*wrong, bound.wrong_at_most);
            exceptions = f64::max(exceptions, bound.exceptions_at_most);
            rules += 1;
            cases = cases.saturating_add(bound.cases);
        }
        let search = AnswersRestOn::Search {
            exceptions_at_most: exceptions,
            rules,
            cases,
            wrong_at_most: wrong_at_most.values().sum::<f64>().min(1.0),
        };
        (rules > 0).then_some(search).into_iter().chain(self.votes_by_source()).collect()
    }

    /// What the answers of each source rest on that may err, in the order of their names.
    /// Verdicts that were taken back may have been wrong as well, and count.
    fn votes_by_source(&self) -> Vec<AnswersRestOn> {
        let mut by_source: BTreeMap<Option<&str>, AnswersRestOn> = BTreeMap::new();
        for entry in self.journal().entries() {
            let EntryKind::Answer(AnswerRecord { votes: Some(votes), .. }) = &entry.what else { continue };
            let VoteRecord { sources, error_rate, answers: more, wrong_at_most: wrong } = *votes;
            let new = match sources {
                1 => AnswersRestOn::Repetition { error_rate, answers: 0, verdicts: 0, wrong_at_most: 0.0 },
                _ => AnswersRestOn::Majority { sources, error_rate, verdicts: 0, wrong_at_most: 0.0 },
            };
            match by_source.entry(entry.who.as_deref()).or_insert(new) {
                AnswersRestOn::Repetition { error_rate: rate, answers, verdicts, wrong_at_most } => {
                    *rate = rate.max(error_rate);
                    *answers = answers.saturating_add(more);
                    *verdicts += 1;
                    *wrong_at_most = wrong_at_most.max(wrong).min(1.0);
                }
                AnswersRestOn::Majority { sources: most, error_rate: rate, verdicts, wrong_at_most } => {
                    *most = sources.max(*most);
                    *rate = rate.max(error_rate);
                    *verdicts += 1;
                    *wrong_at_most = (*wrong_at_most + wrong).min(1.0);
                }
                _ => {}
            }
        }
        by_source.into_values().collect()
    }
}
