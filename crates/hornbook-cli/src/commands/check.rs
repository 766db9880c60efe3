//! `hornbook check`: the rows of a table that break rules.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use hornbook::domain::{BreakingRow, BrokenRule, Domain, Violations};
use hornbook::format::rules::over;
use hornbook::prepare::{Preparation, ScalingChoice};
use hornbook::scaling::IdColumn;
use hornbook::{AttrSet, Conclusion, Context, Implication, Model, Rulebook, Universe};
use hornbook_words::escape_control;
use serde_json::{Value, json};

use crate::arguments::SourceArgs;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, note};
use crate::rule_files;
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

Only what is known breaks a rule: a row that may have the premise, or may have the
conclusion, since values are missing, is counted apart. --missing absent takes what
is missing for absent, as learn does; --missing drop leaves such rows out.

Exit codes: 0 no rule is broken; 1 a rule is broken; 2 bad input.";

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

/// What came of a check.
struct Checked {
    universe: Arc<Universe>,
    /// The rules that are broken, with the rows that break them.
    broken: Vec<(Implication, BrokenRule)>,
    /// The rules that no row breaks for sure, but some may.
    open: Vec<(Implication, usize)>,
    rule_count: usize,
    row_count: usize,
    breaking_rows: usize,
    unjudged_rows: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    input::not_both_stdin(&arguments.rules, &arguments.source)?;
    let book = rule_files::rules(&arguments.rules)?;
    let (book, context) = read(book, arguments)?;
    let usual = if arguments.json { usize::MAX } else { USUAL_ROWS_SHOWN };
    let Ok(checked) = check(&context, &book, arguments.limit.unwrap_or(usual));
    match arguments.json {
        true => Destination::Stdout.write(&words::json_bytes(&json_of(&checked)))?,
        false => Destination::Stdout.write_words(&text_of(&checked))?,
    }
    if !arguments.quiet {
        note(&summary(&checked));
    }
    Ok(Ended::well_if(checked.broken.is_empty()))
}

/// Looks for the rows of a domain that break rules.
fn check<D: Domain>(mut domain: D, book: &Rulebook, max_rows: usize) -> Result<Checked, D::Error> {
    let learned: Vec<Implication> = book.rules.iter().map(|rule| rule.implication.without_premise()).collect();
    let rules: Vec<Implication> = learned.iter().chain(&book.background).cloned().collect();
    let Violations { rules: mut found, row_count, breaking_rows, mut unjudged_rows } =
        domain.violations(&rules, max_rows)?;
    // What is missing has one value, too: the background is not in doubt for it.
    found[learned.len()..].iter_mut().for_each(|rule| rule.unjudged = 0);
    if unjudged_rows > 0 && !book.background.is_empty() {
        unjudged_rows = domain.violations(&learned, 0)?.unjudged_rows.min(row_count - breaking_rows);
    }
    let rule_count = rules.len();
    let (broken, others): (Vec<_>, Vec<_>) = rules.into_iter().zip(found).partition(|(_, found)| found.count > 0);
    let open = others.into_iter().filter(|(_, found)| found.unjudged > 0).map(|(rule, found)| (rule, found.unjudged));
    let (universe, open) = (domain.universe().clone(), open.collect());
    Ok(Checked { universe, broken, open, rule_count, row_count, breaking_rows, unjudged_rows })
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
    let usual = Preparation { scaling: named, background: false, ..Preparation::exploring() };
    let source = Source::read(path, &arguments.source_args, usual)?;
    if !arguments.quiet {
        source.note_remarks();
        if source.table.left_out > 0 {
            note(&format!("{} left out for missing values.", words::counted(source.table.left_out, "row")));
        }
    }
    let context = source.table.context;
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

/// What a row is known to lack of the conclusion.
fn lacks(rule: &Implication, row: &Model) -> Option<AttrSet> {
    match &rule.conclusion {
        Conclusion::Attrs(set) => Some(set.difference(row.possible())),
        Conclusion::Falsum => None,
    }
}

fn text_of(Checked { universe, broken, .. }: &Checked) -> String {
    let mut text = String::new();
    for (rule, BrokenRule { count, rows, unjudged }) in broken {
        let rule_words = words::rule(universe, rule);
        let open = match *unjudged {
            0 => String::new(),
            rows => format!("; {} cannot be judged", words::counted(rows, "row")),
        };
        text.push_str(&format!("{rule_words}: broken by {}{open}\n", words::counted(*count, "row")));
        for BreakingRow { label, model } in rows {
            let problem = match lacks(rule, model) {
                Some(lacking) => format!("lacks {}", words::names(universe, &lacking)),
                None if rule.premise.is_empty() => "occurs".to_owned(),
                None => format!("has {}", words::names(universe, &rule.premise)),
            };
            text.push_str(&format!("  {}: {problem}\n", escape_control(label)));
        }
        if *count > rows.len() {
            text.push_str(&format!("  … and {}\n", words::counted(count - rows.len(), "more row")));
        }
    }
    text
}

fn json_of(checked: &Checked) -> Value {
    let universe = &checked.universe;
    let row = |rule: &Implication, BreakingRow { label, model }: &BreakingRow| {
        let lacking = lacks(rule, model).unwrap_or_else(|| universe.none());
        json!({ "row": label, "lacks": universe.names_of(&lacking).collect::<Vec<_>>() })
    };
    let entry = |(rule, broken): &(Implication, BrokenRule)| {
        let mut value = words::rule_json(universe, rule);
        value["count"] = json!(broken.count);
        value["unjudged"] = json!(broken.unjudged);
        value["rows"] = broken.rows.iter().map(|breaking| row(rule, breaking)).collect();
        value
    };
    let open = |(rule, unjudged): &(Implication, usize)| {
        let mut value = words::rule_json(universe, rule);
        value["unjudged"] = json!(unjudged);
        value
    };
    json!({
        "rules": checked.rule_count,
        "rows": checked.row_count,
        "broken_rules": checked.broken.len(),
        "breaking_rows": checked.breaking_rows,
        "unjudged_rows": checked.unjudged_rows,
        "broken": checked.broken.iter().map(entry).collect::<Vec<_>>(),
        "open": checked.open.iter().map(open).collect::<Vec<_>>(),
    })
}

fn summary(checked: &Checked) -> String {
    let of_rules = words::counted(checked.rule_count, "rule");
    let of_rows = words::counted(checked.row_count, "row");
    let verdict = match (checked.broken.len(), checked.unjudged_rows) {
        (0, 0) => format!("All is well: {of_rows} keep {of_rules}."),
        (0, _) => format!("No row is known to break any of {of_rules}."),
        (some, _) => format!(
            "{} of {of_rules} broken, by {} of {of_rows}.",
            words::count(some as u64),
            words::count(checked.breaking_rows as u64)
        ),
    };
    match (checked.unjudged_rows, checked.broken.len()) {
        (0, _) => verdict,
        (rows, 0) => {
            format!("{verdict} {} of {of_rows} cannot be judged: values are missing.", words::count(rows as u64))
        }
        (rows, _) => format!("{verdict} {} cannot be judged: values are missing.", words::counted(rows, "more row")),
    }
}
