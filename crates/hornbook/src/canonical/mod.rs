//! The exact canonical (Duquenne–Guigues) basis: of a context by looking, of
//! any domain by asking.
//!
//! LinCbO (Janoštík, Konečný, Krajča, *LinCbO: fast algorithm for computation
//! of the Duquenne–Guigues basis*, 2022), with other closures under the rules
//! (`rules.rs`), on several threads (`levels.rs`). `search.rs` has the
//! enumeration and its invariant. A domain that lives elsewhere is asked for
//! rows that break the rules of those seen so far (`elsewhere.rs`).

mod basis;
mod bits;
mod elsewhere;
mod levels;
mod rules;
mod search;
mod settings;
mod table;
mod tally;

pub use basis::{canonical_basis, canonical_basis_with};
pub(crate) use bits::Any;
pub(crate) use elsewhere::DomainSeen;
pub use elsewhere::{DomainBasisError, domain_basis};
pub(crate) use rules::Rows;
pub(crate) use search::{Intent, Search, SearchDomain};
pub use settings::{Basis, BasisProgress, BasisSettings, BasisStop, Unfinished};
