//! `hornbook journal`: what the journal of an exploration holds, without going
//! on with it; taking answers back, and making new journals of old ones.

mod context;
mod disputes;
mod entry;
mod journal_arg;
mod log;
mod mend;
mod merge;
mod open;
mod print;
mod report;
mod retract;
mod rules;

use clap::{Args, Subcommand};

use crate::ended::Ended;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  hornbook journal report vehicles.journal -o vehicles.md
  hornbook journal rules vehicles.journal --format csv
  hornbook journal context vehicles.journal -o vehicles.cxt
  hornbook journal log vehicles.journal
  hornbook journal open vehicles.journal
  hornbook journal merge ada.journal ben.journal -o both.journal
  hornbook journal disputes both.journal --json
  hornbook journal retract ada.journal 1
  hornbook journal mend edited.journal -o mended.journal

To read a journal, nobody has to leave it. Exit codes: 0 done; 1 contradictions found; 2 bad input.";

/// Look into journals of explorations, take answers back, merge two, mend one
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Report(report::Arguments),
    Rules(rules::Arguments),
    Context(context::Arguments),
    Log(log::Arguments),
    Open(open::Arguments),
    Disputes(disputes::Arguments),
    Retract(retract::Arguments),
    Merge(merge::Arguments),
    Mend(mend::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    match &arguments.command {
        Command::Report(arguments) => report::run(arguments),
        Command::Rules(arguments) => rules::run(arguments),
        Command::Context(arguments) => context::run(arguments),
        Command::Log(arguments) => log::run(arguments),
        Command::Open(arguments) => open::run(arguments),
        Command::Disputes(arguments) => disputes::run(arguments),
        Command::Retract(arguments) => retract::run(arguments),
        Command::Merge(arguments) => merge::run(arguments),
        Command::Mend(arguments) => mend::run(arguments),
    }
}
