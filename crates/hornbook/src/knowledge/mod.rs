//! What is known of a domain, from both sides.
//!
//! Confirmed rules bound the truth from below, models seen from above. For any
//! set X,
//!
//! ```text
//! lower(X) = closure of X under the confirmed rules
//! upper(X) = what all seen models that contain lower(X) may have in common; ⊥ if there is none
//! lower(X) ⊆ truth(X) ⊆ upper(X)
//! ```
//!
//! X is *settled* where the two meet: no question about it is worth asking.
//! Background knowledge is rules confirmed before the start, initial data is
//! models seen before the start, a table is the case where upper is exact.
//!
//! A rule may also be *denied*: it is known to fail, and no model is known that
//! breaks it. There must be one, since the closure of the premise is a model of
//! the domain; what it surely lacks bounds the truth from above like a model of
//! which little is known.

mod bounds;
mod conflict;
mod denied;
mod denying;
mod known;

pub use conflict::Conflict;
pub use known::Knowledge;
