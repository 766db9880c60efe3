//! Rules that hold as far as a search for exceptions tells carry what it bounds, through
//! the journal into rule files and words.
#![allow(clippy::unwrap_used)]

use hornbook::format::{RulesFormat, read_rules, write_rules};
use hornbook::{AnswersRestOn, ExceptionBound, Implication, NOT_BOUNDED};
use hornbook_explore::{Exploration, Response, Start};

fn exploration() -> Exploration {
    Exploration::in_memory(Start::attributes(["a", "b", "c", "d"]).seed(1)).unwrap()
}

fn rule(exploration: &Exploration, premise: &str, conclusion: &str) -> Implication {
    let set = |names: &str| exploration.universe().set(names.split(' ')).unwrap();
    Implication::new(set(premise), set(conclusion))
}

fn bound(exceptions_at_most: f64) -> ExceptionBound {
    ExceptionBound { exceptions_at_most, cases: 100, wrong_at_most: 0.02 }
}

fn bounds(exploration: &Exploration) -> Vec<(String, Option<f64>)> {
    let book = exploration.rulebook();
    let mut bounds: Vec<_> = book
        .rules
        .iter()
        .map(|rule| (rule.implication.display(&book.universe).to_string(), rule.exceptions_at_most))
        .collect();
    bounds.sort_by(|(one, _), (other, _)| one.cmp(other));
    bounds
}

#[test]
fn bounds_go_from_answers_to_rule_files() {
    let mut exploration = exploration();
    let searched = rule(&exploration, "a", "b");
    let by_search = |it: &mut Exploration| it.answer_searched(Some("box"), &searched, bound(0.03)).unwrap();
    exploration.by_program(by_search);
    let trusted = rule(&exploration, "b", "c");
    exploration.answer(Some("ada"), &trusted, Response::Holds).unwrap();
    let expected = [("a -> b".to_owned(), Some(0.03)), ("b -> c".to_owned(), None)];
    assert_eq!(bounds(&exploration), expected);
    // The same after the journal was read again, and of the rule file.
    let again = Exploration::of(exploration.journal().copy()).unwrap();
    assert_eq!(bounds(&again), expected);
    let book = exploration.rulebook();
    let search = AnswersRestOn::Search { exceptions_at_most: 0.03, rules: 1, cases: 100, wrong_at_most: 0.02 };
    assert_eq!(book.run.as_ref().unwrap().answers_rest_on, [search]);
    let mut file = Vec::new();
    write_rules(&book, RulesFormat::Json, &mut file).unwrap();
    let mut read = read_rules(&file, None).unwrap();
    read.run.as_mut().unwrap().certificate = book.run.as_ref().unwrap().certificate;
    assert_eq!(read, book);
    let mut table = Vec::new();
    write_rules(&book, RulesFormat::Csv, &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    assert!(table.lines().next().unwrap().ends_with(",exceptions_at_most"), "{table}");
    assert!(table.contains(",0.030000"), "{table}");
}

#[test]
fn who_says_that_it_holds_makes_it_trusted() {
    let mut exploration = exploration();
    let question = rule(&exploration, "a", "b");
    exploration.answer_searched(Some("box"), &question, bound(0.03)).unwrap();
    let word = exploration.answer(Some("ada"), &question, Response::Holds).unwrap();
    assert_eq!(bounds(&exploration), [("a -> b".to_owned(), None)]);
    assert!(exploration.answers_rest_on().is_empty());
    exploration.retract(Some("ada"), &word).unwrap();
    assert_eq!(bounds(&exploration), [("a -> b".to_owned(), Some(0.03))]);
}

#[test]
fn what_each_searches_for_may_be_wrong() {
    let mut exploration = exploration();
    for (who, premise, conclusion) in [("one", "a", "b"), ("one", "b", "c"), ("two", "c", "d")] {
        let question = rule(&exploration, premise, conclusion);
        exploration.answer_searched(Some(who), &question, bound(0.03)).unwrap();
    }
    let [AnswersRestOn::Search { rules: 3, cases: 300, wrong_at_most, .. }] = exploration.answers_rest_on()[..] else {
        panic!("{:?}", exploration.answers_rest_on());
    };
    assert!((wrong_at_most - 0.04).abs() < 1e-12);
    assert!(bounds(&exploration).iter().all(|(_, bound)| *bound == Some(0.03)));
    // What a journal says may be nonsense.
    let question = rule(&exploration, "d", "a");
    exploration.answer_searched(Some("two"), &question, bound(7.0)).unwrap();
    assert!(bounds(&exploration).contains(&("d -> a".to_owned(), Some(NOT_BOUNDED))));
}
