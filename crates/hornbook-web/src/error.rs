//! The reasons for which a server does not start.

use std::io;
use std::path::PathBuf;

use crate::secret::new_token;

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Others could reach the server, and there is to be no token to keep them
    /// out.
    #[error(
        "without a token everybody who reaches the server is its owner: --no-token is for this machine alone, without \
         --host and --behind-proxy"
    )]
    NeedsToken,
    /// The token has no characters.
    #[error(
        "the token is empty: leave out --token and HORNBOOK_TOKEN to have one made, or say --no-token if everybody at \
         this machine may be the owner"
    )]
    EmptyToken,
    /// The token has spaces around it, or something that cannot be seen.
    #[error(
        "the token has spaces or line breaks at its ends, or characters in it that cannot be seen: give it without"
    )]
    PaddedToken,
    /// The token has too few characters.
    #[error("the token is too short: {0} characters are needed, for example {example}; without --token one is made", example = new_token())]
    ShortToken(usize),
    /// A name in `hosts` is no name of a host.
    #[error("{0:?} is no name of a host: --host takes a name as in the page's address, such as rules.example.org")]
    InvalidHost(String),
    /// The owner's name is empty, too long or not on one line.
    #[error("the owner's name {0}: give another one with --as NAME")]
    InvalidOwnerName(&'static str),
    /// Somebody who was invited has the owner's name.
    #[error(
        "somebody who was invited to the exploration {exploration} is called {owner:?} too, or nearly so, and the two could not be \
         told apart: give the owner another name with --as NAME"
    )]
    OwnerNameTaken {
        /// The owner's name.
        owner: String,
        /// The exploration they were invited to.
        exploration: String,
    },
    /// Another server uses the folder.
    #[error("another server is at the folder {}: end that one first, or open its address", .0.display())]
    FolderInUse(PathBuf),
    /// The folder cannot be used.
    #[error("cannot use the folder {}: {error}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The address or its port cannot be used.
    #[error("cannot listen on {address}: {error}; --port 0 takes any port that is free")]
    Listen {
        /// The address.
        address: std::net::SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The threads of the server cannot be started.
    #[error("cannot start: {0}")]
    Start(io::Error),
}
