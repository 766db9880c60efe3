//! `hornbook journal disputes`: entries that contradict each other, of journals
//! that were merged.

use clap::Args;
use hornbook::explore::{Dispute, Exploration};
use hornbook::journal::Id;
use serde_json::{Value, json};

use super::{Ended, JournalArg, entry_json, entry_words, print};
use crate::failure::Failure;
use crate::words;

/// List entries that contradict others, and so do not count
///
/// There are some where two journals were merged that do not agree. To settle a
/// contradiction, retract the entry that is wrong.
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
    Ok(Ended::well_if(exploration.disputes().is_empty()))
}

/// Each contradiction: what does not count, and what it is in the way of.
pub(super) fn lines(exploration: &Exploration) -> Vec<String> {
    let mut lines = Vec::new();
    for dispute in exploration.disputes() {
        let by_id = |id: &Id| {
            let said = exploration.entry(id).map(|entry| entry_words(exploration, entry)).unwrap_or_default();
            format!("{}  {said}", hornbook::explore::words::harmless(&id.0))
        };
        lines.extend(dispute.entry.as_ref().map(by_id));
        lines.extend(dispute.with.iter().map(|id| format!("  against {}", by_id(id))));
        let known = |rule| format!("  against {} (known beforehand)", exploration.statement(rule));
        lines.extend(dispute.background.iter().map(known));
    }
    lines
}

/// The same as data.
pub(super) fn values(exploration: &Exploration) -> Value {
    let entry = |id: &Id| exploration.entry(id).map(|entry| entry_json(exploration, entry));
    let value = |dispute: &Dispute| {
        let with: Vec<Value> = dispute.with.iter().filter_map(entry).collect();
        let known = dispute.background.iter().map(|rule| words::rule_json(exploration.universe(), rule));
        json!({
            "entry": dispute.entry.as_ref().and_then(entry),
            "with": with,
            "background": known.collect::<Vec<Value>>(),
        })
    };
    exploration.disputes().iter().map(value).collect()
}
