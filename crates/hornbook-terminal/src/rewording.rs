//! Other words for a domain: what its things are called, the language of questions, and
//! how attributes are said.

use hornbook_explore::journal::{Attribute, EntryId};
use hornbook_explore::{Exploration, Refusal};
use hornbook_words::LanguageChoice;

/// What is to be said otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rewording {
    /// The noun and the language, if either is another one.
    pub words: Option<(Option<String>, Option<LanguageChoice>)>,
    /// Attributes with another phrase.
    pub attributes: Vec<Attribute>,
}

impl Rewording {
    /// Whether all stays as it is.
    pub(crate) fn is_nothing(&self) -> bool {
        self.words.is_none() && self.attributes.is_empty()
    }

    /// Writes it down, each change as an entry of its own; the last of them. What was
    /// written before one that is refused stays.
    pub(crate) fn make(self, exploration: &mut Exploration, who: Option<&str>) -> Result<Option<EntryId>, Refusal> {
        let mut last = None;
        for attribute in self.attributes {
            let name = attribute.name.clone();
            last = Some(exploration.edit_attribute(who, &name, attribute)?);
        }
        if let Some((noun, language)) = self.words {
            last = Some(exploration.set_words(who, noun.as_deref(), language)?);
        }
        Ok(last)
    }
}
