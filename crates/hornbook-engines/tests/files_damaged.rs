//! Files that are damaged, missing or of several kinds: a clear message, never a panic.
#![allow(clippy::unwrap_used)]

mod files_support;

use std::fs;
use std::path::Path;

use files_support::random::{Numbers, batch};
use files_support::xlsx::{Cell, workbook};
use files_support::{
    Counted, Kept, Written, open, open_error, parts, scaling_of, scanned, write_arrow, write_parquet, write_stream,
};
use hornbook::scaling::{Missing, RowTests};
use hornbook::table::Table;
use hornbook_engines::{EngineError, Grouping, OpenOptions, files};

/// The table and the rows of a file, or why not.
fn read(path: &Path, tests: Option<&RowTests>) -> Result<(Table, Counted), EngineError> {
    let mut engine = files::open(path, &OpenOptions::default())?;
    let table = engine.sample(10_000)?.table;
    let mut kept = Kept::default();
    if let Some(tests) = tests {
        engine.scan(tests, Grouping::Grouped, &mut kept)?;
    }
    Ok((table, kept.counted()))
}

/// Writes a small file of each format, and hands out its path.
fn small_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let batch = batch(3, 120, 6);
    let path = |name: &str| folder.join(name);
    write_parquet(&path("a.parquet"), &batch, Written { group_rows: 50, page_rows: 20, ..Written::default() });
    write_arrow(&path("a.arrow"), &parts(&batch, 3));
    write_stream(&path("b.feather"), &parts(&batch, 3));
    vec![path("a.parquet"), path("a.arrow"), path("b.feather")]
}

#[test]
fn a_file_that_is_cut_short_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for path in small_files(folder.path()) {
        let bytes = fs::read(&path).unwrap();
        let wanted = open(&path).sample(10_000).unwrap().table;
        let scaling = scaling_of(&wanted, Missing::Absent);
        let tests = scaling.row_tests(&wanted).unwrap();
        let (rows, _) = scanned(&mut *open(&path), &tests, Grouping::Grouped);
        let cut = folder.path().join("cut").with_extension(path.extension().unwrap());
        let mut refused = 0;
        for end in (0..bytes.len()).step_by(50).chain([bytes.len() - 1, bytes.len() - 4]) {
            fs::write(&cut, &bytes[..end]).unwrap();
            match read(&cut, Some(&tests)) {
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().contains("cut."), "{end}: {error}");
                }
                Ok(found) => assert_eq!(found, (wanted.clone(), rows.counted()), "{} {end}", path.display()),
            }
        }
        assert!(refused >= bytes.len() / 50, "{}", path.display());
    }
}

#[test]
fn a_file_with_wrong_bits_is_refused_or_read_without_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let mut numbers = Numbers(11);
    for path in small_files(folder.path()) {
        let bytes = fs::read(&path).unwrap();
        let wanted = open(&path).sample(10_000).unwrap().table;
        let tests = scaling_of(&wanted, Missing::Absent).row_tests(&wanted).unwrap();
        let changed = folder.path().join("changed").with_extension(path.extension().unwrap());
        let mut refused = 0;
        for _ in 0..400 {
            let mut bytes = bytes.clone();
            for _ in 0..=numbers.below(3) {
                let place = numbers.below(bytes.len() as u64) as usize;
                bytes[place] ^= 1 << numbers.below(8);
            }
            fs::write(&changed, &bytes).unwrap();
            if let Err(error) = read(&changed, Some(&tests)) {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
        assert!(refused > 20, "{} {refused}", path.display());
    }
}

#[test]
fn what_is_no_such_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for (name, kind) in [("a.parquet", "Parquet"), ("a.arrow", "Arrow"), ("a.xlsx", "Excel"), ("a.ods", "Excel")] {
        let path = folder.path().join(name);
        for content in ["", "PAR1", "name,legs\nfrog,4\n", "ARROW1\0\0 and so on and so on", "PK\x03\x04"] {
            fs::write(&path, content).unwrap();
            let error = open_error(&path);
            assert!(error.contains(name) && error.contains(kind), "{content:?}: {error}");
        }
    }
    let word = |word: &str| vec![Cell::Word(word.to_owned())];
    let whole = workbook(&[("a", vec![word("x"), word("y"), word("z")])]);
    for end in (0..whole.len()).step_by(20) {
        let path = folder.path().join("cut.xlsx");
        fs::write(&path, &whole[..end]).unwrap();
        assert!(open_error(&path).contains("cut.xlsx"));
    }
}

#[test]
fn files_that_are_not_there_or_do_not_go_together_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(open_error(&path("no.parquet")).contains("no.parquet: there is no such file"));
    assert!(open_error(&path("*.parquet")).contains("no file matches"));
    assert!(open_error(folder.path()).contains("no table"));
    fs::write(path("a.csv"), "a,b\n1,2\n").unwrap();
    fs::write(path("b.jsonl"), "{\"a\":1}\n").unwrap();
    let error = open_error(folder.path());
    assert!(error.contains("several formats") && error.contains("a.csv is CSV"), "{error}");
    fs::write(path("readme.md"), "hello").unwrap();
    assert!(open_error(&path("readme.md")).contains("extension"));
    let packed = hornbook::format::compressed_for(Path::new("x.gz"), b"a,b\n1,2\n3,4\n").unwrap().into_owned();
    fs::write(path("c.csv.gz"), &packed[..packed.len() - 5]).unwrap();
    let error = open_error(&path("c.csv.gz"));
    assert!(error.contains("c.csv.gz") && error.contains("cut short"), "{error}");
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    write_parquet(&path, &batch(1, 10, 2), Written::default());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // Whoever may do everything may read it all the same.
    if fs::File::open(&path).is_err() {
        assert!(open_error(&path).contains("a.parquet: it may not be read"));
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for path in small_files(folder.path()) {
        let mut engine = open(&path);
        let table = engine.sample(10_000).unwrap().table;
        let tests = scaling_of(&table, Missing::Absent).row_tests(&table).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend(b"more");
        fs::write(&path, bytes).unwrap();
        let error = engine.scan(&tests, Grouping::Grouped, &mut Kept::default()).unwrap_err().to_string();
        assert!(error.contains("changed while it was read"), "{error}");
    }
}

#[test]
fn a_column_that_is_in_no_file_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("a.parquet"), folder.path().join("b.parquet"));
    write_parquet(&one, &batch(3, 100, 6), Written::default());
    write_parquet(&other, &batch(3, 100, 2), Written::default());
    let table = open(&one).sample(1000).unwrap().table;
    let tests = scaling_of(&table, Missing::Absent).row_tests(&table).unwrap();
    let error = open(&other).scan(&tests, Grouping::Grouped, &mut Kept::default()).unwrap_err().to_string();
    assert!(error.contains("there is no column 'c") && error.contains("there are 'c0', 'c1'"), "{error}");
}
