//! The keys and dependencies that were found.

use std::sync::Arc;

use crate::{Attr, AttrSet, Context, Universe};

/// A smallest set of columns in which no two rows agree, but for exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The columns.
    pub columns: AttrSet,
    /// The fewest rows to leave out so that no two of the others agree.
    pub exceptions: usize,
    /// Two rows that agree, if there are any.
    pub example: Option<(usize, usize)>,
}

/// Rows that agree on the left agree on the right, but for exceptions; they would not
/// with a smaller left side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The columns on the left.
    pub left: AttrSet,
    /// The column on the right.
    pub right: Attr,
    /// How many rows have a left side that other rows have, too, duplicates not counted:
    /// if there are few, it may hold by chance.
    pub support: usize,
    /// Whether the left side is a key, within the exceptions that were allowed: then
    /// every column follows from it.
    pub left_is_key: bool,
    /// The fewest rows to leave out so that it holds.
    pub exceptions: usize,
    /// Two rows that agree on the left and differ on the right, if there are any.
    pub example: Option<(usize, usize)>,
}

/// What holds between the columns of a table.
#[derive(Clone, Debug)]
pub struct Dependencies {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// How many rows the table has.
    pub row_count: usize,
    /// How many rows are equal to one before them. They break no dependency, but every
    /// key.
    pub duplicates: usize,
    /// Columns that have one value in all rows. They are on no left side.
    pub constants: Vec<Attr>,
    /// Columns of which each determines the others, at least two in a group. The first
    /// stands for the others in [`keys`](Self::keys) and
    /// [`dependencies`](Self::dependencies).
    pub equivalent: Vec<Vec<Attr>>,
    /// For each group of equivalent columns, the rows that support it, as in
    /// [`Dependency::support`].
    pub equivalent_support: Vec<usize>,
    /// The smallest keys, those of few columns first. If there are more duplicates than
    /// exceptions allowed, these are the keys once duplicates are left out, and each of
    /// those counts as an exception.
    pub keys: Vec<Key>,
    /// The smallest dependencies of columns that are not constant: short left sides
    /// first, then those that many rows support.
    pub dependencies: Vec<Dependency>,
    /// Whether these are all there are. They are not if the watcher called it off.
    pub complete: bool,
    /// The column that dependencies were wanted of, if not of all.
    pub(super) target: Option<Attr>,
    /// What pairs of rows agree in, as far as it matters, if dependencies of all columns
    /// without exceptions and of any length were found.
    pub(super) agreements: Option<Vec<AttrSet>>,
}

impl Dependencies {
    /// All dependencies, one by one: those of constant columns, of equivalent columns,
    /// and with each column also those that it stands for.
    pub fn all(&self) -> impl Iterator<Item = Dependency> + '_ {
        let width = self.columns.len();
        let distinct = self.row_count - self.duplicates;
        let exact = move |left: AttrSet, right: Attr, support| Dependency {
            left,
            right,
            support,
            left_is_key: false,
            exceptions: 0,
            example: None,
        };
        let constant = self.constants.iter().map(move |&column| exact(AttrSet::empty(width), column, distinct));
        let others = self.dependencies.iter().flat_map(move |dependency| {
            let rights = self.class(dependency.right);
            self.spelled(&dependency.left).flat_map(move |left| {
                let each = |&right: &Attr| Dependency { left: left.clone(), right, ..dependency.clone() };
                rights.iter().map(each).collect::<Vec<_>>()
            })
        });
        let wanted = |found: &Dependency| self.target.is_none_or(|target| found.right == target);
        constant.chain(self.between_equivalent()).chain(others).filter(wanted)
    }

    /// All keys, with each column also those with the columns that it stands for.
    pub fn all_keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.keys.iter().flat_map(|key| self.spelled(&key.columns).map(|columns| Key { columns, ..key.clone() }))
    }

    /// The dependencies between equivalent columns.
    fn between_equivalent(&self) -> impl Iterator<Item = Dependency> + '_ {
        let width = self.columns.len();
        let pairs = move |(class, support): (&'_ Vec<Attr>, usize)| {
            let ordered =
                |&left: &Attr| class.iter().filter(move |&&right| right != left).map(move |&right| (left, right));
            let dependency = |(left, right): (Attr, Attr)| Dependency {
                left: AttrSet::of(width, [left]),
                right,
                support,
                left_is_key: support == 0,
                exceptions: 0,
                example: None,
            };
            class.iter().flat_map(ordered).map(dependency).collect::<Vec<_>>()
        };
        // What is constant but for exceptions needs no left side.
        let nearly_constant: Vec<Attr> =
            self.dependencies.iter().take_while(|found| found.left.is_empty()).map(|found| found.right).collect();
        let varies =
            move |(class, _): &(&Vec<Attr>, usize)| !class.iter().any(|column| nearly_constant.contains(column));
        self.equivalent.iter().zip(self.equivalent_support.iter().copied()).filter(varies).flat_map(pairs)
    }

    /// The column and those that it stands for.
    fn class(&self, column: Attr) -> Vec<Attr> {
        let class = self.equivalent.iter().find(|class| class[0] == column);
        class.map_or_else(|| vec![column], Vec::clone)
    }

    /// The columns with each of those that they stand for in their place.
    fn spelled(&self, columns: &AttrSet) -> impl Iterator<Item = AttrSet> + use<> {
        let mut sets = vec![AttrSet::empty(self.columns.len())];
        for column in columns.iter() {
            let with = |set: &AttrSet| self.class(column).iter().map(|&other| set.with(other)).collect::<Vec<_>>();
            sets = sets.iter().flat_map(with).collect();
        }
        sets.into_iter()
    }

    /// The pairs of rows as a table of its own, whose attributes are the columns in which
    /// they agree: its implications are the dependencies, and its canonical basis is the
    /// smallest set of dependencies from which the others follow. Pairs that say nothing
    /// new are left out. `None` unless all dependencies without exceptions are known.
    pub fn pairs(&self) -> Option<Context> {
        let agreements = self.agreements.as_ref().filter(|_| self.complete)?;
        let universe = Arc::new(Universe::new(self.columns.iter().cloned()).ok()?);
        // A row and itself: they agree in all, so that nothing is impossible.
        let all = universe.all();
        Some(Context::from_rows(universe, agreements.iter().cloned().chain([all])))
    }
}
