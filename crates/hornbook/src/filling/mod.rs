//! Filling in what is not known of the rows of a table, for learning.
//!
//! A rule is broken only by what is known. But the rules that no row breaks for
//! sure are not closed under inference: if a row has A, lacks C, and B is unknown,
//! then it breaks neither A → B nor B → C, and yet it breaks A → C, which follows
//! from them. So the rules of one *completion* of the table are learned. Whatever
//! the completion, each of its rules, and so all that follows from them, is unbroken
//! by what is known: a row that breaks a rule for sure breaks it in every completion.
//!
//! The completion is chosen so that blanks break no rule that known rows bear out.
//! An unknown attribute b of a row is filled in if there is a rule A → b with A
//! among what the row has, which two rows bear out and none breaks, all for sure.
//! The more rows bear it out, the stronger it is. Of the values of a column only the
//! strongest is filled in, and none that would break a stronger rule: one from what
//! the row has and b to something that it lacks. What is filled in counts as had by
//! the row from then on, and the row is looked at again until nothing is added. What
//! no rule fills in is absent.
//!
//! Rows that were filled in are no evidence for others: each is filled in by what is
//! known of the table alone, so that the order of rows does not matter.

mod evidence;

use std::cmp::Reverse;

use self::evidence::Evidence;
use crate::{Attr, AttrSet, Conclusion, Context, Implication, Model, Theory};

/// How much work filling in may be, in operations on words of 64 rows: a few
/// seconds. Rows that come up later keep what is known of them, and nothing is filled in.
const MOST_WORK: u64 = 1_000_000_000;

/// What was filled in where something was unknown. A place is an attribute of a
/// row; the values of a column, of which a row has at most one, are one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    /// How many places were unknown.
    pub unknown: u64,
    /// How many of them were filled in, as rules that known rows bear out say. The
    /// others are absent.
    pub filled: u64,
    /// How many of the others were not looked at: it would have taken too long.
    pub passed_over: u64,
}

/// The table with what is unknown filled in or absent.
///
/// Of `groups`, no row has two attributes; `background` are rules that hold by
/// construction, and those that a row breaks for sure do not count.
pub(crate) fn fill(context: &Context, groups: &[Vec<Attr>], background: Vec<Implication>) -> (Context, Filling) {
    fill_within(context, groups, background, MOST_WORK)
}

fn fill_within(
    context: &Context,
    groups: &[Vec<Attr>],
    background: Vec<Implication>,
    most_work: u64,
) -> (Context, Filling) {
    let models: Vec<Model> = (0..context.distinct().len()).map(|place| context.distinct_model(place)).collect();
    let kept = background.into_iter().filter(|rule| !models.iter().any(|model| model.refutes(rule)));
    let background = Theory::from_rules(context.attribute_count(), kept);
    let groups = Groups::new(context.attribute_count(), groups);
    let mut filler = Filler { evidence: Evidence::new(context, &models, most_work), groups, background };
    let mut told = Filling::default();
    let mut rows = Vec::with_capacity(models.len());
    for (model, &count) in models.iter().zip(context.counts()) {
        let places = |attrs: AttrSet| filler.groups.places(&attrs) * count as u64;
        let unknown = if model.is_complete() { 0 } else { places(model.unknown()) };
        told.unknown += unknown;
        let row = if unknown == 0 { Some(model.has().clone()) } else { filler.row(model) };
        match &row {
            Some(row) => told.filled += filler.groups.places(&row.difference(model.has())) * count as u64,
            None => told.passed_over += unknown,
        }
        rows.push(row.unwrap_or_else(|| model.has().clone()));
    }
    (context.with_distinct(&rows), told)
}

/// Which attributes exclude each other.
struct Groups {
    /// For each attribute, the first of its group: itself if it is alone.
    first: Vec<Attr>,
    /// For each attribute that is the first of a group, the group.
    members: Vec<Option<AttrSet>>,
}

impl Groups {
    fn new(attributes: usize, groups: &[Vec<Attr>]) -> Self {
        let mut first: Vec<Attr> = (0..attributes).collect();
        let mut members = vec![None; attributes];
        for group in groups {
            if let Some(&one) = group.first() {
                group.iter().for_each(|&attr| first[attr] = one);
                members[one] = Some(AttrSet::of(attributes, group.iter().copied()));
            }
        }
        Self { first, members }
    }

    /// How many places the attributes are of.
    fn places(&self, attrs: &AttrSet) -> u64 {
        let mut firsts: Vec<Attr> = attrs.iter().map(|attr| self.first[attr]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        firsts.len() as u64
    }

    /// Takes away what something with these attributes cannot have.
    fn exclude(&self, has: &AttrSet, possible: &mut AttrSet) {
        for attr in has.iter() {
            if let Some(group) = &self.members[self.first[attr]] {
                possible.remove_all(group);
            }
        }
        possible.insert_all(has);
    }
}

struct Filler<'a> {
    evidence: Evidence<'a>,
    groups: Groups,
    background: Theory,
}

impl Filler<'_> {
    /// What a row has when it is filled in; nothing if that is too much work.
    fn row(&mut self, model: &Model) -> Option<AttrSet> {
        let (mut has, mut possible) = (model.has().clone(), model.possible().clone());
        loop {
            let before = has.len();
            for (_, attr) in self.candidates(&has, &possible)? {
                if has.contains(attr) || !possible.contains(attr) {
                    continue;
                }
                let Conclusion::Attrs(more) = self.background.close(&has.with(attr)) else { continue };
                let strength = self.evidence.strength(&has, attr)?.unwrap_or(0);
                if more.is_subset(&possible) && !self.evidence.speaks_against(&has, &possible, attr, strength)? {
                    has = more;
                    self.groups.exclude(&has, &mut possible);
                }
            }
            if has.len() == before {
                return Some(has);
            }
        }
    }

    /// What rules say that the row has, with how many rows bear the rule out: the
    /// strongest first.
    fn candidates(&mut self, has: &AttrSet, possible: &AttrSet) -> Option<Vec<(usize, Attr)>> {
        let alike = self.evidence.rows_with(has);
        let mut candidates = Vec::new();
        for attr in possible.difference(has).iter() {
            // If a row that has all of this lacks the attribute, so it is with less.
            if self.evidence.someone_lacks(&alike, attr) {
                continue;
            }
            if let Some(strength) = self.evidence.strength(has, attr)? {
                candidates.push((strength, attr));
            }
        }
        candidates.sort_by_key(|&(strength, attr)| (Reverse(strength), attr));
        Some(candidates)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Universe;

    #[test]
    fn what_would_take_too_long_is_left_absent_and_told() {
        let set = |attrs: &[Attr]| AttrSet::of(2, attrs.iter().copied());
        let mut context = Context::new(Arc::new(Universe::letters(2)));
        context.push(None, set(&[]));
        context.push(None, set(&[0, 1]));
        context.push(None, set(&[0, 1]));
        context.push_model(None, Model::partial(set(&[0]), &set(&[1])));
        context.push_model(None, Model::partial(set(&[0]), &set(&[1])));
        let (filled, told) = fill_within(&context, &[], Vec::new(), MOST_WORK);
        assert_eq!((filled.row(4), told), (&set(&[0, 1]), Filling { unknown: 2, filled: 2, passed_over: 0 }));
        let (filled, told) = fill_within(&context, &[], Vec::new(), 0);
        assert_eq!((filled.row(4), told), (&set(&[0]), Filling { unknown: 2, filled: 0, passed_over: 2 }));
    }
}
