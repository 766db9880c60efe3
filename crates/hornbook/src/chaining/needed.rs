//! Which of the rules that fired are needed.
//!
//! Rules are left out, last first, if the goal still follows without them. To
//! try that for each would take quadratic time. But most need not be tried: what
//! leads nowhere is out at once, and a rule is needed if it alone concludes
//! something without which the goal cannot be. Only rules beside which others
//! conclude the same are tried.

use super::Chaining;
use super::lists::ListsByKey;
use crate::{Attr, AttrSet, Conclusion};

/// Rules that fired, by their places in that order, while some are left out.
pub(super) struct Needed<'a> {
    chaining: &'a Chaining,
    from: &'a AttrSet,
    fired: &'a [usize],
    /// What the goal consists of, beyond where it starts. If the last rule says
    /// "never", the goal is that it fires.
    goal: Vec<Attr>,
    /// Those that conclude an attribute.
    producers: ListsByKey,
    /// Those that have it in their premise.
    under: ListsByKey,
    kept: Vec<bool>,
    is_needed: Vec<bool>,
    /// How many of those kept conclude an attribute.
    producing: Vec<u32>,
    /// Attributes without which the goal cannot be.
    needed: AttrSet,
}

impl<'a> Needed<'a> {
    /// The rules that are needed, in the order in which they fired.
    pub(super) fn of(
        chaining: &'a Chaining,
        from: &'a AttrSet,
        goal: &Conclusion,
        fired: &'a [usize],
    ) -> impl Iterator<Item = usize> + 'a {
        let mut needed = Self::new(chaining, from, goal, fired);
        needed.keep_what_leads_to_the_goal();
        needed.find_needed(needed.goal.clone());
        for place in (0..fired.len()).rev() {
            if needed.kept[place] && !needed.is_needed[place] && needed.follows_without(place) {
                needed.leave_out(place);
            }
        }
        let kept = needed.kept;
        fired.iter().zip(kept).filter(|(_, kept)| *kept).map(|(&rule, _)| rule)
    }

    fn new(chaining: &'a Chaining, from: &'a AttrSet, goal: &Conclusion, fired: &'a [usize]) -> Self {
        let attributes = chaining.attributes;
        let last = fired.last().copied().filter(|&rule| chaining.never[rule]);
        let goal: Vec<Attr> = match (last, goal) {
            (Some(never), _) => chaining.premises.get(never).collect(),
            (None, goal) => goal.attrs().into_iter().flat_map(AttrSet::iter).collect(),
        };
        let places = || fired.iter().enumerate();
        let concluded = |(place, &rule): (usize, &usize)| chaining.conclusions.get(rule).map(move |attr| (attr, place));
        let premised = |(place, &rule): (usize, &usize)| chaining.premises.get(rule).map(move |attr| (attr, place));
        let mut is_needed = vec![false; fired.len()];
        if let (Some(_), Some(last)) = (last, is_needed.last_mut()) {
            *last = true;
        }
        Self {
            goal: goal.into_iter().filter(|&attr| !from.contains(attr)).collect(),
            producers: ListsByKey::new(attributes, places().flat_map(concluded)),
            under: ListsByKey::new(attributes, places().flat_map(premised)),
            kept: is_needed.clone(),
            is_needed,
            producing: vec![0; attributes],
            needed: AttrSet::empty(attributes),
            chaining,
            from,
            fired,
        }
    }

    /// What the rule at a place wants that is not there from the start.
    fn wants(&self, place: usize) -> impl Iterator<Item = Attr> + use<'a> {
        let from = self.from;
        self.chaining.premises.get(self.fired[place]).filter(move |&attr| !from.contains(attr))
    }

    fn concludes(&self, place: usize) -> impl Iterator<Item = Attr> + use<'a> {
        self.chaining.conclusions.get(self.fired[place])
    }

    /// Keeps what concludes something of the goal, or something that those want.
    fn keep_what_leads_to_the_goal(&mut self) {
        let mut seen = AttrSet::of(self.chaining.attributes, self.goal.iter().copied());
        let mut wanted = self.goal.clone();
        while let Some(attr) = wanted.pop() {
            for place in self.producers.get(attr) {
                if !std::mem::replace(&mut self.kept[place], true) {
                    wanted.extend(self.wants(place).filter(|&attr| seen.insert(attr)));
                }
            }
        }
        for place in (0..self.fired.len()).filter(|&place| self.kept[place]) {
            self.chaining.conclusions.get(self.fired[place]).for_each(|attr| self.producing[attr] += 1);
        }
    }

    /// Takes down that the goal cannot be without these attributes, and what
    /// follows from that.
    fn find_needed(&mut self, mut attrs: Vec<Attr>) {
        while let Some(attr) = attrs.pop() {
            if self.needed.insert(attr) && self.producing[attr] == 1 {
                attrs.extend(self.need_producer(attr));
            }
        }
    }

    /// Takes down that the only rule that concludes an attribute is needed, and
    /// gives what that rule wants.
    fn need_producer(&mut self, attr: Attr) -> Vec<Attr> {
        let only = self.producers.get(attr).find(|&place| self.kept[place]);
        let new = only.filter(|&place| !std::mem::replace(&mut self.is_needed[place], true));
        new.into_iter().flat_map(|place| self.wants(place)).collect()
    }

    fn leave_out(&mut self, place: usize) {
        self.kept[place] = false;
        for attr in self.concludes(place) {
            self.producing[attr] -= 1;
            if self.producing[attr] == 1 && self.needed.contains(attr) {
                let wanted = self.need_producer(attr);
                self.find_needed(wanted);
            }
        }
    }

    /// Whether the goal follows by those that are kept but this one.
    fn follows_without(&self, left_out: usize) -> bool {
        let mut closed = self.from.clone();
        let mut missing: Vec<usize> = (0..self.fired.len()).map(|place| self.wants(place).count()).collect();
        let fires = |place: usize| self.kept[place] && place != left_out;
        let mut ready: Vec<usize> = (0..self.fired.len()).filter(|&place| missing[place] == 0).collect();
        while let Some(place) = ready.pop() {
            if !fires(place) {
                continue;
            }
            for attr in self.concludes(place).filter(|&attr| closed.insert(attr)) {
                for place in self.under.get(attr) {
                    missing[place] -= 1;
                    if missing[place] == 0 {
                        ready.push(place);
                    }
                }
            }
        }
        self.goal.iter().all(|&attr| closed.contains(attr))
    }
}
