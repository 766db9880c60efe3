//! `hornbook check`: the rows of a table that break rules.

use std::path::PathBuf;

use clap::Args;
use hornbook::format::rules::over;
use hornbook::prepare::{Preparation, ScalingChoice};
use hornbook::scaling::IdColumn;
use hornbook::{AttrSet, Conclusion, Context, Implication, Rulebook};
use serde_json::{Value, json};

use crate::arguments::SourceArgs;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, note};
use crate::source::Source;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook check rules.json data/zoo.csv
  hornbook check rules.json data/zoo.csv --limit 3 --quiet
  hornbook check rules.json data/zoo.csv --json

A csv or tsv file is read through the attributes that the rules name: 'legs=4'
is had by the rows with 4 under legs, whatever other values there are. So a value
that does not occur is no error, but a missing column is. With --scaling, the
table is scaled as the file says, and a value it does not know gives no
attribute.

Exit codes: 0 every rule holds; 1 a rule is broken; 2 bad input.";

/// How many rows are shown for a broken rule, unless told otherwise.
const USUAL_ROWS_SHOWN: usize = 10;

/// List the rows of a table that break rules
///
/// Goes through the rules one by one and shows which rows break them: what a
/// row lacks, or has and should not.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The rules: a json or text file; - for standard input
    rules: PathBuf,
    /// The table to check
    source: PathBuf,
    /// How many rows to show for each rule [default: 10; in JSON, all]
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Say nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    source_args: SourceArgs,
}

/// A rule and the rows that break it.
struct Broken {
    rule: Implication,
    rows: Vec<usize>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    input::not_both_stdin(&arguments.rules, &arguments.source)?;
    let book = input::rules(&arguments.rules)?;
    let (book, context) = read(book, arguments)?;
    let rules: Vec<Implication> = book
        .rules
        .iter()
        .map(|rule| rule.implication.without_premise())
        .chain(book.background.iter().cloned())
        .collect();
    let count = rules.len();
    let broken: Vec<Broken> = rules
        .into_iter()
        .map(|rule| Broken { rows: context.violations(&rule).collect(), rule })
        .filter(|broken| !broken.rows.is_empty())
        .collect();
    let bytes = match arguments.json {
        true => words::json_bytes(&json_of(&broken, count, &context, arguments.limit)),
        false => text_of(&broken, &context, arguments.limit.unwrap_or(USUAL_ROWS_SHOWN)).into_bytes(),
    };
    Destination::Stdout.write(&bytes)?;
    if !arguments.quiet {
        note(&summary(&broken, count, &context));
    }
    Ok(Ended::well_if(broken.is_empty()))
}

/// The rules and the table over the same attributes.
fn read(book: Rulebook, arguments: &Arguments) -> Result<(Rulebook, Context), Failure> {
    let path = &arguments.source;
    let scale = &arguments.source_args.scale;
    if !scale.scale.is_empty() || scale.save_scaling.is_some() {
        let message = "the names of the rules' attributes say how columns are scaled: use --scaling, if at all";
        return Err(Failure::new(message));
    }
    let named =
        ScalingChoice::Named { id: IdColumn::Detect, universe: book.universe.clone(), needed: mentioned(&book) };
    let usual = Preparation { scaling: named, background: false, may_be_empty: true, ..Preparation::learning() };
    let context = Source::read(path, &arguments.source_args, usual)?.table.context;
    let book = over(&book, context.universe().clone()).map_err(|error| {
        Failure::new(format!("{} and {} differ: {error}", input::name(&arguments.rules), input::name(path)))
            .hint(" in the table")
    })?;
    Ok((book, context))
}

/// The attributes that the rules name.
fn mentioned(book: &Rulebook) -> AttrSet {
    let mut set = book.universe.none();
    for rule in book.rules.iter().map(|rule| &rule.implication).chain(&book.background) {
        set.insert_all(&rule.premise);
        rule.conclusion.attrs().iter().for_each(|attrs| _ = set.insert_all(attrs));
    }
    set
}

/// What a row lacks of the conclusion.
fn lacks(rule: &Implication, row: &AttrSet) -> Option<AttrSet> {
    match &rule.conclusion {
        Conclusion::Attrs(set) => Some(set.difference(row)),
        Conclusion::Falsum => None,
    }
}

fn text_of(broken: &[Broken], context: &Context, limit: usize) -> String {
    let universe = context.universe();
    let mut text = String::new();
    for Broken { rule, rows } in broken {
        text.push_str(&format!("{}: broken by {}\n", words::rule(universe, rule), words::counted(rows.len(), "row")));
        for &row in rows.iter().take(limit) {
            let problem = match lacks(rule, context.row(row)) {
                Some(lacking) => format!("lacks {}", words::names(universe, &lacking)),
                None if rule.premise.is_empty() => "occurs".to_owned(),
                None => format!("has {}", words::names(universe, &rule.premise)),
            };
            text.push_str(&format!("  {}: {problem}\n", one_line(&context.label(row))));
        }
        if rows.len() > limit {
            text.push_str(&format!("  … and {}\n", words::counted(rows.len() - limit, "more row")));
        }
    }
    text
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn json_of(broken: &[Broken], rules: usize, context: &Context, limit: Option<usize>) -> Value {
    let universe = context.universe();
    let row = |rule: &Implication, row: usize| {
        let lacking = lacks(rule, context.row(row)).unwrap_or_else(|| universe.none());
        json!({ "row": context.label(row), "lacks": universe.names_of(&lacking).collect::<Vec<_>>() })
    };
    let entry = |Broken { rule, rows }: &Broken| {
        let mut value = words::rule_json(universe, rule);
        value["count"] = json!(rows.len());
        value["rows"] = rows.iter().take(limit.unwrap_or(usize::MAX)).map(|&at| row(rule, at)).collect();
        value
    };
    json!({
        "rules": rules,
        "rows": context.len(),
        "broken_rules": broken.len(),
        "breaking_rows": breaking_rows(broken),
        "broken": broken.iter().map(entry).collect::<Vec<_>>(),
    })
}

fn breaking_rows(broken: &[Broken]) -> usize {
    broken.iter().flat_map(|broken| &broken.rows).collect::<std::collections::HashSet<_>>().len()
}

fn summary(broken: &[Broken], rules: usize, context: &Context) -> String {
    let [of_rules, of_rows] = [words::counted(rules, "rule"), words::counted(context.len(), "row")];
    match broken.len() {
        0 => format!("All is well: {of_rows} keep {of_rules}."),
        some => format!(
            "{} of {of_rules} broken, by {} of {of_rows}.",
            words::count(some as u64),
            words::count(breaking_rows(broken) as u64)
        ),
    }
}
