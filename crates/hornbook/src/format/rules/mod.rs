//! Rule files: written for people, for programs and for solvers; read back
//! where the format holds enough.

pub mod conexp;
pub mod csv;
pub mod dimacs;
pub mod json;
mod listed;
mod losses;
mod names;
pub mod prolog;
mod said_shortly;
mod scanner;
pub mod text;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

pub use listed::{ListedRule, ListedRulebook};
pub use text::parse_implication;

use super::archive::{decompressed_bytes, inner_path};
use super::writing::WriteOptions;
use crate::ConfidentRule;
use crate::error::{FormatError, token};
use crate::{AttrSet, Conclusion, Implication, Rule, Rulebook, Universe};

/// A format of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RulesFormat {
    /// One rule a line, for people.
    Text,
    /// Hornbook's own JSON, which holds everything.
    Json,
    /// A table of premise, conclusion and support; only written.
    Csv,
    /// conexp-clj's JSON.
    ConexpJson,
    /// Prolog clauses; only written.
    Prolog,
    /// Clauses for SAT solvers; only written.
    Dimacs,
}

impl RulesFormat {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Text, Self::Json, Self::Csv, Self::ConexpJson, Self::Prolog, Self::Dimacs];

    /// The name of the format, as [`from_name`](Self::from_name) takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::ConexpJson => "conexp-json",
            Self::Prolog => "prolog",
            Self::Dimacs => "dimacs",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Result<Self, FormatError> {
        let found = match name.to_ascii_lowercase().as_str() {
            "txt" => Some(Self::Text),
            "conexp" => Some(Self::ConexpJson),
            "pl" => Some(Self::Prolog),
            "cnf" => Some(Self::Dimacs),
            name => Self::ALL.into_iter().find(|format| format.name() == name),
        };
        let names = || format!("one of {}", Self::ALL.map(Self::name).join(", "));
        found.ok_or_else(|| FormatError::found(format!("the format {}", token(name)), names()))
    }

    /// The format that a file's extension tells, if any; of `.json.gz` and
    /// `.json.zst`, the one before. `.json` stands for
    /// Hornbook's own when written; when read, the content decides.
    pub fn from_path(path: impl AsRef<Path>) -> Option<Self> {
        let extension = inner_path(path.as_ref()).extension()?.to_string_lossy().to_ascii_lowercase();
        match extension.as_str() {
            "txt" | "rules" => Some(Self::Text),
            "json" => Some(Self::Json),
            "csv" => Some(Self::Csv),
            "pl" | "pro" => Some(Self::Prolog),
            "cnf" | "dimacs" => Some(Self::Dimacs),
            _ => None,
        }
    }
}

/// Reads rules. Without a format, or with either of the JSON ones, the content
/// decides.
pub fn read_rules(bytes: &[u8], format: Option<RulesFormat>) -> Result<Rulebook, FormatError> {
    let bytes = decompressed_bytes(bytes)?;
    read_rule_lists(&bytes, format)?.into_sets(bytes.len())
}

/// Reads rules like [`read_rules`], as lists: however many rules and attributes
/// there are, they take about as much memory as the file.
pub fn read_rule_lists(bytes: &[u8], format: Option<RulesFormat>) -> Result<ListedRulebook, FormatError> {
    let bytes = decompressed_bytes(bytes)?;
    let text = crate::text::of_bytes(&bytes)?;
    match format {
        None if text.trim_start().starts_with('{') => read_json(text),
        None | Some(RulesFormat::Text) => text::parse(text),
        Some(RulesFormat::Json | RulesFormat::ConexpJson) => read_json(text),
        Some(format @ (RulesFormat::Csv | RulesFormat::Prolog | RulesFormat::Dimacs)) => {
            let message = format!("rules in the format '{}' can only be written", format.name());
            Err(FormatError::plain(message))
        }
    }
}

fn read_json(text: &str) -> Result<ListedRulebook, FormatError> {
    if conexp::looks_like(text)? { conexp::parse(text) } else { json::parse(text) }
}

/// Reads rules from a file; see [`read_rules`].
pub fn read_rules_file(path: impl AsRef<Path>, format: Option<RulesFormat>) -> Result<Rulebook, FormatError> {
    let path = path.as_ref();
    let bytes = std::fs::read(path).map_err(|e| FormatError::from(e).in_file(path))?;
    read_rules(&bytes, format.or_else(|| RulesFormat::from_path(path))).map_err(|e| e.in_file(path))
}

/// Writes rules.
pub fn write_rules(book: &Rulebook, format: RulesFormat, out: impl Write) -> Result<(), FormatError> {
    write_rules_with(book, format, WriteOptions::default(), out)
}

/// Writes rules as told.
pub fn write_rules_with(
    book: &Rulebook,
    format: RulesFormat,
    options: WriteOptions,
    out: impl Write,
) -> Result<(), FormatError> {
    match format {
        RulesFormat::Text => text::write(book, out),
        RulesFormat::Json => json::write(book, out),
        RulesFormat::Csv => csv::write(book, options, out),
        RulesFormat::ConexpJson => conexp::write(book, out),
        RulesFormat::Prolog => prolog::write(book, out),
        RulesFormat::Dimacs => dimacs::write(book, out),
    }
}

/// The same rules over another universe, which must have all attributes that
/// the rules name: for rules from one file and a table from another.
pub fn over(book: &Rulebook, universe: Arc<Universe>) -> Result<Rulebook, FormatError> {
    let set = |set: &AttrSet| universe.set(book.universe.names_of(set));
    let moved = |implication: &Implication| -> Result<Implication, FormatError> {
        let conclusion = match &implication.conclusion {
            Conclusion::Attrs(attrs) => Conclusion::Attrs(set(attrs)?),
            Conclusion::Falsum => Conclusion::Falsum,
        };
        Ok(Implication { premise: set(&implication.premise)?, conclusion })
    };
    let background = book.background.iter().map(moved).collect::<Result<_, _>>()?;
    let rule = |rule: &Rule| Ok(Rule { implication: moved(&rule.implication)?, ..rule.clone() });
    let rules = book.rules.iter().map(rule).collect::<Result<_, FormatError>>()?;
    let confident = |rule: &ConfidentRule| Ok(ConfidentRule { implication: moved(&rule.implication)?, ..rule.clone() });
    let confident = book.confident.iter().map(confident).collect::<Result<_, FormatError>>()?;
    Ok(Rulebook {
        universe: universe.clone(),
        background,
        rules,
        confident,
        rows: book.rows,
        left_out: book.left_out,
        unlisted_background: book.unlisted_background,
        attribute_supports: Vec::new(),
        run: book.run.clone(),
    })
}
