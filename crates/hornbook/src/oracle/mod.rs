//! Oracles: whoever can say whether an implication holds.
//!
//! An oracle answers one kind of question (`is_valid` in the paper). Caching,
//! counting, recording and limits are oracles around an oracle; learners know
//! none of them. A counter outside a cache counts what was asked, one inside
//! it what was paid for.

mod cached;
mod counted;
mod limited;
mod recorded;
mod table;
mod target;

pub use cached::{CacheError, Cached};
pub use counted::{Counted, Tally};
pub use limited::{LimitError, Limited};
pub use recorded::{Recorded, Replay, ReplayError};
pub use table::TableOracle;
pub use target::TargetOracle;

use crate::{AttrSet, Conclusion, Implication, Model};

/// What an oracle says to "does A -> B hold?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It holds.
    Holds,
    /// It does not: this model breaks it.
    Refuted(Model),
    /// It does not, but this part of the conclusion follows; perhaps with a
    /// model that breaks the rest.
    Partly {
        /// What of the conclusion does follow.
        holds: AttrSet,
        /// A model that breaks the rest.
        refuted_by: Option<Model>,
    },
    /// Nobody knows.
    Unknown,
}

/// Something that can be asked whether implications hold.
pub trait Oracle {
    /// Why a question may remain without an answer.
    type Error;

    /// The size of the universe.
    fn attribute_count(&self) -> usize;

    /// Does the implication hold in the domain?
    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error>;

    /// What follows from `set`, by asking: `None` if the answers leave it open.
    ///
    /// The boldest conclusion that is still possible is asked until it stands;
    /// every counterexample cuts it. A table answers with one scan instead.
    fn closure(&mut self, set: &AttrSet) -> Result<Option<Conclusion>, Self::Error> {
        let mut candidate = Conclusion::Falsum;
        while !candidate.is_subset(set) {
            match self.ask(&Implication { premise: set.clone(), conclusion: candidate.clone() })? {
                Answer::Holds => break,
                Answer::Refuted(model) | Answer::Partly { refuted_by: Some(model), .. } => {
                    let cut = candidate.intersection(model.possible());
                    // Too vague a "no" would be asked for again for ever.
                    if cut == candidate {
                        return Ok(None);
                    }
                    candidate = cut;
                }
                Answer::Partly { refuted_by: None, .. } | Answer::Unknown => return Ok(None),
            }
        }
        Ok(Some(candidate))
    }
}

impl<O: Oracle + ?Sized> Oracle for &mut O {
    type Error = O::Error;

    fn attribute_count(&self) -> usize {
        (**self).attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        (**self).ask(question)
    }

    fn closure(&mut self, set: &AttrSet) -> Result<Option<Conclusion>, Self::Error> {
        (**self).closure(set)
    }
}
