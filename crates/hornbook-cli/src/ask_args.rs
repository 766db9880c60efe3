//! Who is asked instead of a person or a table.

use std::time::Duration;

use clap::{ArgGroup, Args};
use hornbook_experts::USUAL_ANSWER_TIME;

use crate::amounts::duration;
use crate::doubt_args::DoubtArgs;
use crate::model_args::ModelArgs;

/// Programs and services that answer.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Asking programs", group = ArgGroup::new("whom").multiple(true))]
pub(crate) struct AskArgs {
    /// Ask a program: a command, which gets questions and gives answers line by
    /// line; or the address of a service, http://… or https://…, with the token in
    /// HORNBOOK_ASK_TOKEN if it wants one. Repeatable: the first is trusted most,
    /// and each is asked what those before it do not know
    #[arg(long, value_name = "COMMAND|URL", group = "whom")]
    pub(crate) ask: Vec<String>,
    /// How long a program may take for an answer before it is started again
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "whom", help = time_help())]
    ask_time: Option<Duration>,
    /// Have at most so many questions before programs at a time, however many they
    /// take: with 1, the same seed and the same answers give the same run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "whom")]
    pub(crate) at_once: Option<u32>,
    #[command(flatten)]
    pub(crate) models: ModelArgs,
    #[command(flatten)]
    pub(crate) doubt: DoubtArgs,
}

impl AskArgs {
    /// Whether somebody is to be asked.
    pub(crate) fn is_given(&self) -> bool {
        !self.ask.is_empty() || !self.models.ask_model.is_empty()
    }

    /// How long an answer may take.
    pub(crate) fn answer_time(&self) -> Duration {
        self.ask_time.unwrap_or(USUAL_ANSWER_TIME)
    }
}

fn time_help() -> String {
    let seconds = USUAL_ANSWER_TIME.as_secs();
    format!("How long a program may take for an answer before it is asked again [default: {seconds}s]")
}
