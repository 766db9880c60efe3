//! For random tables, a scan gives what the table in memory gives.
#![allow(clippy::unwrap_used)]

mod files_support;

use std::fs;

use files_support::random::{batch, texts};
use files_support::{
    Written, assert_scans_as_in_memory, csv_of, open, parts, write_arrow, write_parquet, write_stream,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn parquet_and_arrow_give_what_the_table_in_memory_gives(
        seed in any::<u64>(),
        rows in 2..300usize,
        columns in 2..7u64,
        files in 1..=4usize,
        group_rows in 1..120usize,
        dictionary in any::<bool>(),
        statistics in any::<bool>(),
    ) {
        let whole = batch(seed, rows.max(files), columns);
        let folder = tempfile::tempdir().unwrap();
        let made = |name: &str| {
            let made = folder.path().join(name);
            fs::create_dir(&made).unwrap();
            made
        };
        let (parquet, arrow, stream) = (made("parquet"), made("arrow"), made("stream"));
        let written = Written { group_rows, page_rows: 16, dictionary, statistics };
        for (at, part) in parts(&whole, files).iter().enumerate() {
            let batches = parts(part, 1 + at % 3);
            write_parquet(&parquet.join(format!("{at}.parquet")), part, written);
            write_arrow(&arrow.join(format!("{at}.arrow")), &batches);
            write_stream(&stream.join(format!("{at}.feather")), &batches);
        }
        let wanted = open(&parquet).sample(1000).unwrap().table;
        prop_assert_eq!(wanted.len(), whole.num_rows());
        for folder in [&arrow, &stream] {
            prop_assert!(open(folder).sample(1000).unwrap().table == wanted);
        }
        for folder in [&parquet, &arrow, &stream] {
            assert_scans_as_in_memory(folder);
        }
    }

    #[test]
    fn text_gives_what_the_table_in_memory_gives(seed in any::<u64>(), rows in 4..200usize, files in 1..=4usize) {
        let header = ["colour", "count", "alive", "when"];
        let rows = texts(seed, rows);
        let folder = tempfile::tempdir().unwrap();
        let (csv, json) = (folder.path().join("csv"), folder.path().join("json"));
        fs::create_dir(&csv).unwrap();
        fs::create_dir(&json).unwrap();
        for at in 0..files {
            let part = &rows[rows.len() * at / files..rows.len() * (at + 1) / files];
            fs::write(csv.join(format!("{at}.csv")), csv_of(&header, part)).unwrap();
            let record = |row: &[String; 4]| {
                let cells = header.iter().zip(row).map(|(name, cell)| ((*name).to_owned(), cell.clone().into()));
                serde_json::Value::Object(cells.collect()).to_string() + "\n"
            };
            fs::write(json.join(format!("{at}.jsonl")), part.iter().map(record).collect::<String>()).unwrap();
        }
        for folder in [&csv, &json] {
            assert_scans_as_in_memory(folder);
        }
        prop_assert_eq!(open(&csv).sample(1000).unwrap().table.len(), rows.len());
    }
}
