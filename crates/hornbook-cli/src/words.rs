//! Rules and derivations, in words and for programs.

use hornbook::format::RulesFormat;
use hornbook::{AttrSet, Conclusion, Derivation, Implication, Rulebook, Theory, Universe};
pub(crate) use hornbook_words::{
    at_least, counted, duration as time, grouped as count, names, percent, significant, size, steps,
};
use serde_json::{Value, json};

/// An implication as rules are written, on one line.
pub(crate) fn rule(universe: &Universe, implication: &Implication) -> String {
    implication.display(universe).to_string()
}

/// An implication as in rule files: premise, and conclusion or impossible.
pub(crate) fn rule_json(universe: &Universe, implication: &Implication) -> Value {
    let names = |set: &AttrSet| universe.names_of(set).map(Value::from).collect::<Vec<_>>();
    match implication.without_premise().conclusion {
        Conclusion::Attrs(set) => json!({ "premise": names(&implication.premise), "conclusion": names(&set) }),
        Conclusion::Falsum => json!({ "premise": names(&implication.premise), "impossible": true }),
    }
}

/// A derivation as JSON.
pub(crate) fn steps_json(book: &Rulebook, theory: &Theory, why: &Derivation) -> Value {
    let step = |step: &hornbook::DerivationStep| {
        let rule = &theory.rules()[step.rule];
        let mut value =
            rule_json(&book.universe, &Implication { premise: rule.premise.clone(), conclusion: step.adds.clone() });
        if let Some(object) = value.as_object_mut() {
            let known = book.rules.get(step.rule);
            object.insert("background".into(), known.is_none().into());
            object.extend(known.and_then(|rule| rule.support).map(|support| ("support".to_owned(), support.into())));
        }
        value
    };
    why.steps.iter().map(step).collect()
}

/// JSON for people and programs, with a line end.
pub(crate) fn json_bytes(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}

/// Whether a format tells learned rules and background apart by itself, or is
/// for programs that need both.
pub(crate) fn holds_background(format: RulesFormat) -> bool {
    format != RulesFormat::Text
}
