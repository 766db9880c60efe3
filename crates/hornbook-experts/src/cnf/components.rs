//! A theory in parts that have nothing to do with each other.
//!
//! What a theory says outright, by clauses of one literal, is said of these variables for
//! good, and clauses lose what follows from it. Then the variables fall into parts that no
//! clause connects. A rule of the theory is one of its parts, or follows from such: so all
//! rules are found part by part, and choices in one are not multiplied by those in others.

use std::collections::{BTreeMap, HashMap};

use super::clauses::Cnf;

/// A part of a theory.
#[derive(Debug)]
pub(super) struct Component {
    /// Its clauses, over variables of its own.
    pub(super) cnf: Cnf,
    /// The variables that are attributes, numbered from 1, …
    pub(super) variables: Vec<usize>,
    /// … and which attributes of the theory these are.
    pub(super) attributes: Vec<usize>,
}

/// The parts with attributes of a theory that has models and of which these variables,
/// numbered from 1, are attributes.
pub(super) fn components(cnf: &Cnf, variables: &[usize]) -> Vec<Component> {
    let clauses = with_units_carried_out(cnf);
    let mut parts = Parts::new(cnf.variable_count);
    for clause in &clauses {
        for pair in clause.windows(2) {
            parts.join(variable(pair[0]), variable(pair[1]));
        }
    }
    let mut members: BTreeMap<usize, (Vec<usize>, Vec<&Vec<i32>>)> =
        variables.iter().map(|&variable| (parts.of(variable), Default::default())).collect();
    for variable in 1..=cnf.variable_count {
        members.entry(parts.of(variable)).and_modify(|(variables, _)| variables.push(variable));
    }
    for clause in clauses.iter().filter(|clause| !clause.is_empty()) {
        members.entry(parts.of(variable(clause[0]))).and_modify(|(_, clauses)| clauses.push(clause));
    }
    let place: HashMap<usize, usize> = variables.iter().enumerate().map(|(attr, &variable)| (variable, attr)).collect();
    let component = |(members, clauses): (Vec<usize>, Vec<&Vec<i32>>)| {
        let renamed: HashMap<usize, usize> = members.iter().enumerate().map(|(at, &old)| (old, at + 1)).collect();
        let literal = |&literal: &i32| renamed[&variable(literal)] as i32 * literal.signum();
        let clauses = clauses.into_iter().map(|clause| clause.iter().map(literal).collect()).collect();
        let kept = members.iter().filter_map(|old| Some((renamed[old], *place.get(old)?)));
        let (variables, attributes) = kept.unzip();
        Component { cnf: Cnf { variable_count: members.len(), clauses, ..Cnf::default() }, variables, attributes }
    };
    members.into_values().map(component).collect()
}

fn variable(literal: i32) -> usize {
    literal.unsigned_abs() as usize
}

/// The clauses without literals that are false by clauses of one literal, and without
/// clauses that are true by them; these stay.
fn with_units_carried_out(cnf: &Cnf) -> Vec<Vec<i32>> {
    let mut value: Vec<i32> = vec![0; cnf.variable_count + 1];
    let mut clauses = cnf.clauses.clone();
    let mut units: Vec<i32> = Vec::new();
    loop {
        let mut new = false;
        clauses.retain_mut(|clause| {
            if clause.iter().any(|&literal| value[variable(literal)] == literal.signum()) {
                return false;
            }
            clause.retain(|&literal| value[variable(literal)] == 0);
            if let [unit] = clause[..] {
                value[variable(unit)] = unit.signum();
                units.push(unit);
                new = true;
                return false;
            }
            true
        });
        if !new {
            clauses.extend(units.into_iter().map(|unit| vec![unit]));
            return clauses;
        }
    }
}

/// Variables that belong together.
struct Parts(Vec<usize>);

impl Parts {
    fn new(variables: usize) -> Self {
        Self((0..=variables).collect())
    }

    /// The variable that stands for the part of this one.
    fn of(&mut self, variable: usize) -> usize {
        let mut at = variable;
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_theory_falls_apart_where_it_says_something_outright() {
        // 1 connects all, but is true; 6 is false, and 7 alone.
        let clauses = vec![vec![1], vec![-2, 1], vec![-1, 2, 3], vec![-1, 4, 5], vec![-6, -1], vec![6, -3, 2]];
        let cnf = Cnf { variable_count: 7, clauses, ..Cnf::default() };
        let parts = components(&cnf, &[1, 2, 3, 5, 6, 7]);
        let attributes: Vec<&[usize]> = parts.iter().map(|part| &part.attributes[..]).collect();
        assert_eq!(attributes, [&[0][..], &[1, 2], &[3], &[4], &[5]]);
        let clauses: Vec<&[Vec<i32>]> = parts.iter().map(|part| &part.cnf.clauses[..]).collect();
        assert_eq!(clauses[0], [vec![1]]);
        assert_eq!(clauses[1], [vec![1, 2], vec![-2, 1]]);
        assert_eq!((clauses[2], &parts[2].variables[..]), (&[vec![1, 2]][..], &[2][..]));
        assert_eq!((clauses[3], clauses[4].len()), (&[vec![-1]][..], 0));
    }
}
