//! The smallest sets of columns that suffice for something, by what refutes others.
//!
//! Whether a set suffices is asked; more columns never harm. A set that does not
//! suffice lacks all columns of some *clue*, of which every set that suffices has one.
//! So these are the sets that hit all clues. They are enumerated as by MMCS (Murakami
//! and Uno, *Efficient algorithms for dualizing large-scale hypergraphs*, 2014), depth
//! first: the next clue that is not hit is chosen, and each of its columns is tried in
//! turn, while every column chosen before must still be the only one to hit some clue.
//!
//! Clues come to light while the search goes on, as in HPIValid. A set that hits all
//! known ones is asked about, and if it does not suffice then the answer is a clue that
//! it does not hit, and so none of the smaller sets on the way to it does: it is open for
//! all of them.
//!
//! Invariant: where a branch was searched, a set of that branch that hits all known
//! clues suffices. So a column that is not needed to hit the known clues, once another
//! of its own clue was chosen, is not needed at all: what is without it was searched
//! before. Hence what is found is minimal, and all that is minimal is found.

use super::watching::Stopped;
use crate::AttrSet;

/// Whoever knows which sets suffice.
pub(super) trait Judge {
    /// Whether the columns suffice; `path` has them in the order in which they were
    /// chosen. If they do, the judge keeps them.
    fn judge(&mut self, left: &AttrSet, path: &[usize]) -> Result<Judgement, Stopped>;

    /// Some sets were visited: whether to go on.
    fn visited(&mut self, sets: usize) -> Result<(), Stopped>;
}

/// What a judge says.
pub(super) enum Judgement {
    Suffices,
    /// Sets that have nothing in common with the columns, and of each of which every set
    /// that suffices has a column; at least one.
    Refuted(Vec<AttrSet>),
}

/// The search for the smallest sets that suffice.
pub(super) struct Search {
    max_len: usize,
    clues: Vec<AttrSet>,
    /// For each column, the clues it hits, as bits.
    hits: Vec<Vec<u64>>,
    left: AttrSet,
    path: Vec<usize>,
    /// The state after each column of the path, from none on. Those beyond the path are
    /// memory to be used again.
    levels: Vec<Level>,
}

/// What is known of the columns chosen so far.
#[derive(Clone, Default)]
struct Level {
    /// The clues that are not hit.
    open: Vec<u64>,
    /// For each column chosen, the clues that it alone hits.
    critical: Vec<Vec<u64>>,
}

impl Search {
    /// Starts with clues that are known, small ones first.
    pub(super) fn new<'a>(
        width: usize,
        max_len: Option<usize>,
        known: impl Iterator<Item = std::borrow::Cow<'a, AttrSet>>,
    ) -> Self {
        let mut search = Self {
            max_len: max_len.unwrap_or(width),
            clues: Vec::new(),
            hits: vec![Vec::new(); width],
            left: AttrSet::empty(width),
            path: Vec::new(),
            levels: vec![Level::default()],
        };
        for clue in known {
            // What hits a smaller one hits this one, too.
            if !search.contains_clue(&clue) {
                search.add(clue.into_owned());
            }
        }
        search
    }

    /// Finds the sets among these columns. The judge is told each of them.
    pub(super) fn run(&mut self, columns: AttrSet, judge: &mut impl Judge) -> Result<(), Stopped> {
        self.visit(columns, judge)
    }

    /// The clues, known before or come to light.
    pub(super) fn clues(&self) -> &[AttrSet] {
        &self.clues
    }

    /// Whether a known clue is a subset of this one.
    fn contains_clue(&self, clue: &AttrSet) -> bool {
        let words = self.clues.len().div_ceil(64);
        let others = AttrSet::full(self.hits.len()).difference(clue);
        (0..words).any(|at| {
            let there = if at + 1 == words { last_mask(self.clues.len()) } else { u64::MAX };
            others.iter().fold(0, |with_other, column| with_other | self.hits[column][at]) & there != there
        })
    }

    /// Adds a clue that nothing on the path hits.
    fn add(&mut self, clue: AttrSet) {
        let (word, bit) = (self.clues.len() / 64, 1 << (self.clues.len() % 64));
        if bit == 1 {
            self.hits.iter_mut().for_each(|hits| hits.push(0));
        }
        clue.iter().for_each(|column| self.hits[column][word] |= bit);
        for level in &mut self.levels[..=self.path.len()] {
            level.open.resize(word + 1, 0);
            level.open[word] |= bit;
        }
        self.clues.push(clue);
    }

    fn visit(&mut self, mut candidates: AttrSet, judge: &mut impl Judge) -> Result<(), Stopped> {
        let clue = loop {
            if let Some(clue) = self.open_clue(&candidates) {
                break clue;
            }
            match judge.judge(&self.left, &self.path)? {
                Judgement::Suffices => return Ok(()),
                Judgement::Refuted(clues) => clues.into_iter().for_each(|clue| self.add(clue)),
            }
        };
        if self.path.len() >= self.max_len {
            return Ok(());
        }
        judge.visited(1 + self.levels[self.path.len()].open.len())?;
        let branches = self.clues[clue].intersection(&candidates);
        candidates.remove_all(&branches);
        for column in branches.iter() {
            // A column that makes others needless here does so further down.
            if self.choose(column) {
                self.left.insert(column);
                self.path.push(column);
                self.visit(candidates.clone(), judge)?;
                self.path.pop();
                self.left.remove(column);
                candidates.insert(column);
            }
        }
        Ok(())
    }

    /// The clue that is not hit and leaves the fewest columns to choose from.
    fn open_clue(&self, candidates: &AttrSet) -> Option<usize> {
        let mut best = None;
        for (at, &word) in self.levels[self.path.len()].open.iter().enumerate() {
            for clue in crate::set::ones(at, word) {
                let words = self.clues[clue].words().iter().zip(candidates.words());
                let choices: u32 = words.map(|(a, b)| (a & b).count_ones()).sum();
                if best.is_none_or(|(fewest, _)| choices < fewest) {
                    best = Some((choices, clue));
                    if choices <= 1 {
                        return Some(clue);
                    }
                }
            }
        }
        best.map(|(_, clue)| clue)
    }

    /// Makes the next level, with one column more, and says whether every column is
    /// still needed.
    fn choose(&mut self, column: usize) -> bool {
        let depth = self.path.len();
        if self.levels.len() == depth + 1 {
            self.levels.push(Level::default());
        }
        let (before, after) = self.levels.split_at_mut(depth + 1);
        let (level, next) = (&before[depth], &mut after[0]);
        let hits = &self.hits[column];
        next.critical.resize_with(depth + 1, Vec::new);
        for (old, new) in level.critical.iter().zip(&mut next.critical) {
            new.clear();
            new.extend(old.iter().zip(hits).map(|(clues, hits)| clues & !hits));
            if new.iter().all(|&word| word == 0) {
                return false;
            }
        }
        next.critical[depth].clear();
        next.critical[depth].extend(level.open.iter().zip(hits).map(|(open, hits)| open & hits));
        next.open.clear();
        next.open.extend(level.open.iter().zip(hits).map(|(open, hits)| open & !hits));
        true
    }
}

/// The bits that are used of the last word.
fn last_mask(bits: usize) -> u64 {
    match bits % 64 {
        0 => u64::MAX,
        used => (1 << used) - 1,
    }
}
