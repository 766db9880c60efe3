//! `hornbook measure`: how good rules are for a table.

use std::path::PathBuf;

use clap::Args;
use hornbook::Rulebook;
use hornbook::format::rules::over;
use hornbook::measure::{self, ENUMERABLE, Measures};
use hornbook::prepare::{Preparation, WantedSets};
use hornbook::sampling::{Distribution, Sampler};
use serde_json::json;

use crate::arguments::{self, SourceArgs};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, note};
use crate::rule_files;
use crate::source::Source;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook measure rules.json data/zoo.csv
  hornbook measure rules.json data/zoo.csv --tolerance 0.005 --failure 0.01 --json

Read the table as when the rules were learned: with the same --missing, --scale
or --scaling.";

/// The most sets that are drawn: more would take days.
const MOST_PROBES: u64 = 10_000_000_000;

/// Measure how good rules are for a table
///
/// Precision is the share of sets from which the rules conclude nothing false,
/// recall the share of those from which they conclude all that is true. The
/// weak error is the share of sets that only one of rules and table calls
/// closed, the strong error of those that close differently. Background rules
/// of the rule file take part in conclusions, but are not counted as rules.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The rules: a json or text file; - for standard input
    rules: PathBuf,
    /// The table that tells the truth
    source: PathBuf,
    /// Look at every set, for up to 20 attributes; usual where possible
    #[arg(long, conflicts_with_all = ["tolerance", "failure"])]
    exact: bool,
    /// By how much an estimate may be off [default: 0.01]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// The probability with which it may be off by more [default: 0.001]
    #[arg(long, value_name = "PROBABILITY", allow_negative_numbers = true)]
    failure: Option<f64>,
    /// The sets that are drawn, as in learn [default: as the rules were learned,
    /// if their file tells, else uniform]
    #[arg(long)]
    distribution: Option<Distribution>,
    /// The seed of the sets that are drawn
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads may be used; the result does not depend on it
    /// [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Write JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source_args: SourceArgs,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let tolerance = arguments.tolerance.unwrap_or(0.01);
    let failure = arguments.failure.unwrap_or(0.001);
    let probes = measure::hoeffding_sample(tolerance, failure)?;
    if probes > MOST_PROBES {
        let message = format!("--tolerance {tolerance} would take {} sets to draw", words::count(probes));
        return Err(Failure::new(message).hint("; choose a larger one"));
    }
    input::not_both_stdin(&arguments.rules, &arguments.source)?;
    let book = rule_files::rules(&arguments.rules)?;
    let usual = Preparation { background: false, ..Preparation::learning() };
    let source = Source::read(&arguments.source, &arguments.source_args, usual)?;
    let context = &source.table.context;
    let book = over(&book, context.universe().clone()).map_err(|error| {
        let message =
            format!("{} and {} differ: {error}", input::name(&arguments.rules), input::name(&arguments.source));
        Failure::new(message).hint(" in the table; was it read as when the rules were learned?")
    })?;
    if let Some(target) = book.run.as_ref().and_then(|run| run.target.as_ref()) {
        note(&format!(
            "The rules were learned for {target} alone: recall and errors count all that is missing besides."
        ));
    }
    let estimated = arguments.tolerance.is_some() || arguments.failure.is_some();
    let wanted = WantedSets { distribution: Some(distribution(arguments, &book)), ..WantedSets::default() };
    let sampler = source.table.sampler(&wanted)?;
    let uniform = matches!(sampler, Sampler::Uniform { .. });
    if arguments.exact && !uniform {
        return Err(Failure::new(format!("--exact looks at all sets alike, not as '{}'", sampler.distribution()))
            .hint(": add --distribution uniform"));
    }
    let exact = arguments.exact || (uniform && !estimated && context.attribute_count() <= ENUMERABLE);
    let theory = book.theory();
    let found = match exact {
        true => measure::exact(&theory, context)?,
        false => {
            let threads = arguments::threads(arguments.threads);
            let Ok(found) = measure::estimate(&theory, context, &sampler, probes, arguments.seed, threads);
            found
        }
    };
    let Ok(valid_rules) = measure::valid_share(&book.learned(), context);
    let found = Measures { valid_rules, ..found };
    let drawn = sampler.distribution().to_string();
    match arguments.json {
        true => Destination::Stdout.write(&json_of(&found, arguments, &drawn, tolerance, failure)?)?,
        false => {
            let text = text_of(&found, book.rules.len(), &drawn, tolerance, failure);
            Destination::Stdout.write_words(&text)?;
        }
    }
    Ok(Ended::Well)
}

/// The distribution that was asked for, or that the rules are certified for.
fn distribution(arguments: &Arguments, book: &Rulebook) -> Distribution {
    if let Some(distribution) = &arguments.distribution {
        return distribution.clone();
    }
    let Some(named) = book.run.as_ref().and_then(|run| run.distribution.as_ref()) else {
        return Distribution::default();
    };
    // A restriction to short or supported sets cannot be drawn from its name.
    named.to_string().parse().unwrap_or_else(|_| {
        note(&format!("The rules were learned over '{named}'; measured over 'uniform' instead (see --distribution)."));
        Distribution::default()
    })
}

fn json_of(
    found: &Measures,
    arguments: &Arguments,
    drawn: &str,
    tolerance: f64,
    failure: f64,
) -> Result<Vec<u8>, Failure> {
    let mut value = serde_json::to_value(found).map_err(|e| Failure::new(e.to_string()))?;
    if let Some(object) = value.as_object_mut().filter(|_| !found.exact) {
        object.insert("distribution".into(), json!(drawn));
        object.insert("tolerance".into(), json!(tolerance));
        object.insert("failure".into(), json!(failure));
        object.insert("seed".into(), json!(arguments.seed));
    }
    Ok(words::json_bytes(&value))
}

fn text_of(found: &Measures, rules: usize, drawn: &str, tolerance: f64, failure: f64) -> String {
    let share = |share: f64| if found.exact { words::significant(share) } else { format!("{share:.4}") };
    let valid = (found.valid_rules * rules as f64).round() as u64;
    let lines = [
        ("precision", share(found.precision), "sets from which nothing false is concluded"),
        ("recall", share(found.recall), "sets from which all that is true is concluded"),
        ("weak error", share(found.weak_error), "sets that only one of rules and table calls closed"),
        ("strong error", share(found.strong_error), "sets that close differently"),
        (
            "valid rules",
            format!("{} of {}", words::count(valid), words::count(rules as u64)),
            "rules that hold in every row",
        ),
    ];
    let widest = lines.iter().map(|(_, figure, _)| figure.len()).max().unwrap_or(0);
    let mut text: String = lines.map(|(name, figure, what)| format!("{name:<13} {figure:<widest$}  {what}\n")).concat();
    let probes = words::count(found.probes);
    text.push_str(&match found.exact {
        true => format!("Exact: all {probes} sets of attributes were looked at.\n"),
        false => format!(
            "Estimated from {probes} random sets ({drawn}): a share is too high by {} or more with probability \
             below {}, and too low as rarely.\n",
            words::significant(tolerance),
            words::percent(failure)
        ),
    });
    text
}
