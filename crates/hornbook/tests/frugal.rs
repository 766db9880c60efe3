//! The frugal learner: its guarantee as a statement about many runs, what it
//! does with answers as people give them, and how many questions it asks.
#![allow(clippy::unwrap_used)]

mod common;

use std::convert::Infallible;

use common::{binomial_bound, random_context, subsets};
use hornbook::learn::exploration::AttributeExploration;
use hornbook::learn::frugal::{Frugal, FrugalSettings, Spent};
use hornbook::learn::{Accuracy, LearnError, unwatched};
use hornbook::learn::{Learner, Step};
use hornbook::oracle::{Answer, Counted, LimitError, Limited, Oracle, TableOracle};
use hornbook::sampling::{Purpose, Sampler, Stream, Streams, SupportSampler};
use hornbook::{AttrSet, Conclusion, Context, Implication, Knowledge, Model, Theory, canonical_basis, format, scaling};

const RUNS: u64 = 500;
const EPSILON: f64 = 0.1;
const DELTA: f64 = 0.1;

fn settings(sampler: Sampler, seed: u64) -> FrugalSettings {
    let accuracy = Accuracy::new(EPSILON, DELTA).unwrap();
    FrugalSettings { fallback_after: u64::MAX, ..FrugalSettings::new(accuracy, sampler, seed) }
}

/// Small ones, since every test runs hundreds of times.
fn domains() -> [Context; 2] {
    [random_context(8, 10, 0.4, 1), random_context(10, 12, 0.3, 2)]
}

/// Each set with its probability.
type Weights = Vec<(AttrSet, f64)>;

fn uniform(context: &Context) -> (Sampler, Weights) {
    let n = context.attribute_count();
    (Sampler::uniform(n), subsets(n).map(|set| (set, 0.5f64.powi(n as i32))).collect())
}

fn support(context: &Context) -> (Sampler, Weights) {
    let weights: Weights =
        subsets(context.attribute_count()).map(|set| (set.clone(), context.support(&set) as f64)).collect();
    let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let sampler = Sampler::Support(SupportSampler::of_context(context).unwrap());
    (sampler, weights.into_iter().map(|(set, weight)| (set, weight / total)).collect())
}

fn columns(context: &Context) -> (Sampler, Weights) {
    let n = context.attribute_count();
    let groups = vec![vec![0, 1, 2], vec![4, 5]];
    let allowed =
        |set: &AttrSet| groups.iter().all(|group| group.iter().filter(|&&attr| set.contains(attr)).count() <= 1);
    let each = 1.0 / 4.0 / 3.0 * 0.5f64.powi(n as i32 - 5);
    let weights = subsets(n).map(|set| (set.clone(), if allowed(&set) { each } else { 0.0 })).collect();
    (Sampler::Columns { attributes: n, groups }, weights)
}

fn mixture(context: &Context) -> (Sampler, Weights) {
    let ((one, first), (other, second)) = (uniform(context), support(context));
    let weights = first.into_iter().zip(second).map(|((set, a), (_, b))| (set, 0.5 * a + 0.5 * b)).collect();
    (Sampler::Mixture(vec![(1.0, one), (1.0, other)]), weights)
}

/// The probability of a set about which the learner does not tell the whole
/// truth, leaving out those that hang on set-aside questions.
fn error(learner: &Frugal, context: &Context, weights: &Weights) -> f64 {
    let hangs = |closed: &AttrSet| learner.unanswered().iter().any(|question| !question.holds_in(closed));
    let wrong = |set: &AttrSet| match learner.knowledge().lower(set) {
        Conclusion::Falsum => context.close(set) != Conclusion::Falsum,
        Conclusion::Attrs(closed) => !hangs(&closed) && context.close(set) != Conclusion::Attrs(closed),
    };
    weights.iter().filter(|(set, weight)| *weight > 0.0 && wrong(set)).map(|(_, weight)| weight).sum()
}

fn errs_no_more_often_than_allowed<O: Oracle<Error = Infallible>>(
    distribution: fn(&Context) -> (Sampler, Weights),
    known: fn(&Context) -> Knowledge,
    oracle: fn(&'static Context, u64) -> O,
) {
    for (at, context) in domains().into_iter().enumerate() {
        let context: &'static Context = Box::leak(Box::new(context));
        let (sampler, weights) = distribution(context);
        let failures = (0..RUNS)
            .filter(|&seed| {
                let mut learner = Frugal::new(settings(sampler.clone(), seed), known(context));
                learner.run(&mut oracle(context, seed), &mut unwatched).unwrap();
                assert!(learner.certificate().unwrap().epsilon <= EPSILON);
                assert!(learner.rules().rules().iter().all(|rule| context.holds(rule)), "precision is 1");
                error(&learner, context, &weights) > EPSILON
            })
            .count() as u64;
        let allowed = binomial_bound(RUNS, DELTA);
        assert!(failures <= allowed, "domain {at}: {failures} of {RUNS} runs beyond ε, {allowed} allowed");
    }
}

fn nothing(context: &Context) -> Knowledge {
    Knowledge::new(context.attribute_count())
}

/// Some true rules and some rows, known beforehand.
fn something(context: &Context) -> Knowledge {
    let rules = canonical_basis(context).rules().iter().step_by(3).cloned().collect::<Vec<_>>();
    let mut known = Knowledge::with_background(Theory::from_rules(context.attribute_count(), rules));
    context.distinct().iter().step_by(4).for_each(|row| known.see(row.clone().into()).unwrap());
    known
}

/// An expert who does not know everything: forgets attributes of the
/// counterexamples, knows part of a conclusion, or does not know at all.
struct Human {
    table: TableOracle<'static>,
    stream: Stream,
}

fn human(context: &'static Context, seed: u64) -> Human {
    Human { table: TableOracle::new(context, seed), stream: Streams::new(seed).stream(Purpose::Expert, 7, 7) }
}

impl Oracle for Human {
    type Error = Infallible;

    fn attribute_count(&self) -> usize {
        self.table.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Infallible> {
        if self.stream.below(20) == 0 {
            return Ok(Answer::Unknown);
        }
        let Answer::Refuted(model) = self.table.ask(question)? else { return Ok(Answer::Holds) };
        let full = AttrSet::full(self.attribute_count());
        let mut forgotten =
            self.stream.subset(self.attribute_count()).intersection(&self.stream.subset(self.attribute_count()));
        forgotten.remove_all(&question.premise);
        // One attribute of the conclusion is known to be missing.
        let missing = full.difference(model.has());
        let witness = question.conclusion.intersection(&missing).attrs().and_then(AttrSet::first);
        witness.into_iter().for_each(|attr| {
            forgotten.remove(attr);
        });
        let partial = Model::partial(model.has().difference(&forgotten), &forgotten);
        Ok(match &question.conclusion {
            Conclusion::Attrs(attrs) if self.stream.below(4) == 0 => {
                let single =
                    |attr| Implication::new(question.premise.clone(), AttrSet::of(attrs.words().len() * 64, [attr]));
                let mut holds = AttrSet::empty(self.table.attribute_count());
                for attr in attrs.iter() {
                    if self.table.ask(&single(attr))? == Answer::Holds {
                        holds.insert(attr);
                    }
                }
                let refuted_by = (self.stream.below(2) == 0).then_some(partial);
                Answer::Partly { holds, refuted_by }
            }
            _ => Answer::Refuted(partial),
        })
    }
}

#[test]
fn uniform_sets() {
    errs_no_more_often_than_allowed(uniform, nothing, TableOracle::new);
}

#[test]
fn sets_by_support() {
    errs_no_more_often_than_allowed(support, nothing, TableOracle::new);
}

#[test]
fn sets_by_columns() {
    errs_no_more_often_than_allowed(columns, nothing, TableOracle::new);
}

#[test]
fn mixed_sets() {
    errs_no_more_often_than_allowed(mixture, nothing, TableOracle::new);
}

#[test]
fn with_background_and_initial_data() {
    errs_no_more_often_than_allowed(uniform, something, TableOracle::new);
    errs_no_more_often_than_allowed(support, something, TableOracle::new);
}

#[test]
fn with_answers_as_people_give_them() {
    errs_no_more_often_than_allowed(uniform, nothing, human);
    errs_no_more_often_than_allowed(support, something, human);
}

/// Answers come in pieces: the run is restarted after every single one.
#[test]
fn restarted_after_every_answer() {
    for context in &domains() {
        let (sampler, weights) = uniform(context);
        let failures = (0..RUNS)
            .filter(|&seed| {
                let mut oracle = TableOracle::new(context, seed);
                let mut learner = Frugal::new(settings(sampler.clone(), seed), nothing(context));
                loop {
                    let question = match learner.next(1, &mut unwatched).unwrap() {
                        Step::Ask(questions) => questions[0].implication.clone(),
                        Step::Attempt => continue,
                        step => break assert_eq!(step, Step::Done),
                    };
                    let answer = oracle.ask(&question).unwrap();
                    learner.answer(&question, &answer).unwrap();
                    let (knowledge, spent) = (learner.knowledge().clone(), learner.spent());
                    learner = Frugal::resume(settings(sampler.clone(), seed), knowledge, 0, Vec::new(), spent);
                }
                assert_eq!(&learner.rules(), learner.knowledge().rules(), "what was learned before is not lost");
                assert!(learner.spent().questions >= learner.rules().len() as u64);
                error(&learner, context, &weights) > EPSILON
            })
            .count() as u64;
        assert!(failures <= binomial_bound(RUNS, DELTA), "{failures} of {RUNS}");
    }
}

/// A certificate of a resumed run rests on samples that were not drawn before.
/// With the same streams again, the counts would all be the same.
#[test]
fn a_resumed_run_draws_fresh_samples() {
    let context = random_context(12, 30, 0.5, 2);
    let certified = |knowledge: Knowledge, spent: Spent, seed: u64| {
        let mut learner = Frugal::resume(settings(Sampler::uniform(12), seed), knowledge, 0, Vec::new(), spent);
        learner.run(&mut TableOracle::new(&context, seed), &mut unwatched).unwrap();
        learner
    };
    let (mut same, mut reused) = (0, 0);
    for seed in 0..40 {
        let first = certified(Knowledge::new(12), Spent::default(), seed);
        let resumed = certified(first.knowledge().clone(), first.spent(), seed);
        assert!(resumed.spent().attempts > first.spent().attempts, "δ is not spent twice");
        assert!(resumed.spent().rounds > first.spent().rounds, "the count of rounds never goes back");
        // The share found, whatever the part of δ: compare at the same spent attempts.
        let attempts = first.spent().attempts;
        let Spent { rounds, questions, .. } = first.spent();
        let again = certified(first.knowledge().clone(), Spent { rounds, attempts, questions }, seed);
        let later = Spent { rounds: rounds + 9, attempts, questions };
        let other = certified(first.knowledge().clone(), later, seed);
        reused += u32::from(again.certificate() == resumed.certificate());
        same += u32::from(other.certificate() == resumed.certificate());
    }
    assert_eq!(reused, 40, "equal streams give equal samples");
    assert!(same < 10, "{same} of 40 certificates are the same with other streams");
}

/// Without a table, sets are drawn by support over what was seen and uniformly:
/// the guarantee is about the models seen by the end.
#[test]
fn sets_by_what_was_seen() {
    for context in &domains() {
        let n = context.attribute_count();
        let failures = (0..RUNS)
            .filter(|&seed| {
                let mut learner = Frugal::new(settings(Sampler::uniform_and_seen(n), seed), nothing(context));
                learner.run(&mut TableOracle::new(context, seed), &mut unwatched).unwrap();
                let seen = learner.knowledge().models().iter().map(|model| model.has().clone());
                let seen = Context::from_rows(context.universe().clone(), seen);
                error(&learner, context, &mixture(&seen).1) > EPSILON
            })
            .count() as u64;
        assert!(failures <= binomial_bound(RUNS, DELTA), "{failures} of {RUNS}");
    }
}

/// The error under a distribution that is known only by drawing from it.
fn sampled_error(learner: &Frugal, context: &Context, sampler: &Sampler) -> f64 {
    let mut stream = Streams::new(99).stream(Purpose::Measure, 1, 1);
    let weights: Weights = (0..4000).map(|_| (sampler.draw(&mut stream), 1.0 / 4000.0)).collect();
    error(learner, context, &weights)
}

#[test]
fn short_and_supported_sets() {
    for context in &domains() {
        let n = context.attribute_count();
        for (sampler, max_premise) in
            [(Sampler::uniform(n).at_most(3), Some(3)), (support(context).0.supported(2, context), None)]
        {
            let failures = (0..RUNS)
                .filter(|&seed| {
                    let restricted = FrugalSettings { max_premise, ..settings(sampler.clone(), seed) };
                    let mut learner = Frugal::new(restricted, nothing(context));
                    learner.run(&mut TableOracle::new(context, seed), &mut unwatched).unwrap();
                    // Three standard deviations of the estimate beyond ε.
                    sampled_error(&learner, context, &sampler) > EPSILON + 0.015
                })
                .count() as u64;
            assert!(failures <= binomial_bound(RUNS, DELTA), "{}: {failures} of {RUNS}", sampler.distribution());
        }
    }
}

/// A "no" too vague to cut anything must not be asked for over and over.
#[test]
fn a_vague_no_ends_an_exploration_and_is_set_aside_here() {
    struct Vague;
    impl Oracle for Vague {
        type Error = Infallible;
        fn attribute_count(&self) -> usize {
            4
        }
        fn ask(&mut self, question: &Implication) -> Result<Answer, Infallible> {
            Ok(Answer::Refuted(Model::partial(question.premise.clone(), &AttrSet::full(4))))
        }
    }
    let mut exploration = AttributeExploration::new(Knowledge::new(4));
    assert!(matches!(exploration.run(&mut Vague, &mut unwatched), Err(LearnError::Unanswered(_))));
    let mut learner = Frugal::new(settings(Sampler::uniform(4), 1), Knowledge::new(4));
    learner.run(&mut Vague, &mut unwatched).unwrap();
    assert!(!learner.unanswered().is_empty());
}

#[test]
fn what_nobody_knows_is_set_aside_and_counted() {
    struct Nobody;
    impl Oracle for Nobody {
        type Error = Infallible;
        fn attribute_count(&self) -> usize {
            8
        }
        fn ask(&mut self, _: &Implication) -> Result<Answer, Infallible> {
            Ok(Answer::Unknown)
        }
    }
    let mut learner = Frugal::new(settings(Sampler::uniform(8), 1), Knowledge::new(8));
    let mut counted = Counted::new(Nobody);
    learner.run(&mut counted, &mut unwatched).unwrap();
    let certificate = learner.certificate().unwrap();
    assert!(certificate.set_aside > 0.8, "{certificate:?}");
    assert!(learner.rules().is_empty());
    let mut words = learner.unanswered().to_vec();
    words.sort();
    words.dedup();
    assert_eq!(words.len() as u64, counted.questions().asked, "no question twice in the same words");
}

#[test]
fn a_target_is_learned_alone_and_to_the_share_promised() {
    for context in &domains() {
        let n = context.attribute_count();
        let goal = AttrSet::of(n, [2]);
        for seed in 0..20 {
            let with_goal = FrugalSettings { goal: Some(goal.clone()), ..settings(Sampler::uniform(n), seed) };
            let mut learner = Frugal::new(with_goal, Knowledge::new(n));
            learner.run(&mut TableOracle::new(context, seed), &mut unwatched).unwrap();
            for rule in learner.rules().rules() {
                assert!(context.holds(rule) && rule.conclusion == Conclusion::Attrs(goal.clone()));
            }
            let wrong = subsets(n)
                .filter(|set| learner.knowledge().lower(set).contains(&goal) != context.close(set).contains(&goal));
            assert!(wrong.count() as f64 / (1u64 << n) as f64 <= 2.0 * EPSILON);
        }
    }
}

#[test]
fn premises_stay_as_short_as_asked_for() {
    let context = random_context(12, 30, 0.5, 2);
    for seed in 0..10 {
        let short = FrugalSettings { max_premise: Some(2), ..settings(Sampler::uniform(12).at_most(2), seed) };
        let mut learner = Frugal::new(short, Knowledge::new(12));
        learner.run(&mut TableOracle::new(&context, seed), &mut unwatched).unwrap();
        assert!(learner.rules().rules().iter().all(|rule| rule.premise.len() <= 2 && context.holds(rule)));
    }
}

/// With the fallback, the paper's refinement ends the run, certified as well.
#[test]
fn the_fallback_takes_over_and_keeps_the_guarantee() {
    for context in &domains() {
        let (sampler, weights) = uniform(context);
        let failures = (0..RUNS)
            .filter(|&seed| {
                let early = FrugalSettings { fallback_after: 5, ..settings(sampler.clone(), seed) };
                let mut learner = Frugal::new(early, nothing(context));
                learner.run(&mut TableOracle::new(context, seed), &mut unwatched).unwrap();
                assert!(learner.certificate().is_some());
                assert!(learner.spent().questions > 5, "the fallback's questions count too");
                assert!(learner.rules().rules().iter().all(|rule| context.holds(rule)));
                error(&learner, context, &weights) > EPSILON
            })
            .count() as u64;
        assert!(failures <= binomial_bound(RUNS, DELTA), "{failures} of {RUNS}");
    }
}

#[test]
fn cut_short_it_tells_the_epsilon_that_is_supported() {
    let context = random_context(12, 30, 0.5, 2);
    let (sampler, weights) = uniform(&context);
    let mut last = 1.0;
    for most in [5, 20, 40] {
        let mut learner = Frugal::new(settings(sampler.clone(), 3), Knowledge::new(12));
        let mut oracle = Limited::new(TableOracle::new(&context, 3)).questions(most);
        let ended = learner.run(&mut oracle, &mut unwatched);
        if ended.is_err() {
            assert_eq!(ended, Err(LearnError::Oracle(LimitError::Questions)));
        }
        let supported = learner.evidence().epsilon;
        assert!(supported >= error(&learner, &context, &weights));
        assert!(supported <= last, "{supported} after {most} questions, {last} before");
        last = supported;
    }
}

fn zoo() -> Context {
    format::read_context_file("../../data/zoo.csv", None, &scaling::ScalingOptions::default()).unwrap().context
}

fn questions(context: &Context, epsilon: f64, threads: usize, seed: u64) -> (u64, Theory) {
    let n = context.attribute_count();
    let accuracy = Accuracy::new(epsilon, DELTA).unwrap();
    let settings = FrugalSettings { accuracy, threads, ..settings(Sampler::uniform(n), seed) };
    let mut learner = Frugal::new(settings, Knowledge::new(n));
    let mut counted = Counted::new(TableOracle::new(context, seed));
    learner.run(&mut counted, &mut unwatched).unwrap();
    (counted.questions().asked, learner.rules())
}

/// Golden figures: they depend on the seed alone, not on machine or threads.
#[test]
fn question_counts_are_what_they_were() {
    let zoo = zoo();
    let counts: Vec<u64> = (1..=5).map(|seed| questions(&zoo, 0.01, 1, seed).0).collect();
    assert_eq!(counts, GOLDEN);
    for seed in 1..=2 {
        assert_eq!(questions(&zoo, 0.01, 1, seed), questions(&zoo, 0.01, 4, seed));
    }
    let mean = (0..20).map(|seed| questions(&zoo, 0.01, 2, seed).0).sum::<u64>() as f64 / 20.0;
    assert!(mean <= 42.0, "{mean} questions on average");
}

const GOLDEN: [u64; 5] = [42, 39, 39, 36, 39];
