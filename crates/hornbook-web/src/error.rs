//! The reasons for which a server does not start.

use std::io;
use std::path::PathBuf;

use crate::secret::new_token;

/// Why a server cannot start.
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
