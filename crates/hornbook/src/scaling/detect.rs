//! Finding out how to scale a table by looking at it.

use super::choice::Choice;
use super::cut_points::CutPoints;
use super::cuts::{Numbers, USUAL_INTERVALS};
use super::periods;
use super::profile::{self, Profile};
use super::refine::{Freedom, Refinement};
use super::several::{self, Several};
use super::told_columns::{Told, find_column, told};
use super::{DropReason, IdColumn, Scale, ScaleMethod, Scaling, ScalingOptions, cell, cuts};
use crate::error::{FormatError, token};
use crate::table::{Table, is_object_column};
use crate::written::Notation;

/// The most different values of a column of categories.
pub(super) const MOST_TEXT_VALUES: usize = 20;
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
        let told = told(table, &options.overrides)?;
        let crosses = is_cross_table(table);
        let detect = Detection { table, profiles: &profiles, crosses, told: &told, for_rules: options.for_rules };
        let (id, others) = detect.identifiers(options)?;
        let choices = table.for_columns(|column| {
            let profile = &profiles[column];
            match told[column] {
                _ if id == Some(column) => Ok(Scale::Identifier.into()),
                Some(Told { method, by_name: true }) => detect.as_told(column, method),
                // What makes no sense of a column is not meant for it.
                Some(Told { method, .. }) => {
                    Ok(detect.as_told(column, method).unwrap_or_else(|_| detect.by_values(column)))
                }
                None if others.contains(&column) && !detect.has_parts(column) => {
                    Ok(Scale::Dropped { reason: DropReason::AnotherIdentifier { values: profile.count() } }.into())
                }
                None => Ok(detect.by_values(column)),
            }
        });
        let mut choices = choices.into_iter().collect::<Result<Vec<Choice>, FormatError>>()?;
        if options.for_rules {
            let freedom = told.iter().map(|told| match told {
                None => Freedom::All,
                Some(told) if told.method.leaves_cuts_open() => Freedom::Cuts,
                Some(_) => Freedom::Nothing,
            });
            let target = options.target.as_deref();
            Refinement::new(table, &profiles, freedom.collect(), target).improve(&mut choices, crosses);
        }
        let columns = profiles.iter().zip(choices).map(|(profile, choice)| profile.column(choice)).collect();
        Ok(Self { missing: options.missing, columns })
    }
}

struct Detection<'a> {
    table: &'a Table,
    profiles: &'a [Profile<'a>],
    crosses: bool,
    told: &'a [Option<Told<'a>>],
    for_rules: bool,
}

impl Detection<'_> {
    /// The column that names the objects, and others that could.
    fn identifiers(&self, options: &ScalingOptions) -> Result<(Option<usize>, Vec<usize>), FormatError> {
        let is_told = |column: usize| {
            self.told[column].is_some_and(|told| told.by_name && *told.method == ScaleMethod::Identifier)
        };
        let mut told = (0..self.profiles.len()).filter(|&column| is_told(column));
        let told = match &options.id {
            IdColumn::Column(name) => Some(find_column(self.table, name)?),
            _ => told.next(),
        };
        if (0..self.profiles.len()).any(|column| is_told(column) && Some(column) != told) {
            return Err(FormatError::plain("only one column can name the objects"));
        }
        if (options.id == IdColumn::None || self.profiles.len() == 1) && told.is_none() {
            return Ok((None, Vec::new()));
        }
        if self.crosses {
            return Ok((told.or(Some(0).filter(|&c| self.is_free(c))), Vec::new()));
        }
        let free = || (0..self.profiles.len()).filter(|&c| self.is_free(c));
        let named: Vec<usize> = free().filter(|&c| self.is_named_id(c)).collect();
        let texts: Vec<usize> = free().filter(|&c| self.is_text_id(c)).collect();
        let first = Some(0).filter(|&c| self.is_free(c) && self.is_first_id());
        let id = told.or(named.first().copied()).or(first).or(texts.first().copied());
        // Tables of R have a first column without a name that counts the rows.
        let nameless = first.filter(|&c| is_object_column(&self.table.columns()[c]));
        Ok((id, named.into_iter().chain(texts).chain(nameless).collect()))
    }

    /// Whether nothing is told of just this column.
    fn is_free(&self, column: usize) -> bool {
        self.told[column].is_none_or(|told| !told.by_name)
    }

    fn is_named_id(&self, column: usize) -> bool {
        let profile = &self.profiles[column];
        is_id_name(profile.name) && self.may_be_id(column) && profile.distinct_share() > 0.5
    }

    fn is_text_id(&self, column: usize) -> bool {
        let profile = &self.profiles[column];
        let differ = !profile.numeric && self.may_be_id(column) && profile.distinct_share() > 0.9;
        // Several values in a cell differ mostly, and are no name.
        differ && several::find(self.table, column).is_none()
    }

    fn is_first_id(&self) -> bool {
        let profile = &self.profiles[0];
        let many = self.table.len() > TOO_FEW_ROWS || !profile.numeric;
        let counts = || is_object_column(profile.name) || Numbers::of(self.table, 0).are_dense();
        let differ = many && self.may_be_id(0) && profile.distinct_share() > 0.9;
        differ && if profile.numeric { counts() } else { several::find(self.table, 0).is_none() }
    }

    fn may_be_id(&self, column: usize) -> bool {
        let profile = &self.profiles[column];
        (column == 0 || self.table.len() > TOO_FEW_ROWS) && profile.count() > 0 && profile.usual_boolean().is_none()
    }

    fn by_values(&self, column: usize) -> Choice {
        let profile = &self.profiles[column];
        let values = profile.count();
        let dropped = |reason| Choice::from(Scale::Dropped { reason });
        // The first column of a cross table is another thing, even where it is
        // not to name the objects.
        if self.crosses && column > 0 {
            return profile::crosses().into();
        }
        if let Some(value) = profile.only_value().filter(|_| self.for_rules) {
            return dropped(DropReason::OneValue { value: value.to_owned() });
        }
        if let Some(scale) = profile.usual_boolean() {
            return scale.into();
        }
        if self.has_parts(column) {
            return dropped(DropReason::PartsOfDates);
        }
        if !profile.numeric
            && let Some(Several { separator, values }) = several::find(self.table, column)
        {
            let why = format!("several values in a cell, with {} between them", token(&separator));
            return Choice::because(Scale::Several { separator, values }, why);
        }
        let few = match profile.numeric {
            true => values <= MOST_NUMBER_VALUES && profile.repeats(),
            false => values <= MOST_TEXT_VALUES,
        };
        // A number that tells things apart has no size: below or above 500 says nothing.
        if !few && profile.numeric && is_number_of_things(profile.name) && Numbers::of(self.table, column).are_whole() {
            return dropped(DropReason::AnotherIdentifier { values });
        }
        match few.then(|| profile.nominal()) {
            Some(Ok(scale)) => scale.into(),
            Some(Err(_)) => dropped(DropReason::NoValues),
            None if profile.numeric => {
                let cuts = Numbers::of(self.table, column).usual();
                Choice::because(Scale::Intervals { cuts }, "round numbers near the quartiles")
            }
            None => dropped(DropReason::ManyTexts { values }),
        }
    }

    fn has_dates(&self, column: usize) -> bool {
        matches!(self.table.notation(column), Some(Notation::Dates(style)) if style.order.is_some())
    }

    /// Where a column of dates is cut.
    fn periods(&self, column: usize, wanted: &CutPoints) -> Result<Vec<String>, FormatError> {
        let quantiles = |periods| periods::quantiles(self.table, column, periods);
        let cuts = match wanted {
            CutPoints::Found => quantiles(USUAL_INTERVALS),
            CutPoints::Quantiles(periods) => quantiles(*periods),
            CutPoints::AtDates(cuts) => cuts.clone(),
            CutPoints::At(_) | CutPoints::EqualWidths(_) | CutPoints::Every(_) => {
                let name = token(&self.table.columns()[column]);
                let expected = "dates to cut at, as in 2024-01-31, or a number of quantiles";
                return Err(FormatError::plain(format!("the column {name} has dates: it needs {expected}")));
            }
        };
        match cuts.is_empty() {
            true => Err(FormatError::plain("there are fewer than two dates to tell apart")),
            false => Ok(cuts),
        }
    }

    /// Whether the parts of a column's dates are the columns behind it.
    fn has_parts(&self, column: usize) -> bool {
        self.table.parts_of_dates(column).next().is_some()
    }

    fn as_told(&self, column: usize, method: &ScaleMethod) -> Result<Choice, FormatError> {
        let profile = &self.profiles[column];
        let cuts = |wanted: &CutPoints| cuts::of_column(self.table, column, profile, wanted);
        let scale = match method {
            ScaleMethod::Identifier => Scale::Identifier,
            ScaleMethod::Boolean => profile.any_boolean()?,
            ScaleMethod::Nominal => profile.nominal()?,
            ScaleMethod::Several(separator) => {
                let found = match separator {
                    Some(separator) => Some(several::with_separator(self.table, column, separator)),
                    None => several::find(self.table, column),
                };
                let Several { separator, values } = found.filter(|found| !found.values.is_empty()).ok_or_else(|| {
                    let name = token(profile.name);
                    FormatError::plain(format!("the column {name} does not seem to hold several values in a cell; the sign between them may be told, as in {name}=several:;"))
                })?;
                Scale::Several { separator, values }
            }
            ScaleMethod::Intervals(wanted) if self.has_dates(column) => {
                Scale::Periods { cuts: self.periods(column, wanted)? }
            }
            ScaleMethod::Intervals(wanted) => Scale::Intervals { cuts: cuts(wanted)? },
            ScaleMethod::Ordinal(wanted) => Scale::Ordinal { cuts: cuts(wanted)? },
            ScaleMethod::Interordinal(wanted) => Scale::Interordinal { cuts: cuts(wanted)? },
            ScaleMethod::Drop => return Ok(Scale::Dropped { reason: DropReason::AskedFor }.into()),
        };
        Ok(Choice::because(scale, "as told"))
    }
}

/// Whether a column of that name names things: `id`, `customerId`,
/// `animal_name`, …
fn is_id_name(name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    let ends = ["_id", " id", ".id", "-id", "_name", " name", "_key", " key"];
    // Only the capital tells `customerId` from `paid`.
    let names = ["id", "name", "key", "code", "index", "row", "rowname", "rownames", "no", "nr", "no.", "nr.", "#"];
    names.contains(&lower.as_str()) || name.trim().ends_with("Id") || ends.iter().any(|end| lower.ends_with(end))
}

/// Whether a column of that name has numbers that tell things apart, several rows for
/// each: `id`, `customer_id`, `zip code`. Fewer names than [`is_id_name`] has, since an
/// index may be one of prices, and NO a gas.
fn is_number_of_things(name: &str) -> bool {
    let name = name.trim();
    let lower = name.to_lowercase();
    let last = lower.rsplit(['_', ' ', '.', '-']).next().unwrap_or_default();
    matches!(last, "id" | "key" | "code" | "zip" | "zipcode" | "postcode")
        || name.ends_with("Id")
        || name.strip_suffix("ID").is_some_and(|before| before.ends_with(char::is_lowercase))
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
