//! What is known of the rows of a table, attribute by attribute, and the rules that
//! it bears out.

use std::collections::HashSet;

use crate::weights::RowWeights;
use crate::{Attr, AttrSet, Context, Model};

/// To look through all rows for a rule about one place may be this much work. Mostly
/// a rule is found without.
const MOST_WORK_A_PLACE: u64 = 400_000;

/// To look at one row takes as long as so many operations on words.
const WORK_A_ROW: usize = 64;

/// A rule that fewer rows bear out fills in nothing: what one row alone says is no rule.
const LEAST_STRENGTH: usize = 2;

/// A bitset of distinct rows.
type Rows = Vec<u64>;

/// Which rows are known to have an attribute, and which to lack it.
pub(super) struct Evidence<'a> {
    rows: &'a [AttrSet],
    has: Vec<Rows>,
    lacks: Vec<Rows>,
    weights: RowWeights,
    /// How many operations on words are left.
    work: u64,
}

/// A rule on its way: rows that bear it out, and rows that break it.
struct Cover {
    good: Rows,
    bad: Rows,
}

/// There is no work left. Whoever gets this gives up on the row.
type Worked<T> = Option<T>;

impl<'a> Evidence<'a> {
    pub(super) fn new(context: &'a Context, models: &[Model], work: u64) -> Self {
        let words = models.len().div_ceil(64);
        let (mut has, mut lacks) = (Vec::new(), Vec::new());
        has.resize_with(context.attribute_count(), || vec![0; words]);
        lacks.resize_with(context.attribute_count(), || vec![0; words]);
        let all = context.universe().all();
        for (place, model) in models.iter().enumerate() {
            let (word, bit) = (place / 64, 1 << (place % 64));
            model.has().iter().for_each(|attr| has[attr][word] |= bit);
            all.difference(model.possible()).iter().for_each(|attr| lacks[attr][word] |= bit);
        }
        Self { rows: context.distinct(), has, lacks, weights: RowWeights::new(context.counts()), work }
    }

    /// The rows that have all of a set.
    pub(super) fn rows_with(&mut self, set: &AttrSet) -> Rows {
        let mut rows = vec![u64::MAX; self.rows.len().div_ceil(64)];
        self.work = self.work.saturating_sub((rows.len() * set.len()) as u64);
        set.iter().for_each(|attr| keep(&mut rows, &self.has[attr]));
        rows
    }

    /// Whether one of the rows is known to lack an attribute.
    pub(super) fn someone_lacks(&self, rows: &Rows, attr: Attr) -> bool {
        rows.iter().zip(&self.lacks[attr]).any(|(rows, lacks)| rows & lacks != 0)
    }

    /// How many rows bear out a rule from some of `has` to `attr` that no row breaks;
    /// nothing if there is no rule that at least two bear out. Of several rules it is a strong one, not
    /// always the strongest.
    pub(super) fn strength(&mut self, has: &AttrSet, attr: Attr) -> Worked<Option<usize>> {
        let cover = Cover { good: self.has[attr].clone(), bad: self.lacks[attr].clone() };
        if self.weights.sum(&cover.good) < LEAST_STRENGTH {
            return Some(None);
        }
        match self.narrow(has, &cover)?.filter(|&strength| strength >= LEAST_STRENGTH) {
            Some(strength) => Some(Some(strength)),
            None => self.search(has, &cover),
        }
    }

    /// Whether more than `strength` rows bear out a rule that `has` with `attr` would
    /// break: one to an attribute that is not possible.
    pub(super) fn speaks_against(
        &mut self,
        has: &AttrSet,
        possible: &AttrSet,
        attr: Attr,
        strength: usize,
    ) -> Worked<bool> {
        for lacking in (0..self.has.len()).filter(|&other| !possible.contains(other)) {
            self.spend(self.has[attr].len())?;
            let good = both(&self.has[attr], &self.has[lacking]);
            if self.weights.sum(&good) > strength {
                let cover = Cover { bad: both(&self.has[attr], &self.lacks[lacking]), good };
                if self.narrow(has, &cover)?.is_some_and(|against| against > strength) {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Adds attributes of `has` to the premise, one by one, whatever tells most, until
    /// no row breaks the rule. Says how many bear it out then, if there are any.
    fn narrow(&mut self, has: &AttrSet, rule: &Cover) -> Worked<Option<usize>> {
        let (mut good, mut bad) = (rule.good.clone(), rule.bad.clone());
        let mut premise: Vec<Attr> = Vec::new();
        while !is_empty(&bad) {
            self.spend(2 * good.len() * has.len())?;
            let (goods, bads) = (count(&good), count(&bad));
            let gain = |attr: Attr| {
                let (good, bad) = (common(&good, &self.has[attr]), common(&bad, &self.has[attr]));
                let share = |good: usize, bad: usize| (good as f64 / (good + bad) as f64).ln();
                (good > 0 && bad < bads).then(|| good as f64 * (share(good, bad) - share(goods, bads)))
            };
            let gains = has.iter().filter_map(|attr| Some((gain(attr)?, attr)));
            let better = |best: (f64, Attr), other: (f64, Attr)| if other.0 > best.0 { other } else { best };
            let Some((_, best)) = gains.reduce(better) else { return Some(None) };
            keep(&mut good, &self.has[best]);
            keep(&mut bad, &self.has[best]);
            premise.push(best);
        }
        self.widen(&premise, rule).map(Some)
    }

    /// Leaves out what is not needed of a premise, and counts the rows that bear out
    /// the rule.
    fn widen(&mut self, premise: &[Attr], rule: &Cover) -> Worked<usize> {
        let mut needed = premise.to_vec();
        for &attr in premise {
            let others: Vec<Attr> = needed.iter().copied().filter(|&other| other != attr).collect();
            if !self.is_met(&others, &rule.bad)? {
                needed = others;
            }
        }
        let good = self.restricted(&rule.good, &needed)?;
        Some(self.weights.sum(&good))
    }

    /// Looks through the rows that have the conclusion: what one of them has in common
    /// with `has` is a premise. If there is any rule, it is found, unless it is too
    /// much work.
    fn search(&mut self, has: &AttrSet, rule: &Cover) -> Worked<Option<usize>> {
        let mut best: Option<usize> = None;
        let mut seen: HashSet<AttrSet> = HashSet::new();
        let until = self.work.saturating_sub(MOST_WORK_A_PLACE);
        for place in (0..self.rows.len()).filter(|place| rule.good[place / 64] >> (place % 64) & 1 == 1) {
            if self.work < until {
                break;
            }
            self.spend(WORK_A_ROW)?;
            let common = self.rows[place].intersection(has);
            let premise: Vec<Attr> = common.iter().collect();
            if !seen.insert(common) || self.is_met(&premise, &rule.bad)? {
                continue;
            }
            let strength = self.widen(&premise, rule)?;
            if strength >= LEAST_STRENGTH && best.is_none_or(|most| strength > most) {
                best = Some(strength);
            }
        }
        Some(best)
    }

    /// Whether one of the rows has all of these attributes. Mostly an early one does.
    fn is_met(&mut self, attrs: &[Attr], rows: &Rows) -> Worked<bool> {
        for (at, &word) in rows.iter().enumerate().filter(|(_, word)| **word != 0) {
            self.work = self.work.checked_sub(attrs.len() as u64 + 1)?;
            if attrs.iter().fold(word, |rows, &attr| rows & self.has[attr][at]) != 0 {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Those of the rows that have these attributes.
    fn restricted(&mut self, rows: &Rows, attrs: &[Attr]) -> Worked<Rows> {
        self.spend(rows.len() * attrs.len())?;
        let mut rows = rows.clone();
        attrs.iter().for_each(|&attr| keep(&mut rows, &self.has[attr]));
        Some(rows)
    }

    fn spend(&mut self, words: usize) -> Worked<()> {
        self.work = self.work.checked_sub(words as u64)?;
        Some(())
    }
}

fn keep(rows: &mut Rows, others: &Rows) {
    rows.iter_mut().zip(others).for_each(|(rows, others)| *rows &= others);
}

fn both(rows: &Rows, others: &Rows) -> Rows {
    rows.iter().zip(others).map(|(rows, others)| rows & others).collect()
}

fn common(rows: &Rows, others: &Rows) -> usize {
    rows.iter().zip(others).map(|(rows, others)| (rows & others).count_ones() as usize).sum()
}

fn count(rows: &Rows) -> usize {
    rows.iter().map(|word| word.count_ones() as usize).sum()
}

fn is_empty(rows: &Rows) -> bool {
    rows.iter().all(|&word| word == 0)
}
