//! Finding out how to scale a table by looking at it.

use super::profile::{self, Profile};
use super::{DropReason, IdColumn, Override, Scale, ScaleMethod, Scaling, ScalingOptions, cell, cuts};
use crate::error::{FormatError, did_you_mean, token};
use crate::table::{Table, is_object_column};
use crate::{NameError, Universe};

/// The most different values of a column of categories.
const MOST_TEXT_VALUES: usize = 20;
/// The most different values of a column of numbers that gives one attribute for
/// each; others are cut into intervals.
const MOST_NUMBER_VALUES: usize = 12;
/// In a table of no more rows than this, it proves nothing that all values of a
/// column differ.
const TOO_FEW_ROWS: usize = 5;

impl Scaling {
    /// How to scale the table: as the options say, and otherwise as the values
    /// suggest.
    pub fn detect(table: &Table, options: &ScalingOptions) -> Result<Self, FormatError> {
        let profiles = Profile::of_all(table);
        let mut methods = vec![None; table.width()];
        for Override { column, method } in &options.overrides {
            methods[find_column(table, column)?] = Some(method);
        }
        let detect = Detection { table, profiles: &profiles, crosses: is_cross_table(table), methods: &methods };
        let (id, others) = detect.identifiers(options)?;
        let columns = profile::for_columns(table, |column| {
            let profile = &profiles[column];
            let scale = match methods[column] {
                _ if id == Some(column) => Scale::Identifier,
                Some(method) => detect.as_told(column, method)?,
                None if others.contains(&column) => {
                    Scale::Dropped { reason: DropReason::AnotherIdentifier { values: profile.count() } }
                }
                None => detect.by_values(column),
            };
            Ok(profile.column(scale))
        });
        Ok(Self { missing: options.missing, columns: columns.into_iter().collect::<Result<_, FormatError>>()? })
    }
}

struct Detection<'a> {
    table: &'a Table,
    profiles: &'a [Profile<'a>],
    crosses: bool,
    methods: &'a [Option<&'a ScaleMethod>],
}

impl Detection<'_> {
    /// The column that names the objects, and others that could.
    fn identifiers(&self, options: &ScalingOptions) -> Result<(Option<usize>, Vec<usize>), FormatError> {
        let mut told = (0..self.profiles.len()).filter(|&c| self.methods[c] == Some(&ScaleMethod::Identifier));
        let told = match &options.id {
            IdColumn::Column(name) => Some(find_column(self.table, name)?),
            _ => told.next(),
        };
        if self.methods.iter().enumerate().any(|(c, m)| *m == Some(&ScaleMethod::Identifier) && Some(c) != told) {
            return Err(FormatError::plain("only one column can name the objects"));
        }
        if (options.id == IdColumn::None || self.profiles.len() == 1) && told.is_none() {
            return Ok((None, Vec::new()));
        }
        if self.crosses {
            return Ok((told.or(self.methods[0].is_none().then_some(0)), Vec::new()));
        }
        let free = |&c: &usize| self.methods[c].is_none();
        let named: Vec<usize> = (0..self.profiles.len()).filter(free).filter(|&c| self.is_named_id(c)).collect();
        let texts: Vec<usize> = (0..self.profiles.len()).filter(free).filter(|&c| self.is_text_id(c)).collect();
        let first = Some(0).filter(free).filter(|_| self.is_first_id());
        let id = told.or(named.first().copied()).or(first).or(texts.first().copied());
        // Tables of R have a first column without a name that counts the rows.
        let nameless = first.filter(|&c| is_object_column(&self.table.columns()[c]));
        Ok((id, named.into_iter().chain(texts).chain(nameless).collect()))
    }

    fn is_named_id(&self, column: usize) -> bool {
        let profile = &self.profiles[column];
        is_id_name(profile.name) && self.may_be_id(column) && profile.distinct_share() > 0.5
    }

    fn is_text_id(&self, column: usize) -> bool {
        let profile = &self.profiles[column];
        !profile.numeric && self.may_be_id(column) && profile.distinct_share() > 0.9
    }

    fn is_first_id(&self) -> bool {
        let profile = &self.profiles[0];
        let many = self.table.len() > TOO_FEW_ROWS || !profile.numeric;
        many && self.may_be_id(0) && profile.distinct_share() > 0.9 && !profile.is_decimal()
    }

    fn may_be_id(&self, column: usize) -> bool {
        let profile = &self.profiles[column];
        (column == 0 || self.table.len() > TOO_FEW_ROWS) && profile.count() > 0 && profile.usual_boolean().is_none()
    }

    fn by_values(&self, column: usize) -> Scale {
        let profile = &self.profiles[column];
        let values = profile.count();
        // The first column of a cross table is another thing, even where it is
        // not to name the objects.
        if self.crosses && column > 0 {
            return profile::crosses();
        }
        if let Some(scale) = profile.usual_boolean() {
            return scale;
        }
        let few = values <= if profile.numeric { MOST_NUMBER_VALUES } else { MOST_TEXT_VALUES };
        match few.then(|| profile.nominal()) {
            Some(Ok(scale)) => scale,
            Some(Err(_)) => Scale::Dropped { reason: DropReason::NoValues },
            None if profile.numeric => Scale::Intervals { cuts: cuts::quartiles(self.table, column) },
            None => Scale::Dropped { reason: DropReason::ManyTexts { values } },
        }
    }

    fn as_told(&self, column: usize, method: &ScaleMethod) -> Result<Scale, FormatError> {
        let profile = &self.profiles[column];
        let cuts = |given: &Option<Vec<f64>>| cuts::of_column(self.table, column, profile, given.as_ref());
        Ok(match method {
            ScaleMethod::Identifier => Scale::Identifier,
            ScaleMethod::Boolean => profile.any_boolean()?,
            ScaleMethod::Nominal => profile.nominal()?,
            ScaleMethod::Intervals(given) => Scale::Intervals { cuts: cuts(given)? },
            ScaleMethod::Ordinal(given) => Scale::Ordinal { cuts: cuts(given)? },
            ScaleMethod::Interordinal(given) => Scale::Interordinal { cuts: cuts(given)? },
            ScaleMethod::Drop => Scale::Dropped { reason: DropReason::AskedFor },
        })
    }
}

/// Whether a column of that name names things: `id`, `customerId`,
/// `animal_name`, …
fn is_id_name(name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    let ends = ["_id", " id", ".id", "-id", "_name", " name", "_key", " key"];
    // Only the capital tells `customerId` from `paid`.
    matches!(lower.as_str(), "id" | "name" | "key")
        || name.trim().ends_with("Id")
        || ends.iter().any(|end| lower.ends_with(end))
}

/// Whether the table is a cross table: objects in the first column, crosses in
/// all others.
fn is_cross_table(table: &Table) -> bool {
    let crosses = |column| table.values(column).all(cell::is_cross);
    let marked = || (1..table.width()).any(|c| table.values(c).any(|cell| cell.trim().eq_ignore_ascii_case("x")));
    table.width() > 1
        && (1..table.width()).all(crosses)
        && (is_object_column(&table.columns()[0]) || (!crosses(0) && marked()))
}

/// The place of a column, with a hint if it is misspelled.
pub(super) fn find_column(table: &Table, name: &str) -> Result<usize, FormatError> {
    if let Some(place) = table.columns().iter().position(|column| column == name) {
        return Ok(place);
    }
    let near = Universe::new(table.columns().to_vec()).and_then(|columns| columns.attr(name));
    let near = match &near {
        Err(NameError::Unknown { near, .. }) => near.as_deref(),
        _ => None,
    };
    Err(FormatError::plain(format!("there is no column {}{}", token(name), did_you_mean(near))))
}
