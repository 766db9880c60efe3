//! Tables in files: what is read is what the same table as CSV would be.
#![allow(clippy::unwrap_used)]

mod files_support;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrow_array::{ArrayRef, BinaryArray, Int64Array, RecordBatch, StringArray};
use files_support::xlsx::{Cell, workbook};
use files_support::{
    Kept, Written, assert_scans_as_in_memory, batch_of, csv_of, open, parts, scaling_of, scanned, write_arrow,
    write_parquet, write_stream,
};
use hornbook::format::RawTable;
use hornbook::scaling::{Missing, Override, ScaleMethod, Scaling, ScalingOptions};
use hornbook::table::{ReadOptions, Table};
use hornbook::{AttrSet, Implication};
use hornbook_engines::{Control, EngineError, Grouping, OpenOptions, ValueKind, files};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name)
}

/// A table as it stands in its file.
fn table(name: &str) -> Table {
    Table::read_with(fs::File::open(data(name)).unwrap(), &ReadOptions::default()).unwrap()
}

/// A workbook with a table on its first sheet, numbers as numbers.
fn workbook_of(table: &Table) -> Vec<u8> {
    let cell = |text: &str| match text.parse::<f64>() {
        Ok(number) => Cell::Number(number),
        Err(_) => Cell::Word(text.to_owned()),
    };
    let mut rows: Vec<Vec<Cell>> = vec![table.columns().iter().map(|name| Cell::Word(name.clone())).collect()];
    rows.extend((0..table.len()).map(|row| (0..table.width()).map(|at| cell(table.cell(row, at))).collect()));
    workbook(&[("All & sundry", rows), ("Other", vec![vec![Cell::Word("x".into())], vec![Cell::Number(1.0)]])])
}

fn column(name: &str, cells: impl IntoIterator<Item = i64>) -> (String, ArrayRef) {
    (name.to_owned(), Arc::new(Int64Array::from_iter_values(cells)))
}

fn words(name: &str, cells: &[&str]) -> (String, ArrayRef) {
    (name.to_owned(), Arc::new(StringArray::from_iter_values(cells)))
}

#[test]
fn known_tables_are_the_same_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["zoo.csv", "breast-cancer.csv"] {
        let path = |extension: &str| folder.path().join(name).with_extension(extension);
        let table = table(name);
        let batch = batch_of(&table);
        let written = Written { group_rows: 30, ..Written::default() };
        write_parquet(&path("parquet"), &batch, written);
        write_arrow(&path("arrow"), &parts(&batch, 3));
        write_stream(&path("feather"), &parts(&batch, 2));
        fs::write(path("xlsx"), workbook_of(&table)).unwrap();
        fs::copy(data(name), path("csv")).unwrap();
        let packed =
            hornbook::format::compressed_for(Path::new("x.gz"), &fs::read(data(name)).unwrap()).unwrap().into_owned();
        fs::write(path("csv.gz"), packed).unwrap();
        let wanted = table.with_values(&ReadOptions::default());
        for extension in ["parquet", "arrow", "feather", "xlsx", "csv", "csv.gz"] {
            let sample = open(&path(extension)).sample(1000).unwrap();
            assert!(sample.is_whole);
            assert_eq!(sample.row_count, Some(wanted.len() as u64));
            assert_eq!(sample.table, wanted, "{extension}");
            assert_scans_as_in_memory(&path(extension));
            let bytes = fs::read(path(extension)).unwrap();
            let file_name = path(extension).file_name().unwrap().to_string_lossy().into_owned();
            match files::read_bytes(&bytes, &file_name, u64::MAX, &OpenOptions::default()).unwrap() {
                RawTable::Columns(read) => assert_eq!(read, wanted, "{extension}"),
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn every_kind_of_column_gives_attributes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kinds.parquet");
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let batch = files_support::random::batch(seed, 200, 6);
        write_parquet(&path, &batch, Written::default());
        let sample = open(&path).sample(1000).unwrap();
        let tests = scaling_of(&sample.table, Missing::Absent).row_tests(&sample.table).unwrap();
        let kinds: Vec<_> = open(&path).columns().unwrap();
        for tested in &tests.columns {
            seen.insert(kinds.iter().find(|kind| kind.name == tested.column).unwrap().type_name.clone());
        }
    }
    for wanted in ["Utf8", "LargeUtf8", "Int64", "Int16", "UInt64", "Float64", "Float32", "Boolean", "Date32"] {
        assert!(seen.contains(wanted), "{wanted}: {seen:?}");
    }
    for wanted in ["Timestamp", "Decimal128", "Dictionary", "List"] {
        assert!(seen.iter().any(|name| name.contains(wanted)), "{wanted}: {seen:?}");
    }
}

#[test]
fn folders_patterns_and_partitions_are_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str| {
        let made = folder.path().join(name);
        fs::create_dir_all(&made).unwrap();
        made
    };
    let batch = |cells: std::ops::Range<i64>| {
        let kinds: Vec<&str> = cells.clone().map(|at| if at % 2 == 0 { "even" } else { "odd" }).collect();
        RecordBatch::try_from_iter([column("n", cells), words("kind", &kinds)]).unwrap()
    };
    let more = RecordBatch::try_from_iter([words("kind", &["odd", "even"]), words("extra", &["a", "b"])]).unwrap();
    write_parquet(&made("year=2023/month=1").join("a.parquet"), &batch(0..4), Written::default());
    write_parquet(
        &made("year=2024/month=__HIVE_DEFAULT_PARTITION__").join("b.parquet"),
        &batch(4..7),
        Written::default(),
    );
    write_parquet(&made("year=2024/month=a%20b").join("c.parquet"), &more, Written::default());
    fs::write(folder.path().join("_SUCCESS"), "").unwrap();
    fs::write(folder.path().join(".hidden.parquet"), "nothing").unwrap();
    fs::write(made("_temporary").join("d.parquet"), "nothing").unwrap();
    let mut engine = open(folder.path());
    let names: Vec<String> = engine.columns().unwrap().into_iter().map(|column| column.name).collect();
    assert_eq!(names, ["n", "kind", "extra", "year", "month"]);
    let table = engine.sample(100).unwrap().table;
    let column = |name: &str| -> Vec<&str> {
        let place = table.columns().iter().position(|column| column == name).unwrap();
        table.column(place).collect()
    };
    assert_eq!(column("n"), ["0", "1", "2", "3", "4", "5", "6", "", ""]);
    assert_eq!(column("extra"), ["", "", "", "", "", "", "", "a", "b"]);
    assert_eq!(column("year"), ["2023", "2023", "2023", "2023", "2024", "2024", "2024", "2024", "2024"]);
    assert_eq!(column("month"), ["1", "1", "1", "1", "", "", "", "a b", "a b"]);
    assert_scans_as_in_memory(folder.path());
    let pattern = folder.path().join("year=2024/*/*.parquet");
    assert_eq!(open(&pattern).sample(100).unwrap().row_count, Some(5));
}

#[test]
fn values_of_a_column_are_listed_unless_there_are_too_many() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zoo.parquet");
    write_parquet(&path, &batch_of(&table("zoo.csv")), Written { group_rows: 20, ..Written::default() });
    let mut engine = open(&path);
    let legs = engine.values("legs", 10).unwrap().unwrap();
    assert_eq!(legs, ["4", "0", "2", "6", "8", "5"]);
    assert_eq!(engine.values("legs", 5).unwrap(), None);
    let error = engine.values("wings", 5).unwrap_err().to_string();
    assert!(error.contains("no column 'wings'") && error.contains("'legs'"), "{error}");
    assert!(engine.tally().scans >= 2 && engine.tally().bytes > 0);
}

#[test]
fn rows_that_break_rules_are_named_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let zoo = table("zoo.csv");
    for at in 0..2 {
        let part = &parts(&batch_of(&zoo), 2)[at];
        write_parquet(&folder.path().join(format!("part-{at}.parquet")), part, Written::default());
    }
    let mut engine = open(folder.path());
    let sample = engine.sample(1000).unwrap();
    let scaling = Scaling::detect(&sample.table, &ScalingOptions::default()).unwrap();
    let context = scaling.apply(&sample.table, Default::default()).unwrap();
    let mut tests = scaling.row_tests(&sample.table).unwrap();
    let rules: Vec<Implication> = (1..tests.universe.len())
        .map(|at| {
            Implication::new(AttrSet::of(tests.universe.len(), [at - 1]), AttrSet::of(tests.universe.len(), [at]))
        })
        .collect();
    let broken = engine.breaking(&tests, &rules, 3).unwrap();
    assert!(broken.iter().any(|broken| broken.count > 3));
    for (rule, broken) in rules.iter().zip(&broken) {
        let wanted: Vec<usize> = context.violations(rule).collect();
        assert_eq!(broken.count, wanted.len() as u64);
        let names: Vec<&str> = wanted.iter().take(3).map(|&row| context.name(row).unwrap()).collect();
        assert_eq!(broken.rows.iter().map(|row| row.key.as_str()).collect::<Vec<_>>(), names);
        assert!(broken.rows.iter().zip(&wanted).all(|(row, &at)| row.has == *context.row(at)));
    }
    tests.id = None;
    let broken = engine.breaking(&tests, &rules, 200).unwrap();
    for (rule, broken) in rules.iter().zip(&broken) {
        let name = |row: usize| match row < 50 {
            true => format!("part-0.parquet row {}", row + 1),
            false => format!("part-1.parquet row {}", row - 49),
        };
        let wanted: Vec<String> = context.violations(rule).map(name).collect();
        assert_eq!(broken.rows.iter().map(|row| row.key.clone()).collect::<Vec<_>>(), wanted);
    }
}

#[test]
fn the_plan_tells_what_would_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zoo.parquet");
    write_parquet(&path, &batch_of(&table("zoo.csv")), Written { group_rows: 20, ..Written::default() });
    let mut engine = open(&path);
    let sample = engine.sample(1000).unwrap();
    let tests = scaling_of(&sample.table, Missing::Absent).row_tests(&sample.table).unwrap();
    let plan = engine.plan(&tests, Grouping::Grouped).unwrap();
    assert!(plan[0].contains("zoo.parquet: 101 rows, 6 row groups, 17 of 18 columns"), "{plan:?}");
    assert!(plan[1].contains("'legs'") && plan[1].contains("put together"), "{plan:?}");
}

#[test]
fn a_large_table_is_sampled_from_all_over_and_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = RecordBatch::try_from_iter([column("n", 0..50_000)]).unwrap();
    for (at, part) in parts(&numbers, 3).iter().enumerate() {
        let written = Written { group_rows: 4000, page_rows: 500, ..Written::default() };
        write_parquet(&folder.path().join(format!("{at}.parquet")), part, written);
    }
    let sample = open(folder.path()).sample(2000).unwrap();
    assert!(!sample.is_whole);
    assert_eq!(sample.row_count, Some(50_000));
    let numbers: Vec<u64> = sample.table.column(0).map(|cell| cell.parse().unwrap()).collect();
    assert!((1900..=2100).contains(&numbers.len()), "{}", numbers.len());
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!((numbers[0], numbers[numbers.len() - 1]), (0, 49_999));
    assert!(numbers.windows(2).all(|pair| pair[1] - pair[0] < 50_000 / 6));
    assert_eq!(open(folder.path()).sample(2000).unwrap().table, sample.table);
    let arrow = folder.path().join("n.arrow");
    write_arrow(&arrow, &parts(&RecordBatch::try_from_iter([column("n", 0..50_000)]).unwrap(), 7));
    assert_eq!(open(&arrow).sample(2000).unwrap().table, sample.table);
}

#[test]
fn rows_come_in_the_order_of_the_files() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = RecordBatch::try_from_iter([column("n", (0..600_000).map(|at| at % 8))]).unwrap();
    for (at, part) in parts(&numbers, 3).iter().enumerate() {
        write_parquet(
            &folder.path().join(format!("{at}.parquet")),
            part,
            Written { group_rows: 70_000, ..Written::default() },
        );
    }
    let mut engine = open(folder.path());
    let sample = engine.sample(1_000_000).unwrap();
    let nominal = vec![Override { column: "n".into(), method: ScaleMethod::Nominal }];
    let options = ScalingOptions { overrides: nominal, ..ScalingOptions::default() };
    let tests = Scaling::detect(&sample.table, &options).unwrap().row_tests(&sample.table).unwrap();
    let (kept, _) = scanned(&mut *engine, &tests, Grouping::OneByOne);
    assert_eq!(kept.in_order.len(), 600_000);
    assert!(kept.in_order.iter().enumerate().all(|(at, row)| row.0 == [1 << (at % 8)]));
    let (kept, _) = scanned(&mut *engine, &tests, Grouping::Grouped);
    assert!(kept.in_order.len() < 100);
}

#[test]
fn bytes_are_left_out_unless_they_are_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bytes.parquet");
    let bytes = |name: &str, cells: Vec<&[u8]>| (name.to_owned(), Arc::new(BinaryArray::from_vec(cells)) as ArrayRef);
    let batch = RecordBatch::try_from_iter([
        bytes("words", vec![b"red", b"green", b"red"]),
        bytes("keys", vec![&[0, 1], &[0xff, 0xfe], &[3]]),
    ]);
    write_parquet(&path, &batch.unwrap(), Written::default());
    let mut engine = open(&path);
    let kinds: Vec<ValueKind> = engine.columns().unwrap().into_iter().map(|column| column.kind).collect();
    assert_eq!(kinds, [ValueKind::Text, ValueKind::Other]);
    let table = engine.sample(10).unwrap().table;
    assert_eq!(table.columns(), ["words"]);
    assert_eq!(table.column(0).collect::<Vec<_>>(), ["red", "green", "red"]);
}

#[test]
fn told_spellings_of_missing_count_as_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("told.parquet");
    let batch = RecordBatch::try_from_iter([
        words("a", &["x", "none", "y", "x", "none"]),
        words("b", &["1", "1", "2", "2", "1"]),
    ]);
    write_parquet(&path, &batch.unwrap(), Written::default());
    let read = ReadOptions { missing: vec!["none".into()], ..ReadOptions::default() };
    let mut engine = files::open(&path, &OpenOptions { read, ..OpenOptions::default() }).unwrap();
    let sample = engine.sample(100).unwrap();
    let scaling = scaling_of(&sample.table, Missing::Drop);
    let tests = scaling.row_tests(&sample.table).unwrap();
    let (_, scanned) = scanned(&mut *engine, &tests, Grouping::Grouped);
    assert_eq!((scanned.rows, scanned.left_out, scanned.unexpected.len()), (5, 2, 0));
    assert_eq!(engine.values("a", 10).unwrap().unwrap(), ["x", "y"]);
}

#[test]
fn a_value_that_no_sample_had_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let before = RecordBatch::try_from_iter([words("a", &["x", "y", "x"]), words("b", &["p", "q", "q"])]).unwrap();
    write_parquet(&path, &before, Written::default());
    let sample = open(&path).sample(100).unwrap();
    let scaling = Scaling::detect(&sample.table, &ScalingOptions::default()).unwrap();
    let tests = scaling.row_tests(&sample.table).unwrap();
    let after = RecordBatch::try_from_iter([words("a", &["x", "z", "x"]), words("b", &["p", "q", "q"])]).unwrap();
    write_parquet(&path, &after, Written::default());
    let (kept, scanned) = scanned(&mut *open(&path), &tests, Grouping::OneByOne);
    let column = tests.columns.iter().position(|column| column.column == "a").unwrap();
    assert_eq!(scanned.unexpected, [column]);
    assert_eq!(kept.in_order.len(), 3);
    let of_a = tests.columns[column].tests.iter().fold(0u64, |bits, (attr, _)| bits | 1 << attr);
    assert_eq!(kept.in_order[1].0[0] & of_a, 0);
}

#[test]
fn a_scan_can_be_called_off_and_tells_how_far_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zoo.parquet");
    write_parquet(&path, &batch_of(&table("zoo.csv")), Written::default());
    let (stopped, told) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let heard = told.clone();
    let control = Control::new(stopped.clone(), None).with_progress(move |rows, of| {
        assert_eq!(of, Some(101));
        heard.store(rows, Ordering::Relaxed);
    });
    let mut engine = files::open(&path, &OpenOptions { control, ..OpenOptions::default() }).unwrap();
    let sample = engine.sample(1000).unwrap();
    let tests = scaling_of(&sample.table, Missing::Absent).row_tests(&sample.table).unwrap();
    scanned(&mut *engine, &tests, Grouping::Grouped);
    assert_eq!(told.load(Ordering::Relaxed), 101);
    stopped.store(true, Ordering::Relaxed);
    let failed = engine.scan(&tests, Grouping::Grouped, &mut Kept::default());
    assert_eq!(failed, Err(EngineError::Stopped));
}

#[test]
fn sheets_are_chosen_by_name_and_dates_are_dates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.xlsx");
    let word = |word: &str| Cell::Word(word.to_owned());
    let rows = vec![
        vec![word("name"), word("born"), word("tame")],
        vec![word("Rex"), Cell::Date(45_322.0), Cell::Yes(true)],
        vec![word("Tom"), Cell::Date(45_322.5), Cell::Yes(false)],
        vec![word("Ada"), word(""), Cell::Yes(false)],
    ];
    fs::write(&path, workbook(&[("Notes", vec![]), ("Animals", rows)])).unwrap();
    let with = |sheet: Option<&str>| OpenOptions { sheet: sheet.map(str::to_owned), ..OpenOptions::default() };
    let raw = files::open(&path, &with(Some("Animals"))).unwrap().values("born", 5).unwrap().unwrap();
    assert_eq!(raw, ["2024-01-31", "2024-01-31 12:00:00"]);
    let error = files::open(&path, &with(Some("Plants"))).err().unwrap().to_string();
    assert!(error.contains("no sheet 'Plants'; there are 'Notes', 'Animals'"), "{error}");
    let error = files::open(&path, &with(None)).err().unwrap().to_string();
    assert!(error.contains("the sheet 'Notes' is empty"), "{error}");
}

#[test]
fn a_long_file_of_text_is_read_in_chunks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.csv");
    let header = ["colour", "count", "alive", "when"];
    let rows = files_support::random::texts(5, 1000);
    let once = csv_of(&header, &rows);
    let body = once.split_once('\n').unwrap().1;
    let times = (70 << 20) / body.len() + 1;
    fs::write(&path, format!("{}{}", once.split_once('\n').unwrap().0.to_owned() + "\n", body.repeat(times))).unwrap();
    let small = folder.path().join("small.csv");
    fs::write(&small, &once).unwrap();
    let whole = open(&small).sample(1000).unwrap();
    let mut engine = open(&path);
    let sample = engine.sample(20_000).unwrap();
    assert!(!sample.is_whole && sample.row_count.is_none());
    assert!((10_000..40_000).contains(&sample.table.len()), "{}", sample.table.len());
    assert_eq!(sample.table.columns()[..4], whole.table.columns()[..4]);
    let scaling = scaling_of(&whole.table, Missing::Unknown);
    let tests = scaling.row_tests(&whole.table).unwrap();
    let (short, _) = scanned(&mut *open(&small), &tests, Grouping::Grouped);
    let (long, about) = scanned(&mut *engine, &tests, Grouping::Grouped);
    assert_eq!(about.rows, (1000 * times) as u64);
    let wanted: Vec<_> = short.counted().into_iter().map(|(row, count)| (row, count * times as u64)).collect();
    assert_eq!(long.counted().into_iter().collect::<Vec<_>>(), wanted);
}
