//! Certificates about what can be described, and about any few attributes, over a
//! table: as statements about many runs, with exact shares by looking at every set.
#![allow(clippy::unwrap_used)]

mod common;

use common::{binomial_bound, random_context, subsets};
use hornbook::learn::frugal::{Effort, Frugal, FrugalSettings};
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, Learner, Step, unwatched};
use hornbook::oracle::{Oracle, TableOracle};
use hornbook::prepare::{Preparation, WantedSets};
use hornbook::sampling::{ANY_FEW_TIMES_EPSILON, Distribution, Sampler};
use hornbook::{AttrSet, Context, Knowledge, Method, Theory, measure};

const RUNS: u64 = 500;
const EPSILON: f64 = 0.1;
const DELTA: f64 = 0.1;

fn sampler(distribution: &str, context: &Context) -> Sampler {
    distribution.parse::<Distribution>().unwrap().over(context, &[]).unwrap()
}

/// The share of sets drawn that differ in what follows, worked out from the
/// definition: an object by frequency, a number of attributes, and which of them.
fn share(kind: &str, context: &Context, most: usize, differs: impl Fn(&AttrSet) -> bool) -> f64 {
    let n = context.attribute_count();
    let objects: Vec<AttrSet> = match kind {
        "described" => (0..context.len()).map(|row| context.row(row).clone()).collect(),
        _ => vec![AttrSet::full(n)],
    };
    let choose = |of: usize, size: usize| (0..size).fold(1.0, |ways, at| ways * (of - at) as f64 / (at + 1) as f64);
    let mut total = 0.0;
    for set in subsets(n).filter(|set| set.len() <= most).filter(|set| differs(set)) {
        for object in objects.iter().filter(|object| set.is_subset(object)) {
            let times = (1..=most).filter(|&told| told.min(object.len()) == set.len()).count() as f64;
            total += times / most as f64 / choose(object.len(), set.len()) / objects.len() as f64;
        }
    }
    total
}

/// Runs the learner with lists as people get them: all questions of a list are
/// answered before the next is chosen.
fn run_with_lists(learner: &mut Frugal, oracle: &mut impl Oracle<Error = std::convert::Infallible>) {
    loop {
        match learner.next(1, &mut unwatched).unwrap() {
            Step::Ask(questions) => {
                for question in learner.checklist(&questions[0], 8) {
                    if !learner.knowledge().decides(&question.implication) {
                        let Ok(answer) = oracle.ask(&question.implication);
                        learner.answer(&question.implication, &answer).unwrap();
                    }
                }
                learner.withdraw_questions();
            }
            Step::Done => return,
            _ => {}
        }
    }
}

fn errs_no_more_often_than_allowed(distribution: &str, lists: bool) {
    for (at, context) in [random_context(8, 10, 0.4, 1), random_context(10, 12, 0.5, 2)].into_iter().enumerate() {
        let sampler = sampler(distribution, &context);
        let (mut wrong, mut apart_wrong) = (0, 0);
        for seed in 0..RUNS {
            let accuracy = Accuracy::new(EPSILON, DELTA).unwrap();
            let effort = lists.then(Effort::default);
            let settings = FrugalSettings { effort, ..FrugalSettings::new(accuracy, sampler.clone(), seed) };
            let mut learner = Frugal::new(settings, Knowledge::new(context.attribute_count()));
            let mut oracle = TableOracle::new(&context, seed);
            match lists {
                true => run_with_lists(&mut learner, &mut oracle),
                false => learner.run(&mut oracle, &mut unwatched).unwrap(),
            }
            assert!(learner.rules().rules().iter().all(|rule| context.holds(rule)), "every rule is valid");
            let certificate = learner.certificate().unwrap();
            assert!(certificate.epsilon <= EPSILON);
            let differs = |set: &AttrSet| learner.knowledge().lower(set) != context.close(set);
            let main = distribution.split(' ').next().unwrap();
            let error = share(main, &context, 3, differs) > EPSILON;
            let apart = certificate.any_few.is_some_and(|bound| {
                assert!(bound.epsilon <= ANY_FEW_TIMES_EPSILON * EPSILON);
                share("short", &context, 3, differs) > ANY_FEW_TIMES_EPSILON * EPSILON
            });
            wrong += u64::from(error || apart);
            apart_wrong += u64::from(apart);
        }
        let allowed = binomial_bound(RUNS, DELTA);
        assert!(
            wrong <= allowed,
            "domain {at}: {wrong} of {RUNS} runs beyond ε ({apart_wrong} apart), {allowed} allowed"
        );
    }
}

#[test]
fn described() {
    errs_no_more_often_than_allowed("described", false);
}

#[test]
fn short() {
    errs_no_more_often_than_allowed("short", false);
}

#[test]
fn described_and_short() {
    errs_no_more_often_than_allowed("described and short", false);
}

#[test]
fn with_lists_and_by_effort() {
    errs_no_more_often_than_allowed("described and short", true);
}

/// The measures say the same as the definition.
#[test]
fn exact_measures_are_by_definition() {
    for context in [random_context(8, 10, 0.4, 1), random_context(6, 5, 0.2, 3), random_context(5, 4, 0.0, 1)] {
        let basis = hornbook::canonical_basis(&context);
        let some = Theory::from_rules(context.attribute_count(), basis.rules().iter().step_by(2).cloned());
        let differs = |set: &AttrSet| some.close(set) != context.close(set);
        for (kind, most) in [("described", 3), ("short", 3), ("described", 1), ("short", 5)] {
            let sampler = sampler(&format!("{kind}-up-to-{most}"), &context);
            let found = measure::exact_over(&some, &context, &sampler, measure::USUAL_LOOKS).unwrap();
            assert!((found.strong_error - share(kind, &context, most, differs)).abs() < 1e-9, "{kind} {most}");
        }
    }
}

/// By default, what is learned by asking tells nearly all about what occurs.
#[test]
fn by_default_zoo_is_told_as_it_is_described() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    for background in [true, false] {
        let how = Preparation { background, ..Preparation::learning() };
        let table = how.file(path, None).unwrap();
        let accuracy = Accuracy::new(0.05, 0.1).unwrap();
        for seed in 0..3 {
            let usual = LearnOptions::new(Method::Frugal, accuracy, table.context.attribute_count());
            let sampler = table.sampler(&WantedSets::of(Method::Frugal)).unwrap();
            let options = LearnOptions { sampler, seed, ..usual };
            let book = learn_domain(&table.context, &table.background, &options, &mut unwatched).unwrap();
            let run = book.run.as_ref().unwrap();
            assert!(run.certified && run.certificate.unwrap().any_few.is_some());
            let described = sampler_of(&table.context);
            let found = measure::exact_over(&book.theory(), &table.context, &described, measure::USUAL_LOOKS).unwrap();
            assert!(found.recall >= 0.95, "{}", found.recall);
            assert_eq!(found.precision, 1.0);
        }
    }
}

fn sampler_of(context: &Context) -> Sampler {
    sampler("described", context)
}

/// Methods that draw all their samples from one distribution refuse two.
#[test]
fn what_is_certified_apart_needs_a_method_that_can() {
    let context = random_context(6, 8, 0.4, 1);
    let accuracy = Accuracy::new(EPSILON, DELTA).unwrap();
    for method in [Method::Pac, Method::PacValid, Method::PacCached] {
        let usual = LearnOptions::new(method, accuracy, 6);
        let options = LearnOptions { sampler: sampler("described and short", &context), ..usual };
        let refused = learn_domain(&context, &Theory::new(6), &options, &mut unwatched).unwrap_err();
        assert!(refused.to_string().contains("needs the method 'frugal' or 'settle'"), "{refused}");
    }
    let usual = LearnOptions::new(Method::Settle, accuracy, 6);
    let options = LearnOptions { sampler: sampler("described and short", &context), ..usual };
    let book = learn_domain(&context, &Theory::new(6), &options, &mut unwatched).unwrap();
    assert!(book.run.unwrap().certificate.unwrap().any_few.is_some());
}
