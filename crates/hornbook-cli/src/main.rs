//! The command `hornbook`: learns the rules of a table, with a guarantee.
//!
//! Each subcommand is a file under `commands`; what a rule, a table or a
//! guarantee is, the library knows.

mod arguments;
mod cli;
mod columns;
mod commands;
mod ended;
mod failure;
mod input;
mod output;
mod progress;
mod source;
mod user;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;

/// Bad input: a file, an argument, or an output that cannot be written.
const EXIT_CODE_BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    match cli::run(Cli::parse().command) {
        Ok(ended) => ended.into(),
        Err(failure) => {
            output::note(&format!("error: {failure}"));
            ExitCode::from(EXIT_CODE_BAD_INPUT)
        }
    }
}
