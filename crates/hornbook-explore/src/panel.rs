//! Several people at one exploration: questions that do not get in each other's
//! way, whose word counts, and what they disagree about.

use super::ballot::{Ballot, Verdict};
use super::{Asked, Exploration, NextError, ObjectStatement, Refusal, Response, Step};
use crate::journal::{Certified, EntryId, EntryKind, Policy};
use hornbook::learn::Question;
use hornbook::learn::Watch;
use hornbook::{AttrSet, Conclusion, Implication};

/// What is next for one of several people.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A question.
    Ask(Asked),
    /// Nothing until others have answered.
    Wait,
    /// Nothing: what is known is certified.
    Certified(Certified),
}

/// What people disagree about.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement<'a> {
    /// The question, and what everybody said.
    pub ballot: &'a Ballot,
    /// Entries of others that say otherwise without being asked about it.
    pub against: Vec<EntryId>,
}

/// Something that is to be done once, however often it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What its sender calls it, and nothing else.
    pub name: String,
    /// A hash of what is asked for.
    pub content: u64,
}

/// How a request is like one on record.
enum Same {
    Request,
    Name,
    Not,
}

impl Request {
    /// How it is kept with an entry.
    fn kept(&self) -> String {
        format!("{} {:016x}", self.name, self.content)
    }

    fn is(&self, kept: &str) -> Same {
        match kept.strip_prefix(&self.name) {
            // Journals of version 0.1 had the name alone.
            Some("") => Same::Request,
            Some(content) if content.len() == 17 && content.starts_with(' ') => {
                if content[1..] == format!("{:016x}", self.content) { Same::Request } else { Same::Name }
            }
            _ => Same::Not,
        }
    }
}

/// Who is to be asked, and what they can be asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turns<'a> {
    /// Who is to be asked.
    pub who: Option<&'a str>,
    /// The questions that others have before them.
    pub out: &'a [Implication],
    /// The attributes this person can be asked about, if not all.
    pub about: Option<&'a AttrSet>,
    /// Whether what they want to be asked later is left to others for now.
    pub without_later: bool,
}

impl Exploration {
    /// The next question for one of several people: one that others have
    /// answered already, if their word may decide it; else one that does not
    /// depend on those that are out. What somebody wants to be asked later comes
    /// when there is nothing else for them.
    pub fn next_for(&mut self, turns: Turns<'_>, watch: Watch<'_>) -> Result<Turn, NextError> {
        let step = self.next(watch)?;
        let for_later = |question: &Implication| {
            let later = |(who, other): &(Option<String>, Implication)| who.as_deref() == turns.who && other == question;
            self.state.put_off.iter().any(later)
        };
        let may_ask = |question: &Implication| turns.about.is_none_or(|about| is_about(question, about));
        let waiting = self.waiting_for(turns.who).map(|ballot| &ballot.question).filter(|question| may_ask(question));
        let (later, now): (Vec<&Implication>, Vec<&Implication>) = waiting.partition(|question| for_later(question));
        let ask = |question: &Implication| Turn::Ask(self.state.learner.question_about(question).into());
        let asked = match step {
            // Somebody else may know what nobody knew so far.
            Step::Certified(certified) => {
                let question = now.first().filter(|_| certified.set_aside > 0.0);
                return Ok(question.map_or(Turn::Certified(certified), |question| ask(question)));
            }
            Step::Ask(asked) => asked,
        };
        // Where one word decides, two people need not answer the same.
        let alone = matches!(self.policy(), Policy::Any | Policy::Person);
        let not_out = now.iter().find(|question| alone && !turns.out.contains(question));
        if let Some(question) = not_out.or(now.first()) {
            return Ok(ask(question));
        }
        // What waits for others is out as well: so nobody is asked again what they
        // answered.
        let out: Vec<Implication> = turns.out.iter().cloned().chain(self.undecided()).collect();
        let apart = self.state.learner.is_independent(&asked.question, &out);
        let put_off = turns.without_later && for_later(&asked.question);
        if apart && !put_off && may_ask(&asked.question) {
            return Ok(Turn::Ask(asked));
        }
        // When nothing else is left, what was put off is among these.
        let fits = |question: &Question| !turns.without_later || !for_later(&question.implication);
        let another = self.state.learner.next_independent(&out, turns.about).filter(fits);
        let another = another.map(|question| Turn::Ask(question.into()));
        let later = later.first().filter(|_| !turns.without_later);
        Ok(another.or_else(|| later.map(|question| ask(question))).unwrap_or(Turn::Wait))
    }

    /// What comes next for somebody who is at it alone: where others have to
    /// agree, they are not asked again what they answered; and what programs did not
    /// know comes first.
    pub fn next_alone(&mut self, who: Option<&str>, watch: Watch<'_>) -> Result<Turn, NextError> {
        match self.policy() {
            Policy::Any if !self.has_left_to_people() => self.next(watch).map(|step| match step {
                Step::Ask(asked) => Turn::Ask(asked),
                Step::Certified(certified) => Turn::Certified(certified),
            }),
            _ => self.next_for(Turns { who, ..Turns::default() }, watch),
        }
    }

    /// The questions that only programs were asked, and that they left to people:
    /// they did not know, or their word waits for a person.
    pub fn left_to_people(&self) -> impl Iterator<Item = &Ballot> {
        let only_programs = |ballot: &&Ballot| ballot.votes.iter().all(|vote| vote.program);
        let waits = |ballot: &&Ballot| ballot.waits_for(None, self.policy());
        let open = |ballot: &&Ballot| !self.knowledge().decides(&ballot.question);
        self.ballots().iter().filter(only_programs).filter(waits).filter(open)
    }

    fn has_left_to_people(&self) -> bool {
        self.left_to_people().next().is_some()
    }

    /// Whether this person wants to be asked something later.
    pub fn puts_off(&self, who: Option<&str>) -> bool {
        self.state.put_off.iter().any(|(other, _)| other.as_deref() == who)
    }

    /// The questions that others answered, and that this person's word may
    /// decide.
    pub fn waiting_for<'a>(&'a self, who: Option<&'a str>) -> impl Iterator<Item = &'a Ballot> {
        let policy = self.policy();
        let open = move |ballot: &&Ballot| ballot.waits_for(who, policy) && !self.knowledge().decides(&ballot.question);
        self.ballots().iter().filter(open)
    }

    /// The questions that wait for others, and are not settled by now.
    pub(super) fn undecided(&self) -> impl Iterator<Item = Implication> {
        let waits = |ballot: &&Ballot| ballot.is_pending(self.policy()) && !self.knowledge().decides(&ballot.question);
        self.ballots().iter().filter(waits).map(|ballot| ballot.question.clone())
    }

    /// Does something on somebody's request. If it was done already, it is not
    /// done again, and the entry that came of it is returned. The name of the
    /// request is kept with the entry, so that this holds even if the program was
    /// killed before it could reply.
    pub fn once<E: From<Refusal>>(
        &mut self,
        who: Option<&str>,
        request: &Request,
        act: impl FnOnce(&mut Self) -> Result<EntryId, E>,
    ) -> Result<EntryId, E> {
        for entry in self.journal.entries().iter().rev().filter(|entry| entry.who.as_deref() == who) {
            match entry.request.as_deref().map(|kept| request.is(kept)) {
                Some(Same::Request) => return Ok(entry.id.clone()),
                Some(Same::Name) => return Err(Refusal::Reused(request.name.clone()).into()),
                Some(Same::Not) | None => {}
            }
        }
        self.journal.set_request_tag(Some(request.kept()));
        let ended = act(self);
        self.journal.set_request_tag(None);
        ended
    }

    /// Says whose word counts from here on.
    pub fn set_policy(&mut self, who: Option<&str>, policy: Policy) -> Result<EntryId, Refusal> {
        if let Policy::Majority { of: 0 } | Policy::Unanimous { of: 0 } = policy {
            return Err(Refusal::Impossible("somebody must be asked: the number must be 1 at least".to_owned()));
        }
        self.record(who, EntryKind::Policy(policy))
    }

    /// Whose word counts.
    pub fn policy(&self) -> Policy {
        self.state.ballots.policy
    }

    /// Puts an answer on record although it contradicts others. Where people
    /// decide together it is a vote. Where any one answer counts, it is listed
    /// among the disputes and does not count until one side is taken back.
    pub fn disagree(
        &mut self,
        who: Option<&str>,
        question: &Implication,
        response: Response,
    ) -> Result<EntryId, Refusal> {
        let said = self.said(question, response, None, false)?;
        self.add(who, EntryKind::Answer(said))
    }

    /// Puts on record what is told of an object although it contradicts others.
    /// It is listed among the disputes until one side is taken back.
    pub fn insist(&mut self, who: Option<&str>, told: &ObjectStatement) -> Result<EntryId, Refusal> {
        let (object, corrects) = self.object_line(told)?;
        self.add(who, EntryKind::Object { object, corrects })
    }

    /// What people disagree about: questions that they answered differently, and
    /// those where somebody's answer waits for others while an object that was
    /// told of, or accepted rules, say otherwise.
    pub fn disagreements(&self) -> Vec<Disagreement<'_>> {
        let disagreement = |ballot| Disagreement { ballot, against: self.against(ballot) };
        let all = self.ballots().iter().map(disagreement);
        all.filter(|found| found.ballot.is_split() || !found.against.is_empty()).collect()
    }

    /// Those of them that are not among the [disputes](Self::disputes) anyway.
    pub fn disagreements_beyond_disputes(&self) -> Vec<Disagreement<'_>> {
        let mut all = self.disagreements();
        all.retain(|found| !found.ballot.votes.iter().any(|vote| self.is_disputed(&vote.entry)));
        all
    }

    /// The entries that settle a question otherwise than a vote about it that is
    /// not decided yet.
    fn against(&self, ballot: &Ballot) -> Vec<EntryId> {
        let says = |verdict: Verdict| ballot.agreeing(verdict).any(|vote| !self.is_disputed(&vote.entry));
        if ballot.decided.is_some() {
            return Vec::new();
        }
        let breaks = self.models().iter().position(|model| model.refutes(&ballot.question));
        match breaks {
            Some(place) if says(Verdict::Holds) => self.objects()[place].entries().to_vec(),
            None if says(Verdict::Fails) => {
                self.reason(&ballot.question).map(|reason| reason.answers).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// What people answered, question by question.
    pub fn ballots(&self) -> &[Ballot] {
        self.state.ballots.all()
    }

    /// The ballot that an answer has, or had, a part in.
    fn ballot_of(&self, answer: &EntryId) -> Option<&Ballot> {
        let EntryKind::Answer(said) = &self.entry(answer)?.what else { return None };
        let question = said.question.rule(self.universe()).ok()?;
        self.state.ballots.about(&question).filter(|ballot| ballot.rests_on(answer))
    }

    /// The names of those who agree with an answer, and of whoever gave it.
    pub fn agreed(&self, answer: &EntryId) -> Vec<&str> {
        let ballot = self.ballot_of(answer).into_iter();
        let agreeing = ballot.flat_map(|ballot| ballot.agreeing(ballot.decided.unwrap_or(Verdict::Unknown)));
        let mut who: Vec<&str> = agreeing.filter_map(|vote| vote.who.as_deref()).collect();
        let author = self.entry(answer).and_then(|entry| entry.who.as_deref());
        who.extend(author.filter(|name| !who.contains(name)));
        who
    }
}

/// Whether a question speaks of these attributes alone.
pub(super) fn is_about(question: &Implication, about: &AttrSet) -> bool {
    let within = match &question.conclusion {
        Conclusion::Attrs(attrs) => attrs.is_subset(about),
        Conclusion::Falsum => true,
    };
    within && question.premise.is_subset(about)
}
