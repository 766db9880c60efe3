//! Hostile files: no reader panics, and errors point at the right place.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use hornbook::format::{ContextFormat, FormatError, RulesFormat, read_context, read_rules};
use hornbook::scaling::{Missing, Scaling, ScalingOptions};
use hornbook::table::Table;

fn corpus() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus"))
}

fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(corpus().join(file)).unwrap()
}

/// Every reader, with its result reduced to the error.
fn through_all(bytes: &[u8]) -> Vec<Option<FormatError>> {
    let contexts = ContextFormat::ALL.into_iter().flat_map(|format| {
        [Missing::Absent, Missing::Value, Missing::Drop].map(|missing| {
            let options = ScalingOptions { missing, ..ScalingOptions::default() };
            read_context(bytes, format, &options).err()
        })
    });
    let rules = RulesFormat::ALL.map(Some).into_iter().chain([None]).map(|format| read_rules(bytes, format).err());
    contexts.chain(rules).chain([Scaling::read(bytes).err(), Table::read(bytes, None).err()]).collect()
}

#[test]
fn no_file_makes_any_reader_panic_or_ramble() {
    for entry in std::fs::read_dir(corpus()).unwrap() {
        let path = entry.unwrap().path();
        for error in through_all(&std::fs::read(&path).unwrap()).into_iter().flatten() {
            let message = error.in_file("f").to_string();
            assert!(!message.contains('\n') && message.chars().count() < 400, "{}: {message}", path.display());
        }
    }
}

#[test]
fn good_files_are_read() {
    let context = |file: &str, format| read_context(&bytes(file), format, &ScalingOptions::default()).unwrap();
    context("good.cxt", ContextFormat::Burmeister);
    context("good.dat", ContextFormat::Fimi);
    context("good-table.csv", ContextFormat::Csv);
    context("good-semicolon.csv", ContextFormat::Csv);
    for file in ["good-conexp-1.1.json", "good-conexp-1.0.json", "good-conexp-fca.json"] {
        context(file, ContextFormat::ConexpJson);
    }
    for file in ["good-rules.txt", "good-rules.json", "good-implications.json", "good-conexp-fca.json"] {
        read_rules(&bytes(file), None).unwrap();
    }
    Scaling::read(&bytes("good-scaling.json")).unwrap();
}

#[test]
fn errors_point_at_the_right_place() {
    let csv = |bytes: &[u8]| read_context(bytes, ContextFormat::Csv, &ScalingOptions::default()).err();
    let cxt = |bytes: &[u8]| read_context(bytes, ContextFormat::Burmeister, &ScalingOptions::default()).err();
    let dat = |bytes: &[u8]| read_context(bytes, ContextFormat::Fimi, &ScalingOptions::default()).err();
    let json = |bytes: &[u8]| read_context(bytes, ContextFormat::ConexpJson, &ScalingOptions::default()).err();
    let rules = |bytes: &[u8]| read_rules(bytes, None).err();
    type Reader<'a> = &'a dyn Fn(&[u8]) -> Option<FormatError>;
    let expected: [(&str, Reader<'_>, usize, Option<usize>, &str); 30] = [
        ("nul.csv", &csv, 2, Some(3), "a NUL byte"),
        ("ragged.csv", &csv, 4, None, "found 2 fields, expected 3 fields"),
        ("open-quote.csv", &csv, 3, Some(1), "a quote that is never closed"),
        ("header-only.csv", &csv, 1, None, "has no rows"),
        ("huge-count.cxt", &cxt, 7, Some(1), "the end of the file"),
        ("overflow-count.cxt", &cxt, 3, Some(1), "the number of objects"),
        ("negative-count.cxt", &cxt, 3, Some(1), "the number of objects"),
        ("bad-cell.cxt", &cxt, 10, Some(3), "found 'y', expected 'X', '.' or '?'"),
        ("short-row.cxt", &cxt, 10, Some(3), "3 places"),
        ("long-row.cxt", &cxt, 8, Some(2), "the end of a row of 1 places"),
        ("truncated.cxt", &cxt, 10, Some(1), "the end of the file"),
        ("duplicate.cxt", &cxt, 7, None, "occurs twice"),
        ("trailing.cxt", &cxt, 9, Some(1), "the end of the file"),
        ("not-a-cxt.cxt", &cxt, 1, Some(1), "found 'C', expected 'B'"),
        ("huge-item.dat", &dat, 2, Some(3), "an item number"),
        ("word.dat", &dat, 2, Some(3), "found 'x'"),
        ("truncated.json", &json, 2, Some(17), "EOF"),
        ("unknown-attribute.json", &json, 2, Some(19), "did you mean 'abc'?"),
        ("unknown-object.json", &json, 2, Some(15), "no object 'p'"),
        ("twice.json", &json, 2, Some(1), "occurs twice"),
        ("bad-name.json", &json, 2, Some(19), "found 'null', expected a name"),
        ("no-arrow.txt", &rules, 2, Some(7), "found the end of the line, expected ',' or '->'"),
        ("two-arrows.txt", &rules, 1, Some(8), "only one arrow"),
        ("empty-name.txt", &rules, 1, Some(3), "an attribute"),
        ("open-quote.txt", &rules, 2, Some(4), "not closed"),
        ("bad-escape.txt", &rules, 1, Some(7), "character's number"),
        ("falsum-premise.txt", &rules, 1, Some(1), "can only be a conclusion"),
        ("unknown-attribute.txt", &rules, 3, Some(1), "no attribute 'hiar'"),
        ("unknown-rule-attribute.json", &rules, 2, Some(22), "did you mean 'hair'?"),
        ("both.json", &rules, 2, Some(10), "found both"),
    ];
    for (file, reader, line, column, words) in expected {
        let error = reader(&bytes(file)).unwrap_or_else(|| panic!("{file} was read")).in_file(file);
        assert_eq!((error.line(), error.column()), (Some(line), column), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn files_without_a_place_still_say_what_is_wrong() {
    let message = |error: Option<FormatError>| error.unwrap().to_string();
    let csv = |file| message(read_context(&bytes(file), ContextFormat::Csv, &ScalingOptions::default()).err());
    assert!(csv("empty").contains("no rows"));
    assert!(csv("only-newlines").contains("no rows"));
    assert!(csv("all-missing.csv").contains("no column"));
    assert!(csv("clash.csv").contains("'a=b=c' occurs twice"));
    assert!(message(read_rules(&bytes("future-rules.json"), None).err()).contains("version 99"));
    let scaling = |file| message(Scaling::read(&bytes(file)).err());
    assert!(scaling("two-ids.json").contains("only one column"));
    assert!(scaling("clashing-scaling.json").contains("occurs twice"));
}

/// A line of ten megabytes, as one cell, as many cells, and as one name.
#[test]
fn a_line_of_ten_megabytes() {
    let long = "x".repeat(10 << 20);
    let cells = "1,".repeat(5 << 20);
    let words = "7 ".repeat(5 << 20);
    let quotes = "\"".repeat(10 << 20);
    let brackets = "[".repeat(10 << 20);
    for text in [&long, &cells, &words, &quotes, &brackets] {
        for error in through_all(text.as_bytes()).into_iter().flatten() {
            assert!(error.to_string().chars().count() < 400);
        }
    }
    // A cell may be long, but not that long.
    let table = |cell: &str| Table::read(format!("a,b\n1,{cell}\n1,0\n").as_bytes(), None);
    assert_eq!(table(&long[..1 << 20]).unwrap().cell(0, 1).len(), 1 << 20);
    for cell in [long.clone(), format!("\"{long}\""), format!("\"{long}"), format!("\"1\n,{}", "2,3\n".repeat(1 << 20))]
    {
        let error = table(&cell).unwrap_err();
        assert_eq!((error.line(), error.column()), (Some(2), Some(3)), "{error}");
        assert!(error.to_string().contains("is a quote not closed?"), "{error}");
    }
    let rule = format!("{long} -> b");
    assert!(read_rules(rule.as_bytes(), None).is_ok());
}
