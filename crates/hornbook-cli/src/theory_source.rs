//! Theories: DIMACS files and feature models, whose models are the rows.

use std::path::Path;
use std::process;

use hornbook::domain::Domain;
use hornbook::learn::Watch;
use hornbook::learn::methods::{LearnFailure, LearnOptions, learn_domain};
use hornbook::{Rulebook, Theory};
use hornbook_experts::TheoryFile;
use hornbook_experts::cnf::{AttributeVariables, CnfDomain, CnfError, SolverControl};
use hornbook_words::escape_control;
use serde_json::{Value, json};

use crate::arguments::SourceArgs;
use crate::failure::Failure;
use crate::input::{self, in_file};
use crate::output::note;
use crate::progress::stopped_by_ctrl_c;
use crate::reading::Reading;
use crate::words;

/// A theory whose models are the rows.
pub(crate) struct TheorySource {
    pub(crate) domain: CnfDomain,
    kind: TheoryFile,
    /// What the program exits with if the solver is called off.
    exit_code_if_stopped: i32,
}

/// Whether the file holds a theory.
pub(crate) fn is_theory(path: &Path, arguments: &SourceArgs) -> bool {
    is_theory_file(path) && arguments.input_format.is_none()
}

/// Whether the name of the file is that of a theory.
pub(crate) fn is_theory_file(path: &Path) -> bool {
    TheoryFile::of(path).is_some()
}

/// Refuses options that are for theories, of a file that is none.
pub(crate) fn refuse_options(path: &Path, arguments: &SourceArgs) -> Result<(), Failure> {
    match arguments.all_variables {
        true => Err(Failure::new(format!("--all-variables is for DIMACS files, and {} is none", input::name(path)))),
        false => Ok(()),
    }
}

impl TheorySource {
    /// Reads a theory, and looks for a first model.
    pub(crate) fn read(path: &Path, arguments: &SourceArgs, reading: Reading) -> Result<Self, Failure> {
        let name = input::name(path);
        #[cfg(feature = "engines")]
        if let Some(option) = arguments.engine.given() {
            return Err(Failure::new(format!("{option} is for tables elsewhere, and {name} is a theory")));
        }
        let kind = TheoryFile::of(path).unwrap_or(TheoryFile::Dimacs);
        if kind != TheoryFile::Dimacs {
            refuse_options(path, arguments)?;
        }
        let cnf = kind.read(&input::read(path)?).map_err(in_file(path))?;
        let control = SolverControl::new(stopped_by_ctrl_c(), reading.deadline);
        let wanted = if arguments.all_variables { AttributeVariables::All } else { AttributeVariables::Named };
        let exit_code_if_stopped = reading.exit_code_if_stopped;
        match CnfDomain::new(cnf, wanted, control) {
            Ok(domain) => Ok(Self { domain, kind, exit_code_if_stopped }),
            Err(CnfError::Stopped) => stop("as asked for", exit_code_if_stopped),
            Err(CnfError::TimeLimit) => stop("the time was up", exit_code_if_stopped),
            Err(error) => Err(Failure::new(format!("{name}: {error}"))),
        }
    }

    /// Learns the rules that hold in all models.
    pub(crate) fn learn(&mut self, options: &LearnOptions, watch: Watch<'_>) -> Result<Rulebook, Failure> {
        let background = Theory::new(self.domain.universe().len());
        match learn_domain(&mut self.domain, &background, options, watch) {
            Err(LearnFailure::Domain(error)) => Err(self.failure(error)),
            learned => Ok(learned?),
        }
    }

    /// The failure that an error of the solver is. If it was called off, the program
    /// ends here.
    pub(crate) fn failure(&self, error: CnfError) -> Failure {
        match error {
            CnfError::Stopped => stop("as asked for", self.exit_code_if_stopped),
            CnfError::TimeLimit => stop("the time was up", self.exit_code_if_stopped),
            error => Failure::new(error.to_string()),
        }
    }

    /// What was read from the file of that name, in a few lines.
    pub(crate) fn lines(&self, name: &str) -> Vec<String> {
        let cnf = self.domain.cnf();
        let attributes = self.domain.universe().len();
        let counted = |count: usize, thing: &str| words::counted(count, thing);
        let mut lines = match self.kind {
            TheoryFile::Dimacs => vec![format!(
                "{name}: a theory of {} and {}, {}",
                counted(cnf.variable_count, "variable"),
                counted(cnf.clauses.len(), "clause"),
                counted(attributes, "attribute")
            )],
            _ => vec![format!(
                "{name}: a feature model of {}, as a theory of {}",
                counted(attributes, "feature"),
                counted(cnf.clauses.len(), "clause")
            )],
        };
        let left_out = cnf.variable_count - attributes;
        if self.kind == TheoryFile::Dimacs && left_out > 0 {
            let variables = counted(left_out, "variable");
            lines.push(format!("  left out: {variables} without a name (otherwise: --all-variables)"));
        }
        lines.extend(self.emptiness());
        lines
    }

    /// The same, and what the attributes are called.
    pub(crate) fn description(&self, name: &str) -> String {
        let names = self.domain.universe().names().iter().map(|name| format!("  {}\n", escape_control(name)));
        let lines = self.lines(name).into_iter().map(|line| format!("{line}\n"));
        lines.chain(names).collect()
    }

    /// The same for programs.
    pub(crate) fn json(&self) -> Value {
        let cnf = self.domain.cnf();
        json!({
            "variables": cnf.variable_count,
            "clauses": cnf.clauses.len(),
            "attributes": self.domain.universe().names(),
            "satisfiable": !self.domain.is_unsatisfiable(),
        })
    }

    /// What is to be said of a theory without models.
    pub(crate) fn emptiness(&self) -> Option<String> {
        let said = "  it has no model, so that every rule holds in all of them";
        self.domain.is_unsatisfiable().then(|| said.to_owned())
    }
}

/// Ends the program: the solver was called off.
fn stop(why: &str, exit_code: i32) -> ! {
    note(&format!("Stopped early: {why}, while the solver was at work."));
    process::exit(exit_code)
}
