//! Rules with short premises.

use super::effort::{Effort, Searched};
use crate::canonical::BasisStop;
use crate::occurrences::Occurrences;
use crate::{Attr, AttrSet, Conclusion, Context, Implication, Theory};

/// Rules with premises of at most `max_size` attributes that occur in at least
/// `min_support` rows (with 0 also of what never occurs), from which, with the
/// background, all such rules follow. Smaller premises come first: what follows
/// from these is not said again.
pub(crate) fn short_rules(
    context: &Context,
    background: &Theory,
    min_support: usize,
    max_size: usize,
    effort: &mut Effort<'_>,
) -> Searched<Implication> {
    let attributes = context.attribute_count();
    let occurrences = Occurrences::of(context);
    let often = |&attr: &Attr| occurrences.support(attr) >= min_support;
    let mut search = Search {
        min_support,
        order: (0..attributes).filter(often).collect(),
        known: background.clone(),
        found: Vec::new(),
        occurrences: &occurrences,
        effort,
    };
    let all = occurrences.everything();
    let sizes = if context.len() >= min_support { 0..max_size.min(attributes) + 1 } else { 0..0 };
    let ended = sizes.into_iter().try_for_each(|size| search.visit(&AttrSet::empty(attributes), &all, 0, size));
    Searched::new(search.found, ended)
}

struct Search<'a, 'w> {
    min_support: usize,
    /// The attributes that occur often enough.
    order: Vec<Attr>,
    /// The background and the rules found.
    known: Theory,
    found: Vec<Implication>,
    occurrences: &'a Occurrences<'a>,
    effort: &'a mut Effort<'w>,
}

impl Search<'_, '_> {
    /// Looks at all sets that have `more` attributes more than this one, which
    /// occurs in `extent`.
    fn visit(&mut self, set: &AttrSet, extent: &[u64], from: usize, more: usize) -> Result<(), BasisStop> {
        let occurs = extent.iter().any(|&word| word != 0);
        if more == 0 {
            return self.conclude(set, extent, occurs);
        }
        if !occurs {
            return Ok(());
        }
        for at in from..self.order.len() {
            let attr = self.order[at];
            self.effort.spend(16 + extent.len(), self.found.len(), 0)?;
            let narrowed = self.occurrences.with(extent, attr);
            // What follows anyway makes no smaller premise.
            if narrowed != extent && self.occurrences.count(&narrowed) >= self.min_support {
                self.visit(&set.with(attr), &narrowed, at + 1, more - 1)?;
            }
        }
        Ok(())
    }

    fn conclude(&mut self, set: &AttrSet, extent: &[u64], occurs: bool) -> Result<(), BasisStop> {
        let attributes = self.occurrences.attribute_count();
        self.effort.spend(32 + attributes / 8 + extent.len(), self.found.len(), 0)?;
        let truth = match occurs {
            true => Conclusion::Attrs(self.occurrences.common(extent)),
            false => Conclusion::Falsum,
        };
        if truth.is_subset(set) {
            return Ok(());
        }
        self.effort.spend(64 + self.known.len() / 4, self.found.len(), 0)?;
        let rule = Implication { premise: set.clone(), conclusion: truth };
        if !self.known.entails(&rule) {
            self.known.push(rule.clone());
            self.found.push(rule);
        }
        Ok(())
    }
}
