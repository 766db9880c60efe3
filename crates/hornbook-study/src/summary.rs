//! Many runs in a few numbers.

use crate::plan::Group;
use crate::run::Record;

/// A mean, and how far single values are from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many values.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, with n − 1 below; 0 for a single value.
    pub deviation: f64,
    /// The smallest.
    pub least: f64,
    /// The one in the middle.
    pub median: f64,
    /// The largest.
    pub most: f64,
}

impl Spread {
    /// Of at least one value.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (&least, &most) = (values.first()?, values.last()?);
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = if count < 2 { 0.0 } else { (squares / (count as f64 - 1.0)).sqrt() };
        Some(Self { count, mean, deviation, least, median: values[count / 2], most })
    }
}

/// What runs are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// How many rules.
    Rules,
    /// The share of valid rules.
    Valid,
    /// Recall.
    Recall,
    /// Precision.
    Precision,
    /// The weak error.
    WeakError,
    /// The strong error.
    StrongError,
    /// Questions.
    Questions,
    /// Milliseconds.
    Milliseconds,
}

impl Figure {
    /// The figure of a run.
    pub fn of(self, record: &Record) -> f64 {
        match self {
            Self::Rules => record.rules as f64,
            Self::Valid => record.valid,
            Self::Recall => record.recall,
            Self::Precision => record.precision,
            Self::WeakError => record.weak_error,
            Self::StrongError => record.strong_error,
            Self::Questions => record.questions as f64,
            Self::Milliseconds => record.milliseconds,
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Valid => "valid",
            Self::Recall => "recall",
            Self::Precision => "precision",
            Self::WeakError => "weak error",
            Self::StrongError => "strong error",
            Self::Questions => "questions",
            Self::Milliseconds => "ms",
        }
    }

    /// Digits after the point in tables for people.
    pub fn digits(self) -> usize {
        match self {
            Self::Rules | Self::Questions | Self::Milliseconds => 1,
            Self::Valid => 2,
            Self::Recall | Self::Precision => 3,
            Self::WeakError | Self::StrongError => 4,
        }
    }
}

/// The records of one group.
pub fn of_group(records: &[Record], group: usize) -> impl Iterator<Item = &Record> + Clone {
    records.iter().filter(move |record| record.group == group)
}

/// A group in a few words, but for its ε: `pac-cached, δ = 0.1`.
pub fn series_name(group: &Group) -> String {
    group.delta.map_or_else(|| group.method.name().to_owned(), |delta| format!("{}, δ = {delta}", group.method))
}

/// A group in a few words: `pac-cached, ε = 0.1, δ = 0.1`.
pub fn group_name(group: &Group) -> String {
    match group.accuracy() {
        Some((epsilon, delta)) => format!("{}, ε = {epsilon}, δ = {delta}", group.method),
        None => group.method.name().to_owned(),
    }
}
