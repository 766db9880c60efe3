//! How good rules are for a table, and how far a guarantee can be trusted.

use std::path::PathBuf;

use hornbook::Method;
use hornbook::format::rules::over;
use hornbook::measure::{self, Measures, USUAL_LOOKS};
use hornbook::prepare::{Preparation, WantedSets};
use hornbook::sampling::Distribution;
use hornbook_study::report::Report;
use hornbook_study::{Grid, PROBES, Plan, Store, Subject, Twin, conduct};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::book::Book;
use crate::errors::Problem;
use crate::options::{Reading, method, threads};
use crate::source::Source;
use crate::work;

/// How rules are measured, unless told otherwise.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Measuring {
    distribution: Option<String>,
    tolerance: Option<f64>,
    failure: Option<f64>,
    seed: u64,
    threads: Option<usize>,
}

/// By how much an estimate may be off, and with which probability it is off by more.
const USUAL_TOLERANCE: f64 = 0.01;
const USUAL_FAILURE: f64 = 0.001;

/// Measures rules by a table, as JSON: a list, since what is certified apart is measured
/// apart. Exact where all sets can be looked at in short time, unless a tolerance is told.
#[pyfunction]
pub(crate) fn measure_rules(
    py: Python<'_>,
    book: &Bound<'_, Book>,
    source: &Bound<'_, Source>,
    reading: Reading,
    how: Measuring,
) -> PyResult<String> {
    let (source, book) = (source.get().clone(), book.get().book.clone());
    work::run(py, None, move |shared| {
        let target = book.run.as_ref().and_then(|run| run.target.clone());
        let usual = Preparation { background: false, target, ..Preparation::learning() };
        let opened = source.open(&reading, usual, None, shared)?;
        let context = opened.context()?;
        let book = over(&book, context.universe().clone())
            .map_err(|error| Problem::new(format!("the rules and {} differ: {error}", opened.name)))?;
        let told = how.distribution.as_deref().map(str::parse::<Distribution>).transpose()?;
        let learned = || {
            let named = book.run.as_ref()?.distribution.as_ref()?;
            named.clone().over_rows().to_string().parse().ok()
        };
        let drawn = told.or_else(learned).unwrap_or_default();
        let wanted = WantedSets { distribution: Some(drawn), ..WantedSets::of(Method::Exact) };
        let sampler = opened.table.sampler(&wanted)?;
        let theory = book.theory();
        let Ok(valid_rules) = measure::valid_share(&book.learned(), context);
        let estimated = how.tolerance.is_some() || how.failure.is_some();
        let tolerance = how.tolerance.unwrap_or(USUAL_TOLERANCE);
        let failure = how.failure.unwrap_or(USUAL_FAILURE);
        let probes = measure::hoeffding_sample(tolerance, failure)?;
        let mut all = Vec::new();
        for (_, part) in &sampler.certified_apart() {
            let exact = if estimated { None } else { measure::exact_over(&theory, context, part, USUAL_LOOKS).ok() };
            let found = exact.unwrap_or_else(|| {
                let Ok(found) = measure::estimate(&theory, context, part, probes, how.seed, threads(how.threads));
                found
            });
            let found = Measures { valid_rules, ..found };
            let mut value = serde_json::to_value(found).map_err(Problem::new)?;
            if let Value::Object(object) = &mut value {
                object.insert("distribution".into(), json!(part.distribution().to_string()));
                if !found.exact {
                    object.insert("tolerance".into(), json!(tolerance));
                    object.insert("failure".into(), json!(failure));
                }
            }
            all.push(value);
        }
        Ok(Value::Array(all).to_string())
    })
}

/// What a study runs.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Studying {
    methods: Vec<String>,
    epsilons: Vec<f64>,
    deltas: Vec<f64>,
    runs: u32,
    twins: u32,
    curves: u32,
    distribution: Option<String>,
    background: bool,
    seed: u64,
    threads: Option<usize>,
}

/// Runs learners over a grid of parameters, keeps the runs in a folder with a report, and
/// gives the report as JSON, as a page, and whether all is done.
#[pyfunction]
#[pyo3(signature = (source, reading, folder, what, progress=None))]
pub(crate) fn study(
    py: Python<'_>,
    source: &Bound<'_, Source>,
    reading: Reading,
    folder: PathBuf,
    what: Studying,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, String, bool)> {
    let source = source.get().clone();
    work::run(py, progress, move |shared| {
        let usual = Preparation { background: what.background, ..Preparation::learning() };
        let opened = source.open(&reading, usual, None, shared)?;
        opened.context()?;
        let grid = Grid {
            methods: what.methods.iter().map(|name| method(name)).collect::<Result<_, _>>()?,
            epsilons: what.epsilons,
            deltas: what.deltas,
            runs: what.runs,
            twins: what.twins,
            curves: what.curves,
        };
        grid.check().map_err(Problem::new)?;
        let table = &opened.table;
        // Without columns of several values the last kind is the first.
        let kinds: Vec<Twin> =
            Twin::ALL.into_iter().filter(|&kind| kind != Twin::Columns || !table.groups.is_empty()).collect();
        let usual = || table.usual_distribution(Method::Pac, false).to_string();
        let distribution = what.distribution.unwrap_or_else(usual);
        let drawn: Distribution = distribution.parse()?;
        table.sampler(&WantedSets { distribution: Some(drawn), ..WantedSets::of(Method::Pac) })?;
        let plan = Plan {
            seed: what.seed,
            distribution,
            background: table.knows_background,
            probes: PROBES,
            paper: false,
            groups: grid.groups(&kinds),
        };
        let subject = Subject::new(opened.name.clone(), table.clone());
        let mut store = Store::open(&folder, &subject, &plan)?;
        let go_on = || !shared.is_stopped();
        let done = conduct(&subject, &plan, &mut store, threads(what.threads), &|_| {}, &go_on)?;
        if shared.is_stopped() {
            return Err(Problem::Interrupted);
        }
        let report = Report::new(&subject, &plan, &store.in_order())?;
        report.write(store.folder())?;
        Ok((report.verdict.clone(), report.json(), report.html(), done))
    })
}
