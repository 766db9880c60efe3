//! The rules of a table that is all there is, by the recipe of `hornbook learn`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hornbook::learn::methods::learn_domain;
use hornbook::prepare::{Prepared, RowsAtHand, WantedRules};
use hornbook::{Guarantee, Rulebook};
use hornbook_words::{RulesPage, Worth, counted, escape_control, grouped};

use crate::problem::Problem;
use crate::uploaded_table::TableOptions;

/// Rules that take longer are not all found; which are is said.
const MAX_TIME: Duration = Duration::from_secs(20);
/// They may take so much memory while they are looked for.
const MAX_MEMORY_BYTES: usize = 512 << 20;

/// The rules of a table, with what it takes to show them.
pub(crate) struct LearnedRules {
    pub(crate) book: Rulebook,
    pub(crate) summary: Vec<String>,
    table: Prepared,
    file: String,
}

/// Tells a computation to end when nobody waits for it any more.
pub(crate) struct Wanted(Arc<AtomicBool>);

impl Wanted {
    pub(crate) fn new() -> (Self, Arc<AtomicBool>) {
        let unwanted = Arc::new(AtomicBool::new(false));
        (Self(unwanted.clone()), unwanted)
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl LearnedRules {
    /// Finds the rules of a table.
    pub(crate) fn of(bytes: &[u8], file: &str, options: &TableOptions, unwanted: &AtomicBool) -> Result<Self, Problem> {
        let refused = |error: &dyn std::fmt::Display| {
            Problem::conflict("table", escape_control(&format!("Its rules cannot be had: {error}.")))
        };
        let everything = TableOptions { everything: true, ..options.clone() };
        let table = everything.prepared(bytes, file)?;
        if let Some(empty) = table.emptiness() {
            return Err(refused(&empty));
        }
        let wanted = WantedRules { background: options.background.unwrap_or(true), ..WantedRules::default() };
        let mut learning = wanted.learning(&table, RowsAtHand::Table).map_err(|error| refused(&error))?;
        learning.limit_time = Some(MAX_TIME);
        learning.limit_memory = Some(MAX_MEMORY_BYTES);
        let learned = learn_domain(&table.context, &table.background, &learning, &mut |_| match unwanted
            .load(Ordering::Relaxed)
        {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        let mut book = learned.map_err(|error| refused(&error))?;
        book.unlisted_background = table.unlisted_background;
        if let Some(filled) = &table.filled {
            book.count_known_rows(&filled.known);
        }
        let sampled = book.run.as_ref().is_some_and(|run| run.guarantee == Guarantee::Strong);
        let never = sampled.then(|| learning.sampler.impossible_share(&table.context, learning.seed));
        let worth = Worth { book: &book, options: &learning, rows: Some(table.context.len()), never };
        let summary = vec![in_short(&book, &table), worth.in_words().sentences.join(" ")];
        Ok(Self { book, summary, table, file: file.to_owned() })
    }

    /// The rules as a page that stands alone, as `hornbook learn --output rules.html`
    /// makes it.
    pub(crate) fn html(&self) -> String {
        let page = RulesPage {
            subject: &self.file,
            summary: &self.summary,
            book: &self.book,
            table: Some(&self.table.context),
            scaling: self.table.scaling.as_ref(),
            show_background: false,
            most_rules: RulesPage::MOST_RULES,
        };
        page.html()
    }
}

/// How many rules of how many rows there are.
fn in_short(book: &Rulebook, table: &Prepared) -> String {
    let impossible = match book.rules.iter().filter(|rule| rule.implication.conclusion.is_falsum()).count() {
        0 => String::new(),
        some => format!(", {} of what never occurs", grouped(some as u64)),
    };
    let beyond = match book.background.len() {
        0 => String::new(),
        known => format!(", beyond {} that follow from how the columns became attributes", grouped(known as u64)),
    };
    let (rows, different) = (table.context.len(), table.context.distinct().len());
    let rows = match rows == different {
        true => counted(rows, "row"),
        false => format!("{}, {} different,", counted(rows, "row"), grouped(different as u64)),
    };
    let attributes = counted(table.context.attribute_count(), "attribute");
    format!("{}{impossible}{beyond}, of {rows} and {attributes}.", counted(book.rules.len(), "rule"))
}
