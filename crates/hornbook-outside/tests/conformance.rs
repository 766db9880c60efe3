//! Every learner with every wrapper around its oracle, on every kind of domain
//! and every example, through the public protocol alone: wrappers and places
//! change nothing, answers may come in any order, and whoever watches can call a
//! run off.
#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::time::Duration;

use common::contexts;
use common::remote::{Manners, Remote, serve};
use hornbook::canonical::{self, BasisStop};
use hornbook::domain::CountedDomain;
use hornbook::learn::exploration::AttributeExploration;
use hornbook::learn::frugal::{Frugal, FrugalSettings};
use hornbook::learn::pac::{HornApproximation, PacSettings, Variant};
use hornbook::learn::{Accuracy, LearnError, Learner, Schedule, Step, Strength, Watch, unwatched};
use hornbook::oracle::{Cached, Counted, DomainOracle, Limited, Oracle, Recorded, Replay, TargetOracle};
use hornbook::sampling::Sampler;
use hornbook::{Answer, Context, Implication, Knowledge, Theory, canonical_basis, canonical_basis_with};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Frugal,
    Pac(Strength, Variant),
    Exploration,
}

impl Kind {
    fn all() -> Vec<Self> {
        let variants = [Variant::Letter, Variant::Valid, Variant::Cached];
        let pac = variants.into_iter().flat_map(|v| [Strength::Weak, Strength::Strong].map(|s| Self::Pac(s, v)));
        pac.chain([Self::Frugal, Self::Exploration]).collect()
    }

    /// Whether every rule holds at any time.
    fn is_valid(self) -> bool {
        !matches!(self, Self::Pac(_, Variant::Letter | Variant::Cached))
    }

    fn learner(self, attributes: usize) -> Box<dyn Learner> {
        let accuracy = Accuracy::new(0.1, 0.1).unwrap();
        let sampler = Sampler::uniform(attributes);
        match self {
            Self::Frugal => {
                Box::new(Frugal::new(FrugalSettings::new(accuracy, sampler, 3), Knowledge::new(attributes)))
            }
            Self::Pac(strength, variant) => {
                let background = Theory::new(attributes);
                let schedule = Schedule::Thrifty;
                let settings = PacSettings { accuracy, schedule, strength, variant, sampler, seed: 3, background };
                Box::new(HornApproximation::new(settings))
            }
            Self::Exploration => Box::new(AttributeExploration::new(Knowledge::new(attributes))),
        }
    }
}

/// Drives a learner as anybody could: up to `most` questions at a time, answers
/// in the order asked or the other way round.
fn drive<O: Oracle>(
    learner: &mut dyn Learner,
    oracle: &mut O,
    (most, backwards): (usize, bool),
    watch: Watch<'_>,
) -> Result<(), LearnError<O::Error>> {
    let mut out: Vec<(Implication, Answer)> = Vec::new();
    loop {
        match learner.next(most, watch)? {
            Step::Ask(questions) => {
                assert!(!questions.is_empty() && questions.len() <= most);
                for question in questions {
                    let answer = oracle.ask(&question.implication).map_err(LearnError::Oracle)?;
                    assert!(!out.iter().any(|(other, _)| *other == question.implication), "asked twice");
                    out.push((question.implication, answer));
                }
                if backwards {
                    // The last is told at once, the others when nothing else is
                    // left to be asked.
                    let (question, answer) = out.pop().unwrap();
                    learner.answer(&question, &answer)?;
                }
            }
            Step::Wait => {
                assert!(!out.is_empty(), "it waits for nothing");
                let (question, answer) = out.pop().unwrap();
                learner.answer(&question, &answer)?;
            }
            Step::Attempt => {}
            Step::Done => return Ok(()),
            step => panic!("a step of which nobody knows: {step:?}"),
        }
        if !backwards {
            for (question, answer) in out.drain(..) {
                learner.answer(&question, &answer)?;
            }
        }
    }
}

const ONE_BY_ONE: (usize, bool) = (1, false);

/// The rules of a run that must not fail.
fn rules<O: Oracle<Error: Debug>>(kind: Kind, oracle: &mut O, how: (usize, bool)) -> Vec<Implication> {
    let mut learner = kind.learner(oracle.attribute_count());
    drive(&mut *learner, oracle, how, &mut unwatched).unwrap();
    learner.rules().rules().to_vec()
}

fn sorted(mut rules: Vec<Implication>) -> Vec<Implication> {
    rules.sort();
    rules
}

fn remote(context: &Context) -> Remote {
    let manners = Manners { latency: Duration::ZERO, drops_every: Some(9) };
    Remote::new(serve(context.clone(), manners), context.universe().clone(), 3)
}

/// Every wrapper around an oracle changes nothing.
fn wrappers_change_nothing<O: Oracle<Error: Debug>>(name: &str, kind: Kind, oracle: impl Fn() -> O) {
    let n = oracle().attribute_count();
    let plain = rules(kind, &mut oracle(), ONE_BY_ONE);
    let mut counted = Counted::new(oracle());
    assert_eq!(plain, rules(kind, &mut counted, ONE_BY_ONE), "{name}, {kind:?}");
    assert_eq!(plain, rules(kind, &mut Limited::new(oracle()).questions(u64::MAX), ONE_BY_ONE), "{name}, {kind:?}");
    let mut recorded = Recorded::new(oracle());
    assert_eq!(plain, rules(kind, &mut recorded, ONE_BY_ONE), "{name}, {kind:?}");
    assert_eq!(recorded.record().len() as u64, counted.questions().asked);
    let mut replay = Replay::new(n, recorded.into_record());
    assert_eq!(plain, rules(kind, &mut replay, ONE_BY_ONE), "{name}, {kind:?}");
    assert_eq!(replay.left(), 0);
    // A cache may answer with another counterexample, so that the rules differ
    // where they depend on it. Exploration's do not.
    let cached = rules(kind, &mut Cached::new(oracle(), Knowledge::new(n)), ONE_BY_ONE);
    if kind == Kind::Exploration {
        assert_eq!(sorted(plain), sorted(cached));
    }
}

#[test]
fn wrappers_change_nothing_wherever_the_domain_is() {
    for (name, context) in &contexts() {
        for kind in Kind::all() {
            wrappers_change_nothing(name, kind, || DomainOracle::new(context, 5));
            wrappers_change_nothing(name, kind, || DomainOracle::new(CountedDomain::new(context), 5));
            // A question takes a message to and fro, and some learners ask many.
            if context.attribute_count() < 7 {
                let here = rules(kind, &mut DomainOracle::new(context, 5), ONE_BY_ONE);
                let there = rules(kind, &mut DomainOracle::new(remote(context), 5), ONE_BY_ONE);
                assert_eq!(here, there, "{name}, {kind:?}");
            }
        }
    }
}

#[test]
fn wrappers_hand_on_many_questions_together() {
    for (name, context) in &contexts() {
        let n = context.attribute_count();
        let questions: Vec<Implication> = (0..n)
            .map(|attr| {
                let set = hornbook::AttrSet::of(n, [attr]);
                if attr % 3 == 0 { Implication::never(set) } else { Implication::new(set, context.universe().all()) }
            })
            .collect();
        let domain = CountedDomain::new(context);
        let tally = domain.tally();
        let counted = Counted::new(DomainOracle::new(domain, 5));
        let questions_asked = counted.tally();
        let inner = Recorded::new(Limited::new(counted).questions(100));
        let mut oracle = Cached::new(TargetOracle::new(inner, 0, Theory::new(n)), Knowledge::new(n));
        let mut answers = Vec::new();
        oracle.ask_all(&questions, &mut answers).unwrap();
        assert_eq!(answers.len(), questions.len(), "{name}");
        assert!(tally.batches() <= 1, "{name}: {} batches", tally.batches());
        assert!(questions_asked.questions().asked <= questions.len() as u64);
        // And what is known is not asked again.
        let (batches, mut again) = (tally.batches(), Vec::new());
        oracle.ask_all(&questions, &mut again).unwrap();
        assert_eq!((tally.batches(), again.len()), (batches, questions.len()), "{name}");
        // A limit lets through what it can.
        let mut limited = Limited::new(DomainOracle::new(context, 5)).questions(2);
        let mut some = Vec::new();
        assert!(limited.ask_all(&questions, &mut some).is_err());
        assert_eq!(some.len(), 2, "{name}");
    }
}

#[test]
fn answers_may_come_many_at_a_time_and_in_any_order() {
    for (name, context) in &contexts() {
        let truth = canonical_basis(context);
        for kind in Kind::all() {
            // The frugal learner thinks about each question, so a few will do.
            let hows: &[(usize, bool)] = match kind {
                Kind::Frugal => &[(3, true)],
                _ => &[(1, true), (4, false), (4, true), (100, true)],
            };
            for &how in hows {
                let found = rules(kind, &mut DomainOracle::new(context, 5), how);
                if kind.is_valid() {
                    assert!(found.iter().all(|rule| context.holds(rule)), "{name}, {kind:?}, {how:?}");
                }
                if kind == Kind::Exploration {
                    let found = Theory::from_rules(context.attribute_count(), found);
                    assert!(found.is_equivalent(&truth), "{name}, {how:?}");
                }
            }
        }
    }
}

/// Says that something fails, and never why.
struct WithoutExamples<'a>(&'a Context);

impl Oracle for WithoutExamples<'_> {
    type Error = std::convert::Infallible;

    fn attribute_count(&self) -> usize {
        self.0.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        Ok(if self.0.holds(question) { Answer::Holds } else { Answer::Fails })
    }
}

#[test]
fn a_no_without_an_example_is_enough_for_learners_that_keep_it() {
    for (name, context) in &contexts() {
        let truth = canonical_basis(context);
        let attributes = context.attribute_count();
        let found = rules(Kind::Exploration, &mut WithoutExamples(context), ONE_BY_ONE);
        assert!(Theory::from_rules(attributes, found).is_equivalent(&truth), "{name}");
        // A "no" without an example says little: where most sets are closed, it
        // takes thousands of questions.
        let hows: &[(usize, bool)] = if name == "dense" { &[] } else { &[ONE_BY_ONE, (2, true)] };
        for &how in hows {
            let mut learner = Kind::Frugal.learner(attributes);
            drive(&mut *learner, &mut WithoutExamples(context), how, &mut unwatched).unwrap();
            assert!(learner.rules().rules().iter().all(|rule| context.holds(rule)), "{name}");
            let certificate = learner.certificate().unwrap();
            assert!(certificate.epsilon <= 0.1 && certificate.set_aside == 0.0, "{name}: nothing is left open");
        }
        // To decide whether sets are models takes no examples either.
        let weak = Kind::Pac(Strength::Weak, Variant::Letter);
        rules(weak, &mut WithoutExamples(context), ONE_BY_ONE);
        let valid = rules(Kind::Pac(Strength::Strong, Variant::Valid), &mut WithoutExamples(context), ONE_BY_ONE);
        assert!(valid.iter().all(|rule| context.holds(rule)), "{name}");
    }
}

#[test]
fn a_limit_stops_every_learner_and_keeps_what_it_has() {
    for (name, context) in contexts().iter().filter(|(_, context)| context.len() > 7) {
        for kind in Kind::all() {
            let mut limited = Limited::new(DomainOracle::new(context, 5)).questions(6);
            let mut learner = kind.learner(context.attribute_count());
            let ended = drive(&mut *learner, &mut limited, ONE_BY_ONE, &mut unwatched);
            assert!(matches!(ended, Err(LearnError::Oracle(_))), "{name}, {kind:?}");
            let found = learner.rules();
            assert!(found.len() <= 6);
            assert!(!kind.is_valid() || found.rules().iter().all(|rule| context.holds(rule)), "{name}, {kind:?}");
            // Somebody else goes on where that one gave up.
            learner.withdraw_questions();
            drive(&mut *learner, &mut DomainOracle::new(context, 6), ONE_BY_ONE, &mut unwatched).unwrap();
        }
    }
}

#[test]
fn every_learner_can_be_called_off() {
    for (name, context) in contexts().iter().filter(|(_, context)| context.len() > 7) {
        for kind in Kind::all() {
            let mut calls = 0;
            let mut impatient = |_: &_| {
                calls += 1;
                if calls > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let mut learner = kind.learner(context.attribute_count());
            let ended = drive(&mut *learner, &mut DomainOracle::new(context, 5), ONE_BY_ONE, &mut impatient);
            assert!(matches!(ended, Err(LearnError::Cancelled)), "{name}, {kind:?}");
            assert_eq!(calls, 4, "{name}, {kind:?}");
        }
    }
    let universe = std::sync::Arc::new(hornbook::Universe::letters(16));
    let mut stream = hornbook::sampling::Streams::new(1).stream(hornbook::sampling::Purpose::Expert, 9, 9);
    let context = Context::from_rows(universe, (0..200).map(|_| stream.subset(16)));
    for threads in [1, 3] {
        let settings = canonical::BasisSettings { threads, ..canonical::BasisSettings::default() };
        let mut impatient = |_: &_| ControlFlow::Break(());
        let cancelled = canonical_basis_with(&context, &Theory::new(16), &settings, &mut impatient).unwrap_err();
        assert_eq!(cancelled.stopped, BasisStop::Cancelled);
        assert!(cancelled.found.rules.rules().iter().all(|rule| context.holds(rule)));
    }
}
