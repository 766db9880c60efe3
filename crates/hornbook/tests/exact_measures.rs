//! Exact measures over every distribution, against brute force and against
//! estimates.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;

use common::{random_context, subsets};
use hornbook::measure::{self, MeasureError, Measures, USUAL_LOOKS};
use hornbook::sampling::{Distribution, Purpose, Sampler, Streams};
use hornbook::{AttrSet, Context, Implication, Theory, canonical_basis};

const ATTRIBUTES: usize = 8;
/// The values of two columns; the other attributes are there or not.
const GROUPS: [&[usize]; 2] = [&[1, 2, 3], &[5, 6]];
const DISTRIBUTIONS: [&str; 5] =
    ["uniform", "columns", "support", "uniform:0.2+support:0.8", "columns:1+uniform:2+support:3"];

fn groups() -> Vec<Vec<usize>> {
    GROUPS.map(<[usize]>::to_vec).to_vec()
}

fn sampler(name: &str, context: &Context) -> Sampler {
    name.parse::<Distribution>().unwrap().over(context, &groups()).unwrap()
}

/// How likely each set is, by the definitions of the distributions.
fn weights(name: &str, context: &Context) -> HashMap<AttrSet, f64> {
    let one = |name: &str| -> HashMap<AttrSet, f64> {
        let weight = |set: &AttrSet| match name {
            "uniform" => 1.0,
            "columns" => {
                let values = |group: &[usize]| group.iter().filter(|&&attr| set.contains(attr)).count();
                if GROUPS.iter().all(|group| values(group) <= 1) { 1.0 } else { 0.0 }
            }
            _ => context.support(set) as f64,
        };
        let weighted: HashMap<_, _> = subsets(ATTRIBUTES).map(|set| (set.clone(), weight(&set))).collect();
        let total: f64 = weighted.values().sum();
        weighted.into_iter().map(|(set, weight)| (set, weight / total)).collect()
    };
    let parts: Vec<(f64, &str)> = name
        .split('+')
        .map(|part| part.split_once(':').map_or((1.0, part), |(name, weight)| (weight.parse().unwrap(), name)))
        .collect();
    let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
    let mut mixed: HashMap<AttrSet, f64> = HashMap::new();
    for (weight, name) in parts {
        one(name).into_iter().for_each(|(set, share)| *mixed.entry(set).or_default() += share * weight / total);
    }
    mixed
}

/// Precision, recall, weak and strong error, set by set.
fn by_definition(theory: &Theory, context: &Context, weights: &HashMap<AttrSet, f64>) -> [f64; 4] {
    let share = |wanted: &dyn Fn(&AttrSet) -> bool| -> f64 {
        weights.iter().filter(|(set, _)| wanted(set)).map(|(_, weight)| weight).sum()
    };
    let is_model = |set: &AttrSet| context.close(set).attrs() == Some(set);
    [
        share(&|set| theory.close(set).is_within(&context.close(set))),
        share(&|set| context.close(set).is_within(&theory.close(set))),
        share(&|set| theory.is_model(set) != is_model(set)),
        share(&|set| theory.close(set) != context.close(set)),
    ]
}

fn figures(measured: &Measures) -> [f64; 4] {
    [measured.precision, measured.recall, measured.weak_error, measured.strong_error]
}

/// Some rules that hold, some that do not, and a background that holds.
fn theory(context: &Context, seed: u64) -> Theory {
    let mut stream = Streams::new(seed).stream(Purpose::Look, 3, 0);
    let basis = canonical_basis(context);
    let background = basis.rules().iter().filter(|_| stream.unit() < 0.6).cloned().collect::<Vec<_>>();
    let wrong = (0..seed % 3).map(|at| {
        let premise = AttrSet::of(ATTRIBUTES, [stream.below(ATTRIBUTES), stream.below(ATTRIBUTES)]);
        match at {
            0 => Implication::never(premise),
            _ => Implication::new(premise, AttrSet::of(ATTRIBUTES, [stream.below(ATTRIBUTES)])),
        }
    });
    Theory::from_rules(ATTRIBUTES, background.into_iter().chain(wrong.collect::<Vec<_>>()))
}

#[test]
fn every_distribution_is_measured_as_by_definition() {
    for seed in 0..40 {
        let context = random_context(ATTRIBUTES, 1 + seed as usize % 12, 0.2 + 0.02 * (seed % 25) as f64, seed);
        let rules = theory(&context, seed);
        for name in DISTRIBUTIONS {
            let found = measure::exact_over(&rules, &context, &sampler(name, &context), USUAL_LOOKS).unwrap();
            let expected = by_definition(&rules, &context, &weights(name, &context));
            for (found, expected) in figures(&found).iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12, "{name}, seed {seed}: {found} for {expected}");
            }
            assert!(found.exact);
        }
        let uniform = sampler("uniform", &context);
        let over = measure::exact_over(&rules, &context, &uniform, USUAL_LOOKS).unwrap();
        assert_eq!(over, measure::exact(&rules, &context).unwrap());
    }
}

#[test]
fn estimates_agree_with_exact_measures() {
    for (attributes, rows) in [(14, 30), (20, 60)] {
        let context = random_context(attributes, rows, 0.4, 5);
        let basis = canonical_basis(&context);
        let rules = Theory::from_rules(attributes, basis.rules().iter().step_by(3).cloned());
        for name in DISTRIBUTIONS {
            let sampler = sampler(name, &context);
            let exact = measure::exact_over(&rules, &context, &sampler, USUAL_LOOKS).unwrap();
            let Ok(estimate) = measure::estimate(&rules, &context, &sampler, 34_539, 1, 1);
            for (exact, estimate) in figures(&exact).iter().zip(figures(&estimate)) {
                assert!((exact - estimate).abs() < 0.01, "{name}: {estimate} for {exact}");
            }
            let whole = measure::exact_over(&basis, &context, &sampler, USUAL_LOOKS).unwrap();
            assert_eq!(figures(&whole), [1.0, 1.0, 0.0, 0.0], "{name}");
        }
    }
}

#[test]
fn sets_that_never_occur_need_no_look() {
    // 70 attributes of which no two go together: 2^70 sets, and all but 71 impossible.
    let attributes = 70;
    let context = Context::from_rows(
        random_context(attributes, 0, 0.5, 1).universe().clone(),
        (0..attributes).map(|attr| AttrSet::of(attributes, [attr])),
    );
    let pairs = (0..attributes).flat_map(|a| (0..a).map(move |b| Implication::never(AttrSet::of(attributes, [a, b]))));
    let mut rules = Theory::from_rules(attributes, pairs);
    let uniform = Sampler::uniform(attributes);
    let found = measure::exact_over(&rules, &context, &uniform, USUAL_LOOKS).unwrap();
    assert_eq!((found.strong_error, found.weak_error, found.recall, found.probes), (0.0, 0.0, 1.0, u64::MAX));
    // Without one of the rules there is one set more, and its part of all is known.
    rules.pop();
    let found = measure::exact_over(&rules, &context, &uniform, USUAL_LOOKS).unwrap();
    assert!((found.strong_error * 70f64.exp2() - 1.0).abs() < 1e-12 && found.precision == 1.0, "{found:?}");
    // Without any there are far too many.
    let nothing = Theory::new(attributes);
    let refused = measure::exact_over(&nothing, &context, &uniform, USUAL_LOOKS);
    assert_eq!(refused, Err(MeasureError::TooLarge(attributes)));
}

#[test]
fn what_cannot_be_listed_is_refused() {
    let context = random_context(6, 5, 0.5, 1);
    let rules = Theory::new(6);
    for sampler in [Sampler::uniform(6).at_most(2), Sampler::uniform(6).supported(2, &context)] {
        assert_eq!(measure::exact_over(&rules, &context, &sampler, USUAL_LOOKS), Err(MeasureError::NotListed));
    }
    // A distribution by rows of which one is large has too many subsets.
    let wide = random_context(400, 2, 0.9, 1);
    let support = sampler("support", &wide);
    let refused = measure::exact_over(&Theory::new(400), &wide, &support, USUAL_LOOKS);
    assert_eq!(refused, Err(MeasureError::TooLarge(400)));
    let uniform = measure::exact_over(&Theory::new(400), &wide, &Sampler::uniform(400), USUAL_LOOKS);
    assert_eq!(uniform, Err(MeasureError::TooLarge(400)));
}
