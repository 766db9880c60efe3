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
        Ok(page(&titled_report(exploration, &place.title_of(exploration))))
    });
    let page = page.await?;
    let mut response = Response::new(Body::from(page));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    Ok(response)
}

/// The frame of the page. Its style is a file of its own: none within a page is
/// used by browsers that heed what the server tells them.
fn page(report: &Document) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"/report.css\">\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        escape_html(&report.title),
        html::body(report)
    )
}
