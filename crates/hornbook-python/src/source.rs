//! Tables to be learned from, wherever they are.

use std::ffi::c_void;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use hornbook::format::{ContextFormat, RawTable, decompressed, inner_path};
use hornbook::learn::Watch;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::prepare::{Preparation, Prepared, RowsAtHand, ScalingChoice};
use hornbook::scaling::RowTests;
use hornbook::{AttrSet, Context, Domain, Rulebook, Universe};
use hornbook_engines::files::ArrowTable;
use hornbook_engines::rows::RowBlocks;
use hornbook_engines::{
    Control, Engine, EngineError, GatherError, Gathered, Limits, Location, OpenOptions, files, gather, sql,
    without_secrets,
};
use hornbook_experts::TheoryFile;
use hornbook_experts::cnf::{AttributeVariables, CnfDomain, CnfError, SolverControl};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::errors::Problem;
use crate::options::Reading;
use crate::work::Shared;

/// The memory that rows may take where the system does not tell how much there is.
const USUAL_MEMORY: usize = 2 << 30;

/// A table that was named or handed over, and not looked at yet.
#[pyclass(frozen, module = "hornbook._hornbook")]
#[derive(Clone)]
pub(crate) struct Source(pub(crate) Place);

/// Where a table is.
#[derive(Clone)]
pub(crate) enum Place {
    /// A file, a folder, a pattern, or the address of a database.
    Path(PathBuf),
    /// In memory, as another library made it.
    Arrow(ArrowTable),
    /// In memory, with columns of text or as attributes.
    Raw(Arc<RawTable>),
}

#[pymethods]
impl Source {
    /// A file, a folder, a pattern, or the address of a database.
    #[staticmethod]
    fn path(path: PathBuf) -> Self {
        Self(Place::Path(path))
    }

    /// A table that another library hands over by Arrow's C interface: what its
    /// `__arrow_c_stream__` gives.
    #[staticmethod]
    #[allow(unsafe_code)]
    fn arrow(py: Python<'_>, stream: &Bound<'_, PyAny>) -> PyResult<Self> {
        let capsule = stream.cast::<PyCapsule>().map_err(|_| PyTypeError::new_err("expected a stream of Arrow"))?;
        let pointer = capsule.pointer_checked(Some(c"arrow_array_stream"))?.as_ptr() as usize;
        // The name of the capsule says what it points to; the capsule is held by Python
        // meanwhile. Some streams need Python for their next batch, so that it may not be
        // held up.
        let table = py.detach(|| unsafe { ArrowTable::take(pointer as *mut c_void, &Control::default()) });
        table.map(|table| Self(Place::Arrow(table))).map_err(|error| Problem::new(error).into())
    }

    /// A table as the text of a file has it.
    #[staticmethod]
    fn text(bytes: &[u8], format: &str) -> PyResult<Self> {
        let format = ContextFormat::from_name(format).map_err(Problem::from)?;
        let raw = RawTable::read(bytes, format).map_err(Problem::from)?;
        Ok(Self(Place::Raw(Arc::new(raw))))
    }

    /// A table of yes and no: a row after the other, eight columns to a byte, the first
    /// in the lowest bit.
    #[staticmethod]
    fn bits(names: Vec<String>, row_bytes: usize, bits: &[u8], labels: Option<Vec<String>>) -> PyResult<Self> {
        let universe = Arc::new(Universe::new(names).map_err(Problem::from)?);
        let count = universe.len();
        let mut context = Context::new(universe);
        for (at, row) in bits.chunks_exact(row_bytes.max(1)).enumerate() {
            let words =
                row.chunks(8).map(|bytes| bytes.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte)));
            context.push(labels.as_ref().and_then(|labels| labels.get(at).cloned()), AttrSet::from_words(count, words));
        }
        Ok(Self(Place::Raw(Arc::new(RawTable::Attributes(context)))))
    }

    /// A table of which each row has the columns of these numbers.
    #[staticmethod]
    fn lists(names: Vec<String>, starts: Vec<usize>, columns: Vec<usize>) -> PyResult<Self> {
        let universe = Arc::new(Universe::new(names).map_err(Problem::from)?);
        let count = universe.len();
        let mut context = Context::new(universe);
        for ends in starts.windows(2) {
            let row = columns.get(ends[0]..ends[1]).unwrap_or_default().iter().copied();
            context.push(None, AttrSet::of(count, row.filter(|&column| column < count)));
        }
        Ok(Self(Place::Raw(Arc::new(RawTable::Attributes(context)))))
    }
}

/// A table that was read and prepared.
pub(crate) struct Opened {
    pub(crate) name: String,
    pub(crate) table: Prepared,
    /// The rows, if too many of them differ for a table in memory.
    pub(crate) apart: Option<RowBlocks>,
    /// A way back to the rows themselves.
    pub(crate) lookup: Option<(Box<dyn Engine>, RowTests)>,
    /// The theory whose models are the rows.
    pub(crate) theory: Option<CnfDomain>,
}

impl Source {
    /// What it is called in messages, without any password.
    pub(crate) fn name(&self) -> String {
        match &self.0 {
            Place::Path(path) => without_secrets(&path.display().to_string()),
            Place::Arrow(_) | Place::Raw(_) => "the table".to_owned(),
        }
    }

    /// Reads the table, and prepares it as usual unless the reading says otherwise.
    pub(crate) fn open(
        &self,
        reading: &Reading,
        usual: Preparation,
        deadline: Option<Instant>,
        shared: &Shared,
    ) -> Result<Opened, Problem> {
        let preparation = reading.preparation(usual)?;
        match &self.0 {
            Place::Raw(raw) => self.prepare((**raw).clone(), &preparation, reading),
            Place::Arrow(table) => {
                let options = open_options(reading, shared.control(deadline))?;
                let engine = files::open_arrow(&self.name(), table.clone(), &options).map_err(engine_problem)?;
                self.gather(engine, &preparation, reading)
            }
            Place::Path(path) => {
                let is_told = reading.format.is_some();
                if let Some(kind) = TheoryFile::of(path).filter(|_| !is_told) {
                    return self.open_theory(kind, path, reading, deadline, shared);
                }
                let location = match Location::of(path) {
                    Location::Text(file) if !is_told && reading.memory.is_some() && files::is_table(&file) => {
                        Location::Files(file)
                    }
                    location => location,
                };
                if !location.is_elsewhere() {
                    return self.open_text(path, &preparation, reading);
                }
                let options = open_options(reading, shared.control(deadline))?;
                let engine = match &location {
                    Location::Files(files) => files::open(files, &options),
                    location => sql::open(location, &options),
                };
                self.gather(engine.map_err(engine_problem)?, &preparation, reading)
            }
        }
    }

    fn opened(&self, table: Prepared) -> Opened {
        Opened { name: self.name(), table, apart: None, lookup: None, theory: None }
    }

    /// Reads a file of text.
    fn open_text(
        &self,
        path: &std::path::Path,
        preparation: &Preparation,
        reading: &Reading,
    ) -> Result<Opened, Problem> {
        if let Some((scheme, _)) = self.name().split_once("://").filter(|_| !path.exists()) {
            let places = "a file, a folder, sqlite:FILE, postgres://… or mysql://…";
            return Err(Problem::new(format!("{}: found an address of {scheme}, expected {places}", self.name())));
        }
        let format = match reading.context_format()? {
            Some(format) => format,
            None => ContextFormat::from_path(inner_path(path))?,
        };
        let file = std::fs::File::open(path).map_err(|error| Problem::of_file(path, &error))?;
        let raw = RawTable::read_with(decompressed(file)?, format, &reading.read_options()?);
        let raw = raw.map_err(|error| error.in_file(path))?;
        self.prepare(raw, preparation, reading)
    }

    fn prepare(&self, raw: RawTable, preparation: &Preparation, reading: &Reading) -> Result<Opened, Problem> {
        if let (RawTable::Attributes(_), Some(option)) = (&raw, reading.given_for_columns()) {
            return Err(Problem::new(format!(
                "{option} is for tables with columns, and {} has attributes",
                self.name()
            )));
        }
        Ok(self.opened(preparation.table(raw).map_err(|error| Problem::new(format!("{}: {error}", self.name())))?))
    }

    fn open_theory(
        &self,
        kind: TheoryFile,
        path: &std::path::Path,
        reading: &Reading,
        deadline: Option<Instant>,
        shared: &Shared,
    ) -> Result<Opened, Problem> {
        if let Some(option) = reading.given_for_columns() {
            return Err(Problem::new(format!("{option} is for tables with columns, and {} is a theory", self.name())));
        }
        let bytes = std::fs::read(path).map_err(|error| Problem::of_file(path, &error))?;
        let cnf = kind.read(&bytes).map_err(|error| error.in_file(path))?;
        let wanted = if reading.all_variables { AttributeVariables::All } else { AttributeVariables::Named };
        let domain =
            CnfDomain::new(cnf, wanted, SolverControl::new(shared.flag(), deadline)).map_err(theory_problem)?;
        let table = Prepared::new(Context::new(domain.universe().clone()), None, false);
        Ok(Opened { theory: Some(domain), ..self.opened(table) })
    }

    /// Reads a small table whole, and of a large one what its rows have.
    fn gather(
        &self,
        mut engine: Box<dyn Engine>,
        preparation: &Preparation,
        reading: &Reading,
    ) -> Result<Opened, Problem> {
        let named = |error: GatherError| match error {
            GatherError::Engine(error) => engine_problem(error),
            GatherError::Prepare(error) => Problem::new(format!("{}: {error}", self.name())),
        };
        let limits = Limits::new(reading.memory.unwrap_or(USUAL_MEMORY));
        match gather(&mut *engine, preparation, &limits).map_err(named)? {
            Gathered::Whole(table, _) => {
                let tests = match preparation.scaling {
                    ScalingChoice::Named { .. } => Some(preparation.row_tests(&table)?.0),
                    _ => None,
                };
                let prepared = preparation.table(RawTable::Columns(*table));
                let prepared = prepared.map_err(|error| Problem::new(format!("{}: {error}", self.name())))?;
                Ok(Opened { lookup: tests.map(|tests| (engine, tests)), ..self.opened(prepared) })
            }
            Gathered::Scanned(scanned) => Ok(Opened {
                apart: scanned.blocks,
                lookup: Some((engine, scanned.tests)),
                ..self.opened(scanned.prepared)
            }),
        }
    }
}

impl Opened {
    /// Where the rows are.
    pub(crate) fn rows_at_hand(&self) -> RowsAtHand {
        match (&self.theory, &self.apart) {
            (Some(_), _) => RowsAtHand::Models,
            (None, Some(blocks)) => RowsAtHand::Elsewhere { count: blocks.len() as usize, can_be_drawn: true },
            (None, None) => RowsAtHand::Table,
        }
    }

    /// How many rows there are; none for the models of a theory.
    pub(crate) fn row_count(&self) -> Option<usize> {
        match (&self.theory, &self.apart) {
            (Some(_), _) => None,
            (None, Some(blocks)) => Some(blocks.len() as usize),
            (None, None) => Some(self.table.context.len()),
        }
    }

    /// The rows as a table in memory.
    pub(crate) fn context(&self) -> Result<&Context, Problem> {
        match self.rows_at_hand() {
            RowsAtHand::Table => Ok(&self.table.context),
            RowsAtHand::Models => Err(Problem::new(format!("{} is a theory, and its models are no table", self.name))),
            RowsAtHand::Elsewhere { .. } => {
                Err(Problem::new(format!("{}: too many of its rows differ for this", self.name)))
            }
        }
    }

    /// Learns the rules, wherever the rows are.
    pub(crate) fn learn(&mut self, options: &LearnOptions, watch: Watch<'_>) -> Result<Rulebook, Problem> {
        let Prepared { context, background, .. } = &self.table;
        let learned = if let Some(theory) = &mut self.theory {
            learn_domain(theory, background, options, watch).map_err(Problem::new)
        } else if let Some(blocks) = &mut self.apart {
            blocks.use_threads(options.threads);
            learn_domain(blocks, background, options, watch).map_err(Problem::new)
        } else {
            learn_domain(context, background, options, watch).map_err(Problem::new)
        };
        let mut book = learned?;
        book.unlisted_background = self.table.unlisted_background;
        if let Some(filled) = &self.table.filled {
            book.count_known_rows(&filled.known);
        }
        Ok(book)
    }
}

fn open_options(reading: &Reading, control: Control) -> Result<OpenOptions, Problem> {
    Ok(OpenOptions {
        table: reading.table.clone(),
        query: reading.query.clone(),
        sheet: reading.sheet.clone(),
        read: reading.read_options()?,
        scratch: None,
        control,
    })
}

pub(crate) fn engine_problem(error: EngineError) -> Problem {
    match error {
        EngineError::Stopped => Problem::Interrupted,
        error => Problem::new(error),
    }
}

fn theory_problem(error: CnfError) -> Problem {
    match error {
        CnfError::Stopped => Problem::Interrupted,
        error => Problem::new(error),
    }
}
