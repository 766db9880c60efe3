//! Which known object breaks a rule, in words.

use hornbook::{Conclusion, Implication};
use hornbook_explore::Exploration;
use hornbook_words::escape_control;

/// What breaks a rule that is known to be false: `hen has eggs and lacks hair`.
pub(crate) fn in_words(exploration: &Exploration, rule: &Implication) -> Option<String> {
    let place = exploration.models().iter().position(|model| model.refutes(rule))?;
    let name = escape_control(&exploration.object_name(place));
    let mut said = Vec::new();
    if !rule.premise.is_empty() {
        said.push(format!("has {}", exploration.listed(&rule.premise, "and")));
    }
    if let Conclusion::Attrs(conclusion) = &rule.conclusion {
        let lacks = conclusion.difference(exploration.models()[place].possible());
        said.push(format!("lacks {}", exploration.listed(&lacks, "and")));
    }
    Some(format!("{name} {}", said.join(" and ")))
}
