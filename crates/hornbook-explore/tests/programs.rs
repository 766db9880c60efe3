//! Programs beside people: their answers are marked, wait for a person where that
//! is wanted, and give way to what people say.
#![allow(clippy::unwrap_used)]

use hornbook::Implication;
use hornbook::learn::unwatched;
use hornbook_explore::journal::Policy;
use hornbook_explore::{Exploration, Refusal, Response, Start, Turn, Turns, Verdict};

fn animals(policy: Policy) -> Exploration {
    let mut exploration = Exploration::in_memory(Start::attributes(["hair", "milk", "eggs"]).seed(1)).unwrap();
    exploration.set_policy(None, policy).unwrap();
    exploration
}

fn rule(exploration: &Exploration, premise: &str, conclusion: &str) -> Implication {
    let universe = exploration.universe();
    Implication::new(universe.set([premise]).unwrap(), universe.set([conclusion]).unwrap())
}

fn turn(exploration: &mut Exploration, who: &str) -> Turn {
    exploration.next_for(Turns { who: Some(who), ..Turns::default() }, &mut unwatched).unwrap()
}

#[test]
fn what_a_program_says_waits_for_a_person_where_that_is_wanted() {
    let mut exploration = animals(Policy::Person);
    let question = rule(&exploration, "milk", "hair");
    exploration.by_program(|it| it.answer(Some("prover"), &question, Response::Holds)).unwrap();
    assert!(!exploration.knowledge().decides(&question));
    let ballot = exploration.ballot_about(&question).unwrap();
    let proposed: Vec<_> = ballot.proposals().map(|vote| (vote.who.as_deref(), vote.verdict)).collect();
    assert_eq!(proposed, [(Some("prover"), Verdict::Holds)]);
    // The person is asked it, and their word is enough.
    assert!(matches!(turn(&mut exploration, "ada"), Turn::Ask(asked) if asked.question == question));
    exploration.answer(Some("ada"), &question, Response::Holds).unwrap();
    assert!(exploration.knowledge().decides(&question));
    // What nobody proposed a person decides alone.
    let other = rule(&exploration, "hair", "eggs");
    exploration.answer(Some("ada"), &other, Response::Holds).unwrap();
    assert!(exploration.knowledge().decides(&other));
    let again = Exploration::of(exploration.journal().copy()).unwrap();
    assert_eq!(again.rules(), exploration.rules());
    assert_eq!(again.journal().entries().iter().filter(|entry| entry.program).count(), 1);
}

#[test]
fn a_person_who_disagrees_with_a_program_is_right() {
    let mut exploration = animals(Policy::Person);
    let question = rule(&exploration, "milk", "eggs");
    exploration.by_program(|it| it.answer(Some("prover"), &question, Response::Holds)).unwrap();
    let universe = exploration.universe().clone();
    let cat = Response::refuted("cat", universe.set(["milk", "hair"]).unwrap(), universe.set(["eggs"]).unwrap());
    exploration.answer(Some("ada"), &question, cat).unwrap();
    assert!(!exploration.knowledge().rules().entails(&question));
    assert_eq!(exploration.objects().len(), 1);
    assert!(exploration.disputes().is_empty());
}

#[test]
fn answers_of_programs_give_way_to_a_person_and_to_nobody_else() {
    let mut exploration = animals(Policy::Any);
    let (first, second) = (rule(&exploration, "milk", "hair"), rule(&exploration, "hair", "eggs"));
    let kept = exploration.by_program(|it| it.answer(Some("prover"), &first, Response::Holds)).unwrap();
    let wrong = exploration.by_program(|it| it.answer(Some("prover"), &second, Response::Holds)).unwrap();
    let universe = exploration.universe().clone();
    let cat = Response::refuted("cat", universe.set(["milk"]).unwrap(), universe.set(["eggs"]).unwrap());
    let question = rule(&exploration, "milk", "eggs");
    let before = exploration.journal().entries().len();
    let refused = exploration.answer_over(Some("ada"), &question, &cat, |_| false);
    assert!(matches!(refused, Err(Refusal::Contradicts(_))));
    assert_eq!(exploration.journal().entries().len(), before);
    let (_, taken_back) = exploration.answer_over(Some("ada"), &question, &cat, |entry| entry.program).unwrap();
    assert_eq!(taken_back, [wrong]);
    assert!(exploration.counts(&kept));
    // What gave way is open again.
    assert!(!exploration.knowledge().rules().entails(&second));
}

#[test]
fn what_a_program_does_not_know_a_person_is_asked() {
    for policy in [Policy::Any, Policy::Person] {
        let mut exploration = animals(policy);
        let Turn::Ask(asked) = turn(&mut exploration, "prover") else { panic!("nothing to ask") };
        exploration.by_program(|it| it.answer(Some("prover"), &asked.question, Response::Unknown)).unwrap();
        assert!(matches!(turn(&mut exploration, "ada"), Turn::Ask(again) if again.question == asked.question));
    }
}
