//! Event streams, which tell open pages that there is something new to see.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use futures_util::stream;
use tokio::sync::watch;

use super::enter;
use crate::access::{self, Session};
use crate::app::App;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::room::Room;

/// How often a line is sent when nothing changes, so that both sides notice a
/// lost connection.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// The event stream of one open page.
struct EventStream {
    app: App,
    secret: Option<String>,
    page: OpenPage,
    news: watch::Receiver<u64>,
    shutdown: watch::Receiver<bool>,
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

/// Opens an event stream. It sends the version of what whoever asks sees, at
/// once and whenever it changes.
pub(crate) async fn events(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let max_streams = app.limits().max_streams_per_person;
    let first = room.participants(|participants| participants.open_stream(&person, max_streams));
    let first = first.ok_or_else(|| Problem::too_many("This page is open too often already: close some of them."))?;
    let page = OpenPage { room: room.clone(), person };
    if first {
        room.publish_change();
    }
    let (news, shutdown) = (room.watch(), app.shutdown());
    let stream = EventStream { app, secret: session.secret, page, news, shutdown, sent: None };
    let mut response = Response::new(Body::from_stream(stream::unfold(stream, next)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    // Without this nginx would hold events back until it has more of them.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

/// What is sent next; none at the end of the stream.
async fn next(mut stream: EventStream) -> Option<(Result<Bytes, Infallible>, EventStream)> {
    loop {
        if *stream.shutdown.borrow() || !stream.may_listen().await {
            return None;
        }
        stream.news.borrow_and_update();
        let version = stream.page.room.version_for(&stream.page.person.who);
        if stream.sent != Some(version) {
            stream.sent = Some(version);
            let event = format!("event: changed\nid: {version}\ndata: {{\"version\":{version}}}\n\n");
            return Some((Ok(event.into()), stream));
        }
        tokio::select! {
            _ = stream.news.changed() => {}
            _ = stream.shutdown.changed() => {}
            () = tokio::time::sleep(KEEPALIVE_INTERVAL) => {
                if stream.page.room.participants(|participants| participants.release_absent()) {
                    stream.page.room.work_wanted.notify_one();
                }
                return Some((Ok(Bytes::from_static(b": here\n\n")), stream));
            }
        }
    }
}

impl EventStream {
    /// Whether whoever listens is still who they were, and may listen.
    async fn may_listen(&self) -> bool {
        let session = access::identify(&self.app, self.secret.clone()).await;
        session.person.is_some_and(|person| person.who == self.page.person.who)
    }
}
