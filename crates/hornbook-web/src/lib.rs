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
mod body;
mod guard;
mod log;
mod made;
mod options;
mod page;
mod patience;
mod people;
mod places;
mod problem;
mod rate;
mod report;
mod room;
mod rooms;
mod routes;
mod seats;
mod secret;
mod server;
mod snapshot;
mod text;
mod thinking;
mod visitor;

use std::io;
use std::path::PathBuf;

pub use options::{Limits, ServerOptions};
pub use secret::new_token;
pub use server::{Server, serve};

/// The description of the HTTP interface, as the server hands it out.
pub const OPENAPI: &str = include_str!("openapi.json");

/// The requests that are understood, as `GET /api/session`.
pub fn requests() -> Vec<String> {
    routes::REQUESTS.iter().map(|(method, path)| format!("{method} {path}")).collect()
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Others could come without having been let in.
    #[error(
        "a token is needed to serve others than this machine: --token, or HORNBOOK_TOKEN in the environment; \
         for example {}",
        new_token()
    )]
    NeedsToken,
    /// The token could be guessed.
    #[error("the token is too short: {0} characters are needed, for example {example}", example = new_token())]
    ShortToken(usize),
    /// No name of a host.
    #[error("{0:?} is no name of a host: --host takes a name as in the page's address, such as rules.example.org")]
    NoHost(String),
    /// The owner's name is none.
    #[error("the owner's name {0}: give another one with --as NAME")]
    NoName(&'static str),
    /// The owner would answer as somebody else.
    #[error(
        "somebody who was invited to the exploration {exploration} is called {owner:?} too, and the two could not be \
         told apart: give the owner another name with --as NAME"
    )]
    Namesake {
        /// The owner's name.
        owner: String,
        /// The exploration.
        exploration: String,
    },
    /// Another server is at it.
    #[error("another server is at the folder {}: end that one first, or open its address", .0.display())]
    Another(PathBuf),
    /// The folder cannot be used.
    #[error("cannot use the folder {}: {error}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The port cannot be had.
    #[error("cannot listen on {address}: {error}; --port 0 takes any port that is free")]
    Listen {
        /// Where.
        address: std::net::SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The system gives no threads.
    #[error("cannot start: {0}")]
    Start(io::Error),
}
