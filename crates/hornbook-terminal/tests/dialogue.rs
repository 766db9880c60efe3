//! The dialogue, whatever is said to it.
#![allow(clippy::unwrap_used)]

use std::io::{self, Write};
use std::path::Path;

use hornbook_explore::{Asking, Exploration, Programs, Start};
use hornbook_terminal::dialogue::{self, DialogueError};
use hornbook_terminal::{Ended, Session};

fn refuse(_: &Exploration, path: &Path) -> Result<String, String> {
    Err(format!("cannot write {}", path.display()))
}

fn start(seed: u64) -> Start {
    Start::attributes(["a", "b", "c, d", "no", "-e"]).seed(seed)
}

fn begin(seed: u64) -> Session<'static> {
    session(Exploration::in_memory(start(seed)).unwrap())
}

fn session(exploration: Exploration) -> Session<'static> {
    Session {
        exploration,
        who: Some("ada".to_owned()),
        asking: Asking::default(),
        programs: Programs::default(),
        export: &refuse,
    }
}

/// Lines put together of what means something, at random.
fn babble(seed: u64, lines: usize) -> String {
    const PIECES: [&str; 63] = [
        "yes",
        "no",
        "partly",
        "?",
        "later",
        "why",
        "undo",
        "rules",
        "objects",
        "answers",
        "retract",
        "restore",
        "change",
        "open",
        "ask",
        "add",
        "epsilon",
        "delta",
        "export",
        "status",
        "help",
        "tell",
        "correct",
        "rename",
        "remove",
        "order",
        "describe",
        "to",
        "object",
        "again",
        "example",
        "holds",
        "never",
        "a",
        "b",
        "\"c, d\"",
        "-e",
        "-a",
        "lacks",
        "rest no",
        "rest yes",
        ":",
        ";",
        ",",
        "\"",
        "1",
        "2",
        "0.2",
        "\u{1b}[2J",
        "x|y|z",
        "lists",
        "one by one",
        "enough",
        "guess",
        "but",
        "undo list",
        "distribution",
        "thing: a; lacks b",
        "2 no",
        "comment",
        "withdraw",
        "noun",
        "language de",
    ];
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut text = String::new();
    for _ in 0..lines {
        for _ in 0..1 + next(7) {
            text.push_str(PIECES[next(PIECES.len())]);
            text.push_str(["", " ", " "][next(3)]);
        }
        text.push('\n');
    }
    text
}

#[test]
fn whatever_is_said_it_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut taken = 0;
    // More of it, on demand.
    let seeds = std::env::var("BABBLE").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(40);
    for seed in 0..seeds {
        let path = folder.path().join(format!("{seed}.journal"));
        let exploration = Exploration::create(&path, start(seed)).unwrap();
        let mut output = Vec::new();
        let text = babble(seed, 120);
        // Through a pipe, and at a terminal, where people are asked in other ways.
        let echo = seed % 4 != 0;
        let ended = dialogue::run(session(exploration), text.as_bytes(), &mut output, echo).unwrap();
        let output = String::from_utf8(output).unwrap();
        assert!(!output.contains('\u{1b}'), "{output}");
        assert!(!echo || output.matches("\n> ").count() + usize::from(output.starts_with("> ")) == 121, "{output}");
        // All of it makes a journal that can be gone on with.
        let read = Exploration::read(&path).unwrap();
        assert_eq!((read.certified().is_some(), read.disputes().len()), (ended == Ended::Certified, 0), "{text}");
        taken += output.matches("Noted: ").count();
        assert!(ended == Ended::Certified || output.contains("Not finished yet"), "{output}");
    }
    // Some of it makes sense.
    assert!(taken > 150, "{taken}");
}

#[test]
fn to_quit_ends_it_and_comments_do_nothing() {
    let mut output = Vec::new();
    let text = "# a comment\n\nquit\nyes\n";
    let session = Session { asking: Asking::one_by_one(), ..begin(1) };
    assert_eq!(dialogue::run(session, text.as_bytes(), &mut output, false).unwrap(), Ended::Unfinished);
    let output = String::from_utf8(output).unwrap();
    // The empty line asks again.
    assert_eq!((output.matches("\nQuestion 1.").count(), output.contains("Noted")), (2, false), "{output}");
}

/// A comment is no answer: the question stays, others read it, and one's own can be taken
/// back.
#[test]
fn comments_are_written_and_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.journal");
    let say = |who: &str, text: &str| {
        let exploration = match path.exists() {
            true => Exploration::open(&path).unwrap(),
            false => Exploration::create(&path, start(1)).unwrap(),
        };
        let session = Session { asking: Asking::one_by_one(), who: Some(who.to_owned()), ..session(exploration) };
        let mut output = Vec::new();
        dialogue::run(session, text.as_bytes(), &mut output, false).unwrap();
        String::from_utf8(output).unwrap()
    };
    let output = say("ada", "comment Is  that so: always?\ncomment\n");
    assert!(output.contains("Noted: Comment on “") && output.contains("”: Is  that so: always?"), "{output}");
    assert!(output.contains("After 'comment', expected what is to be said"), "{output}");
    assert_eq!(output.matches("\nQuestion 1.").count(), 1, "the question stays: {output}");
    // Others see it with the question, and cannot take it back.
    let output = say("ben", "withdraw\ncomment I doubt it.\n\n");
    assert!(output.contains("  Comment of ada, ") && output.contains("Is  that so: always?"), "{output}");
    assert!(output.contains("There is no comment of yours on this question."), "{output}");
    assert!(output.contains("  Comment of ben, "), "{output}");
    let output = say("ada", "withdraw all\nwithdraw\n\n");
    assert!(output.contains("Nothing can come after 'withdraw'") && output.contains("Took back a comment"), "{output}");
    let read = Exploration::read(&path).unwrap();
    let texts: Vec<&str> = read.comments().map(|comment| comment.text).collect();
    assert_eq!((texts, read.journal().counting()), (vec!["I doubt it."], 0));
}

#[test]
fn the_noun_and_the_language_are_taken_back() {
    let mut output = Vec::new();
    let text = "noun a tool\nlanguage de\nundo\nundo\nundo\n";
    let session = Session { asking: Asking::one_by_one(), ..begin(1) };
    dialogue::run(session, text.as_bytes(), &mut output, false).unwrap();
    let output = String::from_utf8(output).unwrap();
    for said in [
        "Noted: Questions are about “a tool” from here on, and in English.",
        "Noted: Questions are about “a tool” from here on, and in Deutsch.",
        "Took back: Questions are about “a tool” from here on, and in Deutsch.",
        "Took back: Questions are about “a tool” from here on, and in English.",
        "There is no answer to take back",
    ] {
        assert!(output.contains(said), "{said}: {output}");
    }
}

/// Somebody who stops listening after so many bytes.
struct Deaf(usize, io::ErrorKind);

impl Write for Deaf {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(self.1)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn whoever_listens_may_go_away() {
    let ended = dialogue::run(begin(1), &b"help\n"[..], Deaf(300, io::ErrorKind::BrokenPipe), false);
    assert_eq!(ended.unwrap(), Ended::Unfinished);
    let ended = dialogue::run(begin(1), &b"help\n"[..], Deaf(300, io::ErrorKind::StorageFull), false);
    assert!(matches!(ended, Err(DialogueError::Output(_))));
}

#[test]
fn attributes_and_objects_are_renamed_removed_and_brought_back() {
    let lines = "tell x: a; lacks b\nrename a to the first\ndescribe b | is b | of any kind\norder b\nrename x to y\n\
                 remove no\nremove y\nundo\nundo\nremove nothing\nrename b\nattributes\nobjects\n";
    let mut said = Vec::new();
    dialogue::run(begin(1), lines.as_bytes(), &mut said, false).unwrap();
    let said = String::from_utf8(said).unwrap();
    for words in [
        "Renamed a to the first.",
        "Changed b; said as “is b”; described as “of any kind”.",
        "Renamed x to y.",
        "Took away no.",
        "Nothing known any more of y.",
        "Took back: Removed y.",
        "Took back: Took away no.",
        "There is no attribute or object 'nothing'",
        "After 'rename', expected",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}
