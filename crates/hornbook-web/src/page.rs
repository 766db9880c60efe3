//! The files of the page, which are part of the program.

use std::sync::LazyLock;

use axum::body::Body;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::problem::Problem;
use crate::secret;

/// One file of the page.
struct File {
    name: &'static str,
    kind: &'static str,
    content: &'static [u8],
}

/// The page and all that it loads: the files of `src/page`, and how reports look.
static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
    let page: Vec<File> = Vec::from(include!(concat!(env!("OUT_DIR"), "/page.rs")));
    let style = hornbook_words::html::STYLE.as_bytes();
    page.into_iter().chain([File { name: "report.css", kind: "text/css; charset=utf-8", content: style }]).collect()
});

/// The entity tag of each file, by which a browser tells whether it has the
/// file already.
static ETAGS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let tag = |file: &File| format!("\"{}\"", &secret::hash("page", file.content)[..32]);
    FILES.iter().map(tag).collect()
});

/// Responds with the page.
pub(crate) async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    file("index.html", &headers)
}

/// Responds with a file that the page loads.
pub(crate) async fn show(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    file(&name, &headers)
}

fn file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let place = FILES.iter().position(|file| file.name == name);
    let place = place.ok_or_else(|| Problem::missing("There is no such page."))?;
    let (File { kind, content, .. }, tag) = (&FILES[place], &ETAGS[place]);
    let same = |known: &HeaderValue| known.to_str().is_ok_and(|known| known.split(", ").any(|known| known == tag));
    let unchanged = headers.get_all(header::IF_NONE_MATCH).iter().any(same);
    let mut response = Response::new(if unchanged { Body::empty() } else { Body::from(*content) });
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // The browser keeps the file, but asks every time whether it changed.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}
