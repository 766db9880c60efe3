//! The rules found so far, so that closures look at few of them.
//!
//! Every rule that can matter is listed at the smallest attribute that its
//! premise has and the current set has not: only when that attribute comes in
//! is it looked at. When the search goes on from a larger set, the rules listed
//! at its new attributes are copied to the next attribute they lack, and only
//! those that some set of the branch may contain: the branch gains nothing but
//! its candidates. When the branch is left, the copies are taken away again,
//! and the rules found in it are listed at the attribute it was branched on,
//! which all of their premises have.
//!
//! (This is one watched literal of each Horn clause, as in SAT solvers. LinCbO
//! counts the missing attributes of all rules instead, and copies all counts
//! for every set.)

use super::bits::{BITS, Width, at, attrs, is_within};
use crate::Attr;
use crate::set::ones;

/// Why a set has no closure in this branch: it would gain an attribute before
/// the one that was branched on, or ⊥.
pub(super) type Witness = u32;

/// Neither: nothing is known.
pub(super) const NO_WITNESS: Witness = u32::MAX;

/// ⊥, which no set ever has.
pub(super) const FALSUM: Witness = u32::MAX - 1;

/// Rules as arrays of words.
#[derive(Clone, Default)]
pub(crate) struct Rows {
    pub(super) premises: Vec<u64>,
    /// All zero for ⊥.
    pub(super) conclusions: Vec<u64>,
    pub(super) falsum: Vec<bool>,
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.falsum.len()
    }

    pub(crate) fn push(&mut self, premise: &[u64], conclusion: Option<&[u64]>) {
        self.premises.extend_from_slice(premise);
        match conclusion {
            Some(conclusion) => self.conclusions.extend_from_slice(conclusion),
            None => self.conclusions.resize(self.premises.len(), 0),
        }
        self.falsum.push(conclusion.is_none());
    }

    /// A rule's premise and conclusion.
    #[inline(always)]
    pub(super) fn get(&self, place: usize, words: usize) -> (&[u64], Option<&[u64]>) {
        let conclusion = (!self.falsum[place]).then(|| at(&self.conclusions, place, words));
        (at(&self.premises, place, words), conclusion)
    }

    /// The rules from one on.
    pub(super) fn since(&self, first: usize, words: usize) -> Self {
        Self {
            premises: self.premises[first * words..].to_vec(),
            conclusions: self.conclusions[first * words..].to_vec(),
            falsum: self.falsum[first..].to_vec(),
        }
    }

    /// The memory held.
    pub(super) fn bytes(&self) -> usize {
        8 * (self.premises.capacity() + self.conclusions.capacity()) + self.falsum.capacity()
    }
}

/// The rules listed at one attribute, with their premises at hand.
#[derive(Clone, Default)]
struct List {
    premises: Vec<u64>,
    rules: Vec<u32>,
}

impl List {
    #[inline(always)]
    fn push(&mut self, premise: &[u64], rule: u32) {
        self.premises.extend_from_slice(premise);
        self.rules.push(rule);
    }

    #[inline(always)]
    fn pop(&mut self, words: usize) {
        self.rules.pop();
        self.premises.truncate(self.rules.len() * words);
    }

    /// The place of the next rule whose premise is within `set`.
    #[inline(always)]
    fn next_within(&self, from: usize, set: &[u64], words: usize) -> Option<usize> {
        let mut premises = self.premises[from * words..].chunks_exact(words);
        premises.position(|premise| is_within(premise, set)).map(|place| from + place)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + 8 * self.premises.capacity() + 4 * self.rules.capacity()
    }
}

/// Rules, listed.
pub(crate) struct Rules<W> {
    width: W,
    rows: Rows,
    /// For each attribute, the rules that lack it first.
    lists: Vec<List>,
    /// For each attribute, the rule at which closures failed last: they may well
    /// do so again.
    failed: Vec<u32>,
    /// The lists that grew since the search began, in this order.
    grown: Vec<u32>,
    /// The attributes of the set that came in since the search last went on.
    new: Vec<Attr>,
    /// The words of premises looked at since this was asked last.
    work: u64,
}

/// Where the search went on from a set, to return to.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    grown: usize,
    rules: usize,
}

/// No rule.
const NONE: u32 = u32::MAX;

impl<W: Width> Rules<W> {
    pub(super) fn new(width: W, attributes: usize) -> Self {
        Self {
            width,
            rows: Rows::default(),
            lists: vec![List::default(); attributes],
            failed: vec![NONE; attributes],
            grown: Vec::new(),
            new: Vec::new(),
            work: 0,
        }
    }

    pub(super) fn work(&self) -> u64 {
        self.work
    }

    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Adds a rule that was found when `by` came in; without it, for good.
    pub(super) fn add(&mut self, premise: &[u64], conclusion: Option<&[u64]>, by: Option<Attr>) {
        let rule = self.rows.len() as u32;
        self.rows.push(premise, conclusion);
        match by {
            Some(by) => {
                self.lists[by].push(premise, rule);
                self.grown.push(by as u32);
            }
            None => self.list_for_good(rule as usize),
        }
    }

    /// Lists a rule for the empty set, which nothing takes away. What follows
    /// from nothing is not listed: all sets have it.
    fn list_for_good(&mut self, rule: usize) {
        let premise = at(&self.rows.premises, rule, self.width.words());
        if let Some(first) = attrs(premise).next() {
            self.lists[first].push(premise, rule as u32);
        }
    }

    /// Adds rules that others found, while the current set is empty.
    pub(super) fn add_all(&mut self, rows: &Rows) {
        let words = self.width.words();
        for place in 0..rows.len() {
            let (premise, conclusion) = rows.get(place, words);
            self.add(premise, conclusion, None);
        }
    }

    /// What follows from nothing; `None` for ⊥.
    pub(super) fn always(&self) -> Option<Vec<u64>> {
        let words = self.width.words();
        let mut always = vec![0; words];
        for place in 0..self.rows.len() {
            let (premise, conclusion) = self.rows.get(place, words);
            if premise.iter().all(|&word| word == 0) {
                always.iter_mut().zip(conclusion?).for_each(|(own, word)| *own |= word);
            }
        }
        Some(always)
    }

    /// Lets a closure begin, with these attributes as new.
    #[inline]
    pub(super) fn begin(&mut self, new: impl IntoIterator<Item = Attr>) {
        self.new.clear();
        self.new.extend(new);
    }

    /// Closes `set` under the rules, as far as what is new in it goes. Gives up
    /// as soon as it would gain an attribute before `by`, one that is not
    /// `alive`, or ⊥.
    #[inline]
    pub(super) fn close(&mut self, set: &mut [u64], by: Attr, alive: &[u64]) -> Result<(), Witness> {
        loop {
            let size = self.new.len();
            let mut next = 0;
            while next < self.new.len() {
                self.look(self.new[next], set, by, alive)?;
                next += 1;
            }
            // What came in late may be what a rule lacked before.
            if self.new.len() == size {
                return Ok(());
            }
        }
    }

    #[inline]
    fn look(&mut self, attr: Attr, set: &mut [u64], by: Attr, alive: &[u64]) -> Result<(), Witness> {
        let words = self.width.words();
        let failed = self.failed[attr];
        if failed != NONE && is_within(at(&self.rows.premises, failed as usize, words), set) {
            self.fire(failed as usize, set, by, alive)?;
        }
        let mut from = 0;
        self.work += (1 + self.lists[attr].premises.len()) as u64;
        while let Some(place) = self.lists[attr].next_within(from, set, words) {
            let rule = self.lists[attr].rules[place];
            self.fire(rule as usize, set, by, alive).inspect_err(|_| self.failed[attr] = rule)?;
            from = place + 1;
        }
        Ok(())
    }

    #[inline]
    fn fire(&mut self, rule: usize, set: &mut [u64], by: Attr, alive: &[u64]) -> Result<(), Witness> {
        let (_, conclusion) = self.rows.get(rule, self.width.words());
        gain(&mut self.new, conclusion.ok_or(FALSUM)?, set, by, alive)
    }

    /// Adds to the set what follows from it.
    pub(super) fn gain(&mut self, all: &[u64], set: &mut [u64], by: Attr, alive: &[u64]) -> Result<(), Witness> {
        gain(&mut self.new, all, set, by, alive)
    }

    /// Goes on from the closed set to sets that may have what is `alive` too.
    pub(super) fn go_on(&mut self, set: &[u64], alive: &[u64]) -> Mark {
        let mark = Mark { grown: self.grown.len(), rules: self.rows.len() };
        let words = self.width.words();
        for &attr in &self.new {
            // Out of the way; none is copied to where it is.
            let list = std::mem::take(&mut self.lists[attr]);
            self.work += list.premises.len() as u64;
            for (premise, &rule) in list.premises.chunks_exact(words).zip(&list.rules) {
                if let Some(missing) = first_missing(premise, set, alive) {
                    self.lists[missing].push(premise, rule);
                    self.grown.push(missing as u32);
                }
            }
            self.lists[attr] = list;
        }
        mark
    }

    /// Returns to where the search went on with `by`; without it, to the empty
    /// set.
    pub(super) fn go_back(&mut self, mark: Mark, by: Option<Attr>) {
        let words = self.width.words();
        while self.grown.len() > mark.grown
            && let Some(attr) = self.grown.pop()
        {
            self.lists[attr as usize].pop(words);
        }
        for rule in mark.rules..self.rows.len() {
            match by {
                Some(by) => {
                    self.lists[by].push(at(&self.rows.premises, rule, words), rule as u32);
                    self.grown.push(by as u32);
                }
                None => self.list_for_good(rule),
            }
        }
    }

    /// The memory held.
    pub(super) fn bytes(&self) -> usize {
        let lists: usize = self.lists.iter().map(List::bytes).sum();
        self.rows.bytes() + lists + 4 * (self.failed.capacity() + self.grown.capacity())
    }
}

/// The first attribute of a premise that the set lacks, if it lacks any and all
/// of them are alive.
#[inline(always)]
fn first_missing(premise: &[u64], set: &[u64], alive: &[u64]) -> Option<Attr> {
    let mut first = None;
    for (at, ((premise, set), alive)) in premise.iter().zip(set).zip(alive).enumerate() {
        let missing = premise & !set;
        if missing & !alive != 0 {
            return None;
        }
        if missing != 0 && first.is_none() {
            first = Some(at * BITS + missing.trailing_zeros() as usize);
        }
    }
    first
}

/// Adds to a set what follows from it, unless that is known to fail.
#[inline(always)]
fn gain(new: &mut Vec<Attr>, all: &[u64], set: &mut [u64], by: Attr, alive: &[u64]) -> Result<(), Witness> {
    for (at, ((own, word), alive)) in set.iter_mut().zip(all).zip(alive).enumerate() {
        let more = word & !*own;
        if more == 0 {
            continue;
        }
        let first = at * BITS + more.trailing_zeros() as usize;
        if first < by {
            return Err(first as Witness);
        }
        if more & !alive != 0 {
            return Err(FALSUM);
        }
        new.extend(ones(at, more));
        *own |= more;
    }
    Ok(())
}
