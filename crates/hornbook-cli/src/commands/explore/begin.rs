//! What an exploration begins with: attributes, a table, known rules.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use hornbook::prepare::{Preparation, Prepared};
use hornbook::{Implication, Rulebook, Universe};
use hornbook_explore::journal::{Attribute, DistributionName};
use hornbook_explore::{Exploration, Start, USUAL_DELTA, USUAL_EPSILON};
use hornbook_words::Language;

use super::arguments::Arguments;
use crate::attribute_list::{in_file, named};
use crate::failure::Failure;
use crate::output::note;
use crate::rule_files;
use crate::source::{Source, refuse_scaling};
use crate::words;

/// The start of an exploration, the names of its attributes, and the file it
/// is from.
type Begun<'a> = (Start, Universe, Option<&'a Path>);

/// Begins an exploration, in a new journal.
pub(super) fn begin(arguments: &Arguments) -> Result<Exploration, Failure> {
    let accuracy = arguments.accuracy((USUAL_EPSILON, USUAL_DELTA))?;
    let book =
        arguments.background.as_deref().map(|path| Ok::<_, Failure>((path, rule_files::rules(path)?))).transpose()?;
    let (start, universe, from) = start(arguments, book.as_ref().map(|(path, book)| (*path, book)))?;
    let start = start.accuracy(accuracy);
    let mut start = arguments.told.into_iter().fold(start, Start::told);
    if let Some((path, book)) = &book {
        let rules: Vec<Implication> = book.theory().rules().to_vec();
        rule_files::known_names(path, book, &rules, &universe)?;
        start = start.background(&book.universe, &rules);
    }
    if let Some(seed) = arguments.seed {
        start = start.seed(seed);
    }
    if let Some(path) = &arguments.phrases {
        let (phrases, _) = in_file(path)?;
        start = start.phrased(&phrases).map_err(|problem| Failure::new(format!("{path}: {problem}")))?;
    }
    start = arguments.language()?.into_iter().fold(start, Start::language);
    start = arguments.noun.clone().or_else(|| ask_noun(arguments)).into_iter().fold(start, Start::noun);
    let stem = from.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    if let Some(title) = arguments.title.clone().or_else(|| stem.clone()) {
        start = start.title(title);
    }
    let usual = || PathBuf::from(format!("{}.journal", stem.as_deref().unwrap_or("exploration")));
    let path = arguments.journal.clone().unwrap_or_else(usual);
    let exploration = Exploration::create(&path, start).map_err(|error| match error {
        error @ hornbook_explore::journal::JournalError::Exists(_) => Failure::from(error).hint(" with --journal"),
        error => error.into(),
    })?;
    note(&format!("Every answer is kept in {}.", path.display()));
    Ok(exploration)
}

/// Asks whoever sits at a terminal what the things of the domain are called.
fn ask_noun(arguments: &Arguments) -> Option<String> {
    if !arguments.may_ask_at_terminal() || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return None;
    }
    let language = arguments.language().ok().flatten();
    let language = Language::chosen(language.as_ref()).ok()?;
    note(&format!("What is one thing of your domain called? {}; or nothing, and Enter.", language.noun_hint()));
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).ok()?;
    Some(line.trim().to_owned()).filter(|noun| !noun.is_empty())
}

fn start<'a>(arguments: &'a Arguments, book: Option<(&'a Path, &Rulebook)>) -> Result<Begun<'a>, Failure> {
    if let Some(path) = &arguments.source {
        return table(arguments, path);
    }
    refuse_scaling(&arguments.source_args.scale, "a list of attributes")?;
    let (attributes, from) = match (&arguments.attributes, book) {
        (Some(given), _) => named(given)?,
        (None, Some((path, book))) => {
            (book.universe.names().iter().map(|name| Attribute::named(name.as_str())).collect(), Some(path))
        }
        (None, None) => {
            let message = "there is nothing to explore: name a table, a journal, or attributes with --attributes a,b,c";
            return Err(Failure::new(message));
        }
    };
    let universe = Universe::new(attributes.iter().map(|attribute| attribute.name.clone()))?;
    let start = match arguments.distribution {
        Some(DistributionName::Columns) => return Err(no_columns()),
        distribution => distribution.into_iter().fold(Start::of(attributes), Start::distribution),
    };
    Ok((start, universe, from))
}

pub(super) fn no_columns() -> Failure {
    Failure::new("--distribution columns is for tables with columns that have several values")
}

/// From a table: its rows are known.
fn table<'a>(arguments: &'a Arguments, path: &'a Path) -> Result<Begun<'a>, Failure> {
    let usual = Preparation { background: !arguments.no_background, ..Preparation::exploring() };
    let source = Source::read(path, &arguments.source_args, usual)?;
    source.describe();
    let Prepared { context, background, groups, knows_background, .. } = &source.table;
    let start = Start::prepared(&source.table);
    let start = match arguments.distribution {
        Some(DistributionName::Columns) if groups.is_empty() => return Err(no_columns()),
        Some(distribution) => start.distribution(distribution),
        None => start,
    };
    if *knows_background {
        note(&format!("  {} known from the scaling", words::counted(background.len(), "rule")));
    }
    Ok((start, Universe::clone(context.universe()), Some(path)))
}
