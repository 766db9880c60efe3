use crate::learn::Schedule;
use crate::learn::pac::Strength;

/// How rules are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Whatever is quickest on a table, where questions are free: exact if that
    /// is quicker than sampling, else settling. Frugal where questions are
    /// limited.
    Auto,
    /// As few questions as possible, every rule valid.
    Frugal,
    /// All that samples leave open is looked up in the table at once; every
    /// rule valid.
    Settle,
    /// Algorithms 4 and 5 (or 3) to the letter.
    Pac,
    /// The same with a hypothesis that is valid at all times.
    PacValid,
    /// The variant behind the paper's table.
    PacCached,
    /// Attribute exploration: exact, questions counted.
    Exploration,
    /// The canonical basis, without questions.
    Exact,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 8] = [
        Self::Auto,
        Self::Frugal,
        Self::Settle,
        Self::Pac,
        Self::PacValid,
        Self::PacCached,
        Self::Exploration,
        Self::Exact,
    ];

    /// The name of the method, as in `--method`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Frugal => "frugal",
            Self::Settle => "settle",
            Self::Pac => "pac",
            Self::PacValid => "pac-valid",
            Self::PacCached => "pac-cached",
            Self::Exploration => "exploration",
            Self::Exact => "exact",
        }
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Weak for the variant behind the paper's table, which is; else strong.
    pub fn usual_strength(self) -> Strength {
        if self == Self::PacCached { Strength::Weak } else { Strength::Strong }
    }

    /// The paper's schedule for the methods that follow it to the letter or
    /// reproduce its table, whose figures depend on it; else the thrifty one.
    pub fn usual_schedule(self) -> Schedule {
        if matches!(self, Self::Pac | Self::PacCached) { Schedule::Paper } else { Schedule::Thrifty }
    }

    /// Whether it can be told to be content with the weak guarantee; for the
    /// others the strong one, which includes it, costs no more.
    pub fn has_weak_form(self) -> bool {
        matches!(self, Self::Pac | Self::PacValid | Self::PacCached)
    }

    /// Whether it can learn only rules with short or frequent premises.
    pub fn restricts(self) -> bool {
        matches!(self, Self::Auto | Self::Frugal | Self::Settle)
    }

    /// Whether it samples, and so has a guarantee with ε and δ.
    pub fn samples(self) -> bool {
        !matches!(self, Self::Exploration | Self::Exact)
    }
}
