//! What all requests share.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::watch;

use crate::options::{Limits, ServerOptions};
use crate::rate_limit::RateLimit;
use crate::rooms::Rooms;
use crate::visitor::Visitor;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

struct Shared {
    options: ServerOptions,
    address: SocketAddr,
    rooms: Rooms,
    requests: RateLimit,
    sign_ins: RateLimit,
    /// Whether the server is about to end.
    ending: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(options: ServerOptions, address: SocketAddr, ending: watch::Receiver<bool>) -> Self {
        let requests = RateLimit::new(options.limits.requests_per_second, options.limits.request_burst);
        let sign_ins = RateLimit::new(1.0, options.limits.sign_in_burst);
        let rooms = Rooms::new(options.folder.clone(), ending.clone());
        Self(Arc::new(Shared { options, address, rooms, requests, sign_ins, ending }))
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

    /// The address that the server listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// Tells when the server is about to end.
    pub(crate) fn ending(&self) -> watch::Receiver<bool> {
        self.0.ending.clone()
    }

    /// Whether one more request may be made from a bucket.
    pub(crate) fn may_request(&self, bucket: &str) -> bool {
        self.0.requests.take(bucket)
    }

    /// Whether another attempt to sign in may be made. Every address has its
    /// own, so that nobody keeps the owner out; a token is long enough that
    /// guessing from many addresses leads nowhere.
    pub(crate) fn may_try_token(&self, visitor: Visitor) -> bool {
        self.0.sign_ins.take(&visitor.bucket())
    }

    /// Whether cookies are for encrypted connections only: where a proxy has a
    /// name, it has a certificate.
    pub(crate) fn secure(&self) -> bool {
        !self.0.options.hosts.is_empty()
    }
}
