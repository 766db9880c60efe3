//! Explorations in a browser, alone or with colleagues: a page, and the HTTP
//! interface behind it.
//!
//! The crate `hornbook_explore` decides what is asked and what an answer means;
//! this one lets several people take part over HTTP. Its modules build on each
//! other from bottom to top, in the order of the groups below. At the bottom are
//! tools that know neither explorations nor requests: limits, files, secrets, the
//! log. Next come what a request carries and how it is refused, and then who people
//! are, by which *session* or *invitation*, and what is kept about them. On these
//! rests what is shown: a *snapshot* is what everybody sees of an exploration, the
//! *participants* are those who look, each with an assignment, and both together are
//! *published*. The *state* that somebody is sent is put together of it field by field, and
//! the *sent states* tell what of it is new to them. A *room* is one exploration with what is published of it, used in
//! fair *turns*; its *worker* finds the next question in the background, its
//! *programs* are asked before people, *pictures* are made beside that, and the *rooms* are all explorations of the folder, of which
//! the *index* tells without opening them. The *app* holds the rooms, the sessions
//! and the options for all requests. Above it, every request passes the *guard*,
//! which finds out by *access* who is asking, and is answered by the *api*, the
//! *report* or the *page*. The *routes* say which function answers what, and the
//! *server* listens and calls them.
#![cfg_attr(test, allow(clippy::unwrap_used))]

// Tools that know neither explorations nor requests.
mod bundle;
mod compression;
mod connection_limit;
mod files;
mod host;
mod log;
mod outstanding;
mod rate_limit;
mod secret;
mod shorter;
mod write_timeout;

// What a request carries, and how it is refused.
mod diagram_request;
mod idempotency;
mod person_name;
mod problem;
mod query;
mod response;
mod short_text;
mod took;
mod visitor;

// The options of a server, and why it may not start with them.
mod error;
mod options;

// Who people are, and what is kept about them.
mod invitation;
mod person;
mod record;
mod sessions;

// What is shown of an exploration.
mod participants;
mod published;
mod sent_states;
mod snapshot;
mod state;

// Explorations that several people share.
mod index;
mod open_limit;
mod pictures;
mod program_worker;
mod programs;
mod room;
mod rooms;
mod turns;
mod worker;

// Tables that are uploaded, before they are explorations.
mod kept_tables;
mod table_look;
mod table_rules;
mod uploaded_table;

// What all requests share.
mod app;

// What happens before a request is answered.
mod access;
mod body;
mod guard;

// The answers.
mod api;
mod openapi;
mod page;
mod report;

// Which function answers what, and listening for requests.
mod routes;
mod server;

pub use error::ServeError;
pub use openapi::OPENAPI;
pub use options::{AskedBeforePeople, Limits, OwnerToken, ServerOptions};
pub use routes::requests;
pub use secret::new_token;
pub use server::{Server, serve};
