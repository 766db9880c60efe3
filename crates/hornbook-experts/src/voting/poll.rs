//! Answers to one question, counted.

use hornbook::{Conclusion, Model};

use crate::{ExpertQuestion, ExpertReply};

/// The side that an answer is on, whatever else it says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Side {
    /// The implication holds; the set is possible.
    Yes,
    /// It does not; it is not.
    No,
    /// Just this follows.
    Closure(Conclusion),
}

/// The answers to one question.
#[derive(Clone, Debug, Default)]
pub(super) struct Poll {
    /// Different answers and how often each was given, without the names of examples.
    replies: Vec<(ExpertReply, Side, u64)>,
    /// How many answers were counted.
    pub(super) votes: u64,
    /// How many said nothing.
    pub(super) silent: u64,
    /// Why the last one that failed did.
    pub(super) failure: Option<String>,
}

impl Poll {
    /// Counts an answer. One that is no answer to the question is surely wrong, and does
    /// not count; so the others are not more often wrong.
    pub(super) fn count(&mut self, question: &ExpertQuestion, reply: ExpertReply) {
        let Some(side) = side_of(question, &reply) else {
            self.silent += 1;
            if let ExpertReply::Failed(why) = reply {
                self.failure = Some(why);
            }
            return;
        };
        self.votes += 1;
        match self.replies.iter_mut().find(|(known, ..)| says_the_same(known, &reply)) {
            Some((.., count)) => *count += 1,
            None => self.replies.push((reply, side, 1)),
        }
    }

    /// The side with the most answers, and how many.
    pub(super) fn leading_side(&self) -> Option<(&Side, u64)> {
        let on = |side: &Side| self.replies.iter().filter(|(_, other, _)| other == side).map(|(.., count)| count).sum();
        self.replies.iter().map(|(_, side, _)| (side, on(side))).max_by_key(|(_, count)| *count)
    }

    /// The answer that was given most often, and how often.
    pub(super) fn leading_reply(&self) -> Option<(&ExpertReply, u64)> {
        // Of several the first, as it is with sides.
        let leading = self.replies.iter().rev().max_by_key(|(.., count)| *count);
        leading.map(|(reply, _, count)| (reply, *count))
    }

    /// By how many answers so many lead all others.
    pub(super) fn lead_of(&self, count: u64) -> u64 {
        (2 * count).saturating_sub(self.votes)
    }

    /// The examples of which everything was said, those given most often first.
    pub(super) fn examples(&self) -> Vec<ExpertReply> {
        let is_complete =
            |reply: &ExpertReply| matches!(reply, ExpertReply::Counterexample { unknown, .. } if unknown.is_empty());
        let mut examples: Vec<_> = self.replies.iter().filter(|(reply, ..)| is_complete(reply)).collect();
        examples.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
        examples.into_iter().map(|(reply, ..)| reply.clone()).collect()
    }
}

/// Whether two answers say the same, whatever examples are called.
fn says_the_same(one: &ExpertReply, other: &ExpertReply) -> bool {
    match (one, other) {
        (
            ExpertReply::Counterexample { has, unknown, .. },
            ExpertReply::Counterexample { has: other_has, unknown: other_unknown, .. },
        ) => has == other_has && unknown == other_unknown,
        _ => one == other,
    }
}

/// The side that an answer to the question is on; none if it is no answer to it.
fn side_of(question: &ExpertQuestion, reply: &ExpertReply) -> Option<Side> {
    match (question, reply) {
        (ExpertQuestion::Implication(_), ExpertReply::Holds)
        | (ExpertQuestion::Member(_), ExpertReply::Member(true)) => Some(Side::Yes),
        (ExpertQuestion::Implication(_), ExpertReply::Fails)
        | (ExpertQuestion::Member(_), ExpertReply::Member(false)) => Some(Side::No),
        (ExpertQuestion::Implication(rule), ExpertReply::Counterexample { has, unknown, .. }) => {
            Model::partial(has.clone(), unknown).refutes(rule).then_some(Side::No)
        }
        (ExpertQuestion::Implication(rule), ExpertReply::Partly(part)) => {
            let says_some = !part.is_subset(&rule.premise) && rule.conclusion.contains(part);
            (says_some && !rule.conclusion.is_subset(&part.union(&rule.premise))).then_some(Side::No)
        }
        (ExpertQuestion::Closure(set), ExpertReply::Closure(closure)) => {
            closure.contains(set).then(|| Side::Closure(closure.clone()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook::{AttrSet, Implication};

    fn set(members: &[usize]) -> AttrSet {
        AttrSet::of(4, members.iter().copied())
    }

    fn example(name: &str, has: &[usize]) -> ExpertReply {
        ExpertReply::Counterexample { name: Some(name.to_owned()), has: set(has), unknown: set(&[]) }
    }

    #[test]
    fn examples_count_for_their_side_and_for_themselves() {
        let question = ExpertQuestion::Implication(Implication::new(set(&[0]), set(&[1])));
        let mut poll = Poll::default();
        let replies = [example("one", &[0]), ExpertReply::Holds, example("other", &[0]), example("third", &[0, 2])];
        replies.into_iter().for_each(|reply| poll.count(&question, reply));
        assert_eq!(poll.leading_side(), Some((&Side::No, 3)));
        assert_eq!(poll.lead_of(3), 2);
        assert_eq!(poll.leading_reply(), Some((&example("one", &[0]), 2)));
        assert_eq!(poll.lead_of(2), 0);
        assert_eq!(poll.examples(), [example("one", &[0]), example("third", &[0, 2])]);
    }

    #[test]
    fn what_is_no_answer_does_not_count() {
        let question = ExpertQuestion::Implication(Implication::new(set(&[0]), set(&[1, 2])));
        let mut poll = Poll::default();
        let no_answers = [
            // These break nothing.
            example("", &[1]),
            example("", &[0, 1, 2]),
            ExpertReply::Partly(set(&[0])),
            ExpertReply::Partly(set(&[1, 2])),
            ExpertReply::Partly(set(&[3])),
            ExpertReply::Member(true),
            ExpertReply::Unknown,
            ExpertReply::Failed("too busy".to_owned()),
        ];
        let count = no_answers.len() as u64;
        no_answers.into_iter().for_each(|reply| poll.count(&question, reply));
        assert_eq!((poll.votes, poll.silent, poll.failure.as_deref()), (0, count, Some("too busy")));
        assert_eq!(poll.leading_side(), None);
        poll.count(&question, ExpertReply::Partly(set(&[1])));
        assert_eq!(poll.leading_side(), Some((&Side::No, 1)));
    }
}
