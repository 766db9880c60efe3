//! What tells the page that there is something new.

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

/// A line is sent this often, so that both sides notice a lost connection.
const EVERY: Duration = Duration::from_secs(15);

/// The stream of one page.
struct Stream {
    app: App,
    secret: Option<String>,
    here: Here,
    tick: watch::Receiver<u64>,
    ending: watch::Receiver<bool>,
    sent: Option<u64>,
}

/// Somebody has the page open, until this is dropped.
struct Here {
    room: Arc<Room>,
    person: Person,
}

impl Drop for Here {
    fn drop(&mut self) {
        if self.room.seats(|seats| seats.disconnect(&self.person.who)) {
            self.room.changed();
        }
    }
}

/// Says that there is something new, at once and whenever there is.
pub(crate) async fn events(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let most = app.limits().max_streams_per_person;
    let first = room.seats(|seats| seats.connect(&person, most));
    let first = first.ok_or_else(|| Problem::too_many("This page is open too often already: close some of them."))?;
    let here = Here { room: room.clone(), person };
    if first {
        room.changed();
    }
    let (tick, ending) = (room.watch(), app.ending());
    let stream = Stream { app, secret: session.secret, here, tick, ending, sent: None };
    let mut response = Response::new(Body::from_stream(stream::unfold(stream, next)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    // A proxy that waits for more would keep it from the page.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

/// What is sent next; nothing if the stream ends.
async fn next(mut stream: Stream) -> Option<(Result<Bytes, Infallible>, Stream)> {
    loop {
        if *stream.ending.borrow() || !stream.is_welcome().await {
            return None;
        }
        stream.tick.borrow_and_update();
        let version = stream.here.room.version_for(&stream.here.person.who);
        if stream.sent != Some(version) {
            stream.sent = Some(version);
            let event = format!("event: changed\nid: {version}\ndata: {{\"version\":{version}}}\n\n");
            return Some((Ok(event.into()), stream));
        }
        tokio::select! {
            _ = stream.tick.changed() => {}
            _ = stream.ending.changed() => {}
            () = tokio::time::sleep(EVERY) => {
                if stream.here.room.seats(|seats| seats.sweep()) {
                    stream.here.room.awake.notify_one();
                }
                return Some((Ok(Bytes::from_static(b": here\n\n")), stream));
            }
        }
    }
}

impl Stream {
    /// Whether whoever listens still may.
    async fn is_welcome(&self) -> bool {
        let session = access::resolve(&self.app, self.secret.clone()).await;
        session.person.is_some_and(|person| person.who == self.here.person.who)
    }
}
