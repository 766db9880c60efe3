//! What stands before every request: is it meant for this server, does it come
//! from its page, who is asking, and how often.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use tokio::sync::watch;

use crate::access::{self, CSRF};
use crate::log;
use crate::options::{Limits, ServerOptions};
use crate::problem::Problem;
use crate::rate::Rate;
use crate::rooms::Rooms;
use crate::secret;
use crate::visitor::{self, Peer, Visitor};

/// What all requests share.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

struct Shared {
    options: ServerOptions,
    address: SocketAddr,
    rooms: Rooms,
    rate: Rate,
    sign_ins: Rate,
    /// Whether the server is about to end.
    ending: watch::Receiver<bool>,
}

impl App {
    pub(crate) fn new(options: ServerOptions, address: SocketAddr, ending: watch::Receiver<bool>) -> Self {
        let rate = Rate::new(options.limits.rate, options.limits.burst);
        let sign_ins = Rate::new(1.0, options.limits.sign_ins);
        let rooms = Rooms::new(options.folder.clone(), ending.clone());
        Self(Arc::new(Shared { options, address, rooms, rate, sign_ins, ending }))
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

    /// Tells when the server is about to end.
    pub(crate) fn ending(&self) -> watch::Receiver<bool> {
        self.0.ending.clone()
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

    /// Whether this server goes by that name. A page from elsewhere whose name
    /// leads here all of a sudden goes by another.
    fn is_called(&self, authority: &str) -> bool {
        let (host, port) = split(authority);
        let host = host.to_ascii_lowercase();
        let own_port = |default: bool| match port {
            Some(port) => port.parse() == Ok(self.0.address.port()),
            None => default,
        };
        let named = |name: &String| match split(name) {
            (name, Some(own)) => name.eq_ignore_ascii_case(&host) && port == Some(own),
            (name, None) => name.eq_ignore_ascii_case(&host),
        };
        if self.options().hosts.iter().any(named) {
            return true;
        }
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
        let loopback = host == "localhost" || literal.is_some_and(|address| address.is_loopback());
        let bound = self.0.address.ip();
        // An address that was typed as such is nobody's name.
        let typed = literal.is_some_and(|address| bound.is_unspecified() || address == bound);
        (loopback && (bound.is_loopback() || bound.is_unspecified()) || typed) && own_port(self.0.address.port() == 80)
    }
}

/// Host and port of `name:80`, `[::1]:80`, `name`.
fn split(authority: &str) -> (&str, Option<&str>) {
    match authority.rfind(':') {
        Some(at) if !authority[at..].contains(']') => (&authority[..at], Some(&authority[at + 1..])),
        _ => (authority, None),
    }
}

/// What the page may load and do: nothing that is not this server's.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers of every response that has none of its own.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Lets a request in, or says why not.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let about = format!("{} {}", request.method(), request.uri().path());
    let answered = std::panic::AssertUnwindSafe(admit(&app, request, next)).catch_unwind().await;
    let mut response = match answered {
        Ok(Ok(response)) => response,
        Ok(Err(problem)) => problem.into_response(),
        Err(_) => {
            log::note(&format!("a fault while answering {about}"));
            Problem::fault().into_response()
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

async fn admit(app: &App, mut request: Request, next: Next) -> Result<Response, Problem> {
    check_direct(app, request.headers())?;
    check_name(app, request.headers(), request.uri())?;
    check_origin(app, request.headers())?;
    let session = access::resolve(app, access::secret_of(request.headers())).await;
    let known = session.person.as_ref().and(session.secret.as_deref());
    let peer = *request.extensions().get::<Peer>().ok_or_else(Problem::fault)?;
    let visitor = Visitor::of(peer, request.headers(), app.options().behind_proxy);
    let bucket = known.map_or_else(|| visitor.bucket(), |secret| secret::hash("rate", secret));
    if !app.0.rate.take(&bucket) {
        return Err(Problem::too_many("That is too many requests at once: wait a second, and send this again."));
    }
    let reading = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    // Whoever signs in has no secret yet that one could be made from; what is
    // sent then is the token itself, which no other page knows.
    let signing_in = request.uri().path() == "/api/session" && request.method() == Method::POST;
    if !reading && !signing_in {
        let sent = request.headers().get(CSRF).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !session.csrf().is_some_and(|expected| secret::same(&expected, sent)) {
            let words = "The request does not come from this server's page, or the page is out of date: reload it. \
                         (Programs send the csrf of GET /api/session as X-Hornbook-Csrf, with its cookie.)";
            return Err(Problem::forbidden("csrf", words));
        }
    }
    request.extensions_mut().insert(session);
    request.extensions_mut().insert(visitor);
    Ok(next.run(request).await)
}

/// Without a token everybody is the owner, which is meant for this machine
/// alone; whoever comes through a proxy may be anybody.
fn check_direct(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    if app.options().token.is_some() || !visitor::is_proxied(headers) {
        return Ok(());
    }
    let words = "This request came through a proxy. The server has no token, so that everybody would be its owner: \
                 start it with --token, --host and --behind-proxy to offer it to others.";
    Err(Problem::forbidden("proxy", words))
}

fn check_name(app: &App, headers: &HeaderMap, uri: &Uri) -> Result<(), Problem> {
    let mut names = headers.get_all(header::HOST).iter();
    let name = match (names.next(), names.next()) {
        (Some(name), None) => name.to_str().ok(),
        _ => None,
    };
    let elsewhere = uri.authority().is_some_and(|authority| !app.is_called(authority.as_str()));
    if !elsewhere && name.is_some_and(|name| app.is_called(name)) {
        return Ok(());
    }
    let words = "This server does not go by that name. Use the address that it printed; to offer it under another \
                 name, start it with --host NAME.";
    Err(Problem::other(StatusCode::MISDIRECTED_REQUEST, "host", words))
}

/// Pages of other servers may not send anything here.
fn check_origin(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    let foreign = match headers.get(header::ORIGIN).map(HeaderValue::to_str) {
        None => false,
        Some(Err(_)) => true,
        Some(Ok(origin)) => {
            let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            !authority.is_some_and(|authority| app.is_called(authority))
        }
    };
    match foreign {
        true => Err(Problem::forbidden("origin", "Requests from the pages of other servers are not taken.")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app(address: &str, hosts: &[&str]) -> App {
        let mut options = ServerOptions::new(".");
        options.hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
        let address: SocketAddr = address.parse().unwrap_or_else(|_| ([127, 0, 0, 1], 7177).into());
        App::new(options, address, watch::channel(false).1)
    }

    #[test]
    fn names_of_a_server_on_loopback() {
        let app = app("127.0.0.1:7177", &[]);
        for good in ["127.0.0.1:7177", "localhost:7177", "LOCALHOST:7177", "[::1]:7177"] {
            assert!(app.is_called(good), "{good}");
        }
        for bad in [
            "127.0.0.1",
            "localhost:80",
            "evil.example:7177",
            "127.0.0.1.evil.example:7177",
            "",
            ":7177",
            "192.168.1.5:7177",
            "localhost:7177:7177",
            "localhost.:7177",
        ] {
            assert!(!app.is_called(bad), "{bad}");
        }
    }

    #[test]
    fn names_of_a_server_for_others() {
        let app = app("0.0.0.0:7177", &["rules.example.org", "other.example:8443"]);
        for good in ["rules.example.org", "Rules.Example.org:443", "other.example:8443", "192.168.1.5:7177"] {
            assert!(app.is_called(good), "{good}");
        }
        for bad in ["example.org", "other.example", "192.168.1.5", "evil.example:7177"] {
            assert!(!app.is_called(bad), "{bad}");
        }
    }
}
