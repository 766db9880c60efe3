//! Closing many sets under a theory.

use super::dispatch::widest;
use super::{Lanes, Mask};
use crate::{Attr, AttrSet, Conclusion, Theory};

/// A theory laid out for closing many sets at once.
#[derive(Clone, Debug)]
pub(crate) struct LaneTheory<'a> {
    theory: &'a Theory,
    /// Rules to ⊥, those with a short premise first: they rule out the most.
    never: Vec<Rule>,
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    /// To tell whether anything of the premise is new.
    premise: AttrSet,
    needs: Vec<Attr>,
    adds: Vec<Attr>,
}

/// With so few sets left, each is closed by itself: most rules concern none of
/// them, and are then not looked at.
const FEW: u64 = 3;

/// After so many rules it is time to see whether any set is left.
const STRETCH: usize = 8;

impl Theory {
    /// This theory for closing many sets at once.
    pub(crate) fn lanes(&self) -> LaneTheory<'_> {
        let (mut never, mut rules) = (Vec::new(), Vec::new());
        for rule in self.rules() {
            let needs: Vec<Attr> = rule.premise.iter().collect();
            let premise = rule.premise.clone();
            match &rule.conclusion {
                Conclusion::Falsum => never.push(Rule { premise, needs, adds: Vec::new() }),
                Conclusion::Attrs(attrs) => {
                    rules.push(Rule { adds: attrs.difference(&premise).iter().collect(), premise, needs });
                }
            }
        }
        never.sort_by_key(|rule| rule.needs.len());
        LaneTheory { theory: self, never, rules }
    }
}

impl LaneTheory<'_> {
    /// Closes the sets of the lanes `among`, and returns the lanes of those
    /// that do not close to ⊥. What the other lanes hold afterwards means
    /// nothing.
    pub(crate) fn close(&self, lanes: &mut Lanes, among: Mask) -> Mask {
        widest(
            #[inline(always)]
            || self.close_together(lanes, among),
        )
    }

    #[inline(always)]
    fn close_together(&self, lanes: &mut Lanes, among: Mask) -> Mask {
        let mut alive = among;
        // Rules without a premise too are to fire at first.
        let mut new: Option<AttrSet> = None;
        loop {
            self.rule_out(lanes, &mut alive, new.as_ref());
            if alive.count() <= FEW {
                return self.close_each(lanes, alive);
            }
            let grown = self.fire(lanes, alive, new.as_ref());
            if grown.is_empty() {
                return alive;
            }
            new = Some(grown);
        }
    }

    /// Takes out the lanes that have the premise of a rule to ⊥; only rules
    /// with something new in the premise are tried.
    #[inline(always)]
    fn rule_out(&self, lanes: &Lanes, alive: &mut Mask, new: Option<&AttrSet>) {
        for stretch in self.never.chunks(STRETCH) {
            for rule in stretch {
                if rule.concerns(new) {
                    *alive &= !lanes.with(&rule.needs);
                }
            }
            if alive.is_none() {
                return;
            }
        }
    }

    /// Applies each rule once where it can add something; returns the
    /// attributes that some set gained.
    #[inline(always)]
    fn fire(&self, lanes: &mut Lanes, alive: Mask, new: Option<&AttrSet>) -> AttrSet {
        let mut grown = AttrSet::empty(self.theory.attribute_count());
        for rule in &self.rules {
            if !rule.concerns(new) && !rule.concerns(Some(&grown)) {
                continue;
            }
            let fires = lanes.with(&rule.needs) & alive;
            if fires.is_none() {
                continue;
            }
            for &attr in &rule.adds {
                if !(fires & !lanes.words[attr]).is_none() {
                    lanes.words[attr] |= fires;
                    grown.insert(attr);
                }
            }
        }
        grown
    }

    fn close_each(&self, lanes: &mut Lanes, mut alive: Mask) -> Mask {
        for lane in alive.iter() {
            match self.theory.close(&lanes.set(lane)) {
                Conclusion::Attrs(closed) => lanes.put(lane, &closed),
                Conclusion::Falsum => alive.remove(lane),
            }
        }
        alive
    }
}

impl Rule {
    /// Whether it may fire where it did not before.
    #[inline(always)]
    fn concerns(&self, new: Option<&AttrSet>) -> bool {
        new.is_none_or(|new| !self.premise.is_disjoint(new))
    }
}

impl Lanes {
    /// The lanes that have all of these attributes.
    #[inline(always)]
    fn with(&self, attrs: &[Attr]) -> Mask {
        attrs.iter().fold(Mask::ALL, |mask, &attr| mask & self.words[attr])
    }
}

#[cfg(test)]
mod tests {
    use super::super::LANES;
    use super::*;
    use crate::Implication;
    use crate::sampling::{Purpose, Sampler, Stream, Streams};

    fn theory(attributes: usize, rules: usize, stream: &mut Stream) -> Theory {
        let few = |stream: &mut Stream| {
            stream.subset(attributes).intersection(&stream.subset(attributes)).intersection(&stream.subset(attributes))
        };
        let mut rule = || match stream.below(3) {
            0 => Implication::never(few(stream)),
            _ => Implication::new(few(stream), few(stream)),
        };
        Theory::from_rules(attributes, (0..rules).map(|_| rule()).collect::<Vec<_>>())
    }

    #[test]
    fn many_at_once_is_the_same_as_one_by_one() {
        let mut stream = Streams::new(5).stream(Purpose::Look, 1, 0);
        for rules in [0, 1, 5, 40] {
            for attributes in [0, 1, 3, 20, 70] {
                let theory = theory(attributes, rules, &mut stream);
                let drawn = Sampler::uniform(attributes).draw_lanes(attributes, &mut stream, LANES);
                for among in [Mask::ALL, Mask::first(300), Mask::first(2), Mask::NONE] {
                    let mut closed = drawn.clone();
                    let alive = theory.lanes().close(&mut closed, among);
                    for lane in among.iter() {
                        let closure = theory.close(&drawn.set(lane));
                        assert_eq!(closure.is_falsum(), !alive.contains(lane));
                        assert!(closure.is_falsum() || closure == Conclusion::Attrs(closed.set(lane)));
                    }
                    assert!((alive & !among).is_none());
                }
            }
        }
    }
}
