//! Explorations: a domain learned from whoever knows it, answer by answer.
//!
//! An exploration is a [journal](crate::journal) and the frugal learner run on
//! what it says, until that names the next question. The terminal, a page, a
//! notebook and the tests are faces of this one thing; it knows none of them.
//!
//! What comes next is a function of the journal alone: the learner is started
//! anew after every entry, with all that is known and believed by then, and
//! with streams of random numbers that are keyed by all entries so far. So it
//! makes no difference whether a program went on or was started again, and
//! nothing is certified by samples that had a say in what they certify.
//!
//! ```
//! use hornbook::explore::{Exploration, Response, Start, Step};
//! use hornbook::learn::unwatched;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut animals = Exploration::in_memory(Start::attributes(["hair", "milk"]).seed(1))?;
//! while let Step::Ask(asked) = animals.next(&mut unwatched)? {
//!     // All animals have both or neither.
//!     let both = animals.universe().all();
//!     let neither = animals.universe().none();
//!     let breaks = [both, neither].into_iter().find(|animal| !asked.question.holds_in(animal));
//!     let response = match breaks {
//!         None => Response::Holds,
//!         Some(animal) => Response::refuted("", animal.clone(), animals.universe().all().difference(&animal)),
//!     };
//!     animals.answer(None, &asked.question, response)?;
//! }
//! let rules: Vec<String> = animals.rules().iter().map(|rule| rule.implication.display(animals.universe()).to_string()).collect();
//! assert_eq!(rules, ["hair -> milk", "milk -> hair"]);
//! # Ok(())
//! # }
//! ```

mod ballot;
mod dispute;
mod object;
mod panel;
mod reasons;
mod refusal;
mod report;
mod standing;
mod start;
mod state;
pub mod words;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

pub use ballot::{Ballot, Verdict, Vote};
pub use dispute::Dispute;
pub use object::{Fact, Object};
pub use panel::{Turn, Turns};
pub use reasons::{Closest, Consequences, KnownRule, Reason};
pub use refusal::Refusal;
pub use report::{report, titled_report};
pub use standing::{Remaining, Standing};
pub use start::Start;
pub use state::Source;

use self::dispute::Claim;
use self::object::ObjectKey;
use self::state::{Broken, State};
use crate::journal::{
    Attribute, Certified, Entry, Id, Journal, JournalError, Looked, ObjectLine, Policy, Reply, RuleLine, Said, What,
};
use crate::knowledge::Conflict;
use crate::learn::frugal::{Next, Question};
use crate::learn::{Accuracy, LearnError, Watch};
use crate::{AttrSet, Conclusion, Context, Implication, Knowledge, Model, Questions, Rule, Rulebook, Run, Universe};

/// A question to whoever knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Does this hold?
    pub question: Implication,
    /// How likely it is thought to hold.
    pub likely: f64,
    /// The share of all sets for which a "yes" would change what is known to
    /// follow.
    pub weight: f64,
}

impl From<Question> for Asked {
    fn from(Question { implication, likely, weight }: Question) -> Self {
        Self { question: implication, likely, weight }
    }
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A question.
    Ask(Asked),
    /// Nothing: what is known is certified.
    Certified(Certified),
}

/// What is said of an object, beyond what is known of it already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
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
    Refuted(Told),
    /// Only this part of the conclusion follows; an object may break the rest.
    Partly {
        /// What does follow.
        holds: AttrSet,
        /// An object that breaks the rest.
        object: Option<Told>,
    },
    /// Not known.
    Unknown,
    /// To be asked again when there is nothing else to ask.
    Later,
}

impl Response {
    /// "No", with an object.
    pub fn refuted(name: impl Into<String>, has: AttrSet, lacks: AttrSet) -> Self {
        Self::Refuted(Told::new(name, has, lacks))
    }

    /// The same with another word about its object.
    fn about(self, change: impl FnOnce(Told) -> Told) -> Self {
        match self {
            Self::Refuted(told) => Self::Refuted(change(told)),
            Self::Partly { holds, object } => Self::Partly { holds, object: object.map(change) },
            Self::Holds | Self::Unknown | Self::Later => self,
        }
    }
}

impl Told {
    /// What an object has and lacks.
    pub fn new(name: impl Into<String>, has: AttrSet, lacks: AttrSet) -> Self {
        Self { name: name.into(), known: None, has, lacks, correct: false }
    }
}

/// Why there is no next question: the journal could not be written, or it was
/// called off.
pub type NextError = LearnError<JournalError>;

/// An exploration under way.
#[derive(Debug)]
pub struct Exploration {
    journal: Journal,
    state: State,
    threads: usize,
    /// What comes next, and where things stood when it was found.
    next: Option<(Step, Standing)>,
}

impl Exploration {
    /// Begins an exploration in a file that must not be there yet.
    pub fn create(path: &Path, start: Start) -> Result<Self, JournalError> {
        let (header, objects) = start.header()?;
        // Whatever is wrong with it is found before there is a file, and the
        // file is there with all objects or not at all.
        let begun = Self::begin(Journal::in_memory(header.clone()), objects)?;
        Self::of(Journal::create_with(path, header, begun.journal.entries().to_vec())?)
    }

    /// Begins an exploration that is kept nowhere.
    pub fn in_memory(start: Start) -> Result<Self, JournalError> {
        let (header, objects) = start.header()?;
        Self::begin(Journal::in_memory(header), objects)
    }

    fn begin(mut journal: Journal, objects: Vec<What>) -> Result<Self, JournalError> {
        if !objects.is_empty() {
            journal.append_all(None, objects)?;
        }
        let exploration = Self::of(journal)?;
        match exploration.disputes().first() {
            Some(dispute) => Err(JournalError::Refused(words::start_dispute(&exploration, dispute))),
            None => Ok(exploration),
        }
    }

    /// Goes on with an exploration.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        Self::of(Journal::open(path)?)
    }

    /// Reads an exploration to look at it: what is done to it is not kept.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        Self::of(Journal::read(path)?).map_err(|error| match error {
            JournalError::Broken { line, problem, .. } => JournalError::Broken { path: path.to_owned(), line, problem },
            error => error,
        })
    }

    /// Goes on from a journal.
    pub fn of(journal: Journal) -> Result<Self, JournalError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let state = State::replay(&journal, threads).map_err(|broken| in_journal(&journal, broken))?;
        Ok(Self { journal, state, threads, next: None })
    }

    /// The next question, or the certificate. The attempts at one that are
    /// made on the way are on record before they are made.
    pub fn next(&mut self, watch: Watch<'_>) -> Result<Step, NextError> {
        if let Some((step, _)) = &self.next {
            return Ok(step.clone());
        }
        let Self { journal, state, .. } = self;
        let step = match state.certified {
            Some(certified) => Step::Certified(certified),
            None => {
                let State { learner, attempts, attempts_before, .. } = state;
                let mut made = *attempts_before;
                let mut announce = || {
                    made += 1;
                    // Those on record were made before a restart, of the same
                    // samples: they are made again, not more of them.
                    if made > *attempts {
                        journal.append(None, What::Attempt { state: Some(journal.state()) })?;
                        *attempts = made;
                    }
                    Ok(())
                };
                let next = learner.next_announced(watch, &mut announce);
                if next.is_err() {
                    // What comes next depends on the journal, not on where
                    // this was called off.
                    state.rest(journal.seed());
                }
                match next? {
                    Next::Ask(question) => Step::Ask(question.into()),
                    Next::Certified(certificate) => {
                        let certified = Certified {
                            state: Some(journal.state()),
                            epsilon: certificate.epsilon,
                            set_aside: certificate.set_aside,
                            delta: state.delta,
                            samples: certificate.samples,
                        };
                        journal.append(None, What::Certified(certified)).map_err(LearnError::Oracle)?;
                        state.certified = Some(certified);
                        Step::Certified(certified)
                    }
                }
            }
        };
        let standing = Standing::of(self);
        self.next = Some((step.clone(), standing));
        Ok(step)
    }

    /// Where things stand; known once [`next`](Self::next) was called.
    pub fn standing(&self) -> Option<&Standing> {
        self.next.as_ref().map(|(_, standing)| standing)
    }

    /// Takes an answer: to the question at hand, or to any other. It is on disk
    /// when this returns. An answer that contradicts what is known is refused,
    /// and nothing is changed.
    pub fn answer(&mut self, who: Option<&str>, question: &Implication, response: Response) -> Result<Id, Refusal> {
        let said = self.said(question, response, None, true)?;
        self.write(who, What::Answer(said))
    }

    /// Puts another answer in the place of an earlier one.
    pub fn change(&mut self, who: Option<&str>, earlier: &Id, response: Response) -> Result<Id, Refusal> {
        let question = match self.entry(earlier).map(|entry| &entry.what) {
            Some(What::Answer(said)) if !self.state.inactive.contains(earlier) => {
                said.question.rule(self.universe()).map_err(|error| Refusal::Impossible(error.to_string()))?
            }
            _ => return Err(Refusal::Impossible(format!("{earlier} is no answer that counts"))),
        };
        // What contradicts is told with the earlier answer out of the way.
        let without = self.without(std::slice::from_ref(earlier))?;
        let response = response.about(|told| self.told_in(&without, told));
        let mut said = without.said(&question, response, Some(earlier.clone()), true)?;
        said.look = None;
        without.accepts(&What::Answer(said.clone()))?;
        self.record(who, What::Answer(said))
    }

    /// Takes what is said of an object without being asked.
    pub fn tell(&mut self, who: Option<&str>, told: Told) -> Result<Id, Refusal> {
        let (object, corrects) = self.object_line(&told)?;
        self.write(who, What::Object { object, corrects })
    }

    /// Takes an entry back; an answer, what was told of an object, or an
    /// earlier retraction. What no longer follows is asked again.
    pub fn retract(&mut self, who: Option<&str>, entry: &Id) -> Result<Id, Refusal> {
        match self.entry(entry).map(|entry| &entry.what) {
            None => return Err(Refusal::Impossible(format!("there is no entry {entry}"))),
            Some(What::Answer(_) | What::Object { .. } | What::Retract { .. }) => {}
            Some(_) => return Err(Refusal::Impossible(format!("{entry} cannot be taken back"))),
        }
        if self.state.inactive.contains(entry) {
            return Err(Refusal::Impossible(format!("{entry} was taken back already")));
        }
        self.take_back(who, entry, false)
    }

    /// Takes back what this person did last: an answer, what was told of an
    /// object, or a retraction; done again, what was done before that. Nobody in
    /// particular takes back anybody's.
    pub fn undo(&mut self, who: Option<&str>) -> Result<Id, Refusal> {
        let at_start = self.journal.entries().iter().take_while(|entry| {
            // Objects of the table at the start are nobody's word.
            entry.who.is_none() && matches!(&entry.what, What::Object { object, .. } if object.complete)
        });
        let last = self.journal.entries()[at_start.count()..].iter().rev().find(|entry| {
            let did = match &entry.what {
                What::Answer(_) | What::Object { .. } => true,
                What::Retract { undo, .. } => !undo,
                _ => false,
            };
            did && self.counts(&entry.id) && who.is_none_or(|who| entry.who.as_deref() == Some(who))
        });
        let nothing = || Refusal::Impossible("there is no answer to take back".to_owned());
        let last = last.map(|entry| entry.id.clone()).ok_or_else(nothing)?;
        self.take_back(who, &last, true)
    }

    /// Takes an entry back, unless what counts again then would contradict what
    /// was said since.
    fn take_back(&mut self, who: Option<&str>, entry: &Id, undo: bool) -> Result<Id, Refusal> {
        let what = What::Retract { entry: entry.clone(), undo };
        let brings_back = match self.entry(entry).map(|entry| &entry.what) {
            Some(What::Retract { .. }) => true,
            Some(What::Answer(said)) => said.replaces.is_some(),
            _ => false,
        };
        if brings_back {
            self.check_again(&what)?;
        }
        self.record(who, what)
    }

    /// Refuses a retraction if what counts again then contradicts what was said
    /// since.
    fn check_again(&self, retraction: &What) -> Result<(), Refusal> {
        let mut journal = self.journal.copy();
        journal.append(None, retraction.clone())?;
        let after = State::replay(&journal, self.threads).map_err(|broken| in_journal(&journal, broken))?;
        let known = |dispute: &&Dispute| !self.disputes().iter().any(|old| old.entry == dispute.entry);
        let Some(new) = after.disputes.iter().find(known) else { return Ok(()) };
        // Told by what counts now: what would count again is not among it.
        let stands = |id: &&Id| self.counts(id) && !self.disputes().iter().any(|old| old.entry.as_ref() == Some(id));
        let with = new.entry.iter().chain(&new.with).filter(stands).cloned().collect();
        Err(Refusal::Contradicts(Dispute { entry: None, with, background: new.background.clone() }))
    }

    /// Adds attributes; objects then count as unknown there.
    pub fn add_attributes(&mut self, who: Option<&str>, attributes: Vec<Attribute>) -> Result<Id, Refusal> {
        let refuse = |problem: String| Err(Refusal::Impossible(problem));
        if attributes.is_empty() {
            return refuse("no attribute was named".to_owned());
        }
        if let Err(problem) = crate::journal::check_attributes(self.universe().len(), &attributes) {
            return refuse(problem);
        }
        let names = self.universe().names().iter().chain(attributes.iter().map(|attribute| &attribute.name));
        if let Err(error) = Universe::new(names.cloned()) {
            return refuse(error.to_string());
        }
        self.record(who, What::Attributes { attributes })
    }

    /// Asks for another accuracy from here on.
    pub fn set_accuracy(&mut self, who: Option<&str>, accuracy: Accuracy) -> Result<Id, Refusal> {
        start::check_accuracy(accuracy).map_err(Refusal::Impossible)?;
        self.record(who, What::Accuracy { epsilon: accuracy.epsilon(), delta: accuracy.delta() })
    }

    /// Writes an entry that only adds to what is known, if it can be.
    fn write(&mut self, who: Option<&str>, what: What) -> Result<Id, Refusal> {
        self.accepts(&what)?;
        let id = self.journal.append(who, what)?;
        if let Some(entry) = self.journal.entries().last() {
            self.state.go_on(entry, self.journal.seed()).map_err(Refusal::Impossible)?;
        }
        self.next = None;
        Ok(id)
    }

    /// Whether an entry can be taken up after all others.
    fn accepts(&self, what: &What) -> Result<(), Refusal> {
        let mut next = self.state.clone();
        // Also where it takes several to decide, each must make sense alone.
        next.policy = Policy::Any;
        let entry = Entry { id: Id(String::new()), time: String::new(), who: None, request: None, what: what.clone() };
        next.go_on(&entry, 0).map_err(Refusal::Impossible)?;
        match next.disputes.get(self.state.disputes.len()) {
            Some(dispute) => Err(Refusal::Contradicts(Dispute { entry: None, ..dispute.clone() })),
            None => Ok(()),
        }
    }

    /// Writes an entry that may change what came before it.
    fn record(&mut self, who: Option<&str>, what: What) -> Result<Id, Refusal> {
        let id = self.journal.append(who, what)?;
        self.state = State::replay(&self.journal, self.threads).map_err(|broken| in_journal(&self.journal, broken))?;
        self.next = None;
        Ok(id)
    }

    /// The same exploration, kept nowhere, without some entries.
    fn without(&self, entries: &[Id]) -> Result<Self, Refusal> {
        let mut journal = self.journal.copy();
        for entry in entries.iter().filter(|entry| self.counts(entry)) {
            journal.append(None, What::Retract { entry: entry.clone(), undo: false })?;
        }
        Ok(Self::of(journal)?)
    }

    /// The same told in another state of this exploration, where objects may
    /// have other places.
    fn told_in(&self, other: &Self, told: Told) -> Told {
        let Some(object) = told.known.and_then(|place| self.state.objects.get(place)) else { return told };
        let name = object.name().map_or(told.name, str::to_owned);
        Told { name, known: other.state.place_of(&object.key()), ..told }
    }

    /// What goes into the journal for an answer; unless it is `fitting`, it may
    /// contradict others.
    fn said(
        &self,
        question: &Implication,
        response: Response,
        replaces: Option<Id>,
        fitting: bool,
    ) -> Result<Said, Refusal> {
        let mut said = Said {
            question: RuleLine::new(self.universe(), question),
            answer: Reply::Holds,
            holds: Vec::new(),
            object: None,
            replaces,
            corrects: Vec::new(),
            look: self.looked(question),
        };
        let mut object = |told: Told, open: &Implication, part: Option<Implication>| -> Result<(), Refusal> {
            let told = self.breaking(open, told, part.as_ref(), fitting)?;
            let (line, corrects) = self.object_line(&told)?;
            said.object = Some(line);
            said.corrects = corrects;
            Ok(())
        };
        match response {
            Response::Holds => {}
            Response::Unknown => said.answer = Reply::Unknown,
            Response::Later => said.answer = Reply::Later,
            Response::Refuted(told) => {
                object(told, question, None)?;
                said.answer = Reply::Refuted;
            }
            Response::Partly { holds, object: breaks } => {
                let rest = self.rest_of(question, &holds)?;
                // "Yes, but then it also has …" says that there is such a thing.
                let there_is = || Told::new("", question.premise.clone(), self.universe().none());
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

    /// What was looked at to find the question at hand.
    fn looked(&self, question: &Implication) -> Option<Looked> {
        match &self.next {
            Some((Step::Ask(asked), standing)) if asked.question == *question => Some(standing.look),
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

    /// An object that is to break a rule, with the premise; refused if it does
    /// not break it. A part of the rule may be said to hold with it. Unless it is
    /// to be `fitting`, it may contradict others.
    fn breaking(
        &self,
        question: &Implication,
        told: Told,
        part: Option<&Implication>,
        fitting: bool,
    ) -> Result<Told, Refusal> {
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
            let told = Told { has: has.clone(), ..told.clone() };
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
        Ok(Told { has, ..told })
    }

    /// Refuses what makes no sense by itself.
    fn check_told(&self, told: &Told) -> Result<(), Refusal> {
        match told.has.intersection(&told.lacks).first() {
            Some(attr) => {
                let name = self.universe().name(attr);
                Err(Refusal::Impossible(format!("it cannot both have and lack {name:?}")))
            }
            None => Ok(()),
        }
    }

    /// The line about an object, and the entries it corrects.
    fn object_line(&self, told: &Told) -> Result<(ObjectLine, Vec<Id>), Refusal> {
        self.check_told(told)?;
        let names = |set: &AttrSet| self.universe().names_of(set).map(str::to_owned).collect::<Vec<String>>();
        let place = self.object_of(told);
        let object = place.map(|place| &self.state.objects[place]);
        // What was known before is written again: it is this entry's word too,
        // should the other be taken back.
        let mut corrects: Vec<Id> = Vec::new();
        if let Some(object) = object.filter(|_| told.correct) {
            for (set, has) in [(&told.has, true), (&told.lacks, false)] {
                let otherwise = set.iter().filter_map(|attr| object.fact(attr)).filter(|fact| fact.has != has);
                corrects.extend(otherwise.flat_map(Fact::entries).cloned());
            }
        }
        let (has, lacks) = (names(&told.has), names(&told.lacks));
        corrects.sort();
        corrects.dedup();
        let (name, of) = match object.map(Object::key) {
            Some(ObjectKey::Named(name)) => (Some(name), None),
            Some(ObjectKey::Unnamed(first)) => (None, Some(first)),
            None => (Some(told.name.trim().to_owned()).filter(|name| !name.is_empty()), None),
        };
        Ok((ObjectLine { name, of, has, lacks, ..ObjectLine::default() }, corrects))
    }

    /// The known object that is meant.
    fn object_of(&self, told: &Told) -> Option<usize> {
        let name = told.name.trim();
        told.known.filter(|&place| place < self.state.objects.len()).or_else(|| {
            let unnamed = || (0..self.state.objects.len()).find(|&place| self.object_name(place) == name);
            let named = self.state.place_of(&ObjectKey::Named(name.to_owned()));
            if name.is_empty() { None } else { named.or_else(unnamed) }
        })
    }

    /// What is said of an object, with what is known of it and what follows by
    /// the accepted rules; refused if it breaks them.
    pub fn fill(&self, told: &Told) -> Result<Model, Refusal> {
        self.fill_with(told, None)
    }

    /// [`fill`](Self::fill), by one more rule.
    fn fill_with(&self, told: &Told, rule: Option<&Implication>) -> Result<Model, Refusal> {
        self.check_told(told)?;
        let mut rules = self.knowledge().rules().clone();
        rule.into_iter().for_each(|rule| rules.push(rule.clone()));
        let mut knowledge = Knowledge::with_background(rules);
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
        let seen = knowledge.see(Model::partial(has, &unknown));
        seen.map_err(|conflict| Refusal::Contradicts(self.dispute_about(told, rule, &conflict)))?;
        Ok(knowledge.models()[0].clone())
    }

    /// What an object as it is told of now contradicts.
    fn dispute_about(&self, told: &Told, rule: Option<&Implication>, conflict: &Conflict) -> Dispute {
        let now = Id(String::new());
        let known = self.object_of(told).map(|place| self.state.objects[place].clone());
        let mut object = known.unwrap_or_else(|| Object::new(None, now.clone(), self.universe().len()));
        object.told_by(&now);
        told.has.iter().for_each(|attr| object.say(attr, true, &now));
        told.lacks.iter().for_each(|attr| object.say(attr, false, &now));
        self.state.dispute(conflict, &Claim { id: &now, rule, told: Some((self.object_of(told), &object)) })
    }

    /// The attributes.
    pub fn universe(&self) -> &Arc<Universe> {
        &self.state.universe
    }

    /// The attributes, with phrases and descriptions.
    pub fn attributes(&self) -> &[Attribute] {
        &self.state.attributes
    }

    /// The journal.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// What is known, from both sides.
    pub fn knowledge(&self) -> &Knowledge {
        self.state.learner.knowledge()
    }

    /// The ε and δ that are asked for.
    pub fn accuracy(&self) -> (f64, f64) {
        (self.state.epsilon, self.state.delta)
    }

    /// What was certified, if it was and nothing has changed since.
    pub fn certified(&self) -> Option<Certified> {
        self.state.certified
    }

    /// The objects that were told of.
    pub fn objects(&self) -> &[Object] {
        &self.state.objects
    }

    /// The objects with everything that follows by the rules.
    pub fn models(&self) -> &[Model] {
        self.knowledge().models()
    }

    /// What to call an object.
    pub fn object_name(&self, place: usize) -> String {
        self.state.objects[place].called()
    }

    /// Entries that contradict others, and so do not count: of journals that
    /// were merged.
    pub fn disputes(&self) -> &[Dispute] {
        &self.state.disputes
    }

    /// The entry of that identity.
    pub fn entry(&self, id: &Id) -> Option<&Entry> {
        self.journal.entries().iter().find(|entry| entry.id == *id)
    }

    /// Whether an entry counts: it was not taken back and not replaced.
    pub fn counts(&self, id: &Id) -> bool {
        !self.state.inactive.contains(id)
    }

    /// Questions without an answer yet: those that nobody could answer, and
    /// those put off, with their entries.
    pub fn open_questions(&self) -> Vec<(Id, Implication, Reply)> {
        let mut seen = HashSet::new();
        let open = |entry: &Entry| match &entry.what {
            What::Answer(said)
                if self.counts(&entry.id) && matches!(said.answer, Reply::Unknown | Reply::Later | Reply::Partly) =>
            {
                let question = said.question.rule(self.universe()).ok()?;
                (!self.knowledge().decides(&question) && seen.insert(question.clone()))
                    .then(|| (entry.id.clone(), question, said.answer))
            }
            _ => None,
        };
        // The last word about each.
        let mut questions: Vec<_> = self.journal.entries().iter().rev().filter_map(open).collect();
        questions.reverse();
        questions
    }

    /// Questions asked and answered in some way, those taken back included.
    pub fn questions(&self) -> u64 {
        self.replies().filter(|(_, answer)| *answer != Reply::Later).count() as u64
    }

    /// All answers, and of which kind they are.
    pub(super) fn replies(&self) -> impl Iterator<Item = (&Id, Reply)> {
        self.journal.entries().iter().filter_map(|entry| match &entry.what {
            What::Answer(said) => Some((&entry.id, said.answer)),
            _ => None,
        })
    }

    /// A share of sets beyond which what is known is complete, as far as that
    /// was found out without drawing anything anew: by the bound at hand, or by
    /// that of the last question, if it was answered since and nothing else was
    /// said. Sets that hang on questions without an answer count as incomplete.
    pub fn supported(&self) -> Option<f64> {
        if let Some(standing) = self.standing() {
            return Some((standing.epsilon + standing.set_aside).min(1.0));
        }
        match &self.journal.entries().iter().rev().find(|entry| entry.what.counts())?.what {
            What::Answer(said) if matches!(said.answer, Reply::Holds | Reply::Refuted) && said.corrects.is_empty() => {
                said.look.and_then(|look| look.epsilon)
            }
            _ => None,
        }
    }

    /// The rules with what they are worth, as rule files hold them.
    pub fn rulebook(&self) -> Rulebook {
        let rules = self.rules().into_iter();
        let rules = rules.map(|rule| Rule { implication: rule.implication, support: Some(rule.support) }).collect();
        let (epsilon, delta) = self.accuracy();
        let mut questions = Questions { asked: self.questions(), ..Questions::default() };
        for (_, reply) in self.replies() {
            questions.confirmed += u64::from(reply == Reply::Holds);
            questions.refuted += u64::from(matches!(reply, Reply::Refuted | Reply::Partly));
        }
        let certified = self.certified();
        let run = Run {
            method: "frugal".to_owned(),
            guarantee: if certified.is_some() { "strong" } else { "none" }.to_owned(),
            distribution: Some(self.journal.header().distribution.name().to_owned()),
            epsilon: Some(epsilon),
            delta: Some(delta),
            target: None,
            seed: self.journal.header().seed,
            certified: certified.is_some(),
            stopped: if certified.is_some() { "certified" } else { "unfinished" }.to_owned(),
            supported_epsilon: if certified.is_some() { None } else { self.supported() },
            rounds: self.state.attempts,
            samples: certified.map_or(0, |certified| certified.samples),
            questions,
        };
        let background = self.background().rules().to_vec();
        Rulebook { universe: self.universe().clone(), background, rules, confident: Vec::new(), run: Some(run) }
    }

    /// The objects as a table; what is not known is unknown there.
    pub fn context(&self) -> Context {
        let mut context = Context::new(self.universe().clone());
        for (place, model) in self.models().iter().enumerate() {
            context.push_model(Some(self.object_name(place)), model.clone());
        }
        context
    }
}

fn in_journal(journal: &Journal, Broken { entry, problem }: Broken) -> JournalError {
    let path = journal.path().unwrap_or(Path::new("journal")).to_owned();
    JournalError::Broken { path, line: entry.map_or(1, |at| at + 2), problem }
}
