//! What a certificate rests on, each by itself: its part of δ, samples that
//! nothing else was drawn with, and knowledge that has not changed since. Hundreds
//! of runs on random domains do not tell that δ is spent twice, as most need but
//! one attempt; so here attempts are many, or are told apart by what they give.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashSet;
use std::convert::Infallible;

use common::{binomial_bound, count_behind, nearly_open, random_context, subsets};
use hornbook::domain::{CountedDomain, Domain};
use hornbook::learn::frugal::{Frugal, FrugalSettings, Settle, Spent};
use hornbook::learn::{Accuracy, Learner, Step, binomial, unwatched};
use hornbook::oracle::{Answer, Limited, Oracle, TableOracle};
use hornbook::sampling::{ANY_FEW_TIMES_EPSILON, Distribution, Purpose, Sampler, streams_opened};
use hornbook::{AttrSet, Certificate, Context, Implication, Knowledge, Model, Theory};

const EPSILON: f64 = 0.1;
const DELTA: f64 = 0.1;

fn settings(attributes: usize, seed: u64) -> FrugalSettings {
    let accuracy = Accuracy::new(EPSILON, DELTA).unwrap();
    FrugalSettings { fallback_after: u64::MAX, ..FrugalSettings::new(accuracy, Sampler::uniform(attributes), seed) }
}

fn domain() -> Context {
    random_context(8, 12, 0.4, 1)
}

/// The part of δ that attempt `i` may fail with.
fn part(i: u64) -> f64 {
    DELTA / (i * (i + 1)) as f64
}

/// Whether a bound fails with just this probability.
fn fails_with(certificate: &Certificate, bound: f64, delta: f64) -> bool {
    count_behind(certificate.samples, bound, delta).is_some()
}

/// A learner at its certificate, after so much was spent before.
fn certified(oracle: &mut impl Oracle<Error: std::fmt::Debug + PartialEq>, spent: Spent, seed: u64) -> Frugal {
    let attributes = oracle.attribute_count();
    let mut learner = Frugal::resume(settings(attributes, seed), Knowledge::new(attributes), 0, Vec::new(), spent);
    learner.run(oracle, &mut unwatched).unwrap();
    learner
}

#[test]
fn each_attempt_has_its_own_part_of_delta() {
    let context = domain();
    for attempts in [0, 1, 5, 100] {
        for seed in 0..5 {
            let spent = Spent { rounds: 3 * attempts, attempts, questions: 0 };
            let learner = certified(&mut TableOracle::new(&context, seed), spent, seed);
            let (certificate, i) = (learner.certificate().unwrap(), learner.spent().attempts);
            assert!(i > attempts, "attempts are not forgotten");
            assert!(certificate.epsilon <= EPSILON);
            assert!(fails_with(&certificate, certificate.epsilon, part(i)), "attempt {i}: {certificate:?}");
        }
    }
}

/// Knows about half of the answers.
struct Forgetful<'a> {
    table: TableOracle<'a>,
    asked: u64,
}

impl Oracle for Forgetful<'_> {
    type Error = Infallible;

    fn attribute_count(&self) -> usize {
        self.table.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        self.asked += 1;
        if self.asked.is_multiple_of(2) { Ok(Answer::Unknown) } else { self.table.ask(question) }
    }
}

/// Where questions are set aside there are two bounds, which share the part.
#[test]
fn what_is_set_aside_has_half_of_the_part() {
    let context = domain();
    for seed in 0..5 {
        let mut oracle = Forgetful { table: TableOracle::new(&context, seed), asked: 0 };
        let mut learner = certified(&mut oracle, Spent::default(), seed);
        assert!(!learner.unanswered().is_empty());
        let check = |certificate: Certificate, part: f64| {
            for bound in [certificate.epsilon, certificate.set_aside] {
                assert!(fails_with(&certificate, bound, part / 2.0), "{part}: {certificate:?}");
            }
        };
        check(learner.certificate().unwrap(), part(learner.spent().attempts));
        check(learner.bound_apart(seed + 1000, 0.01), 0.01);
        let unanswered = learner.unanswered().to_vec();
        learner = Frugal::resume(settings(8, seed), learner.knowledge().clone(), 0, unanswered, learner.spent());
        check(learner.evidence(), part(learner.spent().attempts));
    }
}

/// Where any few attributes are certified apart there are two bounds, or four, which
/// share the part; and both must be within what is wanted.
#[test]
fn what_is_certified_apart_shares_the_part() {
    let context = domain();
    let distribution: Distribution = "described and short".parse().unwrap();
    let sampler = distribution.over(&context, &[]).unwrap();
    let settings = |seed| FrugalSettings { sampler: sampler.clone(), ..settings(8, seed) };
    for (seed, forgets) in [(0, false), (1, false), (2, false), (3, true), (4, true)] {
        let run = || {
            let mut learner = Frugal::new(settings(seed), Knowledge::new(8));
            match forgets {
                true => learner
                    .run(&mut Forgetful { table: TableOracle::new(&context, seed), asked: 0 }, &mut unwatched)
                    .unwrap(),
                false => learner.run(&mut TableOracle::new(&context, seed), &mut unwatched).unwrap(),
            }
            learner
        };
        let (learner, opened) = streams_opened(run);
        let different: HashSet<_> = opened.iter().collect();
        assert_eq!(different.len(), opened.len(), "no two parts share a stream");
        let bounds = if forgets { 4.0 } else { 2.0 };
        let check = |certificate: Certificate, part: f64| {
            let apart = certificate.any_few.unwrap();
            assert!(fails_with(&certificate, certificate.epsilon, part / bounds), "{certificate:?}");
            assert!(count_behind(apart.samples, apart.epsilon, part / bounds).is_some(), "{certificate:?}");
            if forgets && apart.set_aside < 1.0 {
                assert!(count_behind(apart.samples, apart.set_aside, part / bounds).is_some(), "{certificate:?}");
            }
        };
        let certificate = learner.certificate().unwrap();
        assert!(certificate.epsilon <= EPSILON);
        assert!(certificate.any_few.unwrap().epsilon <= ANY_FEW_TIMES_EPSILON * EPSILON);
        check(certificate, part(learner.spent().attempts));
        check(learner.bound_apart(seed + 1000, 0.01), 0.01);
    }
}

/// What is supported when a run is cut short may fail, too.
#[test]
fn evidence_is_an_attempt() {
    let context = domain();
    let mut learner = Frugal::new(settings(8, 1), Knowledge::new(8));
    learner.run(&mut Limited::new(TableOracle::new(&context, 1)).questions(5), &mut unwatched).unwrap_err();
    let attempts = learner.spent().attempts;
    for i in attempts + 1..attempts + 4 {
        let evidence = learner.evidence();
        assert_eq!(learner.spent().attempts, i);
        assert!(fails_with(&evidence, evidence.epsilon, part(i)), "attempt {i}: {evidence:?}");
    }
}

/// The paper's refinement, where it takes over, goes on counting.
#[test]
fn the_fallback_goes_on_counting_attempts() {
    let context = domain();
    let early = FrugalSettings { fallback_after: 0, ..settings(8, 1) };
    let spent = Spent { rounds: 100, attempts: 50, questions: 0 };
    let mut learner = Frugal::resume(early, Knowledge::new(8), 0, Vec::new(), spent);
    learner.run(&mut TableOracle::new(&context, 1), &mut unwatched).unwrap();
    assert!(learner.certificate().is_some());
    assert!(learner.spent().attempts > 50, "{:?}", learner.spent());
}

/// No stream is opened twice, whatever happens: looks, choices, attempts, what is
/// supported on the way, and restarts. So no sample that had a say in what is
/// asked, or in an earlier attempt, is one that a certificate rests on.
#[test]
fn no_stream_is_drawn_from_twice() {
    let context = domain();
    let mut certifying = 0;
    for seed in 0..10 {
        let run = |restarts: bool| {
            let mut oracle = TableOracle::new(&context, seed);
            let mut learner = Frugal::new(settings(8, seed), Knowledge::new(8));
            loop {
                match learner.next(1, &mut unwatched).unwrap() {
                    Step::Ask(questions) => {
                        let question = &questions[0].implication;
                        learner.answer(question, &oracle.ask(question).unwrap()).unwrap();
                    }
                    Step::Attempt => {}
                    step => break assert_eq!(step, Step::Done),
                }
                if learner.spent().questions % 5 == 1 {
                    learner.evidence();
                }
                if restarts {
                    let (knowledge, spent) = (learner.knowledge().clone(), learner.spent());
                    learner = Frugal::resume(settings(8, seed), knowledge, 0, Vec::new(), spent);
                    // Attempts that were announced are made, so that it ends.
                    while learner.next(1, &mut unwatched).unwrap() == Step::Attempt {}
                    learner.withdraw_questions();
                }
            }
        };
        for restarts in [false, true] {
            let ((), opened) = streams_opened(|| run(restarts));
            let different: HashSet<_> = opened.iter().collect();
            assert_eq!(different.len(), opened.len(), "seed {seed}, with restarts: {restarts}");
            certifying += opened.iter().filter(|[_, purpose, ..]| *purpose == Purpose::Certificate as u64).count();
        }
    }
    assert!(certifying > 0, "streams were watched");
}

/// The same where everything can be looked up, in memory or elsewhere.
#[test]
fn settling_spends_delta_and_streams_alike() {
    let context = domain();
    for seed in 0..10 {
        let settle = |domain: &mut dyn Domain<Error = Infallible>| {
            let mut settle = Settle::new(settings(8, seed), Theory::new(8), domain).unwrap();
            assert!(settle.run(usize::MAX, &mut unwatched).unwrap());
            settle.into_learner()
        };
        let (mut here, mut elsewhere) = (&context, CountedDomain::new(&context));
        let domains: [&mut dyn Domain<Error = Infallible>; 2] = [&mut here, &mut elsewhere];
        for domain in domains {
            let (learner, opened) = streams_opened(|| settle(domain));
            let different: HashSet<_> = opened.iter().collect();
            assert_eq!(different.len(), opened.len(), "seed {seed}");
            let (certificate, i) = (learner.certificate().unwrap(), learner.spent().attempts);
            assert!(i > 0 && fails_with(&certificate, certificate.epsilon, part(i)), "attempt {i}: {certificate:?}");
        }
    }
}

/// Bounds set apart are drawn from the streams of the seed they are given alone.
#[test]
fn bounds_apart_leave_the_streams_of_certificates_alone() {
    let context = domain();
    let mut learner = Frugal::new(settings(8, 1), Knowledge::new(8));
    learner.run(&mut Limited::new(TableOracle::new(&context, 1)).questions(5), &mut unwatched).unwrap_err();
    let spent = learner.spent();
    let (bound, opened) = streams_opened(|| learner.bound_apart(77, 0.03));
    assert!(!opened.is_empty() && opened.iter().all(|[seed, ..]| *seed == 77), "{opened:?}");
    assert!(fails_with(&bound, bound.epsilon, 0.03), "{bound:?}");
    assert_eq!(learner.spent(), spent, "nothing is spent of what certificates have");
}

/// An attempt is announced before it is made, so that it can be on record; and
/// what is learned later ends a certificate.
#[test]
fn attempts_are_announced_and_certificates_end_with_news() {
    let context = domain();
    for seed in 0..10 {
        let mut oracle = TableOracle::new(&context, seed);
        let mut learner = Frugal::new(settings(8, seed), Knowledge::new(8));
        let mut announced = 0;
        while learner.certificate().is_none() {
            let step = learner.next(1, &mut unwatched).unwrap();
            assert_eq!(learner.spent().attempts, announced);
            match step {
                Step::Attempt => announced += 1,
                Step::Ask(questions) => {
                    let question = &questions[0].implication;
                    learner.answer(question, &oracle.ask(question).unwrap()).unwrap();
                }
                _ => {}
            }
        }
        // What else there is may be told at any time.
        let row = context.distinct().iter().find(|row| !learner.knowledge().models().iter().any(|m| m.has() == *row));
        let row = row.unwrap();
        let question = Implication::never(row.clone());
        learner.answer(&question, &Answer::Refuted(Model::complete(row.clone()))).unwrap();
        assert_eq!(learner.certificate(), None);
        learner.run(&mut oracle, &mut unwatched).unwrap();
        assert!(learner.spent().attempts > announced, "it takes another attempt");
    }
}

/// Samples, and so certificates, do not depend on the number of threads, with
/// blocks enough for all of them.
#[test]
fn threads_change_no_certificate() {
    let context = random_context(10, 40, 0.5, 3);
    let certified = |threads: usize, seed: u64| {
        let accuracy = Accuracy::new(0.01, DELTA).unwrap();
        let settings = FrugalSettings { threads, ..FrugalSettings::new(accuracy, Sampler::uniform(10), seed) };
        let mut learner = Frugal::new(settings, Knowledge::new(10));
        learner.run(&mut TableOracle::new(&context, seed), &mut unwatched).unwrap();
        (learner.certificate().unwrap(), learner.samples(), learner.spent())
    };
    for seed in 0..3 {
        let alone = certified(1, seed);
        assert!(alone.0.samples > 100_000);
        for threads in [2, 3, 7] {
            assert_eq!(certified(threads, seed), alone, "{threads} threads");
        }
    }
}

/// Slightly more than ε of the sets are open, and stay so: whoever is asked goes
/// away, and the run is taken up again, many times. Whatever is certified is
/// wrong then, and that may happen in δ of the runs, however many attempts each
/// makes. With all of δ, or that of the first attempt, for every one of them it
/// happens in most.
#[test]
fn many_attempts_are_wrong_no_more_often_than_one() {
    const RUNS: u64 = 200;
    const RESTARTS: usize = 60;
    let delta = 0.4;
    let (models, open) = nearly_open();
    let accuracy = Accuracy::new(open / 1.002, delta).unwrap();
    let mut attempts = 0;
    let is_wrong = |seed: u64| {
        let mut spent = Spent::default();
        let mut is_wrong = false;
        for _ in 0..RESTARTS {
            let mut knowledge = Knowledge::new(6);
            models.iter().for_each(|model| knowledge.see(model.clone().into()).unwrap());
            let settings = FrugalSettings::new(accuracy, Sampler::uniform(6), seed);
            let mut learner = Frugal::resume(settings, knowledge, 0, Vec::new(), spent);
            let mut step = Step::Attempt;
            while step == Step::Attempt {
                step = learner.next(1, &mut unwatched).unwrap();
            }
            spent = learner.spent();
            is_wrong |= step == Step::Done;
        }
        attempts += spent.attempts;
        is_wrong
    };
    let wrong = (0..RUNS).map(is_wrong).filter(|&wrong| wrong).count() as u64;
    let allowed = binomial_bound(RUNS, delta);
    eprintln!("{wrong} wrong, {allowed} allowed of {RUNS}; {} attempts a run", attempts / RUNS);
    assert!(wrong <= allowed, "{wrong} of {RUNS} certified wrongly, {allowed} allowed");
    assert!(attempts > 2 * RUNS, "too few attempts for this to tell anything");
}

/// An attempt ends early once too many sets are open; then nothing is certified.
/// Each has so many blocks of samples that it need not come to the last to fail.
#[test]
fn attempts_that_end_early_certify_nothing() {
    let mut knowledge = Knowledge::new(7);
    let has_not_all = subsets(7).filter(|set| set.len() < 7);
    has_not_all.for_each(|model| knowledge.see(model.into()).unwrap());
    // Whether there is something that has all is open, for one set of 128.
    let accuracy = Accuracy::new(1.0 / 128.3, 0.4).unwrap();
    let (mut attempts, mut certificates) = (0, 0);
    for seed in 0..30 {
        let mut spent = Spent::default();
        for _ in 0..6 {
            let settings = FrugalSettings::new(accuracy, Sampler::uniform(7), seed);
            let mut learner = Frugal::resume(settings, knowledge.clone(), 0, Vec::new(), spent);
            while learner.next(1, &mut unwatched).unwrap() == Step::Attempt {}
            if let Some(certificate) = learner.certificate() {
                assert!(certificate.epsilon <= accuracy.epsilon(), "{certificate:?}");
                certificates += 1;
            }
            spent = learner.spent();
        }
        attempts += spent.attempts;
    }
    assert!(attempts > certificates + 5, "{certificates} certificates by {attempts} attempts: too few failed to tell");
}

/// Counts of open sets scatter as those of independent draws from the distribution
/// do: about the right mean, and by neither more nor less.
#[test]
fn samples_are_independent_and_by_the_distribution() {
    const BOUNDS: u64 = 400;
    let (models, _) = nearly_open();
    let mut knowledge = Knowledge::new(6);
    models.iter().for_each(|model| knowledge.see(model.clone().into()).unwrap());
    let groups = vec![vec![0, 1], vec![2, 3, 4, 5]];
    let is_allowed =
        |set: &AttrSet| groups.iter().all(|group| group.iter().filter(|&&attr| set.contains(attr)).count() <= 1);
    let columns = Sampler::Columns { attributes: 6, groups: groups.clone() };
    let all: Vec<AttrSet> = subsets(6).collect();
    let allowed: Vec<AttrSet> = subsets(6).filter(is_allowed).collect();
    // Every set of these is as likely.
    for (sampler, sets) in [(Sampler::uniform(6), all), (columns, allowed)] {
        let name = sampler.distribution();
        let share = sets.iter().filter(|set| !knowledge.is_settled(set)).count() as f64 / sets.len() as f64;
        let learner = Frugal::new(FrugalSettings { sampler, ..settings(6, 1) }, knowledge.clone());
        let (mut offset, mut scatter) = (0.0, 0.0);
        for seed in 0..BOUNDS {
            let bound = learner.bound_apart(seed, DELTA);
            let found = count_behind(bound.samples, bound.epsilon, DELTA).unwrap() as f64;
            let samples = bound.samples as f64;
            let deviations = (found - samples * share) / (samples * share * (1.0 - share)).sqrt();
            offset += deviations / (BOUNDS as f64).sqrt();
            scatter += deviations.powi(2) / BOUNDS as f64;
        }
        // Four deviations of either.
        assert!(offset.abs() < 4.0, "{name}: off by {offset} deviations");
        assert!((scatter - 1.0).abs() < 4.0 * (2.0 / BOUNDS as f64).sqrt(), "{name}: variance times {scatter}");
    }
}

#[test]
fn counts_behind_bounds_are_found() {
    assert_eq!(count_behind(100, 1.0 - 0.05f64.powf(0.01), 0.05), Some(0));
    assert_eq!(count_behind(100, 0.04, 0.05), None);
    for (samples, found) in [(10, 3), (20_000, 1900)] {
        let bound = binomial::upper_bound(samples, found, 0.05);
        assert_eq!(count_behind(samples, bound, 0.05), Some(found));
        assert_eq!(count_behind(samples, bound, 0.025), None);
    }
}
