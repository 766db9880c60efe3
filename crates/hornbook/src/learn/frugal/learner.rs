//! The learner itself: what it knows, and what it asks next.

use super::belief::{Belief, Frequencies};
use super::choice::{Candidate, Chooser, are_apart};
use super::fitted::{Features, Fitted};
use super::look::{FEW_QUESTIONS, LaidOutModels, Look, MAX_OPEN_SETS, MIN_OPEN_SETS, Pace, Part};
use super::pool::{Block, Drawing, Open, Scope, depends_on_unanswered};
use super::settings::{FrugalSettings, Spent};
use crate::accuracy::{Accuracy, Schedule, Strength};
use crate::answer::Answer;
use crate::knowledge::{Conflict, Knowledge};
use crate::learn::pac::{HornApproximation, PacSettings, Variant};
use crate::learn::progress::{Cancelled, Progress, Watch};
use crate::learn::protocol::{AnswerError, Expectation, Learner, Question, Step};
use crate::outcome::{Bound, Certificate};
use crate::sampling::{Purpose, Streams};
use crate::{AttrSet, Conclusion, Implication, Theory};

/// Rules that hold with this probability may be asked together.
const LIKELY_ENOUGH: f64 = 0.75;
/// A rule is on a list with others if it is worth this share of the first.
const LEAST_WORTH_ON_A_LIST: f64 = 0.2;
/// Of the stream of the round, the block by which the others are chosen.
const CHECKLIST_BLOCK: u64 = 1 << 32;

/// However many times ε may be open: for a share of 1 there is nothing to learn.
const MAX_EPSILON: f64 = 0.99;

/// The frugal learner, as a value: it keeps what it has learned when a run is
/// cut short.
#[derive(Clone, Debug)]
pub struct Frugal {
    pub(super) settings: FrugalSettings,
    /// What is certified apart.
    pub(super) parts: Vec<Part>,
    pub(super) scope: Scope,
    pub(super) knowledge: Knowledge,
    /// Rules known beforehand.
    pub(super) known: usize,
    /// Questions that nobody could answer.
    pub(super) unanswered: Vec<Implication>,
    /// Questions to be asked only when nothing else is left to ask.
    pub(super) put_off: Vec<Implication>,
    /// Questions that were given out.
    pub(super) out: Vec<Implication>,
    pub(super) spent: Spent,
    pub(super) samples: u64,
    pub(super) belief: Belief,
    /// The same fitted to the answers; not where nearly all sets never occur, for
    /// which it is of no use.
    pub(super) fitted: Option<Fitted>,
    pub(super) look: Look,
    /// Whether an attempt at a certificate was announced and is to be made.
    pub(super) attempt_due: bool,
    pub(super) certificate: Option<Certificate>,
    pub(super) rows: LaidOutModels,
    pub(super) pace: Pace,
    /// The paper's refinement, once it has taken over.
    pub(super) fallback: Option<Box<HornApproximation>>,
}

impl Frugal {
    /// Starts from what is known: background rules and initial models.
    pub fn new(settings: FrugalSettings, knowledge: Knowledge) -> Self {
        let background = knowledge.rules().len();
        Self::resume(settings, knowledge, background, Vec::new(), Spent::default())
    }

    /// Goes on from what is known, of which the first `background` rules were
    /// known beforehand, which questions nobody could answer, and what was spent.
    /// How likely answers are is learned anew, which may cost a few questions.
    pub fn resume(
        settings: FrugalSettings,
        knowledge: Knowledge,
        background: usize,
        unanswered: Vec<Implication>,
        spent: Spent,
    ) -> Self {
        Self {
            scope: Scope { goal: settings.goal.clone(), max_premise: settings.max_premise },
            parts: Part::all(&settings.sampler),
            known: background,
            knowledge,
            unanswered,
            put_off: Vec::new(),
            out: Vec::new(),
            spent,
            samples: 0,
            belief: Belief::new(),
            fitted: settings.sampler.is_near_what_occurs().then(Fitted::new),
            look: Look::default(),
            attempt_due: false,
            certificate: None,
            rows: LaidOutModels::default(),
            pace: FEW_QUESTIONS,
            fallback: None,
            settings,
        }
    }

    /// What is known by now.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Questions that nobody could answer.
    pub fn unanswered(&self) -> &[Implication] {
        &self.unanswered
    }

    /// What was used up; needed to go on after a restart.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// Sets drawn.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The next question, looking and certifying on the way.
    fn find_question(&mut self, watch: Watch<'_>) -> Result<Step, Cancelled> {
        loop {
            if std::mem::take(&mut self.attempt_due) {
                self.certificate = self.make_attempt(watch)?;
                if self.certificate.is_some() {
                    return Ok(Step::Done);
                }
            } else if self.look_is_due() {
                self.look_again(self.pace.look, watch)?;
                self.attempt_due = self.is_worth_an_attempt(watch)?;
                if self.attempt_due {
                    return Ok(Step::Attempt);
                }
            }
            if let Some(candidate) = self.choose() {
                return Ok(Step::Ask(vec![self.question(&candidate, self.look.share())]));
            }
            // Nothing to ask about these sets but what was put off; or others
            // may show something. What was put off last comes last.
            let kept = usize::from(self.put_off.len() > 1);
            self.put_off.drain(..self.put_off.len() - kept);
            self.look = Look::default();
        }
    }

    /// Whether the last look has too few sets left to choose by, or few enough
    /// for a certificate, which its share does not tell once it was used.
    fn look_is_due(&self) -> bool {
        let Look { open, used, .. } = &self.look;
        open.len() < MIN_OPEN_SETS || (*used && self.look.share() <= self.settings.accuracy.epsilon())
    }

    fn choose(&mut self) -> Option<Candidate> {
        if self.look.open.is_empty() {
            return None;
        }
        self.look.used = true;
        self.spent.rounds += 1;
        let mut stream = Streams::new(self.settings.seed).stream(Purpose::Look, self.spent.rounds, 0);
        let Self { knowledge, look, .. } = &*self;
        let not_now = [&self.unanswered[..], &self.put_off[..]].concat();
        let whole = self.put_off.is_empty();
        let open = &look.open;
        let weights = &look.weights(self.settings.accuracy.epsilon());
        let chooser = Chooser { not_now: &not_now, whole, ..self.chooser(knowledge, open, weights) };
        chooser.choose(&mut stream)
    }

    /// A question beside those that are out: one that does not depend on them,
    /// nor they on it, by the sets of the last look; about some attributes
    /// alone, if so asked. Changes nothing.
    pub fn next_independent(&self, out: &[Implication], about: Option<&AttrSet>) -> Option<Question> {
        let Self { knowledge, look, .. } = self;
        let independent = |open: &&Open| !depends_on_unanswered(&open.closed, out);
        let open: Vec<Open> = look.open.iter().filter(independent).cloned().collect();
        if open.is_empty() {
            return None;
        }
        // Nothing is certified by what is chosen, so the round need not be kept.
        let round = self.spent.rounds + out.len() as u64 + 1;
        let mut stream = Streams::new(self.settings.seed).stream(Purpose::Look, round, 0);
        let not_now = [&self.unanswered[..], &self.put_off[..], out].concat();
        let weights = &look.weights(self.settings.accuracy.epsilon());
        let chooser = Chooser { not_now: &not_now, out, about, ..self.chooser(knowledge, &open, weights) };
        let share = open.len() as f64 / look.open.len() as f64 * look.share();
        chooser.choose(&mut stream).map(|candidate| self.question(&candidate, share))
    }

    /// What chooses among questions about these open sets.
    fn chooser<'a>(&'a self, knowledge: &'a Knowledge, open: &'a [Open], weights: &'a [f64]) -> Chooser<'a> {
        Chooser {
            knowledge,
            scope: &self.scope,
            belief: &self.belief,
            fitted: self.fitted.as_ref(),
            effort: self.settings.effort,
            not_now: &[],
            whole: false,
            open,
            weights,
            out: &[],
            about: None,
            least_likely: 0.0,
        }
    }

    /// A question that very likely holds, and others that do so too: to be asked
    /// together. Each is chosen as if those before it hold. Only the question itself
    /// if it is not that likely. Changes nothing.
    pub fn checklist(&self, first: &Question, most: usize) -> Vec<Question> {
        let is_likely = |question: &Question| question.expectation.is_some_and(|found| found.likely >= LIKELY_ENOUGH);
        let mut list = vec![first.clone()];
        if !is_likely(first) {
            return list;
        }
        let mut knowledge = self.knowledge.clone();
        let mut open: Vec<Open> = self.look.open.clone();
        let weights = &self.look.weights(self.settings.accuracy.epsilon());
        let not_now = [&self.unanswered[..], &self.put_off[..]].concat();
        let mut stream = Streams::new(self.settings.seed).stream(Purpose::Look, self.spent.rounds, CHECKLIST_BLOCK);
        let first_worth = self.chooser(&self.knowledge, &open, weights).worth_of(first);
        while list.len() < most
            && let Some(last) = list.last()
            && knowledge.confirm(last.implication.clone()).is_ok()
        {
            open.retain_mut(|open| match self.scope.open(&knowledge, &open.closed) {
                Some(closed) => {
                    open.closed = closed;
                    true
                }
                None => false,
            });
            let chooser =
                Chooser { not_now: &not_now, least_likely: LIKELY_ENOUGH, ..self.chooser(&knowledge, &open, weights) };
            let Some((worth, candidate)) = (!open.is_empty()).then(|| chooser.best(&mut stream)).flatten() else {
                break;
            };
            if worth < LEAST_WORTH_ON_A_LIST * first_worth {
                break;
            }
            list.push(self.question(&candidate, self.look.share()));
        }
        list
    }

    /// Whether a question depends on none of those that are out, nor they on it.
    pub fn is_independent(&self, question: &Implication, out: &[Implication]) -> bool {
        out.iter().all(|other| are_apart(&self.knowledge, &question.premise, &other.premise))
    }

    fn question(&self, candidate: &Candidate, share: f64) -> Question {
        let expectation = Expectation { likely: candidate.likely, weight: candidate.weight * share };
        Question { implication: candidate.question(), expectation: Some(expectation) }
    }

    /// Learns what was said about a question, and says whether that settles it.
    pub(super) fn learn_about(
        &mut self,
        question: &Implication,
        learn: impl FnOnce(&mut Knowledge) -> Result<(), Conflict>,
    ) -> Result<bool, Conflict> {
        let evidence = Frequencies::new(&self.knowledge).about(question);
        let features = self.features(question);
        learn(&mut self.knowledge)?;
        self.spent.questions += 1;
        self.certificate = None;
        self.attempt_due = false;
        let held = self.knowledge.entails(question);
        let settled = held || self.knowledge.fails(question);
        if settled {
            evidence.into_iter().for_each(|evidence| self.belief.learn(&evidence, held));
            if let (Some(fitted), Some(features)) = (&mut self.fitted, features) {
                fitted.learn(features, held);
            }
        }
        Ok(settled)
    }

    /// What speaks for a rule and against it, if likelihoods are fitted.
    pub(super) fn features(&self, question: &Implication) -> Option<Features> {
        self.fitted.as_ref()?;
        let Conclusion::Attrs(closed) = self.knowledge.lower(&question.premise) else { return None };
        let frequencies = Frequencies::new(&self.knowledge);
        frequencies.features(&self.belief, &question.premise, &closed, &question.conclusion)
    }

    /// Leaves out, of the last look, what is settled by now.
    fn look_over(&mut self) {
        let Self { knowledge, scope, unanswered, look, .. } = self;
        let still_open = |Open { drawn, closed, part }| {
            let closed = scope.open(knowledge, &closed)?;
            (!depends_on_unanswered(&closed, unanswered)).then_some(Open { drawn, closed, part })
        };
        look.open = std::mem::take(&mut look.open).into_iter().filter_map(still_open).collect();
    }

    /// Draws open sets to choose questions by.
    pub(super) fn look_again(&mut self, times: f64, watch: Watch<'_>) -> Result<(), Cancelled> {
        let mut look = Look::default();
        let mut flow = std::ops::ControlFlow::Continue(());
        let mut progress = self.progress();
        let max_open = MAX_OPEN_SETS / self.parts.len();
        for part in 0..self.parts.len() {
            let most = self.sample_count(times, part);
            look.drawn.push((0, self.parts[part].times));
            let before = look.open.len();
            self.draw(Purpose::Look, part, most, |block| {
                progress.samples += block.drawn;
                look.take(block);
                flow = watch(&progress);
                flow.is_break() || look.open.len() - before >= max_open
            });
            Cancelled::check(flow)?;
        }
        self.samples += look.all_drawn();
        self.look = look;
        Ok(())
    }

    pub(super) fn draw(&mut self, purpose: Purpose, part: usize, samples: u64, enough: impl FnMut(Block) -> bool) {
        self.spent.rounds += 1;
        let round = self.spent.rounds;
        let known = &self.knowledge;
        let sampler = self.parts[part].sampler.over_counted_models(known.models(), known.counts());
        self.drawing(&sampler, part).draw(purpose, round, samples, enough);
    }

    /// What it takes to draw sets and see which of them are open.
    pub(super) fn drawing<'a>(&'a mut self, sampler: &'a crate::sampling::Sampler, part: usize) -> Drawing<'a> {
        let lane_rows = self.rows.lay_out(&self.knowledge);
        Drawing {
            knowledge: &self.knowledge,
            scope: &self.scope,
            unanswered: &self.unanswered,
            sampler,
            part,
            streams: Streams::new(self.settings.seed),
            threads: self.settings.threads,
            lane_theory: self.knowledge.rules().lanes(),
            lane_rows,
        }
    }

    /// So many times 1/ε, for what may be open of a part.
    pub(super) fn sample_count(&self, times: f64, part: usize) -> u64 {
        (times / self.epsilon_of(part)).ceil() as u64
    }

    /// The share of sets of a part that may be open.
    pub(super) fn epsilon_of(&self, part: usize) -> f64 {
        (self.settings.accuracy.epsilon() * self.parts[part].times).min(MAX_EPSILON)
    }

    pub(super) fn progress(&self) -> Progress {
        self.progress_at(self.look.share())
    }

    /// Where it is if this share of sets is open.
    pub(super) fn progress_at(&self, share: f64) -> Progress {
        // From everything open to a share ε, a step for each halving.
        let halvings = |share: f64| -share.clamp(f64::MIN_POSITIVE, 1.0).log2();
        let needed = halvings(self.settings.accuracy.epsilon()).max(1.0);
        Progress {
            round: self.spent.rounds,
            samples: self.samples,
            agreed: (100.0 * (halvings(share) / needed).min(1.0)) as u64,
            needed: 100,
            rules: self.knowledge.rules().len() - self.known,
            questions: self.spent.questions,
            epsilon: Some(share),
            ..Progress::default()
        }
    }

    /// Whether the fallback is due. It knows neither goals nor longest premises,
    /// and needs every answer.
    fn falls_back(&self) -> bool {
        self.spent.questions >= self.settings.fallback_after
            && self.scope.goal.is_none()
            && self.scope.max_premise.is_none()
            && self.unanswered.is_empty()
    }

    /// Lets Horn1's refinement finish what was begun. Its rounds go on
    /// spending δ where the attempts at a certificate ended.
    fn fall_back(&mut self) {
        // Of the parts that are certified apart, each is as large a part of the
        // samples: all of them are within what is wanted if their mean is that small.
        let parts = self.parts.len() as f64;
        let epsilon = self.settings.accuracy.epsilon() / parts;
        let settings = PacSettings {
            accuracy: Accuracy::new(epsilon, self.settings.accuracy.delta()).unwrap_or(self.settings.accuracy),
            schedule: Schedule::Thrifty,
            strength: Strength::Strong,
            variant: Variant::Valid,
            sampler: self.settings.sampler.clone(),
            seed: self.settings.seed,
            background: self.knowledge.rules().clone(),
        };
        let fallback = HornApproximation::resume(settings, self.knowledge.clone(), self.spent.attempts);
        self.fallback = Some(Box::new(fallback));
    }

    /// Takes over what the fallback has learned, if there is one.
    pub(super) fn end_fallback(&mut self) {
        let Some(fallback) = self.fallback.take() else { return };
        self.spent.attempts = fallback.rounds();
        self.samples += fallback.samples();
        for rule in fallback.rules().rules() {
            // It started from this knowledge and refused what contradicts it.
            let confirmed = self.knowledge.confirm(rule.clone());
            debug_assert!(confirmed.is_ok(), "a rule of the fallback contradicts what it was told");
        }
        if fallback.is_certified() {
            let epsilon = self.settings.accuracy.epsilon();
            let bound = Bound { epsilon, set_aside: 0.0, samples: fallback.samples() };
            let any_few = (self.parts.len() > 1).then_some(bound);
            self.certificate = Some(Certificate { any_few, ..Certificate::of(bound) });
        }
    }
}

impl Learner for Frugal {
    fn next(&mut self, most: usize, watch: Watch<'_>) -> Result<Step, Cancelled> {
        if let Some(fallback) = &mut self.fallback {
            let step = fallback.next(most, watch)?;
            if step == Step::Done {
                self.end_fallback();
            }
            return Ok(step);
        }
        if self.certificate.is_some() {
            return Ok(Step::Done);
        }
        let mut questions = Vec::new();
        if self.out.is_empty() {
            match self.find_question(watch)? {
                Step::Ask(_) if self.falls_back() => {
                    self.fall_back();
                    return self.next(most, watch);
                }
                Step::Ask(first) => questions = first,
                step => return Ok(step),
            }
            self.out.extend(questions.iter().map(|question| question.implication.clone()));
        }
        while questions.len() < most
            && let Some(question) = self.next_independent(&self.out, None)
        {
            self.out.push(question.implication.clone());
            questions.push(question);
        }
        Ok(if questions.is_empty() { Step::Wait } else { Step::Ask(questions) })
    }

    fn answer(&mut self, question: &Implication, answer: &Answer) -> Result<(), AnswerError> {
        if let Some(fallback) = &mut self.fallback {
            fallback.answer(question, answer)?;
            self.spent.questions += 1;
            return Ok(());
        }
        self.out.retain(|other| other != question);
        let learned = self.learn_about(question, |knowledge| knowledge.learn(question, answer));
        if !learned.map_err(AnswerError::Conflict)? {
            self.unanswered.push(question.clone());
        }
        self.look_over();
        Ok(())
    }

    fn withdraw_questions(&mut self) {
        self.out.clear();
        self.fallback.iter_mut().for_each(|fallback| fallback.withdraw_questions());
    }

    fn rules(&self) -> Theory {
        let rules = self.knowledge.rules();
        let mut learned = Theory::from_rules(rules.attribute_count(), rules.rules()[self.known..].iter().cloned());
        let fallback = self.fallback.iter().map(|fallback| fallback.rules());
        fallback.for_each(|rules| rules.rules().iter().for_each(|rule| learned.push(rule.clone())));
        learned
    }

    fn certificate(&self) -> Option<Certificate> {
        self.certificate
    }
}
