//! What an exploration is to be about, and how sure one wants to be.

use super::exploration::Exploration;
use super::refusal::Refusal;
use super::start::{check_accuracy, check_noun, check_told};
use crate::journal::{DistributionName, EntryId, EntryKind};
use hornbook::learn::Accuracy;
use hornbook_words::{Language, LanguageChoice};

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

    /// Words questions otherwise from here on: with this noun for the things of the
    /// domain, in this language. What is known and what was certified stays.
    pub fn set_words(
        &mut self,
        who: Option<&str>,
        noun: Option<&str>,
        language: Option<LanguageChoice>,
    ) -> Result<EntryId, Refusal> {
        let noun = check_noun(noun).map_err(Refusal::Impossible)?;
        Language::chosen(language.as_ref()).map_err(Refusal::Impossible)?;
        self.record(who, EntryKind::Words { noun, language })
    }

    /// Asks for another accuracy from here on.
    pub fn set_accuracy(&mut self, who: Option<&str>, accuracy: Accuracy) -> Result<EntryId, Refusal> {
        check_accuracy(accuracy).map_err(Refusal::Impossible)?;
        self.record(who, EntryKind::Accuracy { epsilon: accuracy.epsilon(), delta: accuracy.delta() })
    }
}
