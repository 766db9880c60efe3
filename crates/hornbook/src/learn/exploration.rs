//! Classical attribute exploration (Ganter, 1984): the exact canonical basis
//! of a domain by asking.
//!
//! Pseudo-closed sets P are enumerated in lectic order, and for each the
//! question `P -> upper(P)` is put, the boldest that the models seen allow. A
//! counterexample cuts `upper(P)` and the question is put again; "yes" makes
//! it a rule of the basis. It asks one question for each rule and one for each
//! model it is told, and may have to visit all models of the domain.
//!
//! The enumeration is the one that finds the basis of a table
//! (`canonical/search.rs`), with answers in the place of rows. Where an answer
//! is missing it stops, and goes on at the same place once it is there.

use super::progress::{Cancelled, Progress, Watch};
use super::protocol::{AnswerError, Learner, Question, Step};
use crate::answer::Answer;
use crate::canonical::{Any, Intent, Rows, Search, SearchDomain};
use crate::knowledge::Knowledge;
use crate::{Attr, AttrSet, Conclusion, Implication, Theory};

/// An attribute exploration, as a value: it keeps what it has learned when a
/// run is cut short.
pub struct AttributeExploration {
    search: Search<Any, Known>,
    /// Rules known beforehand.
    background: usize,
    /// The question that was given out.
    out: Option<Implication>,
    complete: bool,
}

impl AttributeExploration {
    /// Starts from what is known: background rules and initial models.
    pub fn new(knowledge: Knowledge) -> Self {
        let rules = knowledge.rules();
        let words = AttrSet::empty(rules.attribute_count()).words().len();
        let mut known = Rows::default();
        for rule in rules.rules() {
            known.push(rule.premise.words(), rule.conclusion.attrs().map(AttrSet::words));
        }
        let (attributes, background) = (rules.attribute_count(), rules.len());
        let mut search = Search::new(Any(words), attributes, 0, Known { knowledge, confirmed: None, visited: 0 });
        search.know(&known);
        Self { search, background, out: None, complete: false }
    }

    /// What is known by now.
    pub fn knowledge(&self) -> &Knowledge {
        &self.search.domain().knowledge
    }

    /// Whether everything is known.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

impl std::fmt::Debug for AttributeExploration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { out, complete, .. } = self;
        let known = self.knowledge();
        f.debug_struct("AttributeExploration")
            .field("knowledge", known)
            .field("out", out)
            .field("complete", complete)
            .finish_non_exhaustive()
    }
}

impl Learner for AttributeExploration {
    /// Every question depends on the answer to the one before, so there is
    /// never more than one.
    fn next(&mut self, _: usize, watch: Watch<'_>) -> Result<Step, Cancelled> {
        if self.complete {
            return Ok(Step::Done);
        }
        if self.out.is_some() {
            return Ok(Step::Wait);
        }
        loop {
            let rules = self.knowledge().rules().len();
            Cancelled::check(watch(&Progress { rules, ..Progress::default() }))?;
            match self.search.go_on_from_root() {
                Ok(()) => {
                    self.complete = true;
                    return Ok(Step::Done);
                }
                Err(Halt::Ask(question)) => {
                    self.out = Some(question.clone());
                    return Ok(Step::Ask(vec![Question::plain(question)]));
                }
                Err(Halt::Report) => {}
            }
        }
    }

    fn answer(&mut self, question: &Implication, answer: &Answer) -> Result<(), AnswerError> {
        self.out = None;
        let Known { knowledge, confirmed, .. } = self.search.domain_mut();
        knowledge.learn(question, answer).map_err(AnswerError::Conflict)?;
        let settles = match answer {
            Answer::Holds => {
                *confirmed = Some(question.clone());
                true
            }
            // Too vague a "no" would be asked for again for ever.
            Answer::Refuted(_) => knowledge.refuter(question).is_some(),
            _ => knowledge.decides(question),
        };
        if settles { Ok(()) } else { Err(AnswerError::Unanswered(question.clone())) }
    }

    fn withdraw_questions(&mut self) {
        self.out = None;
    }

    fn rules(&self) -> Theory {
        let rules = self.knowledge().rules();
        Theory::from_rules(rules.attribute_count(), rules.rules()[self.background..].iter().cloned())
    }
}

/// The domain as far as it is known. What it cannot tell it gives back as a
/// question.
struct Known {
    knowledge: Knowledge,
    /// The rule that was confirmed last: the search stopped there.
    confirmed: Option<Implication>,
    /// Sets visited so far.
    visited: u64,
}

/// Why the search has to wait.
enum Halt {
    /// For the answer to this question.
    Ask(Implication),
    /// For the watcher to say that it may go on.
    Report,
}

/// The watcher is told after so many sets.
const REPORT_EVERY: u64 = 64;

impl SearchDomain for Known {
    type Error = Halt;
    const CLOSES: bool = false;

    fn extent_words(&self) -> usize {
        0
    }

    fn everything(&self, _: &mut [u64]) {}

    fn narrow(&self, _: &[u64], _: Attr, _: &mut [u64]) {}

    fn visit(&mut self) -> bool {
        self.visited += 1;
        self.visited.is_multiple_of(REPORT_EVERY)
    }

    fn report(&mut self, _: u64, _: usize, _: usize) -> Result<(), Self::Error> {
        Err(Halt::Report)
    }

    fn intent(&mut self, set: &[u64], _: &[u64], intent: &mut [u64]) -> Result<Intent, Self::Error> {
        let Self { knowledge, confirmed, .. } = self;
        let set = AttrSet::from_words(knowledge.attribute_count(), set.iter().copied());
        let conclusion = match confirmed.take_if(|rule| rule.premise == set) {
            Some(rule) => rule.conclusion,
            None => {
                let conclusion = knowledge.boldest(&set);
                if conclusion.is_subset(&set) {
                    return Ok(Intent::Same);
                }
                return Err(Halt::Ask(Implication { premise: set, conclusion }));
            }
        };
        match conclusion {
            Conclusion::Falsum => Ok(Intent::Falsum),
            Conclusion::Attrs(attrs) => {
                intent.copy_from_slice(attrs.words());
                Ok(Intent::More)
            }
        }
    }
}
