//! Many sets at once: one machine word for each attribute, one bit for each
//! set.
//!
//! Most uniform sets turn out to be impossible after a few rules. Closing 256
//! of them together costs little more than closing one, since a rule fires for
//! all of them with a handful of word operations; those few that survive go
//! the ordinary way. The words come straight from the random stream: a coin
//! for each attribute and set.

use crate::sampling::Stream;
use crate::{Attr, AttrSet, Conclusion, Theory};

const WORDS: usize = 4;

/// How many sets go together.
pub(crate) const LANES: usize = WORDS * u64::BITS as usize;

type Mask = [u64; WORDS];

/// [`LANES`] sets, attribute by attribute.
#[derive(Clone)]
pub(crate) struct Lanes {
    words: Vec<Mask>,
}

impl Lanes {
    /// Sets in which each attribute is there by a coin of its own.
    pub(crate) fn random(attributes: usize, stream: &mut Stream) -> Self {
        Self { words: (0..attributes).map(|_| std::array::from_fn(|_| stream.bits())).collect() }
    }

    /// One of the sets.
    pub(crate) fn set(&self, lane: usize) -> AttrSet {
        let has = |attr: &Attr| self.words[*attr][lane / 64] >> (lane % 64) & 1 == 1;
        AttrSet::of(self.words.len(), (0..self.words.len()).filter(has))
    }

    /// The lanes that have all of these attributes.
    fn with(&self, attrs: &[Attr]) -> Mask {
        let mut mask = [u64::MAX; WORDS];
        for &attr in attrs {
            for (bits, word) in mask.iter_mut().zip(&self.words[attr]) {
                *bits &= word;
            }
        }
        mask
    }
}

/// A theory laid out for closing many sets at once.
pub(crate) struct LaneTheory {
    /// Premises of rules to ⊥, short ones first: they rule out the most.
    never: Vec<Vec<Attr>>,
    rules: Vec<(Vec<Attr>, Vec<Attr>)>,
}

impl LaneTheory {
    pub(crate) fn new(theory: &Theory) -> Self {
        let (mut never, mut rules) = (Vec::new(), Vec::new());
        for rule in theory.rules() {
            let premise: Vec<Attr> = rule.premise.iter().collect();
            match &rule.conclusion {
                Conclusion::Falsum => never.push(premise),
                Conclusion::Attrs(attrs) => rules.push((premise, attrs.difference(&rule.premise).iter().collect())),
            }
        }
        never.sort_by_key(Vec::len);
        Self { never, rules }
    }

    /// Closes all sets, and returns the lanes of those that do not close to ⊥.
    pub(crate) fn close(&self, lanes: &mut Lanes) -> impl Iterator<Item = usize> + use<> {
        let mut alive = [u64::MAX; WORDS];
        loop {
            for premise in &self.never {
                let dead = lanes.with(premise);
                (0..WORDS).for_each(|at| alive[at] &= !dead[at]);
            }
            if alive == [0; WORDS] || !self.fire(lanes, &alive) {
                break;
            }
        }
        (0..LANES).filter(move |lane| alive[lane / 64] >> (lane % 64) & 1 == 1)
    }

    /// Applies each rule once where it can add something that matters; says
    /// whether any did.
    fn fire(&self, lanes: &mut Lanes, alive: &Mask) -> bool {
        let mut grown = 0;
        for (premise, conclusion) in &self.rules {
            let fires = lanes.with(premise);
            for &attr in conclusion {
                for at in 0..WORDS {
                    let new = fires[at] & alive[at] & !lanes.words[attr][at];
                    lanes.words[attr][at] |= new;
                    grown |= new;
                }
            }
        }
        grown != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Implication;
    use crate::sampling::{Purpose, Streams};

    #[test]
    fn many_at_once_is_the_same_as_one_by_one() {
        let mut stream = Streams::new(5).stream(Purpose::Look, 1, 0);
        for rules in [0, 1, 5, 40] {
            for attributes in [1, 3, 20, 70] {
                let rule = |stream: &mut Stream| {
                    let premise = stream.subset(attributes).intersection(&stream.subset(attributes));
                    let premise = premise.intersection(&stream.subset(attributes));
                    if stream.below(3) == 0 {
                        Implication::never(premise)
                    } else {
                        Implication::new(premise, stream.subset(attributes).intersection(&stream.subset(attributes)))
                    }
                };
                let theory = Theory::from_rules(attributes, (0..rules).map(|_| rule(&mut stream)).collect::<Vec<_>>());
                let drawn = Lanes::random(attributes, &mut stream);
                let mut closed = drawn.clone();
                let alive: Vec<usize> = LaneTheory::new(&theory).close(&mut closed).collect();
                for lane in 0..LANES {
                    let closure = theory.close(&drawn.set(lane));
                    assert_eq!(closure.is_falsum(), !alive.contains(&lane));
                    assert!(closure.is_falsum() || closure == Conclusion::Attrs(closed.set(lane)));
                }
            }
        }
    }
}
