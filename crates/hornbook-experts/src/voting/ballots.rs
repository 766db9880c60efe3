//! Questions that are voted on, by one source or by several.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use super::ballot::{Ballot, Deciding, Next};
use crate::patience::Deadline;
use crate::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply};

/// Where several sources may answer, each is waited for so long at a time.
const TURN: Duration = Duration::from_millis(5);

/// What decides the ballot of that number, from 1.
type DecidingOf = Box<dyn Fn(u64) -> Deciding + Send>;

/// Questions that are voted on. A vote is a question to a source.
pub(super) struct Voting<E> {
    pub(super) sources: Vec<E>,
    deciding: DecidingOf,
    /// How many ballots there were, those about examples among them.
    pub(super) ballots: u64,
    /// How many answers were had.
    pub(super) answers: u64,
    /// How many ballots were decided.
    pub(super) verdicts: u64,
    open: BTreeMap<u64, Asked>,
    /// Votes that no source was asked for yet, for each.
    waiting: Vec<VecDeque<Vote>>,
    /// Votes that sources were asked for, by their numbers, for each.
    out: Vec<HashMap<u64, Vote>>,
    next_vote: u64,
    done: VecDeque<(u64, ExpertReply)>,
}

/// A question of whoever asks, with what it came to so far.
struct Asked {
    ballot: Ballot,
    /// Examples that are still to be asked about, the one at hand first, once it is
    /// decided that a rule fails.
    examples: VecDeque<ExpertReply>,
}

/// The question that a vote is about, and its place among those asked for together.
#[derive(Clone, Copy)]
struct Vote {
    id: u64,
    place: usize,
}

impl<E: Expert> Voting<E> {
    pub(super) fn new(sources: Vec<E>, deciding: DecidingOf) -> Self {
        let count = sources.len();
        Self {
            sources,
            deciding,
            ballots: 0,
            answers: 0,
            verdicts: 0,
            open: BTreeMap::new(),
            waiting: (0..count).map(|_| VecDeque::new()).collect(),
            out: (0..count).map(|_| HashMap::new()).collect(),
            next_vote: 0,
            done: VecDeque::new(),
        }
    }

    /// What all of the sources know about.
    pub(super) fn abilities(&self) -> Abilities {
        let all = |able: fn(&Abilities) -> bool| self.sources.iter().all(|source| able(&source.abilities()));
        Abilities {
            implication: all(|abilities| abilities.implication),
            closure: all(|abilities| abilities.closure),
            member: all(|abilities| abilities.member),
        }
    }

    pub(super) fn questions_at_once(&self) -> usize {
        self.sources.iter().map(Expert::questions_at_once).min().unwrap_or(1).max(1)
    }

    fn ballot(&mut self, question: ExpertQuestion) -> Ballot {
        self.ballots += 1;
        Ballot::new(question, (self.deciding)(self.ballots))
    }

    pub(super) fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        let mut ballot = self.ballot(question.clone());
        let next = ballot.begin();
        self.open.insert(id, Asked { ballot, examples: VecDeque::new() });
        self.go_on(id, next);
        self.hand_over()
    }

    /// Does what is to be done for a question.
    fn go_on(&mut self, id: u64, next: Next) {
        match next {
            Next::Ask(count) => {
                let sources = self.sources.len();
                for place in 0..count as usize {
                    self.waiting[place % sources].push_back(Vote { id, place });
                }
            }
            Next::Done(reply) => {
                self.verdicts += u64::from(!matches!(reply, ExpertReply::Unknown | ExpertReply::Failed(_)));
                self.conclude(id, reply);
            }
            Next::FailsBy(examples) => {
                self.verdicts += 1;
                let examples = if self.abilities().member { examples } else { Vec::new() };
                if let Some(asked) = self.open.get_mut(&id) {
                    asked.examples = examples.into();
                }
                self.ask_about_example(id);
            }
        }
    }

    /// What a ballot came to: the answer to the question, or one about an example.
    fn conclude(&mut self, id: u64, reply: ExpertReply) {
        let example = self.open.get_mut(&id).and_then(|asked| asked.examples.pop_front());
        let reply = match (example, reply) {
            (None, reply) => reply,
            (Some(example), ExpertReply::Member(true)) => example,
            // It was made up, or is not known: perhaps another one is.
            (Some(_), _) => return self.ask_about_example(id),
        };
        self.open.remove(&id);
        self.done.push_back((id, reply));
    }

    /// Asks whether the example at hand is possible; without one, the rule just fails.
    fn ask_about_example(&mut self, id: u64) {
        let example = self.open.get(&id).and_then(|asked| asked.examples.front());
        let Some(ExpertReply::Counterexample { has, .. }) = example else {
            self.open.remove(&id);
            self.done.push_back((id, ExpertReply::Fails));
            return;
        };
        let mut ballot = self.ballot(ExpertQuestion::Member(has.clone()));
        let next = ballot.begin();
        if let Some(asked) = self.open.get_mut(&id) {
            asked.ballot = ballot;
        }
        self.go_on(id, next);
    }

    /// Asks each source for as many votes as it takes at once.
    fn hand_over(&mut self) -> Result<(), ExpertError> {
        for (place, source) in self.sources.iter_mut().enumerate() {
            while self.out[place].len() < source.questions_at_once().max(1) {
                let Some(vote) = self.waiting[place].pop_front() else { break };
                let Some(asked) = self.open.get(&vote.id) else { continue };
                self.next_vote += 1;
                source.send(self.next_vote, &asked.ballot.question)?;
                self.out[place].insert(self.next_vote, vote);
            }
        }
        Ok(())
    }

    pub(super) fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        let deadline = Deadline::after(patience);
        loop {
            if let Some(done) = self.done.pop_front() {
                return Ok(Some(done));
            }
            self.hand_over()?;
            let busy: Vec<usize> = (0..self.sources.len()).filter(|&place| !self.out[place].is_empty()).collect();
            let left = deadline.left();
            let turn = if busy.len() > 1 { left.min(TURN) } else { left };
            let mut came = false;
            for &place in &busy {
                let Some((vote, reply)) = self.sources[place].receive(turn)? else { continue };
                came = true;
                let Some(Vote { id, place }) = self.out[place].remove(&vote) else { continue };
                self.answers += 1;
                let next = self.open.get_mut(&id).and_then(|asked| asked.ballot.take(place, reply));
                next.into_iter().for_each(|next| self.go_on(id, next));
            }
            if busy.is_empty() || (!came && left.is_zero()) {
                return Ok(self.done.pop_front());
            }
        }
    }
}
