//! A table in memory as a domain.

use std::convert::Infallible;
use std::sync::Arc;

use super::source::{BreakingRow, BrokenRule, Domain, Violations};
use crate::lanes::{LANES, Lanes, Mask};
use crate::occurrences::Occurrences;
use crate::sampling::SupportSampler;
use crate::{AttrSet, Conclusion, Context, Implication, Model, Universe};

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
        let models: Vec<Model> = (0..self.distinct().len()).map(|place| self.distinct_model(place)).collect();
        let mut standing = vec![Verdict::Keeps; models.len()];
        let rules = rules.iter().map(|rule| {
            let verdicts: Vec<Verdict> = models.iter().map(|model| Verdict::of(model, rule)).collect();
            standing.iter_mut().zip(&verdicts).for_each(|(worst, verdict)| *worst = *verdict.max(worst));
            let breaking = (0..self.len()).filter(|&object| verdicts[self.distinct_row(object)] == Verdict::Breaks);
            let row = |object: usize| BreakingRow { label: self.label(object), model: self.model(object) };
            let count = |wanted| count_rows(self, &verdicts, wanted);
            let (count, unjudged) = (count(Verdict::Breaks), count(Verdict::Unknown));
            BrokenRule { count, rows: breaking.take(max_rows.min(count)).map(row).collect(), unjudged }
        });
        let rules = rules.collect();
        let count = |wanted| count_rows(self, &standing, wanted);
        let (breaking_rows, unjudged_rows) = (count(Verdict::Breaks), count(Verdict::Unknown));
        Ok(Violations { rules, row_count: self.len(), breaking_rows, unjudged_rows })
    }

    fn rows_by_weight(&mut self, shares: &[f64]) -> Result<Option<Vec<AttrSet>>, Infallible> {
        let sampler = SupportSampler::of_context(self);
        Ok(sampler.map(|sampler| shares.iter().map(|&share| sampler.row_at(share).clone()).collect()))
    }

    fn table(&self) -> Option<&Context> {
        Some(self)
    }
}

/// What is known of whether a row keeps a rule, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Keeps,
    Unknown,
    Breaks,
}

impl Verdict {
    fn of(model: &Model, rule: &Implication) -> Self {
        match (model.refutes(rule), model.keeps(rule)) {
            (true, _) => Self::Breaks,
            (_, true) => Self::Keeps,
            _ => Self::Unknown,
        }
    }
}

/// How many objects have a distinct row of that verdict.
fn count_rows(context: &Context, verdicts: &[Verdict], wanted: Verdict) -> usize {
    let counts = verdicts.iter().zip(context.counts());
    counts.filter(|(verdict, _)| **verdict == wanted).map(|(_, count)| count).sum()
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
        assert_eq!(found.rules[0].rows, [BreakingRow { label: "both".to_owned(), model: row(&[0, 1]).into() }]);
    }

    #[test]
    fn a_row_breaks_a_rule_only_by_what_is_known() {
        let row = |attrs: &[usize]| AttrSet::of(3, attrs.iter().copied());
        let mut context = Context::new(Arc::new(Universe::letters(3)));
        // Two rows that may have the first attribute, one that surely breaks the rule.
        context.push_model(None, Model::partial(row(&[]), &row(&[0])));
        context.push_model(None, Model::partial(row(&[]), &row(&[0])));
        context.push_model(Some("sure".to_owned()), Model::partial(row(&[0]), &row(&[2])));
        context.push_model(None, Model::partial(row(&[0, 1]), &row(&[2])));
        let rules = [Implication::new(row(&[0]), row(&[1])), Implication::never(row(&[2]))];
        let Ok(found) = Domain::violations(&mut &context, &rules, 9);
        assert_eq!((found.breaking_rows, found.unjudged_rows), (1, 3));
        assert_eq!(found.rules.iter().map(|rule| (rule.count, rule.unjudged)).collect::<Vec<_>>(), [(1, 2), (0, 2)]);
        assert_eq!(found.rules[0].rows[0].label, "sure");
    }
}
