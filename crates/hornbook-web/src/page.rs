//! The files of the page, which are part of the program.

use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

use crate::bundle::bundle;
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

impl SentFile {
    fn new(name: &'static str, kind: &'static str, content: Vec<u8>) -> Self {
        let gzip = compressed_file(&content).map(Encoded::new);
        Self { name, kind, plain: Encoded::new(content), gzip }
    }
}

impl Encoded {
    fn new(content: Vec<u8>) -> Self {
        let etag = format!("\"{}\"", &secret::hash("page", &content)[..32]);
        Self { content: content.into(), etag }
    }
}

/// The module that needs all others, and what all together are sent as.
const FIRST_MODULE: &str = "app.js";
const ALL_MODULES: &str = "page.js";
/// What all styles of the page are sent as.
const ALL_STYLES: &str = "page.css";
const STYLESHEET: &str = "<link rel=\"stylesheet\" href=\"/";

/// The page and all that it loads: the files of `src/page`, also put together, and how
/// reports look.
static FILES: LazyLock<Vec<SentFile>> = LazyLock::new(|| {
    let mut files: Vec<File> = Vec::from(include!(concat!(env!("OUT_DIR"), "/page.rs")));
    let style = hornbook_words::html::STYLE.as_bytes();
    files.push(File { name: "report.css", kind: "text/css; charset=utf-8", content: style });
    let texts: Vec<(&'static str, String)> = files.iter().filter_map(|file| Some((file.name, text(file)?))).collect();
    let text_of = |name: &str| texts.iter().find(|(file, _)| *file == name).map(|(_, text)| text.as_str());
    let script = bundle(FIRST_MODULE, &text_of);
    let page = text_of("index.html").unwrap_or_default();
    let (page, style) = with_one_style(page, &text_of);
    let page = match &script {
        Some(_) => page.replace(&format!("src=\"/{FIRST_MODULE}\""), &format!("src=\"/{ALL_MODULES}\"")),
        None => page,
    };
    let sent = |file: &File| {
        let content = match text_of(file.name) {
            Some(_) if file.name == "index.html" => page.clone().into_bytes(),
            Some(text) => text.to_owned().into_bytes(),
            None => file.content.to_vec(),
        };
        SentFile::new(file.name, file.kind, content)
    };
    let mut sent: Vec<SentFile> = files.iter().map(sent).collect();
    let script = script.map(|script| SentFile::new(ALL_MODULES, "text/javascript; charset=utf-8", script.into_bytes()));
    sent.extend(script);
    sent.push(SentFile::new(ALL_STYLES, "text/css; charset=utf-8", style.into_bytes()));
    sent
});

/// What is sent of a file that is a text.
fn text(file: &File) -> Option<String> {
    let text = std::str::from_utf8(file.content).ok()?;
    Some(match file.name.rsplit('.').next() {
        Some("js") => shorter(text, Language::JavaScript),
        Some("css") => shorter(text, Language::Css),
        _ => text.to_owned(),
    })
}

/// The page with one style in place of all that it names, and that style.
fn with_one_style<'a>(page: &str, text_of: &impl Fn(&str) -> Option<&'a str>) -> (String, String) {
    let (mut lines, mut style) = (String::new(), String::new());
    for line in page.lines() {
        let named = line.strip_prefix(STYLESHEET).and_then(|rest| rest.strip_suffix("\">"));
        match named.and_then(text_of) {
            Some(text) => {
                if style.is_empty() {
                    lines.push_str(&format!("{STYLESHEET}{ALL_STYLES}\">\n"));
                }
                style.push_str(text);
            }
            None => {
                lines.push_str(line);
                lines.push('\n');
            }
        }
    }
    (lines, style)
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
