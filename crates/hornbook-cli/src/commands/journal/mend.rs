//! `hornbook journal mend`: a new journal of one that was changed by hand.

use std::path::PathBuf;

use clap::Args;
use hornbook_explore::Exploration;
use hornbook_explore::journal::{Checksums, Journal, Mended, mend};
use serde_json::json;

use super::journal_arg::{JournalArg, shown};
use super::print::print;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::note;
use crate::words;

/// Make a new journal of one that was changed by hand
///
/// Each line of a journal has a checksum of itself and of all before it, and a
/// journal in which one does not fit is not used. This takes over what the lines
/// say now, with checksums of its own. Certificates were about what was there
/// before: they are left out, and what is drawn from then on is fresh.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    journal: JournalArg,
    /// The journal to write, which must not be there yet
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let old = &arguments.journal.journal;
    let Mended { header, entries, changed, checksums, certificates, torn } = mend(old)?;
    if changed.is_empty() && checksums == Checksums::Every && !torn {
        return Err(Failure::new(format!("{} has nothing to mend: every checksum fits", shown(old))));
    }
    // Whatever is wrong with it is found before there is a file.
    let mended = Exploration::of(Journal::in_memory_with(header.clone(), entries.clone()))
        .map_err(|error| Failure::new(format!("{}: {error}", shown(old))))?;
    Journal::create_with(&arguments.output, header, entries)?;
    let value = json!({
        "journal": arguments.output.display().to_string(),
        "entries": mended.journal().entries().len(),
        "changed_lines": changed,
        "certificates_dropped": certificates,
        "last_line_dropped": torn,
    });
    let mut lines = match checksums {
        Checksums::Every => Vec::new(),
        _ => vec!["Lines without checksums were taken as they are.".to_owned()],
    };
    lines.extend(changed.iter().map(|line| format!("Line {line} is not as it was written, or not where it was.")));
    lines.extend(torn.then(|| "The last line is not whole, and was left out.".to_owned()));
    lines.extend((certificates > 0).then(|| {
        format!("{} dropped: what was certified is not what is there now.", words::counted(certificates, "certificate"))
    }));
    note(&format!(
        "{}: {} of {}. Go on with: hornbook explore {}",
        shown(&arguments.output),
        match mended.journal().entries().len() {
            1 => "1 entry".to_owned(),
            count => format!("{count} entries"),
        },
        shown(old),
        shown(&arguments.output),
    ));
    print(&lines, arguments.json.then_some(&value))?;
    Ok(Ended::Well)
}
