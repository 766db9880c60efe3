//! Rules that may have exceptions: association rules of high confidence.
//!
//! The paper's conclusion asks for these. `p -> b` has *confidence* c if a
//! share c of the rows with p have b as well. Such rules do not chain, as
//! implications do, so there is no closure to compare; what is promised is
//! that little is missing: whoever draws a set X by its support and finds that
//! most rows with X also have b (at least a share C, not all), finds a listed
//! rule `p -> b` with p ⊆ X, but for a share ε of the draws.
//!
//! Round i draws sets from a stream of its own. Whatever is not covered is
//! shrunk to a premise that is minimal for its confidence, and listed. A round
//! without a find, of the size of the thrifty schedule, earns the guarantee as
//! in Algorithm 4.
//!
//! Sets are drawn by support whatever the distribution of the exact rules: a
//! rule with exceptions speaks of rows that occur.

use super::progress::{Progress, Watch};
use crate::accuracy::{Accuracy, Schedule};
use crate::sampling::{Purpose, Sampler, Stream, Streams, SupportSampler};
use crate::{Attr, AttrSet, ConfidentRule, Context, Implication};

/// What [`confident_rules`] is told.
#[derive(Clone, Debug)]
pub struct ConfidentSettings {
    /// The least confidence, in (0, 1).
    pub confidence: f64,
    /// ε and δ.
    pub accuracy: Accuracy,
    /// The seed of the samples.
    pub seed: u64,
    /// Only rules that conclude this attribute.
    pub target: Option<Attr>,
    /// No longer premises than this.
    pub max_premise: Option<usize>,
    /// Only premises that occur in at least this many rows.
    pub min_support: usize,
}

/// Learns the rules that hold for most rows with their premise, but not for
/// all. The most supported come first. Also says whether the guarantee was
/// earned, or the watcher called it off before.
pub fn confident_rules(
    context: &Context,
    settings: &ConfidentSettings,
    watch: Watch<'_>,
) -> (Vec<ConfidentRule>, bool) {
    let Some(support) = SupportSampler::of_context(context) else { return (Vec::new(), true) };
    let mut sampler = Sampler::Support(support).supported(settings.min_support, context);
    if let Some(most) = settings.max_premise {
        sampler = sampler.at_most(most);
    }
    let mut search = Search { context, settings, found: vec![Vec::new(); context.attribute_count()], rules: 0 };
    let mut samples = 0;
    for round in 1.. {
        let mut stream = Streams::new(settings.seed).stream(Purpose::Confident, round, 0);
        let before = search.rules;
        let size = Schedule::Thrifty.sample_size(settings.accuracy, round);
        for agreed in 0..size {
            let rules = search.rules;
            let progress = Progress { round, samples, agreed, needed: size, rules, ..Progress::default() };
            if watch(&progress).is_break() {
                return (search.into_rules(), false);
            }
            let set = sampler.draw(&mut stream);
            search.cover(&set, &mut stream);
            samples += 1;
        }
        if search.rules == before {
            break;
        }
    }
    (search.into_rules(), true)
}

struct Search<'a> {
    context: &'a Context,
    settings: &'a ConfidentSettings,
    /// For each attribute, the premises listed for it.
    found: Vec<Vec<AttrSet>>,
    rules: usize,
}

impl Search<'_> {
    /// Lists a rule for everything that most rows with `set` have and no
    /// listed rule covers.
    fn cover(&mut self, set: &AttrSet, stream: &mut Stream) {
        let (support, counts) = self.counts(set);
        let likely = |&attr: &Attr| {
            let wanted = self.settings.target.is_none_or(|target| target == attr);
            wanted && !set.contains(attr) && self.is_confident(counts[attr], support)
        };
        for attr in (0..counts.len()).filter(likely).collect::<Vec<_>>() {
            if !self.found[attr].iter().any(|premise| premise.is_subset(set)) {
                let premise = self.shrink(set, attr, stream);
                self.found[attr].retain(|longer| !premise.is_subset(longer));
                self.found[attr].push(premise);
                self.rules += 1;
            }
        }
    }

    /// Drops attributes in random order while the rule stays confident.
    fn shrink(&self, set: &AttrSet, attr: Attr, stream: &mut Stream) -> AttrSet {
        let mut order: Vec<Attr> = set.iter().collect();
        stream.shuffle(&mut order);
        let mut premise = set.clone();
        for other in order {
            let fewer = premise.without(other);
            let (support, counts) = self.counts(&fewer);
            if self.is_confident(counts[attr], support) {
                premise = fewer;
            }
        }
        premise
    }

    fn is_confident(&self, with: usize, support: usize) -> bool {
        with < support && with as f64 >= self.settings.confidence * support as f64
    }

    /// The number of rows with `set`, and how many of them have each attribute.
    fn counts(&self, set: &AttrSet) -> (usize, Vec<usize>) {
        let mut support = 0;
        let mut counts = vec![0; self.context.attribute_count()];
        for (row, &count) in self.context.distinct().iter().zip(self.context.counts()) {
            if set.is_subset(row) {
                support += count;
                row.iter().for_each(|attr| counts[attr] += count);
            }
        }
        (support, counts)
    }

    fn into_rules(self) -> Vec<ConfidentRule> {
        let attributes = self.context.attribute_count();
        let rule = |premise: &AttrSet, attr: Attr| {
            let (support, counts) = self.counts(premise);
            let implication = Implication::new(premise.clone(), AttrSet::of(attributes, [attr]));
            ConfidentRule { implication, support, confidence: counts[attr] as f64 / support as f64 }
        };
        let mut rules: Vec<ConfidentRule> = (0..attributes)
            .flat_map(|attr| self.found[attr].iter().map(move |premise| (premise, attr)))
            .map(|(premise, attr)| rule(premise, attr))
            .collect();
        rules.sort_by(|a, b| b.support.cmp(&a.support).then(b.confidence.total_cmp(&a.confidence)));
        rules
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Universe;
    use crate::learn::unwatched;

    /// 20 rows; all with a but one have b, all with b have c.
    fn context() -> Context {
        let rows = (0..20).map(|i| {
            AttrSet::of(
                4,
                if i == 0 {
                    vec![0]
                } else if i < 12 {
                    vec![0, 1, 2]
                } else {
                    vec![2, 3]
                },
            )
        });
        Context::from_rows(Arc::new(Universe::letters(4)), rows.collect::<Vec<_>>())
    }

    fn rules(confidence: f64, seed: u64) -> Vec<ConfidentRule> {
        let accuracy = Accuracy::new(0.01, 0.01).unwrap();
        let settings =
            ConfidentSettings { confidence, accuracy, seed, target: None, max_premise: None, min_support: 1 };
        confident_rules(&context(), &settings, &mut unwatched).0
    }

    #[test]
    fn finds_what_mostly_holds_and_not_what_always_does() {
        let found = rules(0.9, 1);
        let a_to = |attr| Implication::new(AttrSet::of(4, [0]), AttrSet::of(4, [attr]));
        assert!(found.iter().any(|rule| rule.implication == a_to(1) && rule.support == 12));
        for rule in &found {
            assert!(rule.confidence >= 0.9 && rule.confidence < 1.0, "{rule:?}");
            assert!(!context().holds(&rule.implication));
        }
        assert_eq!(found, rules(0.9, 1));
    }

    #[test]
    fn every_confident_conclusion_is_covered() {
        let context = context();
        let found = rules(0.6, 2);
        for bits in 0..16u64 {
            let set = AttrSet::from_words(4, [bits]);
            let support = context.support(&set);
            for attr in (0..4).filter(|&attr| !set.contains(attr) && support > 0) {
                let share = context.support(&set.with(attr)) as f64 / support as f64;
                let goal = AttrSet::of(4, [attr]).into();
                let covers = |rule: &ConfidentRule| {
                    rule.implication.conclusion == goal && rule.implication.premise.is_subset(&set)
                };
                assert!(!(0.6..1.0).contains(&share) || found.iter().any(covers), "{set:?} -> {attr}");
            }
        }
    }
}
