//! Where a model's endpoint is.

use std::fmt;
use std::net::IpAddr;

use ureq::http::Uri;

/// The address of an endpoint. It may hold credentials; what is shown never does.
#[derive(Clone, PartialEq, Eq)]
pub struct ModelAddress {
    uri: Uri,
}

/// Why something is no address of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{shown} is no address of a language model: {problem}; expected one like https://host/v1")]
pub struct AddressError {
    shown: String,
    problem: String,
}

const METHOD_PATH: &str = "/chat/completions";

impl ModelAddress {
    /// An address as people write it: of the host, of the interface (`…/v1`), or of
    /// the method itself (`…/chat/completions`).
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        // Of what cannot be read nobody knows where credentials are, so the last
        // `@` counts.
        let unread = || text.rsplit_once('@').map_or(text, |(_, behind)| behind).split('?').next().unwrap_or_default();
        let no = |shown: String, problem: &str| AddressError { shown, problem: problem.to_owned() };
        if !text.contains("://") {
            return Err(no(unread().to_owned(), "it does not begin with http:// or https://"));
        }
        let uri: Uri = text
            .trim()
            .parse()
            .map_err(|error: ureq::http::uri::InvalidUri| no(unread().to_owned(), &error.to_string()))?;
        let shown = shown(&uri);
        match uri.scheme_str() {
            Some("http" | "https") => {}
            _ => return Err(no(shown, "it is neither http nor https")),
        }
        let path = uri.path().trim_end_matches('/');
        let path = match path {
            "" => format!("/v1{METHOD_PATH}"),
            path if path.ends_with(METHOD_PATH) => path.to_owned(),
            path => format!("{path}{METHOD_PATH}"),
        };
        let path = uri.query().map_or(path.clone(), |query| format!("{path}?{query}"));
        let mut parts = uri.into_parts();
        parts.path_and_query =
            Some(path.parse().map_err(|error: ureq::http::uri::InvalidUri| no(shown.clone(), &error.to_string()))?);
        let uri = Uri::from_parts(parts).map_err(|error| no(shown, &error.to_string()))?;
        Ok(Self { uri })
    }

    /// As it is asked, credentials included.
    pub(super) fn secret_uri(&self) -> &Uri {
        &self.uri
    }

    /// What of it nobody else is to know.
    pub(super) fn secrets(&self) -> Vec<String> {
        let login = self.login().map(str::to_owned);
        let password = self.login().and_then(|login| login.split_once(':')).map(|(_, password)| password.to_owned());
        let parameters = self.uri.query().into_iter().flat_map(|query| query.split('&'));
        let values = parameters.filter_map(|parameter| parameter.split_once('='));
        let values = values.filter(|(name, _)| is_secret(name)).map(|(_, value)| value.to_owned());
        login.into_iter().chain(password).chain(values).filter(|secret| !secret.is_empty()).collect()
    }

    /// Whether it holds a name or password, which are sent instead of a key.
    pub fn has_login(&self) -> bool {
        self.login().is_some()
    }

    fn login(&self) -> Option<&str> {
        self.uri.authority()?.as_str().rsplit_once('@').map(|(login, _)| login)
    }

    /// Whether nobody else can read what is sent, on its way.
    pub fn is_private(&self) -> bool {
        self.is_encrypted() || self.is_loopback()
    }

    pub(super) fn is_encrypted(&self) -> bool {
        self.uri.scheme_str() == Some("https")
    }

    /// Whether it is on this machine.
    pub(super) fn is_loopback(&self) -> bool {
        let host = self.uri.host().unwrap_or_default().trim_matches(['[', ']']);
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

/// Whether a parameter of this name is for one's own eyes.
fn is_secret(parameter: &str) -> bool {
    let parameter = parameter.to_ascii_lowercase();
    ["key", "token", "secret", "password", "sig", "code", "auth"].iter().any(|part| parameter.contains(part))
}

/// An address without credentials and parameters.
fn shown(uri: &Uri) -> String {
    let scheme = uri.scheme_str().map_or_else(String::new, |scheme| format!("{scheme}://"));
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    format!("{scheme}{host}{}", uri.path())
}

impl fmt::Display for ModelAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.uri))
    }
}

impl fmt::Debug for ModelAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ModelAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(text: &str) -> String {
        ModelAddress::parse(text).unwrap().secret_uri().to_string()
    }

    #[test]
    fn the_method_is_added_where_it_is_missing() {
        assert_eq!(full("http://127.0.0.1:8080"), "http://127.0.0.1:8080/v1/chat/completions");
        assert_eq!(full("https://host/v1/"), "https://host/v1/chat/completions");
        assert_eq!(full("https://host/x/chat/completions"), "https://host/x/chat/completions");
        assert_eq!(full("https://host/v1?api-version=3"), "https://host/v1/chat/completions?api-version=3");
    }

    #[test]
    fn credentials_are_never_shown() {
        let address = ModelAddress::parse("https://me:geheim@host:8/v1?api-version=3&key=auchgeheim").unwrap();
        assert_eq!(address.to_string(), "https://host:8/v1/chat/completions");
        assert!(!format!("{address:?}").contains("geheim"));
        assert!(address.has_login());
        assert_eq!(address.secrets(), ["me:geheim", "geheim", "auchgeheim"]);
        for wrong in
            ["ftp://me:geheim@host/v1", "me:geheim@host", "http://me:geheim@ho st/", "https://me:gehe@im:x@host"]
        {
            if let Err(error) = ModelAddress::parse(wrong) {
                assert!(!error.to_string().contains("gehe"), "{error}");
            }
        }
        let error = ModelAddress::parse("host/v1").unwrap_err().to_string();
        assert!(error.contains("http:// or https://"), "{error}");
    }

    #[test]
    fn what_stays_on_this_machine_is_private() {
        let is_private = |text: &str| ModelAddress::parse(text).unwrap().is_private();
        assert!(is_private("http://127.0.0.1:1") && is_private("http://[::1]:1") && is_private("http://localhost"));
        assert!(is_private("https://host") && !is_private("http://host") && !is_private("http://10.0.0.1"));
    }
}
