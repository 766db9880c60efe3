//! Things first, guesses and lists of rules, line by line.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use hornbook::prepare::Preparation;
use hornbook_explore::journal::{DistributionName, Entry, EntryKind};
use hornbook_explore::{Asking, Exploration, Programs, Start};
use hornbook_terminal::dialogue::{self, DialogueError};
use hornbook_terminal::{Ended, Session};

/// Whether lines come from a person, from a program, or were written beforehand.
#[derive(Clone, Copy, PartialEq)]
enum From {
    Person,
    Pipe,
    File,
}

/// What is said to these lines, and the exploration then.
fn talk(start: Start, from: From, asking: Asking, text: &str) -> (String, Exploration) {
    let (ended, output, exploration) = try_talk(start, from, asking, text);
    ended.unwrap_or_else(|error| panic!("{error}: {output}"));
    (output, exploration)
}

fn try_talk(
    start: Start,
    from: From,
    asking: Asking,
    text: &str,
) -> (Result<Ended, DialogueError>, String, Exploration) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.journal");
    let exploration = Exploration::create(&path, start).unwrap();
    let export = |_: &Exploration, _: &Path| Err(String::new());
    let session =
        Session { exploration, who: Some("ada".to_owned()), asking, programs: Programs::default(), export: &export };
    let mut output = Vec::new();
    let ended = match from {
        From::File => dialogue::script(session, text.as_bytes(), &mut output, true),
        _ => dialogue::run(session, text.as_bytes(), &mut output, from == From::Pipe),
    };
    (ended, String::from_utf8(output).unwrap(), Exploration::read(&path).unwrap())
}

fn animals() -> Start {
    Start::attributes(["hair", "milk", "eggs", "feathers", "flies"]).seed(1)
}

fn zoo() -> Start {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.csv");
    Start::prepared(&Preparation::exploring().file(path, None).unwrap()).seed(1)
}

fn with_controls(controls: f64) -> Asking {
    Asking { controls, ..Asking::default() }
}

fn answers(exploration: &Exploration) -> Vec<&Entry> {
    let entries = exploration.journal().entries().iter();
    entries.filter(|entry| matches!(entry.what, EntryKind::Answer(_))).collect()
}

#[test]
fn a_rule_of_a_list_is_commented_on() {
    let text = "comment odd\ncomment 2 Is that so?\ncomment 99 no\n\nwithdraw 2\n\n";
    let (output, exploration) = talk(zoo(), From::Person, with_controls(0.0), text);
    assert!(output.contains("put the number of a rule: comment 2 TEXT."), "{output}");
    assert_eq!(output.matches("     Comment of ada, ").count(), 1, "{output}");
    assert!(output.contains("Took back a comment"), "{output}");
    assert_eq!((exploration.comments().count(), exploration.journal().counting()), (0, counting(zoo())));
}

/// How many entries count before anything is said.
fn counting(start: Start) -> u64 {
    Exploration::in_memory(start).unwrap().journal().counting()
}

#[test]
fn a_person_is_asked_for_things_first() {
    let text = "cat: hair, milk; rest no\nhedgehog\nenough\nstatus\n";
    let (output, exploration) = talk(animals(), From::Person, Asking::default(), text);
    assert!(
        output.starts_with("\nName something of your domain.\nNot named yet: something that has hair; "),
        "{output}"
    );
    assert!(output.contains("Name something unlike those you named (1 so far).\n"), "{output}");
    // A name alone tells nothing.
    assert!(output.contains("> Say 'NAME: what it has; lacks what it lacks'"), "{output}");
    assert!(output.find("\nQuestion 1. ") > output.find("1 so far"), "{output}");
    assert_eq!(exploration.objects().len(), 1);
    let took = exploration.journal().entries()[0].took.unwrap();
    assert!(took.seconds >= 0.0 && took.together == 1, "{took:?}");
    // One by one, there are questions at once.
    let (output, _) = talk(animals(), From::Person, Asking::one_by_one(), "quit\n");
    assert!(output.starts_with("\nQuestion 1. "), "{output}");
}

/// Nobody answers what they have not seen, and what they said is not lost.
#[test]
fn an_answer_before_the_question_waits() {
    let (output, exploration) = talk(animals(), From::Person, Asking::default(), "no\nrules\n");
    assert!(output.contains("\nQuestion 1. "), "{output}");
    assert!(output.contains("You said 'no' before this was asked: 'again' says it to this"), "{output}");
    assert!(answers(&exploration).is_empty());
    let (_, exploration) = talk(animals(), From::Person, Asking::default(), "no\nrules\nagain\n");
    assert_eq!(answers(&exploration).len(), 1);
    let (_, exploration) = talk(animals(), From::Person, Asking::default(), "no\nagain\nagain\n");
    assert_eq!(answers(&exploration).len(), 1);
}

#[test]
fn scripts_are_asked_as_before() {
    for from in [From::Pipe, From::File] {
        let (output, exploration) = talk(animals(), from, Asking::default(), "no\n?\nlater\n");
        assert!(output.starts_with("\nQuestion 1. ") && !output.contains("Name something"), "{output}");
        assert_eq!(answers(&exploration).len(), 3);
        // How long a program takes is nobody's effort.
        assert!(exploration.journal().entries().iter().all(|entry| entry.took.is_none()));
        // A first line about a thing begins with things; an answer is one all the same.
        for first in ["tell cat: hair, milk; rest no", "cat: hair, milk; rest no"] {
            let (output, exploration) = talk(animals(), from, Asking::default(), &format!("{first}\n?\n"));
            assert!(output.contains("\nName something unlike those you named (1 so far).\n"), "{output}");
            // What is all there is looked at before anything is asked.
            assert_eq!(output.starts_with("\nName something of your domain."), from == From::File, "{output}");
            assert_eq!((exploration.objects().len(), answers(&exploration).len()), (1, 1));
        }
        // Later, a line without a word before it is none.
        let (ended, output, exploration) = try_talk(animals(), from, Asking::default(), "?\ncat: hair\n");
        assert!(ended.is_ok() && output.contains("'cat: hair' was not understood."), "{output}");
        assert!(exploration.objects().is_empty());
    }
}

#[test]
fn a_guess_is_written_down_only_by_its_word() {
    let told = "cat: hair, milk; rest no\nbat: hair, milk, flies; rest no\ndog: hair\n";
    let (output, exploration) = talk(animals(), From::Person, Asking::default(), told);
    assert!(output.contains("A guess, by things like it: it has milk; lacks eggs and feathers. 'guess' "), "{output}");
    let names = |exploration: &Exploration| {
        let said = exploration.objects()[2].said();
        let has: Vec<String> = exploration.universe().names_of(said.has()).map(str::to_owned).collect();
        (has.join(" "), said.unknown().len())
    };
    assert_eq!(names(&exploration), ("hair".to_owned(), 4));
    let (_, exploration) = talk(animals(), From::Person, Asking::default(), &format!("{told}guess\n"));
    assert_eq!(names(&exploration), ("hair milk".to_owned(), 1));
    let took = exploration.journal().entries()[3].took.unwrap();
    assert_eq!((took.guessed, took.corrected), (3, 0));
    let text = format!("{told}guess but milk, wings\nguess without milk\nguess but milk\nguess\n");
    let (output, exploration) = talk(animals(), From::Person, Asking::default(), &text);
    assert!(output.contains("There is no attribute \"wings\"") && output.contains("guess but a, b."), "{output}");
    assert!(output.contains("Nothing is guessed at the moment"), "{output}");
    assert_eq!(names(&exploration), ("hair".to_owned(), 2));
    assert_eq!(exploration.journal().entries()[3].took.unwrap().corrected, 1);
}

#[test]
fn all_of_a_list_holds_but_some() {
    for from in [From::Person, From::Pipe, From::File] {
        let lists = if from == From::Person { "" } else { "lists\n" };
        let text = format!("{lists}why 1\nyes but 2\n?\n");
        let (output, exploration) = talk(zoo(), from, with_controls(0.0), &text);
        assert!(
            output.contains("\nMost of these, perhaps all, always hold. Which do not?\n  1. Whatever "),
            "{output}"
        );
        assert!(
            output.contains("If it is always so, ") && output.contains("\nYou left this out.\nIf something "),
            "{output}"
        );
        let answers = answers(&exploration);
        let replies: Vec<String> = answers.iter().map(|entry| exploration.entry_in_words(entry)).collect();
        let (last, others) = replies.split_last().unwrap();
        assert!(last.starts_with("Not known: "), "{replies:?}");
        assert!(others.len() > 1 && others.iter().all(|said| said.starts_with("Whatever ")), "{replies:?}");
        let together = answers[0].took.map(|took| took.together as usize);
        assert_eq!(together.is_some(), from == From::Person);
        assert!(together.is_none_or(|together| together == others.len() + 1), "{together:?}");
    }
}

#[test]
fn rules_of_a_list_are_answered_by_their_numbers() {
    let text =
        "lists\nno\n2 maybe\n99 ?\nyes but\nyes but 99\nyes emu\n2 no odd one: lacks backbone\n1 ?\nyes\nundo list\n";
    let (output, exploration) = talk(zoo(), From::Pipe, with_controls(0.0), text);
    for expected in [
        "Which one? Begin with its number",
        "After a number, expected an answer: 2 no NAME",
        "There is no rule 99 on the list.",
        "After 'yes', expected nothing, or 'but' and numbers",
        "Noted: odd one has milk; does not have a backbone.",
        "Noted: Not known: If something is toothed, ",
        "Took back: Whatever ",
    ] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
    // What is answered is gone from the list, and the numbers stay.
    let again = output.split("Noted: Not known").nth(1).unwrap();
    assert!(again.contains("hold. Which do not?\n  3. Whatever "), "{again}");
    assert_eq!(exploration.questions(), 2);
}

#[test]
fn a_script_that_is_out_of_step_with_a_list_ends() {
    let (ended, _, exploration) = try_talk(zoo(), From::File, with_controls(0.0), "lists\nyes emu\nyes\n");
    assert!(matches!(ended, Err(DialogueError::OutOfStep(3))));
    assert!(answers(&exploration).is_empty());
}

#[test]
fn a_false_rule_on_a_list_is_noticed() {
    let (output, exploration) = talk(zoo(), From::Pipe, with_controls(1.0), "lists\nyes\nundo list\n");
    assert!(output.contains("You said that this holds: Whatever "), "{output}");
    assert!(output.contains(". But ") && output.contains("'undo list' takes back"), "{output}");
    let (shown, noticed) = exploration.controls(None);
    assert!(shown > 2 && noticed == 0);
    assert_eq!(exploration.questions(), 0, "{output}");
    // What is said of it is kept, as of anything else.
    let control = (1..).find(|number| {
        let text = format!("lists\n{number} no odd one\n");
        talk(zoo(), From::Pipe, with_controls(1.0), &text).0.contains("Right: that is known to be false.")
    });
    let text = format!("lists\n{0} no odd one\nyes but 1\n", control.unwrap());
    let (_, exploration) = talk(zoo(), From::Pipe, with_controls(1.0), &text);
    assert!(exploration.objects().iter().any(|object| object.name() == Some("odd one")));
    assert!(exploration.controls(None).1 > 0);
}

#[test]
fn what_the_certificate_is_about() {
    let text = "distribution\ndistribution everything\ndistribution described-and-short\ndistribution Described\n";
    let (output, exploration) = talk(animals(), From::Pipe, Asking::default(), text);
    assert!(output.contains("described and short (as it is now): things like those named, and any few"), "{output}");
    assert!(output.contains("After 'distribution', expected one of: described and short, "), "{output}");
    assert_eq!(exploration.distribution(), DistributionName::Described);
}
