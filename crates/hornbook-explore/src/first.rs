//! Programs that are asked before people are: what they know reaches nobody else,
//! or waits for a person who agrees; what they do not know people are asked.
//!
//! A program may think for long. So what it is asked is taken out of the
//! exploration ([`Exploration::for_programs`]), asked without it
//! ([`Programs::ask`]), and what it says is written then
//! ([`Exploration::hear_programs`]); people go on meanwhile.

use std::collections::HashSet;
use std::sync::Arc;

use super::ballot::Ballot;
use super::checklist::Asking;
use super::exploration::{Exploration, Step};
use super::interaction::Interaction;
use super::next::NextError;
use super::panel::Turns;
use super::{Refusal, Response};
use crate::journal::{AnswerRecord, Attribute, EntryKind, JournalError};
use hornbook::learn::Watch;
use hornbook::{Conclusion, Implication};
use hornbook_words::escape_control;

/// Whoever is asked before people are, one question at a time.
pub trait FirstAsked: Send {
    /// What it is called, as its answers are signed.
    fn name(&self) -> &str;

    /// What it says to a question. Returns soon after `stop` says that nobody waits
    /// for it any more.
    fn ask(&mut self, question: &Implication, stop: &dyn Fn() -> bool) -> ProgramWord;

    /// What it rests on that it said last, in words, if it said so. It is handed out
    /// once.
    fn take_because(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// What a program says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramWord {
    /// It knows.
    Known(Response),
    /// It does not know.
    Unknown,
    /// It could not answer this, and why.
    Failed(String),
    /// It can be asked no more, and why.
    Gone(String),
    /// Nobody waits for it any more.
    CalledOff,
}

/// Starts a program that is to be asked about these attributes, or says why it
/// cannot be.
pub type ProgramStarter = Arc<dyn Fn(&[Attribute]) -> Result<Box<dyn FirstAsked>, String> + Send + Sync>;

/// Programs that are asked before people, in their order. They are started when
/// there is something to ask, and again when there are more attributes.
#[derive(Default)]
pub struct Programs {
    starters: Vec<ProgramStarter>,
    /// Those that can be asked, in the order of their starters.
    started: Vec<Option<Box<dyn FirstAsked>>>,
    /// The attributes that they were started with.
    attributes: Vec<Attribute>,
    /// Questions that some of them could not answer this time, or that somebody did
    /// not want to wait for.
    left: HashSet<(usize, Implication)>,
    notes: Vec<String>,
}

/// Something to ask programs.
#[derive(Clone, Debug, PartialEq)]
pub struct ForPrograms {
    /// Does this hold?
    pub question: Implication,
    /// The attributes it is about, in their order.
    attributes: Vec<Attribute>,
    /// The names of programs that were asked before.
    asked: Vec<String>,
}

/// What programs said to a question, in the order in which they were asked.
#[derive(Clone, Debug, PartialEq)]
pub struct HeardFromPrograms {
    /// What they were asked.
    pub question: Implication,
    /// The names of the attributes it is about, in their order.
    attributes: Vec<String>,
    said: Vec<Heard>,
}

/// What one program said.
#[derive(Clone, Debug, PartialEq)]
struct Heard {
    who: String,
    response: Response,
    /// What it rests on, in words.
    because: Vec<String>,
}

impl Programs {
    /// Programs in the order in which they are to be asked.
    pub fn new(starters: Vec<ProgramStarter>) -> Self {
        Self { starters, ..Self::default() }
    }

    /// Whether there is none that can be asked.
    pub fn is_empty(&self) -> bool {
        match self.attributes.is_empty() {
            true => self.starters.is_empty(),
            false => self.started.iter().all(Option::is_none),
        }
    }

    /// The names of those that can be asked, as far as they were started.
    pub fn names(&self) -> Vec<String> {
        self.started.iter().flatten().map(|program| program.name().to_owned()).collect()
    }

    /// What is to be told once: that a program failed or ended.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Whether some of them can be asked this, apart from those that were.
    fn can_be_asked(&self, question: &ForPrograms) -> bool {
        if question.attributes != self.attributes {
            return !self.starters.is_empty();
        }
        let can = |(place, program): (usize, &Option<Box<dyn FirstAsked>>)| {
            let is_left = self.left.contains(&(place, question.question.clone()));
            program
                .as_ref()
                .is_some_and(|program| !is_left && !question.asked.iter().any(|name| name == program.name()))
        };
        self.started.iter().enumerate().any(can)
    }

    fn start(&mut self, attributes: &[Attribute]) {
        if self.attributes == attributes {
            return;
        }
        // What they were asked about fewer attributes is another question.
        self.left.clear();
        self.attributes = attributes.to_vec();
        self.started = Vec::new();
        for starter in &self.starters {
            let started = starter(attributes);
            self.started.push(match started {
                Ok(program) => Some(program),
                Err(problem) => {
                    self.notes.push(escape_control(&problem));
                    None
                }
            });
        }
    }

    /// Asks them in turn until one knows. One that fails is not asked this again,
    /// and one that is gone nothing; both are noted. Once `stop` says so, the rest is
    /// left to people.
    pub fn ask(&mut self, what: &ForPrograms, stop: &dyn Fn() -> bool) -> HeardFromPrograms {
        self.start(&what.attributes);
        let attributes = what.attributes.iter().map(|attribute| attribute.name.clone()).collect();
        let mut heard = HeardFromPrograms { question: what.question.clone(), attributes, said: Vec::new() };
        for (place, place_of_program) in self.started.iter_mut().enumerate() {
            let Some(program) = place_of_program else { continue };
            let name = program.name().to_owned();
            let key = (place, what.question.clone());
            if what.asked.contains(&name) || self.left.contains(&key) {
                continue;
            }
            match if stop() { ProgramWord::CalledOff } else { program.ask(&what.question, stop) } {
                ProgramWord::Known(response) => {
                    let because = program.take_because();
                    heard.said.push(Heard { who: name, response, because });
                    break;
                }
                ProgramWord::Unknown => {
                    heard.said.push(Heard { who: name, response: Response::Unknown, because: Vec::new() });
                }
                ProgramWord::CalledOff => _ = self.left.insert(key),
                ProgramWord::Failed(problem) => {
                    self.left.insert(key);
                    self.notes.push(escape_control(&format!("{name} could not answer: {problem}")));
                }
                ProgramWord::Gone(problem) => {
                    *place_of_program = None;
                    self.notes.push(escape_control(&format!("{name} is asked no more: {problem}")));
                }
            }
        }
        heard
    }
}

impl std::fmt::Debug for Programs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Programs").field("names", &self.names()).finish_non_exhaustive()
    }
}

impl Exploration {
    /// What programs are asked before people are, if there is something: what comes
    /// next, as long as fewer questions than `ahead` wait for people. More than a list
    /// of them is no use: what people say settles some of it.
    pub fn for_programs(
        &mut self,
        programs: &Programs,
        ahead: usize,
        watch: Watch<'_>,
    ) -> Result<Option<ForPrograms>, NextError> {
        if programs.is_empty() || self.left_to_people().count() >= ahead.max(1) {
            return Ok(None);
        }
        let step = self.next(watch)?;
        let nobody_knew = self.ballots().iter().filter(|ballot| self.may_be_known(ballot));
        let mut questions: Vec<Implication> = nobody_knew.map(|ballot| ballot.question.clone()).collect();
        if let Step::Ask(asked) = step
            && self.ballot_about(&asked.question).is_none_or(|ballot| ballot.proposals().next().is_none())
        {
            questions.push(asked.question);
        }
        let mut for_programs = questions.into_iter().map(|question| self.for_programs_about(question));
        Ok(for_programs.find(|question| programs.can_be_asked(question)))
    }

    fn for_programs_about(&self, question: Implication) -> ForPrograms {
        let entries = self.journal.entries().iter().filter(|entry| entry.program);
        // Also what was taken back: a program is not asked again until it says what
        // somebody wants to hear.
        let is_about = |said: &AnswerRecord| self.state.question_of(said).is_some_and(|asked| asked == question);
        let about = entries.filter(|entry| matches!(&entry.what, EntryKind::Answer(said) if is_about(said)));
        let mut asked: Vec<String> = about.filter_map(|entry| entry.who.clone()).collect();
        asked.dedup();
        ForPrograms { question, attributes: self.attributes().to_vec(), asked }
    }

    /// Whether nobody knew it so far, and somebody may.
    fn may_be_known(&self, ballot: &Ballot) -> bool {
        ballot.proposals().next().is_none()
            && ballot.waits_for(None, self.policy())
            && !self.knowledge().decides(&ballot.question)
    }

    /// Writes what programs said, unless that is settled by now. What contradicts
    /// others is on record as a dispute; an answer that makes no sense counts as not
    /// known, and comes back as a remark.
    pub fn hear_programs(&mut self, heard: &HeardFromPrograms) -> Result<Vec<String>, JournalError> {
        let HeardFromPrograms { question, attributes, said } = heard;
        let mut remarks = Vec::new();
        if !self.has_places_of(attributes) {
            // Attributes were added, ordered or taken away meanwhile: they are asked anew.
            return Ok(remarks);
        }
        for Heard { who, response, because } in said {
            if self.knowledge().decides(question) {
                break;
            }
            self.by_program(|it| it.because_of(because, |it| it.hear_program(who, question, response, &mut remarks)))?;
        }
        Ok(remarks)
    }

    fn hear_program(
        &mut self,
        name: &str,
        question: &Implication,
        response: &Response,
        remarks: &mut Vec<String>,
    ) -> Result<(), JournalError> {
        let who = Some(name);
        if let (Response::Partly { holds, object: None }, Conclusion::Attrs(_)) = (response, &question.conclusion) {
            // The part is known, and the rest is not: a person may know that.
            let part = Implication::new(question.premise.clone(), holds.clone());
            self.hear_program(name, &part, &Response::Holds, remarks)?;
            return self.hear_program(name, question, &Response::Unknown, remarks);
        }
        let taken = match self.answer(who, question, response.clone()) {
            Err(Refusal::Contradicts(_) | Refusal::Otherwise { .. }) => self.disagree(who, question, response.clone()),
            taken => taken,
        };
        match taken {
            Ok(_) => Ok(()),
            Err(Refusal::Journal(error)) => Err(error),
            Err(refusal) => {
                let said = self.refusal(&refusal);
                remarks.push(format!("What {} said was not taken: {said}", escape_control(name)));
                match self.answer(who, question, Response::Unknown) {
                    Err(Refusal::Journal(error)) => Err(error),
                    _ => Ok(()),
                }
            }
        }
    }

    /// What to ask a person next, after programs were asked what they can be. Once
    /// `stop` says so, what programs are thinking about goes to the person. Things of
    /// the domain are asked of people alone.
    pub fn interaction_after(
        &mut self,
        programs: &mut Programs,
        turns: Turns<'_>,
        asking: Asking,
        watch: Watch<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Interaction, NextError> {
        while !(stop() || asking.objects_first && self.wants_objects_first()) {
            let Some(what) = self.for_programs(programs, asking.most_on_a_list, watch)? else { break };
            let heard = programs.ask(&what, stop);
            let remarks = self.hear_programs(&heard)?;
            programs.notes.extend(remarks);
        }
        self.interaction(turns, asking, watch)
    }
}
