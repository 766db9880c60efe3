//! The concept lattice of a table: its closed sets, ordered by what they say.
//!
//! A concept is a set of objects and the set of all attributes they share,
//! each as large as the other allows. Concepts are found from the most general
//! one downwards, level by level, so that a limit leaves the upper part.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::columns::Columns;
use crate::{Attr, AttrSet, Context};

/// A set of objects and what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concept {
    /// All attributes that the objects share.
    pub intent: AttrSet,
    /// All objects that have these attributes.
    pub extent: Vec<usize>,
    /// Attributes that none of the more general concepts has.
    pub own_attributes: Vec<Attr>,
    /// Objects that none of the more special concepts has.
    pub own_objects: Vec<usize>,
}

/// Concepts and which of them are next to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The concepts, more general ones first.
    pub concepts: Vec<Concept>,
    /// Pairs of a concept and one right below it.
    pub covers: Vec<(usize, usize)>,
    /// Whether these are all; otherwise they are the upper part.
    pub complete: bool,
}

/// How much of a lattice is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatticeLimits {
    /// About so many concepts at most; the upper part, if there are more.
    pub concepts: usize,
    /// So many objects in all concepts together at most. If there are more, there
    /// is no lattice.
    pub members: usize,
}

/// Why there is no lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LatticeError {
    /// It was stopped.
    #[error("it was stopped before it was found")]
    Stopped,
    /// Its concepts have too many objects together.
    #[error("its concepts have too many objects together")]
    TooLarge,
}

impl Lattice {
    /// The concepts of a table, up to about so many. Unknown attributes are
    /// taken for absent.
    pub fn of(context: &Context, most: usize) -> Self {
        let limits = LatticeLimits { concepts: most, members: usize::MAX };
        // It is neither limited nor stopped, and so there always is one.
        Self::limited(context, limits, || ControlFlow::Continue(())).unwrap_or(Self {
            concepts: Vec::new(),
            covers: Vec::new(),
            complete: false,
        })
    }

    /// The same, within limits, and as long as `watch` says to go on.
    pub fn limited(
        context: &Context,
        limits: LatticeLimits,
        mut watch: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Self, LatticeError> {
        let most = limits.concepts;
        let finder = Finder::new(context);
        let mut places: HashMap<AttrSet, usize> = HashMap::new();
        let mut intents = vec![finder.close(&AttrSet::empty(context.attribute_count()))];
        places.insert(intents[0].clone(), 0);
        let mut covers = Vec::new();
        let mut complete = true;
        let mut at = 0;
        while at < intents.len() {
            if watch().is_break() {
                return Err(LatticeError::Stopped);
            }
            for below in finder.right_below(&intents[at]) {
                let place = match places.get(&below) {
                    Some(&place) => place,
                    None if intents.len() >= most.max(1) => {
                        complete = false;
                        continue;
                    }
                    None => {
                        places.insert(below.clone(), intents.len());
                        intents.push(below);
                        intents.len() - 1
                    }
                };
                covers.push((at, place));
            }
            at += 1;
        }
        let concepts = finder.concepts(context, intents, &covers);
        let mut members = 0usize;
        let mut kept = Vec::new();
        for concept in concepts {
            members = members.saturating_add(concept.extent.len());
            match members > limits.members {
                true => return Err(LatticeError::TooLarge),
                false if watch().is_break() => return Err(LatticeError::Stopped),
                false => kept.push(concept),
            }
        }
        Ok(Self { concepts: kept, covers, complete })
    }
}

struct Finder {
    columns: Columns,
    /// The distinct rows.
    rows: Vec<AttrSet>,
    attributes: usize,
}

impl Finder {
    fn new(context: &Context) -> Self {
        let attributes = context.attribute_count();
        let rows = context.distinct().to_vec();
        Self { columns: Columns::new(attributes, rows.iter()), rows, attributes }
    }

    /// What all rows with these attributes share; everything if there is none.
    fn close(&self, set: &AttrSet) -> AttrSet {
        let mut shared = AttrSet::full(self.attributes);
        self.columns.rows_with(set).for_each(|row| shared.retain_all(&self.rows[row]));
        shared
    }

    /// The smallest closed sets above this one.
    fn right_below(&self, intent: &AttrSet) -> Vec<AttrSet> {
        let others = (0..self.attributes).filter(|&attr| !intent.contains(attr));
        let mut larger: Vec<AttrSet> = others.map(|attr| self.close(&intent.with(attr))).collect();
        larger.sort_by_key(|set| (set.len(), set.iter().collect::<Vec<_>>()));
        larger.dedup();
        let mut smallest: Vec<AttrSet> = Vec::new();
        for set in larger {
            if !smallest.iter().any(|small| small.is_subset(&set)) {
                smallest.push(set);
            }
        }
        smallest
    }

    /// The concepts of these intents, labelled where attributes first appear
    /// and where objects last do.
    fn concepts(
        &self,
        context: &Context,
        intents: Vec<AttrSet>,
        covers: &[(usize, usize)],
    ) -> impl Iterator<Item = Concept> {
        let mut inherited = vec![AttrSet::empty(self.attributes); intents.len()];
        covers.iter().for_each(|&(above, below)| _ = inherited[below].insert_all(&intents[above]));
        intents.into_iter().zip(inherited).map(|(intent, inherited)| {
            let extent: Vec<usize> =
                (0..context.len()).filter(|&object| intent.is_subset(context.row(object))).collect();
            let own_objects = extent.iter().copied().filter(|&object| *context.row(object) == intent).collect();
            let own_attributes = intent.difference(&inherited).iter().collect();
            Concept { intent, extent, own_attributes, own_objects }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::Universe;
    use crate::sampling::{Purpose, Streams};

    fn random(attributes: usize, objects: u64) -> Context {
        let row = |object| {
            let mut stream = Streams::new(objects).stream(Purpose::Measure, attributes as u64, object);
            stream.subset(attributes)
        };
        Context::from_rows(Arc::new(Universe::letters(attributes)), (0..objects).map(row))
    }

    /// All closed sets, by the definition.
    fn closed_sets(context: &Context) -> Vec<AttrSet> {
        let attributes = context.attribute_count();
        let close = |set: &AttrSet| {
            let rows = context.distinct().iter().filter(|row| set.is_subset(row));
            rows.fold(AttrSet::full(attributes), |shared, row| shared.intersection(row))
        };
        let all = (0..1u64 << attributes).map(|bits| AttrSet::from_words(attributes, [bits]));
        all.filter(|set| close(set) == *set).collect()
    }

    #[test]
    fn all_closed_sets_and_their_neighbours_are_found() {
        for (attributes, objects) in [(1, 0), (4, 3), (6, 10), (8, 12)] {
            let context = random(attributes, objects);
            let lattice = Lattice::of(&context, usize::MAX);
            let closed = closed_sets(&context);
            assert!(lattice.complete);
            assert_eq!(lattice.concepts.len(), closed.len());
            assert!(lattice.concepts.iter().all(|concept| closed.contains(&concept.intent)));
            let intent = |place: usize| &lattice.concepts[place].intent;
            let mut neighbours = 0;
            for above in &closed {
                for below in &closed {
                    let between = |set: &&AttrSet| above.is_proper_subset(set) && set.is_proper_subset(below);
                    if above.is_proper_subset(below) && !closed.iter().any(|set| between(&set)) {
                        neighbours += 1;
                        assert!(lattice.covers.iter().any(|&(a, b)| intent(a) == above && intent(b) == below));
                    }
                }
            }
            assert_eq!(lattice.covers.len(), neighbours);
        }
    }

    #[test]
    fn every_attribute_and_object_is_told_once() {
        let context = random(7, 9);
        let lattice = Lattice::of(&context, usize::MAX);
        let mut attributes: Vec<Attr> = lattice.concepts.iter().flat_map(|c| c.own_attributes.clone()).collect();
        let mut objects: Vec<usize> = lattice.concepts.iter().flat_map(|c| c.own_objects.clone()).collect();
        attributes.sort_unstable();
        objects.sort_unstable();
        assert_eq!(attributes, (0..7).collect::<Vec<_>>());
        assert_eq!(objects, (0..9).collect::<Vec<_>>());
    }

    #[test]
    fn it_stops_when_it_is_told_to_or_becomes_too_large() {
        let context = random(8, 30);
        let wide = LatticeLimits { concepts: usize::MAX, members: usize::MAX };
        let mut left = 5;
        let watch = || {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(Lattice::limited(&context, wide, watch), Err(LatticeError::Stopped));
        let go_on = || ControlFlow::Continue(());
        let whole = Lattice::of(&context, usize::MAX);
        assert_eq!(Lattice::limited(&context, wide, go_on).as_ref(), Ok(&whole));
        let members: usize = whole.concepts.iter().map(|concept| concept.extent.len()).sum();
        assert!(Lattice::limited(&context, LatticeLimits { members, ..wide }, go_on).is_ok());
        let small = LatticeLimits { members: members - 1, ..wide };
        assert_eq!(Lattice::limited(&context, small, go_on), Err(LatticeError::TooLarge));
    }

    #[test]
    fn a_limit_leaves_the_upper_part() {
        let context = random(8, 30);
        let all = Lattice::of(&context, usize::MAX);
        let upper = Lattice::of(&context, 10);
        assert!(all.concepts.len() > 10 && !upper.complete);
        assert_eq!(upper.concepts.len(), 10);
        assert_eq!(upper.concepts[0].extent.len(), 30);
        assert!(upper.concepts.iter().all(|concept| all.concepts.iter().any(|known| known.intent == concept.intent)));
    }
}
