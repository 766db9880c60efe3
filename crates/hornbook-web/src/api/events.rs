//! Event streams, which tell open pages that there is something new to see.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use futures_util::future::select_all;
use futures_util::stream;
use tokio::sync::watch;

use super::enter;
use crate::access::{self, Session};
use crate::app::App;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::query::Query;
use crate::room::Room;

/// How often a line is sent when nothing changes, so that both sides notice a
/// lost connection.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// How many explorations one stream may be about.
const MAX_EXPLORATIONS: usize = 32;

/// The event stream of one browser.
struct EventStream {
    app: App,
    secret: Option<String>,
    pages: Vec<WatchedPage>,
    sessions: watch::Receiver<u64>,
    shutdown: watch::Receiver<bool>,
}

/// An exploration that is open in the browser.
struct WatchedPage {
    page: OpenPage,
    news: watch::Receiver<u64>,
    /// The version that was sent last.
    sent: Option<u64>,
}

/// A page that somebody has open until this is dropped.
struct OpenPage {
    room: Arc<Room>,
    person: Person,
}

impl Drop for OpenPage {
    fn drop(&mut self) {
        if self.room.participants(|participants| participants.close_stream(&self.person.who)) {
            self.room.publish_change();
        }
    }
}

/// Opens an event stream about one exploration. It sends the version of what
/// whoever asks sees, at once and whenever it changes.
pub(crate) async fn of_one(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let page = watch_page(&app, &session, &name).await?;
    Ok(respond(app, session, vec![page]))
}

/// Opens an event stream about several explorations, for all tabs of a browser.
/// Those that whoever asks may not see are left out: the tabs find out by
/// themselves.
pub(crate) async fn of_several(State(app): State<App>, session: Session, query: Query) -> Result<Response, Problem> {
    session.person()?;
    let names: BTreeSet<&str> = query.all("exploration").collect();
    if names.is_empty() || names.len() > MAX_EXPLORATIONS {
        return Err(Problem::malformed(format!(
            "Name 1 to {MAX_EXPLORATIONS} explorations, each as exploration=NAME."
        )));
    }
    let mut pages = Vec::new();
    for name in names {
        match watch_page(&app, &session, name).await {
            Ok(page) => pages.push(page),
            Err(problem) if problem.is_too_many() => return Err(problem),
            Err(_) => {}
        }
    }
    Ok(respond(app, session, pages))
}

async fn watch_page(app: &App, session: &Session, name: &str) -> Result<WatchedPage, Problem> {
    let (room, person) = enter(app, session, name, Role::Reader).await?;
    let max_streams = app.limits().max_streams_per_person;
    let first = room.participants(|participants| participants.open_stream(&person, max_streams));
    let first = first.ok_or_else(|| Problem::too_many("This page is open too often already: close some of them."))?;
    let page = OpenPage { room: room.clone(), person };
    if first {
        room.publish_change();
    }
    Ok(WatchedPage { news: room.watch(), page, sent: None })
}

fn respond(app: App, session: Session, pages: Vec<WatchedPage>) -> Response {
    let (sessions, shutdown) = (app.sessions().watch(), app.shutdown());
    let stream = EventStream { app, secret: session.secret, pages, sessions, shutdown };
    let mut response = Response::new(Body::from_stream(stream::unfold(stream, next)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    // Without this nginx would hold events back until it has more of them.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    response
}

/// What is sent next; none at the end of the stream.
async fn next(mut stream: EventStream) -> Option<(Result<Bytes, Infallible>, EventStream)> {
    loop {
        if *stream.shutdown.borrow() || !stream.may_listen().await {
            return None;
        }
        if let Some(events) = stream.unsent() {
            return Some((Ok(events.into()), stream));
        }
        if tokio::time::timeout(KEEPALIVE_INTERVAL, stream.news()).await.is_err() {
            stream.pages.iter().for_each(|watched| watched.page.release_absent());
            return Some((Ok(Bytes::from_static(b": here\n\n")), stream));
        }
    }
}

impl OpenPage {
    /// Lets the questions of those who are away go to others.
    fn release_absent(&self) {
        if self.room.participants(|participants| participants.release_absent()) {
            self.room.work_wanted.notify_one();
        }
    }
}

impl EventStream {
    /// Returns when there is something new, a session ended, or the server shuts
    /// down.
    async fn news(&mut self) {
        let numbers = self.pages.iter_mut().map(|watched| &mut watched.news).chain([&mut self.sessions]);
        let news = numbers.map(|number| Box::pin(number.changed()));
        tokio::select! {
            // An error would mean that the server has shut down.
            _ = select_all(news) => {}
            _ = self.shutdown.changed() => {}
        }
    }

    /// The events about what changed since the last ones were sent.
    fn unsent(&mut self) -> Option<String> {
        let mut events = String::new();
        for WatchedPage { page, news, sent } in &mut self.pages {
            news.borrow_and_update();
            let version = page.room.version_for(&page.person.who);
            if sent.replace(version) != Some(version) {
                // The name has letters, digits and hyphens alone.
                let data = format!("{{\"exploration\":\"{}\",\"version\":{version}}}", page.room.name());
                events.push_str(&format!("event: changed\nid: {version}\ndata: {data}\n\n"));
            }
        }
        Some(events).filter(|events| !events.is_empty())
    }

    /// Whether whoever listens is still who they were, and may listen.
    async fn may_listen(&self) -> bool {
        let session = access::identify(&self.app, self.secret.clone()).await;
        let same = |watched: &WatchedPage| session.person.as_ref().map(Person::key) == Some(watched.page.person.key());
        session.person.is_some() && self.pages.iter().all(same)
    }
}
