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
//! [`Horn1`] is the loop turned inside out: it says which query is due and is
//! told the answer. Exact, weak and strong learning differ only in how the
//! queries are answered and how a new conclusion starts.
//!
//! Departure: the hypothesis may start with rules known beforehand, which are
//! never changed.

use crate::{AttrSet, Conclusion, Implication, Model, Theory};

/// A set that tells the hypothesis from the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counterexample {
    /// A model of the target that the hypothesis rules out.
    Positive(Model),
    /// A model of the hypothesis that the target rules out.
    Negative(AttrSet),
}

/// What [`Horn1`] wants to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query<'a> {
    /// Is the hypothesis equivalent to the target? Answered by
    /// [`refine`](Horn1::refine), if not.
    Equivalence,
    /// Is the set a model of the target? Answered by
    /// [`member`](Horn1::member).
    Member(&'a AttrSet),
    /// The conclusion for a premise that is new (`old` is `None`) or was
    /// shortened (`old` is the conclusion of the longer one); to the letter: as
    /// it was, and ⊥ for a new one. Answered by [`conclude`](Horn1::conclude).
    Conclusion {
        /// The premise.
        premise: &'a AttrSet,
        /// What followed from the longer premise.
        old: Option<&'a Conclusion>,
    },
}

/// The refinement loop, between two queries.
#[derive(Clone, Debug)]
pub struct Horn1 {
    hypothesis: Theory,
    /// The first rules are known to hold.
    known: usize,
    due: Due,
}

/// The query that is due.
#[derive(Clone, Debug)]
enum Due {
    Equivalence,
    /// Whether the premise at a place, cut down to the counterexample, is a
    /// model.
    Member {
        counterexample: AttrSet,
        place: usize,
        premise: AttrSet,
    },
    /// What follows from the premise that is to stand at a place.
    Conclusion {
        premise: AttrSet,
        place: Option<usize>,
    },
}

impl Horn1 {
    /// Starts from a hypothesis of rules that are known to hold.
    pub fn new(background: Theory) -> Self {
        Self { known: background.len(), hypothesis: background, due: Due::Equivalence }
    }

    /// The hypothesis.
    pub fn hypothesis(&self) -> &Theory {
        &self.hypothesis
    }

    /// The rules beyond those known to hold.
    pub fn rules(&self) -> Theory {
        let rules = self.hypothesis.rules()[self.known..].iter().cloned();
        Theory::from_rules(self.hypothesis.attribute_count(), rules)
    }

    /// The query that is due.
    pub fn query(&self) -> Query<'_> {
        match &self.due {
            Due::Equivalence => Query::Equivalence,
            Due::Member { premise, .. } => Query::Member(premise),
            Due::Conclusion { premise, place } => {
                let old = place.map(|place| &self.hypothesis.rules()[place].conclusion);
                Query::Conclusion { premise, old }
            }
        }
    }

    /// Takes a counterexample to the equivalence of hypothesis and target.
    pub fn refine(&mut self, counterexample: Counterexample) {
        match counterexample {
            Counterexample::Negative(set) => self.shorten(set, self.known),
            Counterexample::Positive(model) => self.cut(&model),
        }
    }

    /// Takes whether the set in question is a model of the target.
    pub fn member(&mut self, is_member: bool) {
        if let Due::Member { counterexample, place, premise } = std::mem::replace(&mut self.due, Due::Equivalence) {
            match is_member {
                true => self.shorten(counterexample, place + 1),
                false => self.due = Due::Conclusion { premise, place: Some(place) },
            }
        }
    }

    /// Takes what follows from the premise in question.
    pub fn conclude(&mut self, conclusion: Conclusion) {
        if let Due::Conclusion { premise, place } = std::mem::replace(&mut self.due, Due::Equivalence) {
            let rule = Implication { premise, conclusion };
            match place {
                Some(place) => self.hypothesis.replace(place, rule),
                None => self.hypothesis.push(rule),
            }
        }
    }

    /// A negative counterexample: looks for the first premise that can be
    /// shortened, from a place on; if there is none, it becomes one itself.
    fn shorten(&mut self, set: AttrSet, from: usize) {
        let shorter = |place: usize| {
            let premise = &self.hypothesis.rules()[place].premise;
            let shorter = premise.intersection(&set);
            (shorter != *premise).then_some((place, shorter))
        };
        self.due = match (from..self.hypothesis.len()).find_map(shorter) {
            Some((place, premise)) => Due::Member { counterexample: set, place, premise },
            None => Due::Conclusion { premise: set, place: None },
        };
    }

    /// A positive counterexample: no conclusion may say more than it has.
    pub fn cut(&mut self, model: &Model) {
        for place in self.known..self.hypothesis.len() {
            let rule = &self.hypothesis.rules()[place];
            if model.refutes(rule) {
                let conclusion = rule.conclusion.intersection(model.possible());
                self.hypothesis.replace(place, Implication { premise: rule.premise.clone(), conclusion });
            }
        }
    }
}

/// Learns a known Horn sentence exactly, both kinds of query answered from it;
/// the result is its canonical basis. Which counterexample is given is left to
/// `choose`, which picks one of several (their number is its argument).
pub fn learn_exactly(target: &Theory, mut choose: impl FnMut(usize) -> usize) -> Theory {
    let mut learner = Horn1::new(Theory::new(target.attribute_count()));
    loop {
        match learner.query() {
            Query::Equivalence => match counterexample(target, learner.hypothesis(), &mut choose) {
                Some(counterexample) => learner.refine(counterexample),
                None => return learner.hypothesis,
            },
            Query::Member(set) => {
                let is_member = target.is_model(set);
                learner.member(is_member);
            }
            Query::Conclusion { old, .. } => {
                let conclusion = old.cloned().unwrap_or(Conclusion::Falsum);
                learner.conclude(conclusion);
            }
        }
    }
}

/// One of the sets that tell a hypothesis from a known target.
fn counterexample(
    target: &Theory,
    hypothesis: &Theory,
    choose: &mut impl FnMut(usize) -> usize,
) -> Option<Counterexample> {
    // A rule A -> B of one theory that does not follow from the other is broken
    // by the other's closure of A, a model of the other.
    let breaks = |rule: &Implication, theory: &Theory| match theory.close(&rule.premise) {
        Conclusion::Attrs(model) if !rule.conclusion.is_subset(&model) => Some(model),
        _ => None,
    };
    let negative = target.rules().iter().filter_map(|rule| breaks(rule, hypothesis));
    let positive = hypothesis.rules().iter().filter_map(|rule| breaks(rule, target));
    let mut found: Vec<Counterexample> = negative
        .map(Counterexample::Negative)
        .chain(positive.map(|set| Counterexample::Positive(Model::complete(set))))
        .collect();
    if found.is_empty() {
        return None;
    }
    let chosen = choose(found.len()).min(found.len() - 1);
    Some(found.swap_remove(chosen))
}
