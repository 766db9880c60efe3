//! The bodies of requests.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use hornbook::hash::Hash;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::app::App;
use crate::idempotency;
use crate::problem::Problem;

/// A body of JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

/// A body of JSON with a name for the request, so that it can be carried out
/// once, however often it is sent.
pub(crate) struct IdempotentBody<T> {
    pub(crate) body: T,
    pub(crate) request: hornbook_explore::Request,
}

impl<T: DeserializeOwned> FromRequest<App> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let bytes = json_bytes(request, app).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(unexpected)
    }
}

impl<T: DeserializeOwned> FromRequest<App> for IdempotentBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let path = request.uri().path().to_owned();
        let bytes = json_bytes(request, app).await?;
        let mut fields: serde_json::Map<String, Value> = serde_json::from_slice(&bytes).map_err(unexpected)?;
        let name = fields.remove("request").and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
        idempotency::check_name(&name)?;
        // How long it took is no part of what is said: sent again, it took longer.
        let took = fields.remove("took");
        // As a map is sorted, the order of the fields makes no difference to
        // the hash.
        let hash = Hash::new().text(&path).text(&Value::Object(fields.clone()).to_string()).mixed();
        fields.extend(took.map(|took| ("took".to_owned(), took)));
        let body = serde_json::from_value(Value::Object(fields)).map_err(unexpected)?;
        Ok(Self { body, request: hornbook_explore::Request { name, content: hash } })
    }
}

fn unexpected(error: serde_json::Error) -> Problem {
    let words = hornbook_words::escape_control(&error.to_string());
    Problem::malformed(format!("The request's JSON is not as expected: {words}."))
}

/// The bytes of a body that is JSON, if its header tells the truth.
async fn json_bytes(request: Request, app: &App) -> Result<Bytes, Problem> {
    let content_type =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case("application/json") {
        let words = "Send JSON, with the header Content-Type: application/json.";
        return Err(Problem::other(StatusCode::UNSUPPORTED_MEDIA_TYPE, "malformed", words));
    }
    read_bytes(request, app.limits().max_body_bytes, app).await
}

/// The bytes of a body. It is refused if it is too large or takes too long.
pub(crate) async fn read_bytes(request: Request, max_bytes: usize, app: &App) -> Result<Bytes, Problem> {
    let too_large = || {
        let words = format!("That is too large: at most {} KB are taken.", max_bytes >> 10);
        Problem::other(StatusCode::PAYLOAD_TOO_LARGE, "too_large", words)
    };
    let content_length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if content_length.and_then(|length| length.parse::<u64>().ok()).is_some_and(|length| length > max_bytes as u64) {
        return Err(too_large());
    }
    let collected = Limited::new(request.into_body(), max_bytes).collect();
    match tokio::time::timeout(app.limits().body_timeout, collected).await {
        Err(_) => {
            let words = "The request took too long to arrive; send it again.";
            Err(Problem::other(StatusCode::REQUEST_TIMEOUT, "too_slow", words))
        }
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Problem::malformed("The request broke off before its end.")),
    }
}
