//! One question that is voted on, from the first answer to the verdict.

use super::ErrorRate;
use super::poll::{Poll, Side};
use crate::{ExpertQuestion, ExpertReply};

/// What decides a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Deciding {
    /// One side leads by so many answers; the question is asked again until then.
    Lead {
        /// By how many.
        answers: u64,
        /// After so many answers without a verdict there is none.
        most: u64,
    },
    /// More than half of so many sources are on one side; each is asked once.
    Half {
        /// How many there are.
        sources: u64,
    },
}

/// A question may be answered "unknown" so many times more often than otherwise before
/// whoever is asked is taken not to know.
const SILENT_ANSWERS_BEYOND_VOTES: u64 = 3;
/// So many times as many answers as are expected decide nothing, and one gives up.
const GIVING_UP_FACTOR: f64 = 20.0;
/// So many examples are asked about before a rule fails without one.
const MAX_EXAMPLES_TRIED: usize = 3;

impl Deciding {
    /// By a lead that is wrong with probability at most `failure`.
    pub(super) fn by_lead(rate: ErrorRate, failure: f64) -> Self {
        let answers = rate.lead(failure);
        let most = (GIVING_UP_FACTOR * answers as f64 / (1.0 - 2.0 * rate.get())).ceil() as u64;
        Self::Lead { answers, most }
    }

    /// Whether so many of the answers counted decide.
    fn is_enough(self, poll: &Poll, count: u64) -> bool {
        match self {
            Self::Lead { answers, .. } => poll.lead_of(count) >= answers,
            Self::Half { sources } => 2 * count > sources,
        }
    }

    /// How many more answers are needed at least; 0 if there will be no verdict.
    fn missing(self, poll: &Poll) -> u64 {
        match self {
            Self::Half { sources } => sources - (poll.votes + poll.silent).min(sources),
            Self::Lead { most, .. } if poll.votes >= most || poll.silent > poll.votes + SILENT_ANSWERS_BEYOND_VOTES => {
                0
            }
            Self::Lead { answers, .. } => {
                let lead = poll.leading_side().map_or(0, |(_, count)| poll.lead_of(count));
                answers.saturating_sub(lead).max(1)
            }
        }
    }
}

/// What is to be done for a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Next {
    /// It is asked so many times more.
    Ask(u64),
    /// This is the verdict.
    Done(ExpertReply),
    /// It fails; whether one of these examples is possible is not known.
    FailsBy(Vec<ExpertReply>),
}

/// A question that is voted on. Answers are counted in the order in which they were asked
/// for, not in which they came: who is quick may be wrong more often.
#[derive(Clone, Debug)]
pub(super) struct Ballot {
    pub(super) question: ExpertQuestion,
    deciding: Deciding,
    poll: Poll,
    /// Answers asked for together, by their places.
    together: Vec<Option<ExpertReply>>,
    /// How many answers there were when it was decided that it fails, for want of an
    /// example.
    failed_after: Option<u64>,
}

impl Ballot {
    pub(super) fn new(question: ExpertQuestion, deciding: Deciding) -> Self {
        Self { question, deciding, poll: Poll::default(), together: Vec::new(), failed_after: None }
    }

    /// What is to be done first.
    pub(super) fn begin(&mut self) -> Next {
        self.next()
    }

    /// Takes the answer at a place of those asked for together. Says what comes next once
    /// all of them are there.
    pub(super) fn take(&mut self, place: usize, reply: ExpertReply) -> Option<Next> {
        self.together[place] = Some(reply);
        if self.together.iter().any(Option::is_none) {
            return None;
        }
        let together = std::mem::take(&mut self.together);
        together.into_iter().flatten().for_each(|reply| self.poll.count(&self.question, reply));
        Some(self.next())
    }

    fn next(&mut self) -> Next {
        if let Some((reply, count)) = self.poll.leading_reply()
            && self.deciding.is_enough(&self.poll, count)
        {
            return Next::Done(reply.clone());
        }
        let decided = self.poll.leading_side().filter(|(_, count)| self.deciding.is_enough(&self.poll, *count));
        // Sides of which all answers are the same were decided above.
        if decided.is_some_and(|(side, _)| *side == Side::No) || self.failed_after.is_some() {
            return self.look_for_example();
        }
        match self.deciding.missing(&self.poll) {
            0 => Next::Done(self.poll.failure.take().map_or(ExpertReply::Unknown, ExpertReply::Failed)),
            missing => self.ask(missing),
        }
    }

    /// It fails, and no example leads yet: as many answers again may bring one.
    fn look_for_example(&mut self) -> Next {
        let after = *self.failed_after.get_or_insert(self.poll.votes);
        let asked = self.poll.votes + self.poll.silent;
        match self.deciding {
            Deciding::Lead { answers, .. } if !self.poll.examples().is_empty() && asked < 2 * after => {
                let lead = self.poll.leading_reply().map_or(0, |(_, count)| self.poll.lead_of(count));
                self.ask(answers.saturating_sub(lead).clamp(1, 2 * after - asked))
            }
            _ => {
                let mut examples = self.poll.examples();
                examples.truncate(MAX_EXAMPLES_TRIED);
                Next::FailsBy(examples)
            }
        }
    }

    fn ask(&mut self, count: u64) -> Next {
        self.together = vec![None; count as usize];
        Next::Ask(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook::{AttrSet, Implication};

    fn question() -> ExpertQuestion {
        ExpertQuestion::Implication(Implication::new(AttrSet::of(3, [0]), AttrSet::of(3, [1])))
    }

    fn example(more: Option<usize>) -> ExpertReply {
        let has = AttrSet::of(3, more.into_iter().chain([0]));
        ExpertReply::Counterexample { name: None, has, unknown: AttrSet::empty(3) }
    }

    /// Votes until there is a verdict; how many answers it took.
    fn vote(ballot: &mut Ballot, mut answer: impl FnMut(u64) -> ExpertReply) -> (Next, u64) {
        let (mut next, mut asked) = (ballot.begin(), 0);
        while let Next::Ask(count) = next {
            // The last comes first: the order in which they come does not matter.
            let replies: Vec<ExpertReply> = (0..count).map(|at| answer(asked + at)).collect();
            asked += count;
            let places = replies.into_iter().enumerate().rev();
            next = places.filter_map(|(place, reply)| ballot.take(place, reply)).last().unwrap();
        }
        (next, asked)
    }

    #[test]
    fn a_lead_decides_and_no_answer_is_asked_for_in_vain() {
        let by_lead = || Ballot::new(question(), Deciding::Lead { answers: 3, most: 60 });
        assert_eq!(vote(&mut by_lead(), |_| ExpertReply::Holds), (Next::Done(ExpertReply::Holds), 3));
        assert_eq!(vote(&mut by_lead(), |_| example(None)), (Next::Done(example(None)), 3));
        let mixed = |at: u64| if at == 1 { example(None) } else { ExpertReply::Holds };
        assert_eq!(vote(&mut by_lead(), mixed), (Next::Done(ExpertReply::Holds), 5));
        // It fails after three answers, and another two bring an example that leads.
        let examples = |at: u64| if at == 0 { example(Some(2)) } else { example(None) };
        assert_eq!(vote(&mut by_lead(), examples), (Next::Done(example(None)), 5));
        // No example leads.
        let different = |at: u64| example(at.is_multiple_of(2).then_some(2));
        assert_eq!(vote(&mut by_lead(), different), (Next::FailsBy(vec![example(Some(2)), example(None)]), 6));
    }

    #[test]
    fn who_does_not_know_is_not_asked_for_ever() {
        let by_lead = || Ballot::new(question(), Deciding::Lead { answers: 3, most: 60 });
        let (next, asked) = vote(&mut by_lead(), |_| ExpertReply::Unknown);
        assert_eq!(next, Next::Done(ExpertReply::Unknown));
        assert!(asked <= 6, "{asked}");
        let (next, _) = vote(&mut by_lead(), |_| ExpertReply::Failed("busy".to_owned()));
        assert_eq!(next, Next::Done(ExpertReply::Failed("busy".to_owned())));
        // Now and then is often enough.
        let sometimes = |at: u64| if at.is_multiple_of(2) { ExpertReply::Unknown } else { ExpertReply::Holds };
        assert_eq!(vote(&mut by_lead(), sometimes).0, Next::Done(ExpertReply::Holds));
        // Whoever contradicts himself without end is given up.
        let torn = |at: u64| if at.is_multiple_of(2) { ExpertReply::Holds } else { example(None) };
        let (next, asked) = vote(&mut by_lead(), torn);
        assert_eq!(next, Next::Done(ExpertReply::Unknown));
        assert!((60..66).contains(&asked), "{asked}");
    }

    #[test]
    fn more_than_half_of_all_sources_must_agree() {
        let of = |sources: u64| Ballot::new(question(), Deciding::Half { sources });
        let holds = |count: u64| move |at: u64| if at < count { ExpertReply::Holds } else { ExpertReply::Unknown };
        assert_eq!(vote(&mut of(3), holds(2)), (Next::Done(ExpertReply::Holds), 3));
        assert_eq!(vote(&mut of(3), holds(1)).0, Next::Done(ExpertReply::Unknown));
        assert_eq!(vote(&mut of(4), holds(2)).0, Next::Done(ExpertReply::Unknown), "a tie decides nothing");
        let different = |at: u64| if at == 0 { example(Some(2)) } else { example(None) };
        assert_eq!(vote(&mut of(3), different).0, Next::Done(example(None)));
        let different = |at: u64| [example(Some(2)), example(None), ExpertReply::Holds][at as usize].clone();
        assert_eq!(vote(&mut of(3), different).0, Next::FailsBy(vec![example(Some(2)), example(None)]));
    }
}
