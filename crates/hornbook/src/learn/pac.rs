//! Algorithms 2 to 5: learning from implication queries, probably and
//! approximately.
//!
//! Horn1's membership queries are simulated by implication queries (Algorithm
//! 2, [`is_member`]), its equivalence queries by sampling: weakly, comparing
//! models ([`weak_counterexample`], one sample of Algorithm 3), or strongly,
//! comparing closures ([`strong_counterexample`], one sample of Algorithm 5).
//! [`HornApproximation`] is Algorithm 4.
//!
//! Guarantee: if no counterexample turns up among the samples of round i, the
//! hypothesis is wrong for more than ε with probability at most δ_i, and the
//! δ_i sum to at most δ. Every round draws from a stream of its own, after the
//! hypothesis it tests was fixed.
//!
//! Departures from the pseudocode, with reasons in `docs/paper.md`: a set that
//! closes to ⊥ is not tested for membership (Theorem 3 exempts it); the
//! schedule of samples can be chosen.

use super::horn1::{Counterexample, Queries, horn1};
use super::{Accuracy, LearnError, Progress, Schedule, Watch};
use crate::knowledge::Knowledge;
use crate::lanes::{LANES, LaneTheory, Lanes, Mask};
use crate::oracle::{Answer, CacheError, Cached, Oracle};
use crate::sampling::{Purpose, Sampler, Streams};
use crate::{AttrSet, Conclusion, Implication, Model, Theory};

/// Which of the two approximations is learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// ε-Horn approximation: the share of sets that are a model of just one of
    /// hypothesis and truth.
    Weak,
    /// ε-strong Horn approximation: the share of sets with different closures.
    Strong,
}

/// How conclusions are found and what is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Algorithm 4 to the letter: new rules start as `X -> ⊥`, nothing is
    /// remembered beyond the hypothesis.
    Letter,
    /// "Variations and Optimizations": every rule of the hypothesis is valid
    /// at all times; answers are remembered.
    Valid,
    /// The variant behind the paper's table: counterexamples are remembered
    /// and cut conclusions at once; new conclusions start as the closure in
    /// the remembered counterexamples.
    Cached,
}

/// Everything [`HornApproximation`] can be told.
#[derive(Clone, Debug)]
pub struct PacSettings {
    /// ε and δ.
    pub accuracy: Accuracy,
    /// How δ is spread over rounds.
    pub schedule: Schedule,
    /// Weak or strong.
    pub strength: Strength,
    /// How conclusions are found.
    pub variant: Variant,
    /// The distribution samples are drawn from.
    pub sampler: Sampler,
    /// The seed of the samples.
    pub seed: u64,
    /// Rules known to hold.
    pub background: Theory,
}

/// Algorithm 2, *IsMember*: whether `set` is an intersection of models of the
/// domain (or one itself), by at most |Φ| + 1 questions.
pub fn is_member<O: Oracle>(set: &AttrSet, oracle: &mut O) -> Result<bool, LearnError<O::Error>> {
    if holds(oracle, Implication::never(set.clone()))? {
        return Ok(false);
    }
    let attributes = oracle.attribute_count();
    for attr in AttrSet::full(attributes).difference(set).iter() {
        if holds(oracle, Implication::new(set.clone(), AttrSet::of(attributes, [attr])))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn holds<O: Oracle>(oracle: &mut O, question: Implication) -> Result<bool, LearnError<O::Error>> {
    match oracle.ask(&question).map_err(LearnError::Oracle)? {
        Answer::Holds => Ok(true),
        Answer::Refuted(_) | Answer::Partly { .. } => Ok(false),
        Answer::Unknown => Err(LearnError::Unanswered(question)),
    }
}

/// One sample of Algorithm 3, *IsApproximatelyEquivalent*: is `set` a model of
/// just one of hypothesis and truth?
pub fn weak_counterexample<O: Oracle>(
    hypothesis: &Theory,
    set: &AttrSet,
    oracle: &mut O,
) -> Result<Option<Counterexample>, LearnError<O::Error>> {
    Ok(match (hypothesis.is_model(set), is_member(set, oracle)?) {
        (true, false) => Some(Counterexample::Negative(set.clone())),
        (false, true) => Some(Counterexample::Positive(Model::complete(set.clone()))),
        _ => None,
    })
}

/// One sample of Algorithm 5, *IsStronglyApproximatelyEquivalent*: does `set`
/// close differently under hypothesis and truth? The counterexample is made
/// from it as in Theorem 3.
pub fn strong_counterexample<O: Oracle>(
    hypothesis: &Theory,
    set: &AttrSet,
    oracle: &mut O,
) -> Result<Option<Counterexample>, LearnError<O::Error>> {
    let closure = hypothesis.close(set);
    let question = Implication { premise: set.clone(), conclusion: closure };
    if !question.is_trivial() {
        match oracle.ask(&question).map_err(LearnError::Oracle)? {
            Answer::Holds => {}
            Answer::Refuted(model) | Answer::Partly { refuted_by: Some(model), .. } => {
                return Ok(Some(Counterexample::Positive(model)));
            }
            Answer::Partly { refuted_by: None, .. } | Answer::Unknown => return Err(LearnError::Unanswered(question)),
        }
    }
    match question.conclusion {
        Conclusion::Attrs(closed) if !is_member(&closed, oracle)? => Ok(Some(Counterexample::Negative(closed))),
        // ⊥ confirmed is agreement: nothing is left to be a member.
        _ => Ok(None),
    }
}

/// Algorithm 4, *HornApproximation*, as a value: it keeps what it has learned
/// when a run is cut short.
#[derive(Clone, Debug)]
pub struct HornApproximation {
    settings: PacSettings,
    /// What is known beforehand.
    memory: Knowledge,
    hypothesis: Theory,
    round: u64,
    samples: u64,
    /// Samples of this round that agreed so far.
    agreed: u64,
    certified: bool,
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
        let hypothesis = settings.background.clone();
        Self { settings, memory, hypothesis, round: rounds, samples: 0, agreed: 0, certified: false }
    }

    /// Learns until the guarantee is earned, or fails with what stopped it.
    pub fn run<O: Oracle>(&mut self, oracle: &mut O, watch: Watch<'_>) -> Result<(), LearnError<O::Error>> {
        let known = self.settings.background.len();
        let mut hypothesis = std::mem::replace(&mut self.hypothesis, Theory::new(0));
        let asks = match self.settings.variant {
            Variant::Letter => Asks::Plain(oracle),
            Variant::Valid => Asks::Remembering(Cached::new(oracle, self.memory.clone())),
            Variant::Cached => Asks::Remembering(Cached::counterexamples_only(oracle, self.memory.clone())),
        };
        let mut queries = SampledQueries { run: self, asks, models_used: 0, watch };
        let ended = horn1(&mut queries, &mut hypothesis, known).map_err(LearnError::unwrapped);
        self.hypothesis = hypothesis;
        self.certified = ended.is_ok();
        ended
    }

    /// The rules learned, without the background.
    pub fn rules(&self) -> Theory {
        let rules = self.hypothesis.rules()[self.settings.background.len()..].iter().cloned();
        Theory::from_rules(self.hypothesis.attribute_count(), rules)
    }

    /// Background and learned rules.
    pub fn hypothesis(&self) -> &Theory {
        &self.hypothesis
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

    fn progress(&self, rules: usize) -> Progress {
        Progress {
            round: self.round,
            samples: self.samples,
            agreed: self.agreed,
            needed: self.settings.schedule.sample_size(self.settings.accuracy, self.round),
            rules,
            epsilon: Some(self.supported_epsilon()),
            ..Progress::default()
        }
    }
}

/// The oracle, with or without a memory.
enum Asks<'o, O> {
    Plain(&'o mut O),
    Remembering(Cached<&'o mut O>),
}

impl<O> Asks<'_, O> {
    fn models(&self) -> &[Model] {
        match self {
            Self::Plain(_) => &[],
            Self::Remembering(oracle) => oracle.knowledge().models(),
        }
    }
}

impl<O: Oracle> Oracle for Asks<'_, O> {
    type Error = CacheError<O::Error>;

    fn attribute_count(&self) -> usize {
        match self {
            Self::Plain(oracle) => oracle.attribute_count(),
            Self::Remembering(oracle) => oracle.attribute_count(),
        }
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Self::Error> {
        match self {
            Self::Plain(oracle) => oracle.ask(question).map_err(CacheError::Oracle),
            Self::Remembering(oracle) => oracle.ask(question),
        }
    }

    fn closure(&mut self, set: &AttrSet) -> Result<Option<Conclusion>, Self::Error> {
        match self {
            Self::Plain(oracle) => oracle.closure(set).map_err(CacheError::Oracle),
            Self::Remembering(oracle) => oracle.closure(set),
        }
    }
}

/// Horn1's queries, answered by sampling and asking.
struct SampledQueries<'r, 'o, 'w, O> {
    run: &'r mut HornApproximation,
    asks: Asks<'o, O>,
    /// How many of the remembered models have cut the hypothesis.
    models_used: usize,
    watch: Watch<'w>,
}

/// How often the watcher is told.
const WATCHED_EVERY: u64 = 64;

/// The first sets of a round are drawn and tested one by one.
const FIRST: u64 = 64;

type AskError<O> = LearnError<CacheError<<O as Oracle>::Error>>;

impl<O: Oracle> SampledQueries<'_, '_, '_, O> {
    fn test(&mut self, hypothesis: &Theory, set: &AttrSet) -> Result<Option<Counterexample>, AskError<O>> {
        let PacSettings { strength, variant, .. } = self.run.settings;
        match (variant, strength) {
            (Variant::Valid, _) => self.test_valid(hypothesis, set),
            (_, Strength::Weak) => weak_counterexample(hypothesis, set, &mut self.asks),
            (_, Strength::Strong) => strong_counterexample(hypothesis, set, &mut self.asks),
        }
    }

    /// Takes one more set into account.
    fn sample(&mut self, hypothesis: &Theory, set: &AttrSet) -> Result<Option<Counterexample>, AskError<O>> {
        self.run.samples += 1;
        if let Some(counterexample) = self.test(hypothesis, set)? {
            return Ok(Some(counterexample));
        }
        if self.run.settings.variant == Variant::Cached
            && let Some(model) = self.refuted_by_the_way(hypothesis)
        {
            return Ok(Some(Counterexample::Positive(model)));
        }
        self.run.agreed += 1;
        Ok(None)
    }

    /// Takes many more into account, with a valid hypothesis.
    fn sample_many(
        &mut self,
        theory: &LaneTheory<'_>,
        lanes: &Lanes,
        wanted: usize,
        hypothesis: &Theory,
    ) -> Result<Option<Counterexample>, AskError<O>> {
        let possible = theory.close(&mut lanes.clone(), Mask::first(wanted));
        let before = self.run.agreed;
        for lane in possible.iter() {
            // Those passed over close to ⊥ and agree.
            let passed = before + lane as u64 - self.run.agreed;
            self.run.agreed += passed;
            self.run.samples += passed;
            if let Some(counterexample) = self.sample(hypothesis, &lanes.set(lane))? {
                return Ok(Some(counterexample));
            }
        }
        let passed = before + wanted as u64 - self.run.agreed;
        self.run.agreed += passed;
        self.run.samples += passed;
        Ok(None)
    }

    /// With a valid hypothesis there are no positive counterexamples, and
    /// `X -> H(X)` need not be asked.
    fn test_valid(&mut self, hypothesis: &Theory, set: &AttrSet) -> Result<Option<Counterexample>, AskError<O>> {
        let closed = match (self.run.settings.strength, hypothesis.close(set)) {
            (_, Conclusion::Falsum) => return Ok(None),
            (Strength::Weak, Conclusion::Attrs(closed)) if closed != *set => return Ok(None),
            (_, Conclusion::Attrs(closed)) => closed,
        };
        Ok((!self.is_member(&closed)?).then_some(Counterexample::Negative(closed)))
    }

    /// A model met by the way that the hypothesis rules out.
    fn refuted_by_the_way(&self, hypothesis: &Theory) -> Option<Model> {
        let new = &self.asks.models()[self.models_used..];
        new.iter().find(|model| hypothesis.rules().iter().any(|rule| model.refutes(rule))).cloned()
    }
}

impl<O: Oracle> Queries for SampledQueries<'_, '_, '_, O> {
    type Error = AskError<O>;

    /// Algorithms 3 and 5: a round of samples.
    fn equivalence(&mut self, hypothesis: &Theory) -> Result<Option<Counterexample>, Self::Error> {
        self.run.round += 1;
        self.run.agreed = 0;
        let PacSettings { schedule, accuracy, seed, variant, .. } = self.run.settings;
        let mut stream = Streams::new(seed).stream(Purpose::Equivalence, self.run.round, 0);
        let sampler = self.run.settings.sampler.over_models(self.asks.models());
        let size = schedule.sample_size(accuracy, self.run.round);
        // Most rounds find their counterexample soon. Of a valid hypothesis the
        // sets that close to ⊥ need no asking, and can be told many at once.
        let one_by_one = if variant == Variant::Valid { size.min(FIRST) } else { size };
        for sample in 0..one_by_one {
            if sample % WATCHED_EVERY == 0 {
                LearnError::check((self.watch)(&self.run.progress(hypothesis.len())))?;
            }
            let set = sampler.draw(&mut stream);
            if let Some(counterexample) = self.sample(hypothesis, &set)? {
                return Ok(Some(counterexample));
            }
        }
        let theory = (one_by_one < size).then(|| hypothesis.lanes());
        while let (Some(theory), true) = (&theory, self.run.agreed < size) {
            LearnError::check((self.watch)(&self.run.progress(hypothesis.len())))?;
            let wanted = LANES.min((size - self.run.agreed) as usize);
            let lanes = sampler.draw_lanes(hypothesis.attribute_count(), &mut stream, wanted);
            let found = self.sample_many(theory, &lanes, wanted, hypothesis)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn is_member(&mut self, set: &AttrSet) -> Result<bool, Self::Error> {
        match self.run.settings.variant {
            Variant::Letter | Variant::Cached => is_member(set, &mut self.asks),
            Variant::Valid => Ok(self.conclusion(set, None)? == Conclusion::Attrs(set.clone())),
        }
    }

    fn conclusion(&mut self, premise: &AttrSet, old: Option<&Conclusion>) -> Result<Conclusion, Self::Error> {
        match (&mut self.asks, self.run.settings.variant) {
            (Asks::Remembering(oracle), Variant::Valid) => {
                let closure = oracle.closure(premise).map_err(LearnError::Oracle)?;
                closure.ok_or_else(|| LearnError::Unanswered(Implication::never(premise.clone())))
            }
            (Asks::Remembering(oracle), _) => Ok(oracle.knowledge().upper(premise)),
            (Asks::Plain(_), _) => Ok(old.cloned().unwrap_or(Conclusion::Falsum)),
        }
    }

    fn models_met(&mut self) -> Vec<Model> {
        let met = match self.run.settings.variant {
            Variant::Cached => self.asks.models()[self.models_used..].to_vec(),
            Variant::Letter | Variant::Valid => Vec::new(),
        };
        self.models_used = self.asks.models().len();
        met
    }
}
