//! The paper's datasets: figures that must come out.
#![allow(clippy::unwrap_used)]

use hornbook::Method;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::pac::Strength;
use hornbook::learn::{Accuracy, Schedule, unwatched};
use hornbook::{Context, Rulebook, Theory, format, scaling};

fn zoo() -> Context {
    format::read_context_file("../../data/zoo.csv", None, &scaling::ScalingOptions::default()).unwrap().context
}

fn learn(context: &Context, method: Method, strength: Strength, schedule: Schedule, seed: u64) -> Rulebook {
    let accuracy = Accuracy::new(0.01, 0.1).unwrap();
    let options =
        LearnOptions { strength, schedule, seed, ..LearnOptions::new(method, accuracy, context.attribute_count()) };
    learn_domain(context, &Theory::new(context.attribute_count()), &options, &mut unwatched).unwrap()
}

/// The paper's table has 24, 23, 26, 24, 28 and 26 rules at ε = .01.
#[test]
fn the_variant_behind_the_papers_table_finds_as_many_rules() {
    let zoo = zoo();
    let method = Method::PacCached;
    let (strength, schedule) = (method.usual_strength(), method.usual_schedule());
    let sizes: Vec<usize> = (0..20).map(|seed| learn(&zoo, method, strength, schedule, seed).rules.len()).collect();
    let mean = sizes.iter().sum::<usize>() as f64 / sizes.len() as f64;
    assert!((21.0..=30.0).contains(&mean), "mean {mean} of {sizes:?}");
}

/// Ganter's exploration of Zoo confirms its 141 rules with about 190 questions.
#[test]
fn classical_exploration_asks_about_190_questions() {
    let zoo = zoo();
    let asked: Vec<u64> = (0..10)
        .map(|seed| {
            let book = learn(&zoo, Method::Exploration, Strength::Strong, Schedule::Thrifty, seed);
            let run = book.run.unwrap();
            assert_eq!((book.rules.len(), run.questions.confirmed), (141, 141));
            run.questions.asked
        })
        .collect();
    let mean = asked.iter().sum::<u64>() as f64 / asked.len() as f64;
    assert!((180.0..=200.0).contains(&mean), "{asked:?}");
}
