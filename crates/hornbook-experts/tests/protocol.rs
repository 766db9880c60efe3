//! The messages between Hornbook and programs: what is written and read fits the
//! schema, and what makes no sense is told.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashSet;
use std::fs;

use common::schema;
use hornbook::{Conclusion, Implication};
use hornbook_experts::protocol::{AnswerFault, AnswerMessage, HelloMessage, greeting_line, question_line};
use hornbook_experts::{Abilities, ExpertQuestion, ExpertReply, Subject};
use hornbook_explore::journal::Attribute;
use serde_json::Value;

fn subject() -> Subject {
    let mut attributes = common::attributes(&["hair", "milk", "eggs", "\"odd\"\n"]);
    attributes[1] = Attribute {
        name: "milk".to_owned(),
        phrase: Some("gives milk".to_owned()),
        description: Some("to its young".to_owned()),
    };
    Subject::new(attributes).unwrap()
}

fn rule(premise: &[&str], conclusion: Option<&[&str]>) -> Implication {
    let universe = subject().universe().clone();
    let premise = universe.set(premise).unwrap();
    match conclusion {
        Some(names) => Implication::new(premise, universe.set(names).unwrap()),
        None => Implication::never(premise),
    }
}

fn schema_problem(message: &str, part: &str) -> Option<String> {
    let text = fs::read_to_string(common::in_repository("docs/experts/protocol.schema.json")).unwrap();
    let root: Value = serde_json::from_str(&text).unwrap();
    schema::problem(&root, &root["$defs"][part], &serde_json::from_str(message).unwrap())
}

#[test]
fn what_is_written_fits_the_schema() {
    let subject = subject();
    let set = |names: &[&str]| subject.universe().set(names).unwrap();
    let questions = [
        ExpertQuestion::Implication(rule(&["hair"], Some(&["milk", "\"odd\"\n"]))),
        ExpertQuestion::Implication(rule(&["hair", "eggs"], None)),
        ExpertQuestion::Implication(rule(&[], Some(&["hair"]))),
        ExpertQuestion::Closure(set(&["milk"])),
        ExpertQuestion::Closure(set(&[])),
        ExpertQuestion::Member(set(&["hair", "milk"])),
        ExpertQuestion::Member(set(&[])),
    ];
    let lines = questions.iter().enumerate().map(|(id, question)| question_line(&subject, id as u64, question));
    for line in lines.chain([greeting_line(None), greeting_line(Some(&subject))]) {
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(schema_problem(&line, "from_hornbook"), None, "{line}");
    }
    let asked: Value = serde_json::from_str(&question_line(&subject, 7, &questions[1])).unwrap();
    assert_eq!(asked["words"], "Is this so: There is nothing that has hair and eggs?");
    assert_eq!(asked["impossible"], true);
}

/// Answers to "hair, then milk and eggs?", what they mean, and what is wrong.
#[test]
fn answers_and_what_they_mean() {
    let subject = subject();
    let universe = subject.universe().clone();
    let set = |names: &[&str]| universe.set(names).unwrap();
    let question = ExpertQuestion::Implication(rule(&["hair"], Some(&["milk", "eggs"])));
    let never = ExpertQuestion::Implication(rule(&["hair"], None));
    let closure = ExpertQuestion::Closure(set(&["hair"]));
    let member = ExpertQuestion::Member(set(&["hair"]));
    let counterexample = |name: Option<&str>, has: &[&str], unknown: &[&str]| ExpertReply::Counterexample {
        name: name.map(str::to_owned),
        has: set(has),
        unknown: set(unknown),
    };
    for (question, said, meant) in [
        (&question, r#"{"id":1,"holds":true}"#, ExpertReply::Holds),
        (&question, r#"{"id":1,"holds":false}"#, ExpertReply::Fails),
        (&question, r#"{"id":1,"unknown":true}"#, ExpertReply::Unknown),
        (&question, r#"{"id":1,"partly":["milk"]}"#, ExpertReply::Partly(set(&["milk"]))),
        (&question, r#"{"id":1,"partly":["milk"],"unknown":true}"#, ExpertReply::PartlyKnown(set(&["milk"]))),
        (&question, r#"{"id":1,"holds":true,"because":["a zoo"]}"#, ExpertReply::Holds),
        (&question, r#"{"id":1,"counterexample":["hair","milk"]}"#, counterexample(None, &["hair", "milk"], &[])),
        (
            &question,
            r#"{"id":1,"counterexample":["hair"],"unknown":["milk"],"name":" bee "}"#,
            counterexample(Some("bee"), &["hair"], &["milk"]),
        ),
        (&question, r#"{"id":1,"error":"a\u0007b"}"#, ExpertReply::Failed("a\\u{7}b".to_owned())),
        (
            &closure,
            r#"{"id":1,"closure":["hair","milk"]}"#,
            ExpertReply::Closure(Conclusion::Attrs(set(&["hair", "milk"]))),
        ),
        (&closure, r#"{"id":1,"impossible":true}"#, ExpertReply::Closure(Conclusion::Falsum)),
        (&member, r#"{"id":1,"member":false}"#, ExpertReply::Member(false)),
    ] {
        assert_eq!(schema_problem(said, "to_hornbook"), None, "{said}");
        let answer = AnswerMessage::parse(said).unwrap();
        assert_eq!(answer.id(), 1);
        assert_eq!(answer.reply(question, &subject, &HashSet::new()), Ok(meant), "{said}");
    }
    for (question, said, problem) in [
        (&question, r#"{"id":1,"counterexample":["hair","milk","eggs"]}"#, "breaks nothing"),
        (&question, r#"{"id":1,"counterexample":["hair","milk"],"unknown":["eggs"]}"#, "breaks nothing"),
        (&question, r#"{"id":1,"counterexample":["milk"]}"#, "does not list \"hair\""),
        (&question, r#"{"id":1,"counterexample":["hair"],"unknown":["hair"]}"#, "unknown whether"),
        (&question, r#"{"id":1,"counterexample":["hair","fins"]}"#, "\"fins\", which is no attribute"),
        (&question, r#"{"id":1,"partly":["milk","eggs"]}"#, "all of the conclusion"),
        (&question, r#"{"id":1,"partly":["hair"]}"#, "is empty"),
        (&never, r#"{"id":1,"partly":["milk"],"unknown":true}"#, "goes with a conclusion"),
        (&closure, r#"{"id":1,"closure":["milk"]}"#, "leaves out \"hair\""),
    ] {
        let fault = AnswerMessage::parse(said).unwrap().reply(question, &subject, &HashSet::new()).unwrap_err();
        assert!(matches!(&fault, AnswerFault::Content(found) if found.contains(problem)), "{said}: {fault:?}");
    }
    for (question, said, problem) in [
        (&question, r#"{"id":1,"holds":true,"counterexample":["hair"]}"#, "both holds and counterexample"),
        (&question, r#"{"id":1}"#, "expected one of"),
        (&question, r#"{"id":1,"unknown":false}"#, "says nothing"),
        (&question, r#"{"id":1,"unknown":["milk"]}"#, "expected one of"),
        (&question, r#"{"id":1,"partly":["milk"],"unknown":["eggs"]}"#, "goes with a counterexample"),
        (&question, r#"{"id":1,"holds":true,"name":"x"}"#, "goes with a counterexample"),
        (&question, r#"{"id":1,"member":true}"#, "no question of the kind implication"),
        (&closure, r#"{"id":1,"holds":true}"#, "no question of the kind closure"),
        (&member, r#"{"id":1,"closure":[]}"#, "no question of the kind member"),
    ] {
        let fault = AnswerMessage::parse(said).unwrap().reply(question, &subject, &HashSet::new()).unwrap_err();
        assert!(matches!(&fault, AnswerFault::Message(found) if found.contains(problem)), "{said}: {fault:?}");
    }
    let long = format!(r#"{{"id":1,"holds":true,"because":["  a ","", "{}"]}}"#, "x".repeat(2000));
    let because = AnswerMessage::parse(&long).unwrap().because();
    assert_eq!((because.len(), because[0].as_str(), because[1].len()), (2, "a", 1000));
    // What a program knows beyond what it is asked about is left out.
    let beyond = HashSet::from(["fins".to_owned()]);
    let said = AnswerMessage::parse(r#"{"id":1,"counterexample":["hair","fins"]}"#).unwrap();
    assert_eq!(said.reply(&question, &subject, &beyond), Ok(counterexample(None, &["hair"], &[])));
}

#[test]
fn lines_that_are_no_answers() {
    for (said, problem) in [
        ("hello", "expected one JSON object a line"),
        ("[1]", "expected one JSON object a line"),
        (r#"{"holds":true}"#, "missing field `id`"),
        (r#"{"id":-1,"holds":true}"#, "no answer"),
        (r#"{"id":1,"hold":true}"#, "unknown field `hold`"),
        (r#"{"id":1,"holds":"yes"}"#, "no answer"),
        (r#"{"id":1,"holds":true,"holds":false}"#, "duplicate field"),
    ] {
        let found = AnswerMessage::parse(said).unwrap_err();
        assert!(found.contains(problem) && found.contains(said), "{said}: {found}");
    }
    let long = AnswerMessage::parse(&"\u{1b}[31m".repeat(1000)).unwrap_err();
    assert!(long.len() < 3000 && !long.contains('\u{1b}'), "{long}");
}

#[test]
fn greetings() {
    let said = r#"{"hornbook":1,"name":" prover ","attributes":["a",{"name":"b","phrase":"is b","description":"x"}],
        "at_once":8,"kinds":["closure","member"]}"#;
    assert_eq!(schema_problem(said, "program_hello"), None);
    let greeting = HelloMessage::parse(said).unwrap();
    assert_eq!((greeting.name.as_deref(), greeting.at_once), (Some("prover"), 8));
    assert_eq!(greeting.abilities, Abilities { implication: false, closure: true, member: true });
    assert_eq!(greeting.attributes[1].phrase.as_deref(), Some("is b"));
    assert_eq!(HelloMessage::parse(r#"{"hornbook":1}"#).unwrap().abilities, Abilities::default());
    for (said, problem) in [
        (r#"{"hornbook":2}"#, "speaks version 2, expected 1"),
        (r#"{"hornbook":1,"at_once":0}"#, "from 1 to 1000"),
        (r#"{"hornbook":1,"kinds":[]}"#, "asked nothing"),
        (r#"{"hornbook":1,"kinds":["guess"]}"#, "unknown variant `guess`"),
        (r#"{"hornbook":1,"attributes":["a","a"]}"#, "\"a\" twice"),
        (r#"{"hornbook":1,"colour":"red"}"#, "unknown field `colour`"),
    ] {
        let found = HelloMessage::parse(said).unwrap_err();
        assert!(found.contains(problem), "{said}: {found}");
    }
}
