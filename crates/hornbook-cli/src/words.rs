//! Rules and derivations in words.

use hornbook::format::RulesFormat;
use hornbook::{AttrSet, Conclusion, Derivation, Implication, Rulebook, Theory, Universe};
pub(crate) use hornbook_words::{at_least, counted, duration as time, grouped as count, percent, significant, size};
use serde_json::{Value, json};

/// The names of a set with commas; in quotes where they contain some.
pub(crate) fn names(universe: &Universe, set: &AttrSet) -> String {
    let name = |name: &str| if name.contains(',') { format!("\"{name}\"") } else { name.to_owned() };
    universe.names_of(set).map(name).collect::<Vec<_>>().join(", ")
}

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

/// A derivation, one line a step. The first rules of `theory` are those of the
/// book, the others its background.
pub(crate) fn steps(book: &Rulebook, theory: &Theory, why: &Derivation) -> Vec<String> {
    let line = |(at, step): (usize, &hornbook::DerivationStep)| {
        let premise = &theory.rules()[step.rule].premise;
        let had = names(&book.universe, premise);
        let said = match &step.adds {
            Conclusion::Attrs(set) if premise.is_empty() => format!("Everything has {}", names(&book.universe, set)),
            Conclusion::Attrs(set) => format!("Whatever has {had} also has {}", names(&book.universe, set)),
            Conclusion::Falsum if premise.is_empty() => "There is nothing at all".to_owned(),
            Conclusion::Falsum if premise.len() == 1 => format!("Nothing has {had}"),
            Conclusion::Falsum => format!("Nothing has all of {had}"),
        };
        let source = match book.rules.get(step.rule) {
            None => " (known from the scaling)".to_owned(),
            Some(rule) => match rule.support {
                Some(support) => format!(" (support {})", count(support as u64)),
                None => String::new(),
            },
        };
        format!("{}. {said}{source}", at + 1)
    };
    why.steps.iter().enumerate().map(line).collect()
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
