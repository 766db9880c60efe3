//! `hornbook explore --first`: programs are asked before whoever is at it, through real
//! processes and pipes.
#![cfg(all(unix, feature = "experts"))]
#![allow(clippy::unwrap_used)]

mod common;

use common::Place;
use common::talk::Talk;
use hornbook::{format, scaling};
use serde_json::{Value, json};

const HALF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/half.py");

/// A table of Zoo: the names of its attributes, and its rows.
struct Zoo {
    attributes: Vec<String>,
    animals: Vec<(String, Vec<String>)>,
}

impl Zoo {
    /// All of it, or only so many attributes.
    fn read(attributes: usize) -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
        let zoo = format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context;
        let names = &zoo.universe().names()[..attributes.min(zoo.attribute_count())];
        let animal = |row: usize| {
            let has = zoo.universe().names_of(zoo.row(row)).map(str::to_owned).filter(|name| names.contains(name));
            (zoo.name(row).unwrap().to_owned(), has.collect())
        };
        Self { attributes: names.to_vec(), animals: (0..zoo.len()).map(animal).collect() }
    }

    /// Writes it where a program finds it.
    fn write(&self, place: &Place) {
        let things: Value = self.animals.iter().map(|(name, has)| (name.clone(), json!(has))).collect();
        place.write("things.json", things.to_string());
        place.write("attributes.txt", self.attributes.join("\n"));
    }

    /// Teaches as somebody who knows it all; tells how many questions that took.
    fn teach(&self, talk: &mut Talk) -> usize {
        let animals: Vec<(&str, Vec<&str>)> =
            self.animals.iter().map(|(name, has)| (name.as_str(), has.iter().map(String::as_str).collect())).collect();
        let animals: Vec<(&str, &[&str])> = animals.iter().map(|(name, has)| (*name, has.as_slice())).collect();
        talk.teach(&animals);
        talk.said.len()
    }
}

const BEGIN: [&str; 6] = ["--attributes", "attributes.txt", "--seed", "1", "--as", "ada"];

fn start(place: &Place, journal: &str, more: &[&str]) -> Talk {
    Talk::start(place, &[&BEGIN, &["--journal", journal][..], more].concat())
}

#[test]
fn a_person_is_asked_less_than_half_beside_a_program_that_knows_half_of_zoo() {
    let (place, zoo) = (Place::new(), Zoo::read(usize::MAX));
    zoo.write(&place);
    let mut talk = start(&place, "alone.journal", &[]);
    let alone = zoo.teach(&mut talk);
    assert_eq!(talk.end(), 0);
    let half = format!("python3 {HALF} things.json");
    let mut talk = start(&place, "first.journal", &["--first", &half]);
    let with = zoo.teach(&mut talk);
    assert_eq!(talk.end(), 0);
    assert!(2 * with < alone, "{with} of {alone}");
    let report = place.run(&["journal", "report", "first.journal"]);
    assert!(report.out.contains(" by half, a program"), "{}", report.out);
    assert!(place.run(&["journal", "log", "first.journal"]).out.contains("half, a program"));
    // What is known is the same, as far as it is known.
    let rules = place.run(&["journal", "rules", "first.journal"]);
    assert_eq!(rules.code, 0, "{rules:?}");
}

#[test]
fn one_word_accepts_what_a_program_says() {
    let (place, zoo) = (Place::new(), Zoo::read(6));
    zoo.write(&place);
    let all = format!("python3 {HALF} things.json all");
    let mut talk = start(&place, "a.journal", &["--first", &all, "--first-counts", "when-agreed"]);
    loop {
        let heard = talk.hear();
        if heard.contains("\nCertified") {
            break;
        }
        assert!(heard.contains("half, a program, says: "), "{heard}");
        talk.say("agree");
    }
    assert!(talk.said.len() > 3);
    // It is reviewed, and overruled, by its number.
    talk.say("answers");
    let answers = talk.hear();
    assert!(answers.contains("(half, a program)") && answers.contains("(ada)"), "{answers}");
    assert_eq!(talk.end(), 0);
    let journal = place.read("a.journal");
    let by = |who: &str| journal.lines().filter(|line| line.contains(&format!("\"who\":\"{who}\""))).count();
    assert!(by("half") > 3 && by("ada") > 3, "{journal}");
}

#[test]
fn an_answer_of_a_program_is_overruled() {
    let (place, zoo) = (Place::new(), Zoo::read(4));
    zoo.write(&place);
    let all = format!("python3 {HALF} things.json all");
    let mut talk = start(&place, "a.journal", &["--first", &all]);
    assert!(talk.hear().contains("\nCertified"), "it knows everything: {}", talk.printed);
    talk.say("answers");
    let answers = talk.hear();
    let held = answers.lines().find(|line| line.contains("Everything") || line.contains("There is nothing")).unwrap();
    let number = held.split('.').next().unwrap().to_owned();
    talk.say(&format!("agree {number}"));
    talk.hear();
    talk.say(&format!("change {number} ?"));
    talk.hear();
    talk.say("answers");
    let answers = talk.hear();
    assert!(answers.contains("replaced by"), "{answers}");
    talk.end();
}

#[test]
fn a_program_that_fails_is_said_once_and_the_person_is_asked() {
    let (place, zoo) = (Place::new(), Zoo::read(4));
    zoo.write(&place);
    for (command, said) in [
        ("no-such-command-at-all", "no-such-command-at-all"),
        ("exit 3", "exit"),
        ("exec sleep 1000", "it took longer than 1s"),
    ] {
        let journal = format!("{}.journal", command.replace(' ', "-"));
        let mut talk = start(&place, &journal, &["--first", command, "--first-time", "1s"]);
        assert!(zoo.teach(&mut talk) > 3, "{command}");
        assert_eq!(talk.end(), 0);
        let times = talk.printed.matches(said).count();
        assert!((1..=2).contains(&times), "{command}, {times}: {}", talk.printed);
        assert!(!place.read(&journal).contains("\"program\":true"));
    }
}

#[test]
fn options_about_programs_need_programs() {
    let place = Place::new();
    for option in [["--first-counts", "at-once"], ["--first-time", "3s"]] {
        let ran = place.run(&[&["explore", "--attributes", "a,b"][..], &option].concat());
        assert!(ran.code == 2 && ran.err.contains("--first"), "{ran:?}");
    }
}
