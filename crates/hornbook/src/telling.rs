//! Rules in the order of what they tell: each is weighed by what those before it
//! did not tell.
//!
//! By leverage alone, the first rules of a table are often variants of one: twenty
//! premises with the same conclusion, about nearly the same rows. So a rule counts
//! for the rows only in which its conclusion was not told yet.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::occurrences::Occurrences;
use crate::{Context, Rule, RuleOrder, Rulebook};

/// So many rules are put first; those behind them come by leverage.
const RULES_PUT_FIRST: usize = 100;
/// So many, by leverage, may be among them.
const RULES_COMPARED: usize = 2000;

impl Rulebook {
    /// Orders the rules by what they tell of the table that they were counted in
    /// (see [`count_rows`](Self::count_rows)).
    pub fn sort_by_telling(&mut self, table: &Context) {
        self.sort(RuleOrder::Leverage);
        let rows = Occurrences::of(table);
        let compared = &self.rules[..self.rules.len().min(RULES_COMPARED)];
        let extents: Vec<Vec<u64>> = compared.iter().map(|rule| rows.extent(&rule.implication.premise)).collect();
        let mut told = vec![vec![0; rows.words()]; table.attribute_count()];
        let mut queue: BinaryHeap<Weighed> = compared
            .iter()
            .enumerate()
            .map(|(place, rule)| Weighed { gain: self.gain(rule, rule.support), place })
            .collect();
        let mut first = Vec::new();
        while first.len() < RULES_PUT_FIRST
            && let Some(Weighed { gain, place }) = queue.pop()
        {
            if gain <= 0.0 {
                break;
            }
            let rule = &compared[place];
            let Some(conclusion) = rule.implication.conclusion.attrs() else { continue };
            // What is told can only have become more since it was weighed.
            let is_new =
                |(at, rows): (usize, &u64)| conclusion.iter().fold(0, |new, attr| new | rows & !told[attr][at]);
            let new: Vec<u64> = extents[place].iter().enumerate().map(is_new).collect();
            let now = self.gain(rule, Some(rows.count(&new)));
            if queue.peek().is_some_and(|next| next.gain > now) {
                queue.push(Weighed { gain: now, place });
                continue;
            }
            if now <= 0.0 {
                break;
            }
            for attr in conclusion.iter() {
                told[attr].iter_mut().zip(&extents[place]).for_each(|(told, rows)| *told |= rows);
            }
            first.push(place);
        }
        let mut is_first = vec![false; self.rules.len()];
        first.iter().for_each(|&place| is_first[place] = true);
        let behind = (0..self.rules.len()).filter(|&place| !is_first[place]);
        self.rules = first.iter().copied().chain(behind).map(|place| self.rules[place].clone()).collect();
    }

    /// The leverage of a rule if only so many rows had its premise.
    fn gain(&self, rule: &Rule, rows: Option<usize>) -> f64 {
        let figures = self.figures(&Rule { support: rows, ..rule.clone() });
        figures.map_or(0.0, |figures| figures.leverage())
    }
}

/// What a rule told when it was weighed.
struct Weighed {
    gain: f64,
    place: usize,
}

impl Ord for Weighed {
    /// The larger gain, and of equals the one that comes first.
    fn cmp(&self, other: &Self) -> Ordering {
        self.gain.total_cmp(&other.gain).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Weighed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Weighed {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Weighed {}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{AttrSet, Implication, Universe};

    #[test]
    fn what_was_told_does_not_count_again() {
        // 0 and 1 occur in nearly the same rows, with 3; 2 in other rows, with 4.
        let rows = |set: &[usize], count: usize| vec![AttrSet::of(5, set.iter().copied()); count];
        let table = [rows(&[0, 1, 3], 30), rows(&[0, 3], 2), rows(&[1, 3], 1), rows(&[2, 4], 20), rows(&[], 47)];
        let table = Context::from_rows(Arc::new(Universe::letters(5)), table.concat());
        let rule = |a, b| Implication::new(AttrSet::of(5, [a]), AttrSet::of(5, [b]));
        let mut book = Rulebook::new(table.universe().clone(), [rule(0, 3), rule(1, 3), rule(2, 4)]);
        let Ok(()) = book.count_rows(&table);
        let order = |book: &Rulebook| book.rules.iter().map(|rule| rule.implication.clone()).collect::<Vec<_>>();
        book.sort(RuleOrder::Leverage);
        assert_eq!(order(&book), [rule(0, 3), rule(1, 3), rule(2, 4)]);
        book.sort_by_telling(&table);
        assert_eq!(order(&book), [rule(0, 3), rule(2, 4), rule(1, 3)]);
    }
}
