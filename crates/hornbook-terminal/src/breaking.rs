//! Which known object breaks a rule, in words.

use hornbook::{Conclusion, Implication};
use hornbook_explore::Exploration;
use hornbook_words::escape_control;

/// What breaks a rule that is known to be false: `hen has eggs; does not have hair`.
pub(crate) fn in_words(exploration: &Exploration, rule: &Implication) -> Option<String> {
    let place = exploration.models().iter().position(|model| model.refutes(rule))?;
    let name = escape_control(&exploration.object_name(place));
    let lacks = match &rule.conclusion {
        Conclusion::Attrs(conclusion) => conclusion.difference(exploration.models()[place].possible()),
        Conclusion::Falsum => exploration.universe().none(),
    };
    Some(exploration.vocabulary().told_of(&name, &rule.premise, &lacks, false))
}
