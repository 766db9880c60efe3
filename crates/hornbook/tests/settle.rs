//! Learning where questions are free: settling a table, and choosing between
//! that and the exact basis.
#![allow(clippy::unwrap_used)]

mod common;

use common::{binomial_bound, random_context, subsets};
use hornbook::StopReason;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::sampling::{Distribution, Sampler};
use hornbook::{AttrSet, Conclusion, Context, Rulebook, Theory, canonical_basis, format, scaling};
use hornbook::{Guarantee, Method};

const RUNS: u64 = 500;
const DELTA: f64 = 0.2;

fn options(context: &Context, method: Method, epsilon: f64) -> LearnOptions {
    LearnOptions::new(method, Accuracy::new(epsilon, DELTA).unwrap(), context.attribute_count())
}

fn learned(context: &Context, options: &LearnOptions) -> Rulebook {
    learn_domain(context, &Theory::new(context.attribute_count()), options, &mut unwatched).unwrap()
}

/// Each set with its probability, estimated by drawing where that is simplest:
/// a million draws are off by far less than ε.
fn weights(context: &Context, sampler: &Sampler) -> Vec<(AttrSet, f64)> {
    let n = context.attribute_count();
    match sampler {
        Sampler::Uniform { .. } => subsets(n).map(|set| (set, 0.5f64.powi(n as i32))).collect(),
        _ => {
            let mut counts = std::collections::HashMap::new();
            let streams = hornbook::sampling::Streams::new(99);
            let mut stream = streams.stream(hornbook::sampling::Purpose::Measure, 1, 0);
            let draws = 1_000_000;
            (0..draws).for_each(|_| *counts.entry(sampler.draw(&mut stream)).or_insert(0.0) += 1.0 / draws as f64);
            counts.into_iter().collect()
        }
    }
}

/// Runs hundreds of times and counts those that err for more than ε. The
/// rounds end well below ε, as rules cost nothing; so that there is something
/// to err about, ε is large.
fn keeps_its_promise(
    context: &Context,
    change: impl Fn(LearnOptions) -> LearnOptions,
    wrong: impl Fn(&Theory, &AttrSet) -> bool,
) {
    for epsilon in [0.05, 0.3] {
        let options = change(options(context, Method::Settle, epsilon));
        let weights = weights(context, &options.sampler);
        let (mut failures, mut errors) = (0, 0.0);
        for seed in 0..RUNS {
            let book = learned(context, &LearnOptions { seed, ..options.clone() });
            assert_eq!(book.run.as_ref().unwrap().stopped, StopReason::Certified);
            assert!(book.rules.iter().all(|rule| context.holds(&rule.implication)), "every rule is valid");
            let theory = book.theory();
            let error: f64 = weights.iter().filter(|(set, _)| wrong(&theory, set)).map(|(_, weight)| weight).sum();
            failures += u64::from(error > epsilon);
            errors += error;
        }
        assert!(failures <= binomial_bound(RUNS, DELTA), "ε = {epsilon}: {failures} of {RUNS} runs beyond it");
        assert!(errors > 0.0, "there was nothing to err about");
    }
}

fn domain() -> Context {
    random_context(10, 25, 0.4, 5)
}

#[test]
fn any_distribution() {
    let context = domain();
    let groups = [vec![0, 1, 2], vec![4, 5]];
    for name in ["uniform", "support", "columns", "uniform:0.3+support:0.7"] {
        let sampler = name.parse::<Distribution>().unwrap().over(&context, &groups).unwrap();
        keeps_its_promise(
            &context,
            |options| LearnOptions { sampler: sampler.clone(), ..options },
            |theory, set| theory.close(set) != context.close(set),
        );
    }
}

#[test]
fn one_target() {
    let context = domain();
    let target = AttrSet::of(10, [3]);
    let sampler = "support".parse::<Distribution>().unwrap().over(&context, &[]).unwrap();
    keeps_its_promise(
        &context,
        |options| LearnOptions { target: Some(3), sampler: sampler.clone(), ..options },
        |theory, set| theory.close(set).contains(&target) != context.close(set).contains(&target),
    );
}

#[test]
fn short_premises() {
    let context = domain();
    let sampler = Sampler::uniform(10).at_most(3);
    keeps_its_promise(
        &context,
        |options| LearnOptions { max_premise: Some(3), sampler: sampler.clone(), ..options },
        |theory, set| theory.close(set) != context.close(set),
    );
    let short = LearnOptions { max_premise: Some(3), sampler, ..options(&context, Method::Settle, 0.001) };
    assert!(learned(&context, &short).rules.iter().all(|rule| rule.implication.premise.len() <= 3));
}

#[test]
fn threads_change_nothing() {
    let context = random_context(60, 300, 0.3, 2);
    for method in [Method::Settle, Method::Auto] {
        let run = |threads| learned(&context, &LearnOptions { threads, ..options(&context, method, 0.02) });
        let one = run(1);
        for threads in [2, 3, 8] {
            assert_eq!(run(threads).rules, one.rules);
        }
    }
}

/// However sure one wants to be, it ends.
#[test]
fn the_smallest_delta() {
    let context = random_context(40, 200, 0.3, 3);
    for delta in [1e-6, 1e-12, 1e-25, 1e-60, 1e-300] {
        let accuracy = Accuracy::new(0.02, delta).unwrap();
        for method in [Method::Settle, Method::Auto] {
            let book = learned(&context, &LearnOptions::new(method, accuracy, 40));
            assert!(book.run.unwrap().certified);
        }
    }
}

#[test]
fn tables_without_rows_and_without_attributes() {
    for (attributes, rows) in [(0, 0), (0, 3), (3, 0), (1, 1)] {
        let context = random_context(attributes, rows, 1.0, 1);
        for method in [Method::Auto, Method::Settle] {
            let theory = learned(&context, &options(&context, method, 0.01)).theory();
            assert!(subsets(attributes).all(|set| theory.close(&set) == context.close(&set)));
        }
    }
}

#[test]
fn auto_is_exact_where_that_is_quick_and_samples_where_it_is_not() {
    let used = |context: &Context, change: &dyn Fn(&mut LearnOptions)| {
        let mut options = options(context, Method::Auto, 0.01);
        change(&mut options);
        let book = learned(context, &options);
        (book.run.as_ref().unwrap().method, book)
    };
    let zoo = format!("{}/../../data/zoo.csv", env!("CARGO_MANIFEST_DIR"));
    let zoo = format::read_context_file(zoo, None, &scaling::ScalingOptions::default()).unwrap().context;
    let (method, book) = used(&zoo, &|_| ());
    assert_eq!(method, Method::Exact);
    assert!(book.theory().is_equivalent(&canonical_basis(&zoo)));
    assert_eq!(used(&zoo, &|options| options.limit_questions = Some(100)).0, Method::Frugal);
    assert_eq!(used(&zoo, &|options| options.target = Some(0)).0, Method::Exact);

    // Whoever wants to know about ε is told about ε.
    let large = random_context(80, 400, 0.3, 1);
    let (method, book) = used(&large, &|options| options.rather_sample = true);
    assert_eq!(method, Method::Settle);
    assert_eq!(book.run.unwrap().guarantee, Guarantee::Strong);
}

#[test]
fn what_never_occurs_is_told_from_everything() {
    // No row has a; every set with it is impossible.
    let rows = [AttrSet::of(3, [1]), AttrSet::of(3, [1, 2])];
    let universe = std::sync::Arc::new(hornbook::Universe::letters(3));
    let theory = {
        let context = Context::from_rows(universe, rows);
        learned(&context, &options(&context, Method::Settle, 0.01)).theory()
    };
    assert_eq!(theory.close(&AttrSet::of(3, [0])), Conclusion::Falsum);
    assert_eq!(theory.close(&AttrSet::empty(3)), Conclusion::Attrs(AttrSet::of(3, [1])));
}
