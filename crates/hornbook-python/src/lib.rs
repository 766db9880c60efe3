//! Hornbook for Python: the module `hornbook._hornbook`.
//!
//! What Python sees is written in Python, in `python/hornbook`, and stands on what is
//! here: tables to be learned from, rulebooks, oracles, explorations and the command.

mod book;
mod checking;
mod command;
mod context;
mod errors;
mod exploration;
mod learning;
mod measuring;
mod options;
mod oracle;
mod source;
mod work;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _hornbook(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::add(module)?;
    module.add_class::<book::Book>()?;
    module.add_class::<context::ContextTable>()?;
    module.add_class::<exploration::Journal>()?;
    module.add_class::<source::Source>()?;
    module.add_function(wrap_pyfunction!(measuring::measure_rules, module)?)?;
    module.add_function(wrap_pyfunction!(measuring::study, module)?)?;
    module.add_function(wrap_pyfunction!(checking::check, module)?)?;
    module.add_function(wrap_pyfunction!(checking::rows_by_names, module)?)?;
    module.add_function(wrap_pyfunction!(context::context, module)?)?;
    module.add_function(wrap_pyfunction!(context::diagram, module)?)?;
    module.add_function(wrap_pyfunction!(learning::learn, module)?)?;
    module.add_function(wrap_pyfunction!(oracle::learn_from, module)?)?;
    module.add_function(wrap_pyfunction!(command::run_command, module)?)
}
