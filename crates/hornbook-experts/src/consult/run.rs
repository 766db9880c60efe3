//! The run of a consultation: questions go out, replies are taken up.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use hornbook::Implication;
use hornbook::learn::Progress;
use hornbook_explore::{Asked, Ballot, Exploration, NextError, Step, Turn, Turns};

use super::consultation::Consultation;
use super::inquiry::{Finding, Inquiry, NextMove};
use super::progress::{ConsultEnd, ConsultError, ConsultLimits, ConsultProblem, ConsultWatcher};
use crate::ExpertReply;

/// How long to wait for an answer before looking whether to go on.
const PATIENCE: Duration = Duration::from_millis(50);
/// A question that could not be answered so many times is left as unknown.
const MAX_FAILURES: u32 = 2;

/// A question beside others is asked if it is worth this share of the best: the
/// answers that are out may lead to a better one.
const LEAST_WORTH: f64 = 0.2;
/// A person would need so many more seconds, as far as can be told, for each question
/// that is out: what is out when all is certified was asked in vain.
const SECONDS_LEFT_FOR_A_QUESTION: u64 = 30;

impl Consultation<'_> {
    /// Asks until it is certified, nothing is left to ask, a limit is reached, or
    /// whoever watches calls it off. Answers that are out when it ends are not waited
    /// for, but when the limit on questions is reached.
    pub fn run(
        &mut self,
        exploration: &mut Exploration,
        limits: ConsultLimits,
        watcher: &mut dyn ConsultWatcher,
    ) -> Result<ConsultEnd, ConsultError> {
        loop {
            let end = match self.fill(exploration, limits, watcher)? {
                Some(end @ (ConsultEnd::Certified | ConsultEnd::Cancelled)) => return Ok(end),
                end => end.unwrap_or(ConsultEnd::NothingToAsk),
            };
            if !self.out.is_empty() {
                self.hear(exploration)?;
            } else if self.given_up.is_empty() {
                return Ok(end);
            } else {
                // Nothing else can be asked that could tell.
                self.leave_given_up(exploration, None)?;
            }
            watcher.show(exploration, &self.progress);
        }
    }

    /// Asks the experts one question, in their order, until one knows. All that is
    /// found goes into the journal, and so does that somebody does not know.
    pub fn ask_about(
        &mut self,
        exploration: &mut Exploration,
        question: &Implication,
        watcher: &mut dyn ConsultWatcher,
    ) -> Result<ConsultEnd, ConsultError> {
        for expert in 0..self.experts.len() {
            self.send(Inquiry::new(question.clone(), expert))?;
            while !self.out.is_empty() {
                if watcher.is_stopped() {
                    return Ok(ConsultEnd::Cancelled);
                }
                self.hear(exploration)?;
            }
            self.leave_given_up(exploration, None)?;
            if exploration.knowledge().decides(question) {
                break;
            }
        }
        Ok(ConsultEnd::NothingToAsk)
    }

    /// Sends out what can be asked now. Returns how it would end if nothing were out.
    fn fill(
        &mut self,
        exploration: &mut Exploration,
        limits: ConsultLimits,
        watcher: &mut dyn ConsultWatcher,
    ) -> Result<Option<ConsultEnd>, ConsultError> {
        self.pass_on(exploration)?;
        while self.has_room(0) {
            if watcher.is_stopped() {
                return Ok(Some(ConsultEnd::Cancelled));
            }
            if limits.questions.is_some_and(|most| self.progress.asked >= most) {
                return Ok(Some(ConsultEnd::QuestionLimit));
            }
            let who = Some(self.names[0].as_str());
            let out: Vec<Implication> = self.open_questions().cloned().collect();
            let turns = Turns { who, out: &out, ..Turns::default() };
            let mut watch = |_: &Progress| match watcher.is_stopped() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            match exploration.next_for(turns, &mut watch) {
                Ok(Turn::Certified(certified)) => {
                    let any_few = certified.any_few.as_ref().map_or(0.0, |few| few.set_aside);
                    // What those are asked who come later may settle what was set aside.
                    let may_change =
                        certified.set_aside.max(any_few) > 0.0 && self.out.values().any(|inquiry| inquiry.expert > 0);
                    return Ok(Some(if may_change { ConsultEnd::NothingToAsk } else { ConsultEnd::Certified }));
                }
                Ok(Turn::Wait) => return Ok(Some(ConsultEnd::NothingToAsk)),
                Ok(Turn::Ask(asked)) => {
                    let ballot = exploration.ballot_about(&asked.question);
                    // What waits for others comes again when nothing else is left.
                    if ballot.is_some_and(|ballot| ballot.has_vote_of(who)) || out.contains(&asked.question) {
                        return Ok(Some(ConsultEnd::NothingToAsk));
                    }
                    let left = exploration.standing().and_then(|standing| standing.remaining);
                    if left.is_some_and(|left| left.likely < SECONDS_LEFT_FOR_A_QUESTION * out.len() as u64) {
                        return Ok(Some(ConsultEnd::NothingToAsk));
                    }
                    if !out.is_empty()
                        && let Step::Ask(best) = exploration.next(&mut watch)?
                        && worth(&asked) < LEAST_WORTH * worth(&best)
                    {
                        return Ok(Some(ConsultEnd::NothingToAsk));
                    }
                    self.send(Inquiry::new(asked.question, 0))?;
                }
                Err(NextError::Cancelled) => return Ok(Some(ConsultEnd::Cancelled)),
                Err(NextError::Journal(error)) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// Asks the other experts what those before them did not know.
    fn pass_on(&mut self, exploration: &Exploration) -> Result<(), ConsultError> {
        for expert in 1..self.experts.len() {
            let passed: HashSet<&Implication> = self.open_questions().collect();
            let is_next = |ballot: &&Ballot| {
                self.names[..expert].iter().all(|name| ballot.has_vote_of(Some(name)))
                    && !passed.contains(&ballot.question)
            };
            let room = self.room(expert);
            let waiting = exploration.waiting_for(Some(&self.names[expert]));
            let questions: Vec<Implication> =
                waiting.filter(is_next).take(room).map(|ballot| ballot.question.clone()).collect();
            questions.into_iter().try_for_each(|question| self.send(Inquiry::new(question, expert)))?;
        }
        Ok(())
    }

    /// Waits a little for answers, and takes up all that are there.
    fn hear(&mut self, exploration: &mut Exploration) -> Result<(), ConsultError> {
        let mut patience = PATIENCE / self.experts.len() as u32;
        for expert in 0..self.experts.len() {
            while self.out.values().any(|inquiry| inquiry.expert == expert) {
                let Some((id, reply)) = self.experts[expert].receive(patience)? else { break };
                let because = self.experts[expert].take_because();
                // What else has come by now does not wait for it.
                patience = Duration::ZERO;
                self.get_acquainted()?;
                if let Some(inquiry) = self.out.remove(&id) {
                    self.take(exploration, inquiry, reply, &because)?;
                }
                self.progress.in_flight = self.out.len();
            }
        }
        Ok(())
    }

    /// Takes up a reply.
    fn take(
        &mut self,
        exploration: &mut Exploration,
        mut inquiry: Inquiry,
        reply: ExpertReply,
        because: &[String],
    ) -> Result<(), ConsultError> {
        self.progress.answered += 1;
        let has_failed = matches!(reply, ExpertReply::Failed(_));
        let (findings, next) = inquiry.hear(reply, self.experts[inquiry.expert].abilities());
        if !has_failed {
            self.leave_given_up(exploration, Some(inquiry.expert))?;
        }
        for finding in findings {
            self.record(exploration, &inquiry, finding, because)?;
        }
        match next {
            NextMove::Done => Ok(()),
            NextMove::AskOn if exploration.knowledge().decides(&inquiry.question) => Ok(()),
            NextMove::AskOn => self.send(inquiry),
            NextMove::Failed(problem) => {
                inquiry.failures += 1;
                inquiry.problem = problem;
                if inquiry.failures < MAX_FAILURES {
                    return self.send(inquiry);
                }
                self.given_up.push(inquiry);
                Ok(())
            }
        }
    }

    /// Puts on record that questions came to nothing: those of one expert, or all.
    fn leave_given_up(&mut self, exploration: &mut Exploration, of: Option<usize>) -> Result<(), ConsultError> {
        let (left, kept): (Vec<Inquiry>, Vec<Inquiry>) = std::mem::take(&mut self.given_up)
            .into_iter()
            .partition(|inquiry| of.is_none_or(|of| inquiry.expert == of));
        self.given_up = kept;
        for inquiry in left {
            self.progress.problems.push(ConsultProblem {
                who: self.names[inquiry.expert].clone(),
                question: exploration.in_words(&inquiry.question).to_string(),
                problem: inquiry.problem.clone(),
            });
            self.record(exploration, &inquiry, Finding::Unknown, &[])?;
        }
        Ok(())
    }
}

/// What a question is worth by itself, as far as that is known.
fn worth(asked: &Asked) -> f64 {
    asked.weight * asked.likely.sqrt()
}
