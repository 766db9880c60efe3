//! What the names of the rules' attributes tell.

use hornbook::{AttrSet, Rulebook};

use super::arguments::Arguments;
use crate::failure::Failure;

/// The names of attributes say how columns are scaled.
pub(super) fn refuse_scales(arguments: &Arguments) -> Result<(), Failure> {
    let scale = &arguments.source_args.scale;
    match scale.scale.is_empty() && scale.save_scaling.is_none() {
        true => Ok(()),
        false => {
            Err(Failure::new("the names of the rules' attributes say how columns are scaled: use --scaling, if at all"))
        }
    }
}

/// The attributes that the rules name.
pub(super) fn mentioned(book: &Rulebook) -> AttrSet {
    let mut set = book.universe.none();
    for rule in book.rules.iter().map(|rule| &rule.implication).chain(&book.background) {
        set.insert_all(&rule.premise);
        rule.conclusion.attrs().iter().for_each(|attrs| _ = set.insert_all(attrs));
    }
    set
}
