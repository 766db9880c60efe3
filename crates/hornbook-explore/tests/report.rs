//! The report: one document, whatever it is written as.
#![allow(clippy::unwrap_used)]

use hornbook::{AttrSet, Implication};
use hornbook_explore::journal::Policy;
use hornbook_explore::{Exploration, Response, Start, report};
use hornbook_words::{html, markdown, text};

fn rule(from: usize, to: usize) -> Implication {
    Implication::new(AttrSet::of(3, [from]), AttrSet::of(3, [to]))
}

fn animals() -> Exploration {
    Exploration::in_memory(Start::attributes(["hair", "milk", "eggs"]).title("Animals").seed(1)).unwrap()
}

#[test]
fn an_answer_taken_back_is_no_question_answered() {
    let mut exploration = animals();
    exploration.answer(None, &rule(0, 1), Response::Holds).unwrap();
    let second = exploration.answer(None, &rule(1, 0), Response::Holds).unwrap();
    let answered = |exploration: &Exploration, words: &str| {
        let report = report(exploration);
        for written in [text::document(&report), markdown::document(&report), html::body(&report), html::page(&report)]
        {
            assert!(written.contains(words), "{words}: {written}");
        }
    };
    answered(&exploration, "2 questions were answered.");
    exploration.retract(None, &second).unwrap();
    answered(&exploration, " 1 question was answered.");
    assert_eq!(exploration.questions(), 1);
    assert_eq!(exploration.rulebook().run.unwrap().questions.asked, 1);
    exploration.answer(None, &rule(2, 0), Response::Unknown).unwrap();
    exploration.answer(None, &rule(2, 1), Response::Later).unwrap();
    answered(&exploration, " 1 question was answered; nobody knew the answer to 1 more.");
    exploration.next(&mut hornbook::learn::unwatched).unwrap();
    assert_eq!(exploration.standing().unwrap().questions, exploration.questions());
}

#[test]
fn a_report_has_all_parts() {
    let mut exploration = animals();
    exploration.answer(Some("ada"), &rule(0, 1), Response::Holds).unwrap();
    let platypus = Response::refuted("platypus", AttrSet::empty(3), AttrSet::of(3, [0]));
    exploration.answer(Some("ada"), &rule(2, 0), platypus).unwrap();
    exploration.answer(None, &rule(2, 1), Response::Unknown).unwrap();
    exploration.set_policy(None, Policy::Majority { of: 3 }).unwrap();
    let report = report(&exploration);
    let titles: Vec<&str> = report.sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!(titles, ["Rules (1)", "Open questions (1)", "Objects (1)"]);
    let written = markdown::document(&report);
    let date = &exploration.journal().entries()[0].time[..10];
    for line in [
        "# Animals",
        &format!("1. Whatever has hair also has milk. *(ada, {date}; 0 objects known)*"),
        "- If something has eggs, does it always have milk? *(nobody knew)*",
        "|  | hair | milk | eggs |",
        "| platypus |  | ? | × |",
        "× has it, ? not known.",
    ] {
        assert!(written.lines().any(|found| found == line), "{line}: {written}");
    }
    assert!(written.contains(" A majority of 3 counts.\n"), "{written}");
}
