//! What people answered to one question.

use hornbook_explore::journal::EntryId;
use hornbook_explore::{Ballot, Verdict};
use serde::Serialize;

/// One person's answer.
#[derive(Serialize)]
pub(super) struct ShownVote<'a> {
    who: Option<&'a str>,
    /// Whether it is a program's.
    program: bool,
    verdict: &'static str,
    entry: &'a EntryId,
}

pub(super) fn votes(ballot: &Ballot) -> impl Iterator<Item = ShownVote<'_>> {
    ballot.votes.iter().map(|vote| ShownVote {
        who: vote.who.as_deref(),
        program: vote.program,
        verdict: verdict(vote.verdict),
        entry: &vote.entry,
    })
}

/// The name of a verdict.
pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Unknown => "unknown",
    }
}
