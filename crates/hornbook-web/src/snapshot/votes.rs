//! What people answered to one question.

use hornbook_explore::journal::EntryId;
use hornbook_explore::{Ballot, Exploration, Verdict};
use serde::Serialize;

use super::evidence::{Evidence, evidence};

/// One person's answer.
#[derive(Serialize)]
pub(super) struct ShownVote<'a> {
    who: Option<&'a str>,
    /// Whether it is a program's.
    program: bool,
    verdict: &'static str,
    entry: &'a EntryId,
    /// What it rests on, where people disagree. Before that everybody answers for
    /// themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Evidence<'a>>,
}

pub(super) fn votes(ballot: &Ballot) -> impl Iterator<Item = ShownVote<'_>> {
    ballot.votes.iter().map(|vote| ShownVote {
        who: vote.who.as_deref(),
        program: vote.program,
        verdict: verdict(vote.verdict),
        entry: &vote.entry,
        evidence: None,
    })
}

/// The same, each with what it rests on.
pub(super) fn votes_with_evidence<'a>(
    exploration: &'a Exploration,
    ballot: &'a Ballot,
) -> impl Iterator<Item = ShownVote<'a>> {
    let with_evidence = |(shown, vote)| ShownVote { evidence: evidence(exploration, vote), ..shown };
    votes(ballot).zip(&ballot.votes).map(with_evidence)
}

/// The name of a verdict.
pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Unknown => "unknown",
    }
}
