//! Learners: the paper's algorithms and those that go beyond.

pub mod accuracy;
pub mod binomial;
pub mod confident;
pub mod exploration;
pub mod frugal;
pub mod horn1;
pub mod pac;
mod progress;
pub mod table;

pub use accuracy::{Accuracy, AccuracyError, Schedule};
pub use progress::{LearnError, Progress, Watch, unwatched};
