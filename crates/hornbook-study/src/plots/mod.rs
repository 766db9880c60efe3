//! Plots as SVG, readable on light and on dark pages.
//!
//! Plotters draws in colours that stand for roles; afterwards they become
//! classes, and a style sheet gives the roles their colours, by the reader's
//! preference. So one drawing serves a page, a Markdown file and a printer.

mod error;
mod ink;
mod lines;
mod panels;

pub use error::PlotError;
pub use ink::STYLE;
pub use lines::{Line, LinePanel, line_panels};
pub use panels::{Panel, Values, panels};

/// The drawing as a file of its own, with its style sheet in it.
pub fn standalone(svg: &str) -> String {
    match svg.find('>') {
        Some(end) => format!("{}\n<style>{STYLE}</style>{}", &svg[..=end], &svg[end + 1..]),
        None => svg.to_owned(),
    }
}
