//! The way to an endpoint and back, with patience: what fails for the moment is tried
//! again, after as long a wait as the endpoint asks for.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::Agent;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::answer::cut;
use super::completion::Completion;
use super::dialect::Dialect;
use super::settings::{ModelSettings, ModelSetupError};
use super::wording::ChatMessage;

/// An endpoint, asked with the settings of a model.
pub(super) struct Endpoint {
    agent: Agent,
    settings: Arc<ModelSettings>,
    schema: Value,
    /// What it understands, as far as that is known.
    dialect: Mutex<Dialect>,
    /// Nobody waits for answers any more.
    stopped: AtomicBool,
}

/// Why there is no completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AskProblem {
    /// This question could not be answered; another may.
    Question(String),
    /// The endpoint does not answer at all.
    Unreachable(String),
    /// It is not asked in the way it understands.
    Protocol(String),
}

/// What one request came to.
enum Response {
    Completion(Vec<u8>),
    /// It cannot be so; this is what was said.
    Refused(u16, String),
    /// It may be otherwise later.
    NotNow {
        problem: String,
        wait: Option<Duration>,
        is_reached: bool,
    },
    Failed(AskProblem),
}

/// No response is longer. An answer is some hundred bytes, with what endpoints put
/// around it some thousand.
const MAX_RESPONSE_BYTES: u64 = 1 << 20;
/// How long it takes at most to notice that nobody waits any more.
const LOOK_EVERY: Duration = Duration::from_millis(20);

impl Endpoint {
    pub(super) fn new(settings: Arc<ModelSettings>, schema: Value) -> Result<Self, ModelSetupError> {
        let mut config = Agent::config_builder()
            .timeout_global(Some(settings.time_limit))
            // A key goes where it was meant for, and nowhere else.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .max_idle_connections_per_host(settings.at_once)
            .user_agent(concat!("hornbook/", env!("CARGO_PKG_VERSION")));
        if settings.address.is_loopback() {
            config = config.proxy(None);
        }
        if settings.address.is_encrypted() {
            let tls = tls_config().map_err(|problem| {
                let address = settings.address.to_string();
                ModelSetupError::Connection { address, problem }
            })?;
            config = config.tls_config(tls);
        }
        let agent = Agent::new_with_config(config.build());
        Ok(Self { agent, settings, schema, dialect: Mutex::default(), stopped: AtomicBool::new(false) })
    }

    /// Gives up whatever waits.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Asks, again if need be.
    pub(super) fn ask(&self, messages: &[ChatMessage; 2], repeat: u32) -> Result<Completion, AskProblem> {
        let mut dialect = *self.dialect.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tries = 0;
        loop {
            match self.request(dialect, messages, repeat) {
                Response::Completion(body) => {
                    // What one refused question did without may be its own fault;
                    // what led to an answer is how to ask.
                    *self.dialect.lock().unwrap_or_else(PoisonError::into_inner) = dialect;
                    return Completion::parse(&body).map_err(|problem| AskProblem::Question(self.hide(&problem)));
                }
                Response::Refused(status, words) => match dialect.after_refusal(&words) {
                    Some(simpler) => dialect = simpler,
                    None => {
                        let problem = format!("it refused the question with status {status}: {}", self.quote(&words));
                        return Err(AskProblem::Question(problem));
                    }
                },
                Response::NotNow { problem, wait, is_reached } => {
                    let wait = wait.unwrap_or_else(|| self.back_off(tries));
                    let too_long = wait > self.settings.longest_wait;
                    if tries == self.settings.retries || too_long || !self.wait(wait) {
                        let tried = match too_long {
                            true => format!("it asks to wait for {}", hornbook_words::duration(wait)),
                            false => format!("tried {}", hornbook_words::counted(tries as usize + 1, "time")),
                        };
                        let problem = format!("{problem} ({tried})");
                        return Err(match is_reached {
                            true => AskProblem::Question(problem),
                            false => AskProblem::Unreachable(problem),
                        });
                    }
                    tries += 1;
                }
                Response::Failed(problem) => return Err(problem),
            }
        }
    }

    fn request(&self, dialect: Dialect, messages: &[ChatMessage; 2], repeat: u32) -> Response {
        let body = dialect.request(&self.settings, messages, repeat, &self.schema).to_string();
        let mut request =
            self.agent.post(self.settings.address.secret_uri()).header("Content-Type", "application/json");
        if let Some(key) = &self.settings.key {
            request = request.header("Authorization", format!("Bearer {}", key.secret()));
        }
        let mut response = match request.send(body) {
            Ok(response) => response,
            Err(error) => return self.failure(&error),
        };
        let status = response.status().as_u16();
        let wait = response.headers().get("retry-after").and_then(|value| value.to_str().ok()).and_then(asked_wait);
        let body = match response.body_mut().with_config().limit(MAX_RESPONSE_BYTES).read_to_vec() {
            Ok(body) => body,
            Err(error) => return self.failure(&error),
        };
        let words = String::from_utf8_lossy(&body);
        let address = &self.settings.address;
        match status {
            200..300 => Response::Completion(body),
            408 | 425 | 429 | 500..600 => {
                let problem = format!("{address} answered with status {status}: {}", self.quote(&words));
                Response::NotNow { problem, wait, is_reached: true }
            }
            400 | 422 => Response::Refused(status, words.into_owned()),
            401 | 403 => {
                let problem = format!("{address} does not let us in (status {status}): {}", self.quote(&words));
                let advice = "set HORNBOOK_MODEL_KEY to a key that it knows";
                Response::Failed(AskProblem::Unreachable(format!("{problem}; {advice}")))
            }
            404 | 405 => {
                let problem = format!("{address} answered with status {status}: {}", self.quote(&words));
                let advice = "look whether the address and the name of the model are right";
                Response::Failed(AskProblem::Protocol(format!("{problem}; {advice}")))
            }
            _ => {
                let problem = format!("{address} answered with status {status}: {}", self.quote(&words));
                Response::Failed(AskProblem::Protocol(format!("{problem}; expected a chat completion")))
            }
        }
    }

    /// What it means that a request came to nothing.
    fn failure(&self, error: &ureq::Error) -> Response {
        let problem = format!("{}: {}", self.settings.address, self.quote(&error.to_string()));
        match error {
            // A certificate that is not trusted, for example.
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                Response::Failed(AskProblem::Unreachable(problem))
            }
            ureq::Error::Io(_) | ureq::Error::ConnectionFailed | ureq::Error::HostNotFound => {
                Response::NotNow { problem, wait: None, is_reached: false }
            }
            ureq::Error::Timeout(_) => {
                let limit = hornbook_words::duration(self.settings.time_limit);
                let problem = format!("{} did not answer within {limit}", self.settings.address);
                Response::NotNow { problem, wait: None, is_reached: true }
            }
            ureq::Error::BodyExceedsLimit(_) | ureq::Error::LargeResponseHeader(..) => {
                let limit = hornbook_words::size(MAX_RESPONSE_BYTES as usize);
                let problem = format!("{} sent more than {limit}", self.settings.address);
                Response::Failed(AskProblem::Question(problem))
            }
            _ => Response::Failed(AskProblem::Protocol(problem)),
        }
    }

    fn back_off(&self, tries: u32) -> Duration {
        let wait = self.settings.back_off.saturating_mul(2_u32.saturating_pow(tries));
        wait.min(self.settings.longest_wait)
    }

    /// Waits; false if nobody waits for the answer any more.
    fn wait(&self, time: Duration) -> bool {
        let start = Instant::now();
        loop {
            if self.is_stopped() {
                return false;
            }
            let left = time.saturating_sub(start.elapsed());
            if left.is_zero() {
                return true;
            }
            std::thread::sleep(left.min(LOOK_EVERY));
        }
    }

    /// What others say, fit for a message. Secrets go first, for a cut could leave
    /// half of one.
    fn quote(&self, words: &str) -> String {
        cut(self.hide(words).trim())
    }

    /// A message without keys and passwords, which some endpoints repeat.
    fn hide(&self, message: &str) -> String {
        let key = self.settings.key.as_ref().map(|key| key.secret().to_owned());
        let secrets = key.into_iter().chain(self.settings.address.secrets());
        secrets.fold(message.to_owned(), |message, secret| message.replace(&secret, "***"))
    }
}

/// How long an endpoint asks to wait, in seconds. One that gives a date is waited for
/// as usual.
fn asked_wait(value: &str) -> Option<Duration> {
    let seconds: f64 = value.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The certificates of this machine.
fn tls_config() -> Result<TlsConfig, String> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        let problems: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
        let problems = if problems.is_empty() { String::new() } else { format!(" ({})", problems.join("; ")) };
        return Err(format!("no root certificates were found on this machine{problems}: install ca-certificates"));
    }
    let certificates = found.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned());
    Ok(TlsConfig::builder()
        .root_certs(RootCerts::from(certificates))
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_that_endpoints_ask_for() {
        assert_eq!(asked_wait(" 3 "), Some(Duration::from_secs(3)));
        assert_eq!(asked_wait("0.5"), Some(Duration::from_millis(500)));
        for none in ["", "soon", "-1", "NaN", "inf", "1e300", "Wed, 21 Oct 2015 07:28:00 GMT"] {
            assert_eq!(asked_wait(none), None, "{none}");
        }
    }
}
