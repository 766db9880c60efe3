//! The smallest premises from which an attribute mostly follows.

use super::effort::{Effort, Searched};
use crate::canonical::BasisStop;
use crate::occurrences::Occurrences;
use crate::{Attr, AttrSet, ConfidentRule, Implication};

/// All rules about the target with exceptions, whose premise occurs with it in at
/// least `min_support` rows and has at most `max_size` attributes, and of whose
/// rows a share of at least `confidence` and not all have the target; but for
/// those that have more in their premise than another one, or than one without
/// exceptions.
pub(crate) fn likely_premises(
    occurrences: &Occurrences<'_>,
    target: Attr,
    confidence: f64,
    min_support: usize,
    max_size: Option<usize>,
    effort: &mut Effort<'_>,
) -> Searched<ConfidentRule> {
    let attributes = occurrences.attribute_count();
    let least = min_support.max(1);
    let with_target = occurrences.column(target);
    let often = |&attr: &Attr| attr != target && occurrences.count(&occurrences.with(with_target, attr)) >= least;
    let mut search = Search {
        target,
        confidence,
        least,
        order: (0..attributes).filter(often).collect(),
        covering: vec![Vec::new(); attributes],
        deeper: false,
        found: Vec::new(),
        occurrences,
        effort,
    };
    let all = occurrences.everything();
    let mut ended = Ok(());
    if occurrences.support(target) >= least {
        for size in 0..=max_size.unwrap_or(attributes) {
            search.deeper = false;
            ended = search.visit(&AttrSet::empty(attributes), &all, 0, size);
            if ended.is_err() || !search.deeper {
                break;
            }
        }
    }
    Searched::new(search.found, ended)
}

struct Search<'a, 'w> {
    target: Attr,
    confidence: f64,
    least: usize,
    order: Vec<Attr>,
    /// For each attribute, the premises that have it as their last: nothing
    /// larger is looked at.
    covering: Vec<Vec<AttrSet>>,
    /// Whether there are sets to look at that are larger by one.
    deeper: bool,
    found: Vec<ConfidentRule>,
    occurrences: &'a Occurrences<'a>,
    effort: &'a mut Effort<'w>,
}

impl Search<'_, '_> {
    /// Looks at all sets that have `more` attributes more than this one, which
    /// occurs in `extent`. Smaller ones were looked at before.
    fn visit(&mut self, set: &AttrSet, extent: &[u64], from: usize, more: usize) -> Result<(), BasisStop> {
        if more == 0 {
            self.look(set, extent);
            return Ok(());
        }
        for at in from..self.order.len() {
            let attr = self.order[at];
            self.effort.spend(16 + 2 * extent.len(), self.found.len(), 0)?;
            let narrowed = self.occurrences.with(extent, attr);
            if narrowed == extent || self.count_with_target(&narrowed) < self.least {
                continue;
            }
            let larger = set.with(attr);
            let steps: usize = larger.iter().map(|attr| self.covering[attr].len()).sum();
            self.effort.spend(steps, self.found.len(), 0)?;
            let is_covered =
                larger.iter().any(|attr| self.covering[attr].iter().any(|premise| premise.is_subset(&larger)));
            if !is_covered {
                self.visit(&larger, &narrowed, at + 1, more - 1)?;
            }
        }
        Ok(())
    }

    fn look(&mut self, set: &AttrSet, extent: &[u64]) {
        let support = self.occurrences.count(extent);
        let with = self.count_with_target(extent);
        let attributes = self.occurrences.attribute_count();
        if with as f64 >= self.confidence * support as f64 {
            if with < support {
                let implication = Implication::new(set.clone(), AttrSet::of(attributes, [self.target]));
                let confidence = with as f64 / support as f64;
                self.found.push(ConfidentRule { implication, support, confidence, conclusion_support: None });
            }
            if let Some(last) = set.iter().last() {
                self.covering[last].push(set.clone());
            }
        } else {
            self.deeper = true;
        }
    }

    fn count_with_target(&self, rows: &[u64]) -> usize {
        self.occurrences.count(&self.occurrences.with(rows, self.target))
    }
}
