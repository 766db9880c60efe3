//! A simulated expert, and what everything costs them.

use hornbook::learn::frugal::Effort;
use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{AttrSet, Context, Implication};
use hornbook_explore::{Exploration, ObjectStatement};

/// How good an expert is.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    /// Of so many things that come to mind, the one least like those named is told.
    pub rows_thought_of: usize,
    /// How often a rule that does not hold is confirmed.
    pub error: f64,
}

impl Default for Skill {
    fn default() -> Self {
        Self { rows_thought_of: 20, error: 0.0 }
    }
}

pub struct Expert<'a> {
    pub context: &'a Context,
    skill: Skill,
    stream: Stream,
    pub effort: Effort,
    /// Whether forms are filled in beforehand.
    pub filled: bool,
    pub seconds: f64,
}

impl<'a> Expert<'a> {
    pub fn new(context: &'a Context, skill: Skill, filled: bool, seed: u64) -> Self {
        let stream = Streams::new(seed).stream(Purpose::Expert, 1, 0);
        Self { context, skill, stream, effort: Effort::default(), filled, seconds: 0.0 }
    }

    /// A row of the table, of those that will do; the one least like the objects
    /// known, among those that come to mind.
    fn row(&mut self, known: &Exploration, will_do: impl Fn(&AttrSet) -> bool) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.context.len()).filter(|&row| will_do(self.context.row(row))).collect();
        if fitting.is_empty() {
            return None;
        }
        let mut best = None;
        for _ in 0..self.skill.rows_thought_of {
            let row = fitting[self.stream.below(fitting.len())];
            let has = self.context.row(row);
            let unlike = |other: &AttrSet| has.difference(other).len() + other.difference(has).len();
            let nearest = known.models().iter().map(|model| unlike(model.has())).min().unwrap_or(usize::MAX);
            if best.is_none_or(|(_, before)| nearest > before) {
                best = Some((row, nearest));
            }
        }
        best.map(|(row, _)| row)
    }

    /// Something to name; `None` if nothing new comes to mind.
    pub fn thing(&mut self, known: &Exploration) -> Option<ObjectStatement> {
        let row = self.row(known, |_| true)?;
        let has = self.context.row(row).clone();
        if known.models().iter().any(|model| *model.has() == has) {
            return None;
        }
        self.seconds += self.effort.object;
        Some(self.described(known, row, None))
    }

    /// A row that breaks a rule, if the expert notices that there is one.
    pub fn breaking(&mut self, rule: &Implication, known: &Exploration) -> Option<ObjectStatement> {
        let row = self.row(known, |row| !rule.holds_in(row))?;
        if self.stream.unit() < self.skill.error {
            return None;
        }
        self.seconds += self.effort.no;
        Some(self.described(known, row, Some(rule)))
    }

    /// Fills in the form for a row, from top to bottom.
    fn described(&mut self, known: &Exploration, row: usize, breaks: Option<&Implication>) -> ObjectStatement {
        let universe = known.universe();
        let truth = self.context.row(row);
        let premise = breaks.map_or(universe.none(), |rule| rule.premise.clone());
        let mut told = ObjectStatement::new(format!("row {row}"), premise, universe.none());
        for attr in 0..universe.len() {
            let guess = known.guess(&told, breaks).unwrap();
            if guess.certain.has().contains(attr) || !guess.certain.possible().contains(attr) {
                continue;
            }
            let has = truth.contains(attr);
            let guessed = match (guess.has.contains(attr), guess.lacks.contains(attr)) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            };
            self.seconds += match guessed.filter(|_| self.filled) {
                None => self.effort.attribute,
                Some(guessed) if guessed == has => self.effort.guessed,
                Some(_) => self.effort.guessed + self.effort.corrected,
            };
            if has {
                told.has.insert(attr)
            } else {
                told.lacks.insert(attr)
            };
        }
        told.lacks = universe.all().difference(truth);
        told.has = truth.clone();
        told
    }
}
