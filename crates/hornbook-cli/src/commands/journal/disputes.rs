//! `hornbook journal disputes`: entries that contradict each other, and questions
//! that people answered differently.

use clap::Args;
use hornbook_explore::journal::EntryId;
use hornbook_explore::{Disagreement, Dispute, Exploration, Overruled};
use serde_json::{Value, json};

use super::entry::{entry_json, entry_words};
use super::journal_arg::JournalArg;
use super::print::print;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::words;

/// List contradictions, what people disagree about, and corrections of others
///
/// An entry that contradicts others does not count; there are some where two
/// journals were merged that do not agree. To settle a contradiction or a
/// disagreement, retract the entry that is wrong.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    journal: JournalArg,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let exploration = arguments.journal.read()?;
    print(&lines(&exploration), arguments.json.then(|| values(&exploration)).as_ref())?;
    Ok(Ended::well_if(exploration.disputes().is_empty() && exploration.disagreements_beyond_disputes().is_empty()))
}

/// Each contradiction: what does not count, and what it is in the way of.
pub(super) fn lines(exploration: &Exploration) -> Vec<String> {
    let mut lines = Vec::new();
    for dispute in exploration.disputes() {
        let by_id = |id: &EntryId| {
            let said = exploration.entry(id).map(|entry| entry_words(exploration, entry)).unwrap_or_default();
            format!("{}  {said}", hornbook_words::escape_control(&id.0))
        };
        lines.extend(dispute.entry.as_ref().map(by_id));
        lines.extend(dispute.with.iter().map(|id| format!("  against {}", by_id(id))));
        let known = |rule| format!("  against {} (known beforehand)", exploration.statement(rule));
        lines.extend(dispute.background.iter().map(known));
    }
    for found in exploration.disagreements_beyond_disputes() {
        lines.push(exploration.in_words(&found.ballot.question).to_string());
        let votes = exploration.disagreement_in_words(&found);
        lines.extend(votes.into_iter().map(|line| format!("  {line}")));
    }
    lines.extend(exploration.overruled().iter().map(|found| exploration.overruled_in_words(found)));
    lines
}

/// The same as data.
pub(super) fn values(exploration: &Exploration) -> Value {
    let entry = |id: &EntryId| exploration.entry(id).map(|entry| entry_json(exploration, entry));
    let value = |dispute: &Dispute| {
        let with: Vec<Value> = dispute.with.iter().filter_map(entry).collect();
        let known = dispute.background.iter().map(|rule| words::rule_json(exploration.universe(), rule));
        json!({
            "entry": dispute.entry.as_ref().and_then(entry),
            "with": with,
            "background": known.collect::<Vec<Value>>(),
        })
    };
    let disagreement = |found: Disagreement<'_>| {
        let entries = found.ballot.votes.iter().map(|vote| &vote.entry).chain(&found.against);
        json!({
            "question": words::rule_json(exploration.universe(), &found.ballot.question),
            "entries": entries.filter_map(entry).collect::<Vec<Value>>(),
        })
    };
    let disagreements = exploration.disagreements_beyond_disputes().into_iter().map(disagreement);
    let overruled = |found: Overruled| json!({ "by": entry(&found.by), "corrected": entry(&found.entry) });
    let overruled = exploration.overruled().into_iter().map(overruled);
    exploration.disputes().iter().map(value).chain(disagreements).chain(overruled).collect()
}
