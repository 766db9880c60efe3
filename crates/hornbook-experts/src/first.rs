//! An expert that is asked before people are: one question at a time, with a limit of
//! time for each.

use std::time::{Duration, Instant};

use hornbook::{AttrSet, Conclusion, Implication};
use hornbook_explore::{FirstAsked, ProgramWord, Response};

use crate::{Expert, ExpertQuestion, ExpertReply};

/// How long to wait for an answer before looking whether anybody still wants it.
const PATIENCE: Duration = Duration::from_millis(50);
/// So many questions in a row may take too long before nothing more is asked: people
/// would wait for each of them.
const MAX_TOO_LATE_IN_A_ROW: u32 = 2;

/// An expert that is asked before people are.
#[derive(Debug)]
pub struct BeforePeople<E> {
    expert: E,
    name: String,
    /// How many attributes there are.
    attributes: usize,
    time_limit: Duration,
    next_id: u64,
    too_late_in_a_row: u32,
}

impl<E: Expert + Send> BeforePeople<E> {
    /// An expert on so many attributes that has so long for each question.
    pub fn new(expert: E, attributes: usize, time_limit: Duration) -> Self {
        let name = expert.name().to_owned();
        Self { expert, name, attributes, time_limit, next_id: 1, too_late_in_a_row: 0 }
    }

    /// Its answer to a question that was sent; none if it is too late or nobody wants
    /// it any more.
    fn wait_for(&mut self, id: u64, stop: &dyn Fn() -> bool) -> Result<ExpertReply, ProgramWord> {
        let until = Instant::now() + self.time_limit;
        while !stop() {
            let now = Instant::now();
            if now >= until {
                return Err(self.too_late());
            }
            match self.expert.receive(PATIENCE.min(until - now)) {
                Ok(Some((answered, reply))) if answered == id => {
                    self.too_late_in_a_row = 0;
                    return Ok(reply);
                }
                // Others are answers that nobody waits for any more.
                Ok(_) => {}
                Err(error) => return Err(ProgramWord::Gone(without_name(&error.to_string(), &self.name))),
            }
        }
        Err(ProgramWord::CalledOff)
    }

    fn too_late(&mut self) -> ProgramWord {
        self.too_late_in_a_row += 1;
        let problem = format!("it took longer than {:?}", self.time_limit);
        match self.too_late_in_a_row < MAX_TOO_LATE_IN_A_ROW {
            true => ProgramWord::Failed(problem),
            false => ProgramWord::Gone(format!("{problem}, {MAX_TOO_LATE_IN_A_ROW} times in a row")),
        }
    }

    /// A reply as an answer to a question.
    fn word(&self, question: &Implication, reply: ExpertReply) -> ProgramWord {
        let lacks =
            |has: &AttrSet, unknown: &AttrSet| AttrSet::full(self.attributes).difference(has).difference(unknown);
        match reply {
            ExpertReply::Holds => ProgramWord::Known(Response::Holds),
            ExpertReply::Counterexample { name, has, unknown } => {
                let lacks = lacks(&has, &unknown);
                ProgramWord::Known(Response::refuted(name.unwrap_or_default(), has, lacks))
            }
            ExpertReply::Partly(holds) | ExpertReply::PartlyKnown(holds) => {
                ProgramWord::Known(Response::Partly { holds, object: None })
            }
            ExpertReply::Closure(Conclusion::Falsum) => ProgramWord::Known(Response::Holds),
            ExpertReply::Closure(Conclusion::Attrs(closed)) => match question.conclusion.is_subset(&closed) {
                true => ProgramWord::Known(Response::Holds),
                // What has just the closure breaks no rule that holds, and breaks this one.
                false => {
                    let lacks = lacks(&closed, &AttrSet::empty(self.attributes));
                    ProgramWord::Known(Response::refuted("", closed, lacks))
                }
            },
            // Without an example nothing is learned from it: a person may know one.
            // That a search broke nothing is left to people, too.
            ExpertReply::Fails | ExpertReply::Unknown | ExpertReply::NoExceptionFound(_) => ProgramWord::Unknown,
            ExpertReply::Failed(problem) => ProgramWord::Failed(problem),
            ExpertReply::Member(_) => ProgramWord::Failed("it answered what it was not asked".to_owned()),
        }
    }
}

impl<E: Expert + Send> FirstAsked for BeforePeople<E> {
    fn name(&self) -> &str {
        &self.name
    }

    fn take_because(&mut self) -> Vec<String> {
        self.expert.take_because()
    }

    fn ask(&mut self, question: &Implication, stop: &dyn Fn() -> bool) -> ProgramWord {
        let abilities = self.expert.abilities();
        let asked = match (abilities.implication, abilities.closure) {
            (true, _) => ExpertQuestion::Implication(question.clone()),
            (false, true) => ExpertQuestion::Closure(question.premise.clone()),
            (false, false) => {
                return ProgramWord::Gone("it can be asked neither about implications nor about closures".to_owned());
            }
        };
        let id = self.next_id;
        self.next_id += 1;
        if let Err(error) = self.expert.send(id, &asked) {
            return ProgramWord::Gone(without_name(&error.to_string(), &self.name));
        }
        match self.wait_for(id, stop) {
            Ok(reply) => self.word(question, reply),
            Err(word) => word,
        }
    }
}

/// An error without the name it begins with, which is said anyway.
fn without_name(error: &str, name: &str) -> String {
    let rest = error.strip_prefix(name).and_then(|rest| rest.strip_prefix(": "));
    rest.unwrap_or(error).to_owned()
}
