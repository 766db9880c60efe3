//! Domains: whatever can be asked about many sets at once.
//!
//! A table in memory, a file, a database, a cluster. What one scan of the data
//! can tell about a thousand sets is asked in one batch, so that a domain that
//! lives elsewhere can be learned from with few scans. Everything that looks
//! things up stands on [`Domain`]: the exact basis, settling, measures, checks
//! and sampling by support. A domain also plays the expert, by
//! [`DomainOracle`](crate::oracle::DomainOracle).
//!
//! ```
//! use std::convert::Infallible;
//! use std::sync::Arc;
//!
//! use hornbook::domain::{Domain, Violations};
//! use hornbook::{AttrSet, Conclusion, Context, Implication, Universe};
//!
//! // What one can ask of a table.
//! let universe = Arc::new(Universe::new(["milk", "hair"]).unwrap());
//! let table = Context::from_rows(universe.clone(), [universe.all(), universe.none()]);
//! let mut domain = &table;
//! let Ok(closures) = domain.closures(&[universe.none(), universe.set(["milk"]).unwrap()]);
//! assert_eq!(closures, [Conclusion::Attrs(universe.none()), Conclusion::Attrs(universe.all())]);
//! let Ok(supports) = domain.supports(&[universe.none(), universe.all()]);
//! assert_eq!(supports, [2, 1]);
//! ```

mod counted;
mod sampler;
mod source;
mod table;

pub use counted::{CountedDomain, DomainTally};
pub use sampler::DomainSampler;
pub use source::{AllRules, BreakingRow, BrokenRule, Domain, Violations};
