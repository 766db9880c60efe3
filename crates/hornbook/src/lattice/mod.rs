//! The concept lattice of a table, or a part of it that one can look at: its closed
//! sets, ordered by what they say.
//!
//! A concept is a set of attributes and all objects that have them, each as large as
//! the other allows. Of a lattice that is too large to be seen, there are two useful
//! parts. An *iceberg* (Stumme, Taouil, Bastide, Pasquier, Lakhal, *Computing iceberg
//! concept lattices with Titanic*, 2002) has the concepts with most objects; it is
//! found from the top, the largest first, so that a limit leaves the upper part
//! (`find.rs`). A *neighbourhood* has what is next to one concept, wherever that is.
//!
//! What is unknown is never taken for a no. Objects that perhaps belong to a concept
//! are counted apart from those that do (Burmeister and Holzer, *Treating incomplete
//! knowledge in formal concept analysis*, 2005), and a concept is left out for want of
//! objects only if it would be so whatever is true of them.

mod choice;
mod concept;
mod find;
mod rows;
#[cfg(test)]
mod tests;

pub use choice::{LatticeChoice, Neighbourhood};
pub use concept::{Concept, Lattice, LatticeStopped};
