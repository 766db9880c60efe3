//! The description of the HTTP interface, as data and as a response.

use axum::http::StatusCode;
use axum::response::Response;

use crate::response::raw_json_response;

/// The description of the HTTP interface, as the server hands it out.
pub const OPENAPI: &str = include_str!("openapi.json");

/// Responds with the description.
pub(crate) async fn show() -> Response {
    raw_json_response(StatusCode::OK, OPENAPI)
}
