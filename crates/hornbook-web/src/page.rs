//! The files of the page, which are part of the program.

use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::compression::{accepts_gzip, compressed_file};
use crate::problem::Problem;
use crate::secret;
use crate::shorter::{Language, shorter};

/// One file of the page, as it was written.
struct File {
    name: &'static str,
    kind: &'static str,
    content: &'static [u8],
}

/// One file of the page, as it is sent.
struct SentFile {
    name: &'static str,
    kind: &'static str,
    plain: Encoded,
    /// The same in fewer bytes, for those who read that.
    gzip: Option<Encoded>,
}

/// The bytes of a file, and the entity tag by which a browser tells whether it has
/// them already.
struct Encoded {
    content: Bytes,
    etag: String,
}

impl Encoded {
    fn new(content: Vec<u8>) -> Self {
        let etag = format!("\"{}\"", &secret::hash("page", &content)[..32]);
        Self { content: content.into(), etag }
    }
}

/// Where the page names the modules that it needs, so that a browser fetches them
/// together, and not each when another turns out to need it.
const MODULES: &str = "<!-- modules -->";
/// The module that needs all others.
const FIRST_MODULE: &str = "app.js";

/// The page and all that it loads: the files of `src/page`, and how reports look.
static FILES: LazyLock<Vec<SentFile>> = LazyLock::new(|| {
    let mut files: Vec<File> = Vec::from(include!(concat!(env!("OUT_DIR"), "/page.rs")));
    let style = hornbook_words::html::STYLE.as_bytes();
    files.push(File { name: "report.css", kind: "text/css; charset=utf-8", content: style });
    let links: String =
        modules(&files).iter().map(|name| format!("<link rel=\"modulepreload\" href=\"/{name}\">\n")).collect();
    let sent = |file: &File| {
        let content = match std::str::from_utf8(file.content) {
            Ok(text) if file.name.ends_with(".js") => shorter(text, Language::JavaScript).into_bytes(),
            Ok(text) if file.name.ends_with(".css") => shorter(text, Language::Css).into_bytes(),
            Ok(text) if file.name.ends_with(".html") => text.replace(MODULES, &links).into_bytes(),
            _ => file.content.to_vec(),
        };
        let gzip = compressed_file(&content).map(Encoded::new);
        SentFile { name: file.name, kind: file.kind, plain: Encoded::new(content), gzip }
    };
    files.iter().map(sent).collect()
});

/// The modules that the first one needs, directly or through others, each after one
/// that needs it.
fn modules(files: &[File]) -> Vec<&'static str> {
    let text = |name: &str| {
        let file = files.iter().find(|file| file.name == name)?;
        Some((file.name, std::str::from_utf8(file.content).ok()?))
    };
    let mut found: Vec<&str> = Vec::new();
    let mut next = 0;
    let mut needed = vec![FIRST_MODULE];
    while let Some(&name) = needed.get(next) {
        next += 1;
        let Some((name, text)) = text(name).filter(|(name, _)| !found.contains(name)) else { continue };
        found.push(name);
        let imports = text.lines().filter_map(|line| line.split_once("from \"./")?.1.split_once('"'));
        needed.extend(imports.map(|(name, _)| name));
    }
    found
}

/// Responds with the page.
pub(crate) async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    file("index.html", &headers)
}

/// Responds with a file that the page loads.
pub(crate) async fn show(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    file(&name, &headers)
}

fn file(name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let file = FILES.iter().find(|file| file.name == name);
    let SentFile { kind, plain, gzip, .. } = file.ok_or_else(|| Problem::missing("There is no such page."))?;
    let shorter = gzip.as_ref().filter(|_| accepts_gzip(headers));
    let Encoded { content, etag } = shorter.unwrap_or(plain);
    let same = |known: &HeaderValue| known.to_str().is_ok_and(|known| known.split(", ").any(|known| known == etag));
    let unchanged = headers.get_all(header::IF_NONE_MATCH).iter().any(same);
    let mut response = Response::new(if unchanged { Body::empty() } else { Body::from(content.clone()) });
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    // The browser keeps the file, but asks every time whether it changed.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if shorter.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if let Ok(etag) = HeaderValue::from_str(etag) {
        headers.insert(header::ETAG, etag);
    }
    Ok(response)
}
