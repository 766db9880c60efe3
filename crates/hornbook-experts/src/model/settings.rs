//! How a language model is asked.

use std::path::PathBuf;
use std::time::Duration;

use hornbook::NameError;

use super::{ModelAddress, ModelKey};

/// How a language model is asked.
#[derive(Clone, Debug)]
pub struct ModelSettings {
    /// The model, as its endpoint calls it. Answers are signed with it.
    pub model: String,
    /// Where it is asked.
    pub address: ModelAddress,
    /// What the endpoint knows us by.
    pub key: Option<ModelKey>,
    /// How freely it speaks: 0 for the likeliest answer, more for votes over
    /// several samples. At most 2.
    pub temperature: f64,
    /// What its chance is drawn from, where the endpoint can be told: sample number
    /// `i` is asked with this plus `i`, and each repeat of a question with another.
    pub seed: Option<u64>,
    /// Which of several samples this is, from 0. Each is kept apart in the cache.
    pub sample: u32,
    /// No answer is longer, in tokens.
    pub max_answer_tokens: u32,
    /// How long one request may take.
    pub time_limit: Duration,
    /// How often a request is sent again that failed for the moment.
    pub retries: u32,
    /// How long to wait before the first of them; twice as long each time.
    pub back_off: Duration,
    /// No wait is longer. An endpoint that asks for more is not waited for.
    pub longest_wait: Duration,
    /// How many questions are on their way at once.
    pub at_once: usize,
    /// The folder that answers are kept in; none to keep none.
    pub cache: Option<PathBuf>,
    /// What tokens cost, if that is to be counted.
    pub price: Option<ModelPrice>,
}

/// What tokens cost, in whatever the bill is in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelPrice {
    /// A million tokens of what is sent.
    pub million_in: f64,
    /// A million tokens of what is answered.
    pub million_out: f64,
}

impl ModelPrice {
    /// What so many tokens cost.
    pub(super) fn of(self, tokens_in: u64, tokens_out: u64) -> f64 {
        (tokens_in as f64 * self.million_in + tokens_out as f64 * self.million_out) / 1e6
    }
}

impl ModelSettings {
    /// A model at an address, asked for its likeliest answers, with a key if the
    /// environment has one, and without a cache.
    pub fn new(model: impl Into<String>, address: ModelAddress) -> Self {
        Self {
            model: model.into(),
            key: ModelKey::from_environment(&address),
            address,
            temperature: 0.0,
            seed: None,
            sample: 0,
            max_answer_tokens: 400,
            time_limit: Duration::from_secs(120),
            retries: 5,
            back_off: Duration::from_millis(500),
            longest_wait: Duration::from_secs(60),
            at_once: 4,
            cache: None,
            price: None,
        }
    }

    /// Refuses what cannot be meant.
    pub(super) fn check(&self) -> Result<(), ModelSetupError> {
        let wrong = |what, found: String, expected| Err(ModelSetupError::Setting { what, found, expected });
        if self.model.trim().is_empty() {
            return wrong("the model", format!("{:?}", self.model), "its name at the endpoint");
        }
        if !(0.0..=2.0).contains(&self.temperature) {
            return wrong("the temperature", self.temperature.to_string(), "a number from 0 to 2");
        }
        if self.at_once == 0 || self.at_once > MAX_AT_ONCE {
            return wrong("the number of questions at once", self.at_once.to_string(), "1 to 256");
        }
        if self.max_answer_tokens == 0 {
            return wrong("the length of an answer", "0".to_owned(), "some tokens");
        }
        let prices = self.price.map_or([0.0; 2], |price| [price.million_in, price.million_out]);
        match prices.iter().find(|price| !price.is_finite() || **price < 0.0) {
            Some(price) => wrong("a price", price.to_string(), "a number that is not negative"),
            None => Ok(()),
        }
    }
}

/// Each takes a thread.
const MAX_AT_ONCE: usize = 256;

/// Why a language model cannot be asked with these settings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelSetupError {
    /// A setting that cannot be meant.
    #[error("{what} is {found}, expected {expected}")]
    Setting {
        /// Which one.
        what: &'static str,
        /// What it is.
        found: String,
        /// What it can be.
        expected: &'static str,
    },
    /// Attributes that cannot be told apart.
    #[error(transparent)]
    Attributes(#[from] NameError),
    /// The folder for answers cannot be used.
    #[error("answers cannot be kept in {}: {problem}", folder.display())]
    Cache {
        /// The folder.
        folder: PathBuf,
        /// Why.
        problem: std::io::Error,
    },
    /// A connection cannot be made ready, for want of certificates for example.
    #[error("{address}: {problem}")]
    Connection {
        /// Where to.
        address: String,
        /// What is missing.
        problem: String,
    },
}
