//! Contexts: tables of objects and attributes.

use std::ops::ControlFlow;
use std::sync::Arc;

use hornbook::format::{ContextFormat, RawTable, compressed_for, write_context};
use hornbook::lattice::{LatticeChoice, Neighbourhood};
use hornbook::prepare::Preparation;
use hornbook::{AttrSet, Context, Model, Universe};
use hornbook_diagram::{Diagram, svg};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::book::{conclusion, implication, names};
use crate::errors::Problem;
use crate::options::Reading;
use crate::source::{Place, Source};
use crate::work;

/// A table of objects and attributes.
#[pyclass(frozen, module = "hornbook._hornbook")]
pub(crate) struct ContextTable {
    context: Arc<Context>,
}

impl ContextTable {
    pub(crate) fn new(context: Context) -> Self {
        Self { context: Arc::new(context) }
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    fn set(&self, attributes: &[String]) -> Result<AttrSet, Problem> {
        Ok(self.context.universe().set(attributes)?)
    }
}

#[pymethods]
impl ContextTable {
    /// Objects by their names, what each has, and what is unknown of it.
    #[staticmethod]
    fn of(attributes: Vec<String>, objects: Vec<(Option<String>, Vec<String>, Vec<String>)>) -> PyResult<Self> {
        let universe = Arc::new(Universe::new(attributes).map_err(Problem::from)?);
        let mut context = Context::new(universe.clone());
        for (name, has, unknown) in objects {
            let has = universe.set(&has).map_err(Problem::from)?;
            let unknown = universe.set(&unknown).map_err(Problem::from)?;
            context.push_model(name, Model::partial(has, &unknown));
        }
        Ok(Self { context: Arc::new(context) })
    }

    fn __len__(&self) -> usize {
        self.context.len()
    }

    fn attributes(&self) -> Vec<String> {
        self.context.universe().names().to_vec()
    }

    /// The name of an object, what it has, and what is unknown of it.
    fn object(&self, place: usize) -> Option<(String, Vec<String>, Vec<String>)> {
        if place >= self.context.len() {
            return None;
        }
        let (universe, model) = (self.context.universe(), self.context.model(place));
        Some((self.context.label(place), names(universe, model.has()), names(universe, &model.unknown())))
    }

    /// What all objects with these attributes have in common; nothing if there are none.
    fn close(&self, attributes: Vec<String>) -> PyResult<Option<Vec<String>>> {
        Ok(conclusion(self.context.universe(), &self.context.close(&self.set(&attributes)?)))
    }

    /// How many objects have all of these attributes.
    fn support(&self, attributes: Vec<String>) -> PyResult<usize> {
        Ok(self.context.support(&self.set(&attributes)?))
    }

    /// Whether all objects keep a rule.
    fn holds(&self, premise: Vec<String>, concluded: Option<Vec<String>>) -> PyResult<bool> {
        let rule = implication(self.context.universe(), &premise, concluded.as_deref())?;
        Ok(self.context.holds(&rule))
    }

    /// The share of filled places.
    fn density(&self) -> f64 {
        self.context.density()
    }

    /// The table in a format.
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = Vec::new();
        let format = ContextFormat::from_name(format).map_err(Problem::from)?;
        write_context(&self.context, format, &mut bytes).map_err(Problem::from)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes the table to a file, whose extension tells the format if it is not told.
    #[pyo3(signature = (path, format=None))]
    fn save(&self, path: std::path::PathBuf, format: Option<&str>) -> PyResult<()> {
        let format = match format {
            Some(name) => ContextFormat::from_name(name),
            None => ContextFormat::from_path(hornbook::format::inner_path(&path)),
        };
        let mut bytes = Vec::new();
        write_context(&self.context, format.map_err(Problem::from)?, &mut bytes).map_err(Problem::from)?;
        std::fs::write(&path, compressed_for(&path, &bytes)?)?;
        Ok(())
    }

    /// The same as something to learn from.
    fn source(&self) -> Source {
        Source(Place::Raw(Arc::new(RawTable::Attributes((*self.context).clone()))))
    }
}

/// The context that a table becomes.
#[pyfunction]
pub(crate) fn context(py: Python<'_>, source: &Bound<'_, Source>, reading: Reading) -> PyResult<ContextTable> {
    let source = source.get().clone();
    work::run(py, None, move |shared| {
        let opened = source.open(&reading, Preparation::converting(), None, shared)?;
        opened.context()?;
        Ok(ContextTable::new(opened.table.context))
    })
}

/// The line diagram of a table, as SVG, and whether it is the whole of it.
#[pyfunction]
pub(crate) fn diagram(
    py: Python<'_>,
    source: &Bound<'_, Source>,
    reading: Reading,
    concepts: usize,
    min_support: usize,
    around: Vec<String>,
    steps: usize,
) -> PyResult<(String, bool)> {
    let source = source.get().clone();
    work::run(py, None, move |shared| {
        // What is missing is drawn as unknown, and not as a no.
        let usual = Preparation { background: false, may_be_empty: false, ..Preparation::exploring() };
        let opened = source.open(&reading, usual, None, shared)?;
        let context = opened.context()?;
        let of = context.universe().set(&around)?;
        let choice = LatticeChoice {
            least_support: min_support,
            around: (!around.is_empty()).then_some(Neighbourhood { of, steps }),
            ..LatticeChoice::of_most(concepts)
        };
        let diagram = Diagram::chosen(context, &choice, || ControlFlow::Continue(()));
        let diagram = diagram.map_err(Problem::new)?;
        Ok((svg(&diagram), diagram.complete))
    })
}
