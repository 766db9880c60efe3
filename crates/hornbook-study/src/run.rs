//! One run: learn, and measure what was learned.

use std::ops::ControlFlow;
use std::time::Instant;

use hornbook::learn::methods::LearnOptions;
use hornbook::learn::{Accuracy, Progress};
use hornbook::{AttrSet, Context, Implication, Rulebook, Theory, measure};
use serde::{Deserialize, Serialize};

use crate::bench::Bench;
use crate::curve::{self, Point};
use crate::plan::{Cell, Group, Part, Plan, PlanError};
use crate::subject::Subject;

/// What came of one run: a line of the store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The place of the run's group in the plan.
    pub group: usize,
    /// The number of the run within its group, and of the twin, from 1.
    pub run: u32,
    /// The seed it was run with.
    pub seed: u64,
    /// How many rules were learned.
    pub rules: usize,
    /// The share of these that hold in the table.
    pub valid: f64,
    /// The share of sets from which all that is true is concluded.
    pub recall: f64,
    /// The share of sets from which nothing false is concluded.
    pub precision: f64,
    /// The share of sets that only one of rules and table calls closed.
    pub weak_error: f64,
    /// The share of sets that close differently.
    pub strong_error: f64,
    /// The sets that these shares were measured by; 0 in records of the first version,
    /// where it is the plan's number.
    #[serde(default)]
    pub probes: u64,
    /// Whether these are all that can be drawn, so that the shares are exact.
    #[serde(default)]
    pub exact: bool,
    /// Questions asked.
    pub questions: u64,
    /// Sets drawn.
    pub samples: u64,
    /// How long it took to learn. The only figure that is not the same
    /// whenever the study is repeated.
    pub milliseconds: f64,
    /// The rules themselves, unless there are too many to keep.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<Saying>,
    /// What it was like after so many questions, where that was looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<Point>,
}

/// A rule by the numbers of its attributes: premise, and conclusion (none for
/// ⊥).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Saying(pub Vec<usize>, pub Option<Vec<usize>>);

impl Saying {
    fn of(rule: &Implication) -> Self {
        let conclusion = rule.conclusion.attrs().map(|attrs| attrs.iter().collect());
        Self(rule.premise.iter().collect(), conclusion)
    }

    /// The rule, in a universe of so many attributes.
    pub fn rule(&self, attributes: usize) -> Implication {
        let set = |members: &[usize]| AttrSet::of(attributes, members.iter().copied());
        match &self.1 {
            Some(conclusion) => Implication::new(set(&self.0), set(conclusion)),
            None => Implication::never(set(&self.0)),
        }
    }

    /// Whether its attributes are of a universe of so many.
    pub(crate) fn is_within(&self, attributes: usize) -> bool {
        self.0.iter().chain(self.1.iter().flatten()).all(|&attr| attr < attributes)
    }
}

/// Of more rules than these a run keeps the number alone.
const MAX_KEPT_RULES: usize = 1000;

/// Runs one cell; nothing if it was called off.
pub(crate) fn run(
    subject: &Subject,
    plan: &Plan,
    cell: Cell,
    go_on: &dyn Fn() -> bool,
) -> Result<Option<Record>, PlanError> {
    let group = &plan.groups[cell.group];
    let twin = group.twin.map(|kind| kind.of(&subject.context, &subject.groups, plan.seed_of_twin(kind, cell.run)));
    let context = twin.as_ref().unwrap_or(&subject.context);
    let bench = bench(subject, plan, cell, context)?;
    // A learner that is called off may have enough for its guarantee just then, and end
    // well, but elsewhere than it would have by itself.
    let called_off = std::cell::Cell::new(false);
    let mut watch = |_: &Progress| {
        called_off.set(called_off.get() || !go_on());
        if called_off.get() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let started = Instant::now();
    let Some(book) = bench.learn(None, &mut watch).filter(|_| !called_off.get()) else { return Ok(None) };
    let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
    let Some(mut record) = record(&bench, cell, &book, milliseconds) else { return Ok(None) };
    match group.part {
        Part::Curves => match curve::curve(&bench, &book, &mut watch) {
            Some(points) if !called_off.get() => record.curve = points,
            _ => return Ok(None),
        },
        Part::Runs | Part::Stability if book.rules.len() <= MAX_KEPT_RULES => {
            record.learned = book.rules.iter().map(|rule| Saying::of(&rule.implication)).collect();
        }
        _ => {}
    }
    Ok(Some(record))
}

fn bench<'a>(subject: &Subject, plan: &Plan, cell: Cell, context: &'a Context) -> Result<Bench<'a>, PlanError> {
    let Group { method, epsilon, delta, .. } = plan.groups[cell.group];
    // A method without ε and δ is told some, and does not look at them.
    let (epsilon, delta) = epsilon.zip(delta).unwrap_or((1.0, 1.0));
    let out_of_range =
        |error: hornbook::learn::AccuracyError| PlanError::OutOfRange { name: error.name, value: error.value };
    let accuracy = Accuracy::new(epsilon, delta).map_err(out_of_range)?;
    let background =
        if plan.background { subject.background_of(context) } else { Theory::new(context.attribute_count()) };
    let options = LearnOptions {
        sampler: subject.sampler(&plan.distribution()?, context)?,
        seed: plan.seed_of(cell),
        ..LearnOptions::new(method, accuracy, context.attribute_count())
    };
    // The paper's figures are estimates, and ours beside them are made in the same way.
    Ok(Bench { context, background, options, probes: plan.probes, enumerate: !plan.paper })
}

fn record(bench: &Bench<'_>, cell: Cell, book: &Rulebook, milliseconds: f64) -> Option<Record> {
    let run = book.run.as_ref()?;
    let measures = bench.measure(book);
    let Ok(valid) = measure::valid_share(&book.learned(), bench.context);
    Some(Record {
        group: cell.group,
        run: cell.run,
        seed: run.seed,
        rules: book.rules.len(),
        valid,
        recall: measures.recall,
        precision: measures.precision,
        weak_error: measures.weak_error,
        strong_error: measures.strong_error,
        probes: measures.probes,
        exact: measures.exact,
        questions: run.questions.asked,
        samples: run.samples,
        milliseconds,
        learned: Vec::new(),
        curve: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saying_keeps_the_rule() {
        let rules =
            [Implication::new(AttrSet::of(70, [1, 69]), AttrSet::of(70, [3])), Implication::never(AttrSet::empty(70))];
        for rule in rules {
            assert_eq!(Saying::of(&rule).rule(70), rule);
        }
    }
}
