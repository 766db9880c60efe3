//! Keys and functional dependencies of the columns of a table, without exceptions or
//! with few.
//!
//! `city, street -> zip` says: two rows with the same city and street have the same
//! zip. That is an implication whose objects are pairs of rows: a pair has the columns
//! in which both rows agree. A key is a set of columns in which no two rows agree.
//!
//! Cells are compared as text. All that says "missing" (empty, `?`, `NA`, …) is one
//! value, unless [`MissingCells::Distinct`] says that what is missing equals nothing.
//!
//! A left side is searched for as Hornbook learns anything: a candidate is tried on the
//! table, and what refutes it is kept. A pair of rows that differ in the right side
//! refutes every left side in which they agree, so that a left side must have one of
//! the columns in which they differ: `hitting.rs` finds the smallest sets that do.
//! After HPIValid (Birnick, Bläsius, Friedrich, Naumann, Papenbrock, Schirneck, *Hitting
//! set enumeration with partial information for unique column combination discovery*,
//! 2020), which does so for keys, and its successor for dependencies (Bleifuß and
//! others, *Discovering functional dependencies through hitting set enumeration*,
//! 2024). With exceptions (`exceptions.rs`), a candidate that is refuted is made as
//! large as it can be and still is refuted, and the rest of the columns takes the place
//! of the pair.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use hornbook::dependencies::{DependencySettings, find_dependencies};
//! use hornbook::table::Table;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let table = Table::read(b"street,town,zip\nMain,Ulm,1\nOak,Ulm,1\nOak,Bonn,2\n", None)?;
//! let found = find_dependencies(&table, &DependencySettings::default(), &mut |_| ControlFlow::Continue(()));
//! // A town has one zip, and a zip belongs to one town; they and the street are a key.
//! assert_eq!(found.equivalent, [vec![1, 2]]);
//! assert!(found.keys[0].columns.iter().eq([0, 1]));
//! assert_eq!(found.all().count(), 2);
//! # Ok(())
//! # }
//! ```

mod column;
mod differences;
mod encoded;
mod exact;
mod exceptions;
mod find;
mod found;
mod hitting;
mod partition;
mod path;
mod settings;
mod watching;

pub use find::find_dependencies;
pub use found::{Dependencies, Dependency, Key};
pub use settings::{DependencyProgress, DependencySettings, MissingCells};
