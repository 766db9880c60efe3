//! Comments that people write at a terminal, and take back.

use hornbook::Implication;
use hornbook_explore::journal::EntryId;
use hornbook_explore::{Exploration, Refusal};

/// Takes back the last comment of this person on a question; that of others stays.
pub(crate) fn withdraw_last(
    exploration: &mut Exploration,
    who: Option<&str>,
    question: &Implication,
) -> Result<EntryId, Refusal> {
    let own = exploration.comments_on(question).filter(|comment| comment.entry.who.as_deref() == who).last();
    match own.map(|comment| comment.entry.id.clone()) {
        Some(comment) => exploration.withdraw(who, &comment),
        None => Err(Refusal::Impossible("there is no comment of yours on this question".to_owned())),
    }
}
