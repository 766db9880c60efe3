//! Programs that are asked before people: `--first`.

use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};
use hornbook_experts::{BeforePeople, Program, Service, ServiceToken};
use hornbook_explore::journal::{Attribute, Policy};
use hornbook_explore::{Exploration, FirstAsked, ProgramStarter};

use crate::amounts::duration;
use crate::asking::TOKEN_VARIABLE;
use crate::failure::Failure;

/// Programs that are asked before people.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Programs that are asked first")]
pub(crate) struct FirstArgs {
    /// A program that is asked before people are, as with --ask of learn, or the address
    /// of a service; what it does not know people are asked. Repeatable: each is asked
    /// what those before it do not know
    #[arg(long, value_name = "COMMAND|URL")]
    pub(crate) first: Vec<String>,
    /// Whether what programs say counts at once, or only when a person agrees
    #[arg(long, value_name = "WHEN", requires = "first")]
    pub(crate) first_counts: Option<Counts>,
    /// How long a program may think about a question; then a person is asked: 10s, 2m
    #[arg(long, value_name = "TIME", requires = "first", value_parser = duration, default_value = "30s")]
    pub(crate) first_time: Duration,
}

/// When the word of a program counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Counts {
    /// At once
    AtOnce,
    /// When a person agrees
    WhenAgreed,
}

impl FirstArgs {
    /// What starts the programs, in their order.
    pub(crate) fn starters(&self) -> Vec<ProgramStarter> {
        let time_limit = self.first_time;
        let starter = |command: &String| {
            let command = command.clone();
            let start = move |attributes: &[Attribute]| start(&command, attributes, time_limit);
            Arc::new(start) as ProgramStarter
        };
        self.first.iter().map(starter).collect()
    }

    /// Whether what they say waits for people.
    pub(crate) fn when_agreed(&self) -> bool {
        self.first_counts == Some(Counts::WhenAgreed)
    }

    /// Writes down whether what programs say counts at once, if that was said and is
    /// otherwise.
    pub(crate) fn settle(&self, exploration: &mut Exploration, who: &str) -> Result<(), Failure> {
        let policy = match (self.first_counts, exploration.policy()) {
            (Some(Counts::WhenAgreed), Policy::Any) => Policy::Person,
            (Some(Counts::AtOnce), Policy::Person) => Policy::Any,
            _ => return Ok(()),
        };
        let set = exploration.set_policy(Some(who), policy);
        set.map(|_| ()).map_err(|refusal| Failure::new(exploration.refusal(&refusal)))
    }
}

/// Starts a program, or gets hold of a service.
fn start(address: &str, attributes: &[Attribute], time_limit: Duration) -> Result<Box<dyn FirstAsked>, String> {
    let count = attributes.len();
    if Service::is_address(address) {
        let token = std::env::var(TOKEN_VARIABLE).ok().filter(|token| !token.is_empty()).map(ServiceToken::new);
        let service = Service::start(address, token, attributes, time_limit).map_err(|error| error.to_string())?;
        return Ok(Box::new(BeforePeople::new(service, count, time_limit)));
    }
    let program = Program::start(address, attributes, time_limit).map_err(|error| error.to_string())?;
    Ok(Box::new(BeforePeople::new(program, count, time_limit)))
}
