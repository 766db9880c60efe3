//! Learners: the paper's algorithms and those that go beyond, all driven by one
//! [`protocol`].

pub mod binomial;
pub mod exploration;
pub mod frugal;
pub mod horn1;
pub mod methods;
pub mod pac;
mod progress;
pub mod protocol;

pub use progress::{Cancelled, Progress, Watch, unwatched};
pub use protocol::{AnswerError, Expectation, LearnError, Learner, Question, Step};

pub use crate::accuracy::{Accuracy, AccuracyError, Schedule, Strength};
