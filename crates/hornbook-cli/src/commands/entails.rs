//! `hornbook entails`: whether a rule follows.

use std::path::PathBuf;

use clap::Args;
use hornbook::Conclusion;
use hornbook::format::parse_implication;
use serde_json::json;

use crate::ended::Ended;
use crate::failure::Failure;
use crate::output::Destination;
use crate::rule_files;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  hornbook entails basis.json 'milk -> breathes'
  hornbook entails basis.json 'milk, feathers -> impossible' --why
  hornbook entails basis.json 'legs=2, legs=4 -> impossible' --json

Exit codes: 0 yes; 1 no; 2 bad input.";

/// Tell whether a rule follows from rules
///
/// Prints 'yes' or 'no'.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The rules: a json or text file; - for standard input
    rules: PathBuf,
    /// The rule in question: 'a, b -> c', or 'a, b -> impossible'; names with
    /// commas in double quotes
    rule: String,
    /// Show the rules it follows by, or what could have the premise alone
    #[arg(long)]
    why: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let book = rule_files::rule_lists(&arguments.rules)?;
    let universe = &book.universe;
    let rule = parse_implication(&arguments.rule, universe)
        .map_err(|e| Failure::new(format!("in the rule '{}': {e}", arguments.rule)))?;
    let chaining = book.chaining();
    let closed = chaining.close(&rule.premise);
    // From what is impossible everything follows: that it is, is the reason.
    let goal = if closed.is_falsum() { &Conclusion::Falsum } else { &rule.conclusion };
    let entailed = rule.conclusion.is_within(&closed);
    let why = (arguments.why && entailed).then(|| chaining.derive(&rule.premise, goal)).flatten();
    if arguments.json {
        let mut value = words::rule_json(universe, &rule);
        value["entailed"] = json!(entailed);
        if let (true, Some(why)) = (arguments.why, &why) {
            value["steps"] = words::steps_json(&book, why);
        }
        if let (true, false, Conclusion::Attrs(closed)) = (arguments.why, entailed, &closed) {
            value["counterexample"] = universe.names_of(closed).collect();
        }
        Destination::Stdout.write(&words::json_bytes(&value))?;
    } else {
        let mut lines = vec![if entailed { "yes" } else { "no" }.to_owned()];
        match (arguments.why, &why, &closed) {
            (true, Some(why), _) => lines.extend(words::steps(&book, why)),
            (true, None, Conclusion::Attrs(closed)) => lines.push(match closed.is_empty() {
                true => "The rules allow for something that has nothing at all.".to_owned(),
                false => format!("The rules allow for something that has just {}.", words::names(universe, closed)),
            }),
            _ => {}
        }
        Destination::Stdout.write_words(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
    }
    Ok(Ended::well_if(entailed))
}
