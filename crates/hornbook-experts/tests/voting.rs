//! Verdicts of sources that err are wrong no more often than is promised, and hardly less:
//! so that these tests would notice a lead that is one answer too small.
#![allow(clippy::unwrap_used)]

mod in_process;

use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{AnswersRestOn, AttrSet, Implication};
use hornbook_experts::{Abilities, ErrorRate, Expert, ExpertQuestion, ExpertReply, Majority, Repeated};
use in_process::{Function, least_of, made_up, most_of};
use std::time::Duration;

fn rule() -> Implication {
    Implication::new(AttrSet::of(4, [0]), AttrSet::of(4, [1, 2]))
}

fn ask(expert: &mut impl Expert, question: &ExpertQuestion) -> ExpertReply {
    expert.send(7, question).unwrap();
    let (id, reply) = expert.receive(Duration::from_secs(60)).unwrap().unwrap();
    assert_eq!(id, 7);
    reply
}

fn ask_rule(expert: &mut impl Expert) -> ExpertReply {
    ask(expert, &ExpertQuestion::Implication(rule()))
}

/// Says that the rule holds, which is right, or gives an example that is made up.
fn erring(rate: f64, mut noise: Stream) -> impl FnMut(&ExpertQuestion) -> ExpertReply {
    move |_: &ExpertQuestion| if noise.unit() < rate { made_up(4, &rule(), &mut noise) } else { ExpertReply::Holds }
}

#[test]
fn verdicts_are_wrong_as_often_as_allowed() {
    const POLLS: u64 = 20_000;
    let rate = ErrorRate::new(0.2).unwrap();
    let wrong_at_most = 0.1;
    // The first question has half of it.
    let lead = rate.lead(wrong_at_most / 2.0);
    // Who first leads by d is wrong with this probability: gambler's ruin.
    let exactly = 1.0 / (1.0 + (0.8f64 / 0.2).powi(lead as i32));
    assert!(exactly <= wrong_at_most / 2.0);
    let mut wrong = 0;
    for seed in 0..POLLS {
        let noise = Streams::new(seed).stream(Purpose::Expert, 1, 0);
        let mut repeated = Repeated::new(Function::new(erring(0.2, noise)), rate, wrong_at_most);
        wrong += u64::from(ask_rule(&mut repeated) != ExpertReply::Holds);
    }
    let (least, most) = (least_of(POLLS, exactly), most_of(POLLS, exactly));
    assert!((least..=most).contains(&wrong), "{wrong} wrong, {least} to {most} expected");
}

/// Each question has a part of its own: later ones take a larger lead.
#[test]
fn each_question_has_its_own_part() {
    let rate = ErrorRate::new(0.2).unwrap();
    let leads = |mut repeated: Repeated<_>, from: u64| {
        let mut before = 0;
        for question in from + 1..from + 60 {
            assert_eq!(ask_rule(&mut repeated), ExpertReply::Holds);
            let AnswersRestOn::Repetition { answers, .. } = repeated.answers_rest_on() else { panic!("repetition") };
            let part = 0.05 / (question * (question + 1)) as f64;
            assert_eq!(answers - before, rate.lead(part), "question {question}");
            before = answers;
        }
    };
    let holds = || Function::new(|_: &ExpertQuestion| ExpertReply::Holds);
    leads(Repeated::new(holds(), rate, 0.05), 0);
    leads(Repeated::new(holds(), rate, 0.05).after(1000), 1000);
}

#[test]
fn what_verdicts_rest_on_is_counted() {
    let rate = ErrorRate::new(0.05).unwrap();
    let mut repeated = Repeated::new(Function::new(|_: &ExpertQuestion| ExpertReply::Unknown), rate, 0.05);
    assert_eq!(ask_rule(&mut repeated), ExpertReply::Unknown);
    let AnswersRestOn::Repetition { verdicts, answers, wrong_at_most, error_rate } = repeated.answers_rest_on() else {
        panic!("repetition");
    };
    assert_eq!((verdicts, wrong_at_most, error_rate), (0, 0.05, 0.05));
    assert!((1..10).contains(&answers), "who does not know is not asked for ever: {answers}");
}

/// The rule fails, and every answer says so; but a third of the examples are made up. None of
/// these counts: no one example leads, unless it was given often enough.
#[test]
fn examples_that_are_made_up_do_not_count() {
    let rate = ErrorRate::new(0.4).unwrap();
    let real = AttrSet::of(4, [0, 1]);
    let mut outcomes = [0; 3];
    for (seed, has_member) in (0..400).zip([true, false].into_iter().cycle()) {
        let mut noise = Streams::new(seed).stream(Purpose::Expert, 2, 0);
        let answer = |question: &ExpertQuestion| {
            let is_wrong = noise.unit() < 1.0 / 3.0;
            match question {
                ExpertQuestion::Member(set) => ExpertReply::Member((*set == real) != is_wrong),
                _ if is_wrong => made_up(4, &rule(), &mut noise),
                _ => ExpertReply::Counterexample { name: None, has: real.clone(), unknown: AttrSet::empty(4) },
            }
        };
        let abilities = Abilities { member: has_member, ..Abilities::default() };
        let source = Function { abilities, ..Function::new(answer) };
        match ask_rule(&mut Repeated::new(source, rate, 0.01)) {
            ExpertReply::Counterexample { has, .. } if has == real => outcomes[usize::from(has_member)] += 1,
            ExpertReply::Fails => outcomes[2] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(outcomes.iter().all(|&count| count > 0), "all of it happens: {outcomes:?}");
    assert!(outcomes[1] > outcomes[0], "examples can be asked about: {outcomes:?}");
}

/// The rule fails, and only answers that are wrong give an example, always the same one. It is
/// asked about, as no answer leads, and turns out to be made up.
#[test]
fn an_example_that_is_voted_down_does_not_count() {
    let rate = ErrorRate::new(0.4).unwrap();
    for seed in 0..50 {
        let mut noise = Streams::new(seed).stream(Purpose::Expert, 5, 0);
        let answer = |question: &ExpertQuestion| {
            let is_wrong = noise.unit() < 1.0 / 3.0;
            match question {
                ExpertQuestion::Member(_) => ExpertReply::Member(is_wrong),
                _ if is_wrong => {
                    ExpertReply::Counterexample { name: None, has: AttrSet::of(4, [0]), unknown: AttrSet::empty(4) }
                }
                _ if noise.unit() < 0.5 => ExpertReply::Fails,
                _ => ExpertReply::Partly(AttrSet::of(4, [1])),
            }
        };
        let abilities = Abilities { member: true, ..Abilities::default() };
        let source = Function { abilities, ..Function::new(answer) };
        assert_eq!(ask_rule(&mut Repeated::new(source, rate, 0.01)), ExpertReply::Fails);
    }
}

/// Closures and members are voted on alike.
#[test]
fn other_questions_are_voted_on() {
    let rate = ErrorRate::new(0.2).unwrap();
    let mut noise = Streams::new(1).stream(Purpose::Expert, 3, 0);
    let answer = |question: &ExpertQuestion| {
        let is_wrong = noise.unit() < 0.2;
        match question {
            ExpertQuestion::Closure(set) if is_wrong => ExpertReply::Closure(noise.subset(4).union(set).into()),
            ExpertQuestion::Closure(_) => ExpertReply::Closure(AttrSet::of(4, [0, 1]).into()),
            _ => ExpertReply::Member(!is_wrong),
        }
    };
    let abilities = Abilities { implication: false, closure: true, member: true };
    let mut repeated = Repeated::new(Function { abilities, ..Function::new(answer) }, rate, 1e-6);
    assert_eq!(repeated.abilities(), abilities);
    for _ in 0..100 {
        let set = AttrSet::of(4, [0]);
        let closure = ask(&mut repeated, &ExpertQuestion::Closure(set.clone()));
        assert_eq!(closure, ExpertReply::Closure(AttrSet::of(4, [0, 1]).into()));
        assert_eq!(ask(&mut repeated, &ExpertQuestion::Member(set)), ExpertReply::Member(true));
    }
}

#[test]
fn majorities_are_wrong_as_often_as_the_tail_says() {
    const POLLS: u64 = 20_000;
    let rate = ErrorRate::new(0.2).unwrap();
    for sources in [3, 5] {
        let streams = |seed: u64| (0..sources).map(move |source| Streams::new(seed).stream(Purpose::Expert, 4, source));
        let source = |noise| Function::new(erring(0.2, noise));
        let mut wrong = 0;
        for seed in 0..POLLS {
            let mut majority = Majority::new(streams(seed).map(source).collect()).unwrap();
            wrong += u64::from(ask_rule(&mut majority) != ExpertReply::Holds);
            assert!(matches!(majority.answers_rest_on(rate), AnswersRestOn::Majority { verdicts: 1, .. }));
        }
        let exactly = rate.majority_failure(sources);
        let (least, most) = (least_of(POLLS, exactly), most_of(POLLS, exactly));
        assert!((least..=most).contains(&wrong), "{wrong} of {sources} wrong, {least} to {most} expected");
    }
    assert!(Majority::<Function<fn(&ExpertQuestion) -> ExpertReply>>::new(Vec::new()).is_none());
}

#[test]
fn a_limit_on_questions_keeps_majorities_within_what_is_allowed() {
    let holds = || Function::new(|_: &ExpertQuestion| ExpertReply::Holds);
    let mut majority = Majority::new(vec![holds(), holds(), holds()]).unwrap();
    let rate = ErrorRate::new(0.01).unwrap();
    let most = majority.max_verdicts(rate, 0.05);
    assert_eq!(most, 167);
    (0..most).for_each(|_| assert_eq!(ask_rule(&mut majority), ExpertReply::Holds));
    assert!(majority.answers_rest_on(rate).wrong_at_most() <= 0.05);
    ask_rule(&mut majority);
    assert!(majority.answers_rest_on(rate).wrong_at_most() > 0.05);
}
