//! What programs say of the rules of a list.

use hornbook::Implication;
use hornbook_explore::{Exploration, Proposal, Verdict};
use hornbook_words::escape_control;

/// Which programs say that rules of a list hold, in one sentence; none if none does.
/// Rules that are known to be false may be among them, and are not told apart.
pub(crate) fn in_words<'a>(exploration: &Exploration, rules: impl Iterator<Item = &'a Implication>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for Proposal { who, .. } in
        rules.flat_map(|rule| exploration.proposals(rule)).filter(|it| it.verdict() == Verdict::Holds)
    {
        let name = escape_control(who.as_deref().unwrap_or("a program"));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.len() {
        0 => None,
        1 => Some(format!("{}, a program, says that they do.", names[0])),
        _ => Some(format!("{}, programs, say that they do.", names.join(" and "))),
    }
}
