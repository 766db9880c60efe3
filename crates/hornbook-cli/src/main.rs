//! The command `hornbook`: learns the rules of a table, with a guarantee.
//!
//! Each subcommand is a file under `commands`; what a rule, a table or a
//! guarantee is, the library knows.

mod arguments;
mod columns;
mod commands;
mod failure;
mod input;
mod output;
mod progress;
mod source;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Cli;

/// Bad input: a file, an argument, or an output that cannot be written.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match commands::run(Cli::parse().command) {
        Ok(ended) => ended.into(),
        Err(failure) => {
            output::note(&format!("error: {failure}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}
