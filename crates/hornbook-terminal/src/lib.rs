//! Explorations at the terminal: full-screen for people, line by line through
//! a pipe and for scripts.
//!
//! Both are faces of [`Exploration`]: what may be asked, what an answer does and
//! how things are put into words, it knows.

pub mod attributes;
mod breaking;
mod checked;
mod comments;
pub mod dialogue;
pub mod edits;
pub mod fate;
pub mod numbered;
pub mod order;
mod proposed;
mod quoted;
mod rewording;
pub mod screen;
pub mod worth;

use std::path::Path;

use hornbook_explore::{Asking, Exploration, Programs};

/// An exploration at hand, and whoever is at it.
pub struct Session<'a> {
    /// The exploration.
    pub exploration: Exploration,
    /// Whose answers these are.
    pub who: Option<String>,
    /// How they are asked.
    pub asking: Asking,
    /// Programs that are asked before they are.
    pub programs: Programs,
    /// Writes what is known to a file, in the format that its name tells, and
    /// says what was written, or why it could not be. Before the name may stand
    /// what to write, and behind it how, as people type it: `context FILE`,
    /// `rules FILE as conexp-json`; see [`order`].
    pub export: &'a dyn Fn(&Exploration, &Path) -> Result<String, String>,
}

/// How an exploration was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// What is known is certified.
    Certified,
    /// There is more to ask.
    Unfinished,
}
