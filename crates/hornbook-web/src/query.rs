//! The part of an address after its question mark.

use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::problem::Problem;

/// The query of a request, as pairs of a name and a value.
pub(crate) struct Query(Vec<(String, String)>);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let query = parts.uri.query().unwrap_or_default();
        Ok(Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect()))
    }
}

impl Query {
    /// All values of a name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The first value of a name that is not empty.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, value)| key == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    }

    /// The first value of a name that is not empty, parsed; `expected` says in
    /// the refusal what it should have been.
    pub(crate) fn parsed<T: FromStr>(&self, name: &str, expected: &str) -> Result<Option<T>, Problem> {
        let parse = |text: &str| text.parse().map_err(|_| Problem::malformed(format!("{name} must be {expected}.")));
        self.get(name).map(parse).transpose()
    }
}
