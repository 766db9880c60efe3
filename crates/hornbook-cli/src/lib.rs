//! The command `hornbook`: learns the rules of a table, with a guarantee.
//!
//! It is a library of one function, so that the program of that name and the Python
//! package, which brings the command along, run the same.
//!
//! Each subcommand is a file under `commands`; what a rule, a table or a
//! guarantee is, the library knows.

mod amounts;
mod arguments;
#[cfg(feature = "experts")]
mod ask_args;
#[cfg(feature = "experts")]
mod asking;
mod attribute_list;
mod bars;
mod cli;
mod columns;
mod commands;
#[cfg(feature = "experts")]
mod doubt_args;
#[cfg(feature = "engines")]
mod elsewhere;
mod ended;
#[cfg(feature = "engines")]
mod engine_args;
mod failure;
#[cfg(feature = "experts")]
mod first_args;
mod guard;
mod input;
mod memory;
#[cfg(feature = "experts")]
mod model_args;
mod output;
mod progress;
mod read_args;
mod reading;
mod reading_bar;
mod rule_files;
mod source;
#[cfg(feature = "experts")]
mod theory_source;
mod user;
mod words;

use std::ffi::OsString;

use clap::Parser;
use hornbook_words::escape_control;

use crate::cli::Cli;

/// Bad input: a file, an argument, or an output that cannot be written.
const EXIT_CODE_BAD_INPUT: u8 = 2;

/// Runs the command with these arguments, the first of which names the program, and
/// gives the code that the program shall exit with.
pub fn run_command(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    std::panic::set_hook(Box::new(output::note_panic));
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let command = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli.command,
        Err(error) => return answer(&error, &arguments),
    };
    match cli::run(command) {
        Ok(ended) => ended.exit_code(),
        Err(failure) => {
            output::note(&format!("error: {failure}"));
            EXIT_CODE_BAD_INPUT
        }
    }
}

/// Says what is wrong with the arguments, or gives the help that they ask for.
/// Messages repeat arguments: if these hold what a terminal would take for
/// orders, the message does without colours, and with those spelled out.
fn answer(error: &clap::Error, arguments: &[OsString]) -> u8 {
    let odd = |argument: &OsString| {
        let argument = argument.to_string_lossy();
        escape_control(&argument) != argument
    };
    match (arguments.iter().any(odd), error.use_stderr()) {
        (false, _) => _ = error.print(),
        (true, true) => output::note_lines(&error.render().to_string()),
        (true, false) => _ = output::Destination::Stdout.write_words(&error.render().to_string()),
    }
    u8::try_from(error.exit_code()).unwrap_or(EXIT_CODE_BAD_INPUT)
}
