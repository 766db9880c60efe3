//! Explorations: a domain learned from whoever knows it, answer by answer.
//!
//! An exploration is a [journal] and the frugal learner run on
//! what it says, until that names the next question. The terminal, a page, a
//! notebook and the tests are faces of this one thing; it knows none of them.
//!
//! What comes next is a function of the journal alone: the learner is started
//! anew after every entry, with all that is known and believed by then, and
//! with streams of random numbers that are keyed by all entries so far. So it
//! makes no difference whether a program went on or was started again, and
//! nothing is certified by samples that had a say in what they certify.
//!
//! ```
//! use hornbook_explore::{Exploration, Response, Start, Step};
//! use hornbook::learn::unwatched;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut animals = Exploration::in_memory(Start::attributes(["hair", "milk"]).seed(1))?;
//! while let Step::Ask(asked) = animals.next(&mut unwatched)? {
//!     // All animals have both or neither.
//!     let both = animals.universe().all();
//!     let neither = animals.universe().none();
//!     let breaks = [both, neither].into_iter().find(|animal| !asked.question.holds_in(animal));
//!     let response = match breaks {
//!         None => Response::Holds,
//!         Some(animal) => Response::refuted("", animal.clone(), animals.universe().all().difference(&animal)),
//!     };
//!     animals.answer(None, &asked.question, response)?;
//! }
//! let rules: Vec<String> = animals.rules().iter().map(|rule| rule.implication.display(animals.universe()).to_string()).collect();
//! assert_eq!(rules, ["hair -> milk", "milk -> hair"]);
//! # Ok(())
//! # }
//! ```

mod answering;
mod ballot;
mod claims;
mod dispute;
pub mod journal;
mod known;
mod object;
mod overruled;
mod panel;
mod reasons;
mod refusal;
mod report;
mod standing;
mod start;
mod state;
mod taking_back;
pub mod words;

use std::path::Path;

pub use answering::{ObjectStatement, Response};
pub use ballot::{Ballot, Verdict, Vote};
pub use dispute::{Dispute, Source};
pub use object::{Fact, Object};
pub use overruled::Overruled;
pub use panel::{Disagreement, Request, Turn, Turns};
pub use reasons::{Closest, Consequences, KnownRule, Reason};
pub use refusal::Refusal;
pub use report::{report, titled_report};
pub use standing::{Remaining, Standing};
pub use start::Start;

use self::state::{Broken, State};
use crate::journal::{Attribute, Certified, EntryId, EntryKind, Journal, JournalError};
use hornbook::learn::frugal::{Next, Question};
use hornbook::learn::{Accuracy, LearnError, Watch};
use hornbook::{Implication, Universe};

/// A question to whoever knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Does this hold?
    pub question: Implication,
    /// How likely it is thought to hold.
    pub likely: f64,
    /// The share of all sets for which a "yes" would change what is known to
    /// follow.
    pub weight: f64,
}

impl From<Question> for Asked {
    fn from(Question { implication, likely, weight }: Question) -> Self {
        Self { question: implication, likely, weight }
    }
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A question.
    Ask(Asked),
    /// Nothing: what is known is certified.
    Certified(Certified),
}

/// Why there is no next question: the journal could not be written, or it was
/// called off.
pub type NextError = LearnError<JournalError>;

/// An exploration under way.
#[derive(Debug)]
pub struct Exploration {
    journal: Journal,
    state: State,
    threads: usize,
    /// What comes next, and where things stood when it was found.
    next: Option<(Step, Standing)>,
}

impl Exploration {
    /// Begins an exploration in a file that must not be there yet.
    pub fn create(path: &Path, start: Start) -> Result<Self, JournalError> {
        let (header, objects) = start.header()?;
        // Whatever is wrong with it is found before there is a file, and the
        // file is there with all objects or not at all.
        let begun = Self::begin(Journal::in_memory(header.clone()), objects)?;
        Self::of(Journal::create_with(path, header, begun.journal.entries().to_vec())?)
    }

    /// Begins an exploration that is kept nowhere.
    pub fn in_memory(start: Start) -> Result<Self, JournalError> {
        let (header, objects) = start.header()?;
        Self::begin(Journal::in_memory(header), objects)
    }

    fn begin(mut journal: Journal, objects: Vec<EntryKind>) -> Result<Self, JournalError> {
        if !objects.is_empty() {
            journal.append_all(None, objects)?;
        }
        let exploration = Self::of(journal)?;
        match exploration.disputes().first() {
            Some(dispute) => Err(JournalError::Refused(words::start_dispute(&exploration, dispute))),
            None => Ok(exploration),
        }
    }

    /// Goes on with an exploration.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        Self::of(Journal::open(path)?)
    }

    /// Reads an exploration to look at it: what is done to it is not kept.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::of(Journal::read(path)?).map_err(|error| match error {
            JournalError::Broken { line, problem, .. } => JournalError::Broken { path: path.to_owned(), line, problem },
            error => error,
        })
    }

    /// Goes on from a journal.
    pub fn of(journal: Journal) -> Result<Self, JournalError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let state = State::replay(&journal, threads).map_err(|broken| in_journal(&journal, broken))?;
        Ok(Self { journal, state, threads, next: None })
    }

    /// The next question, or the certificate. The attempts at one that are
    /// made on the way are on record before they are made.
    pub fn next(&mut self, watch: Watch<'_>) -> Result<Step, NextError> {
        if let Some((step, _)) = &self.next {
            return Ok(step.clone());
        }
        let Self { journal, state, .. } = self;
        let step = match state.certified {
            Some(certified) => Step::Certified(certified),
            None => {
                state.rest(journal.seed());
                let State { learner, attempts, attempts_before, .. } = state;
                let mut made = *attempts_before;
                let mut announce = || {
                    made += 1;
                    // Those on record were made before a restart, of the same
                    // samples: they are made again, not more of them.
                    if made > *attempts {
                        journal.append(None, EntryKind::Attempt { state: Some(journal.state()) })?;
                        *attempts = made;
                    }
                    Ok(())
                };
                let next = learner.next_announced(watch, &mut announce);
                if next.is_err() {
                    // What comes next depends on the journal, not on where
                    // this was called off.
                    state.rest(journal.seed());
                }
                match next? {
                    Next::Ask(question) => Step::Ask(question.into()),
                    Next::Certified(certificate) => {
                        let certified = Certified {
                            state: Some(journal.state()),
                            epsilon: certificate.epsilon,
                            set_aside: certificate.set_aside,
                            delta: state.delta,
                            samples: certificate.samples,
                        };
                        journal.append(None, EntryKind::Certified(certified)).map_err(LearnError::Oracle)?;
                        state.certified = Some(certified);
                        Step::Certified(certified)
                    }
                }
            }
        };
        let standing = Standing::of(self);
        self.next = Some((step.clone(), standing));
        Ok(step)
    }

    /// Where things stand; known once [`next`](Self::next) was called.
    pub fn standing(&self) -> Option<&Standing> {
        self.next.as_ref().map(|(_, standing)| standing)
    }

    /// Adds attributes; objects then count as unknown there.
    pub fn add_attributes(&mut self, who: Option<&str>, attributes: Vec<Attribute>) -> Result<EntryId, Refusal> {
        let refuse = |problem: String| Err(Refusal::Impossible(problem));
        if attributes.is_empty() {
            return refuse("no attribute was named".to_owned());
        }
        if let Err(problem) = crate::journal::check_attributes(self.universe().len(), &attributes) {
            return refuse(problem);
        }
        let names = self.universe().names().iter().chain(attributes.iter().map(|attribute| &attribute.name));
        if let Err(error) = Universe::new(names.cloned()) {
            return refuse(error.to_string());
        }
        self.record(who, EntryKind::Attributes { attributes })
    }

    /// Asks for another accuracy from here on.
    pub fn set_accuracy(&mut self, who: Option<&str>, accuracy: Accuracy) -> Result<EntryId, Refusal> {
        start::check_accuracy(accuracy).map_err(Refusal::Impossible)?;
        self.record(who, EntryKind::Accuracy { epsilon: accuracy.epsilon(), delta: accuracy.delta() })
    }

    /// Writes an entry that only adds to what is known, if it can be.
    fn write(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, Refusal> {
        self.accepts(&what)?;
        self.add(who, what)
    }

    /// Writes an entry that changes nothing of what came before it, but for what
    /// people decide together.
    fn add(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, Refusal> {
        let id = self.journal.append(who, what)?;
        self.next = None;
        let entry = self.journal.entries().last();
        let went_on = entry.map(|entry| self.state.go_on(entry)).transpose();
        if went_on.map_err(Refusal::Impossible)? == Some(false) {
            self.replay()?;
        }
        Ok(id)
    }

    /// Whether an entry can be taken up after all others. Also where it takes
    /// several to decide, each must make sense alone.
    fn accepts(&mut self, what: &EntryKind) -> Result<(), Refusal> {
        match self.state.check(what).map_err(Refusal::Impossible)? {
            Some(dispute) => Err(Refusal::Contradicts(dispute)),
            None => Ok(()),
        }
    }

    /// Writes an entry that may change what came before it.
    fn record(&mut self, who: Option<&str>, what: EntryKind) -> Result<EntryId, Refusal> {
        let id = self.journal.append(who, what)?;
        self.next = None;
        self.replay()?;
        Ok(id)
    }

    fn replay(&mut self) -> Result<(), Refusal> {
        self.state = State::replay(&self.journal, self.threads).map_err(|broken| in_journal(&self.journal, broken))?;
        Ok(())
    }

    /// The same exploration, kept nowhere, without some entries.
    fn without(&self, entries: &[EntryId]) -> Result<Self, Refusal> {
        let mut journal = self.journal.copy();
        for entry in entries.iter().filter(|entry| self.counts(entry)) {
            journal.append(None, EntryKind::Retract { entry: entry.clone(), undo: false })?;
        }
        Ok(Self::of(journal)?)
    }
}

fn in_journal(journal: &Journal, Broken { entry, problem }: Broken) -> JournalError {
    let path = journal.path().unwrap_or(Path::new("journal")).to_owned();
    JournalError::Broken { path, line: entry.map_or(1, |at| at + 2), problem }
}
