//! Experts teach an exploration: questions go out, several at a time, and every
//! reply is in the journal before it counts.
//!
//! The first expert is asked; what it does not know goes to the next. Their order
//! is also that of trust: what an expert says gives way to those before it. An
//! answer that contradicts what is known otherwise is put on record as a dispute and
//! does not count; the run goes on.
//!
//! `inquiry` is a question on its way, with what is asked to get to the bottom of
//! it; `progress` is what whoever watches sees, and how it ended; `consultation` is
//! who is asked, and what is before them; `record` puts what was found into the
//! journal; `run` is how it all goes on.

mod consultation;
mod inquiry;
mod progress;
mod record;
mod run;

pub use consultation::Consultation;
pub use progress::{ConsultEnd, ConsultError, ConsultLimits, ConsultProblem, ConsultProgress, ConsultWatcher};
