//! Whether what was promised was kept, in words.

use hornbook::Method;
use hornbook::learn::binomial;
use hornbook::learn::pac::Strength;
use hornbook_words::{counted, percent, significant};

use crate::judgement::{Judgement, MeasuredError};
use crate::plan::{Group, Plan};
use crate::run::Record;
use crate::summary::{Figure, group_name};

/// What came of the runs with the same method, ε and δ.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Method, ε and δ in words.
    pub name: String,
    /// ε and δ, for a method that has them.
    pub accuracy: Option<(f64, f64)>,
    /// How many runs there were.
    pub runs: u64,
    /// In how many the error was surely above ε.
    pub above: u64,
    /// In how many it was too close to ε to tell.
    pub undecided: u64,
    /// The largest error.
    pub largest: f64,
    /// In how many runs the error is exact.
    pub exact: u64,
}

/// What the runs say about the promise that at most a share δ is above ε.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No more were above than promised.
    Kept,
    /// More were, but so many can be chance.
    PerhapsChance,
    /// More were than can be chance.
    Broken,
    /// It hangs on runs that are too close to ε to tell.
    Open,
    /// There is no ε, and nothing is wrong.
    Exact,
    /// There is no ε.
    NoPromise,
}

/// More runs above ε than promised are no chance if as many would be rarer.
const CHANCE: f64 = 0.01;

/// The error that a method's guarantee speaks of.
pub fn promised_error(method: Method) -> Figure {
    match method.usual_strength() {
        Strength::Weak => Figure::WeakError,
        Strength::Strong => Figure::StrongError,
    }
}

/// The error of a run that its method's guarantee speaks of, as far as it is known.
pub fn error_of(plan: &Plan, group: &Group, record: &Record) -> MeasuredError {
    let error = promised_error(group.method).of(record);
    match (record.exact, record.probes) {
        (true, _) => MeasuredError::exact(error),
        // Records of the first version tell it for the whole study.
        (false, 0) => MeasuredError::estimated(error, plan.probes),
        (false, sets) => MeasuredError::estimated(error, sets),
    }
}

impl Verdict {
    /// Of the runs of a group.
    pub fn of<'r>(plan: &Plan, group: &Group, records: impl Iterator<Item = &'r Record>) -> Self {
        let accuracy = group.accuracy();
        let name = group_name(group);
        let mut verdict = Self { name, accuracy, runs: 0, above: 0, undecided: 0, largest: 0.0, exact: 0 };
        for record in records {
            let measured = error_of(plan, group, record);
            let judged = accuracy.map(|(epsilon, _)| measured.judge(epsilon));
            verdict.runs += 1;
            verdict.above += u64::from(judged == Some(Judgement::Above));
            verdict.undecided += u64::from(judged == Some(Judgement::Undecided));
            verdict.largest = verdict.largest.max(measured.error);
            verdict.exact += u64::from(record.exact);
        }
        verdict
    }

    /// The probability that as many runs are above ε, or more, if each is with
    /// probability δ.
    pub fn chance(&self) -> f64 {
        match (self.accuracy, self.above.checked_sub(1)) {
            (Some((_, delta)), Some(fewer)) => 1.0 - binomial::at_most(self.runs, fewer, delta),
            _ => 1.0,
        }
    }

    /// What the runs say.
    pub fn standing(&self) -> Standing {
        let Some((_, delta)) = self.accuracy else {
            let nothing_wrong = self.largest == 0.0 && self.exact == self.runs;
            return if nothing_wrong { Standing::Exact } else { Standing::NoPromise };
        };
        let promised = delta * self.runs as f64;
        match () {
            () if self.chance() < CHANCE => Standing::Broken,
            () if self.above as f64 > promised => Standing::PerhapsChance,
            () if (self.above + self.undecided) as f64 > promised => Standing::Open,
            () => Standing::Kept,
        }
    }

    /// The verdict in words.
    pub fn sentence(&self) -> String {
        let Some((_, delta)) = self.accuracy else {
            let about = if self.exact == self.runs { "exactly" } else { "about" };
            return format!("no ε to keep; its error is {about} {}", significant(self.largest));
        };
        let was = if self.runs == 1 { "was" } else { "were" };
        let mut found = format!("{} of {} {was} above ε", self.above, counted(self.runs, "run"));
        if self.undecided > 0 {
            found.push_str(&format!(" and {} too close to it to tell", self.undecided));
        }
        let promised = format!("promised at most {}", percent(delta));
        match self.standing() {
            Standing::Broken => format!(
                "not kept: {found}, {promised}; more than can be chance (as many have a probability of {})",
                percent((self.chance() * 1e6).round().max(1.0) / 1e6)
            ),
            Standing::PerhapsChance => format!("no verdict: {found}, {promised}; that can be chance"),
            Standing::Open => format!("no verdict: {found}, {promised}"),
            _ => format!("kept: {found}, {promised}"),
        }
    }
}

/// All verdicts in one sentence.
pub fn overall(verdicts: &[Verdict]) -> String {
    let promises: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.accuracy.is_some()).collect();
    let runs: u64 = promises.iter().map(|verdict| verdict.runs).sum();
    let above: u64 = promises.iter().map(|verdict| verdict.above).sum();
    let with =
        |standing: Standing| promises.iter().filter(|verdict| verdict.standing() == standing).collect::<Vec<_>>();
    if runs == 0 {
        return "Nothing was run that promises an ε.".to_owned();
    }
    let (broken, unsure) = (with(Standing::Broken), with(Standing::PerhapsChance).len() + with(Standing::Open).len());
    let found = match above {
        0 => format!("none of {} was above its ε", counted(runs, "run")),
        1 => format!("1 of {} was above its ε", counted(runs, "run")),
        _ => format!("{above} of {} were above their ε", counted(runs, "run")),
    };
    match (&broken[..], unsure) {
        ([], 0) => format!("Every promise was kept: {found}."),
        ([], unsure) => format!(
            "No promise was broken, but {} of {} cannot be judged by these runs: {found}.",
            unsure,
            counted(promises.len(), "promise")
        ),
        ([only], _) => format!("A promise was not kept. {}: {}.", only.name, only.sentence()),
        ([first, more @ ..], _) => format!(
            "{} of {} were not kept. {}: {}; the others are {}.",
            broken.len(),
            counted(promises.len(), "promise"),
            first.name,
            first.sentence(),
            more.iter().map(|verdict| verdict.name.as_str()).collect::<Vec<_>>().join("; ")
        ),
    }
}
