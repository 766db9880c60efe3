//! `hornbook measure`: how good rules are for a table.

use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "engines")]
use hornbook::domain::DomainSampler;
use hornbook::format::rules::over;
#[cfg(feature = "experts")]
use hornbook::measure::MeasureFailure;
use hornbook::measure::{self, Measures, USUAL_LOOKS};
use hornbook::prepare::{Preparation, WantedSets};
use hornbook::sampling::{Distribution, DistributionKind, Sampler, USUALLY_TOLD};
use hornbook::{Method, Rulebook};
#[cfg(feature = "engines")]
use hornbook_engines::EngineError;
use serde_json::{Value, json};

use crate::arguments::{self, SourceArgs};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, note};
use crate::reading::Reading;
use crate::rule_files;
use crate::source::Source;
#[cfg(feature = "experts")]
use crate::theory_source;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook measure rules.json data/zoo.csv
  hornbook measure rules.json data/zoo.csv --tolerance 0.005 --failure 0.01 --json

Shares are exact where all sets can be looked at in short time, and else estimated
from random ones; it says which.
Read the table as when the rules were learned: with the same --missing, --scale
or --scaling.";

/// The most sets that are drawn: more would take days.
const MOST_PROBES: u64 = 10_000_000_000;
/// With --exact, so many times 512 sets are looked at: that may take a minute.
const PATIENT_LOOKS: u64 = 1 << 21;
/// A theory of so many attributes has few enough sets to look at all of them.
const FEW_ATTRIBUTES: usize = 12;
/// By how much an estimate may be off, unless that is much for the rules' ε.
const TOLERANCE: f64 = 0.01;
/// A smaller tolerance, which takes minutes, must be asked for.
const LEAST_TOLERANCE: f64 = 0.0005;

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
    /// The table that tells the truth, or the theory: a DIMACS file (.cnf) or a feature
    /// model (.uvl, or .xml of FeatureIDE)
    source: PathBuf,
    /// Look at every set, even if that takes a minute, and give up where it would
    /// take longer; usual where it takes less than a second
    #[arg(long, conflicts_with_all = ["tolerance", "failure"])]
    exact: bool,
    /// Estimate, and be off by so much at most [default: 0.01, or a tenth of the ε
    /// that the rules were learned with, if that is less]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// Estimate, and be off by more with this probability [default: 0.001]
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
    input::not_both_stdin(&arguments.rules, &arguments.source)?;
    let book = rule_files::rules(&arguments.rules)?;
    let epsilon = book.run.as_ref().and_then(|run| run.epsilon);
    // A solver needs longer for a set than it takes to look at rows.
    #[cfg(feature = "experts")]
    let epsilon = epsilon.filter(|_| !theory_source::is_theory_file(&arguments.source));
    let accuracy = Estimate::wanted(arguments, epsilon)?;
    // Numbers are cut for a target as when the rules were learned.
    let target = book.run.as_ref().and_then(|run| run.target.clone());
    let usual = Preparation { background: false, target, ..Preparation::learning() };
    let source = Source::read_anywhere(&arguments.source, &arguments.source_args, usual, Reading::default())?;
    source.note_remarks();
    let book = over(&book, source.table.context.universe().clone()).map_err(|error| {
        let message =
            format!("{} and {} differ: {error}", input::name(&arguments.rules), input::name(&arguments.source));
        Failure::new(message).hint(" in the table; was it read as when the rules were learned?")
    })?;
    if let Some(target) = book.run.as_ref().and_then(|run| run.target.as_ref()) {
        note(&format!(
            "The rules were learned for {target} alone: recall and errors count all that is missing besides."
        ));
    }
    let drawn = distribution(arguments, &book, &source);
    let all = match source.is_in_memory() {
        true => measure_table(arguments, &source, &book, drawn, &accuracy)?,
        false => measure_elsewhere(arguments, source, &book, drawn, &accuracy)?,
    };
    match arguments.json {
        true => Destination::Stdout.write(&json_of(&all, arguments, &accuracy)?)?,
        false => {
            let text = |(drawn, found): &(String, Measures)| text_of(found, book.rules.len(), drawn, &accuracy);
            let texts: Vec<String> = all.iter().map(text).collect();
            Destination::Stdout.write_words(&texts.join("\n"))?;
        }
    }
    Ok(Ended::Well)
}

/// What was measured, with the distribution that it is about.
type Measured = Vec<(String, Measures)>;

/// Measures by a table in memory.
fn measure_table(
    arguments: &Arguments,
    source: &Source,
    book: &Rulebook,
    drawn: Distribution,
    accuracy: &Estimate,
) -> Result<Measured, Failure> {
    let context = source.context()?;
    let wanted = WantedSets { distribution: Some(drawn), ..WantedSets::of(Method::Exact) };
    let sampler = source.table.sampler(&wanted)?;
    let theory = book.theory();
    let Ok(valid_rules) = measure::valid_share(&book.learned(), context);
    let estimated = arguments.tolerance.is_some() || arguments.failure.is_some();
    let measured = |sampler: &Sampler| {
        let exact = |looks: u64| measure::exact_over(&theory, context, sampler, looks);
        let found = match (arguments.exact, estimated) {
            (true, _) => Some(exact(PATIENT_LOOKS)?),
            (false, true) => None,
            (false, false) => exact(USUAL_LOOKS).ok(),
        };
        let found = found.unwrap_or_else(|| {
            let threads = arguments::threads(arguments.threads);
            let Ok(found) = measure::estimate(&theory, context, sampler, accuracy.probes, arguments.seed, threads);
            found
        });
        Ok::<_, Failure>((sampler.distribution().to_string(), Measures { valid_rules, ..found }))
    };
    // What is certified apart is measured apart.
    sampler.certified_apart().iter().map(|(_, part)| measured(part)).collect()
}

/// Measures where the rows are no table in memory.
fn measure_elsewhere(
    arguments: &Arguments,
    source: Source,
    book: &Rulebook,
    drawn: Distribution,
    accuracy: &Estimate,
) -> Result<Measured, Failure> {
    #[cfg(feature = "experts")]
    if source.theory.is_some() {
        return measure_theory(arguments, source, book, drawn, accuracy);
    }
    #[cfg(feature = "engines")]
    if source.apart.is_some() {
        return measure_rows_apart(arguments, source, book, drawn, accuracy);
    }
    _ = (arguments, book, drawn, accuracy);
    source.context().map(|_| Vec::new())
}

/// Measures by the models of a theory: by all sets if they are few, else by random ones.
#[cfg(feature = "experts")]
fn measure_theory(
    arguments: &Arguments,
    source: Source,
    book: &Rulebook,
    drawn: Distribution,
    accuracy: &Estimate,
) -> Result<Measured, Failure> {
    let Some(mut theory) = source.theory else { return Ok(Vec::new()) };
    let (rules, attributes) = (book.theory(), book.universe.len());
    let is_uniform = drawn == Distribution::default();
    if arguments.exact && !(is_uniform && attributes <= measure::ENUMERABLE) {
        let message = format!("--exact needs a theory of at most {} attributes", measure::ENUMERABLE);
        return Err(Failure::new(message).hint(", and --distribution uniform"));
    }
    let estimated = arguments.tolerance.is_some() || arguments.failure.is_some();
    let is_small = is_uniform && !estimated && attributes <= FEW_ATTRIBUTES;
    let found = match arguments.exact || is_small {
        true => match measure::exact(&rules, &mut theory.domain) {
            Err(MeasureFailure::Domain(error)) => Err(error),
            found => Ok(found?),
        },
        false => {
            let sampler = drawn.over(&source.table.context, &source.table.groups).map_err(|error| {
                Failure::new(error.to_string())
                    .hint("; for the models of a theory, use --distribution short or uniform")
            })?;
            measure::estimate(&rules, &mut theory.domain, &sampler, accuracy.probes, arguments.seed, 1)
        }
    };
    let valid = found.and_then(|found| {
        let valid_rules = measure::valid_share(&book.learned(), &mut theory.domain)?;
        Ok(Measures { valid_rules, ..found })
    });
    let found = valid.map_err(|error| theory.failure(error))?;
    Ok(vec![(drawn.to_string(), found)])
}

/// Measures where the rows are too many for a table in memory: by random sets.
#[cfg(feature = "engines")]
fn measure_rows_apart(
    arguments: &Arguments,
    source: Source,
    book: &Rulebook,
    drawn: Distribution,
    accuracy: &Estimate,
) -> Result<Measured, Failure> {
    let Some(mut apart) = source.apart else { return Ok(Vec::new()) };
    if arguments.exact {
        return Err(Failure::new("--exact needs rows that are a table in memory: too many of these differ"));
    }
    let engine_failure = |error: EngineError| Failure::new(error.to_string());
    apart.use_threads(arguments::threads(arguments.threads));
    let theory = book.theory();
    let found = match drawn == Distribution::of(DistributionKind::Support) {
        true => {
            let by_rows = DomainSampler::default();
            measure::estimate_by_rows(&theory, apart.domain(), &by_rows, accuracy.probes, arguments.seed)
        }
        false => {
            let sampler = drawn.over(&source.table.context, &source.table.groups).map_err(|error| {
                let hint = "; for so many rows, --distribution support, columns or uniform can be measured";
                Failure::new(error.to_string()).hint(hint)
            })?;
            measure::estimate(&theory, apart.domain(), &sampler, accuracy.probes, arguments.seed, 1)
        }
    };
    let found = found.map_err(engine_failure)?;
    let valid_rules = measure::valid_share(&book.learned(), apart.domain()).map_err(engine_failure)?;
    apart.say_what_was_asked();
    Ok(vec![(drawn.to_string(), Measures { valid_rules, ..found })])
}

/// How good an estimate is, where there is need for one.
struct Estimate {
    tolerance: f64,
    failure: f64,
    probes: u64,
}

impl Estimate {
    /// As it was asked for; else so that it tells something about the rules' ε.
    fn wanted(arguments: &Arguments, epsilon: Option<f64>) -> Result<Self, Failure> {
        let usual = || epsilon.map_or(TOLERANCE, |epsilon| (epsilon / 10.0).clamp(LEAST_TOLERANCE, TOLERANCE));
        let tolerance = arguments.tolerance.unwrap_or_else(usual);
        let failure = arguments.failure.unwrap_or(0.001);
        let probes = measure::hoeffding_sample(tolerance, failure)?;
        if probes > MOST_PROBES {
            let message = format!("--tolerance {tolerance} would take {} sets to draw", words::count(probes));
            return Err(Failure::new(message).hint("; choose a larger one"));
        }
        Ok(Self { tolerance, failure, probes })
    }
}

/// The distribution that was asked for, or that the rules are certified for.
fn distribution(arguments: &Arguments, book: &Rulebook, source: &Source) -> Distribution {
    if let Some(distribution) = &arguments.distribution {
        return distribution.clone();
    }
    let Some(named) = book.run.as_ref().and_then(|run| run.distribution.as_ref()) else {
        // Of a large theory nearly all sets are impossible.
        let only_few = !source.counts_rows() && !arguments.exact && book.universe.len() > FEW_ATTRIBUTES;
        let few = DistributionKind::Short { most: USUALLY_TOLD };
        return if only_few { Distribution::of(few) } else { Distribution::default() };
    };
    // A restriction to short or supported sets cannot be drawn from its name.
    named.clone().over_rows().to_string().parse().unwrap_or_else(|_| {
        note(&format!("The rules were learned over '{named}'; measured over 'uniform' instead (see --distribution)."));
        Distribution::default()
    })
}

/// The measures, and under `any_few` those of any few attributes if these are
/// certified apart.
fn json_of(all: &[(String, Measures)], arguments: &Arguments, estimate: &Estimate) -> Result<Vec<u8>, Failure> {
    let mut values = all.iter().map(|(drawn, found)| part_of_json(found, arguments, drawn, estimate));
    let mut value = values.next().transpose()?.unwrap_or_default();
    if let (Some(object), Some(any_few)) = (value.as_object_mut(), values.next().transpose()?) {
        object.insert("any_few".into(), any_few);
    }
    Ok(words::json_bytes(&value))
}

fn part_of_json(found: &Measures, arguments: &Arguments, drawn: &str, estimate: &Estimate) -> Result<Value, Failure> {
    let mut value = serde_json::to_value(found).map_err(|e| Failure::new(e.to_string()))?;
    if let Some(object) = value.as_object_mut() {
        object.insert("distribution".into(), json!(drawn));
        if !found.exact {
            object.insert("tolerance".into(), json!(estimate.tolerance));
            object.insert("failure".into(), json!(estimate.failure));
            object.insert("seed".into(), json!(arguments.seed));
        }
    }
    Ok(value)
}

fn text_of(found: &Measures, rules: usize, drawn: &str, estimate: &Estimate) -> String {
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
        true => format!("Exact: all {probes} sets that can be drawn ({drawn}) are accounted for.\n"),
        false => format!(
            "Estimated from {probes} random sets ({drawn}): a share is too high by {} or more with probability \
             below {}, and too low as rarely.\n",
            words::significant(estimate.tolerance),
            words::percent(estimate.failure)
        ),
    });
    text
}
