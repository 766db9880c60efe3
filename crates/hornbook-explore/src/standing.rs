//! Where an exploration stands: what is certain by now, and how much is left.

use crate::journal::LookStats;

/// Where an exploration stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// With probability at least 1 − δ, what is known is incomplete for at most
    /// this share of the sets, and was for at most the shares in `history` at
    /// the time, all of them together.
    pub epsilon: f64,
    /// The share of sets that hang on questions nobody could answer is at most
    /// this, with the same probability.
    pub set_aside: f64,
    /// The ε that is wanted.
    pub wanted: f64,
    /// The probability with which any of this may be wrong.
    pub delta: f64,
    /// Questions answered, by answers that still count.
    pub questions: u64,
    /// How many more it may take; none if it is certified.
    pub remaining: Option<Remaining>,
    /// For each question answered, the bound when it was asked, what hangs on
    /// questions that nobody could answer included; only those at this δ.
    pub history: Vec<f64>,
    /// Sets drawn to choose questions by, in all.
    pub drawn: u64,
    /// How many of them were settled already.
    pub settled: u64,
    /// The last look.
    pub(super) look: LookStats,
}

/// How many questions may be left. It supposes that the share of open sets goes
/// on to fall by the same factor a question as it did for the last half of the
/// questions, or as usual while there are few. How good it is was measured:
/// see `docs/questions.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Hardly fewer than this.
    pub least: u64,
    /// About as many.
    pub likely: u64,
    /// Hardly more than this.
    pub most: u64,
}

/// A question usually makes the share of open sets smaller by this much, in
/// natural logarithms.
const USUAL_FALL: f64 = 0.12;
/// It counts for so many questions.
const USUAL_WEIGHT: f64 = 6.0;
/// The number of questions left is within these times the estimate, mostly.
const RANGE: (f64, f64) = (0.4, 2.5);

/// How many questions are left, by the looks before each question so far.
pub(super) fn remaining(looks: &[LookStats], wanted: f64, attributes: usize) -> Remaining {
    let share = |look: &LookStats| ((look.open as f64 + 0.5) / (look.drawn as f64 + 1.0)).clamp(1e-12, 1.0).ln();
    let last = looks.len() - 1;
    let first = last / 2;
    let fallen = share(&looks[first]) - share(&looks[last]);
    let rate = (fallen + USUAL_WEIGHT * USUAL_FALL) / ((last - first) as f64 + USUAL_WEIGHT);
    let left = ((share(&looks[last]) - wanted.ln()) / rate.max(USUAL_FALL / 10.0)).max(1.0);
    // Every answer settles a set at least.
    let left = left.min((share(&looks[last]) + attributes as f64 * 2f64.ln()).exp()).max(1.0);
    let count = |times: f64| (left * times).clamp(1.0, 1e6).round() as u64;
    Remaining { least: count(RANGE.0), likely: count(1.0), most: count(RANGE.1) }
}
