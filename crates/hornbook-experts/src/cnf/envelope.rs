//! All rules that hold in a theory, by two solvers: its Horn envelope.
//!
//! One solver has the theory. The other has the rules found so far, and looks for a set
//! that they leave alone and that may yet miss something: for a target attribute t, a set
//! without t that is closed under the rules and lies in none of the models seen that lack
//! t. The first solver is asked for a model that contains the set and lacks t. If there is
//! one, all sets within it are done with. If not, a smallest part of the set from which t
//! follows makes a new rule. Impossible sets, the target ⊥, come first: there any model
//! will do.
//!
//! Invariant: all rules hold, and for a target that is done with, every set that is closed
//! under the rules and lacks it lies in a model that lacks it. So once all targets are,
//! what the rules do not conclude does not follow: every rule that holds follows from
//! these. Each step adds a rule that did not follow, or a model that no earlier one
//! contains, so there comes an end, after as many steps as there are rules and largest
//! models without a target: nothing is spent on the sets in between, of which there may be
//! 2ⁿ. But choices that have nothing to do with each other multiply the largest models: so
//! the search goes [part by part](super::components). It is the scheme of implicit hitting sets (as in MARCO, Liffiton et al. 2016), with
//! a rule for each minimal unsatisfiable set.

use std::ops::ControlFlow;

use hornbook::domain::AllRules;
use hornbook::{Attr, AttrSet, Conclusion, Implication, Theory};
use rustsat::types::Lit;

use super::clauses::Cnf;
use super::components::{Component, components};
use super::control::SolverControl;
use super::error::CnfError;
use super::session::{Prefers, Solved, SolverSession};

/// The search for all rules, which can be taken up again: part by part of the theory.
#[derive(Debug)]
pub(super) struct EnvelopeSearch {
    control: SolverControl,
    /// The parts that come next.
    waiting: std::vec::IntoIter<Component>,
    /// The part that is searched.
    at_hand: Option<PartSearch>,
    /// The rules of the parts that are done with.
    rules: Theory,
}

impl EnvelopeSearch {
    /// A search in a theory that has models and of which these variables, numbered from 1,
    /// are attributes.
    pub(super) fn new(cnf: &Cnf, variables: &[usize], control: SolverControl) -> Self {
        let waiting = components(cnf, variables).into_iter();
        Self { control, waiting, at_hand: None, rules: Theory::new(variables.len()) }
    }

    /// Searches on, for so many steps at most.
    pub(super) fn run(
        &mut self,
        max_steps: Option<u64>,
        go_on: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
    ) -> Result<AllRules, CnfError> {
        let mut steps = 0;
        loop {
            let part = match &mut self.at_hand {
                Some(part) => part,
                none => match self.waiting.next() {
                    Some(next) => none.insert(PartSearch::new(next, &self.control)?),
                    None => return Ok(AllRules::Found(self.rules.clone())),
                },
            };
            let known = self.rules.len();
            let mut one_more = |rules: usize| {
                steps += 1;
                match () {
                    () if max_steps.is_some_and(|most| steps > most) => Some(Ended::TooManySteps),
                    () if go_on(known + rules, steps).is_break() => Some(Ended::Cancelled),
                    () => None,
                }
            };
            match part.run(&mut one_more) {
                Ok(Ended::Done) => {}
                Ok(Ended::TooManySteps) => return Ok(AllRules::TooManySteps(self.rules_so_far())),
                Ok(Ended::Cancelled) | Err(CnfError::Stopped | CnfError::TimeLimit) => {
                    return Ok(AllRules::Cancelled(self.rules_so_far()));
                }
                Err(error) => return Err(error),
            }
            let attribute_count = self.rules.attribute_count();
            part.rules_of_whole(attribute_count).for_each(|rule| self.rules.push(rule));
            self.at_hand = None;
        }
    }

    /// The rules that were found, which hold.
    fn rules_so_far(&self) -> Theory {
        let attribute_count = self.rules.attribute_count();
        let at_hand = self.at_hand.iter().flat_map(|part| part.rules_of_whole(attribute_count));
        Theory::from_rules(attribute_count, self.rules.rules().iter().cloned().chain(at_hand))
    }
}

/// How the search in a part of a theory ended.
enum Ended {
    Done,
    TooManySteps,
    Cancelled,
}

/// The search in a part of a theory.
#[derive(Debug)]
struct PartSearch {
    /// Has the theory. The larger a model is, the more sets lie in it.
    theory: SolverSession,
    /// Has the rules, and what is left for the target.
    left: SolverSession,
    /// Which attributes of the whole theory there are.
    attributes: Vec<usize>,
    rules: Theory,
    /// Models that were seen.
    models: Vec<AttrSet>,
    /// How many targets are done with: first ⊥, then the attributes in order.
    done: usize,
    /// The literal that brings in what was seen for the target.
    switch: Option<Lit>,
}

impl PartSearch {
    fn new(part: Component, control: &SolverControl) -> Result<Self, CnfError> {
        let Component { cnf, variables, attributes } = part;
        let theory = SolverSession::new(&cnf, &variables, Prefers::Many, control.clone())?;
        let free = Cnf { variable_count: variables.len(), ..Cnf::default() };
        let all: Vec<usize> = (1..=variables.len()).collect();
        let left = SolverSession::new(&free, &all, Prefers::Few, control.clone())?;
        let rules = Theory::new(variables.len());
        Ok(Self { theory, left, attributes, rules, models: Vec::new(), done: 0, switch: None })
    }

    /// Searches on. `one_more` is told before each step how many rules there are, and
    /// may say that it is enough.
    fn run(&mut self, one_more: &mut dyn FnMut(usize) -> Option<Ended>) -> Result<Ended, CnfError> {
        while self.done <= self.attributes.len() {
            if let Some(ended) = one_more(self.rules.len()) {
                return Ok(ended);
            }
            let switch = self.switch()?;
            let lacks = self.target().map(|attr| !self.left.has(attr));
            match self.left.solve(&lacks.into_iter().chain([switch]).collect::<Vec<_>>())? {
                Some(set) => self.settle(&set, switch)?,
                None => {
                    self.left.add([!switch])?;
                    self.switch = None;
                    self.done += 1;
                }
            }
        }
        Ok(Ended::Done)
    }

    /// The rules over the attributes of the whole theory, so many in all.
    fn rules_of_whole(&self, attribute_count: usize) -> impl Iterator<Item = Implication> {
        let set = move |set: &AttrSet| AttrSet::of(attribute_count, set.iter().map(|attr| self.attributes[attr]));
        self.rules.rules().iter().map(move |rule| Implication {
            premise: set(&rule.premise),
            conclusion: rule.conclusion.attrs().map_or(Conclusion::Falsum, |attrs| Conclusion::Attrs(set(attrs))),
        })
    }

    /// The attribute that is the target; none for ⊥.
    fn target(&self) -> Option<Attr> {
        self.done.checked_sub(1)
    }

    /// The literal that brings in what was seen for the target; a new target begins with
    /// the models seen for others.
    fn switch(&mut self) -> Result<Lit, CnfError> {
        if let Some(switch) = self.switch {
            return Ok(switch);
        }
        let switch = self.left.fresh();
        self.switch = Some(switch);
        let target = self.target();
        let lacking = |model: &&AttrSet| target.is_none_or(|attr| !model.contains(attr));
        let models: Vec<AttrSet> = self.models.iter().filter(lacking).cloned().collect();
        models.iter().try_for_each(|model| self.leave_out_within(model, switch))?;
        Ok(switch)
    }

    /// From now on no set within a model comes up for the target.
    fn leave_out_within(&mut self, model: &AttrSet, switch: Lit) -> Result<(), CnfError> {
        let beyond = AttrSet::full(self.rules.attribute_count()).difference(model);
        let beyond: Vec<Lit> = beyond.iter().map(|attr| self.left.has(attr)).collect();
        self.left.add(beyond.into_iter().chain([!switch]))
    }

    /// Finds out whether the target follows from a set.
    fn settle(&mut self, set: &AttrSet, switch: Lit) -> Result<(), CnfError> {
        match self.theory.model(set, self.target())? {
            Solved::Model(model) => {
                self.leave_out_within(&model, switch)?;
                self.models.push(model);
            }
            Solved::NoModel(part) => {
                let premise = self.smallest(part)?;
                let conclusion = match self.target() {
                    Some(attr) => Conclusion::Attrs(AttrSet::of(self.rules.attribute_count(), [attr])),
                    None => Conclusion::Falsum,
                };
                let lacking: Vec<Lit> = premise.iter().map(|attr| !self.left.has(attr)).collect();
                let concluded = self.target().map(|attr| self.left.has(attr));
                self.left.add(lacking.into_iter().chain(concluded))?;
                self.rules.push(Implication { premise, conclusion });
            }
        }
        Ok(())
    }

    /// A smallest part of a set from which the target follows as it does from all of it.
    fn smallest(&mut self, set: AttrSet) -> Result<AttrSet, CnfError> {
        let mut needed = set.clone();
        for attr in set.iter() {
            if needed.contains(attr)
                && let Solved::NoModel(part) = self.theory.model(&needed.without(attr), self.target())?
            {
                needed = part;
            }
        }
        Ok(needed)
    }
}
