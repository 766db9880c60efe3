//! Rules on their way out: to a screen, a file or a page.

use hornbook::format::RulesFormat;
use hornbook::format::rules::text;
use hornbook::{Context, Guarantee, Rulebook};
use hornbook_words::RulesPage;

use crate::arguments::{OutputArgs, OutputFormat};
use crate::failure::Failure;
use crate::output::note;
use crate::rule_files;
use crate::words;

/// Keeps the first rules alone: what was learned does not all follow from them.
pub(super) fn cut(book: &mut Rulebook, top: usize) {
    book.left_out = book.rules.len().saturating_sub(top) + book.confident.len().saturating_sub(top);
    book.rules.truncate(top);
    book.confident.truncate(top);
    if let Some(run) = book.run.as_mut().filter(|_| book.left_out > 0) {
        (run.guarantee, run.certified) = (Guarantee::None, false);
    }
}

/// Writes the first rules, and how to see the others.
pub(super) fn write_top(
    book: &mut Rulebook,
    table: Option<&Context>,
    top: usize,
    output: &OutputArgs,
) -> Result<(), Failure> {
    let digest = book.digest(top, table);
    shorten_background(book, output);
    let mut bytes = Vec::new();
    text::write_digest(book, &digest, &mut bytes)?;
    if output.destination().is_file() {
        text::write_attributes(book, &mut bytes)?;
    }
    output.destination().write(&bytes)?;
    let more = digest.left_out + book.confident.len().saturating_sub(top);
    if more > 0 && !output.quiet {
        let rules = words::counted(more, "more rule");
        note(&format!(
            "{rules}: --all lists them, --output rules.html makes a page of them, --sort orders them otherwise."
        ));
    }
    Ok(())
}

/// Writes what is known of something as asked for; for journals.
pub(in crate::commands) fn write_known(
    book: &mut Rulebook,
    objects: &Context,
    subject: &str,
    summary: &[String],
    output: &OutputArgs,
) -> Result<(), Failure> {
    match output.format() {
        OutputFormat::Page => {
            let page = RulesPage { summary, table: Some(objects), ..page(subject, book, output) };
            output.destination().write(page.html().as_bytes())
        }
        OutputFormat::Rules(format) => write(book, format, output),
    }
}

/// A page of rules, without rows.
pub(super) fn page<'a>(subject: &'a str, book: &'a Rulebook, output: &OutputArgs) -> RulesPage<'a> {
    RulesPage {
        subject,
        summary: &[],
        book,
        table: None,
        scaling: None,
        show_background: output.show_background,
        most_rules: RulesPage::MOST_RULES,
    }
}

pub(super) fn write(book: &mut Rulebook, format: RulesFormat, output: &OutputArgs) -> Result<(), Failure> {
    if format == RulesFormat::Text {
        shorten_background(book, output);
    } else if !output.quiet {
        rule_files::say_what_is_lost(book, format);
    }
    let mut bytes = Vec::new();
    hornbook::format::write_rules_with(book, format, output.cells.options(), &mut bytes)?;
    output.destination().write(&bytes)
}

/// Leaves the background out of text that goes to a screen, where it would be in
/// the way, and keeps how much that is. A file may be read by other commands.
fn shorten_background(book: &mut Rulebook, output: &OutputArgs) {
    if !output.show_background && !output.destination().is_file() {
        book.unlisted_background += book.background.len();
        book.background.clear();
    }
}
