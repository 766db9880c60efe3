//! What can be said to `hornbook explore`.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hornbook::learn::Accuracy;
use hornbook::sampling::USUALLY_TOLD;
use hornbook_explore::journal::DistributionName;
use hornbook_explore::{Asking, Programs, USUAL_DELTA, USUAL_EPSILON};
use hornbook_words::{Language, LanguageChoice, SHIPPED_LANGUAGES};

use crate::arguments::SourceArgs;
#[cfg(feature = "experts")]
use crate::ask_args::AskArgs;
use crate::failure::Failure;
use crate::input;
use crate::user::user;

const EXAMPLES: &str = "\
Examples:
  hornbook explore --attributes wheels,engine,flies
  hornbook explore --attributes data/vehicles.txt --title Vehicles
  hornbook explore --attributes blade,sharp --noun 'a kitchen tool' --journal tools.journal
  hornbook explore data/zoo.csv --as ada --epsilon 0.05
  hornbook explore vehicles.journal
  echo 'yes' | hornbook explore vehicles.journal --plain
  hornbook explore --attributes 2,3 --journal d.journal --ask 'sh examples/experts/divisors.sh'
  hornbook explore d.journal --first 'sh examples/experts/divisors.sh'

A file of attributes has one a line: NAME, or NAME | phrase | description, as in
  milk | gives milk | to its young
and '#' begins a comment. The phrase is what is said of something that has it; without one it is
guessed, and '-' names the attribute as it is. Every answer is in the journal before the next question is asked; type
'help' to see what can be answered. Through a pipe and with --answers, one rule is asked after the
other, until a line says 'lists'; things come first if the first line tells of one. With --ask, a
program answers, and a person may go on with the journal.
Exit codes: 0 certified; 1 unfinished; 2 bad input.";

/// Explore a domain: answer questions until its rules are known
///
/// Asks whoever knows a domain for things of it and whether rules hold, until, with
/// probability at least 1 - δ, the rules leave out something that follows for at
/// most a share ε of what the certificate is about. It starts from a list of attributes, from a table whose rows are
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
    /// ε: the share for which something that follows may be missing
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, help = epsilon_help())]
    pub(super) epsilon: Option<f64>,
    /// δ: the probability with which it may be more
    #[arg(long, value_name = "PROBABILITY", allow_negative_numbers = true, help = delta_help())]
    pub(super) delta: Option<f64>,
    /// What the certificate is about, and ε a share of: things like those named, and
    /// any few attributes (described-and-short); only the one (described) or the
    /// other (short); all combinations (uniform), also of at most one value a column
    /// (columns), of which nearly all never occur; or whatever goes together in the
    /// things named (seen, uniform+seen). A journal goes on with another one
    /// [default: described-and-short]
    #[arg(long, value_name = "WHAT", value_parser = draws(), hide_possible_values = true)]
    pub(super) distribution: Option<DistributionName>,
    /// Of how many attributes a few are at most, for described and short
    #[arg(long, value_name = "K", help = told_help())]
    pub(super) told: Option<usize>,
    /// Ask about one rule after the other: no lists of rules that very likely hold,
    /// and no things to name first
    #[arg(long)]
    one_by_one: bool,
    /// Mix rules that are known to be false into lists, so that slips are noticed:
    /// so many for each rule; 0 for none
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true, help = controls_help())]
    controls: Option<f64>,
    /// The seed of everything random [default: one nobody knows]
    #[arg(long)]
    pub(super) seed: Option<u64>,
    /// What the exploration is about
    #[arg(long)]
    pub(super) title: Option<String>,
    /// What a thing of the domain is called, with its article, so that questions read as
    /// people speak: "a kitchen tool". A journal goes on with another one
    #[arg(long, value_name = "NOUN")]
    pub(super) noun: Option<String>,
    /// The language of questions: en, de, or a file of patterns like
    /// crates/hornbook-words/src/language/german.json. A journal goes on with another one
    /// [default: en]
    #[arg(long, value_name = "CODE|FILE")]
    language: Option<String>,
    /// How to speak of attributes, from a file with a line NAME | phrase | description for
    /// each; a phrase for a column is one for its values: legs | has {} legs
    #[arg(long, value_name = "FILE")]
    pub(super) phrases: Option<String>,
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
    #[cfg(feature = "experts")]
    #[command(flatten)]
    pub(super) ask: AskArgs,
    #[command(flatten)]
    pub(super) source_args: SourceArgs,
    #[cfg(feature = "experts")]
    #[command(flatten)]
    pub(super) first: crate::first_args::FirstArgs,
}

impl Arguments {
    /// The accuracy that was asked for, or else this.
    pub(super) fn accuracy(&self, (epsilon, delta): (f64, f64)) -> Result<Accuracy, Failure> {
        Accuracy::new(self.epsilon.unwrap_or(epsilon), self.delta.unwrap_or(delta))
            .map_err(|e| Failure::new(format!("--{} must be above 0 and at most 1, but is {}", e.name, e.value)))
    }

    /// The language that was asked for: one that is shipped, or one from a file.
    pub(super) fn language(&self) -> Result<Option<LanguageChoice>, Failure> {
        let Some(given) = &self.language else { return Ok(None) };
        if SHIPPED_LANGUAGES.contains(&given.as_str()) {
            return Ok(Some(LanguageChoice::Shipped(given.clone())));
        }
        let path = Path::new(given);
        if !path.exists() {
            let shipped = SHIPPED_LANGUAGES.join(", ");
            return Err(Failure::new(format!("--language: there is no file {given}, and it is none of {shipped}")));
        }
        let bytes = input::read(path)?;
        let text = std::str::from_utf8(&bytes).map_err(|_| Failure::new(format!("{given}: expected text in UTF-8")))?;
        Language::read(text).map(Some).map_err(|problem| Failure::new(format!("{given}: {problem}")))
    }

    /// How people are asked.
    pub(super) fn asking(&self) -> Result<Asking, Failure> {
        let usual = if self.one_by_one { Asking::one_by_one() } else { Asking::default() };
        match self.controls {
            Some(controls) if !(0.0..=1.0).contains(&controls) => {
                Err(Failure::new(format!("--controls must be from 0 to 1, but is {controls}")))
            }
            Some(controls) => Ok(Asking { controls, ..usual }),
            None => Ok(usual),
        }
    }

    /// Whether a person is asked, and may be asked at a terminal.
    pub(super) fn may_ask_at_terminal(&self) -> bool {
        #[cfg(feature = "experts")]
        if self.ask.is_given() {
            return false;
        }
        self.answers.is_none()
    }

    /// Programs that are asked before people.
    #[cfg(feature = "experts")]
    pub(super) fn programs(&self) -> Programs {
        Programs::new(self.first.starters())
    }

    /// Without experts, there are no programs to ask.
    #[cfg(not(feature = "experts"))]
    pub(super) fn programs(&self) -> Programs {
        Programs::default()
    }

    /// What the answers of a program are signed with, if it was said.
    #[cfg(feature = "experts")]
    pub(super) fn name(&self) -> Option<&str> {
        self.who.as_deref()
    }

    /// Whose answers these are.
    pub(super) fn user(&self) -> String {
        user(self.who.as_deref())
    }
}

// Defaults are told where they are set, and not written twice.

fn epsilon_help() -> String {
    format!("ε: the share for which something that follows may be missing [default: {USUAL_EPSILON}]")
}

fn delta_help() -> String {
    format!("δ: the probability with which it may be more [default: {USUAL_DELTA}]")
}

fn told_help() -> String {
    format!("How many attributes a few are at most, for described and short [default: {USUALLY_TOLD}]")
}

fn controls_help() -> String {
    let usual = Asking::default().controls;
    format!(
        "Mix rules that are known to be false into lists, so that slips are noticed: so many for each rule, 0 for none \
         [default: {usual}]"
    )
}

/// A distribution by its name, in one word or as it is spoken.
fn draws() -> impl TypedValueParser<Value = DistributionName> {
    let in_a_word = |of: DistributionName| match of {
        DistributionName::DescribedAndShort => "described-and-short",
        of => of.name(),
    };
    let value = |of: DistributionName| PossibleValue::new(in_a_word(of)).alias(of.name());
    PossibleValuesParser::new(DistributionName::ALL.map(value)).try_map(move |name| {
        let found = DistributionName::ALL.into_iter().find(|of| of.name() == name || in_a_word(*of) == name);
        found.ok_or_else(|| format!("there is no distribution '{name}'"))
    })
}
