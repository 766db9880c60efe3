//! Studies of Hornbook's learners: how far can ε and δ be trusted on a table,
//! and what do they change?
//!
//! A [`Plan`] lists groups of runs, each a method with its ε and δ, on the
//! table itself or on random [`twins`] of it. [`conduct`] spreads the runs
//! over threads and appends a [`Record`] of each to a [`Store`], which takes up
//! where it was left. A [`Report`](report::Report) says what came out, as a web
//! page, Markdown, CSV and JSON.
//!
//! The seed of a run comes from the plan's seed and the run's place in the
//! plan, so that results depend neither on threads nor on interruptions.
//!
//! The modules from bottom to top: `fingerprint`, `subject` and `twins` are what
//! is studied, `plan` is what is to be run, and `paper` what was published.
//! `judgement` tells whether an error is above ε. `bench` learns from a table and
//! measures what came of it, `curve` does so with ever more questions, and `run` is one
//! cell of the plan. `store` keeps what came of it, and `conduct` runs them all.
//! `summary`, `verdict` and `frequency` count, `plots` draws, and `report` says what came out:
//! it is laid out as an outline, section by section, and then written.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod bench;
mod conduct;
mod curve;
mod fingerprint;
pub mod frequency;
pub mod judgement;
pub mod paper;
mod plan;
pub mod plots;
pub mod report;
mod run;
mod store;
mod subject;
pub mod summary;
pub mod twins;
pub mod verdict;

pub use conduct::{Tick, conduct};
pub use curve::Point;
pub use plan::{Cell, Grid, Group, PROBES, Part, Plan, PlanError};
pub use run::{Record, Saying};
pub use store::{RECORDS, Store, StoreError};
pub use subject::Subject;
pub use twins::Twin;
