//! Questions and rules in words: by phrases that are given or guessed, by names alone,
//! with a noun and without, in English and in German.
#![allow(clippy::unwrap_used)]

use hornbook::{Attr, AttrSet, Implication};
use hornbook_words::{Language, LanguageChoice, Vocabulary};

const TOOLS: [(&str, Option<&str>); 6] = [
    ("blade", None),
    ("sharp", None),
    ("heats food", None),
    ("made of steel", None),
    ("x7", None),
    ("fly", Some("can fly")),
];

fn set(attrs: &[Attr]) -> AttrSet {
    AttrSet::of(6, attrs.iter().copied())
}

fn rule(premise: &[Attr], conclusion: &[Attr]) -> Implication {
    Implication::new(set(premise), set(conclusion))
}

fn never(premise: &[Attr]) -> Implication {
    Implication::never(set(premise))
}

fn tools() -> Vocabulary {
    Vocabulary::in_language(Language::english(), Some("a kitchen tool"), TOOLS)
}

fn things() -> Vocabulary {
    Vocabulary::new(TOOLS)
}

#[test]
fn questions_are_asked_as_people_speak() {
    let asked = |words: &Vocabulary, rule: &Implication| words.question(rule).to_string();
    let tools = tools();
    for (rule, expected) in [
        (rule(&[0], &[1]), "If a kitchen tool has a blade, is it always sharp?"),
        (rule(&[0, 1], &[0, 1, 3]), "If a kitchen tool has a blade and is sharp, is it always made of steel?"),
        (rule(&[1], &[0]), "If a kitchen tool is sharp, does it always have a blade?"),
        (rule(&[1, 3], &[2]), "If a kitchen tool is sharp and made of steel, does it always heat food?"),
        (rule(&[0], &[1, 2]), "If a kitchen tool has a blade, is it always true that it is sharp and heats food?"),
        (rule(&[0], &[5]), "If a kitchen tool has a blade, is it always true that it can fly?"),
        (rule(&[], &[1]), "Is every kitchen tool sharp?"),
        (rule(&[], &[0]), "Does every kitchen tool have a blade?"),
        (rule(&[], &[2]), "Does every kitchen tool heat food?"),
        (rule(&[], &[0, 1]), "Is it true of every kitchen tool that it has a blade and is sharp?"),
        (never(&[0, 2]), "Is there a kitchen tool that has a blade and heats food?"),
        (never(&[]), "Is there a kitchen tool at all?"),
        // Of the fifth nothing is known.
        (never(&[0, 4]), "Is there a kitchen tool with both: blade, x7?"),
        (
            rule(&[0, 1, 2], &[4]),
            "Take a kitchen tool with all of these: blade, sharp, heats food. Does it always have this, too: x7?",
        ),
    ] {
        assert_eq!(asked(&tools, &rule), expected);
    }
    let things = things();
    assert_eq!(asked(&things, &rule(&[0], &[1])), "If something has a blade, is it always sharp?");
    assert_eq!(asked(&things, &rule(&[], &[1])), "Is everything here sharp?");
    assert_eq!(asked(&things, &never(&[0, 2])), "Is there anything that has a blade and heats food?");
    assert_eq!(asked(&things, &never(&[0, 4])), "Is there anything with both: blade, x7?");
}

#[test]
fn rules_are_stated_and_denied() {
    let tools = tools();
    let said = |rule: &Implication| (tools.statement(rule).to_string(), tools.denial(rule).to_string());
    let both = |one: &str, two: &str| (one.to_owned(), two.to_owned());
    assert_eq!(
        said(&rule(&[0], &[1, 3])),
        both(
            "Every kitchen tool that has a blade is also sharp and made of steel",
            "Not every kitchen tool that has a blade is also sharp and made of steel"
        )
    );
    assert_eq!(
        said(&never(&[0, 2])),
        both(
            "There is no kitchen tool that has a blade and heats food",
            "There is a kitchen tool that has a blade and heats food"
        )
    );
    assert_eq!(
        said(&rule(&[0, 4], &[2])),
        both(
            "Every kitchen tool that has both (blade, x7) also has this: heats food",
            "Not every kitchen tool that has both (blade, x7) also has this: heats food"
        )
    );
    let things = things();
    assert_eq!(things.statement(&rule(&[1], &[0])).to_string(), "Whatever is sharp also has a blade");
    assert_eq!(things.denial(&rule(&[1], &[0])).to_string(), "Not everything that is sharp also has a blade");
    assert_eq!(things.statement(&never(&[0, 2])).to_string(), "There is nothing that has a blade and heats food");
}

#[test]
fn attributes_stand_out() {
    let question = tools().question(&rule(&[0, 3], &[1]));
    let named: Vec<(&str, Attr)> =
        question.pieces.iter().filter_map(|piece| Some((piece.text.as_str(), piece.attr?))).collect();
    assert_eq!(named, [("has a blade", 0), ("is made of steel", 3), ("sharp", 1)]);
}

#[test]
fn an_empty_phrase_names_the_attribute_as_it_is() {
    let words = Vocabulary::new([("blade", Some("")), ("\u{7}", None)]);
    let question = words.question(&Implication::never(AttrSet::of(2, [0, 1])));
    assert_eq!(question.to_string(), "Is there anything with both: blade, \\u{7}?");
}

#[test]
fn objects_and_kinds_are_told_of() {
    let tools = tools();
    assert_eq!(
        tools.told_of("knife", &set(&[0, 1]), &set(&[2]), false),
        "knife has a blade and is sharp; does not heat food"
    );
    assert_eq!(tools.told_of("knife", &set(&[0]), &set(&[]), true), "knife has a blade; nothing else is so");
    assert_eq!(tools.told_of("knife", &set(&[0, 4]), &set(&[5]), false), "knife: blade, x7; not: fly");
    assert_eq!(tools.told_of("knife", &set(&[]), &set(&[]), false), "knife exists");
    assert_eq!(tools.kind(Some(0), None), "a kitchen tool that has a blade");
    assert_eq!(tools.kind(None, Some(1)), "a kitchen tool that is not sharp");
    assert_eq!(tools.kind(Some(0), Some(2)), "a kitchen tool that has a blade but does not heat food");
    assert_eq!(tools.kind(Some(4), Some(2)), "a kitchen tool with x7 but without heats food");
    assert_eq!(things().kind(Some(4), None), "something with x7");
}

#[test]
fn nouns_come_with_an_article_or_without() {
    let any = |noun: &str| {
        let words = Vocabulary::in_language(Language::english(), Some(noun), [("red", None)]);
        words.question(&Implication::never(AttrSet::of(1, [0]))).to_string()
    };
    assert_eq!(any("animal"), "Is there an animal that is red?");
    assert_eq!(any("the animal"), "Is there an animal that is red?");
    assert_eq!(any("An animal"), "Is there an animal that is red?");
    assert_eq!(any("university"), "Is there a university that is red?");
    assert_eq!(any("  "), "Is there anything that is red?");
}

fn german(noun: &str) -> Vocabulary {
    let language = Language::chosen(Some(&LanguageChoice::Shipped("de".to_owned()))).unwrap();
    let attributes = [
        ("Klinge", Some("hat eine Klinge")),
        ("scharf", None),
        ("erhitzt Essen", None),
        ("Griff", Some("hat einen Griff")),
        ("Deckel", None),
        ("an", Some("zieht Eisen an")),
    ];
    Vocabulary::in_language(language, Some(noun), attributes)
}

#[test]
fn german_is_a_file_of_patterns() {
    let words = german("das Küchengerät");
    for (rule, expected) in [
        (rule(&[0], &[1]), "Wenn ein Küchengerät eine Klinge hat, ist es dann immer scharf?"),
        (rule(&[1], &[0, 3]), "Wenn ein Küchengerät scharf ist, hat es dann immer eine Klinge und einen Griff?"),
        (
            rule(&[0, 3], &[2]),
            "Wenn ein Küchengerät eine Klinge und einen Griff hat, gilt dann immer, dass es Essen erhitzt?",
        ),
        (
            rule(&[2], &[1, 5]),
            "Wenn ein Küchengerät Essen erhitzt, gilt dann immer, dass es scharf ist und Eisen anzieht?",
        ),
        (rule(&[], &[3]), "Hat jedes Küchengerät einen Griff?"),
        (rule(&[], &[2]), "Gilt immer, dass jedes Küchengerät Essen erhitzt?"),
        (never(&[0, 2]), "Gibt es ein Küchengerät, das eine Klinge hat und Essen erhitzt?"),
        (never(&[2, 4]), "Gibt es ein Küchengerät, das beides hat: erhitzt Essen, Deckel?"),
    ] {
        assert_eq!(words.question(&rule).to_string(), expected);
    }
    for (rule, stated, denied) in [
        (
            rule(&[0], &[1]),
            "Jedes Küchengerät, das eine Klinge hat, ist auch scharf",
            "Nicht jedes Küchengerät, das eine Klinge hat, ist auch scharf",
        ),
        (
            rule(&[1], &[2, 5]),
            "Jedes Küchengerät, das scharf ist, erhitzt Essen und zieht Eisen an",
            "Nicht jedes Küchengerät, das scharf ist, erhitzt Essen und zieht Eisen an",
        ),
        (
            never(&[0, 2]),
            "Es gibt kein Küchengerät, das eine Klinge hat und Essen erhitzt",
            "Es gibt ein Küchengerät, das eine Klinge hat und Essen erhitzt",
        ),
    ] {
        assert_eq!(
            (words.statement(&rule).to_string(), words.denial(&rule).to_string()),
            (stated.to_owned(), denied.to_owned())
        );
    }
    assert_eq!(words.not_known(&never(&[1])), "Nicht bekannt: Gibt es ein Küchengerät, das scharf ist?");
    assert_eq!(words.told_of("Messer", &set(&[0]), &set(&[1]), false), "Messer hat eine Klinge; ist nicht scharf");
    let labels = words.language().answer_labels();
    assert_eq!((labels.rule.holds.as_str(), labels.never.holds.as_str()), ("Ja, immer", "Nein, nie"));
}

#[test]
fn german_nouns_have_genders() {
    let asked = |noun: &str, rule: &Implication| german(noun).question(rule).to_string();
    assert_eq!(asked("der Topf", &never(&[1])), "Gibt es einen Topf, der scharf ist?");
    assert_eq!(asked("die Pfanne", &rule(&[0], &[1])), "Wenn eine Pfanne eine Klinge hat, ist sie dann immer scharf?");
    assert_eq!(asked("", &never(&[1])), "Gibt es etwas, das scharf ist?");
}

#[test]
fn a_language_is_read_from_a_file() {
    let german = include_str!("../src/language/german.json");
    assert!(Language::chosen(Some(&Language::read(german).unwrap())).is_ok());
    let wrong = |from: &str, to: &str| Language::read(&german.replacen(from, to, 1)).unwrap_err();
    assert!(wrong("{a} {premise.last}, ist", "{a} {premise.lst}, ist").contains("premise.lst"));
    assert!(wrong("\"mixed\"", "\"mxed\"").contains("mxed"));
    assert!(wrong("Deutsch", "Deu\\u001btsch").contains("control"));
    assert!(wrong("Gibt es überhaupt {any}?", "Gibt es überhaupt {any?").contains("brace"));
    assert!(Language::chosen(Some(&LanguageChoice::Shipped("tlh".to_owned()))).unwrap_err().contains("tlh"));
    let english = include_str!("../src/language/english.json");
    Language::read(english).unwrap();
}
