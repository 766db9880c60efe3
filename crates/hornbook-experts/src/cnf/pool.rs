//! The models that a solver came upon, to be looked at before it is asked again.

use std::collections::HashSet;

use hornbook::{AttrSet, Implication};

/// More models than these are not kept: going through them would take longer than to ask.
const MAX_MODELS: usize = 4096;

/// Models of a theory, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelPool {
    models: Vec<AttrSet>,
    known: HashSet<AttrSet>,
}

impl ModelPool {
    /// Keeps a model, if there is room.
    pub(super) fn keep(&mut self, model: &AttrSet) {
        if self.models.len() < MAX_MODELS && self.known.insert(model.clone()) {
            self.models.push(model.clone());
        }
    }

    /// The models.
    pub(super) fn models(&self) -> &[AttrSet] {
        &self.models
    }

    /// What all models that contain a set have in common; none if there is no such model.
    pub(super) fn common(&self, set: &AttrSet) -> Option<AttrSet> {
        let mut having = self.models.iter().filter(|model| set.is_subset(model));
        let first = having.next()?.clone();
        Some(having.fold(first, |mut common, model| {
            common.retain_all(model);
            common
        }))
    }

    /// Models that break a rule.
    pub(super) fn breaking(&self, rule: &Implication) -> impl Iterator<Item = &AttrSet> {
        self.models.iter().filter(|model| !rule.holds_in(model))
    }
}
