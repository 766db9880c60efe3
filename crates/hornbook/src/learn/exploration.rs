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
//! (`canonical.rs`), with answers in the place of rows.

use super::{LearnError, Progress, Watch};
use crate::canonical::{Domain, Search};
use crate::knowledge::Knowledge;
use crate::oracle::{Answer, Oracle};
use crate::{AttrSet, Conclusion, Implication, Theory};

/// An attribute exploration, as a value: it keeps what it has learned when a
/// run is cut short.
#[derive(Clone, Debug)]
pub struct Exploration {
    knowledge: Knowledge,
    known: usize,
    complete: bool,
}

impl Exploration {
    /// Starts from what is known: background rules and initial models.
    pub fn new(knowledge: Knowledge) -> Self {
        Self { known: knowledge.rules().len(), knowledge, complete: false }
    }

    /// Asks until everything is known, or fails with what stopped it. Run
    /// again, it goes on with what it knows.
    pub fn run<O: Oracle>(&mut self, oracle: &mut O, watch: Watch<'_>) -> Result<(), LearnError<O::Error>> {
        let background = self.knowledge.rules().clone();
        let domain = Asked { knowledge: &mut self.knowledge, oracle, watch };
        Search::new(domain, &background).run()?;
        self.complete = true;
        Ok(())
    }

    /// The rules confirmed, without those known beforehand.
    pub fn rules(&self) -> Theory {
        let rules = self.knowledge.rules();
        Theory::from_rules(rules.attributes(), rules.rules()[self.known..].iter().cloned())
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
    type Extent = ();

    fn attributes(&self) -> usize {
        self.knowledge.attributes()
    }

    fn everything(&self) {}

    fn narrow(&self, (): (), _: &AttrSet) {}

    fn intent(&mut self, set: &AttrSet, (): &(), rules: &[Implication]) -> Result<Conclusion, Self::Error> {
        loop {
            LearnError::check((self.watch)(&Progress { rules: rules.len(), ..Progress::default() }))?;
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
