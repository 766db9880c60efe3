//! Explorations, line by line.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use common::talk::{self, Talk};
use common::{Place, Ran};
use serde_json::Value;

/// All that the expert of these tests knows.
const ANIMALS: [(&str, &[&str]); 6] = [
    ("cat", &["hair", "milk"]),
    ("hen", &["feathers", "eggs"]),
    ("platypus", &["hair", "milk", "eggs"]),
    ("bat", &["hair", "milk", "flies"]),
    ("swan", &["feathers", "eggs", "flies"]),
    ("worm", &["eggs"]),
];
const ATTRIBUTES: &str = "hair,milk,eggs,feathers,flies";
/// An exploration of which the first question has a long conclusion.
const ZOO: [&str; 9] =
    ["data/zoo.csv", "--distribution", "columns", "--journal", "a.journal", "--seed", "1", "--as", "ada"];

/// Runs a dialogue with these lines.
fn lines(place: &Place, arguments: &[&str], lines: &[&str]) -> Ran {
    let mut command = place.command(&[&["explore"], arguments].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    // It may have ended without reading.
    _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    child.wait_with_output().unwrap().into()
}

/// An exploration of the animals, to its certificate.
fn taught() -> (Place, Talk) {
    let place = Place::new();
    let mut talk =
        Talk::start(&place, &["--attributes", ATTRIBUTES, "--journal", "a.journal", "--seed", "1", "--as", "ada"]);
    talk.teach(&ANIMALS);
    (place, talk)
}

/// The entries of a journal.
fn entries(place: &Place, journal: &str) -> Vec<Value> {
    place.read(journal).lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn answers(place: &Place, journal: &str) -> Vec<Value> {
    entries(place, journal).into_iter().filter(|entry| entry["kind"] == "answer").collect()
}

#[test]
fn a_whole_exploration_and_the_same_by_a_script() {
    let (place, mut talk) = taught();
    talk.say("rules");
    let rules = talk.hear();
    assert!(rules.contains("1. ") && rules.contains("(by answer"), "{rules}");
    assert_eq!(talk.end(), 0);
    // What holds among the animals follows, and nothing else.
    place.ok(&["journal", "rules", "a.journal", "-q", "-o", "rules.json"]);
    for (rule, code) in [
        ("milk -> hair", 0),
        ("hair -> milk", 0),
        ("feathers -> eggs", 0),
        ("flies, eggs -> feathers", 0),
        ("hair, feathers -> impossible", 0),
        ("eggs -> feathers", 1),
        ("hair, eggs -> flies", 1),
    ] {
        assert_eq!(place.run(&["entails", "rules.json", rule]).code, code, "{rule}");
    }
    // Every line of the dialogue, from a file; with the same seed the questions
    // are the same.
    place.write("answers.txt", talk.said.join("\n"));
    let arguments = ["explore", "--attributes", ATTRIBUTES, "--seed", "1", "--as", "ada", "--answers", "answers.txt"];
    let ran = place.run(&arguments);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("\nCertified: "), "{}", ran.out);
    assert_eq!(ran.out, talk.printed.replace("a.journal", "exploration.journal"));
    // After a line that is not taken, the next answer would be to the wrong
    // question.
    place.write("wrong.txt", format!("{}\nmaybe\nrules\nyes\nyes\n", talk.said[..2].join("\n")));
    let ran = place.run(&[
        "explore",
        "--attributes",
        ATTRIBUTES,
        "--journal",
        "c.journal",
        "--seed",
        "1",
        "--as",
        "ada",
        "--answers",
        "wrong.txt",
    ]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("error: line 5 of the answers was not taken"), "{}", ran.err);
    assert_eq!(answers(&place, "c.journal").len(), 2);
    // Answers that run out.
    place.write("few.txt", talk.said[..3].join("\n"));
    let ran = place.run(&[
        "explore",
        "--attributes",
        ATTRIBUTES,
        "--journal",
        "b.journal",
        "--seed",
        "1",
        "--as",
        "ada",
        "--answers",
        "few.txt",
    ]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.ends_with("Go on with: hornbook explore b.journal\n"), "{}", ran.out);
    assert_eq!(ran.err, "Every answer is kept in b.journal.\n");
}

#[test]
fn it_goes_on_where_it_was_left_also_when_it_was_killed() {
    let place = Place::new();
    let mut talk = Talk::start(&place, &["--attributes", ATTRIBUTES, "--journal", "a.journal", "--seed", "3"]);
    let mut given = 0;
    loop {
        let heard = talk.hear();
        if heard.contains("\nCertified: ") {
            break;
        }
        talk.say(&talk::answer(&heard, &ANIMALS));
        given += 1;
        // What was answered is acknowledged when the next question is asked.
        let next = talk.hear();
        if given % 2 == 0 {
            talk.kill()
        } else {
            _ = talk.end()
        }
        talk = Talk::start(&place, &["a.journal"]);
        let again = talk.hear();
        let last = |heard: &str| heard.lines().filter(|line| line.ends_with(['?', '.'])).nth(1).map(str::to_owned);
        assert!(next.contains("Certified") == again.contains("Certified"), "{next} {again}");
        if !again.contains("Certified") {
            assert_eq!(talk::question(&next), talk::question(&again), "{:?}", last(&next));
        }
        assert_eq!(talk.end(), i32::from(!again.contains("Certified")));
        talk = Talk::start(&place, &["a.journal"]);
        assert_eq!(answers(&place, "a.journal").len(), given);
    }
    assert_eq!(talk.end(), 0);
}

#[test]
fn undo_retract_restore_and_change() {
    let (place, mut talk) = taught();
    talk.say("answers");
    let listed = talk.hear();
    let count = listed.lines().filter(|line| line.contains(". ") && line.ends_with("(ada)")).count();
    assert!(count > 5, "{listed}");
    talk.say("undo");
    let heard = talk.hear();
    assert!(heard.contains("Took back: ") && !heard.contains("Certified"), "{heard}");
    talk.say(&format!("restore {count}"));
    assert!(talk.hear().contains("\nCertified: "));
    talk.say("retract 1");
    assert!(talk.hear().contains("Took back: "));
    talk.say("retract 1");
    assert!(talk.hear().contains("was taken back already"));
    talk.say("retract 99");
    assert!(talk.hear().contains("they are numbered from 1 to "));
    talk.say("answers");
    assert!(talk.hear().contains("1. [taken back] "));
    talk.say("restore 1");
    let heard = talk.hear();
    assert!(heard.contains("\nCounts again: ") && heard.contains("\nCertified: "), "{heard}");
    assert!(!heard.contains("Took back"), "{heard}");
    talk.say("restore 1");
    assert!(talk.hear().contains("Answer 1 was not taken back."));
    talk.say(&format!("change {count} ?"));
    assert!(talk.hear().contains("Noted: Not known: "));
    let next = count + 1;
    talk.say("answers");
    let listed = talk.hear();
    assert!(listed.contains(&format!("\n{count}. [replaced by answer {next}] ")), "{listed}");
    for (line, expected) in [
        (format!("retract {count}"), format!("Answer {count} was replaced by answer {next}: take back or change that")),
        (format!("change {count} yes"), format!("Answer {count} was replaced by answer {next}: take back or change")),
        (
            format!("restore {count}"),
            format!("Answer {count} was replaced by answer {next}: 'retract {next}' makes it"),
        ),
    ] {
        talk.say(&line);
        let heard = talk.hear();
        assert!(heard.contains(&format!("\n{expected}")), "{line}: {heard}");
    }
    talk.say(&format!("retract {next}"));
    let heard = talk.hear();
    assert!(heard.contains("\nTook back: Not known: ") && heard.contains("\nCounts again: "), "{heard}");
    talk.say(&format!("retract {next}"));
    let heard = talk.hear();
    assert!(heard.contains(&format!("\nAnswer {next} was taken back already. 'restore {next}' makes")), "{heard}");
    talk.say("undo now");
    assert!(talk.hear().contains("'retract N' takes back any answer"));
    talk.say("change 1");
    assert!(talk.hear().contains("change 3 yes"));
    talk.end();
    // All of it is in the journal, and none of it was lost.
    let journal = place.ok(&["journal", "log", "a.journal"]);
    assert!(journal.contains("[taken back] Took back: "), "{journal}");
}

#[test]
fn a_contradiction_and_how_it_is_settled() {
    let (place, mut talk) = taught();
    // "All that has hair has milk" was accepted, one way or another.
    talk.say("tell bald cat: milk; lacks hair");
    let heard = talk.hear();
    assert!(heard.contains("This contradicts what was accepted before; it was not taken."), "{heard}");
    assert!(heard.contains("Without it: ") && heard.contains(" would be open again."), "{heard}");
    assert!(!heard.contains("\nCertified: "), "nothing has changed: {heard}");
    let number: usize = heard.split("as in 'retract ").nth(1).unwrap().split('\'').next().unwrap().parse().unwrap();
    assert!(heard.contains(&format!("\n  {number}. Whatever ")), "{heard}");
    let before = place.read("a.journal");
    talk.say("again");
    assert!(talk.hear().contains("This contradicts what was accepted before"));
    assert_eq!(place.read("a.journal"), before);
    talk.say(&format!("retract {number}"));
    assert!(talk.hear().contains("Took back: Whatever "));
    talk.say("again");
    assert!(talk.hear().contains("Noted: bald cat has milk; does not have hair."));
    assert_eq!(talk.end(), 1);
}

#[test]
fn a_refused_answer_can_be_given_again() {
    let place = Place::new();
    let mut talk =
        Talk::start(&place, &["--attributes", ATTRIBUTES, "--journal", "a.journal", "--seed", "1", "--as", "ada"]);
    let mut accepted: Vec<(Vec<String>, String)> = Vec::new();
    // Until there is a question to which something can be an exception that
    // breaks an accepted rule.
    let exception = loop {
        let heard = talk.hear();
        let (premise, conclusion) = talk::question(&heard);
        let conclusion = conclusion.unwrap_or_default();
        let breaks = accepted.iter().find(|(has, lacks)| {
            !premise.contains(lacks) && !has.iter().any(|name| conclusion.contains(name)) && !conclusion.is_empty()
        });
        if let Some((has, lacks)) = breaks {
            break format!("no odd one: {}; lacks {lacks}, {}", has.join(", "), conclusion.join(", "));
        }
        let answer = talk::answer(&heard, &ANIMALS);
        if answer == "yes" {
            accepted.push((premise, conclusion[0].clone()));
        }
        talk.say(&answer);
    };
    let before = place.read("a.journal");
    talk.say(&exception);
    let heard = talk.hear();
    assert!(heard.contains("This contradicts what was accepted before; it was not taken."), "{heard}");
    assert_eq!(place.read("a.journal"), before);
    let number = heard.split("as in 'retract ").nth(1).unwrap().split('\'').next().unwrap().to_owned();
    talk.say(&format!("retract {number}"));
    assert!(talk.hear().contains("'again' says once more what was refused."));
    talk.say("again");
    let heard = talk.hear();
    assert!(heard.contains("Noted: odd one has "), "{heard}");
    talk.say("again");
    assert!(talk.hear().contains("Nothing was refused"));
    talk.end();
    assert_eq!(answers(&place, "a.journal").last().unwrap()["object"]["name"], "odd one");
}

#[test]
fn parts_and_single_exceptions() {
    let place = Place::new();
    let mut talk = Talk::start(&place, &ZOO);
    let (premise, conclusion) = talk::question(&talk.hear());
    let conclusion = conclusion.unwrap();
    assert!(!premise.is_empty() && conclusion.len() > 1, "{}", talk.printed);
    // Nothing that is unclear changes anything.
    let before = place.read("a.journal");
    for (line, expected) in [
        ("partly", "expected what does follow"),
        ("partly wings", "There is no attribute \"wings\". 'attributes' lists them."),
        ("no", "To be an exception it must lack at least one of "),
        ("no emu, swan", "'emu' is no attribute. If it is the name of an object"),
        ("no \"emu", "The quote before 'emu' is not closed."),
        ("no emu: rest maybe", "After 'rest', expected 'no', 'yes' or 'unknown'."),
        ("no hair", "'hair' is an attribute. If the object is called so, write 'hair:'"),
        ("yes emu", "'yes' says that it is always so, and nothing can come after it."),
        ("never", "The question is whether it is always so"),
        ("perhaps", "'perhaps' was not understood."),
        ("\u{1b}[2J", "'\\u{1b}[2J' was not understood."),
        ("ask 1", "There are no open questions."),
        ("epsilon 2", "Expected a number above 0 and at most 1"),
        ("add", "expected names of attributes"),
        ("add hair", "the attribute name \"hair\" occurs twice"),
        ("export", "expected the name of a file"),
        ("export a.csv", "say 'rules a.csv' or 'context a.csv'"),
        ("export rules a.journal as json", "is the journal of this exploration"),
        ("retract 1", "There are no answers yet."),
    ] {
        talk.say(line);
        let heard = talk.hear().to_lowercase();
        assert!(heard.contains(&expected.to_lowercase()), "{line}: {heard}");
    }
    talk.say(&format!("no emu: lacks {}", premise[0]));
    assert!(talk.hear().contains("so it does not speak against the rule: an exception has "));
    talk.say(&format!("partly {}", conclusion.join(", ")));
    assert!(talk.hear().contains("That is all of it"));
    assert_eq!(place.read("a.journal"), before);
    talk.say(&format!("PARTLY {}; \"emu, the bird\": -{}", conclusion[0].to_uppercase(), conclusion[1]));
    let heard = talk.hear();
    assert!(heard.contains("Noted: ") && heard.contains("emu, the bird has "), "{heard}");
    talk.say("objects");
    assert!(talk.hear().contains("emu, the bird: has "));
    talk.end();
    let last = answers(&place, "a.journal").pop().unwrap();
    assert_eq!((last["answer"].as_str(), last["holds"][0].as_str()), (Some("partly"), Some(conclusion[0].as_str())));
    assert_eq!(last["object"]["lacks"][0], conclusion[1].as_str());
}

#[test]
fn a_part_without_an_exception_leaves_the_rest_open() {
    let place = Place::new();
    let mut talk = Talk::start(&place, &ZOO);
    let (_, conclusion) = talk::question(&talk.hear());
    talk.say(&format!("partly {}", conclusion.unwrap()[0]));
    talk.hear();
    talk.say("open");
    let open = talk.hear();
    assert!(open.contains("? (answered in part)\n") && !open.contains("nobody knew"), "{open}");
    talk.end();
    assert!(place.ok(&["journal", "open", "a.journal"]).ends_with("? (answered in part)\n"));
}

#[test]
fn later_unknown_and_open_questions() {
    let place = Place::new();
    let mut talk = Talk::start(&place, &["--attributes", ATTRIBUTES, "--journal", "a.journal", "--seed", "1"]);
    let first = talk.hear();
    talk.say("later");
    let second = talk.hear();
    assert!(second.contains("Noted: Put off: ") && talk::question(&first) != question_after(&second), "{second}");
    talk.say("open");
    assert!(talk.hear().contains("(put off)"));
    talk.say("ask 1");
    let heard = talk.hear();
    assert!(heard.contains("An open question.") && talk::question(&heard) == talk::question(&first), "{heard}");
    talk.say("why");
    assert!(talk.hear().contains("You chose to answer it now."));
    talk.say("don't know");
    assert!(talk.hear().contains("Noted: Not known: "));
    talk.say("open");
    let heard = talk.hear();
    assert!(heard.contains("(nobody knew)") && !heard.contains("put off"), "{heard}");
    talk.say("");
    talk.teach(&ANIMALS);
    talk.say("open");
    let open = talk.hear();
    assert_eq!(talk.end(), 0);
    // If it is still open, the certificate says how much hangs on it.
    let hangs = talk.printed.contains("it hangs on ");
    assert_eq!(hangs, open.contains("(nobody knew)"), "{}", talk.printed);
    assert_eq!(place.ok(&["journal", "open", "a.journal"]).is_empty(), open.contains("No open questions."));
}

/// The question after what was noted.
fn question_after(heard: &str) -> (Vec<String>, Option<Vec<String>>) {
    talk::question(&heard[heard.find("\nQuestion ").unwrap()..])
}

#[test]
fn a_certificate_says_what_nobody_knew() {
    let place = Place::new();
    let arguments = ["--attributes", "a,b", "--journal", "a.journal", "--seed", "1", "--as", "ada"];
    let arguments = [&arguments[..], &["--distribution", "uniform", "--epsilon", "0.01"]].concat();
    let ran = lines(&place, &arguments, &["?"; 40]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("There is no question to answer at the moment."), "{}", ran.out);
    // Nothing is known, and so that is what it says first.
    let line = ran.out.lines().find(|line| line.starts_with("Certified")).unwrap();
    assert!(line.starts_with("Certified, but for up to a share 1 it hangs on what nobody knew: "), "{line}");
    assert!(line.contains("To answer what was left open would settle it: 'ask 1' asks the first."), "{line}");
    assert!(ran.out.contains("\nNothing else is left to ask. "), "{}", ran.out);
    let rules = place.run(&["journal", "rules", "a.journal"]).err;
    assert!(rules.contains(", but for up to a share 1 that hangs on open questions."), "{rules}");
    // With two attributes there are four sets to ask about, and no more.
    assert!(ran.out.contains("Question 1. ε = 1 so far, 0.01 wanted; left: about a minute ("), "{}", ran.out);
    let report = place.ok(&["journal", "report", "a.journal"]);
    assert!(report.contains("nobody could answer") && report.contains("## Open questions"), "{report}");
}

#[test]
fn phrases_and_a_file_of_attributes() {
    let place = Place::new();
    let ran = lines(
        &place,
        &["--attributes", "data/vehicles.txt", "--distribution", "uniform", "--seed", "1", "--as", "ada"],
        &["attributes", "yes pedal boat: Floats On Water; lacks flies"],
    );
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("\nIs there anything that has pedals and floats on water?\n"), "{}", ran.out);
    assert!(ran.out.contains("wheels: has wheels; that it runs on, not those of its gears"), "{}", ran.out);
    assert!(ran.out.contains("pedal boat has pedals and floats on water; does not fly."), "{}", ran.out);
    assert_eq!(place.files(), ["vehicles.journal"]);
    assert!(place.ok(&["journal", "report", "vehicles.journal"]).starts_with("# vehicles\n"));
    for (content, expected) in [
        ("a\nb | is b | very much | so\n", "bad.txt:2: found more than two '|' after \"b\""),
        ("a\n\n# b\n | is b\n", "bad.txt:4: found no name before '|'"),
        ("a\nb\na | is a\n", "bad.txt:3: the attribute \"a\" was named on line 1 already"),
        ("# nothing\n", "bad.txt: found no attributes, expected one a line"),
    ] {
        place.write("bad.txt", content);
        let message = place.refused(&["explore", "--attributes", "bad.txt"]);
        assert!(message.contains(expected), "{message}");
    }
    place.write("bad.txt", b"a\nb\xff\n");
    assert!(place.refused(&["explore", "--attributes", "bad.txt"]).contains("bad.txt:2: found bytes that are no text"));
}

#[test]
fn from_a_table() {
    let place = Place::new();
    let ran = lines(
        &place,
        &["data/zoo.csv", "--seed", "1", "--as", "ada"],
        &["no aardvark: lacks backbone", "yes", "objects wren", "background", "answers"],
    );
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("\nSomething else was said of aardvark before, about: backbone."), "{}", ran.out);
    assert!(
        ran.err.contains("101 rows, 28 attributes") && ran.err.contains("36 rules known from the scaling"),
        "{}",
        ran.err
    );
    assert!(
        ran.out.contains("wren: has feathers, eggs, airborne, backbone, breathes, legs=2, tail and type=bird; lacks")
    );
    assert!(ran.out.contains("There is nothing that has legs=0 and legs=2"), "{}", ran.out);
    assert!(ran.out.contains("1. Whatever is toothed also has a backbone"), "{}", ran.out);
    let header: Value = serde_json::from_str(place.read("zoo.journal").lines().next().unwrap()).unwrap();
    assert_eq!(
        (header["distribution"].as_str(), header["epsilon"].as_f64()),
        (Some("described and short"), Some(0.05))
    );
    assert_eq!(header["columns"].as_array().unwrap().len(), 2);
    let ran = lines(
        &place,
        &["data/zoo.csv", "--no-background", "--journal", "b.journal", "--scale", "legs=ordinal:2,4"],
        &[],
    );
    assert!(ran.code == 1 && !ran.err.contains("known from the scaling"), "{ran:?}");
    let header: Value = serde_json::from_str(place.read("b.journal").lines().next().unwrap()).unwrap();
    assert_eq!((header["distribution"].as_str(), header.get("background")), (Some("described and short"), None));
    // What a context has as unknown stays so.
    place.write("small.cxt", "B\n\n2\n2\n\nx\ny\na\nb\nX?\n.X\n");
    let ran = lines(&place, &["small.cxt"], &["objects"]);
    assert!(ran.out.contains("x: has a; not known: b\ny: has b; lacks a\n"), "{}", ran.out);
    for (arguments, expected) in [
        (&["small.cxt", "--distribution", "columns"][..], "--distribution columns is for tables"),
        (&["data/zoo.csv", "--epsilon", "0"], "--epsilon must be above 0 and at most 1, but is 0"),
        (
            &["small.cxt", "--journal", "b.journal"],
            "go on with it by 'hornbook explore b.journal', or name another file with --journal",
        ),
        (&["-"], "standard input is for the answers"),
        (&["b.journal", "--seed", "3"], "b.journal is a journal, and --seed is settled when one is begun"),
        (&["b.journal", "--id", "none"], "--id is for csv and tsv files"),
    ] {
        let ran = lines(&place, arguments, &[]);
        assert!(ran.code == 2 && ran.err.lines().last().unwrap().contains(expected), "{arguments:?}: {ran:?}");
    }
    for (arguments, expected) in [
        (&["explore"][..], "there is nothing to explore: name a table, a journal, or attributes"),
        (&["explore", "--attributes", "a"], "a list of attributes has commas"),
        (&["explore", "--attributes", "a,b,a"], "the attribute name 'a' occurs twice"),
        (&["explore", "--attributes", "a,b", "--id", "a"], "--id is for csv and tsv files"),
        (&["explore", "--attributes", "a,b", "--answers", "none.txt"], "cannot read none.txt"),
    ] {
        assert!(place.refused(arguments).contains(expected), "{}", place.refused(arguments));
    }
}

/// A missing value says nothing; written down and read again, it still does not.
#[test]
fn what_a_table_does_not_tell_is_unknown() {
    let place = Place::new();
    place.write("t.csv", "name,colour,size\np,red,1\nq,?,2\nr,blue,\n");
    let ran = lines(&place, &["t.csv"], &["objects q", "objects r"]);
    assert!(ran.out.contains("q: has size=2; lacks size=1; not known: colour=blue and colour=red"), "{ran:?}");
    assert!(ran.out.contains("not known: size=1 and size=2"), "{ran:?}");
    assert!(ran.err.contains("1 missing, left unknown"), "{ran:?}");
    let ran = lines(&place, &["--attributes", "a,b,c", "--journal", "j.journal"], &["tell bat: a; lacks b"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(place.run(&["journal", "context", "j.journal", "-o", "out.csv"]).code, 0);
    let ran = lines(&place, &["out.csv"], &["objects"]);
    assert!(ran.out.contains("bat: has a; lacks b; not known: c"), "{ran:?}");
    // Where it is asked for, it is taken for absent, as elsewhere.
    let ran = lines(&place, &["t.csv", "--missing", "absent", "--journal", "u.journal"], &["objects q"]);
    assert!(ran.out.contains("q: has size=2; lacks colour=blue, colour=red and size=1"), "{ran:?}");
}

/// The page of the server is tested with the same files.
#[test]
fn a_missing_cell_is_recorded_as_unknown() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hornbook/tests/corpus");
    let place = Place::new();
    place.write("table.csv", fs::read(corpus.join("missing-cells.csv")).unwrap());
    lines(&place, &["table.csv"], &[]);
    place.ok(&["journal", "context", "table.journal", "-o", "known.cxt"]);
    assert_eq!(place.read("known.cxt"), fs::read_to_string(corpus.join("missing-cells.cxt")).unwrap());
}

#[test]
fn from_rules_that_are_known() {
    let place = Place::new();
    place.write("known.txt", "milk -> hair\nhair -> milk\nhair, feathers -> impossible\n");
    let mut talk =
        Talk::start(&place, &["--attributes", ATTRIBUTES, "--background", "known.txt", "--journal", "a.journal"]);
    talk.hear();
    talk.say("background");
    assert!(talk.hear().contains("Whatever has milk also has hair\nWhatever has hair also has milk\n"));
    talk.say("");
    talk.teach(&ANIMALS);
    let questions = talk.said.iter().filter(|line| ["yes", "no"].iter().any(|verb| line.starts_with(verb))).count();
    assert!(questions > 2);
    assert_eq!(talk.end(), 0);
    place.ok(&["journal", "rules", "a.journal", "-q", "-o", "rules.json"]);
    assert_eq!(place.run(&["entails", "rules.json", "milk -> hair"]).code, 0);
    // What is known beforehand cannot be contradicted.
    let ran = lines(&place, &["a.journal"], &["tell bald cat: milk; lacks hair"]);
    assert!(ran.out.contains("Known beforehand: Whatever has milk also has hair."), "{}", ran.out);
    assert!(ran.out.contains("cannot be taken back: answer otherwise"), "{}", ran.out);
    // The rules alone: their attributes are explored.
    let ran = lines(&place, &["--background", "known.txt"], &["attributes"]);
    assert!(ran.out.contains("milk\nhair\nfeathers\n"), "{}", ran.out);
    assert!(place.files().contains(&"known.journal".to_owned()));
    let message = place.refused(&["explore", "--attributes", "hair,milk", "--background", "known.txt"]);
    assert!(message.contains("known.txt: there is no attribute \"feathers\" among those to be explored"), "{message}");
    // A table that contradicts what is known.
    place.write("t.csv", "name,milk,hair\ncat,yes,no\nhen,no,yes\n").write("k.txt", "milk -> hair\n");
    let ran = place.run(&["explore", "t.csv", "--background", "k.txt"]);
    assert!(ran.code == 2 && ran.err.contains("contradicts what is known beforehand"), "{ran:?}");
    assert!(!place.files().contains(&"t.journal".to_owned()));
}

#[test]
fn attributes_and_another_accuracy_later() {
    let (place, mut talk) = taught();
    talk.say("add tail | has a tail | of any length");
    let heard = talk.hear();
    assert!(heard.contains("Noted: Added tail.") && !heard.contains("Certified"), "{heard}");
    talk.say("objects");
    assert!(talk.hear().contains("not known: tail"));
    talk.say("undo");
    assert!(talk.hear().contains("Took back: "));
    talk.say("add \"a, b\", c");
    assert!(talk.hear().contains("Noted: Added a, b, c."));
    talk.say("delta 0.05");
    assert!(talk.hear().contains("Noted: Asked for ε = 0.05 and δ = 0.05."));
    talk.end();
    let ran = lines(&place, &["a.journal", "--epsilon", "0.5"], &["status"]);
    assert!(ran.out.contains("0.5 is wanted.") || ran.out.contains("0.5 wanted"), "{}", ran.out);
    assert!(ran.out.contains("With probability at least 95%"), "{}", ran.out);
    let accuracies = || entries(&place, "a.journal").iter().filter(|entry| entry["kind"] == "accuracy").count();
    assert_eq!(accuracies(), 2);
    // What it is anyway is no change.
    lines(&place, &["a.journal", "--epsilon", "0.5", "--delta", "0.05"], &[]);
    assert_eq!(accuracies(), 2);
}

#[test]
fn a_far_too_small_epsilon_is_no_trap() {
    let place = Place::new();
    let refused = place.refused(&["explore", "--attributes", "a,b", "--journal", "a.journal", "--epsilon", "1e-12"]);
    assert!(refused.contains("the smallest is 0.00001"), "{refused}");
    // A journal may ask for it all the same.
    let begin = ["--attributes", "a,b", "--journal", "a.journal", "--seed", "1", "--epsilon", "0.125"];
    lines(&place, &[&begin[..], &["--distribution", "uniform"]].concat(), &[]);
    let journal = place.read("a.journal").replace("\"epsilon\":0.125", "\"epsilon\":1e-12");
    place.write("edited.journal", journal);
    fs::remove_file(place.path().join("a.journal")).unwrap();
    place.ok(&["journal", "mend", "edited.journal", "-o", "a.journal"]);
    place.write("answers.txt", "no\nno\n");
    let mut command = place.command(&["explore", "a.journal", "--answers", "answers.txt"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    let told = errors.find(|line| line.starts_with("Looking for the next question"));
    child.kill().unwrap();
    child.wait().unwrap();
    let told = told.unwrap();
    assert!(told.ends_with("then: hornbook explore a.journal --epsilon 0.05"), "{told}");
    // How many there were to ask before depends on the seed, which mending changes.
    assert!(!answers(&place, "a.journal").is_empty());
    let ran = place.run(&["explore", "a.journal", "--epsilon", "0.01"]);
    assert!(ran.code < 2 && !ran.err.contains("Looking"), "{ran:?}");
}

#[test]
fn everything_can_be_exported() {
    let (place, mut talk) = taught();
    for (order, file, expected) in [
        ("report.md", "report.md", "**Certified.**"),
        ("rules.txt", "rules.txt", "# attributes: hair, milk, eggs, feathers, flies"),
        ("rules.json", "rules.json", "\"hornbook-rules\""),
        ("rules.pl", "rules.pl", ":-"),
        ("rules.cnf", "rules.cnf", "p cnf 5 "),
        ("rules rules.csv", "rules.csv", "premise,conclusion,support"),
        ("rules other.json as conexp-json", "other.json", "implications"),
        ("context animals.csv", "animals.csv", "object,hair,milk,eggs,feathers,flies"),
        ("animals.cxt", "animals.cxt", "B\n"),
        ("animals.tsv", "animals.tsv", "object\thair"),
        ("animals.dat", "animals.dat", "1 2"),
        ("context animals.json", "animals.json", "\"attributes\""),
    ] {
        talk.say(&format!("export {order}"));
        let heard = talk.hear();
        assert!(heard.contains(&format!(" to {file}.")), "{order}: {heard}");
        assert!(place.read(file).contains(expected), "{order}: {}", place.read(file));
    }
    talk.say("export nowhere/report.md");
    assert!(talk.hear().contains("\nNothing was written: cannot write nowhere/report.md: "));
    // Names stay as they are, also at the beginning of a message.
    talk.say("export x.foo");
    assert!(talk.hear().contains("\nNothing was written: x.foo: found no extension"));
    assert_eq!(talk.end(), 0);
}

#[test]
fn what_is_not_known_can_be_exported_to_any_format() {
    let place = Place::new();
    let arguments = ["--attributes", "a,b", "--seed", "1", "--as", "ada"];
    let ran = lines(
        &place,
        &arguments,
        &[
            "tell half: a",
            "tell whole: a, b",
            "export half.dat",
            "export context half.json",
            "export half.dat unknown as absent",
            "export context whole.json, unknown left out",
        ],
    );
    for file in ["half.dat", "half.json"] {
        let refused = format!("\nNothing was written: {file}: ");
        assert!(ran.out.contains(&refused), "{}", ran.out);
    }
    let ways =
        "With 'unknown as absent' after the name of the file, they lack what is not known; with 'unknown left out'";
    assert_eq!(ran.out.matches(ways).count(), 2, "{}", ran.out);
    assert!(ran.out.contains("Wrote 2 objects to half.dat.") && ran.out.contains("Wrote 1 object to whole.json."));
    assert_eq!(place.read("half.dat"), "1\n1 2\n");
    assert!(!place.read("whole.json").contains("half"));
    assert_eq!(place.files(), ["exploration.journal", "half.dat", "whole.json"]);
}

#[test]
fn no_journal_is_written_over() {
    let place = Place::new();
    for journal in ["a.journal", "b.journal"] {
        lines(&place, &["--attributes", "a,b", "--journal", journal], &["tell thing: a, b"]);
    }
    // Whatever it is called.
    std::fs::rename(place.path().join("b.journal"), place.path().join("b.md")).unwrap();
    let before = place.read("b.md");
    let ran = lines(&place, &["a.journal"], &["export b.md", "export report b.md", "export context b.md as csv"]);
    let refused = "Nothing was written: b.md is a journal, which only grows: name another file.";
    assert_eq!(ran.out.matches(refused).count(), 3, "{}", ran.out);
    for arguments in [
        &["journal", "report", "a.journal", "-o", "b.md"][..],
        &["journal", "rules", "a.journal", "-o", "b.md", "--quiet", "--format", "text"],
        &["journal", "context", "a.journal", "-o", "b.md", "--format", "csv"],
        &["convert", "data/zoo.csv", "b.md", "--to", "csv"],
    ] {
        let message = place.refused(arguments);
        assert!(
            message.ends_with("b.md is a journal, which only grows: name another file"),
            "{arguments:?}: {message}"
        );
    }
    assert_eq!(place.read("b.md"), before);
}

#[test]
fn journals_that_cannot_be_used() {
    let (place, mut talk) = taught();
    // Somebody is at it.
    let ran = lines(&place, &["a.journal"], &[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_eq!(ran.err, "error: a.journal is in use by another program: close that first\n");
    // To look at it, nobody has to leave.
    assert!(place.ok(&["journal", "report", "a.journal"]).contains("**Certified.**"));
    talk.end();
    let whole = place.read("a.journal");
    // A line that was not written to its end.
    place.write("torn.journal", format!("{whole}{{\"id\":\"ab"));
    let ran = lines(&place, &["torn.journal"], &[]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("was not written to its end") && ran.err.contains("torn.journal.torn"), "{}", ran.err);
    assert_eq!(place.read("torn.journal"), whole);
    // Of a newer version, edited, broken, or something else. Where lines have no
    // checksums, it is what they say that is wrong.
    let newer = whole.replacen("\"version\":4", "\"version\":5", 1);
    let without = |line: &str| format!("{}}}\n", line.rsplit_once(",\"sum\":").unwrap().0);
    let old = whole.lines().map(without).collect::<String>().replacen("\"version\":4", "\"version\":1", 1);
    let broken = old.replacen("\"answer\":\"holds\"", "\"answer\":\"perhaps\"", 1);
    let unknown = old.replacen("\"holds\"", "\"refuted\"", 1);
    let edited = whole.replacen("\"holds\"", "\"refuted\"", 1);
    let first_other = |one: &str, other: &str| one.lines().zip(other.lines()).position(|(a, b)| a != b).unwrap() + 1;
    let line = |text: &str| first_other(&old, text);
    for (name, content, expected) in [
        ("newer.journal", newer.clone(), "was written by a newer version".to_owned()),
        (
            "edited.journal",
            edited.clone(),
            format!("edited.journal:{}: this line was changed after it was written", first_other(&whole, &edited)),
        ),
        ("broken.journal", broken.clone(), format!("broken.journal:{}: found no entry of a journal", line(&broken))),
        (
            "odd.journal",
            unknown.clone(),
            format!("odd.journal:{}: the object that breaks the rule is missing", line(&unknown)),
        ),
        ("table.journal", "a,b\n1,2\n".to_owned(), "table.journal is no journal".to_owned()),
        ("empty.journal", String::new(), "empty.journal is no journal".to_owned()),
    ] {
        place.write(name, content);
        for arguments in [&["explore", name][..], &["journal", "report", name], &["journal", "log", name]] {
            let message = place.refused(arguments);
            assert!(message.contains(&expected), "{arguments:?}: {message}");
        }
    }
    // A journal is known by what it says, not by its name.
    place.write("renamed.txt", &whole);
    assert_eq!(lines(&place, &["renamed.txt"], &[]).code, 0);
}

#[test]
fn too_much_is_refused() {
    let place = Place::new();
    let many: String = (0..10_000).map(|at| format!("a{at}\n")).collect();
    place.write("many.txt", many).write("long.txt", format!("a\n{}\n", "x".repeat(1 << 20)));
    assert!(place.refused(&["explore", "--attributes", "many.txt"]).contains("at most 1000 can be explored"));
    assert!(place.refused(&["explore", "--attributes", "long.txt"]).contains("of more than 1000 bytes"));
    let ran = lines(&place, &["--attributes", "a,b"], &[&"x".repeat(2 << 20), "yes"]);
    assert!(ran.code == 1 && ran.out.contains("longer than a megabyte"), "{}", ran.code);
    let long = format!("add {}", "x".repeat(5000));
    let ran = lines(&place, &["exploration.journal"], &[&long]);
    assert!(ran.out.contains("of more than 1000 bytes"));
}

#[test]
fn hostile_names_are_harmless() {
    let place = Place::new();
    place.write("names.txt", "red\u{1b}[31m\n\u{202e}drawkcab\nbell\u{7} | rings\u{7}\nz\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\n\"quoted\"\n");
    let mut said = vec!["attributes", "objects", "answers", "why", "status", "export report.md"];
    said.insert(0, "tell \"\u{1b}]0;title\u{7}\": red\u{1b}[31m");
    let ran = lines(&place, &["--attributes", "names.txt", "--as", "e\u{1b}ve"], &said);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("Noted: \\u{1b}]0;title\\u{7}: red\\u{1b}[31m"), "{}", ran.out);
    let log = place.ok(&["journal", "log", "names.journal"]);
    let report = place.read("report.md");
    for text in [&ran.out, &ran.err, &log, &report] {
        assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{text:?}");
    }
    assert!(log.contains("(e\\u{1b}ve)"), "{log}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let ran = place.run(&["explore", "--attributes", "a,b", "--journal", "nowhere/a.journal"]);
    assert!(ran.code == 2 && ran.err.starts_with("error: cannot write nowhere/a.journal: "), "{ran:?}");
    let shut = place.path().join("shut");
    std::fs::create_dir(&shut).unwrap();
    std::fs::set_permissions(&shut, std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::write(shut.join("probe"), "").is_ok() {
        eprintln!("skipped: permissions do not bind this user");
        return;
    }
    let ran = place.run(&["explore", "--attributes", "a,b", "--journal", "shut/a.journal"]);
    assert!(ran.code == 2 && ran.err.contains("Permission denied"), "{ran:?}");
}

/// A disk that is full: files may not grow beyond so many blocks, and the
/// signal for it is ignored, so that writing fails.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full() {
    let place = Place::new();
    let arguments = ["--attributes", ATTRIBUTES, "--journal", "a.journal", "--seed", "1", "--as", "ada"];
    let mut talk = Talk::start(&place, &arguments);
    talk.teach(&ANIMALS);
    talk.end();
    place.write("answers.txt", talk.said.join("\n"));
    let run = |title: &str| {
        // For bash a block is 1024 bytes.
        let script = format!(
            "trap '' XFSZ; ulimit -f 2; exec \"$0\" explore --attributes {ATTRIBUTES} --title '{title}' \
             --journal full.journal --seed 1 --as ada --answers answers.txt"
        );
        let mut command = std::process::Command::new("bash");
        let output = command.args(["-c", &script, common::HORNBOOK]).current_dir(place.path()).output().unwrap();
        Ran::from(output)
    };
    // Titles of any length leave room for more or fewer answers, so that the
    // disk is full at any moment.
    for length in (1..1500).step_by(70) {
        _ = std::fs::remove_file(place.path().join("full.journal"));
        let ran = run(&"x".repeat(length));
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.out.contains("Cannot write full.journal: File too large"), "{}", ran.out);
        assert!(ran.out.contains("All that was acknowledged is kept."), "{}", ran.out);
        assert!(ran.err.contains("error: cannot write full.journal: ") && ran.err.contains("is kept"), "{}", ran.err);
        // All that was noted is there, whole, and it goes on.
        let noted = ran.out.matches("Noted: ").count();
        assert_eq!(answers(&place, "full.journal").len(), noted, "{}", ran.out);
        let mut talk = Talk::start(&place, &["full.journal"]);
        talk.teach(&ANIMALS);
        assert_eq!(talk.end(), 0);
        assert!(answers(&place, "full.journal").len() > noted);
    }
}

/// Where it takes several to decide, who is at it alone is not asked the same
/// again and again, and is told what it waits for.
#[test]
fn who_is_alone_waits_for_the_others() {
    use hornbook_explore::Exploration;
    use hornbook_explore::journal::Policy;
    let place = Place::new();
    let created =
        lines(&place, &["--attributes", "hair,milk,eggs", "--journal", "a.journal", "--as", "ada"], &["quit"]);
    assert_eq!(created.code, 1, "{created:?}");
    let mut exploration = Exploration::open(&place.path().join("a.journal")).unwrap();
    exploration.set_policy(Some("ada"), Policy::Unanimous { of: 2 }).unwrap();
    drop(exploration);
    // One of the two confirms what is asked; the other lacks an example.
    let confirm = ["yes", "no"].repeat(20);
    let ran = lines(&place, &["a.journal", "--as", "ada"], &confirm);
    assert!(ran.out.contains("Nothing for you now. 2 must agree, and nobody disagree: "), "{ran:?}");
    let questions: Vec<Value> = answers(&place, "a.journal").iter().map(|entry| entry["question"].clone()).collect();
    assert!((1..30).contains(&questions.len()), "{questions:?}");
    for (at, question) in questions.iter().enumerate() {
        assert!(!questions[..at].contains(question), "asked twice: {question}");
    }
    // Another one is asked what waits, and then it goes on.
    let ran = lines(&place, &["a.journal", "--as", "bob"], &["yes", "no"]);
    assert!(!ran.out.contains("Nothing for you now"), "{ran:?}");
    let heard = answers(&place, "a.journal");
    assert_eq!(heard[questions.len()]["question"], questions[0]);
}
