//! What Python says of tables and rules, as the library takes it.

use std::time::Duration;

use hornbook::Method;
use hornbook::format::{ContextFormat, FormatError};
use hornbook::learn::methods::LearnOptions;
use hornbook::learn::{Schedule, Strength};
use hornbook::prepare::{Preparation, RowAmount, ScalingChoice, WantedRules};
use hornbook::scaling::{IdColumn, Missing, Override, Scaling, Unseen};
use hornbook::table::{Decimal, Delimiter, Encoding, ReadOptions};
use pyo3::prelude::*;

use crate::errors::Problem;

/// How a table is read, and what becomes of its columns.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Reading {
    pub(crate) format: Option<String>,
    pub(crate) table: Option<String>,
    pub(crate) query: Option<String>,
    pub(crate) sheet: Option<String>,
    id: Option<String>,
    missing: Option<String>,
    scale: Vec<String>,
    scaling: Option<Vec<u8>>,
    na: Vec<String>,
    delimiter: Option<char>,
    header_lines: Option<usize>,
    skip: Option<usize>,
    comment: Option<char>,
    encoding: Option<String>,
    decimal: Option<char>,
    pub(crate) memory: Option<usize>,
    pub(crate) all_variables: bool,
}

impl Reading {
    /// The format of a file of text, if it was told.
    pub(crate) fn context_format(&self) -> Result<Option<ContextFormat>, FormatError> {
        self.format.as_deref().map(ContextFormat::from_name).transpose()
    }

    /// What was told that only makes sense for tables that are scaled.
    pub(crate) fn given_for_columns(&self) -> Option<&'static str> {
        let given = [("id", self.id.is_some()), ("scale", !self.scale.is_empty()), ("scaling", self.scaling.is_some())];
        given.iter().find(|(_, given)| *given).map(|(option, _)| *option)
    }

    pub(crate) fn read_options(&self) -> Result<ReadOptions, Problem> {
        let encoding = match self.encoding.as_deref().map(str::to_ascii_lowercase).as_deref() {
            None => None,
            Some("utf-8" | "utf8") => Some(Encoding::Utf8),
            Some("utf-16" | "utf-16le") => Some(Encoding::Utf16Le),
            Some("utf-16be") => Some(Encoding::Utf16Be),
            Some("latin-1" | "latin1" | "iso-8859-1" | "windows-1252" | "cp1252") => Some(Encoding::Windows1252),
            Some(other) => return Err(Problem::new(format!("encoding: there is no '{other}' here"))),
        };
        let decimal = match self.decimal {
            None => None,
            Some('.') => Some(Decimal::Point),
            Some(',') => Some(Decimal::Comma),
            Some(other) => return Err(Problem::new(format!("decimal: found '{other}', expected '.' or ','"))),
        };
        let delimiter = match self.delimiter {
            None => None,
            Some(' ') => Some(Delimiter::Blanks),
            Some('\n' | '\r' | '"' | '\0') => {
                return Err(Problem::new("delimiter: this character cannot separate cells"));
            }
            Some(character) => match u8::try_from(character) {
                Ok(byte) if byte.is_ascii() => Some(Delimiter::Character(byte)),
                _ => return Err(Problem::new("delimiter: this character cannot separate cells")),
            },
        };
        Ok(ReadOptions {
            delimiter,
            header_lines: self.header_lines,
            skip: self.skip,
            comment: self.comment,
            encoding,
            decimal,
            missing: self.na.clone(),
        })
    }

    /// What to make of the table: as usual, unless told otherwise.
    pub(crate) fn preparation(&self, usual: Preparation) -> Result<Preparation, Problem> {
        let id = match self.id.as_deref() {
            None => IdColumn::Detect,
            Some("none") => IdColumn::None,
            Some(column) => IdColumn::Column(column.to_owned()),
        };
        let missing = self.missing.as_deref().map(str::parse::<Missing>).transpose().map_err(Problem::new)?;
        let scaling = self.scaling.as_deref().map(Scaling::read).transpose()?;
        let scaling = match (scaling, usual.scaling) {
            (None, ScalingChoice::Named { universe, needed, .. }) => ScalingChoice::Named { id, universe, needed },
            (None, _) => {
                let overrides = self.scale.iter().map(|text| text.parse::<Override>()).collect::<Result<_, _>>()?;
                ScalingChoice::Detect { id, overrides }
            }
            (Some(mut scaling), ScalingChoice::Named { .. }) => {
                // To be absent is what learning makes of it, unless told otherwise.
                scaling.missing = if scaling.missing == Missing::Absent { usual.missing } else { scaling.missing };
                ScalingChoice::Given { scaling, unseen: Unseen::Absent }
            }
            (Some(scaling), _) => ScalingChoice::Given { scaling, unseen: Unseen::Refuse },
        };
        let scaling = match (scaling, missing) {
            (ScalingChoice::Given { scaling, unseen }, Some(missing)) => {
                ScalingChoice::Given { scaling: Scaling { missing, ..scaling }, unseen }
            }
            (scaling, _) => scaling,
        };
        let preparation = Preparation { scaling, ..usual };
        Ok(match missing {
            Some(missing) => preparation.with_missing(missing),
            None => preparation,
        })
    }
}

/// Which rules are wanted, and what it may take.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Wanted {
    method: String,
    epsilon: Option<f64>,
    delta: Option<f64>,
    distribution: Option<String>,
    strength: Option<String>,
    schedule: Option<String>,
    target: Option<String>,
    min_support: Option<String>,
    max_premise: Option<usize>,
    confidence: Option<f64>,
    background: bool,
    seed: u64,
    limit_questions: Option<u64>,
    pub(crate) limit_time: Option<f64>,
    limit_memory: Option<usize>,
    threads: Option<usize>,
    pub(crate) basis: bool,
}

/// The method of that name.
pub(crate) fn method(name: &str) -> Result<Method, Problem> {
    let names = || Method::ALL.map(Method::name).join(", ");
    Method::from_name(name).ok_or_else(|| Problem::new(format!("there is no method '{name}'; there are {}", names())))
}

/// As many threads as were told, else as there are cores.
pub(crate) fn threads(told: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    told.filter(|&threads| threads > 0).unwrap_or_else(cores)
}

impl Wanted {
    pub(crate) fn rules(&self) -> Result<WantedRules, Problem> {
        let strength = match self.strength.as_deref() {
            None => None,
            Some("weak") => Some(Strength::Weak),
            Some("strong") => Some(Strength::Strong),
            Some(other) => return Err(Problem::new(format!("strength: found '{other}', expected weak or strong"))),
        };
        let schedule = match self.schedule.as_deref() {
            None => None,
            Some("paper") => Some(Schedule::Paper),
            Some("thrifty") => Some(Schedule::Thrifty),
            Some(other) => return Err(Problem::new(format!("schedule: found '{other}', expected paper or thrifty"))),
        };
        let amount =
            |text: &String| text.parse::<RowAmount>().map_err(|why| Problem::new(format!("min_support: {why}")));
        Ok(WantedRules {
            method: method(&self.method)?,
            epsilon: self.epsilon,
            delta: self.delta,
            distribution: self.distribution.as_deref().map(str::parse).transpose()?,
            strength,
            schedule,
            target: self.target.clone(),
            min_support: self.min_support.as_ref().map(amount).transpose()?,
            max_premise: self.max_premise.filter(|&most| most > 0),
            confidence: self.confidence,
            background: self.background,
            seed: self.seed,
            limit_questions: self.limit_questions,
            ..WantedRules::default()
        })
    }

    /// The time that a run may take.
    pub(crate) fn time(&self) -> Result<Option<Duration>, Problem> {
        let time = |seconds: f64| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| Problem::new(format!("limit_time: {seconds} is no number of seconds")))
        };
        self.limit_time.map(time).transpose()
    }

    /// What the learner must keep to.
    pub(crate) fn tell(&self, options: &mut LearnOptions, time: Option<Duration>) {
        options.threads = threads(self.threads);
        options.limit_time = time;
        options.limit_memory = self.limit_memory;
    }
}
