//! What it takes to open a long journal and to take one more answer: `cargo
//! bench -p hornbook-explore --bench entries`.
//!
//! The time to choose the next question is left out, and so is the disk for
//! answers: they go to a journal in memory.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../tests/common/long.rs"]
mod long;

use std::time::{Duration, Instant};

use hornbook::{AttrSet, Implication};
use hornbook_explore::journal::Journal;
use hornbook_explore::{Exploration, ObjectStatement, Response};

const ENTRIES: [usize; 3] = [1_000, 5_000, 20_000];
/// Each answer is given so many times.
const ANSWERS: usize = 5;

fn main() {
    println!("| journal | entries | open | told | holds | refuted | refused |");
    println!("|---|---|---|---|---|---|---|");
    let most = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(usize::MAX);
    for entries in ENTRIES.into_iter().filter(|&entries| entries <= most) {
        line("one object", entries, long::about_one_object(entries));
        line("many objects and rules", entries, long::about_many(entries));
    }
}

fn line(name: &str, entries: usize, journal: Journal) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.journal");
    drop(Journal::create_with(&path, journal.header().clone(), journal.entries().to_vec()).unwrap());
    let started = Instant::now();
    drop(Exploration::open(&path).unwrap());
    let open = started.elapsed();
    let mut exploration = Exploration::of(journal).unwrap();
    let some = |attrs: &[usize]| AttrSet::of(long::ATTRIBUTES, attrs.iter().copied());
    let told = slowest(|at| {
        let told = ObjectStatement::new("cat", some(&[at]), some(&[long::ATTRIBUTES - 1]));
        exploration.tell(None, told).unwrap();
    });
    let holds = slowest(|at| {
        exploration.answer(None, &long::rule(entries + at), Response::Holds).unwrap();
    });
    let refuted = slowest(|at| {
        let question = Implication::new(some(&[2 + at]), some(&[1]));
        let told = ObjectStatement::new("", some(&[]), some(&[0, 1]));
        exploration.answer(None, &question, Response::Refuted(told)).unwrap();
    });
    // Rules that the object breaks of which all entries tell, and an object that
    // breaks rules.
    let refused = slowest(|at| {
        let rule = Implication::new(some(&[at]), some(&[long::ATTRIBUTES - 1]));
        exploration.answer(None, &rule, Response::Holds).unwrap_err();
        let all_but_one = AttrSet::full(long::ATTRIBUTES).without(1);
        exploration.tell(None, ObjectStatement::new("dog", all_but_one, some(&[1]))).unwrap_err();
    });
    let times = [open, told, holds, refuted, refused].map(|time| format!("{:.1} ms", time.as_secs_f64() * 1000.0));
    println!("| {name} | {entries} | {} |", times.join(" | "));
}

/// The slowest of several times.
fn slowest(mut act: impl FnMut(usize)) -> Duration {
    let time = |at| {
        let started = Instant::now();
        act(at);
        started.elapsed()
    };
    (0..ANSWERS).map(time).max().unwrap()
}
