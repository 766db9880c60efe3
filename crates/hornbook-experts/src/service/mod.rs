//! A service that answers over HTTP: every request is one message, its response the
//! answer.
//!
//! The first request is the greeting, to which the service may say who it is, or
//! nothing. Several questions are several requests at the same time.

mod http;

use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hornbook_explore::journal::Attribute;

pub use self::http::ServiceToken;
use self::http::{Client, RequestFault};
use crate::acquaintance::Acquaintance;
use crate::protocol::{AnswerFault, AnswerMessage, HelloMessage, greeting_line, question_line, quote};
use crate::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply, Subject};

/// No more requests are under way at the same time.
const MAX_REQUESTS_AT_ONCE: usize = 32;

/// A question that is to be sent, and what came of one.
type Job = (u64, String);
type Done = (u64, Result<String, RequestFault>);

/// A service that answers over HTTP.
pub struct Service {
    client: Client,
    known: Acquaintance,
    out: HashMap<u64, ExpertQuestion>,
    jobs: Sender<Job>,
    waiting_jobs: Arc<Mutex<Receiver<Job>>>,
    done: Receiver<Done>,
    report: Sender<Done>,
    threads: usize,
    /// What the answer that was handed on last rests on.
    because: Vec<String>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("name", &self.known.name()).finish_non_exhaustive()
    }
}

impl Service {
    /// Whether somebody means a service, not a command.
    pub fn is_address(text: &str) -> bool {
        let lower = text.trim_start().to_ascii_lowercase();
        lower.starts_with("http://") || lower.starts_with("https://")
    }

    /// Gets in touch with a service. Without attributes, it has to name them itself.
    /// Each request may take so long.
    pub fn start(
        address: &str,
        token: Option<ServiceToken>,
        attributes: &[Attribute],
        answer_time: Duration,
    ) -> Result<Self, ExpertError> {
        let unusable = |problem: String| ExpertError::Unreachable { name: "--ask".to_owned(), problem };
        let client = Client::new(address.trim(), token, answer_time).map_err(unusable)?;
        let known = Acquaintance::new(&client.host(), attributes)?;
        let (jobs, waiting_jobs) = mpsc::channel();
        let (report, done) = mpsc::channel();
        let waiting_jobs = Arc::new(Mutex::new(waiting_jobs));
        let (out, threads, because) = (HashMap::new(), 0, Vec::new());
        let mut service = Self { client, known, out, jobs, waiting_jobs, done, report, threads, because };
        service.greet()?;
        if service.known.subject().is_none() {
            let problem = "it names no attributes: name them with --attributes, or let its greeting do so";
            return Err(service.fault(problem.to_owned()));
        }
        Ok(service)
    }

    /// The attributes it is asked about.
    pub fn attributes(&self) -> &[Attribute] {
        self.known.subject().map_or(&[], Subject::attributes)
    }

    /// Calls it otherwise than it calls itself.
    pub fn rename(&mut self, name: &str) {
        self.known.rename(name);
    }

    fn greet(&mut self) -> Result<(), ExpertError> {
        let said = match self.client.post(&greeting_line(self.known.subject())) {
            Ok(said) => said,
            Err(RequestFault::Unreachable(problem) | RequestFault::Refused(problem)) => {
                return Err(self.unreachable(problem));
            }
        };
        match said.trim() {
            // It need not say anything.
            "" | "{}" => Ok(()),
            said => {
                let greeting = HelloMessage::parse(said).map_err(|problem| self.fault(problem))?;
                self.known.take(greeting).map_err(|problem| self.fault(problem))
            }
        }
    }

    /// What a response says to a question.
    fn read(&mut self, id: u64, question: &ExpertQuestion, said: &str) -> Result<ExpertReply, ExpertError> {
        let answer = AnswerMessage::parse(said).map_err(|problem| self.fault(problem))?;
        if answer.id() != id {
            let problem = format!("to question {id} it answered question {}: {}", answer.id(), quote(said));
            return Err(self.fault(problem));
        }
        self.because = answer.because();
        match self.known.reply(&answer, question) {
            Ok(reply) => Ok(reply),
            Err(AnswerFault::Content(problem)) => Ok(ExpertReply::Failed(format!("{problem}, in {}", quote(said)))),
            Err(AnswerFault::Message(problem)) => Err(self.fault(format!("it said {}: {problem}", quote(said)))),
        }
    }

    /// Has as many threads as there are questions out.
    fn keep_threads(&mut self) -> Result<(), ExpertError> {
        while self.threads < self.out.len().min(MAX_REQUESTS_AT_ONCE) {
            let (client, jobs, report) = (self.client.clone(), self.waiting_jobs.clone(), self.report.clone());
            let work = move || {
                loop {
                    let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok((id, message)) = job else { return };
                    if report.send((id, client.post(&message))).is_err() {
                        return;
                    }
                }
            };
            let started = thread::Builder::new().name("ask: request".to_owned()).spawn(work);
            started.map_err(|error| self.unreachable(format!("no thread can be started: {error}")))?;
            self.threads += 1;
        }
        Ok(())
    }

    fn fault(&self, problem: String) -> ExpertError {
        ExpertError::Protocol { name: self.known.name().to_owned(), problem }
    }

    fn unreachable(&self, problem: String) -> ExpertError {
        ExpertError::Unreachable { name: self.known.name().to_owned(), problem }
    }
}

impl Expert for Service {
    fn name(&self) -> &str {
        self.known.name()
    }

    fn abilities(&self) -> Abilities {
        self.known.abilities()
    }

    fn questions_at_once(&self) -> usize {
        self.known.at_once().min(MAX_REQUESTS_AT_ONCE)
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        if let Some(subject) = self.known.subject() {
            let message = question_line(subject, id, question);
            self.out.insert(id, question.clone());
            self.keep_threads()?;
            _ = self.jobs.send((id, message));
        }
        Ok(())
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        let (id, said) = match self.done.recv_timeout(patience) {
            Ok(done) => done,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Ok(None),
        };
        let Some(question) = self.out.remove(&id) else { return Ok(None) };
        match said {
            Ok(said) => self.read(id, &question, &said).map(|reply| Some((id, reply))),
            Err(RequestFault::Refused(problem)) => Ok(Some((id, ExpertReply::Failed(problem)))),
            Err(RequestFault::Unreachable(problem)) => Err(self.unreachable(problem)),
        }
    }

    fn take_because(&mut self) -> Vec<String> {
        std::mem::take(&mut self.because)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // The threads end once nobody has a job for them.
        self.client.stop();
    }
}
