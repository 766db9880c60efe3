//! What can be said to `hornbook learn`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use hornbook::Method;
use hornbook::learn::pac::Strength;
use hornbook::learn::{Accuracy, Schedule};
use hornbook::prepare::{RowAmount, WantedRules, WantedRulesError};
use hornbook::sampling::Distribution;

use crate::arguments::{self, OutputArgs, ShowArgs, SourceArgs, ThreadArgs};
#[cfg(feature = "experts")]
use crate::ask_args::AskArgs;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  hornbook learn data/zoo.csv
  hornbook learn data/zoo.csv --target milk
  hornbook learn data/zoo.csv --min-support 10% --all
  hornbook learn data/zoo.csv --output rules.html
  hornbook learn data/zoo.csv --confidence 0.95
  hornbook learn data/breast-cancer.csv --scale 'Mitoses=ordinal:2,5'
  hornbook learn data/zoo.csv --method frugal --epsilon 0.001
  hornbook learn - --input-format csv --quiet < data/zoo.csv
  hornbook learn --ask 'python3 examples/experts/laws.py' --journal laws.journal

Too many rules? --target asks for those about one attribute, --min-support for
those that many rows bear out, --max-premise for short ones; --output keeps all
of them in a file, and the 20 most telling are shown.
With --ask, a program or service is asked instead of a table, by one JSON object a
line or a request; every answer is in the journal, and the same command goes on.
Ctrl-C ends the run early and prints what was learned so far.
Exit codes: 0 certified or complete; 1 stopped early; 2 bad input.";

/// Learn the rules of a table
///
/// Finds the rules "whatever has A also has B" that hold in a table: all of
/// them if that takes seconds, else all that enough rows bear out, and says which.
/// The most telling are shown. With the methods that ask, the table plays the
/// expert, and questions are counted.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: a csv, tsv, json, jsonl, cxt, dat or conexp-clj json file, also
    /// as .gz or .zst; - for standard input; a Parquet, Arrow or xlsx file; a folder
    /// or pattern of files; postgres://…, mysql://…, sqlite:FILE; or a theory: a
    /// DIMACS file (.cnf) or a feature model (.uvl, or .xml of FeatureIDE)
    #[cfg_attr(feature = "experts", arg(required_unless_present = "whom"))]
    #[cfg_attr(not(feature = "experts"), arg(required = true))]
    pub(super) source: Option<PathBuf>,
    #[command(flatten)]
    pub(super) wanted: WantedArgs,
    #[command(flatten)]
    pub(super) show: ShowArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) resources: ThreadArgs,
    /// Stop after this many questions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(super) limit_questions: Option<u64>,
    #[command(flatten)]
    pub(super) guarantee: GuaranteeArgs,
    #[cfg(feature = "experts")]
    #[command(flatten)]
    pub(super) asking: LearnAskArgs,
    #[command(flatten)]
    pub(super) source_args: SourceArgs,
}

/// Which rules are wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which rules")]
pub(crate) struct WantedArgs {
    /// Only rules that conclude this attribute, as in 'legs=4', 'age>=40' or
    /// 'member'; numbers are cut where they tell most about it
    #[arg(long, value_name = "ATTRIBUTE", allow_hyphen_values = true)]
    pub(super) target: Option<String>,
    /// Only rules whose premise occurs in at least this many rows, or this share
    /// of them: 50 or 1%; with 0, also rules of what never occurs [default: as
    /// few as can be looked up in seconds]
    #[arg(long, value_name = "N", value_parser = RowAmount::from_str, allow_hyphen_values = true)]
    pub(super) min_support: Option<RowAmount>,
    /// Only rules with at most this many attributes in the premise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) max_premise: Option<u16>,
    /// Also rules that have exceptions, if they hold for at least this share of
    /// the rows with their premise, such as 0.95
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(super) confidence: Option<f64>,
    /// Also what is known from the scaling, such as that the values of a column
    /// exclude each other
    #[arg(long)]
    pub(super) no_background: bool,
}

/// How rules are learned, and what is promised about them.
#[derive(Args, Debug)]
#[command(next_help_heading = "Guarantee")]
pub(super) struct GuaranteeArgs {
    /// How to learn: auto finds all rules if that takes seconds, else all that
    /// enough rows bear out, and says which; exact finds all; settle samples and
    /// looks up in the table what is open; frugal asks as few questions as
    /// possible; pac is the paper to the letter, pac-valid keeps every rule valid,
    /// pac-cached is the variant behind the paper's table; exploration is Ganter's
    #[arg(long, default_value = Method::Auto.name(), value_parser = arguments::method())]
    pub(super) method: Method,
    /// ε: the share of sets the rules may judge wrongly, where sets are sampled
    /// [default: 0.01; 0.05 for frugal]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(super) epsilon: Option<f64>,
    /// δ: the probability with which more may be judged wrongly [default: 0.1]
    #[arg(long, value_name = "PROBABILITY", allow_negative_numbers = true)]
    pub(super) delta: Option<f64>,
    /// The sets that ε is a share of: described (up to three attributes of a
    /// row; described-up-to-5 for five), short (any up to three attributes),
    /// "described and short" (both, each with a bound of its own, the second
    /// of 2ε), support (as often as they occur in rows), uniform (all alike),
    /// columns (at most one value a column), or a mixture such as
    /// uniform+support or uniform:0.2+support:0.8 [default: described and
    /// short for frugal, with --target described; support for auto; else
    /// uniform with --no-background, support with --target, columns if columns
    /// have several values, and uniform otherwise]
    #[arg(long)]
    pub(super) distribution: Option<Distribution>,
    /// Let the guarantee speak of which sets are closed, not of what they close
    /// to (usual for pac-cached)
    #[arg(long, conflicts_with = "strong")]
    pub(super) weak: bool,
    /// Let the guarantee speak of what follows from a set (usual but for
    /// pac-cached)
    #[arg(long)]
    pub(super) strong: bool,
    /// How δ is spread over the rounds [default: paper for pac and pac-cached,
    /// else thrifty]
    #[arg(long, value_parser = arguments::schedule())]
    pub(super) schedule: Option<Schedule>,
    /// After this many questions, go on with the paper's refinement, which
    /// needs more of them but never more than a polynomial; for frugal
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(super) fallback_after: u64,
    /// The seed of everything random: the same seed gives the same rules
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

impl Arguments {
    /// Which rules are wanted, and how.
    pub(super) fn wanted_rules(&self) -> WantedRules {
        let GuaranteeArgs { method, epsilon, delta, ref distribution, weak, strong, schedule, fallback_after, seed } =
            self.guarantee;
        WantedRules {
            method,
            epsilon,
            delta,
            distribution: distribution.clone(),
            strength: match (weak, strong) {
                (true, _) => Some(Strength::Weak),
                (_, true) => Some(Strength::Strong),
                _ => None,
            },
            schedule,
            fallback_after,
            seed,
            limit_questions: self.limit_questions,
            ..self.wanted.rules()
        }
    }

    /// ε and δ for a method.
    #[cfg_attr(not(feature = "experts"), allow(dead_code))]
    pub(super) fn accuracy(&self, method: Method) -> Result<Accuracy, Failure> {
        Ok(WantedRules { method, ..self.wanted_rules() }.accuracy()?)
    }
}

impl WantedArgs {
    /// Which rules are wanted, however they are learned.
    pub(in crate::commands) fn rules(&self) -> WantedRules {
        WantedRules {
            target: self.target.clone(),
            min_support: self.min_support,
            max_premise: self.max_premise.map(usize::from),
            confidence: self.confidence,
            background: !self.no_background,
            ..WantedRules::default()
        }
    }
}

impl From<WantedRulesError> for Failure {
    fn from(error: WantedRulesError) -> Self {
        Self::new(error.message(&|option| format!("--{}", option.replace('_', "-"))))
    }
}

/// Who is asked, about what, and where the answers are kept.
#[cfg(feature = "experts")]
#[derive(Args, Debug)]
#[command(next_help_heading = "Asking programs")]
pub(crate) struct LearnAskArgs {
    #[command(flatten)]
    pub(super) ask: AskArgs,
    /// The attributes to ask about: names with commas, or a file [default: those
    /// that the program names]
    #[arg(long, value_name = "LIST|FILE", requires = "whom")]
    pub(super) attributes: Option<String>,
    /// The journal of all answers, to go on with if it is there [default: named after
    /// the file of attributes, in this folder]
    #[arg(long, value_name = "FILE", requires = "whom")]
    pub(super) journal: Option<PathBuf>,
    /// Rules that are known beforehand, from a file, and not asked about
    #[arg(long, value_name = "RULES", requires = "whom")]
    pub(super) background: Option<PathBuf>,
}
