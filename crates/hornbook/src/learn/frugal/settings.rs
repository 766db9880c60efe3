use super::effort::Effort;
use crate::AttrSet;
use crate::accuracy::Accuracy;
use crate::sampling::Sampler;

/// Everything [`Frugal`](super::Frugal) can be told.
#[derive(Clone, Debug)]
pub struct FrugalSettings {
    /// ε and δ.
    pub accuracy: Accuracy,
    /// The distribution that ε is about.
    pub sampler: Sampler,
    /// The seed of the samples.
    pub seed: u64,
    /// Only what follows among these attributes is asked and certified.
    pub goal: Option<AttrSet>,
    /// No premise is longer than this; the sampler must draw no longer sets.
    pub max_premise: Option<usize>,
    /// How many threads draw samples; the result does not depend on it.
    pub threads: usize,
    /// After so many questions the paper's refinement takes over, for the sake
    /// of its polynomial bound. It knows neither goals nor longest premises and
    /// needs every answer, so it is not used with either, nor once a question
    /// was left without an answer.
    pub fallback_after: u64,
    /// What answering costs, if questions are to be chosen by that; otherwise few
    /// questions are wanted, whatever they cost.
    pub effort: Option<Effort>,
}

/// After so many questions the fallback takes over unless told otherwise.
pub const FALLBACK_AFTER: u64 = 10_000;

impl FrugalSettings {
    /// The usual ones: no goal, premises of any length, one thread.
    pub fn new(accuracy: Accuracy, sampler: Sampler, seed: u64) -> Self {
        Self {
            accuracy,
            sampler,
            seed,
            goal: None,
            max_premise: None,
            threads: 1,
            fallback_after: FALLBACK_AFTER,
            effort: None,
        }
    }
}

/// Streams and confidence used up so far. A run that goes on after a restart
/// must start from here: no stream may be drawn from again, and no part of δ
/// spent twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Spent {
    /// Streams drawn from.
    pub rounds: u64,
    /// Attempts at a certificate.
    pub attempts: u64,
    /// Questions asked.
    pub questions: u64,
}
