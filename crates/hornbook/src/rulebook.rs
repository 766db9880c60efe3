//! A rulebook: rules with the universe they speak of, what was known
//! beforehand, and how they were come by. It is what rule files hold.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::answers_rest_on::AnswersRestOn;
use crate::domain::Domain;
use crate::exceptions::exceptions_at_most;
use crate::outcome::{Certificate, Guarantee, Method, Questions, StopReason};
use crate::rule_figures::{RuleFigures, RuleOrder};
use crate::sampling::Distribution;
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
    /// The number of rows of the table that they were learned from, if it was
    /// one.
    pub rows: Option<usize>,
    /// How many rules were left out of the list, so that not all follows from it
    /// that was learned.
    pub left_out: usize,
    /// How many rules of the background are known and not listed, so that not all
    /// follows from the list either.
    pub unlisted_background: usize,
    /// In how many of them each attribute occurs; empty where that was not counted.
    /// Rule files do not hold it.
    pub attribute_supports: Vec<usize>,
    /// How they were learned.
    pub run: Option<Run>,
}

/// A rule of a [`Rulebook`].
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// What it says.
    pub implication: Implication,
    /// The number of objects that have the premise, when a table was read.
    pub support: Option<usize>,
    /// The number of objects that have the conclusion, likewise.
    pub conclusion_support: Option<usize>,
    /// The share of cases with the premise that break it, at most, where it is what a
    /// random search for exceptions could not break; of a rule that the premise never
    /// occurs, the share of sets with the premise that do. Absent where the answers it
    /// follows from are not of this kind.
    pub exceptions_at_most: Option<f64>,
}

/// A rule that may have exceptions.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfidentRule {
    /// What it says.
    pub implication: Implication,
    /// The number of rows that have the premise.
    pub support: usize,
    /// The share of these that have the conclusion.
    pub confidence: f64,
    /// The number of rows that have the conclusion, when a table was read.
    pub conclusion_support: Option<usize>,
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
    /// The rules are complete for premises that occur in at least so many rows;
    /// absent where all are wanted, or a distribution says which.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub min_support: Option<usize>,
    /// The rules are complete for premises of at most so many attributes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub max_premise: Option<usize>,
    /// The rules with exceptions are complete for those of which at least so many
    /// rows have both sides; absent where none were looked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub confident_support: Option<usize>,
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
    /// What the answers rest on; nothing where they are trusted, or were looked up.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub answers_rest_on: Vec<AnswersRestOn>,
    /// The bound that was earned, which is at most the ε that was asked for.
    /// Rule files do not hold it.
    #[serde(skip)]
    pub certificate: Option<Certificate>,
}

impl Rulebook {
    /// A rulebook of plain rules.
    pub fn new(universe: Arc<Universe>, rules: impl IntoIterator<Item = Implication>) -> Self {
        let rules = rules.into_iter().map(Rule::from).collect();
        Self {
            universe,
            background: Vec::new(),
            rules,
            confident: Vec::new(),
            rows: None,
            left_out: 0,
            unlisted_background: 0,
            attribute_supports: Vec::new(),
            run: None,
        }
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

    /// Counts, for each rule, the rows that have its premise and those that have
    /// its conclusion. Where the domain does not count rows, no rule has such figures.
    pub fn count_rows<D: Domain>(&mut self, mut domain: D) -> Result<(), D::Error> {
        if !domain.counts_rows() {
            return Ok(());
        }
        let attributes = self.universe.len();
        let implications = || {
            let confident = self.confident.iter().map(|rule| &rule.implication);
            self.rules.iter().map(|rule| &rule.implication).chain(confident)
        };
        let rows = supports_of(&mut domain, std::iter::once(self.universe.none()))?.pop();
        let attribute_supports = match domain.table() {
            Some(table) => table.attribute_supports(),
            None => supports_of(&mut domain, (0..attributes).map(|attr| AttrSet::of(attributes, [attr])))?,
        };
        let supports = supports_of(&mut domain, implications().map(|rule| rule.premise.clone()))?;
        // Many rules conclude the same.
        let mut places: HashMap<&AttrSet, usize> = HashMap::new();
        let mut conclusions: Vec<&AttrSet> = Vec::new();
        for attrs in implications().filter_map(|rule| rule.conclusion.attrs()) {
            places.entry(attrs).or_insert_with(|| {
                conclusions.push(attrs);
                conclusions.len() - 1
            });
        }
        let conclusion_supports = supports_of(&mut domain, conclusions.into_iter().cloned())?;
        let of_conclusion = |rule: &Implication| match rule.conclusion.attrs() {
            Some(attrs) => places.get(attrs).map(|&place| conclusion_supports[place]),
            None => Some(0),
        };
        let counted: Vec<Option<usize>> = implications().map(of_conclusion).collect();
        let mut counts = supports.into_iter().zip(counted);
        for (rule, (support, conclusion_support)) in self.rules.iter_mut().zip(&mut counts) {
            (rule.support, rule.conclusion_support) = (Some(support), conclusion_support);
        }
        for (rule, (support, conclusion_support)) in self.confident.iter_mut().zip(&mut counts) {
            (rule.support, rule.conclusion_support) = (support, conclusion_support);
        }
        (self.rows, self.attribute_supports) = (rows, attribute_supports);
        Ok(())
    }

    /// Counts for each rule only what is known, for rules of a table that was filled in:
    /// as its rows count those that are known to have the premise, and of which it is
    /// known whether they have the conclusion. What was filled in bears nothing out.
    pub fn count_known_rows(&mut self, known: &Context) {
        let both = |rule: &Implication| match rule.conclusion.attrs() {
            Some(attrs) => rule.premise.union(attrs),
            None => rule.premise.clone(),
        };
        let supports = |sets: &mut dyn Iterator<Item = AttrSet>| {
            let Ok(supports) = supports_of(&mut &*known, sets);
            supports
        };
        let conclusion = |rule: &Implication| rule.conclusion.attrs().cloned().unwrap_or_else(|| self.universe.all());
        let exact = || self.rules.iter().map(|rule| &rule.implication);
        let confident = || self.confident.iter().map(|rule| &rule.implication);
        let bearing_out = supports(&mut exact().chain(confident()).map(both));
        let concluding = supports(&mut exact().chain(confident()).map(conclusion));
        let mut counts = bearing_out.into_iter().zip(concluding);
        for (rule, (support, concluding)) in self.rules.iter_mut().zip(&mut counts) {
            let concluding = if rule.implication.conclusion.is_falsum() { 0 } else { concluding };
            (rule.support, rule.conclusion_support) = (Some(support), Some(concluding));
        }
        for (rule, (bearing_out, concluding)) in self.confident.iter_mut().zip(&mut counts) {
            let breaking = known.surely_breaking(&rule.implication);
            (rule.support, rule.conclusion_support) = (bearing_out + breaking, Some(concluding));
            // Where nothing is known for sure, the table as it was filled in has the word.
            if rule.support > 0 {
                rule.confidence = bearing_out as f64 / rule.support as f64;
            }
        }
        (self.rows, self.attribute_supports) = (Some(known.len()), known.attribute_supports());
    }

    /// Says of each rule how many exceptions it may have: nothing of those that follow
    /// from `trusted`, and of the others what [searches](exceptions_at_most) bound.
    pub fn set_exceptions(&mut self, trusted: &Theory, searched: &[(Implication, f64)]) {
        for rule in &mut self.rules {
            let searched = || searched.iter().map(|(rule, bound)| (rule, *bound));
            let bound = || exceptions_at_most(&rule.implication, searched());
            rule.exceptions_at_most = (!trusted.entails(&rule.implication)).then(bound);
        }
    }

    /// What the counts of a rule say, if they are known.
    pub fn figures(&self, rule: &Rule) -> Option<RuleFigures> {
        let premise = rule.support?;
        let both = if rule.implication.conclusion.is_falsum() { 0 } else { premise };
        Some(RuleFigures { rows: self.rows?, premise, conclusion: rule.conclusion_support?, both })
    }

    /// The same of a rule with exceptions.
    pub fn confident_figures(&self, rule: &ConfidentRule) -> Option<RuleFigures> {
        let both = (rule.confidence * rule.support as f64).round() as usize;
        Some(RuleFigures { rows: self.rows?, premise: rule.support, conclusion: rule.conclusion_support?, both })
    }

    /// Orders the rules, those with exceptions among themselves: what comes first
    /// by the order, then what more rows bear out, then shorter premises, then by
    /// the place of their attributes.
    pub fn sort(&mut self, order: RuleOrder) {
        let places = |set: &AttrSet| set.iter().collect::<Vec<_>>();
        let key = |figures: Option<RuleFigures>, rule: &Implication, support: usize| {
            let by_order = figures.map_or(0.0, |figures| order.weight(&figures));
            (by_order, support, Reverse(rule.premise.len()), Reverse(places(&rule.premise)))
        };
        type Key = (f64, usize, Reverse<usize>, Reverse<Vec<usize>>);
        let compare = |(a, _): &(Key, usize), (b, _): &(Key, usize)| {
            b.0.total_cmp(&a.0).then_with(|| (b.1, &b.2, &b.3).cmp(&(a.1, &a.2, &a.3)))
        };
        let key_of = |rule: &Rule| key(self.figures(rule), &rule.implication, rule.support.unwrap_or(0));
        let mut keys: Vec<(Key, usize)> = self.rules.iter().map(key_of).zip(0..).collect();
        keys.sort_by(compare);
        self.rules = keys.into_iter().map(|(_, place)| self.rules[place].clone()).collect();
        let key_of = |rule: &ConfidentRule| key(self.confident_figures(rule), &rule.implication, rule.support);
        let mut keys: Vec<(Key, usize)> = self.confident.iter().map(key_of).zip(0..).collect();
        keys.sort_by(compare);
        self.confident = keys.into_iter().map(|(_, place)| self.confident[place].clone()).collect();
    }
}

/// The sets that are asked for at a time may take this much memory: in a wide table
/// each takes kilobytes.
const MAX_BYTES_ASKED: usize = 32 << 20;

/// In how many rows each of the sets occurs.
fn supports_of<D: Domain>(domain: &mut D, sets: impl Iterator<Item = AttrSet>) -> Result<Vec<usize>, D::Error> {
    let most = MAX_BYTES_ASKED / (size_of::<AttrSet>() + domain.universe().len().div_ceil(8));
    let mut supports = Vec::new();
    let mut sets = sets.peekable();
    while sets.peek().is_some() {
        let some: Vec<AttrSet> = sets.by_ref().take(most.max(1)).collect();
        supports.extend(domain.supports(&some)?);
    }
    Ok(supports)
}

impl From<Implication> for Rule {
    /// A rule of which nothing was counted.
    fn from(implication: Implication) -> Self {
        Self { implication, support: None, conclusion_support: None, exceptions_at_most: None }
    }
}
