//! Hostile journals: never a panic and never a hang; a clear message, or a
//! state that makes sense.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use hornbook::learn::Progress;
use hornbook_explore::journal::{Attribute, Header, Journal, JournalError, Read, merge};
use hornbook_explore::{Exploration, Response, Start, Step, report};
use hornbook_words::{html, markdown, text};

/// A header of the attributes a, b, c.
fn usual() -> String {
    r#"{"format":"hornbook-journal","version":1,"created":"","attributes":[{"name":"a"},{"name":"b"},{"name":"c"}],"epsilon":0.1,"delta":0.1,"distribution":"uniform","seed":1}"#
        .to_owned()
        + "\n"
}

/// The same with something else in the place of a part.
fn header(part: &str, other: &str) -> String {
    assert!(usual().contains(part), "{part}");
    usual().replace(part, other)
}

fn with(lines: &[&str]) -> String {
    usual() + &lines.iter().map(|line| format!("{line}\n")).collect::<String>()
}

/// What an entry of this kind needs beside what it says.
fn entry(id: &str, kind: &str, rest: &str) -> String {
    format!(r#"{{"id":"{id}","time":"t","kind":"{kind}",{rest}}}"#)
}

fn answer(id: &str, question: &str, answer: &str, rest: &str) -> String {
    entry(id, "answer", &format!(r#""question":{question},"answer":"{answer}"{rest}"#))
}

/// Reads, replays, asks and tells: all that is done with a journal. An error is
/// a message for people.
fn outcome(text: impl AsRef<[u8]>) -> Result<Exploration, String> {
    let begun = Instant::now();
    let ended = tried(text.as_ref());
    assert!(begun.elapsed() < Duration::from_secs(20), "took {:?}", begun.elapsed());
    ended.map_err(|error| {
        let message = error.to_string();
        assert!(!message.is_empty() && !message.contains('\n') && message.chars().count() < 600, "{message}");
        message
    })
}

fn tried(bytes: &[u8]) -> Result<Exploration, JournalError> {
    let read = Read::parse(bytes, Path::new("x.journal"))?;
    let whole = (&read.header, &read.entries[..]);
    let (header, entries) = merge(whole, whole).unwrap();
    _ = Exploration::of(Journal::in_memory_with(header, entries));
    let mut exploration = Exploration::of(Journal::in_memory_with(read.header, read.entries))?;
    let mut budget = 200;
    let step = exploration.next(&mut |_: &Progress| {
        budget -= 1;
        if budget > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(!report(&exploration).sections.is_empty());
    if let Ok(Step::Ask(asked)) = step {
        assert!(!exploration.in_words(&asked.question).to_string().chars().any(char::is_control));
        exploration.answer(None, &asked.question, Response::Unknown).unwrap();
    }
    for entry in exploration.journal().entries() {
        assert!(!exploration.entry_in_words(entry).chars().any(char::is_control));
    }
    Ok(exploration)
}

#[track_caller]
fn is_refused(text: impl AsRef<[u8]>, expected: &str) {
    let message = outcome(text).unwrap_err();
    assert!(message.contains(expected), "{message}");
}

#[test]
fn bytes_that_are_no_text() {
    is_refused("", "is no journal");
    is_refused(b"\0", "is no journal");
    is_refused([&[0xff, 0xfe][..], usual().as_bytes()].concat(), "is no journal");
    is_refused([usual().as_bytes(), b"{\"id\":\"\xff\",\"time\":\"\",\"kind\":\"attempt\"}\n"].concat(), "x.journal:2");
    is_refused([usual().as_bytes(), b"\0\0\n"].concat(), "x.journal:2");
    is_refused(usual() + &"[".repeat(100_000) + "\n", "x.journal:2");
    is_refused(usual() + &"{\"a\":".repeat(100_000) + "\n", "x.journal:2");
    let deep = format!(r#"{{"id":"q","time":"","kind":"attempt","x":{}{}}}"#, "[".repeat(5000), "]".repeat(5000));
    is_refused(with(&[&deep]), "x.journal:2");
    is_refused(header("{\"name\":\"a\"}", &"[".repeat(1000)), "is no journal");
    // What is unknown within a line is from elsewhere, and left alone.
    assert!(outcome(with(&[r#"{"id":"q","time":"","kind":"attempt","more":[1,{"x":null}]}"#])).is_ok());
}

#[test]
fn a_header_alone() {
    assert!(outcome(usual()).is_ok());
    assert!(outcome(usual().trim_end()).is_ok());
    is_refused(header("\"seed\":1", "\"seed\":-1"), "x.journal:1");
    is_refused(header("\"seed\":1", "\"seed\":1e300"), "x.journal:1");
    is_refused(header("\"seed\":1", "\"seed\":99999999999999999999"), "x.journal:1");
    assert!(outcome(header("\"seed\":1", "\"seed\":18446744073709551615")).is_ok());
    is_refused(header("\"version\":1", "\"version\":99999999999"), "newer version");
    is_refused(header("uniform", "support"), "x.journal:1");
    for distribution in ["columns", "seen", "uniform+seen"] {
        assert!(outcome(header("uniform", distribution)).is_ok(), "{distribution}");
    }
}

#[test]
fn accuracies_that_are_none() {
    for wrong in ["0", "-0.1", "1e308", "1.5", "-1e-300", "0.0"] {
        is_refused(header("\"epsilon\":0.1", &format!("\"epsilon\":{wrong}")), "must be above 0 and at most 1");
        is_refused(header("\"delta\":0.1", &format!("\"delta\":{wrong}")), "must be above 0 and at most 1");
        let line = entry("q", "accuracy", &format!(r#""epsilon":{wrong},"delta":0.1"#));
        is_refused(with(&[&line]), "must be above 0 and at most 1");
    }
    for wrong in ["NaN", "null", "\"0.1\"", "1e400", "Infinity"] {
        is_refused(header("\"epsilon\":0.1", &format!("\"epsilon\":{wrong}")), "x.journal");
    }
    // Nobody will see the end of it, but it begins.
    for tiny in ["1e-300", "5e-324", "1e-12"] {
        assert!(outcome(header("\"epsilon\":0.1", &format!("\"epsilon\":{tiny}"))).is_ok(), "{tiny}");
        assert!(outcome(header("\"delta\":0.1", &format!("\"delta\":{tiny}"))).is_ok(), "{tiny}");
    }
    // What was certified is what somebody wrote.
    for huge in ["1e308", "-1", "0"] {
        let line = entry("q", "certified", &format!(r#""epsilon":{huge},"set_aside":0,"delta":0.1,"samples":1"#));
        assert!(outcome(with(&[&line])).is_ok());
    }
    let look = r#","look":{"drawn":18446744073709551615,"open":18446744073709551615,"epsilon":-1e308}"#;
    let line = answer("q", r#"{"premise":["a"],"conclusion":["b"]}"#, "unknown", look);
    let again = line.replace("\"q\"", "\"r\"").replace("\"open\":18446744073709551615", "\"open\":0");
    assert!(outcome(with(&[&line, &again])).is_ok());
}

#[test]
fn attributes_that_are_none() {
    let attributes = "[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}]";
    is_refused(header(attributes, "[{\"name\":\"a\"},{\"name\":\"a\"}]"), "occurs twice");
    is_refused(header(attributes, "[{\"name\":\"\"}]"), "is empty");
    is_refused(header(attributes, &format!("[{{\"name\":\"{}\"}}]", "x".repeat(1_000_000))), "of more than 1000 bytes");
    is_refused(
        header(attributes, &format!("[{{\"name\":\"a\",\"phrase\":\"{}\"}}]", "é".repeat(600))),
        "of more than 1000 bytes",
    );
    let many: Vec<String> = (0..10_000).map(|at| format!("{{\"name\":\"{at}\"}}")).collect();
    is_refused(header(attributes, &format!("[{}]", many.join(","))), "there are 10000 attributes");
    is_refused(
        with(&[&entry("q", "attributes", &format!("\"attributes\":[{}]", many.join(",")))]),
        "attributes, and at most",
    );
    is_refused(with(&[&entry("q", "attributes", r#""attributes":[{"name":""}]"#)]), "is empty");
    // None at all: nothing to ask but whether there is anything.
    assert!(outcome(header(attributes, "[]")).is_ok());
    // Names that were added twice are there once: of two journals merged.
    let again = entry("q", "attributes", r#""attributes":[{"name":"b"},{"name":"d"},{"name":"d"}]"#);
    let more = entry("r", "attributes", r#""attributes":[{"name":"d"},{"name":"a"}]"#);
    assert_eq!(outcome(with(&[&again, &more])).unwrap().universe().names(), ["a", "b", "c", "d"]);
    // Control characters and marks that turn the direction of writing.
    let odd = r#"[{"name":"\u0000\u001b[2J\u202e\u0007"},{"name":"\r\n"},{"name":" "},{"name":"e\u0301\u0301\u0301\u0301\u0301\u0301\u0301"}]"#;
    let odd = outcome(header(attributes, odd)).unwrap();
    for written in [text::document, markdown::document, html::page].map(|write| write(&report(&odd))) {
        assert!(written.chars().all(|c| !c.is_control() || c == '\n'), "{written}");
    }
}

#[test]
fn columns_and_background() {
    let columns = |columns: &str| header("\"seed\":1", &format!("\"seed\":1,\"columns\":{columns}"));
    is_refused(columns(r#"[["a","b"],["b","c"]]"#), "two columns");
    is_refused(columns(r#"[["a","nobody"]]"#), "there is no attribute \"nobody\"");
    assert!(outcome(columns(r#"[["a","a"],[],["b"]]"#).replace("uniform", "columns")).is_ok());
    let background = |rules: &str| header("\"seed\":1", &format!("\"seed\":1,\"background\":{rules}"));
    is_refused(background(r#"[{"premise":["z"],"conclusion":[]}]"#), "there is no attribute \"z\"");
    // That there is nothing at all, and whatever follows from that.
    let nothing =
        outcome(background(r#"[{"premise":[],"impossible":true},{"premise":["a"],"conclusion":["b"]}]"#)).unwrap();
    assert!(nothing.certified().is_some());
    let told = entry("q", "object", r#""object":{"name":"x","has":["a"]}"#);
    let text =
        background(r#"[{"premise":["a"],"conclusion":["b"]},{"premise":["b"],"impossible":true}]"#) + &told + "\n";
    let disputed = outcome(text).unwrap();
    assert_eq!(disputed.disputes()[0].background.len(), 2);
    assert_eq!(disputed.objects().len(), 0);
}

#[test]
fn answers_that_make_no_sense() {
    let rule = r#"{"premise":["a"],"conclusion":["b"]}"#;
    is_refused(with(&[&entry("q", "wish", "\"x\":1")]), "x.journal:2");
    is_refused(with(&[&answer("q", rule, "perhaps", "")]), "x.journal:2");
    is_refused(with(&[r#"{"id":"q","time":"","kind":"answer"}"#]), "x.journal:2");
    is_refused(with(&[r#"{"id":1,"time":"","kind":"attempt"}"#]), "x.journal:2");
    is_refused(with(&[&answer("q", r#"{"premise":["A"],"conclusion":["b"]}"#, "holds", "")]), "did you mean \"a\"");
    is_refused(with(&[&answer("q", rule, "refuted", "")]), "journal:2: the object that breaks the rule is missing");
    is_refused(with(&[&answer("q", rule, "partly", r#","holds":["nobody"]"#)]), "there is no attribute \"nobody\"");
    is_refused(with(&[&answer("q", rule, "refuted", r#","object":{"lacks":["a"]}"#)]), "both has and lacks \"a\"");
    is_refused(
        with(&[&entry("q", "object", r#""object":{"has":["a","b"],"lacks":["b"]}"#)]),
        "both has and lacks \"b\"",
    );
    // Objects that break nothing, answers to what is no question, parts that are none.
    for odd in [
        answer("q", rule, "refuted", r#","object":{}"#),
        answer("q", rule, "refuted", r#","object":{"has":["a","b"]}"#),
        answer("q", rule, "partly", r#","holds":["a","b","c"]"#),
        answer("q", rule, "partly", ""),
        answer("q", rule, "holds", r#","object":{"has":["c"]},"holds":["c"]"#),
        answer("q", r#"{"premise":[]}"#, "holds", ""),
        answer("q", r#"{"premise":["a","a"],"conclusion":["a"]}"#, "unknown", ""),
        answer("q", r#"{"premise":["a"],"conclusion":["b"],"impossible":true}"#, "later", ""),
        answer("q", r#"{"premise":[],"conclusion":[]}"#, "later", ""),
        answer("q", r#"{"premise":[],"conclusion":[]}"#, "unknown", ""),
        entry("q", "object", r#""object":{"has":["a"],"unknown":["a"],"complete":true}"#),
        entry("q", "object", r#""object":{"name":"","of":"q"}"#),
        entry("q", "object", &format!(r#""object":{{"name":"{}","has":["a"]}}"#, "x\\u0007".repeat(100_000))),
    ] {
        assert!(outcome(with(&[&odd])).is_ok(), "{odd:.200}");
    }
}

#[test]
fn entries_that_speak_of_others() {
    let rule = r#"{"premise":["a"],"conclusion":["b"]}"#;
    let retract = |id: &str, of: &str| entry(id, "retract", &format!(r#""entry":"{of}""#));
    let holds = answer("q", rule, "holds", "");
    // Of itself, of nobody, of what comes later: as if it had not been said.
    for of in ["r", "nobody", "s", ""] {
        let state = outcome(with(&[&holds, &retract("r", of), &retract("s", "nobody")])).unwrap();
        assert_eq!(state.rules().len(), 1, "{of}");
    }
    // Of each other, and of more attributes, which are gone then.
    let circle = outcome(with(&[&retract("r", "s"), &retract("s", "r"), &holds])).unwrap();
    assert_eq!(circle.rules().len(), 1);
    let attributes = entry("t", "attributes", r#""attributes":[{"name":"d"}]"#);
    assert_eq!(outcome(with(&[&attributes, &retract("r", "t")])).unwrap().universe().len(), 3);
    // In the place of each other.
    let replaces = |id: &str, of: &str| answer(id, rule, "holds", &format!(r#","replaces":"{of}""#));
    assert_eq!(outcome(with(&[&replaces("q", "r"), &replaces("r", "q")])).unwrap().rules().len(), 1);
    assert_eq!(outcome(with(&[&replaces("q", "q")])).unwrap().rules().len(), 1);
    // A long chain of retractions of retractions, each of the one before.
    let mut lines = vec![holds.clone()];
    lines.extend(
        (0..3000).map(|at| retract(&format!("r{at}"), &if at == 0 { "q".to_owned() } else { format!("r{}", at - 1) })),
    );
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let state = outcome(with(&lines)).unwrap();
    assert_eq!(state.rules().len(), 1, "an even number of times");
    // Objects by entries that are none, or of another kind.
    for of in ["nobody", "q", "o"] {
        let told = entry("o", "object", &format!(r#""object":{{"of":"{of}","has":["c"]}},"corrects":["o","nobody"]"#));
        assert_eq!(outcome(with(&[&holds, &told])).unwrap().objects().len(), 1);
    }
    is_refused(with(&[&holds, &holds]), "a second entry has the id \"q\"");
    // No id is an id too.
    let unnamed = [answer("", rule, "holds", ""), retract("r", "")];
    assert_eq!(outcome(with(&[&unnamed[0], &unnamed[1]])).unwrap().rules().len(), 0);
}

#[test]
fn a_name_that_is_long_is_refused_at_the_start() {
    let error = Exploration::in_memory(Start::attributes(["x".repeat(1_000_000)])).unwrap_err().to_string();
    assert!(error.chars().count() < 200 && error.contains("more than 1000 bytes"), "{error}");
    let error =
        Exploration::in_memory(Start::attributes((0..10_000).map(|at| at.to_string()))).unwrap_err().to_string();
    assert!(error.contains("10000 attributes"), "{error}");
    let none = Exploration::in_memory(Start::attributes([] as [&str; 0])).unwrap_err().to_string();
    assert!(none.contains("no attributes"), "{none}");
    let header = Header::new(vec![Attribute::named("a"), Attribute::named("a")], 0.1, 0.1, 1);
    assert!(Exploration::of(Journal::in_memory(header)).is_err());
}
