//! Looks: open sets to choose questions by, and how many samples go into them.

use super::pool::{Block, Open};
use crate::Knowledge;
use crate::lanes::LaneRows;
use crate::sampling::Sampler;

/// The models laid out for many sets at once, kept until more is known of them.
#[derive(Clone, Debug, Default)]
pub(super) struct LaidOutModels {
    /// With how often what is known of them had changed by then.
    laid_out: Option<(u64, LaneRows)>,
}

impl LaidOutModels {
    pub(super) fn lay_out(&mut self, knowledge: &Knowledge) -> &LaneRows {
        let old = self.laid_out.take().filter(|(version, _)| *version == knowledge.version());
        let models = knowledge.bounding_models();
        let lay_out = || (knowledge.version(), LaneRows::of_models(knowledge.attribute_count(), models));
        &self.laid_out.insert(old.unwrap_or_else(lay_out)).1
    }
}

/// One of the distributions that are certified apart.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// How many times ε may be open.
    pub times: f64,
    pub sampler: Sampler,
}

impl Part {
    pub(super) fn all(sampler: &Sampler) -> Vec<Self> {
        sampler.certified_apart().into_iter().map(|(times, sampler)| Self { times, sampler }).collect()
    }
}

/// The open sets of the last look.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    pub open: Vec<Open>,
    /// How many sets were drawn of each part, and how many times ε may be open.
    pub drawn: Vec<(u64, f64)>,
    /// Whether questions were chosen by these sets, so that their share says
    /// too little about the rest.
    pub used: bool,
}

impl Look {
    /// The share of open sets, of the part that is farthest from what is wanted:
    /// where more than ε may be open, as if it were ε.
    pub(super) fn share(&self) -> f64 {
        let shares = (0..self.drawn.len()).map(|part| self.share_of(part) / self.drawn[part].1);
        shares.reduce(f64::max).unwrap_or(1.0)
    }

    /// The share of sets that are open, of one part.
    pub(super) fn share_of(&self, part: usize) -> f64 {
        match self.drawn[part].0 {
            0 => 1.0,
            drawn => self.open.iter().filter(|open| open.part == part).count() as f64 / drawn as f64,
        }
    }

    /// How many sets were drawn.
    pub(super) fn all_drawn(&self) -> u64 {
        self.drawn.iter().map(|(drawn, _)| drawn).sum()
    }

    /// What an open set of each part counts for: in proportion to how far the part
    /// is from what is wanted; less if it is there.
    pub(super) fn weights(&self, epsilon: f64) -> Vec<f64> {
        if self.drawn.len() == 1 {
            return vec![1.0];
        }
        let weight = |part: usize| {
            let (drawn, times) = self.drawn[part];
            let excess = self.share_of(part) / (times * epsilon);
            let urgency = if excess > NEARLY_ENOUGH { 1.0 } else { URGENCY_OF_WHAT_IS_ENOUGH };
            urgency / (drawn as f64 * times)
        };
        let weights: Vec<f64> = (0..self.drawn.len()).map(weight).collect();
        let largest = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        weights.into_iter().map(|weight| weight / largest).collect()
    }

    pub(super) fn take(&mut self, block: Block) {
        if let Some((drawn, _)) = self.drawn.last_mut() {
            *drawn += block.drawn;
        }
        self.open.extend(block.open);
    }
}

/// With so many times what may be open, a part still counts in full.
const NEARLY_ENOUGH: f64 = 0.9;
/// With less, so much.
const URGENCY_OF_WHAT_IS_ENOUGH: f64 = 0.2;

/// How many samples are drawn for what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// A look ends after this many times 1/ε, …
    pub look: f64,
    /// … and after this many if it may be the last.
    pub close_look: f64,
    /// A certificate rests on this many times 1/ε samples, …
    pub certify: f64,
    /// … and is attempted if a look had at most this share of what they allow.
    pub comfortable: f64,
}

/// Where samples are free, and questions are not.
pub(super) const FEW_QUESTIONS: Pace = Pace { look: 200.0, close_look: 2000.0, certify: 2000.0, comfortable: 1.0 };

/// A look goes on until it has this many open sets.
pub(super) const MAX_OPEN_SETS: usize = 1000;
/// With fewer open sets left of a look, the next one is due.
pub(super) const MIN_OPEN_SETS: usize = 300;
