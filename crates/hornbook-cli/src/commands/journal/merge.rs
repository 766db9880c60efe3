//! `hornbook journal merge`: one journal of two.

use std::path::PathBuf;

use clap::Args;
use hornbook_explore::Exploration;
use hornbook_explore::journal::{Journal, merge};
use serde_json::json;

use super::disputes;
use super::journal_arg::shown;
use super::print::print;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::note;
use crate::words;

/// Make one journal of two: of two experts, or of one at two machines
///
/// Entries that both have are the same. Where the two contradict each other,
/// the earlier entry counts and the later is listed; the exit code is then 1.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// One journal
    one: PathBuf,
    /// The other
    other: PathBuf,
    /// The journal to write, which must not be there yet
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let [one, other] = [&arguments.one, &arguments.other].map(|path| Exploration::read(path));
    let (one, other) = (one?, other?);
    let [one, other] = [one.journal(), other.journal()];
    let (header, entries) = merge((one.header(), one.entries()), (other.header(), other.entries()))?;
    // Whatever is wrong with it is found before there is a file.
    let merged = Exploration::of(Journal::in_memory_with(header.clone(), entries.clone()))?;
    Journal::create_with(&arguments.output, header, entries)?;
    let disputes = merged.disputes().len();
    let value = json!({
        "journal": arguments.output.display().to_string(),
        "entries": merged.journal().entries().len(),
        "disputes": disputes::values(&merged),
    });
    note(&format!(
        "{}: {}, {}, {}.",
        shown(&arguments.output),
        words::counted(merged.rules().len(), "rule"),
        words::counted(merged.object_count(), "object"),
        match disputes {
            0 => "no contradictions".to_owned(),
            1 => "1 entry contradicts others and does not count".to_owned(),
            _ => format!("{disputes} entries contradict others and do not count"),
        }
    ));
    print(&disputes::lines(&merged), arguments.json.then_some(&value))?;
    Ok(Ended::well_if(disputes == 0))
}
