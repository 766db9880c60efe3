//! The program `hornbook`: the command, with the arguments it was started with.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(hornbook_cli::run_command(std::env::args_os()))
}
