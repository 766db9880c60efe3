//! What questions are about: attributes, by their names and in words.

use std::sync::Arc;

use hornbook::{NameError, Universe};
use hornbook_explore::journal::Attribute;
use hornbook_words::Vocabulary;

/// The attributes that questions are about.
#[derive(Clone, Debug)]
pub struct Subject {
    attributes: Vec<Attribute>,
    universe: Arc<Universe>,
    vocabulary: Vocabulary,
}

impl Subject {
    /// These attributes, in this order; refused if a name occurs twice.
    pub fn new(attributes: Vec<Attribute>) -> Result<Self, NameError> {
        let universe = Arc::new(Universe::new(attributes.iter().map(|attribute| attribute.name.clone()))?);
        let spoken = attributes.iter().map(|attribute| (attribute.name.as_str(), attribute.phrase.as_deref()));
        let vocabulary = Vocabulary::new(spoken);
        Ok(Self { attributes, universe, vocabulary })
    }

    /// The attributes with phrases and descriptions.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The attributes by their names.
    pub fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    /// How to speak of them.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }
}
