//! Power fails while the command is at a journal, at any moment: what was not synced
//! is lost, wholly or in part. All that was acknowledged is there, and the journal
//! can be opened.
//!
//! What the command does to its folder is written down by a library that stands
//! between it and the system (`bench/power-loss/shim.c`); then the folder is made as
//! it may be after any prefix of that. `bench/power-loss/run N` does so N times.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../common/mod.rs"]
mod common;
mod disk;

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::Place;
use common::talk::Talk;
use disk::{Disk, Event, events};
use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook_explore::Exploration;

/// How often power fails unless `POWER_LOSS_CUTS` says otherwise.
const CUTS: usize = 400;

const ANIMALS: [(&str, &[&str]); 4] =
    [("cat", &["hair", "milk"]), ("platypus", &["hair", "milk", "eggs"]), ("hen", &["eggs"]), ("stone", &[])];

/// What a command did, and the journal it was about.
struct Record {
    what: &'static str,
    journal: &'static str,
    before: Disk,
    events: Vec<Event>,
}

/// What was found.
#[derive(Debug, Default)]
struct Found {
    cuts: usize,
    /// Cuts after which there was no journal, and none had been acknowledged.
    before_it_was: usize,
    /// Entries that had been acknowledged, over all cuts.
    acknowledged: usize,
    lost: usize,
    unopenable: usize,
    /// Cuts after which a last line was set aside.
    torn: usize,
}

fn shim(folder: &Path) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/power-loss/shim.c");
    let shim = folder.join("shim.so");
    let compiled =
        Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).arg(&shim).args([source, "-ldl"]).status().unwrap();
    assert!(compiled.success());
    shim
}

/// The files of a folder, all on disk.
fn on_disk(folder: &Path) -> Disk {
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|file| file.file_type().unwrap().is_file());
    let files = files.map(|file| {
        let name = file.file_name().into_string().unwrap();
        (name, file.metadata().unwrap().ino(), fs::read(file.path()).unwrap())
    });
    Disk::new(fs::metadata(folder).unwrap().ino(), files.collect())
}

/// Runs a command and writes down what it does.
fn record(place: &Place, shim: &Path, what: &'static str, journal: &'static str, arguments: &[&str]) -> Record {
    let log = shim.with_file_name("log");
    _ = fs::remove_file(&log);
    let before = on_disk(place.path());
    let mut command = place.command(arguments);
    command.env("LD_PRELOAD", shim).env("POWER_LOSS_LOG", &log).env("POWER_LOSS_FOLDER", place.path());
    let ran = command.stdin(Stdio::null()).output().unwrap();
    assert!(ran.status.code().unwrap() < 2, "{what}: {}", String::from_utf8_lossy(&ran.stderr));
    let events = events(&fs::read(&log).unwrap());
    let record = Record { what, journal, before, events };
    // Nothing was overlooked: what was written down comes to what is there.
    let mut disk = record.before.clone();
    record.events.iter().for_each(|event| disk.happen(event));
    assert_eq!(disk.seen(journal), Some(&fs::read(place.path().join(journal)).unwrap()), "{what}");
    record
}

/// All that is done with journals.
fn records(tools: &Path) -> Vec<Record> {
    let (place, shim) = (Place::new(), shim(tools));
    // What an expert says, to say the same again.
    let begin = ["--attributes", "hair,milk,eggs", "--seed", "1", "--as", "ada", "--journal"];
    let mut talk = Talk::start(&place, &[&begin[..], &["first.journal"]].concat());
    talk.teach(&ANIMALS);
    assert_eq!(talk.end(), 0);
    place.write("answers.txt", talk.said.join("\n"));
    let tell = "tell dog: hair, milk; rest no\ntell carp: eggs; rest no\nundo\ntell eel: eggs; rest no\n";
    place.write("more.txt", tell);
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hornbook-explore/tests/journals/v1.journal");
    let record = |what, journal, arguments: &[&str]| record(&place, &shim, what, journal, arguments);
    let mut records = vec![record(
        "begin and answer",
        "a.journal",
        &[&["explore"], &begin[..], &["a.journal", "--answers", "answers.txt"]].concat(),
    )];
    records.push(record("go on", "a.journal", &["explore", "a.journal", "--answers", "more.txt"]));
    let torn = place.read("a.journal") + "{\"id\":\"ab";
    place.write("a.journal", torn);
    records.push(record("go on after a crash", "a.journal", &["explore", "a.journal", "--answers", "more.txt"]));
    records.push(record("retract", "a.journal", &["journal", "retract", "a.journal", "1"]));
    let table = ["explore", "data/zoo.csv", "--journal", "zoo.journal", "--answers", "more.txt"];
    records.push(record("begin from a table", "zoo.journal", &table));
    fs::copy(old, place.path().join("old.journal")).unwrap();
    records.push(record("go on with format 1", "old.journal", &["explore", "old.journal", "--answers", "more.txt"]));
    let merge = ["journal", "merge", "a.journal", "first.journal", "-o", "both.journal"];
    records.push(record("merge", "both.journal", &merge));
    place.write("edited.journal", place.read("a.journal").replace("eel", "elk"));
    let mend = ["journal", "mend", "edited.journal", "-o", "mended.journal"];
    records.push(record("mend", "mended.journal", &mend));
    records
}

/// Lets power fail at some moment, and looks at what is left.
fn cut(record: &Record, stream: &mut Stream, found: &mut Found) {
    let moment = stream.below(record.events.len() + 1);
    let mut disk = record.before.clone();
    // What was there before the command began was acknowledged, but for half a line.
    let whole_lines = |bytes: &Vec<u8>| bytes[..bytes.iter().rposition(|&byte| byte == b'\n').unwrap() + 1].to_vec();
    let mut acknowledged = disk.seen(record.journal).map(whole_lines);
    for event in &record.events[..moment] {
        disk.happen(event);
        if *event == Event::Output {
            acknowledged = disk.seen(record.journal).map(whole_lines);
        }
    }
    found.cuts += 1;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(record.journal);
    disk.left(stream).into_iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
    let entries = acknowledged.as_ref().map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count());
    found.acknowledged += entries;
    if !path.exists() {
        found.before_it_was += usize::from(acknowledged.is_none());
        found.lost += entries;
        return;
    }
    match Exploration::open(&path) {
        Ok(exploration) => {
            found.torn += usize::from(exploration.journal().notes().iter().any(|note| note.contains("acknowledged")));
            drop(exploration);
            let left = fs::read(&path).unwrap();
            let acknowledged = acknowledged.unwrap_or_default();
            if !left.starts_with(&acknowledged) {
                let kept = acknowledged.iter().zip(&left).take_while(|(one, other)| one == other);
                found.lost += entries - kept.filter(|(byte, _)| **byte == b'\n').count();
            }
            // Nothing is left beside it but what was kept for people.
            let prefix = format!(".{}.", record.journal);
            for file in fs::read_dir(folder.path()).unwrap() {
                let name = file.unwrap().file_name().into_string().unwrap();
                assert!(!name.starts_with(&prefix), "{}: {name} was left", record.what);
            }
        }
        Err(_) => found.unopenable += 1,
    }
}

fn campaign(records: &[Record], cuts: usize) -> Vec<Found> {
    let mut stream = Streams::new(2026).stream(Purpose::Expert, 1, 1);
    let mut all: Vec<Found> = records.iter().map(|_| Found::default()).collect();
    for number in 0..cuts {
        let at = number % records.len();
        cut(&records[at], &mut stream, &mut all[at]);
    }
    all
}

#[test]
fn what_was_acknowledged_outlives_a_loss_of_power() {
    let tools = tempfile::tempdir().unwrap();
    let mut records = records(tools.path());
    let cuts = std::env::var("POWER_LOSS_CUTS").map_or(CUTS, |cuts| cuts.parse().unwrap());
    let all = campaign(&records, cuts);
    println!(
        "| command | events | cuts | before it was | last line set aside | lines acknowledged | lost | unopenable |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (record, found) in records.iter().zip(&all) {
        let Found { cuts, before_it_was, acknowledged, lost, unopenable, torn } = found;
        let events = record.events.len();
        println!(
            "| {} | {events} | {cuts} | {before_it_was} | {torn} | {acknowledged} | {lost} | {unopenable} |",
            record.what
        );
    }
    let sum = |count: fn(&Found) -> usize| all.iter().map(count).sum::<usize>();
    println!(
        "| all | | {} | {} | {} | {} | {} | {} |",
        sum(|found| found.cuts),
        sum(|found| found.before_it_was),
        sum(|found| found.torn),
        sum(|found| found.acknowledged),
        sum(|found| found.lost),
        sum(|found| found.unopenable)
    );
    assert_eq!((sum(|found| found.lost), sum(|found| found.unopenable)), (0, 0));
    assert!(sum(|found| found.acknowledged) > cuts && sum(|found| found.torn) > 0);

    // If the command did not sync, that would be found out.
    records.iter_mut().for_each(|record| record.events.retain(|event| !matches!(event, Event::Sync { .. })));
    let without: usize = campaign(&records, 200).iter().map(|found| found.lost).sum();
    assert!(without > 0);
}
