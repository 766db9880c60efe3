//! What comes next, and where things stand then.

use super::exploration::{Exploration, Step};
use super::progress::progress;
use super::remaining::{Past, Remaining};
use super::standing::Standing;
use super::state::CERTIFICATE_SHARE_OF_DELTA;
use crate::journal::{Certified, EntryKind, JournalError, LookStats};
use hornbook::hash::Hash;
use hornbook::learn::{Cancelled, Learner, Step as LearnerStep, Watch};
use hornbook::{Bound, Certificate};

/// Why there is no next question.
#[derive(Debug, thiserror::Error)]
pub enum NextError {
    /// The journal could not be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The watcher called it off.
    #[error("cancelled")]
    Cancelled,
}

impl From<Cancelled> for NextError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl Exploration {
    /// The next question, or the certificate. The attempts at one that are
    /// made on the way are on record before they are made.
    pub fn next(&mut self, watch: Watch<'_>) -> Result<Step, NextError> {
        if let Some((step, _)) = &self.next {
            return Ok(step.clone());
        }
        let step = match self.state.certified {
            Some(certified) => Step::Certified(certified),
            None => self.find_next(watch)?,
        };
        let standing = Standing::of(self);
        self.next = Some((step.clone(), standing));
        Ok(step)
    }

    /// Lets the learner look for the next question. What comes next depends on
    /// the journal alone, not on where an earlier search was called off.
    fn find_next(&mut self, watch: Watch<'_>) -> Result<Step, NextError> {
        let due = self.due();
        let Self { journal, state, .. } = self;
        state.rest(journal);
        if let Some(question) = due {
            state.learner.look(watch)?;
            return Ok(Step::Ask(state.learner.question_about(&question).into()));
        }
        let mut made = state.attempts_before;
        loop {
            match state.learner.next(1, watch)? {
                LearnerStep::Attempt => {
                    made += 1;
                    // Those on record were made before a restart, of the same
                    // samples: they are made again, not more of them.
                    if made > state.attempts {
                        journal.append(None, EntryKind::Attempt { state: Some(journal.state()) })?;
                        state.attempts = made;
                    }
                }
                LearnerStep::Ask(questions) => {
                    if let Some(question) = questions.into_iter().next() {
                        return Ok(Step::Ask(question.into()));
                    }
                }
                _ => {
                    if let Some(Certificate { epsilon, set_aside, samples, any_few }) = state.learner.certificate() {
                        let (delta, at) = (state.delta, Some(journal.state()));
                        let certified = Certified { state: at, epsilon, set_aside, delta, samples, any_few };
                        journal.append(None, EntryKind::Certified(certified))?;
                        state.certified = Some(certified);
                        return Ok(Step::Certified(certified));
                    }
                }
            }
        }
    }

    /// Where things stand; known once [`next`](Self::next) was called.
    pub fn standing(&self) -> Option<&Standing> {
        self.next.as_ref().map(|(_, standing)| standing)
    }
}

impl Standing {
    pub(super) fn of(exploration: &Exploration) -> Self {
        let Exploration { journal, state, .. } = exploration;
        // A certificate is on record, the look before it is not: whether it was
        // found just now or before a restart makes no difference.
        let (drawn, open) = if state.certified.is_some() { (0, 0) } else { state.learner.last_look() };
        let mut bound = Certificate::of(Bound { epsilon: 1.0, set_aside: 0.0, samples: 0 });
        match state.certified {
            Some(certified) => bound = certified.certificate(),
            None if drawn > 0 => {
                // One bound for each number of entries, of which there is one
                // state each; so the parts of δ sum up to what is left.
                let entries = journal.counting() as f64 + 1.0;
                let part = state.delta * (1.0 - CERTIFICATE_SHARE_OF_DELTA) / (entries * (entries + 1.0));
                let seed = Hash::new().number(journal.seed()).text("standing").mixed();
                bound = state.learner.bound_apart(seed, part);
            }
            None => {}
        }
        // What nobody knows is not known either.
        let unsettled = bound.supported_epsilon() + bound.supported_set_aside();
        let look = LookStats { drawn, open, epsilon: Some(unsettled.min(1.0)) };
        let mut looks = Vec::new();
        let mut history: Vec<f64> = Vec::new();
        let mut delta = journal.header().delta;
        for entry in journal.entries() {
            match &entry.what {
                EntryKind::Answer(said) => {
                    looks.extend(said.look);
                    history.extend(said.look.and_then(|look| look.epsilon));
                }
                // Bounds at another δ are no part of what is said at this one.
                EntryKind::Accuracy { delta: new, .. } if *new != delta => {
                    delta = *new;
                    history.clear();
                }
                EntryKind::Distribution { .. } => {
                    history.clear();
                    looks.clear();
                }
                _ => {}
            }
        }
        looks.push(look);
        let settled = |look: &LookStats| look.drawn.saturating_sub(look.open);
        Self {
            epsilon: bound.epsilon,
            set_aside: bound.set_aside,
            any_few: bound.any_few,
            wanted: state.epsilon,
            delta: state.delta,
            questions: exploration.questions(),
            progress: match state.certified {
                Some(_) => 1.0,
                None => progress(journal.entries(), look, state.epsilon),
            },
            settled_share: (drawn > 0).then(|| settled(&look) as f64 / drawn as f64),
            remaining: state.certified.is_none().then(|| {
                Remaining::after(&Past {
                    entries: journal.entries(),
                    last: look,
                    effort: state.effort,
                    wanted: state.epsilon,
                    attributes: exploration.universe().len(),
                    of_all_sets: state.distribution.is_of_all_sets(),
                    different: state.learner.different_open_sets(),
                    objects: state.objects.len(),
                })
            }),
            history,
            drawn: looks.iter().map(|look| look.drawn).fold(0, u64::saturating_add),
            settled: looks.iter().map(settled).fold(0, u64::saturating_add),
            look,
        }
    }
}
