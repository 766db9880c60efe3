//! Turning the rows of a table into objects with attributes.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::detect::find_column;
use super::{Column, Missing, Scale, Scaling, cell};
use crate::error::{FormatError, token};
use crate::growing::Growing;
use crate::table::Table;
use crate::{Attr, AttrSet, Context, Model, Universe};

/// What to do with a value that the scaling does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unseen {
    /// It is an error that names line, column and value.
    #[default]
    Refuse,
    /// The object has none of the column's attributes.
    Absent,
}

impl Scaling {
    /// The table as a context. Columns that the scaling does not name are left
    /// out; a column that it names must be there, unless it is dropped.
    pub fn apply(&self, table: &Table, unseen: Unseen) -> Result<Context, FormatError> {
        let universe = Arc::new(self.universe()?);
        let id = self.id().and_then(|id| find_column(table, id).ok());
        let columns: Vec<Applied<'_>> = self.applied(table, &universe)?;
        let mut context = Growing::new(universe.clone());
        let mut places = PlacesOfRecords::new(table, columns.iter().map(|applied| applied.place));
        for row in 0..table.len() {
            let place = places.of(row, || match self.row(table, row, &columns, unseen, universe.none())? {
                Some(model) => context.place(model).map(Some),
                None => Ok(None),
            })?;
            if let Some(place) = place {
                context.push_at(id.map(|id| table.cell(row, id)), place);
            }
        }
        Ok(context.finish())
    }

    /// What is known of a row; nothing if it is to be left out.
    fn row(
        &self,
        table: &Table,
        row: usize,
        columns: &[Applied<'_>],
        unseen: Unseen,
        mut has: AttrSet,
    ) -> Result<Option<Model>, FormatError> {
        let mut unknown: Option<AttrSet> = None;
        for applied in columns {
            match applied.in_row(table, row) {
                Found::Known(held) => held.for_each(|at| _ = has.insert(applied.attrs[at])),
                Found::Missing if self.missing == Missing::Drop => return Ok(None),
                Found::Missing if self.missing == Missing::Unknown => {
                    let unknown = unknown.get_or_insert_with(|| has.difference(&has));
                    applied.attrs.iter().for_each(|&attr| _ = unknown.insert(attr));
                }
                Found::Missing => {
                    self.add_missing(applied, unseen, &mut has).map_err(|e| e.at_line(table.line(row)))?
                }
                Found::Unseen if unseen == Unseen::Absent => {}
                Found::Unseen => {
                    let value = table.cell(row, applied.place).trim();
                    return Err(applied.refuse(value).at_line(table.line(row)));
                }
            }
        }
        Ok(Some(match unknown {
            Some(unknown) => Model::partial(has, &unknown),
            None => Model::complete(has),
        }))
    }

    fn applied<'a>(&'a self, table: &Table, universe: &Universe) -> Result<Vec<Applied<'a>>, FormatError> {
        let kept = |column: &&Column| !matches!(column.scale, Scale::Identifier | Scale::Dropped { .. });
        let columns = self.columns.iter().enumerate().filter(|(_, column)| kept(column));
        columns.map(|(at, column)| Applied::new(column, at, self.missing, table, universe)).collect()
    }

    fn add_missing(&self, applied: &Applied<'_>, unseen: Unseen, has: &mut AttrSet) -> Result<(), FormatError> {
        match (self.missing, applied.unknown) {
            (Missing::Value, Some(unknown)) => _ = has.insert(unknown),
            (Missing::Value, None) if unseen == Unseen::Refuse => {
                let found = format!("a missing value in the column {}", token(&applied.column.column));
                return Err(FormatError::found(found, "a value, as in all rows that the scaling was made from"));
            }
            _ => {}
        }
        Ok(())
    }
}

/// The places in a context of the rows of a table. Rows of the same record
/// have the same one, if all columns that matter are part of the records.
pub(super) struct PlacesOfRecords<'a> {
    table: &'a Table,
    /// For each record that was met, its place or that it is left out; empty if
    /// records do not tell.
    known: Vec<Option<Option<u32>>>,
}

impl<'a> PlacesOfRecords<'a> {
    pub(super) fn new(table: &'a Table, mut columns: impl Iterator<Item = usize>) -> Self {
        let tell = columns.all(|column| table.coded(column).is_some());
        Self { table, known: if tell { vec![None; table.records()] } else { Vec::new() } }
    }

    /// The place of a row, which is found if it is not known.
    pub(super) fn of(
        &mut self,
        row: usize,
        find: impl FnOnce() -> Result<Option<u32>, FormatError>,
    ) -> Result<Option<u32>, FormatError> {
        match self.known.get_mut(self.table.record(row)) {
            None => find(),
            Some(Some(place)) => Ok(*place),
            Some(known) => Ok(*known.insert(find()?)),
        }
    }
}

/// What a value says.
#[derive(Clone)]
enum Found {
    /// The object has these of the column's attributes.
    Known(Range<usize>),
    Missing,
    Unseen,
}

/// A column of the scaling in a certain table.
struct Applied<'a> {
    column: &'a Column,
    place: usize,
    /// The attributes, in the order of [`Scale::attributes`].
    attrs: Vec<Attr>,
    unknown: Option<Attr>,
    /// The place among the attributes of each nominal value.
    values: HashMap<&'a str, usize>,
    /// What each value of the table says, by its code; empty if the column has
    /// no codes.
    found: Vec<Found>,
}

impl<'a> Applied<'a> {
    /// The column `at` of a scaling; mostly it is that of the table, too.
    fn new(
        column: &'a Column,
        at: usize,
        missing: Missing,
        table: &Table,
        universe: &Universe,
    ) -> Result<Self, FormatError> {
        let place = match table.columns().get(at) {
            Some(same) if *same == column.column => at,
            _ => find_column(table, &column.column)?,
        };
        let names = column.scale.attributes(&column.column);
        let attrs: Vec<Attr> = names.iter().map(|name| universe.attr(name)).collect::<Result<_, _>>()?;
        let unknown = column.unknown(missing).map(|name| universe.attr(&name)).transpose()?;
        let values = match &column.scale {
            Scale::Nominal { values } => values.iter().map(String::as_str).zip(0..).collect(),
            _ => HashMap::new(),
        };
        let mut applied = Self { column, place, attrs, unknown, values, found: Vec::new() };
        if let Some(coded) = table.coded(place) {
            applied.found = coded.values().map(|value| applied.find(value.trim())).collect();
        }
        Ok(applied)
    }

    /// What the cell of a row says.
    fn in_row(&self, table: &Table, row: usize) -> Found {
        match table.coded(self.place) {
            Some(coded) => self.found[coded.code(table.record(row))].clone(),
            None => self.find(table.cell(row, self.place).trim()),
        }
    }

    fn find(&self, value: &str) -> Found {
        if let Scale::Boolean { yes, no } = &self.column.scale {
            let is = |spellings: &[String]| spellings.iter().any(|s| s.eq_ignore_ascii_case(value));
            match (is(yes), is(no)) {
                (true, _) => return Found::Known(0..1),
                (_, true) => return Found::Known(0..0),
                _ => {}
            }
        }
        if cell::is_missing(value) {
            return Found::Missing;
        }
        let place = match &self.column.scale {
            Scale::Nominal { .. } => self.values.get(value).map(|&place| place..place + 1),
            Scale::Intervals { cuts } | Scale::Ordinal { cuts } | Scale::Interordinal { cuts } => {
                let reached = |number: f64| cuts.partition_point(|&cut| cut <= number);
                cell::number(value).map(|number| self.cut(reached(number), cuts.len()))
            }
            _ => None,
        };
        place.map_or(Found::Unseen, Found::Known)
    }

    /// The attributes of a number that reaches the first `reached` of the cut
    /// points.
    fn cut(&self, reached: usize, cuts: usize) -> Range<usize> {
        match &self.column.scale {
            Scale::Intervals { .. } => reached..reached + 1,
            Scale::Ordinal { .. } => 0..reached,
            // First all `<`, then all `>=`: the two runs meet.
            _ => reached..cuts + reached,
        }
    }

    fn refuse(&self, value: &str) -> FormatError {
        const MOST_SHOWN: usize = 12;
        let found = format!("{} in the column {}", token(value), token(&self.column.column));
        let known: Vec<String> = match &self.column.scale {
            Scale::Nominal { values } => values.iter().map(|value| token(value)).collect(),
            Scale::Boolean { yes, no } => yes.iter().chain(no).map(|spelling| token(spelling)).collect(),
            _ => return FormatError::found(found, "a number"),
        };
        let more = if known.len() > MOST_SHOWN { ", …" } else { "" };
        let shown = known.into_iter().take(MOST_SHOWN).collect::<Vec<_>>().join(", ");
        FormatError::found(found, format!("one of {shown}{more}"))
    }
}
