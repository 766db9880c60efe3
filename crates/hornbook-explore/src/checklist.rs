//! Rules that very likely hold, asked together; and among them some that are known
//! not to, so that careless ticks are noticed.

use super::answering::Response;
use super::ballot::{Ballot, Verdict};
use super::exploration::{Asked, Exploration};
use super::panel::{Turns, is_about};
use super::refusal::Refusal;
use crate::journal::{EntryId, EntryKind, RuleLine, Took};
use hornbook::hash::Hash;
use hornbook::learn::{Expectation, Question};
use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{AttrSet, Implication, Model};

/// How people are asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asking {
    /// How many rules there are on a list at most; with 1, rules are asked one by
    /// one.
    pub most_on_a_list: usize,
    /// For each rule on a list, so many that are known to be false are mixed in, on
    /// average.
    pub controls: f64,
    /// Whether people are asked for things of the domain before they are asked about
    /// rules.
    pub objects_first: bool,
}

impl Default for Asking {
    fn default() -> Self {
        Self { most_on_a_list: 8, controls: 0.1, objects_first: true }
    }
}

impl Asking {
    /// Rules only, one by one.
    pub fn one_by_one() -> Self {
        Self { most_on_a_list: 1, controls: 0.0, objects_first: false }
    }
}

/// What was found of the rules known to be false, when a list came back.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Checked {
    /// The entries of the answers, in their order.
    pub entries: Vec<EntryId>,
    /// Rules known to be false that were ticked.
    pub missed: Vec<Implication>,
    /// Rules known to be false of which that was said.
    pub noticed: usize,
    /// Rules that were ticked, and broken by an exception to another one of the list:
    /// they were not taken.
    pub broken: Vec<Implication>,
}

/// What share of the known objects with its premise keeps a rule that is to look as
/// if it could hold.
const PLAUSIBLE_CONFIDENCE: std::ops::Range<f64> = 0.5..0.95;
/// On lists, nothing is shown as less likely.
const LEAST_LIKELY_SHOWN: f64 = 0.75;
/// So many known objects must have its premise.
const PLAUSIBLE_SUPPORT: usize = 3;

impl Exploration {
    /// A question together with others that are likely to hold too, each chosen as
    /// if those before it hold; the question alone if it is not that likely. None of
    /// them depends on those that others have before them, or that wait for others.
    /// Where only some attributes may be asked about, all are about these. If others
    /// said that the question holds, it comes with what else they said to hold; if
    /// programs did not know it, with what else they did not know and is as likely.
    pub fn checklist(&self, first: &Asked, turns: Turns<'_>, asking: Asking) -> Vec<Asked> {
        // What was undone is asked as it was.
        let is_undone = self.undone_question().is_some_and(|question| question == first.question);
        let most = if is_undone { 1 } else { asking.most_on_a_list.max(1) };
        let may_ask = |question: &Implication| turns.about.is_none_or(|about| is_about(question, about));
        if self.waiting_for(turns.who).any(|ballot| ballot.question == first.question) {
            let together = |alike: &dyn Fn(&Ballot) -> bool| -> Vec<&Implication> {
                let waiting = self.waiting_for(turns.who).filter(|ballot| alike(ballot));
                waiting.map(|ballot| &ballot.question).filter(|question| may_ask(question)).collect()
            };
            let mut list = together(&|ballot| ballot.votes.iter().all(|vote| vote.verdict == Verdict::Holds));
            if !list.contains(&&first.question) {
                list = together(&|ballot| self.is_likely_and_unknown_to_programs(ballot));
            }
            if !list.contains(&&first.question) {
                return vec![first.clone()];
            }
            list.retain(|question| **question != first.question);
            let others = list.into_iter().take(most - 1).map(|rule| self.state.learner.question_about(rule).into());
            return std::iter::once(first.clone()).chain(others).collect();
        }
        let expectation = Some(Expectation { likely: first.likely, weight: first.weight });
        let question = Question { implication: first.question.clone(), expectation };
        let mut list = self.state.learner.checklist(&question, most).into_iter();
        let mut kept: Vec<Asked> = list.next().map(Asked::from).into_iter().collect();
        let out: Vec<Implication> = turns.out.iter().cloned().chain(self.undecided()).collect();
        let fits = |asked: &Asked| self.state.learner.is_independent(&asked.question, &out) && may_ask(&asked.question);
        kept.extend(list.map(Asked::from).filter(fits));
        kept
    }

    /// Whether only programs were asked a question, none of them knew, and it very
    /// likely holds.
    fn is_likely_and_unknown_to_programs(&self, ballot: &Ballot) -> bool {
        let unknown = ballot.votes.iter().all(|vote| vote.program && vote.verdict == Verdict::Unknown);
        unknown && Asked::from(self.state.learner.question_about(&ballot.question)).likely >= LEAST_LIKELY_SHOWN
    }

    /// The rules of a list with some among them that are known to be false, by
    /// objects that everybody can look up. The same whenever it is made anew.
    pub fn with_controls(&self, list: &[Asked], asking: Asking) -> Vec<Implication> {
        let mut rules: Vec<Implication> = list.iter().map(|asked| asked.question.clone()).collect();
        if list.len() < 2 || asking.controls <= 0.0 {
            return rules;
        }
        let seed = Hash::new().number(self.journal.seed()).text("controls").mixed();
        let mut stream = Streams::new(seed).stream(Purpose::Expert, 0, 0);
        let wanted = asking.controls * list.len() as f64;
        let count = wanted.floor() as usize + usize::from(stream.unit() < wanted.fract());
        for control in self.plausible_but_false(count, &mut stream) {
            rules.insert(stream.below(rules.len() + 1), control);
        }
        rules
    }

    /// Rules of one attribute each that many objects keep and some break.
    fn plausible_but_false(&self, count: usize, stream: &mut Stream) -> Vec<Implication> {
        let shown: Vec<Implication> =
            self.journal.entries().iter().filter_map(|entry| self.control(&entry.what)).collect();
        let attributes = self.universe().len();
        let counted = self.models().iter().zip(self.knowledge().counts().iter().copied());
        let complete: Vec<(&Model, usize)> = counted.filter(|(model, _)| model.is_complete()).collect();
        let mut found = Vec::new();
        for premise in 0..attributes {
            let with: Vec<&(&Model, usize)> =
                complete.iter().filter(|(model, _)| model.has().contains(premise)).collect();
            let support: usize = with.iter().map(|(_, count)| count).sum();
            if support < PLAUSIBLE_SUPPORT {
                continue;
            }
            for attr in (0..attributes).filter(|&attr| attr != premise) {
                let keep: usize =
                    with.iter().filter(|(model, _)| model.has().contains(attr)).map(|(_, count)| count).sum();
                if PLAUSIBLE_CONFIDENCE.contains(&(keep as f64 / support as f64)) {
                    let [premise, conclusion] = [premise, attr].map(|attr| AttrSet::of(attributes, [attr]));
                    found.push(Implication::new(premise, conclusion));
                }
            }
        }
        found.retain(|rule| !shown.contains(rule));
        stream.shuffle(&mut found);
        found.truncate(count);
        found
    }

    fn control(&self, what: &EntryKind) -> Option<Implication> {
        match what {
            EntryKind::Control { question, .. } => question.rule(self.universe()).ok(),
            _ => None,
        }
    }

    /// A rule as it would be asked, with what is expected of the answer.
    pub fn asked_about(&self, rule: &Implication) -> Asked {
        let mut asked: Asked = self.state.learner.question_about(rule).into();
        // As if it were not known yet.
        asked.likely = asked.likely.max(LEAST_LIKELY_SHOWN);
        asked
    }

    /// Takes the answers to a list of rules, each `None` if it was left out. One that
    /// was known to be false when the list came back counts as noticed unless it was
    /// ticked or left out, and changes nothing else. If an answer is refused, so are
    /// those after it; what was taken before it stays.
    pub fn answer_list(
        &mut self,
        who: Option<&str>,
        answers: Vec<(Implication, Option<Response>)>,
        seconds: Option<f64>,
    ) -> Result<Checked, Refusal> {
        let together = answers.len().max(1) as u32;
        let took =
            seconds.map(|seconds| Took { seconds: seconds / f64::from(together), together, guessed: 0, corrected: 0 });
        let mut checked = Checked::default();
        // What is refuted on this very list was not known to be false.
        let known: Vec<bool> = answers.iter().map(|(question, _)| self.knowledge().fails(question)).collect();
        for ((question, response), known_false) in answers.into_iter().zip(known) {
            let Some(response) = response else { continue };
            if known_false {
                let noticed = response != Response::Holds;
                let line = RuleLine::new(self.universe(), &question);
                self.journal.append(who, EntryKind::Control { question: line, noticed })?;
                match noticed {
                    true => checked.noticed += 1,
                    false => checked.missed.push(question),
                }
                continue;
            }
            // What follows from the others by now need not be written again.
            if response == Response::Holds && self.knowledge().entails(&question) {
                continue;
            }
            if response == Response::Holds && self.knowledge().fails(&question) {
                checked.broken.push(question);
                continue;
            }
            let entry = self.timed(took, |exploration| exploration.answer(who, &question, response))?;
            checked.entries.push(entry);
        }
        Ok(checked)
    }

    /// Does something that took so long.
    pub fn timed<R>(&mut self, took: Option<Took>, act: impl FnOnce(&mut Self) -> R) -> R {
        self.journal.set_took(took);
        let done = act(self);
        self.journal.set_took(None);
        done
    }

    /// How many rules known to be false were on lists, and how many of them were
    /// noticed; by one person, or by all.
    pub fn controls(&self, who: Option<&str>) -> (usize, usize) {
        let by = |name: &Option<String>| who.is_none() || name.as_deref() == who;
        let entries = self.journal.entries().iter().filter(|entry| by(&entry.who));
        let shown = entries.filter_map(|entry| match entry.what {
            EntryKind::Control { noticed, .. } => Some(noticed),
            _ => None,
        });
        shown.fold((0, 0), |(all, caught), noticed| (all + 1, caught + usize::from(noticed)))
    }
}
