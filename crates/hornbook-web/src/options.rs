//! The options of a server.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use hornbook_explore::{Asking, ProgramStarter};

use crate::error::ServeError;
use crate::person_name;
use crate::secret::{self, new_token};
use crate::short_text::is_invisible;

/// What to serve, where, and to whom.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The folder with the explorations.
    pub folder: PathBuf,
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What the owner signs in with.
    pub token: OwnerToken,
    /// Names under which a proxy offers the page to others.
    pub hosts: Vec<String>,
    /// Whether a proxy on this machine stands before the server and says in
    /// `X-Forwarded-For` whom a request comes from.
    pub behind_proxy: bool,
    /// The owner's name.
    pub owner: String,
    /// A session that was not used for so long ends.
    pub session_lifetime: Duration,
    /// How people are asked whose page takes lists and asks for things first.
    pub asking: Asking,
    /// Programs that are asked before people. Only whoever starts the server says
    /// which: nobody can name one over HTTP.
    pub first: AskedBeforePeople,
    /// How much one person, or one address, may take.
    pub limits: Limits,
}

/// Programs that are asked before people, in every exploration.
#[derive(Clone, Default)]
pub struct AskedBeforePeople {
    /// What starts them, in the order in which they are asked.
    pub programs: Vec<ProgramStarter>,
    /// Whether what they say counts only when a person agrees, in explorations in
    /// which nobody chose whose word counts.
    pub when_agreed: bool,
}

impl std::fmt::Debug for AskedBeforePeople {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AskedBeforePeople")
            .field("programs", &self.programs.len())
            .field("when_agreed", &self.when_agreed)
            .finish()
    }
}

/// What the owner of a server signs in with.
#[derive(Clone, Debug)]
pub enum OwnerToken {
    /// A token that somebody chose. Whoever signed in with another one is signed
    /// out.
    Chosen(String),
    /// A token that was made for this start. Whoever signed in with an earlier
    /// one stays signed in.
    Made(String),
    /// None: whoever comes without an invitation is the owner, and so it is for
    /// loopback alone.
    None,
}

impl OwnerToken {
    /// A new token that nobody can guess.
    pub fn made() -> Self {
        Self::Made(new_token())
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Chosen(token) | Self::Made(token) => Some(token),
            Self::None => None,
        }
    }

    /// The hash by which it is known with which token somebody signed in.
    pub(crate) fn hash(&self) -> Option<String> {
        self.text().map(|token| secret::hash("owner", token))
    }

    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// How much one person, or one address, may take, so that nobody keeps others
/// from the server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most bytes that the body of a request may have.
    pub max_body_bytes: usize,
    /// The most bytes that a table may have.
    pub max_table_bytes: usize,
    /// How long a client may take to send the headers of a request, or stay
    /// connected without sending one.
    pub header_timeout: Duration,
    /// How long a client may take to send the body of a request.
    pub body_timeout: Duration,
    /// How long a client may let what it is sent wait.
    pub write_timeout: Duration,
    /// The most connections at a time.
    pub max_connections: usize,
    /// The most connections at a time from one address.
    pub max_connections_per_address: usize,
    /// The most event streams that a person may have open at a time.
    pub max_streams_per_person: usize,
    /// How many requests a second a person may make in the long run.
    pub requests_per_second: f64,
    /// How many requests a person may make at once.
    pub request_burst: f64,
    /// How many times an address may try to sign in at once; one more time
    /// every second.
    pub sign_in_burst: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_body_bytes: 1 << 20,
            max_table_bytes: 64 << 20,
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_secs(30),
            max_connections: 512,
            max_connections_per_address: 256,
            max_streams_per_person: 16,
            requests_per_second: 100.0,
            request_burst: 300.0,
            sign_in_burst: 20.0,
        }
    }
}

/// A shorter token could be guessed.
const MIN_TOKEN_CHARS: usize = 16;

impl ServerOptions {
    /// On loopback, for whoever has the token that is made here.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            address: IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
            port: 7177,
            token: OwnerToken::made(),
            hosts: Vec::new(),
            behind_proxy: false,
            owner: "owner".to_owned(),
            session_lifetime: Duration::from_secs(30 * 24 * 60 * 60),
            asking: Asking::default(),
            first: AskedBeforePeople::default(),
            limits: Limits::default(),
        }
    }

    /// Whether this can be served without handing it to strangers.
    pub(crate) fn check(&self) -> Result<(), ServeError> {
        let open = !self.address.is_loopback() || !self.hosts.is_empty() || self.behind_proxy;
        match &self.token {
            OwnerToken::None if open => Err(ServeError::NeedsToken),
            OwnerToken::Chosen(token) if token.is_empty() => Err(ServeError::EmptyToken),
            // Whoever pastes it would not see that there is more of it.
            OwnerToken::Chosen(token) if token.trim() != token || token.chars().any(is_invisible) => {
                Err(ServeError::PaddedToken)
            }
            OwnerToken::Chosen(token) if token.chars().count() < MIN_TOKEN_CHARS => {
                Err(ServeError::ShortToken(MIN_TOKEN_CHARS))
            }
            _ => Ok(()),
        }?;
        if let Some(fault) = person_name::fault(&self.owner) {
            return Err(ServeError::InvalidOwnerName(fault));
        }
        let is_invalid = |host: &&String| host.is_empty() || host.contains(['/', '@', ' ', '"', ',', ';']);
        match self.hosts.iter().find(is_invalid) {
            Some(host) => Err(ServeError::InvalidHost(host.clone())),
            None => Ok(()),
        }
    }
}
