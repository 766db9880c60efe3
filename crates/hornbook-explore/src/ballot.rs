//! What several people say to one question, and when that decides it.
//!
//! Where any one answer counts, each is taken by itself. Where it takes several,
//! their answers are taken together, once enough of them agree; and who denies
//! later what was decided has it decided anew. So ballots are gone through
//! first, and what they come to is taken up after.

use std::collections::HashMap;

use crate::journal::{AnswerRecord, Entry, EntryId, Policy, Reply};
use hornbook::Implication;

/// What an answer says of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rule holds.
    Holds,
    /// It does not, or only a part of it does.
    Fails,
    /// Nobody knows.
    Unknown,
}

impl Verdict {
    fn of(reply: Reply) -> Self {
        match reply {
            Reply::Holds => Self::Holds,
            Reply::Refuted | Reply::Partly => Self::Fails,
            Reply::Unknown | Reply::Later => Self::Unknown,
        }
    }
}

/// The answer of one person, or of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Vote {
    /// Whose.
    pub who: Option<String>,
    /// Whether that is a program.
    pub program: bool,
    /// The entry that says it.
    pub entry: EntryId,
    /// What it says.
    pub verdict: Verdict,
    pub(super) said: AnswerRecord,
}

/// All answers to one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Ballot {
    /// What was asked.
    pub question: Implication,
    /// One answer of each person, the last they gave.
    pub votes: Vec<Vote>,
    /// What it was decided to be.
    pub decided: Option<Verdict>,
    /// What people came to together.
    together: Option<Together>,
    /// Answers that count by themselves.
    alone: Vec<Alone>,
}

/// What people came to together.
#[derive(Clone, Debug, PartialEq)]
struct Together {
    verdict: Verdict,
    /// The entry that decided it.
    since: EntryId,
    /// The answers that made it so. Those who agree later count by themselves.
    answers: Vec<(EntryId, AnswerRecord)>,
}

/// An answer that counts by itself.
#[derive(Clone, Debug, PartialEq)]
struct Alone {
    entry: EntryId,
    verdict: Verdict,
    /// Whether only its object counts. That the rule fails was decided before,
    /// and one person alone does not decide which part of it holds.
    only_object: bool,
}

impl Ballot {
    fn new(question: Implication) -> Self {
        Self { question, votes: Vec::new(), decided: None, together: None, alone: Vec::new() }
    }

    /// Whether people contradict each other. Who does not know contradicts
    /// nobody.
    pub fn is_split(&self) -> bool {
        let says = |verdict: Verdict| self.agreeing(verdict).next().is_some();
        says(Verdict::Holds) && says(Verdict::Fails)
    }

    /// Whether this person has answered.
    pub fn has_vote_of(&self, who: Option<&str>) -> bool {
        self.votes.iter().any(|vote| vote.who.as_deref() == who)
    }

    /// Those who say the same.
    pub fn agreeing(&self, verdict: Verdict) -> impl Iterator<Item = &Vote> {
        self.votes.iter().filter(move |vote| vote.verdict == verdict)
    }

    /// What programs say, where a person has not decided it.
    pub fn proposals(&self) -> impl Iterator<Item = &Vote> {
        self.votes.iter().filter(|vote| vote.program && vote.verdict != Verdict::Unknown)
    }

    /// Whether a person, not only programs, has answered.
    pub(super) fn has_vote_of_a_person(&self) -> bool {
        self.votes.iter().any(|vote| !vote.program)
    }

    /// Whether the word of this person may decide it.
    pub fn waits_for(&self, who: Option<&str>, policy: Policy) -> bool {
        let open = match (self.decided, policy) {
            // Somebody may know what nobody knew so far.
            (Some(Verdict::Unknown), _) => true,
            (Some(_), _) => false,
            (None, Policy::Any | Policy::Person) => true,
            // What people came to contradicts something else: that is to be
            // settled first.
            (None, _) if self.together.is_some() => false,
            (None, Policy::Unanimous { .. }) => !self.is_split(),
            (None, Policy::Majority { .. }) => true,
        };
        open && !self.has_vote_of(who)
    }

    /// Whether it is to be decided by more people than have been heard.
    pub fn is_pending(&self, policy: Policy) -> bool {
        let wanted = match policy {
            Policy::Any => 0,
            Policy::Person => {
                if self.has_vote_of_a_person() {
                    0
                } else {
                    usize::MAX
                }
            }
            Policy::Majority { of } => of as usize,
            Policy::Unanimous { of } => {
                if self.is_split() {
                    0
                } else {
                    of as usize
                }
            }
        };
        self.decided.is_none() && self.together.is_none() && self.votes.len() < wanted
    }

    /// Whether the question stays open after what was heard: nobody knew, or only
    /// a part; people disagree, or it contradicts something else. A rule that an
    /// object broke does not stay open: if the object is corrected, the question
    /// is asked again.
    pub(super) fn leaves_open(&self) -> bool {
        match self.decided {
            None | Some(Verdict::Unknown) => true,
            Some(Verdict::Fails) => !self.agreeing(Verdict::Fails).any(|vote| vote.said.object.is_some()),
            Some(Verdict::Holds) => false,
        }
    }

    /// Whether an answer has, or had, a part in it.
    pub(super) fn rests_on(&self, answer: &EntryId) -> bool {
        let together = self.together.iter().flat_map(|together| &together.answers).map(|(id, _)| id);
        let alone = self.alone.iter().map(|alone| &alone.entry);
        self.votes.iter().map(|vote| &vote.entry).chain(together).chain(alone).any(|id| id == answer)
    }

    /// What the answers amount to, if that is decided.
    fn verdict(&self, policy: Policy) -> Option<Verdict> {
        let has_say = |vote: &&Vote| policy != Policy::Person || !vote.program;
        let count = |verdict: Verdict| self.agreeing(verdict).filter(has_say).count();
        let (holds, fails, unknown) = (count(Verdict::Holds), count(Verdict::Fails), count(Verdict::Unknown));
        let enough = match policy {
            Policy::Any | Policy::Person => 1,
            Policy::Majority { of } => of as usize / 2 + 1,
            Policy::Unanimous { of } => (of as usize).max(1),
        };
        // Where one word against another would do, or all must agree, nothing
        // is decided over anybody's head; nor by as many against as for it.
        let decides = |own: usize, others: usize| match policy {
            Policy::Majority { .. } => own >= enough && own > others,
            Policy::Any | Policy::Person | Policy::Unanimous { .. } => own >= enough && others == 0,
        };
        if decides(holds, fails) {
            Some(Verdict::Holds)
        } else if decides(fails, holds) {
            Some(Verdict::Fails)
        } else if unknown >= enough && holds < enough && fails < enough {
            Some(Verdict::Unknown)
        } else {
            None
        }
    }

    /// What stands as decided, as far as the answers alone tell.
    fn stands(&self) -> Option<Verdict> {
        let together = self.together.as_ref().map(|together| together.verdict);
        let alone = || self.alone.iter().map(|alone| alone.verdict);
        together.or_else(|| alone().find(|verdict| *verdict != Verdict::Unknown)).or_else(|| alone().next())
    }

    /// Whether one may still come to something else by more answers alone.
    fn is_undecided(&self) -> bool {
        matches!(self.stands(), None | Some(Verdict::Unknown))
    }

    fn decide(&mut self, verdict: Option<Verdict>, since: &EntryId) {
        self.together =
            verdict.map(|verdict| Together { verdict, since: since.clone(), answers: self.agreement(verdict) });
        self.alone.clear();
    }

    /// What those who say the same agree on, answer by answer.
    fn agreement(&self, verdict: Verdict) -> Vec<(EntryId, AnswerRecord)> {
        let votes = self.agreeing(verdict).map(|vote| (vote.entry.clone(), vote.said.clone()));
        if verdict != Verdict::Fails {
            // The same rule need not be known twice.
            return votes.take(1).collect();
        }
        let mut agreed: Vec<(EntryId, AnswerRecord)> = votes.collect();
        // Of a part that follows, only what all say.
        let mut parts = agreed.iter().map(|(_, said)| &said.holds);
        let first = parts.next().cloned().unwrap_or_default();
        let common: Vec<String> =
            first.into_iter().filter(|name| parts.clone().all(|part| part.contains(name))).collect();
        for (_, said) in &mut agreed {
            said.holds.clone_from(&common);
            if common.is_empty() && said.object.is_some() {
                said.answer = Reply::Refuted;
            }
        }
        agreed
    }

    /// Counts an answer, in place of an earlier one of the same person; that
    /// one is returned.
    fn cast(&mut self, entry: &Entry, said: AnswerRecord) -> Option<Verdict> {
        let Entry { who, program, id, .. } = entry;
        let same = |vote: &Vote| vote.who == *who && vote.program == *program;
        let earlier = self.votes.iter().position(same).map(|at| self.votes.remove(at));
        let (who, entry, verdict) = (who.clone(), id.clone(), Verdict::of(said.answer));
        self.votes.push(Vote { who, program: *program, entry, verdict, said });
        earlier.map(|vote| vote.verdict)
    }
}

/// What an answer brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing yet.
    Heard,
    /// It counts by itself.
    Counts,
    /// With it, enough agree.
    Decides,
    /// What was decided is so no longer.
    Revises,
}

/// The answers to all questions, in the order of the first ones.
#[derive(Clone, Debug)]
pub(super) struct Ballots {
    /// When an answer counts.
    pub policy: Policy,
    all: Vec<Ballot>,
    /// Where each question is among them.
    places: HashMap<Implication, usize>,
}

impl Default for Ballots {
    fn default() -> Self {
        Self { policy: Policy::Any, all: Vec::new(), places: HashMap::new() }
    }
}

impl Ballots {
    pub(super) fn all(&self) -> &[Ballot] {
        &self.all
    }

    /// The ballot about a question.
    pub(super) fn about(&self, question: &Implication) -> Option<&Ballot> {
        self.places.get(question).map(|&place| &self.all[place])
    }

    /// Hears an answer to a question. Tells what it brings about, and the place
    /// of the ballot.
    pub(super) fn hear(&mut self, entry: &Entry, question: Implication, said: &AnswerRecord) -> (Effect, usize) {
        let place = *self.places.entry(question.clone()).or_insert_with(|| {
            self.all.push(Ballot::new(question));
            self.all.len() - 1
        });
        let ballot = &mut self.all[place];
        let stood = ballot.stands();
        let verdict = Verdict::of(said.answer);
        let earlier = ballot.cast(entry, said.clone());
        let count_alone = |ballot: &mut Ballot, only_object: bool| {
            ballot.alone.push(Alone { entry: entry.id.clone(), verdict, only_object });
            Effect::Counts
        };
        if self.policy == Policy::Any {
            return (count_alone(ballot, false), place);
        }
        let now = ballot.verdict(self.policy);
        let effect = match stood {
            None => {
                ballot.decide(now, &entry.id);
                if now.is_some() { Effect::Decides } else { Effect::Heard }
            }
            Some(stood) => {
                let knows = |verdict: Verdict| verdict != Verdict::Unknown;
                let denies = knows(verdict) && verdict != stood;
                let turns = earlier == Some(stood) && verdict != stood;
                if denies || turns || now.is_some_and(|now| now != stood) {
                    ballot.decide(now, &entry.id);
                    return (Effect::Revises, place);
                }
                // One more who agrees, or does not know.
                let one_more = stood == Verdict::Fails && verdict == stood && said.object.is_some();
                if one_more { count_alone(ballot, true) } else { Effect::Heard }
            }
        };
        (effect, place)
    }

    /// Changes the policy from this entry on, for what is not decided yet.
    pub(super) fn change(&mut self, entry: &EntryId, policy: Policy) {
        self.policy = policy;
        for ballot in self.all.iter_mut().filter(|ballot| ballot.is_undecided()) {
            let verdict = ballot.verdict(policy);
            ballot.decide(verdict, entry);
        }
    }

    /// What is to be taken up at which entry.
    pub(super) fn due(&self) -> Due {
        let mut due = Due::default();
        for (place, ballot) in self.all.iter().enumerate() {
            ballot.together.iter().for_each(|together| due.note_together(place, together));
            ballot.alone.iter().for_each(|alone| due.note_alone(place, alone));
        }
        due
    }

    /// What is to be taken up at an entry that was heard just now, on this
    /// ballot.
    pub(super) fn due_at(&self, place: usize, entry: &EntryId) -> Due {
        let mut due = Due::default();
        let Ballot { together, alone, .. } = &self.all[place];
        together.iter().filter(|together| together.since == *entry).for_each(|it| due.note_together(place, it));
        alone.last().filter(|alone| alone.entry == *entry).into_iter().for_each(|it| due.note_alone(place, it));
        due
    }

    /// The answers by which people came to something together.
    pub(super) fn agreement(&self, place: usize) -> Vec<(EntryId, AnswerRecord)> {
        self.all[place].together.as_ref().map(|together| together.answers.clone()).unwrap_or_default()
    }

    /// Takes note that what people came to together was taken up.
    pub(super) fn decided_together(&mut self, place: usize) {
        let ballot = &mut self.all[place];
        ballot.decided = ballot.together.as_ref().map(|together| together.verdict);
    }

    /// Takes note that an answer was taken up by itself.
    pub(super) fn decided_alone(&mut self, place: usize, verdict: Reply) {
        let decided = &mut self.all[place].decided;
        if matches!(decided, None | Some(Verdict::Unknown)) {
            *decided = Some(Verdict::of(verdict));
        }
    }
}

/// What is to be taken up where.
#[derive(Clone, Debug, Default)]
pub(super) struct Due {
    /// Ballots that are decided since an entry.
    pub together: HashMap<EntryId, Vec<usize>>,
    /// Answers that count by themselves, each with its ballot and whether only
    /// its object counts.
    pub alone: HashMap<EntryId, (usize, bool)>,
}

impl Due {
    fn note_together(&mut self, place: usize, together: &Together) {
        self.together.entry(together.since.clone()).or_default().push(place);
    }

    fn note_alone(&mut self, place: usize, alone: &Alone) {
        self.alone.insert(alone.entry.clone(), (place, alone.only_object));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::RuleLine;
    use hornbook::AttrSet;

    /// One question, and who says what of it: yes, no, or do not know.
    fn heard(policy: Policy, votes: &[(&str, char)]) -> (Ballots, Vec<Effect>) {
        let mut ballots = Ballots { policy, ..Ballots::default() };
        let question = Implication::new(AttrSet::of(2, [0]), AttrSet::of(2, [1]));
        let effects = votes.iter().enumerate().map(|(at, (who, says))| {
            let answer = match says {
                'y' => Reply::Holds,
                'n' => Reply::Partly,
                _ => Reply::Unknown,
            };
            let said = AnswerRecord {
                question: RuleLine { premise: Vec::new(), conclusion: None, impossible: true },
                answer,
                holds: Vec::new(),
                search: None,
                votes: None,
                because: Vec::new(),
                object: None,
                replaces: None,
                corrects: Vec::new(),
                look: None,
            };
            let (id, who) = (EntryId(at.to_string()), Some((*who).to_owned()));
            let what = crate::journal::EntryKind::Answer(said.clone());
            ballots
                .hear(
                    &Entry { id, time: String::new(), who, program: false, request: None, took: None, what },
                    question.clone(),
                    &said,
                )
                .0
        });
        let effects = effects.collect();
        (ballots, effects)
    }

    fn stands(policy: Policy, votes: &[(&str, char)]) -> Option<Verdict> {
        heard(policy, votes).0.all[0].stands()
    }

    #[test]
    fn a_majority_is_counted_anew_with_every_voice() {
        let three = Policy::Majority { of: 3 };
        let votes = [("a", 'y'), ("b", 'y'), ("c", 'n'), ("d", 'n'), ("e", 'n')];
        let expected = [None, Some(Verdict::Holds), Some(Verdict::Holds), None, Some(Verdict::Fails)];
        for (count, expected) in expected.into_iter().enumerate() {
            assert_eq!(stands(three, &votes[..=count]), expected, "{count}");
        }
        // Who turns takes the decision along.
        assert_eq!(stands(three, &[("a", 'y'), ("b", 'y'), ("a", '?')]), None);
        assert_eq!(stands(three, &[("a", '?'), ("b", '?')]), Some(Verdict::Unknown));
        assert_eq!(stands(three, &[("a", '?'), ("b", '?'), ("c", 'y')]), Some(Verdict::Unknown));
        assert_eq!(stands(three, &[("a", '?'), ("b", '?'), ("c", 'y'), ("d", 'y')]), Some(Verdict::Holds));
    }

    #[test]
    fn all_agree_until_one_does_not() {
        let two = Policy::Unanimous { of: 2 };
        assert_eq!(stands(two, &[("a", 'y'), ("b", 'y')]), Some(Verdict::Holds));
        assert_eq!(stands(two, &[("a", 'y'), ("b", 'y'), ("c", 'n')]), None);
        assert_eq!(stands(two, &[("a", 'y'), ("b", 'y'), ("c", 'n'), ("c", 'y')]), Some(Verdict::Holds));
        // Not to know is not to deny.
        assert_eq!(stands(two, &[("a", 'y'), ("b", 'y'), ("c", '?')]), Some(Verdict::Holds));
        assert_eq!(stands(two, &[("a", 'y'), ("b", '?'), ("c", 'y')]), Some(Verdict::Holds));
        let (ballots, _) = heard(two, &[("a", 'y'), ("b", '?')]);
        assert!(!ballots.all[0].is_pending(two) && ballots.all[0].waits_for(Some("c"), two));
        let (ballots, _) = heard(two, &[("a", 'y'), ("b", 'n')]);
        assert!(!ballots.all[0].is_pending(two) && !ballots.all[0].waits_for(Some("c"), two));
    }

    #[test]
    fn a_decision_that_changes_is_told_from_one_that_is_made() {
        let (_, effects) = heard(Policy::Majority { of: 3 }, &[("a", 'y'), ("b", 'y'), ("c", 'y'), ("d", 'n')]);
        assert_eq!(effects, [Effect::Heard, Effect::Decides, Effect::Heard, Effect::Revises]);
        let (_, effects) = heard(Policy::Any, &[("a", 'y'), ("b", 'n')]);
        assert_eq!(effects, [Effect::Counts, Effect::Counts]);
    }
}
