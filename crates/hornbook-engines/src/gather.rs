//! From a place that has rows to what is learned from.
//!
//! A small table is read whole, and goes the way of a file of text. Of a larger one
//! a sample tells what its columns become; then one scan gathers what its rows have.
//! A value that the sample did not show makes another scan necessary.

use std::collections::HashMap;
use std::path::PathBuf;

use hornbook::format::FormatError;
use hornbook::prepare::{Preparation, PrepareError, Prepared, ScalingChoice};
use hornbook::scaling::{CellState, Missing, RowTests, Scaling, TestedColumn, Unseen};
use hornbook::table::Table;
use hornbook::{AttrSet, Context, Domain, Theory};

use crate::engine::{Engine, Grouping, Sample, Scanned, Tally};
use crate::error::EngineError;
use crate::rows::{RowBlocks, RowStore, Rows};
use crate::sql::AskedRows;

/// A table of no more rows than this is read whole.
pub const WHOLE_ROWS: u64 = 200_000;
/// Of a larger one, about so many are looked at to decide what columns become.
const SAMPLE_ROWS: u64 = 30_000;
/// If a row of which the sample has no equal is met more often than this, most rows
/// differ.
const SHARE_OF_STRANGERS: f64 = 0.5;
/// If such a row is met less often than this, there are few kinds of rows at all.
const SHARE_OF_STRANGERS_STANDING: f64 = 0.02;
/// So many values of a column are looked at if one was not to be expected.
const MOST_VALUES: usize = 10_000;
/// So often values that were not to be expected are taken into account.
const MOST_SCANS: usize = 4;

/// What rows may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many bytes of memory.
    pub memory: usize,
    /// Where rows that do not fit are kept.
    pub scratch: Option<PathBuf>,
    /// A table of no more rows than this is read whole; usually [`WHOLE_ROWS`].
    pub whole_rows: u64,
}

impl Limits {
    /// Rows may take so many bytes of memory.
    pub fn new(memory: usize) -> Self {
        Self { memory, scratch: None, whole_rows: WHOLE_ROWS }
    }
}

/// What came from a place that has rows.
#[derive(Debug)]
pub enum Gathered {
    /// All rows: the table is small.
    Whole(Box<Table>, Tally),
    /// What the rows have.
    Scanned(Box<ScannedTable>),
}

/// What the rows of a large table have.
#[derive(Debug)]
pub struct ScannedTable {
    /// What is learned from. If many rows differ its context has none of them: they
    /// are in [`blocks`](Self::blocks).
    pub prepared: Prepared,
    /// The rows, if many of them differ.
    pub blocks: Option<RowBlocks>,
    /// Which attributes a row has.
    pub tests: RowTests,
    /// What it took.
    pub report: ScanReport,
}

/// How the rows of a large table were gathered.
#[derive(Clone, Debug)]
pub struct ScanReport {
    /// How many rows there are.
    pub rows: u64,
    /// How many of them differ in their attributes.
    pub distinct: u64,
    /// Whether that is an estimate.
    pub distinct_is_estimate: bool,
    /// How many rows the sample had.
    pub sample_rows: usize,
    /// Whether equal rows were put together where they are.
    pub grouping: Grouping,
    /// What the source was asked.
    pub tally: Tally,
    /// The bytes held in memory, and on disk; none if rows are a table in memory.
    pub held: Option<(usize, u64)>,
    /// Columns of numbers or dates with values that are none, which count as missing.
    pub odd_columns: Vec<String>,
}

/// Why nothing came of it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GatherError {
    /// The rows could not be had.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The rows could not be prepared.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
}

impl From<FormatError> for GatherError {
    fn from(error: FormatError) -> Self {
        Self::Prepare(error.into())
    }
}

/// What would be asked of a large table, without asking it: the sample is looked at.
#[derive(Debug)]
pub struct Plan {
    /// Whether the table is small, so that all of it is read.
    pub is_whole: bool,
    /// Whether equal rows would be put together where they are.
    pub grouping: Grouping,
    /// How columns become attributes, if that is known of all of them.
    pub scaling: Option<Scaling>,
    /// What the source would be asked.
    pub steps: Vec<String>,
}

/// Gathers what is learned from.
pub fn gather(engine: &mut dyn Engine, preparation: &Preparation, limits: &Limits) -> Result<Gathered, GatherError> {
    let sample = sample(engine, limits)?;
    if sample.is_whole {
        return Ok(Gathered::Whole(Box::new(sample.table), engine.tally()));
    }
    let (mut tests, mut scaling) = preparation.row_tests(&sample.table)?;
    let grouping = grouping(&sample.table, &tests);
    let mut odd_columns = Vec::new();
    for turn in 0.. {
        let store = RowStore::new(tests.universe.clone(), limits.memory, limits.scratch.as_deref());
        // What is unknown is filled in from the rows of a table in memory.
        let fills = preparation.fills_unknown && tests.missing == Missing::Unknown;
        let mut store = if fills { store.with_table_rows(usize::MAX) } else { store };
        let scanned = engine.scan(&tests, grouping, &mut store)?;
        let may_widen = matches!(preparation.scaling, ScalingChoice::Detect { .. }) && turn < MOST_SCANS;
        let unexpected = scanned.unexpected.iter().filter_map(|&place| tests.columns.get(place));
        let mut widened = false;
        for column in unexpected {
            let strange = strange_values(engine, column)?;
            if scaling.as_mut().is_some_and(|known| may_widen && known.widen(&column_name(column), &strange)) {
                widened = true;
            } else {
                refuse(preparation, column, &strange)?;
                odd_columns.retain(|odd| *odd != column.column);
                odd_columns.push(column.column.clone());
            }
        }
        if let (true, Some(scaling)) = (widened, &scaling) {
            let given = ScalingChoice::Given { scaling: scaling.clone(), unseen: Unseen::Absent };
            tests = Preparation { scaling: given, ..preparation.clone() }.row_tests(&sample.table)?.0;
            continue;
        }
        return finish(engine, preparation, (tests, scaling), store, scanned, |report| ScanReport {
            sample_rows: sample.table.len(),
            grouping,
            odd_columns,
            ..report
        });
    }
    Err(EngineError::Failed("the table changes faster than it is read".to_owned()).into())
}

/// What would be asked, without asking it.
pub fn plan(engine: &mut dyn Engine, preparation: &Preparation, limits: &Limits) -> Result<Plan, GatherError> {
    let sample = sample(engine, limits)?;
    let (tests, scaling) = preparation.row_tests(&sample.table)?;
    let grouping = grouping(&sample.table, &tests);
    let steps = engine.plan(&tests, grouping)?;
    Ok(Plan { is_whole: sample.is_whole, grouping, scaling, steps })
}

/// All rows of a small table, else a sample.
fn sample(engine: &mut dyn Engine, limits: &Limits) -> Result<Sample, EngineError> {
    let sample = engine.sample(SAMPLE_ROWS.min(limits.whole_rows))?;
    match sample.row_count {
        _ if sample.is_whole => Ok(sample),
        Some(rows) if rows > limits.whole_rows => Ok(sample),
        _ => engine.sample(limits.whole_rows),
    }
}

fn finish(
    engine: &mut dyn Engine,
    preparation: &Preparation,
    (tests, scaling): (RowTests, Option<Scaling>),
    store: RowStore,
    scanned: Scanned,
    report: impl FnOnce(ScanReport) -> ScanReport,
) -> Result<Gathered, GatherError> {
    let left_out = scanned.left_out as usize;
    let mut of_scan = ScanReport {
        rows: scanned.rows,
        distinct: 0,
        distinct_is_estimate: false,
        sample_rows: 0,
        grouping: Grouping::Grouped,
        tally: engine.tally(),
        held: None,
        odd_columns: Vec::new(),
    };
    let (prepared, blocks) = match store.finish()? {
        Rows::Table(context) => {
            of_scan.distinct = context.distinct().len() as u64;
            (preparation.scaled_rows(context, scaling, left_out)?, None)
        }
        Rows::Blocks(mut blocks) => {
            of_scan.distinct = blocks.about_distinct();
            of_scan.distinct_is_estimate = blocks.distinct().is_none();
            of_scan.held = Some(blocks.bytes());
            (without_rows(preparation, &mut blocks, scaling, left_out)?, Some(blocks))
        }
    };
    let report = report(of_scan);
    Ok(Gathered::Scanned(Box::new(ScannedTable { prepared, blocks, tests, report })))
}

/// What is learned from if the rows are asked elsewhere.
fn without_rows(
    preparation: &Preparation,
    domain: &mut dyn Domain<Error = EngineError>,
    scaling: Option<Scaling>,
    left_out: usize,
) -> Result<Prepared, GatherError> {
    let none = Context::new(domain.universe().clone());
    let may_be_empty = Preparation { may_be_empty: true, ..preparation.clone() };
    let mut prepared = may_be_empty.scaled_rows(none, scaling, left_out)?;
    // What the scaling promises is kept by rows that are not there.
    let rules = prepared.background.rules().to_vec();
    let broken = domain.counterexamples(&rules, &mut |_| 0)?;
    let kept = rules.into_iter().zip(broken).filter(|(_, row)| row.is_none()).map(|(rule, _)| rule);
    prepared.background = Theory::from_rules(domain.universe().len(), kept);
    Ok(prepared)
}

/// A large table of which no row is held here.
pub struct AskedTable {
    /// What is learned from; its context has no rows.
    pub prepared: Prepared,
    /// Whoever answers for the rows.
    pub domain: Box<dyn AskedRows>,
    /// How many rows there are.
    pub rows: u64,
    /// Which attributes a row has.
    pub tests: RowTests,
}

/// Has a table asked where it is, by whoever `open` gives for the tests of its rows. All
/// values of its columns are looked at first, which takes a scan for each column that has
/// few.
pub fn ask(
    engine: &mut dyn Engine,
    preparation: &Preparation,
    limits: &Limits,
    open: impl FnOnce(RowTests) -> Result<Box<dyn AskedRows>, EngineError>,
) -> Result<AskedTable, GatherError> {
    let sample = sample(engine, limits)?;
    let (mut tests, mut scaling) = preparation.row_tests(&sample.table)?;
    if let (ScalingChoice::Detect { .. }, Some(known)) = (&preparation.scaling, &mut scaling) {
        for column in tests.columns.iter().filter(|column| column.knows_all_values) {
            let strange = strange_values(engine, column)?;
            known.widen(&column_name(column), &strange);
        }
        let given = ScalingChoice::Given { scaling: known.clone(), unseen: Unseen::Absent };
        tests = Preparation { scaling: given, ..preparation.clone() }.row_tests(&sample.table)?.0;
    }
    let mut domain = open(tests.clone())?;
    let rows = domain.supports(&[tests.universe.none()])?.first().map_or(0, |&rows| rows as u64);
    let prepared = without_rows(preparation, &mut *domain, scaling, 0)?;
    Ok(AskedTable { prepared, domain, rows, tests })
}

/// Whether it is worth putting equal rows together where they are: it is if the sample
/// shows most kinds of rows.
fn grouping(sample: &Table, tests: &RowTests) -> Grouping {
    let places: Vec<Option<usize>> =
        tests.columns.iter().map(|tested| sample.columns().iter().position(|name| *name == tested.column)).collect();
    let mut met: HashMap<AttrSet, usize> = HashMap::new();
    let mut standing: HashMap<Vec<&str>, usize> = HashMap::new();
    // What a cell says is found out once.
    let mut read: Vec<HashMap<&str, Vec<usize>>> = vec![HashMap::new(); tests.columns.len()];
    for row in 0..sample.len() {
        let mut has = tests.universe.none();
        for ((tested, place), read) in tests.columns.iter().zip(&places).zip(&mut read) {
            let cell = place.map_or("", |place| sample.cell(row, place));
            let attrs = read.entry(cell).or_insert_with(|| tested.read(cell).has);
            attrs.iter().for_each(|&attr| _ = has.insert(attr));
        }
        *met.entry(has).or_default() += 1;
        let cells = places.iter().map(|place| place.map_or("", |place| sample.cell(row, place)));
        *standing.entry(cells.collect()).or_default() += 1;
    }
    // The share of rows that occur once in the sample estimates how often the next row
    // is one that it does not have (Good and Turing).
    let share = |once: usize| once as f64 / sample.len().max(1) as f64;
    let once = met.values().filter(|&&count| count == 1).count();
    let once_standing = standing.values().filter(|&&count| count == 1).count();
    match () {
        () if share(once) > SHARE_OF_STRANGERS => Grouping::OneByOne,
        () if share(once_standing) > SHARE_OF_STRANGERS_STANDING => Grouping::Grouped,
        () => Grouping::GroupedAsTheyStand,
    }
}

/// The values of a column that were not to be expected.
fn strange_values(engine: &mut dyn Engine, column: &TestedColumn) -> Result<Vec<String>, EngineError> {
    let values = engine.values(&column.column, MOST_VALUES)?;
    let is_strange = |value: &String| column.read(value).state == CellState::Unexpected;
    Ok(values.unwrap_or_default().into_iter().filter(is_strange).collect())
}

/// What the column is called in the scaling.
fn column_name(column: &TestedColumn) -> String {
    match column.part {
        Some(part) => format!("{}.{}", column.column, part.name()),
        None => column.column.clone(),
    }
}

/// Refuses values that were not to be expected, unless they count as missing: so they
/// do in a column of numbers of which nobody said that it is one.
fn refuse(preparation: &Preparation, column: &TestedColumn, strange: &[String]) -> Result<(), FormatError> {
    let told = match &preparation.scaling {
        ScalingChoice::Given { unseen, .. } => *unseen == Unseen::Refuse,
        ScalingChoice::Named { .. } => true,
        _ => false,
    };
    if !told {
        return Ok(());
    }
    let name = &column.column;
    let found = match strange.first() {
        Some(value) => format!("'{value}' in the column '{name}'"),
        None => format!("an unknown value in the column '{name}'"),
    };
    let expected = match column.knows_all_values {
        true => "one of the values that the scaling knows",
        false => "a number, a date or a usual spelling of yes and no, as the attributes have it",
    };
    Err(FormatError::plain(format!("found {found}, expected {expected}")))
}
