//! The exact canonical (Duquenne–Guigues) basis: of a context by looking, of
//! any domain by asking.
//!
//! LinCbO (Janoštík, Konečný, Krajča, *LinCbO: fast algorithm for computation
//! of the Duquenne–Guigues basis*, 2022): Close-by-One over the sets closed
//! under the rules found so far, in lectic order, so that each set met is an
//! intent or pseudo-closed. Closures are linear: every node hands its children
//! the counts of premise attributes still missing, and the closure of a child
//! only counts down what the child adds.
//!
//! Invariant: when a set is visited, every rule with a premise before it in
//! lectic order has been found; children are therefore visited with the
//! largest new attribute first.
//!
//! ⊥ takes the part of one more attribute, behind all others, that no set ever
//! branches on: a set that occurs in no row closes to ⊥ and has no children.

use std::borrow::Cow;

use crate::{Attr, AttrSet, Conclusion, Context, Implication, Theory};

/// The computation was called off.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("cancelled after {} rules", .found.len())]
pub struct Cancelled {
    /// The rules found so far. They are of the basis, but not all of it.
    pub found: Theory,
}

/// Said by whoever watches.
struct CalledOff;

/// The canonical basis of the context: the smallest theory that has exactly
/// the rules of the table.
pub fn canonical_basis(context: &Context) -> Theory {
    match canonical_basis_with(context, &Theory::new(context.attributes()), &mut |_| true) {
        Ok(theory) => theory,
        Err(Cancelled { .. }) => unreachable!("nothing cancels this run"),
    }
}

/// The canonical basis relative to `background`, which must hold in the
/// context: the fewest rules that together with it entail all rules of the
/// table.
///
/// `progress` is told the number of rules from time to time and returns
/// whether to go on.
pub fn canonical_basis_with(
    context: &Context,
    background: &Theory,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<Theory, Cancelled> {
    let mut search = Search::new(Columns::new(context, progress), background);
    let ended = search.run();
    let found = search.into_found();
    match ended {
        Ok(()) => Ok(found),
        Err(CalledOff) => Err(Cancelled { found }),
    }
}

/// What [`Search`] needs to know of a domain.
pub(crate) trait Domain {
    /// Why it may not be known.
    type Error;
    /// Whatever helps to find an intent and can be narrowed from set to superset.
    type Extent: Clone;

    /// The size of the universe.
    fn attributes(&self) -> usize;
    /// The extent of the empty set.
    fn everything(&self) -> Self::Extent;
    /// The extent of a set with these attributes more.
    fn narrow(&self, extent: Self::Extent, by: &AttrSet) -> Self::Extent;
    /// What follows from `set`, which is closed under the `rules` so far.
    fn intent(
        &mut self,
        set: &AttrSet,
        extent: &Self::Extent,
        rules: &[Implication],
    ) -> Result<Conclusion, Self::Error>;
}

/// The enumeration.
pub(crate) struct Search<D> {
    domain: D,
    attributes: usize,
    known: usize,
    rules: Vec<Implication>,
    /// The sizes of the rules' premises.
    sizes: Vec<u32>,
    /// For each attribute, the rules with it in the premise.
    waiting_for: Vec<Vec<u32>>,
}

/// An intent whose branches are being visited, largest attribute first.
struct Node<E> {
    set: AttrSet,
    from: Attr,
    /// Branches from here on were visited.
    next: Attr,
    /// For each rule there was, how many attributes of its premise are missing.
    missing: Vec<u32>,
    extent: E,
}

impl<D: Domain> Search<D> {
    pub(crate) fn new(domain: D, background: &Theory) -> Self {
        let attributes = domain.attributes();
        let waiting_for = vec![Vec::new(); attributes];
        let mut search =
            Self { domain, attributes, known: background.len(), rules: Vec::new(), sizes: Vec::new(), waiting_for };
        background.rules().iter().for_each(|rule| search.add(rule.clone()));
        search
    }

    /// Enumerates all sets closed under the rules found so far. On a stack of
    /// its own: a chain of sets can be as long as there are attributes.
    pub(crate) fn run(&mut self) -> Result<(), D::Error> {
        let nothing = AttrSet::empty(self.attributes);
        let everything = self.domain.everything();
        let mut path: Vec<Node<D::Extent>> = Vec::new();
        path.extend(self.enter(nothing.clone(), None, nothing, &[], everything)?);
        while let Some(node) = path.last_mut() {
            let Some(attr) = (node.from..node.next).rev().find(|&attr| !node.set.contains(attr)) else {
                path.pop();
                continue;
            };
            node.next = attr;
            let new = AttrSet::of(self.attributes, [attr]);
            let extent = self.domain.narrow(node.extent.clone(), &new);
            let child = self.enter(node.set.with(attr), Some(attr), new, &node.missing, extent)?;
            path.extend(child);
        }
        Ok(())
    }

    /// The rules found, without the background.
    pub(crate) fn into_found(mut self) -> Theory {
        Theory::from_rules(self.attributes, self.rules.split_off(self.known))
    }

    fn add(&mut self, rule: Implication) {
        let place = self.rules.len() as u32;
        for attr in rule.premise.iter() {
            self.waiting_for[attr].push(place);
        }
        self.sizes.push(rule.premise.len() as u32);
        self.rules.push(rule);
    }

    /// Closes `set` under the rules, and adds the rule it gives rise to if it
    /// is pseudo-closed; returns the intent to branch from, if this is the
    /// branch it belongs to. `by` is the attribute the set was branched on,
    /// `new` what it has beyond its parent, `missing` the parent's counts for
    /// the rules there were then.
    fn enter(
        &mut self,
        mut set: AttrSet,
        by: Option<Attr>,
        mut new: AttrSet,
        missing: &[u32],
        mut extent: D::Extent,
    ) -> Result<Option<Node<D::Extent>>, D::Error> {
        let mut missing = Cow::Borrowed(missing);
        loop {
            let Some((closed, grown, counts)) = self.close(set, by, &new, &missing) else { return Ok(None) };
            extent = self.domain.narrow(extent, &grown);
            let conclusion = self.domain.intent(&closed, &extent, &self.rules)?;
            let intent = match &conclusion {
                Conclusion::Attrs(intent) if *intent == closed => {
                    let from = by.map_or(0, |attr| attr + 1);
                    return Ok(Some(Node { set: closed, from, next: self.attributes, missing: counts, extent }));
                }
                Conclusion::Attrs(intent) => Some(intent.clone()),
                Conclusion::Falsum => None,
            };
            self.add(Implication { premise: closed.clone(), conclusion });
            let Some(intent) = intent else { return Ok(None) };
            new = intent.difference(&closed);
            if new.first() <= by {
                return Ok(None);
            }
            set = intent;
            missing = Cow::Owned(counts);
            // The rule just found has all of its premise.
            missing.to_mut().push(0);
        }
    }

    /// The closure of `set` under the rules, what it grew by, and the counts
    /// of premise attributes it lacks; `None` as soon as it would gain an
    /// attribute before `by`, since the closure then belongs to another branch,
    /// or ⊥.
    fn close(
        &self,
        mut set: AttrSet,
        by: Option<Attr>,
        new: &AttrSet,
        parent: &[u32],
    ) -> Option<(AttrSet, AttrSet, Vec<u32>)> {
        // Rules younger than the parent's counts are counted from the set as
        // the parent had it, so that the same countdown serves all.
        let before = set.difference(new);
        let mut missing = parent.to_vec();
        let mut queue: Vec<Attr> = new.iter().collect();
        let mut grown = AttrSet::empty(self.attributes);
        let mut fire = |rule: &Implication, set: &mut AttrSet, queue: &mut Vec<Attr>| -> bool {
            let Conclusion::Attrs(conclusion) = &rule.conclusion else { return false };
            let add = conclusion.difference(set);
            if add.first().is_some_and(|first| by.is_some_and(|by| first < by)) {
                return false;
            }
            queue.extend(add.iter());
            grown.insert_all(&add);
            set.insert_all(&add);
            true
        };
        for place in parent.len()..self.rules.len() {
            let lacking = self.sizes[place] - self.rules[place].premise.intersection(&before).len() as u32;
            missing.push(lacking);
            if lacking == 0 && !fire(&self.rules[place], &mut set, &mut queue) {
                return None;
            }
        }
        while let Some(attr) = queue.pop() {
            for &place in &self.waiting_for[attr] {
                let place = place as usize;
                missing[place] -= 1;
                if missing[place] == 0 && !fire(&self.rules[place], &mut set, &mut queue) {
                    return None;
                }
            }
        }
        Some((set, grown, missing))
    }
}

/// A context, with its columns as bitsets of rows; an extent is such a bitset.
struct Columns<'a> {
    rows: &'a [AttrSet],
    columns: Vec<Vec<u64>>,
    visited: usize,
    progress: &'a mut dyn FnMut(usize) -> bool,
}

impl<'a> Columns<'a> {
    fn new(context: &'a Context, progress: &'a mut dyn FnMut(usize) -> bool) -> Self {
        let rows = context.distinct();
        let mut columns = vec![vec![0u64; rows.len().div_ceil(64)]; context.attributes()];
        for (at, row) in rows.iter().enumerate() {
            for attr in row.iter() {
                columns[attr][at / 64] |= 1 << (at % 64);
            }
        }
        Self { rows, columns, visited: 0, progress }
    }
}

impl Domain for Columns<'_> {
    type Error = CalledOff;
    type Extent = Vec<u64>;

    fn attributes(&self) -> usize {
        self.columns.len()
    }

    fn everything(&self) -> Vec<u64> {
        AttrSet::full(self.rows.len()).words().to_vec()
    }

    fn narrow(&self, mut rows: Vec<u64>, by: &AttrSet) -> Vec<u64> {
        for attr in by.iter() {
            for (word, column) in rows.iter_mut().zip(&self.columns[attr]) {
                *word &= column;
            }
        }
        rows
    }

    fn intent(&mut self, _: &AttrSet, rows: &Vec<u64>, rules: &[Implication]) -> Result<Conclusion, CalledOff> {
        self.visited += 1;
        if self.visited.is_multiple_of(256) && !(self.progress)(rules.len()) {
            return Err(CalledOff);
        }
        let mut common: Option<AttrSet> = None;
        for (at, &word) in rows.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let row = &self.rows[at * 64 + rest.trailing_zeros() as usize];
                match &mut common {
                    None => common = Some(row.clone()),
                    Some(shared) => shared.retain_all(row),
                }
                rest &= rest - 1;
            }
        }
        Ok(common.map_or(Conclusion::Falsum, Conclusion::Attrs))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Universe;

    /// Each row has one attribute more than the one before: the longest chain
    /// of intents there can be.
    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let n = 2000;
        let rows = (0..n).map(|size| AttrSet::of(n, 0..size));
        let basis = canonical_basis(&Context::from_rows(Arc::new(Universe::letters(n)), rows));
        // One for each attribute but the first; the last never occurs.
        assert_eq!(basis.len(), n - 1);
    }
}
