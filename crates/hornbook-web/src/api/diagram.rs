//! The line diagram of the known objects.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use hornbook_diagram::Diagram;
use sha2::{Digest, Sha256};

use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::diagram_request::DiagramRequest;
use crate::person::Role;
use crate::problem::Problem;
use crate::query::Query;
use crate::response::json_response;

/// The diagram as JSON, for the page to draw.
pub(crate) async fn json(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    Ok(json_response(StatusCode::OK, &*diagram(&app, &session, &name, &query).await?))
}

/// The diagram as a drawing.
pub(crate) async fn svg(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let diagram = diagram(&app, &session, &name, &query).await?;
    let mut response = Response::new(Body::from(hornbook_diagram::svg(&diagram)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/svg+xml"));
    // A browser that opens the drawing by itself may use its style, and load
    // nothing else.
    let style = base64(&Sha256::digest(hornbook_diagram::STYLE.as_bytes()));
    let policy = format!("default-src 'none'; style-src 'sha256-{style}'; frame-ancestors 'none'; sandbox");
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

async fn diagram(app: &App, session: &Session, name: &str, query: &Query) -> Result<Arc<Diagram>, Problem> {
    let (room, person) = enter(app, session, name, Role::Reader).await?;
    let request = DiagramRequest::read(query)?;
    app.pictures().diagram(&person, &room, move |attributes, objects| request.choice(attributes, objects)).await
}

/// Bytes in Base64, in which content security policies write hashes.
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| -> String {
        let bits = group.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        let letter = |at: usize| match at <= group.len() {
            true => char::from(LETTERS[(bits >> (18 - 6 * at) & 63) as usize]),
            false => '=',
        };
        (0..4).map(letter).collect()
    };
    bytes.chunks(3).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
