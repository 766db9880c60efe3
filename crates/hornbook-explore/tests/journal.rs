//! Journals as files: what is acknowledged is there to stay, what is torn is
//! set aside, and what is not ours is left alone.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use hornbook_explore::Exploration;
use hornbook_explore::journal::{
    Attribute, DistributionName, EntryKind, Header, Journal, JournalError, ObjectLine, Policy,
};
use tempfile::TempDir;

fn header() -> Header {
    let attributes = ["hair", "milk", "größe"].map(Attribute::named).to_vec();
    Header::new(attributes, 0.1, 0.1, 7)
}

/// Something told of an object, with a name that takes more than one byte a letter.
fn told(name: &str) -> EntryKind {
    let object = ObjectLine { name: Some(name.to_owned()), has: vec!["größe".to_owned()], ..ObjectLine::default() };
    EntryKind::Object { object, corrects: Vec::new() }
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a b.journal");
    (folder, path)
}

fn names(journal: &Journal) -> Vec<String> {
    let entries = journal.entries().iter();
    entries
        .map(|entry| {
            if let EntryKind::Object { object, .. } = &entry.what {
                object.name.clone().unwrap()
            } else {
                String::new()
            }
        })
        .collect()
}

/// All files of a folder with what they hold.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn what_was_written_is_read_again() {
    let (folder, path) = place();
    let mut journal = Journal::create(&path, header()).unwrap();
    let first = journal.append(Some("Ada"), told("bär")).unwrap();
    let seed = journal.seed();
    let both = journal
        .append_all(
            None,
            vec![told("x"), EntryKind::Retract { entry: first.clone(), undo: false, wording: false, silent: false }],
        )
        .unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 4, "on disk before it returns");
    assert!(fs::read_to_string(&path).unwrap().ends_with("}\n"));
    assert_ne!(journal.seed(), seed);
    let (entries, seed) = (journal.entries().to_vec(), journal.seed());
    drop(journal);
    let again = Journal::open(&path).unwrap();
    assert_eq!((again.entries(), again.seed(), again.counting()), (&entries[..], seed, 3));
    assert_eq!(again.header(), Journal::read(&path).unwrap().header());
    assert_eq!(again.notes(), [] as [String; 0]);
    assert_eq!(entries.iter().map(|entry| &entry.id).collect::<Vec<_>>(), [&first, &both[0], &both[1]]);
    assert!(matches!(Journal::create(&path, header()), Err(JournalError::Exists(_))));
    drop(again);
    assert_eq!(files(folder.path()).len(), 1, "nothing else is left in the folder");
}

#[test]
fn a_torn_last_line_is_set_aside_wherever_it_was_torn() {
    let (folder, path) = place();
    let mut journal = Journal::create(&path, header()).unwrap();
    journal.append(None, told("bär")).unwrap();
    let before = fs::read(&path).unwrap();
    journal.append(Some("é"), told("walfisch")).unwrap();
    drop(journal);
    let whole = fs::read(&path).unwrap();
    let asides = || files(folder.path()).into_iter().filter(|(file, _)| file.to_str().unwrap().contains(".torn-"));
    for end in before.len()..=whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        // A line that lacks only its end is whole.
        let kept = end + 1 >= whole.len();
        let torn = !kept && end > before.len();
        assert_eq!(names(&journal), if kept { vec!["bär", "walfisch"] } else { vec!["bär"] }, "torn at {end}");
        assert_eq!(journal.notes().len(), usize::from(torn), "torn at {end}");
        assert_eq!(fs::read(&path).unwrap(), if kept { &whole } else { &before }[..], "torn at {end}");
        if torn {
            let note = &journal.notes()[0];
            let (aside, kept) = asides().next().unwrap();
            assert!(note.contains(aside.to_str().unwrap()) && note.contains("never acknowledged"), "{note}");
            assert_eq!(kept, whole[before.len()..end]);
            fs::remove_file(&aside).unwrap();
        }
        assert_eq!(asides().count(), 0);
        // It goes on from there.
        journal.append(None, told("more")).unwrap();
        drop(journal);
        assert_eq!(names(&Journal::read(&path).unwrap()).last().unwrap(), "more");
    }
    // To look at one changes nothing, torn or not.
    let torn = &whole[..whole.len() - 5];
    fs::write(&path, torn).unwrap();
    assert_eq!(names(&Journal::read(&path).unwrap()), ["bär"]);
    assert_eq!(fs::read(&path).unwrap(), torn);
}

#[test]
fn two_programs_are_kept_apart() {
    let (_folder, path) = place();
    let journal = Journal::create(&path, header()).unwrap();
    let error = Journal::open(&path).unwrap_err();
    assert!(matches!(error, JournalError::Busy(_)), "{error}");
    assert!(error.to_string().contains("in use by another program: close that first"));
    assert!(Journal::read(&path).is_ok(), "to look at it is no harm");
    drop(journal);
    assert!(Journal::open(&path).is_ok());
}

/// What is refused stays byte for byte as it was, with nothing beside it.
/// Of several who begin the same journal one does, and its file is whole.
#[test]
fn one_begins_a_journal() {
    for _ in 0..20 {
        let (folder, path) = place();
        let begun = std::thread::scope(|scope| {
            let begin = |size: usize| {
                let path = path.clone();
                let attributes = (0..size * 50).map(|at| Attribute::named(format!("{size} {at}"))).collect();
                let header = Header::new(attributes, 0.1, 0.1, 7);
                move || Journal::create(&path, header).is_ok()
            };
            let threads: Vec<_> = (1..=8).map(|size| scope.spawn(begin(size))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).filter(|begun| *begun).count()
        });
        assert_eq!(begun, 1);
        let attributes = &Journal::read(&path).unwrap().header().attributes.clone();
        let own = format!("{} ", attributes.len() / 50);
        assert!(attributes.iter().all(|attribute| attribute.name.starts_with(&own)));
        assert_eq!(files(folder.path()).len(), 1, "nothing is left beside it");
    }
}

fn is_refused(bytes: &[u8], expected: &str) {
    let (folder, path) = place();
    fs::write(&path, bytes).unwrap();
    let before = files(folder.path());
    for error in [Journal::open(&path).unwrap_err(), Journal::read(&path).unwrap_err()] {
        assert!(error.to_string().contains(expected), "{error}");
        assert!(error.to_string().contains("a b.journal"), "{error}");
    }
    assert_eq!(files(folder.path()), before);
}

fn lines() -> Vec<String> {
    let (_folder, path) = place();
    let mut journal = Journal::create(&path, header()).unwrap();
    journal.append_all(None, vec![told("x"), told("y"), told("z")]).unwrap();
    fs::read_to_string(&path).unwrap().lines().map(|line| format!("{line}\n")).collect()
}

#[test]
fn what_is_not_ours_is_left_alone() {
    for other in [
        &b""[..],
        b"\n",
        b"a,b\n1,2\n",
        b"{}",
        b"[1]\n",
        b"{\"format\":\"hornbook-journal\"}\n",
        &[0, 255, 10],
        &[0; 100],
    ] {
        is_refused(other, "is no journal");
    }
    let lines = lines();
    is_refused(lines[0].replace("hornbook-journal", "hornbook-rules").as_bytes(), "is no journal");
    is_refused(lines[0].replace("\"version\":4", "\"version\":0").as_bytes(), "is no journal");
    is_refused(&lines[0].as_bytes()[..40], "is no journal");
    is_refused(lines[1..].concat().as_bytes(), "is no journal");
    let (folder, _) = place();
    assert!(matches!(Journal::open(folder.path()), Err(JournalError::Io { doing: "read", .. })));
    assert!(matches!(Journal::open(&folder.path().join("none")), Err(JournalError::Io { doing: "read", .. })));
}

#[test]
fn a_newer_version_is_refused() {
    let newer = lines().concat().replace("\"version\":4", "\"version\":5");
    is_refused(newer.as_bytes(), "was written by a newer version: it has format 5");
    // Whatever else that version may have changed.
    is_refused(b"{\"format\":\"hornbook-journal\",\"version\":12,\"new\":{}}\n\x01\n", "Install a newer hornbook");
}

#[test]
fn a_broken_line_in_the_middle_is_named() {
    for broken in ["", "{\"id\":\"a\"", "nonsense", "{\"id\":\"q\",\"time\":\"\",\"kind\":\"wish\"}", "\u{0}"] {
        let mut lines = lines();
        lines[2] = format!("{broken}\n");
        is_refused(lines.concat().as_bytes(), "a b.journal:3: found no entry of a journal");
    }
    let mut lines = lines();
    lines[0] = lines[0].replace("\"epsilon\"", "\"upsilon\"");
    is_refused(lines.concat().as_bytes(), "a b.journal:1: found no header of a journal");
}

#[test]
fn an_identity_belongs_to_one_entry() {
    let lines = lines();
    let twice = [&lines[..], &lines[2..3]].concat();
    is_refused(twice.concat().as_bytes(), "a b.journal:5: this line was changed after it was written, or lines before");
    let old = fs::read_to_string(V1).unwrap();
    let twice = old.clone() + old.lines().nth(3).unwrap() + "\n";
    is_refused(twice.as_bytes(), &format!("a b.journal:{}: a second entry has the id", old.lines().count() + 1));
}

#[test]
fn a_file_that_was_changed_or_replaced_meanwhile_is_left_alone() {
    let (_folder, path) = place();
    let mut journal = Journal::create(&path, header()).unwrap();
    journal.append(None, told("x")).unwrap();
    let mut other = fs::read(&path).unwrap();
    let ours = other.clone();
    other.extend(b"something else\n");
    fs::write(&path, &other).unwrap();
    let error = journal.append(None, told("y")).unwrap_err().to_string();
    assert!(error.contains("changed by another program"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), other);
    assert_eq!(names(&journal), ["x"]);
    // Once it is as it was, it goes on.
    fs::write(&path, &ours).unwrap();
    journal.append(None, told("y")).unwrap();
    let aside = path.with_extension("moved");
    fs::rename(&path, &aside).unwrap();
    assert!(matches!(journal.append(None, told("z")), Err(JournalError::Io { doing: "write", .. })));
    fs::copy(&aside, &path).unwrap();
    let error = journal.append(None, told("z")).unwrap_err().to_string();
    assert!(error.contains("replaced by another file"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), fs::read(&aside).unwrap());
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = place();
    let missing = folder.path().join("missing").join("a.journal");
    let error = Journal::create(&missing, header()).unwrap_err();
    assert!(matches!(&error, JournalError::Io { doing: "write", path, .. } if *path == missing), "{error}");
    // Root may write anywhere; where the test runs as somebody else it is refused.
    drop(Journal::create(&path, header()).unwrap());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    if fs::OpenOptions::new().append(true).open(&path).is_err() {
        let error = Journal::open(&path).unwrap_err().to_string();
        assert!(error.contains("cannot write") && error.contains("a b.journal"), "{error}");
    }
    assert_eq!(names(&Journal::read(&path).unwrap()), [] as [String; 0]);
}

/// A full disk, as far as a program can tell: no file may grow beyond a limit.
/// The test runs itself under that limit.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_acknowledged() {
    if std::env::var_os("FULL_DISK").is_some() {
        return write_until_full(Path::new(&std::env::var_os("FULL_DISK").unwrap()));
    }
    let (folder, path) = place();
    let test = std::env::current_exe().unwrap();
    // In blocks of 512 bytes; the signal that goes with it is ignored, so that
    // writing fails as it does on a full disk.
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" --exact a_full_disk_loses_nothing_acknowledged --nocapture";
    let run = std::process::Command::new("sh").args(["-c", script]).arg(test).env("FULL_DISK", &path).output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    let acknowledged: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("acknowledged ")).collect();
    assert!(acknowledged.len() > 3 && said.contains("was refused"), "{said}");
    let mut journal = Journal::open(&path).unwrap();
    assert_eq!(names(&journal), acknowledged);
    assert!(journal.notes().is_empty(), "no torn line was left");
    journal.append(None, told("room again")).unwrap();
    drop(journal);
    assert!(files(folder.path()).iter().all(|(file, _)| *file == path || file.extension().unwrap() == "full"));
}

#[cfg(unix)]
#[allow(clippy::print_stdout)]
fn write_until_full(path: &Path) {
    let mut journal = Journal::create(path, header()).unwrap();
    let mut refused = 0;
    for number in 0.. {
        // Long ones do not fit in any more while short ones do.
        let name = if number % 2 == 0 { "long ".repeat(60) + &number.to_string() } else { number.to_string() };
        let before = (journal.seed(), journal.entries().len());
        match journal.append(None, told(&name)) {
            Ok(_) => println!("acknowledged {name}"),
            Err(error) => {
                assert!(matches!(&error, JournalError::Io { doing: "write", .. }), "{error}");
                assert_eq!(before, (journal.seed(), journal.entries().len()));
                println!("{number} was refused: {error}");
                refused += 1;
            }
        }
        if refused == 5 {
            break;
        }
    }
    // A new one does not come to be there in part.
    let other = path.with_extension("full");
    let mut long = header();
    long.title = Some("title ".repeat(1000));
    assert!(matches!(Journal::create(&other, long), Err(JournalError::Io { doing: "write", .. })));
    assert!(!other.exists());
}

/// What an earlier version left.
const V1: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/journals/v1.journal");

/// The same in the second version, whose lines have checksums.
const V2: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/journals/v2.journal");

/// The same in the third version, with the entries and fields that came with it.
const V3: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/journals/v3.journal");

/// A journal of each version, with entries of all kinds, must be readable for ever,
/// and mean what it meant. They are not made again: that is the point.
#[test]
fn journals_of_all_versions_are_read() {
    means_what_it_meant(&Exploration::read(Path::new(V1)).unwrap());
    means_what_it_meant(&Exploration::read(Path::new(V2)).unwrap());
    let third = Exploration::read(Path::new(V3)).unwrap();
    means_what_it_meant(&third);
    assert_eq!((third.distribution(), third.told()), (DistributionName::Uniform, 2));
    assert_eq!(third.controls(Some("ada")), (2, 1));
    let took = third.journal().entries().iter().find_map(|entry| entry.took).unwrap();
    assert_eq!((took.seconds, took.together, took.guessed, took.corrected), (12.5, 3, 4, 1));
}

/// The fourth version, in which programs answer beside people.
const V4: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/journals/v4.journal");

#[test]
fn journals_in_which_programs_answer_are_read() {
    let old = Exploration::read(Path::new(V4)).unwrap();
    let universe = old.universe().clone();
    assert_eq!(old.policy(), Policy::Person);
    assert_eq!(old.programs(), ["prover", "table"]);
    assert_eq!(old.journal().entries().iter().filter(|entry| entry.program).count(), 8);
    // What a program said before the policy counts, what it said since waits.
    let rules: Vec<String> = old.rules().iter().map(|rule| rule.implication.display(&universe).to_string()).collect();
    assert_eq!(rules, ["milk -> hair"]);
    let objects: Vec<String> = (0..old.objects().len()).map(|at| old.object_name(at)).collect();
    assert_eq!(objects, ["bee", "bat", "example 1", "stone"], "each once, though two told of them");
    let left: Vec<(String, usize)> = old
        .left_to_people()
        .map(|ballot| (ballot.question.display(&universe).to_string(), old.proposals(&ballot.question).len()))
        .collect();
    let expected = [("milk, eggs -> flies", 0), ("hair, eggs -> flies", 1)];
    assert_eq!(left, expected.map(|(rule, proposals)| (rule.to_owned(), proposals)));
}

fn means_what_it_meant(old: &Exploration) {
    let rules: Vec<String> = old
        .rules()
        .iter()
        .map(|rule| format!("{} ({})", rule.implication.display(old.universe()), rule.reason.answers.len()))
        .collect();
    assert_eq!(rules, V1_RULES);
    let objects: Vec<String> = (0..old.objects().len())
        .map(|at| {
            let named = |set| old.universe().names_of(set).collect::<Vec<_>>().join(" ");
            let model = &old.models()[at];
            format!("{}: {} ? {}", old.object_name(at), named(model.has()), named(&model.unknown()))
        })
        .collect();
    assert_eq!(objects, V1_OBJECTS);
    let open: Vec<String> = old
        .open_questions()
        .iter()
        .map(|(_, question, reply)| format!("{} {reply:?}", question.display(old.universe())))
        .collect();
    assert_eq!(open, V1_OPEN);
    assert_eq!(old.accuracy(), (0.05, 0.1));
    assert!(old.certified().is_some());
    assert_eq!(old.background().len(), 1);
    assert_eq!(old.attributes()[0].phrase.as_deref(), Some("has hair"));
    for kind in ["answer", "object", "retract", "attributes", "accuracy", "policy", "attempt", "certified"] {
        assert!(
            old.journal()
                .entries()
                .iter()
                .any(|entry| serde_json::to_string(entry).unwrap().contains(&format!("\"kind\":\"{kind}\""))),
            "{kind}"
        );
    }
    for reply in ["holds", "refuted", "partly", "unknown", "later"] {
        assert!(
            old.journal()
                .entries()
                .iter()
                .any(|entry| serde_json::to_string(entry).unwrap().contains(&format!("\"answer\":\"{reply}\""))),
            "{reply}"
        );
    }
}

const V1_RULES: [&str; 5] = [
    "hair -> milk (1)",
    "milk -> hair (1)",
    "flies -> hair, milk (1)",
    "hair, größe \"\u{7}\u{202e} -> ⊥ (1)",
    "feathers, größe \"\u{7}\u{202e} -> ⊥ (1)",
];
const V1_OBJECTS: [&str; 4] = [
    "stone:  ? feathers größe \"\u{7}\u{202e}",
    "penguin: feathers ? ",
    "example 1: hair milk flies ? ",
    "example 2: hair milk ? ",
];
const V1_OPEN: [&str; 0] = [];
