//! What is found out by questions: whether a set is a model, whether a
//! conclusion is true, what follows from a set.

use crate::answer::Answer;
use crate::learn::protocol::Question;
use crate::{Attr, AttrSet, Conclusion, Implication, Knowledge, Model};

/// Something to find out.
#[derive(Clone, Debug)]
pub(super) enum Inquiry {
    /// Algorithm 2, *IsMember*: whether a set is an intersection of models of
    /// the domain (or one itself), by at most |Φ| + 1 questions. They do not
    /// depend on each other, but after one "yes" no other is needed.
    Member {
        /// The set.
        set: AttrSet,
        /// The first question without a "no": whether the set is impossible,
        /// or whether an attribute from here on follows.
        from: Option<Attr>,
    },
    /// Whether a rule holds, with a model that breaks it if not.
    Rule(Implication),
    /// What follows from a set: the boldest conclusion that is still possible
    /// is asked until it stands; every counterexample cuts it. All by what is
    /// remembered.
    Closure {
        /// The set.
        set: AttrSet,
        /// What is known to follow from it, once that was looked for.
        closed: Option<AttrSet>,
    },
}

/// How an inquiry stands.
#[derive(Debug, PartialEq)]
pub(super) enum Standing {
    /// It depends on these questions.
    Open(Vec<Question>),
    /// It is found out.
    Found(Finding),
}

/// What was found out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Finding {
    /// Whether the set is a model.
    Member(bool),
    /// The model that breaks the rule, if it does not hold.
    Rule(Option<Model>),
    /// What follows.
    Closure(Conclusion),
}

/// What is known already of the answers to questions.
pub(super) struct Recall<'a> {
    /// What is remembered, …
    pub memory: &'a Knowledge,
    /// … and whether it may be used to answer.
    pub remembers: bool,
    /// Answers to questions of this inquiry.
    pub heard: &'a [(Implication, Answer)],
}

impl Recall<'_> {
    fn heard(&self, question: &Implication) -> Option<&Answer> {
        self.heard.iter().find(|(other, _)| other == question).map(|(_, answer)| answer)
    }

    fn answer(&self, question: &Implication) -> Option<Answer> {
        let recall = || self.remembers.then(|| self.memory.recall(question)).flatten();
        self.heard(question).cloned().or_else(recall)
    }

    fn holds(&self, question: &Implication) -> Option<bool> {
        match self.heard(question) {
            Some(answer) => Some(*answer == Answer::Holds),
            None if !self.remembers => None,
            None if self.memory.refuter(question).is_some() => Some(false),
            None => self.memory.entails(question).then_some(true),
        }
    }
}

impl Inquiry {
    /// Whether a set is a model.
    pub(super) fn member(set: AttrSet) -> Self {
        Self::Member { set, from: None }
    }

    /// What follows from a set.
    pub(super) fn closure(set: AttrSet) -> Self {
        Self::Closure { set, closed: None }
    }

    /// How it stands, by what is known. At most `most` of the open questions are
    /// named.
    pub(super) fn standing(&mut self, recall: &Recall<'_>, most: usize) -> Standing {
        let memory = recall.memory;
        match self {
            Self::Member { set, from } => member(set, from, recall, most),
            Self::Rule(rule) => match recall.answer(rule) {
                Some(Answer::Refuted(model) | Answer::Partly { refuted_by: Some(model), .. }) => {
                    Standing::Found(Finding::Rule(Some(model)))
                }
                Some(Answer::Holds) => Standing::Found(Finding::Rule(None)),
                Some(_) | None => Standing::Open(vec![Question::plain(rule.clone())]),
            },
            Self::Closure { set, closed } => {
                if closed.is_none() {
                    let Conclusion::Attrs(lower) = memory.lower(set) else {
                        return Standing::Found(Finding::Closure(Conclusion::Falsum));
                    };
                    *closed = Some(lower);
                }
                let closed = closed.as_ref().unwrap_or(set);
                let conclusion = memory.boldest(closed);
                match conclusion.is_subset(closed) {
                    true => Standing::Found(Finding::Closure(conclusion)),
                    false => {
                        let question = Implication { premise: closed.clone(), conclusion };
                        Standing::Open(vec![Question::plain(question)])
                    }
                }
            }
        }
    }

    /// Whether a question is one of its own, and not of an earlier inquiry.
    pub(super) fn is_about(&self, question: &Implication) -> bool {
        match self {
            Self::Member { set, .. } => question.premise == *set,
            Self::Rule(rule) => question == rule,
            Self::Closure { set, closed } => question.premise == *closed.as_ref().unwrap_or(set),
        }
    }

    /// Whether a question of its own is the first that is open.
    pub(super) fn is_first(&self, question: &Implication) -> bool {
        match self {
            Self::Member { set, from } => match (from, question.conclusion.attrs().and_then(AttrSet::first)) {
                (None, None) => true,
                (Some(from), Some(attr)) => attr >= *from && (*from..attr).all(|other| set.contains(other)),
                _ => false,
            },
            Self::Rule(_) | Self::Closure { .. } => true,
        }
    }

    /// Takes the answer to the first open question, and says what that settles.
    pub(super) fn take_first(&mut self, question: &Implication, answer: &Answer) -> Option<Finding> {
        match (self, answer) {
            (Self::Member { .. }, Answer::Holds) => Some(Finding::Member(false)),
            (Self::Member { set, from }, _) => {
                let asked = question.conclusion.attrs().and_then(AttrSet::first);
                *from = Some(asked.map_or(0, |attr| attr + 1));
                debug_assert_eq!(*set, question.premise);
                None
            }
            (Self::Rule(_), Answer::Holds) => Some(Finding::Rule(None)),
            (Self::Rule(_), Answer::Refuted(model) | Answer::Partly { refuted_by: Some(model), .. }) => {
                Some(Finding::Rule(Some(model.clone())))
            }
            (Self::Closure { .. }, Answer::Holds) => Some(Finding::Closure(question.conclusion.clone())),
            // More may be known to follow by now.
            (Self::Closure { closed, .. }, Answer::Partly { .. } | Answer::Fails) => {
                *closed = None;
                None
            }
            _ => None,
        }
    }

    /// Whether an answer to one of its questions is of use, after it was
    /// remembered.
    pub(super) fn can_use(&self, question: &Implication, answer: &Answer, memory: &Knowledge) -> bool {
        match (self, answer) {
            (_, Answer::Unknown) => false,
            (_, Answer::Holds) => true,
            (Self::Member { .. }, _) => true,
            (Self::Rule(_), Answer::Refuted(_)) => true,
            (Self::Rule(_), Answer::Partly { refuted_by, .. }) => refuted_by.is_some(),
            (Self::Rule(_), Answer::Fails) => false,
            // Too vague a "no" would be asked for again for ever.
            (Self::Closure { .. }, Answer::Refuted(_)) => memory.refuter(question).is_some(),
            (Self::Closure { .. }, _) => memory.decides(question),
        }
    }
}

/// How *IsMember* stands, and from which question on it is open.
fn member(set: &AttrSet, from: &mut Option<Attr>, recall: &Recall<'_>, most: usize) -> Standing {
    let attributes = recall.memory.attribute_count();
    let mut open = Vec::new();
    let mut place = *from;
    loop {
        let conclusion = match place {
            None => Conclusion::Falsum,
            Some(first) => match (first..attributes).find(|&attr| !set.contains(attr)) {
                Some(attr) => {
                    place = Some(attr);
                    AttrSet::of(attributes, [attr]).into()
                }
                None => break,
            },
        };
        let question = Implication { premise: set.clone(), conclusion };
        let next = Some(place.map_or(0, |attr| attr + 1));
        match recall.holds(&question) {
            Some(true) => return Standing::Found(Finding::Member(false)),
            Some(false) if open.is_empty() => *from = next,
            Some(false) => {}
            None => {
                open.push(Question::plain(question));
                if open.len() == most {
                    break;
                }
            }
        }
        place = next;
    }
    if open.is_empty() { Standing::Found(Finding::Member(true)) } else { Standing::Open(open) }
}
