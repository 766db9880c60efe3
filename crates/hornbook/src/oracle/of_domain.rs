use super::Oracle;
use crate::answer::Answer;
use crate::domain::Domain;
use crate::sampling::{Purpose, Stream, Streams};
use crate::{AttrSet, Context, Implication, Model};

/// A domain that plays the expert: it answers "no" with a random fitting row.
#[derive(Clone, Debug)]
pub struct DomainOracle<D> {
    domain: D,
    stream: Stream,
}

/// A table in memory that plays the expert.
pub type TableOracle<'a> = DomainOracle<&'a Context>;

impl<D: Domain> DomainOracle<D> {
    /// An expert who knows just this domain; `seed` decides which of several
    /// counterexamples is given.
    pub fn new(domain: D, seed: u64) -> Self {
        Self { domain, stream: Streams::new(seed).stream(Purpose::Expert, 0, 0) }
    }
}

impl<D: Domain> Oracle for DomainOracle<D> {
    type Error = D::Error;

    fn attribute_count(&self) -> usize {
        self.domain.universe().len()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, D::Error> {
        let Self { domain, stream } = self;
        Ok(answer(domain.counterexample(question, &mut |count| stream.below(count))?))
    }

    fn ask_all(&mut self, questions: &[Implication], answers: &mut Vec<Answer>) -> Result<(), D::Error> {
        if questions.is_empty() {
            // A scan for nothing, where the domain lives elsewhere.
            return Ok(());
        }
        let Self { domain, stream } = self;
        let found = domain.counterexamples(questions, &mut |count| stream.below(count))?;
        answers.extend(found.into_iter().map(answer));
        Ok(())
    }
}

/// The answer, by a row that breaks the rule.
fn answer(row: Option<AttrSet>) -> Answer {
    row.map_or(Answer::Holds, |row| Answer::Refuted(Model::complete(row)))
}
