//! Some thousand rows, a bit a row for each attribute.

use hornbook::{AttrSet, Conclusion, Implication, Model};

/// So many rows are in a block.
pub const BLOCK_ROWS: usize = 4096;
/// So many words hold a bit for each of them.
pub(super) const WORDS: usize = BLOCK_ROWS / 64;

/// A bit for each row of a block.
pub(super) type Bits = [u64; WORDS];

/// Some rows. The bits of one attribute stand together, so that one looks at 64 rows
/// with one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) len: usize,
    attributes: usize,
    /// For each attribute, which rows have it; then, if anything is unknown, of which
    /// rows that is unknown.
    bits: Vec<u64>,
    has_unknown: bool,
    /// How often each row occurs; empty if once each.
    counts: Vec<u64>,
}

impl Block {
    pub(super) fn new(attributes: usize) -> Self {
        Self { attributes, bits: vec![0; attributes * WORDS], ..Self::default() }
    }

    pub(super) fn is_full(&self) -> bool {
        self.len == BLOCK_ROWS
    }

    /// Adds a row, by the words of its sets; there must be room.
    pub(super) fn push(&mut self, has: &[u64], unknown: &[u64], count: u64) {
        let (word, bit) = (self.len / 64, 1 << (self.len % 64));
        set_bits(&mut self.bits, has, word, bit);
        if unknown.iter().any(|&word| word != 0) {
            if !self.has_unknown {
                self.has_unknown = true;
                self.bits.resize(2 * self.attributes * WORDS, 0);
            }
            set_bits(&mut self.bits[self.attributes * WORDS..], unknown, word, bit);
        }
        if count != 1 && self.counts.is_empty() {
            self.counts = vec![1; self.len];
        }
        if count != 1 || !self.counts.is_empty() {
            self.counts.push(count);
        }
        self.len += 1;
    }

    /// The rows that there are.
    pub(super) fn all(&self) -> Bits {
        std::array::from_fn(|at| match self.len.saturating_sub(at * 64) {
            0 => 0,
            some @ 1..64 => (1 << some) - 1,
            _ => u64::MAX,
        })
    }

    /// The rows that have an attribute.
    pub(super) fn having(&self, attr: usize) -> &[u64] {
        &self.bits[attr * WORDS..][..WORDS]
    }

    /// The rows that may have it, besides those that do.
    fn doubtful(&self, attr: usize) -> Option<&[u64]> {
        self.has_unknown.then(|| &self.bits[(self.attributes + attr) * WORDS..][..WORDS])
    }

    /// The rows that contain a set.
    pub(super) fn extent(&self, set: &AttrSet) -> Bits {
        let mut extent = self.all();
        set.iter().for_each(|attr| and(&mut extent, self.having(attr)));
        extent
    }

    /// The rows that may contain a set, whatever is true of what is unknown.
    fn possible_extent(&self, set: &AttrSet) -> Bits {
        let mut extent = self.all();
        for attr in set.iter() {
            match self.doubtful(attr) {
                None => and(&mut extent, self.having(attr)),
                Some(doubtful) => {
                    let both = self.having(attr).iter().zip(doubtful).map(|(has, may)| has | may);
                    extent.iter_mut().zip(both).for_each(|(all, word)| *all &= word);
                }
            }
        }
        extent
    }

    /// The rows that have the premise, as far as is known, and surely lack some of the
    /// conclusion.
    pub(super) fn breaking(&self, rule: &Implication) -> Bits {
        let mut breaking = self.extent(&rule.premise);
        if let Conclusion::Attrs(set) = &rule.conclusion {
            and_not(&mut breaking, &self.possible_extent(set));
        }
        breaking
    }

    /// The rows that neither break a rule nor keep it for sure.
    pub(super) fn open(&self, rule: &Implication) -> Bits {
        let mut open = self.possible_extent(&rule.premise);
        if let Conclusion::Attrs(set) = &rule.conclusion {
            and_not(&mut open, &self.extent(&set.difference(&rule.premise)));
        }
        and_not(&mut open, &self.breaking(rule));
        open
    }

    pub(super) fn has_unknown(&self) -> bool {
        self.has_unknown
    }

    /// How many rows these are, each as often as it occurs.
    pub(super) fn count(&self, rows: &Bits) -> u64 {
        match self.counts.as_slice() {
            [] => rows.iter().map(|word| u64::from(word.count_ones())).sum(),
            counts => places(rows).map(|row| counts[row]).sum(),
        }
    }

    /// How often a row occurs.
    pub(super) fn count_of(&self, row: usize) -> u64 {
        self.counts.get(row).copied().unwrap_or(1)
    }

    /// What a row has.
    pub(super) fn row(&self, row: usize) -> AttrSet {
        self.members(row, 0)
    }

    /// What is known of a row.
    pub(super) fn model(&self, row: usize) -> Model {
        match self.has_unknown {
            true => Model::partial(self.row(row), &self.members(row, self.attributes)),
            false => Model::complete(self.row(row)),
        }
    }

    fn members(&self, row: usize, from: usize) -> AttrSet {
        let has = |attr: &usize| self.bits[(from + attr) * WORDS + row / 64] >> (row % 64) & 1 == 1;
        AttrSet::of(self.attributes, (0..self.attributes).filter(has))
    }

    /// How many attributes each row has.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.len];
        for attr in 0..self.attributes {
            for (at, &word) in self.having(attr).iter().enumerate() {
                ones(at * 64, word).for_each(|row| sizes[row] += 1);
            }
        }
        sizes
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + (self.bits.len() + self.counts.len()) * size_of::<u64>()
    }

    /// What is written to a file; [`from_words`](Self::from_words) reads it.
    pub(super) fn to_words(&self) -> Vec<u64> {
        let head = [self.len as u64, u64::from(self.has_unknown), u64::from(!self.counts.is_empty())];
        head.into_iter().chain(self.bits.iter().copied()).chain(self.counts.iter().copied()).collect()
    }

    /// The block that these words are of.
    pub(super) fn from_words(attributes: usize, words: &[u64]) -> Option<Self> {
        let [len, has_unknown, _, rest @ ..] = words else { return None };
        let has_unknown = *has_unknown == 1;
        let size = if has_unknown { 2 } else { 1 } * attributes * WORDS;
        let (bits, counts) = rest.split_at_checked(size)?;
        Some(Self { len: *len as usize, attributes, bits: bits.to_vec(), has_unknown, counts: counts.to_vec() })
    }
}

fn set_bits(columns: &mut [u64], set: &[u64], word: usize, bit: u64) {
    for (at, &members) in set.iter().enumerate() {
        ones(at * 64, members).for_each(|attr| columns[attr * WORDS + word] |= bit);
    }
}

pub(super) fn and(bits: &mut Bits, others: &[u64]) {
    bits.iter_mut().zip(others).for_each(|(all, word)| *all &= word);
}

pub(super) fn and_not(bits: &mut Bits, others: &[u64]) {
    bits.iter_mut().zip(others).for_each(|(all, word)| *all &= !word);
}

pub(super) fn is_none(bits: &Bits) -> bool {
    bits.iter().fold(0, |all, word| all | word) == 0
}

/// The rows whose bits are set.
pub(super) fn places(bits: &Bits) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(at, &word)| ones(at * 64, word))
}

fn ones(from: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(from + bit)
    })
}
