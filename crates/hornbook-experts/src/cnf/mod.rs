//! Theories in conjunctive normal form, whose models are a domain.
//!
//! A DIMACS file is [read](read_dimacs) into a [`Cnf`]; a [`CnfDomain`] answers what
//! a [`Domain`](hornbook::Domain) is asked by a SAT solver. Its rows are the models of
//! the theory, its attributes the variables: a model has those that are true in it.
//! What is learned is the Horn envelope of the theory.
//!
//! ```
//! use hornbook::Domain;
//! use hornbook_experts::cnf::{AttributeVariables, CnfDomain, SolverControl, read_dimacs};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Either tea or coffee; tea comes with a spoon, and so does coffee.
//! let cnf = read_dimacs(b"c 1 tea\nc 2 coffee\nc 3 spoon\np cnf 3 4\n1 2 0\n-1 -2 0\n-1 3 0\n-2 3 0\n")?;
//! let mut domain = CnfDomain::new(cnf, AttributeVariables::Named, SolverControl::default())?;
//! let universe = domain.universe().clone();
//! let closures = domain.closures(&[universe.none(), universe.set(["tea", "coffee"])?])?;
//! assert_eq!(closures[0].attrs(), Some(&universe.set(["spoon"])?));
//! assert!(closures[1].is_falsum());
//! # Ok(())
//! # }
//! ```

mod clauses;
mod components;
mod control;
mod dimacs;
mod domain;
mod envelope;
mod error;
mod names;
mod pool;
mod session;

pub use clauses::{AttributeVariables, Cnf, MAX_ATTRIBUTES, MAX_VARIABLES};
pub use control::SolverControl;
pub use dimacs::read_dimacs;
pub use domain::CnfDomain;
pub use error::CnfError;
