//! What programs say of a question that a person has not decided: shown with it, and
//! accepted by one word.

use super::ballot::Verdict;
use super::{Exploration, ObjectStatement, Refusal, Response};
use crate::journal::{AnswerRecord, Entry, EntryId, EntryKind, ObjectLine, Reply};
use hornbook::{AttrSet, Implication};

/// What a program says of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The program.
    pub who: Option<String>,
    /// The entry that says it.
    pub entry: EntryId,
    /// The answer, as a person would give it.
    pub response: Response,
}

impl Exploration {
    /// What programs say of a question that a person has not decided, in the order
    /// in which they said it.
    pub fn proposals(&self, question: &Implication) -> Vec<Proposal> {
        let Some(ballot) = self.ballot_about(question).filter(|_| !self.knowledge().decides(question)) else {
            return Vec::new();
        };
        let proposal = |vote: &super::Vote| {
            let response = self.response(&vote.said)?;
            Some(Proposal { who: vote.who.clone(), entry: vote.entry.clone(), response })
        };
        // What contradicts others is not proposed.
        ballot.proposals().filter(|vote| !self.is_disputed(&vote.entry)).filter_map(proposal).collect()
    }

    /// Agrees with an answer of somebody else: it is this person's word too, with
    /// the same object.
    pub fn agree(&mut self, who: Option<&str>, entry: &EntryId) -> Result<EntryId, Refusal> {
        let read = self.entry(entry).and_then(|entry| self.state.read(entry)).map(|entry| entry.into_owned().what);
        let said = match read {
            Some(EntryKind::Answer(said)) if self.counts(entry) && self.state.question_of(&said).is_some() => said,
            _ => return Err(Refusal::Impossible(format!("{entry} is no answer that counts"))),
        };
        let said = self.vouched(entry, said, None);
        self.write(who, EntryKind::Answer(said))
    }

    /// Sides with the answer of somebody else where people disagree: from now on this
    /// person says the same, with the same object, whatever they said before. Where
    /// that contradicts what counts it is on record as a disagreement.
    pub fn side_with(&mut self, who: Option<&str>, entry: &EntryId) -> Result<EntryId, Refusal> {
        let impossible = |words: String| Refusal::Impossible(words);
        let said = match self.entry(entry) {
            Some(other) if !other.program && other.who.as_deref() == who => {
                return Err(impossible("that is your own answer".to_owned()));
            }
            Some(Entry { what: EntryKind::Answer(said), .. }) if self.counts(entry) => said.clone(),
            _ => return Err(impossible(format!("{entry} is no answer that counts"))),
        };
        let question = said.question.rule(self.universe()).map_err(|error| impossible(error.to_string()))?;
        let is_own = |vote: &&super::Vote| !vote.program && vote.who.as_deref() == who;
        let own = self.ballot_about(&question).and_then(|ballot| ballot.votes.iter().find(is_own));
        match own.map(|vote| vote.entry.clone()) {
            Some(own) => {
                let said = AnswerRecord { look: None, ..self.vouched(entry, said, Some(own)) };
                self.record(who, EntryKind::Answer(said))
            }
            None => {
                let said = self.vouched(entry, said, None);
                self.add(who, EntryKind::Answer(said))
            }
        }
    }

    /// An answer of somebody else as a person gives it who vouches for it, however
    /// the other came to say so.
    fn vouched(&self, entry: &EntryId, said: AnswerRecord, replaces: Option<EntryId>) -> AnswerRecord {
        let mut said =
            AnswerRecord { replaces, look: self.looked(), search: None, votes: None, because: Vec::new(), ..said };
        if let Some(object) = said.object.as_mut().filter(|object| object.name.is_none() && object.of.is_none()) {
            object.of = Some(entry.clone());
        }
        said
    }

    /// The answer of an entry that is one and counts, as a person would give it.
    pub fn response_of(&self, entry: &EntryId) -> Option<(Implication, Response)> {
        match &self.state.read(self.entry(entry)?)?.what {
            EntryKind::Answer(said) if self.counts(entry) => {
                Some((said.question.rule(self.universe()).ok()?, self.response(said)?))
            }
            _ => None,
        }
    }

    /// What an entry said, whether it counts or not, as a person would say it: an answer
    /// with its question, if that can still be asked.
    pub fn answer_of(&self, entry: &EntryId) -> Option<(Implication, Response)> {
        match &self.state.read(self.entry(entry)?)?.what {
            EntryKind::Answer(said) => Some((self.state.question_of(said)?, self.response(said)?)),
            _ => None,
        }
    }

    /// The same for what was told of an object without being asked.
    pub fn object_told_in(&self, entry: &EntryId) -> Option<ObjectStatement> {
        match &self.state.read(self.entry(entry)?)?.what {
            EntryKind::Object { object, .. } => self.statement_of(object),
            _ => None,
        }
    }

    /// An answer on record, as a person would give it.
    fn response(&self, said: &AnswerRecord) -> Option<Response> {
        let object = said.object.as_ref().map(|line| self.statement_of(line));
        Some(match said.answer {
            Reply::Holds => Response::Holds,
            Reply::Refuted => Response::Refuted(object??),
            Reply::Partly => {
                Response::Partly { holds: self.universe().set(&said.holds).ok()?, object: object.flatten() }
            }
            Reply::Unknown => Response::Unknown,
            Reply::Later => Response::Later,
        })
    }

    fn statement_of(&self, line: &ObjectLine) -> Option<ObjectStatement> {
        let set = |names: &[String]| -> Option<AttrSet> { self.state.reading.set(self.universe(), names).ok() };
        let (has, mut lacks) = (set(&line.has)?, set(&line.lacks)?);
        if line.complete {
            lacks = self.universe().all().difference(&has).difference(&set(&line.unknown)?);
        }
        Some(ObjectStatement::new(line.name.clone().unwrap_or_default(), has, lacks))
    }

    /// A proposal in words: whose, and what it says.
    pub fn proposal_in_words(&self, proposal: &Proposal) -> String {
        let who = proposal.who.as_deref().unwrap_or("A program");
        let said = self.entry(&proposal.entry).map(|entry| self.entry_in_words(entry)).unwrap_or_default();
        format!("{}, a program, says: {said}", hornbook_words::escape_control(who))
    }
}

impl Proposal {
    /// What it says of the question.
    pub fn verdict(&self) -> Verdict {
        match self.response {
            Response::Holds => Verdict::Holds,
            Response::Refuted(_) | Response::Partly { .. } => Verdict::Fails,
            Response::Unknown | Response::Later => Verdict::Unknown,
        }
    }
}
