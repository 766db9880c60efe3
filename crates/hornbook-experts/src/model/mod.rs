//! Language models that answer, behind any endpoint that speaks the usual
//! chat-completions protocol.
//!
//! From the bottom: `address` is where the endpoint is, `key` what it knows us by,
//! `settings` how it is asked. `wording` puts a rule into words, and `answer` reads
//! what is said to it: strictly, for a guess at what a model may have meant would be
//! an answer that nobody gave. `dialect` is how a request is written, `completion`
//! what comes back, `endpoint` the way there and back, with patience. `cache` keeps
//! what was paid for, `budget` counts and limits it. [`LanguageModel`] is the expert.
//!
//! A model is one voice. Votes are counted elsewhere: [`LanguageModel::samples`]
//! gives several voices of one model, and several models are several experts; all
//! of them can share a [`ModelBudget`]. One that answers by chance, at a temperature
//! above 0, can also be asked the same again and again: each time is a new sample.

mod address;
mod answer;
mod budget;
mod cache;
mod completion;
mod dialect;
mod endpoint;
mod key;
mod language_model;
mod settings;
mod wording;
mod worker;

pub use address::{AddressError, ModelAddress};
pub use budget::{ModelBudget, ModelLimits, ModelSpent};
pub use key::ModelKey;
pub use language_model::{LanguageModel, UnclearAnswer};
pub use settings::{ModelPrice, ModelSettings, ModelSetupError};
