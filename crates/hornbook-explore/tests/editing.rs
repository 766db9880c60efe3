//! Attributes and objects that are renamed, ordered and taken away, and what is left then.
#![allow(clippy::unwrap_used)]

use hornbook::learn::unwatched;
use hornbook::{AttrSet, Implication};
use hornbook_explore::journal::{Attribute, EntryKind, Journal, Policy, merge};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response, Start, Step};

fn tools() -> Exploration {
    Exploration::in_memory(Start::attributes(["blade", "sharp", "metal"]).seed(3)).unwrap()
}

fn rule(it: &Exploration, premise: &[&str], conclusion: &[&str]) -> Implication {
    Implication::new(it.universe().set(premise).unwrap(), it.universe().set(conclusion).unwrap())
}

fn set(it: &Exploration, names: &[&str]) -> AttrSet {
    it.universe().set(names).unwrap()
}

fn tell(it: &mut Exploration, name: &str, has: &[&str], lacks: &[&str]) {
    let told = ObjectStatement::new(name, set(it, has), set(it, lacks));
    it.tell(Some("ada"), told).unwrap();
}

/// What is known, by names.
fn known(it: &Exploration) -> (Vec<String>, Vec<String>) {
    let rules = it.rules().iter().map(|rule| rule.implication.display(it.universe()).to_string()).collect();
    let objects = it.models().iter().enumerate().map(|(place, model)| {
        let names = |set: &AttrSet| it.universe().names_of(set).collect::<Vec<_>>().join(",");
        format!("{}: {} ?{}", it.object_name(place), names(model.has()), names(&model.unknown()))
    });
    (rules, objects.collect())
}

fn reopened(it: &Exploration) -> Exploration {
    Exploration::of(it.journal().copy()).unwrap()
}

/// Asks and answers by a truth in which all is as in these objects, up to the certificate.
fn certify(it: &mut Exploration, objects: &[&[&str]]) {
    while let Step::Ask(asked) = it.next(&mut unwatched).unwrap() {
        let objects: Vec<AttrSet> = objects.iter().map(|names| set(it, names)).collect();
        let response = match objects.iter().find(|has| !asked.question.holds_in(has)) {
            None => Response::Holds,
            Some(has) => Response::refuted("", has.clone(), it.universe().all().difference(has)),
        };
        it.answer(Some("ada"), &asked.question, response).unwrap();
    }
}

#[test]
fn a_renamed_attribute_keeps_all_that_was_said_of_it() {
    let mut it = tools();
    let sharp = rule(&it, &["blade"], &["sharp"]);
    it.answer(Some("ada"), &sharp, Response::Holds).unwrap();
    tell(&mut it, "knife", &["blade"], &[]);
    let next = it.next(&mut unwatched).unwrap();
    let edge = Attribute { phrase: Some("has an edge".into()), ..Attribute::named("edge") };
    let renamed = it.edit_attribute(Some("ada"), "blade", edge).unwrap();
    assert_eq!(known(&it), (vec!["edge -> sharp".into()], vec!["knife: edge,sharp ?metal".into()]));
    // The question stays; what comes next does not hang on names.
    assert_eq!(it.next(&mut unwatched).unwrap(), next);
    // Lines by either name are understood, here and when the journal is read again.
    tell(&mut it, "spoon", &[], &["blade", "sharp"]);
    assert_eq!(known(&reopened(&it)), known(&it));
    it.retract(Some("ada"), &renamed).unwrap();
    assert_eq!(known(&it).0, ["blade -> sharp"]);
    assert_eq!(known(&it).1[1], "spoon:  ?metal");
    assert_eq!(known(&reopened(&it)), known(&it));
    // A name that was given up is still the attribute's.
    let refused = it.add_attributes(None, vec![Attribute::named("edge")]);
    assert!(matches!(refused, Err(Refusal::Impossible(words)) if words.contains("was called")));
}

#[test]
fn what_is_left_without_an_attribute_is_no_more_than_was_said() {
    let mut it = tools();
    for (premise, conclusion) in [(["blade"], vec!["sharp", "metal"]), (["sharp"], vec!["metal"])] {
        let rule = rule(&it, &premise, &conclusion);
        it.answer(Some("ada"), &rule, Response::Holds).unwrap();
    }
    let never = rule(&it, &["metal"], &["sharp"]);
    let cup = ObjectStatement::new("cup", set(&it, &["metal"]), set(&it, &["sharp", "blade"]));
    it.answer(Some("ada"), &never, Response::Refuted(cup)).unwrap();
    let before = known(&it);
    let lost = it.consequences_of_removing_attributes(&["sharp".into()]).unwrap();
    assert_eq!((lost.rules.len(), lost.known_of_gone), (2, 1));
    let gone = it.remove_attributes(Some("ada"), &["sharp".into()]).unwrap();
    // Its premise is gone, so "sharp -> metal" must not become "-> metal".
    assert_eq!(known(&it), (vec!["blade -> metal".into()], vec!["cup: metal ?".into()]));
    assert_eq!(known(&reopened(&it)), known(&it));
    assert_eq!(it.universe().names(), ["blade", "metal"]);
    let again = it.add_attributes(None, vec![Attribute::named("sharp")]);
    assert!(matches!(again, Err(Refusal::Impossible(words)) if words.contains("taken away")));
    it.retract(Some("ada"), &gone).unwrap();
    assert_eq!(known(&it), before);
    assert!(it.remove_attributes(None, &["blade".into(), "sharp".into(), "metal".into()]).is_err());
}

#[test]
fn what_people_decided_together_stays_so_without_an_attribute() {
    let mut it = tools();
    it.set_policy(None, Policy::Majority { of: 3 }).unwrap();
    let both = rule(&it, &["blade"], &["sharp", "metal"]);
    it.answer(Some("ada"), &both, Response::Holds).unwrap();
    it.remove_attributes(None, &["sharp".into()]).unwrap();
    assert!(it.rules().is_empty(), "one of three said so");
    let undone = it.undo(None);
    assert!(undone.is_ok());
    it.answer(Some("bob"), &both, Response::Holds).unwrap();
    it.remove_attributes(None, &["sharp".into()]).unwrap();
    assert_eq!(known(&it).0, ["blade -> metal"]);
}

#[test]
fn attributes_that_were_added_can_be_undone_with_what_was_said_of_them() {
    let mut it = tools();
    it.add_attributes(Some("ada"), vec![Attribute::named("handle")]).unwrap();
    tell(&mut it, "knife", &["blade", "handle"], &[]);
    it.undo(Some("ada")).unwrap();
    tell(&mut it, "knife", &["blade", "handle"], &[]);
    let added = it.journal().entries().iter().find(|entry| matches!(entry.what, EntryKind::Attributes { .. }));
    let added = added.unwrap().id.clone();
    it.retract(Some("ada"), &added).unwrap();
    assert_eq!(known(&it).1, ["knife: blade ?sharp,metal"]);
    assert_eq!(known(&reopened(&it)), known(&it));
}

#[test]
fn names_and_order_leave_a_certificate_and_removal_ends_it() {
    let mut it = tools();
    let objects: [&[&str]; 3] = [&["blade", "sharp", "metal"], &["metal"], &[]];
    certify(&mut it, &objects);
    let certified = it.certified().unwrap();
    it.edit_attribute(None, "metal", Attribute::named("of metal")).unwrap();
    it.order_attributes(None, &["of metal".into(), "sharp".into(), "blade".into()]).unwrap();
    it.rename_object(None, 0, "something").unwrap();
    let undone = it.journal().entries().len();
    it.undo(None).unwrap();
    assert!(it.journal().entries().len() > undone);
    assert_eq!(it.universe().names(), ["of metal", "sharp", "blade"]);
    for it in [&it, &reopened(&it)] {
        assert_eq!(it.certified(), Some(certified));
    }
    it.remove_attributes(None, &["of metal".into()]).unwrap();
    assert_eq!(it.certified(), None);
}

#[test]
fn attempts_before_another_order_are_spent() {
    let mut it = tools();
    certify(&mut it, &[&["blade", "sharp", "metal"], &["metal"], &[]]);
    let attempts = |it: &Exploration| {
        it.journal().entries().iter().filter(|entry| matches!(entry.what, EntryKind::Attempt { .. })).count()
    };
    let (before, spent) = (it.journal().entries().to_vec(), attempts(&it));
    // As if the program had been ended after the attempt, before the certificate.
    let last = before.len() - 1;
    let mut cut =
        Exploration::of(Journal::in_memory_with(it.journal().header().clone(), before[..last].to_vec())).unwrap();
    cut.order_attributes(None, &["metal".into(), "sharp".into(), "blade".into()]).unwrap();
    while let Step::Ask(asked) = cut.next(&mut unwatched).unwrap() {
        cut.answer(None, &asked.question, Response::Unknown).unwrap();
    }
    assert!(attempts(&cut) > spent, "the streams of another order are other samples");
}

#[test]
fn a_removed_object_is_no_exception_any_more() {
    let mut it = tools();
    let sharp = rule(&it, &["blade"], &["sharp"]);
    let toy = ObjectStatement::new("toy", set(&it, &["blade"]), set(&it, &["sharp"]));
    it.answer(Some("ada"), &sharp, Response::Refuted(toy)).unwrap();
    assert!(it.knowledge().decides(&sharp));
    assert_eq!(it.consequences_of_forgetting(0).unwrap().questions, 1);
    it.forget_object(Some("ada"), 0).unwrap();
    assert!(it.objects().is_empty() && !it.knowledge().decides(&sharp));
    it.answer(Some("ada"), &sharp, Response::Holds).unwrap();
    // Another object may have the name then, and is another one.
    tell(&mut it, "toy", &["metal"], &["blade"]);
    assert_eq!(known(&it).1, ["toy: metal ?sharp"]);
    assert_eq!(known(&reopened(&it)), known(&it));
}

#[test]
fn a_renamed_object_is_the_same_and_its_name_is_free() {
    let mut it = tools();
    tell(&mut it, "dog", &["blade"], &[]);
    it.rename_object(Some("ada"), 0, "wolf").unwrap();
    tell(&mut it, "wolf", &["metal"], &[]);
    tell(&mut it, "dog", &["sharp"], &[]);
    assert_eq!(known(&it).1, ["wolf: blade,metal ?sharp", "dog: sharp ?blade,metal"]);
    assert_eq!(known(&reopened(&it)), known(&it));
    assert!(it.rename_object(None, 0, "dog").is_err());
    // Something without a name gets one.
    tell(&mut it, "", &[], &["metal"]);
    it.rename_object(Some("ada"), 2, "cat").unwrap();
    tell(&mut it, "cat", &["blade"], &[]);
    assert_eq!(known(&it).1[2], "cat: blade ?sharp");
    it.undo(Some("ada")).unwrap();
    it.undo(Some("ada")).unwrap();
    assert_eq!(known(&it).1[2], "example 1:  ?blade,sharp");
    assert_eq!(known(&reopened(&it)), known(&it));
}

#[test]
fn what_was_told_of_several_objects_is_taken_or_refused_and_undone_together() {
    let mut it = tools();
    let rule = rule(&it, &["blade"], &["sharp"]);
    it.answer(None, &rule, Response::Holds).unwrap();
    let told =
        |it: &Exploration, name: &str, lacks: &[&str]| ObjectStatement::new(name, set(it, &["blade"]), set(it, lacks));
    let bad = vec![told(&it, "knife", &[]), told(&it, "toy", &["sharp"])];
    assert!(matches!(it.tell_all(Some("ada"), bad), Err(Refusal::Contradicts(_))));
    assert!(it.objects().is_empty());
    let good = vec![told(&it, "knife", &["metal"]), told(&it, "saw", &[])];
    let request = hornbook_explore::Request { name: "x".into(), content: 1 };
    it.once(Some("ada"), &request, |it| it.tell_all(Some("ada"), good)).unwrap();
    assert_eq!(it.objects().len(), 2);
    it.undo(Some("ada")).unwrap();
    assert!(it.objects().is_empty());
}

#[test]
fn journals_with_other_names_are_merged() {
    let mut one = tools();
    tell(&mut one, "dog", &["blade"], &[]);
    let mut other = reopened(&one);
    let sharp = rule(&one, &["blade"], &["sharp"]);
    one.edit_attribute(Some("ada"), "blade", Attribute::named("edge")).unwrap();
    one.rename_object(Some("ada"), 0, "wolf").unwrap();
    tell(&mut one, "wolf", &["metal"], &[]);
    tell(&mut one, "dog", &[], &["metal"]);
    other.answer(Some("bob"), &sharp, Response::Holds).unwrap();
    tell(&mut other, "dog", &["sharp"], &[]);
    other.remove_attributes(Some("bob"), &["metal".into()]).unwrap();
    let (header, entries) =
        merge((one.journal().header(), one.journal().entries()), (other.journal().header(), other.journal().entries()))
            .unwrap();
    let both = Exploration::of(Journal::in_memory_with(header, entries)).unwrap();
    assert_eq!(both.disputes(), []);
    let expected = ["wolf: edge,sharp ?".to_owned(), "dog (2):  ?edge,sharp".to_owned()];
    assert_eq!(known(&both), (vec!["edge -> sharp".to_owned()], expected.to_vec()));
    // One of them calls an attribute as another one is called here.
    let mut third = tools();
    third.edit_attribute(None, "blade", Attribute::named("edge")).unwrap();
    let mut fourth = tools();
    fourth.add_attributes(None, vec![Attribute::named("edge")]).unwrap();
    let merged = merge(
        (third.journal().header(), third.journal().entries()),
        (fourth.journal().header(), fourth.journal().entries()),
    );
    assert!(merged.is_err());
}

#[test]
fn what_was_undone_is_asked_next() {
    let mut it = Exploration::in_memory(Start::attributes(["a", "b", "c", "d", "e"]).seed(5)).unwrap();
    for _ in 0..3 {
        let Step::Ask(asked) = it.next(&mut unwatched).unwrap() else { unreachable!() };
        it.answer(Some("ada"), &asked.question, Response::Holds).unwrap();
        it.undo(Some("ada")).unwrap();
        assert!(matches!(it.next(&mut unwatched).unwrap(), Step::Ask(again) if again.question == asked.question));
        it.answer(Some("ada"), &asked.question, Response::Unknown).unwrap();
    }
    assert_eq!(it.undone_question(), None);
}

#[test]
fn parts_of_what_nobody_knows_are_asked_so_often_and_no_more() {
    let names: Vec<String> = (0..10).map(|at| format!("a{at}")).collect();
    let mut it = Exploration::in_memory(Start::attributes(names).seed(5)).unwrap();
    let all = it.universe().all();
    let one = AttrSet::of(10, [0]);
    let broad = Implication::new(one.clone(), all.difference(&one));
    // Nothing is known of the rest, and four parts are tried.
    it.answer(Some("ada"), &broad, Response::Unknown).unwrap();
    let mut parts = Vec::new();
    while let Step::Ask(asked) = it.next(&mut unwatched).unwrap() {
        if it.unknown_whole(&asked.question) != Some(&broad) {
            break;
        }
        parts.push(asked.question.conclusion.attrs().unwrap().len());
        it.answer(Some("ada"), &asked.question, Response::Unknown).unwrap();
    }
    assert_eq!(parts, [4, 2, 1, 1]);
    // Whoever knows all parts is asked for no more than twice as many as there are.
    let mut it = reopened(&it);
    while it.undo(Some("ada")).is_ok() {}
    it.answer(Some("ada"), &broad, Response::Unknown).unwrap();
    let mut known = 0;
    while let Step::Ask(asked) = it.next(&mut unwatched).unwrap() {
        if it.unknown_whole(&asked.question) != Some(&broad) {
            break;
        }
        known += 1;
        it.answer(Some("ada"), &asked.question, Response::Holds).unwrap();
    }
    assert_eq!(known, 2);
    assert!(it.knowledge().entails(&broad));
    // What a program does not know is left to a person first.
    let mut it = Exploration::in_memory(Start::attributes(["a", "b", "c", "d"]).seed(5)).unwrap();
    let broad = Implication::new(AttrSet::of(4, [0]), AttrSet::of(4, [1, 2, 3]));
    it.by_program(|it| it.answer(Some("prover"), &broad, Response::Unknown)).unwrap();
    assert!(
        matches!(it.next(&mut unwatched).unwrap(), Step::Ask(asked) if it.unknown_whole(&asked.question).is_none())
    );
}
