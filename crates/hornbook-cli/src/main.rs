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
mod guard;
mod input;
mod memory;
mod output;
mod progress;
mod read_args;
mod rule_files;
mod source;
mod user;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use hornbook_words::escape_control;

use crate::cli::Cli;

/// Bad input: a file, an argument, or an output that cannot be written.
const EXIT_CODE_BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(output::note_panic));
    let command = match Cli::try_parse() {
        Ok(cli) => cli.command,
        Err(error) => return answer(&error),
    };
    match cli::run(command) {
        Ok(ended) => ended.into(),
        Err(failure) => {
            output::note(&format!("error: {failure}"));
            ExitCode::from(EXIT_CODE_BAD_INPUT)
        }
    }
}

/// Says what is wrong with the arguments, or gives the help that they ask for.
/// Messages repeat arguments: if these hold what a terminal would take for
/// orders, the message does without colours, and with those spelled out.
fn answer(error: &clap::Error) -> ExitCode {
    let odd = |argument: OsString| {
        let argument = argument.to_string_lossy();
        escape_control(&argument) != argument
    };
    match (std::env::args_os().any(odd), error.use_stderr()) {
        (false, _) => _ = error.print(),
        (true, true) => output::note_lines(&error.render().to_string()),
        (true, false) => _ = output::Destination::Stdout.write_words(&error.render().to_string()),
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(EXIT_CODE_BAD_INPUT))
}
