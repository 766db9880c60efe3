//! A second, brute-force engine for small universes, and ways to make contexts.
#![allow(dead_code, clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::sync::Arc;

use hornbook::canonical::BasisSettings;
use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{AttrSet, Conclusion, Context, Implication, Knowledge, Theory, Universe, canonical_basis_with};
use proptest::prelude::*;

/// Every subset of a universe.
pub fn subsets(attributes: usize) -> impl Iterator<Item = AttrSet> {
    (0..1u64 << attributes).map(move |bits| AttrSet::from_words(attributes, [bits]))
}

/// 𝓗(X) by definition: the intersection of all models that contain X.
pub fn close_by_definition(theory: &Theory, set: &AttrSet) -> Conclusion {
    let models = subsets(theory.attribute_count()).filter(|model| set.is_subset(model) && theory.is_model(model));
    models.reduce(|a, b| a.intersection(&b)).map_or(Conclusion::Falsum, Conclusion::Attrs)
}

/// The canonical basis by definition: all pseudo-closed sets, smaller first.
pub fn basis_by_definition(attributes: usize, close: impl Fn(&AttrSet) -> Conclusion) -> Vec<Implication> {
    let mut sets: Vec<AttrSet> = subsets(attributes).collect();
    sets.sort_by_key(AttrSet::len);
    let mut basis: Vec<Implication> = Vec::new();
    for set in sets {
        let closure = close(&set);
        let respects = |rule: &Implication| {
            !rule.premise.is_proper_subset(&set)
                || matches!(&rule.conclusion, Conclusion::Attrs(c) if c.is_proper_subset(&set))
        };
        if closure != Conclusion::Attrs(set.clone()) && basis.iter().all(respects) {
            basis.push(Implication { premise: set, conclusion: closure });
        }
    }
    basis
}

/// The basis beyond a background, on so many threads.
pub fn relative_basis(context: &Context, background: &Theory, threads: usize) -> Theory {
    let settings = BasisSettings { threads, ..BasisSettings::default() };
    canonical_basis_with(context, background, &settings, &mut |_| ControlFlow::Continue(())).unwrap().rules
}

/// The same rules in a fixed order.
pub fn sorted(rules: impl IntoIterator<Item = Implication>) -> Vec<Implication> {
    let mut rules: Vec<_> = rules.into_iter().collect();
    rules.sort();
    rules
}

/// A random context: each place filled with the given probability.
pub fn random_context(attributes: usize, rows: usize, density: f64, seed: u64) -> Context {
    let mut stream = Streams::new(seed).stream(Purpose::Measure, 999, 0);
    let row = |stream: &mut Stream| AttrSet::of(attributes, (0..attributes).filter(|_| stream.unit() < density));
    let rows: Vec<_> = (0..rows).map(|_| row(&mut stream)).collect();
    Context::from_rows(Arc::new(Universe::letters(attributes)), rows)
}

/// Contexts of up to 8 attributes and 10 rows.
pub fn contexts() -> impl Strategy<Value = Context> {
    (0usize..=8, 0usize..=10).prop_flat_map(|(attributes, rows)| {
        let row = any::<u64>().prop_map(move |bits| AttrSet::from_words(attributes, [bits]));
        let dense = (any::<u64>(), any::<u64>()).prop_map(move |(a, b)| AttrSet::from_words(attributes, [a | b]));
        proptest::collection::vec(prop_oneof![row, dense], rows)
            .prop_map(move |rows| Context::from_rows(Arc::new(Universe::letters(attributes)), rows))
    })
}

/// Theories over 6 attributes.
pub fn theories() -> impl Strategy<Value = Theory> {
    let rule = (any::<u64>(), any::<u64>(), any::<u64>(), 0..5).prop_map(|(a, b, c, kind)| {
        let premise = AttrSet::from_words(6, [a & b]);
        if kind == 0 { Implication::never(premise) } else { Implication::new(premise, AttrSet::from_words(6, [b & c])) }
    });
    proptest::collection::vec(rule, 0..8).prop_map(|rules| Theory::from_rules(6, rules))
}

/// The largest count of successes that is not yet evidence, at 99.9%, for a
/// probability above `p` in `n` trials.
pub fn binomial_bound(n: u64, p: f64) -> u64 {
    let mut term = (1.0 - p).powi(n as i32);
    let mut below = term;
    let mut count = 0;
    while below < 0.999 {
        term *= (n - count) as f64 / (count + 1) as f64 * p / (1.0 - p);
        below += term;
        count += 1;
    }
    count
}

/// How many of `samples` were found where a bound is one that fails with
/// probability `delta` (Clopper and Pearson): P(Bin(samples, bound) ≤ count) = δ.
/// None if it is a bound at no count at all, so at some other δ. By summing up.
pub fn count_behind(samples: u64, bound: f64, delta: f64) -> Option<u64> {
    let odds = (bound / (1.0 - bound)).ln();
    let mut ln_term = samples as f64 * (-bound).ln_1p();
    let mut below = 0.0;
    for count in 0..samples {
        below += ln_term.exp();
        // From one count to the next it grows by far more than that.
        if (below / delta - 1.0).abs() < 1e-6 {
            return Some(count);
        }
        if below > delta {
            return None;
        }
        ln_term += ((samples - count) as f64 / (count + 1) as f64).ln() + odds;
    }
    None
}

/// Some models over 6 attributes, and the share of all sets that are open if
/// these are all that is known.
pub fn nearly_open() -> (Vec<AttrSet>, f64) {
    let models = random_context(6, 12, 0.5, 1).distinct().to_vec();
    let mut knowledge = Knowledge::new(6);
    models.iter().for_each(|model| knowledge.see(model.clone().into()).unwrap());
    let open = subsets(6).filter(|set| !knowledge.is_settled(set)).count() as f64 / 64.0;
    (models, open)
}

/// The truth about every subset, for exact errors over many runs.
pub struct Truth {
    sets: Vec<(AttrSet, Conclusion)>,
}

impl Truth {
    pub fn of(context: &Context) -> Self {
        Self { sets: subsets(context.attribute_count()).map(|set| (set.clone(), context.close(&set))).collect() }
    }

    /// The share of sets with another closure.
    pub fn strong_error(&self, theory: &Theory) -> f64 {
        self.share(|set, truth| theory.close(set) != *truth)
    }

    /// The share of sets that are a model of just one.
    pub fn weak_error(&self, theory: &Theory) -> f64 {
        self.share(|set, truth| theory.is_model(set) != (truth.attrs() == Some(set)))
    }

    fn share(&self, wrong: impl Fn(&AttrSet, &Conclusion) -> bool) -> f64 {
        self.sets.iter().filter(|(set, truth)| wrong(set, truth)).count() as f64 / self.sets.len() as f64
    }
}

/// Small domains of different kinds: sparse, dense, wide, with few rows.
pub fn small_domains() -> Vec<Context> {
    vec![
        random_context(10, 12, 0.3, 1),
        random_context(12, 30, 0.5, 2),
        random_context(12, 15, 0.7, 3),
        random_context(14, 20, 0.6, 4),
    ]
}
