//! A program that explores is killed at any moment, over and over: nothing that
//! it acknowledged is lost or doubled, and what goes on ends certified.
//!
//! The test starts itself as the program that is killed. After every answer
//! that was acknowledged that program writes the entry's id to a pipe, and so
//! it tells no more than what `answer` promised.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use hornbook::learn::{Accuracy, unwatched};
use hornbook::oracle::{Answer, Oracle, TableOracle};
use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{Context, format, measure, scaling};
use hornbook_explore::journal::{DistributionName, EntryId, EntryKind, Journal};
use hornbook_explore::{Exploration, Response, Start, Step};

/// Set for the program that is killed: the journal it works at.
const JOURNAL: &str = "CRASH_TEST_JOURNAL";
const EPSILON: f64 = 0.01;

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

/// Explores until it is certified, or killed.
fn explore(path: &Path) {
    let zoo = zoo();
    // The same question may be asked again after a crash: what an expert says
    // to it must not depend on how often it was.
    let mut exploration = if path.exists() {
        Exploration::open(path).unwrap()
    } else {
        let start = Start::attributes(zoo.universe().names().to_vec()).distribution(DistributionName::Uniform);
        let seed = path.file_stem().unwrap().to_str().unwrap().parse().unwrap();
        Exploration::create(path, start.accuracy(Accuracy::new(EPSILON, 0.1).unwrap()).seed(seed)).unwrap()
    };
    while let Step::Ask(asked) = exploration.next(&mut unwatched).unwrap() {
        let response = match TableOracle::new(&zoo, 1).ask(&asked.question).unwrap() {
            Answer::Refuted(model) => {
                let object = (0..zoo.len()).find(|&object| zoo.row(object) == model.has()).unwrap();
                let lacks = zoo.universe().all().difference(model.has());
                Response::refuted(zoo.name(object).unwrap(), model.has().clone(), lacks)
            }
            _ => Response::Holds,
        };
        let id = exploration.answer(Some("expert"), &asked.question, response).unwrap();
        println!("acknowledged {id}");
        std::io::stdout().flush().unwrap();
    }
    println!("certified");
}

/// Runs the program for a while, kills it, and says what it acknowledged, and
/// whether it had come to its end.
fn run_and_kill(path: &Path, stream: &mut Stream) -> (Vec<EntryId>, bool) {
    let mut program = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "nothing_acknowledged_is_lost", "--nocapture"])
        .env(JOURNAL, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Half the time at any moment, half the time just after an answer, when
    // the next one may be on its way to the disk.
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut said = Vec::new();
    if stream.below(2) == 0 {
        let most = 1 + stream.below(12);
        said.extend(lines.by_ref().filter(|line| is_told(line)).take(most));
        std::thread::sleep(Duration::from_micros(stream.below(20_000) as u64));
    } else {
        std::thread::sleep(Duration::from_millis(stream.below(900) as u64));
    }
    program.kill().unwrap();
    said.extend(lines.filter(|line| is_told(line)));
    program.wait().unwrap();
    let certified = said.iter().any(|line| line == "certified");
    (
        said.iter().filter_map(|line| line.strip_prefix("acknowledged ")).map(|id| EntryId(id.to_owned())).collect(),
        certified,
    )
}

fn is_told(line: &str) -> bool {
    line.starts_with("acknowledged ") || line == "certified"
}

/// The answers in a journal, in their order. It is only looked at.
fn answers(path: &Path) -> Vec<EntryId> {
    let journal = Journal::read(path).unwrap();
    journal
        .entries()
        .iter()
        .filter(|entry| matches!(entry.what, EntryKind::Answer(_)))
        .map(|entry| entry.id.clone())
        .collect()
}

#[test]
fn nothing_acknowledged_is_lost() {
    if let Some(path) = std::env::var_os(JOURNAL) {
        return explore(Path::new(&path));
    }
    let zoo = zoo();
    let folder = tempfile::tempdir().unwrap();
    let mut stream = Streams::new(2026).stream(Purpose::Expert, 1, 1);
    let (mut in_all, mut kills, mut unacknowledged) = (0, 0, 0);
    for seed in 0.. {
        if in_all > 200 {
            break;
        }
        let path: PathBuf = folder.path().join(format!("{seed}.journal"));
        let mut acknowledged: Vec<EntryId> = Vec::new();
        let mut known: Vec<EntryId> = Vec::new();
        loop {
            let (more, certified) = run_and_kill(&path, &mut stream);
            acknowledged.extend(more);
            if path.exists() {
                let there = answers(&path);
                let times = there.iter().fold(HashMap::new(), |mut times: HashMap<&EntryId, u32>, id| {
                    *times.entry(id).or_default() += 1;
                    times
                });
                assert!(times.values().all(|&times| times == 1), "an answer is there twice");
                assert!(acknowledged.iter().all(|id| times.contains_key(id)), "an acknowledged answer is lost");
                // Each run may have written one that it could not tell of any more.
                assert!(there.starts_with(&known), "what was there before is there no more");
                let told: HashSet<&EntryId> = acknowledged.iter().collect();
                let untold = there[known.len()..].iter().filter(|id| !told.contains(id)).count();
                assert!(untold <= 1, "{untold} answers that were not acknowledged in one run");
                unacknowledged += untold;
                known = there;
            } else {
                assert!(acknowledged.is_empty());
            }
            if certified {
                break;
            }
            kills += 1;
        }
        in_all += known.len();
        is_certified_and_true(&path, &zoo);
    }
    eprintln!("{in_all} answers, killed {kills} times, {unacknowledged} answers written but not acknowledged");
    assert!(kills >= 10, "killed {kills} times only");
}

fn is_certified_and_true(path: &Path, zoo: &Context) {
    let exploration = Exploration::open(path).unwrap();
    assert!(exploration.certified().unwrap().epsilon <= EPSILON);
    assert_eq!(exploration.disputes(), []);
    let rules = exploration.knowledge().rules();
    let Ok(measured) =
        measure::estimate(rules, zoo, &hornbook::sampling::Sampler::uniform(zoo.attribute_count()), 20_000, 1, 1);
    assert_eq!(measured.valid_rules, 1.0);
    // Certified at 90%; twice as much would be no bad luck.
    assert!(measured.strong_error <= 2.0 * EPSILON, "{}", measured.strong_error);
    let mut objects: Vec<&str> = exploration.objects().iter().filter_map(|object| object.name()).collect();
    objects.sort_unstable();
    objects.dedup();
    assert_eq!(objects.len(), exploration.objects().len(), "no animal is there twice");
}
