//! `hornbook convert`: tables and rules from one format to another.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use hornbook::format::{self, ContextFormat, RulesFormat};
use hornbook::prepare::Preparation;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::arguments::{CellArgs, ScaleArgs};
#[cfg(feature = "engines")]
use crate::elsewhere;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input::{self, Opened, in_file};
use crate::output::Destination;
use crate::read_args::ReadArgs;
use crate::rule_files;
use crate::source::{self, Source};

const EXAMPLES: &str = "\
Examples:
  hornbook convert data/zoo.csv zoo.cxt
  hornbook convert data/zoo.csv - --to conexp-json
  hornbook convert rules.json rules.txt
  hornbook convert rules.json rules.pl --to prolog

Tables: csv, tsv, cxt, fimi, conexp-json, conexp-json-1.0; json-records (a list
of objects) and jsonl (an object a line) are only read.
Rules: text, json, conexp-json; csv, prolog and dimacs are only written.
Files that end in .gz or .zst are packed, or unpacked.
A csv file is a table when it is read, and a cross table when one is written.";

/// Convert a table or rules to another format
///
/// What the input is, its extension or content tells; a table becomes a table,
/// and rules become rules.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The file to read; - for standard input
    #[arg(value_name = "IN")]
    from_file: PathBuf,
    /// The file to write; - for standard output, with --to
    #[arg(value_name = "OUT")]
    to_file: PathBuf,
    /// The format of IN; otherwise its extension and content tell
    #[arg(long, value_name = "FORMAT", value_parser = names())]
    from: Option<String>,
    /// The format of OUT; otherwise its extension tells
    #[arg(long, value_name = "FORMAT", value_parser = names())]
    to: Option<String>,
    #[command(flatten)]
    cells: CellArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    scale: ScaleArgs,
}

/// The names of all formats, of tables and of rules.
fn names() -> PossibleValuesParser {
    let mut names: Vec<&str> = ContextFormat::ALL.map(ContextFormat::name).to_vec();
    names.extend(RulesFormat::ALL.map(RulesFormat::name).iter().filter(|name| !["csv", "conexp-json"].contains(name)));
    PossibleValuesParser::new(names)
}

/// What the input is.
enum Kind {
    Context(ContextFormat),
    Rules(Option<RulesFormat>),
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let destination = Destination::new(Some(&arguments.to_file));
    destination.check()?;
    #[cfg(feature = "engines")]
    if elsewhere::is_elsewhere(&arguments.from_file) {
        let from = input::name(&arguments.from_file);
        return Err(Failure::new(format!("{from} is no file of text, which is what convert reads")));
    }
    let mut opened = Opened::new(&arguments.from_file)?;
    let (options, mut out) = (arguments.cells.options(), Vec::new());
    match kind(&arguments.from_file, arguments.from.as_deref(), &mut opened)? {
        Kind::Rules(format) => {
            let to = rules_target(arguments)?;
            source::refuse_scaling(&arguments.scale, &input::name(&arguments.from_file))?;
            source::refuse_reading(&arguments.read, &input::name(&arguments.from_file))?;
            let book = rule_files::rules_as(opened.bytes(&arguments.from_file)?, &arguments.from_file, format)?;
            format::write_rules_with(&book, to, options, &mut out).map_err(in_file(&arguments.to_file))?;
            rule_files::say_what_is_lost(&book, to);
        }
        Kind::Context(format) => {
            let to = context_target(arguments)?;
            let source = context(opened, format, arguments)?;
            source.note_remarks();
            format::write_context_with(&source.table.context, to, options, &mut out)
                .map_err(in_file(&arguments.to_file))?;
            source.keep_scaling(&arguments.scale)?;
        }
    }
    destination.write(&out)?;
    Ok(Ended::Well)
}

fn context(opened: Opened, format: ContextFormat, arguments: &Arguments) -> Result<Source, Failure> {
    let path = &arguments.from_file;
    let raw = source::raw_of(opened, path, format, &arguments.read)?;
    Source::prepare(raw, path, &arguments.scale, Preparation::converting())
}

/// What the input is: by name, else by extension, else by content.
fn kind(path: &Path, from: Option<&str>, opened: &mut Opened) -> Result<Kind, Failure> {
    let extension = format::inner_path(path).extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    match (from, extension.as_deref()) {
        (Some("conexp-json"), _) => json_kind(opened, path),
        (Some(name), _) => match ContextFormat::from_name(name) {
            Ok(format) if name != "json" => Ok(Kind::Context(format)),
            _ => Ok(Kind::Rules(Some(RulesFormat::from_name(name)?))),
        },
        (None, Some("txt" | "rules" | "pl" | "pro" | "cnf" | "dimacs")) => {
            Ok(Kind::Rules(RulesFormat::from_path(path)))
        }
        (None, Some("json" | "ctx")) => json_kind(opened, path),
        (None, Some("csv" | "tsv" | "tab" | "cxt" | "dat" | "fimi" | "jsonl" | "ndjson")) => {
            Ok(Kind::Context(ContextFormat::from_path(path)?))
        }
        (None, _) => match ContextFormat::guess(opened.start()) {
            ContextFormat::ConexpJson => json_kind(opened, path),
            ContextFormat::Csv if looks_like_rules(opened.start()) => Ok(Kind::Rules(None)),
            format => Ok(Kind::Context(format)),
        },
    }
}

/// JSON is records if it looks like them, else a context if it has the keys of one
/// and none of rules.
fn json_kind(opened: &mut Opened, path: &Path) -> Result<Kind, Failure> {
    let guessed = ContextFormat::guess(opened.start());
    if matches!(guessed, ContextFormat::JsonRecords | ContextFormat::JsonLines) {
        return Ok(Kind::Context(guessed));
    }
    #[derive(Default, Deserialize)]
    struct Keys {
        format: Option<IgnoredAny>,
        implications: Option<IgnoredAny>,
        implication_sets: Option<IgnoredAny>,
    }
    let bytes = opened.bytes(path)?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let keys: Keys = serde_json::from_slice(bytes).unwrap_or_default();
    Ok(match keys.format.or(keys.implications).or(keys.implication_sets) {
        Some(IgnoredAny) => Kind::Rules(None),
        None => Kind::Context(ContextFormat::ConexpJson),
    })
}

/// Whether a line that is no comment has an arrow.
fn looks_like_rules(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]);
    let arrow = |line: &str| line.contains("->") || line.contains('→');
    text.starts_with("# attributes:") || text.lines().any(|line| !line.starts_with('#') && arrow(line))
}

fn context_target(arguments: &Arguments) -> Result<ContextFormat, Failure> {
    let from = input::name(&arguments.from_file);
    let only_rules = || {
        Failure::new(format!("{from} is a table, and not written as rules: hornbook learn or basis finds its rules"))
    };
    match arguments.to.as_deref() {
        Some("json") => Err(only_rules()),
        Some(name) => ContextFormat::from_name(name).map_err(|_| only_rules()),
        None if input::is_stdin(&arguments.to_file) => Err(needs_to()),
        None => ContextFormat::from_path(&arguments.to_file).map_err(|error| {
            match RulesFormat::from_path(&arguments.to_file) {
                Some(_) => only_rules(),
                None => Failure::from(error).hint(" with --to"),
            }
        }),
    }
}

fn rules_target(arguments: &Arguments) -> Result<RulesFormat, Failure> {
    let (from, to) = (input::name(&arguments.from_file), arguments.to_file.display());
    match arguments.to.as_deref() {
        Some(name) => {
            RulesFormat::from_name(name).map_err(|error| Failure::new(format!("{from} holds rules, no table: {error}")))
        }
        None if input::is_stdin(&arguments.to_file) => Err(needs_to()),
        None => RulesFormat::from_path(&arguments.to_file).ok_or_else(|| {
            let expected = "one of .txt, .rules, .json, .csv, .pl, .cnf, or a format given with --to";
            Failure::new(format!("{to}: found no extension for rules, expected {expected}"))
        }),
    }
}

fn needs_to() -> Failure {
    Failure::new("standard output has no extension that tells the format: name it with --to")
}
