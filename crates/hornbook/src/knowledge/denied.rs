use crate::{Implication, Model};

/// A rule that is known to fail.
#[derive(Clone, Debug)]
pub(super) struct Denied {
    pub rule: Implication,
    /// What is known of the closure of its premise; `None` while that may lack
    /// any of several attributes.
    pub witness: Option<Model>,
    /// Whether the witness breaks the rule, so that it says all that is known.
    pub is_broken: bool,
}
