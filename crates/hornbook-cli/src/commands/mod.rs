//! One file a subcommand.

pub(crate) mod basis;
pub(crate) mod check;
pub(crate) mod close;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod diagram;
pub(crate) mod entails;
pub(crate) mod explore;
pub(crate) mod journal;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod measure;
pub(crate) mod serve;
pub(crate) mod study;

use std::process::ExitCode;

use crate::arguments::Command;
use crate::failure::Failure;

/// How a command ended that was not given bad input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Certified, or done, or yes: 0.
    Well,
    /// Stopped early, or rules are broken, or no: 1.
    Short,
}

impl Ended {
    pub(crate) fn well_if(well: bool) -> Self {
        if well { Self::Well } else { Self::Short }
    }
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Well => Self::SUCCESS,
            Ended::Short => Self::FAILURE,
        }
    }
}

/// Whose word it is: as told, or the user's. Everything that is said is
/// somebody's, to be told from the rows of a table.
pub(crate) fn user(told: Option<&str>) -> String {
    let variable = |name: &str| std::env::var(name).ok();
    let names =
        told.map(str::to_owned).into_iter().chain(["USER", "LOGNAME", "USERNAME"].into_iter().filter_map(variable));
    let mut names = names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    names.next().unwrap_or_else(|| "somebody".to_owned())
}

pub(crate) fn run(command: Command) -> Result<Ended, Failure> {
    match command {
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Explore(arguments) => explore::run(&arguments),
        Command::Journal(arguments) => journal::run(&arguments),
        Command::Basis(arguments) => basis::run(&arguments),
        Command::Measure(arguments) => measure::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Close(arguments) => close::run(&arguments),
        Command::Entails(arguments) => entails::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Diagram(arguments) => diagram::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}
