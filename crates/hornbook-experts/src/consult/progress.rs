//! What whoever watches a consultation sees, and how it ends.

use hornbook_explore::journal::{EntryId, JournalError};
use hornbook_explore::{Exploration, NextError};

use crate::ExpertError;

/// What was asked and heard so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsultProgress {
    /// Questions that were sent, those that only narrow another down among them.
    pub asked: u64,
    /// Replies that were heard.
    pub answered: u64,
    /// Questions before experts now.
    pub in_flight: usize,
    /// Entries of less trusted experts that gave way to others.
    pub gave_way: Vec<EntryId>,
    /// Entries that contradict what is known, and so do not count.
    pub disputed: Vec<EntryId>,
    /// Questions that an expert could not answer, and why. They are on record as
    /// not known.
    pub problems: Vec<ConsultProblem>,
}

/// Why a question was left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsultProblem {
    /// Who could not answer it.
    pub who: String,
    /// The question in words.
    pub question: String,
    /// What happened.
    pub problem: String,
}

/// Whoever watches a consultation.
pub trait ConsultWatcher {
    /// Whether to stop. It is asked often.
    fn is_stopped(&mut self) -> bool;

    /// Sees where it stands, after every few answers.
    fn show(&mut self, _: &Exploration, _: &ConsultProgress) {}
}

/// How much may be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConsultLimits {
    /// No more questions are sent.
    pub questions: Option<u64>,
}

/// How a consultation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsultEnd {
    /// What is known is certified.
    Certified,
    /// Nothing is left that these experts could be asked: the rest waits for others.
    NothingToAsk,
    /// The limit on questions was reached.
    QuestionLimit,
    /// Whoever watched called it off.
    Cancelled,
}

/// Why a consultation cannot go on. What was heard is in the journal.
#[derive(Debug, thiserror::Error)]
pub enum ConsultError {
    /// An expert can be asked no more.
    #[error(transparent)]
    Expert(#[from] ExpertError),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An answer that fits cannot be taken up.
    #[error("an answer could not be put on record: {0}")]
    Refused(String),
}

impl From<NextError> for ConsultError {
    fn from(error: NextError) -> Self {
        match error {
            NextError::Journal(error) => Self::Journal(error),
            NextError::Cancelled => Self::Expert(ExpertError::Cancelled),
        }
    }
}
