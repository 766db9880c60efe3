//! Responses in fewer bytes, for browsers that say that they can read them.
//!
//! How well something is compressed tells of what is in it. Whoever sees how long a
//! response is, and has a say in some of it, could guess a secret in the rest of it
//! letter by letter (BREACH). So what may hold a secret is sent as it is: every
//! response that is no answer to a `GET`, or that sets a cookie, or that the guard
//! names. What people are shown of explorations holds none.

use std::io::{self, Write};

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Less than this fits into one packet with its headers anyway.
const MIN_BYTES: u64 = 1 << 10;
/// More than this is compressed on a thread that may block.
const MAX_INLINE_BYTES: u64 = 64 << 10;
/// How hard it is tried for a response that is used once: more takes three times as
/// long for a few percent.
const ONCE: u32 = 4;
/// The same for files, each of which is compressed once and sent often.
const BEST: u32 = 9;

/// Whether whoever sends these headers reads what is compressed by gzip.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let mut any = None;
    for choice in lines.flat_map(|line| line.split(',')) {
        let mut terms = choice.split(';').map(str::trim);
        let name = terms.next().unwrap_or_default();
        let weight = terms.find_map(|term| term.strip_prefix("q=").or_else(|| term.strip_prefix("Q=")));
        let wanted = weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0));
        if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") {
            return wanted;
        }
        if name == "*" {
            any = Some(wanted);
        }
    }
    any.unwrap_or(false)
}

/// A file that is sent often, compressed; none if that saves nothing.
pub(crate) fn compressed_file(content: &[u8]) -> Option<Vec<u8>> {
    gzip(content, BEST).ok().filter(|compressed| compressed.len() < content.len())
}

/// The response, compressed if whoever asked reads that and it is worth it. Event
/// streams, whose size nobody knows, are passed on as they come.
pub(crate) async fn compressed(accepts_gzip: bool, mut response: Response) -> Response {
    let size = response.body().size_hint().exact().filter(|size| *size >= MIN_BYTES);
    let Some(size) = size.filter(|_| is_text(response.headers())) else { return response };
    if response.headers().contains_key(header::SET_COOKIE) || response.headers().contains_key(header::CONTENT_ENCODING)
    {
        return response;
    }
    response.headers_mut().entry(header::VARY).or_insert(HeaderValue::from_static("accept-encoding"));
    if !accepts_gzip {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // All of it is in memory already, so this cannot fail.
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    let shorter = if size > MAX_INLINE_BYTES {
        let bytes = bytes.clone();
        tokio::task::spawn_blocking(move || gzip(&bytes, ONCE)).await.map_err(io::Error::other).and_then(|done| done)
    } else {
        gzip(&bytes, ONCE)
    };
    match shorter {
        Ok(shorter) => {
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            Response::from_parts(parts, Body::from(shorter))
        }
        // The server shuts down, perhaps: it is as good as it was.
        Err(_) => Response::from_parts(parts, Body::from(bytes)),
    }
}

/// Whether a response holds something that can be compressed.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind != "text/event-stream" && (kind.starts_with("text/") || kind == "application/json" || kind == "image/svg+xml")
}

fn gzip(bytes: &[u8], level: u32) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::new(level));
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_browser_reads_is_told_by_its_header() {
        let accepts = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            values
                .iter()
                .for_each(|value| _ = headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(value)));
            accepts_gzip(&headers)
        };
        assert!(accepts(&["gzip, deflate, br"]) && accepts(&["br;q=1.0, GZIP;q=0.5"]) && accepts(&["br", "gzip"]));
        assert!(accepts(&["*"]) && accepts(&["*;q=0.1"]));
        assert!(!accepts(&[]) && !accepts(&["br"]) && !accepts(&["identity"]) && !accepts(&[""]));
        assert!(!accepts(&["gzip;q=0"]) && !accepts(&["gzip; q=0.0, *"]) && !accepts(&["*;q=0"]));
    }
}
