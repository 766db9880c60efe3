//! What is known by now, for whoever looks.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Dispute, Exploration, Object};
use crate::journal::{Attribute, Certified, DistributionName, Entry, EntryId, EntryKind, Journal, Policy, Reply};
use hornbook::learn::frugal::Effort;
use hornbook::{
    Context, Guarantee, Implication, Knowledge, Method, Model, Questions, Rule, Rulebook, Run, StopReason, Universe,
};
use hornbook_words::LanguageChoice;

impl Exploration {
    /// The attributes.
    pub fn universe(&self) -> &Arc<Universe> {
        &self.state.universe
    }

    /// Whether sets of other attributes, or in another order, mean the same here: the names
    /// may be others by now.
    pub fn has_places_of(&self, names: &[String]) -> bool {
        let is_same = |(place, name): (usize, &String)| self.universe().attr(name) == Ok(place);
        names.len() == self.universe().len() && names.iter().enumerate().all(is_same)
    }

    /// The attributes, with phrases and descriptions.
    pub fn attributes(&self) -> &[Attribute] {
        &self.state.attributes
    }

    /// What the things of the domain are called, as `a kitchen tool`.
    pub fn noun(&self) -> Option<&str> {
        self.state.noun.as_deref()
    }

    /// The language of questions, as it was chosen.
    pub fn language_choice(&self) -> Option<&LanguageChoice> {
        self.state.language.as_ref()
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

    /// The sets that ε is a share of.
    pub fn distribution(&self) -> DistributionName {
        self.state.distribution
    }

    /// How many attributes are told at most, where few are.
    pub fn told(&self) -> usize {
        self.state.told
    }

    /// What answering costs, in seconds: assumed, and corrected by what was measured
    /// in this exploration.
    pub fn effort(&self) -> Effort {
        self.state.effort
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

    /// How many objects are known: of equal rows of a table, all.
    pub fn object_count(&self) -> usize {
        self.knowledge().object_count()
    }

    /// Of how many objects not everything is known.
    pub fn partly_known_count(&self) -> usize {
        let models = self.models().iter().zip(self.knowledge().counts());
        models.filter(|(model, _)| !model.is_complete()).map(|(_, count)| count).sum()
    }

    /// The place of the object of that name, or of the equal rows of which one has it.
    pub fn object_called(&self, name: &str) -> Option<usize> {
        self.state.place_called(name)
    }

    /// What to call an object.
    pub fn object_name(&self, place: usize) -> String {
        self.state.objects[place].called()
    }

    /// Entries that contradict others, and so do not count: of journals that were
    /// merged, or put on record all the same.
    pub fn disputes(&self) -> &[Dispute] {
        &self.state.disputes
    }

    /// Whether an entry contradicts others, and so does not count.
    pub fn is_disputed(&self, id: &EntryId) -> bool {
        self.state.disputed.contains(id)
    }

    /// The entry of that identity.
    pub fn entry(&self, id: &EntryId) -> Option<&Entry> {
        self.journal.entry(id)
    }

    /// Whether an entry counts: it was not taken back and not replaced.
    pub fn counts(&self, id: &EntryId) -> bool {
        !self.state.inactive.contains(id)
    }

    /// Questions without an answer yet: those that nobody could answer, and
    /// those put off, with their entries.
    pub fn open_questions(&self) -> Vec<(EntryId, Implication, Reply)> {
        let mut seen = HashSet::new();
        let open = |entry: &Entry| match &entry.what {
            EntryKind::Answer(said)
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

    /// How many answers were given that still count, "not known" among them, unless
    /// it was a program that did not know.
    pub fn questions(&self) -> u64 {
        self.replies().filter(|reply| *reply != Reply::Later).count() as u64
    }

    /// How many of these people gave.
    pub fn people_answered(&self) -> u64 {
        self.replies_of(false).filter(|reply| *reply != Reply::Later).count() as u64
    }

    /// All answers that still count, by their kind. That a program does not know is no
    /// answer.
    pub(super) fn replies(&self) -> impl Iterator<Item = Reply> {
        self.replies_of(false).chain(self.replies_of(true).filter(|reply| *reply != Reply::Unknown))
    }

    /// The answers of people, or of programs, that still count.
    pub(super) fn replies_of(&self, programs: bool) -> impl Iterator<Item = Reply> {
        let entries = self.journal.entries().iter().filter(move |entry| entry.program == programs);
        entries.filter(|entry| self.counts(&entry.id)).filter_map(|entry| match &entry.what {
            EntryKind::Answer(said) => Some(said.answer),
            _ => None,
        })
    }

    /// A share of sets for which what is known may be incomplete at most. Nothing
    /// is drawn for it: it is the bound at hand, or the bound of the last question
    /// if its answer was the last thing said. Sets that depend on questions
    /// without an answer count as incomplete.
    pub fn supported(&self) -> Option<f64> {
        if let Some(standing) = self.standing() {
            return standing.look.epsilon;
        }
        // Where answers are votes, one may have undone what was known.
        if self.policy() != Policy::Any {
            return None;
        }
        match &self.journal.entries().iter().rev().find(|entry| entry.what.counts())?.what {
            EntryKind::Answer(said)
                if matches!(said.answer, Reply::Holds | Reply::Refuted) && said.corrects.is_empty() =>
            {
                said.look.and_then(|look| look.epsilon)
            }
            _ => None,
        }
    }

    /// The rules with what they are worth, as rule files hold them.
    pub fn rulebook(&self) -> Rulebook {
        let rules = self.rules().into_iter();
        let rules = rules.map(|rule| Rule { support: Some(rule.support), ..rule.implication.into() }).collect();
        let (epsilon, delta) = self.accuracy();
        let mut questions = Questions { asked: self.questions(), ..Questions::default() };
        for reply in self.replies() {
            questions.confirmed += u64::from(reply == Reply::Holds);
            questions.refuted += u64::from(matches!(reply, Reply::Refuted | Reply::Partly));
        }
        let certified = self.certified();
        let run = Run {
            method: Method::Frugal,
            guarantee: if certified.is_some() { Guarantee::Strong } else { Guarantee::None },
            distribution: Some(self.distribution().distribution(self.told())),
            epsilon: Some(epsilon),
            delta: Some(delta),
            target: None,
            min_support: None,
            max_premise: None,
            confident_support: None,
            seed: self.journal.header().seed,
            certified: certified.is_some(),
            stopped: if certified.is_some() { StopReason::Certified } else { StopReason::Unfinished },
            supported_epsilon: if certified.is_some() { None } else { self.supported() },
            rounds: self.state.attempts,
            samples: certified.map_or(0, |certified| certified.samples),
            questions,
            answers_rest_on: self.answers_rest_on(),
            certificate: certified.map(|certified| certified.certificate()),
        };
        let background = self.background().rules().to_vec();
        let mut book = Rulebook { background, run: Some(run), rules, ..Rulebook::new(self.universe().clone(), []) };
        self.set_exceptions(&mut book);
        book
    }

    /// The objects as a table, each of equal rows among them; what is not known is
    /// unknown there.
    pub fn context(&self) -> Context {
        let mut context = Context::new(self.universe().clone());
        for (object, model) in self.objects().iter().zip(self.models()) {
            if object.count() == 1 {
                context.push_model(Some(object.called()), model.clone());
                continue;
            }
            let names = object.row_names().iter().map(|name| Some(name.clone()));
            let unnamed = (object.row_names().len()..object.count()).map(|_| None);
            names.chain(unnamed).for_each(|name| context.push_model(name, model.clone()));
        }
        context
    }
}
