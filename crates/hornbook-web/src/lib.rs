//! Explorations in a browser, alone or with colleagues: a page, and the HTTP
//! interface behind it.
//!
//! What may be asked, what an answer does and how things are put into words,
//! [`hornbook_explore`] knows. This crate lets several people at it at once
//! (`rooms`, `room`, `thinking`), tells who they are (`access`, `people`) and
//! keeps everybody else out (`guard`, `visitor`, `rate`, `places`, `server`).
//! The interface is described in `openapi.json`, which the server hands out too.

mod access;
mod api;
mod app;
mod body;
mod connection_limit;
mod error;
mod guard;
mod host;
mod idempotency;
mod log;
mod openapi;
mod options;
mod page;
mod participants;
mod person;
mod problem;
mod published;
mod query;
mod rate_limit;
mod record;
mod report;
mod response;
mod room;
mod rooms;
mod routes;
mod secret;
mod server;
mod short_text;
mod snapshot;
mod visitor;
mod worker;
mod write_timeout;

pub use error::ServeError;
pub use openapi::OPENAPI;
pub use options::{Limits, ServerOptions};
pub use routes::requests;
pub use secret::new_token;
pub use server::{Server, serve};
