use std::convert::Infallible;

use super::{Answer, Oracle};
use crate::sampling::{Purpose, Stream, Streams};
use crate::{AttrSet, Conclusion, Context, Implication, Model};

/// A table that plays the expert: it answers "no" with a random fitting row.
#[derive(Clone, Debug)]
pub struct TableOracle<'a> {
    context: &'a Context,
    stream: Stream,
}

impl<'a> TableOracle<'a> {
    /// An expert who knows just this table; `seed` decides which of several
    /// counterexamples is given.
    pub fn new(context: &'a Context, seed: u64) -> Self {
        Self { context, stream: Streams::new(seed).stream(Purpose::Expert, 0, 0) }
    }
}

impl Oracle for TableOracle<'_> {
    type Error = Infallible;

    fn attribute_count(&self) -> usize {
        self.context.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Infallible> {
        let refuting = || self.context.distinct().iter().filter(|row| !question.holds_in(row));
        let count = refuting().count();
        if count == 0 {
            return Ok(Answer::Holds);
        }
        let chosen = refuting().nth(self.stream.below(count)).cloned();
        Ok(chosen.map_or(Answer::Holds, |row| Answer::Refuted(Model::complete(row))))
    }

    fn closure(&mut self, set: &AttrSet) -> Result<Option<Conclusion>, Infallible> {
        Ok(Some(self.context.close(set)))
    }
}
