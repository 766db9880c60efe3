//! What answering costs a person.

use serde::{Deserialize, Serialize};

/// How many seconds a person takes for what: assumed, not measured; whoever knows
/// better says so. By it questions are chosen, and the time left is told.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// To confirm a rule.
    pub yes: f64,
    /// To think of something that breaks a rule.
    pub no: f64,
    /// To think of something to describe.
    pub object: f64,
    /// To fill in an attribute of an object.
    pub attribute: f64,
    /// To read an attribute that was filled in beforehand.
    pub guessed: f64,
    /// To correct one that was filled in wrongly.
    pub corrected: f64,
    /// To read and tick a rule on a list of several.
    pub listed: f64,
}

impl Effort {
    /// How long this person takes for things, as a multiple of what is usual.
    pub fn speed(&self) -> f64 {
        let usual = Self::default();
        (self.yes + self.no + self.object) / (usual.yes + usual.no + usual.object)
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self { yes: 6.0, no: 15.0, object: 10.0, attribute: 0.7, guessed: 0.3, corrected: 1.0, listed: 3.0 }
    }
}
