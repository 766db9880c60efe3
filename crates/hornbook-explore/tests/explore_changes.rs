//! Changing one's mind: what stays, what goes, and what is said about it.
#![allow(clippy::unwrap_used)]

use hornbook::learn::{Accuracy, unwatched};
use hornbook::{AttrSet, Implication};
use hornbook_explore::journal::{Attribute, EntryKind, Journal, Reply};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response, Start, Step};

fn begin() -> Exploration {
    Exploration::in_memory(Start::attributes(["a", "b", "c", "d"]).seed(1)).unwrap()
}

fn set(exploration: &Exploration, names: &str) -> AttrSet {
    exploration.universe().set(names.split_whitespace()).unwrap()
}

fn rule(exploration: &Exploration, premise: &str, conclusion: &str) -> Implication {
    Implication::new(set(exploration, premise), set(exploration, conclusion))
}

fn never(exploration: &Exploration, premise: &str) -> Implication {
    Implication::never(set(exploration, premise))
}

fn told(exploration: &Exploration, name: &str, has: &str, lacks: &str) -> ObjectStatement {
    ObjectStatement::new(name, set(exploration, has), set(exploration, lacks))
}

#[test]
fn what_two_entries_say_stays_when_one_is_taken_back() {
    let mut exploration = begin();
    let bat = told(&exploration, "bat", "a", "b");
    let first = exploration.tell(Some("ada"), bat).unwrap();
    let question = rule(&exploration, "a", "b c");
    let again = Response::Refuted(told(&exploration, "bat", "a c", "b"));
    exploration.answer(Some("ada"), &question, again).unwrap();
    exploration.retract(Some("ada"), &first).unwrap();
    let said = exploration.objects()[0].said();
    assert_eq!(said.has(), &set(&exploration, "a c"));
    assert!(!said.possible().contains(1), "that it lacks b was said twice");
    assert!(exploration.knowledge().refuter(&question).is_some());
}

#[test]
fn a_bound_is_not_handed_on_to_what_is_no_longer_known() {
    let mut exploration = begin();
    for _ in 0..2 {
        let Step::Ask(asked) = exploration.next(&mut unwatched).unwrap() else { panic!("certified too soon") };
        exploration.answer(Some("ada"), &asked.question, Response::Holds).unwrap();
    }
    let supported = |exploration: &Exploration| exploration.rulebook().run.unwrap().supported_epsilon;
    assert!(supported(&exploration).is_some());
    exploration.undo(Some("ada")).unwrap();
    assert_eq!(supported(&exploration), None, "not before it is found out anew");
    let before = exploration.next(&mut unwatched).unwrap();
    assert!(matches!(before, Step::Ask(_)));
    assert!(supported(&exploration).is_some());
    exploration.add_attributes(None, vec![Attribute::named("e")]).unwrap();
    assert_eq!(supported(&exploration), None);
}

#[test]
fn a_certificate_is_worth_nothing_without_the_entries_it_was_about() {
    let mut exploration = begin();
    while let Step::Ask(asked) = exploration.next(&mut unwatched).unwrap() {
        exploration.answer(Some("ada"), &asked.question, Response::Holds).unwrap();
    }
    let entries = exploration.journal().entries();
    let reopened = |entries: Vec<_>| {
        let header = exploration.journal().header().clone();
        Exploration::of(Journal::in_memory_with(header, entries)).unwrap()
    };
    assert!(reopened(entries.to_vec()).certified().is_some());
    for left_out in 0..entries.len() {
        let mut fewer = entries.to_vec();
        let one = fewer.remove(left_out);
        let counts = one.what.counts();
        assert_eq!(reopened(fewer).certified().is_none(), counts || matches!(one.what, EntryKind::Certified(_)));
    }
}

/// An attempt made in another state is not the one that is made here, wherever it
/// stands in the journal: a merge may put it last.
#[test]
fn attempts_of_others_are_not_made_again() {
    let header = || {
        let nothing = Implication::never(AttrSet::empty(2));
        let universe = hornbook::Universe::letters(2);
        let settled = Start::attributes(["a", "b"]).seed(1).background(&universe, [&nothing]);
        Exploration::in_memory(settled).unwrap().journal().header().clone()
    };
    let attempts = |state: fn(&Journal) -> u64| {
        let mut journal = Journal::in_memory(header());
        let state = state(&journal);
        journal.append(None, EntryKind::Attempt { state: Some(state) }).unwrap();
        let mut exploration = Exploration::of(journal).unwrap();
        assert!(matches!(exploration.next(&mut unwatched).unwrap(), Step::Certified(_)));
        exploration.journal().entries().iter().filter(|entry| matches!(entry.what, EntryKind::Attempt { .. })).count()
    };
    assert_eq!(attempts(Journal::state), 1, "the same samples, the same part of δ");
    assert_eq!(attempts(|journal| journal.state() + 1), 2, "a further part of δ");
}

#[test]
fn yes_but_says_that_there_is_something() {
    let mut exploration = begin();
    let question = never(&exploration, "a b");
    let holds = set(&exploration, "c");
    exploration.answer(None, &question, Response::Partly { holds, object: None }).unwrap();
    assert!(exploration.knowledge().entails(&rule(&exploration, "a b", "c")));
    assert!(exploration.knowledge().refuter(&question).is_some(), "it can be, and always has c");
    assert!(exploration.open_questions().is_empty());
    // Of another question, a part may hold without an exception to the rest.
    let question = rule(&exploration, "c", "a d");
    let holds = set(&exploration, "d");
    exploration.answer(None, &question, Response::Partly { holds, object: None }).unwrap();
    let open = exploration.open_questions();
    assert_eq!(
        open.iter().map(|(_, question, reply)| (question.clone(), *reply)).collect::<Vec<_>>(),
        [(question, Reply::Partly)]
    );
}

#[test]
fn what_would_change_is_told_in_full() {
    let mut exploration = begin();
    for conclusion in ["b", "c"] {
        let question = rule(&exploration, "a", conclusion);
        exploration.answer(None, &question, Response::Holds).unwrap();
    }
    let question = rule(&exploration, "a", "d");
    let last = exploration.answer(None, &question, Response::Holds).unwrap();
    let known = told(&exploration, "bat", "a", "");
    let bat = exploration.tell(None, known).unwrap();
    let more = told(&exploration, "bat", "b", "");
    exploration.tell(None, more).unwrap();

    let without = exploration.consequences(&[last]).unwrap();
    assert_eq!(without.rules, [rule(&exploration, "a", "d")], "b and c still follow");
    assert_eq!(without.facts, [("bat".to_owned(), set(&exploration, "d"))]);
    assert_eq!((without.objects.len(), without.questions), (0, 1));
    let without = exploration.consequences(&[bat]).unwrap();
    assert_eq!(without.facts, [("bat".to_owned(), set(&exploration, "a c d"))]);
    assert_eq!(exploration.consequences_in_words(&without), ["No longer known of bat: a, c and d."]);
}

#[test]
fn undo_goes_back_step_by_step_through_ones_own() {
    let mut exploration = begin();
    let (first, second) = (rule(&exploration, "a", "b"), rule(&exploration, "c", "d"));
    let one = exploration.answer(Some("ada"), &first, Response::Holds).unwrap();
    exploration.answer(Some("ada"), &second, Response::Holds).unwrap();
    let bens = rule(&exploration, "d", "c");
    exploration.answer(Some("ben"), &bens, Response::Holds).unwrap();
    exploration.retract(Some("ada"), &one).unwrap();
    let knows = |exploration: &Exploration| [&first, &second, &bens].map(|rule| exploration.knowledge().entails(rule));
    assert_eq!(knows(&exploration), [false, true, true]);
    exploration.undo(Some("ada")).unwrap();
    assert_eq!(knows(&exploration), [true, true, true], "the retraction was the last thing she did");
    exploration.undo(Some("ada")).unwrap();
    assert_eq!(knows(&exploration), [true, false, true], "then the answer before it");
    exploration.undo(Some("ada")).unwrap();
    assert_eq!(knows(&exploration), [false, false, true]);
    assert!(exploration.undo(Some("ada")).is_err(), "what ben said is ben's");
    exploration.undo(None).unwrap();
    assert_eq!(knows(&exploration), [false, false, false]);
}

#[test]
fn what_nobody_signed_can_be_undone_but_not_the_table() {
    let universe = std::sync::Arc::new(hornbook::Universe::letters(3));
    let table = hornbook::Context::from_rows(universe.clone(), [universe.none()]);
    let mut exploration = Exploration::in_memory(Start::table(&table).seed(1)).unwrap();
    exploration.tell(None, ObjectStatement::new("x", universe.all(), universe.none())).unwrap();
    exploration.undo(None).unwrap();
    assert_eq!(exploration.objects().len(), 1);
    assert!(exploration.undo(None).is_err());
}

#[test]
fn nothing_counts_again_over_what_was_said_since() {
    let mut exploration = begin();
    let question = never(&exploration, "a d");
    let first = exploration.answer(Some("ada"), &question, Response::Holds).unwrap();
    let retraction = exploration.retract(Some("ada"), &first).unwrap();
    let known = told(&exploration, "pig", "a d", "");
    let pig = exploration.tell(Some("ada"), known).unwrap();
    let before = exploration.journal().entries().len();
    match exploration.retract(Some("ada"), &retraction) {
        Err(Refusal::Contradicts(dispute)) => assert_eq!(dispute.with, [pig]),
        other => panic!("{other:?}"),
    }
    assert_eq!(exploration.journal().entries().len(), before);
    assert!(exploration.disputes().is_empty());
}

#[test]
fn an_accuracy_nobody_would_live_to_see_is_refused() {
    let tiny = Accuracy::new(1e-7, 0.1).unwrap();
    assert!(Exploration::in_memory(Start::attributes(["a"]).accuracy(tiny)).is_err());
    let mut exploration = begin();
    let error = exploration.set_accuracy(None, tiny).unwrap_err();
    assert!(exploration.refusal(&error).contains("0.00001"), "{error}");
    let error = exploration.set_accuracy(None, Accuracy::new(0.1, 5e-324).unwrap()).unwrap_err();
    assert!(exploration.refusal(&error).contains("0.000000001"), "{error}");
}

/// Whatever has a bearing on what is drawn has one on the streams.
#[test]
fn streams_differ_where_anything_known_beforehand_does() {
    let universe = hornbook::Universe::letters(3);
    let start = || Start::attributes(["a", "b", "c"]).seed(7);
    let rule = Implication::new(universe.set(["a"]).unwrap(), universe.set(["b"]).unwrap());
    let seeds = [
        start(),
        start().background(&universe, [&rule]),
        start().columns(&universe, &[vec![0, 1]]),
        start().distribution(hornbook_explore::journal::DistributionName::Seen),
        start().seed(8),
    ]
    .map(|start| Exploration::in_memory(start).unwrap().journal().seed());
    let different: std::collections::HashSet<u64> = seeds.into_iter().collect();
    assert_eq!(different.len(), seeds.len());
}
