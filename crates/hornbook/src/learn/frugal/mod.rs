//! The frugal learner: certified rules in as few questions as possible.
//!
//! Goes beyond the paper. Sampling is free, only questions cost; so sets are
//! drawn and looked at without asking, and questions are put only where the
//! most depends on them:
//!
//! 1. *Look*: draw sets and keep those that are open, where what is known does
//!    not settle what follows.
//! 2. *Choose* the question that promises most (`choice.rs`).
//! 3. *Learn*: "yes" confirms a rule, "no" adds a model.
//! 4. *Certify*: once a look finds few enough open sets, draw fresh ones from
//!    a stream of their own and take an exact binomial bound on their share.
//!
//! Invariant: only confirmed rules are held, so every rule is valid; where a
//! set is settled the rules give the whole truth, so the share of open sets
//! bounds the strong error from above.
//!
//! Guarantee: attempt i at a certificate may fail with δ/(i(i+1)); looks spend
//! nothing of δ, since no certificate rests on them. The proof is in
//! `docs/guarantee.md`.
//!
//! Questions: for each, a rule that did not follow is confirmed or a model
//! that was not known is seen, so there are finitely many. That is no
//! polynomial bound; after [`FrugalSettings::fallback_after`] questions the paper's
//! refinement takes over, which has one.

mod belief;
mod choice;
mod pool;
mod settle;

use self::belief::Belief;
use self::choice::{Candidate, Chooser, are_apart};
use self::pool::{Block, Drawing, Open, Scope, depends_on_unanswered};
use super::pac::{HornApproximation, PacSettings, Strength, Variant};
use super::{Accuracy, LearnError, Progress, Schedule, Watch, binomial};
use crate::knowledge::{Conflict, Knowledge};
use crate::lanes::LaneRows;
use crate::oracle::{Answer, Counted, Oracle};
use crate::sampling::{Purpose, Sampler, Streams};
use crate::{AttrSet, Implication, Theory};

/// Everything [`Frugal`] can be told.
#[derive(Clone, Debug)]
pub struct FrugalSettings {
    /// ε and δ.
    pub accuracy: Accuracy,
    /// The distribution that ε is about.
    pub sampler: Sampler,
    /// The seed of the samples.
    pub seed: u64,
    /// Only what follows among these attributes is asked and certified.
    pub goal: Option<AttrSet>,
    /// No premise is longer than this; the sampler must draw no longer sets.
    pub max_premise: Option<usize>,
    /// How many threads draw samples; the result does not depend on it.
    pub threads: usize,
    /// After so many questions the paper's refinement takes over, for the sake
    /// of its polynomial bound. It knows neither goals nor longest premises and
    /// needs every answer, so it is not used with either, nor once a question
    /// was set aside.
    pub fallback_after: u64,
}

/// After so many questions the fallback takes over unless told otherwise.
pub const FALLBACK_AFTER: u64 = 10_000;

impl FrugalSettings {
    /// The usual ones: no goal, premises of any length, one thread.
    pub fn new(accuracy: Accuracy, sampler: Sampler, seed: u64) -> Self {
        Self { accuracy, sampler, seed, goal: None, max_premise: None, threads: 1, fallback_after: FALLBACK_AFTER }
    }
}

/// Streams and confidence used up so far. A run that goes on after a restart
/// must start from here: no stream may be drawn from again, and no part of δ
/// spent twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Spent {
    /// Streams drawn from.
    pub rounds: u64,
    /// Attempts at a certificate.
    pub attempts: u64,
    /// Questions asked.
    pub questions: u64,
}

/// What was certified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// With probability at least 1 − δ, conclusions are incomplete for at most
    /// this share of sets, leaving out those that hang on set-aside questions.
    pub epsilon: f64,
    /// With the same probability, at most this share of sets hangs on
    /// questions that were set aside; 0 if none was.
    pub set_aside: f64,
    /// The fresh samples it rests on.
    pub samples: u64,
}

/// A question with reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is asked.
    pub implication: Implication,
    /// How likely a "yes" was thought to be.
    pub likely: f64,
    /// The share of all sets for which a "yes" would change what follows.
    pub weight: f64,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// This question.
    Ask(Question),
    /// Nothing: it is certified.
    Certified(Certificate),
}

/// The frugal learner, as a value: it keeps what it has learned when a run is
/// cut short.
#[derive(Clone, Debug)]
pub struct Frugal {
    settings: FrugalSettings,
    scope: Scope,
    knowledge: Knowledge,
    /// Rules known beforehand.
    known: usize,
    set_aside: Vec<Implication>,
    /// Questions to be asked only when nothing else is left to ask.
    put_off: Vec<Implication>,
    spent: Spent,
    samples: u64,
    belief: Belief,
    look: Look,
    certificate: Option<Certificate>,
    rows: Rows,
    pace: Pace,
}

/// The models laid out for many sets at once, kept until more is known of them.
#[derive(Clone, Debug, Default)]
struct Rows {
    /// With how often what is known of them had changed by then.
    laid_out: Option<(u64, LaneRows)>,
}

impl Rows {
    fn lay_out(&mut self, knowledge: &Knowledge) -> &LaneRows {
        let old = self.laid_out.take().filter(|(version, _)| *version == knowledge.version());
        let lay_out = || (knowledge.version(), LaneRows::of_models(knowledge.attribute_count(), knowledge.models()));
        &self.laid_out.insert(old.unwrap_or_else(lay_out)).1
    }
}

/// The open sets of the last look.
#[derive(Clone, Debug, Default)]
struct Look {
    open: Vec<Open>,
    drawn: u64,
    /// Whether questions were chosen by these sets, so that their share says
    /// too little about the rest.
    used: bool,
}

impl Look {
    fn share(&self) -> f64 {
        if self.drawn == 0 { 1.0 } else { self.open.len() as f64 / self.drawn as f64 }
    }

    fn take(&mut self, block: Block) {
        self.drawn += block.drawn;
        self.open.extend(block.open);
    }
}

/// How many samples are drawn for what.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// A look ends after this many times 1/ε, …
    look: f64,
    /// … and after this many if it may be the last.
    close_look: f64,
    /// A certificate rests on this many times 1/ε samples, …
    certify: f64,
    /// … and is attempted if a look had at most this share of what they allow.
    comfortable: f64,
}

/// Samples are free, and questions are not.
const FRUGAL: Pace = Pace { look: 200.0, close_look: 2000.0, certify: 2000.0, comfortable: 1.0 };

/// A certificate rests on at least this many times 1/ε · ln 1/δ samples: with
/// fewer than one none could be had at all.
const A_DELTA: f64 = 5.0;

/// A look goes on until it has this many open sets.
const WANTED: usize = 1000;
/// With fewer open sets left of a look, the next one is due.
const FEW: usize = 300;
/// For the ε that is supported at some moment, so many samples that this many
/// are open if the last look is right, within bounds that keep it quick.
const EVIDENCE: f64 = 100.0;
const EVIDENCE_SAMPLES: std::ops::RangeInclusive<u64> = 1_000..=1_000_000;

impl Frugal {
    /// Starts from what is known: background rules and initial models.
    pub fn new(settings: FrugalSettings, knowledge: Knowledge) -> Self {
        let background = knowledge.rules().len();
        Self::resume(settings, knowledge, background, Vec::new(), Spent::default())
    }

    /// Goes on from what is known, of which the first `background` rules were
    /// known beforehand, which questions were set aside, and what was spent.
    /// How likely answers are is learned anew, which may cost a few questions.
    pub fn resume(
        settings: FrugalSettings,
        knowledge: Knowledge,
        background: usize,
        set_aside: Vec<Implication>,
        spent: Spent,
    ) -> Self {
        Self {
            scope: Scope { goal: settings.goal.clone(), max_premise: settings.max_premise },
            settings,
            known: background,
            knowledge,
            set_aside,
            put_off: Vec::new(),
            spent,
            samples: 0,
            belief: Belief::new(),
            look: Look::default(),
            certificate: None,
            rows: Rows::default(),
            pace: FRUGAL,
        }
    }

    /// The next question, or the certificate. Calls `watch` while sampling.
    pub fn next<E>(&mut self, watch: Watch<'_>) -> Result<Next, LearnError<E>> {
        self.next_announced(watch, &mut || Ok(()))
    }

    /// [`next`](Self::next), with a word before each attempt at a certificate:
    /// for those who must put on record that a part of δ is spent before it is.
    pub fn next_announced<E>(
        &mut self,
        watch: Watch<'_>,
        announce: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Next, LearnError<E>> {
        if let Some(certificate) = self.certificate {
            return Ok(Next::Certified(certificate));
        }
        loop {
            if self.look_is_due() {
                self.look_again(self.pace.look, watch)?;
                if let Some(certificate) = self.certify(watch, announce)? {
                    self.certificate = Some(certificate);
                    return Ok(Next::Certified(certificate));
                }
            }
            if let Some(candidate) = self.choose() {
                return Ok(Next::Ask(self.question(&candidate, self.look.share())));
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
        open.len() < FEW || (*used && self.look.share() <= self.settings.accuracy.epsilon())
    }

    fn choose(&mut self) -> Option<Candidate> {
        if self.look.open.is_empty() {
            return None;
        }
        self.look.used = true;
        self.spent.rounds += 1;
        let mut stream = Streams::new(self.settings.seed).stream(Purpose::Look, self.spent.rounds, 0);
        let Self { knowledge, scope, belief, look, .. } = &*self;
        let not_now = [&self.set_aside[..], &self.put_off[..]].concat();
        let whole = self.put_off.is_empty();
        let open = &look.open;
        Chooser { knowledge, scope, belief, not_now: &not_now, whole, open, out: &[], about: None }.choose(&mut stream)
    }

    /// A question beside those that are out: one that does not depend on them,
    /// nor they on it, by the sets of the last look; about some attributes
    /// alone, if so asked. Changes nothing.
    pub fn next_independent(&self, out: &[Implication], about: Option<&AttrSet>) -> Option<Question> {
        let Self { knowledge, scope, belief, look, .. } = self;
        let hangs_on_none = |open: &&Open| !depends_on_unanswered(&open.closed, out);
        let open: Vec<Open> = look.open.iter().filter(hangs_on_none).cloned().collect();
        if open.is_empty() {
            return None;
        }
        // Nothing is certified by what is chosen, so the round need not be kept.
        let round = self.spent.rounds + out.len() as u64 + 1;
        let mut stream = Streams::new(self.settings.seed).stream(Purpose::Look, round, 0);
        let not_now = [&self.set_aside[..], &self.put_off[..], out].concat();
        let chooser = Chooser { knowledge, scope, belief, not_now: &not_now, whole: false, open: &open, out, about };
        let share = open.len() as f64 / look.drawn.max(1) as f64;
        chooser.choose(&mut stream).map(|candidate| self.question(&candidate, share))
    }

    /// Whether a question depends on none of those that are out, nor they on it.
    pub fn is_apart(&self, question: &Implication, out: &[Implication]) -> bool {
        out.iter().all(|other| are_apart(&self.knowledge, &question.premise, &other.premise))
    }

    fn question(&self, candidate: &Candidate, share: f64) -> Question {
        Question { implication: candidate.question(), likely: candidate.likely, weight: candidate.weight * share }
    }

    /// What speaks for a question.
    pub fn question_about(&self, implication: &Implication) -> Question {
        let evidence = belief::Frequencies::new(&self.knowledge).about(implication);
        let likely = evidence.map_or(1.0, |evidence| self.belief.yes(&evidence));
        let changed = self.look.open.iter().filter(|open| !implication.holds_in(&open.closed)).count();
        let weight = changed as f64 / self.look.drawn.max(1) as f64;
        Question { implication: implication.clone(), likely, weight }
    }

    /// Forgets the last look, and draws from the streams of this seed from now
    /// on: what comes next then depends on what is known and on the seed alone.
    pub fn reset_sampling(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.spent.rounds = 0;
        self.look = Look::default();
        self.certificate = None;
    }

    /// Goes on counting attempts at a certificate from here.
    pub fn count_attempts(&mut self, attempts: u64) {
        self.spent.attempts = attempts;
    }

    /// Does without answers to the first of these questions, and keeps the
    /// second back until nothing else is left to ask; both as far as they are
    /// not settled by now. Forgets of all others.
    pub fn set_unanswered(&mut self, set_aside: &[Implication], put_off: &[Implication]) {
        let Self { knowledge, .. } = self;
        let open = |question: &&Implication| !knowledge.decides(question);
        self.set_aside = set_aside.iter().filter(open).cloned().collect();
        self.put_off = put_off.iter().filter(open).cloned().collect();
    }

    /// Learns from an answer. A contradiction to earlier answers is refused
    /// and changes nothing.
    pub fn answer(&mut self, question: &Question, answer: &Answer) -> Result<(), Conflict> {
        let implication = &question.implication;
        if !self.learn_answer(implication, |knowledge| knowledge.learn(implication, answer))? {
            self.set_aside.push(implication.clone());
        }
        self.look_over();
        Ok(())
    }

    /// Learns what was said about a question, and says whether that settles it.
    pub fn learn_answer(
        &mut self,
        question: &Implication,
        learn: impl FnOnce(&mut Knowledge) -> Result<(), Conflict>,
    ) -> Result<bool, Conflict> {
        let evidence = belief::Frequencies::new(&self.knowledge).about(question);
        learn(&mut self.knowledge)?;
        self.spent.questions += 1;
        self.certificate = None;
        let held = self.knowledge.entails(question);
        let settled = held || self.knowledge.refuter(question).is_some();
        if settled {
            evidence.into_iter().for_each(|evidence| self.belief.learn(&evidence, held));
        }
        Ok(settled)
    }

    /// Learns something that was not asked. What was drawn before must not be
    /// used any more: call [`reset_sampling`](Self::afresh) before going on.
    pub fn learn_unasked(
        &mut self,
        learn: impl FnOnce(&mut Knowledge) -> Result<(), Conflict>,
    ) -> Result<(), Conflict> {
        learn(&mut self.knowledge)
    }

    /// Leaves out, of the last look, what is settled by now.
    fn look_over(&mut self) {
        let Self { knowledge, scope, set_aside, look, .. } = self;
        let still_open = |Open { drawn, closed }| {
            let closed = scope.open(knowledge, &closed)?;
            (!depends_on_unanswered(&closed, set_aside)).then_some(Open { drawn, closed })
        };
        look.open = std::mem::take(&mut look.open).into_iter().filter_map(still_open).collect();
    }

    /// Asks until certified, or fails with what stopped it.
    pub fn run<O: Oracle>(&mut self, oracle: &mut O, watch: Watch<'_>) -> Result<(), LearnError<O::Error>> {
        while let Next::Ask(question) = self.next(watch)? {
            if self.falls_back() {
                return self.fall_back(oracle, watch);
            }
            let answer = oracle.ask(&question.implication).map_err(LearnError::Oracle)?;
            self.answer(&question, &answer).map_err(LearnError::Conflict)?;
        }
        Ok(())
    }

    /// Whether the fallback is due. It knows neither goals nor longest premises,
    /// and needs every answer.
    fn falls_back(&self) -> bool {
        self.spent.questions >= self.settings.fallback_after
            && self.scope.goal.is_none()
            && self.scope.max_premise.is_none()
            && self.set_aside.is_empty()
    }

    /// Lets Horn1's refinement finish what was begun. Its rounds go on
    /// spending δ where the attempts at a certificate ended.
    fn fall_back<O: Oracle>(&mut self, oracle: &mut O, watch: Watch<'_>) -> Result<(), LearnError<O::Error>> {
        let settings = PacSettings {
            accuracy: self.settings.accuracy,
            schedule: Schedule::Thrifty,
            strength: Strength::Strong,
            variant: Variant::Valid,
            sampler: self.settings.sampler.clone(),
            seed: self.settings.seed,
            background: self.knowledge.rules().clone(),
        };
        let mut learner = HornApproximation::resume(settings, self.knowledge.clone(), self.spent.attempts);
        let mut counted = Counted::new(oracle);
        let ended = learner.run(&mut counted, watch);
        self.spent.questions += counted.questions().asked;
        self.spent.attempts = learner.rounds();
        self.samples += learner.samples();
        for rule in learner.rules().rules() {
            self.knowledge.confirm(rule.clone()).map_err(LearnError::Conflict)?;
        }
        if ended.is_ok() {
            let epsilon = self.settings.accuracy.epsilon();
            self.certificate = Some(Certificate { epsilon, set_aside: 0.0, samples: learner.samples() });
        }
        ended
    }

    /// Draws open sets to choose questions by.
    fn look_again<E>(&mut self, times: f64, watch: Watch<'_>) -> Result<(), LearnError<E>> {
        let most = self.sample_count(times);
        let mut look = Look::default();
        let mut flow = std::ops::ControlFlow::Continue(());
        let mut progress = self.progress();
        self.draw(Purpose::Look, most, |block| {
            progress.samples += block.drawn;
            look.take(block);
            flow = watch(&progress);
            flow.is_break() || look.open.len() >= WANTED
        });
        self.samples += look.drawn;
        self.look = look;
        LearnError::<E>::check(flow)
    }

    /// Attempts a certificate if a look, closer where it is a near thing,
    /// makes success likely. The looks cost nothing of δ.
    fn certify<E>(
        &mut self,
        watch: Watch<'_>,
        announce: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Option<Certificate>, LearnError<E>> {
        let epsilon = self.settings.accuracy.epsilon();
        if self.look.share() > epsilon {
            return Ok(None);
        }
        let Some(Attempt { samples, delta, allowed }) = self.next_attempt() else { return Ok(None) };
        if self.pace.close_look > self.pace.look {
            self.look_again(self.pace.close_look, watch)?;
        }
        if self.look.share() > self.pace.comfortable * allowed as f64 / samples as f64 {
            return Ok(None);
        }
        announce().map_err(LearnError::Oracle)?;
        self.spent.attempts += 1;
        let counts = self.attempt(samples, Some(allowed), watch)?;
        Ok((counts.open <= allowed).then(|| counts.certificate(delta, !self.set_aside.is_empty())))
    }

    /// The part of δ that the next attempt may fail with, for each of the
    /// shares it bounds.
    fn next_delta(&self) -> f64 {
        let i = self.spent.attempts as f64 + 1.0;
        let bounds = if self.set_aside.is_empty() { 1.0 } else { 2.0 };
        self.settings.accuracy.delta() / (i * (i + 1.0)) / bounds
    }

    /// Counts open sets among fresh samples. Ends early, and in vain, beyond
    /// `allowed`.
    fn attempt<E>(&mut self, samples: u64, allowed: Option<u64>, watch: Watch<'_>) -> Result<Counts, LearnError<E>> {
        let mut counts = Counts::default();
        let mut flow = std::ops::ControlFlow::Continue(());
        let mut progress = self.progress();
        self.draw(Purpose::Certificate, samples, |block| {
            counts.drawn += block.drawn;
            counts.open += block.open.len() as u64;
            counts.hanging += block.hanging;
            progress.samples += block.drawn;
            flow = watch(&progress);
            flow.is_break() || allowed.is_some_and(|allowed| counts.open > allowed)
        });
        self.samples += counts.drawn;
        LearnError::<E>::check(flow)?;
        Ok(counts)
    }

    fn draw(&mut self, purpose: Purpose, samples: u64, enough: impl FnMut(Block) -> bool) {
        self.spent.rounds += 1;
        let sampler = self.settings.sampler.over_models(self.knowledge.models());
        let lane_rows = self.rows.lay_out(&self.knowledge);
        let drawing = Drawing {
            knowledge: &self.knowledge,
            scope: &self.scope,
            set_aside: &self.set_aside,
            sampler: &sampler,
            streams: Streams::new(self.settings.seed),
            threads: self.settings.threads,
            lane_theory: self.knowledge.rules().lanes(),
            lane_rows,
        };
        drawing.draw(purpose, self.spent.rounds, samples, enough);
    }

    /// What the next attempt would be: of enough samples to succeed with some
    /// open sets, however small the part of δ.
    fn next_attempt(&self) -> Option<Attempt> {
        let delta = self.next_delta();
        let samples = self.sample_count(self.pace.certify.max(-A_DELTA * delta.ln()));
        let allowed = binomial::most_allowed(samples, self.settings.accuracy.epsilon(), delta)?;
        Some(Attempt { samples, delta, allowed })
    }

    fn sample_count(&self, times: f64) -> u64 {
        (times / self.settings.accuracy.epsilon()).ceil() as u64
    }

    /// The ε that the evidence supports at this moment, at the given δ: an
    /// attempt at a certificate of whatever size it comes out.
    pub fn evidence(&mut self) -> Certificate {
        if let Some(certificate) = self.certificate {
            return certificate;
        }
        let delta = self.next_delta();
        self.spent.attempts += 1;
        self.bound(delta)
    }

    /// The same by samples of the streams of another seed, at the part of δ
    /// that is set apart for it; does not count as an attempt.
    pub fn bound_apart(&self, seed: u64, delta: f64) -> Certificate {
        let mut apart = self.clone();
        apart.settings.seed = seed;
        let bounds = if self.set_aside.is_empty() { 1.0 } else { 2.0 };
        apart.bound(delta / bounds)
    }

    /// What can be said at this moment, each of its bounds failing with at most
    /// the given probability.
    fn bound(&mut self, delta: f64) -> Certificate {
        // Fixed before the attempt, by looks alone.
        let share = self.look.share().max(self.settings.accuracy.epsilon());
        let samples = ((EVIDENCE / share) as u64).clamp(*EVIDENCE_SAMPLES.start(), *EVIDENCE_SAMPLES.end());
        match self.attempt::<()>(samples, None, &mut super::unwatched) {
            Ok(counts) => counts.certificate(delta, !self.set_aside.is_empty()),
            Err(_) => Certificate { epsilon: 1.0, set_aside: 0.0, samples: 0 },
        }
    }

    /// How many sets the last look drew, and how many of them were open.
    pub fn looked(&self) -> (u64, u64) {
        (self.look.drawn, self.look.open.len() as u64)
    }

    fn progress(&self) -> Progress {
        // From everything open to a share ε, a step for each halving.
        let halvings = |share: f64| -share.clamp(f64::MIN_POSITIVE, 1.0).log2();
        let needed = halvings(self.settings.accuracy.epsilon()).max(1.0);
        let share = self.look.share();
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

    /// What is known by now.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// The rules confirmed, without those known beforehand.
    pub fn rules(&self) -> Theory {
        let rules = self.knowledge.rules();
        Theory::from_rules(rules.attribute_count(), rules.rules()[self.known..].iter().cloned())
    }

    /// Questions that nobody could answer.
    pub fn set_aside(&self) -> &[Implication] {
        &self.set_aside
    }

    /// What was certified, if it was.
    pub fn certificate(&self) -> Option<Certificate> {
        self.certificate
    }

    /// What was used up; needed to go on after a restart.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// Sets drawn.
    pub fn samples(&self) -> u64 {
        self.samples
    }
}

/// An attempt at a certificate, before it is made.
struct Attempt {
    samples: u64,
    delta: f64,
    /// So many of the samples may be open.
    allowed: u64,
}

#[derive(Default)]
struct Counts {
    drawn: u64,
    open: u64,
    hanging: u64,
}

impl Counts {
    fn certificate(&self, delta: f64, any_set_aside: bool) -> Certificate {
        Certificate {
            epsilon: binomial::upper_bound(self.drawn, self.open, delta),
            set_aside: if any_set_aside { binomial::upper_bound(self.drawn, self.hanging, delta) } else { 0.0 },
            samples: self.drawn,
        }
    }
}
