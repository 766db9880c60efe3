//! A study is kept run by run, goes on where it was left, and touches nothing
//! that is not its own.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{conduct_some, plan, records, subject};
use hornbook_study::report::Report;
use hornbook_study::{Plan, RECORDS, Store, StoreError};
use tempfile::TempDir;

/// The report without the times in it.
fn files(folder: &TempDir, plan: &Plan) -> Vec<(String, String)> {
    Report::new(&subject(), plan, &records(folder.path(), plan)).unwrap().files()
}

#[test]
fn an_interrupted_study_ends_as_one_that_was_not() {
    let (whole, cut) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let plan = plan();
    assert!(conduct_some(whole.path(), &plan, 2, usize::MAX));
    for most in [1, 5, 6, 20] {
        assert!(!conduct_some(cut.path(), &plan, 2, most));
        assert!(records(cut.path(), &plan).len() >= most);
    }
    // A crash in the middle of a line.
    let file = cut.path().join(RECORDS);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 9]).unwrap();
    assert!(conduct_some(cut.path(), &plan, 2, usize::MAX));
    assert_eq!(records(whole.path(), &plan), records(cut.path(), &plan));
    assert_eq!(files(&whole, &plan), files(&cut, &plan));
    // Done is done.
    let before = fs::read(&file).unwrap();
    assert!(conduct_some(cut.path(), &plan, 2, usize::MAX));
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn threads_change_nothing() {
    let (one, three) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let plan = plan();
    assert!(conduct_some(one.path(), &plan, 1, usize::MAX) && conduct_some(three.path(), &plan, 3, usize::MAX));
    assert_eq!(records(one.path(), &plan), records(three.path(), &plan));
}

#[test]
fn another_study_is_refused() {
    let folder = TempDir::new().unwrap();
    conduct_some(folder.path(), &plan(), 1, 3);
    let before = fs::read(folder.path().join(RECORDS)).unwrap();
    let refused = |plan: &Plan| Store::open(folder.path(), &subject(), plan).unwrap_err().to_string();
    assert!(refused(&Plan { seed: 8, ..plan() }).contains("its seed is 7, not 8"));
    assert!(refused(&Plan { distribution: "support".to_owned(), ..plan() }).contains("distribution is uniform"));
    let mut more = plan();
    more.groups[0].runs += 1;
    assert!(refused(&more).contains("numbers of runs"));
    let mut other = subject();
    other.context.push(None, other.context.row(0).clone());
    let refused = Store::open(folder.path(), &other, &plan()).unwrap_err().to_string();
    assert!(refused.contains("another table"), "{refused}");
    assert_eq!(fs::read(folder.path().join(RECORDS)).unwrap(), before);
}

#[test]
fn what_is_not_a_study_is_left_alone() {
    for (name, content) in
        [("letter.txt", "Dear"), (RECORDS, "no JSON\n"), (RECORDS, "{\"format\":\"other\"}\n"), (RECORDS, "torn")]
    {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join(name), content).unwrap();
        let error = Store::open(folder.path(), &subject(), &plan()).unwrap_err();
        assert!(matches!(error, StoreError::SomethingElse(_)), "{name}: {error}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), content);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
    let file = TempDir::new().unwrap();
    let path = file.path().join("file");
    fs::write(&path, "x").unwrap();
    assert!(Store::open(&path, &subject(), &plan()).is_err());
}

#[test]
fn a_broken_line_is_told() {
    let folder = TempDir::new().unwrap();
    conduct_some(folder.path(), &plan(), 1, 3);
    let file = folder.path().join(RECORDS);
    let text = fs::read_to_string(&file).unwrap().replacen("\"run\":", "\"ran\":", 1);
    fs::write(&file, text).unwrap();
    let error = Store::open(folder.path(), &subject(), &plan()).unwrap_err().to_string();
    assert!(error.contains(":2: "), "{error}");
}

#[test]
fn two_at_once_are_refused() {
    let folder = TempDir::new().unwrap();
    let first = Store::open(folder.path(), &subject(), &plan()).unwrap();
    let second = Store::open(folder.path(), &subject(), &plan());
    assert!(matches!(second, Err(StoreError::Busy(_))));
    drop(first);
    assert!(Store::open(folder.path(), &subject(), &plan()).is_ok());
}

/// Records that were written before it was recorded how errors were measured.
#[test]
fn a_study_of_the_first_version_goes_on() {
    let folder = TempDir::new().unwrap();
    conduct_some(folder.path(), &plan(), 1, 5);
    let file = folder.path().join(RECORDS);
    let text = fs::read_to_string(&file).unwrap();
    let older = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(record) = value.as_object_mut().filter(|record| record.contains_key("run")) {
            assert!(record.remove("probes").is_some() && record.remove("exact").is_some());
        }
        format!("{value}\n")
    };
    fs::write(&file, text.lines().map(older).collect::<String>()).unwrap();
    assert!(conduct_some(folder.path(), &plan(), 2, usize::MAX));
    let report = Report::new(&subject(), &plan(), &records(folder.path(), &plan())).unwrap();
    assert!(report.markdown().contains("the others are estimated from"), "{}", report.markdown());
    // What differs is named, so that it can be repeated.
    let mut other = plan();
    other.groups.iter_mut().for_each(|group| group.method = hornbook::Method::Settle);
    let refused = Store::open(folder.path(), &subject(), &other).unwrap_err().to_string();
    assert!(refused.contains("its list of methods is pac-cached,frugal, not settle"), "{refused}");
}
