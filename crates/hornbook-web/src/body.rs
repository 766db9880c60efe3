//! The bodies of requests.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use hornbook::hash::Hash;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::app::App;
use crate::made;
use crate::problem::Problem;

/// JSON of a request.
pub(crate) struct Sent<T>(pub(crate) T);

/// JSON of a request that is to be done once, however often it is sent.
pub(crate) struct Named<T> {
    pub(crate) sent: T,
    pub(crate) request: hornbook_explore::Request,
}

impl<T: DeserializeOwned> FromRequest<App> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let bytes = json(request, app).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(unexpected)
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Named<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let path = request.uri().path().to_owned();
        let bytes = json(request, app).await?;
        let mut fields: serde_json::Map<String, Value> = serde_json::from_slice(&bytes).map_err(unexpected)?;
        let name = fields.remove("request").and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
        made::check_name(&name)?;
        // What is asked for, in whatever order its fields come.
        let content = Value::Object(fields);
        let hash = Hash::new().text(&path).text(&content.to_string()).mixed();
        let sent = serde_json::from_value(content).map_err(unexpected)?;
        Ok(Self { sent, request: hornbook_explore::Request { name, content: hash } })
    }
}

fn unexpected(error: serde_json::Error) -> Problem {
    let words = hornbook_words::escape_control(&error.to_string());
    Problem::malformed(format!("The request's JSON is not as expected: {words}."))
}

/// The bytes of a request that is said to be JSON.
async fn json(request: Request, app: &App) -> Result<Bytes, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        let words = "Send JSON, with the header Content-Type: application/json.";
        return Err(Problem::other(StatusCode::UNSUPPORTED_MEDIA_TYPE, "malformed", words));
    }
    read(request, app.limits().max_body_bytes, app).await
}

/// All bytes of a request, up to a limit, within the time there is for them.
pub(crate) async fn read(request: Request, most: usize, app: &App) -> Result<Bytes, Problem> {
    let too_large = || {
        let words = format!("That is too large: at most {} KB are taken.", most >> 10);
        Problem::other(StatusCode::PAYLOAD_TOO_LARGE, "too_large", words)
    };
    let told = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if told.and_then(|length| length.parse::<u64>().ok()).is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let collected = Limited::new(request.into_body(), most).collect();
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
