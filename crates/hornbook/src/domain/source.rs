use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{AttrSet, Conclusion, Context, Implication, Model, Theory, Universe};

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

    /// Whether rows are counted. A domain whose rows are only ever come upon one by
    /// one, such as the models of a logical theory, does not: rules have no support
    /// then, rather than a false one.
    fn counts_rows(&self) -> bool {
        true
    }

    /// For each set, the number of rows that contain it. It fails where rows are not
    /// counted.
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
    /// premise and to lack some of the conclusion. Where rows are not counted, the
    /// figures are of the rows that were found: at least one for each broken rule.
    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, Self::Error>;

    /// Rows drawn by weight: a row weighs 2^size for each time it occurs, the
    /// rows stand in an order that does not change, and each of the shares, in
    /// [0, 1), names the row at which this share of the total weight is
    /// reached. `None` if there are no rows.
    fn rows_by_weight(&mut self, shares: &[f64]) -> Result<Option<Vec<AttrSet>>, Self::Error>;

    /// All rules at once, for a domain that finds them by itself quicker than by telling
    /// which of others are broken. It takes no more than `max_steps` steps, where there
    /// is such a limit; `go_on` is told how many rules and steps there were.
    fn all_rules(
        &mut self,
        _max_steps: Option<u64>,
        _go_on: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
    ) -> Result<AllRules, Self::Error> {
        Ok(AllRules::NotOffered)
    }

    /// Whether somebody called it off: what fails then fails for that reason, and
    /// what was learned before is kept.
    fn was_called_off(&self) -> bool {
        false
    }

    /// Some rows that are at hand without asking: to know them may save questions.
    fn rows_at_hand(&self) -> Vec<AttrSet> {
        Vec::new()
    }

    /// The table, for a domain that is one and is held in memory. Then it is
    /// looked at directly, many sets a machine word.
    fn table(&self) -> Option<&Context> {
        None
    }
}

/// What comes of asking a domain for all its rules.
#[derive(Clone, Debug)]
pub enum AllRules {
    /// It must be asked otherwise.
    NotOffered,
    /// More steps would be needed. These rules hold.
    TooManySteps(Theory),
    /// It was told not to go on, or called off. These rules hold, and there may be others.
    Cancelled(Theory),
    /// Rules that hold, from which every rule follows that does.
    Found(Theory),
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

    fn counts_rows(&self) -> bool {
        (**self).counts_rows()
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

    fn all_rules(
        &mut self,
        max_steps: Option<u64>,
        go_on: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
    ) -> Result<AllRules, Self::Error> {
        (**self).all_rules(max_steps, go_on)
    }

    fn was_called_off(&self) -> bool {
        (**self).was_called_off()
    }

    fn rows_at_hand(&self) -> Vec<AttrSet> {
        (**self).rows_at_hand()
    }

    fn table(&self) -> Option<&Context> {
        (**self).table()
    }
}
