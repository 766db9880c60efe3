//! Line diagrams of concept lattices: where to draw each concept, and the
//! drawing itself.
//!
//! More general concepts are above. An attribute is written at the topmost
//! concept that has it, an object at the lowest: an object has the attributes
//! that can be reached upwards from it.

mod layout;
mod svg;

pub use layout::{Diagram, Node};
pub use svg::{STYLE, svg};
