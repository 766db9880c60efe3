//! Where an exploration stands: what is certain by now, and how much is left.

use crate::journal::LookStats;
use crate::remaining::Remaining;
use hornbook::{Bound, Certificate};

/// Where an exploration stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// What is known is incomplete for at most this share of the sets. With
    /// probability at least 1 − δ this and all bounds in `history` are right.
    pub epsilon: f64,
    /// For at most this share of the sets, what follows depends on questions that
    /// nobody could answer; with the same probability.
    pub set_aside: f64,
    /// The same two for any few attributes, where these are judged apart.
    pub any_few: Option<Bound>,
    /// The ε that is wanted.
    pub wanted: f64,
    /// The probability with which any of this may be wrong.
    pub delta: f64,
    /// Questions answered, by answers that still count.
    pub questions: u64,
    /// How far it is on its way to the certificate, from 0 to 1. It moves forward, unless
    /// something is taken back or there is more to be found out.
    pub progress: f64,
    /// The share of what can be asked that is settled by now, as the last look found it.
    pub settled_share: Option<f64>,
    /// How long it may still take; none if it is certified.
    pub remaining: Option<Remaining>,
    /// For each question answered at this δ, the bound when it was asked. It
    /// includes the sets that depend on questions nobody could answer.
    pub history: Vec<f64>,
    /// Sets drawn to choose questions by, in all.
    pub drawn: u64,
    /// How many of them were settled already.
    pub settled: u64,
    /// The last look.
    pub(super) look: LookStats,
}

impl Standing {
    /// The bounds alone.
    pub fn certificate(&self) -> Certificate {
        let Self { epsilon, set_aside, any_few, .. } = *self;
        Certificate { epsilon, set_aside, samples: 0, any_few }
    }
}
