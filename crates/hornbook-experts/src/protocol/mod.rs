//! The words between Hornbook and a program or service: one JSON object a line, or
//! one a request.
//!
//! `hello` is how both sides begin, `question` what is asked, `answer` what may be
//! said to it, `quote` how a line is shown to people. The JSON schema is
//! `docs/experts/protocol.schema.json`.
//!
//! What a program gets wrong is told apart: a line that is no message, or that
//! answers nothing that was asked, is a fault of the program as a whole, and to go
//! on would be to guess. An answer that is well formed and makes no sense, such as
//! a counterexample that breaks nothing, concerns its question alone.

mod answer;
mod hello;
mod question;
mod quote;

pub use answer::{AnswerFault, AnswerMessage};
pub use hello::{Greeting, HelloMessage, greeting_line};
pub use question::question_line;
pub(crate) use quote::quote;

/// The version of the protocol.
pub const PROTOCOL_VERSION: u64 = 1;
