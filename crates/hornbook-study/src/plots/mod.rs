//! Plots as SVG, readable on light and on dark pages.
//!
//! Plotters draws in colours that stand for roles; afterwards they become
//! classes, and a style sheet gives the roles their colours, by the reader's
//! preference. So one drawing serves a page, a Markdown file and a printer.

mod ink;
mod lines;
mod panels;

pub use ink::STYLE;
pub use lines::{Line, LinePanel, line_panels};
pub use panels::{Panel, Values, panels};

/// A drawing failed: the backend writes to memory, so this should not occur.
#[derive(Debug, thiserror::Error)]
#[error("a plot could not be drawn: {0}")]
pub struct PlotError(String);

impl PlotError {
    fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// The drawing as a file of its own, with its style sheet in it.
pub fn standalone(svg: &str) -> String {
    match svg.find('>') {
        Some(end) => format!("{}\n<style>{STYLE}</style>{}", &svg[..=end], &svg[end + 1..]),
        None => svg.to_owned(),
    }
}
