//! Objects as people tell of them: which one is meant, what is corrected, and
//! what becomes of them when an answer is taken back or changed.
#![allow(clippy::unwrap_used)]

use hornbook::{AttrSet, Context, Implication};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response, Start};

fn animals() -> Exploration {
    Exploration::in_memory(Start::attributes(["a", "b", "c", "d"]).seed(1)).unwrap()
}

fn set(names: &str) -> AttrSet {
    AttrSet::of(4, names.chars().map(|name| "abcd".find(name).unwrap()))
}

fn rule(from: &str, to: &str) -> Implication {
    Implication::new(set(from), set(to))
}

fn told(name: &str, has: &str, lacks: &str) -> ObjectStatement {
    ObjectStatement::new(name, set(has), set(lacks))
}

/// What was said of each object: its name, what it has and what it lacks.
fn objects(exploration: &Exploration) -> Vec<String> {
    let letters = |set: &AttrSet| set.iter().map(|attr| &"abcd"[attr..=attr]).collect::<String>();
    let said = |at: usize| {
        let model = exploration.objects()[at].said();
        let lacks = exploration.universe().all().difference(model.possible());
        format!("{} +{} -{}", exploration.object_name(at), letters(model.has()), letters(&lacks))
    };
    (0..exploration.objects().len()).map(said).collect()
}

#[test]
fn a_known_object_is_completed_by_its_name_its_number_or_its_place() {
    let mut e = animals();
    e.tell(None, told("cat", "a", "")).unwrap();
    e.tell(None, told("", "b", "")).unwrap();
    e.tell(None, told("", "c", "")).unwrap();
    e.tell(None, told(" cat ", "b", "")).unwrap();
    e.tell(None, told("example 2", "d", "")).unwrap();
    // A place says which one, whatever name is given with it.
    e.tell(None, ObjectStatement { known: Some(0), ..told("", "", "c") }).unwrap();
    e.tell(None, ObjectStatement { known: Some(0), ..told("dog", "", "d") }).unwrap();
    e.tell(None, ObjectStatement { known: Some(1), ..told("some name", "", "a") }).unwrap();
    assert_eq!(objects(&e), ["cat +ab -cd", "example 1 +b -a", "example 2 +cd -"]);
}

#[test]
fn a_changed_answer_is_about_the_object_that_was_meant() {
    let mut e = animals();
    let first = e.answer(None, &rule("a", "b"), Response::Refuted(told("", "", "b"))).unwrap();
    e.tell(None, told("", "c", "")).unwrap();
    e.tell(None, told("", "d", "")).unwrap();
    // Without the first answer there is no first object: places are others then.
    e.change(None, &first, Response::Refuted(ObjectStatement { known: Some(2), ..told("", "", "b") })).unwrap();
    assert_eq!(objects(&e), ["example 1 +c -", "example 2 +ad -b"]);
}

#[test]
fn an_object_of_which_something_is_left_is_not_gone() {
    let mut e = animals();
    let first = e.tell(None, told("cat", "a", "")).unwrap();
    e.tell(None, told("cat", "b", "")).unwrap();
    let alone = e.tell(None, told("dog", "b", "")).unwrap();
    assert_eq!(e.consequences(std::slice::from_ref(&first)).unwrap().objects, [] as [String; 0]);
    assert_eq!(e.consequences(&[alone]).unwrap().objects, ["dog"]);
    e.retract(None, &first).unwrap();
    assert_eq!(objects(&e), ["cat +b -", "dog +b -"]);
}

#[test]
fn a_correction_holds_until_it_is_taken_back() {
    let mut e = animals();
    e.tell(None, told("cat", "ab", "")).unwrap();
    // The premise says again that it has a.
    e.answer(None, &rule("a", "c"), Response::Refuted(told("cat", "", "c"))).unwrap();
    let refused = e.tell(None, told("cat", "", "a")).unwrap_err();
    assert!(matches!(refused, Refusal::Contradicts(_)), "{refused:?}");
    let correction = e.tell(None, ObjectStatement { correct: true, ..told("cat", "", "a") }).unwrap();
    assert_eq!(objects(&e), ["cat +b -ac"]);
    assert!(e.knowledge().refuter(&rule("a", "c")).is_none(), "and so it breaks no rule about a");
    e.retract(None, &correction).unwrap();
    assert_eq!(objects(&e), ["cat +ab -c"]);
}

#[test]
fn what_contradicts_a_completed_object_is_named_with_what_was_said_of_it() {
    let mut e = animals();
    let lacks = e.tell(None, told("cat", "", "c")).unwrap();
    let follows = e.answer(None, &rule("a", "c"), Response::Holds).unwrap();
    let refused = e.answer(None, &rule("a", "b"), Response::Refuted(told("cat", "", "b"))).unwrap_err();
    let Refusal::Contradicts(dispute) = refused else { panic!("{refused:?}") };
    assert_eq!(dispute.with, [follows, lacks]);
}

#[test]
fn a_part_and_an_object_that_lacks_it_do_not_go_together() {
    let mut e = animals();
    let response = Response::Partly { holds: set("b"), object: Some(told("", "", "bc")) };
    let refused = e.answer(None, &rule("a", "bc"), response).unwrap_err();
    assert!(e.refusal(&refused).contains("it lacks \"b\", which is said to follow"), "{}", e.refusal(&refused));
}

/// A table's rows are there with the journal or not at all, and two rows of one
/// name are two objects.
#[test]
fn a_table_is_taken_over_whole() {
    let universe = animals().universe().clone();
    let mut table = Context::new(universe);
    for (name, has) in [("cat", "a"), ("cat", "ab"), (" cat (2) ", "c"), ("", "d")] {
        table.push_model(Some(name.to_owned()), set(has).into());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.journal");
    let e = Exploration::create(&path, Start::table(&table)).unwrap();
    assert_eq!(objects(&e), ["cat +a -bcd", "cat (3) +ab -cd", "cat (2) +c -abd", "example 1 +d -abc"]);
    drop(e);
    assert_eq!(Exploration::open(&path).unwrap().objects().len(), 4);
    // What is known beforehand does not fit: no file.
    let other = folder.path().join("other.journal");
    let start = Start::table(&table).background(table.universe(), [&rule("a", "b")]);
    let error = Exploration::create(&other, start).unwrap_err().to_string();
    assert!(error.contains("contradicts what is known beforehand"), "{error}");
    assert!(!other.exists());
}
