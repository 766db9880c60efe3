//! Which rules are wanted of a table, and how: the one recipe from what somebody says
//! to what a learner is told. Command and Python have the same defaults by it, so that
//! the same seed gives the same rules.

use super::preparation::Preparation;
use super::prepared::Prepared;
use super::sets::{SetsError, WantedSets};
use super::target::TargetError;
use crate::accuracy::{Accuracy, AccuracyError, Schedule, Strength};
use crate::domain::DomainSampler;
use crate::learn::frugal::FALLBACK_AFTER;
use crate::learn::methods::LearnOptions;
use crate::outcome::Method;
use crate::sampling::{Distribution, DistributionError, DistributionKind, Sampler, USUALLY_TOLD};

/// ε where sets are sampled and nobody said otherwise.
pub const USUAL_EPSILON: f64 = 0.01;
/// The same for the method that asks few questions, as a person would be asked.
pub const USUAL_EPSILON_OF_QUESTIONS: f64 = 0.05;
/// δ where nobody said otherwise.
pub const USUAL_DELTA: f64 = 0.1;

/// Which rules are wanted, and what shall be promised about them.
#[derive(Clone, Debug)]
pub struct WantedRules {
    /// How they are learned.
    pub method: Method,
    /// ε; as usual if it is not told.
    pub epsilon: Option<f64>,
    /// δ, likewise.
    pub delta: Option<f64>,
    /// The sets that ε is about, likewise.
    pub distribution: Option<Distribution>,
    /// Weak or strong, likewise.
    pub strength: Option<Strength>,
    /// How δ is spread over rounds, likewise.
    pub schedule: Option<Schedule>,
    /// Only rules that conclude this attribute.
    pub target: Option<String>,
    /// Only rules whose premise occurs in so many rows.
    pub min_support: Option<RowAmount>,
    /// Only rules with so many attributes in the premise.
    pub max_premise: Option<usize>,
    /// Also rules with exceptions, of at least this confidence.
    pub confidence: Option<f64>,
    /// Whether what is known of the attributes from how they were made is no finding.
    pub background: bool,
    /// After so many questions the frugal method gives way to one with a polynomial
    /// bound.
    pub fallback_after: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// No more questions than these.
    pub limit_questions: Option<u64>,
}

impl Default for WantedRules {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            epsilon: None,
            delta: None,
            distribution: None,
            strength: None,
            schedule: None,
            target: None,
            min_support: None,
            max_premise: None,
            confidence: None,
            background: true,
            fallback_after: FALLBACK_AFTER,
            seed: 1,
            limit_questions: None,
        }
    }
}

/// A number of rows, or a share of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowAmount {
    /// So many.
    Count(usize),
    /// This share, from 0 to 1.
    Share(f64),
}

impl RowAmount {
    /// Of so many rows, at least how many.
    pub fn at_least(self, rows: usize) -> usize {
        match self {
            Self::Count(count) => count,
            // A part of a row is a row.
            Self::Share(share) => (share * rows as f64 - 1e-9).ceil() as usize,
        }
    }

    /// Of so many rows, at most how many.
    pub fn at_most(self, rows: usize) -> usize {
        match self {
            Self::Count(count) => count,
            Self::Share(share) => (share * rows as f64 + 1e-9) as usize,
        }
    }
}

/// `50` is a number of rows, `1%` a share of them.
impl std::str::FromStr for RowAmount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || "expected a number of rows such as 50, or a share of them such as 1%".to_owned();
        match text.trim().strip_suffix('%') {
            Some(share) => match share.trim().parse::<f64>() {
                Ok(share) if (0.0..=100.0).contains(&share) => Ok(Self::Share(share / 100.0)),
                _ => Err(expected()),
            },
            None => text.trim().parse().map(Self::Count).map_err(|_| expected()),
        }
    }
}

/// Where the rows are that rules are wanted of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsAtHand {
    /// They are the context of the table.
    Table,
    /// They are so many, elsewhere.
    Elsewhere {
        /// How many.
        count: usize,
        /// Whether sets can be drawn as they occur in them.
        can_be_drawn: bool,
    },
    /// They are the models of a theory, which are not counted.
    Models,
}

/// Why such rules cannot be had.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.message(&|option| option.replace('_', " ")))]
#[non_exhaustive]
pub enum WantedRulesError {
    /// ε or δ is out of bounds.
    Accuracy(AccuracyError),
    /// There is no such target.
    Target(TargetError),
    /// The confidence is no share.
    Confidence(f64),
    /// Rows are not counted.
    SupportNeedsCounting,
    /// There are fewer rows than that.
    FewerRows {
        /// How many were asked for.
        wanted: usize,
        /// How many there are.
        rows: usize,
    },
    /// The method finds rules of all kinds.
    MethodDoesNotRestrict,
    /// Of rows that are no table in memory, rules above a support are looked up alone.
    SupportElsewhere,
    /// The sets cannot be drawn from a table in memory.
    Sets(SetsError),
    /// The sets cannot be drawn where the rows are.
    Elsewhere(DistributionError, RowsAtHand),
}

impl WantedRulesError {
    /// What is wrong, with options such as `min_support` spelled as whoever reads it
    /// gives them.
    pub fn message(&self, spelled: &dyn Fn(&'static str) -> String) -> String {
        let [least, most] = ["min_support", "max_premise"].map(spelled);
        match self {
            Self::Accuracy(error) => {
                format!("{} must be above 0 and at most 1, but is {}", spelled(error.name), error.value)
            }
            Self::Target(error) => format!("{}: {error}", spelled("target")),
            Self::Confidence(share) => {
                format!("{} must be above 0 and below 1, but is {share}", spelled("confidence"))
            }
            Self::SupportNeedsCounting => {
                format!("{least} needs rows that are counted, and the models of a theory are not")
            }
            Self::FewerRows { wanted, rows } => {
                let rows = if *rows == 1 { "1 row".to_owned() } else { format!("{} rows", grouped(*rows)) };
                format!("{least} is {}, but the table has {rows}", grouped(*wanted))
            }
            Self::MethodDoesNotRestrict => {
                let able = Method::ALL.into_iter().filter(|method| method.restricts()).map(Method::name);
                let able = able.collect::<Vec<_>>().join(", ");
                format!("{most} and {least} need one of these methods: {able}")
            }
            Self::SupportElsewhere => format!(
                "{least} needs the methods auto or exact, and neither {} nor {most}, for rows that are no table in memory",
                spelled("target")
            ),
            Self::Sets(error) => error.to_string(),
            Self::Elsewhere(error, rows) => {
                let use_instead = match rows {
                    RowsAtHand::Models => "for the models of a theory, use short or uniform",
                    _ => "for rows that are no table in memory, use support with auto or settle, columns or uniform",
                };
                format!("{}: {error}; {use_instead}", spelled("distribution"))
            }
        }
    }
}

/// A number with commas between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl WantedRules {
    /// The method, as far as it is known whether it asks: whoever counts questions
    /// wants few.
    pub fn asking_method(&self) -> Method {
        match self.method {
            Method::Auto if self.limit_questions.is_some() => Method::Frugal,
            method => method,
        }
    }

    /// ε and δ as they were told, or else as is usual for the method.
    pub fn accuracy(&self) -> Result<Accuracy, WantedRulesError> {
        let usual = match self.asking_method() {
            Method::Frugal => USUAL_EPSILON_OF_QUESTIONS,
            _ => USUAL_EPSILON,
        };
        Accuracy::new(self.epsilon.unwrap_or(usual), self.delta.unwrap_or(USUAL_DELTA))
            .map_err(WantedRulesError::Accuracy)
    }

    /// Whether somebody asked for a guarantee about sampled sets.
    pub fn asks_for_guarantee(&self) -> bool {
        self.epsilon.is_some() || self.delta.is_some() || self.distribution.is_some()
    }

    /// What to make of a table so that such rules come out.
    pub fn preparation(&self) -> Preparation {
        Preparation { background: self.background, target: self.target.clone(), ..Preparation::learning() }
    }

    /// What a learner is told to find these rules in the table. Premises of exact rules
    /// are cut down to what occurs in the same rows.
    pub fn learning(&self, table: &Prepared, rows: RowsAtHand) -> Result<LearnOptions, WantedRulesError> {
        let mut options = LearnOptions {
            strength: self.strength.unwrap_or_else(|| self.method.usual_strength()),
            schedule: self.schedule.unwrap_or_else(|| self.method.usual_schedule()),
            rather_sample: self.asks_for_guarantee(),
            short_premises: true,
            fallback_after: self.fallback_after,
            seed: self.seed,
            limit_questions: self.limit_questions,
            ..LearnOptions::new(self.method, self.accuracy()?, table.context.attribute_count())
        };
        self.restrict(&mut options, table, rows)?;
        match rows {
            RowsAtHand::Table => options.sampler = self.sampler(&options, table)?,
            _ => self.sample_elsewhere(&mut options, table, rows)?,
        }
        Ok(options)
    }

    /// What a learner is told to find the canonical basis of the table, as far as these
    /// rules go.
    pub fn basis(&self, table: &Prepared, rows: RowsAtHand) -> Result<LearnOptions, WantedRulesError> {
        // Nothing is sampled, so that ε and δ do not matter.
        let accuracy = Accuracy::new(1.0, 1.0).map_err(WantedRulesError::Accuracy)?;
        let mut options = LearnOptions::new(Method::Exact, accuracy, table.context.attribute_count());
        self.restrict(&mut options, table, rows)?;
        Ok(options)
    }

    /// Which rules are wanted of the table.
    fn restrict(&self, options: &mut LearnOptions, table: &Prepared, rows: RowsAtHand) -> Result<(), WantedRulesError> {
        let target = self.target.as_ref().map(|name| table.target(name)).transpose();
        options.target = target.map_err(WantedRulesError::Target)?;
        options.confidence = match self.confidence {
            Some(share) if !(share > 0.0 && share < 1.0) => return Err(WantedRulesError::Confidence(share)),
            share => share,
        };
        options.max_premise = self.max_premise;
        if self.min_support.is_some_and(|wanted| wanted != RowAmount::Count(0)) && rows == RowsAtHand::Models {
            return Err(WantedRulesError::SupportNeedsCounting);
        }
        let count = match rows {
            RowsAtHand::Elsewhere { count, .. } => count,
            _ => table.context.len(),
        };
        options.min_support = self.min_support.map(|wanted| wanted.at_least(count));
        match options.min_support.filter(|&wanted| wanted > count) {
            Some(wanted) => Err(WantedRulesError::FewerRows { wanted, rows: count }),
            None => Ok(()),
        }
    }

    /// The distribution, restricted to the sets that rules are wanted about, where
    /// sets are sampled.
    fn sampler(&self, options: &LearnOptions, table: &Prepared) -> Result<Sampler, WantedRulesError> {
        let method = options.method;
        let restricted = options.max_premise.is_some() || options.min_support.is_some();
        if restricted && !method.restricts() {
            return Err(WantedRulesError::MethodDoesNotRestrict);
        }
        // Where nothing is sampled, laying out the rows for it would be in vain.
        let looked_up = method == Method::Auto && !options.rather_sample && options.limit_questions.is_none();
        if method == Method::Exact || looked_up {
            return Ok(options.sampler.clone());
        }
        let wanted = WantedSets {
            method: self.asking_method(),
            distribution: self.distribution.clone(),
            for_one_target: options.target.is_some(),
            max_premise: options.max_premise,
            min_support: options.min_support,
        };
        table.sampler(&wanted).map_err(WantedRulesError::Sets)
    }

    /// How sets are drawn where the rows are no table in memory: as they occur, or
    /// without looking at rows.
    fn sample_elsewhere(
        &self,
        options: &mut LearnOptions,
        table: &Prepared,
        rows: RowsAtHand,
    ) -> Result<(), WantedRulesError> {
        let method = self.asking_method();
        let can_be_drawn = matches!(rows, RowsAtHand::Elsewhere { can_be_drawn: true, .. });
        let by_rows = can_be_drawn && matches!(method, Method::Auto | Method::Settle | Method::Exact);
        let asked_for = self.distribution.as_ref();
        let by_support = asked_for.is_none_or(|drawn| *drawn == Distribution::of(DistributionKind::Support));
        if by_rows && by_support {
            options.by_rows = Some(DomainSampler { max_size: options.max_premise });
            return Ok(());
        }
        let is_restricted = options.target.is_some() || options.max_premise.is_some();
        let looks_up = method == Method::Exact || (method == Method::Auto && !is_restricted);
        if options.min_support.is_some() && !looks_up {
            return Err(WantedRulesError::SupportElsewhere);
        }
        let usual = match rows {
            // Nearly all sets are impossible, and that says little of those that are not.
            RowsAtHand::Models => DistributionKind::Short { most: USUALLY_TOLD },
            _ if table.groups.is_empty() => DistributionKind::Uniform,
            _ => DistributionKind::Columns,
        };
        let distribution = asked_for.cloned().unwrap_or_else(|| Distribution::of(usual));
        let distribution = options.max_premise.map_or(distribution.clone(), |most| distribution.told_at_most(most));
        let over = distribution.over(&table.context, &table.groups);
        let sampler = over.map_err(|error| WantedRulesError::Elsewhere(error, rows))?;
        options.sampler = match options.max_premise.filter(|&most| !distribution.is_within(most)) {
            Some(most) => sampler.at_most(most),
            None => sampler,
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ContextFormat;

    #[test]
    fn numbers_and_shares_of_rows() {
        for (text, count) in [("50", 50), ("0", 0), ("1%", 3), ("0.5 %", 2), ("100%", 250), ("0.4%", 1)] {
            assert_eq!(text.parse::<RowAmount>().unwrap().at_least(250), count, "{text}");
        }
        for bad in ["", "%", "-1", "101%", "1.5", "-1%", "NaN%"] {
            assert!(bad.parse::<RowAmount>().is_err(), "{bad}");
        }
    }

    #[test]
    fn options_are_spelled_as_their_reader_gives_them() {
        let table = Preparation::learning().bytes(b"a,b\nyes,no\nno,yes\n", ContextFormat::Csv).unwrap();
        let wanted = WantedRules { min_support: Some(RowAmount::Count(1234)), ..WantedRules::default() };
        let error = wanted.learning(&table, RowsAtHand::Table).unwrap_err();
        assert_eq!(error.to_string(), "min support is 1,234, but the table has 2 rows");
        let dashed = error.message(&|option| format!("--{}", option.replace('_', "-")));
        assert_eq!(dashed, "--min-support is 1,234, but the table has 2 rows");
    }

    #[test]
    fn few_questions_are_for_people() {
        let wanted = WantedRules { limit_questions: Some(9), ..WantedRules::default() };
        assert_eq!(wanted.asking_method(), Method::Frugal);
        assert_eq!(wanted.accuracy().unwrap().epsilon(), USUAL_EPSILON_OF_QUESTIONS);
        assert_eq!(WantedRules::default().accuracy().unwrap().epsilon(), USUAL_EPSILON);
    }
}
