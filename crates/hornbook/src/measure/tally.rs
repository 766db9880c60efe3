//! Sets on which theory and truth differ, counted.

use super::measures::Measures;
use crate::domain::Domain;
use crate::lanes::{LaneRows, LaneTheory, Lanes, Mask, compare};
use crate::{AttrSet, Conclusion, Context, Theory};

/// How many sets were looked at, and on how many of them theory and truth
/// differ. What differs is counted rather than what agrees, so that an error of 0
/// is 0 however many sets there are. The counts are whole numbers, but may be of
/// 2¹⁰⁰ sets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    sets: f64,
    unsound: f64,
    incomplete: f64,
    other_model: f64,
    other_closure: f64,
}

/// Theory and table laid out for many sets at once.
pub(super) struct Comparing<'a> {
    theory: LaneTheory<'a>,
    rows: LaneRows,
}

impl<'a> Comparing<'a> {
    pub(super) fn new(theory: &'a Theory, context: &Context) -> Self {
        Self { theory: theory.lanes(), rows: context.lanes() }
    }

    /// Compares the sets of the first `wanted` lanes.
    pub(super) fn tally(&self, lanes: &Lanes, wanted: usize) -> Tally {
        let compared = compare(&self.theory, &self.rows, lanes, Mask::first(wanted));
        let differ = |same: Mask| (wanted as u64 - same.count()) as f64;
        Tally {
            sets: wanted as f64,
            unsound: differ(compared.sound),
            incomplete: differ(compared.complete),
            other_model: differ(compared.same_model),
            other_closure: differ(compared.same_closure()),
        }
    }

    /// How many of the first `wanted` sets are possible by theory or table.
    pub(super) fn possible(&self, lanes: &Lanes, wanted: usize) -> u64 {
        let among = Mask::first(wanted);
        let occurs = self.rows.reach(lanes, among).occurs;
        (self.theory.close(&mut lanes.clone(), among) | occurs).count()
    }
}

impl Tally {
    /// So many sets on which theory and truth agree.
    pub(super) fn same(sets: f64) -> Self {
        Self { sets, ..Self::default() }
    }

    /// Compares what follows from sets by a theory and by a domain elsewhere.
    pub(super) fn by_asking<D: Domain>(theory: &Theory, domain: &mut D, sets: &[AttrSet]) -> Result<Self, D::Error> {
        let mut tally = Self::same(sets.len() as f64);
        let count = |differs: bool| if differs { 1.0 } else { 0.0 };
        for (set, truth) in sets.iter().zip(domain.closures(sets)?) {
            let ours = theory.close(set);
            let is_model = |closure: &Conclusion| closure.attrs() == Some(set);
            tally.unsound += count(!ours.is_within(&truth));
            tally.incomplete += count(!truth.is_within(&ours));
            tally.other_model += count(is_model(&ours) != is_model(&truth));
            tally.other_closure += count(ours != truth);
        }
        Ok(tally)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            sets: self.sets + other.sets,
            unsound: self.unsound + other.unsound,
            incomplete: self.incomplete + other.incomplete,
            other_model: self.other_model + other.other_model,
            other_closure: self.other_closure + other.other_closure,
        }
    }

    /// Each set counted so often.
    pub(super) fn times(self, weight: f64) -> Self {
        Self {
            sets: self.sets * weight,
            unsound: self.unsound * weight,
            incomplete: self.incomplete * weight,
            other_model: self.other_model * weight,
            other_closure: self.other_closure * weight,
        }
    }

    pub(super) fn sets(&self) -> f64 {
        self.sets
    }

    /// As shares of the sets; `probes` is how many there were.
    pub(super) fn measures(&self, valid_rules: f64, probes: f64, exact: bool) -> Measures {
        Measures {
            precision: (self.sets - self.unsound) / self.sets,
            recall: (self.sets - self.incomplete) / self.sets,
            weak_error: self.other_model / self.sets,
            strong_error: self.other_closure / self.sets,
            valid_rules,
            // More than fit are as many as fit.
            probes: probes as u64,
            exact,
        }
    }
}
