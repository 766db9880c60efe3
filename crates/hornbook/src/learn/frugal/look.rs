//! Looks: open sets to choose questions by, and how many samples go into them.

use super::pool::{Block, Open};
use crate::Knowledge;
use crate::lanes::LaneRows;

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

/// The open sets of the last look.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    pub open: Vec<Open>,
    pub drawn: u64,
    /// Whether questions were chosen by these sets, so that their share says
    /// too little about the rest.
    pub used: bool,
}

impl Look {
    pub(super) fn share(&self) -> f64 {
        if self.drawn == 0 { 1.0 } else { self.open.len() as f64 / self.drawn as f64 }
    }

    pub(super) fn take(&mut self, block: Block) {
        self.drawn += block.drawn;
        self.open.extend(block.open);
    }
}

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
