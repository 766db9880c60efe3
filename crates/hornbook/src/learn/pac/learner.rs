//! Algorithm 4, *HornApproximation*: Horn1 with its queries answered by
//! sampling and asking.

use super::inquiry::{Finding, Inquiry, Recall, Standing};
use super::round::{Drawn, Round};
use super::settings::{PacSettings, Variant};
use crate::accuracy::Strength;
use crate::answer::Answer;
use crate::learn::horn1::{Counterexample, Horn1, Query};
use crate::learn::progress::{Cancelled, Progress, Watch};
use crate::learn::protocol::{AnswerError, Learner, Step};
use crate::outcome::{Bound, Certificate};
use crate::sampling::{Purpose, Streams};
use crate::{AttrSet, Conclusion, Implication, Knowledge, Model, Theory};

/// How often the watcher is told, in samples.
const WATCHED_EVERY: u64 = 64;

/// Algorithm 4, *HornApproximation*, as a value: it keeps what it has learned
/// when a run is cut short.
#[derive(Clone, Debug)]
pub struct HornApproximation {
    settings: PacSettings,
    /// What is known beforehand, and remembered by the variants that do.
    memory: Knowledge,
    horn1: Horn1,
    round: u64,
    samples: u64,
    /// Samples of this round that agreed so far.
    agreed: u64,
    certified: bool,
    sampling: Option<Round>,
    /// What is being found out, and what for.
    inquiry: Option<(Inquiry, Task)>,
    /// What was found out, if it was.
    finding: Option<Finding>,
    /// Answers to the questions of this inquiry.
    heard: Vec<(Implication, Answer)>,
    /// Questions that were given out. Some may not matter any more.
    out: Vec<Implication>,
    /// How many of the remembered models have cut the hypothesis.
    models_used: usize,
    /// Whether the hypothesis is being changed after a counterexample.
    refining: bool,
}

/// What something is found out for.
#[derive(Clone, Debug)]
enum Task {
    /// Horn1's membership query about a set.
    Member(AttrSet),
    /// Horn1's question for a conclusion.
    Conclusion,
    /// One sample of Algorithm 3, *IsApproximatelyEquivalent*: is the set a
    /// model of just one of hypothesis and truth?
    Weak(AttrSet),
    /// One sample of Algorithm 5, *IsStronglyApproximatelyEquivalent*: is what
    /// the hypothesis concludes true, …
    True(Conclusion),
    /// … and is it all that follows, so that the closure is a model?
    Complete(AttrSet),
}

impl HornApproximation {
    /// Nothing learned yet.
    pub fn new(settings: PacSettings) -> Self {
        let memory = Knowledge::with_background(settings.background.clone());
        Self::resume(settings, memory, 0)
    }

    /// Goes on from what is known (used by the variants that remember), after
    /// `rounds` that have spent their parts of δ already.
    pub fn resume(settings: PacSettings, memory: Knowledge, rounds: u64) -> Self {
        Self {
            horn1: Horn1::new(settings.background.clone()),
            settings,
            memory,
            round: rounds,
            samples: 0,
            agreed: 0,
            certified: false,
            sampling: None,
            inquiry: None,
            finding: None,
            heard: Vec::new(),
            out: Vec::new(),
            models_used: 0,
            refining: false,
        }
    }

    /// Background and learned rules.
    pub fn hypothesis(&self) -> &Theory {
        self.horn1.hypothesis()
    }

    /// Whether the guarantee was earned.
    pub fn is_certified(&self) -> bool {
        self.certified
    }

    /// Rounds of sampling.
    pub fn rounds(&self) -> u64 {
        self.round
    }

    /// Sets drawn.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The ε that the evidence supports at the given δ; what was asked for, or
    /// better, once certified.
    pub fn supported_epsilon(&self) -> f64 {
        if self.round == 0 {
            return 1.0;
        }
        self.settings.schedule.supported_epsilon(self.settings.accuracy, self.round, self.agreed)
    }

    fn progress(&self) -> Progress {
        Progress {
            round: self.round,
            samples: self.samples,
            agreed: self.agreed,
            needed: self.settings.schedule.sample_size(self.settings.accuracy, self.round),
            rules: self.hypothesis().len(),
            epsilon: Some(self.supported_epsilon()),
            ..Progress::default()
        }
    }

    /// How the inquiry stands, by what is remembered and was heard.
    fn standing(&mut self, most: usize) -> Option<Standing> {
        if let Some(finding) = self.finding.take() {
            return Some(Standing::Found(finding));
        }
        let Self { settings, memory, heard, inquiry, .. } = self;
        let (inquiry, _) = inquiry.as_mut()?;
        let recall = Recall { memory, remembers: settings.variant != Variant::Letter, heard };
        Some(inquiry.standing(&recall, most))
    }

    /// Begins to find out whether a set is a model, by whatever the variant
    /// asks for that.
    fn ask_member(&mut self, set: AttrSet, task: Task) {
        let inquiry = match self.settings.variant {
            Variant::Letter | Variant::Cached => Inquiry::member(set),
            Variant::Valid => Inquiry::closure(set),
        };
        self.inquiry = Some((inquiry, task));
    }

    /// Does what Horn1 wants next, as far as that needs no questions. Says
    /// whether the guarantee is earned.
    fn advance(&mut self, watch: Watch<'_>) -> Result<bool, Cancelled> {
        match self.horn1.query() {
            Query::Member(set) => {
                let set = set.clone();
                self.ask_member(set.clone(), Task::Member(set));
            }
            Query::Conclusion { premise, old } => match self.settings.variant {
                Variant::Letter => {
                    let conclusion = old.cloned().unwrap_or(Conclusion::Falsum);
                    self.horn1.conclude(conclusion);
                }
                Variant::Cached => {
                    let conclusion = self.memory.upper(premise);
                    self.horn1.conclude(conclusion);
                }
                Variant::Valid => self.inquiry = Some((Inquiry::closure(premise.clone()), Task::Conclusion)),
            },
            Query::Equivalence => {
                self.use_models_met();
                return self.sample(watch);
            }
        }
        Ok(false)
    }

    /// After a counterexample: models met by the way cut the hypothesis too.
    fn use_models_met(&mut self) {
        if std::mem::take(&mut self.refining) {
            if self.settings.variant == Variant::Cached {
                self.memory.models()[self.models_used..].iter().for_each(|model| self.horn1.cut(model));
            }
            self.models_used = self.memory.models().len();
        }
    }

    /// Takes the next sample of the round into account, and begins to find out
    /// what it takes. Says whether the round is over without a counterexample.
    fn sample(&mut self, watch: Watch<'_>) -> Result<bool, Cancelled> {
        let Some(round) = &mut self.sampling else {
            self.begin_round();
            return Ok(false);
        };
        if round.is_one_by_one() {
            if round.drawn.is_multiple_of(WATCHED_EVERY) {
                Cancelled::check(watch(&self.progress()))?;
            }
            if let Some(round) = &mut self.sampling {
                let set = round.draw_one();
                self.test(set);
            }
        } else if self.agreed >= round.size {
            return Ok(true);
        } else {
            self.sample_many(watch)?;
        }
        Ok(false)
    }

    /// Algorithms 3 and 5: a round of samples begins.
    fn begin_round(&mut self) {
        self.round += 1;
        self.agreed = 0;
        let PacSettings { schedule, accuracy, seed, variant, .. } = self.settings;
        let stream = Streams::new(seed).stream(Purpose::Equivalence, self.round, 0);
        let models = if variant == Variant::Letter { &[] } else { self.memory.models() };
        let sampler = self.settings.sampler.over_models(models);
        let size = schedule.sample_size(accuracy, self.round);
        self.sampling = Some(Round::new(stream, sampler, size, variant == Variant::Valid));
    }

    /// Goes on in the batch, or draws others, until there is a set to test or
    /// the round is over. Of a valid hypothesis the sets that close to ⊥ need no
    /// asking, and are told many at once.
    fn sample_many(&mut self, watch: Watch<'_>) -> Result<(), Cancelled> {
        let Some(mut round) = self.sampling.take() else { return Ok(()) };
        let mut theory = None;
        while self.agreed < round.size {
            if round.needs_batch() {
                if let Err(cancelled) = Cancelled::check(watch(&self.progress())) {
                    self.sampling = Some(round);
                    return Err(cancelled);
                }
                let theory = theory.get_or_insert_with(|| self.horn1.hypothesis().lanes());
                round.draw_batch(theory, self.horn1.hypothesis().attribute_count(), self.agreed);
            }
            match round.next_of_batch() {
                Drawn::Set(set, passed) => {
                    self.agreed += passed;
                    self.samples += passed;
                    self.sampling = Some(round);
                    self.test(set);
                    return Ok(());
                }
                Drawn::Agreeing(passed) => {
                    self.agreed += passed;
                    self.samples += passed;
                }
            }
        }
        self.sampling = Some(round);
        Ok(())
    }

    /// Begins to find out whether a sample agrees.
    fn test(&mut self, set: AttrSet) {
        self.samples += 1;
        let PacSettings { strength, variant, .. } = self.settings;
        match (variant, strength) {
            // With a valid hypothesis there are no positive counterexamples,
            // and `X -> H(X)` need not be asked.
            (Variant::Valid, _) => match (strength, self.hypothesis().close(&set)) {
                (_, Conclusion::Falsum) => self.agree(),
                (Strength::Weak, Conclusion::Attrs(closed)) if closed != set => self.agree(),
                (_, Conclusion::Attrs(closed)) => self.ask_member(closed.clone(), Task::Complete(closed)),
            },
            (_, Strength::Weak) => self.ask_member(set.clone(), Task::Weak(set)),
            (_, Strength::Strong) => {
                let conclusion = self.hypothesis().close(&set);
                let rule = Implication { premise: set, conclusion: conclusion.clone() };
                match rule.is_trivial() {
                    true => self.test_complete(conclusion),
                    false => self.inquiry = Some((Inquiry::Rule(rule), Task::True(conclusion))),
                }
            }
        }
    }

    /// What the hypothesis concludes is true; is it all that follows?
    fn test_complete(&mut self, conclusion: Conclusion) {
        match conclusion {
            Conclusion::Attrs(closed) => self.ask_member(closed.clone(), Task::Complete(closed)),
            // ⊥ confirmed is agreement: nothing is left to be a member.
            Conclusion::Falsum => self.agree(),
        }
    }

    /// A sample agrees; but a model met by the way may speak against the
    /// hypothesis.
    fn agree(&mut self) {
        let met = match self.settings.variant {
            Variant::Cached => &self.memory.models()[self.models_used..],
            Variant::Letter | Variant::Valid => &[],
        };
        let rules = self.horn1.hypothesis().rules();
        match met.iter().find(|model| rules.iter().any(|rule| model.refutes(rule))).cloned() {
            Some(model) => self.refine(Counterexample::Positive(model)),
            None => self.agreed += 1,
        }
    }

    fn refine(&mut self, counterexample: Counterexample) {
        self.sampling = None;
        self.refining = true;
        self.horn1.refine(counterexample);
    }

    /// Goes on with what was found out.
    fn found(&mut self, task: Task, finding: Finding) {
        let is_member = |set: &AttrSet| match &finding {
            Finding::Member(is_member) => *is_member,
            Finding::Closure(closure) => closure.attrs() == Some(set),
            Finding::Rule(breaks) => breaks.is_some(),
        };
        match task {
            Task::Conclusion => {
                if let Finding::Closure(conclusion) = finding {
                    self.horn1.conclude(conclusion);
                }
            }
            Task::True(conclusion) => match finding {
                Finding::Rule(Some(model)) => self.refine(Counterexample::Positive(model)),
                _ => self.test_complete(conclusion),
            },
            Task::Member(set) => self.horn1.member(is_member(&set)),
            Task::Complete(set) => match is_member(&set) {
                true => self.agree(),
                false => self.refine(Counterexample::Negative(set)),
            },
            Task::Weak(set) => match (self.hypothesis().is_model(&set), is_member(&set)) {
                (true, false) => self.refine(Counterexample::Negative(set)),
                (false, true) => self.refine(Counterexample::Positive(Model::complete(set))),
                _ => self.agree(),
            },
        }
    }
}

impl Learner for HornApproximation {
    fn next(&mut self, most: usize, watch: Watch<'_>) -> Result<Step, Cancelled> {
        while !self.certified {
            match self.standing(most.max(1)) {
                None => self.certified = self.advance(watch)?,
                Some(Standing::Open(mut questions)) => {
                    if !self.out.is_empty() {
                        questions.retain(|question| !self.out.contains(&question.implication));
                    }
                    if questions.is_empty() {
                        return Ok(Step::Wait);
                    }
                    self.out.extend(questions.iter().map(|question| question.implication.clone()));
                    return Ok(Step::Ask(questions));
                }
                Some(Standing::Found(finding)) => {
                    self.heard.clear();
                    if let Some((_, task)) = self.inquiry.take() {
                        self.found(task, finding);
                    }
                }
            }
        }
        Ok(Step::Done)
    }

    fn answer(&mut self, question: &Implication, answer: &Answer) -> Result<(), AnswerError> {
        let was_out = self.out.contains(question);
        self.out.retain(|other| other != question);
        let remembers = match self.settings.variant {
            Variant::Letter => false,
            Variant::Valid => true,
            Variant::Cached => *answer != Answer::Holds,
        };
        if remembers {
            self.memory.learn(question, answer).map_err(AnswerError::Conflict)?;
        }
        let Some((inquiry, _)) = self.inquiry.as_mut().filter(|(inquiry, _)| was_out && inquiry.is_about(question))
        else {
            return Ok(());
        };
        if !inquiry.can_use(question, answer, &self.memory) {
            return Err(AnswerError::Unanswered(question.clone()));
        }
        if self.finding.is_some() {
            // It is found out already, by another answer.
        } else if inquiry.is_first(question) {
            self.finding = inquiry.take_first(question, answer);
        } else if *answer != Answer::Holds || self.settings.variant != Variant::Valid {
            self.heard.push((question.clone(), answer.clone()));
        }
        Ok(())
    }

    fn withdraw_questions(&mut self) {
        self.out.clear();
    }

    fn rules(&self) -> Theory {
        self.horn1.rules()
    }

    fn certificate(&self) -> Option<Certificate> {
        let epsilon = self.supported_epsilon();
        self.certified.then(|| Certificate::of(Bound { epsilon, set_aside: 0.0, samples: self.agreed }))
    }
}
