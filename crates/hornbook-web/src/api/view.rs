//! An exploration as one person sees it.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde_json::value::RawValue;

use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::participants::Wishes;
use crate::person::Role;
use crate::problem::Problem;
use crate::programs::ShownPrograms;
use crate::query::Query;
use crate::response::json_response;
use crate::state::{ExplorationState, StateFields, StateTag};

/// What the page shows of an exploration beside what is the same for everybody, and
/// the entries.
#[derive(Serialize)]
struct ExplorationView<'a> {
    name: &'a str,
    title: String,
    version: u64,
    archived: bool,
    me: Me<'a>,
    people: Vec<ListedPerson<'a>>,
    /// Those who are asked before people.
    programs: ShownPrograms,
    turn: &'a RawValue,
}

/// Whoever is looking.
#[derive(Serialize)]
struct Me<'a> {
    who: &'a str,
    role: Role,
    about: Option<&'a [String]>,
}

/// Somebody who takes part.
#[derive(Serialize)]
struct ListedPerson<'a> {
    name: &'a str,
    role: Role,
    /// Whether they have the page open.
    here: bool,
    /// Whether they have it open and are asked something.
    asked: bool,
}

/// Shows an exploration to whoever asks, or what changed of it since a state that they
/// were sent.
pub(crate) async fn show(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let wish = |name: &str| Ok::<bool, Problem>(query.parsed(name, "true or false")?.unwrap_or(false));
    let wishes = Wishes { lists: wish("lists")?, objects_first: wish("objects_first")? };
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let view = room.view(&person, wishes).await?;
    let record = room.record();
    let owner = (app.options().owner.as_str(), Role::Owner);
    let guests = record.people.iter().filter(|guest| !guest.revoked).map(|guest| (guest.name.as_str(), guest.role));
    let listed = |(name, role)| {
        let here = view.here.iter().find(|(who, _)| *who == name);
        ListedPerson { name, role, here: here.is_some(), asked: here.is_some_and(|(_, asked)| *asked) }
    };
    let own = StateFields::of(&ExplorationView {
        name: &name,
        title: room.title(),
        version: view.version,
        archived: record.archived,
        me: Me { who: &person.who, role: person.role, about: person.about.as_deref() },
        people: std::iter::once(owner).chain(guests).map(listed).collect(),
        programs: room.programs.shown(),
        turn: &view.turn,
    });
    let entries = view.snapshot.entries_for(&person);
    let state = ExplorationState::of(&[&own, &view.snapshot.shared], ("entries", entries));
    let sent = app.sent_states();
    let since = query.get("since").and_then(StateTag::parse);
    let before = since.and_then(|since| Some((since, sent.outline(&since)?)));
    sent.note(&state);
    Ok(match before {
        Some((since, outline)) => json_response(StatusCode::OK, &state.changes_since(since, &outline)),
        None => json_response(StatusCode::OK, &state),
    })
}
