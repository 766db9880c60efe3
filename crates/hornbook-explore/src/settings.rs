//! What an exploration is to be about, and how sure one wants to be.

use super::exploration::Exploration;
use super::refusal::Refusal;
use super::start::{check_accuracy, check_told};
use crate::journal::{DistributionName, EntryId, EntryKind};
use hornbook::learn::Accuracy;

impl Exploration {
    /// Asks for a certificate about other sets from here on, of at most `told`
    /// attributes where few are told.
    pub fn set_distribution(
        &mut self,
        who: Option<&str>,
        distribution: DistributionName,
        told: Option<usize>,
    ) -> Result<EntryId, Refusal> {
        if distribution == DistributionName::Columns && self.journal.header().columns.is_empty() {
            return Err(Refusal::Impossible("there are no columns that have several values".to_owned()));
        }
        check_told(told).map_err(Refusal::Impossible)?;
        self.record(who, EntryKind::Distribution { distribution, told })
    }

    /// Asks for another accuracy from here on.
    pub fn set_accuracy(&mut self, who: Option<&str>, accuracy: Accuracy) -> Result<EntryId, Refusal> {
        check_accuracy(accuracy).map_err(Refusal::Impossible)?;
        self.record(who, EntryKind::Accuracy { epsilon: accuracy.epsilon(), delta: accuracy.delta() })
    }
}
