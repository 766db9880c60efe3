//! A table that can be learned from or explored.

use super::error::EmptyTable;
use crate::scaling::Scaling;
use crate::{Attr, Context, Implication, Theory};

/// A table that can be learned from or explored.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The objects with their attributes.
    pub context: Context,
    /// How columns became attributes; none for tables that had attributes.
    pub scaling: Option<Scaling>,
    /// Rules that are known beforehand, since the attributes were made in a way
    /// that lets them hold.
    pub background: Theory,
    /// Whether such rules were to be known. There may be none all the same.
    pub knows_background: bool,
    /// The attributes that are values of one column, column by column.
    pub groups: Vec<Vec<Attr>>,
    /// How many rows were left out for their missing values.
    pub left_out: usize,
    /// How many places of the objects were unknown in the table. Where only what
    /// is known counts they are absent; [`Context::has_unknown`] tells whether
    /// they are still unknown.
    pub unknown: u64,
}

impl Prepared {
    /// A context with what follows from the scaling that made it one: for
    /// sources that scale by themselves.
    pub fn new(context: Context, scaling: Option<Scaling>, background: bool) -> Self {
        let universe = context.universe();
        let groups = scaling.as_ref().map(|scaling| scaling.exclusive(universe)).unwrap_or_default();
        let rules = match &scaling {
            Some(scaling) if background => scaling.background(universe),
            _ => Vec::new(),
        };
        // A scaling of another table may promise what this one does not keep,
        // such as that no value is missing.
        let background_rules = rules_that_hold(rules, &context);
        Self {
            background: background_rules,
            knows_background: background,
            groups,
            left_out: 0,
            unknown: 0,
            scaling,
            context,
        }
    }

    /// What is lacking so that there is nothing to learn from the table.
    pub fn emptiness(&self) -> Option<EmptyTable> {
        match (self.context.is_empty(), self.context.attribute_count() == 0) {
            (true, _) if self.left_out > 0 => Some(EmptyTable::NoCompleteRows),
            (true, _) => Some(EmptyTable::NoRows),
            (_, true) => Some(EmptyTable::NoAttributes),
            _ => None,
        }
    }
}

/// Those of the rules that hold in the table.
pub fn rules_that_hold(rules: impl IntoIterator<Item = Implication>, context: &Context) -> Theory {
    Theory::from_rules(context.attribute_count(), rules.into_iter().filter(|rule| context.holds(rule)))
}
