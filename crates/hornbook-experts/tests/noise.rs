//! Learning from answers of which some are wrong: the certificate fails no more often
//! than it says. And a learner that trusts such answers shows that it could.
#![allow(clippy::unwrap_used)]

mod in_process;

use hornbook::learn::frugal::{Frugal, FrugalSettings};
use hornbook::learn::{Accuracy, LearnError, Learner, unwatched};
use hornbook::sampling::Sampler;
use hornbook::{AnswersRestOn, Knowledge};
use hornbook_experts::{Abilities, ErrorRate, Expert, ExpertOracle, Repeated};
use in_process::{Function, PATIENCE, most_of, noisy_table, random_context, strong_error};

const ATTRIBUTES: usize = 6;
const RUNS: u64 = 300;
const EPSILON: f64 = 0.04;
/// Half of it for draws, half for answers.
const DELTA: f64 = 0.1;

#[derive(Debug, Default)]
struct Outcomes {
    /// Runs that ended with a certificate.
    certified: u64,
    /// Those of them in which more than ε of all sets are judged wrongly.
    wrong: u64,
    /// Runs that ended since answers contradict each other.
    contradicted: u64,
    answers: u64,
    verdicts: u64,
}

/// Learns from as many random tables as there are runs.
fn learn(error_rate: f64, repeats: bool, has_member: bool) -> Outcomes {
    let mut outcomes = Outcomes::default();
    let rate = ErrorRate::new(error_rate).unwrap();
    for seed in 0..RUNS {
        let truth = random_context(ATTRIBUTES, 6, 0.5, seed);
        let abilities = Abilities { member: has_member, ..Abilities::default() };
        let source = Function { abilities, ..Function::new(noisy_table(&truth, error_rate, seed)) };
        let accuracy = Accuracy::new(EPSILON, DELTA / 2.0).unwrap();
        let settings = FrugalSettings::new(accuracy, Sampler::uniform(ATTRIBUTES), seed);
        let mut learner = Frugal::new(settings, Knowledge::new(ATTRIBUTES));
        let ended = match repeats {
            true => {
                let mut oracle = ExpertOracle::new(Repeated::new(source, rate, DELTA / 2.0), ATTRIBUTES, PATIENCE);
                let ended = learner.run(&mut oracle, &mut unwatched);
                if let AnswersRestOn::Repetition { answers, verdicts, .. } = oracle.expert().answers_rest_on() {
                    outcomes.answers += answers;
                    outcomes.verdicts += verdicts;
                }
                ended
            }
            false => {
                assert!(source.abilities().implication);
                learner.run(&mut ExpertOracle::new(source, ATTRIBUTES, PATIENCE), &mut unwatched)
            }
        };
        match ended {
            Ok(()) => {
                let certificate = learner.certificate().unwrap();
                assert_eq!(certificate.set_aside, 0.0, "every question was decided");
                outcomes.certified += 1;
                outcomes.wrong += u64::from(strong_error(&truth, &learner.rules()) > EPSILON);
            }
            Err(LearnError::Conflict(_)) => outcomes.contradicted += 1,
            Err(error) => panic!("{error}"),
        }
    }
    eprintln!("{error_rate}, repeats: {repeats}, members: {has_member}: {outcomes:?}");
    outcomes
}

/// What may fail, fails no more often than the certificate says.
#[test]
fn certificates_fail_no_more_often_than_they_say() {
    for error_rate in [0.05, 0.2] {
        for has_member in [false, true] {
            let outcomes = learn(error_rate, true, has_member);
            // Wrong verdicts show as contradictions, too.
            assert!(outcomes.wrong + outcomes.contradicted <= most_of(RUNS, DELTA), "{outcomes:?}");
            assert!(outcomes.certified >= RUNS - most_of(RUNS, DELTA), "{outcomes:?}");
        }
    }
}

/// Who trusts such answers, and takes δ for draws alone, is wrong more often than that: so
/// the test above can fail.
#[test]
fn trusting_answers_that_err_fails_more_often() {
    for error_rate in [0.05, 0.2] {
        let outcomes = learn(error_rate, false, false);
        assert!(outcomes.wrong > most_of(RUNS, DELTA / 2.0), "{outcomes:?}");
    }
}
