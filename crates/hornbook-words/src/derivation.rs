//! Why something follows, step by step.

use hornbook::format::rules::ListedRulebook;
use hornbook::{Attr, AttrSet, Derivation, DerivationStep, Universe};

use crate::{escape_control, grouped};

/// The names of a set with commas, for people; in quotes where they contain
/// some.
pub fn names(universe: &Universe, set: &AttrSet) -> String {
    listed(universe, set.iter())
}

fn listed(universe: &Universe, attrs: impl Iterator<Item = Attr>) -> String {
    let quoted = |name: String| if name.contains(',') { format!("\"{name}\"") } else { name };
    attrs.map(|attr| quoted(escape_control(universe.name(attr)))).collect::<Vec<_>>().join(", ")
}

/// A derivation by the [rules](ListedRulebook::chaining) of a book, one line a
/// step.
pub fn steps(book: &ListedRulebook, why: &Derivation) -> Vec<String> {
    let line = |(at, step): (usize, &DerivationStep)| {
        let (rule, is_background) = book.rule_of(step);
        let mut premise = rule.premise.clone();
        premise.sort_unstable();
        premise.dedup();
        let had = listed(&book.universe, premise.iter().copied());
        let adds = step.adds.as_ref().map(|attrs| listed(&book.universe, attrs.iter().copied()));
        let said = match adds {
            Some(adds) if premise.is_empty() => format!("Everything has {adds}"),
            Some(adds) => format!("Whatever has {had} also has {adds}"),
            None if premise.is_empty() => "There is nothing at all".to_owned(),
            None if premise.len() == 1 => format!("Nothing has {had}"),
            None => format!("Nothing has all of {had}"),
        };
        let source = match (is_background, rule.support) {
            (true, _) => " (known from the scaling)".to_owned(),
            (false, Some(support)) => format!(" (support {})", grouped(support as u64)),
            (false, None) => String::new(),
        };
        format!("{}. {said}{source}", at + 1)
    };
    why.steps.iter().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use hornbook::Conclusion;
    use hornbook::format::read_rule_lists;

    use super::*;

    #[test]
    fn each_step_names_what_it_rests_on() {
        let text = "a -> \"b, c\"  # support 1024\n# background\na, \"b, c\" -> ⊥\n# attributes: a, \"b, c\", d\n";
        let book = read_rule_lists(text.as_bytes(), None).unwrap();
        let why = book.chaining().derive(&AttrSet::of(3, [0]), &Conclusion::Falsum).unwrap();
        assert_eq!(
            steps(&book, &why),
            [
                "1. Whatever has a also has \"b, c\" (support 1,024)",
                "2. Nothing has all of a, \"b, c\" (known from the scaling)"
            ]
        );
    }
}
