//! Experts teach explorations: whatever way they answer, what holds comes out, and
//! contradictions stop nothing.
#![allow(clippy::unwrap_used)]

mod common;

use common::Unwatched;
use common::table_expert::{SaysNo, TableExpert};
use hornbook::{AttrSet, Implication};
use hornbook_experts::{
    Abilities, ConsultEnd, ConsultLimits, Consultation, Expert, ExpertError, ExpertQuestion, ExpertReply,
};
use hornbook_explore::{Exploration, Start};

const CLOSURES: Abilities = Abilities { implication: false, closure: true, member: false };

/// Animals: has hair, milk, eggs, feathers, flies, tail.
fn animals() -> Vec<AttrSet> {
    [&[0, 1, 5][..], &[0, 1, 4], &[0, 1, 2, 5], &[3, 2, 5], &[3, 2, 4, 5], &[0, 2, 4], &[2]]
        .iter()
        .map(|attrs| AttrSet::of(6, attrs.iter().copied()))
        .collect()
}

fn exploration() -> Exploration {
    let names = ["hair", "milk", "eggs", "feathers", "flies", "tail"];
    Exploration::in_memory(Start::attributes(names).seed(1)).unwrap()
}

fn consult(exploration: &mut Exploration, experts: Vec<Box<dyn Expert + '_>>) -> ConsultEnd {
    let mut consultation = Consultation::new(experts).unwrap();
    consultation.run(exploration, ConsultLimits::default(), &mut Unwatched).unwrap()
}

/// Every rule that was learned holds, and what is known agrees with the truth for
/// all but a small share of all small premises.
fn assert_learned(exploration: &Exploration, truth: &TableExpert) {
    for rule in exploration.rules() {
        assert!(truth.objects.iter().all(|object| rule.implication.holds_in(object)), "{:?}", rule.implication);
    }
    let sets: Vec<AttrSet> = (0u64..64).map(|bits| AttrSet::from_words(6, [bits])).collect();
    let small: Vec<&AttrSet> = sets.iter().filter(|set| set.len() <= 3).collect();
    let wrong = small.iter().filter(|set| exploration.knowledge().lower(set) != truth.close(set)).count();
    assert!(wrong * 5 <= small.len(), "{wrong} of {}", small.len());
}

#[test]
fn whatever_way_an_expert_answers_the_rules_come_out() {
    for says_no in [SaysNo::WithExample, SaysNo::Bare, SaysNo::Partly] {
        for abilities in [Abilities::default(), CLOSURES] {
            for at_once in [1, 8] {
                let mut expert = TableExpert { says_no, abilities, at_once, ..TableExpert::new("table", animals()) };
                let mut exploration = exploration();
                assert_eq!(consult(&mut exploration, vec![Box::new(&mut expert)]), ConsultEnd::Certified);
                assert_learned(&exploration, &expert);
                assert!(exploration.disputes().is_empty());
                assert!(expert.most_out <= at_once, "{} of {at_once}", expert.most_out);
                let entries = exploration.journal().entries();
                let of_program = entries.iter().filter(|entry| entry.who.as_deref() == Some("table") && entry.program);
                assert!(of_program.count() >= 5);
                // What was certified is not asked again.
                let asked = expert.asked.len();
                assert_eq!(consult(&mut exploration, vec![Box::new(&mut expert)]), ConsultEnd::Certified);
                assert_eq!(expert.asked.len(), asked);
            }
        }
    }
}

#[test]
fn nothing_is_asked_twice() {
    let mut expert = TableExpert { at_once: 4, ..TableExpert::new("table", animals()) };
    consult(&mut exploration(), vec![Box::new(&mut expert)]);
    for (at, question) in expert.asked.iter().enumerate() {
        assert!(!expert.asked[..at].contains(question), "{question:?}");
    }
}

#[test]
fn what_the_first_does_not_know_the_second_is_asked() {
    let about_flying = |question: &ExpertQuestion| match question {
        ExpertQuestion::Implication(rule) => rule.premise.contains(4),
        _ => false,
    };
    let mut first = TableExpert { ignores: about_flying, ..TableExpert::new("first", animals()) };
    let mut second = TableExpert { at_once: 3, ..TableExpert::new("second", animals()) };
    let mut exploration = exploration();
    let end = consult(&mut exploration, vec![Box::new(&mut first), Box::new(&mut second)]);
    assert_eq!(end, ConsultEnd::Certified);
    assert!(!second.asked.is_empty() && second.asked.iter().all(about_flying));
    assert_learned(&exploration, &second);
    // Nobody knows: that is on record, and the certificate says what hangs on it.
    let mut alone = TableExpert { ignores: |_| true, ..TableExpert::new("nobody", animals()) };
    let mut open = self::exploration();
    assert_eq!(consult(&mut open, vec![Box::new(&mut alone)]), ConsultEnd::Certified);
    assert!(open.certified().unwrap().certificate().supported_set_aside() > 0.5);
}

#[test]
fn the_less_trusted_gives_way_and_is_named() {
    // The second believes in fewer animals, and so in more rules. The first knows
    // nothing about hair until the second has spoken.
    let about_hair = |question: &ExpertQuestion| match question {
        ExpertQuestion::Implication(rule) => rule.premise.contains(0) && rule.premise.len() == 1,
        _ => false,
    };
    let mut first = TableExpert { ignores: about_hair, ..TableExpert::new("first", animals()) };
    let mut second = TableExpert::new("second", animals()[..2].to_vec());
    let mut exploration = exploration();
    let mut consultation = Consultation::new(vec![Box::new(&mut first), Box::new(&mut second)]).unwrap();
    let end = consultation.run(&mut exploration, ConsultLimits::default(), &mut Unwatched).unwrap();
    assert_eq!(end, ConsultEnd::Certified);
    let gave_way = consultation.progress().gave_way.clone();
    assert!(!gave_way.is_empty());
    for entry in &gave_way {
        assert_eq!(exploration.entry(entry).unwrap().who.as_deref(), Some("second"));
        assert!(!exploration.counts(entry));
    }
}

/// Somebody who says of every other rule that it holds, and names things that break
/// what was said to hold before.
struct Liar {
    confirmed: Vec<Implication>,
    asked: u64,
    ready: Vec<(u64, ExpertReply)>,
}

impl Expert for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        let ExpertQuestion::Implication(rule) = question else { panic!("it was asked {question:?}") };
        self.asked += 1;
        let unknown = rule.premise.difference(&rule.premise);
        let with = |confirmed: &Implication| rule.premise.union(&confirmed.premise);
        let breaks = |has: &AttrSet| !rule.holds_in(has) && self.confirmed.iter().any(|rule| !rule.holds_in(has));
        let reply = match self.asked % 2 == 1 {
            true => {
                let has = self.confirmed.iter().map(with).find(breaks).unwrap_or_else(|| rule.premise.clone());
                ExpertReply::Counterexample { name: Some("cat".to_owned()), has, unknown }
            }
            false => {
                self.confirmed.push(rule.clone());
                ExpertReply::Holds
            }
        };
        self.ready.push((id, reply));
        Ok(())
    }

    fn receive(&mut self, _: std::time::Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        Ok(self.ready.pop())
    }
}

#[test]
fn contradictions_are_put_on_record_and_stop_nothing() {
    let mut exploration = exploration();
    let liar = Liar { confirmed: Vec::new(), asked: 0, ready: Vec::new() };
    let mut consultation = Consultation::new(vec![Box::new(liar)]).unwrap();
    let limits = ConsultLimits { questions: Some(60) };
    let end = consultation.run(&mut exploration, limits, &mut Unwatched).unwrap();
    assert!(matches!(end, ConsultEnd::Certified | ConsultEnd::QuestionLimit));
    assert!(!consultation.progress().disputed.is_empty());
    assert_eq!(exploration.disputes().len(), consultation.progress().disputed.len());
    // Different things of one name are told apart.
    let names: Vec<String> = (0..exploration.objects().len()).map(|place| exploration.object_name(place)).collect();
    let mut once = names.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), names.len(), "{names:?}");
}

#[test]
fn one_question_to_all() {
    let mut first = TableExpert { ignores: |_| true, ..TableExpert::new("first", animals()) };
    let mut second = TableExpert::new("second", animals());
    let mut exploration = exploration();
    let set = |attrs: &[usize]| AttrSet::of(6, attrs.iter().copied());
    let question = Implication::new(set(&[1]), set(&[0]));
    let mut consultation = Consultation::new(vec![Box::new(&mut first), Box::new(&mut second)]).unwrap();
    consultation.ask_about(&mut exploration, &question, &mut Unwatched).unwrap();
    drop(consultation);
    assert!(exploration.knowledge().entails(&question));
    assert_eq!((first.asked.len(), second.asked.len()), (1, 1));
}

#[test]
fn a_limit_on_questions_is_kept() {
    for at_once in [1, 8] {
        let mut expert = TableExpert { at_once, ..TableExpert::new("table", animals()) };
        let mut exploration = exploration();
        let mut consultation = Consultation::new(vec![Box::new(&mut expert)]).unwrap();
        let limits = ConsultLimits { questions: Some(3) };
        let end = consultation.run(&mut exploration, limits, &mut Unwatched).unwrap();
        drop(consultation);
        assert_eq!(end, ConsultEnd::QuestionLimit);
        assert_eq!((expert.asked.len(), exploration.questions()), (3, 3));
    }
}
