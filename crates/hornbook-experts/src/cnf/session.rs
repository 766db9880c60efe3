//! A solver that has the clauses of a theory, and is asked for models of it.

use std::cell::Cell;
use std::collections::HashSet;

use batsat::{SolverInterface, lbool};
use hornbook::{Attr, AttrSet};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Lit, TernaryVal, Var};
use rustsat_batsat::BasicSolver;

use super::clauses::Cnf;
use super::control::SolverControl;
use super::error::CnfError;

/// The solver asks so many times whether to give up before it looks at the clock.
const CALLS_A_LOOK: u32 = 256;

/// What a solver says to what a model shall have and lack.
pub(super) enum Solved {
    /// A model, with the attributes that it has.
    Model(AttrSet),
    /// There is none, already for this part of what it shall have.
    NoModel(AttrSet),
}

/// What a solver tries first where it has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefers {
    /// Models with few attributes, and what it tried last.
    Few,
    /// Models with many attributes.
    Many,
}

/// A solver with the clauses of a theory. What it found out on the way to one answer
/// helps it to the next.
pub(super) struct SolverSession {
    solver: BasicSolver,
    control: SolverControl,
    /// The variables that are attributes.
    variables: Vec<Var>,
    /// How many there are in all.
    variable_count: usize,
}

impl std::fmt::Debug for SolverSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { control, variables, .. } = self;
        f.debug_struct("SolverSession").field("control", control).field("variables", variables).finish_non_exhaustive()
    }
}

impl SolverSession {
    /// A solver for a theory, of which these variables, numbered from 1, are attributes.
    pub(super) fn new(
        cnf: &Cnf,
        variables: &[usize],
        prefers: Prefers,
        control: SolverControl,
    ) -> Result<Self, CnfError> {
        let mut solver = BasicSolver::default();
        let variable_count = cnf.variable_count;
        let polarity = if prefers == Prefers::Many { lbool::TRUE } else { lbool::UNDEF };
        (0..variable_count).for_each(|_| _ = solver.batsat_mut().new_var(polarity, true));
        let (stop, calls) = (control.clone(), Cell::new(0u32));
        solver.batsat_mut().cb_mut().set_stop(move || {
            calls.set(calls.get().wrapping_add(1));
            calls.get() % CALLS_A_LOOK == 1 && stop.reason().is_some()
        });
        let variables = variables.iter().map(|&number| variable(number)).collect();
        let mut session = Self { solver, control, variables, variable_count };
        for clause in &cnf.clauses {
            session.add(clause.iter().map(|&literal| literal_of(literal)))?;
        }
        Ok(session)
    }

    /// Adds a clause: at least one of the literals is true from now on.
    pub(super) fn add(&mut self, literals: impl IntoIterator<Item = Lit>) -> Result<(), CnfError> {
        self.solver.add_clause(literals.into_iter().collect()).map_err(failed)
    }

    /// A variable that is new and no attribute, as its positive literal.
    pub(super) fn fresh(&mut self) -> Lit {
        self.variable_count += 1;
        variable(self.variable_count).pos_lit()
    }

    /// That an attribute is there.
    pub(super) fn has(&self, attr: Attr) -> Lit {
        self.variables[attr].pos_lit()
    }

    /// The attributes of a model in which these literals are true; none if there is none.
    pub(super) fn solve(&mut self, assumed: &[Lit]) -> Result<Option<AttrSet>, CnfError> {
        if let Some(reason) = self.control.reason() {
            return Err(reason);
        }
        match self.solver.solve_assumps(assumed).map_err(failed)? {
            SolverResult::Sat => self.found().map(Some),
            SolverResult::Unsat => Ok(None),
            SolverResult::Interrupted => Err(self.control.reason().unwrap_or(CnfError::Stopped)),
        }
    }

    /// Looks for a model that has these attributes and lacks that one.
    pub(super) fn model(&mut self, has: &AttrSet, lacks: Option<Attr>) -> Result<Solved, CnfError> {
        let assumed: Vec<Lit> =
            has.iter().map(|attr| self.has(attr)).chain(lacks.map(|attr| !self.has(attr))).collect();
        if let Some(model) = self.solve(&assumed)? {
            return Ok(Solved::Model(model));
        }
        let core: HashSet<Var> = self.solver.core().map_err(failed)?.into_iter().map(|literal| literal.var()).collect();
        let needed = has.iter().filter(|&attr| core.contains(&self.variables[attr]));
        Ok(Solved::NoModel(AttrSet::of(self.variables.len(), needed)))
    }

    /// Whether somebody called it off.
    pub(super) fn was_called_off(&self) -> bool {
        self.control.reason().is_some()
    }

    /// The attributes that the last model has.
    fn found(&self) -> Result<AttrSet, CnfError> {
        let mut model = AttrSet::empty(self.variables.len());
        for (attr, &variable) in self.variables.iter().enumerate() {
            if self.solver.var_val(variable).map_err(failed)? == TernaryVal::True {
                model.insert(attr);
            }
        }
        Ok(model)
    }
}

/// The solver's name for the variable of that number, counted from 1.
fn variable(number: usize) -> Var {
    // There are no more variables than `MAX_VARIABLES`, which fits.
    Var::new(number as u32 - 1)
}

fn literal_of(literal: i32) -> Lit {
    variable(literal.unsigned_abs() as usize).lit(literal < 0)
}

fn failed(error: impl std::fmt::Display) -> CnfError {
    CnfError::Solver(error.to_string())
}
