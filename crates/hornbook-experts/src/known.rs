//! What is known already as an expert: a table, a journal, rules.
//!
//! A table that is everything there is answers every question. What is known of a
//! domain so far, from a journal or from rules, answers what it settles.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use hornbook::{AttrSet, Conclusion, Context, Implication, Model, Rulebook, Theory, Universe};
use hornbook_explore::Exploration;

use crate::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply};

/// An expert that answers from what is known already.
#[derive(Clone, Debug)]
pub struct KnownExpert {
    name: String,
    universe: Arc<Universe>,
    rules: Theory,
    objects: Vec<(Option<String>, Model)>,
    /// Whether there is nothing beside the objects.
    is_everything: bool,
    answered: VecDeque<(u64, ExpertReply)>,
}

impl KnownExpert {
    /// A table that is everything there is. What is unknown in it breaks no rule.
    pub fn of_table(name: impl Into<String>, context: &Context) -> Self {
        let row = |at: usize| (context.name(at).map(str::to_owned), context.model(at));
        let objects = (0..context.len()).map(row).collect();
        let universe = context.universe().clone();
        Self { objects, is_everything: true, ..Self::of_rules(name, universe, Theory::new(context.attribute_count())) }
    }

    /// What an exploration knows by now.
    pub fn of_exploration(name: impl Into<String>, exploration: &Exploration) -> Self {
        let named = |(place, model): (usize, &Model)| (Some(exploration.object_name(place)), model.clone());
        let objects = exploration.models().iter().enumerate().map(named).collect();
        let rules = exploration.knowledge().rules().clone();
        Self { objects, ..Self::of_rules(name, exploration.universe().clone(), rules) }
    }

    /// What rules say: that something holds, never that it does not.
    pub fn of_rulebook(name: impl Into<String>, book: &Rulebook) -> Self {
        let rules = book.rules.iter().map(|rule| &rule.implication).chain(&book.background).cloned();
        Self::of_rules(name, book.universe.clone(), Theory::from_rules(book.universe.len(), rules))
    }

    fn of_rules(name: impl Into<String>, universe: Arc<Universe>, rules: Theory) -> Self {
        let (name, objects, answered) = (name.into(), Vec::new(), VecDeque::new());
        Self { name, universe, rules, objects, is_everything: false, answered }
    }

    /// The attributes.
    pub fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    /// What it says to a question.
    pub fn reply(&self, question: &ExpertQuestion) -> ExpertReply {
        match question {
            ExpertQuestion::Implication(rule) => self.judge(rule),
            ExpertQuestion::Closure(set) if self.is_everything => ExpertReply::Closure(self.closure(set)),
            ExpertQuestion::Member(set) if self.is_everything => {
                let is_it = |(_, model): &(Option<String>, Model)| model.is_complete() && model.has() == set;
                ExpertReply::Member(self.objects.iter().any(is_it))
            }
            ExpertQuestion::Closure(_) | ExpertQuestion::Member(_) => ExpertReply::Unknown,
        }
    }

    fn judge(&self, rule: &Implication) -> ExpertReply {
        if let Some((name, model)) = self.objects.iter().find(|(_, model)| model.refutes(rule)) {
            let (name, has, unknown) = (name.clone(), model.has().clone(), model.unknown());
            return ExpertReply::Counterexample { name, has, unknown };
        }
        match self.is_everything || self.rules.entails(rule) {
            true => ExpertReply::Holds,
            false => ExpertReply::Unknown,
        }
    }

    /// What everything may have that has this.
    fn closure(&self, set: &AttrSet) -> Conclusion {
        let having = self.objects.iter().map(|(_, model)| model).filter(|model| set.is_subset(model.has()));
        having.fold(Conclusion::Falsum, |common, model| match common {
            Conclusion::Falsum => Conclusion::Attrs(model.possible().clone()),
            Conclusion::Attrs(common) => Conclusion::Attrs(common.intersection(model.possible())),
        })
    }
}

impl Expert for KnownExpert {
    fn name(&self) -> &str {
        &self.name
    }

    fn abilities(&self) -> Abilities {
        Abilities { implication: true, closure: self.is_everything, member: self.is_everything }
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        self.answered.push_back((id, self.reply(question)));
        Ok(())
    }

    fn receive(&mut self, _patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        Ok(self.answered.pop_front())
    }
}
