//! What the certificates and bounds of an exploration rest on, each by itself:
//! their parts of δ, by the attempts on record, and streams that nothing else
//! was drawn with.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashSet;

use common::expert::{Expert, start};
use common::{binomial_bound, count_behind, nearly_open, random_context};
use hornbook::learn::frugal::{Frugal, FrugalSettings, Spent};
use hornbook::learn::{Accuracy, Learner, Step as LearnerStep, unwatched};
use hornbook::sampling::{Purpose, Sampler, streams_opened};
use hornbook::{AttrSet, Context};
use hornbook_explore::journal::{Certified, Entry, EntryId, EntryKind, Journal, merge};
use hornbook_explore::{Exploration, ObjectStatement, Step};

const EPSILON: f64 = 0.1;
const DELTA: f64 = 0.1;
const ATTRIBUTES: usize = 7;

fn truth() -> Context {
    random_context(ATTRIBUTES, 9, 0.4, 1)
}

fn is_attempt(entry: &&Entry) -> bool {
    matches!(entry.what, EntryKind::Attempt { .. })
}

/// Attempts at a certificate on record.
fn attempts(exploration: &Exploration) -> u64 {
    exploration.journal().entries().iter().filter(is_attempt).count() as u64
}

/// The part of δ for the attempt of that number: nine tenths are for attempts.
fn part_of_attempt(i: u64) -> f64 {
    0.9 * DELTA / (i * (i + 1)) as f64
}

/// The part of δ for the bound shown on the way after so many entries.
fn part_of_bound(entries: u64) -> f64 {
    0.1 * DELTA / ((entries + 1) * (entries + 2)) as f64
}

/// Whether the bounds just certified fail with the part of the last attempt.
fn is_at_its_part(exploration: &Exploration, certified: &Certified) -> bool {
    let fails_with = |bound, delta| count_behind(certified.samples, bound, delta).is_some();
    let part = part_of_attempt(attempts(exploration));
    match certified.set_aside {
        0.0 => fails_with(certified.epsilon, part),
        set_aside => fails_with(certified.epsilon, part / 2.0) && fails_with(set_aside, part / 2.0),
    }
}

fn restarted(exploration: &Exploration) -> Exploration {
    Exploration::of(exploration.journal().copy()).unwrap()
}

/// Whatever was said, taken back and added meanwhile, and however often the
/// journal was opened: a certificate is at the part of δ that its number among
/// all attempts on record leaves it.
#[test]
fn each_certificate_is_at_the_part_of_its_attempt() {
    let (mut seen, mut with_set_aside, mut latest) = (0, 0, 0);
    let truth = truth();
    for seed in 0..12 {
        let mut exploration = Exploration::in_memory(start(5, seed)).unwrap();
        let mut expert = Expert::new(&truth, seed, 0);
        for turn in 0..60 {
            expert.act(&mut exploration);
            if turn % 3 == 0 {
                exploration = restarted(&exploration);
            }
            if let Step::Certified(certified) = exploration.next(&mut unwatched).unwrap() {
                let i = attempts(&exploration);
                assert!(is_at_its_part(&exploration, &certified), "attempt {i}: {certified:?}");
                seen += 1;
                with_set_aside += u64::from(certified.set_aside > 0.0);
                latest = latest.max(i);
            }
        }
    }
    assert!(seen > 50 && with_set_aside > 10 && latest > 5, "{seen}, {with_set_aside}, {latest}: too few to tell");
}

/// The bound shown with a question is at the part of δ for as many entries as
/// there are.
#[test]
fn each_bound_on_the_way_is_at_the_part_of_its_entries() {
    let truth = truth();
    let mut seen = 0;
    for seed in 0..10 {
        let mut exploration = Exploration::in_memory(start(ATTRIBUTES, seed)).unwrap();
        let mut expert = Expert { forgetful: false, ..Expert::new(&truth, seed, 0) };
        while let Step::Ask(_) = exploration.next(&mut unwatched).unwrap() {
            // The same learner at the same place, to know how many samples it takes.
            let accuracy = Accuracy::new(EPSILON, 0.9 * DELTA).unwrap();
            let settings = FrugalSettings::new(accuracy, Sampler::uniform(ATTRIBUTES), exploration.journal().seed());
            let mut learner =
                Frugal::resume(settings, exploration.knowledge().clone(), 0, Vec::new(), Spent::default());
            while learner.next(1, &mut unwatched).unwrap() == LearnerStep::Attempt {}
            let part = part_of_bound(exploration.journal().counting());
            let samples = learner.bound_apart(1, part).samples;
            let bound = exploration.standing().unwrap().epsilon;
            if bound < 1.0 {
                assert!(count_behind(samples, bound, part).is_some(), "{bound} by {samples} at {part}");
                seen += 1;
            }
            expert.answer(&mut exploration);
        }
    }
    assert!(seen > 50, "{seen}");
}

/// The streams of a journal's seed that certificates rest on are opened for the
/// attempts on record alone, each once; bounds on the way have others. A restart
/// without news opens the same again, for the same.
#[test]
fn streams_of_certificates_are_for_attempts_on_record() {
    let truth = truth();
    let mut all: HashSet<[u64; 4]> = HashSet::new();
    let (mut tried, mut shown) = (0, 0);
    for seed in 0..10 {
        let mut exploration = Exploration::in_memory(start(5, seed)).unwrap();
        let mut expert = Expert::new(&truth, seed, 0);
        for _ in 0..40 {
            let journal = exploration.journal();
            let (key, counting, before) = (journal.seed(), journal.counting(), attempts(&exploration));
            let (step, opened) = streams_opened(|| exploration.next(&mut unwatched).unwrap());
            let certifying = |[_, purpose, ..]: &&[u64; 4]| *purpose == Purpose::Certificate as u64;
            let of_journal = opened.iter().filter(certifying).filter(|[seed, ..]| *seed == key);
            let rounds: HashSet<u64> = of_journal.map(|[_, _, round, _]| *round).collect();
            assert_eq!(rounds.len() as u64, attempts(&exploration) - before, "one stream for each attempt");
            assert!(opened.iter().all(|stream| all.insert(*stream)), "a stream was drawn from twice");
            tried += rounds.len();
            shown += opened.iter().filter(certifying).filter(|[seed, ..]| *seed != key).count();
            if let Step::Ask(_) = step {
                let mut again = restarted(&exploration);
                let (_, opened_again) = streams_opened(|| again.next(&mut unwatched).unwrap());
                assert_eq!(opened_again, opened, "a restart draws no second lot");
                assert_eq!(attempts(&again), attempts(&exploration));
            }
            // Until there is something new: what was refused leaves all as it was.
            while exploration.journal().counting() == counting {
                expert.act(&mut exploration);
            }
        }
    }
    assert!(tried > 50 && shown > 50, "{tried} attempts, {shown} streams of bounds");
}

/// Goes on for some time and then to a certificate.
fn go_on(exploration: &mut Exploration, expert: &mut Expert<'_>) {
    (0..5).for_each(|_| expert.act(exploration));
    exploration.set_accuracy(None, Accuracy::new(EPSILON, DELTA).unwrap()).unwrap();
    while expert.answer(exploration) {}
}

/// Two journals that are one now have made the attempts of both.
#[test]
fn merged_journals_have_made_the_attempts_of_both() {
    let truth = truth();
    for seed in 0..10 {
        let mut one = Exploration::in_memory(start(5, seed)).unwrap();
        let mut expert = Expert::new(&truth, seed, 0);
        go_on(&mut one, &mut expert);
        let mut other = restarted(&one);
        go_on(&mut one, &mut expert);
        go_on(&mut other, &mut Expert::new(&truth, seed, 1));
        let ids = |exploration: &Exploration| -> HashSet<EntryId> {
            exploration.journal().entries().iter().filter(is_attempt).map(|entry| entry.id.clone()).collect()
        };
        let both: HashSet<EntryId> = ids(&one).union(&ids(&other)).cloned().collect();
        assert!(both.len() > ids(&one).len() && both.len() > ids(&other).len());
        let lines = |it: &Exploration| (it.journal().header().clone(), it.journal().entries().to_vec());
        let ((header, entries), (other_header, other_entries)) = (lines(&one), lines(&other));
        let (header, entries) = merge((&header, &entries), (&other_header, &other_entries)).unwrap();
        let mut merged = Exploration::of(Journal::in_memory_with(header, entries)).unwrap();
        assert_eq!(ids(&merged), both);
        assert_eq!(merged.certified(), None, "what either knew alone was certified");
        while expert.answer(&mut merged) {}
        assert!(attempts(&merged) > both.len() as u64);
        assert!(is_at_its_part(&merged, &merged.certified().unwrap()));
    }
}

/// Slightly more than ε of the sets are open, and stay so: nothing is answered,
/// only said again how sure one wants to be, and the journal is opened again, many
/// times. Whatever is certified is wrong then, and that may happen in 0.9 δ of the
/// runs, however many attempts each makes.
#[test]
fn many_attempts_on_record_are_wrong_no_more_often_than_one() {
    const RUNS: u64 = 150;
    const ENTRIES: usize = 70;
    let delta = 0.4;
    let (models, open) = nearly_open();
    let accuracy = Accuracy::new(open / 1.002, delta).unwrap();
    let mut made = 0;
    let is_wrong = |seed: u64| {
        let mut exploration = Exploration::in_memory(start(6, seed).accuracy(accuracy)).unwrap();
        for (at, model) in models.iter().enumerate() {
            let lacks = AttrSet::full(6).difference(model);
            exploration.tell(None, ObjectStatement::new(format!("model {at}"), model.clone(), lacks)).unwrap();
        }
        let mut is_wrong = false;
        for _ in 0..ENTRIES {
            exploration.set_accuracy(None, accuracy).unwrap();
            exploration = restarted(&exploration);
            is_wrong |= matches!(exploration.next(&mut unwatched).unwrap(), Step::Certified(_));
        }
        made += attempts(&exploration);
        is_wrong
    };
    let wrong = (0..RUNS).map(is_wrong).filter(|&wrong| wrong).count() as u64;
    let allowed = binomial_bound(RUNS, 0.9 * delta);
    eprintln!("{wrong} wrong, {allowed} allowed of {RUNS}; {made} attempts in all");
    assert!(wrong <= allowed, "{wrong} of {RUNS} certified wrongly, {allowed} allowed");
    assert!(made > RUNS, "too few attempts for this to tell anything");
}
