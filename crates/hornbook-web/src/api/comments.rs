//! What people say about a question beside their answers.

use axum::extract::{Path, State};
use axum::response::Response;
use hornbook_explore::MAX_COMMENT_CHARS;
use hornbook_explore::journal::{EntryId, RuleLine};
use serde::Deserialize;

use super::answers::rule;
use super::change_once::{change_once, check_may_retract};
use crate::access::Session;
use crate::app::App;
use crate::body::IdempotentBody;
use crate::person::Role;
use crate::problem::Problem;
use crate::short_text::is_invisible;

#[derive(Debug, Deserialize)]
pub(crate) struct CommentBody {
    question: RuleLine,
    text: String,
}

/// What was typed, if it can be a comment: some lines of text.
fn checked(text: &str) -> Result<String, Problem> {
    let text = text.trim().replace("\r\n", "\n");
    if text.chars().all(|c| c.is_whitespace() || is_invisible(c)) {
        return Err(Problem::malformed("A comment says something."));
    }
    if text.chars().count() > MAX_COMMENT_CHARS {
        return Err(Problem::malformed(format!("A comment has at most {MAX_COMMENT_CHARS} characters.")));
    }
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Problem::malformed("A comment has no control characters."));
    }
    Ok(text)
}

/// Says something about a question.
pub(crate) async fn comment(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<CommentBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Expert, request, move |exploration, person, _| {
        let question = rule(exploration, &body.question)?;
        let text = checked(&body.text)?;
        Ok(exploration.comment(Some(&person.who), &question, &text)?)
    })
    .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct WithdrawBody {
    comment: EntryId,
}

/// Takes a comment back. An owner may take back anybody's, others their own.
pub(crate) async fn withdraw(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    IdempotentBody { body, request }: IdempotentBody<WithdrawBody>,
) -> Result<Response, Problem> {
    change_once(&app, &session, &name, Role::Expert, request, move |exploration, person, _| {
        check_may_retract(exploration, &body.comment, person)?;
        Ok(exploration.withdraw(Some(&person.who), &body.comment)?)
    })
    .await
}
