//! A theory as clauses, before anybody asks it.

use std::collections::{BTreeMap, HashSet};

use hornbook::Universe;

use super::error::CnfError;

/// No theory has more variables than these: what a solver keeps for each would take
/// gigabytes.
pub const MAX_VARIABLES: usize = 10_000_000;

/// No more variables than these are attributes: sets of more would take too much
/// memory. A theory may have more that are none.
pub const MAX_ATTRIBUTES: usize = 1 << 14;

/// A propositional theory in conjunctive normal form. Variables are numbered from 1, and
/// a literal is the number of its variable, negative if it says that this is false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// How many variables there are.
    pub variable_count: usize,
    /// The clauses: of each at least one literal is true.
    pub clauses: Vec<Vec<i32>>,
    /// What variables are called, as far as they have names.
    pub names: BTreeMap<usize, String>,
}

/// Which variables of a theory are attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AttributeVariables {
    /// Those that have a name, or all if none has. The others help to say what the
    /// theory says, and are nobody's business.
    #[default]
    Named,
    /// All of them.
    All,
}

impl Cnf {
    /// The variables that are attributes, in ascending order, and what these are called.
    pub(super) fn attributes(&self, wanted: AttributeVariables) -> Result<(Vec<usize>, Universe), CnfError> {
        let named_only = wanted == AttributeVariables::Named && !self.names.is_empty();
        let found = if named_only { self.names.len() } else { self.variable_count };
        if found == 0 {
            return Err(CnfError::NoAttributes);
        }
        if found > MAX_ATTRIBUTES {
            return Err(CnfError::TooManyAttributes { found, most: MAX_ATTRIBUTES });
        }
        let variables: Vec<usize> =
            if named_only { self.names.keys().copied().collect() } else { (1..=self.variable_count).collect() };
        let taken: HashSet<&str> = self.names.values().map(String::as_str).collect();
        let name = |variable: &usize| match self.names.get(variable) {
            Some(name) => name.clone(),
            None => name_of_number(*variable, &taken),
        };
        let universe = Universe::new(variables.iter().map(name))?;
        Ok((variables, universe))
    }
}

/// What a variable without a name is called: `x7`, or `x7'` if another one has that name.
fn name_of_number(variable: usize, taken: &HashSet<&str>) -> String {
    let mut name = format!("x{variable}");
    while taken.contains(name.as_str()) {
        name.push('\'');
    }
    name
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn named(names: &[(usize, &str)]) -> Cnf {
        let names = names.iter().map(|&(variable, name)| (variable, name.to_owned())).collect();
        Cnf { variable_count: 3, names, ..Cnf::default() }
    }

    #[test]
    fn named_variables_are_attributes_or_all_if_none_is_named() {
        let names = |cnf: &Cnf, wanted| cnf.attributes(wanted).unwrap().1.names().join(" ");
        assert_eq!(names(&named(&[]), AttributeVariables::Named), "x1 x2 x3");
        assert_eq!(names(&named(&[(3, "c"), (1, "a")]), AttributeVariables::Named), "a c");
        assert_eq!(names(&named(&[(3, "c"), (1, "x2")]), AttributeVariables::All), "x2 x2' c");
    }

    #[test]
    fn no_variables_and_too_many_are_refused() {
        assert_eq!(Cnf::default().attributes(AttributeVariables::All), Err(CnfError::NoAttributes));
        let many = Cnf { variable_count: MAX_ATTRIBUTES + 1, ..Cnf::default() };
        let refused = CnfError::TooManyAttributes { found: MAX_ATTRIBUTES + 1, most: MAX_ATTRIBUTES };
        assert_eq!(many.attributes(AttributeVariables::Named), Err(refused));
    }
}
