//! Experts that are asked before people: what their replies come to, and what happens
//! when they are late, fail or end.
#![allow(clippy::unwrap_used)]

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use hornbook::{AttrSet, Conclusion, Implication};
use hornbook_experts::{Abilities, BeforePeople, Expert, ExpertError, ExpertQuestion, ExpertReply};
use hornbook_explore::{FirstAsked, ProgramWord, Response};

/// What it does when somebody waits for its answer.
enum Does {
    Reply(ExpertReply),
    /// Answers the question of this number.
    ReplyTo(u64, ExpertReply),
    End,
}

struct Scripted {
    does: VecDeque<Does>,
    asked: Vec<u64>,
    abilities: Abilities,
}

fn scripted(does: Vec<Does>) -> Scripted {
    Scripted { does: does.into(), asked: Vec::new(), abilities: Abilities::default() }
}

impl Expert for Scripted {
    fn name(&self) -> &str {
        "sage"
    }

    fn abilities(&self) -> Abilities {
        self.abilities
    }

    fn send(&mut self, id: u64, _: &ExpertQuestion) -> Result<(), ExpertError> {
        self.asked.push(id);
        Ok(())
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        match self.does.pop_front() {
            Some(Does::Reply(reply)) => Ok(self.asked.last().map(|id| (*id, reply))),
            Some(Does::ReplyTo(id, reply)) => Ok(Some((id, reply))),
            Some(Does::End) => Err(ExpertError::Unreachable { name: "sage".to_owned(), problem: "it died".to_owned() }),
            None => {
                std::thread::sleep(patience);
                Ok(None)
            }
        }
    }
}

fn set(attrs: &[usize]) -> AttrSet {
    AttrSet::of(4, attrs.iter().copied())
}

fn question() -> Implication {
    Implication::new(set(&[0]), set(&[1]))
}

fn ask(expert: &mut BeforePeople<Scripted>) -> ProgramWord {
    expert.ask(&question(), &|| false)
}

const SOON: Duration = Duration::from_millis(120);

#[test]
fn replies_are_answers() {
    let example = ExpertReply::Counterexample { name: Some("bat".to_owned()), has: set(&[0, 3]), unknown: set(&[2]) };
    let closure = |attrs: &[usize]| ExpertReply::Closure(Conclusion::Attrs(set(attrs)));
    for (reply, word) in [
        (ExpertReply::Holds, ProgramWord::Known(Response::Holds)),
        (example, ProgramWord::Known(Response::refuted("bat", set(&[0, 3]), set(&[1])))),
        (ExpertReply::Fails, ProgramWord::Unknown),
        (ExpertReply::Unknown, ProgramWord::Unknown),
        (ExpertReply::Partly(set(&[1])), ProgramWord::Known(Response::Partly { holds: set(&[1]), object: None })),
        (ExpertReply::Failed("no memory".to_owned()), ProgramWord::Failed("no memory".to_owned())),
        (closure(&[0, 1, 2]), ProgramWord::Known(Response::Holds)),
        (ExpertReply::Closure(Conclusion::Falsum), ProgramWord::Known(Response::Holds)),
        (closure(&[0, 2]), ProgramWord::Known(Response::refuted("", set(&[0, 2]), set(&[1, 3])))),
    ] {
        assert_eq!(ask(&mut BeforePeople::new(scripted(vec![Does::Reply(reply)]), 4, SOON)), word);
    }
}

#[test]
fn who_is_late_is_left_and_then_asked_no_more() {
    let mut expert = BeforePeople::new(scripted(Vec::new()), 4, SOON);
    let ProgramWord::Failed(problem) = ask(&mut expert) else { panic!("it never answers") };
    assert!(problem.contains("it took longer than 120ms"), "{problem}");
    assert!(matches!(ask(&mut expert), ProgramWord::Gone(_)));
    // An answer to something else is no answer to this.
    let does = vec![Does::ReplyTo(7, ExpertReply::Unknown), Does::Reply(ExpertReply::Holds)];
    let mut expert = BeforePeople::new(scripted(does), 4, Duration::from_secs(60));
    assert_eq!(ask(&mut expert), ProgramWord::Known(Response::Holds));
}

#[test]
fn who_ends_is_gone_and_nobody_waits_who_does_not_want_to() {
    let mut expert = BeforePeople::new(scripted(vec![Does::End]), 4, SOON);
    assert_eq!(ask(&mut expert), ProgramWord::Gone("it died".to_owned()));
    let mut expert = BeforePeople::new(scripted(Vec::new()), 4, Duration::from_secs(600));
    let started = Instant::now();
    let word = expert.ask(&question(), &|| started.elapsed() > Duration::from_millis(100));
    assert_eq!(word, ProgramWord::CalledOff);
}

#[test]
fn closures_are_asked_of_who_knows_no_implications_and_sets_of_nobody() {
    let abilities = Abilities { implication: false, closure: true, member: false };
    let closed = Does::Reply(ExpertReply::Closure(Conclusion::Attrs(set(&[0, 1]))));
    let expert = Scripted { abilities, ..scripted(vec![closed]) };
    assert_eq!(ask(&mut BeforePeople::new(expert, 4, SOON)), ProgramWord::Known(Response::Holds));
    let abilities = Abilities { closure: false, member: true, ..abilities };
    let expert = Scripted { abilities, ..scripted(Vec::new()) };
    assert!(matches!(ask(&mut BeforePeople::new(expert, 4, SOON)), ProgramWord::Gone(_)));
}
