//! What rests on what: the answers behind a rule, the objects closest to a
//! question, and what would change without an answer.

use std::collections::HashSet;

use super::only_new::only_new_of_each;
use super::state::State;
use super::{Exploration, Refusal, Source};
use crate::journal::EntryId;
use hornbook::learn::Learner;
use hornbook::smallest::{irreducible, smallest};
use hornbook::{AttrSet, Conclusion, Implication, Model, Theory, Universe};

/// A rule with what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownRule {
    /// The rule.
    pub implication: Implication,
    /// The same with no more than is new beside the other rules.
    pub only_new: Implication,
    /// Why it is known.
    pub reason: Reason,
    /// How many of the objects have its premise.
    pub support: usize,
}

/// Why something is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// Answers: none can be left out, and no smaller set would do, unless there
    /// are too many to try all.
    pub answers: Vec<EntryId>,
    /// Whether rules that were known beforehand take part.
    pub background: bool,
}

/// An object that is near to breaking a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The object, by its place.
    pub object: usize,
    /// What of the premise it lacks.
    pub lacks: AttrSet,
    /// What of the premise it is not known to have.
    pub unknown: AttrSet,
    /// What of the conclusion it has, all of it or not.
    pub has: AttrSet,
    /// Whether it has all of the conclusion.
    pub has_all: bool,
}

/// What would change if entries were taken back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Consequences {
    /// Rules that would not be known any more.
    pub rules: Vec<Implication>,
    /// Objects of which nothing would be known any more, by their names.
    pub objects: Vec<String>,
    /// What would not be known any more of other objects.
    pub facts: Vec<(String, AttrSet)>,
    /// Of how many objects something is known of attributes that would be gone.
    pub known_of_gone: usize,
    /// How many questions that have an answer now would be open again.
    pub questions: usize,
}

/// No more sets of answers are tried to find a smallest one.
const MAX_TRIED_SETS: usize = 20_000;

impl Exploration {
    /// The rules that are known beyond the background, none of them to spare,
    /// each with the answers it rests on; those with the most support first.
    pub fn rules(&self) -> Vec<KnownRule> {
        let background = self.background();
        let learned = self.state.learner.rules().irredundant_beyond(&background);
        let shown = only_new_of_each(&learned, &background);
        let mut rules: Vec<KnownRule> = learned
            .rules()
            .iter()
            .zip(shown)
            .map(|(rule, only_new)| KnownRule {
                implication: rule.without_premise(),
                only_new,
                reason: self.reason_beside(rule, &background).unwrap_or_default(),
                support: self.knowledge().support(&rule.premise),
            })
            .collect();
        let places = |set: &AttrSet| set.iter().collect::<Vec<_>>();
        rules.sort_by_cached_key(|rule| {
            let premise = &rule.implication.premise;
            (std::cmp::Reverse(rule.support), premise.len(), places(premise))
        });
        rules
    }

    /// Rules known beforehand.
    pub fn background(&self) -> Theory {
        let rules = self.knowledge().rules();
        Theory::from_rules(rules.attribute_count(), rules.rules()[self.state.accepted().background()].iter().cloned())
    }

    /// The answers that a rule rests on; `None` if it is not known to hold.
    pub fn reason(&self, rule: &Implication) -> Option<Reason> {
        self.reason_beside(rule, &self.background())
    }

    /// The same, with what is known beforehand.
    fn reason_beside(&self, rule: &Implication, background: &Theory) -> Option<Reason> {
        let rules = self.knowledge().rules();
        if !rules.entails(rule) {
            return None;
        }
        // What is impossible has everything; that it is, is the reason.
        let closed = |places: &[usize]| close_by(&rule.premise, background, places, rules);
        let enough = |places: &[usize]| rule.conclusion.is_within(&closed(places));
        let reached = rules.close(&rule.premise);
        let in_play = |place: &usize| reached.contains(&rules.rules()[*place].premise);
        let play: Vec<usize> = (background.len()..rules.len()).filter(in_play).collect();
        // One answer alone says something if its premise is there without it.
        let begun = background.close(&rule.premise);
        let alone_enough = |&&place: &&usize| begun.contains(&rules.rules()[place].premise) && enough(&[place]);
        let places = if rule.conclusion.is_within(&begun) {
            Vec::new()
        } else if let Some(&one) = play.iter().find(alone_enough) {
            vec![one]
        } else {
            let few = irreducible(play.clone(), enough);
            smallest(&play, few.len() - 1, MAX_TRIED_SETS, enough).unwrap_or(few)
        };
        let alone =
            Theory::from_rules(rules.attribute_count(), places.iter().map(|&place| rules.rules()[place].clone()));
        let mut answers = Vec::new();
        for place in places {
            match &self.state.sources[place] {
                Source::Entry(id) if !answers.contains(id) => answers.push(id.clone()),
                _ => {}
            }
        }
        Some(Reason { answers, background: !alone.entails(rule) })
    }

    /// The known objects that come closest to breaking a rule.
    pub fn closest(&self, question: &Implication, most: usize) -> Vec<Closest> {
        let mut all: Vec<(usize, Closest)> = self
            .models()
            .iter()
            .enumerate()
            .filter(|(_, model)| !model.refutes(question))
            .map(|(object, model)| {
                let lacks = question.premise.difference(model.possible());
                let unknown = question.premise.intersection(&model.unknown());
                let (has, has_all) = match &question.conclusion {
                    Conclusion::Attrs(attrs) => (attrs.intersection(model.has()), attrs.is_subset(model.has())),
                    Conclusion::Falsum => (self.universe().none(), false),
                };
                let distance = 2 * lacks.len() + unknown.len() + 2 * usize::from(has_all);
                (distance, Closest { object, lacks, unknown, has, has_all })
            })
            .collect();
        all.sort_by_key(|(distance, closest)| (*distance, closest.object));
        all.into_iter().take(most).map(|(_, closest)| closest).collect()
    }

    /// What would not be known any more if these entries were taken back.
    pub fn consequences(&self, entries: &[EntryId]) -> Result<Consequences, Refusal> {
        let without: HashSet<EntryId> = entries.iter().cloned().collect();
        let state = State::replay_without(&self.journal, self.threads, &without)
            .map_err(|broken| Refusal::Impossible(broken.problem))?;
        Ok(compare(self, &state))
    }
}

/// What is known and would not be any more in another state of the same exploration, which
/// may have fewer attributes.
pub(super) fn compare(now: &Exploration, after: &State) -> Consequences {
    let universe = now.universe();
    let place = |attr| after.universe.attr(universe.name(attr)).ok();
    let translated = |set: &AttrSet| -> Option<AttrSet> {
        let places: Option<Vec<usize>> = set.iter().map(place).collect();
        places.map(|places| AttrSet::of(after.universe.len(), places))
    };
    let back = |set: &AttrSet| -> AttrSet {
        let names = after.universe.names_of(set);
        AttrSet::of(universe.len(), names.filter_map(|name| universe.attr(name).ok()))
    };
    let left = after.learner.knowledge();
    let lost = |rule: Implication| match translated(&rule.premise) {
        Some(premise) => lost_of(rule, closure(left.rules(), &premise, &back)),
        None => Some(rule),
    };
    let rules = now.rules().into_iter().filter_map(|rule| lost(rule.implication)).collect();
    let mut consequences = Consequences { rules, ..Consequences::default() };
    let known = |model: &Model, all: &Universe| all.all().difference(&model.unknown());
    let gone = AttrSet::of(universe.len(), universe.all().iter().filter(|&attr| place(attr).is_none()));
    for (at, object) in now.objects().iter().enumerate() {
        match after.place_of(&object.key()) {
            None => consequences.objects.push(now.object_name(at)),
            Some(place) => {
                let still = back(&known(&left.models()[place], &after.universe));
                let lost = known(&now.models()[at], universe).difference(&still);
                consequences.known_of_gone += usize::from(!lost.intersection(&gone).is_empty());
                let lost = lost.difference(&gone);
                if !lost.is_empty() {
                    consequences.facts.push((now.object_name(at), lost));
                }
            }
        }
    }
    let reopened = now.ballots().iter().map(|ballot| &ballot.question).filter(|question| {
        let conclusion = match &question.conclusion {
            Conclusion::Attrs(attrs) => translated(attrs).map(Conclusion::Attrs),
            Conclusion::Falsum => Some(Conclusion::Falsum),
        };
        let same = translated(&question.premise).zip(conclusion);
        let same = same.map(|(premise, conclusion)| Implication { premise, conclusion });
        now.knowledge().decides(question) && same.is_some_and(|same| !left.decides(&same))
    });
    consequences.questions = reopened.count();
    consequences
}

/// What follows by some rules, told otherwise.
fn closure(rules: &Theory, premise: &AttrSet, told: &impl Fn(&AttrSet) -> AttrSet) -> Conclusion {
    match rules.close(premise) {
        Conclusion::Attrs(attrs) => Conclusion::Attrs(told(&attrs)),
        Conclusion::Falsum => Conclusion::Falsum,
    }
}

/// The part of a rule that is not among what still follows from its premise.
fn lost_of(rule: Implication, follows: Conclusion) -> Option<Implication> {
    match (&rule.conclusion, &follows) {
        (_, Conclusion::Falsum) => None,
        (Conclusion::Falsum, _) => Some(rule),
        (Conclusion::Attrs(attrs), Conclusion::Attrs(follow)) => {
            let lost = attrs.difference(follow);
            (!lost.is_empty()).then(|| Implication::new(rule.premise.clone(), lost))
        }
    }
}

/// The closure under the background and some other rules.
fn close_by(from: &AttrSet, background: &Theory, places: &[usize], rules: &Theory) -> Conclusion {
    let mut closed = from.clone();
    loop {
        match background.close(&closed) {
            Conclusion::Attrs(next) => closed = next,
            Conclusion::Falsum => return Conclusion::Falsum,
        }
        let mut changed = false;
        for rule in places.iter().map(|&place| &rules.rules()[place]) {
            if rule.premise.is_subset(&closed) {
                match &rule.conclusion {
                    Conclusion::Attrs(add) => changed |= closed.insert_all(add),
                    Conclusion::Falsum => return Conclusion::Falsum,
                }
            }
        }
        if !changed {
            return Conclusion::Attrs(closed);
        }
    }
}
