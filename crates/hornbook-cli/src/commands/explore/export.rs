//! What is known of a domain, written to a file: as a report, as rules or as
//! objects, by the name of the file or as told.

use std::path::{Path, PathBuf};

use hornbook::format::{self, ContextFormat, RulesFormat};
use hornbook_explore::{Exploration, report};
use hornbook_terminal::order::{Order, Unknown};
use hornbook_words::markdown;

use crate::failure::Failure;
use crate::output::Destination;
use crate::words;

/// What is written, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Report,
    Rules(RulesFormat),
    Context(ContextFormat),
}

/// Writes what was asked for, and says so.
pub(super) fn export(exploration: &Exploration, order: &Path) -> Result<String, String> {
    let written = || {
        let (kind, path) = parse(order)?;
        not_the_journal(exploration, &path)?;
        let mut bytes = Vec::new();
        let what = match kind {
            Kind::Report => {
                bytes.extend(markdown::document(&report(exploration)).into_bytes());
                "the report".to_owned()
            }
            Kind::Rules(format) => {
                let book = exploration.rulebook();
                format::write_rules(&book, format, &mut bytes)?;
                words::counted(book.rules.len(), "rule")
            }
            Kind::Context(format) => {
                let unknown = order.to_str().and_then(|text| Order::parse(text).unknown);
                let context = match unknown {
                    None => exploration.context(),
                    Some(Unknown::Absent) => exploration.context().unknown_as_absent(),
                    Some(Unknown::LeftOut) => exploration.context().complete_rows(),
                };
                let written = format::write_context(&context, format, &mut bytes);
                written.map_err(|error| match context.has_unknown() {
                    true => Failure::from(error.in_file(&path)).hint(&ways_out()),
                    false => error.into(),
                })?;
                words::counted(context.len(), "object")
            }
        };
        Destination::File(path.clone()).write(&bytes)?;
        Ok::<_, Failure>(format!("Wrote {what} to {}.", path.display()))
    };
    written().map_err(|failure| failure.to_string())
}

/// What to say where a format cannot say that something is not known.
fn ways_out() -> String {
    format!(
        ". With '{}' after the name of the file, they lack what is not known; with '{}', objects of which not everything \
         is known are left out",
        Unknown::Absent.words(),
        Unknown::LeftOut.words()
    )
}

/// A journal only grows.
fn not_the_journal(exploration: &Exploration, path: &Path) -> Result<(), Failure> {
    let journal = exploration.journal().path().and_then(|journal| journal.canonicalize().ok());
    match journal.is_some() && path.canonicalize().ok() == journal {
        true => Err(Failure::new(format!("{} is the journal of this exploration: name another file", path.display()))),
        false => Ok(()),
    }
}

/// What is meant by an order, and the file it is for.
fn parse(order: &Path) -> Result<(Kind, PathBuf), Failure> {
    let Some(text) = order.to_str().map(str::trim) else { return Ok((by_name(order)?, order.to_owned())) };
    let Order { what, file, format, .. } = Order::parse(text);
    if file.is_empty() {
        return Err(Failure::new(format!("after '{text}', expected the name of a file")));
    }
    let path = PathBuf::from(file);
    let kind = match (what, format) {
        (Some("report"), None) => Kind::Report,
        (Some("report"), Some(_)) => return Err(Failure::new("a report is written as Markdown")),
        (Some("rules"), Some(format)) => Kind::Rules(RulesFormat::from_name(format)?),
        (Some("rules"), None) => Kind::Rules(RulesFormat::from_path(&path).ok_or_else(|| {
            let expected = "one of .txt, .json, .csv, .pl, .cnf, or 'as FORMAT' after it";
            Failure::new(format!("{file}: found no extension for rules, expected {expected}"))
        })?),
        (Some(_), Some(format)) => Kind::Context(ContextFormat::from_name(format)?),
        (Some(_), None) => Kind::Context(
            ContextFormat::from_path(&path).map_err(|error| Failure::from(error).hint(" by 'as FORMAT' after it"))?,
        ),
        (None, None) => by_name(&path)?,
        (None, Some(_)) => {
            return Err(Failure::new("say 'rules' or 'context' before the name of the file, to tell what it is for"));
        }
    };
    Ok((kind, path))
}

/// By the extension, where it says what is meant.
fn by_name(path: &Path) -> Result<Kind, Failure> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    match (extension.as_deref(), RulesFormat::from_path(path), ContextFormat::from_path(path)) {
        (Some("md" | "markdown"), ..) => Ok(Kind::Report),
        (Some("csv"), ..) => {
            let file = path.display();
            Err(Failure::new(format!("rules and objects can both be csv: say 'rules {file}' or 'context {file}'")))
        }
        // Contexts in JSON are for one other program.
        (_, Some(format), _) => Ok(Kind::Rules(format)),
        (_, None, Ok(format)) => Ok(Kind::Context(format)),
        (_, None, Err(_)) => Err(Failure::new(format!(
            "{}: found no extension that tells what to write, expected .md for a report, .txt, .json, .pl or .cnf for \
             rules, .cxt, .tsv or .dat for objects",
            path.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_meant_by_a_name() {
        let kind = |order: &str| parse(Path::new(order)).map(|(kind, path)| (kind, path.display().to_string()));
        for (order, expected, file) in [
            ("a.md", Kind::Report, "a.md"),
            ("report a.txt", Kind::Report, "a.txt"),
            ("my rules.json", Kind::Rules(RulesFormat::Json), "my rules.json"),
            ("rules.pl", Kind::Rules(RulesFormat::Prolog), "rules.pl"),
            ("context a b.csv", Kind::Context(ContextFormat::Csv), "a b.csv"),
            ("rules a.csv", Kind::Rules(RulesFormat::Csv), "a.csv"),
            ("rules \"a\" as conexp-json", Kind::Rules(RulesFormat::ConexpJson), "a"),
            ("context a.json", Kind::Context(ContextFormat::ConexpJson), "a.json"),
            ("a.cxt", Kind::Context(ContextFormat::Burmeister), "a.cxt"),
            ("known as ada.md", Kind::Report, "known as ada.md"),
        ] {
            assert_eq!(kind(order).unwrap(), (expected, file.to_owned()), "{order}");
        }
        for (order, problem) in [
            ("a.csv", "say 'rules a.csv' or 'context a.csv'"),
            ("a.journal", "found no extension"),
            ("rules", "expected the name of a file"),
            ("a.x as json", "say 'rules' or 'context'"),
            ("report a.md as json", "Markdown"),
            ("rules a.x", "expected one of .txt"),
            ("context a.x", "by 'as FORMAT'"),
        ] {
            let message = kind(order).unwrap_err().to_string();
            assert!(message.contains(problem), "{order}: {message}");
        }
    }
}
