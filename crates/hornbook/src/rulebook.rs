//! A rulebook: rules with the universe they speak of, what was known
//! beforehand, and how they were come by. It is what rule files hold.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::learn::confident::ConfidentRule;
use crate::sampling::Rows;
use crate::{AttrSet, Context, Implication, Theory, Universe};

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

/// How the rules of a [`Rulebook`] were learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The name of the method: `pac`, `exact`, …
    pub method: String,
    /// `strong`, `weak`, `exact`, or `none`.
    pub guarantee: String,
    /// The distribution that ε speaks of; absent where nothing was sampled.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub distribution: Option<String>,
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
    /// Why the run ended: `certified`, `complete`, `question limit`, `time limit`, `cancelled`.
    pub stopped: String,
    /// The ε that the evidence supports at the given δ, for a run cut short.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub supported_epsilon: Option<f64>,
    /// Rounds of sampling.
    pub rounds: u64,
    /// Sets drawn.
    pub samples: u64,
    /// Questions that reached the oracle.
    pub questions: Questions,
}

/// How many questions were asked, and how they were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Questions {
    /// All of them.
    pub asked: u64,
    /// Those answered by yes.
    pub confirmed: u64,
    /// Those answered by a counterexample.
    pub refuted: u64,
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

    /// Counts, for each rule, the objects that have its premise.
    pub fn count_support(&mut self, context: &Context) {
        let rows = Rows::of_context(context);
        for rule in &mut self.rules {
            rule.support = Some(rows.support(&rule.implication.premise));
        }
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
