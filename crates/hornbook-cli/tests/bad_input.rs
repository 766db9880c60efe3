//! Whatever one is given: one clear line, exit code 2, and nothing written.
#![allow(clippy::unwrap_used)]

mod common;

use common::Place;

#[test]
fn shares_outside_their_range() {
    let place = Place::new();
    for (option, values) in [("--epsilon", ["0", "-0.1", "1.5", "nan"]), ("--delta", ["0", "-1", "2", "inf"])] {
        for value in values {
            let message = place.refused(&["learn", "data/zoo.csv", option, value, "-o", "out.json"]);
            assert!(
                message.starts_with(&format!("error: {option} must be above 0 and at most 1, but is ")),
                "{message}"
            );
        }
    }
    place.ok(&["learn", "data/zoo.csv", "--epsilon", "1", "--delta", "1"]);
}

#[test]
fn tables_that_are_none() {
    let place = Place::new();
    let garbage: Vec<u8> = (0..4000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 | 0x80).collect();
    let files: [(&str, &[u8], &str); 18] = [
        ("empty.csv", b"", "empty.csv: the file is empty"),
        ("head.csv", b"a,b\n", "head.csv:1: the table has no rows"),
        ("ragged.csv", b"a,b\n1,2\n1,2,3\n", "ragged.csv:3: found 3 fields, expected 2 fields as in the header"),
        ("quote.csv", b"a,b\n1,2\n3,\"4\n5,6\n", "quote.csv:3:3: found a quote that is never closed"),
        ("twice.cxt", b"B\n\n1\n2\n\no\na\na\nXX\n", "twice.cxt:7: the attribute name 'a' occurs twice"),
        ("short.cxt", b"B\n\n2\n2\n\no\np\na\nb\nX.\n", "short.cxt:11:1: found the end of the file, expected a row"),
        ("shorter.cxt", b"B\n\n2\n", "shorter.cxt:4:1: found the end of the file, expected the number of attributes"),
        ("shortest.cxt", b"", "shortest.cxt:1:1: found the end of the file, expected 'B'"),
        ("none.cxt", b"B\n\n0\n1\n\na\n", "none.cxt: the table has no rows"),
        ("bare.cxt", b"B\n\n1\n0\n\no\n\n", "bare.cxt: the table has no attributes"),
        ("missing.csv", b"a,b\n?,1\n2,NA\n", "missing.csv: every row has missing values"),
        ("garbage.csv", &garbage, "garbage.csv:1:1: found the byte 0x"),
        ("garbage.tsv", &garbage, "garbage.tsv:1:1: found the byte 0x"),
        ("garbage.cxt", &garbage, "garbage.cxt:1:1: found the byte 0x"),
        ("garbage.dat", &garbage, "garbage.dat:1:1: found the byte 0x"),
        ("garbage.json", &garbage, "garbage.json:1:1: found the byte 0x"),
        ("nul.csv", b"a,b\n\0,1\n", "nul.csv:2:1: found a NUL byte"),
        ("words.dat", b"1 2\n1 x\n", "words.dat:2:3: "),
    ];
    for (name, content, expected) in files {
        place.write(name, content);
        let more: &[&str] = if name == "missing.csv" { &["--missing", "drop"] } else { &[] };
        for command in ["learn", "basis"] {
            let message = place.refused(&[&[command, name, "-o", "out.json"], more].concat());
            assert!(message.starts_with(&format!("error: {expected}")), "{message}");
        }
    }
}

#[test]
fn a_line_of_ten_megabytes() {
    let place = Place::new();
    let line = "x".repeat(10_000_000);
    for name in ["long.csv", "long.tsv", "long.cxt", "long.dat", "long.json"] {
        place.write(name, &line);
        assert!(place.refused(&["learn", name]).starts_with(&format!("error: {name}:1")));
    }
    place.write("cells.csv", format!("a,b\n{}\n", "x,".repeat(5_000_000)));
    assert!(place.refused(&["learn", "cells.csv"]).starts_with("error: cells.csv:2: found 5000001 fields"));
    place.write("long.rules", &line).write("rules.json", &line);
    assert!(place.refused(&["close", "long.rules", "a"]).starts_with("error: long.rules:1:"));
    assert!(place.refused(&["close", "rules.json", "a"]).starts_with("error: rules.json:1:"));
}

#[test]
fn rules_that_do_not_fit() {
    let place = Place::new();
    place
        .write("unknown.rules", "# attributes: hair\nhair -> milk\n")
        .write(
            "unknown.json",
            "{\"format\": \"hornbook-rules\", \"version\": 1, \"attributes\": [\"hair\"],\n \"rules\": [{\"premise\": [\"hairs\"], \"impossible\": true}]}",
        )
        .write("other.rules", "red -> round\n")
        .write("broken.rules", "hair -> \n")
        .write("table.json", "{\"objects\": [], \"attributes\": [], \"incidence\": []}");
    let message = place.refused(&["close", "unknown.rules", "hair"]);
    assert_eq!(message, "error: unknown.rules:2:9: there is no attribute 'milk'");
    let message = place.refused(&["check", "unknown.json", "data/zoo.csv"]);
    assert_eq!(message, "error: unknown.json:2:25: there is no attribute 'hairs' (did you mean 'hair'?)");
    let message = place.refused(&["measure", "other.rules", "data/zoo.csv"]);
    assert!(message.starts_with("error: other.rules and data/zoo.csv differ: there is no attribute 'r"), "{message}");
    let message = place.refused(&["check", "other.rules", "data/zoo.csv"]);
    assert!(message.starts_with("error: data/zoo.csv: there is no column 'red'"), "{message}");
    assert!(place.refused(&["close", "broken.rules"]).starts_with("error: broken.rules:1:"));
    assert!(place.refused(&["close", "table.json"]).starts_with("error: table.json"));
    assert!(place.refused(&["close", "other.rules", "rde"]).contains("there is no attribute 'rde'"));
}

#[test]
fn files_that_cannot_be_read_or_written() {
    let place = Place::new();
    assert_eq!(place.refused(&["learn", "none.csv"]), "error: cannot read none.csv: there is no such file or folder");
    #[cfg(feature = "engines")]
    assert!(place.refused(&["learn", "data/*.csv"]).contains("breast-cancer.csv and zoo.csv have no column in common"));
    assert_eq!(place.refused(&["close", "none.json"]), "error: cannot read none.json: there is no such file or folder");
    place.write("odd.xyz", "a,b\n1,0\n0,1\n");
    assert!(place.refused(&["learn", "odd.xyz"]).contains("odd.xyz: found the extension 'xyz', expected one of .csv"));
    place.ok(&["learn", "odd.xyz", "--input-format", "csv"]);
    for output in ["none/out.json", "data"] {
        let message = place.refused(&["learn", "data/zoo.csv", "--save-scaling", "s.json", "-o", output]);
        assert!(message.starts_with(&format!("error: cannot write {output}: ")), "{message}");
    }
    assert!(place.refused(&["learn", "data/zoo.csv", "--save-scaling", "none/s.json"]).contains("none/s.json"));
    assert!(place.refused(&["learn", "data/zoo.csv", "--save-scaling", "-"]).contains("needs a file"));
    assert!(place.refused(&["learn", "data/zoo.csv", "--scaling", "none.json"]).contains("none.json"));
    assert!(place.refused(&["man", "none"]).contains("none"));
}

#[test]
fn names_that_are_none() {
    let place = Place::new();
    assert!(place.refused(&["learn", "data/zoo.csv", "--target", "breaths"]).contains("did you mean 'breathes'?"));
    assert!(place.refused(&["learn", "data/zoo.csv", "--id", "animal_nam"]).contains("did you mean 'animal_name'?"));
    assert!(place.refused(&["learn", "data/zoo.csv", "--scale", "leg=drop"]).contains("did you mean 'legs'?"));
    for arguments in [
        &["learn"][..],
        &["learn", "data/zoo.csv", "--method", "magic"],
        &["learn", "data/zoo.csv", "--weak", "--strong"],
        &["learn", "data/zoo.csv", "--limit-time", "soon"],
        &["learn", "data/zoo.csv", "--scale", "legs=magic"],
        &["learn", "data/zoo.csv", "--threads", "0"],
        &["nothing"],
    ] {
        let ran = place.run(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.err.starts_with("error: "), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_file_cut_anywhere_never_panics() {
    let place = Place::new();
    place.ok(&["basis", "data/zoo.csv", "-q", "-o", "basis.json"]);
    place.ok(&["convert", "data/zoo.csv", "zoo.cxt"]);
    for (name, command) in [("basis.json", "close"), ("zoo.cxt", "learn")] {
        let whole = place.read(name);
        for part in 1..12 {
            let cut = format!("cut.{}", name.rsplit('.').next().unwrap());
            place.write(&cut, &whole.as_bytes()[..whole.len() * part / 12]);
            assert!(place.refused(&[command, &cut]).starts_with(&format!("error: {cut}:")));
        }
    }
}

#[test]
fn a_table_without_attributes_is_described_and_learn_says_so() {
    let place = Place::new();
    let rows: String = (0..30).map(|row| format!("guest {row},\"remark {row}, at length\"\n")).collect();
    place.write("remarks.csv", format!("guest,remark\n{rows}"));
    let message = place.refused(&["learn", "remarks.csv"]);
    assert!(message.contains("no column of the table gives an attribute ('guest': the names of the rows"), "{message}");
    assert!(message.ends_with(": --scale 'COLUMN=nominal' makes attributes of one"), "{message}");
    let described = place.ok(&["describe", "remarks.csv"]);
    assert!(described.contains("0 attributes") && described.contains("30 different values"), "{described}");
}

#[test]
fn describe_refuses_a_target_that_learn_refuses() {
    let place = Place::new();
    for target in ["nope", "legs", "animal_name"] {
        let learn = place.refused(&["learn", "data/zoo.csv", "--target", target]);
        assert_eq!(place.refused(&["describe", "data/zoo.csv", "--target", target]), learn);
    }
    place.ok(&["describe", "data/zoo.csv", "--target", "milk"]);
}

#[test]
fn check_tells_how_many_rows_were_left_out() {
    let place = Place::new();
    place.write("r.rules", "a -> b\n").write("t.csv", "name,a,b\np,1,1\nq,1,\nr,0,0\ns,,1\n");
    let ran = place.run(&["check", "r.rules", "t.csv", "--missing", "drop"]);
    assert!(ran.err.contains("2 rows left out for missing values.") && ran.err.contains("2 rows keep"), "{}", ran.err);
    assert!(!place.run(&["check", "r.rules", "t.csv"]).err.contains("left out"));
}
