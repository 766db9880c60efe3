//! Forms filled in beforehand: what is certain of an object by the rules, and what
//! is likely by objects like it. Nothing of it is recorded unless a person confirms
//! the form.

use super::answering::ObjectStatement;
use super::exploration::Exploration;
use super::refusal::Refusal;
use hornbook::{Attr, AttrSet, Conclusion, Implication, Model};

/// What is known of an object, and what is guessed of the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// What was said of it, with what follows by the rules.
    pub certain: Model,
    /// Attributes that it probably has.
    pub has: AttrSet,
    /// Attributes that it probably lacks.
    pub lacks: AttrSet,
}

/// An object that differs in one attribute more counts for so much less.
const LIKENESS_PER_DIFFERENCE: f64 = 0.6;
/// An attribute is guessed if this share of objects like it agrees.
const SURE_ENOUGH: f64 = 0.6;
/// What objects there might be besides counts as much as this one object.
const WEIGHT_OF_OTHERS: f64 = 0.2;

/// By fewer objects nothing is guessed of something of which nothing is told yet: who
/// is to name something unlike them is not helped by a copy.
const FEWEST_OBJECTS: usize = 2;

impl Exploration {
    /// What a form for an object can be filled in with beforehand: one that is told
    /// of, or one that is to break a rule. What is to be lacked by it is not guessed.
    pub fn guess(&self, told: &ObjectStatement, breaks: Option<&Implication>) -> Result<Guess, Refusal> {
        let mut told = told.clone();
        if let Some(rule) = breaks {
            told.has = told.has.union(&rule.premise.difference(&told.lacks));
        }
        let certain = self.fill(&told)?;
        let mut left = certain.unknown();
        if let Some(Conclusion::Attrs(conclusion)) = breaks.map(|rule| &rule.conclusion) {
            // Something of it is lacking, and which is what the person knows.
            if conclusion.is_subset(certain.possible()) {
                left = left.difference(conclusion);
            }
        }
        let nothing_told = certain.has().is_empty() && certain.possible().len() == self.universe().len();
        if nothing_told && self.object_count() < FEWEST_OBJECTS {
            left = self.universe().none();
        }
        let mut guess = Guess { has: self.universe().none(), lacks: self.universe().none(), certain };
        let like: Vec<(f64, &Model)> = self.objects_like(&guess.certain);
        let mut sure: Vec<(f64, Attr, bool)> = left
            .iter()
            .filter_map(|attr| {
                let (mut with, mut all) = (WEIGHT_OF_OTHERS / 2.0, WEIGHT_OF_OTHERS);
                for (weight, model) in &like {
                    let knows = model.has().contains(attr) || !model.possible().contains(attr);
                    all += if knows { *weight } else { 0.0 };
                    with += if model.has().contains(attr) { *weight } else { 0.0 };
                }
                let share = with / all;
                (share.max(1.0 - share) >= SURE_ENOUGH).then_some(((share - 0.5).abs(), attr, share > 0.5))
            })
            .collect();
        // The surest first: a guess must not contradict the rules.
        sure.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut model = guess.certain.clone();
        for (_, attr, has) in sure {
            if model.has().contains(attr) || !model.possible().contains(attr) {
                continue;
            }
            let more = match has {
                true => model.has().with(attr),
                false => model.has().clone(),
            };
            let unknown = model.unknown().without(attr);
            if let Ok(filled) = self.knowledge().complete(&Model::partial(more, &unknown), None) {
                model = filled;
            }
        }
        guess.has = model.has().intersection(&left);
        guess.lacks = left.difference(model.possible());
        Ok(guess)
    }

    /// The known objects, each with how much it counts for one of which this is
    /// known: the fewer differences, the more.
    fn objects_like(&self, certain: &Model) -> Vec<(f64, &Model)> {
        let all = self.universe().all();
        let lacks = all.difference(certain.possible());
        let weigh = |model: &'_ Model, count: usize| {
            let missing = certain.has().difference(model.possible()).len();
            let beyond = lacks.intersection(model.has()).len();
            LIKENESS_PER_DIFFERENCE.powi((missing + beyond) as i32) * count as f64
        };
        let models = self.models().iter().zip(self.knowledge().counts());
        models.map(|(model, &count)| (weigh(model, count), model)).filter(|(weight, _)| *weight > 1e-6).collect()
    }
}
