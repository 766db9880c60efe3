//! A table by its columns: for each attribute, which rows have it.
//!
//! What follows from a set is told by its columns in far fewer steps than by
//! going through the rows: their intersection is the rows that contain it, and
//! another attribute follows if its column holds all of these, which most
//! columns fail in their first word.

use crate::set::ones;
use crate::{Attr, AttrSet, Conclusion, Context, Implication};

/// Bitsets of rows.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    attributes: usize,
    /// How many words a column has.
    width: usize,
    /// All columns one after the other, and last one of all rows.
    words: Vec<u64>,
}

impl Columns {
    pub(crate) fn new<'a>(attributes: usize, rows: impl ExactSizeIterator<Item = &'a AttrSet>) -> Self {
        let width = rows.len().div_ceil(64);
        let mut words = vec![0; width * (attributes + 1)];
        for (at, row) in rows.enumerate() {
            for attr in row.iter().chain([attributes]) {
                words[attr * width + at / 64] |= 1 << (at % 64);
            }
        }
        Self { attributes, width, words }
    }

    /// How many words a column has.
    pub(crate) fn size(&self) -> usize {
        self.width
    }

    fn column(&self, attr: Attr) -> &[u64] {
        &self.words[attr * self.width..(attr + 1) * self.width]
    }

    fn all_rows(&self) -> &[u64] {
        self.column(self.attributes)
    }

    /// The rows that contain the set.
    fn extent(&self, set: &AttrSet) -> Vec<u64> {
        let mut rows = self.all_rows().to_vec();
        set.iter().for_each(|attr| narrow(&mut rows, self.column(attr)));
        rows
    }

    /// The rows that contain the set, one by one.
    pub(crate) fn rows_with(&self, set: &AttrSet) -> impl Iterator<Item = usize> + use<> {
        self.extent(set).into_iter().enumerate().flat_map(|(at, word)| ones(at, word))
    }

    /// Whether all of these rows have the attribute.
    fn holds(&self, rows: &[u64], attr: Attr) -> bool {
        rows.iter().zip(self.column(attr)).all(|(rows, column)| rows & !column == 0)
    }

    /// Whether no row breaks the rule.
    fn keep(&self, rule: &Implication) -> bool {
        let rows = self.extent(&rule.premise);
        match &rule.conclusion {
            Conclusion::Attrs(attrs) => attrs.iter().all(|attr| self.holds(&rows, attr)),
            Conclusion::Falsum => rows.iter().all(|&word| word == 0),
        }
    }

    /// What follows from the set.
    pub(crate) fn close(&self, set: &AttrSet) -> Conclusion {
        let rows = self.extent(set);
        if rows.iter().all(|&word| word == 0) {
            return Conclusion::Falsum;
        }
        let follows = |&attr: &Attr| set.contains(attr) || self.holds(&rows, attr);
        Conclusion::Attrs(AttrSet::of(self.attributes, (0..self.attributes).filter(follows)))
    }

    fn lacks(&self, set: &AttrSet, goal: Option<&AttrSet>) -> Vec<Attr> {
        let wanted = goal.cloned().unwrap_or_else(|| AttrSet::full(self.attributes));
        wanted.difference(set).iter().collect()
    }

    /// Whether these rows share one of the attributes, or there are none and
    /// that matters by itself.
    fn says_more(&self, rows: &[u64], attrs: &[Attr], falsum_matters: bool) -> bool {
        let none = || rows.iter().all(|&word| word == 0);
        (falsum_matters && none()) || attrs.iter().any(|&attr| self.holds(rows, attr))
    }

    /// A smallest set from which something follows that `beyond` lacks:
    /// attributes are left out in the given order where they can be. All of
    /// them together must say more.
    pub(crate) fn premise(&self, order: &[Attr], beyond: &AttrSet, goal: Option<&AttrSet>) -> AttrSet {
        let attrs = self.lacks(beyond, goal);
        // What is still to be tried counts as kept: the rows that contain it,
        // from each attribute on.
        let mut rest = vec![self.all_rows().to_vec()];
        for &attr in order.iter().skip(1).rev() {
            let mut rows = rest[rest.len() - 1].clone();
            narrow(&mut rows, self.column(attr));
            rest.push(rows);
        }
        let mut premise = AttrSet::empty(self.attributes);
        let mut kept = self.all_rows().to_vec();
        for &attr in order {
            let Some(mut rows) = rest.pop() else { break };
            narrow(&mut rows, &kept);
            if !self.says_more(&rows, &attrs, goal.is_none()) {
                premise.insert(attr);
                narrow(&mut kept, self.column(attr));
            }
        }
        premise
    }
}

/// With fewer rules, laying out the columns takes longer than going through the
/// rows.
const MIN_RULES_TOGETHER: usize = 64;

/// Whether the table keeps each of the rules.
pub(crate) fn rules_kept(context: &Context, rules: &[Implication]) -> Vec<bool> {
    if rules.len() < MIN_RULES_TOGETHER {
        return rules.iter().map(|rule| context.holds(rule)).collect();
    }
    let columns = Columns::new(context.attribute_count(), context.distinct().iter());
    rules.iter().map(|rule| columns.keep(rule)).collect()
}

/// Keeps the rows that are in both.
fn narrow(rows: &mut [u64], others: &[u64]) {
    rows.iter_mut().zip(others).for_each(|(row, other)| *row &= other);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Universe;
    use crate::sampling::{Purpose, Streams};

    #[test]
    fn columns_say_what_rows_say() {
        let mut stream = Streams::new(4).stream(Purpose::Look, 1, 0);
        for (count, attributes) in [(0, 3), (1, 1), (7, 5), (90, 8), (200, 12), (5, 0)] {
            let rows: Vec<AttrSet> = (0..count).map(|_| stream.subset(attributes)).collect();
            let context = Context::from_rows(Arc::new(Universe::letters(attributes)), rows);
            let columns = Columns::new(attributes, context.distinct().iter());
            for _ in 0..200 {
                let set = stream.subset(attributes).intersection(&stream.subset(attributes));
                let truth = context.close(&set);
                assert_eq!(columns.close(&set), truth);
                assert!(
                    columns
                        .rows_with(&set)
                        .eq((0..context.distinct().len()).filter(|&row| set.is_subset(&context.distinct()[row])))
                );
                let goal = stream.subset(attributes);
                let of_interest =
                    |goal: Option<&AttrSet>| goal.map_or_else(|| truth.clone(), |goal| truth.intersection(goal));
                let is_open = |goal: &Option<&AttrSet>| !of_interest(*goal).is_subset(&set);
                for goal in [None, Some(&goal)].into_iter().filter(is_open) {
                    let mut order: Vec<Attr> = set.iter().collect();
                    stream.shuffle(&mut order);
                    let premise = columns.premise(&order, &set, goal);
                    let says_more = |premise: &AttrSet| {
                        let follows = context.close(premise);
                        !goal.map_or(follows.clone(), |goal| follows.intersection(goal)).is_subset(&set)
                    };
                    assert!(premise.is_subset(&set) && says_more(&premise));
                    assert!(premise.iter().all(|attr| !says_more(&premise.without(attr))));
                }
            }
        }
    }
}
