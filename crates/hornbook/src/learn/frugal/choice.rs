//! Which question to ask next.
//!
//! Candidates come from inside the open sets: attributes are dropped in random
//! order as long as what is left is still open, and every small set met on the
//! way is a premise worth considering, not only the last. Its boldest
//! conclusion is all that the models seen allow; weaker ones keep the
//! attributes more likely to follow. A candidate's worth is how many of the
//! open sets a "yes" would settle, and half as much for those it would only
//! change, times the square root of the probability of a "yes".
//!
//! The square root makes bold questions dearer than greed would: a "no" brings
//! a model, which greed does not count. What else was tried is recorded in
//! `docs/questions.md`.

use std::collections::HashMap;

use super::belief::{Belief, Frequencies, implied};
use super::effort::Effort;
use super::fitted::Fitted;
use super::pool::{Open, Scope};
use crate::learn::protocol::Question;
use crate::sampling::Stream;
use crate::{Attr, AttrSet, Conclusion, Implication, Knowledge, Theory};

/// How many open sets are shrunk for candidates.
const MAX_SETS_SHRUNK: usize = 200;
/// Premises up to this size are candidates even if they can be shrunk further.
const MAX_SMALL_PREMISE: usize = 6;
/// How many open sets a candidate is tried on.
const MAX_SETS_TRIED_ON: usize = 1000;
/// How many of the best candidates are looked at closely.
const MAX_FINALISTS: usize = 30;
/// What changing a set is worth, when settling it is worth 1.
const WORTH_OF_CHANGING: f64 = 0.5;
/// The power of the probability of "yes".
const POWER_OF_LIKELIHOOD: f64 = 0.5;
/// What refuting is worth for each open set with the premise, when settling
/// it is worth 1.
const WORTH_OF_REFUTING: f64 = 0.03;
/// A weaker conclusion keeps what follows with at least this probability.
const LEAST_LIKELIHOODS: [f64; 5] = [0.2, 0.4, 0.6, 0.8, 0.9];
/// The share of attributes that follow by rule, for choosing those to keep.
const USUAL_SHARE_IMPLIED: f64 = 0.1;

/// A question with what speaks for it.
pub(super) struct Candidate {
    pub premise: AttrSet,
    /// What is known to follow from the premise.
    closed: AttrSet,
    pub conclusion: Conclusion,
    /// The probability of "yes".
    pub likely: f64,
    /// The share of the open sets that a "yes" would change.
    pub weight: f64,
}

impl Candidate {
    pub(super) fn question(&self) -> Implication {
        Implication { premise: self.premise.clone(), conclusion: self.conclusion.clone() }.without_premise()
    }
}

pub(super) struct Chooser<'a> {
    pub knowledge: &'a Knowledge,
    pub scope: &'a Scope,
    pub belief: &'a Belief,
    /// The same fitted to the answers, if it is.
    pub fitted: Option<&'a Fitted>,
    /// What answering costs, if questions are chosen by that.
    pub effort: Option<Effort>,
    /// Questions not to be asked, for now or for good.
    pub not_now: &'a [Implication],
    /// Whether the open sets themselves may be asked about if nothing inside
    /// them may.
    pub whole: bool,
    /// The open sets.
    pub open: &'a [Open],
    /// What an open set counts for, by the part it was drawn of.
    pub weights: &'a [f64],
    /// Questions that others have before them: an answer to them should change
    /// nothing for this one.
    pub out: &'a [Implication],
    /// The attributes that may be asked about, if not all.
    pub about: Option<&'a AttrSet>,
    /// Only questions that are at least so likely to be answered by "yes".
    pub least_likely: f64,
}

impl Chooser<'_> {
    /// The best question, or `None` if there is nothing left to ask.
    pub(super) fn choose(&self, stream: &mut Stream) -> Option<Candidate> {
        self.best(stream).map(|(_, best)| best)
    }

    /// The best question, after what it is worth.
    pub(super) fn best(&self, stream: &mut Stream) -> Option<(f64, Candidate)> {
        let tried = &self.open[..self.open.len().min(MAX_SETS_TRIED_ON)];
        let mut candidates = self.candidates(self.small_premises(stream));
        if candidates.is_empty() && self.whole {
            // What is inside was set aside or is too long. The sets themselves
            // are not.
            let whole = self.open.iter().take(MAX_FINALISTS).map(|open| (open.closed.clone(), open.drawn.clone()));
            candidates = self.candidates(whole.collect());
        }
        let mut scored: Vec<(f64, Candidate)> =
            candidates.into_iter().map(|mut candidate| (self.first_score(&mut candidate, tried), candidate)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        scored.truncate(MAX_FINALISTS);
        let frequencies = Frequencies::new(self.knowledge);
        let mut rules = self.knowledge.rules().clone();
        for (score, candidate) in &mut scored {
            if let Some(fitted) = self.fitted {
                let Candidate { premise, closed, conclusion, .. } = candidate;
                let features = frequencies.features(self.belief, premise, closed, conclusion);
                candidate.likely = features.map_or(candidate.likely, |features| fitted.yes(&features));
            }
            rules.push(candidate.question());
            *score = self.score(candidate, &rules, tried);
            rules.pop();
        }
        // On equal scores the earlier one wins, so that seeds decide alone.
        let likely = scored.into_iter().filter(|(_, candidate)| candidate.likely >= self.least_likely);
        likely.reduce(|best, next| if next.0 > best.0 { next } else { best })
    }

    /// What a question is worth.
    pub(super) fn worth_of(&self, question: &Question) -> f64 {
        let Question { implication: Implication { premise, conclusion }, expectation } = question;
        let Conclusion::Attrs(closed) = self.knowledge.lower(premise) else { return 0.0 };
        let likely = expectation.map_or(1.0, |expectation| expectation.likely);
        let (premise, conclusion) = (premise.clone(), conclusion.clone());
        let candidate = Candidate { premise, closed, conclusion, likely, weight: 0.0 };
        let mut rules = self.knowledge.rules().clone();
        rules.push(question.implication.clone());
        self.score(&candidate, &rules, &self.open[..self.open.len().min(MAX_SETS_TRIED_ON)])
    }

    /// Premises from inside the open sets, after their closures.
    fn small_premises(&self, stream: &mut Stream) -> Vec<(AttrSet, AttrSet)> {
        let mut premises: HashMap<AttrSet, AttrSet> = HashMap::new();
        for _ in 0..MAX_SETS_SHRUNK.min(self.open.len() * 4) {
            let open = &self.open[stream.below(self.open.len())];
            self.shrink(&open.closed, stream, &mut premises);
        }
        let most = self.scope.max_premise.unwrap_or(usize::MAX);
        let mut premises: Vec<(AttrSet, AttrSet)> =
            premises.into_iter().filter(|(_, premise)| premise.len() <= most && self.may_ask(premise)).collect();
        premises.sort();
        premises
    }

    fn may_ask(&self, premise: &AttrSet) -> bool {
        self.about.is_none_or(|about| premise.is_subset(about))
    }

    fn candidates(&self, premises: Vec<(AttrSet, AttrSet)>) -> Vec<Candidate> {
        let frequencies = Frequencies::new(self.knowledge);
        premises
            .into_iter()
            .flat_map(|(closed, premise)| self.questions(premise, closed, &frequencies))
            .filter(|candidate| !self.is_not_for_now(candidate) && self.is_apart(candidate))
            .collect()
    }

    fn is_apart(&self, candidate: &Candidate) -> bool {
        self.out.iter().all(|question| are_apart(self.knowledge, &candidate.premise, &question.premise))
    }

    /// Drops attributes in random order while the rest is open, and notes the
    /// small premises met, each under its closure.
    fn shrink(&self, set: &AttrSet, stream: &mut Stream, premises: &mut HashMap<AttrSet, AttrSet>) {
        let mut order: Vec<Attr> = set.iter().collect();
        stream.shuffle(&mut order);
        // What must not be asked about is dropped first, if it can be.
        order.sort_by_key(|&attr| self.about.is_some_and(|about| about.contains(attr)));
        let mut premise = set.clone();
        let mut smallest = set.clone();
        for attr in order {
            let fewer = premise.without(attr);
            if let Some(closed) = self.scope.open(self.knowledge, &fewer) {
                premise = fewer;
                if premise.len() <= MAX_SMALL_PREMISE {
                    premises.entry(closed.clone()).or_insert_with(|| premise.clone());
                }
                smallest = closed;
            }
        }
        premises.entry(smallest).or_insert(premise);
    }

    /// The boldest question about a premise, and weaker ones.
    fn questions(&self, premise: AttrSet, closed: AttrSet, frequencies: &Frequencies<'_>) -> Vec<Candidate> {
        let possible = self.scope.restrict(self.knowledge.upper_of_closed(&closed));
        let mut boldest = self.knowledge.not_denied(&closed, possible);
        if let (Conclusion::Attrs(attrs), Some(about)) = (&mut boldest, self.about) {
            attrs.retain_all(about);
            if attrs.is_subset(&closed) {
                return Vec::new();
            }
        }
        let support = frequencies.support(&closed);
        let mut conclusions = vec![];
        if let Conclusion::Attrs(attrs) = &boldest {
            let added = attrs.difference(&closed);
            let mut size = added.len();
            for least in LEAST_LIKELIHOODS {
                let keep = |&attr: &Attr| implied(frequencies.of(attr), support, USUAL_SHARE_IMPLIED) >= least;
                let kept = AttrSet::of(self.knowledge.attribute_count(), added.iter().filter(keep));
                if !kept.is_empty() && kept.len() < size {
                    size = kept.len();
                    conclusions.push(Conclusion::Attrs(kept));
                }
            }
        }
        conclusions.insert(0, boldest);
        let candidate = |conclusion: Conclusion| {
            let evidence = frequencies.evidence(&premise, &closed, &conclusion, support);
            let likely = self.belief.yes(&evidence);
            let (premise, closed) = (premise.clone(), closed.clone());
            Candidate { premise, closed, conclusion, likely, weight: 0.0 }
        };
        conclusions.into_iter().map(candidate).collect()
    }

    fn is_not_for_now(&self, candidate: &Candidate) -> bool {
        self.not_now.iter().any(|question| {
            self.knowledge.lower(&question.premise) == Conclusion::Attrs(candidate.closed.clone())
                && question.without_premise().conclusion == candidate.question().conclusion
        })
    }

    /// The score by sets changed alone, which is quick to tell.
    fn first_score(&self, candidate: &mut Candidate, tried: &[Open]) -> f64 {
        let with_premise = tried.iter().filter(|open| candidate.closed.is_subset(&open.closed));
        let (mut with, mut changed) = (0.0, 0.0);
        for open in with_premise {
            with += self.weights[open.part];
            changed += if candidate.conclusion.is_subset(&open.closed) { 0.0 } else { self.weights[open.part] };
        }
        candidate.weight = changed / tried.iter().map(|open| self.weights[open.part]).sum::<f64>();
        self.worth(candidate, changed, with)
    }

    /// The score by what the rules, the candidate among them, would settle.
    fn score(&self, candidate: &Candidate, rules: &Theory, tried: &[Open]) -> f64 {
        let (mut gain, mut with) = (0.0, 0.0);
        for open in tried.iter().filter(|open| candidate.closed.is_subset(&open.closed)) {
            let weight = self.weights[open.part];
            with += weight;
            if !candidate.conclusion.is_subset(&open.closed) {
                gain += weight * if self.settles(rules, &open.closed) { 1.0 } else { WORTH_OF_CHANGING };
            }
        }
        self.worth(candidate, gain, with)
    }

    /// What asking is worth, for each second if that counts, where "yes" would gain
    /// so much and so many open sets have the premise.
    fn worth(&self, candidate: &Candidate, gain: f64, with: f64) -> f64 {
        let likely = candidate.likely;
        let worth = gain * likely.powf(POWER_OF_LIKELIHOOD) + WORTH_OF_REFUTING * (1.0 - likely) * with;
        match self.effort {
            None => worth,
            Some(effort) => {
                let unknown = (self.knowledge.attribute_count() - candidate.closed.len()) as f64;
                let seconds = likely * effort.yes + (1.0 - likely) * (effort.no + effort.guessed * unknown);
                worth / seconds
            }
        }
    }

    fn settles(&self, rules: &Theory, set: &AttrSet) -> bool {
        let Conclusion::Attrs(closed) = rules.close(set) else { return true };
        match &self.scope.goal {
            None => self.knowledge.is_closed(&closed),
            Some(goal) => goal.is_subset(&closed),
        }
    }
}

/// Whether neither of two premises brings the other with it, so that an answer
/// about the one changes nothing about the other.
pub(super) fn are_apart(knowledge: &Knowledge, one: &AttrSet, other: &AttrSet) -> bool {
    !knowledge.lower(one).contains(other) && !knowledge.lower(other).contains(one)
}
