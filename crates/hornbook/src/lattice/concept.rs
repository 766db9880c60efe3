//! Concepts and how they stand to each other.

use crate::{Attr, AttrSet};

/// A set of objects and what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concept {
    /// All attributes that the objects share.
    pub intent: AttrSet,
    /// How many objects have these attributes, equal ones counted each.
    pub count: usize,
    /// How many more have them perhaps: they lack none, and some are unknown.
    pub perhaps: usize,
    /// Attributes that none of the more general concepts here has.
    pub own_attributes: Vec<Attr>,
    /// Objects that are known to have just these attributes.
    pub own_objects: Vec<usize>,
    /// How many concepts right above it are not here.
    pub hidden_above: usize,
    /// How many concepts right below it are not here.
    pub hidden_below: usize,
}

impl Concept {
    /// How many objects it may have.
    pub fn possible_count(&self) -> usize {
        self.count + self.perhaps
    }
}

/// Concepts and which of them are next to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The concepts, more general ones before those below them.
    pub concepts: Vec<Concept>,
    /// Pairs of a concept and one right below it.
    pub covers: Vec<(usize, usize)>,
    /// Pairs of a concept and one below it with others between them, none of which
    /// is here.
    pub shortcuts: Vec<(usize, usize)>,
    /// Whether these are all concepts.
    pub complete: bool,
    /// If this is an iceberg, all concepts that may have so many objects are here.
    pub complete_from: Option<usize>,
}

/// Finding a lattice was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped before it was found")]
pub struct LatticeStopped;
