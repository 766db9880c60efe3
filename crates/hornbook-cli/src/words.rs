//! Rules and derivations, in words and for programs.

use hornbook::format::rules::ListedRulebook;
use hornbook::{Attr, AttrSet, Conclusion, Derivation, DerivationStep, Implication, Universe};
use hornbook_words::escape_control;
pub(crate) use hornbook_words::{
    counted, duration as time, grouped as count, names, percent, significant, size, steps,
};
use serde_json::{Value, json};

/// An implication for people, on one line.
pub(crate) fn rule(universe: &Universe, implication: &Implication) -> String {
    escape_control(&implication.display(universe).to_string())
}

/// An implication as in rule files: premise, and conclusion or impossible.
pub(crate) fn rule_json(universe: &Universe, implication: &Implication) -> Value {
    let names = |set: &AttrSet| universe.names_of(set).map(Value::from).collect::<Vec<_>>();
    match implication.without_premise().conclusion {
        Conclusion::Attrs(set) => json!({ "premise": names(&implication.premise), "conclusion": names(&set) }),
        Conclusion::Falsum => json!({ "premise": names(&implication.premise), "impossible": true }),
    }
}

/// A derivation by the rules of a book as JSON.
pub(crate) fn steps_json(book: &ListedRulebook, why: &Derivation) -> Value {
    let names = |attrs: &[Attr]| attrs.iter().map(|&attr| Value::from(book.universe.name(attr))).collect::<Vec<_>>();
    let step = |step: &DerivationStep| {
        let (rule, is_background) = book.rule_of(step);
        let mut premise = rule.premise.clone();
        premise.sort_unstable();
        premise.dedup();
        let mut value = match &step.adds {
            Some(adds) => json!({ "premise": names(&premise), "conclusion": names(adds) }),
            None => json!({ "premise": names(&premise), "impossible": true }),
        };
        value["background"] = is_background.into();
        if let (false, Some(support)) = (is_background, rule.support) {
            value["support"] = support.into();
        }
        value
    };
    why.steps.iter().map(step).collect()
}

/// JSON for people and programs, with a line end.
pub(crate) fn json_bytes(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}
