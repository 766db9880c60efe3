//! What was learned, and how it is learned: both sides stay consistent.

use super::conflict::{Conflict, close_with, fill_in, places, smallest_conflict};
use super::denied::Denied;
use crate::answer::Answer;
use crate::{AttrSet, Implication, Model, Theory};

/// Confirmed rules and seen models, always consistent with each other.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub(super) rules: Theory,
    /// Models as they were given.
    pub(super) given: Vec<Model>,
    /// The same with what follows from the confirmed rules filled in.
    pub(super) models: Vec<Model>,
    /// How many objects each of them stands for.
    pub(super) counts: Vec<usize>,
    /// How many that are in all.
    pub(super) objects: usize,
    /// For each attribute, how many objects have it.
    pub(super) having: Vec<usize>,
    pub(super) denied: Vec<Denied>,
    /// How often something was learned of a model.
    pub(super) version: u64,
}

impl Knowledge {
    /// Nothing known yet, in a universe of `attributes` attributes.
    pub fn new(attributes: usize) -> Self {
        Self::with_background(Theory::new(attributes))
    }

    /// These rules known to hold.
    pub fn with_background(rules: Theory) -> Self {
        let having = vec![0; rules.attribute_count()];
        let (given, models, counts) = (Vec::new(), Vec::new(), Vec::new());
        Self { rules, given, models, counts, objects: 0, having, denied: Vec::new(), version: 0 }
    }

    /// The size of the universe.
    pub fn attribute_count(&self) -> usize {
        self.rules.attribute_count()
    }

    /// The confirmed rules, in the order of their confirmation.
    pub fn rules(&self) -> &Theory {
        &self.rules
    }

    /// The models seen, with what follows from the rules filled in.
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// The models as they were given.
    pub fn given_models(&self) -> &[Model] {
        &self.given
    }

    /// How many objects each of the [`models`](Self::models) stands for: equal rows of a
    /// table are one model, and weigh as many as they are.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// How many objects were seen.
    pub fn object_count(&self) -> usize {
        self.objects
    }

    /// How many objects are known to have all of a set.
    pub fn support(&self, set: &AttrSet) -> usize {
        let models = self.models.iter().zip(&self.counts);
        models.filter(|(model, _)| set.is_subset(model.has())).map(|(_, count)| count).sum()
    }

    /// Learns that a rule holds.
    pub fn confirm(&mut self, rule: Implication) -> Result<(), Conflict> {
        let filled = self.push_rule(rule)?;
        self.fill_models(filled);
        Ok(())
    }

    /// Adds a rule, unless it contradicts a model, and tells what it fills in of
    /// which models; they are left as they are.
    fn push_rule(&mut self, rule: Implication) -> Result<Vec<(usize, Model)>, Conflict> {
        self.rules.push(rule);
        let rule = &self.rules.rules()[self.rules.len() - 1];
        let (mut changed, mut broken) = (Vec::new(), Vec::new());
        for (place, model) in self.models.iter().enumerate() {
            // It has nothing to fill in if it adds nothing, and satisfies the
            // earlier rules.
            if !rule.premise.is_subset(model.possible()) || rule.conclusion.is_subset(model.has()) {
                continue;
            }
            if model.is_complete() {
                broken.push(place);
                continue;
            }
            match fill_in(model, |set| self.rules.close(set)) {
                Some(filled) if filled == *model => {}
                Some(filled) => changed.push((place, filled)),
                None => broken.push(place),
            }
        }
        // One that the rule alone breaks needs no other rule.
        if let Some(&place) = broken.iter().find(|&&place| self.given[place].refutes(rule)) {
            self.rules.pop();
            return Err(Conflict { rules: Vec::new(), models: vec![place], denied: Vec::new() });
        }
        let conflicts = broken.into_iter().map(|place| (smallest_conflict(&self.given[place], &self.rules), place));
        if let Some((mut rules, place)) = conflicts.min_by_key(|(rules, _)| rules.len()) {
            self.rules.pop();
            rules.retain(|&rule| rule != self.rules.len());
            return Err(Conflict { rules, models: vec![place], denied: Vec::new() });
        }
        if let Some(place) = (0..self.denied.len()).find(|&place| self.rules.entails(&self.denied[place].rule)) {
            let rules =
                places(self.rules.derive(&self.denied[place].rule.premise, &self.denied[place].rule.conclusion));
            self.rules.pop();
            let rules = rules.into_iter().filter(|&rule| rule != self.rules.len()).collect();
            return Err(Conflict { rules, models: Vec::new(), denied: vec![place] });
        }
        Ok(changed)
    }

    fn fill_models(&mut self, filled: Vec<(usize, Model)>) {
        self.look_at_denied(Some(self.rules.len() - 1));
        for (place, filled) in filled {
            self.count(place, &filled);
            self.models[place] = filled;
            self.version += 1;
        }
    }

    /// Counts what a model has, in place of the one at that place.
    fn count(&mut self, place: usize, filled: &Model) {
        let count = self.counts[place];
        let before = self.models.get(place).into_iter().flat_map(|model| model.has().iter());
        before.for_each(|attr| self.having[attr] -= count);
        filled.has().iter().for_each(|attr| self.having[attr] += count);
    }

    /// For each attribute, how many objects have it.
    pub(crate) fn having(&self) -> &[usize] {
        &self.having
    }

    /// Learns that a rule holds which was read off the models themselves, all
    /// complete: no need to look at them again.
    pub(crate) fn confirm_seen(&mut self, rule: Implication) {
        self.rules.push(rule);
    }

    /// Learns of a model of the domain.
    pub fn see(&mut self, model: Model) -> Result<(), Conflict> {
        self.see_several(model, 1)
    }

    /// Learns of so many objects of which the same is known.
    pub fn see_several(&mut self, model: Model, count: usize) -> Result<(), Conflict> {
        let filled = self.filled(&model)?;
        self.put(None, model, filled);
        self.recount(self.models.len() - 1, count);
        Ok(())
    }

    /// The model at a place stands for so many objects.
    pub fn recount(&mut self, place: usize, count: usize) {
        let before = std::mem::replace(&mut self.counts[place], count);
        self.objects = self.objects - before + count;
        for attr in self.models[place].has().iter() {
            self.having[attr] = self.having[attr] - before + count;
        }
    }

    /// Learns what is known by now of the model at a place.
    pub fn see_again(&mut self, place: usize, model: Model) -> Result<(), Conflict> {
        let filled = self.filled(&model)?;
        self.put(Some(place), model, filled);
        Ok(())
    }

    /// All models that bound the truth: those seen, and what is known of those
    /// that denied rules speak of.
    pub(crate) fn bounding_models(&self) -> impl Iterator<Item = &Model> + Clone {
        self.models.iter().chain(self.denied.iter().filter_map(|denied| denied.witness.as_ref()))
    }

    /// Learns that a rule holds and of a model, both or neither. The model is a
    /// new one, or what is known by now of the one at a place.
    pub fn confirm_and_see(&mut self, rule: Implication, place: Option<usize>, model: Model) -> Result<(), Conflict> {
        let others = self.push_rule(rule)?;
        match self.filled(&model) {
            Ok(filled) => {
                self.fill_models(others);
                self.put(place, model, filled);
                Ok(())
            }
            Err(conflict) => {
                self.rules.pop();
                Err(conflict)
            }
        }
    }

    /// Whether a rule and a model could be learned, one after the other. What is
    /// known is the same afterwards.
    pub fn check(&mut self, rule: Option<&Implication>, model: Option<&Model>) -> Result<(), Conflict> {
        if let Some(rule) = rule {
            self.push_rule(rule.clone())?;
        }
        let fits = model.map_or(Ok(()), |model| self.filled(model).map(drop));
        if rule.is_some() {
            self.rules.pop();
        }
        fits
    }

    /// A model with what follows from the confirmed rules, and perhaps one more,
    /// filled in.
    pub fn complete(&self, model: &Model, more: Option<&Implication>) -> Result<Model, Conflict> {
        let Some(more) = more else { return self.filled(model) };
        fill_in(model, |set| close_with(&self.rules, more, set)).ok_or_else(|| {
            let mut rules = self.rules.clone();
            rules.push(more.clone());
            Conflict { rules: smallest_conflict(model, &rules), models: Vec::new(), denied: Vec::new() }
        })
    }

    fn filled(&self, model: &Model) -> Result<Model, Conflict> {
        let attributes = self.attribute_count();
        assert!(model.possible().fits(attributes), "a model of another universe than one of {attributes} attributes");
        let conflict =
            || Conflict { rules: smallest_conflict(model, &self.rules), models: Vec::new(), denied: Vec::new() };
        fill_in(model, |set| self.rules.close(set)).ok_or_else(conflict)
    }

    fn put(&mut self, place: Option<usize>, given: Model, filled: Model) {
        if place.is_none() {
            self.counts.push(1);
            self.objects += 1;
        }
        self.count(place.unwrap_or(self.models.len()), &filled);
        match place {
            Some(place) => (self.given[place], self.models[place]) = (given, filled),
            None => {
                self.given.push(given);
                self.models.push(filled);
            }
        }
        self.version += 1;
    }

    /// A number that changes whenever something is learned of a model.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Learns from the answer to a question.
    pub fn learn(&mut self, question: &Implication, answer: &Answer) -> Result<(), Conflict> {
        match answer {
            Answer::Holds => self.confirm(question.clone()),
            Answer::Refuted(model) => self.see(model.clone()),
            Answer::Partly { holds, refuted_by } => {
                let part = Implication::new(question.premise.clone(), holds.clone());
                match refuted_by {
                    Some(model) => self.confirm_and_see(part, None, model.clone()),
                    None => self.confirm(part),
                }
            }
            Answer::Fails => self.deny(question.clone()),
            Answer::Unknown => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Conclusion, Universe};

    fn set(names: &str) -> AttrSet {
        Universe::letters(5).set(names.split_terminator(' ')).unwrap()
    }

    #[test]
    fn bounds_close_in_on_the_truth() {
        let mut known = Knowledge::new(5);
        assert_eq!(known.lower(&set("a")), Conclusion::Attrs(set("a")));
        assert_eq!(known.upper(&set("a")), Conclusion::Falsum);
        known.see(set("a b c").into()).unwrap();
        known.confirm(Implication::new(set("a"), set("b"))).unwrap();
        assert_eq!(known.lower(&set("a")), Conclusion::Attrs(set("a b")));
        assert_eq!(known.upper(&set("a")), Conclusion::Attrs(set("a b c")));
        assert!(!known.is_settled(&set("a")));
        known.see(set("a b").into()).unwrap();
        assert!(known.is_settled(&set("a")));
    }

    #[test]
    fn a_partial_model_counts_for_what_it_settles() {
        let mut known = Knowledge::new(5);
        known.see(Model::partial(set("a"), &set("b c"))).unwrap();
        assert_eq!(known.upper(&set("a")), Conclusion::Attrs(set("a b c")));
        // It is not known to contain b.
        assert_eq!(known.upper(&set("b")), Conclusion::Falsum);
        // a -> b fills in b; c -> d rules out c, since the model lacks d.
        known.confirm(Implication::new(set("a"), set("b"))).unwrap();
        known.confirm(Implication::new(set("c"), set("d"))).unwrap();
        assert_eq!(known.models(), [Model::complete(set("a b"))]);
        assert_eq!(known.given_models(), [Model::partial(set("a"), &set("b c"))]);
    }

    #[test]
    fn a_contradiction_names_the_answers_it_conflicts_with_and_changes_nothing() {
        let mut known = Knowledge::new(5);
        for (from, to) in [("a", "b"), ("b", "c"), ("e", "d")] {
            known.confirm(Implication::new(set(from), set(to))).unwrap();
        }
        let conflict = known.see(set("a c").into()).unwrap_err();
        assert_eq!(conflict, Conflict { rules: vec![0], models: vec![], denied: vec![] });
        let conflict = known.see(Model::partial(set("a"), &set("b d e"))).unwrap_err();
        assert_eq!(conflict, Conflict { rules: vec![0, 1], models: vec![], denied: vec![] });
        assert!(known.models().is_empty());

        known.see(Model::partial(set("d"), &set("a c e"))).unwrap();
        let conflict = known.confirm(Implication::new(set("d"), set("b"))).unwrap_err();
        assert_eq!(conflict, Conflict { rules: vec![], models: vec![0], denied: vec![] });
        let conflict = known.confirm(Implication::new(set("d"), set("a"))).unwrap_err();
        assert_eq!(conflict, Conflict { rules: vec![0], models: vec![0], denied: vec![] });
        assert_eq!(known.rules().len(), 3);
    }

    #[test]
    fn a_rule_and_a_model_are_learned_both_or_neither() {
        let rule = |from: &str, to: &str| Implication::new(set(from), set(to));
        let mut known = Knowledge::new(5);
        known.see(Model::partial(set("a"), &set("b"))).unwrap();
        let before = (known.rules().clone(), known.models().to_vec(), known.version());
        let (good, bad) = (Model::complete(set("a b c")), Model::complete(set("a c")));
        let conflict = Conflict { rules: vec![0], models: vec![], denied: vec![] };
        assert_eq!(known.confirm_and_see(rule("a", "b"), None, bad.clone()), Err(conflict.clone()));
        assert_eq!(known.check(Some(&rule("a", "b")), Some(&bad)), Err(conflict.clone()));
        assert_eq!(known.complete(&bad, Some(&rule("a", "b"))), Err(conflict));
        assert_eq!(known.check(Some(&rule("a", "b")), Some(&good)), Ok(()));
        assert_eq!(known.check(Some(&rule("a", "c")), None).unwrap_err().models, [0]);
        assert_eq!((known.rules().clone(), known.models().to_vec(), known.version()), before);
        assert_eq!(
            known.complete(&Model::partial(set("a"), &set("b c")), Some(&rule("a", "b"))).unwrap().has(),
            &set("a b")
        );
        known.confirm_and_see(rule("a", "b"), Some(0), good.clone()).unwrap();
        assert_eq!(known.models(), [good]);
        assert_eq!(known.having(), [1, 1, 1, 0, 0]);
    }

    #[test]
    fn a_model_counts_for_all_objects_it_stands_for() {
        let mut known = Knowledge::new(5);
        known.see_several(Model::partial(set("a"), &set("b")), 3).unwrap();
        known.see(set("b").into()).unwrap();
        assert_eq!((known.counts(), known.having()), (&[3, 1][..], &[3, 1, 0, 0, 0][..]));
        known.confirm(Implication::new(set("a"), set("b"))).unwrap();
        assert_eq!(known.having(), [3, 4, 0, 0, 0]);
        known.recount(0, 2);
        assert_eq!((known.having(), known.object_count()), (&[2, 3, 0, 0, 0][..], 3));
        assert_eq!((known.support(&set("a b")), known.support(&set("b"))), (2, 3));
    }

    #[test]
    fn a_conflict_is_the_smallest_there_is() {
        let rule = |from: &str, to: &str| Implication::new(set(from), set(to));
        // One way to e takes three rules, the other four.
        let mut known = Knowledge::with_background(Theory::from_rules(
            5,
            [rule("a", "b"), rule("b", "c"), rule("c", "d"), rule("c d", "e"), rule("b c", "e")],
        ));
        let conflict = known.see(Model::partial(set("a"), &set("b c d"))).unwrap_err();
        assert_eq!(conflict.rules, [0, 1, 4]);

        // Of two models broken, the one that needs fewer rules is named.
        let mut known = Knowledge::with_background(Theory::from_rules(5, [rule("b", "c"), rule("c", "d")]));
        known.see(Model::partial(set("a"), &set("b c"))).unwrap();
        known.see(set("a").into()).unwrap();
        let conflict = known.confirm(rule("a", "b")).unwrap_err();
        assert_eq!(conflict, Conflict { rules: vec![], models: vec![1], denied: vec![] });
    }

    #[test]
    fn a_rule_that_fails_without_an_example_bounds_the_truth() {
        let rule = |from: &str, to: &str| Implication::new(set(from), set(to));
        let mut known = Knowledge::new(5);
        known.see(set("a b c").into()).unwrap();
        // The closure of a lacks b or c; which of them is open.
        known.deny(rule("a", "b c")).unwrap();
        assert_eq!(known.upper(&set("a")), Conclusion::Attrs(set("a b c")));
        assert_eq!(known.boldest(&set("a")), Conclusion::Attrs(set("a b")));
        assert!(known.decides(&rule("a", "b c d")) && !known.decides(&rule("a", "b")));
        // Once b follows, it is c that does not.
        known.confirm(rule("a", "b")).unwrap();
        assert_eq!(known.upper(&set("a")), Conclusion::Attrs(set("a b")));
        assert!(known.is_settled(&set("a")) && known.fails(&rule("a", "c")));
        // What implies a denied rule is refused, and so is denying what holds.
        let conflict = known.confirm(rule("b", "c")).unwrap_err();
        assert_eq!(conflict, Conflict { rules: vec![0], models: vec![], denied: vec![0] });
        let conflict = known.deny(rule("a d", "b")).unwrap_err();
        assert_eq!(conflict, Conflict { rules: vec![0], models: vec![], denied: vec![] });
        assert_eq!(known.rules().len(), 1);
    }

    #[test]
    fn what_is_denied_to_be_impossible_occurs() {
        let mut known = Knowledge::new(5);
        known.deny(Implication::never(set("a b"))).unwrap();
        assert_eq!(known.upper(&set("a")), Conclusion::Attrs(Universe::letters(5).all()));
        assert!(known.confirm(Implication::never(set("b"))).is_err());
        assert!(known.confirm(Implication::never(set("c"))).is_ok());
        assert_eq!(known.upper(&set("a")), Conclusion::Attrs(set("a b d e")));
    }
}
