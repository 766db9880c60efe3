//! Where an exploration stands: what is certain by now, and how much is left.

use super::Exploration;
use super::state::FOR_THE_END;
use crate::journal::{EntryKind, LookStats};
use hornbook::hash::Hash;

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

impl Standing {
    pub(super) fn of(exploration: &Exploration) -> Self {
        let Exploration { journal, state, .. } = exploration;
        // A certificate is on record, the look before it is not: whether it was
        // found just now or before a restart makes no difference.
        let (drawn, open) = if state.certified.is_some() { (0, 0) } else { state.learner.looked() };
        let (mut epsilon, mut set_aside) = (1.0, 0.0);
        match state.certified {
            Some(certified) => (epsilon, set_aside) = (certified.epsilon, certified.set_aside),
            None if drawn > 0 => {
                // One bound for each number of entries, of which there is one
                // state each; so the parts of δ sum up to what is left.
                let entries = journal.counting() as f64 + 1.0;
                let part = state.delta * (1.0 - FOR_THE_END) / (entries * (entries + 1.0));
                let seed = Hash::new().number(journal.seed()).text("standing").mixed();
                let bound = state.learner.bound_apart(seed, part);
                (epsilon, set_aside) = (bound.epsilon, bound.set_aside);
            }
            None => {}
        }
        // What nobody knows is not known either.
        let look = LookStats { drawn, open, epsilon: Some((epsilon + set_aside).min(1.0)) };
        let mut looks = Vec::new();
        let mut history: Vec<f64> = Vec::new();
        let mut delta = journal.header().delta;
        for entry in journal.entries() {
            match &entry.what {
                EntryKind::Answer(said) => {
                    looks.extend(said.look);
                    history.extend(said.look.and_then(|look| look.epsilon));
                }
                // Bounds at another δ are no part of what is said at this one.
                EntryKind::Accuracy { delta: new, .. } if *new != delta => {
                    delta = *new;
                    history.clear();
                }
                _ => {}
            }
        }
        looks.push(look);
        let settled = |look: &LookStats| look.drawn.saturating_sub(look.open);
        Self {
            epsilon,
            set_aside,
            wanted: state.epsilon,
            delta: state.delta,
            questions: exploration.questions(),
            remaining: state
                .certified
                .is_none()
                .then(|| remaining(&looks, state.epsilon, exploration.universe().len())),
            history,
            drawn: looks.iter().map(|look| look.drawn).fold(0, u64::saturating_add),
            settled: looks.iter().map(settled).fold(0, u64::saturating_add),
            look,
        }
    }
}

fn remaining(looks: &[LookStats], wanted: f64, attributes: usize) -> Remaining {
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
