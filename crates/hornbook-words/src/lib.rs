//! Words for people: what every face of Hornbook shows them, written once.
//!
//! From the bottom: how text is escaped and numbers are written; sentences about
//! rules and derivations, and about what a certificate says; what a document consists of; and how it is written as
//! plain text, Markdown and HTML; what pages that stand alone share.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod answers;
mod certificate;
mod columns;
mod derivation;
pub mod document;
mod escape;
pub mod html;
mod language;
pub mod markdown;
mod numbers;
pub mod page;
mod rules_page;
mod samples;
mod sentence;
pub mod text;
mod vocabulary;
mod worth;

pub use answers::answers_in_words;
pub use certificate::{Objects, Promise};
pub use columns::{column_becomes, missing_values, why_column_becomes};
pub use derivation::{names, steps};
pub use escape::{escape_control, escape_html, escape_lines, escape_markdown};
pub use language::{AnswerLabels, Language, LanguageChoice, LanguageFile, MoodLabels, SHIPPED_LANGUAGES};
pub use numbers::{
    Count, at_least, counted, duration, grouped, percent, rough_percent, rounded_up, significant, size, sure,
};
pub use rules_page::RulesPage;
pub use samples::sample_questions;
pub use sentence::{Piece, Sentence};
pub use vocabulary::{Vocabulary, is_about_never};
pub use worth::{Worth, WorthInWords};
