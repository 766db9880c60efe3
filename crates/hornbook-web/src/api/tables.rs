//! Tables before anything is made of them: what their columns would become; and the
//! rules of those that are everything.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::diagram::base64;
use super::export::rules_file;
use super::run_blocking;
use crate::access::Session;
use crate::app::App;
use crate::body::{JsonBody, read_bytes};
use crate::kept_tables::KeptTable;
use crate::person::Person;
use crate::problem::Problem;
use crate::query::Query;
use crate::response::json_response;
use crate::table_look::{SHOWN_ROWS, ShownTable};
use crate::table_rules::{LearnedRules, Wanted};
use crate::uploaded_table::{TableOptions, unreadable};

/// The longest name of a file, in bytes.
const MAX_FILE_NAME_BYTES: usize = 500;

/// Keeps a table for a while, and shows what would become of it. Nothing is begun.
pub(crate) async fn keep(
    State(app): State<App>,
    session: Session,
    query: Query,
    request: Request,
) -> Result<Response, Problem> {
    let person = session.owner()?.clone();
    let file = query.get("file").unwrap_or("table.csv").to_owned();
    if file.len() > MAX_FILE_NAME_BYTES {
        return Err(Problem::malformed("The name of the file is too long."));
    }
    let everything = query.parsed("everything", "true or false")?.unwrap_or(false);
    let bytes = read_bytes(request, app.limits().max_table_bytes, &app).await?;
    let id = app.tables().keep(&person, file, bytes, TableOptions { everything, ..TableOptions::default() });
    show(&app, &person, &id, StatusCode::CREATED).await
}

/// Shows what would become of a kept table if this were made of its columns.
pub(crate) async fn look(
    State(app): State<App>,
    session: Session,
    Path(id): Path<String>,
    JsonBody(options): JsonBody<TableOptions>,
) -> Result<Response, Problem> {
    let person = session.owner()?.clone();
    app.tables().get(&person, &id)?.set_options(options);
    show(&app, &person, &id, StatusCode::OK).await
}

async fn show(app: &App, person: &Person, id: &str, status: StatusCode) -> Result<Response, Problem> {
    let table = app.tables().get(person, id)?;
    let turn = app.pictures().turn_without_room(person).await?;
    let id = id.to_owned();
    run_blocking(move || {
        let _turn = turn;
        let options = table.options();
        let raw = options.raw(&table.bytes, &table.file)?;
        let look = options.preparation()?.look(raw, SHOWN_ROWS).map_err(|error| unreadable(&error))?;
        Ok(json_response(status, &ShownTable::new(&id, &table.file, &options, &look)))
    })
    .await
}

/// Finds the rules of a kept table that is everything, and tells how many there are.
pub(crate) async fn rules(
    State(app): State<App>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let person = session.owner()?.clone();
    let learned = learned(&app, &person, &id).await?;
    let answer = json!({
        "rules": learned.book.rules.len(),
        "summary": learned.summary,
        "page": format!("/t/{id}/rules"),
    });
    Ok(json_response(StatusCode::OK, &answer))
}

/// The rules of a kept table as a page, or as a file in a format of the command.
pub(crate) async fn rules_page(
    State(app): State<App>,
    session: Session,
    Path(id): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let person = session.owner()?.clone();
    let learned = learned(&app, &person, &id).await?;
    let turn = app.pictures().turn_without_room(&person).await?;
    let format = query.get("format").map(str::to_owned);
    run_blocking(move || {
        let _turn = turn;
        match format.as_deref() {
            None => Ok(page(&with_links(&learned.html()))),
            Some("html") => Ok(file(learned.html().into_bytes(), "text/html; charset=utf-8", "rules.html")),
            Some(format) => {
                let (bytes, kind, name) = rules_file(&learned.book, format)?;
                Ok(file(bytes, kind, name))
            }
        }
    })
    .await
}

/// The rules of a kept table; they are found once for the same options.
async fn learned(app: &App, person: &Person, id: &str) -> Result<Arc<LearnedRules>, Problem> {
    let table: Arc<KeptTable> = app.tables().get(person, id)?;
    let options = table.options();
    if let Some(learned) = table.learned(&options) {
        return Ok(learned);
    }
    let turn = app.pictures().turn_without_room(person).await?;
    let (_wanted, unwanted) = Wanted::new();
    run_blocking(move || {
        let _turn = turn;
        // Somebody may have waited for the same.
        if let Some(learned) = table.learned(&options) {
            return Ok(learned);
        }
        let learned = Arc::new(LearnedRules::of(&table.bytes, &table.file, &options, &unwanted)?);
        table.keep_rules(options, learned.clone());
        Ok(learned)
    })
    .await
}

/// The page with a way back, and to the same rules as files.
fn with_links(html: &str) -> String {
    let formats = [("HTML", "html"), ("CSV", "csv"), ("JSON", "json"), ("text", "text")];
    let links: Vec<String> =
        formats.iter().map(|(name, format)| format!("<a href=\"?format={format}\" download>{name}</a>")).collect();
    let links = links.join(" · ");
    let nav = format!("<nav><p><a href=\"/#/\">All explorations</a> · Save these rules as {links}</p></nav>\n");
    html.replacen("<body>\n", &format!("<body>\n{nav}"), 1)
}

/// A page that stands alone. Browsers use its own style and script, and load nothing.
fn page(html: &str) -> Response {
    let hashes = |tag: &str| {
        let (start, end) = (format!("<{tag}>"), format!("</{tag}>"));
        let inner = html.split(&start).skip(1).filter_map(|piece| piece.split(&end).next());
        inner.map(|text| format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))).collect::<Vec<_>>().join(" ")
    };
    let policy = format!(
        "default-src 'none'; style-src {}; script-src {}; img-src data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
        hashes("style"),
        hashes("script")
    );
    let mut response = Response::new(Body::from(html.to_owned()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// A file for the browser to save.
fn file(bytes: Vec<u8>, kind: &'static str, name: &str) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}
