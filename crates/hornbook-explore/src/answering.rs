//! Answers and what is told of objects, as they go into the journal; and what is
//! refused.

use super::dispute::Claim;
use super::object::Change;
use super::{Dispute, Exploration, Fact, Object, Refusal, Step};
use crate::journal::{
    AnswerRecord, EntryId, EntryKind, LookStats, ObjectLine, ObjectReference, Reply, RuleLine, VoteRecord,
};
use hornbook::knowledge::Conflict;
use hornbook::{AttrSet, Conclusion, ExceptionBound, Implication, Model};

/// What is said of an object, beyond what is known of it already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectStatement {
    /// The name of the object; if it is known by that name, this adds to what
    /// is known. Empty for one without a name.
    pub name: String,
    /// The object that is meant, if it is a known one without a name.
    pub known: Option<usize>,
    /// What it has.
    pub has: AttrSet,
    /// What it lacks.
    pub lacks: AttrSet,
    /// What was said of it before may be corrected.
    pub correct: bool,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// The rule holds.
    Holds,
    /// It does not: this object breaks it. That it has the premise need not be
    /// said.
    Refuted(ObjectStatement),
    /// Only this part of the conclusion follows; an object may break the rest.
    Partly {
        /// What does follow.
        holds: AttrSet,
        /// An object that breaks the rest.
        object: Option<ObjectStatement>,
    },
    /// Not known.
    Unknown,
    /// To be asked again when there is nothing else to ask.
    Later,
}

impl Response {
    /// "No", with an object.
    pub fn refuted(name: impl Into<String>, has: AttrSet, lacks: AttrSet) -> Self {
        Self::Refuted(ObjectStatement::new(name, has, lacks))
    }

    /// The same answer, with what it says of its object changed.
    fn about(self, change: impl FnOnce(ObjectStatement) -> ObjectStatement) -> Self {
        match self {
            Self::Refuted(told) => Self::Refuted(change(told)),
            Self::Partly { holds, object } => Self::Partly { holds, object: object.map(change) },
            Self::Holds | Self::Unknown | Self::Later => self,
        }
    }
}

impl ObjectStatement {
    /// What an object has and lacks.
    pub fn new(name: impl Into<String>, has: AttrSet, lacks: AttrSet) -> Self {
        Self { name: name.into(), known: None, has, lacks, correct: false }
    }
}

impl Exploration {
    /// Takes an answer: to the question at hand, or to any other. It is on disk
    /// when this returns. An answer that contradicts what is known is refused,
    /// and nothing is changed.
    pub fn answer(
        &mut self,
        who: Option<&str>,
        question: &Implication,
        response: Response,
    ) -> Result<EntryId, Refusal> {
        let said = self.said(question, response, None, true)?;
        self.write(who, EntryKind::Answer(said))
    }

    /// Takes the answer that a rule holds as far as a random search for exceptions tells.
    pub fn answer_searched(
        &mut self,
        who: Option<&str>,
        question: &Implication,
        search: ExceptionBound,
    ) -> Result<EntryId, Refusal> {
        let mut said = self.said(question, Response::Holds, None, true)?;
        said.search = Some(search);
        self.write(who, EntryKind::Answer(said))
    }

    /// Does something for a source that may err: answers that are written meanwhile
    /// were decided by these votes.
    pub fn by_votes<T>(&mut self, votes: Option<VoteRecord>, act: impl FnOnce(&mut Self) -> T) -> T {
        self.votes = votes;
        let done = act(self);
        self.votes = None;
        done
    }

    /// Does something for a source that says what its answers rest on: those that are
    /// written meanwhile rest on this.
    pub fn because_of<T>(&mut self, because: &[String], act: impl FnOnce(&mut Self) -> T) -> T {
        self.because = because.to_vec();
        let done = act(self);
        self.because.clear();
        done
    }

    /// Puts another answer in the place of an earlier one.
    pub fn change(&mut self, who: Option<&str>, earlier: &EntryId, response: Response) -> Result<EntryId, Refusal> {
        let question = match self.entry(earlier).map(|entry| &entry.what) {
            Some(EntryKind::Answer(said)) if !self.state.inactive.contains(earlier) => {
                let gone = || Refusal::Impossible("what it is about was taken away".to_owned());
                self.state.question_of(said).ok_or_else(gone)?
            }
            _ => return Err(Refusal::Impossible(format!("{earlier} is no answer that counts"))),
        };
        // What contradicts is told with the earlier answer out of the way.
        let mut without = self.without(std::slice::from_ref(earlier))?;
        let response = response.about(|told| self.told_in(&without, told));
        let mut said = without.said(&question, response, Some(earlier.clone()), true)?;
        said.look = None;
        without.accepts(&EntryKind::Answer(said.clone()))?;
        self.record(who, EntryKind::Answer(said))
    }

    /// Takes what is said of an object without being asked.
    pub fn tell(&mut self, who: Option<&str>, told: ObjectStatement) -> Result<EntryId, Refusal> {
        let (object, corrects) = self.object_line(&told)?;
        self.write(who, EntryKind::Object { object, corrects })
    }

    /// The same statement for another state of this exploration, in which objects
    /// may have other places.
    fn told_in(&self, other: &Self, told: ObjectStatement) -> ObjectStatement {
        let Some(object) = told.known.and_then(|place| self.state.objects.get(place)) else { return told };
        let name = object.name().map_or(told.name, str::to_owned);
        ObjectStatement { name, known: other.state.place_of(&object.key()), ..told }
    }

    /// What goes into the journal for an answer. If it must be `fitting`, one that
    /// contradicts others is refused.
    pub(super) fn said(
        &self,
        question: &Implication,
        response: Response,
        replaces: Option<EntryId>,
        fitting: bool,
    ) -> Result<AnswerRecord, Refusal> {
        let mut said = AnswerRecord {
            question: RuleLine::new(self.universe(), question),
            answer: Reply::Holds,
            holds: Vec::new(),
            search: None,
            votes: self.votes,
            because: self.because.clone(),
            object: None,
            replaces,
            corrects: Vec::new(),
            look: self.looked(),
        };
        let mut object =
            |told: ObjectStatement, open: &Implication, part: Option<Implication>| -> Result<(), Refusal> {
                let told = self.breaking(open, told, part.as_ref(), fitting)?;
                let (line, corrects) = self.object_line(&told)?;
                said.object = Some(line);
                said.corrects = corrects;
                Ok(())
            };
        match response {
            Response::Holds => {}
            Response::Unknown => {
                said.answer = Reply::Unknown;
                said.because.clear();
            }
            Response::Later => said.answer = Reply::Later,
            Response::Refuted(told) => {
                object(told, question, None)?;
                said.answer = Reply::Refuted;
            }
            Response::Partly { holds, object: breaks } => {
                let rest = self.rest_of(question, &holds)?;
                // "Yes, but then it also has …" says that there is such a thing.
                let there_is = || ObjectStatement::new("", question.premise.clone(), self.universe().none());
                let breaks = breaks.or_else(|| question.conclusion.is_falsum().then(there_is));
                if let Some(told) = breaks {
                    if let Some(attr) = told.lacks.intersection(&holds).first() {
                        let name = self.universe().name(attr);
                        return Err(Refusal::Impossible(format!("it lacks {name:?}, which is said to follow")));
                    }
                    object(told, &rest, Some(Implication::new(question.premise.clone(), holds.clone())))?;
                }
                said.answer = Reply::Partly;
                said.holds = self.universe().names_of(&holds).map(str::to_owned).collect();
            }
        }
        Ok(said)
    }

    /// What was looked at to find the question at hand. It is written with the
    /// next answer, whichever question that is about.
    pub(super) fn looked(&self) -> Option<LookStats> {
        match &self.next {
            Some((Step::Ask(_), standing)) => Some(standing.look),
            _ => None,
        }
    }

    /// The question that is left when a part of the conclusion follows.
    fn rest_of(&self, question: &Implication, holds: &AttrSet) -> Result<Implication, Refusal> {
        let rest = match &question.conclusion {
            Conclusion::Attrs(attrs) => attrs.difference(holds),
            Conclusion::Falsum => self.universe().all().difference(holds),
        };
        let beyond = holds.difference(&question.premise);
        if beyond.is_empty() || !question.conclusion.contains(&beyond) {
            return Err(Refusal::NoPart(question.clone()));
        }
        if rest.difference(&question.premise).is_empty() && !question.conclusion.is_falsum() {
            return Err(Refusal::AllOfIt(question.clone()));
        }
        Ok(match question.conclusion {
            // What has the premise may have everything else, so long as it is.
            Conclusion::Falsum => question.clone(),
            Conclusion::Attrs(_) => Implication::new(question.premise.clone(), rest),
        })
    }

    /// An object that is to break a rule, with the premise added; refused if it
    /// does not break the rule. `part` is what is said to hold of the rule at the
    /// same time. If it must be `fitting`, an object that contradicts others is
    /// refused.
    fn breaking(
        &self,
        question: &Implication,
        told: ObjectStatement,
        part: Option<&Implication>,
        fitting: bool,
    ) -> Result<ObjectStatement, Refusal> {
        let known = self.object_of(&told).map(|place| self.state.objects[place].said());
        let known_lacks = match &known {
            Some(model) if !told.correct => self.universe().all().difference(model.possible()),
            _ => self.universe().none(),
        };
        let lacked = question.premise.intersection(&told.lacks.union(&known_lacks));
        if !lacked.is_empty() {
            return Err(Refusal::LacksPremise { question: question.clone(), lacks: lacked });
        }
        let has = told.has.union(&question.premise);
        if let Conclusion::Attrs(conclusion) = &question.conclusion {
            let told = ObjectStatement { has: has.clone(), ..told.clone() };
            let possible = match self.fill_with(&told, part) {
                Ok(model) => model.possible().clone(),
                Err(Refusal::Contradicts(_) | Refusal::Otherwise { .. }) if !fitting => {
                    self.universe().all().difference(&told.lacks)
                }
                Err(refusal) => return Err(refusal),
            };
            if conclusion.is_subset(&possible) {
                let may_lack = conclusion.difference(&question.premise);
                return Err(Refusal::LacksNothing { question: question.clone(), conclusion: may_lack });
            }
        }
        Ok(ObjectStatement { has, ..told })
    }

    /// Refuses what makes no sense by itself.
    fn check_told(&self, told: &ObjectStatement) -> Result<(), Refusal> {
        match told.has.intersection(&told.lacks).first() {
            Some(attr) => {
                let name = self.universe().name(attr);
                Err(Refusal::Impossible(format!("it cannot both have and lack {name:?}")))
            }
            None => Ok(()),
        }
    }

    /// The line about an object, and the entries it corrects.
    pub(super) fn object_line(&self, told: &ObjectStatement) -> Result<(ObjectLine, Vec<EntryId>), Refusal> {
        self.check_told(told)?;
        let names = |set: &AttrSet| self.universe().names_of(set).map(str::to_owned).collect::<Vec<String>>();
        let place = self.object_of(told);
        let object = place.map(|place| &self.state.objects[place]);
        // What was known before is written again: it is this entry's word too,
        // should the other be taken back.
        let mut corrects: Vec<EntryId> = Vec::new();
        if let Some(object) = object.filter(|_| told.correct) {
            for (set, has) in [(&told.has, true), (&told.lacks, false)] {
                let otherwise = set.iter().filter_map(|attr| object.fact(attr)).filter(|fact| fact.has != has);
                corrects.extend(otherwise.flat_map(Fact::entries).cloned());
            }
        }
        let (has, lacks) = (names(&told.has), names(&told.lacks));
        corrects.sort();
        corrects.dedup();
        let row = Some(told.name.trim()).filter(|_| told.known.is_none());
        let row = row.filter(|name| object.is_some_and(|object| object.is_one_of_several(name)));
        let (name, of) = match object.map(Object::key) {
            _ if row.is_some() => (row.map(str::to_owned), None),
            Some(ObjectReference::Name(name)) => (Some(name), None),
            Some(ObjectReference::First(first)) => (None, Some(first)),
            None => (Some(told.name.trim().to_owned()).filter(|name| !name.is_empty()), None),
        };
        Ok((ObjectLine { name, of, has, lacks, ..ObjectLine::default() }, corrects))
    }

    /// The earlier entries that this corrects.
    pub fn corrects(&self, told: &ObjectStatement) -> Result<Vec<EntryId>, Refusal> {
        self.object_line(told).map(|(_, corrects)| corrects)
    }

    /// The known object that is meant.
    fn object_of(&self, told: &ObjectStatement) -> Option<usize> {
        let known = told.known.filter(|&place| place < self.state.objects.len());
        known.or_else(|| self.state.place_called(told.name.trim()))
    }

    /// What is said of an object, with what is known of it and what follows by
    /// the accepted rules; refused if it breaks them.
    pub fn fill(&self, told: &ObjectStatement) -> Result<Model, Refusal> {
        self.fill_with(told, None)
    }

    /// [`fill`](Self::fill), by one more rule.
    fn fill_with(&self, told: &ObjectStatement, rule: Option<&Implication>) -> Result<Model, Refusal> {
        self.check_told(told)?;
        let known = self.object_of(told).map(|place| self.state.objects[place].said());
        let (mut has, mut lacks) = (told.has.clone(), told.lacks.clone());
        if let Some(known) = known {
            let known_lacks = self.universe().all().difference(known.possible());
            if !told.correct {
                let unlike = has.intersection(&known_lacks).union(&lacks.intersection(known.has()));
                if !unlike.is_empty() {
                    return Err(Refusal::Otherwise { name: told.name.clone(), attributes: unlike });
                }
            }
            has.insert_all(&known.has().difference(&lacks));
            lacks.insert_all(&known_lacks.difference(&has));
        }
        let unknown = self.universe().all().difference(&has).difference(&lacks);
        let completed = self.knowledge().complete(&Model::partial(has, &unknown), rule);
        completed.map_err(|conflict| Refusal::Contradicts(self.dispute_about(told, rule, &conflict)))
    }

    /// What an object as it is told of now contradicts.
    fn dispute_about(&self, told: &ObjectStatement, rule: Option<&Implication>, conflict: &Conflict) -> Dispute {
        let now = EntryId(String::new());
        let known = self.object_of(told).map(|place| self.state.objects[place].clone());
        let mut object = known.unwrap_or_else(|| Object::new(None, now.clone(), self.universe().len()));
        let unknown = self.universe().none();
        object.take(&Change { has: told.has.clone(), lacks: told.lacks.clone(), unknown }, &now);
        self.state.accepted().dispute(conflict, &Claim { id: &now, rule, told: Some((self.object_of(told), &object)) })
    }
}
