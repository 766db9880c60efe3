use std::ops::ControlFlow;

/// Where a learner is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The round of sampling, from 1; 0 for methods without rounds.
    pub round: u64,
    /// Sets drawn so far, in all rounds.
    pub samples: u64,
    /// How far this round is: sets that agreed, and how many would end it.
    pub agreed: u64,
    /// How many agreeing sets end the run; 0 where that is not known.
    pub needed: u64,
    /// Rules of the hypothesis, the background included.
    pub rules: usize,
    /// Questions asked so far, where they are counted.
    pub questions: u64,
    /// Sets visited so far, by the exact method.
    pub visited: u64,
    /// Memory held at this moment, in bytes, where it is counted.
    pub bytes: usize,
    /// Only sets that occur in so many rows are looked at now, where that is a
    /// part of the whole.
    pub min_support: Option<usize>,
    /// Whether the search has ended, and what was found is being counted.
    pub finishing: bool,
    /// The ε that seems to be reached at this moment, where it can be told: an
    /// estimate to show, not a guarantee.
    pub epsilon: Option<f64>,
}

/// Is told about progress and says whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// Lets a learner run unwatched.
pub fn unwatched(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The watcher called it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Cancelled {
    /// Whether to go on, as the watcher says.
    pub(crate) fn check(flow: ControlFlow<()>) -> Result<(), Self> {
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Self),
        }
    }
}
