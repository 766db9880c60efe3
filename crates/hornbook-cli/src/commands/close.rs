//! `hornbook close`: what follows from attributes.

use std::path::PathBuf;

use clap::Args;
use hornbook::{AttrSet, Conclusion, NameError, Universe};
use hornbook_words::escape_control;
use serde_json::json;

use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, note};
use crate::rule_files;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook close basis.json milk
  hornbook close basis.json milk legs=4 --why
  hornbook close basis.json milk feathers --json";

/// Show what follows from attributes
///
/// Prints, one a line, what whatever has these attributes has besides, or
/// 'impossible' if nothing has them all.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The rules: a json or text file; - for standard input
    rules: PathBuf,
    /// The attributes, each an argument of its own or with commas between;
    /// none: what everything has
    #[arg(value_name = "ATTR")]
    attributes: Vec<String>,
    /// Show the rules it follows by, step by step
    #[arg(long)]
    why: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let book = rule_files::rule_lists(&arguments.rules)?;
    let universe = &book.universe;
    let from = attributes(universe, &arguments.attributes)
        .map_err(|e| Failure::new(format!("{}: {}", input::name(&arguments.rules), Failure::from(e))))?;
    let chaining = book.chaining();
    let follows = match chaining.close(&from) {
        Conclusion::Attrs(closed) => Conclusion::Attrs(closed.difference(&from)),
        Conclusion::Falsum => Conclusion::Falsum,
    };
    let why = arguments.why.then(|| chaining.derive(&from, &follows)).flatten();
    if arguments.json {
        let names = |set: &AttrSet| universe.names_of(set).map(str::to_owned).collect::<Vec<_>>();
        let mut value = match &follows {
            Conclusion::Attrs(set) => json!({ "premise": names(&from), "conclusion": names(set) }),
            Conclusion::Falsum => json!({ "premise": names(&from), "impossible": true }),
        };
        if let Some(why) = &why {
            value["steps"] = words::steps_json(&book, why);
        }
        Destination::Stdout.write(&words::json_bytes(&value))?;
        return Ok(Ended::Well);
    }
    let mut lines: Vec<String> = match &follows {
        Conclusion::Attrs(set) => universe.names_of(set).map(escape_control).collect(),
        Conclusion::Falsum => vec!["impossible".to_owned()],
    };
    match &follows {
        Conclusion::Attrs(set) if set.is_empty() => note("Nothing more follows."),
        Conclusion::Falsum => note("Nothing has all of these attributes."),
        Conclusion::Attrs(_) => {}
    }
    if let Some(why) = why.filter(|why| !why.steps.is_empty()) {
        lines.push(String::new());
        lines.extend(words::steps(&book, &why));
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Destination::Stdout.write_words(&text)?;
    Ok(Ended::Well)
}

/// The attributes of those names. What is no name may be several, with commas.
fn attributes(universe: &Universe, given: &[String]) -> Result<AttrSet, NameError> {
    let mut set = universe.none();
    for text in given {
        match universe.attr(text) {
            Ok(attr) => _ = set.insert(attr),
            Err(_) if text.contains(',') => {
                let several = text.split(',').map(str::trim).filter(|name| !name.is_empty());
                set.insert_all(&universe.set(several)?);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(set)
}
