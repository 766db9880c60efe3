//! A rulebook: rules with the universe they speak of, what was known
//! beforehand, and how they were come by. It is what rule files hold.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::domain::Domain;
use crate::outcome::{Certificate, Guarantee, Method, Questions, StopReason};
use crate::sampling::Distribution;
use crate::{AttrSet, Implication, Theory, Universe};

/// Rules over named attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Rulebook {
    /// The attributes.
    pub universe: Arc<Universe>,
    /// Rules known beforehand, such as that the values of a column exclude
    /// each other; told apart from what was learned.
    pub background: Vec<Implication>,
    /// The rules that were learned.
    pub rules: Vec<Rule>,
    /// Rules that may have exceptions, not mixed with the others.
    pub confident: Vec<ConfidentRule>,
    /// How they were learned.
    pub run: Option<Run>,
}

/// A rule of a [`Rulebook`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it says.
    pub implication: Implication,
    /// The number of objects that have the premise, when a table was read.
    pub support: Option<usize>,
}

/// A rule that may have exceptions.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfidentRule {
    /// What it says; the conclusion is one attribute.
    pub implication: Implication,
    /// The number of rows that have the premise.
    pub support: usize,
    /// The share of these that have the conclusion.
    pub confidence: f64,
}

/// How the rules of a [`Rulebook`] were learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The method that found the rules.
    pub method: Method,
    /// What is promised about them.
    pub guarantee: Guarantee,
    /// The distribution that ε speaks of; absent where nothing was sampled.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distribution: Option<Distribution>,
    /// The ε that was asked for; absent for exact methods.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub epsilon: Option<f64>,
    /// The δ that was asked for; absent for exact methods.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub delta: Option<f64>,
    /// The attribute that the rules are about, if only one was wanted; the
    /// guarantee then speaks of whether it follows.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub target: Option<String>,
    /// The seed of everything random.
    pub seed: u64,
    /// Whether the guarantee was earned.
    pub certified: bool,
    /// Why the run ended.
    pub stopped: StopReason,
    /// The ε that the evidence supports at the given δ, for a run cut short.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub supported_epsilon: Option<f64>,
    /// Rounds of sampling.
    pub rounds: u64,
    /// Sets drawn.
    pub samples: u64,
    /// Questions that reached the oracle.
    pub questions: Questions,
    /// The bound that was earned, which is at most the ε that was asked for.
    /// Rule files do not hold it.
    #[serde(skip)]
    pub certificate: Option<Certificate>,
}

impl Rulebook {
    /// A rulebook of plain rules.
    pub fn new(universe: Arc<Universe>, rules: impl IntoIterator<Item = Implication>) -> Self {
        let rules = rules.into_iter().map(|implication| Rule { implication, support: None }).collect();
        Self { universe, background: Vec::new(), rules, confident: Vec::new(), run: None }
    }

    /// The theory of the learned rules alone.
    pub fn learned(&self) -> Theory {
        Theory::from_rules(self.universe.len(), self.rules.iter().map(|rule| rule.implication.clone()))
    }

    /// The theory of all that is known: the learned rules first, then the
    /// background.
    pub fn theory(&self) -> Theory {
        let mut theory = self.learned();
        self.background.iter().for_each(|rule| theory.push(rule.clone()));
        theory
    }

    /// Counts, for each rule, the rows that have its premise.
    pub fn count_support<D: Domain>(&mut self, mut domain: D) -> Result<(), D::Error> {
        let premises: Vec<AttrSet> = self.rules.iter().map(|rule| rule.implication.premise.clone()).collect();
        let supports = domain.supports(&premises)?;
        for (rule, support) in self.rules.iter_mut().zip(supports) {
            rule.support = Some(support);
        }
        Ok(())
    }

    /// Orders the rules by strength: those with the most support first; among
    /// equals shorter premises first, then by the place of their attributes.
    pub fn sort_by_strength(&mut self) {
        let places = |set: &AttrSet| set.iter().collect::<Vec<_>>();
        self.rules.sort_by_cached_key(|rule| {
            let premise = &rule.implication.premise;
            (std::cmp::Reverse(rule.support), premise.len(), places(premise))
        });
    }
}
