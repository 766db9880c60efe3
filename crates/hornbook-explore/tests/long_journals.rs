//! Long journals: what one more answer costs does not grow with what is known.
//!
//! The limits are generous. Where every answer copies what is known, or every
//! entry about an object copies the object, they are missed many times over.
#![allow(clippy::unwrap_used, dead_code)]

#[path = "common/long.rs"]
mod long;

use std::time::{Duration, Instant};

use hornbook::learn::unwatched;
use hornbook::{AttrSet, Implication};
use hornbook_explore::journal::{EntryId, Journal};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response};

const ENTRIES: usize = 20_000;
const ANSWERS: usize = 100;
const LOOKUPS_OF_EACH: usize = 50;

fn some(attrs: &[usize]) -> AttrSet {
    AttrSet::of(long::ATTRIBUTES, attrs.iter().copied())
}

fn within<T>(limit: Duration, act: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = act();
    let took = started.elapsed();
    assert!(took < limit, "it took {took:?}, and {limit:?} at most are allowed");
    done
}

/// The exploration, opened from a file.
fn opened(journal: &Journal, limit: Duration) -> Exploration {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.journal");
    drop(Journal::create_with(&path, journal.header().clone(), journal.entries().to_vec()).unwrap());
    let opened = within(limit, || Exploration::read(&path).unwrap());
    assert_eq!(opened.journal().entries().len(), ENTRIES);
    assert!(opened.disputes().is_empty());
    opened
}

#[test]
fn many_entries_about_one_object_are_read_and_added_to() {
    let mut exploration = opened(&long::about_one_object(ENTRIES), Duration::from_secs(4));
    assert_eq!(exploration.objects()[0].entries().len(), ENTRIES);
    within(Duration::from_secs(2), || {
        for at in 0..ANSWERS {
            let told = ObjectStatement::new("cat", some(&[at % 10]), some(&[30 + at % 5]));
            exploration.tell(None, told.clone()).unwrap();
            exploration.fill(&told).unwrap();
        }
    });
    // What contradicts it is found among all these entries.
    let broken = Implication::new(some(&[3]), some(&[20, 4]));
    let refused = within(Duration::from_secs(2), || exploration.answer(None, &broken, Response::Holds).unwrap_err());
    let Refusal::Contradicts(dispute) = refused else { panic!("{refused}") };
    assert_eq!(dispute.with, [EntryId("entry-323".to_owned())], "the first that tells of both attributes");
    // A correction names all that it corrects.
    let corrected = ObjectStatement { correct: true, ..ObjectStatement::new("cat", some(&[]), some(&[19])) };
    let corrects = exploration.corrects(&corrected).unwrap();
    assert_eq!(corrects.len(), ENTRIES / 20);
    within(Duration::from_secs(2), || exploration.tell(None, corrected).unwrap());
    assert!(!exploration.objects()[0].fact(19).unwrap().has);
}

#[test]
fn many_objects_and_rules_are_read_and_added_to() {
    let mut exploration = opened(&long::about_many(ENTRIES), Duration::from_secs(30));
    within(Duration::from_secs(2), || {
        for at in 0..ANSWERS {
            exploration.answer(None, &long::rule(ENTRIES + at), Response::Holds).unwrap();
            let told = ObjectStatement::new(format!("thing {at}"), some(&[at % 10]), some(&[30]));
            exploration.tell(None, told).unwrap();
            let broken = Implication::new(some(&[2 + at % 7, 9]), some(&[1]));
            exploration.answer(None, &broken, Response::refuted("", some(&[]), some(&[0, 1]))).unwrap();
        }
    });
    let refused = within(Duration::from_secs(2), || {
        let breaks = ObjectStatement::new("dog", AttrSet::full(long::ATTRIBUTES).without(1), some(&[1]));
        exploration.tell(None, breaks).unwrap_err()
    });
    assert!(matches!(refused, Refusal::Contradicts(dispute) if dispute.with.len() == 1));
}

#[test]
fn entries_are_found_by_their_identity() {
    let exploration = Exploration::of(long::about_many(ENTRIES)).unwrap();
    within(Duration::from_secs(2), || {
        for entry in (0..LOOKUPS_OF_EACH).flat_map(|_| exploration.journal().entries()) {
            assert_eq!(exploration.entry(&entry.id).map(|found| &found.id), Some(&entry.id));
        }
    });
    assert_eq!(exploration.entry(&EntryId("none".to_owned())), None);
}

/// Whatever is done with a journal of retractions, one of the other.
#[test]
fn retractions_of_retractions_are_gone_through_once() {
    const NESTED: usize = 40_000;
    let journal = long::nested_retractions(NESTED);
    let mut exploration = within(Duration::from_secs(4), || Exploration::of(journal).unwrap());
    // Every other one is taken back.
    let last = EntryId(format!("entry-{}", NESTED - 1));
    assert!(exploration.counts(&last) && !exploration.counts(&EntryId("entry-0".to_owned())));
    within(Duration::from_secs(5), || exploration.next(&mut unwatched).unwrap());
    within(Duration::from_secs(2), || {
        let entries = exploration.journal().entries();
        assert!(entries.iter().map(|entry| exploration.entry_in_words(entry)).all(|words| words.len() < 1000));
        assert!(exploration.open_questions().is_empty() && exploration.overruled().is_empty());
        exploration.consequences(std::slice::from_ref(&last)).unwrap();
    });
    within(Duration::from_secs(8), || exploration.retract(None, &last).unwrap());
    assert!(exploration.counts(&EntryId("entry-0".to_owned())));
    within(Duration::from_secs(8), || exploration.undo(None).unwrap());
    within(Duration::from_secs(5), || exploration.next(&mut unwatched).unwrap());
}
