//! Experts that are no people: programs, services, solvers and language models.
//!
//! Whatever can answer is an [`Expert`]: it is handed questions, several at a
//! time, and gives answers in any order. What stands around experts (asking again
//! and again, counting votes, searching for exceptions) is an expert itself.
//! Experts are driven by whoever keeps the answers.
//!
//! From the bottom: `expert` is the seam. `subject` is what questions are about,
//! [`protocol`] the messages to programs and services, `acquaintance` what is known
//! of one of them. [`Program`] and [`Service`] answer; [`model`] is a language model
//! behind an endpoint that speaks the usual chat-completions protocol; [`KnownExpert`]
//! answers from what is known already, and [`respond`] lets others ask an expert as
//! a program. Around sources that err stand [`Repeated`] and [`Majority`], around black
//! boxes that only say whether a set is possible [`MemberSearch`].
//!
//! [`Consultation`] lets experts teach an exploration. [`ExpertOracle`] lets learners of
//! the library ask an expert, and [`SearchLearner`] takes rules back that a search did
//! not break and a later member does.
//!
//! Theories in propositional logic are domains: [`cnf`], and [`feature_model`], which
//! translates feature models to them.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod acquaintance;
pub mod cnf;
mod consult;
mod error;
mod expert;
mod expert_oracle;
pub mod feature_model;
mod first;
mod known;
mod member_search;
pub mod model;
mod patience;
mod program;
pub mod protocol;
mod respond;
mod search_learner;
mod service;
mod subject;
mod theory_file;
mod voting;

pub use consult::{
    ConsultEnd, ConsultError, ConsultLimits, ConsultProblem, ConsultProgress, ConsultWatcher, Consultation,
};
pub use error::ExpertError;
pub use expert::{Abilities, Expert, ExpertQuestion, ExpertReply};
pub use expert_oracle::ExpertOracle;
pub use first::BeforePeople;
pub use known::KnownExpert;
pub use member_search::{Cases, MemberSearch, SearchSettings};
pub use program::{Program, USUAL_ANSWER_TIME};
pub use respond::{RespondError, respond};
pub use search_learner::SearchLearner;
pub use service::{Service, ServiceToken};
pub use subject::Subject;
pub use theory_file::TheoryFile;
pub use voting::{ErrorRate, ErrorRateError, Majority, Repeated};
