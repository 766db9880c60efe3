//! Threads that ask an endpoint, several questions at once.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::budget::{ModelBudget, Reservation};
use super::cache::{AnswerCache, CacheKey};
use super::completion::{Completion, TokenCount};
use super::endpoint::{AskProblem, Endpoint};
use super::settings::ModelSettings;
use super::wording::ChatMessage;

/// A question on its way.
pub(super) struct Errand {
    pub(super) id: u64,
    pub(super) messages: [ChatMessage; 2],
    pub(super) repeat: u32,
    /// Where its answer is kept.
    pub(super) key: CacheKey,
}

/// What came of it.
pub(super) struct ErrandResult {
    pub(super) id: u64,
    pub(super) outcome: Result<Completion, AskProblem>,
    /// Why the answer could not be kept.
    pub(super) cache_problem: Option<String>,
}

/// Threads that ask. When this is dropped they end: at once where they wait, else
/// when the endpoint has answered or their time is up.
pub(super) struct Workers {
    office: Arc<Office>,
    /// None when no more errands are taken.
    errands: Option<Sender<(Errand, Reservation)>>,
    results: Receiver<ErrandResult>,
    started: usize,
}

/// What all threads use.
struct Office {
    endpoint: Endpoint,
    settings: Arc<ModelSettings>,
    cache: Option<AnswerCache>,
    budget: Arc<ModelBudget>,
    errands: Mutex<Receiver<(Errand, Reservation)>>,
    results: Sender<ErrandResult>,
}

impl Workers {
    pub(super) fn new(
        endpoint: Endpoint,
        settings: Arc<ModelSettings>,
        cache: Option<AnswerCache>,
        budget: Arc<ModelBudget>,
    ) -> Self {
        let (errands, taken) = mpsc::channel();
        let (sent, results) = mpsc::channel();
        let office = Office { endpoint, settings, cache, budget, errands: Mutex::new(taken), results: sent };
        Self { office: Arc::new(office), errands: Some(errands), results, started: 0 }
    }

    /// Sees to it that somebody is there for one more question than are on their way.
    pub(super) fn make_ready(&mut self, on_their_way: usize) -> io::Result<()> {
        if self.started > on_their_way || self.started == self.office.settings.at_once {
            return Ok(());
        }
        let office = Arc::clone(&self.office);
        match thread::Builder::new().name("language model".to_owned()).spawn(move || office.work()) {
            Ok(_) => self.started += 1,
            // Those there are do it, if more slowly.
            Err(_) if self.started > 0 => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Hands over a question, with what is set aside for it.
    pub(super) fn send(&self, errand: Errand, reservation: Reservation) {
        // The other end is in the office, which is ours.
        if let Some(errands) = &self.errands {
            _ = errands.send((errand, reservation));
        }
    }

    /// The next result, if there is one within that time.
    pub(super) fn receive(&self, patience: Duration) -> Option<ErrandResult> {
        // The office has the other end, so there is no other fault than time.
        self.results.recv_timeout(patience).ok()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.office.endpoint.stop();
        self.errands = None;
    }
}

impl Office {
    fn work(&self) {
        loop {
            let errand = self.errands.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((errand, reservation)) = errand else { return };
            if self.endpoint.is_stopped() {
                self.budget.release(reservation);
                continue;
            }
            // Nobody listens any more if the model was dropped; then the answer is
            // in the cache for the next time.
            _ = self.results.send(self.run(errand, reservation));
        }
    }

    fn run(&self, errand: Errand, reservation: Reservation) -> ErrandResult {
        let Errand { id, messages, repeat, key } = errand;
        let outcome = self.endpoint.ask(&messages, repeat);
        let Ok(answer) = &outcome else {
            self.budget.release(reservation);
            return ErrandResult { id, outcome, cache_problem: None };
        };
        let estimate = TokenCount { sent: estimated_tokens(&messages), answered: tokens_of_bytes(answer.text.len()) };
        self.budget.spend(reservation, answer.usage.unwrap_or(estimate), answer.usage.is_none());
        let kept = self.cache.as_ref().map(|cache| {
            let [_, question] = &messages;
            cache.store(&key, &self.settings.model, &question.content, answer)
        });
        let cache_problem = kept.and_then(Result::err).map(|error| error.to_string());
        ErrandResult { id, outcome, cache_problem }
    }
}

/// How many tokens messages take, by their length.
pub(super) fn estimated_tokens(messages: &[ChatMessage]) -> u64 {
    tokens_of_bytes(messages.iter().map(|message| message.content.len()).sum())
}

/// English has about four bytes a token; fewer are taken, to be on the safe side.
fn tokens_of_bytes(bytes: usize) -> u64 {
    bytes.div_ceil(3) as u64
}
