//! A question on its way: what is asked to get to the bottom of it, step by step.
//!
//! Whether a rule holds comes first: a thing that breaks it breaks others, too, and so
//! tells more than what follows from the premise. (A table that gives examples teaches
//! Zoo in 130 questions, and in 216 if it is asked for closures.) An expert that says
//! "no" without an example is asked for the closure, if it knows closures, or else about
//! parts of the conclusion, by halves, until one attribute is left that does not follow.
//! That takes about as many questions as the number of attributes has binary digits.

use hornbook::{AttrSet, Conclusion, ExceptionBound, Implication};

use crate::{Abilities, ExpertQuestion, ExpertReply};

/// A question on its way.
#[derive(Clone, Debug)]
pub(super) struct Inquiry {
    /// What is to be known.
    pub(super) question: Implication,
    /// The place of the expert that is asked.
    pub(super) expert: usize,
    stage: Stage,
    /// How often the expert could not answer.
    pub(super) failures: u32,
    /// What it said then.
    pub(super) problem: String,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Nothing was asked yet.
    First,
    /// What follows from the premise? Perhaps it is known that not all of it does.
    Closure { denied: bool },
    /// Does it hold?
    Whole,
    /// It does not: one of the suspects does not follow. Do these of them?
    Part { suspects: AttrSet, asked: AttrSet, other_half_unknown: bool },
}

/// What was found out, to be put on record.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Finding {
    /// A rule that holds: the one that was asked about, or a part of it.
    Holds(Implication),
    /// The rule holds as far as a random search for exceptions tells.
    NoExceptionFound(ExceptionBound),
    /// Something that breaks the rule.
    Broken {
        /// What it is called.
        name: Option<String>,
        /// What it has.
        has: AttrSet,
        /// What it lacks.
        lacks: Lacks,
    },
    /// There is such a thing, and this follows for it: for a question of what never
    /// occurs.
    OccursWith(AttrSet),
    /// Just this follows from the premise.
    ClosesTo(AttrSet),
    /// The expert does not know.
    Unknown,
}

/// What something lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lacks {
    /// Everything that it does not have, but for this, which is not known.
    AllBut(AttrSet),
    /// This; of the rest nothing is known.
    Only(AttrSet),
}

/// What comes after a reply.
#[derive(Clone, Debug)]
pub(super) enum NextMove {
    /// The expert is asked again, for more of it.
    AskOn,
    /// That is all.
    Done,
    /// It could not answer.
    Failed(String),
}

impl Inquiry {
    /// A question to the expert at this place.
    pub(super) fn new(question: Implication, expert: usize) -> Self {
        Self { question, expert, stage: Stage::First, failures: 0, problem: String::new() }
    }

    /// What to ask an expert that can be asked this.
    pub(super) fn ask(&mut self, abilities: Abilities) -> ExpertQuestion {
        if matches!(self.stage, Stage::First) {
            self.stage = if abilities.implication { Stage::Whole } else { Stage::Closure { denied: false } };
        }
        match &self.stage {
            Stage::Closure { .. } => ExpertQuestion::Closure(self.question.premise.clone()),
            Stage::First | Stage::Whole => ExpertQuestion::Implication(self.question.clone()),
            Stage::Part { asked, .. } => ExpertQuestion::Implication(self.part(asked)),
        }
    }

    fn part(&self, attrs: &AttrSet) -> Implication {
        Implication::new(self.question.premise.clone(), attrs.clone())
    }

    /// Takes up a reply: what is found by it, and what comes next.
    pub(super) fn hear(&mut self, reply: ExpertReply, abilities: Abilities) -> (Vec<Finding>, NextMove) {
        let found = |finding: Finding| (vec![finding], NextMove::Done);
        match (self.stage.clone(), reply) {
            (_, ExpertReply::Failed(problem)) => (Vec::new(), NextMove::Failed(problem)),
            (Stage::Closure { .. }, ExpertReply::Closure(Conclusion::Falsum)) => {
                found(Finding::Holds(Implication::never(self.question.premise.clone())))
            }
            (Stage::Closure { .. }, ExpertReply::Closure(Conclusion::Attrs(closed))) => {
                found(Finding::ClosesTo(closed))
            }
            (Stage::Closure { denied: true }, ExpertReply::Unknown) => self.denied(),
            (Stage::Closure { .. } | Stage::Whole, ExpertReply::Unknown) => found(Finding::Unknown),
            (Stage::Whole, ExpertReply::Holds) => found(Finding::Holds(self.question.clone())),
            (Stage::Whole, ExpertReply::NoExceptionFound(bound)) => found(Finding::NoExceptionFound(bound)),
            (Stage::Whole | Stage::Part { .. }, ExpertReply::Counterexample { name, has, unknown }) => {
                found(Finding::Broken { name, has, lacks: Lacks::AllBut(unknown) })
            }
            (Stage::Whole, ExpertReply::Fails) if abilities.closure => {
                self.stage = Stage::Closure { denied: true };
                (Vec::new(), NextMove::AskOn)
            }
            (Stage::Whole, ExpertReply::Fails) => self.denied(),
            (Stage::Whole, ExpertReply::Partly(part)) => match self.question.without_premise().conclusion {
                Conclusion::Falsum => found(Finding::OccursWith(part)),
                Conclusion::Attrs(attrs) => self.suspect(attrs.difference(&part), Some(part)),
            },
            (Stage::Whole, ExpertReply::PartlyKnown(part)) => {
                (vec![Finding::Holds(self.part(&part)), Finding::Unknown], NextMove::Done)
            }
            (Stage::Part { suspects, asked, .. }, ExpertReply::Holds) => {
                self.suspect(suspects.difference(&asked), Some(asked))
            }
            (Stage::Part { asked, .. }, ExpertReply::Fails) => self.suspect(asked, None),
            (Stage::Part { asked, .. }, ExpertReply::Partly(part)) => self.suspect(asked.difference(&part), Some(part)),
            (Stage::Part { suspects, asked, other_half_unknown }, ExpertReply::PartlyKnown(part)) => {
                let follows = Finding::Holds(self.part(&part));
                self.stage = Stage::Part { suspects: suspects.difference(&part), asked, other_half_unknown };
                let (mut findings, next) = self.hear(ExpertReply::Unknown, abilities);
                findings.insert(0, follows);
                (findings, next)
            }
            (Stage::Part { other_half_unknown: true, .. }, ExpertReply::Unknown) => found(Finding::Unknown),
            (Stage::Part { suspects, asked, .. }, ExpertReply::Unknown) => {
                let asked = suspects.difference(&asked);
                self.stage = Stage::Part { suspects, asked, other_half_unknown: true };
                (Vec::new(), NextMove::AskOn)
            }
            (_, _) => (Vec::new(), NextMove::Failed("it answered another kind of question".to_owned())),
        }
    }

    /// Goes on when it is known that the rule does not hold, and nothing else.
    fn denied(&mut self) -> (Vec<Finding>, NextMove) {
        match self.question.without_premise().conclusion {
            Conclusion::Falsum => {
                let nothing = self.question.premise.difference(&self.question.premise);
                (vec![self.broken(nothing)], NextMove::Done)
            }
            Conclusion::Attrs(suspects) => self.suspect(suspects, None),
        }
    }

    /// Goes on when it is known that one of the suspects does not follow, and
    /// perhaps that something else does.
    fn suspect(&mut self, suspects: AttrSet, follows: Option<AttrSet>) -> (Vec<Finding>, NextMove) {
        let mut found: Vec<Finding> = follows.map(|part| Finding::Holds(self.part(&part))).into_iter().collect();
        if suspects.len() <= 1 {
            found.push(self.broken(suspects));
            return (found, NextMove::Done);
        }
        let mut asked = suspects.clone();
        suspects.iter().skip(suspects.len() / 2).for_each(|attr| _ = asked.remove(attr));
        self.stage = Stage::Part { suspects, asked, other_half_unknown: false };
        (found, NextMove::AskOn)
    }

    /// Something of which is known that it has the premise and lacks this.
    fn broken(&self, lacks: AttrSet) -> Finding {
        Finding::Broken { name: None, has: self.question.premise.clone(), lacks: Lacks::Only(lacks) }
    }
}
