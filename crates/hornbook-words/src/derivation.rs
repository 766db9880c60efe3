//! Why something follows, step by step.

use hornbook::{AttrSet, Conclusion, Derivation, Rulebook, Theory, Universe};

use crate::grouped;

/// The names of a set with commas; in quotes where they contain some.
pub fn names(universe: &Universe, set: &AttrSet) -> String {
    let name = |name: &str| if name.contains(',') { format!("\"{name}\"") } else { name.to_owned() };
    universe.names_of(set).map(name).collect::<Vec<_>>().join(", ")
}

/// A derivation, one line a step. The first rules of `theory` are those of the
/// book, the others its background.
pub fn steps(book: &Rulebook, theory: &Theory, why: &Derivation) -> Vec<String> {
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
                Some(support) => format!(" (support {})", grouped(support as u64)),
                None => String::new(),
            },
        };
        format!("{}. {said}{source}", at + 1)
    };
    why.steps.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hornbook::{Implication, Rule};

    use super::*;

    #[test]
    fn each_step_names_what_it_rests_on() {
        let universe = Universe::new(["a", "b, c", "d"]).unwrap();
        let set = |attrs: &[usize]| AttrSet::of(3, attrs.iter().copied());
        let rules = [Implication::new(set(&[0]), set(&[1])), Implication::never(set(&[0, 1]))];
        let theory = Theory::from_rules(3, rules.clone());
        let why = theory.derive(&set(&[0]), &Conclusion::Falsum).unwrap();
        let rule = Rule { implication: rules[0].clone(), support: Some(1024) };
        let universe = Arc::new(universe);
        let book = Rulebook {
            universe,
            background: vec![rules[1].clone()],
            rules: vec![rule],
            confident: Vec::new(),
            run: None,
        };
        assert_eq!(
            steps(&book, &theory, &why),
            [
                "1. Whatever has a also has \"b, c\" (support 1,024)",
                "2. Nothing has all of a, \"b, c\" (known from the scaling)"
            ]
        );
    }
}
