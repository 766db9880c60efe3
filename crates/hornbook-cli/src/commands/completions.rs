//! `hornbook completions`: completions for shells.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::ended::Ended;
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

/// Prints the completions of this command.
pub(crate) fn run(arguments: &Arguments, mut command: Command) -> Result<Ended, Failure> {
    let mut bytes = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "hornbook", &mut bytes);
    Destination::Stdout.write(&bytes)?;
    Ok(Ended::Well)
}
