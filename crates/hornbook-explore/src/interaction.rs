//! What a person is asked at once: one rule, a list of them, or a thing of the
//! domain.

use super::checklist::Asking;
use super::exploration::{Asked, Exploration};
use super::kinds::MissingKind;
use super::next::NextError;
use super::panel::{Turn, Turns};
use crate::journal::Certified;
use hornbook::Implication;
use hornbook::learn::Watch;

/// What a person is asked at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Interaction {
    /// To name something unlike what was named, perhaps of one of these kinds; or to
    /// say that this was all.
    Describe {
        /// Kinds of things that were not named yet.
        missing: Vec<MissingKind>,
    },
    /// To go through a list of rules that very likely hold, and to say which do not.
    Check {
        /// The rules with what is expected of each, the first of which would have
        /// been asked alone.
        asked: Vec<Asked>,
        /// The rules as they are to be shown, perhaps with some among them that are
        /// known to be false.
        shown: Vec<Implication>,
    },
    /// Whether one rule holds.
    Ask(Asked),
    /// Nothing until others have answered.
    Wait,
    /// Nothing: what is known is certified.
    Certified(Certified),
}

/// So many kinds of things are named that were not named yet.
const KINDS_NAMED: usize = 5;

impl Exploration {
    /// What to ask next of somebody who is at it alone, unless the turns say that
    /// others are at it too.
    pub fn interaction(
        &mut self,
        turns: Turns<'_>,
        asking: Asking,
        watch: Watch<'_>,
    ) -> Result<Interaction, NextError> {
        if asking.objects_first && self.wants_objects_first() {
            return Ok(Interaction::Describe { missing: self.missing_kinds(KINDS_NAMED) });
        }
        let alone = turns.out.is_empty() && turns.about.is_none() && !turns.without_later;
        let turn = if alone { self.next_alone(turns.who, watch)? } else { self.next_for(turns, watch)? };
        Ok(match turn {
            Turn::Wait => Interaction::Wait,
            Turn::Certified(certified) => Interaction::Certified(certified),
            Turn::Ask(first) => {
                let asked = self.checklist(&first, turns, asking);
                match asked.len() {
                    0 | 1 => Interaction::Ask(first),
                    _ => Interaction::Check { shown: self.with_controls(&asked, asking), asked },
                }
            }
        })
    }
}
