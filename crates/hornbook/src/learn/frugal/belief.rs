//! How likely a "yes" is, judged by the models seen and the answers so far.
//!
//! Nothing here bears on the guarantee: a bad guess costs a question, never a
//! wrong rule. Two small families of explanations are weighed against each
//! other as answers come in (Bayes, on a grid):
//!
//! - *never*: a premise that no seen model has. Either its attributes exclude
//!   each other, with probability π, or it has not been met yet: in a domain
//!   of N things it is missing altogether with probability exp(−N·f), where f
//!   is how often one would expect it from the attributes' frequencies.
//! - *follows*: a conclusion that all s seen models with the premise share.
//!   An attribute that follows by rule (π of them do) is always there, another
//!   one of frequency f would be with probability f^s. All of the conclusion
//!   must follow; ρ < 1 allows for attributes that go together.

use super::fitted::{Asked, Features};
use crate::{AttrSet, Conclusion, Implication, Knowledge};

/// What is asked about, as far as belief goes.
pub(super) struct Evidence {
    /// The size of the premise.
    pub premise: usize,
    /// Seen models with the premise.
    pub support: usize,
    /// How often the premise is to be expected.
    pub expected: f64,
    /// Frequencies of the attributes the conclusion adds; empty for ⊥.
    pub frequencies: Vec<f64>,
}

/// Attributes that are in every model seen still may be missing in the next.
const MAX_FREQUENCY: f64 = 0.97;

/// Attributes are listed because they occur; so one alone hardly ever cannot.
const LIKELIHOOD_ONE_ATTRIBUTE_NEVER: f64 = 0.03;
const LIKELIHOOD_NOTHING_AT_ALL: f64 = 0.005;

/// Beliefs about the domain at hand.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    /// (N, π), weight.
    never: Vec<((f64, f64), f64)>,
    /// (ρ, π), weight.
    follows: Vec<((f64, f64), f64)>,
}

impl Belief {
    pub(super) fn new() -> Self {
        let grid = |first: &[f64], second: &[f64]| {
            first.iter().flat_map(|&a| second.iter().map(move |&b| ((a, b), 1.0))).collect()
        };
        let sizes = [5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0, 1280.0, 5000.0];
        Self {
            never: grid(&sizes, &[0.0, 0.1, 0.2, 0.4, 0.7]),
            follows: grid(&[0.5, 1.0], &[0.0001, 0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4]),
        }
    }

    /// The probability of "yes".
    pub(super) fn yes(&self, evidence: &Evidence) -> f64 {
        let grid = self.grid(evidence);
        let total: f64 = grid.iter().map(|(_, weight)| weight).sum();
        grid.iter().map(|(explanation, weight)| weight * likelihood(*explanation, evidence)).sum::<f64>() / total
    }

    /// Weighs the explanations by an answer.
    pub(super) fn learn(&mut self, evidence: &Evidence, yes: bool) {
        let grid = if evidence.frequencies.is_empty() { &mut self.never } else { &mut self.follows };
        for (explanation, weight) in grid.iter_mut() {
            let p = likelihood(*explanation, evidence);
            *weight *= if yes { p } else { 1.0 - p };
        }
        let total: f64 = grid.iter().map(|(_, weight)| weight).sum();
        grid.iter_mut().for_each(|(_, weight)| *weight /= total);
    }

    fn grid(&self, evidence: &Evidence) -> &[((f64, f64), f64)] {
        if evidence.frequencies.is_empty() { &self.never } else { &self.follows }
    }
}

fn likelihood((first, pi): (f64, f64), evidence: &Evidence) -> f64 {
    if evidence.frequencies.is_empty() {
        return match evidence.premise {
            0 => LIKELIHOOD_NOTHING_AT_ALL,
            1 => LIKELIHOOD_ONE_ATTRIBUTE_NEVER,
            _ => (pi + (1.0 - pi) * (-first * evidence.expected).exp()).clamp(1e-9, 0.999),
        };
    }
    let follows = |&f: &f64| implied(f, evidence.support, pi);
    evidence.frequencies.iter().map(follows).product::<f64>().powf(first).clamp(1e-9, 0.999)
}

/// The probability that an attribute of frequency `f`, which all of `support`
/// models have, follows by rule.
pub(super) fn implied(f: f64, support: usize, pi: f64) -> f64 {
    pi / (pi + (1.0 - pi) * f.min(MAX_FREQUENCY).powi(i32::try_from(support).unwrap_or(i32::MAX)))
}

/// Counts over the models seen, from which evidence is made.
pub(super) struct Frequencies<'a> {
    knowledge: &'a Knowledge,
    single: Vec<f64>,
}

impl<'a> Frequencies<'a> {
    pub(super) fn new(knowledge: &'a Knowledge) -> Self {
        let single = knowledge.having().iter().map(|&count| Self::share(count, knowledge)).collect();
        Self { knowledge, single }
    }

    fn share(count: usize, knowledge: &Knowledge) -> f64 {
        (count as f64 + 0.5) / (knowledge.object_count() as f64 + 1.0)
    }

    /// The frequency of one attribute.
    pub(super) fn of(&self, attr: usize) -> f64 {
        self.single[attr]
    }

    /// Seen objects that have all of `set`.
    pub(super) fn support(&self, set: &AttrSet) -> usize {
        self.knowledge.support(set)
    }

    /// How often a set that was not seen is to be expected: from the most
    /// frequent set with one attribute less, and that attribute's frequency.
    fn expected(&self, premise: &AttrSet) -> f64 {
        let without = |attr| Self::share(self.support(&premise.without(attr)), self.knowledge) * self.single[attr];
        premise.iter().map(without).fold(0.0, f64::max)
    }

    /// The evidence about `premise -> conclusion`, where `closed` is what is
    /// known to follow from the premise.
    pub(super) fn evidence(
        &self,
        premise: &AttrSet,
        closed: &AttrSet,
        conclusion: &Conclusion,
        support: usize,
    ) -> Evidence {
        // Without a model that has the premise there is nothing to go by but
        // whether it occurs.
        let frequencies = match conclusion {
            Conclusion::Attrs(attrs) if support > 0 => attrs.difference(closed).iter().map(|a| self.of(a)).collect(),
            _ => Vec::new(),
        };
        let expected = if support == 0 { self.expected(premise) } else { 0.0 };
        Evidence { premise: premise.len(), support, expected, frequencies }
    }

    /// What speaks for a rule and against it, where models have the premise.
    pub(super) fn features(
        &self,
        belief: &Belief,
        premise: &AttrSet,
        closed: &AttrSet,
        conclusion: &Conclusion,
    ) -> Option<Features> {
        let support = self.support(closed);
        let Conclusion::Attrs(attrs) = conclusion else { return None };
        if support == 0 {
            return None;
        }
        let evidence = self.evidence(premise, closed, conclusion, support);
        let frequencies: Vec<f64> = evidence.frequencies.iter().map(|f| f.min(MAX_FREQUENCY)).collect();
        let asked = Asked {
            premise,
            closed,
            conclusion: attrs,
            upper: &self.knowledge.upper_of_closed(closed),
            support,
            belief: belief.yes(&evidence),
            frequencies: &frequencies,
        };
        Some(asked.features(self.knowledge))
    }

    /// The evidence about a question; `None` if it is settled.
    pub(super) fn about(&self, question: &Implication) -> Option<Evidence> {
        match self.knowledge.lower(&question.premise) {
            Conclusion::Attrs(closed) => {
                Some(self.evidence(&question.premise, &closed, &question.conclusion, self.support(&closed)))
            }
            Conclusion::Falsum => None,
        }
    }
}
