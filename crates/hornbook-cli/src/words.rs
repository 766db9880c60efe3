//! Numbers, rules and derivations in words.

use std::time::Duration;

use hornbook::format::RulesFormat;
use hornbook::{AttrSet, Conclusion, Derivation, Implication, Rulebook, Theory, Universe};
pub(crate) use hornbook_study::report::grouped as count;
use serde_json::{Value, json};

/// `1 rule`, `24 rules`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{} {thing}{}", count(number as u64), if number == 1 { "" } else { "s" })
}

/// A share as a percentage, without needless digits.
pub(crate) fn percent(share: f64) -> String {
    format!("{}%", significant(share * 100.0))
}

/// A share as a percentage that does not overstate it: 99.9999999% is not 100%.
pub(crate) fn at_least(share: f64) -> String {
    let rounded = percent(share);
    if rounded == "100%" && share < 1.0 { "99.99%".to_owned() } else { rounded }
}

/// A number to six significant digits, without needless zeros.
pub(crate) fn significant(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let digits = 5 - number.abs().log10().floor() as i32;
    let text = format!("{number:.*}", usize::try_from(digits.clamp(0, 300)).unwrap_or(0));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// A length of time: `0.3 s`, `45 s`, `3 min 20 s`, `2 h 5 min`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..0.095 => format!("{:.0} ms", (seconds * 1000.0).max(1.0)),
        ..9.95 => format!("{seconds:.1} s"),
        ..59.5 => format!("{seconds:.0} s"),
        _ if time.as_secs() < 3600 => format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60),
        _ => format!("{} h {} min", time.as_secs() / 3600, time.as_secs() % 3600 / 60),
    }
}

/// An amount of memory: `24 KB`, `1.5 MB`, `3 GB`.
pub(crate) fn size(bytes: usize) -> String {
    const UNITS: [&str; 5] = ["bytes", "KB", "MB", "GB", "TB"];
    let unit = (1..UNITS.len()).rev().find(|&unit| bytes >= 1 << (10 * unit)).unwrap_or(0);
    let amount = bytes as f64 / (1u64 << (10 * unit)) as f64;
    if amount < 9.95 && unit > 0 {
        format!("{} {}", significant((amount * 10.0).round() / 10.0), UNITS[unit])
    } else {
        format!("{amount:.0} {}", UNITS[unit])
    }
}

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
    let line = |(at, step): (usize, &hornbook::Step)| {
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
    let step = |step: &hornbook::Step| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_people_write_them() {
        assert_eq!([0, 999, 1000, 53_455_186].map(count), ["0", "999", "1,000", "53,455,186"]);
        assert_eq!([0.9, 0.01, 0.00001, 1.0, 0.999].map(percent), ["90%", "1%", "0.001%", "100%", "99.9%"]);
        assert_eq!(significant(0.230_000_000_4), "0.23");
        assert_eq!(significant(1234.5), "1234.5");
        assert_eq!(time(Duration::from_millis(300)), "0.3 s");
        assert_eq!(time(Duration::from_secs(200)), "3 min 20 s");
        assert_eq!(time(Duration::from_secs(7500)), "2 h 5 min");
    }
}
