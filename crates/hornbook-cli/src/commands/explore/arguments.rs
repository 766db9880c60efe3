//! What can be said to `hornbook explore`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hornbook::learn::Accuracy;
use hornbook_explore::journal::DistributionName;

use crate::arguments::SourceArgs;
use crate::failure::Failure;
use crate::user::user;

const EXAMPLES: &str = "\
Examples:
  hornbook explore --attributes wheels,engine,flies
  hornbook explore --attributes data/vehicles.txt --title Vehicles
  hornbook explore data/zoo.csv --as ada --epsilon 0.05
  hornbook explore vehicles.journal
  echo 'yes' | hornbook explore vehicles.journal --plain

A file of attributes has one a line: NAME, or NAME | phrase | description, as in
  milk | gives milk | to its young
and '#' begins a comment. Every answer is in the journal before the next question is asked; type
'help' to see what can be answered.
Exit codes: 0 certified; 1 unfinished; 2 bad input.";

/// Explore a domain: answer questions until its rules are known
///
/// Asks whoever knows a domain few questions, until, with probability at least
/// 1 - δ, what the rules say is incomplete for at most a share ε of the sets of
/// attributes. It starts from a list of attributes, from a table whose rows are
/// known already, or from known rules, and goes on with a journal.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A table, whose rows are known objects; or a journal, to go on with it
    pub(super) source: Option<PathBuf>,
    /// The attributes to explore: names with commas, or a file
    #[arg(long, value_name = "LIST|FILE", conflicts_with = "source")]
    pub(super) attributes: Option<String>,
    /// The journal to keep [default: named after the table or the file of
    /// attributes, in this folder]
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
    /// Rules that are known beforehand, from a file; without a table or
    /// attributes, theirs are explored
    #[arg(long, value_name = "RULES")]
    pub(super) background: Option<PathBuf>,
    /// ε: the share of sets of which less may be known [default: 0.01]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(super) epsilon: Option<f64>,
    /// δ: the probability with which it may be more [default: 0.1]
    #[arg(long, value_name = "PROBABILITY", allow_negative_numbers = true)]
    pub(super) delta: Option<f64>,
    /// The sets that ε is a share of: uniform (all alike), columns (at most one
    /// value a column), seen (as often as they occur in the objects known by
    /// then) or uniform+seen [default: columns for a table that has some with
    /// several values, else uniform]
    #[arg(long, value_parser = draws())]
    pub(super) distribution: Option<DistributionName>,
    /// The seed of everything random [default: one nobody knows]
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// What the exploration is about
    #[arg(long)]
    pub(super) title: Option<String>,
    /// Whose answers these are [default: the user's name]
    #[arg(long = "as", value_name = "NAME")]
    who: Option<String>,
    /// Take the answers from a file; - for standard input
    #[arg(long, value_name = "FILE")]
    pub(super) answers: Option<PathBuf>,
    /// Ask line by line, also at a terminal
    #[arg(long)]
    pub(super) plain: bool,
    /// Ask also about what is known from the scaling, such as that the values of
    /// a column exclude each other
    #[arg(long)]
    pub(super) no_background: bool,
    #[command(flatten)]
    pub(super) source_args: SourceArgs,
}

impl Arguments {
    /// The accuracy that was asked for, or else this.
    pub(super) fn accuracy(&self, (epsilon, delta): (f64, f64)) -> Result<Accuracy, Failure> {
        Accuracy::new(self.epsilon.unwrap_or(epsilon), self.delta.unwrap_or(delta))
            .map_err(|e| Failure::new(format!("--{} must be above 0 and at most 1, but is {}", e.name, e.value)))
    }

    /// Whose answers these are.
    pub(super) fn user(&self) -> String {
        user(self.who.as_deref())
    }
}

fn draws() -> impl TypedValueParser<Value = DistributionName> {
    PossibleValuesParser::new(DistributionName::ALL.map(DistributionName::name)).try_map(|name| {
        let found = DistributionName::ALL.into_iter().find(|draws| draws.name() == name);
        found.ok_or_else(|| format!("there is no distribution '{name}'"))
    })
}
