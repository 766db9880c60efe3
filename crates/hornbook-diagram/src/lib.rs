//! Line diagrams of concept lattices: where to draw each concept, and the
//! drawing itself.
//!
//! More general concepts are above. An attribute is written at the topmost
//! concept that has it, an object at the lowest: an object has the attributes
//! that can be reached upwards from it. The number in a concept counts its objects;
//! `3+2?` are three that are known to belong to it and two that perhaps do. An object of
//! which something is unknown has a question mark, and is written where what is
//! known of it puts it.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod crossings;
mod diagram;
mod labels;
mod layers;
mod ordering;
mod places;
mod rows;
mod svg;

pub use diagram::{Diagram, DiagramNode};
pub use labels::{LINE_HEIGHT, PILL_HEIGHT, pill_text, pill_width, text_width};
pub use svg::{STYLE, svg};
