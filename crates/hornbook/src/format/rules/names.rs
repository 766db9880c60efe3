//! Names in readable rules: bare where that is unambiguous, else in quotes.

use crate::{Attr, AttrSet, Conclusion, Implication, Universe};

/// What ⊥ is written as.
pub(super) const FALSUM: &str = "⊥";
/// What ⊥ may be written as by those whose keyboard lacks it.
pub(super) const IMPOSSIBLE: &str = "impossible";
/// The arrows; the first one is written.
pub(super) const ARROWS: [&str; 2] = ["->", "→"];

/// Between attributes that follow from each other.
pub(super) const EQUIVALENT: &str = "<->";

/// The name, in quotes if it could be misread.
pub(super) fn quoted(name: &str) -> String {
    let special = |c: char| matches!(c, ',' | '#' | '"' | '\\' | '\u{feff}') || c.is_control();
    let bare = !name.is_empty()
        && name.trim() == name
        && !name.contains(special)
        // A file that starts with it would be taken for JSON.
        && !name.starts_with('{')
        && !ARROWS.iter().any(|arrow| name.contains(arrow))
        && ![FALSUM, IMPOSSIBLE].contains(&name);
    if bare {
        return name.to_owned();
    }
    let mut quoted = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() || c == '\u{feff}' => quoted.extend(c.escape_unicode()),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The names of attributes in this order, with commas.
pub(super) fn in_order(universe: &Universe, attrs: &[Attr]) -> String {
    attrs.iter().map(|&attr| quoted(universe.name(attr))).collect::<Vec<_>>().join(", ")
}

/// The names of a set, with commas.
pub(super) fn list(universe: &Universe, set: &AttrSet) -> String {
    universe.names_of(set).map(quoted).collect::<Vec<_>>().join(", ")
}

/// What follows, less what the premise has already; a rule that says nothing
/// repeats its premise.
pub(super) fn conclusion(universe: &Universe, implication: &Implication) -> String {
    match &implication.without_premise().conclusion {
        Conclusion::Falsum => FALSUM.to_owned(),
        Conclusion::Attrs(set) if set.is_empty() => list(universe, &implication.premise),
        Conclusion::Attrs(set) => list(universe, set),
    }
}
