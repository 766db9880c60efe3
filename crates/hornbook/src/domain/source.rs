use std::sync::Arc;

use crate::{AttrSet, Conclusion, Context, Implication, Model, Universe};

/// Whatever can be asked about many sets at once. Each answer is in the order
/// of what was asked; a call that fails has answered nothing.
pub trait Domain {
    /// Why something may not be found out.
    type Error;

    /// The attributes.
    fn universe(&self) -> &Arc<Universe>;

    /// For each set, what all rows that contain it have in common; ⊥ if there
    /// is no such row.
    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, Self::Error>;

    /// For each set, the number of rows that contain it.
    fn supports(&mut self, sets: &[AttrSet]) -> Result<Vec<usize>, Self::Error>;

    /// For each rule, a row that breaks it, if there is one. Where there are
    /// several, `choose` is told how many were found and says which to take.
    fn counterexamples(
        &mut self,
        rules: &[Implication],
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Option<AttrSet>>, Self::Error>;

    /// The same for one rule.
    fn counterexample(
        &mut self,
        rule: &Implication,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Option<AttrSet>, Self::Error> {
        Ok(self.counterexamples(std::slice::from_ref(rule), choose)?.pop().flatten())
    }

    /// The rows that break rules, at most `max_rows` of them for each. Only what
    /// is known counts: a row breaks a rule if it is known to have all of the
    /// premise and to lack some of the conclusion.
    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, Self::Error>;

    /// Rows drawn by weight: a row weighs 2^size for each time it occurs, the
    /// rows stand in an order that does not change, and each of the shares, in
    /// [0, 1), names the row at which this share of the total weight is
    /// reached. `None` if there are no rows.
    fn rows_by_weight(&mut self, shares: &[f64]) -> Result<Option<Vec<AttrSet>>, Self::Error>;

    /// The table, for a domain that is one and is held in memory. Then it is
    /// looked at directly, many sets a machine word.
    fn table(&self) -> Option<&Context> {
        None
    }
}

/// Rows that break rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Violations {
    /// For each rule, the rows that break it.
    pub rules: Vec<BrokenRule>,
    /// How many rows there are in all.
    pub row_count: usize,
    /// How many of them break at least one of the rules.
    pub breaking_rows: usize,
    /// How many break none for sure, but may break some: too little is known of
    /// them.
    pub unjudged_rows: usize,
}

/// The rows that break one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrokenRule {
    /// How many they are.
    pub count: usize,
    /// Some of them.
    pub rows: Vec<BreakingRow>,
    /// How many others neither break the rule nor keep it for sure.
    pub unjudged: usize,
}

/// A row that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakingRow {
    /// What to call it: its name, its key, or its place.
    pub label: String,
    /// What is known of it.
    pub model: Model,
}

impl<D: Domain + ?Sized> Domain for &mut D {
    type Error = D::Error;

    fn universe(&self) -> &Arc<Universe> {
        (**self).universe()
    }

    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, Self::Error> {
        (**self).closures(sets)
    }

    fn supports(&mut self, sets: &[AttrSet]) -> Result<Vec<usize>, Self::Error> {
        (**self).supports(sets)
    }

    fn counterexamples(
        &mut self,
        rules: &[Implication],
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Option<AttrSet>>, Self::Error> {
        (**self).counterexamples(rules, choose)
    }

    fn counterexample(
        &mut self,
        rule: &Implication,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Option<AttrSet>, Self::Error> {
        (**self).counterexample(rule, choose)
    }

    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, Self::Error> {
        (**self).violations(rules, max_rows)
    }

    fn rows_by_weight(&mut self, shares: &[f64]) -> Result<Option<Vec<AttrSet>>, Self::Error> {
        (**self).rows_by_weight(shares)
    }

    fn table(&self) -> Option<&Context> {
        (**self).table()
    }
}
