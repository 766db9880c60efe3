//! A scale and why it was chosen.

use super::Scale;

/// A scale and why it was chosen.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) scale: Scale,
    /// In a few words; nothing where the scale says it.
    pub(super) why: Option<String>,
}

impl Choice {
    pub(super) fn because(scale: Scale, why: impl Into<String>) -> Self {
        Self { scale, why: Some(why.into()) }
    }
}

impl From<Scale> for Choice {
    fn from(scale: Scale) -> Self {
        Self { scale, why: None }
    }
}
