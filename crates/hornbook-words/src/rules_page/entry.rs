//! A rule as the page shows it.

use hornbook::{Attr, Conclusion, ConfidentRule, Implication, RowFinder, Rule, RuleFigures};

use super::content::RulesPage;

/// So many rows are named that bear a rule out.
const MOST_EXAMPLES: usize = 3;

/// So many rows are named that break a rule.
const MOST_EXCEPTIONS: usize = 5;

/// A rule as the page shows it. Lists take less memory than sets where there are
/// thousands of attributes.
pub(super) struct Entry {
    pub(super) premise: Vec<Attr>,
    /// What the premise lacks; nothing if the premise never occurs.
    pub(super) conclusion: Option<Vec<Attr>>,
    pub(super) support: Option<usize>,
    pub(super) figures: Option<RuleFigures>,
    pub(super) has_exceptions: bool,
    pub(super) examples: Vec<usize>,
    /// Objects, each with what of the conclusion it lacks.
    pub(super) exceptions: Vec<(usize, Vec<Attr>)>,
}

/// The rules of a page: those without exceptions, then those with.
pub(super) fn of_page(page: &RulesPage<'_>) -> Vec<Entry> {
    let book = page.book;
    let finder = page.table.map(RowFinder::new);
    let (plain, confident) = shares(page.most_rules, book.rules.len(), book.confident.len());
    let of_rule = |rule: &Rule| {
        let examples = finder.as_ref().map(|finder| finder.examples(&rule.implication, MOST_EXAMPLES));
        Entry {
            premise: rule.implication.premise.iter().collect(),
            conclusion: conclusion(&rule.implication),
            support: rule.support,
            figures: book.figures(rule),
            has_exceptions: false,
            examples: examples.unwrap_or_default(),
            exceptions: Vec::new(),
        }
    };
    let of_confident = |rule: &ConfidentRule| {
        let implication = &rule.implication;
        let examples = finder.as_ref().map(|finder| finder.examples(implication, MOST_EXAMPLES));
        let exceptions = finder.as_ref().map(|finder| finder.exceptions(implication, MOST_EXCEPTIONS));
        let lacking = |object| (object, lacking(page, implication, object));
        Entry {
            premise: implication.premise.iter().collect(),
            conclusion: conclusion(implication),
            support: Some(rule.support),
            figures: book.confident_figures(rule),
            has_exceptions: true,
            examples: examples.unwrap_or_default(),
            exceptions: exceptions.unwrap_or_default().into_iter().map(lacking).collect(),
        }
    };
    let rules = book.rules.iter().take(plain).map(of_rule);
    rules.chain(book.confident.iter().take(confident).map(of_confident)).collect()
}

/// How many rules without and with exceptions there is room for: half of it each,
/// unless one kind needs less.
fn shares(room: usize, plain: usize, confident: usize) -> (usize, usize) {
    let confident = confident.min((room / 2).max(room.saturating_sub(plain)));
    (plain.min(room - confident), confident)
}

fn conclusion(rule: &Implication) -> Option<Vec<Attr>> {
    Some(rule.without_premise().conclusion.attrs()?.iter().collect())
}

/// What of the conclusion an object lacks.
fn lacking(page: &RulesPage<'_>, rule: &Implication, object: usize) -> Vec<Attr> {
    match (page.table, &rule.conclusion) {
        (Some(table), Conclusion::Attrs(conclusion)) => conclusion.difference(table.row(object)).iter().collect(),
        _ => Vec::new(),
    }
}

impl Entry {
    /// The share of the rows with the premise that have the conclusion, in tenths
    /// of a percent, never rounded up: 99.99% is not 100%.
    pub(super) fn confidence_per_mille(&self) -> Option<usize> {
        self.figures.filter(|figures| figures.premise > 0).map(|figures| figures.both * 1000 / figures.premise)
    }
}

#[cfg(test)]
mod tests {
    use super::shares;

    #[test]
    fn neither_kind_crowds_the_other_out() {
        for (room, plain, confident, expected) in
            [(10, 3, 4, (3, 4)), (10, 30, 4, (6, 4)), (10, 30, 40, (5, 5)), (10, 2, 40, (2, 8)), (0, 1, 1, (0, 0))]
        {
            assert_eq!(shares(room, plain, confident), expected);
        }
    }
}
