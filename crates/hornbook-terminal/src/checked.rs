//! The answers to a list of rules, given together.

use hornbook::Implication;
use hornbook_explore::{Checked, Exploration, ObjectStatement, Refusal, Response};

/// Takes the answers to a list of rules. What is told of an object to refute a rule
/// that was known to be false is kept as well: nobody describes one for nothing.
pub(crate) fn give(
    exploration: &mut Exploration,
    who: Option<&str>,
    answers: Vec<(Implication, Option<Response>)>,
    seconds: Option<f64>,
) -> Result<Checked, Refusal> {
    let of_control = |(rule, response): &(Implication, Option<Response>)| match response {
        Some(Response::Refuted(told)) if exploration.knowledge().fails(rule) => {
            Some(ObjectStatement { has: told.has.union(&rule.premise), ..told.clone() })
        }
        _ => None,
    };
    let told: Vec<ObjectStatement> = answers.iter().filter_map(of_control).collect();
    let mut checked = exploration.answer_list(who, answers, seconds)?;
    for told in told {
        // That it contradicts something is no reason to refuse the list.
        if let Ok(entry) = exploration.tell(who, told) {
            checked.entries.push(entry);
        }
    }
    Ok(checked)
}
