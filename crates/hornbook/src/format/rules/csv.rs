//! Rules as a table for spreadsheets: premise, conclusion, support, confidence,
//! which is 1 for rules without exceptions, and what else the rows tell: lift,
//! leverage and conviction. The background is left out.

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
    writer
        .write_record(["premise", "conclusion", "support", "confidence", "lift", "leverage", "conviction"])
        .map_err(failed)?;
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
        writer.write_record(record.into_iter().chain(figures(book.figures(rule)))).map_err(failed)?;
    }
    for rule in &book.confident {
        let (premise, conclusion) = sides(&rule.implication);
        let record = [premise, conclusion, rule.support.to_string(), format!("{:.4}", rule.confidence)];
        writer.write_record(record.into_iter().chain(figures(book.confident_figures(rule)))).map_err(failed)?;
    }
    writer.flush()?;
    Ok(())
}
