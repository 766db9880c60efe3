//! Equal rows put together.
//!
//! Rows are told apart column by column: those that were equal so far, and whose cells
//! have the same effect, stay equal. A look into a small list tells it, and the words
//! of a row are only made once for all that are equal.

use super::block::Block;
use super::effects::{EffectId, Effects};

/// With more rows than these that differ, they are handed on.
const MOST_GROUPS: usize = 1 << 16;
/// The lists of a column may have so many places.
const MOST_PLACES: usize = 1 << 22;
/// A group that was not met yet.
const NOT_YET: u32 = u32::MAX;

/// Rows that differ, each with how often it occurs.
#[derive(Debug, Default)]
pub(super) struct Groups {
    stages: Vec<Stage>,
    counts: Vec<u64>,
    /// The group of each row of a batch, as far as its columns were looked at.
    of_rows: Vec<u32>,
    rows: u64,
}

/// How one more column tells groups apart.
#[derive(Debug)]
struct Stage {
    /// How many effects there is place for.
    width: usize,
    /// For each group before and each effect, the group behind.
    next: Vec<u32>,
    /// For each group behind, where it comes from.
    from: Vec<(u32, EffectId)>,
}

impl Stage {
    fn new() -> Self {
        Self { width: 4, next: Vec::new(), from: Vec::new() }
    }

    fn add(&mut self, of_rows: &mut [u32], codes: &[EffectId], effects: usize) {
        if effects > self.width {
            self.widen(effects.next_power_of_two());
        }
        for (group, code) in of_rows.iter_mut().zip(codes) {
            let place = *group as usize * self.width + *code as usize;
            *group = match self.next.get(place) {
                Some(&next) if next != NOT_YET => next,
                _ => self.meet(place),
            };
        }
    }

    #[cold]
    fn meet(&mut self, place: usize) -> u32 {
        if place >= self.next.len() {
            let groups = place / self.width + 1;
            self.next.resize((groups * self.width).max(self.next.len() * 2), NOT_YET);
        }
        let group = self.from.len() as u32;
        self.next[place] = group;
        self.from.push(((place / self.width) as u32, (place % self.width) as EffectId));
        group
    }

    fn widen(&mut self, width: usize) {
        let groups = self.next.len() / self.width;
        self.width = width;
        self.next = vec![NOT_YET; groups * width];
        for (group, (before, effect)) in self.from.iter().enumerate() {
            self.next[*before as usize * width + *effect as usize] = group as u32;
        }
    }
}

impl Groups {
    /// Begins with the rows of a batch.
    pub(super) fn begin(&mut self, rows: usize) {
        self.of_rows.clear();
        self.of_rows.resize(rows, 0);
        self.rows += rows as u64;
    }

    /// Tells the rows apart by the column of that number, which has so many effects.
    pub(super) fn add_column(&mut self, column: usize, codes: &[EffectId], effects: usize) {
        if self.stages.len() == column {
            self.stages.push(Stage::new());
        }
        self.stages[column].add(&mut self.of_rows, codes, effects);
    }

    /// Counts the rows of the batch.
    pub(super) fn end(&mut self) {
        let groups = self.stages.last().map_or(1, |stage| stage.from.len());
        self.counts.resize(groups, 0);
        self.of_rows.iter().for_each(|group| self.counts[*group as usize] += 1);
    }

    /// Whether there are so many that they should be handed on.
    pub(super) fn are_many(&self) -> bool {
        self.stages.iter().any(|stage| stage.from.len() >= MOST_GROUPS || stage.next.len() >= MOST_PLACES)
    }

    /// Whether hardly any rows are equal.
    pub(super) fn are_in_vain(&self) -> bool {
        (self.counts.len() as u64) * 2 > self.rows
    }

    /// The rows that differ, of which none is left here. `effects` are those of each
    /// column.
    pub(super) fn take<'a>(&mut self, words: usize, effects: impl Fn(usize) -> &'a Effects<'a>) -> Block {
        let groups = std::mem::take(self);
        let mut block = Block { words, rows: groups.rows, ..Block::default() };
        let (mut has, mut unknown) = (vec![0; words], vec![0; words]);
        for (group, &count) in groups.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            has.fill(0);
            unknown.fill(0);
            let (mut place, mut left_out) = (group as u32, false);
            for (column, stage) in groups.stages.iter().enumerate().rev() {
                let (before, effect) = stage.from[place as usize];
                left_out |= effects(column).add_to(effect, &mut has, &mut unknown);
                place = before;
            }
            if left_out {
                block.left_out += count;
            } else {
                block.push(&has, if unknown.iter().all(|word| *word == 0) { &[] } else { &unknown }, count);
            }
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_equal_as_long_as_their_cells_do() {
        let mut groups = Groups::default();
        for (codes, effects) in [([[0, 1, 0, 1], [0, 0, 0, 1]], 2), ([[0, 1, 9, 1], [0, 0, 0, 1]], 10)] {
            groups.begin(4);
            groups.add_column(0, &codes[0], effects);
            groups.add_column(1, &codes[1], effects);
            groups.end();
        }
        // (0, 0) thrice, (1, 0) twice, (1, 1) twice, (9, 0) once.
        assert_eq!(groups.counts, [3, 2, 2, 1]);
        assert!(!groups.are_many() && !groups.are_in_vain());
        assert_eq!(groups.stages[0].from, [(0, 0), (0, 1), (0, 9)]);
        assert_eq!(groups.stages[1].from, [(0, 0), (1, 0), (1, 1), (2, 0)]);
    }
}
