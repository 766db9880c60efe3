//! The command line: all subcommands, and which file under `commands` runs each.

use clap::{CommandFactory, Parser, Subcommand};

#[cfg(feature = "experts")]
use crate::commands::answer;
use crate::commands::{
    basis, check, close, completions, convert, dependencies, describe, diagram, entails, explore, journal, learn, man,
    measure, serve, study,
};
use crate::ended::Ended;
use crate::failure::Failure;

/// Learns the rules of a table, or of an expert: "whatever has A also has B",
/// "A never occurs".
///
/// It stops with a guarantee: with probability at least 1 - δ, the rules and
/// the truth draw different conclusions for at most a share ε of all sets of
/// attributes.
#[derive(Debug, Parser)]
#[command(name = "hornbook", version, arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  hornbook describe data/zoo.csv
  hornbook learn data/zoo.csv
  hornbook learn data/zoo.csv --output rules.json
  hornbook explore --attributes hair,milk,eggs --journal animals.journal
  hornbook basis data/zoo.csv --output basis.json
  hornbook close basis.json milk --why
  hornbook check rules.json data/zoo.csv

Exit codes: 0 certified or done; 1 stopped early, broken rules found, or 'no'; 2 bad input.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Describe(describe::Arguments),
    Learn(learn::Arguments),
    Explore(explore::Arguments),
    Journal(journal::Arguments),
    Basis(basis::Arguments),
    Dependencies(dependencies::Arguments),
    Measure(measure::Arguments),
    Study(study::Arguments),
    Close(close::Arguments),
    Entails(entails::Arguments),
    Check(check::Arguments),
    Convert(convert::Arguments),
    #[cfg(feature = "experts")]
    Answer(answer::Arguments),
    Serve(serve::Arguments),
    Diagram(diagram::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs a subcommand.
pub(crate) fn run(command: Command) -> Result<Ended, Failure> {
    match command {
        Command::Describe(arguments) => describe::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Explore(arguments) => explore::run(&arguments),
        Command::Journal(arguments) => journal::run(&arguments),
        Command::Basis(arguments) => basis::run(&arguments),
        Command::Dependencies(arguments) => dependencies::run(&arguments),
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Close(arguments) => close::run(&arguments),
        Command::Entails(arguments) => entails::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Diagram(arguments) => diagram::run(&arguments),
        #[cfg(feature = "experts")]
        Command::Answer(arguments) => answer::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, Cli::command()),
        Command::Man(arguments) => man::run(&arguments, Cli::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
