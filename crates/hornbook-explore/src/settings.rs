//! What an exploration is to be about, and how sure one wants to be.

use super::exploration::Exploration;
use super::refusal::Refusal;
use super::start::{check_accuracy, check_told};
use crate::journal::{Attribute, DistributionName, EntryId, EntryKind};
use hornbook::Universe;
use hornbook::learn::Accuracy;

impl Exploration {
    /// Adds attributes; objects then count as unknown there.
    pub fn add_attributes(&mut self, who: Option<&str>, attributes: Vec<Attribute>) -> Result<EntryId, Refusal> {
        let refuse = |problem: String| Err(Refusal::Impossible(problem));
        if attributes.is_empty() {
            return refuse("no attribute was named".to_owned());
        }
        if let Err(problem) = crate::journal::check_attributes(self.universe().len(), &attributes) {
            return refuse(problem);
        }
        let names = self.universe().names().iter().chain(attributes.iter().map(|attribute| &attribute.name));
        if let Err(error) = Universe::new(names.cloned()) {
            return refuse(error.to_string());
        }
        self.record(who, EntryKind::Attributes { attributes })
    }

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
