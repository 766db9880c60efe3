//! A program that answers: one JSON object a line in, one a line out.
//!
//! It is started by the shell. If it dies, or says nothing for too long, it is
//! started again, after a while that doubles, and is sent again what it had not
//! answered. If it dies again and again without an answer between, that is given
//! up. A question with which it died several times is left as failed, if it has
//! answered others.

mod lines;
mod process;

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use hornbook_explore::journal::Attribute;

use self::lines::{MAX_LINE_BYTES, Printed};
use self::process::{Ending, Process};
use crate::acquaintance::Acquaintance;
use crate::protocol::{AnswerFault, AnswerMessage, HelloMessage, greeting_line, question_line, quote};
use crate::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply, Subject};

/// How long a program may take for an answer, unless told otherwise.
pub const USUAL_ANSWER_TIME: Duration = Duration::from_secs(60);
/// So long a program has to say who it is before it is asked. It may say so later.
const TIME_TO_GREET: Duration = Duration::from_secs(1);
/// After so many deaths in a row, a program that never answered is given up.
const MAX_DEATHS_BEFORE_ANSWER: u32 = 3;
/// After so many deaths in a row without an answer between, any program is.
const MAX_DEATHS_IN_A_ROW: u32 = 12;
/// A question that was before a program at so many of its deaths is not sent again.
const MAX_DEATHS_OF_QUESTION: u32 = 2;
/// How long to wait before the first restart; doubled for each in a row.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// No pause is longer.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// A program that answers.
#[derive(Debug)]
pub struct Program {
    command: String,
    answer_time: Duration,
    known: Acquaintance,
    process: Option<Process>,
    /// Whether the process has said nothing yet, so that it may say who it is.
    may_greet: bool,
    /// When it is to be started again.
    restart_at: Option<Instant>,
    /// The questions before it.
    out: BTreeMap<u64, Waiting>,
    /// Numbers of all questions that it ever got.
    asked: HashSet<u64>,
    /// Answers, each with what it rests on.
    ready: VecDeque<(u64, ExpertReply, Vec<String>)>,
    /// What the answer that was handed on last rests on.
    because: Vec<String>,
    /// When it last answered or was sent something after a time of nothing to do.
    heard: Instant,
    has_answered: bool,
    deaths_in_a_row: u32,
}

/// A question that waits for its answer.
#[derive(Debug)]
struct Waiting {
    question: ExpertQuestion,
    deaths: u32,
}

impl Program {
    /// Starts a program. Without attributes, it has to name them itself.
    pub fn start(command: &str, attributes: &[Attribute], answer_time: Duration) -> Result<Self, ExpertError> {
        let known = Acquaintance::new(&name_of(command), attributes)?;
        let mut program = Self {
            command: command.to_owned(),
            answer_time,
            known,
            process: None,
            may_greet: true,
            restart_at: None,
            out: BTreeMap::new(),
            asked: HashSet::new(),
            ready: VecDeque::new(),
            because: Vec::new(),
            heard: Instant::now(),
            has_answered: false,
            deaths_in_a_row: 0,
        };
        program.launch()?;
        let patience = if attributes.is_empty() { answer_time } else { TIME_TO_GREET };
        program.await_greeting(patience)?;
        if attributes.is_empty() && program.known.subject().is_none() {
            let problem = "it names no attributes: name them with --attributes, or let its first line do so";
            return Err(program.fault(problem));
        }
        Ok(program)
    }

    /// The attributes it is asked about.
    pub fn attributes(&self) -> &[Attribute] {
        self.known.subject().map_or(&[], Subject::attributes)
    }

    /// Calls it otherwise than it calls itself.
    pub fn rename(&mut self, name: &str) {
        self.known.rename(name);
    }

    fn launch(&mut self) -> Result<(), ExpertError> {
        let started = Process::start(&self.command).map_err(|error| ExpertError::Unreachable {
            name: self.known.name().to_owned(),
            problem: format!("the shell cannot be started: {error}"),
        })?;
        started.write(greeting_line(self.known.subject()));
        if let Some(subject) = self.known.subject() {
            self.out.iter().for_each(|(&id, waiting)| started.write(question_line(subject, id, &waiting.question)));
        }
        self.process = Some(started);
        self.may_greet = true;
        self.restart_at = None;
        self.heard = Instant::now();
        Ok(())
    }

    /// Waits for the first line, if there is one soon.
    fn await_greeting(&mut self, patience: Duration) -> Result<(), ExpertError> {
        let until = Instant::now() + patience;
        while self.may_greet && Instant::now() < until {
            self.wait(until)?;
        }
        Ok(())
    }

    /// Waits for a line, a restart or the end of somebody's patience, and takes up
    /// what happened.
    fn wait(&mut self, until: Instant) -> Result<(), ExpertError> {
        let now = Instant::now();
        if let Some(restart_at) = self.restart_at {
            thread::sleep(restart_at.min(until).saturating_duration_since(now));
            return if Instant::now() >= restart_at { self.launch() } else { Ok(()) };
        }
        let Some(process) = &self.process else {
            thread::sleep(until.saturating_duration_since(now));
            return Ok(());
        };
        let silent_until = if self.out.is_empty() { until } else { self.heard + self.answer_time };
        match process.read(until.min(silent_until).saturating_duration_since(now)) {
            Some(Printed::Line(line)) => self.hear(&line),
            Some(Printed::TooLong) => {
                Err(self.fault(&format!("it printed more than {} MiB without the end of a line", MAX_LINE_BYTES >> 20)))
            }
            Some(Printed::NoText) => Err(self.fault("it printed bytes that are no text in UTF-8")),
            Some(Printed::Ended) => match self.process.take().map(Process::end) {
                // Who has nothing to do may end.
                Some(ending) => self.died(&ending, &ending.in_words()),
                None => Ok(()),
            },
            None if !self.out.is_empty() && Instant::now() >= silent_until => {
                let problem = format!("it said nothing for {}", hornbook_words::duration(self.answer_time));
                match self.process.take().map(Process::end) {
                    Some(ending) => self.died(&ending, &problem),
                    None => Ok(()),
                }
            }
            None => Ok(()),
        }
    }

    /// Takes up a line.
    fn hear(&mut self, line: &str) -> Result<(), ExpertError> {
        let is_first = std::mem::take(&mut self.may_greet);
        if HelloMessage::is_one(line) {
            if !is_first {
                return Err(self.fault(&format!("it said who it is in {}, expected as its first line", quote(line))));
            }
            let greeting = HelloMessage::parse(line).map_err(|problem| self.fault(&problem))?;
            let was_unknown = self.known.subject().is_none();
            self.known.take(greeting).map_err(|problem| self.fault(&problem))?;
            if !was_unknown {
                self.withdraw_unknown_kinds();
            }
            return Ok(());
        }
        let answer = AnswerMessage::parse(line).map_err(|problem| self.fault(&problem))?;
        let id = answer.id();
        let Some(Waiting { question, .. }) = self.out.get(&id) else {
            let problem = match self.asked.contains(&id) {
                true => format!("it answered question {id} twice: {}", quote(line)),
                false => format!("it answered question {id}, which was never asked: {}", quote(line)),
            };
            return Err(self.fault(&problem));
        };
        let reply = match self.known.reply(&answer, question) {
            Ok(reply) => reply,
            Err(AnswerFault::Content(problem)) => ExpertReply::Failed(format!("{problem}, in {}", quote(line))),
            Err(AnswerFault::Message(problem)) => {
                return Err(self.fault(&format!("it said {}: {problem}", quote(line))));
            }
        };
        self.out.remove(&id);
        self.ready.push_back((id, reply, answer.because()));
        self.heard = Instant::now();
        self.has_answered = true;
        self.deaths_in_a_row = 0;
        Ok(())
    }

    /// Who says late what it can be asked is not held to what it cannot.
    fn withdraw_unknown_kinds(&mut self) {
        let Abilities { implication, closure, member } = self.known.abilities();
        let knows = |question: &ExpertQuestion| match question {
            ExpertQuestion::Implication(_) => implication,
            ExpertQuestion::Closure(_) => closure,
            ExpertQuestion::Member(_) => member,
        };
        let unknown: Vec<u64> =
            self.out.iter().filter(|(_, waiting)| !knows(&waiting.question)).map(|(&id, _)| id).collect();
        for id in unknown {
            self.out.remove(&id);
            let problem = "it does not know this kind of question".to_owned();
            self.ready.push_back((id, ExpertReply::Failed(problem), Vec::new()));
        }
    }

    /// Has a program that ended started again, unless that is in vain.
    fn died(&mut self, ending: &Ending, problem: &str) -> Result<(), ExpertError> {
        self.deaths_in_a_row += 1;
        let name = self.known.name().to_owned();
        let last_words = ending.last_words();
        if !self.has_answered && ending.is_no_command() {
            return Err(ExpertError::Unreachable { name, problem: format!("{problem}{last_words}") });
        }
        let most = if self.has_answered { MAX_DEATHS_IN_A_ROW } else { MAX_DEATHS_BEFORE_ANSWER };
        if self.deaths_in_a_row >= most {
            let problem = format!("{problem}, {most} times in a row without an answer between{last_words}");
            return Err(ExpertError::Unreachable { name, problem });
        }
        if self.has_answered {
            self.out.values_mut().for_each(|waiting| waiting.deaths += 1);
            let hopeless = |waiting: &Waiting| waiting.deaths >= MAX_DEATHS_OF_QUESTION;
            let lost: Vec<u64> = self.out.iter().filter(|(_, waiting)| hopeless(waiting)).map(|(&id, _)| id).collect();
            for id in lost {
                self.out.remove(&id);
                let problem =
                    format!("{problem} {MAX_DEATHS_OF_QUESTION} times with this question before it{last_words}");
                self.ready.push_back((id, ExpertReply::Failed(problem), Vec::new()));
            }
        }
        let pause = FIRST_PAUSE.saturating_mul(1 << (self.deaths_in_a_row - 1).min(16)).min(LONGEST_PAUSE);
        self.restart_at = Some(Instant::now() + pause);
        Ok(())
    }

    fn fault(&self, problem: &str) -> ExpertError {
        ExpertError::Protocol { name: self.known.name().to_owned(), problem: problem.to_owned() }
    }
}

impl Expert for Program {
    fn name(&self) -> &str {
        self.known.name()
    }

    fn abilities(&self) -> Abilities {
        self.known.abilities()
    }

    fn questions_at_once(&self) -> usize {
        self.known.at_once()
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        if self.out.is_empty() {
            self.heard = Instant::now();
        }
        self.asked.insert(id);
        self.out.insert(id, Waiting { question: question.clone(), deaths: 0 });
        // Else it is sent when the program is started again.
        if let (Some(process), Some(subject)) = (&self.process, self.known.subject()) {
            process.write(question_line(subject, id, question));
        }
        Ok(())
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        let until = Instant::now() + patience;
        loop {
            if let Some((id, reply, because)) = self.ready.pop_front() {
                self.because = because;
                return Ok(Some((id, reply)));
            }
            let waited_enough = Instant::now() >= until;
            self.wait(until)?;
            if waited_enough && self.ready.is_empty() {
                return Ok(None);
            }
        }
    }

    fn take_because(&mut self) -> Vec<String> {
        std::mem::take(&mut self.because)
    }
}

/// Programs that are nothing without the file they are given.
const INTERPRETERS: [&str; 8] = ["python", "sh", "bash", "perl", "ruby", "node", "Rscript", "julia"];

/// What a command is called unless it says so itself: its file. The rest of the line
/// may hold what is nobody's business.
fn name_of(command: &str) -> String {
    let file = |word: &str| word.rsplit(['/', '\\']).next().unwrap_or(word).trim_matches(['"', '\'']).to_owned();
    let mut words = command.split_whitespace();
    let first = words.next().map(file).unwrap_or_default();
    let interprets =
        INTERPRETERS.iter().any(|name| first.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') == *name);
    let script = words.find(|word| !word.starts_with('-')).map(file).filter(|_| interprets);
    Some(script.unwrap_or(first)).filter(|name| !name.is_empty()).unwrap_or_else(|| "program".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_called_by_its_file() {
        for (command, name) in [
            ("./prove", "prove"),
            ("/usr/bin/prove --token=secret x", "prove"),
            ("python3 -u examples/laws.py 3", "laws.py"),
            ("python3.11 'laws.py'", "laws.py"),
            ("  ", "program"),
        ] {
            assert_eq!(name_of(command), name, "{command}");
        }
    }
}
