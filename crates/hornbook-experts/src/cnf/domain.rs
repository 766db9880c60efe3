//! The models of a theory as a domain.
//!
//! What follows from a set is bounded from both sides: by rules that the solver has
//! proved, from below, and by the models that it came upon, from above. Only what lies
//! between is asked, and each answer is a rule or a model more: a model refutes many
//! candidates at once, and a proof needs only a part of the set, so that it serves other
//! sets, too. Thousands of sets so share a few calls of the solver.

use std::ops::ControlFlow;
use std::sync::Arc;

use hornbook::domain::{AllRules, BreakingRow, BrokenRule, Violations};
use hornbook::{Attr, AttrSet, Conclusion, Domain, Implication, Model, Theory, Universe};

use super::clauses::{AttributeVariables, Cnf};
use super::control::SolverControl;
use super::envelope::EnvelopeSearch;
use super::error::CnfError;
use super::pool::ModelPool;
use super::session::{Prefers, Solved, SolverSession};

/// Of so many models that break a rule, one may be chosen.
const CANDIDATES: usize = 16;

/// More proved rules than these are not kept: closing under them would take longer than
/// to ask.
const MAX_PROVED: usize = 20_000;

/// The models of a theory. Its attributes are the variables, and a row has those that
/// are true in a model; several models that differ only in other variables are one row.
#[derive(Debug)]
pub struct CnfDomain {
    universe: Arc<Universe>,
    cnf: Cnf,
    /// The variables that are attributes.
    variables: Vec<usize>,
    control: SolverControl,
    session: SolverSession,
    /// Rules that the solver has proved.
    proved: Theory,
    pool: ModelPool,
    /// The search for all rules, as far as it came.
    search: Option<EnvelopeSearch>,
}

impl CnfDomain {
    /// The models of a theory, with these variables as attributes. Looks for a first one.
    pub fn new(cnf: Cnf, attributes: AttributeVariables, control: SolverControl) -> Result<Self, CnfError> {
        let (variables, universe) = cnf.attributes(attributes)?;
        let session = SolverSession::new(&cnf, &variables, Prefers::Few, control.clone())?;
        let proved = Theory::new(universe.len());
        let (universe, pool) = (Arc::new(universe), ModelPool::default());
        let mut domain = Self { universe, cnf, variables, control, session, proved, pool, search: None };
        domain.model(&domain.universe.none(), None)?;
        Ok(domain)
    }

    /// The theory.
    pub fn cnf(&self) -> &Cnf {
        &self.cnf
    }

    /// Whether there is no model, so that every rule holds.
    pub fn is_unsatisfiable(&self) -> bool {
        self.pool.models().is_empty()
    }

    /// What to call a model: by what it has.
    fn label(&self, model: &AttrSet) -> String {
        match model.is_empty() {
            true => "a model with nothing".to_owned(),
            false => format!("a model with {}", self.universe.names_of(model).collect::<Vec<_>>().join(", ")),
        }
    }

    /// A model that has these attributes and lacks that one; none if there is none, which
    /// is then known to be so.
    fn model(&mut self, has: &AttrSet, lacks: Option<Attr>) -> Result<Option<AttrSet>, CnfError> {
        match self.session.model(has, lacks)? {
            Solved::Model(model) => {
                self.pool.keep(&model);
                Ok(Some(model))
            }
            Solved::NoModel(premise) => {
                let conclusion = match lacks {
                    Some(attr) => Conclusion::Attrs(AttrSet::of(self.universe.len(), [attr])),
                    None => Conclusion::Falsum,
                };
                if self.proved.len() < MAX_PROVED {
                    self.proved.push(Implication { premise, conclusion });
                }
                Ok(None)
            }
        }
    }

    /// What all models that contain a set have in common.
    fn closure(&mut self, set: &AttrSet) -> Result<Conclusion, CnfError> {
        let Conclusion::Attrs(mut lower) = self.proved.close(set) else { return Ok(Conclusion::Falsum) };
        let mut upper = match self.pool.common(&lower) {
            Some(common) => common,
            None => match self.model(&lower, None)? {
                Some(model) => model,
                None => return Ok(Conclusion::Falsum),
            },
        };
        while let Some(attr) = upper.difference(&lower).first() {
            match self.model(&lower, Some(attr))? {
                Some(model) => upper.retain_all(&model),
                None => match self.proved.close(&lower.with(attr)) {
                    Conclusion::Attrs(closed) => lower = closed,
                    Conclusion::Falsum => return Ok(Conclusion::Falsum),
                },
            }
        }
        Ok(Conclusion::Attrs(lower))
    }

    /// A model that breaks a rule, if there is one: the solver is asked.
    fn breaking(&mut self, rule: &Implication) -> Result<Option<AttrSet>, CnfError> {
        let Conclusion::Attrs(mut lower) = self.proved.close(&rule.premise) else { return Ok(None) };
        let Conclusion::Attrs(conclusion) = &rule.conclusion else { return self.model(&lower, None) };
        while let Some(attr) = conclusion.difference(&lower).first() {
            if let Some(model) = self.model(&lower, Some(attr))? {
                return Ok(Some(model));
            }
            match self.proved.close(&lower.with(attr)) {
                Conclusion::Attrs(closed) => lower = closed,
                Conclusion::Falsum => return Ok(None),
            }
        }
        Ok(None)
    }
}

impl Domain for CnfDomain {
    type Error = CnfError;

    fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, CnfError> {
        sets.iter().map(|set| self.closure(set)).collect()
    }

    /// To count models is harder than to find one.
    fn counts_rows(&self) -> bool {
        false
    }

    fn supports(&mut self, _: &[AttrSet]) -> Result<Vec<usize>, CnfError> {
        Err(CnfError::NotCounted)
    }

    fn counterexamples(
        &mut self,
        rules: &[Implication],
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Option<AttrSet>>, CnfError> {
        let mut found = |rule: &Implication| {
            let mut known: Vec<&AttrSet> = self.pool.breaking(rule).take(CANDIDATES).collect();
            match known.len() {
                0 => self.breaking(rule),
                count => Ok(Some(known.swap_remove(choose(count).min(count - 1)).clone())),
            }
        };
        rules.iter().map(&mut found).collect()
    }

    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, CnfError> {
        let found = self.counterexamples(rules, &mut |_| 0)?;
        let mut different: Vec<&AttrSet> = found.iter().flatten().collect();
        different.sort_unstable_by(|one, other| one.words().cmp(other.words()));
        different.dedup();
        let breaking_rows = different.len();
        let row = |model: AttrSet| BreakingRow { label: self.label(&model), model: Model::complete(model) };
        let broken = |model: Option<AttrSet>| BrokenRule {
            count: usize::from(model.is_some()),
            rows: model.into_iter().take(max_rows).map(row).collect(),
            unjudged: 0,
        };
        let rules = found.into_iter().map(broken).collect();
        Ok(Violations { rules, row_count: self.pool.models().len(), breaking_rows, unjudged_rows: 0 })
    }

    /// What share of all models one is, nobody can tell.
    fn rows_by_weight(&mut self, _: &[f64]) -> Result<Option<Vec<AttrSet>>, CnfError> {
        Err(CnfError::NotCounted)
    }

    fn all_rules(
        &mut self,
        max_steps: Option<u64>,
        go_on: &mut dyn FnMut(usize, u64) -> ControlFlow<()>,
    ) -> Result<AllRules, CnfError> {
        if self.is_unsatisfiable() {
            let nothing_is = Implication::never(self.universe.none());
            return Ok(AllRules::Found(Theory::from_rules(self.universe.len(), [nothing_is])));
        }
        let start = || EnvelopeSearch::new(&self.cnf, &self.variables, self.control.clone());
        self.search.get_or_insert_with(start).run(max_steps, go_on)
    }

    fn was_called_off(&self) -> bool {
        self.session.was_called_off()
    }

    /// The models that the solver came upon so far.
    fn rows_at_hand(&self) -> Vec<AttrSet> {
        self.pool.models().to_vec()
    }
}
