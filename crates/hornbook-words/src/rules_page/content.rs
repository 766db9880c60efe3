//! What a page of rules is made of.

use hornbook::scaling::Scaling;
use hornbook::{Context, Rulebook};

/// What a page of rules is made of.
#[derive(Clone, Copy, Debug)]
pub struct RulesPage<'a> {
    /// What the rules are of, such as the name of a table.
    pub subject: &'a str,
    /// What was learned and what it is worth, in sentences.
    pub summary: &'a [String],
    /// The rules, in their order.
    pub book: &'a Rulebook,
    /// The table they are of, for rows that bear them out or break them.
    pub table: Option<&'a Context>,
    /// How columns became attributes, to tell rules by columns.
    pub scaling: Option<&'a Scaling>,
    /// Whether what was known beforehand is listed, too.
    pub show_background: bool,
    /// No more rules than these are in the page.
    pub most_rules: usize,
}

impl RulesPage<'_> {
    /// So many rules a browser filters and sorts in no time.
    pub const MOST_RULES: usize = 20_000;
}
