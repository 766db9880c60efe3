//! Reading rules from files.

use std::path::Path;

use hornbook::format::rules::ListedRulebook;
use hornbook::format::{self, RulesFormat};
use hornbook::{Implication, Rulebook, Universe};

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
    let book = format::read_rule_lists(&bytes, RulesFormat::from_path(path)).map_err(in_file(path))?;
    say_if_cut(book.left_out, book.unlisted_background, path);
    Ok(book)
}

/// Says that a list of rules is not whole, if it says so itself.
fn say_if_cut(left_out: usize, unlisted_background: usize, path: &Path) {
    let name = input::name(path);
    if left_out > 0 {
        let rules = words::counted(left_out, "rule");
        note(&format!("{name} leaves out {rules}: --all or --output, when it was made, has them all."));
    }
    if unlisted_background > 0 {
        let rules = words::counted(unlisted_background, "background rule");
        note(&format!(
            "{name} leaves out {rules}, so that less follows from it than was learned: --output or --show-background, \
             when it was made, has them."
        ));
    }
}

/// Says what the book has that a file of the format does not hold.
pub(crate) fn say_what_is_lost(book: &Rulebook, format: RulesFormat) {
    let lost = format.lost(book);
    if let Some((last, others)) = lost.split_last() {
        let all = if others.is_empty() { last.to_string() } else { format!("{} and {last}", others.join(", ")) };
        note(&format!("The format {} does not hold {all}; json holds everything.", format.name()));
    }
}

/// The rules in these bytes, which stem from that file.
pub(crate) fn rules_as(bytes: &[u8], path: &Path, format: Option<RulesFormat>) -> Result<Rulebook, Failure> {
    let book = format::read_rules(bytes, format).map_err(|error| error.in_file(input::name(path)))?;
    say_if_cut(book.left_out, book.unlisted_background, path);
    Ok(book)
}

/// Rules can only be about what is explored.
pub(crate) fn known_names(
    path: &Path,
    book: &Rulebook,
    rules: &[Implication],
    universe: &Universe,
) -> Result<(), Failure> {
    for rule in rules {
        let conclusion = rule.conclusion.attrs().into_iter().flat_map(|set| book.universe.names_of(set));
        for name in book.universe.names_of(&rule.premise).chain(conclusion) {
            universe.attr(name).map_err(|error| {
                Failure::new(format!("{}: {error}", path.display())).hint(" among those to be explored")
            })?;
        }
    }
    Ok(())
}
