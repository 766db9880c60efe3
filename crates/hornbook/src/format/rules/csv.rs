//! Rules as a table for spreadsheets: premise, conclusion, support, confidence,
//! which is 1 for rules without exceptions, and what else the rows tell: lift,
//! leverage and conviction. Where rules rest on a search for exceptions, how many there
//! may be is one more. The background is left out.

use std::io::Write;

use super::names;
use crate::error::FormatError;
use crate::format::writing::WriteOptions;
use crate::{Implication, RuleFigures, Rulebook};

/// Writes the learned rules as a table. Names are joined by commas, and stand
/// in quotes where they contain one. A cell that begins like a formula is
/// guarded, unless told otherwise.
pub fn write(book: &Rulebook, options: WriteOptions, out: impl Write) -> Result<(), FormatError> {
    let failed = |error: csv::Error| FormatError::plain(error.to_string());
    let cell = |names: String| options.cell(&names).into_owned();
    let sides = |rule: &Implication| {
        (cell(names::list(&book.universe, &rule.premise)), cell(names::conclusion(&book.universe, rule)))
    };
    let mut writer = csv::Writer::from_writer(out);
    let searched = book.rules.iter().any(|rule| rule.exceptions_at_most.is_some());
    let heads = ["premise", "conclusion", "support", "confidence", "lift", "leverage", "conviction"];
    writer.write_record(heads.into_iter().chain(searched.then_some("exceptions_at_most"))).map_err(failed)?;
    let figures = |figures: Option<RuleFigures>| {
        let number = |value: Option<f64>| value.map(|value| format!("{value:.4}")).unwrap_or_default();
        [
            number(figures.and_then(|figures| figures.lift())),
            number(figures.map(|figures| figures.leverage())),
            number(figures.map(|figures| figures.conviction())),
        ]
    };
    for rule in &book.rules {
        let (premise, conclusion) = sides(&rule.implication);
        let support = rule.support.map(|support| support.to_string()).unwrap_or_default();
        let record = [premise, conclusion, support, "1".to_owned()];
        let exceptions = rule.exceptions_at_most.map(|share| format!("{share:.6}")).unwrap_or_default();
        let record = record.into_iter().chain(figures(book.figures(rule)));
        writer.write_record(record.chain(searched.then_some(exceptions))).map_err(failed)?;
    }
    for rule in &book.confident {
        let (premise, conclusion) = sides(&rule.implication);
        let record = [premise, conclusion, rule.support.to_string(), format!("{:.4}", rule.confidence)];
        let record = record.into_iter().chain(figures(book.confident_figures(rule)));
        writer.write_record(record.chain(searched.then(String::new))).map_err(failed)?;
    }
    writer.flush()?;
    Ok(())
}
