//! Algorithm 1, *Horn1*: the one refinement loop.
//!
//! Angluin, Frazier and Pitt (1992), in the form the paper gives it. A
//! hypothesis of implications `A -> B` with `A ⊆ B` starts empty. A negative
//! counterexample X (a model of the hypothesis, not of the target) shortens
//! the first premise A for which `A ∩ X` is smaller and no model of the target,
//! or becomes a premise itself; a positive one (the other way round) cuts the
//! conclusions it breaks. With n attributes and a target of m rules this takes
//! O(mn) equivalence and O(m²n) membership queries, and ends in the canonical
//! basis whatever counterexamples it gets (Arias and Balcázar, 2011).
//!
//! Exact, weak and strong learning differ only in how the two kinds of query
//! are answered and how a new conclusion starts: that is [`Queries`].
//!
//! Departure: the hypothesis may start with rules known beforehand, which are
//! never changed.

use std::convert::Infallible;

use crate::{AttrSet, Conclusion, Implication, Model, Theory};

/// A set that tells the hypothesis from the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counterexample {
    /// A model of the target that the hypothesis rules out.
    Positive(Model),
    /// A model of the hypothesis that the target rules out.
    Negative(AttrSet),
}

/// What [`horn1`] asks.
pub trait Queries {
    /// Why a query may fail.
    type Error;

    /// Is the hypothesis equivalent to the target? If not, why.
    fn equivalence(&mut self, hypothesis: &Theory) -> Result<Option<Counterexample>, Self::Error>;

    /// Is the set a model of the target?
    fn is_member(&mut self, set: &AttrSet) -> Result<bool, Self::Error>;

    /// The conclusion for a premise that is new (`old` is `None`) or was
    /// shortened (`old` is the conclusion of the longer one). To the letter:
    /// as it was, and ⊥ for a new one.
    fn conclusion(&mut self, _premise: &AttrSet, old: Option<&Conclusion>) -> Result<Conclusion, Self::Error> {
        Ok(old.cloned().unwrap_or(Conclusion::Falsum))
    }

    /// Models of the target learned by the way since the last call.
    fn models_met(&mut self) -> Vec<Model> {
        Vec::new()
    }
}

/// Runs Horn1 from the given hypothesis, of which the first `known` rules are
/// known to hold. If a query fails, the hypothesis is left as it stood.
pub fn horn1<Q: Queries>(queries: &mut Q, hypothesis: &mut Theory, known: usize) -> Result<(), Q::Error> {
    while let Some(counterexample) = queries.equivalence(hypothesis)? {
        match counterexample {
            Counterexample::Negative(set) => refine(queries, hypothesis, known, &set)?,
            Counterexample::Positive(model) => cut(hypothesis, known, &model),
        }
        for model in queries.models_met() {
            cut(hypothesis, known, &model);
        }
    }
    Ok(())
}

/// A negative counterexample: shorten the first premise that can be, or add.
fn refine<Q: Queries>(queries: &mut Q, hypothesis: &mut Theory, known: usize, set: &AttrSet) -> Result<(), Q::Error> {
    for place in known..hypothesis.len() {
        let rule = &hypothesis.rules()[place];
        let premise = rule.premise.intersection(set);
        if premise != rule.premise && !queries.is_member(&premise)? {
            let conclusion = queries.conclusion(&premise, Some(&hypothesis.rules()[place].conclusion))?;
            hypothesis.replace(place, Implication { premise, conclusion });
            return Ok(());
        }
    }
    let conclusion = queries.conclusion(set, None)?;
    hypothesis.push(Implication { premise: set.clone(), conclusion });
    Ok(())
}

/// A positive counterexample: no conclusion may say more than it has.
fn cut(hypothesis: &mut Theory, known: usize, model: &Model) {
    for place in known..hypothesis.len() {
        let rule = &hypothesis.rules()[place];
        if model.refutes(rule) {
            let conclusion = rule.conclusion.intersection(model.possible());
            hypothesis.replace(place, Implication { premise: rule.premise.clone(), conclusion });
        }
    }
}

/// A known Horn sentence as the target: both kinds of query answered exactly.
///
/// Which counterexample is given is left to `choose`, which picks one of
/// several (their number is its argument).
pub struct KnownTarget<'a, C> {
    target: &'a Theory,
    choose: C,
}

impl<'a, C: FnMut(usize) -> usize> KnownTarget<'a, C> {
    /// Learns `target` by queries.
    pub fn new(target: &'a Theory, choose: C) -> Self {
        Self { target, choose }
    }
}

impl<C: FnMut(usize) -> usize> Queries for KnownTarget<'_, C> {
    type Error = Infallible;

    fn equivalence(&mut self, hypothesis: &Theory) -> Result<Option<Counterexample>, Infallible> {
        // A rule A -> B of one theory that does not follow from the other is
        // broken by the other's closure of A, a model of the other.
        let breaks = |rule: &Implication, theory: &Theory| match theory.close(&rule.premise) {
            Conclusion::Attrs(model) if !rule.conclusion.is_subset(&model) => Some(model),
            _ => None,
        };
        let negative = self.target.rules().iter().filter_map(|rule| breaks(rule, hypothesis));
        let positive = hypothesis.rules().iter().filter_map(|rule| breaks(rule, self.target));
        let mut found: Vec<Counterexample> = negative
            .map(Counterexample::Negative)
            .chain(positive.map(|set| Counterexample::Positive(Model::complete(set))))
            .collect();
        if found.is_empty() {
            return Ok(None);
        }
        let chosen = (self.choose)(found.len()).min(found.len() - 1);
        Ok(Some(found.swap_remove(chosen)))
    }

    fn is_member(&mut self, set: &AttrSet) -> Result<bool, Infallible> {
        Ok(self.target.is_model(set))
    }
}

/// Learns a known Horn sentence exactly; the result is its canonical basis.
pub fn learn_exactly(target: &Theory, choose: impl FnMut(usize) -> usize) -> Theory {
    let mut hypothesis = Theory::new(target.attribute_count());
    let Ok(()) = horn1(&mut KnownTarget::new(target, choose), &mut hypothesis, 0);
    hypothesis
}
