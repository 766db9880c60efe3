//! A language model as an expert.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornbook::{Implication, Universe};
use hornbook_explore::journal::Attribute;

use super::answer::read_answer;
use super::budget::{ModelBudget, Reservation, ReservationProblem};
use super::cache::{AnswerCache, CacheKey};
use super::completion::{Completion, TokenCount};
use super::endpoint::{AskProblem, Endpoint};
use super::settings::{ModelSettings, ModelSetupError};
use super::wording::Wording;
use super::worker::{Errand, Workers, estimated_tokens};
use crate::{Expert, ExpertError, ExpertQuestion, ExpertReply};

/// A language model, or one sample of what it says, as an expert. Its answers are
/// signed with the name of the model: they are its word.
pub struct LanguageModel {
    settings: Arc<ModelSettings>,
    universe: Universe,
    wording: Wording,
    budget: Arc<ModelBudget>,
    cache: Option<AnswerCache>,
    workers: Workers,
    /// How often each question was asked, if the model answers by chance.
    repeats: HashMap<Implication, u32>,
    /// Questions on their way.
    asked: HashMap<u64, Implication>,
    /// Questions that wait for what is set aside for others.
    waiting: VecDeque<(Implication, Errand)>,
    /// Answers that need not be waited for.
    ready: VecDeque<(u64, ExpertReply)>,
    /// Why nothing more is asked. It is told when all that is on its way is there,
    /// so that nothing is lost.
    end: Option<ExpertError>,
    failures_in_a_row: u32,
    unclear: Vec<UnclearAnswer>,
    cache_problem: Option<String>,
}

/// What a model said that counts as *don't know*, since it is not what was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnclearAnswer {
    /// The question.
    pub question: Implication,
    /// What was said, or what is wrong with it.
    pub reason: String,
}

/// No more of them are kept.
const MAX_UNCLEAR_KEPT: usize = 1000;
/// How often to look whether others that share a budget have left something of it.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// So many questions that come to nothing, one after another, are a fault of the
/// endpoint.
const MAX_FAILURES_IN_A_ROW: u32 = 3;

impl LanguageModel {
    /// A model to be asked about a domain with these attributes, and a title if it
    /// has one.
    pub fn new(
        settings: ModelSettings,
        title: Option<&str>,
        attributes: &[Attribute],
        budget: Arc<ModelBudget>,
    ) -> Result<Self, ModelSetupError> {
        settings.check()?;
        if budget.limits().cost.is_some() && settings.price.is_none() {
            let found = format!("unknown for {}", settings.model);
            let expected = "what a million tokens cost, since the cost is limited";
            return Err(ModelSetupError::Setting { what: "the price", found, expected });
        }
        let universe = Universe::new(attributes.iter().map(|attribute| attribute.name.clone()))?;
        let cache = settings.cache.as_ref().map(|folder| {
            AnswerCache::open(folder).map_err(|problem| ModelSetupError::Cache { folder: folder.clone(), problem })
        });
        let cache = cache.transpose()?;
        let settings = Arc::new(settings);
        let wording = Wording::new(title, attributes);
        let endpoint = Endpoint::new(Arc::clone(&settings), wording.schema())?;
        let workers = Workers::new(endpoint, Arc::clone(&settings), cache.clone(), Arc::clone(&budget));
        Ok(Self {
            settings,
            universe,
            wording,
            budget,
            cache,
            workers,
            repeats: HashMap::new(),
            asked: HashMap::new(),
            waiting: VecDeque::new(),
            ready: VecDeque::new(),
            end: None,
            failures_in_a_row: 0,
            unclear: Vec::new(),
            cache_problem: None,
        })
    }

    /// Several samples of a model, for votes: experts that ask the same in the same
    /// words and differ by chance, so the temperature should not be 0.
    pub fn samples(
        settings: &ModelSettings,
        count: u32,
        title: Option<&str>,
        attributes: &[Attribute],
        budget: &Arc<ModelBudget>,
    ) -> Result<Vec<Self>, ModelSetupError> {
        let sample = |sample| ModelSettings { sample, ..settings.clone() };
        (0..count).map(|number| Self::new(sample(number), title, attributes, Arc::clone(budget))).collect()
    }

    /// What it may spend, and spent.
    pub fn budget(&self) -> &ModelBudget {
        &self.budget
    }

    /// Answers that count as *don't know* since they are not what was asked for: the
    /// first thousand.
    pub fn unclear_answers(&self) -> &[UnclearAnswer] {
        &self.unclear
    }

    /// Why an answer could not be kept, if one could not. It was given nevertheless.
    pub fn cache_problem(&self) -> Option<&str> {
        self.cache_problem.as_deref()
    }

    /// What a completion says.
    fn reply(&mut self, question: Implication, answer: &Completion) -> ExpertReply {
        let read = match &answer.cut_short {
            Some(reason) => Err(reason.clone()),
            None => read_answer(&answer.text, &question, &self.universe),
        };
        read.unwrap_or_else(|reason| {
            if self.unclear.len() < MAX_UNCLEAR_KEPT {
                self.unclear.push(UnclearAnswer { question, reason });
            }
            ExpertReply::Unknown
        })
    }

    /// How often a question was asked before. Where a model answers by chance, each
    /// time is a sample of its own, so that asking again and again tells more than
    /// asking once; where it does not, it is spared.
    fn count_repeat(&mut self, rule: &Implication) -> u32 {
        if self.settings.temperature == 0.0 {
            return 0;
        }
        let asked = self.repeats.entry(rule.clone()).or_default();
        *asked += 1;
        *asked - 1
    }

    /// Puts a question into words; if its answer is kept, that is all.
    fn prepare(&mut self, id: u64, rule: &Implication) {
        let messages = self.wording.messages(rule);
        let repeat = self.count_repeat(rule);
        let key = CacheKey::new(&self.settings, &messages, repeat);
        if let Some(answer) = self.cache.as_ref().and_then(|cache| cache.load(&key)) {
            self.budget.count_cached();
            let reply = self.reply(rule.clone(), &answer);
            self.ready.push_back((id, reply));
            return;
        }
        self.waiting.push_back((rule.clone(), Errand { id, messages, repeat, key }));
    }

    /// Sends out what waits, as far as the budget allows for now.
    fn send_out(&mut self) {
        while let Some((rule, errand)) = self.waiting.pop_front() {
            match self.reserve(&errand) {
                Ok(Some(reservation)) => {
                    self.asked.insert(errand.id, rule);
                    self.workers.send(errand, reservation);
                }
                Ok(None) => {
                    self.waiting.push_front((rule, errand));
                    return;
                }
                Err(problem) => {
                    self.end = Some(problem);
                    self.waiting.clear();
                }
            }
        }
    }

    /// Sets aside what a question may take; nothing if that must wait.
    fn reserve(&mut self, errand: &Errand) -> Result<Option<Reservation>, ExpertError> {
        self.workers.make_ready(self.asked.len()).map_err(|error| {
            self.fault(AskProblem::Unreachable(format!("no thread could be started to ask it: {error}")))
        })?;
        let answered = self.settings.max_answer_tokens.into();
        let expected = TokenCount { sent: estimated_tokens(&errand.messages), answered };
        match self.budget.reserve(expected, self.settings.price) {
            Ok(reservation) => Ok(Some(reservation)),
            Err(ReservationProblem::NotNow) => Ok(None),
            Err(ReservationProblem::Reached(problem)) => {
                Err(ExpertError::Limit { name: self.settings.model.clone(), problem })
            }
        }
    }

    fn fault(&self, problem: AskProblem) -> ExpertError {
        let name = self.settings.model.clone();
        match problem {
            AskProblem::Protocol(problem) => ExpertError::Protocol { name, problem },
            AskProblem::Unreachable(problem) | AskProblem::Question(problem) => {
                ExpertError::Unreachable { name, problem }
            }
        }
    }

    /// What came of a question; none if that is told when all others are there.
    fn settle(&mut self, question: Implication, outcome: Result<Completion, AskProblem>) -> Option<ExpertReply> {
        match outcome {
            Ok(answer) => {
                self.failures_in_a_row = 0;
                Some(self.reply(question, &answer))
            }
            Err(AskProblem::Question(problem)) => {
                self.failures_in_a_row += 1;
                if self.failures_in_a_row >= MAX_FAILURES_IN_A_ROW && self.end.is_none() {
                    let count = self.failures_in_a_row;
                    let problem = format!("{count} questions in a row came to nothing; the last: {problem}");
                    self.end = Some(self.fault(AskProblem::Unreachable(problem)));
                }
                Some(ExpertReply::Failed(problem))
            }
            Err(problem) => {
                self.end = Some(self.end.take().unwrap_or_else(|| self.fault(problem)));
                None
            }
        }
    }
}

impl Expert for LanguageModel {
    fn name(&self) -> &str {
        &self.settings.model
    }

    fn questions_at_once(&self) -> usize {
        self.settings.at_once
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        let ExpertQuestion::Implication(rule) = question else {
            let problem = "language models are asked about implications alone".to_owned();
            self.ready.push_back((id, ExpertReply::Failed(problem)));
            return Ok(());
        };
        if !rule.fits(self.universe.len()) {
            let problem = "the question is about attributes that the model was not told of".to_owned();
            self.ready.push_back((id, ExpertReply::Failed(problem)));
        } else if self.end.is_none() {
            // That it is at its end is told when the answers on their way are there.
            self.prepare(id, rule);
            self.send_out();
        }
        Ok(())
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        let start = Instant::now();
        loop {
            if let Some(answer) = self.ready.pop_front() {
                return Ok(Some(answer));
            }
            if self.end.is_some() {
                self.waiting.clear();
            }
            self.send_out();
            if let Some(problem) = self.end.as_ref().filter(|_| self.asked.is_empty()) {
                return Err(match problem.clone() {
                    ExpertError::Limit { name, problem } => ExpertError::Limit {
                        name,
                        problem: format!("{problem}; spent so far: {}", self.budget.spent()),
                    },
                    problem => problem,
                });
            }
            let left = patience.saturating_sub(start.elapsed());
            let patience = if self.waiting.is_empty() { left } else { left.min(LOOK_EVERY) };
            let Some(result) = self.workers.receive(patience) else {
                if left.is_zero() {
                    return Ok(None);
                }
                continue;
            };
            self.cache_problem = self.cache_problem.take().or(result.cache_problem);
            let Some(question) = self.asked.remove(&result.id) else { continue };
            if let Some(reply) = self.settle(question, result.outcome) {
                return Ok(Some((result.id, reply)));
            }
        }
    }
}
