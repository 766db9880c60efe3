//! How far an exploration is: what is wanted, what is certified, and whose word
//! counts.

use hornbook::Bound;
use hornbook_explore::journal::{Certified, Policy};
use hornbook_explore::words::policy_in_words;
use hornbook_explore::{Exploration, Standing};
use serde::Serialize;

/// The accuracy that is wanted.
#[derive(Serialize)]
pub(super) struct ShownAccuracy {
    epsilon: f64,
    delta: f64,
    distribution: &'static str,
    /// What the distribution is, in words.
    distribution_words: &'static str,
}

pub(super) fn accuracy(exploration: &Exploration) -> ShownAccuracy {
    let (epsilon, delta) = exploration.accuracy();
    let distribution = exploration.distribution();
    ShownAccuracy { epsilon, delta, distribution: distribution.name(), distribution_words: distribution.in_words() }
}

/// Whose word counts.
#[derive(Serialize)]
pub(super) struct ShownPolicy {
    policy: &'static str,
    of: Option<u32>,
    words: String,
}

pub(super) fn policy(policy: Policy) -> ShownPolicy {
    let words = policy_in_words(policy);
    let (policy, of) = match policy {
        Policy::Any => ("any", None),
        Policy::Majority { of } => ("majority", Some(of)),
        Policy::Unanimous { of } => ("unanimous", Some(of)),
        Policy::Person => ("person", None),
    };
    ShownPolicy { policy, of, words }
}

/// What is certified.
#[derive(Serialize)]
pub(super) struct ShownCertificate {
    epsilon: f64,
    set_aside: f64,
    delta: f64,
    samples: u64,
    any_few: Option<ShownBound>,
    words: String,
    /// What the rules say of some objects of which a little is told.
    tried_out: Vec<String>,
}

/// The bounds for any few attributes, where these are judged apart.
#[derive(Serialize)]
struct ShownBound {
    epsilon: f64,
    set_aside: f64,
}

impl From<Bound> for ShownBound {
    fn from(Bound { epsilon, set_aside, .. }: Bound) -> Self {
        Self { epsilon, set_aside }
    }
}

/// The rules are tried out on so many objects.
const OBJECTS_TRIED: usize = 10;

pub(super) fn certificate(exploration: &Exploration, certified: Certified) -> ShownCertificate {
    let words = exploration.whole_certificate(&certified);
    let tried_out = exploration.try_out(OBJECTS_TRIED);
    let tried_out = tried_out.iter().map(|tried| exploration.tried_out_in_words(tried)).collect();
    let Certified { epsilon, set_aside, delta, samples, any_few, .. } = certified;
    ShownCertificate { epsilon, set_aside, delta, samples, any_few: any_few.map(ShownBound::from), words, tried_out }
}

/// How much is known by now, and how much may be left to ask.
#[derive(Serialize)]
pub(super) struct ShownStanding<'a> {
    epsilon: f64,
    wanted: f64,
    delta: f64,
    set_aside: f64,
    any_few: Option<ShownBound>,
    questions: u64,
    /// How far it is on its way to the certificate, from 0 to 1.
    progress: f64,
    /// The share of what can be asked that is settled, as the last look found it.
    settled_share: Option<f64>,
    /// What is certain if one stops now.
    if_you_stop: Vec<String>,
    remaining: Option<ShownRemaining>,
    history: &'a [f64],
    drawn: u64,
    settled: u64,
    how_estimated: &'static str,
}

/// How many questions may be left.
#[derive(Serialize)]
struct ShownRemaining {
    least: u64,
    likely: u64,
    most: u64,
    words: String,
}

pub(super) fn standing<'a>(exploration: &Exploration, standing: &'a Standing, rules: usize) -> ShownStanding<'a> {
    let remaining = standing.remaining.map(|remaining| ShownRemaining {
        least: remaining.least,
        likely: remaining.likely,
        most: remaining.most,
        words: remaining.in_words(),
    });
    ShownStanding {
        epsilon: standing.epsilon,
        wanted: standing.wanted,
        delta: standing.delta,
        set_aside: standing.set_aside,
        any_few: standing.any_few.map(ShownBound::from),
        questions: standing.questions,
        progress: standing.progress,
        settled_share: standing.settled_share,
        if_you_stop: exploration.if_you_stop(rules),
        remaining,
        history: &standing.history,
        drawn: standing.drawn,
        settled: standing.settled,
        how_estimated: Standing::how_estimated(),
    }
}
