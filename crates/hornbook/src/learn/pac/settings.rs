use crate::Theory;
use crate::accuracy::{Accuracy, Schedule, Strength};
use crate::sampling::Sampler;

/// How conclusions are found and what is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Algorithm 4 to the letter: new rules start as `X -> ⊥`, nothing is
    /// remembered beyond the hypothesis.
    Letter,
    /// "Variations and Optimizations": every rule of the hypothesis is valid
    /// at all times; answers are remembered.
    Valid,
    /// The variant behind the paper's table: counterexamples are remembered
    /// and cut conclusions at once; new conclusions start as the closure in
    /// the remembered counterexamples.
    Cached,
}

/// Everything [`HornApproximation`](super::HornApproximation) can be told.
#[derive(Clone, Debug)]
pub struct PacSettings {
    /// ε and δ.
    pub accuracy: Accuracy,
    /// How δ is spread over rounds.
    pub schedule: Schedule,
    /// Weak or strong.
    pub strength: Strength,
    /// How conclusions are found.
    pub variant: Variant,
    /// The distribution samples are drawn from.
    pub sampler: Sampler,
    /// The seed of the samples.
    pub seed: u64,
    /// Rules known to hold.
    pub background: Theory,
}
