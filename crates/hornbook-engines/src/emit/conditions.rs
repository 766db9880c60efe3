//! The two conditions that an attribute becomes.

/// What is true of the rows that are known to have an attribute, and of those that are
/// known to lack it. Of a row of which neither is known, both are false or NULL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conditions {
    pub(super) has: String,
    pub(super) lacks: String,
}

impl Conditions {
    pub(super) fn new(has: String, lacks: String) -> Self {
        Self { has, lacks }
    }

    /// The same, and whatever is not known to have the attribute lacks it.
    pub(super) fn with_missing_as_no(self) -> Self {
        let lacks = format!("({}) IS NOT TRUE", self.has);
        Self { lacks, ..self }
    }
}

/// A number as SQL has it.
pub(super) fn number_text(number: f64) -> String {
    format!("{number}")
}

/// Between two bounds, of which each is told by a condition.
pub(super) fn between(inside: [String; 2], outside: [String; 2]) -> Conditions {
    Conditions::new(format!("({})", inside.join(" AND ")), format!("({})", outside.join(" OR ")))
}
