//! A table that can be learned from or explored.

use super::error::EmptyTable;
use crate::columns::rules_kept;
use crate::filling::Filling;
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
    /// How many such rules, that two values of a column do not occur together, are
    /// known and not listed: in a very wide table they would take gigabytes.
    pub unlisted_background: usize,
    /// The attributes that are values of one column, column by column.
    pub groups: Vec<Vec<Attr>>,
    /// How many rows were left out for their missing values.
    pub left_out: usize,
    /// How many places of the objects were unknown in the table. Where only what
    /// is known counts they are absent; [`Context::has_unknown`] tells whether
    /// they are still unknown.
    pub unknown: u64,
    /// How what is unknown was filled in, to learn from it; none where nothing was.
    pub filled: Option<FilledIn>,
}

/// What was unknown in a table that was filled in.
#[derive(Clone, Debug)]
pub struct FilledIn {
    /// The table before: what is known of each row.
    pub known: Context,
    /// How much was filled in.
    pub filling: Filling,
}

impl Prepared {
    /// A context with what follows from the scaling that made it one: for
    /// sources that scale by themselves.
    pub fn new(context: Context, scaling: Option<Scaling>, background: bool) -> Self {
        let universe = context.universe();
        let groups = scaling.as_ref().map(|scaling| scaling.exclusive(universe)).unwrap_or_default();
        let exclusive_pairs: usize = groups.iter().map(|group| group.len() * (group.len() - 1) / 2).sum();
        let lists_exclusive = exclusive_pairs.saturating_mul(universe.len() / 8) <= MAX_BYTES_OF_EXCLUSIVE_PAIRS;
        let rules = match &scaling {
            Some(scaling) if background && lists_exclusive => scaling.background(universe),
            Some(scaling) if background => scaling.background_without_exclusive(universe),
            _ => Vec::new(),
        };
        // A scaling of another table may promise what this one does not keep,
        // such as that no value is missing.
        let background_rules = rules_that_hold(rules, &context);
        Self {
            background: background_rules,
            knows_background: background,
            unlisted_background: if background && !lists_exclusive { exclusive_pairs } else { 0 },
            groups,
            left_out: 0,
            unknown: 0,
            filled: None,
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

/// As sets, rules that values of a column exclude each other may take this much
/// memory.
const MAX_BYTES_OF_EXCLUSIVE_PAIRS: usize = 64 << 20;

/// Those of the rules that hold in the table.
pub fn rules_that_hold(rules: impl IntoIterator<Item = Implication>, context: &Context) -> Theory {
    let rules: Vec<Implication> = rules.into_iter().collect();
    let kept = rules_kept(context, &rules);
    let holding = rules.into_iter().zip(kept).filter(|(_, holds)| *holds).map(|(rule, _)| rule);
    Theory::from_rules(context.attribute_count(), holding)
}
