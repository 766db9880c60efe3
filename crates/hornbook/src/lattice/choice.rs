//! Which part of a lattice is wanted.

use crate::AttrSet;

/// Which part of a lattice is wanted, of which part of the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LatticeChoice {
    /// The attributes that count; all if this is nothing.
    pub attributes: Option<AttrSet>,
    /// The objects that count, by their places; all if this is nothing.
    pub objects: Option<Vec<usize>>,
    /// Concepts that surely have fewer objects are left out.
    pub least_support: usize,
    /// About so many concepts at most.
    pub most: usize,
    /// So many concepts, those with most objects, if there are more than `most`.
    pub otherwise: usize,
    /// Only what is next to a concept.
    pub around: Option<Neighbourhood>,
    /// Concepts whose neighbours are wanted, too; sets stand for the concept that
    /// they belong to.
    pub expanded: Vec<AttrSet>,
    /// Whether concepts are wanted that exist only if something unknown is so.
    pub perhaps: bool,
}

/// What is next to a concept.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Neighbourhood {
    /// Any attributes: they stand for the concept of the objects that have them.
    pub of: AttrSet,
    /// How many steps up and down.
    pub steps: usize,
}

impl LatticeChoice {
    /// All attributes and objects, and about so many concepts at most.
    pub fn of_most(most: usize) -> Self {
        Self {
            attributes: None,
            objects: None,
            least_support: 0,
            most,
            otherwise: most,
            around: None,
            expanded: Vec::new(),
            perhaps: false,
        }
    }
}
