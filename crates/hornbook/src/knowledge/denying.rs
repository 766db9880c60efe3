//! Rules that are known to fail, and what that says of the models there must be.

use super::conflict::{Conflict, fill_in, places};
use super::denied::Denied;
use super::known::Knowledge;
use crate::{AttrSet, Conclusion, Implication, Model};

impl Knowledge {
    /// Learns that a rule fails, without a model that breaks it.
    pub fn deny(&mut self, rule: Implication) -> Result<(), Conflict> {
        if self.entails(&rule) {
            let rules = places(self.rules.derive(&rule.premise, &rule.conclusion));
            return Err(Conflict { rules, models: Vec::new(), denied: Vec::new() });
        }
        if !self.fails(&rule) {
            self.denied.push(Denied { rule, witness: None, is_broken: false });
            self.look_at_denied(None);
        }
        Ok(())
    }

    /// Finds out what the closures of denied premises lack, by the rules known;
    /// after one more rule, only where that may say more.
    pub(super) fn look_at_denied(&mut self, new: Option<usize>) {
        for place in 0..self.denied.len() {
            let Denied { rule, witness, is_broken } = &self.denied[place];
            let touches = |new: usize| match witness {
                Some(witness) if *is_broken => self.rules.rules()[new].premise.is_subset(witness.possible()),
                _ => true,
            };
            if new.is_some_and(|new| !touches(new)) {
                continue;
            }
            let found = self.witness(rule);
            if found != *witness {
                let is_broken = found.as_ref().is_some_and(|found| found.refutes(rule));
                let denied = &mut self.denied[place];
                (denied.witness, denied.is_broken) = (found, is_broken);
                self.version += 1;
            }
        }
    }

    /// What is known of the closure of the premise of a rule that fails. It
    /// lacks every attribute that would bring the whole conclusion.
    pub(super) fn witness(&self, rule: &Implication) -> Option<Model> {
        let Conclusion::Attrs(has) = self.lower(&rule.premise) else { return None };
        let mut unknown = AttrSet::full(self.attribute_count()).difference(&has);
        let brings_all = |&attr: &usize| rule.conclusion.is_within(&self.lower(&has.with(attr)));
        let lacks: Vec<usize> = unknown.iter().filter(brings_all).collect();
        lacks.iter().for_each(|&attr| _ = unknown.remove(attr));
        // That it occurs at all is known if nothing else is.
        if !rule.conclusion.is_falsum() && lacks.is_empty() {
            return None;
        }
        fill_in(&Model::partial(has, &unknown), |set| self.rules.close(set))
    }

    /// As much of a possible conclusion of a closed set as was not denied.
    pub(crate) fn not_denied(&self, closed: &AttrSet, conclusion: Conclusion) -> Conclusion {
        if self.denied.is_empty() {
            return conclusion;
        }
        let mut question = Implication { premise: closed.clone(), conclusion };
        // Half of it, and half of that: so what fails is found in few questions.
        while self.is_denied(&question) {
            let Conclusion::Attrs(attrs) = &mut question.conclusion else { break };
            let added: Vec<usize> = attrs.difference(closed).iter().collect();
            if added.len() < 2 {
                break;
            }
            added[added.len().div_ceil(2)..].iter().for_each(|&attr| _ = attrs.remove(attr));
        }
        question.conclusion
    }

    /// Whether a denied rule would follow from this one.
    pub(super) fn is_denied(&self, rule: &Implication) -> bool {
        // Those that their witness breaks bound the truth like models.
        let vague = self.denied.iter().filter(|denied| !denied.is_broken);
        vague.into_iter().any(|denied| match self.lower(&denied.rule.premise) {
            Conclusion::Attrs(closed) if rule.premise.is_subset(&closed) => match &rule.conclusion {
                Conclusion::Attrs(adds) => denied.rule.conclusion.is_within(&self.lower(&closed.union(adds))),
                Conclusion::Falsum => true,
            },
            _ => false,
        })
    }
}
