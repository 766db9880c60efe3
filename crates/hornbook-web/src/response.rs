//! Responses that hold JSON.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

/// A response whose body is a value written as JSON.
pub(crate) fn json_response(status: StatusCode, value: &impl Serialize) -> Response {
    // Texts, numbers, lists and maps with texts for keys can always be written.
    raw_json_response(status, serde_json::to_vec(value).unwrap_or_default())
}

/// A response whose body is JSON already.
pub(crate) fn raw_json_response(status: StatusCode, json: impl Into<Body>) -> Response {
    let mut response = Response::new(json.into());
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
