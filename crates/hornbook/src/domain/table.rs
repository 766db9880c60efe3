//! A table in memory as a domain.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;

use super::source::{BreakingRow, BrokenRule, Domain, Violations};
use crate::lanes::{LANES, Lanes, Mask};
use crate::occurrences::Occurrences;
use crate::sampling::SupportSampler;
use crate::{AttrSet, Conclusion, Context, Implication, Universe};

/// With fewer sets, laying out the rows takes longer than going through them.
const MIN_SETS_TOGETHER: usize = 16;

impl Domain for &Context {
    type Error = Infallible;

    fn universe(&self) -> &Arc<Universe> {
        Context::universe(self)
    }

    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, Infallible> {
        if sets.len() < MIN_SETS_TOGETHER {
            return Ok(sets.iter().map(|set| self.close(set)).collect());
        }
        let rows = self.lanes();
        let mut closures = Vec::with_capacity(sets.len());
        for some in sets.chunks(LANES) {
            let lanes = Lanes::of(self.attribute_count(), some.iter().cloned());
            let reached = rows.reach(&lanes, Mask::first(some.len()));
            closures.extend((0..some.len()).map(|lane| reached.closure(lane)));
        }
        Ok(closures)
    }

    fn supports(&mut self, sets: &[AttrSet]) -> Result<Vec<usize>, Infallible> {
        if sets.len() < MIN_SETS_TOGETHER {
            return Ok(sets.iter().map(|set| self.support(set)).collect());
        }
        let rows = Occurrences::of(self);
        Ok(sets.iter().map(|set| rows.count(&rows.extent(set))).collect())
    }

    fn counterexamples(
        &mut self,
        rules: &[Implication],
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Option<AttrSet>>, Infallible> {
        rules.iter().map(|rule| self.counterexample(rule, choose)).collect()
    }

    fn counterexample(
        &mut self,
        rule: &Implication,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Option<AttrSet>, Infallible> {
        let refuting = || self.distinct().iter().filter(|row| !rule.holds_in(row));
        Ok(match refuting().count() {
            0 => None,
            count => refuting().nth(choose(count).min(count - 1)).cloned(),
        })
    }

    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, Infallible> {
        let mut breaking = HashSet::new();
        let rules = rules.iter().map(|rule| {
            let objects: Vec<usize> = Context::violations(self, rule).collect();
            breaking.extend(objects.iter().copied());
            let row = |&object: &usize| BreakingRow { label: self.label(object), has: self.row(object).clone() };
            BrokenRule { count: objects.len(), rows: objects.iter().take(max_rows).map(row).collect() }
        });
        let rules = rules.collect();
        Ok(Violations { rules, row_count: self.len(), breaking_rows: breaking.len() })
    }

    fn rows_by_weight(&mut self, shares: &[f64]) -> Result<Option<Vec<AttrSet>>, Infallible> {
        let sampler = SupportSampler::of_context(self);
        Ok(sampler.map(|sampler| shares.iter().map(|&share| sampler.row_at(share).clone()).collect()))
    }

    fn table(&self) -> Option<&Context> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::{Purpose, Streams};

    #[test]
    fn a_batch_says_what_one_by_one_says() {
        let mut stream = Streams::new(8).stream(Purpose::Look, 1, 0);
        for (count, attributes) in [(0, 3), (1, 1), (40, 9), (90, 70)] {
            let rows: Vec<AttrSet> = (0..count).map(|_| stream.subset(attributes)).collect();
            let context = Context::from_rows(Arc::new(Universe::letters(attributes)), rows);
            let sets: Vec<AttrSet> =
                (0..1100).map(|_| stream.subset(attributes).intersection(&stream.subset(attributes))).collect();
            let Ok(closures) = (&context).closures(&sets);
            let Ok(supports) = (&context).supports(&sets);
            for ((set, closure), support) in sets.iter().zip(closures).zip(supports) {
                assert_eq!((closure, support), (context.close(set), context.support(set)));
            }
        }
    }

    #[test]
    fn violations_name_the_rows_and_count_each_once() {
        let universe = Arc::new(Universe::letters(3));
        let row = |attrs: &[usize]| AttrSet::of(3, attrs.iter().copied());
        let mut context = Context::new(universe);
        context.push(Some("both".to_owned()), row(&[0, 1]));
        context.push(None, row(&[0]));
        let rules = [Implication::new(row(&[0]), row(&[2])), Implication::never(row(&[1]))];
        let Ok(found) = Domain::violations(&mut &context, &rules, 1);
        assert_eq!((found.row_count, found.breaking_rows), (2, 2));
        assert_eq!(found.rules.iter().map(|rule| rule.count).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(found.rules[0].rows, [BreakingRow { label: "both".to_owned(), has: row(&[0, 1]) }]);
    }
}
