//! Experts that live in the test, and a second way to tell what is true.
#![allow(dead_code, clippy::unwrap_used)]

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use hornbook::oracle::{Answer, Oracle, TableOracle};
use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{AttrSet, Context, Implication, Theory, Universe};
use hornbook_experts::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply};

/// Nobody is waited for here, so that this is never reached.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Every subset of a universe.
pub fn subsets(attributes: usize) -> impl Iterator<Item = AttrSet> {
    (0..1u64 << attributes).map(move |bits| AttrSet::from_words(attributes, [bits]))
}

/// A random context: each place filled with the given probability.
pub fn random_context(attributes: usize, rows: usize, density: f64, seed: u64) -> Context {
    let mut stream = Streams::new(seed).stream(Purpose::Measure, 999, 0);
    let row = |stream: &mut Stream| AttrSet::of(attributes, (0..attributes).filter(|_| stream.unit() < density));
    let rows: Vec<_> = (0..rows).map(|_| row(&mut stream)).collect();
    Context::from_rows(Arc::new(Universe::letters(attributes)), rows)
}

/// The share of all sets with another closure in truth.
pub fn strong_error(truth: &Context, rules: &Theory) -> f64 {
    let sets = 1u64 << truth.attribute_count();
    let wrong = subsets(truth.attribute_count()).filter(|set| rules.close(set) != truth.close(set)).count();
    wrong as f64 / sets as f64
}

/// The largest count of successes that is not yet evidence, at 99.9%, for a
/// probability above `p` in `n` trials.
pub fn most_of(n: u64, p: f64) -> u64 {
    (0..=n).find(|&count| hornbook::learn::binomial::at_most(n, count, p) >= 0.999).unwrap()
}

/// The least count of successes that is not yet evidence, at 99.9%, for a
/// probability below `p` in `n` trials.
pub fn least_of(n: u64, p: f64) -> u64 {
    n - most_of(n, 1.0 - p)
}

/// Whatever answers at once by a function, in the order in which it is asked.
pub struct Function<F> {
    pub answer: F,
    pub abilities: Abilities,
    pub at_once: usize,
    pub asked: u64,
    pub replies: VecDeque<(u64, ExpertReply)>,
}

impl<F: FnMut(&ExpertQuestion) -> ExpertReply> Function<F> {
    /// One that knows about implications.
    pub fn new(answer: F) -> Self {
        Self { answer, abilities: Abilities::default(), at_once: 1, asked: 0, replies: VecDeque::new() }
    }

    /// One that only knows whether sets are possible.
    pub fn black_box(answer: F) -> Self {
        let abilities = Abilities { implication: false, closure: false, member: true };
        Self { abilities, at_once: 4, ..Self::new(answer) }
    }
}

impl<F: FnMut(&ExpertQuestion) -> ExpertReply> Expert for Function<F> {
    fn name(&self) -> &str {
        "a function"
    }

    fn abilities(&self) -> Abilities {
        self.abilities
    }

    fn questions_at_once(&self) -> usize {
        self.at_once
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        self.asked += 1;
        let reply = (self.answer)(question);
        self.replies.push_back((id, reply));
        assert!(self.replies.len() <= self.at_once, "no more questions than it takes at once");
        Ok(())
    }

    fn receive(&mut self, _: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        Ok(self.replies.pop_front())
    }
}

/// Says whether sets are possible by a function.
pub fn black_box(possible: impl Fn(&AttrSet) -> bool) -> Function<impl FnMut(&ExpertQuestion) -> ExpertReply> {
    Function::black_box(move |question: &ExpertQuestion| match question {
        ExpertQuestion::Member(set) => ExpertReply::Member(possible(set)),
        _ => ExpertReply::Failed("only members".to_owned()),
    })
}

/// A table that answers, and errs with some probability: what holds fails by an example
/// that is made up, what fails holds, and what is possible is not.
pub fn noisy_table(context: &Context, error_rate: f64, seed: u64) -> impl FnMut(&ExpertQuestion) -> ExpertReply {
    let mut table = TableOracle::new(context, seed);
    let mut noise = Streams::new(seed).stream(Purpose::Expert, 77, 0);
    move |question: &ExpertQuestion| {
        let is_wrong = noise.unit() < error_rate;
        match question {
            ExpertQuestion::Member(set) => ExpertReply::Member(context.distinct().contains(set) != is_wrong),
            ExpertQuestion::Implication(rule) => {
                let Ok(answer) = table.ask(rule);
                match (answer, is_wrong) {
                    (Answer::Holds, false) => ExpertReply::Holds,
                    (Answer::Holds, true) => made_up(context.attribute_count(), rule, &mut noise),
                    (Answer::Refuted(model), false) => {
                        ExpertReply::Counterexample { name: None, has: model.has().clone(), unknown: model.unknown() }
                    }
                    _ => ExpertReply::Holds,
                }
            }
            ExpertQuestion::Closure(_) => ExpertReply::Unknown,
        }
    }
}

/// An example that breaks a rule and need not exist.
pub fn made_up(attributes: usize, rule: &Implication, stream: &mut Stream) -> ExpertReply {
    let mut has = stream.subset(attributes).union(&rule.premise);
    if let Some(conclusion) = rule.without_premise().conclusion.attrs() {
        let lacks = conclusion.iter().nth(stream.below(conclusion.len())).unwrap();
        has.remove(lacks);
    }
    ExpertReply::Counterexample { name: None, has, unknown: AttrSet::empty(attributes) }
}
