//! Finding all dependencies of a table, right side by right side.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::differences::most_differences;
use super::encoded::Encoded;
use super::exact::{ForRight, Pairs};
use super::exceptions::Exceptions;
use super::found::{Dependencies, Dependency, Key};
use super::hitting::Search;
use super::path::PartitionPath;
use super::settings::{DependencyProgress, DependencySettings};
use super::watching::{Stopped, Watched};
use crate::table::Table;
use crate::{Attr, AttrSet};

/// Finds the smallest keys and dependencies of the columns of a table.
///
/// `watch` is told where the search is from time to time, and says whether to go on. If
/// it does not, what was found so far is right, and it is not all.
pub fn find_dependencies(
    table: &Table,
    settings: &DependencySettings,
    watch: &mut dyn FnMut(&DependencyProgress) -> ControlFlow<()>,
) -> Dependencies {
    let rows = Encoded::new(table, settings.missing);
    let rights = right_sides(&rows, settings);
    let progress = DependencyProgress { right_sides: rights.len(), ..DependencyProgress::default() };
    let mut watched = Watched::new(watch, progress);
    let mut found = Vec::new();
    let mut agreements = None;
    let ended = match settings.exceptions {
        0 => without_exceptions(&rows, settings, &rights, &mut found, &mut agreements, &mut watched),
        _ => with_exceptions(&rows, settings, &rights, &mut found, &mut watched),
    };
    let (keys, dependencies) = named(&rows, settings.target, table.width(), found);
    Dependencies {
        columns: table.columns().to_vec(),
        row_count: rows.row_count,
        duplicates: rows.duplicates(),
        equivalent_support: several(&rows).map(|(at, _)| rows.partitions[at].len()).collect(),
        equivalent: several(&rows).map(|(_, class)| class.clone()).collect(),
        constants: rows.constants,
        keys,
        dependencies,
        complete: ended.is_ok(),
        target: settings.target,
        agreements,
    }
}

/// The columns that stand for others.
fn several(rows: &Encoded) -> impl Iterator<Item = (usize, &Vec<Attr>)> {
    rows.classes.iter().enumerate().filter(|(_, class)| class.len() > 1)
}

/// The columns whose dependencies are wanted. Beyond them all stand the keys, which come
/// first: they are what is wanted most if there is not the time for all.
fn right_sides(rows: &Encoded, settings: &DependencySettings) -> Vec<usize> {
    match settings.target {
        None => std::iter::once(rows.width()).chain(0..rows.width()).collect(),
        // A constant column has no place.
        Some(target) => (0..rows.width()).filter(|&place| rows.classes[place].contains(&target)).collect(),
    }
}

fn without_exceptions(
    rows: &Encoded,
    settings: &DependencySettings,
    rights: &[usize],
    found: &mut Vec<Dependency>,
    agreements: &mut Option<Vec<AttrSet>>,
    watched: &mut Watched<'_>,
) -> Result<(), Stopped> {
    let width = rows.width();
    let mut pairs = Pairs::new(rows, watched)?;
    let mut needed = std::collections::HashSet::new();
    for &right in rights {
        let clues =
            pairs.differences.by_size().take(most_differences(width)).filter_map(|difference| match right == width {
                true => Some(Cow::Borrowed(difference)),
                false => difference.contains(right).then(|| Cow::Owned(difference.without(right))),
            });
        let mut search = Search::new(width, settings.max_left, clues);
        search.run(others(width, right), &mut ForRight { pairs: &mut pairs, right, found })?;
        if right < width {
            needed.extend(search.clues().iter().map(|clue| clue.with(right)));
        }
        pairs.watched.done()?;
    }
    if settings.max_left.is_none() && settings.target.is_none() {
        let mut sets: Vec<AttrSet> = needed.iter().map(|difference| agreement(difference, rows)).collect();
        sets.sort_unstable();
        *agreements = Some(sets);
    }
    Ok(())
}

fn with_exceptions(
    rows: &Encoded,
    settings: &DependencySettings,
    rights: &[usize],
    found: &mut Vec<Dependency>,
    watched: &mut Watched<'_>,
) -> Result<(), Stopped> {
    let width = rows.width();
    let allowed_for_keys = settings.exceptions.max(rows.duplicates());
    // Columns of few values split the rows least, so that many can be given.
    let mut order: Vec<usize> = (0..width).collect();
    order.sort_by_key(|&column| std::cmp::Reverse(rows.partitions[column].excess()));
    for &right in rights {
        let allowed = if right == width { allowed_for_keys } else { settings.exceptions };
        let mut judge = Exceptions {
            rows,
            path: PartitionPath::new(rows.len()),
            right,
            allowed,
            allowed_for_keys,
            order: &order,
            found,
            watched,
            counts: Vec::new(),
        };
        Search::new(width, settings.max_left, std::iter::empty()).run(others(width, right), &mut judge)?;
        watched.done()?;
    }
    Ok(())
}

/// All columns but the right side.
fn others(width: usize, right: usize) -> AttrSet {
    let all = AttrSet::full(width);
    if right < width { all.without(right) } else { all }
}

/// The columns of the table in which rows agree that differ in these.
fn agreement(difference: &AttrSet, rows: &Encoded) -> AttrSet {
    let columns = rows.constants.len() + rows.classes.iter().map(Vec::len).sum::<usize>();
    let agreeing = (0..rows.width()).filter(|&column| !difference.contains(column));
    AttrSet::of(columns, agreeing.flat_map(|column| &rows.classes[column]).chain(&rows.constants).copied())
}

/// What was found, by the columns of the table, and in order.
fn named(rows: &Encoded, target: Option<Attr>, width: usize, found: Vec<Dependency>) -> (Vec<Key>, Vec<Dependency>) {
    let (mut keys, mut dependencies) = (Vec::new(), Vec::new());
    for dependency in found {
        let left = AttrSet::of(width, dependency.left.iter().map(|column| rows.classes[column][0]));
        match rows.classes.get(dependency.right) {
            Some(class) => dependencies.push(Dependency { left, right: target.unwrap_or(class[0]), ..dependency }),
            None => keys.push(Key {
                columns: left,
                exceptions: dependency.exceptions.max(rows.duplicates()),
                example: dependency.example.or(rows.duplicate),
            }),
        }
    }
    keys.sort_by_cached_key(|key| (key.columns.len(), key.columns.iter().collect::<Vec<_>>()));
    dependencies.sort_by_cached_key(|found: &Dependency| {
        (found.left.len(), std::cmp::Reverse(found.support), found.left.iter().collect::<Vec<_>>(), found.right)
    });
    (keys, dependencies)
}
