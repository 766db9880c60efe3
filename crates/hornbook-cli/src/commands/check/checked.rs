//! What came of a check, wherever the rows are.

use std::sync::Arc;

#[cfg(feature = "engines")]
use hornbook::Model;
use hornbook::domain::{BreakingRow, BrokenRule, Domain, Violations};
use hornbook::{AttrSet, Conclusion, Implication, Rulebook, Universe};

use crate::words;

/// What came of a check.
pub(super) struct Checked {
    pub(super) universe: Arc<Universe>,
    /// All rules, with the rows that break them.
    pub(super) rules: Vec<CheckedRule>,
    /// How many rows there are, if they are counted.
    pub(super) row_count: Option<u64>,
    /// How many rows break some rule, if that was counted.
    pub(super) breaking_rows: Option<u64>,
    /// How many break none for sure, but may break some.
    pub(super) unjudged_rows: u64,
}

/// So many things, in words.
pub(super) fn counted(count: u64, thing: &str) -> String {
    words::counted(usize::try_from(count).unwrap_or(usize::MAX), thing)
}

/// A rule, and the rows that break it.
pub(super) struct CheckedRule {
    pub(super) rule: Implication,
    pub(super) breaks: Breaks,
}

/// The rows that break a rule.
pub(super) struct Breaks {
    /// How many they are.
    pub(super) count: u64,
    /// Some of them.
    pub(super) rows: Vec<BreakingRow>,
    /// How many others neither break it nor keep it for sure.
    pub(super) unjudged: u64,
}

impl From<BrokenRule> for Breaks {
    fn from(BrokenRule { count, rows, unjudged }: BrokenRule) -> Self {
        Self { count: count as u64, rows, unjudged: unjudged as u64 }
    }
}

#[cfg(feature = "engines")]
impl From<hornbook_engines::BrokenBy> for Breaks {
    fn from(hornbook_engines::BrokenBy { count, rows }: hornbook_engines::BrokenBy) -> Self {
        let row = |row: hornbook_engines::KeyedRow| BreakingRow {
            label: row.key,
            model: Model::partial(row.has, &row.unknown),
        };
        // What cannot be judged is not counted there.
        Self { count, rows: rows.into_iter().map(row).collect(), unjudged: 0 }
    }
}

impl Checked {
    /// What the rows of a source, so many in all, make of rules.
    pub(super) fn new(
        universe: Arc<Universe>,
        rules: Vec<Implication>,
        found: impl IntoIterator<Item = impl Into<Breaks>>,
        row_count: Option<u64>,
    ) -> Self {
        let pair = |(rule, breaks): (Implication, _)| CheckedRule { rule, breaks: Into::into(breaks) };
        let rules = rules.into_iter().zip(found).map(pair).collect();
        Self { universe, rules, row_count, breaking_rows: None, unjudged_rows: 0 }
    }

    /// Looks for the rows of a domain that break rules.
    pub(super) fn domain<D: Domain>(mut domain: D, book: &Rulebook, max_rows: usize) -> Result<Self, D::Error> {
        let learned: Vec<Implication> = book.rules.iter().map(|rule| rule.implication.without_premise()).collect();
        let rules: Vec<Implication> = learned.iter().chain(&book.background).cloned().collect();
        let Violations { rules: mut found, row_count, breaking_rows, mut unjudged_rows } =
            domain.violations(&rules, max_rows)?;
        // What is missing has one value, too: the background is not in doubt for it.
        found[learned.len()..].iter_mut().for_each(|rule| rule.unjudged = 0);
        if unjudged_rows > 0 && !book.background.is_empty() {
            unjudged_rows = domain.violations(&learned, 0)?.unjudged_rows.min(row_count - breaking_rows);
        }
        let counted = |rows: usize| domain.counts_rows().then_some(rows as u64);
        let checked = Self::new(domain.universe().clone(), rules, found, counted(row_count));
        Ok(Self { breaking_rows: counted(breaking_rows), unjudged_rows: unjudged_rows as u64, ..checked })
    }

    /// By what a rule is broken, if so many rows were found that break it.
    pub(super) fn broken_by(&self, rows: u64) -> String {
        match self.row_count {
            Some(_) => format!("broken by {}", counted(rows, "row")),
            None => "broken".to_owned(),
        }
    }

    /// The rules that are broken.
    pub(super) fn broken(&self) -> impl Iterator<Item = &CheckedRule> {
        self.rules.iter().filter(|rule| rule.breaks.count > 0)
    }

    /// The rules that no row breaks for sure, but some may.
    pub(super) fn open(&self) -> impl Iterator<Item = &CheckedRule> {
        self.rules.iter().filter(|rule| rule.breaks.count == 0 && rule.breaks.unjudged > 0)
    }
}

impl CheckedRule {
    /// What a row is known to lack of the conclusion; nothing if the premise should not
    /// occur.
    pub(super) fn lacks(&self, row: &BreakingRow) -> Option<AttrSet> {
        match &self.rule.conclusion {
            Conclusion::Attrs(set) => Some(set.difference(row.model.possible())),
            Conclusion::Falsum => None,
        }
    }
}
