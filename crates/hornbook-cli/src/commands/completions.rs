//! `hornbook completions`: completions for shells.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Ended;
use crate::arguments::Cli;
use crate::failure::Failure;
use crate::output::Destination;

const EXAMPLES: &str = "\
Examples:
  hornbook completions bash > hornbook.bash
  hornbook completions zsh > _hornbook
  hornbook completions fish > hornbook.fish";

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let mut bytes = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "hornbook", &mut bytes);
    Destination::Stdout.write(&bytes)?;
    Ok(Ended::Well)
}
