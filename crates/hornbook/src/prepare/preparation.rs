//! What to make of a table.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::error::PrepareError;
use super::prepared::{FilledIn, Prepared};
use crate::error::FormatError;
use crate::filling::fill;
use crate::format::{ContextFormat, RawTable};
use crate::scaling::{
    IdColumn, Missing, Override, RowTests, Scaling, ScalingOptions, Unseen, context_by_names, row_tests_by_names,
};
use crate::table::Table;
use crate::{AttrSet, Context, Universe};

/// What to make of a table.
#[derive(Clone, Debug)]
pub struct Preparation {
    /// How columns become attributes.
    pub scaling: ScalingChoice,
    /// What becomes of a missing value in a column. A scaling that is given has
    /// a word of its own on this, which counts instead.
    pub missing: Missing,
    /// What becomes of a place that a context marks as unknown.
    pub unknown: Missing,
    /// Whether what stays unknown is filled in, since complete rows are needed.
    pub fills_unknown: bool,
    /// Whether what is known of the attributes from how they were made is known
    /// beforehand.
    pub background: bool,
    /// Whether a table without rows or attributes is fine.
    pub may_be_empty: bool,
    /// Whether columns are scaled so that rules come out; see
    /// [`ScalingOptions::for_rules`].
    pub for_rules: bool,
    /// What rules shall be about, if that is told; see [`ScalingOptions::target`].
    pub target: Option<String>,
}

/// How the columns of a table become attributes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ScalingChoice {
    /// As their values suggest, unless told otherwise.
    Detect {
        /// Which column names the objects.
        id: IdColumn,
        /// Columns whose scale is told.
        overrides: Vec<Override>,
    },
    /// As those of another table.
    Given {
        /// How columns become attributes.
        scaling: Scaling,
        /// What becomes of values that the other table did not have.
        unseen: Unseen,
    },
    /// As the names of attributes say, such as those of rules that were learned
    /// from another table; see [`context_by_names`].
    Named {
        /// Which column names the objects.
        id: IdColumn,
        /// The names of the attributes.
        universe: Arc<Universe>,
        /// The attributes that are looked up; the others are had by no row.
        needed: AttrSet,
    },
}

impl Default for ScalingChoice {
    /// As the values suggest.
    fn default() -> Self {
        Self::Detect { id: IdColumn::Detect, overrides: Vec::new() }
    }
}

impl Preparation {
    /// To learn from the table: what is missing or unknown is absent, or filled in
    /// if it is to be unknown, and there must be something to learn from.
    pub fn learning() -> Self {
        Self {
            scaling: ScalingChoice::default(),
            missing: Missing::Absent,
            unknown: Missing::Absent,
            fills_unknown: true,
            background: true,
            may_be_empty: false,
            for_rules: true,
            target: None,
        }
    }

    /// To explore what the table begins: what is missing or unknown stays
    /// unknown, since it may be asked about.
    pub fn exploring() -> Self {
        let unknown = Missing::Unknown;
        Self {
            missing: unknown,
            unknown,
            fills_unknown: false,
            may_be_empty: true,
            for_rules: false,
            ..Self::learning()
        }
    }

    /// To write the table in another format: what is unknown stays so, what is
    /// missing in a column is absent, and nothing need be known beforehand.
    pub fn converting() -> Self {
        Self {
            unknown: Missing::Unknown,
            fills_unknown: false,
            background: false,
            may_be_empty: true,
            for_rules: false,
            ..Self::learning()
        }
    }

    /// The same, with both missing values and unknown places treated in this
    /// way.
    #[must_use]
    pub fn with_missing(self, missing: Missing) -> Self {
        Self { missing, unknown: missing, ..self }
    }

    /// Prepares the table in a file, whose extension tells the format if none is
    /// given.
    pub fn file(&self, path: impl AsRef<Path>, format: Option<ContextFormat>) -> Result<Prepared, PrepareError> {
        let path = path.as_ref();
        self.table(RawTable::read_file(path, format)?).map_err(|error| match error {
            PrepareError::Format(error) => error.in_file(path).into(),
            error => error,
        })
    }

    /// Prepares a table that is read from anywhere.
    pub fn reader(&self, source: impl Read + Send, format: ContextFormat) -> Result<Prepared, PrepareError> {
        self.table(RawTable::read_from(source, format)?)
    }

    /// Prepares a table in memory.
    pub fn bytes(&self, bytes: &[u8], format: ContextFormat) -> Result<Prepared, PrepareError> {
        self.table(RawTable::read(bytes, format)?)
    }

    /// Which attributes the rows of a table have that is not in memory, and how its
    /// columns become these if that is known of all of them. The `sample` shows some of
    /// its rows.
    pub fn row_tests(&self, sample: &Table) -> Result<(RowTests, Option<Scaling>), PrepareError> {
        let scaling = match &self.scaling {
            ScalingChoice::Detect { .. } => match self.scaled(sample)? {
                (_, Some(scaling)) => scaling,
                (_, None) => return Err(PrepareError::NoColumns),
            },
            ScalingChoice::Given { scaling, .. } => scaling.clone(),
            ScalingChoice::Named { id, universe, needed } => {
                let sample = sample.clone().with_all_parts_of_dates();
                let options = ScalingOptions { id: id.clone(), missing: self.missing, ..ScalingOptions::default() };
                return Ok((row_tests_by_names(&sample, universe.clone(), needed, &options)?, None));
            }
        };
        let all_parts = sample.clone().with_all_parts_of_dates();
        Ok((scaling.row_tests(&all_parts)?, Some(scaling)))
    }

    /// Prepares rows that were scaled where they are, by [`row_tests`](Self::row_tests).
    /// So many other rows were left out for missing values.
    pub fn scaled_rows(
        &self,
        context: Context,
        scaling: Option<Scaling>,
        left_out: usize,
    ) -> Result<Prepared, PrepareError> {
        self.prepared(context, scaling, left_out, 0)
    }

    /// Prepares a table, wherever it stems from.
    pub fn table(&self, raw: RawTable) -> Result<Prepared, PrepareError> {
        let rows = raw.len();
        let mut unknown = 0;
        let (context, scaling) = match raw {
            RawTable::Columns(table) => {
                let (context, scaling) = match &self.scaling {
                    ScalingChoice::Detect { .. } => self.scaled(&table)?,
                    _ => self.scaled(&table.with_all_parts_of_dates())?,
                };
                if let Some(scaling) = &scaling
                    && !context.is_empty()
                    && context.attribute_count() == 0
                    && !self.may_be_empty
                {
                    return Err(FormatError::plain(scaling.without_attributes()).into());
                }
                (context, scaling)
            }
            RawTable::Attributes(context) => {
                if !self.leaves_scaling_open() {
                    return Err(PrepareError::NoColumns);
                }
                if context.has_unknown() && self.unknown != Missing::Drop {
                    unknown = (0..rows).map(|object| context.model(object).unknown().len() as u64).sum();
                }
                (self.known(context)?, None)
            }
        };
        let left_out = rows - context.len();
        self.prepared(context, scaling, left_out, unknown)
    }

    fn prepared(
        &self,
        context: Context,
        scaling: Option<Scaling>,
        left_out: usize,
        unknown: u64,
    ) -> Result<Prepared, PrepareError> {
        let (context, filled) = match self.fills_unknown && context.has_unknown() {
            true => filled_in(context, scaling.as_ref()),
            false => (context, None),
        };
        let prepared = Prepared { left_out, unknown, filled, ..Prepared::new(context, scaling, self.background) };
        match prepared.emptiness() {
            Some(empty) if !self.may_be_empty => Err(empty.into()),
            _ => Ok(prepared),
        }
    }

    /// The context of a table with columns, and how these became attributes if
    /// that is known of all of them.
    fn scaled(&self, table: &Table) -> Result<(Context, Option<Scaling>), FormatError> {
        let options = |id: &IdColumn, overrides: &[Override]| ScalingOptions {
            id: id.clone(),
            missing: self.missing,
            overrides: overrides.to_vec(),
            for_rules: self.for_rules,
            target: self.target.clone(),
        };
        let (scaling, unseen) = match &self.scaling {
            ScalingChoice::Detect { id, overrides } => {
                let options = options(id, overrides);
                let scaling = Scaling::detect(table, &options)?;
                match self.missing == Missing::Drop {
                    true => return rows_kept(table, scaling, &options),
                    false => (scaling, Unseen::Refuse),
                }
            }
            ScalingChoice::Given { scaling, unseen } => (scaling.clone(), *unseen),
            ScalingChoice::Named { id, universe, needed } => {
                return Ok((context_by_names(table, universe.clone(), needed, &options(id, &[]))?, None));
            }
        };
        Ok((scaling.apply(table, unseen)?, Some(scaling)))
    }

    /// Whether nothing is told that only makes sense for columns. To be read
    /// through names does: a context has its attributes by name.
    fn leaves_scaling_open(&self) -> bool {
        match &self.scaling {
            ScalingChoice::Detect { id, overrides } => *id == IdColumn::Detect && overrides.is_empty(),
            ScalingChoice::Given { .. } => false,
            ScalingChoice::Named { id, .. } => *id == IdColumn::Detect,
        }
    }

    /// The context with its unknown places treated as told.
    fn known(&self, context: Context) -> Result<Context, PrepareError> {
        match self.unknown {
            _ if !context.has_unknown() => Ok(context),
            Missing::Absent => Ok(context.unknown_as_absent()),
            Missing::Drop => Ok(context.complete_rows()),
            Missing::Unknown => Ok(context),
            Missing::Value => Err(PrepareError::UnknownAsValue),
        }
    }
}

/// The context with what is unknown filled in.
fn filled_in(known: Context, scaling: Option<&Scaling>) -> (Context, Option<FilledIn>) {
    let universe = known.universe();
    let groups = scaling.map(|scaling| scaling.exclusive(universe)).unwrap_or_default();
    let background = scaling.map(|scaling| scaling.background_without_exclusive(universe)).unwrap_or_default();
    let (context, filling) = fill(&known, &groups, background);
    (context, Some(FilledIn { known, filling }))
}

/// The context of the rows that lack no value, scaled as if there had been no
/// others. Without the rows that are left out, another column may be worth
/// attributes, and lack values in turn.
fn rows_kept(
    table: &Table,
    mut scaling: Scaling,
    options: &ScalingOptions,
) -> Result<(Context, Option<Scaling>), FormatError> {
    // What names the rows does so, however few are left.
    let id = scaling.id().map_or(options.id.clone(), |id| IdColumn::Column(id.to_owned()));
    let options = ScalingOptions { id, ..options.clone() };
    let mut kept = Cow::Borrowed(table);
    while let Some(rows) = scaling.complete_rows(&kept)? {
        kept = Cow::Owned(kept.kept(&rows));
        if rows.is_empty() {
            break;
        }
        scaling = Scaling::detect(&kept, &options)?;
    }
    Ok((scaling.apply(&kept, Unseen::Refuse)?, Some(scaling)))
}
