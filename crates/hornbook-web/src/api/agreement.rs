//! Who answered how much, and who agrees with whom.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook_explore::{Contribution, PairAgreement};
use serde_json::{Value, json};

use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::person::Role;
use crate::problem::Problem;
use crate::response::json_response;

/// Shows the counts to everybody who takes part.
pub(crate) async fn show(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let counted = room.look(&person, |exploration| Ok((exploration.contributions(), exploration.agreement())));
    let (people, pairs) = counted.await?;
    let person = |Contribution { who, program, holds, fails, unknown, objects }: Contribution| json!({ "who": who, "program": program, "holds": holds, "fails": fails, "unknown": unknown, "objects": objects });
    let pair = |PairAgreement { one, other, common, same }: PairAgreement| json!({ "one": one, "other": other, "common": common, "same": same });
    let people: Vec<Value> = people.into_iter().map(person).collect();
    let pairs: Vec<Value> = pairs.into_iter().map(pair).collect();
    Ok(json_response(StatusCode::OK, &json!({ "people": people, "pairs": pairs })))
}
