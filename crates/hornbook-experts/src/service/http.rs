//! Requests to a service: bounded, tried again where that may help, and without a
//! word of the token.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use ureq::http::{HeaderMap, StatusCode, Uri};
use ureq::tls::{Certificate, RootCerts, TlsConfig, TlsProvider};

use crate::protocol::quote;

/// No response is longer.
const MAX_RESPONSE_BYTES: u64 = 1 << 20;
/// A request is tried so many times.
const MAX_TRIES: u32 = 5;
/// How long to wait before the second try; doubled for each after it.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
/// No pause is longer, whatever the service asks for.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How often it is looked whether somebody called it off.
const TIME_BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A secret, which is never shown.
#[derive(Clone)]
pub struct ServiceToken(String);

impl ServiceToken {
    /// A token that is sent with every request.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }
}

impl fmt::Debug for ServiceToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServiceToken(…)")
    }
}

/// Where a service is, and how it is reached.
#[derive(Clone, Debug)]
pub(super) struct Client {
    agent: Agent,
    address: Uri,
    token: Option<ServiceToken>,
    /// Set when nobody waits any more.
    stopped: Arc<AtomicBool>,
}

/// Why there is no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestFault {
    /// The service cannot be reached, or does not want to be.
    Unreachable(String),
    /// This request is not answered, and others may be.
    Refused(String),
}

impl Client {
    /// A client for a service at an address. What is wrong with the address is said
    /// without repeating it: it may hold secrets.
    pub(super) fn new(address: &str, token: Option<ServiceToken>, time: Duration) -> Result<Self, String> {
        let uri: Uri = address.parse().map_err(|_| "the address is no URL".to_owned())?;
        let authority = uri.authority().ok_or_else(|| "the address names no host".to_owned())?;
        if authority.as_str().contains('@') {
            let problem = "the address holds a name or password, which would be shown to others";
            return Err(format!("{problem}: leave it out, and put a token into HORNBOOK_ASK_TOKEN"));
        }
        let is_encrypted = uri.scheme_str() == Some("https");
        if token.is_some() && !is_encrypted && !is_loopback(authority.host()) {
            let problem = "the token in HORNBOOK_ASK_TOKEN would be sent unencrypted";
            return Err(format!("{problem}: use https, or leave the token out"));
        }
        let config = Agent::config_builder()
            .http_status_as_error(false)
            // A token is for this host, and no other.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(time))
            .user_agent(concat!("hornbook/", env!("CARGO_PKG_VERSION")));
        let config = if is_encrypted { config.tls_config(tls()?) } else { config };
        Ok(Self { agent: config.build().new_agent(), address: uri, token, stopped: Arc::default() })
    }

    /// The host of the service.
    pub(super) fn host(&self) -> String {
        self.address.authority().map(|authority| authority.as_str().to_owned()).unwrap_or_default()
    }

    /// Has requests under way given up soon.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Sends a message and returns the response, trying again where that may help.
    pub(super) fn post(&self, message: &str) -> Result<String, RequestFault> {
        let mut pause = FIRST_PAUSE;
        let mut tries = 1;
        loop {
            let (problem, wanted_pause) = match self.try_post(message) {
                Ok(response) => return Ok(response),
                Err(Trouble::Final(fault)) => return Err(fault),
                Err(Trouble::Passing { problem, retry_after }) => (problem, retry_after),
            };
            if tries == MAX_TRIES {
                return Err(RequestFault::Unreachable(format!("{problem}, {MAX_TRIES} times in a row")));
            }
            if !self.sleep(wanted_pause.unwrap_or(pause).min(LONGEST_PAUSE)) {
                return Err(RequestFault::Refused("it was called off".to_owned()));
            }
            tries += 1;
            pause *= 2;
        }
    }

    /// Waits, unless somebody calls it off.
    fn sleep(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while Instant::now() < until && !self.stopped.load(Ordering::Relaxed) {
            thread::sleep(TIME_BETWEEN_LOOKS.min(until.saturating_duration_since(Instant::now())));
        }
        !self.stopped.load(Ordering::Relaxed)
    }

    fn try_post(&self, message: &str) -> Result<String, Trouble> {
        let mut request = self.agent.post(&self.address).header(CONTENT_TYPE, "application/json");
        if let Some(ServiceToken(token)) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let mut response = request.send(message).map_err(|error| Trouble::of(&error))?;
        let status = response.status();
        let retry_after = retry_after(response.headers());
        let body = response.body_mut().with_config().limit(MAX_RESPONSE_BYTES).read_to_vec();
        let body = match body {
            Ok(body) => body,
            Err(ureq::Error::BodyExceedsLimit(_)) => {
                let problem = format!("its response is longer than {} MiB", MAX_RESPONSE_BYTES >> 20);
                return Err(Trouble::Final(RequestFault::Unreachable(problem)));
            }
            Err(error) => return Err(Trouble::of(&error)),
        };
        let shown = || quote(String::from_utf8_lossy(&body).trim());
        match status {
            status if status.is_success() => String::from_utf8(body)
                .map_err(|_| Trouble::Final(RequestFault::Unreachable("its response is no text in UTF-8".to_owned()))),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
                Err(Trouble::Passing { problem: format!("it answered {status}"), retry_after })
            }
            status if status.is_server_error() => {
                Err(Trouble::Passing { problem: format!("it answered {status}: {}", shown()), retry_after })
            }
            status if status.is_redirection() => Err(Trouble::Final(RequestFault::Unreachable(format!(
                "it answered {status}, and is not followed elsewhere: name the address where it is"
            )))),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(Trouble::Final(RequestFault::Unreachable(
                format!("it answered {status}: put the token that it wants into HORNBOOK_ASK_TOKEN"),
            ))),
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => Err(Trouble::Final(RequestFault::Unreachable(
                format!("it answered {status}: is that the address that takes questions?"),
            ))),
            status => Err(Trouble::Final(RequestFault::Refused(format!("it answered {status}: {}", shown())))),
        }
    }
}

/// What went wrong with a try.
enum Trouble {
    /// It may go well another time.
    Passing { problem: String, retry_after: Option<Duration> },
    /// It will not.
    Final(RequestFault),
}

impl Trouble {
    fn of(error: &ureq::Error) -> Self {
        let problem = match error {
            ureq::Error::Io(error) => error.to_string(),
            ureq::Error::Timeout(_) => "it did not answer in time".to_owned(),
            ureq::Error::HostNotFound => "there is no such host".to_owned(),
            ureq::Error::Rustls(error) => format!("there is no safe connection: {error}"),
            ureq::Error::Tls(problem) => format!("there is no safe connection: {problem}"),
            ureq::Error::ConnectionFailed => "there is no connection".to_owned(),
            error => quote(&error.to_string()),
        };
        Self::Passing { problem, retry_after: None }
    }
}

/// How long a service wants to be left alone, if it says so in seconds.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

/// Whether a host is this machine, so that nothing is sent over a network.
fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// The certificates that this machine trusts.
fn tls() -> Result<TlsConfig, String> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        return Err("this machine has no root certificates, without which no https address can be trusted".to_owned());
    }
    let roots: RootCerts = found.certs.iter().map(|found| Certificate::from_der(found).to_owned()).into();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(TlsConfig::builder()
        .provider(TlsProvider::Rustls)
        .unversioned_rustls_crypto_provider(provider)
        .root_certs(roots)
        .build())
}
