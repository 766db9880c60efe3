//! `hornbook man`: manual pages.

use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use super::Ended;
use crate::arguments::Cli;
use crate::failure::Failure;
use crate::output::Destination;

const EXAMPLES: &str = "\
Examples:
  hornbook man > hornbook.1
  hornbook man .";

/// Print the manual page, or write those of all commands
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder for the pages of all commands; without it, the page of
    /// hornbook itself goes to standard output
    folder: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let mut command = Cli::command();
    command.build();
    match &arguments.folder {
        None => Destination::Stdout.write(&page(&command, "hornbook")?)?,
        Some(folder) => {
            if !folder.is_dir() {
                return Err(Failure::new(format!("cannot write to {}: it is not a folder", folder.display())));
            }
            Destination::File(folder.join("hornbook.1")).write(&page(&command, "hornbook")?)?;
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                let name = format!("hornbook-{}", sub.get_name());
                Destination::File(folder.join(format!("{name}.1"))).write(&page(sub, &name)?)?;
            }
        }
    }
    Ok(Ended::Well)
}

fn page(command: &Command, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let man = Man::new(command.clone()).title(name);
    man.render(&mut bytes).map_err(|error| Failure::new(format!("cannot make the manual page {name}: {error}")))?;
    Ok(bytes)
}
