//! The files around a journal: names that nobody can guess, no link followed,
//! nothing left behind, for the owner's eyes, and a lock that readers cannot take.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use hornbook_explore::journal::{Attribute, EntryKind, Header, Journal, JournalError, ObjectLine};
use tempfile::TempDir;

fn header() -> Header {
    Header::new(["hair", "milk"].map(Attribute::named).to_vec(), 0.1, 0.1, 7)
}

fn told(name: &str) -> EntryKind {
    let object = ObjectLine { name: Some(name.to_owned()), ..ObjectLine::default() };
    EntryKind::Object { object, corrects: Vec::new() }
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.journal");
    (folder, path)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Adds half a line, as a crash leaves it.
fn tear(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    bytes.extend(b"{\"id\":\"a");
    fs::write(path, bytes).unwrap();
}

#[test]
fn links_at_names_that_were_guessable_are_not_followed() {
    let (folder, path) = place();
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    let plant = |name: &str| symlink(&victim, folder.path().join(name)).unwrap();
    plant("x.journal.torn");
    for number in 0..50 {
        plant(&format!("x.journal.new-{}-{number}", std::process::id()));
    }
    plant(".x.journal.lock");
    plant(".x.journal.new-abcdefghijkl");
    let mut journal = Journal::create(&path, header()).unwrap();
    journal.append(None, told("cat")).unwrap();
    drop(journal);
    tear(&path);
    let journal = Journal::open(&path).unwrap();
    assert_eq!((journal.entries().len(), journal.notes().len()), (1, 1));
    drop(journal);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    assert_eq!(names(folder.path()).len(), 1 + 1 + 50 + 2 + 1 + 1, "{:?}", names(folder.path()));
    // Who names a journal by a link means what it points to.
    let link = folder.path().join("link.journal");
    symlink(&path, &link).unwrap();
    Journal::open(&link).unwrap().append(None, told("dog")).unwrap();
    assert_eq!(Journal::read(&path).unwrap().entries().len(), 2);
    // A new one does not come to be where a link points.
    let nowhere = folder.path().join("nowhere.journal");
    symlink(folder.path().join("elsewhere"), &nowhere).unwrap();
    assert!(matches!(Journal::create(&nowhere, header()), Err(JournalError::Exists(_))));
    assert!(!folder.path().join("elsewhere").exists());
}

#[test]
fn each_torn_line_has_a_file_of_its_own() {
    let (folder, path) = place();
    drop(Journal::create(&path, header()).unwrap());
    for count in 1..=3 {
        tear(&path);
        drop(Journal::open(&path).unwrap());
        let torn: Vec<String> =
            names(folder.path()).into_iter().filter(|name| name.starts_with("x.journal.torn-")).collect();
        assert_eq!(torn.len(), count);
        assert!(torn.iter().all(|name| fs::read(folder.path().join(name)).unwrap() == b"{\"id\":\"a"));
        assert!(torn.iter().all(|name| mode(&folder.path().join(name)) == 0o600));
    }
}

#[test]
fn journals_are_for_the_eyes_of_their_owner() {
    let (_folder, path) = place();
    let journal = Journal::create(&path, header()).unwrap();
    assert_eq!(mode(&path), 0o600);
    assert_eq!(mode(&path.with_file_name(".x.journal.lock")), 0o600);
    drop(journal);
    // What its owner opened to others stays so; a lock is for those who may write.
    for (chosen, lock) in [(0o644, 0o600), (0o640, 0o600), (0o660, 0o660), (0o664, 0o660), (0o666, 0o666)] {
        fs::set_permissions(&path, fs::Permissions::from_mode(chosen)).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        journal.append(None, told(&format!("{chosen:o}"))).unwrap();
        assert_eq!(mode(&path), chosen);
        assert_eq!(mode(&path.with_file_name(".x.journal.lock")), lock, "{chosen:o}");
    }
}

/// Set for a program that is killed while it has something open.
const KILLED: &str = "JOURNAL_FILES_TEST";

/// Runs this test as another program, until it says that it is ready.
fn program(test: &str, path: &Path) -> std::process::Child {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(KILLED, path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.map_while(Result::ok).find(|line| line == "ready").unwrap();
    child
}

/// Says that it is ready, and waits to be killed.
fn wait_to_be_killed() {
    println!("\nready");
    _ = std::io::stdin().read_line(&mut String::new());
}

#[test]
fn what_a_killed_program_left_is_removed_and_what_is_in_use_is_not() {
    if let Some(path) = std::env::var_os(KILLED) {
        // As a program does that is about to create a journal.
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).unwrap();
        file.try_lock().unwrap();
        return wait_to_be_killed();
    }
    let (folder, path) = place();
    let live = folder.path().join(".x.journal.new-0123456789ab");
    let test = "what_a_killed_program_left_is_removed_and_what_is_in_use_is_not";
    let mut child = program(test, &live);
    fs::write(folder.path().join(".x.journal.new-dead00000000"), "half").unwrap();
    // Of another journal, or somebody's own.
    let others = [".y.journal.new-dead00000000", ".x.journal.new-notes", "x.journal.new-dead00000000"];
    others.iter().for_each(|name| fs::write(folder.path().join(name), "other").unwrap());
    drop(Journal::create(&path, header()).unwrap());
    let mut expected = [&others[..], &["x.journal", ".x.journal.new-0123456789ab"]].concat();
    expected.sort_unstable();
    assert_eq!(names(folder.path()), expected);
    child.kill().unwrap();
    child.wait().unwrap();
    drop(Journal::open(&path).unwrap());
    assert!(!live.exists());
    assert_eq!(names(folder.path()).len(), expected.len() - 1);
}

#[test]
fn the_lock_of_a_killed_program_is_nobodys() {
    if let Some(path) = std::env::var_os(KILLED) {
        let _journal = Journal::open(Path::new(&path)).unwrap();
        return wait_to_be_killed();
    }
    let (folder, path) = place();
    drop(Journal::create(&path, header()).unwrap());
    let mut child = program("the_lock_of_a_killed_program_is_nobodys", &path);
    assert!(matches!(Journal::open(&path), Err(JournalError::Busy(_))));
    assert!(Journal::is_in_use(&path));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(names(folder.path()), [".x.journal.lock", "x.journal"]);
    assert!(!Journal::is_in_use(&path));
    let journal = Journal::open(&path).unwrap();
    assert!(Journal::is_in_use(&path));
    assert!(matches!(Journal::open(&path), Err(JournalError::Busy(_))));
    drop(journal);
    assert_eq!(names(folder.path()), ["x.journal"]);
    assert!(!Journal::is_in_use(&path));
}

#[test]
fn a_readers_lock_keeps_no_writer_out() {
    let (folder, path) = place();
    drop(Journal::create(&path, header()).unwrap());
    for exclusive in [false, true] {
        let reader = File::open(&path).unwrap();
        if exclusive {
            reader.try_lock().unwrap()
        } else {
            reader.try_lock_shared().unwrap()
        }
        assert!(!Journal::is_in_use(&path));
        let mut journal = Journal::open(&path).unwrap();
        journal.append(None, told(if exclusive { "cat" } else { "dog" })).unwrap();
        // Two writers still keep each other out, whatever the reader does.
        assert!(matches!(Journal::open(&path), Err(JournalError::Busy(_))));
        assert!(Journal::is_in_use(&path));
    }
    assert_eq!(Journal::read(&path).unwrap().entries().len(), 2);
    // By whatever link it is named.
    let link = folder.path().join("link.journal");
    symlink(&path, &link).unwrap();
    let journal = Journal::open(&link).unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Busy(_))));
    assert!(Journal::is_in_use(&path) && Journal::is_in_use(&link));
    drop(journal);
    assert_eq!(names(folder.path()), ["link.journal", "x.journal"]);
}

/// Who may write the folder could put a lock there. It counts only if its owner may
/// write the journal. Only root can try this.
#[test]
fn a_lock_of_somebody_who_may_only_read_is_passed_over() {
    let (_folder, path) = place();
    drop(Journal::create(&path, header()).unwrap());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let planted = path.with_file_name(".x.journal.lock");
    let foreign = File::create(&planted).unwrap();
    if std::os::unix::fs::chown(&planted, Some(12_345), Some(12_345)).is_err() {
        return;
    }
    foreign.try_lock().unwrap();
    assert!(!Journal::is_in_use(&path));
    let journal = Journal::open(&path).unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Busy(_))));
    drop(journal);
    assert!(planted.exists(), "it is not ours to remove");
    // Where others may write the journal, their locks count.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).unwrap();
    assert!(Journal::is_in_use(&path));
    assert!(matches!(Journal::open(&path), Err(JournalError::Busy(_))));
}

/// Where there can be no lock file, the journal itself is locked, as it was before.
#[test]
fn without_a_lock_file_two_writers_are_kept_apart() {
    let (folder, path) = place();
    drop(Journal::create(&path, header()).unwrap());
    fs::create_dir(folder.path().join(".x.journal.lock")).unwrap();
    let journal = Journal::open(&path).unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Busy(_))));
    assert!(Journal::is_in_use(&path));
    drop(journal);
    assert!(!Journal::is_in_use(&path));
    assert!(Journal::open(&path).is_ok());
}

#[test]
fn to_ask_whether_it_is_in_use_keeps_nobody_out() {
    let (_folder, path) = place();
    drop(Journal::create(&path, header()).unwrap());
    // As a killed program leaves it: so that there is something to ask.
    fs::write(path.with_file_name(".x.journal.lock"), "").unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    Journal::is_in_use(&path);
                }
            });
        }
        let opened = (0..300).all(|_| {
            fs::write(path.with_file_name(".x.journal.lock"), "").unwrap();
            Journal::open(&path).is_ok()
        });
        done.store(true, Ordering::Relaxed);
        assert!(opened);
    });
}

/// One at a time, however many try: each holds what nobody else does.
#[test]
fn one_of_many_has_it() {
    let (folder, path) = place();
    drop(Journal::create(&path, header()).unwrap());
    let held = AtomicBool::new(false);
    let opened: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6)
            .map(|_| {
                scope.spawn(|| {
                    let tries = (0..60).filter(|_| {
                        let Ok(mut journal) = Journal::open(&path) else { return false };
                        assert!(!held.swap(true, Ordering::SeqCst), "two have it");
                        journal.append(None, told("cat")).unwrap();
                        held.store(false, Ordering::SeqCst);
                        true
                    });
                    tries.count()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(opened > 60, "{opened}");
    assert_eq!(Journal::read(&path).unwrap().entries().len(), opened);
    assert_eq!(names(folder.path()), ["x.journal"]);
}
