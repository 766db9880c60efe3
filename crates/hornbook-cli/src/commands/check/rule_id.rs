//! A short name for a rule, which is the same in every run and every file.

use hornbook::hash::Hash;
use hornbook::{Conclusion, Implication, Universe};

/// A short name for a rule: letters, digits and an underscore. It does not depend on the
/// order of the attributes.
pub(super) fn rule_id(universe: &Universe, rule: &Implication) -> String {
    let Implication { premise, conclusion } = rule.without_premise();
    let sorted = |set| {
        let mut names: Vec<&str> = universe.names_of(set).collect();
        names.sort_unstable();
        names
    };
    let hash = sorted(&premise).into_iter().fold(Hash::new(), Hash::text).number(0);
    let hash = match &conclusion {
        Conclusion::Attrs(set) => sorted(set).into_iter().fold(hash, Hash::text),
        Conclusion::Falsum => hash.number(1),
    };
    format!("rule_{:016x}", hash.mixed())
}

#[cfg(test)]
mod tests {
    use hornbook::AttrSet;

    use super::*;

    #[test]
    fn the_order_of_attributes_does_not_matter_and_the_sides_do() {
        let id = |names: [&str; 2], left: usize, right: usize| {
            let universe = Universe::new(names.to_vec()).expect("the names differ");
            rule_id(&universe, &Implication::new(AttrSet::of(2, [left]), AttrSet::of(2, [right])))
        };
        assert_eq!(id(["a", "b"], 0, 1), id(["b", "a"], 1, 0));
        assert_ne!(id(["a", "b"], 0, 1), id(["a", "b"], 1, 0));
        assert!(id(["a", "b"], 0, 1).bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
    }
}
