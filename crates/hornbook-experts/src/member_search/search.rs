//! The search for exceptions to one rule.

use std::collections::VecDeque;

use hornbook::hash::Hash;
use hornbook::learn::{Accuracy, Schedule};
use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{AttrSet, ExceptionBound, Implication};

use super::cases::Cases;
use super::settings::SearchSettings;
use crate::ExpertReply;

/// Where an exception may be found near what is known, each attribute is changed with
/// this probability.
const CHANGE_NEAR_KNOWN: f64 = 0.125;

/// What was found out about a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looked {
    Possible,
    Impossible,
    /// The black box said nothing.
    Silent,
}

/// A set that is to be looked at: one of the cases that count, by its number, or a try.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) set: AttrSet,
    pub(super) case: Option<u64>,
}

/// The search for exceptions to one rule.
///
/// Tries near known members come first; no bound rests on them. Then cases are drawn from
/// a stream that nothing else uses, and counted in the order in which they were drawn, not
/// in which answers come: what takes long may be possible more often.
pub(super) struct Search {
    pub(super) rule: Implication,
    accuracy: Accuracy,
    /// The number of the question, from 1.
    round: u64,
    /// How many cases must be counted.
    enough: u64,
    /// How many may be drawn.
    most: u64,
    /// Whether the cases are all there are, one by one.
    all: bool,
    tries: VecDeque<AttrSet>,
    stream: Stream,
    /// Cases drawn and not counted yet, since one before them is not known.
    drawn: VecDeque<(AttrSet, Option<Looked>)>,
    /// How many left that list.
    taken: u64,
    /// Those of them that count.
    counted: u64,
    /// Those of which the black box said nothing.
    silent: u64,
    pub(super) failure: Option<String>,
}

impl Search {
    pub(super) fn new(settings: &SearchSettings, round: u64, rule: &Implication, known: &[AttrSet]) -> Self {
        let SearchSettings { accuracy, cases, seed, max_cases, tries_near_known } = settings;
        let enough = Schedule::Thrifty.sample_size(*accuracy, round);
        // As many as would be drawn anyway are looked at one by one.
        let all = cases.count(&rule.premise).filter(|&count| count <= enough);
        // Streams are keyed by the question, too: whatever was asked before, no case of
        // this one had a say in it.
        let stream = |purpose| Streams::new(*seed).stream(purpose, round, key(rule));
        let mut near = stream(Purpose::Search);
        let tries = if known.is_empty() || all.is_some() { 0 } else { *tries_near_known };
        Self {
            rule: rule.clone(),
            accuracy: *accuracy,
            round,
            enough,
            most: all.unwrap_or(*max_cases),
            all: all.is_some(),
            tries: (0..tries).map(|_| near_known(cases, rule, known, &mut near)).collect(),
            stream: stream(Purpose::Exceptions),
            drawn: VecDeque::new(),
            taken: 0,
            counted: 0,
            silent: 0,
            failure: None,
        }
    }

    /// A set to look at next, if there is one that need not wait.
    pub(super) fn want(&mut self, cases: &Cases) -> Option<Wanted> {
        if let Some(set) = self.tries.pop_front() {
            return Some(Wanted { set, case: None });
        }
        let number = self.taken + self.drawn.len() as u64;
        if number >= self.most {
            return None;
        }
        let set = match self.all {
            true => cases.numbered(&self.rule.premise, number),
            false => cases.draw(&self.rule.premise, &mut self.stream),
        };
        self.drawn.push_back((set.clone(), None));
        Some(Wanted { set, case: Some(number) })
    }

    /// Takes what was found out about a set.
    pub(super) fn take(&mut self, wanted: &Wanted, looked: Looked) -> Option<ExpertReply> {
        if looked == Looked::Possible && !self.rule.holds_in(&wanted.set) {
            let unknown = wanted.set.difference(&wanted.set);
            return Some(ExpertReply::Counterexample { name: None, has: wanted.set.clone(), unknown });
        }
        let place = wanted.case.and_then(|number| number.checked_sub(self.taken));
        if let Some((_, found)) = place.and_then(|place| self.drawn.get_mut(place as usize)) {
            *found = Some(looked);
        }
        while let Some((_, Some(looked))) = self.drawn.front() {
            // Of a rule that the premise never occurs, all cases with it count; of any
            // other, those that are possible.
            let counts = match looked {
                Looked::Possible => true,
                Looked::Impossible => self.rule.conclusion.is_falsum(),
                Looked::Silent => false,
            };
            self.counted += u64::from(counts);
            self.silent += u64::from(*looked == Looked::Silent);
            self.taken += 1;
            self.drawn.pop_front();
            if !self.all && self.counted == self.enough {
                return Some(ExpertReply::NoExceptionFound(ExceptionBound {
                    exceptions_at_most: Schedule::Thrifty.supported_epsilon(self.accuracy, self.round, self.counted),
                    cases: self.counted,
                    wrong_at_most: self.accuracy.delta(),
                }));
            }
        }
        if self.taken < self.most {
            return None;
        }
        Some(match (self.all && self.silent == 0, self.failure.take()) {
            (true, _) => ExpertReply::Holds,
            (false, Some(failure)) => ExpertReply::Failed(failure),
            (false, None) => ExpertReply::Unknown,
        })
    }
}

/// A set near a known member that would break the rule if it were possible.
fn near_known(cases: &Cases, rule: &Implication, known: &[AttrSet], stream: &mut Stream) -> AttrSet {
    let example = &known[stream.below(known.len())];
    let set = cases.draw_near(example, &rule.premise, CHANGE_NEAR_KNOWN, stream);
    match rule.without_premise().conclusion.attrs() {
        Some(conclusion) if !conclusion.is_empty() && conclusion.is_subset(&set) => {
            let lacks = conclusion.iter().nth(stream.below(conclusion.len()));
            lacks.map_or_else(|| set.clone(), |attr| set.without(attr))
        }
        _ => set,
    }
}

/// What tells a rule from others.
fn key(rule: &Implication) -> u64 {
    let words = |hash: Hash, set: &AttrSet| set.words().iter().fold(hash, |hash, &word| hash.number(word)).text("");
    let premise = words(Hash::new(), &rule.premise);
    rule.conclusion.attrs().map_or(premise.text("never"), |conclusion| words(premise, conclusion)).mixed()
}
