//! People who answer questions: one who knows a table and says only what is so,
//! though not always all of it, and one who says anything.

use std::sync::Arc;

use hornbook::learn::{Accuracy, unwatched};
use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{AttrSet, Conclusion, Context, Implication, Universe};
use hornbook_explore::journal::{Attribute, DistributionName, EntryId, EntryKind};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response, Start, Step};

/// A source of decisions.
pub fn decisions(seed: u64, whose: u64) -> Stream {
    Streams::new(seed).stream(Purpose::Expert, 77, whose)
}

/// The same set in a smaller or larger universe.
pub fn project(set: &AttrSet, attributes: usize) -> AttrSet {
    AttrSet::of(attributes, set.iter().filter(|&attr| attr < attributes))
}

/// The first attributes of a table.
pub fn first_attributes(context: &Context, attributes: usize) -> Context {
    let rows = (0..context.len()).map(|row| project(context.row(row), attributes));
    Context::from_rows(Arc::new(Universe::letters(attributes)), rows)
}

/// An exploration of so many attributes, named by letters.
pub fn start(attributes: usize, seed: u64) -> Start {
    let names = Universe::letters(attributes).names().to_vec();
    Start::attributes(names)
        .accuracy(Accuracy::new(0.1, 0.1).unwrap())
        .distribution(DistributionName::Uniform)
        .seed(seed)
}

/// Who knows the truth.
pub struct Expert<'a> {
    /// All that is true.
    pub truth: &'a Context,
    pub stream: Stream,
    /// Whether objects may be known in part only, and answers not at all.
    pub forgetful: bool,
    pub name: &'static str,
}

impl<'a> Expert<'a> {
    pub fn new(truth: &'a Context, seed: u64, whose: u64) -> Self {
        Self { truth, stream: decisions(seed, whose), forgetful: true, name: "expert" }
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.stream.below(100) < percent
    }

    /// A row as it may be told of: by its name or without one, all of it or
    /// some; but that it lacks one of `lacking` is said.
    fn told(&mut self, row: usize, attributes: usize, lacking: &AttrSet) -> ObjectStatement {
        let mut has = project(self.truth.row(row), attributes);
        let mut lacks = AttrSet::full(attributes).difference(&has);
        if self.forgetful && self.chance(50) {
            let shown: Vec<usize> = lacks.intersection(lacking).iter().collect();
            has.retain_all(&self.stream.subset(attributes));
            lacks.retain_all(&self.stream.subset(attributes));
            if !shown.is_empty() {
                lacks.insert(shown[self.stream.below(shown.len())]);
            }
        }
        let name = if self.chance(70) { format!("row {row}") } else { String::new() };
        ObjectStatement::new(name, has, lacks)
    }

    /// A true answer to a question about so many attributes.
    pub fn respond(&mut self, question: &Implication, attributes: usize) -> Response {
        if self.forgetful && self.chance(16) {
            return if self.chance(50) { Response::Unknown } else { Response::Later };
        }
        let truth = first_attributes(self.truth, attributes);
        let breaks: Vec<usize> = (0..truth.len()).filter(|&row| !question.holds_in(truth.row(row))).collect();
        let asked = match &question.conclusion {
            Conclusion::Attrs(attrs) => attrs.difference(&question.premise),
            Conclusion::Falsum => AttrSet::empty(attributes),
        };
        let follows = match truth.close(&question.premise) {
            Conclusion::Attrs(attrs) => attrs.intersection(&asked),
            Conclusion::Falsum => asked.clone(),
        };
        if breaks.is_empty() {
            let part = AttrSet::of(attributes, follows.iter().skip(1));
            return match self.forgetful && !part.is_empty() && self.chance(10) {
                true => Response::Partly { holds: part, object: None },
                false => Response::Holds,
            };
        }
        let row = breaks[self.stream.below(breaks.len())];
        let object = self.told(row, attributes, &asked);
        if !follows.is_empty() && self.chance(30) {
            let object = (!self.forgetful || self.chance(70)).then_some(object);
            return Response::Partly { holds: follows, object };
        }
        Response::Refuted(object)
    }

    /// Answers what is asked next, or says that nothing is.
    pub fn answer(&mut self, exploration: &mut Exploration) -> bool {
        let Step::Ask(asked) = exploration.next(&mut unwatched).unwrap() else { return false };
        let response = self.respond(&asked.question, exploration.universe().len());
        exploration.answer(Some(self.name), &asked.question, response).unwrap();
        true
    }

    /// Does something, by chance: answers, tells, takes back, changes, adds.
    pub fn act(&mut self, exploration: &mut Exploration) {
        let attributes = exploration.universe().len();
        let counting = entries_that_count(exploration);
        match self.stream.below(100) {
            0..10 if !self.truth.is_empty() => {
                let row = self.stream.below(self.truth.len());
                let told = self.told(row, attributes, &AttrSet::empty(attributes));
                exploration.tell(Some(self.name), told).unwrap();
            }
            10..20 if !counting.is_empty() => {
                let entry = &counting[self.stream.below(counting.len())];
                exploration.retract(Some(self.name), entry).unwrap();
            }
            20..27 => {
                let answers: Vec<EntryId> =
                    counting.into_iter().filter(|id| question_of(exploration, id).is_some()).collect();
                if !answers.is_empty() {
                    let earlier = &answers[self.stream.below(answers.len())];
                    let question = question_of(exploration, earlier).unwrap();
                    let response = self.respond(&question, attributes);
                    exploration.change(Some(self.name), earlier, response).unwrap();
                }
            }
            27..31 if attributes < self.truth.attribute_count() => {
                let name = self.truth.universe().name(attributes);
                exploration.add_attributes(Some(self.name), vec![Attribute::named(name)]).unwrap();
            }
            31..34 => {
                let epsilon = [0.05, 0.1, 0.2][self.stream.below(3)];
                exploration.set_accuracy(Some(self.name), Accuracy::new(epsilon, 0.1).unwrap()).unwrap();
            }
            _ => _ = self.answer(exploration),
        }
    }
}

/// Answers, objects and retractions that count.
pub fn entries_that_count(exploration: &Exploration) -> Vec<EntryId> {
    let entries = exploration.journal().entries().iter();
    let counts =
        |what: &EntryKind| matches!(what, EntryKind::Answer(_) | EntryKind::Object { .. } | EntryKind::Retract { .. });
    entries.filter(|entry| counts(&entry.what) && exploration.counts(&entry.id)).map(|entry| entry.id.clone()).collect()
}

/// The question of an entry that is an answer.
pub fn question_of(exploration: &Exploration, id: &EntryId) -> Option<Implication> {
    match &exploration.entry(id)?.what {
        EntryKind::Answer(said) => Some(said.question.rule(exploration.universe()).unwrap()),
        _ => None,
    }
}

/// Any response whatever to a question.
pub fn anything(stream: &mut Stream, attributes: usize, objects: usize) -> Response {
    let set = |stream: &mut Stream| {
        let mut set = stream.subset(attributes);
        set.retain_all(&stream.subset(attributes));
        set
    };
    match stream.below(10) {
        0..4 => Response::Holds,
        4 => Response::Unknown,
        5 => Response::Later,
        6 => Response::Partly { holds: set(stream), object: None },
        7 => {
            let holds = set(stream);
            Response::Partly { holds, object: Some(any_told(stream, attributes, objects)) }
        }
        _ => Response::Refuted(any_told(stream, attributes, objects)),
    }
}

/// Anything whatever about an object.
pub fn any_told(stream: &mut Stream, attributes: usize, objects: usize) -> ObjectStatement {
    let has = stream.subset(attributes).intersection(&stream.subset(attributes));
    let mut lacks = stream.subset(attributes);
    if stream.below(10) > 0 {
        lacks.remove_all(&has);
    }
    let names = ["", " ", "x", "y", "example 1", " x "];
    let told = ObjectStatement::new(names[stream.below(names.len())], has, lacks);
    let known = (stream.below(4) == 0).then(|| stream.below(objects + 1));
    ObjectStatement { known, correct: stream.below(4) == 0, ..told }
}

/// Any question whatever.
pub fn any_question(stream: &mut Stream, attributes: usize) -> Implication {
    let premise = stream.subset(attributes).intersection(&stream.subset(attributes));
    match stream.below(4) {
        0 => Implication::never(premise),
        _ => Implication::new(premise, stream.subset(attributes)),
    }
}

/// Somebody who says anything does something. What is refused comes back.
pub fn anybody_acts(stream: &mut Stream, exploration: &mut Exploration) -> Result<EntryId, Refusal> {
    let (attributes, objects) = (exploration.universe().len(), exploration.objects().len());
    let who = [None, Some("me"), Some("you")][stream.below(3)];
    let entries = exploration.journal().entries();
    let any = match entries.len() {
        0 => EntryId("none".to_owned()),
        some => entries[stream.below(some)].id.clone(),
    };
    match stream.below(100) {
        0..12 => exploration.retract(who, &any),
        12..24 => exploration.change(who, &any, anything(stream, attributes, objects)),
        24..28 => exploration.undo(who),
        28..42 => exploration.tell(who, any_told(stream, attributes, objects)),
        42..45 if attributes < 7 => {
            exploration.add_attributes(who, vec![Attribute::named(format!("new {attributes}"))])
        }
        45..60 => {
            let question = any_question(stream, attributes);
            exploration.answer(who, &question, anything(stream, attributes, objects))
        }
        _ => match exploration.next(&mut unwatched).unwrap() {
            Step::Ask(asked) => exploration.answer(who, &asked.question, anything(stream, attributes, objects)),
            Step::Certified(_) => exploration.undo(who),
        },
    }
}
