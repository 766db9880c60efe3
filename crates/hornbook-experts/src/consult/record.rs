//! What was found, put into the journal: as an answer, over the word of those who
//! are trusted less, or else as a dispute.

use hornbook::{AnswersRestOn, AttrSet, Implication, Model};
use hornbook_explore::journal::{Entry, EntryKind, VoteRecord};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response};

use super::consultation::Consultation;
use super::inquiry::{Finding, Inquiry, Lacks};
use super::progress::ConsultError;

impl Consultation<'_> {
    /// Puts a finding of an inquiry on record, with what it rests on.
    pub(super) fn record(
        &mut self,
        exploration: &mut Exploration,
        inquiry: &Inquiry,
        finding: Finding,
        because: &[String],
    ) -> Result<(), ConsultError> {
        let expert = inquiry.expert;
        let question = &inquiry.question;
        let decides = finding != Finding::Unknown;
        let votes = if decides { self.votes_of(expert) } else { None };
        let because = if decides { because } else { &[] };
        exploration.because_of(because, |exploration| {
            exploration.by_votes(votes, |exploration| self.record_finding(exploration, expert, question, finding))
        })
    }

    fn record_finding(
        &mut self,
        exploration: &mut Exploration,
        expert: usize,
        question: &Implication,
        finding: Finding,
    ) -> Result<(), ConsultError> {
        match finding {
            Finding::NoExceptionFound(bound) => {
                let who = Some(self.names[expert].as_str());
                match exploration.by_program(|it| it.answer_searched(who, question, bound)) {
                    Ok(_) => Ok(()),
                    Err(Refusal::Contradicts(_)) => self.dispute(exploration, expert, question, Response::Holds),
                    Err(refusal) => Err(refused(exploration, refusal)),
                }
            }
            Finding::Holds(rule) => self.answer(exploration, expert, &rule, Response::Holds),
            Finding::Unknown => self.answer(exploration, expert, question, Response::Unknown),
            Finding::OccursWith(part) => {
                self.answer(exploration, expert, question, Response::Partly { holds: part, object: None })
            }
            Finding::Broken { name, has, lacks } => {
                let lacks = match lacks {
                    Lacks::Only(lacks) => lacks,
                    Lacks::AllBut(unknown) => exploration.universe().all().difference(&has).difference(&unknown),
                };
                let name = name.map(|name| told_apart(exploration, name, &has, &lacks)).unwrap_or_default();
                self.answer(exploration, expert, question, Response::refuted(name, has, lacks))
            }
            Finding::ClosesTo(closed) => self.record_closure(exploration, expert, question, &closed),
        }
    }

    /// Puts on record what a premise closes to: that all of it follows, and that
    /// nothing else does, by an object that has just the closure. There need not be
    /// such a thing. But closures are the models of the Horn envelope, the strongest
    /// rules that hold: no rule that holds is broken by one, and every rule that does
    /// not hold is broken by the closure of its premise.
    fn record_closure(
        &mut self,
        exploration: &mut Exploration,
        expert: usize,
        question: &Implication,
        closed: &AttrSet,
    ) -> Result<(), ConsultError> {
        let premise = &question.premise;
        let all_of_it = Implication::new(premise.clone(), closed.clone());
        let object = || ObjectStatement::new("", closed.clone(), exploration.universe().all().difference(closed));
        // The question that was asked is answered by what the learner learns from.
        if !question.conclusion.is_subset(closed) {
            let response = Response::Refuted(object());
            self.answer(exploration, expert, question, response)?;
            return match exploration.knowledge().entails(&all_of_it) {
                true => Ok(()),
                false => self.answer(exploration, expert, &all_of_it, Response::Holds),
            };
        }
        self.answer(exploration, expert, &all_of_it, Response::Holds)?;
        let exactly = Model::complete(closed.clone());
        if exploration.models().contains(&exactly) {
            return Ok(());
        }
        let object = ObjectStatement::new("", closed.clone(), exploration.universe().all().difference(closed));
        let who = self.names[expert].clone();
        let told = exploration.by_program(|it| match it.tell(Some(&who), object.clone()) {
            Err(Refusal::Contradicts(_)) => it.insist(Some(&who), &object).map(Some),
            told => told.map(|_| None),
        });
        self.progress.disputed.extend(told.map_err(|refusal| refused(exploration, refusal))?);
        Ok(())
    }

    /// Takes an answer. What less trusted experts said gives way to it; if it
    /// contradicts anything else, it is put on record as a dispute.
    fn answer(
        &mut self,
        exploration: &mut Exploration,
        expert: usize,
        question: &Implication,
        response: Response,
    ) -> Result<(), ConsultError> {
        let who = Some(self.names[expert].as_str());
        let less_trusted = &self.names[expert + 1..];
        let shows_something = matches!(response, Response::Refuted(_));
        let gives_way = |entry: &Entry| {
            let is_less_trusted = entry.who.as_ref().is_some_and(|who| less_trusted.contains(who));
            // What a search did not break, something that is there does.
            let is_broken = shows_something && matches!(&entry.what, EntryKind::Answer(said) if said.search.is_some());
            entry.program && (is_less_trusted || is_broken)
        };
        let answered = exploration.by_program(|it| it.answer_over(who, question, &response, gives_way));
        match answered {
            Ok((_, gave_way)) => {
                self.progress.gave_way.extend(gave_way);
                Ok(())
            }
            Err(Refusal::Contradicts(_) | Refusal::Otherwise { .. }) => {
                self.dispute(exploration, expert, question, response)
            }
            Err(refusal) => Err(refused(exploration, refusal)),
        }
    }

    /// Puts an answer on record that contradicts what is known.
    fn dispute(
        &mut self,
        exploration: &mut Exploration,
        expert: usize,
        question: &Implication,
        response: Response,
    ) -> Result<(), ConsultError> {
        let who = Some(self.names[expert].as_str());
        let disputed = exploration.by_program(|it| it.disagree(who, question, response));
        self.progress.disputed.push(disputed.map_err(|refusal| refused(exploration, refusal))?);
        Ok(())
    }

    /// The votes by which an expert that may err decided what is put on record now.
    fn votes_of(&mut self, expert: usize) -> Option<VoteRecord> {
        let before = &mut self.votes_before[expert];
        match self.experts[expert].rests_on()? {
            AnswersRestOn::Repetition { error_rate, answers, wrong_at_most, .. } => {
                let new = answers - std::mem::replace(before, answers);
                Some(VoteRecord { sources: 1, error_rate, answers: new, wrong_at_most })
            }
            AnswersRestOn::Majority { sources, error_rate, verdicts, wrong_at_most } if verdicts > 0 => {
                let each = wrong_at_most / verdicts as f64;
                Some(VoteRecord { sources, error_rate, answers: sources, wrong_at_most: each })
            }
            _ => None,
        }
    }
}

fn refused(exploration: &Exploration, refusal: Refusal) -> ConsultError {
    match refusal {
        Refusal::Journal(error) => ConsultError::Journal(error),
        refusal => ConsultError::Refused(exploration.refusal(&refusal)),
    }
}

/// The name of an object, or that name with a number, if something else is called
/// so already. What is said of a known object again may add to it.
fn told_apart(exploration: &Exploration, name: String, has: &AttrSet, lacks: &AttrSet) -> String {
    let is_free = |name: &str| match exploration.object_called(name) {
        None => true,
        Some(place) => {
            let object = &exploration.objects()[place];
            let known = object.said();
            let is_named = object.name().is_some() || object.row_names().iter().any(|row| row == name);
            is_named && has.is_subset(known.possible()) && lacks.is_disjoint(known.has())
        }
    };
    let numbered = (2..).map(|number: u32| format!("{name} ({number})"));
    std::iter::once(name.clone()).chain(numbered).find(|name| is_free(name)).unwrap_or(name)
}
