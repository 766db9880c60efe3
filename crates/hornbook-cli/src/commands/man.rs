//! `hornbook man`: manual pages.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use crate::ended::Ended;
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

/// Writes the pages of this command, and of its subcommands if there is a folder
/// for them.
pub(crate) fn run(arguments: &Arguments, mut command: Command) -> Result<Ended, Failure> {
    command.build();
    match &arguments.folder {
        None => Destination::Stdout.write(&page(&command, "hornbook")?)?,
        Some(folder) => {
            if !folder.is_dir() {
                return Err(Failure::new(format!("cannot write to {}: it is not a folder", folder.display())));
            }
            pages(&command, "hornbook", folder)?;
        }
    }
    Ok(Ended::Well)
}

/// The page of a command, and those of its subcommands.
fn pages(command: &Command, name: &str, folder: &Path) -> Result<(), Failure> {
    Destination::File(folder.join(format!("{name}.1"))).write(&page(command, name)?)?;
    let subs = command.get_subcommands().filter(|sub| sub.get_name() != "help");
    subs.into_iter().try_for_each(|sub| pages(sub, &format!("{name}-{}", sub.get_name()), folder))
}

fn page(command: &Command, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let man = Man::new(command.clone()).title(name);
    man.render(&mut bytes).map_err(|error| Failure::new(format!("cannot make the manual page {name}: {error}")))?;
    Ok(bytes)
}
