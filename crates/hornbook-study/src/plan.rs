//! What is run: groups of runs, and the seed of each.

use hornbook::Method;
use hornbook::learn::Accuracy;
use hornbook::sampling::{Distribution, DistributionError};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::twins::Twin;
use hornbook::hash::Hash;

/// What a run is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The runs of the grid.
    Runs,
    /// The paper's runs with a small ε, one for each.
    Large,
    /// The paper's many runs with the same parameters.
    Stability,
    /// A run on each random twin.
    Twins,
    /// A run that is looked at after so many questions, and so many more.
    Curves,
}

impl Part {
    /// The name of the part, as in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Large => "large",
            Self::Stability => "stability",
            Self::Twins => "twins",
            Self::Curves => "curves",
        }
    }
}

/// Runs that differ in nothing but their seed, and, for twins, in their table.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// What they are for.
    pub part: Part,
    /// How rules are learned.
    #[serde(serialize_with = "method_name", deserialize_with = "method_of_name")]
    pub method: Method,
    /// ε; none for a method that does not sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsilon: Option<f64>,
    /// δ, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<f64>,
    /// The kind of random table; none for the table itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<Twin>,
    /// How many.
    pub runs: u32,
}

impl Group {
    /// ε and δ, for a method that has them.
    pub fn accuracy(&self) -> Option<(f64, f64)> {
        self.epsilon.zip(self.delta)
    }
}

fn method_name<S: Serializer>(method: &Method, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(method.name())
}

fn method_of_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
    let name = String::deserialize(deserializer)?;
    let unknown = || serde::de::Error::custom(format!("there is no method '{name}'"));
    Method::from_name(&name).ok_or_else(unknown)
}

/// One run, by its place in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The place of its group.
    pub group: usize,
    /// Its number within, from 1.
    pub run: u32,
}

/// All that decides what comes out, but for the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The seed of everything random.
    pub seed: u64,
    /// The distribution of the sets that ε is a share of, by name.
    pub distribution: String,
    /// Whether what is known from the scaling is known to the learners.
    pub background: bool,
    /// How many sets a run is measured by at least, where it is not measured by all.
    pub probes: u64,
    /// Whether it repeats the paper's experiments.
    #[serde(default)]
    pub paper: bool,
    /// What is run.
    pub groups: Vec<Group>,
}

/// The sets that a run is measured by: as many as in the paper, so that a share
/// is off by .01 with a probability below .001.
pub const PROBES: u64 = 34_539;

/// The paper's ε for random tables.
const PAPER_EPSILON: f64 = 0.1;

/// Parameters of which every combination is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// How rules are learned.
    pub methods: Vec<Method>,
    /// The values of ε.
    pub epsilons: Vec<f64>,
    /// The values of δ.
    pub deltas: Vec<f64>,
    /// How often each combination is run.
    pub runs: u32,
    /// How many random twins of each kind.
    pub twins: u32,
    /// How many learning curves a method has.
    pub curves: u32,
}

/// Parameters that do not make a study.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// A list without entries.
    #[error("{0} must list at least one value")]
    Empty(&'static str),
    /// A list that names something twice.
    #[error("{name} lists {value} twice")]
    Twice {
        /// The list.
        name: &'static str,
        /// What is in it twice.
        value: String,
    },
    /// ε or δ outside (0, 1].
    #[error("{name} must be above 0 and at most 1, but is {value}")]
    OutOfRange {
        /// The list.
        name: &'static str,
        /// What is in it.
        value: f64,
    },
    /// Nothing to do.
    #[error("runs must be at least 1")]
    NoRuns,
    /// No distribution.
    #[error(transparent)]
    Distribution(#[from] DistributionError),
}

impl Grid {
    /// Refuses what makes no study.
    pub fn check(&self) -> Result<(), PlanError> {
        listed("methods", self.methods.iter().map(|method| method.name().to_owned()))?;
        for (name, values) in [("epsilon", &self.epsilons), ("delta", &self.deltas)] {
            listed(name, values.iter().map(f64::to_string))?;
            if let Some(&value) = values.iter().find(|&&value| Accuracy::new(value, value).is_err()) {
                return Err(PlanError::OutOfRange { name, value });
            }
        }
        if self.runs == 0 { Err(PlanError::NoRuns) } else { Ok(()) }
    }

    /// Every combination is run on the table itself; a method that does not sample
    /// has no ε and is run once. Twins of these kinds are run with the ε that is
    /// nearest to the paper's, since without the order of real data a small ε takes
    /// very long; curves, for the methods that ask, with the smallest; both with the
    /// first δ.
    pub fn groups(&self, kinds: &[Twin]) -> Vec<Group> {
        let mut groups = self.product(Part::Runs, None, self.runs);
        let far = |epsilon: &f64| (epsilon / PAPER_EPSILON).ln().abs();
        let nearest = self.epsilons.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)));
        for &kind in kinds {
            groups.extend(self.at(nearest, self.product(Part::Twins, Some(kind), self.twins)));
        }
        let smallest = self.epsilons.iter().copied().min_by(f64::total_cmp);
        groups.extend(self.at(smallest, self.product(Part::Curves, None, self.curves)));
        groups.retain(|group| group.runs > 0 && (group.part != Part::Curves || asks(group.method)));
        groups
    }

    /// Those with this ε and the first δ, and those without.
    fn at(&self, epsilon: Option<f64>, mut groups: Vec<Group>) -> Vec<Group> {
        let first = epsilon.zip(self.deltas.first().copied());
        groups.retain(|group| group.accuracy().is_none() || group.accuracy() == first);
        groups
    }

    fn product(&self, part: Part, twin: Option<Twin>, runs: u32) -> Vec<Group> {
        let mut groups = Vec::new();
        for &method in &self.methods {
            if !has_epsilon(method) {
                // Again on the same table it would find the same.
                let runs = if twin.is_none() { runs.min(1) } else { runs };
                groups.push(Group { part, method, epsilon: None, delta: None, twin, runs });
                continue;
            }
            for &epsilon in &self.epsilons {
                let with = |&delta: &f64| (Some(epsilon), Some(delta));
                let with = self.deltas.iter().map(with);
                groups.extend(with.map(|(epsilon, delta)| Group { part, method, epsilon, delta, twin, runs }));
            }
        }
        groups
    }
}

/// Whether what a method finds depends on ε. The usual one looks tables up, and
/// samples only where that is too much.
pub(crate) fn has_epsilon(method: Method) -> bool {
    method.samples() && method != Method::Auto
}

/// Whether a method asks questions, so that there is something to see along the way.
fn asks(method: Method) -> bool {
    has_epsilon(method) && method != Method::Settle
}

/// Refuses an empty list, and one that names something twice.
fn listed(name: &'static str, values: impl Iterator<Item = String>) -> Result<(), PlanError> {
    let mut seen: Vec<String> = Vec::new();
    for value in values {
        if seen.contains(&value) {
            return Err(PlanError::Twice { name, value });
        }
        seen.push(value);
    }
    if seen.is_empty() { Err(PlanError::Empty(name)) } else { Ok(()) }
}

impl Plan {
    /// The distribution as a value.
    pub fn distribution(&self) -> Result<Distribution, PlanError> {
        Ok(self.distribution.parse()?)
    }

    /// Every run, in order.
    pub fn cells(&self) -> Vec<Cell> {
        let of_group = |(group, one): (usize, &Group)| (1..=one.runs).map(move |run| Cell { group, run });
        self.groups.iter().enumerate().flat_map(of_group).collect()
    }

    /// The seed of a run. It does not depend on what else is in the plan, so
    /// that a larger study has the runs of a smaller one among its own.
    pub fn seed_of(&self, cell: Cell) -> u64 {
        let group = &self.groups[cell.group];
        Hash::new()
            .number(self.seed)
            .text(group.part.name())
            .text(group.method.name())
            .number(group.epsilon.map_or(0, f64::to_bits))
            .number(group.delta.map_or(0, f64::to_bits))
            .text(group.twin.map_or("", Twin::name))
            .number(u64::from(cell.run))
            .mixed()
    }

    /// The seed of a random table: the same for all methods, ε and δ, so that
    /// they are compared on the same tables.
    pub fn seed_of_twin(&self, twin: Twin, number: u32) -> u64 {
        Hash::new().number(self.seed).text("twin").text(twin.name()).number(u64::from(number)).mixed()
    }
}
