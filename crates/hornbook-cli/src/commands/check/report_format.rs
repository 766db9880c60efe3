//! How the outcome of a check is written.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How the outcome of a check is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportFormat {
    /// Words for people.
    Text,
    /// One object.
    Json,
    /// A line for each broken rule and row.
    JsonLines,
    /// A test for each rule.
    Junit,
    /// A result for each broken rule and row.
    Sarif,
}

const NAMES: [(&str, ReportFormat); 5] = [
    ("text", ReportFormat::Text),
    ("json", ReportFormat::Json),
    ("jsonl", ReportFormat::JsonLines),
    ("junit", ReportFormat::Junit),
    ("sarif", ReportFormat::Sarif),
];

impl ReportFormat {
    /// What reads it from the command line.
    pub(super) fn parser() -> impl TypedValueParser<Value = Self> {
        let of_name = |name: String| NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format);
        PossibleValuesParser::new(NAMES.map(|(name, _)| name))
            .try_map(move |name| of_name(name).ok_or("no such format"))
    }

    /// What the extension of a file tells.
    pub(super) fn of_path(path: &Path) -> Option<Self> {
        // Some call it `.sarif.json`.
        let path = if path.with_extension("").extension().is_some_and(|inner| inner == "sarif") {
            &path.with_extension("")
        } else {
            path
        };
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "txt" | "text" => Some(Self::Text),
            "json" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            "xml" => Some(Self::Junit),
            "sarif" => Some(Self::Sarif),
            _ => None,
        }
    }
}
