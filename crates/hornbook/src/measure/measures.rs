//! What is measured of a theory.

/// Shares of all sets, exact or estimated.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Measures {
    /// Sets A for which all that the theory concludes is true: 𝔙 ⊨ A → 𝓗(A).
    pub precision: f64,
    /// Sets A for which the theory concludes all that is true: 𝓗 ⊨ A → Ĥ(A).
    pub recall: f64,
    /// Sets that are a model of just one of theory and truth.
    pub weak_error: f64,
    /// Sets with different closures under theory and truth.
    pub strong_error: f64,
    /// Rules that hold in the table; 1 for a theory without rules.
    pub valid_rules: f64,
    /// The number of sets looked at, or, if exact, accounted for. By support a set
    /// counts for each different row that has it.
    pub probes: u64,
    /// Whether these were all that can be drawn.
    pub exact: bool,
}
