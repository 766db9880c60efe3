//! How an exploration is worded: its noun, its language, its phrases; and that nothing
//! but words depends on them. Questions say no more than is new.
#![allow(clippy::unwrap_used)]

use hornbook::learn::unwatched;
use hornbook::{AttrSet, Conclusion, Context, Implication, Theory, Universe};
use hornbook_explore::journal::{Attribute, EntryKind, Reply};
use hornbook_explore::{Asked, Exploration, Response, Start, Step, report};
use hornbook_words::{Language, LanguageChoice, markdown};
use proptest::prelude::*;

fn set(attrs: &[usize]) -> AttrSet {
    AttrSet::of(4, attrs.iter().copied())
}

fn rule(premise: &[usize], conclusion: &[usize]) -> Implication {
    Implication::new(set(premise), set(conclusion))
}

fn tools() -> Start {
    Start::attributes(["blade", "sharp", "heats food", "handle"]).noun("a kitchen tool").seed(1)
}

fn german() -> LanguageChoice {
    LanguageChoice::Shipped("de".to_owned())
}

#[test]
fn noun_and_language_are_kept_in_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tools.journal");
    let mut exploration = Exploration::create(&path, tools()).unwrap();
    let asked = |exploration: &Exploration| exploration.in_words(&rule(&[0], &[1])).to_string();
    assert_eq!(asked(&exploration), "If a kitchen tool has a blade, is it always sharp?");
    exploration.set_words(Some("ada"), Some("das Küchengerät"), Some(german())).unwrap();
    let in_german = "Angenommen, ein Küchengerät hat dies: blade. Hat es dann immer auch dies: sharp?";
    assert_eq!(asked(&exploration), in_german);
    drop(exploration);
    let mut again = Exploration::open(&path).unwrap();
    assert_eq!((again.noun(), asked(&again)), (Some("das Küchengerät"), in_german.to_owned()));
    // Another language is held with all it says.
    let own = include_str!("../../hornbook-words/src/language/german.json").replace("Deutsch", "Plattdeutsch");
    again.set_words(None, None, Some(Language::read(&own).unwrap())).unwrap();
    drop(again);
    let again = Exploration::read(&path).unwrap();
    assert_eq!((again.noun(), again.vocabulary().language().name()), (None, "Plattdeutsch"));
}

#[test]
fn other_words_leave_what_is_known_asked_and_certified() {
    let mut exploration = Exploration::in_memory(tools()).unwrap();
    // Every tool has everything or nothing.
    let all = exploration.universe().all();
    let none = exploration.universe().none();
    loop {
        let next = exploration.next(&mut unwatched).unwrap();
        exploration.set_words(None, Some("a thing"), None).unwrap();
        assert_eq!(exploration.next(&mut unwatched).unwrap(), next);
        let Step::Ask(asked) = next else { break };
        let breaks = [all.clone(), none.clone()].into_iter().find(|tool| !asked.question.holds_in(tool));
        let response = match breaks {
            None => Response::Holds,
            Some(tool) => Response::refuted("", tool.clone(), all.difference(&tool)),
        };
        exploration.answer(None, &asked.question, response).unwrap();
    }
    let certified = exploration.certified().unwrap();
    exploration.set_words(None, None, Some(german())).unwrap();
    assert_eq!(exploration.certified(), Some(certified));
    let copy = Exploration::of(exploration.journal().copy()).unwrap();
    assert_eq!(copy.certified(), Some(certified));
}

/// To take words back is like setting them: nothing else changes by it.
#[test]
fn words_are_taken_back_and_nothing_else_changes() {
    let mut exploration = Exploration::in_memory(tools()).unwrap();
    let all = exploration.universe().all();
    let none = exploration.universe().none();
    let future = |exploration: &mut Exploration| {
        let next = exploration.next(&mut unwatched).unwrap();
        let journal = exploration.journal();
        (next, journal.seed(), journal.state(), journal.counting(), exploration.certified())
    };
    loop {
        let before = future(&mut exploration);
        exploration.set_words(Some("ada"), Some("a thing"), None).unwrap();
        exploration.set_words(Some("ada"), Some("das Ding"), Some(german())).unwrap();
        exploration.undo(Some("ada")).unwrap();
        assert_eq!((exploration.noun(), exploration.vocabulary().language().name()), (Some("a thing"), "English"));
        exploration.undo(Some("ada")).unwrap();
        assert_eq!(exploration.noun(), Some("a kitchen tool"), "as it was at the start");
        assert_eq!(future(&mut exploration), before);
        let mut again = Exploration::of(exploration.journal().copy()).unwrap();
        assert_eq!((future(&mut again), again.noun()), (before.clone(), Some("a kitchen tool")));
        let Step::Ask(asked) = before.0 else { break };
        let breaks = [all.clone(), none.clone()].into_iter().find(|tool| !asked.question.holds_in(tool));
        let response = match breaks {
            None => Response::Holds,
            Some(tool) => Response::refuted("", tool.clone(), all.difference(&tool)),
        };
        exploration.answer(Some("ben"), &asked.question, response).unwrap();
    }
    // What was taken back can be made to count again, which changes nothing either.
    let before = future(&mut exploration);
    let words = exploration.set_words(Some("ada"), Some("a thing"), None).unwrap();
    let taken = exploration.retract(Some("ada"), &words).unwrap();
    exploration.retract(Some("ada"), &taken).unwrap();
    assert_eq!(future(&mut exploration), before);
    assert_eq!(exploration.noun(), Some("a thing"));
    // An answer is not taken back by an entry that says to change nothing.
    let answer = exploration.journal().entries().iter().find(|entry| matches!(entry.what, EntryKind::Answer(_)));
    let answer = answer.unwrap().id.clone();
    let mut journal = exploration.journal().copy();
    for wording in [false, true] {
        let forged = EntryKind::Retract { entry: answer.clone(), undo: false, wording, silent: true };
        journal.append(None, forged).unwrap();
    }
    assert!(Exploration::of(journal).unwrap().counts(&answer));
}

#[test]
fn words_that_cannot_be_are_refused() {
    let mut exploration = Exploration::in_memory(tools()).unwrap();
    assert!(exploration.set_words(None, Some(&"x".repeat(201)), None).is_err());
    assert!(exploration.set_words(None, None, Some(LanguageChoice::Shipped("tlh".to_owned()))).is_err());
    assert!(Exploration::in_memory(tools().noun("x".repeat(201))).is_err());
    assert!(exploration.journal().entries().is_empty());
}

#[test]
fn a_question_says_only_what_is_new() {
    let mut exploration = Exploration::in_memory(tools()).unwrap();
    exploration.answer(None, &rule(&[0], &[1]), Response::Holds).unwrap();
    let asked = |question: &Implication| exploration.asked_in_words(question).to_string();
    // Sharp follows from the blade: neither side repeats it.
    let premise = rule(&[0, 1], &[0, 1, 3]);
    assert_eq!(asked(&premise), "If a kitchen tool has a blade, does it always have a handle?");
    assert_eq!(asked(&rule(&[3], &[0, 1])), "If a kitchen tool has a handle, does it always have a blade?");
    let never = Implication::never(set(&[0, 1, 2]));
    assert_eq!(asked(&never), "Is there a kitchen tool that has a blade and heats food?");
    assert_eq!(exploration.may_lack(&rule(&[3], &[0, 1]), &set(&[])), set(&[0]));
    // What is recorded is the whole question.
    exploration.answer(None, &premise, Response::Holds).unwrap();
    let entry = exploration.journal().entries().last().unwrap();
    let EntryKind::Answer(said) = &entry.what else { panic!("no answer: {entry:?}") };
    assert_eq!(
        (said.question.rule(exploration.universe()).unwrap(), said.answer),
        (premise.without_premise(), Reply::Holds)
    );
    assert_eq!(exploration.entry_in_words(entry), "Every kitchen tool that has a blade and is sharp also has a handle");
    // Listed rules say no more either.
    let listed: Vec<String> =
        exploration.rules().iter().map(|rule| exploration.statement(&rule.only_new).to_string()).collect();
    assert!(listed.contains(&"Every kitchen tool that has a blade also has a handle".to_owned()), "{listed:?}");
    let written = markdown::document(&report(&exploration));
    assert!(written.contains("Every kitchen tool that has a blade also has a handle."), "{written}");
}

#[test]
fn why_is_told_for_every_kind_of_question_and_also_at_the_first() {
    let mut exploration = Exploration::in_memory(tools()).unwrap();
    let ask = |question: Implication| Asked { question, likely: 0.25, weight: 0.5 };
    let why = |exploration: &Exploration, question: Implication| exploration.why(&ask(question)).join(" ");
    let first = why(&exploration, rule(&[0], &[1]));
    assert_eq!(
        first,
        "If it is always so, what follows is settled or clearer for about 50% of what the certificate is about. Nothing \
         was said yet, so nothing speaks for or against it."
    );
    let knife = hornbook_explore::ObjectStatement::new("knife", set(&[0, 1]), set(&[2]));
    exploration.tell(None, knife).unwrap();
    let told = why(&exploration, Implication::never(set(&[0, 3])));
    assert!(told.starts_with("If there is none, "), "{told}");
    assert!(
        told.contains("By the objects known so far, the chance that there is none is thought to be about 25%."),
        "{told}"
    );
    assert!(told.ends_with("No known object is like that, and no accepted rule excludes it."), "{told}");
    assert!(
        why(&exploration, rule(&[0], &[3]))
            .ends_with("One known object is of that kind, and it is not known to be an exception.")
    );
    assert!(why(&exploration, rule(&[3], &[0])).ends_with("No known object is of that kind."));
    assert!(why(&exploration, rule(&[], &[3])).ends_with("Of the one known object, none is known to be an exception."));
    exploration.answer(Some("ada"), &rule(&[0], &[3]), Response::Later).unwrap();
    assert!(
        why(&exploration, rule(&[0], &[3])).starts_with("It was put off before, and now there is nothing else to ask.")
    );
}

#[test]
fn answers_on_record_read_as_people_say_them() {
    let mut exploration = Exploration::in_memory(tools()).unwrap();
    let said = |exploration: &Exploration| {
        let last = exploration.journal().entries().last().unwrap();
        exploration.entry_in_words(last)
    };
    exploration.answer(None, &rule(&[0], &[1, 3]), Response::refuted("butter knife", set(&[3]), set(&[1]))).unwrap();
    assert_eq!(
        said(&exploration),
        "Not every kitchen tool that has a blade also is sharp and has a handle: butter knife has a blade and a handle; is \
         not sharp"
    );
    exploration.answer(None, &Implication::never(set(&[1, 2])), Response::refuted("", set(&[]), set(&[0]))).unwrap();
    assert_eq!(
        said(&exploration),
        "There is a kitchen tool that is sharp and heats food: Something is sharp and heats food; does not have a blade"
    );
    exploration.answer(None, &rule(&[2], &[0]), Response::Unknown).unwrap();
    assert_eq!(said(&exploration), "Not known: If a kitchen tool heats food, does it always have a blade?");
}

#[test]
fn a_phrase_for_a_column_is_one_for_its_values() {
    let universe = Universe::new(["legs=4", "legs=2", "hair"]).unwrap();
    let context = Context::new(std::sync::Arc::new(universe));
    let phrase = |name: &str, phrase: &str| Attribute { phrase: Some(phrase.to_owned()), ..Attribute::named(name) };
    let start = Start::table(&context).noun("an animal");
    let start = start.phrased(&[phrase("legs", "has {} legs"), phrase("hair", "is hairy")]).unwrap();
    let exploration = Exploration::in_memory(start).unwrap();
    let rule = Implication::new(AttrSet::of(3, [0]), AttrSet::of(3, [2]));
    assert_eq!(exploration.in_words(&rule).to_string(), "If an animal has 4 legs, is it always hairy?");
    assert!(Start::table(&context).phrased(&[phrase("wings", "has {} wings")]).unwrap_err().contains("wings"));
}

fn theories() -> impl Strategy<Value = Vec<Implication>> {
    let side = || proptest::collection::vec(0..5usize, 0..4);
    let rule = (side(), side(), proptest::bool::weighted(0.2)).prop_map(|(premise, conclusion, never)| {
        let premise = AttrSet::of(5, premise);
        match never {
            true => Implication::never(premise),
            false => Implication::new(premise, AttrSet::of(5, conclusion)),
        }
    });
    proptest::collection::vec(rule, 0..6)
}

proptest! {
    /// Rules that say no more than is new say together what the whole ones say.
    #[test]
    fn nothing_is_lost_by_saying_only_what_is_new(rules in theories(), question in theories()) {
        let names: Vec<String> = (0..5).map(|at| format!("a{at}")).collect();
        let mut exploration = Exploration::in_memory(Start::attributes(names).seed(1)).unwrap();
        for rule in rules.iter().filter(|rule| !rule.is_trivial()) {
            exploration.answer(None, rule, Response::Holds).unwrap();
        }
        let theory = |rules: Vec<Implication>| Theory::from_rules(5, rules);
        let known = exploration.rules();
        let whole = theory(known.iter().map(|rule| rule.implication.clone()).collect());
        let shown = theory(known.iter().map(|rule| rule.only_new.clone()).collect());
        prop_assert!(whole.is_equivalent(&shown), "{whole:?} {shown:?}");
        for question in question {
            let new = exploration.only_new(&question);
            let with = |rule: &Implication| {
                theory(exploration.knowledge().rules().rules().iter().chain([rule]).cloned().collect())
            };
            prop_assert!(with(&question).is_equivalent(&with(&new)), "{question:?} {new:?}");
            let is_less = match (&new.conclusion, &question.conclusion) {
                (Conclusion::Attrs(new), Conclusion::Attrs(whole)) => new.is_subset(whole),
                (new, whole) => new == whole,
            };
            prop_assert!(new.premise.is_subset(&question.premise) && is_less);
        }
    }
}
