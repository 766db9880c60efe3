//! A small exploration, written by somebody who has nothing but the library:
//! several people answer, an answer can be taken back, and what is certified is
//! certified with fresh samples however often the learner is started anew.
#![allow(clippy::unwrap_used)]

use hornbook::hash::Hash;
use hornbook::learn::frugal::{Frugal, FrugalSettings, Spent};
use hornbook::learn::{Accuracy, Learner, Step, unwatched};
use hornbook::oracle::{DomainOracle, Oracle};
use hornbook::sampling::Sampler;
use hornbook::{Answer, Certificate, Context, Implication, Knowledge, Theory, Universe, measure};

const ATTRIBUTES: usize = 6;

/// What was answered, and which attempts at a certificate were made.
#[derive(Clone, Debug)]
enum Entry {
    Answer(Implication, Answer),
    Attempt,
}

/// The whole state is the list of entries.
struct Explored {
    entries: Vec<Entry>,
    learner: Frugal,
}

impl Explored {
    fn new() -> Self {
        Self::replay(Vec::new())
    }

    fn replay(entries: Vec<Entry>) -> Self {
        let settings = FrugalSettings::new(Accuracy::new(0.05, 0.1).unwrap(), Sampler::uniform(ATTRIBUTES), 1);
        let learner = Frugal::resume(settings, Knowledge::new(ATTRIBUTES), 0, Vec::new(), Spent::default());
        let mut explored = Self { entries: Vec::new(), learner };
        entries.into_iter().for_each(|entry| explored.take(entry));
        explored
    }

    fn take(&mut self, entry: Entry) {
        if let Entry::Answer(question, answer) = &entry {
            let settled = self.learner.learn_answer(question, |known| known.learn(question, answer)).unwrap();
            assert!(settled);
        }
        self.entries.push(entry);
        let attempts = self.entries.iter().filter(|entry| matches!(entry, Entry::Attempt)).count() as u64;
        if matches!(self.entries.last(), Some(Entry::Answer(..))) {
            // Streams of their own for each state, and no part of δ twice.
            let seed = Hash::new().text(&format!("{:?}", self.entries)).mixed();
            self.learner.count_attempts(attempts);
            self.learner.reset_sampling(seed);
        }
    }

    /// Up to `people` questions that do not depend on each other.
    fn questions(&mut self, people: usize) -> Result<Vec<Implication>, Certificate> {
        let mut out = loop {
            match self.learner.next(1, &mut unwatched).unwrap() {
                Step::Ask(questions) => break vec![questions[0].implication.clone()],
                Step::Attempt => self.entries.push(Entry::Attempt),
                Step::Wait => self.learner.withdraw_questions(),
                _ => return Err(self.learner.certificate().unwrap()),
            }
        };
        while out.len() < people
            && let Some(question) = self.learner.next_independent(&out, None)
        {
            assert!(self.learner.is_independent(&question.implication, &out));
            out.push(question.implication);
        }
        Ok(out)
    }

    /// As if the last answer had never been given.
    fn undo(&mut self) {
        let last = self.entries.iter().rposition(|entry| matches!(entry, Entry::Answer(..)));
        let mut entries = std::mem::take(&mut self.entries);
        // Attempts stay: their part of δ is spent.
        last.into_iter().for_each(|last| _ = entries.remove(last));
        *self = Self::replay(entries);
    }
}

fn domain(seed: u64) -> Context {
    let mut stream = hornbook::sampling::Streams::new(seed).stream(hornbook::sampling::Purpose::Expert, 1, 1);
    let rows = (0..8).map(|_| stream.subset(ATTRIBUTES).union(&stream.subset(ATTRIBUTES)));
    Context::from_rows(std::sync::Arc::new(Universe::letters(ATTRIBUTES)), rows)
}

#[test]
fn three_people_explore_with_undo_and_restarts() {
    let (mut wrong, mut together) = (0, 0);
    for seed in 0..40 {
        let truth = domain(seed);
        let mut expert = DomainOracle::new(&truth, seed);
        let mut explored = Explored::new();
        let mut turns = 0;
        let certificate = loop {
            turns += 1;
            let questions = match explored.questions(3) {
                Ok(questions) => questions,
                Err(certificate) => break certificate,
            };
            together += usize::from(questions.len() > 1);
            for question in questions.into_iter().rev() {
                if !explored.learner.knowledge().decides(&question) {
                    let answer = expert.ask(&question).unwrap();
                    explored.take(Entry::Answer(question, answer));
                }
            }
            if turns % 5 == 4 {
                let before = explored.entries.len();
                explored.undo();
                assert_eq!(explored.entries.len(), before.max(1) - 1);
            }
            if turns % 3 == 0 {
                explored = Explored::replay(explored.entries);
            }
        };
        assert!(certificate.epsilon <= 0.05);
        let rules: Theory = explored.learner.rules();
        assert!(rules.rules().iter().all(|rule| truth.holds(rule)));
        let measured = measure::exact(&rules, &truth).unwrap();
        wrong += u32::from(measured.strong_error > certificate.epsilon);
    }
    // δ is 0.1: more than 11 of 40 would happen less than once in 10,000 times.
    assert!(wrong <= 11, "{wrong} of 40 certificates are wrong");
    assert!(together > 40, "several were asked at a time: {together}");
}
