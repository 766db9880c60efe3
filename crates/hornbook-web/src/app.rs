//! What all requests share.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::watch;

use crate::kept_tables::KeptTables;
use crate::options::{Limits, OwnerToken, ServerOptions};
use crate::outstanding::Outstanding;
use crate::pictures::Pictures;
use crate::rate_limit::RateLimit;
use crate::rooms::Rooms;
use crate::sent_states::SentStates;
use crate::sessions::{Holder, Sessions};
use crate::visitor::Visitor;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

struct Shared {
    options: ServerOptions,
    address: SocketAddr,
    rooms: Rooms,
    pictures: Arc<Pictures>,
    tables: KeptTables,
    sessions: Sessions,
    outstanding: Arc<Outstanding>,
    sent_states: SentStates,
    requests: RateLimit,
    sign_ins: RateLimit,
    /// Whether the server is shutting down.
    shutdown: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(options: ServerOptions, address: SocketAddr, shutdown: watch::Receiver<bool>) -> Self {
        let requests = RateLimit::new(options.limits.requests_per_second, options.limits.request_burst);
        let sign_ins = RateLimit::new(1.0, options.limits.sign_in_burst);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let rooms = Rooms::new(options.folder.clone(), cores, options.asking, options.first.clone(), shutdown.clone());
        let pictures = Pictures::new(cores);
        let sessions =
            Sessions::open(&options.folder, options.session_lifetime, |holder| match (holder, &options.token) {
                // Whoever changes the token does so to keep those out who knew it.
                (Holder::Owner { token_sha256 }, token @ OwnerToken::Chosen(_)) => {
                    Some(token_sha256) == token.hash().as_ref()
                }
                (Holder::Owner { .. } | Holder::Guest { .. }, _) => true,
            });
        Self(Arc::new(Shared {
            options,
            address,
            rooms,
            pictures,
            tables: KeptTables::default(),
            sessions,
            outstanding: Arc::default(),
            sent_states: SentStates::default(),
            requests,
            sign_ins,
            shutdown,
        }))
    }

    pub(crate) fn options(&self) -> &ServerOptions {
        &self.0.options
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.options.limits
    }

    pub(crate) fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    pub(crate) fn pictures(&self) -> &Arc<Pictures> {
        &self.0.pictures
    }

    /// Tables that were uploaded, and of which nothing was made yet.
    pub(crate) fn tables(&self) -> &KeptTables {
        &self.0.tables
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }

    /// What is on its way to everybody.
    pub(crate) fn outstanding(&self) -> &Arc<Outstanding> {
        &self.0.outstanding
    }

    /// What is kept of the states that browsers were sent.
    pub(crate) fn sent_states(&self) -> &SentStates {
        &self.0.sent_states
    }

    /// The address that the server listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// Tells when the server is shutting down.
    pub(crate) fn shutdown(&self) -> watch::Receiver<bool> {
        self.0.shutdown.clone()
    }

    /// Whether whoever has this bucket may make one more request.
    pub(crate) fn may_request(&self, bucket: &str) -> bool {
        self.0.requests.take(bucket)
    }

    /// Whether a visitor may try to sign in once more. Each address has its own
    /// limit, so that nobody can keep the owner out; a token is too long to be
    /// guessed even from many addresses.
    pub(crate) fn may_try_token(&self, visitor: Visitor) -> bool {
        self.0.sign_ins.take(&visitor.bucket())
    }

    /// Does not count an attempt to sign in that succeeded: many may come from one
    /// address.
    pub(crate) fn forget_attempt(&self, visitor: Visitor) {
        self.0.sign_ins.give_back(&visitor.bucket());
    }

    /// Whether cookies are sent over encrypted connections only. That is so
    /// where the server has a name: then it is behind a proxy with a certificate.
    pub(crate) fn has_secure_cookies(&self) -> bool {
        !self.0.options.hosts.is_empty()
    }
}
