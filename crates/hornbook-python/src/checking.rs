//! Which rows of a table break rules.

use hornbook::domain::Domain;
use hornbook::format::rules::over;
use hornbook::prepare::{Preparation, ScalingChoice};
use hornbook::scaling::IdColumn;
use hornbook::{AttrSet, Conclusion, Context, Implication, Model, Rulebook, Universe};
use pyo3::prelude::*;

use crate::book::{Book, conclusion, names};
use crate::context::ContextTable;
use crate::errors::Problem;
use crate::options::Reading;
use crate::source::{Opened, Source, engine_problem};
use crate::work;

/// A row that breaks a rule: its place, its name, and what it lacks.
type BreakingRow = (Option<u64>, String, Option<Vec<String>>);
/// A broken rule: both sides, whether it was known beforehand, how many rows break it,
/// and some of them.
type Broken = (Vec<String>, Option<Vec<String>>, bool, u64, Vec<BreakingRow>);
/// The broken rules, how many rules there are, and how many rows.
type Checked = (Vec<Broken>, usize, Option<usize>);

/// The rows of a table that break rules, at most so many by name for each rule.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    book: &Bound<'_, Book>,
    source: &Bound<'_, Source>,
    reading: Reading,
    most: usize,
) -> PyResult<Checked> {
    let (source, book) = (source.get().clone(), book.get().book.clone());
    work::run(py, None, move |shared| {
        let needed = mentioned(&book);
        let named = ScalingChoice::Named { id: IdColumn::Detect, universe: book.universe.clone(), needed };
        let usual = Preparation { scaling: named, background: false, ..Preparation::exploring() };
        let opened = source.open(&reading, usual, None, shared)?;
        if opened.table.left_out > 0 {
            let message = "rows cannot be left out of a check: missing must be 'unknown' or 'absent'";
            return Err(Problem::new(message));
        }
        let name = opened.name.clone();
        let universe = opened.table.context.universe().clone();
        let book =
            over(&book, universe).map_err(|error| Problem::new(format!("the rules and {name} differ: {error}")))?;
        look(opened, &book, most)
    })
}

/// The attributes that rules name.
fn mentioned(book: &Rulebook) -> AttrSet {
    let rules = book.rules.iter().map(|rule| &rule.implication).chain(&book.background);
    rules.fold(book.universe.none(), |mut all, rule| {
        all.insert_all(&rule.premise);
        rule.conclusion.attrs().into_iter().for_each(|attrs| _ = all.insert_all(attrs));
        all
    })
}

fn look(mut opened: Opened, book: &Rulebook, most: usize) -> Result<Checked, Problem> {
    let learned: Vec<Implication> = book.rules.iter().map(|rule| rule.implication.without_premise()).collect();
    let rules: Vec<Implication> = learned.iter().chain(&book.background).cloned().collect();
    let rows = opened.row_count();
    let found = if let Some(theory) = &mut opened.theory {
        theory.violations(&rules, most).map_err(Problem::new)?
    } else if let Some(blocks) = &mut opened.apart {
        blocks.violations(&rules, 0).map_err(engine_problem)?
    } else {
        let Ok(found) = Domain::violations(&mut &opened.table.context, &rules, 0);
        found
    };
    let broken: Vec<usize> = (0..rules.len()).filter(|&at| found.rules[at].count > 0).collect();
    let some: Vec<Implication> = broken.iter().map(|&at| rules[at].clone()).collect();
    let has_rows = !opened.table.context.is_empty() && opened.apart.is_none();
    let named: Vec<Vec<(Option<u64>, String, Model)>> = match &mut opened.lookup {
        Some((engine, tests)) if !some.is_empty() && most > 0 => {
            let by = engine.breaking(tests, &some, most).map_err(engine_problem)?;
            by.into_iter()
                .map(|by| {
                    let row =
                        |row: hornbook_engines::KeyedRow| (row.place, row.key, Model::partial(row.has, &row.unknown));
                    by.rows.into_iter().map(row).collect()
                })
                .collect()
        }
        _ if has_rows => some.iter().map(|rule| in_memory(&opened.table.context, rule, most)).collect(),
        _ => {
            let row = |row: &hornbook::domain::BreakingRow| (None, row.label.clone(), row.model.clone());
            broken.iter().map(|&at| found.rules[at].rows.iter().map(row).collect()).collect()
        }
    };
    let universe = opened.table.context.universe();
    let told = broken.iter().zip(named).map(|(&at, named)| {
        let rule = &rules[at];
        let named = named.into_iter().map(|(place, key, model)| (place, key, lacks(universe, rule, &model)));
        let premise = names(universe, &rule.premise);
        let count = found.rules[at].count as u64;
        (premise, conclusion(universe, &rule.conclusion), at >= learned.len(), count, named.collect())
    });
    Ok((told.collect(), rules.len(), rows))
}

/// The rows of a table in memory that are known to break a rule.
fn in_memory(context: &Context, rule: &Implication, most: usize) -> Vec<(Option<u64>, String, Model)> {
    let rows = (0..context.len()).map(|row| (row, context.model(row)));
    let breaking = rows.filter(|(_, model)| model.refutes(rule)).take(most);
    breaking.map(|(row, model)| (Some(row as u64), context.label(row), model)).collect()
}

/// What a row is known to lack of the conclusion; nothing if the premise should not
/// occur.
fn lacks(universe: &Universe, rule: &Implication, model: &Model) -> Option<Vec<String>> {
    match &rule.conclusion {
        Conclusion::Attrs(set) => Some(names(universe, &set.difference(model.possible()))),
        Conclusion::Falsum => None,
    }
}

/// The rows of a table with the attributes that rules name.
#[pyfunction]
pub(crate) fn rows_by_names(
    py: Python<'_>,
    book: &Bound<'_, Book>,
    source: &Bound<'_, Source>,
    reading: Reading,
) -> PyResult<ContextTable> {
    let (source, universe) = (source.get().clone(), book.get().book.universe.clone());
    let needed = mentioned(&book.get().book);
    work::run(py, None, move |shared| {
        let named = ScalingChoice::Named { id: IdColumn::Detect, universe, needed };
        let usual = Preparation { scaling: named, background: false, ..Preparation::exploring() };
        let opened = source.open(&reading, usual, None, shared)?;
        opened.context()?;
        Ok(ContextTable::new(opened.table.context))
    })
}
