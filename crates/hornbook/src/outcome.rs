//! How a run ended and what its rules are worth, as data: rule files hold it,
//! and every face puts it into its own words.

use serde::{Deserialize, Serialize};

use crate::accuracy::{Schedule, Strength};
use crate::sampling::ANY_FEW_TIMES_EPSILON;

/// How rules are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Method {
    /// Exact if that takes seconds; else complete above the smallest support for
    /// which it does; else settling. Frugal where questions are limited.
    Auto,
    /// As few questions as possible, every rule valid.
    Frugal,
    /// All that samples leave open is looked up at once; every rule valid.
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

    /// The name of the method, as rule files and the command have it.
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
        matches!(self, Self::Auto | Self::Frugal | Self::Settle | Self::Exact)
    }

    /// Whether it samples, and so has a guarantee with ε and δ.
    pub fn samples(self) -> bool {
        !matches!(self, Self::Exploration | Self::Exact)
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What is promised about rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Guarantee {
    /// Probably, closures differ for at most a share ε of the sets.
    Strong,
    /// Probably, at most a share ε of the sets is a model of just one of rules
    /// and truth.
    Weak,
    /// What holds follows from the rules, and nothing else.
    Exact,
    /// What holds and is borne out by a number of rows follows from the rules,
    /// and they hold.
    #[serde(rename = "above support")]
    AboveSupport,
    /// Nothing.
    None,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StopReason {
    /// The guarantee was earned.
    Certified,
    /// Everything is known.
    Complete,
    /// The limit on questions was reached.
    #[serde(rename = "question limit")]
    QuestionLimit,
    /// The limit on time was reached.
    #[serde(rename = "time limit")]
    TimeLimit,
    /// The limit on memory was reached.
    #[serde(rename = "memory limit")]
    MemoryLimit,
    /// Whoever watched called it off.
    Cancelled,
    /// It has not ended: an exploration under way.
    Unfinished,
}

impl StopReason {
    /// The words for it, as in rule files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Certified => "certified",
            Self::Complete => "complete",
            Self::QuestionLimit => "question limit",
            Self::TimeLimit => "time limit",
            Self::MemoryLimit => "memory limit",
            Self::Cancelled => "cancelled",
            Self::Unfinished => "unfinished",
        }
    }

    /// Whether nothing cut the run short.
    pub fn is_end(self) -> bool {
        matches!(self, Self::Certified | Self::Complete)
    }
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What was certified by fresh samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// With probability at least 1 − δ, conclusions are incomplete for at most
    /// this share of sets, leaving out those that depend on questions without
    /// an answer.
    pub epsilon: f64,
    /// With the same probability, at most this share of sets depends on
    /// questions without an answer; 0 if there is none.
    pub set_aside: f64,
    /// The fresh samples it rests on.
    pub samples: u64,
    /// The same for any few attributes, where these are judged apart. All of it is
    /// right together with probability 1 − δ.
    pub any_few: Option<Bound>,
}

/// Bounds on shares of sets, by fresh samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Conclusions are incomplete for at most this share of sets, leaving out those
    /// that depend on questions without an answer.
    pub epsilon: f64,
    /// At most this share of sets depends on questions without an answer.
    pub set_aside: f64,
    /// The fresh samples it rests on.
    pub samples: u64,
}

impl Certificate {
    /// A certificate of one bound.
    pub fn of(bound: Bound) -> Self {
        let Bound { epsilon, set_aside, samples } = bound;
        Self { epsilon, set_aside, samples, any_few: None }
    }

    /// Nothing.
    pub(crate) fn nothing() -> Self {
        Self::of(Bound { epsilon: 1.0, set_aside: 0.0, samples: 0 })
    }

    /// The smallest ε for which this is enough: what any few attributes are judged
    /// by may be [some times](ANY_FEW_TIMES_EPSILON) as much.
    pub fn supported_epsilon(&self) -> f64 {
        let any_few = self.any_few.map_or(0.0, |bound| bound.epsilon / ANY_FEW_TIMES_EPSILON);
        self.epsilon.max(any_few).min(1.0)
    }

    /// How much hangs on questions without an answer, as a share of the same kind.
    pub fn supported_set_aside(&self) -> f64 {
        let any_few = self.any_few.map_or(0.0, |bound| bound.set_aside / ANY_FEW_TIMES_EPSILON);
        self.set_aside.max(any_few)
    }
}

/// How many questions were asked, and how they were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Questions {
    /// All of them.
    pub asked: u64,
    /// Those answered by yes.
    pub confirmed: u64,
    /// Those answered by no.
    pub refuted: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_files_have_the_names() {
        for method in Method::ALL {
            assert_eq!(serde_json::to_value(method).unwrap(), method.name());
        }
        let reasons = [
            StopReason::Certified,
            StopReason::Complete,
            StopReason::QuestionLimit,
            StopReason::TimeLimit,
            StopReason::MemoryLimit,
            StopReason::Cancelled,
            StopReason::Unfinished,
        ];
        for reason in reasons {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        }
    }
}
