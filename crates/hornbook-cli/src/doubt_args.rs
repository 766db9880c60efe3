//! Experts that err, and black boxes: how they are asked so that it can be said what
//! their answers are worth.

use clap::Args;
use hornbook::learn::Accuracy;
use hornbook_experts::{Abilities, Cases, ErrorRate, Expert, Majority, MemberSearch, Repeated, SearchSettings};
use hornbook_explore::Exploration;

use crate::failure::Failure;

/// How far answers are trusted.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Trust")]
pub(crate) struct DoubtArgs {
    /// Each answer is wrong with at most this probability, below 0.5: ask again until
    /// it is sure enough, or with --majority say what follows
    #[arg(long, value_name = "PROBABILITY", allow_negative_numbers = true, requires = "whom")]
    pub(crate) error_rate: Option<f64>,
    /// Ask everybody, and take what more than half of them say
    #[arg(long, requires = "whom")]
    majority: bool,
    /// Of a program that only says what is possible: the share of cases that may break
    /// a rule in which no exception was found
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, allow_negative_numbers = true, requires = "whom")]
    exceptions: f64,
}

/// Whether it only says what is possible.
pub(crate) fn is_black_box(expert: &dyn Expert) -> bool {
    let Abilities { implication, closure, member } = expert.abilities();
    member && !implication && !closure
}

impl DoubtArgs {
    /// Whether answers are not simply trusted, so that a part of δ is for them.
    pub(crate) fn doubts(&self, experts: &[Box<dyn Expert>]) -> bool {
        self.error_rate.is_some() || experts.iter().any(|expert| is_black_box(expert))
    }

    /// The error rate, checked.
    pub(crate) fn rate(&self) -> Result<Option<ErrorRate>, Failure> {
        let rate = self.error_rate.map(ErrorRate::new).transpose();
        rate.map_err(|error| Failure::new(format!("--error-rate: {error}")))
    }

    /// Puts around experts what their answers need to be worth something. All of it
    /// together is wrong with at most the δ of the exploration, beside its own.
    pub(crate) fn around(
        &self,
        experts: Vec<Box<dyn Expert>>,
        exploration: &Exploration,
    ) -> Result<Vec<Box<dyn Expert>>, Failure> {
        let parts = experts.len().max(1) as f64;
        let (_, delta) = exploration.accuracy();
        let before = asked_before(exploration);
        let experts: Vec<Box<dyn Expert>> = experts
            .into_iter()
            .map(|expert| match is_black_box(expert.as_ref()) {
                true => self.searched(expert, exploration, delta / parts, before),
                false => Ok(expert),
            })
            .collect::<Result<_, Failure>>()?;
        match (self.majority, self.rate()?) {
            (true, rate) => {
                let majority = Majority::new(experts).ok_or_else(|| Failure::new("there is nobody to ask"))?;
                Ok(vec![match rate {
                    Some(rate) => Box::new(majority.with_error_rate(rate)),
                    None => Box::new(majority),
                }])
            }
            (false, None) => Ok(experts),
            (false, Some(rate)) => {
                let repeated =
                    |expert| Box::new(Repeated::new(expert, rate, delta / parts).after(before)) as Box<dyn Expert>;
                Ok(experts.into_iter().map(repeated).collect())
            }
        }
    }

    fn searched(
        &self,
        expert: Box<dyn Expert>,
        exploration: &Exploration,
        wrong_at_most: f64,
        before: u64,
    ) -> Result<Box<dyn Expert>, Failure> {
        let accuracy = Accuracy::new(self.exceptions, wrong_at_most).map_err(|_| {
            Failure::new(format!("--exceptions must be above 0 and at most 1, but is {}", self.exceptions))
        })?;
        let universe = exploration.universe();
        let columns = exploration
            .journal()
            .header()
            .columns
            .iter()
            .map(|column| column.iter().filter_map(|name| universe.attr(name).ok()).collect::<Vec<_>>());
        let cases = Cases::any(universe.len()).of_columns(columns.collect());
        let settings = SearchSettings::new(accuracy, cases, exploration.journal().header().seed);
        let mut search = MemberSearch::new(expert, settings).after(before);
        let complete = exploration.models().iter().filter(|model| model.is_complete());
        search.see_members(complete.map(|model| model.has().clone()));
        Ok(Box::new(search))
    }
}

/// For each answer on record no more questions were asked than this: about parts of it,
/// about its example, and again after a failure.
const QUESTIONS_FOR_AN_ANSWER: u64 = 64;
/// No more questions were out when a run was cut off.
const MOST_QUESTIONS_OUT: u64 = 1000;

/// No more questions than these were asked before a run goes on, so that no part of δ
/// is spent twice.
fn asked_before(exploration: &Exploration) -> u64 {
    match exploration.journal().entries().iter().filter(|entry| entry.program).count() as u64 {
        0 if exploration.journal().entries().is_empty() => 0,
        answers => QUESTIONS_FOR_AN_ANSWER * (answers + MOST_QUESTIONS_OUT),
    }
}
