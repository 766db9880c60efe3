//! What the cells of a column do to a row.
//!
//! Several columns of the tests may be about one column of the source: a date, and
//! its month. Its cells are looked at once for all of them. Cells with the same
//! effect share its number, so that most columns have few.

use std::collections::HashMap;

use hornbook::scaling::{CellState, Missing, RowTests, TestedColumn};

/// The number of an effect.
pub(super) type EffectId = u32;

/// What the cells of one column of the source do to a row.
#[derive(Debug)]
pub(super) struct Effects<'a> {
    /// The columns of the tests that are about it, by their places there.
    tested: Vec<(usize, &'a TestedColumn)>,
    missing: Missing,
    /// Spellings of a missing value that were told.
    told_missing: &'a [String],
    /// The first of the words that its attributes are in, and how many there are.
    pub first_word: usize,
    /// How many words that are.
    pub span: usize,
    /// The attributes of each effect: `span` words each.
    pub has: Vec<u64>,
    /// What is unknown by each effect, likewise.
    pub unknown: Vec<u64>,
    /// Whether a row is left out.
    pub leaves_out: Vec<bool>,
    /// Whether anything is unknown by any of them.
    pub any_unknown: bool,
    /// Whether a row is left out by any of them.
    pub any_left_out: bool,
    numbers: HashMap<Effect, EffectId>,
    /// Columns of the tests for which a cell was not to be expected.
    pub unexpected: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Effect {
    has: Vec<u64>,
    unknown: Vec<u64>,
    leaves_out: bool,
}

impl<'a> Effects<'a> {
    /// The effects of the column of that name.
    pub(super) fn new(tests: &'a RowTests, column: &str, told_missing: &'a [String]) -> Self {
        let tested: Vec<_> = tests.columns.iter().enumerate().filter(|(_, tested)| tested.column == column).collect();
        let words = || tested.iter().flat_map(|(_, tested)| tested.tests.iter().map(|(attr, _)| attr / 64));
        let (first_word, last_word) = (words().min().unwrap_or(0), words().max().unwrap_or(0));
        Self {
            missing: tests.missing,
            told_missing,
            first_word,
            span: last_word - first_word + 1,
            tested,
            has: Vec::new(),
            unknown: Vec::new(),
            leaves_out: Vec::new(),
            any_unknown: false,
            any_left_out: false,
            numbers: HashMap::new(),
            unexpected: Vec::new(),
        }
    }

    /// The columns of the tests that are about it.
    pub(super) fn tested(&self) -> impl Iterator<Item = &'a TestedColumn> + '_ {
        self.tested.iter().map(|(_, tested)| *tested)
    }

    /// The effect of a cell that occurs.
    pub(super) fn of_cell(&mut self, cell: &str) -> EffectId {
        let is_told = !self.told_missing.is_empty() && self.told_missing.iter().any(|told| told.trim() == cell.trim());
        let cell = if is_told { "NA" } else { cell };
        let mut effect = Effect { has: vec![0; self.span], unknown: vec![0; self.span], leaves_out: false };
        for (place, tested) in &self.tested {
            let reading = tested.read(cell);
            let bit = |attr: usize| (attr / 64 - self.first_word, 1u64 << (attr % 64));
            for &attr in &reading.has {
                let (word, bit) = bit(attr);
                effect.has[word] |= bit;
            }
            match (reading.state, self.missing) {
                (CellState::Unexpected, _) if !self.unexpected.contains(place) => self.unexpected.push(*place),
                (CellState::Missing, Missing::Drop) => effect.leaves_out = true,
                (CellState::Missing, Missing::Unknown) if !tested.missing_is_value => {
                    for (attr, _) in &tested.tests {
                        let (word, bit) = bit(*attr);
                        effect.unknown[word] |= bit;
                    }
                }
                _ => {}
            }
        }
        // What it has is known.
        effect.unknown.iter_mut().zip(&effect.has).for_each(|(unknown, has)| *unknown &= !has);
        self.number(effect)
    }

    fn number(&mut self, effect: Effect) -> EffectId {
        if let Some(&number) = self.numbers.get(&effect) {
            return number;
        }
        let number = self.leaves_out.len() as EffectId;
        self.has.extend(&effect.has);
        self.unknown.extend(&effect.unknown);
        self.leaves_out.push(effect.leaves_out);
        self.any_left_out |= effect.leaves_out;
        self.any_unknown |= effect.unknown.iter().any(|word| *word != 0);
        self.numbers.insert(effect, number);
        number
    }

    /// How many differ.
    pub(super) fn len(&self) -> usize {
        self.leaves_out.len()
    }

    /// Adds an effect to the words of a row, and says whether the row is left out.
    pub(super) fn add_to(&self, effect: EffectId, has: &mut [u64], unknown: &mut [u64]) -> bool {
        let own = effect as usize * self.span..(effect as usize + 1) * self.span;
        let add = |words: &mut [u64], more: &[u64]| {
            words.iter_mut().skip(self.first_word).zip(more).for_each(|(word, more)| *word |= more);
        };
        add(has, &self.has[own.clone()]);
        add(unknown, &self.unknown[own]);
        self.leaves_out[effect as usize]
    }

    /// The numbers between which all cells have the same effect, if only numbers are
    /// tested.
    pub(super) fn cuts(&self) -> Option<Vec<f64>> {
        let mut cuts = Vec::new();
        for tested in self.tested() {
            if tested.part.is_some() {
                return None;
            }
            cuts.extend(tested.cuts()?);
        }
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup();
        Some(cuts)
    }
}
