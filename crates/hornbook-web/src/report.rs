//! The report as a page to print.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hornbook_explore::titled_report;
use hornbook_words::document::Document;
use hornbook_words::{escape_html, html};

use crate::access::Session;
use crate::api::enter;
use crate::app::App;
use crate::person::Role;
use crate::problem::Problem;

/// The report of an exploration.
pub(crate) async fn show(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let turn = app.pictures().turn(&person, &room).await?;
    let place = room.clone();
    let page = room.look(&person, move |exploration| {
        let _turn = turn;
        let drawn = (!exploration.models().is_empty()).then(|| place.name());
        Ok(page(&titled_report(exploration, &place.title_of(exploration)), drawn))
    });
    let page = page.await?;
    let mut response = Response::new(Body::from(page));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Ok(response)
}

/// The diagram in a report has about so many concepts, which can be read on paper.
const CONCEPTS: usize = 60;

/// The frame of the page, with the diagram of the exploration of a name, if there is
/// something to draw. Its style is a file of its own: none within a page is
/// used by browsers that heed what the server tells them.
fn page(report: &Document, drawn: Option<&str>) -> String {
    let diagram = drawn.map_or_else(String::new, |name| {
        format!(
            "<h2>Diagram</h2>\n<p>An object has the attributes that are reached upwards from it. The number in a \
             concept counts its objects.</p>\n<p><img src=\"/api/e/{}/diagram.svg?most={CONCEPTS}\" \
             alt=\"Line diagram of the known objects\"></p>\n",
            escape_html(name)
        )
    });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"/report.css\">\n</head>\n<body>\n<main>\n{}{diagram}</main>\n</body>\n</html>\n",
        escape_html(&report.title),
        html::body(report)
    )
}
