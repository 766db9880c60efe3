//! Certificates: exact binomial bounds by fresh samples, each attempt from a
//! stream of its own.
//!
//! Where several distributions are certified apart, an attempt draws of each, and
//! succeeds if each is within its own share; the bounds share the attempt's part
//! of δ.

use super::learner::Frugal;
use crate::learn::binomial;
use crate::learn::progress::{Cancelled, Watch, unwatched};
use crate::outcome::{Bound, Certificate};
use crate::sampling::Purpose;

/// A certificate rests on at least this many times 1/ε · ln 1/δ samples: with
/// fewer than one none could be had at all.
const MIN_SAMPLES_A_DELTA: f64 = 5.0;

/// For the ε that is supported at some moment, so many samples that this many
/// are open if the last look is right, …
const EVIDENCE_OPEN_SETS: f64 = 100.0;
/// … within bounds that keep it quick.
const EVIDENCE_SAMPLES: std::ops::RangeInclusive<u64> = 1_000..=1_000_000;

/// An attempt at a certificate, before it is made.
pub(super) struct Attempt {
    /// The part of δ that each bound may fail with.
    pub delta: f64,
    /// What is drawn of each part.
    pub parts: Vec<Drawn>,
}

/// What is drawn for an attempt, of one of the parts that are certified apart.
#[derive(Clone, Copy)]
pub(super) struct Drawn {
    pub samples: u64,
    /// So many of the samples may be open.
    pub allowed: u64,
}

/// What the samples of an attempt showed.
#[derive(Default)]
pub(super) struct Counts {
    pub drawn: u64,
    pub open: u64,
    /// How many depend on questions without an answer.
    pub dependent: u64,
}

impl Counts {
    fn bound(&self, delta: f64, any_unanswered: bool) -> Bound {
        Bound {
            epsilon: binomial::upper_bound(self.drawn, self.open, delta),
            set_aside: if any_unanswered { binomial::upper_bound(self.drawn, self.dependent, delta) } else { 0.0 },
            samples: self.drawn,
        }
    }

    /// What the samples of all parts certify, each bound failing with at most `delta`.
    pub(super) fn certificate(parts: &[Self], delta: f64, any_unanswered: bool) -> Certificate {
        let mut bounds = parts.iter().map(|counts| counts.bound(delta, any_unanswered));
        let main = bounds.next().map_or_else(Certificate::nothing, Certificate::of);
        Certificate { any_few: bounds.next(), ..main }
    }
}

impl Frugal {
    /// Whether a look, closer where it is a near thing, makes a certificate
    /// likely. The looks cost nothing of δ.
    pub(super) fn is_worth_an_attempt(&mut self, watch: Watch<'_>) -> Result<bool, Cancelled> {
        if self.look.share() > self.settings.accuracy.epsilon() {
            return Ok(false);
        }
        if self.next_attempt().is_none() {
            return Ok(false);
        }
        if self.pace.close_look > self.pace.look {
            self.look_again(self.pace.close_look, watch)?;
        }
        Ok(self.is_comfortable())
    }

    /// Whether the last look had few enough open sets for the next attempt.
    pub(super) fn is_comfortable(&self) -> bool {
        self.next_attempt().is_some_and(|attempt| {
            attempt.parts.iter().enumerate().all(|(part, Drawn { samples, allowed })| {
                self.look.share_of(part) <= self.pace.comfortable * *allowed as f64 / *samples as f64
            })
        })
    }

    /// Attempts a certificate.
    pub(super) fn make_attempt(&mut self, watch: Watch<'_>) -> Result<Option<Certificate>, Cancelled> {
        let Some(Attempt { delta, parts }) = self.next_attempt() else { return Ok(None) };
        self.spent.attempts += 1;
        let mut all = Vec::new();
        for (part, Drawn { samples, allowed }) in parts.into_iter().enumerate() {
            let counts = self.count_open(part, samples, Some(allowed), watch)?;
            if counts.open > allowed {
                return Ok(None);
            }
            all.push(counts);
        }
        Ok(Some(Counts::certificate(&all, delta, !self.unanswered.is_empty())))
    }

    /// The part of δ that the next attempt may fail with, for each of the
    /// shares it bounds.
    fn next_delta(&self) -> f64 {
        let i = self.spent.attempts as f64 + 1.0;
        self.settings.accuracy.delta() / (i * (i + 1.0)) / self.bounds()
    }

    /// How many shares a certificate bounds: of each part those that are open, and
    /// those that depend on questions without an answer, if there are any.
    fn bounds(&self) -> f64 {
        let of_a_part = if self.unanswered.is_empty() { 1 } else { 2 };
        (of_a_part * self.parts.len()) as f64
    }

    /// What the next attempt would be: of enough samples to succeed with some
    /// open sets, however small the part of δ.
    pub(super) fn next_attempt(&self) -> Option<Attempt> {
        let delta = self.next_delta();
        let part = |part: usize| {
            let samples = self.sample_count(self.pace.certify.max(-MIN_SAMPLES_A_DELTA * delta.ln()), part);
            let allowed = binomial::most_allowed(samples, self.epsilon_of(part), delta)?;
            Some(Drawn { samples, allowed })
        };
        let parts = (0..self.parts.len()).map(part).collect::<Option<Vec<_>>>()?;
        Some(Attempt { delta, parts })
    }

    /// Counts open sets among fresh samples of a part. Ends early, and in vain,
    /// beyond `allowed`.
    fn count_open(
        &mut self,
        part: usize,
        samples: u64,
        allowed: Option<u64>,
        watch: Watch<'_>,
    ) -> Result<Counts, Cancelled> {
        let mut counts = Counts::default();
        let mut flow = std::ops::ControlFlow::Continue(());
        let mut progress = self.progress();
        self.draw(Purpose::Certificate, part, samples, |block| {
            counts.drawn += block.drawn;
            counts.open += block.open.len() as u64;
            counts.dependent += block.dependent;
            progress.samples += block.drawn;
            flow = watch(&progress);
            flow.is_break() || allowed.is_some_and(|allowed| counts.open > allowed)
        });
        self.samples += counts.drawn;
        Cancelled::check(flow)?;
        Ok(counts)
    }

    /// The ε that the evidence supports at this moment, at the given δ: an
    /// attempt at a certificate of whatever size it comes out.
    pub fn evidence(&mut self) -> Certificate {
        self.end_fallback();
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
        apart.bound(delta / self.bounds())
    }

    /// What can be said at this moment, each of its bounds failing with at most
    /// the given probability.
    fn bound(&mut self, delta: f64) -> Certificate {
        let mut all = Vec::new();
        for part in 0..self.parts.len() {
            // Fixed before the attempt, by looks alone.
            let share = if self.look.drawn.is_empty() { 1.0 } else { self.look.share_of(part) };
            let share = share.max(self.epsilon_of(part));
            let samples =
                ((EVIDENCE_OPEN_SETS / share) as u64).clamp(*EVIDENCE_SAMPLES.start(), *EVIDENCE_SAMPLES.end());
            match self.count_open(part, samples, None, &mut unwatched) {
                Ok(counts) => all.push(counts),
                Err(Cancelled) => return Certificate::nothing(),
            }
        }
        Counts::certificate(&all, delta, !self.unanswered.is_empty())
    }
}
