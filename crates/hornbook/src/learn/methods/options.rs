use std::time::Duration;

use crate::accuracy::{Accuracy, Schedule, Strength};
use crate::domain::DomainSampler;
use crate::learn::frugal::FALLBACK_AFTER;
use crate::outcome::Method;
use crate::sampling::{Distribution, DistributionKind, Sampler};
use crate::{Attr, Implication};

/// What [`learn_domain`](super::learn_domain) is told.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// How rules are learned.
    pub method: Method,
    /// ε and δ.
    pub accuracy: Accuracy,
    /// Weak or strong.
    pub strength: Strength,
    /// How δ is spread over rounds.
    pub schedule: Schedule,
    /// The distribution of the samples. With a `max_premise`, and for rules of
    /// a least support, it must draw no other sets.
    pub sampler: Sampler,
    /// Draw sets by support from the rows of the domain, wherever it lives,
    /// instead of by the sampler; for settling.
    pub by_rows: Option<DomainSampler>,
    /// Only rules with premises of at most so many attributes.
    pub max_premise: Option<usize>,
    /// How many threads sample; the result does not depend on it.
    pub threads: usize,
    /// After so many questions the frugal method gives way to one with a
    /// polynomial bound.
    pub fallback_after: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// No more questions than these.
    pub limit_questions: Option<u64>,
    /// No more time than this.
    pub limit_time: Option<Duration>,
    /// No more memory than this, in bytes; for the exact and the usual method.
    pub limit_memory: Option<usize>,
    /// Learn rules with exceptions too, of at least this confidence.
    pub confidence: Option<f64>,
    /// Only rules whose premise occurs in so many rows; with 0 also rules of what
    /// never occurs. If it is not told, exact methods find all rules, and
    /// [`Method::Auto`] chooses.
    pub min_support: Option<usize>,
    /// Let [`Method::Auto`] learn for ε, by samples, where not all rules are
    /// found quickly; otherwise it finds all that enough rows bear out.
    pub rather_sample: bool,
    /// Cut the premises of exact rules down to what occurs in the same rows; they
    /// are not the canonical basis then, but as many and say the same.
    pub short_premises: bool,
    /// Learn only rules that conclude this attribute.
    pub target: Option<Attr>,
}

impl LearnOptions {
    /// The usual ones: uniform sets, the method's own strength and schedule,
    /// one thread, no limits.
    pub fn new(method: Method, accuracy: Accuracy, attributes: usize) -> Self {
        Self {
            method,
            accuracy,
            strength: method.usual_strength(),
            schedule: method.usual_schedule(),
            sampler: Sampler::uniform(attributes),
            by_rows: None,
            max_premise: None,
            threads: 1,
            fallback_after: FALLBACK_AFTER,
            seed: 1,
            limit_questions: None,
            limit_time: None,
            limit_memory: None,
            confidence: None,
            min_support: None,
            rather_sample: false,
            short_premises: false,
            target: None,
        }
    }

    /// The distribution that ε speaks of.
    pub fn distribution(&self) -> Distribution {
        match self.by_rows {
            Some(DomainSampler { max_size: None }) => Distribution::of(DistributionKind::Support),
            Some(DomainSampler { max_size: Some(most) }) => Distribution::of(DistributionKind::Support).at_most(most),
            None => self.sampler.distribution(),
        }
    }

    /// The method, as far as the options decide it.
    pub(super) fn chosen_method(&self) -> Method {
        match self.method {
            // Whoever counts questions wants few.
            Method::Auto if self.limit_questions.is_some() => Method::Frugal,
            method => method,
        }
    }
}

/// Options that do not go together, or not with the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// All rules about one attribute are looked up in a table in memory alone.
    #[error("a target needs a table in memory, or a method that samples, not '{0}'")]
    TargetNeedsSampling(Method),
    /// Rules with exceptions are found by going through rows.
    #[error("rules with exceptions need a table in memory")]
    ConfidenceNeedsTable,
    /// How many rows bear a rule out is not known where rows are not counted.
    #[error("a least support needs rows that are counted, and these are not")]
    SupportNeedsCounting,
    /// Only learners that look for open sets certify something apart.
    #[error("a distribution with 'and short' needs the method 'frugal' or 'settle', not '{0}'")]
    ApartNeedsLooks(Method),
    /// Rows of a domain elsewhere are drawn only where things are looked up.
    #[error("sets by support of a domain that lives elsewhere need the method 'settle', not '{0}'")]
    RowsNeedSettle(Method),
}

/// Why nothing was learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LearnFailure<E> {
    /// The options do not go together.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// A rule that was said to be known does not hold in the domain.
    #[error("a rule given as known beforehand does not hold")]
    Background(Implication),
    /// The domain failed.
    #[error(transparent)]
    Domain(E),
}
