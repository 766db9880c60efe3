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
//!
//! The modules from bottom to top: `journal` is what was written down. `object`,
//! `ballot`, `dispute` and `standing` are what entries come to: objects fact by
//! fact, what several people answered to a question, what cannot stand together,
//! and how much is left. `reading` is what lines mean after attributes and objects were
//! renamed or taken away. `state` is all that a journal amounts to, and `claims`
//! how it takes up an entry. `exploration` ties a journal to its state. On it
//! rest, each for itself, `known` (to look), `answering`, `editing`,
//! `taking_back` and `settings` (to change), `checklist`, `guess` and `kinds` (to ask for little effort),
//! `effort` (what that is), `only_new` (rules without what follows anyway), `reasons` and
//! `overruled` (why something is known, or no more), `due` and `next` (what to ask), `panel` (several people), `comments` (what they say
//! beside their answers), `agreement` (who answered how much, and who agrees with whom),
//! `programs` (what is said by programs), `proposal` (what of it waits for a person) and `first` (programs that are
//! asked before people). `words` says all
//! of it, `report` lays it out as a document, and `opening` begins an exploration
//! from a `start`.

mod agreement;
mod answering;
mod ballot;
mod checklist;
mod claims;
mod comments;
mod dispute;
mod due;
mod editing;
mod effort;
mod exploration;
mod first;
mod guess;
mod interaction;
pub mod journal;
mod kinds;
mod known;
mod next;
mod object;
mod only_new;
mod opening;
mod overruled;
mod panel;
mod programs;
mod progress;
mod proposal;
mod reading;
mod reasons;
mod refusal;
mod remaining;
mod report;
mod searched;
mod settings;
mod standing;
mod start;
mod state;
mod taking_back;
mod tried_out;
pub mod words;

pub use agreement::{Contribution, PairAgreement};
pub use answering::{ObjectStatement, Response};
pub use ballot::{Ballot, Verdict, Vote};
pub use checklist::{Asking, Checked};
pub use comments::{Comment, MAX_COMMENT_CHARS};
pub use dispute::{Dispute, Source};
pub use due::MAX_UNKNOWN_PARTS;
pub use exploration::{Asked, Exploration, Step};
pub use first::{FirstAsked, ForPrograms, HeardFromPrograms, ProgramStarter, ProgramWord, Programs};
pub use guess::Guess;
pub use interaction::Interaction;
pub use kinds::{MissingKind, PLENTY_OF_OBJECTS};
pub use next::NextError;
pub use object::{Fact, Object};
pub use overruled::Overruled;
pub use panel::{Disagreement, Request, Turn, Turns};
pub use proposal::Proposal;
pub use reasons::{Closest, Consequences, KnownRule, Reason};
pub use refusal::Refusal;
pub use remaining::Remaining;
pub use report::{report, titled_report};
pub use standing::Standing;
pub use start::{Start, USUAL_DELTA, USUAL_EPSILON};
pub use taking_back::can_be_taken_back;
pub use tried_out::TriedOut;
