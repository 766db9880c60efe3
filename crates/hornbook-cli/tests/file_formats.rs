//! Tables and rules in files of whatever kind: the same comes of them, and what is
//! lost is said.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{Place, Ran};
use hornbook::format::compressed_for;

const TABLE: &str = "\
name,age,city,member
ann,23,Rome,yes
bob,41,Oslo,no
cid,35,Rome,yes
dan,58,Oslo,no
eve,62,Bern,no
";

/// The same as records.
fn records() -> Vec<String> {
    let record = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        format!(
            "{{\"name\": \"{}\", \"age\": {}, \"city\": \"{}\", \"member\": \"{}\"}}",
            cells[0], cells[1], cells[2], cells[3]
        )
    };
    TABLE.lines().skip(1).map(record).collect()
}

fn packed(name: &str) -> Vec<u8> {
    compressed_for(Path::new(name), TABLE.as_bytes()).unwrap().into_owned()
}

#[test]
fn the_rules_of_a_table_do_not_depend_on_its_format() {
    let place = Place::new();
    place.write("t.csv", TABLE).write("t.csv.gz", packed("t.csv.gz")).write("t.csv.zst", packed("t.csv.zst"));
    place.write("t.json", format!("[{}]", records().join(",\n"))).write("t.jsonl", records().join("\n"));
    place.write("w.json", format!("{{\"data\": [{}]}}", records().join(",")));
    let expected = place.run(&["learn", "t.csv", "--quiet", "--all"]).out;
    assert!(expected.lines().count() > 3, "{expected}");
    for name in ["t.csv.gz", "t.csv.zst", "t.json", "t.jsonl", "w.json"] {
        let ran = place.run(&["learn", name, "--quiet", "--all"]);
        assert_eq!((ran.code, ran.out), (0, expected.clone()), "{name}: {}", ran.err);
    }
    for content in [packed("t.gz"), packed("t.zst"), records().join("\n").into_bytes()] {
        place.write("input", content);
        let input = std::fs::File::open(place.path().join("input")).unwrap();
        let ran: Ran = place.command(&["learn", "-", "--quiet", "--all"]).stdin(input).output().unwrap().into();
        assert_eq!(ran.out, expected, "{}", ran.err);
    }
}

#[test]
fn a_broken_archive_is_named() {
    let place = Place::new();
    let whole = packed("t.csv.gz");
    place.write("t.csv.gz", &whole[..whole.len() - 9]);
    let ran = place.run(&["learn", "t.csv.gz"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("cannot read t.csv.gz: the gzip archive is cut short"), "{}", ran.err);
}

#[test]
fn what_is_written_to_an_archive_is_read_from_it() {
    let place = Place::new();
    place.write("t.csv", TABLE);
    for name in ["rules.json.gz", "rules.txt.zst"] {
        assert_eq!(place.run(&["basis", "t.csv", "--quiet", "--output", name]).code, 0);
        assert_eq!(place.run(&["entails", name, "city=Rome -> member=yes"]).out, "yes\n", "{name}");
        let bytes = std::fs::read(place.path().join(name)).unwrap();
        assert!(!bytes.starts_with(b"{") && String::from_utf8(bytes).is_err(), "{name} is not packed");
    }
    assert_eq!(place.run(&["convert", "rules.json.gz", "rules.txt"]).code, 0);
    assert_eq!(place.run(&["convert", "t.csv", "t.cxt.gz"]).code, 0);
    assert_eq!(place.run(&["convert", "t.cxt.gz", "t.cxt"]).code, 0);
    assert!(place.read("t.cxt").starts_with("B\n"));
}

#[test]
fn text_in_a_file_has_the_background_and_on_a_screen_it_is_counted() {
    let place = Place::new();
    place.write("t.csv", TABLE);
    let never = "city=Rome, city=Oslo -> impossible";
    for more in [&["--output", "rules.txt"][..], &["--output", "rules.txt", "--top", "1"]] {
        assert_eq!(place.run(&[&["learn", "t.csv", "--quiet"], more].concat()).code, 0);
        let text = place.read("rules.txt");
        assert!(text.contains("# at most one of: city=Bern, city=Oslo, city=Rome"), "{text}");
        let ran = place.run(&["entails", "rules.txt", never]);
        assert_eq!(ran.out, "yes\n");
        assert!(!ran.err.contains("background"), "{}", ran.err);
    }
    for more in [&[][..], &["--all"]] {
        let shown = place.run(&[&["learn", "t.csv", "--quiet"], more].concat()).out;
        let last = shown.lines().rfind(|line| !line.starts_with("# attributes")).unwrap();
        assert!(last.ends_with("background rules are not listed here"), "{shown}");
        place.write("shown.txt", &shown);
        let ran = place.run(&["entails", "shown.txt", "city=Rome -> member=yes"]);
        assert!(ran.err.contains("shown.txt leaves out"), "{}", ran.err);
        assert!(ran.err.contains("less follows from it than was learned"), "{}", ran.err);
    }
}

#[test]
fn what_a_format_does_not_hold_is_said_in_one_line() {
    let place = Place::new();
    place.write("t.csv", TABLE);
    assert_eq!(place.run(&["learn", "t.csv", "--quiet", "--output", "rules.json"]).code, 0);
    let lost = |name: &str, format: &str| {
        let ran = place.run(&["convert", "rules.json", name, "--to", format]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.err
    };
    assert_eq!(lost("copy.json", "json"), "");
    for (format, what) in [
        ("csv", "the background"),
        ("prolog", "how many rows bear rules out"),
        ("dimacs", "how many rows bear rules out"),
        ("text", "how they were learned"),
        ("conexp-json", "how they were learned"),
    ] {
        let said = lost("copy", format);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(&format!("The format {format} does not hold")) && said.contains(what), "{said}");
    }
    // From conexp-clj's JSON they come back whole.
    lost("there.json", "conexp-json");
    assert_eq!(place.run(&["convert", "there.json", "back.txt", "--to", "text"]).code, 0);
    assert_eq!(place.run(&["convert", "rules.json", "direct.txt"]).code, 0);
    let rules =
        |text: String| text.lines().map(|line| line.split(", lift").next().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(rules(place.read("back.txt")), rules(place.read("direct.txt")));
}
