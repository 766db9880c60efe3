//! Which rows of a table bear a rule out, and which break it: a few of them, to
//! be shown, for many rules.

use crate::columns::Columns;
use crate::{Context, Implication};

/// Finds rows of a table, for any number of rules.
#[derive(Clone, Debug)]
pub struct RowFinder<'a> {
    context: &'a Context,
    columns: Columns,
    /// The objects, those with the same row together, and where the ones of each
    /// distinct row begin.
    objects: Vec<u32>,
    starts: Vec<usize>,
}

impl<'a> RowFinder<'a> {
    /// Lays the table out by its columns.
    pub fn new(context: &'a Context) -> Self {
        let columns = Columns::new(context.attribute_count(), context.distinct().iter());
        let mut starts = vec![0];
        for count in context.counts() {
            starts.push(starts[starts.len() - 1] + count);
        }
        let mut next = starts.clone();
        let mut objects = vec![0; context.len()];
        for object in 0..context.len() {
            let at = &mut next[context.distinct_row(object)];
            objects[*at] = object as u32;
            *at += 1;
        }
        Self { context, columns, objects, starts }
    }

    /// At most so many objects that have the premise and the conclusion.
    pub fn examples(&self, rule: &Implication, most: usize) -> Vec<usize> {
        self.find(rule, true, most)
    }

    /// At most so many objects that have the premise, but not the conclusion.
    pub fn exceptions(&self, rule: &Implication, most: usize) -> Vec<usize> {
        self.find(rule, false, most)
    }

    /// Objects that differ come before those that have the same attributes, and
    /// otherwise the first of the table.
    fn find(&self, rule: &Implication, holds: bool, most: usize) -> Vec<usize> {
        let distinct = self.context.distinct();
        let rows = self.columns.rows_with(&rule.premise).filter(|&row| rule.holds_in(&distinct[row]) == holds);
        let mut found: Vec<(usize, usize)> = Vec::new();
        for row in rows.take(most) {
            let objects = &self.objects[self.starts[row]..self.starts[row + 1]];
            found.extend(objects.iter().take(most).enumerate().map(|(rank, &object)| (rank, object as usize)));
        }
        found.sort_unstable();
        found.truncate(most);
        let mut objects: Vec<usize> = found.into_iter().map(|(_, object)| object).collect();
        objects.sort_unstable();
        objects
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Universe;

    #[test]
    fn rows_that_differ_come_first() {
        let universe = Arc::new(Universe::new(["a", "b", "c"]).unwrap());
        let set = |names: &[&str]| universe.set(names.iter().copied()).unwrap();
        let rows = [&["a", "b"][..], &["a", "b"], &["b"], &["a"], &["a", "b", "c"], &["a", "c"], &["a", "b"]];
        let context = Context::from_rows(universe.clone(), rows.map(set));
        let finder = RowFinder::new(&context);
        let rule = Implication::new(set(&["a"]), set(&["b"]));
        assert_eq!(finder.examples(&rule, 2), [0, 4]);
        assert_eq!(finder.examples(&rule, 3), [0, 1, 4]);
        assert_eq!(finder.examples(&rule, 9), [0, 1, 4, 6]);
        assert_eq!(finder.exceptions(&rule, 9), [3, 5]);
        let never = Implication::never(set(&["b", "c"]));
        assert_eq!((finder.examples(&never, 3), finder.exceptions(&never, 3)), (vec![], vec![4]));
        let empty = Context::new(universe.clone());
        assert!(RowFinder::new(&empty).examples(&rule, 3).is_empty());
    }
}
