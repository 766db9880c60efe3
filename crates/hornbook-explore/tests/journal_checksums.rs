//! Checksums: nothing that was said can be changed without its being noticed, and a
//! certificate is about all of it.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use hornbook::learn::unwatched;
use hornbook::sampling::{Purpose, Streams};
use hornbook_explore::journal::{Attribute, Checksums, EntryKind, Journal, JournalError, Read, mend};
use hornbook_explore::{Exploration, ObjectStatement, Response, Start, Step, report};
use hornbook_words::text;
use tempfile::TempDir;

const V1: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/journals/v1.journal");

/// A journal to its certificate, with people, objects, phrases and a correction.
fn certified() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.journal");
    let hair = Attribute { phrase: Some("has hair".to_owned()), ..Attribute::named("hair") };
    let attributes = vec![hair, Attribute::named("milk"), Attribute::named("größe")];
    let mut exploration = Exploration::create(&path, Start::of(attributes).title("Animals").seed(3)).unwrap();
    let (all, none) = (exploration.universe().all(), exploration.universe().none());
    exploration.tell(Some("Ada"), ObjectStatement::new("cat", all.clone(), none.clone())).unwrap();
    teach(&mut exploration, "Ben");
    assert!(exploration.certified().is_some());
    (folder, path)
}

/// All that has the first attribute has all others, and so on.
fn teach(exploration: &mut Exploration, who: &str) {
    while let Step::Ask(asked) = exploration.next(&mut unwatched).unwrap() {
        let all = exploration.universe().all();
        let lowest = asked.question.premise.iter().next();
        let has = all.iter().filter(|attr| lowest.is_some_and(|lowest| *attr >= lowest));
        let has = hornbook::AttrSet::of(all.iter().count(), has);
        let response = match asked.question.holds_in(&has) {
            true => Response::Holds,
            false => Response::refuted("", has.clone(), all.difference(&has)),
        };
        exploration.answer(Some(who), &asked.question, response).unwrap();
    }
}

fn explored(bytes: &[u8]) -> Result<Exploration, JournalError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.journal");
    fs::write(&path, bytes).unwrap();
    Exploration::read(&path)
}

fn reported(bytes: &[u8]) -> Option<String> {
    Read::parse(bytes, Path::new("x.journal")).ok()?;
    let exploration = explored(bytes).ok()?;
    exploration.certified().map(|_| text::document(&report(&exploration)))
}

/// The line that is named, and what is said of it.
#[track_caller]
fn refused(bytes: &[u8]) -> (usize, String) {
    match explored(bytes).unwrap_err() {
        JournalError::Broken { line, problem, .. } => (line, problem),
        other => panic!("{other}"),
    }
}

#[test]
fn no_flipped_bit_leaves_another_report_certified() {
    let (_folder, path) = certified();
    let bytes = fs::read(&path).unwrap();
    let whole = reported(&bytes).unwrap();
    let mut unchanged = 0;
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if let Some(other) = reported(&flipped) {
            assert_eq!(other, whole, "bit {bit}");
            unchanged += 1;
        }
    }
    assert_eq!(unchanged, 0, "each of {} bits is covered", bytes.len() * 8);
    let mut stream = Streams::new(1).stream(Purpose::Expert, 1, 1);
    let several = std::env::var("HORNBOOK_FLIPS").ok().and_then(|flips| flips.parse().ok()).unwrap_or(20_000);
    for _ in 0..several {
        let mut flipped = bytes.clone();
        for _ in 0..2 + stream.below(6) {
            let bit = stream.below(bytes.len() * 8);
            flipped[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(flipped == bytes || reported(&flipped).is_none());
    }
    println!("{} single flips and {several} of several bits: none left a certificate", bytes.len() * 8);
}

#[test]
fn what_was_said_by_whom_and_when_cannot_be_edited() {
    let (_folder, path) = certified();
    let whole = fs::read_to_string(&path).unwrap();
    let line_of = |part: &str| whole.lines().position(|line| line.contains(part)).unwrap() + 1;
    for (part, other) in [
        ("\"name\":\"cat\"", "\"name\":\"dog\""),
        ("\"who\":\"Ada\"", "\"who\":\"Eve\""),
        ("\"who\":\"Ben\"", "\"who\":\"Ada\""),
        ("\"answer\":\"holds\"", "\"answer\":\"unknown\""),
        ("\"title\":\"Animals\"", "\"title\":\"Plants\""),
        ("has hair", "has hare"),
        ("\"delta\":0.1", "\"delta\":0.01"),
        ("\"samples\":", "\"samples\":9"),
        ("\"set_aside\":0.0", "\"set_aside\": 0.0"),
    ] {
        let (line, problem) = refused(whole.replacen(part, other, 1).as_bytes());
        assert_eq!(line, line_of(part), "{part}");
        assert!(problem.contains("was changed after it was written"), "{problem}");
        assert!(problem.contains("hornbook journal mend ") && problem.contains("x.journal -o NEW"), "{problem}");
    }
    let lines: Vec<&str> = whole.lines().collect();
    let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let time = lines[2].split("\"time\":\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(refused(whole.replacen(time, "2020-01-01T00:00:00.000Z", 1).as_bytes()).0, {
        lines.iter().position(|line| line.contains(time)).unwrap() + 1
    });
    // Left out, twice, in another order.
    assert_eq!(refused(joined(&[&lines[..2], &lines[3..]].concat()).as_bytes()).0, 3);
    assert_eq!(refused(joined(&[&lines[..3], &lines[2..]].concat()).as_bytes()).0, 4);
    assert_eq!(refused(joined(&[&lines[..1], &lines[2..3], &lines[1..2], &lines[3..]].concat()).as_bytes()).0, 2);
    // With other ends of lines.
    assert_eq!(refused(whole.replace('\n', "\r\n").as_bytes()).0, 1);
    // What is missing at the end cannot be told; but then the certificate is, too.
    assert!(explored(joined(&lines[..lines.len() - 1]).as_bytes()).unwrap().certified().is_none());
}

/// The lines without their checksums.
fn without_sums(text: &str) -> String {
    let without = |line: &str| line.rsplit_once(",\"sum\":").map_or(line.to_owned(), |(body, _)| format!("{body}}}"));
    text.lines().map(|line| without(line) + "\n").collect()
}

#[test]
fn checksums_cannot_be_left_out() {
    let (_folder, path) = certified();
    let whole = fs::read_to_string(&path).unwrap();
    let (line, problem) = refused(without_sums(&whole).as_bytes());
    assert!(line == 1 && problem.contains("has no checksum"), "{problem}");
    for at in 0..whole.lines().count() {
        let some: String = whole
            .lines()
            .enumerate()
            .map(|(number, line)| if number == at { without_sums(line) } else { format!("{line}\n") })
            .collect();
        let (line, problem) = refused(some.as_bytes());
        assert!(line == at + 1 && problem.contains("has no checksum"), "{line}: {problem}");
    }
    // As if it were of the first version: readable, and certified no more.
    let old = without_sums(&whole).replacen("\"version\":4", "\"version\":1", 1);
    let old = explored(old.as_bytes()).unwrap();
    assert_eq!((old.journal().checksums(), old.certified()), (Checksums::None, None));
}

#[test]
fn a_certificate_stands_for_who_said_what_and_when() {
    let (_folder, path) = certified();
    let journal = Journal::read(&path).unwrap();
    let again = |change: &dyn Fn(&mut Vec<hornbook_explore::journal::Entry>)| {
        let mut entries = journal.entries().to_vec();
        change(&mut entries);
        Exploration::of(Journal::in_memory_with(journal.header().clone(), entries)).unwrap().certified().is_some()
    };
    assert!(again(&|_| {}));
    assert!(!again(&|entries| entries[0].who = None));
    assert!(!again(&|entries| entries[0].time = "2020-01-01T00:00:00.000Z".to_owned()));
    assert!(!again(&|entries| entries[1].request = Some("r".to_owned())));
    assert!(!again(&|entries| {
        let EntryKind::Object { object, .. } = &mut entries[0].what else { unreachable!() };
        object.name = Some("dog".to_owned());
    }));
    // Under another title it is the same, and so is what it is worth.
    let copy = journal.retitled(Some("Beasts".to_owned()));
    assert!(Exploration::of(copy.copy()).unwrap().certified().is_some());
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("copy.journal");
    drop(Journal::create_with(&place, copy.header().clone(), copy.entries().to_vec()).unwrap());
    let copy = Exploration::read(&place).unwrap();
    assert!(copy.certified().is_some());
    assert_eq!(copy.journal().header().title.as_deref(), Some("Beasts"));
    // What is drawn hangs on what was said alone: it can be repeated.
    let mut later = journal.entries().to_vec();
    later[0].time = "2030-01-01T00:00:00.000Z".to_owned();
    let later = Journal::in_memory_with(journal.header().clone(), later);
    assert_eq!(later.seed(), journal.seed());
    assert_ne!(later.state(), journal.state());
}

#[test]
fn version_1_is_read_and_said_to_be_without() {
    let old = Exploration::read(Path::new(V1)).unwrap();
    assert_eq!(old.journal().checksums(), Checksums::None);
    assert!(old.certified().is_some(), "what was certified then still is");
    let report = text::document(&report(&old));
    assert!(report.contains("Certified"), "{report}");
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains("The journal is without checksums: whether somebody changed what was said"), "{report}");
    let (_folder, path) = certified();
    let new = Exploration::open(&path).unwrap();
    assert_eq!((new.journal().checksums(), new.without_checksums()), (Checksums::Every, None));
    assert_eq!(new.journal().notes(), [] as [String; 0]);
}

#[test]
fn version_1_goes_on_with_checksums_of_all_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.journal");
    let old = fs::read_to_string(V1).unwrap();
    fs::write(&path, &old).unwrap();
    let lines = old.lines().count();
    let mut exploration = Exploration::open(&path).unwrap();
    let note = exploration.journal().notes().join(" ");
    assert!(note.contains("without checksums") && note.contains("What is added from now on has them"), "{note}");
    let stone =
        hornbook_explore::ObjectStatement::new("rock", exploration.universe().none(), exploration.universe().all());
    exploration.tell(Some("Eve"), stone).unwrap();
    while let Step::Ask(asked) = exploration.next(&mut unwatched).unwrap() {
        exploration.answer(Some("Eve"), &asked.question, Response::Unknown).unwrap();
    }
    drop(exploration);
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with(&old), "what was there is as it was");
    assert!(whole.lines().skip(lines).all(|line| line.contains("\"sum\":\"")));
    let exploration = Exploration::open(&path).unwrap();
    assert!(exploration.certified().is_some());
    assert_eq!(exploration.journal().checksums(), Checksums::From { line: lines + 1 });
    assert_eq!(exploration.journal().notes(), [] as [String; 0]);
    let uncovered = exploration.without_checksums().unwrap();
    assert!(uncovered.starts_with(&format!("The first {lines} lines of the journal have no checksums")), "{uncovered}");
    drop(exploration);
    // From now on, the old lines are covered as well.
    let (line, problem) = refused(whole.replacen("\"name\":\"stone\"", "\"name\":\"metal\"", 1).as_bytes());
    assert!(line == lines + 1 && problem.contains("its checksum does not fit"), "{line}: {problem}");
    let (line, _) = refused(whole.replacen("Animals", "Plants", 1).as_bytes());
    assert_eq!(line, lines + 1);
    // An earlier version that went on with it would have left lines without.
    let (line, problem) = refused((whole.clone() + old.lines().nth(1).unwrap() + "\n").as_bytes());
    assert!(line == whole.lines().count() + 1 && problem.contains("has no checksum"), "{problem}");
    // If the new lines are made old ones, nothing is certified by them.
    assert!(explored(without_sums(&whole).as_bytes()).unwrap().certified().is_none());
}

/// A journal of the first version that is certified by this one, and nothing else.
#[test]
fn an_attempt_in_version_1_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.journal");
    let old = fs::read_to_string(V1).unwrap();
    let lines: Vec<&str> = old.lines().collect();
    let uncertified: String = lines[..lines.len() - 1].iter().map(|line| format!("{line}\n")).collect();
    // The editor left out the last line's end, too.
    fs::write(&path, uncertified.trim_end()).unwrap();
    let mut exploration = Exploration::open(&path).unwrap();
    assert!(exploration.certified().is_none());
    assert!(matches!(exploration.next(&mut unwatched).unwrap(), Step::Certified(_)));
    drop(exploration);
    assert!(fs::read_to_string(&path).unwrap().starts_with(&uncertified));
    let exploration = Exploration::open(&path).unwrap();
    assert!(exploration.certified().is_some());
    assert_eq!(exploration.journal().checksums(), Checksums::From { line: lines.len() });
}

#[test]
fn a_journal_changed_on_purpose_is_mended() {
    let (folder, path) = certified();
    let whole = fs::read_to_string(&path).unwrap();
    let edited = whole.replace("\"cat\"", "\"dog\"").replacen("\"who\":\"Ben\"", "\"who\":\"Bob\"", 1);
    let changed: Vec<usize> =
        whole.lines().zip(edited.lines()).enumerate().filter(|(_, (a, b))| a != b).map(|(at, _)| at + 1).collect();
    fs::write(&path, &edited).unwrap();
    let mended = mend(&path).unwrap();
    assert_eq!((&mended.changed, mended.certificates, mended.torn), (&changed, 1, false));
    assert_eq!(fs::read_to_string(&path).unwrap(), edited, "the old one is as it was");
    let new = folder.path().join("new.journal");
    drop(Journal::create_with(&new, mended.header.clone(), mended.entries.clone()).unwrap());
    let mut exploration = Exploration::open(&new).unwrap();
    assert!(exploration.certified().is_none());
    assert_eq!(exploration.objects()[0].name(), Some("dog"));
    assert_eq!(exploration.journal().checksums(), Checksums::Every);
    // Nothing is drawn that was drawn before the change, and δ is not spent twice.
    let before = Journal::in_memory_with(
        Read::parse(whole.as_bytes(), &path).unwrap().header,
        Read::parse(whole.as_bytes(), &path).unwrap().entries,
    );
    assert_ne!(exploration.journal().seed(), before.seed());
    let attempts =
        |journal: &Journal| journal.entries().iter().filter(|e| matches!(e.what, EntryKind::Attempt { .. })).count();
    assert_eq!(attempts(exploration.journal()), attempts(&before));
    let bounds = exploration.journal().entries().iter().filter_map(|entry| match &entry.what {
        EntryKind::Answer(said) => said.look.and_then(|look| look.epsilon),
        _ => None,
    });
    assert_eq!(bounds.count(), 0);
    teach(&mut exploration, "Ben");
    assert!(exploration.certified().is_some());
    assert!(attempts(exploration.journal()) > attempts(&before));
    // What cannot be understood is still named.
    fs::write(&path, edited.replacen("\"kind\":\"object\"", "\"kind\":\"wish\"", 1)).unwrap();
    assert!(mend(&path).unwrap_err().to_string().contains("x.journal:2: found no entry of a journal"));
    // One of the first version gets checksums.
    let old = mend(Path::new(V1)).unwrap();
    assert_eq!((old.changed, old.certificates, old.checksums), (vec![], 1, Checksums::None));
}

/// Power that fails may leave zeros for what was on its way, and the end of a line
/// without its beginning.
#[test]
fn zeros_in_place_of_a_last_line_are_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.journal");
    let mut exploration = Exploration::create(&path, Start::attributes(["a", "b"]).seed(1)).unwrap();
    let long = "x".repeat(3000);
    let none = exploration.universe().none();
    exploration.tell(None, ObjectStatement::new("first", none.clone(), none.clone())).unwrap();
    let before = fs::read(&path).unwrap();
    exploration.tell(None, ObjectStatement::new(&long, none.clone(), none)).unwrap();
    drop(exploration);
    let whole = fs::read(&path).unwrap();
    let sectors: Vec<usize> = (before.len()..whole.len()).filter(|at| at % 512 == 0 || *at == before.len()).collect();
    for lost in 1..1 << sectors.len() {
        let mut bytes = whole.clone();
        for (at, sector) in sectors.iter().enumerate().filter(|(at, _)| lost >> at & 1 == 1) {
            let end = sectors.get(at + 1).copied().unwrap_or(whole.len());
            bytes[*sector..end].fill(0);
        }
        fs::write(&path, &bytes).unwrap();
        let journal = Journal::open(&path).unwrap();
        assert_eq!((journal.entries().len(), journal.notes().len()), (1, 1));
        assert_eq!(fs::read(&path).unwrap(), before);
    }
    // A single zero is no sector.
    let mut bytes = whole.clone();
    bytes[before.len() + 300] = 0;
    fs::write(&path, &bytes).unwrap();
    assert!(Journal::open(&path).is_err());
}
