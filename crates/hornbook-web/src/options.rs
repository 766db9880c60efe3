//! What can be chosen when a server is started.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::error::ServeError;
use crate::text;

/// What to serve, where, and to whom.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The folder with the explorations.
    pub folder: PathBuf,
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What the owner signs in with. Without one, whoever comes without an
    /// invitation is the owner; so it can be left out on loopback alone.
    pub token: Option<String>,
    /// Names under which a proxy offers the page to others.
    pub hosts: Vec<String>,
    /// Whether a proxy on this machine stands before the server and says in
    /// `X-Forwarded-For` whom a request comes from.
    pub behind_proxy: bool,
    /// The owner's name.
    pub owner: String,
    /// How much is taken from whom.
    pub limits: Limits,
}

/// How much is taken from whom, so that nobody keeps others from it.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a table.
    pub table: usize,
    /// Time for a request's head, and to stay connected without one.
    pub head: Duration,
    /// Time for its body.
    pub body_time: Duration,
    /// Time for a client to take what it is sent.
    pub taking: Duration,
    /// Connections at a time.
    pub connections: usize,
    /// Connections at a time from one address.
    pub connections_each: usize,
    /// Event streams a person has open at a time.
    pub streams: usize,
    /// Requests a second of one person, in the long run.
    pub rate: f64,
    /// Requests of one person at once.
    pub burst: f64,
    /// Attempts to sign in, from one address, at once; one more every second.
    pub sign_ins: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 1 << 20,
            table: 64 << 20,
            head: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            taking: Duration::from_secs(30),
            connections: 512,
            connections_each: 256,
            streams: 16,
            rate: 100.0,
            burst: 300.0,
            sign_ins: 20.0,
        }
    }
}

/// A token with fewer characters could be guessed.
const SHORTEST_TOKEN: usize = 16;

impl ServerOptions {
    /// On loopback, for whoever is at this machine.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            address: IpAddr::V4(std::net::Ipv4Addr::LOCALHOST),
            port: 7177,
            token: None,
            hosts: Vec::new(),
            behind_proxy: false,
            owner: "owner".to_owned(),
            limits: Limits::default(),
        }
    }

    /// Whether this can be served without handing it to strangers.
    pub(crate) fn check(&self) -> Result<(), ServeError> {
        let open = !self.address.is_loopback() || !self.hosts.is_empty() || self.behind_proxy;
        match &self.token {
            None if open => Err(ServeError::NeedsToken),
            Some(token) if token.chars().count() < SHORTEST_TOKEN => Err(ServeError::ShortToken(SHORTEST_TOKEN)),
            _ => Ok(()),
        }?;
        if let Some(fault) = text::fault(&self.owner) {
            return Err(ServeError::NoName(fault));
        }
        let named = |host: &&String| host.is_empty() || host.contains(['/', '@', ' ', '"', ',', ';']);
        match self.hosts.iter().find(named) {
            Some(host) => Err(ServeError::NoHost(host.clone())),
            None => Ok(()),
        }
    }
}
