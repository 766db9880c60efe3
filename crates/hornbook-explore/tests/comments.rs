//! Comments are for people to read: they change neither what is known nor what is
//! asked, whether they stand in the journal, are merged in, or are taken back.
#![allow(clippy::unwrap_used)]

mod common;

use common::expert::{Expert, start};
use common::random_context;
use hornbook::Implication;
use hornbook::learn::unwatched;
use hornbook_explore::journal::{EntryKind, Journal, JournalError, Policy, merge};
use hornbook_explore::{
    Exploration, MAX_COMMENT_CHARS, PairAgreement, Refusal, Request, Response, Start, Step, Verdict, report,
};

fn animals() -> Exploration {
    Exploration::in_memory(Start::attributes(["hair", "milk", "eggs", "wings"]).seed(1)).unwrap()
}

fn rule(exploration: &Exploration, premise: &[&str], conclusion: &[&str]) -> Implication {
    let universe = exploration.universe();
    Implication::new(universe.set(premise).unwrap(), universe.set(conclusion).unwrap())
}

fn texts(exploration: &Exploration) -> Vec<String> {
    exploration.comments().map(|comment| comment.text.to_owned()).collect()
}

/// What is asked next, or certified, and all that it depends on.
fn future(exploration: &mut Exploration) -> (Step, u64, u64) {
    let step = exploration.next(&mut unwatched).unwrap();
    (step, exploration.journal().seed(), exploration.journal().state())
}

#[test]
fn a_comment_changes_nothing_of_what_is_asked_or_certified() {
    let table = random_context(6, 9, 0.4, 1);
    let mut exploration = Exploration::in_memory(start(6, 3)).unwrap();
    let mut expert = Expert::new(&table, 3, 0);
    loop {
        let before = future(&mut exploration);
        let about = Implication::new(exploration.universe().none(), exploration.universe().all());
        let comment = exploration.comment(Some("ada"), &about, "Is that so?").unwrap();
        exploration.comment(Some("ben"), &about, "Is that so?").unwrap();
        exploration.withdraw(Some("ada"), &comment).unwrap();
        assert_eq!(future(&mut exploration), before);
        // Also if the journal is opened again, and everything is computed anew.
        let mut again = Exploration::of(exploration.journal().copy()).unwrap();
        assert_eq!(future(&mut again), before);
        assert_eq!(again.certified(), exploration.certified());
        if !expert.answer(&mut exploration) {
            break;
        }
    }
    assert!(exploration.certified().is_some(), "the certificate outlives what was said after it");
    let attempts = |exploration: &Exploration| {
        exploration.journal().entries().iter().filter(|entry| matches!(entry.what, EntryKind::Attempt { .. })).count()
    };
    let before = attempts(&exploration);
    let about = Implication::new(exploration.universe().none(), exploration.universe().all());
    exploration.comment(Some("ada"), &about, "Well done.").unwrap();
    let mut again = Exploration::of(exploration.journal().copy()).unwrap();
    again.next(&mut unwatched).unwrap();
    assert_eq!(attempts(&again), before, "nothing of δ is spent on it");
}

#[test]
fn comments_are_kept_in_the_file_each_under_its_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("animals.journal");
    let mut exploration = Exploration::create(&path, Start::attributes(["hair", "milk"]).seed(1)).unwrap();
    let asked = rule(&exploration, &["hair"], &["milk"]);
    let id = exploration.comment(Some("ada"), &asked, "  What of\na bear?  ").unwrap();
    let (seed, counting) = (exploration.journal().seed(), exploration.journal().counting());
    assert_eq!(counting, 0);
    drop(exploration);
    let again = Exploration::open(&path).unwrap();
    assert_eq!(texts(&again), ["What of\na bear?"]);
    let comment = again.comments().next().unwrap();
    assert_eq!((&comment.entry.id, comment.entry.who.as_deref(), comment.question), (&id, Some("ada"), &asked));
    assert_eq!((again.journal().seed(), again.journal().counting()), (seed, 0));
    assert_eq!(again.comments_in_words(&asked)[0].split(": ").last(), Some("What of / a bear?"));
    assert!(hornbook_words::text::document(&report(&again)).contains("What of / a bear?"), "the report has it");
    drop(again);
    // Whoever changes its words is found out, as with every other line.
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"kind\":\"comment\""));
    std::fs::write(&path, text.replace("a bear", "a boar")).unwrap();
    assert!(matches!(Exploration::open(&path), Err(JournalError::Broken { line: 2, .. })));
    // One about what is no attribute is refused, as an answer would be.
    std::fs::write(&path, text.replace("{\"premise\":[\"hair\"]", "{\"premise\":[\"scales\"]")).unwrap();
    let mended = hornbook_explore::journal::mend(&path).unwrap();
    assert!(Exploration::of(Journal::in_memory_with(mended.header, mended.entries)).is_err());
}

#[test]
fn undo_passes_comments_by_and_withdrawing_ends_them() {
    let mut exploration = animals();
    let asked = rule(&exploration, &["hair"], &["milk"]);
    let answer = exploration.answer(Some("ada"), &asked, Response::Holds).unwrap();
    let comment = exploration.comment(Some("ada"), &asked, "I am sure.").unwrap();
    exploration.undo(Some("ada")).unwrap();
    assert!(!exploration.counts(&answer));
    assert_eq!(texts(&exploration), ["I am sure."]);
    // It is no answer, and so not taken back as one.
    assert!(matches!(exploration.retract(Some("ada"), &comment), Err(Refusal::Impossible(_))));
    exploration.withdraw(Some("ada"), &comment).unwrap();
    assert!(texts(&exploration).is_empty());
    assert!(matches!(exploration.withdraw(Some("ada"), &comment), Err(Refusal::Impossible(_))));
    assert!(matches!(exploration.withdraw(Some("ada"), &answer), Err(Refusal::Impossible(_))));
    for bad in ["", "  \n", &"x".repeat(MAX_COMMENT_CHARS + 1)] {
        assert!(matches!(exploration.comment(Some("ada"), &asked, bad), Err(Refusal::Impossible(_))));
    }
    let entries = exploration.journal().entries().len();
    let request = Request { name: "7".to_owned(), content: 7 };
    for _ in 0..2 {
        let said =
            exploration.once(Some("ada"), &request, |exploration| exploration.comment(Some("ada"), &asked, "Once."));
        said.unwrap();
    }
    assert_eq!(exploration.journal().entries().len(), entries + 1, "sent twice, said once");
}

#[test]
fn merged_journals_have_the_comments_of_both() {
    let mut one = animals();
    let asked = rule(&one, &["hair"], &["milk"]);
    one.comment(Some("ada"), &asked, "Seen by both.").unwrap();
    let mut other = Exploration::of(one.journal().copy()).unwrap();
    let gone = other.comments().next().unwrap().entry.id.clone();
    one.comment(Some("ada"), &asked, "By one.").unwrap();
    other.answer(Some("ben"), &asked, Response::Unknown).unwrap();
    other.comment(Some("ben"), &asked, "By the other.").unwrap();
    other.withdraw(Some("ben"), &gone).unwrap();
    let journals = [one.journal(), other.journal()].map(|journal| (journal.header(), journal.entries()));
    let (header, entries) = merge(journals[0], journals[1]).unwrap();
    let merged = Exploration::of(Journal::in_memory_with(header, entries)).unwrap();
    let mut said = texts(&merged);
    said.sort();
    assert_eq!(said, ["By one.", "By the other."]);
}

/// Whoever sides with an example says the same from then on, whatever they said
/// before, and whoever's word counts.
#[test]
fn siding_with_an_example_is_an_answer_of_ones_own() {
    for policy in [Policy::Any, Policy::Majority { of: 3 }, Policy::Unanimous { of: 2 }] {
        let mut exploration = animals();
        exploration.set_policy(Some("ada"), policy).unwrap();
        let asked = rule(&exploration, &["wings"], &["eggs"]);
        exploration.answer(Some("ada"), &asked, Response::Holds).unwrap();
        let bat = {
            let universe = exploration.universe();
            Response::refuted("bat", universe.set(["wings"]).unwrap(), universe.set(["eggs"]).unwrap())
        };
        let ben = exploration.disagree(Some("ben"), &asked, bat).unwrap();
        assert_eq!(exploration.disagreements().len(), 1, "{policy:?}");
        assert!(matches!(exploration.side_with(Some("ben"), &ben), Err(Refusal::Impossible(_))), "it is his own");
        exploration.side_with(Some("ada"), &ben).unwrap();
        assert!(exploration.disagreements().is_empty() && exploration.disputes().is_empty(), "{policy:?}");
        let ballot = exploration.ballot_about(&asked).unwrap();
        assert_eq!((ballot.decided, ballot.votes.len()), (Some(Verdict::Fails), 2), "{policy:?}");
        assert_eq!(exploration.object_name(0), "bat");
        // Taken back, she says what she said before.
        exploration.undo(Some("ada")).unwrap();
        assert_eq!(exploration.disagreements().len(), 1, "{policy:?}");
        // Who did not answer yet sides with one of them.
        exploration.side_with(Some("eve"), &ben).unwrap();
        assert_eq!(exploration.ballot_about(&asked).unwrap().agreeing(Verdict::Fails).count(), 2, "{policy:?}");
    }
}

#[test]
fn who_answered_how_much_and_who_agrees_is_counted() {
    let mut exploration = animals();
    exploration.set_policy(Some("ada"), Policy::Majority { of: 3 }).unwrap();
    let [one, two, three] =
        [("hair", "milk"), ("wings", "eggs"), ("milk", "hair")].map(|(a, b)| rule(&exploration, &[a], &[b]));
    let universe = exploration.universe();
    let bat = Response::refuted("bat", universe.set(["wings"]).unwrap(), universe.set(["eggs"]).unwrap());
    for (who, rule, response) in [
        ("ada", &one, Response::Holds),
        ("ben", &one, Response::Holds),
        ("ada", &two, Response::Holds),
        ("ben", &two, bat),
        ("ben", &three, Response::Unknown),
        ("ada", &three, Response::Holds),
    ] {
        exploration.answer(Some(who), rule, response).unwrap();
    }
    let cat = hornbook_explore::ObjectStatement::new(
        "cat",
        exploration.universe().set(["hair"]).unwrap(),
        exploration.universe().none(),
    );
    exploration.tell(Some("eve"), cat).unwrap();
    let counts: Vec<_> =
        exploration.contributions().into_iter().map(|c| (c.who, c.holds, c.fails, c.unknown, c.objects)).collect();
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(counts, [(name("ada"), 3, 0, 0, 0), (name("ben"), 1, 1, 1, 0), (name("eve"), 0, 0, 0, 1)]);
    // To the third, ben knows nothing, and so neither agrees nor contradicts.
    assert_eq!(exploration.agreement(), [PairAgreement { one: 0, other: 1, common: 2, same: 1 }]);
}
