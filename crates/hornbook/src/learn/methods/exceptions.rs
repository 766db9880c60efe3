//! Rules that have exceptions: the paper's conclusion asks for these.
//!
//! `p -> b` has *confidence* c if a share c of the rows with p have b as well.
//! Such rules do not chain as implications do. Of all of them few are listed from
//! which the supports and confidences of the others can be told; about one
//! attribute, and with short premises, the smallest premises are listed.

use super::above_support::{BUDGET_BYTES, BUDGET_STEPS};
use super::options::LearnOptions;
use crate::canonical::BasisStop;
use crate::learn::progress::{Progress, Watch};
use crate::occurrences::Occurrences;
use crate::premises::{Effort, Searched, likely_premises, luxenburger_rules};
use crate::{ConfidentRule, Context};

/// What was found of rules with exceptions.
pub(super) struct Exceptional {
    pub rules: Vec<ConfidentRule>,
    /// They are complete for those that so many rows bear out: have both sides.
    pub min_support: usize,
    /// Why they are not complete, if so.
    pub stopped: Option<BasisStop>,
}

/// Each time a support is too small for the budget, the next is larger by this
/// factor.
const NEXT_SUPPORT_FACTOR: usize = 2;

/// The rules of at least this confidence, but less than all. Where no support was
/// named, and those above a small one are too many, above a larger one.
pub(super) fn rules_with_exceptions(
    context: &Context,
    confidence: f64,
    options: &LearnOptions,
    watch: Watch<'_>,
) -> Exceptional {
    // With fewer rows, one exception is too many; a little less, for rounding.
    let fewest = (confidence / (1.0 - confidence) - 1e-9).ceil() as usize;
    let mut min_support = options.min_support.unwrap_or(1).max(fewest).max(1);
    loop {
        let max_work = options.min_support.is_none().then_some(BUDGET_STEPS);
        let mut go_on = |rules: usize, bytes: usize| {
            watch(&Progress { rules, bytes, min_support: Some(min_support), ..Progress::default() })
        };
        let budget = options.min_support.is_none().then_some(BUDGET_BYTES);
        let max_bytes = options.limit_memory.into_iter().chain(budget).min();
        let mut effort = Effort::new(context.attribute_count(), max_work, max_bytes, &mut go_on);
        let Searched { found: rules, stopped } = match (options.target, options.max_premise) {
            (None, None) => luxenburger_rules(context, confidence, min_support, &mut effort),
            (target, max_size) => {
                let mut all = Searched { found: Vec::new(), stopped: None };
                let rows = Occurrences::of(context);
                for target in target.map_or(0..context.attribute_count(), |target| target..target + 1) {
                    let of_one = likely_premises(&rows, target, confidence, min_support, max_size, &mut effort);
                    all.found.extend(of_one.found);
                    all.stopped = of_one.stopped;
                    if all.stopped.is_some() {
                        break;
                    }
                }
                all
            }
        };
        let is_too_much = matches!(stopped, Some(BasisStop::Work | BasisStop::Memory));
        if is_too_much && options.min_support.is_none() && min_support < context.len() {
            min_support *= NEXT_SUPPORT_FACTOR;
        } else {
            return Exceptional { rules, min_support, stopped };
        }
    }
}
