//! Tables in memory: all rules, or all that enough rows bear out.
//!
//! In a table everything can be looked up, so nothing is sampled. If all rules
//! are too many, those are found that are borne out by at least m rows, for the
//! smallest m that a budget of work allows: *every rule that holds and is borne
//! out by at least m rows follows from these.* The budget is of counted steps,
//! not of seconds, so that the result is the same on any machine.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::found::Found;
use super::options::LearnOptions;
use crate::canonical::{self, BasisProgress, BasisSettings, BasisStop};
use crate::learn::progress::{Progress, Watch};
use crate::occurrences::Occurrences;
use crate::outcome::StopReason;
use crate::premises::{Effort, Searched, short_rules, smallest_premises};
use crate::{AttrSet, Conclusion, Context, Implication, Theory};

/// What a search may cost if nobody said what to look for: about two seconds on
/// one core, and twice that for all supports that are tried, …
pub(super) const BUDGET_STEPS: u64 = 1_500_000_000;
/// … and this much memory.
pub(super) const BUDGET_BYTES: usize = 400 << 20;

/// With this share of the budget all rules are tried first, before a second
/// thread is of use.
const SHARE_FOR_SMALL_TABLES: u64 = 32;

/// Shares of the rows, in percent, to try first. If not even the rules that the
/// largest one bears out fit the budget, samples tell more.
const LARGE_SHARES: [usize; 5] = [90, 80, 70, 60, 50];

/// While another thread works, its caller looks after progress at these
/// intervals.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// What is looked for in which table.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub context: &'a Context,
    pub background: &'a Theory,
    pub options: &'a LearnOptions,
}

/// What a search may cost.
#[derive(Clone, Copy)]
struct Limits {
    threads: usize,
    max_work: Option<u64>,
    max_bytes: Option<usize>,
}

/// Rules that are complete above a support, and the work it took to find them.
struct Complete {
    rules: Vec<Implication>,
    min_support: usize,
    work: u64,
}

/// Why a search did not end, and what it had found.
struct Stopped {
    why: BasisStop,
    rules: Vec<Implication>,
}

impl Stopped {
    /// Whether it was too much for the budget, and not called off.
    fn is_too_much(&self) -> bool {
        matches!(self.why, BasisStop::Work | BasisStop::Memory)
    }
}

impl Wanted<'_> {
    /// Whether all kinds of rules are wanted: then they are a basis, and what is known
    /// of it helps to find the rest.
    fn is_basis(&self) -> bool {
        self.options.target.is_none() && self.options.max_premise.is_none()
    }

    /// The least number of rows that rules may be borne out by, for all rules:
    /// none, unless they are about one attribute. From what never occurs that one
    /// follows as anything does.
    fn least_support(&self) -> usize {
        usize::from(self.options.target.is_some())
    }

    /// All rules that are borne out by so many rows, beyond those that are known
    /// already.
    fn above(
        &self,
        min_support: usize,
        known: &[Implication],
        limits: Limits,
        watch: Watch<'_>,
    ) -> Result<Complete, Stopped> {
        let complete = |rules, work| Complete { rules, min_support, work };
        if self.is_basis() {
            let known = self.background.rules().iter().chain(known).cloned();
            let known = Theory::from_rules(self.context.attribute_count(), known);
            let Limits { threads, max_work, max_bytes } = limits;
            let settings = BasisSettings { min_support, threads, max_work, max_bytes, max_visited: None };
            let mut go_on = |progress: &BasisProgress| {
                let BasisProgress { rules, visited, bytes } = *progress;
                watch(&Progress {
                    rules: known.len() + rules,
                    visited,
                    bytes,
                    min_support: Some(min_support),
                    ..Progress::default()
                })
            };
            return match canonical::canonical_basis_with(self.context, &known, &settings, &mut go_on) {
                Ok(basis) => Ok(complete(basis.rules.rules().to_vec(), basis.work)),
                Err(unfinished) => {
                    Err(Stopped { why: unfinished.stopped, rules: unfinished.found.rules.rules().to_vec() })
                }
            };
        }
        let known = self.background.len();
        let mut go_on = |rules: usize, bytes: usize| {
            watch(&Progress { rules: known + rules, bytes, min_support: Some(min_support), ..Progress::default() })
        };
        let mut effort = Effort::new(self.context.attribute_count(), limits.max_work, limits.max_bytes, &mut go_on);
        let Self { context, background, options } = *self;
        let found = match (options.target, options.max_premise) {
            (Some(target), max_size) => {
                let Searched { found, stopped } =
                    smallest_premises(context, target, min_support, max_size, &mut effort);
                let conclusion = AttrSet::of(context.attribute_count(), [target]);
                let rule = |premise| Implication::new(premise, conclusion.clone());
                Searched { found: beyond(found.into_iter().map(rule).collect(), background), stopped }
            }
            (None, max_size) => {
                let max_size = max_size.unwrap_or(usize::MAX);
                short_rules(context, background, min_support, max_size, &mut effort)
            }
        };
        let Searched { found: rules, stopped } = found;
        match stopped {
            None => Ok(complete(rules, effort.work())),
            Some(why) => Err(Stopped { why, rules }),
        }
    }

    /// All rules that were asked for, however much work that is.
    pub(super) fn all(&self, watch: Watch<'_>) -> Found {
        let min_support = self.options.min_support.unwrap_or(0).max(self.least_support());
        let limits = |threads, max_work| Limits { threads, max_work, max_bytes: self.options.limit_memory };
        let threads = self.options.threads;
        // Small tables are done before a second thread would be of use.
        let first = (threads > 1).then_some(BUDGET_STEPS / SHARE_FOR_SMALL_TABLES);
        let mut ended = self.above(min_support, &[], limits(1, first), watch);
        if first.is_some() && matches!(&ended, Err(Stopped { why: BasisStop::Work, .. })) {
            ended = self.above(min_support, &[], limits(threads, None), watch);
        }
        match ended {
            Ok(complete) => self.found(complete, StopReason::Complete),
            Err(stopped) => self.cut_short(stopped),
        }
    }

    /// All rules if the budget allows it, else those above the smallest support
    /// for which it does. Nothing if that would be too few.
    pub(super) fn within_budget(&self, watch: Watch<'_>) -> Option<Found> {
        let bytes = self.options.limit_memory.map_or(BUDGET_BYTES, |most| BUDGET_BYTES.min(most / 2));
        let limits = |steps| Limits { threads: 1, max_work: Some(steps), max_bytes: Some(bytes) };
        let least = self.least_support();
        let mut ended = self.above(least, &[], limits(BUDGET_STEPS / SHARE_FOR_SMALL_TABLES), watch);
        let mut partly = None;
        if ended.as_ref().is_err_and(Stopped::is_too_much) {
            let limits = limits(BUDGET_STEPS);
            if self.options.threads > 1 {
                (ended, partly) = self.side_by_side(least, limits, watch);
            } else {
                ended = self.above(least, &[], limits, watch);
                if ended.as_ref().is_err_and(Stopped::is_too_much) {
                    partly = self.descend(limits, watch);
                }
            }
        }
        match (ended, partly) {
            (Ok(complete), _) => Some(self.found(complete, StopReason::Complete)),
            (Err(Stopped { why: BasisStop::Cancelled, .. }), Some((complete, _))) => {
                Some(self.found(complete, StopReason::Cancelled))
            }
            (Err(stopped @ Stopped { why: BasisStop::Cancelled, .. }), None) => Some(self.cut_short(stopped)),
            (Err(_), Some((complete, ended))) => {
                Some(self.found(complete, if ended { StopReason::Complete } else { StopReason::Cancelled }))
            }
            (Err(_), None) => None,
        }
    }

    /// Tries all rules and, on another thread, those above a support.
    fn side_by_side(
        &self,
        least: usize,
        limits: Limits,
        watch: Watch<'_>,
    ) -> (Result<Complete, Stopped>, Option<(Complete, bool)>) {
        let enough = AtomicBool::new(false);
        thread::scope(|scope| {
            let descending = scope.spawn(|| {
                self.descend(limits, &mut |_| match enough.load(Ordering::Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
            });
            let mut last = Progress::default();
            let ended = self.above(least, &[], limits, &mut |progress| {
                last = *progress;
                watch(progress)
            });
            let is_wanted = ended.as_ref().is_err_and(Stopped::is_too_much);
            enough.store(!is_wanted, Ordering::Relaxed);
            while !descending.is_finished() {
                if watch(&last).is_break() {
                    enough.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(TIME_BETWEEN_LOOKS);
            }
            let partly = descending.join().unwrap_or_else(|panic| resume_unwind(panic));
            (ended, partly)
        })
    }

    /// Tries supports from nearly all rows downwards, until the next one does
    /// not fit the limits. What was found for one is known for the next. Says also
    /// whether that was the end, and not the watcher's word.
    fn descend(&self, limits: Limits, watch: Watch<'_>) -> Option<(Complete, bool)> {
        let budget = limits.max_work.unwrap_or(u64::MAX);
        let mut left = budget.saturating_mul(BUDGETS_TO_DESCEND);
        let rungs = rungs(self.context.len());
        let mut best: Option<(usize, Complete)> = None;
        // Rungs from here on are known not to fit.
        let mut end = rungs.len();
        let mut next = 0;
        while next < end {
            let known = best.as_ref().map_or(&[][..], |(_, complete)| &complete.rules);
            match self.above(rungs[next], known, limits, watch) {
                Ok(complete) => {
                    let work = complete.work;
                    let last = best.take();
                    let growth = last.as_ref().map_or(1.0, |(place, before)| {
                        (work as f64 / before.work.max(1) as f64).powf(1.0 / (next - place) as f64).max(1.0)
                    });
                    best = Some((next, self.together(last.map(|(_, before)| before), complete)));
                    left = left.saturating_sub(work);
                    let Some(further) = rungs_further(work, growth, budget, left) else { break };
                    // The last one is not passed over.
                    next = (next + further).min((end - 1).max(next + 1));
                }
                Err(Stopped { why: BasisStop::Cancelled, .. }) => {
                    return best.map(|(_, complete)| (complete, false));
                }
                Err(_) => {
                    left = left.saturating_sub(budget);
                    if left == 0 {
                        break;
                    }
                    end = next;
                    // Of those that were passed over, the one in the middle.
                    let place = best.as_ref().map_or(0, |(place, _)| place + 1);
                    next = place + (end - place) / 2;
                }
            }
        }
        best.map(|(_, complete)| (complete, true))
    }

    /// What was found for a support and before for a larger one, on which the
    /// search built if it could.
    fn together(&self, before: Option<Complete>, now: Complete) -> Complete {
        match before {
            Some(before) if self.is_basis() => {
                Complete { rules: before.rules.into_iter().chain(now.rules).collect(), ..now }
            }
            _ => now,
        }
    }

    fn found(&self, complete: Complete, stopped: StopReason) -> Found {
        let Complete { rules, min_support, .. } = complete;
        Found::looked_up(self.theory(rules), stopped, Some(min_support))
    }

    fn cut_short(&self, stopped: Stopped) -> Found {
        let Stopped { why, rules } = stopped;
        let stopped = match why {
            BasisStop::Memory => StopReason::MemoryLimit,
            BasisStop::Cancelled | BasisStop::Work => StopReason::Cancelled,
        };
        Found::looked_up(self.theory(rules), stopped, None)
    }

    fn theory(&self, rules: Vec<Implication>) -> Theory {
        let rules = if self.options.short_premises { shortened(self.context, rules) } else { rules };
        Theory::from_rules(self.context.attribute_count(), rules)
    }
}

/// At most so many rungs are gone down at once.
const MOST_RUNGS_AT_ONCE: usize = 5;
/// This share of the budget may be expected to be spent on the next rung, …
const SHARE_EXPECTED: f64 = 0.6;
/// … with the work growing quicker than before by this exponent, as it mostly does.
const GROWTH_EXPONENT: f64 = 1.3;
/// If this many times the budget is expected for the very next rung, it is not tried.
const HOPELESS: f64 = 2.0;

/// All rungs together may take so many times the budget: each of them goes through the
/// table anew.
const BUDGETS_TO_DESCEND: u64 = 2;

/// How many rungs to go down, if the last one took this work, and that grows by this
/// factor a rung; none if the next one cannot be expected to fit the budget, or what is
/// left for all rungs.
fn rungs_further(work: u64, growth: f64, budget: u64, left: u64) -> Option<usize> {
    let expected = |rungs: usize| work as f64 * growth.powf(GROWTH_EXPONENT * rungs as f64);
    let fits = |rungs: usize| expected(rungs) <= (SHARE_EXPECTED * budget as f64).min(left as f64);
    let fitting = (1..=MOST_RUNGS_AT_ONCE).take_while(|&rungs| fits(rungs)).last();
    match fitting {
        None if expected(1) > (HOPELESS * budget as f64).min(left as f64) => None,
        further => Some(further.unwrap_or(1)),
    }
}

/// Supports to try, from nearly all rows down to one: few enough, and such that
/// people like to read them.
fn rungs(rows: usize) -> Vec<usize> {
    let large = LARGE_SHARES.map(|share| (rows as u64 * share as u64 / 100).max(1) as usize);
    let most = large[LARGE_SHARES.len() - 1];
    let decades = (0..).map(|power| 10usize.saturating_pow(power)).take_while(|&ten| ten <= most);
    let of_decade = |ten: usize| [10, 15, 20, 30, 50, 70].map(|tenths| tenths * ten / 10);
    let mut rungs: Vec<usize> = decades.flat_map(of_decade).filter(|&rung| rung <= most).collect();
    rungs.extend(large.iter().rev());
    rungs.dedup();
    rungs.reverse();
    rungs
}

/// Rules with the smallest part of their premise that occurs in the same rows. It
/// is a premise of the same conclusion, and a shorter one says more.
fn shortened(context: &Context, rules: Vec<Implication>) -> Vec<Implication> {
    let occurrences = Occurrences::of(context);
    let shorter = |rule: Implication| {
        // What the premise lost is not said anew: it follows by other rules.
        let rule = rule.without_premise();
        Implication { premise: occurrences.shortest(&rule.premise), conclusion: rule.conclusion }
    };
    rules.into_iter().map(shorter).collect()
}

/// More rules than these are not compared with each other.
const MAX_RULES_COMPARED: usize = 20_000;

/// Those of the rules about one attribute that do not follow from another one
/// and the background.
fn beyond(rules: Vec<Implication>, background: &Theory) -> Vec<Implication> {
    let implies = background.rules().iter().any(|rule| !rule.conclusion.is_falsum());
    if !implies || rules.len() > MAX_RULES_COMPARED {
        return rules;
    }
    let closures: Vec<Conclusion> = rules.iter().map(|rule| background.close(&rule.premise)).collect();
    let follows = |from: usize, by: usize| match &closures[from] {
        Conclusion::Attrs(attrs) => rules[by].premise.is_subset(attrs),
        Conclusion::Falsum => true,
    };
    let is_said = |place: usize| {
        (0..rules.len())
            .any(|other| other != place && follows(place, other) && (other < place || !follows(other, place)))
    };
    (0..rules.len()).filter(|&place| !is_said(place)).map(|place| rules[place].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_as_long_as_the_budget_allows() {
        assert_eq!(rungs_further(1, 1.0, 1000, 2000), Some(5));
        assert_eq!(rungs_further(100, 2.0, 1000, 2000), Some(1));
        assert_eq!(rungs_further(900, 1.1, 1000, 2000), Some(1));
        assert_eq!(rungs_further(900, 3.0, 1000, 2000), None);
        // What is left may be less.
        assert_eq!(rungs_further(100, 1.2, 1000, 200), Some(2));
        assert_eq!(rungs_further(900, 1.1, 1000, 800), None);
    }

    #[test]
    fn supports_to_try() {
        assert_eq!(rungs(1000), [900, 800, 700, 600, 500, 300, 200, 150, 100, 70, 50, 30, 20, 15, 10, 7, 5, 3, 2, 1]);
        assert_eq!(rungs(7), [6, 5, 4, 3, 2, 1]);
        assert_eq!(rungs(0), [1]);
        assert_eq!(rungs(90)[4..7], [45, 30, 20]);
    }
}
