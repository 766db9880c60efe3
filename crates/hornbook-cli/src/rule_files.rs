//! Reading rules from files.

use std::path::Path;

use hornbook::Rulebook;
use hornbook::format::rules::ListedRulebook;
use hornbook::format::{self, RulesFormat};

use crate::failure::Failure;
use crate::input::{self, in_file};
use crate::output::note;
use crate::words;

/// The rules in a file.
pub(crate) fn rules(path: &Path) -> Result<Rulebook, Failure> {
    rules_as(&input::read(path)?, path, RulesFormat::from_path(path))
}

/// The rules in a file, as lists: for who only asks what follows from them.
pub(crate) fn rule_lists(path: &Path) -> Result<ListedRulebook, Failure> {
    let bytes = input::read(path)?;
    say_if_cut(&bytes, path);
    format::read_rule_lists(&bytes, RulesFormat::from_path(path)).map_err(in_file(path))
}

/// Says that a list of rules is not whole, if it says so itself.
fn say_if_cut(bytes: &[u8], path: &Path) {
    if let Some(rules) = std::str::from_utf8(bytes).ok().and_then(format::rules::text::left_out) {
        let rules = words::counted(rules, "rule");
        note(&format!("{} leaves out {rules}: --all or --output, when it was made, has them all.", input::name(path)));
    }
}

/// The rules in these bytes, which stem from that file.
pub(crate) fn rules_as(bytes: &[u8], path: &Path, format: Option<RulesFormat>) -> Result<Rulebook, Failure> {
    say_if_cut(bytes, path);
    Ok(format::read_rules(bytes, format).map_err(|error| error.in_file(input::name(path)))?)
}
