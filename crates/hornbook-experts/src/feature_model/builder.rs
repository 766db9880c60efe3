//! Clauses made of features, their groups and constraints.

use std::collections::HashMap;

use hornbook::format::{FormatError, token};

use super::formula::Formula;
use crate::cnf::{Cnf, MAX_ATTRIBUTES};

/// Features and formulas that are nested deeper are refused.
pub(super) const MAX_DEPTH: usize = 200;

/// A group that takes more clauses is refused.
const MAX_GROUP_CLAUSES: u128 = 100_000;

/// How many of a group's features there are, if its parent is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cardinality {
    pub(super) least: usize,
    /// No bound if it is none.
    pub(super) most: Option<usize>,
}

impl Cardinality {
    pub(super) const MANDATORY: Self = Self { least: usize::MAX, most: None };
    pub(super) const OPTIONAL: Self = Self { least: 0, most: None };
    pub(super) const OR: Self = Self { least: 1, most: None };
    pub(super) const ALTERNATIVE: Self = Self { least: 1, most: Some(1) };
}

/// The clauses of a feature model, while it is read.
#[derive(Debug, Default)]
pub(super) struct ClauseBuilder {
    cnf: Cnf,
    variables: HashMap<String, i32>,
}

impl ClauseBuilder {
    /// A new feature.
    pub(super) fn feature(&mut self, name: &str) -> Result<i32, FormatError> {
        if name.is_empty() {
            return Err(FormatError::found("a feature without a name", "a name"));
        }
        if self.variables.len() >= MAX_ATTRIBUTES {
            return Err(FormatError::found("another feature", format!("at most {MAX_ATTRIBUTES}")));
        }
        let variable = self.fresh();
        if self.variables.insert(name.to_owned(), variable).is_some() {
            return Err(FormatError::found(format!("the feature {} again", token(name)), "a name of its own"));
        }
        self.cnf.names.insert(self.cnf.variable_count, name.to_owned());
        Ok(variable)
    }

    /// The feature of that name.
    pub(super) fn named(&self, name: &str) -> Result<i32, FormatError> {
        let unknown = || FormatError::found(token(name), "the name of a feature");
        self.variables.get(name).copied().ok_or_else(unknown)
    }

    /// Every product has this feature.
    pub(super) fn root(&mut self, feature: i32) {
        self.clause([feature]);
    }

    /// Features below a parent, so many of which are there if it is.
    pub(super) fn group(&mut self, parent: i32, children: &[i32], cardinality: Cardinality) -> Result<(), FormatError> {
        for &child in children {
            self.clause([-child, parent]);
        }
        let count = children.len();
        let Cardinality { least, most } = cardinality;
        let least = if cardinality == Cardinality::MANDATORY { count } else { least };
        if least > count || most.is_some_and(|most| most < least) {
            let found = format!("{least} of {count} features or more");
            return Err(FormatError::found(found, "no more than there are, and than the upper bound"));
        }
        // Of all but so few that the rest would not do, there is one.
        let enough = (least > 0).then(|| count - least + 1);
        let too_many = most.filter(|&most| most < count).map(|most| most + 1);
        let clauses = [enough, too_many].into_iter().flatten().map(|size| choose(count, size)).sum::<u128>();
        if clauses > MAX_GROUP_CLAUSES {
            let found = format!("a group of {count} features that takes {clauses} clauses");
            return Err(FormatError::found(found, format!("at most {MAX_GROUP_CLAUSES}")));
        }
        for some in enough.into_iter().flat_map(|size| choices(count, size)) {
            self.clause([-parent].into_iter().chain(some.iter().map(|&at| children[at])));
        }
        for some in too_many.into_iter().flat_map(|size| choices(count, size)) {
            self.clause(some.iter().map(|&at| -children[at]));
        }
        Ok(())
    }

    /// What holds of every product.
    pub(super) fn constraint(&mut self, formula: &Formula) {
        match formula {
            Formula::All(parts) => parts.iter().for_each(|part| self.constraint(part)),
            Formula::Any(parts) => {
                let clause: Vec<i32> = parts.iter().map(|part| self.literal(part)).collect();
                self.clause(clause);
            }
            Formula::Implies(one, other) => {
                let clause = [-self.literal(one), self.literal(other)];
                self.clause(clause);
            }
            Formula::Equivalent(one, other) => {
                let (one, other) = (self.literal(one), self.literal(other));
                self.clause([-one, other]);
                self.clause([one, -other]);
            }
            Formula::AtMostOne(parts) => {
                let parts: Vec<i32> = parts.iter().map(|part| self.literal(part)).collect();
                self.at_most_one(&parts);
            }
            Formula::Feature(_) | Formula::Not(_) => {
                let literal = self.literal(formula);
                self.clause([literal]);
            }
        }
    }

    /// A literal that is true just if the formula is (Tseitin).
    fn literal(&mut self, formula: &Formula) -> i32 {
        match formula {
            Formula::Feature(variable) => *variable,
            Formula::Not(of) => -self.literal(of),
            Formula::All(parts) => {
                let parts: Vec<i32> = parts.iter().map(|part| -self.literal(part)).collect();
                -self.any(&parts)
            }
            Formula::Any(parts) => {
                let parts: Vec<i32> = parts.iter().map(|part| self.literal(part)).collect();
                self.any(&parts)
            }
            Formula::Implies(one, other) => {
                let parts = [-self.literal(one), self.literal(other)];
                self.any(&parts)
            }
            Formula::Equivalent(one, other) => {
                let (one, other) = (self.literal(one), self.literal(other));
                let (forth, back) = (self.any(&[-one, other]), self.any(&[one, -other]));
                -self.any(&[-forth, -back])
            }
            Formula::AtMostOne(parts) => {
                let parts: Vec<i32> = parts.iter().map(|part| self.literal(part)).collect();
                let mut both = Vec::new();
                for (at, &one) in parts.iter().enumerate() {
                    for &other in &parts[at + 1..] {
                        both.push(-self.any(&[-one, -other]));
                    }
                }
                -self.any(&both)
            }
        }
    }

    /// A literal that is true just if one of these is.
    fn any(&mut self, literals: &[i32]) -> i32 {
        if let [literal] = literals {
            return *literal;
        }
        let variable = self.fresh();
        literals.iter().for_each(|&literal| self.clause([-literal, variable]));
        self.clause(literals.iter().copied().chain([-variable]));
        variable
    }

    fn at_most_one(&mut self, literals: &[i32]) {
        for (at, &one) in literals.iter().enumerate() {
            literals[at + 1..].iter().for_each(|&other| self.clause([-one, -other]));
        }
    }

    fn fresh(&mut self) -> i32 {
        self.cnf.variable_count += 1;
        // Files are not so large that numbers could run out.
        i32::try_from(self.cnf.variable_count).unwrap_or(i32::MAX)
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = i32>) {
        self.cnf.clauses.push(literals.into_iter().collect());
    }

    pub(super) fn finish(self) -> Cnf {
        self.cnf
    }
}

/// In how many ways so many of a number of things can be chosen, as far as numbers go.
fn choose(count: usize, size: usize) -> u128 {
    let size = size.min(count - size.min(count));
    (0..size).fold(1, |ways: u128, at| ways.saturating_mul((count - at) as u128) / (at as u128 + 1))
}

/// All choices of `size` numbers below `bound`, in ascending order.
fn choices(bound: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    std::iter::successors((size <= bound).then(|| (0..size).collect::<Vec<usize>>()), move |last| {
        // The last number that can still grow; those after it follow close behind.
        let at = (0..size).rfind(|&at| last[at] < bound - size + at)?;
        let first = last[at] + 1;
        Some(last[..at].iter().copied().chain(first..first + size - at).collect())
    })
}
