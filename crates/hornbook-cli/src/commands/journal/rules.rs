//! `hornbook journal rules`: the rules that are known so far.

use clap::Args;
use hornbook_terminal::worth;
use hornbook_words::rounded_up;

use super::journal_arg::{JournalArg, not_over};
use crate::arguments::OutputArgs;
use crate::commands::learn;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::note;
use crate::words;

/// Write the rules that are known so far, in any format
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    journal: JournalArg,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let exploration = arguments.journal.read()?;
    not_over(&arguments.journal.journal, arguments.output.output.as_deref())?;
    let mut book = exploration.rulebook();
    let worth = match exploration.certified() {
        Some(certified) => {
            let epsilon = rounded_up(certified.epsilon);
            match worth::hangs(&exploration, &certified) {
                true => {
                    let share = rounded_up(certified.set_aside);
                    format!("certified with ε = {epsilon}, but for up to a share {share} that hangs on open questions")
                }
                false => format!("certified with ε = {epsilon}"),
            }
        }
        None => "not finished yet".to_owned(),
    };
    let summary = format!("{}, {worth}.", words::counted(book.rules.len(), "rule"));
    if !arguments.output.quiet {
        note(&summary);
    }
    let subject = input::name(&arguments.journal.journal);
    learn::write_known(&mut book, &exploration.context(), &subject, &[summary], &arguments.output)?;
    Ok(Ended::Well)
}
