//! What people say about a question beside their answers.

use axum::response::Response;
use hornbook_explore::MAX_COMMENT_CHARS;
use hornbook_explore::journal::{EntryId, RuleLine};
use serde::Deserialize;

use super::answers::rule;
use super::change::{Change, check_may_retract};
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
pub(crate) async fn comment(change: Change<CommentBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            let question = rule(exploration, &body.question)?;
            let text = checked(&body.text)?;
            Ok(exploration.comment(by.who(), &question, &text)?)
        })
        .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct WithdrawBody {
    comment: EntryId,
}

/// Takes a comment back. An owner may take back anybody's, others their own.
pub(crate) async fn withdraw(change: Change<WithdrawBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            check_may_retract(exploration, &body.comment, &by.person)?;
            Ok(exploration.withdraw(by.who(), &body.comment)?)
        })
        .await
}
