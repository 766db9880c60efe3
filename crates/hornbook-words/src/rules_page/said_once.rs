//! What is said before the rules: which attributes are equivalent, which exclude
//! each other, and what was known beforehand.

use hornbook::{AttrSet, Equivalence, Implication};

use super::content::RulesPage;
use crate::{counted, escape_html as escaped, grouped};

/// So many lines are shown; the rest is unfolded.
const SHOWN_LINES: usize = 4;

/// No more lines than these are in the page.
const MOST_LINES: usize = 1000;

/// The sections that have something to say.
pub(super) fn sections(page: &RulesPage<'_>) -> String {
    let book = page.book;
    let universe = &book.universe;
    let names = |set: &AttrSet, between: &str| universe.names_of(set).collect::<Vec<_>>().join(between);
    // What is known beforehand may be much: it is not gone through in vain.
    let digest = (!book.rules.is_empty()).then(|| book.digest(usize::MAX, None));
    let equivalent = |class: &Equivalence| {
        let rows = class.support.map(|support| format!(" ({})", counted(support, "row"))).unwrap_or_default();
        format!("{}{rows}", names(&class.attrs, " ↔ "))
    };
    let exclusive = |group: &AttrSet| names(group, ", ");
    let known = |rule: &Implication| rule.display(universe).to_string();
    let background = if page.show_background { book.background.as_slice() } else { &[] };
    let sections = [
        section("In the same rows", digest.iter().flat_map(|digest| &digest.equivalences).map(equivalent).collect()),
        section("At most one of", digest.iter().flat_map(|digest| &digest.exclusive).map(exclusive).collect()),
        section("Known from the scaling", background.iter().map(known).collect()),
    ]
    .concat();
    if sections.is_empty() { sections } else { format!("<div class=\"said-once\">\n{sections}</div>\n") }
}

fn section(title: &str, lines: Vec<String>) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let items = |lines: &[String]| lines.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect::<String>();
    let (shown, rest) = lines.split_at(lines.len().min(SHOWN_LINES));
    let more = match rest.len() {
        0 => String::new(),
        all => {
            let rest = &rest[..all.min(MOST_LINES)];
            let left_out = match all - rest.len() {
                0 => String::new(),
                some => format!("<p class=\"note\">{} more are not on this page.</p>\n", grouped(some as u64)),
            };
            let count = grouped(all as u64);
            format!(
                "<details><summary>{count} more</summary>\n<ul class=\"plain\">\n{}</ul>\n{left_out}</details>\n",
                items(rest)
            )
        }
    };
    format!("<section>\n<h2>{title}</h2>\n<ul class=\"plain\">\n{}</ul>\n{more}</section>\n", items(shown))
}
