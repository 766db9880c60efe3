//! `hornbook journal open`: questions without an answer.

use clap::Args;
use hornbook_explore::words::why_open;
use serde_json::{Value, json};

use super::journal_arg::JournalArg;
use super::print::print;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::words;

/// List the questions that nobody could answer, or only in part, and those put
/// off
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
    let (mut lines, mut values) = (Vec::new(), Vec::new());
    for (id, question, reply) in exploration.open_questions() {
        let asked = exploration.in_words(&question).to_string();
        lines.push(format!("{asked} ({})", why_open(reply)));
        let rule = words::rule_json(exploration.universe(), &question);
        values.push(json!({ "entry": id, "question": rule, "answer": reply, "words": asked }));
    }
    print(&lines, arguments.json.then_some(&Value::from(values)))?;
    Ok(Ended::Well)
}
