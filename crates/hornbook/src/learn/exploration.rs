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
//! (`canonical/search.rs`), with answers in the place of rows.

use super::{LearnError, Progress, Watch};
use crate::canonical::{Any, Domain, Intent, Rows, Search};
use crate::knowledge::Knowledge;
use crate::oracle::{Answer, Oracle};
use crate::{Attr, AttrSet, Conclusion, Implication, Theory};

/// An attribute exploration, as a value: it keeps what it has learned when a
/// run is cut short.
#[derive(Clone, Debug)]
pub struct AttributeExploration {
    knowledge: Knowledge,
    known: usize,
    complete: bool,
}

impl AttributeExploration {
    /// Starts from what is known: background rules and initial models.
    pub fn new(knowledge: Knowledge) -> Self {
        Self { known: knowledge.rules().len(), knowledge, complete: false }
    }

    /// Asks until everything is known, or fails with what stopped it. Run
    /// again, it goes on with what it knows.
    pub fn run<O: Oracle>(&mut self, oracle: &mut O, watch: Watch<'_>) -> Result<(), LearnError<O::Error>> {
        let background = self.knowledge.rules().clone();
        let attributes = background.attribute_count();
        let words = AttrSet::empty(attributes).words().len();
        let mut known = Rows::default();
        for rule in background.rules() {
            known.push(rule.premise.words(), rule.conclusion.attrs().map(AttrSet::words));
        }
        let domain = Asked { knowledge: &mut self.knowledge, oracle, watch };
        let mut search = Search::new(Any(words), attributes, 0, domain);
        search.know(&known);
        if let Some(root) = search.root() {
            search.run(&root)?;
        }
        self.complete = true;
        Ok(())
    }

    /// The rules confirmed, without those known beforehand.
    pub fn rules(&self) -> Theory {
        let rules = self.knowledge.rules();
        Theory::from_rules(rules.attribute_count(), rules.rules()[self.known..].iter().cloned())
    }

    /// What is known by now.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Whether everything is known.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

struct Asked<'a, 'w, O> {
    knowledge: &'a mut Knowledge,
    oracle: &'a mut O,
    watch: Watch<'w>,
}

impl<O: Oracle> Domain for Asked<'_, '_, O> {
    type Error = LearnError<O::Error>;
    const CLOSES: bool = false;

    fn extent_words(&self) -> usize {
        0
    }

    fn everything(&self, _: &mut [u64]) {}

    fn narrow(&self, _: &[u64], _: Attr, _: &mut [u64]) {}

    fn visit(&mut self) -> bool {
        false
    }

    fn report(&mut self, _: usize, _: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    fn intent(&mut self, set: &[u64], _: &[u64], intent: &mut [u64]) -> Result<Intent, Self::Error> {
        let set = AttrSet::from_words(self.knowledge.attribute_count(), set.iter().copied());
        match self.conclusion(&set)? {
            Conclusion::Falsum => Ok(Intent::Falsum),
            Conclusion::Attrs(attrs) if attrs.is_subset(&set) => Ok(Intent::Same),
            Conclusion::Attrs(attrs) => {
                intent.copy_from_slice(attrs.words());
                Ok(Intent::More)
            }
        }
    }
}

impl<O: Oracle> Asked<'_, '_, O> {
    /// What follows from `set`, which is closed under the rules so far.
    fn conclusion(&mut self, set: &AttrSet) -> Result<Conclusion, LearnError<O::Error>> {
        loop {
            let rules = self.knowledge.rules().len();
            LearnError::check((self.watch)(&Progress { rules, ..Progress::default() }))?;
            let candidate = self.knowledge.upper_of_closed(set);
            if candidate.is_subset(set) {
                return Ok(candidate);
            }
            let question = Implication { premise: set.clone(), conclusion: candidate };
            let answer = self.oracle.ask(&question).map_err(LearnError::Oracle)?;
            self.knowledge.learn(&question, &answer).map_err(LearnError::Conflict)?;
            match answer {
                Answer::Holds => return Ok(question.conclusion),
                Answer::Refuted(_) if self.knowledge.refuter(&question).is_some() => {}
                Answer::Refuted(_) | Answer::Partly { .. } | Answer::Unknown => {
                    return Err(LearnError::Unanswered(question));
                }
            }
        }
    }
}
