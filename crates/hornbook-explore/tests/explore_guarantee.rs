//! The guarantee of explorations, tested as what it is: a statement about many
//! runs. In each, answers are given, some of them wrong and taken back later,
//! the journal is opened again at any time, and two of them become one on the
//! way. What is certified at the end, and every bound shown on the way, may be
//! wrong no more often than δ allows, by a binomial bound at 99.9%. Shares are
//! exact, by looking at every set.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{HashMap, HashSet};

use common::expert::{Expert, start};
use common::{binomial_bound, random_context, subsets};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::oracle::{Answer, Oracle, TableOracle};
use hornbook::sampling::{Purpose, Sampler, Streams};
use hornbook::{AttrSet, Conclusion, Context, Implication, Knowledge};
use hornbook_explore::journal::{EntryId, EntryKind, Journal, Policy, Reply, merge};
use hornbook_explore::{Ballot, Exploration, Response, Step, Turn, Turns};

const RUNS: u64 = 300;
const EPSILON: f64 = 0.1;
const DELTA: f64 = 0.1;

/// Whether what is open about a set hangs on a question that nobody could
/// answer; the bounds of those have figures of their own.
fn hangs(exploration: &Exploration, aside: &[Implication], set: &AttrSet) -> bool {
    match exploration.knowledge().lower(set) {
        Conclusion::Attrs(closed) => aside.iter().any(|question| !question.holds_in(&closed)),
        Conclusion::Falsum => false,
    }
}

fn set_aside(exploration: &Exploration) -> Vec<Implication> {
    let questions = exploration.open_questions().into_iter();
    questions.filter(|(_, _, reply)| *reply != Reply::Later).map(|(_, question, _)| question).collect()
}

/// The share of sets about which not all is known, whether it is true or not.
fn open_share(exploration: &Exploration) -> f64 {
    let aside = set_aside(exploration);
    share(exploration, |set| !exploration.knowledge().is_settled(set) && !hangs(exploration, &aside, set))
}

/// The share of sets of which the rules do not tell the truth.
fn error(exploration: &Exploration, truth: &Context) -> f64 {
    let aside = set_aside(exploration);
    share(exploration, |set| exploration.knowledge().lower(set) != truth.close(set) && !hangs(exploration, &aside, set))
}

fn share(exploration: &Exploration, counts: impl Fn(&AttrSet) -> bool) -> f64 {
    let attributes = exploration.universe().len();
    subsets(attributes).filter(counts).count() as f64 / (1u64 << attributes) as f64
}

/// One exploration, with all that may happen to it.
struct Run<'a> {
    exploration: Exploration,
    expert: Expert<'a>,
    /// Answers that are wrong, and have not been taken back yet.
    wrong: Vec<EntryId>,
    /// Whether a bound shown with a question was too small.
    misled: bool,
    /// Whether one was certified, by the end or on the way, that was.
    wrongly_certified: bool,
}

impl<'a> Run<'a> {
    fn new(truth: &'a Context, seed: u64) -> Self {
        let exploration = Exploration::in_memory(start(truth.attribute_count(), seed)).unwrap();
        let expert = Expert { forgetful: seed % 2 == 1, ..Expert::new(truth, seed, 0) };
        Self { exploration, expert, wrong: Vec::new(), misled: false, wrongly_certified: false }
    }

    /// One more answer; nothing if it is certified and nothing is wrong.
    fn step(&mut self) -> bool {
        let step = self.exploration.next(&mut unwatched).unwrap();
        let standing = self.exploration.standing().unwrap().clone();
        let too_small = open_share(&self.exploration) > standing.epsilon;
        match step {
            Step::Ask(_) => self.misled |= too_small,
            Step::Certified(_) => self.wrongly_certified |= too_small,
        }
        if self.expert.stream.below(6) == 0 {
            self.exploration = Exploration::of(self.exploration.journal().copy()).unwrap();
            assert_eq!(step, self.exploration.next(&mut unwatched).unwrap());
            assert_eq!(Some(&standing), self.exploration.standing(), "a restart draws no second lot");
        }
        match step {
            Step::Certified(_) if self.wrong.is_empty() => return false,
            Step::Certified(_) => self.take_back(),
            Step::Ask(asked) => {
                if self.wrong.len() > 1 && self.expert.stream.below(3) == 0 {
                    self.take_back();
                } else if self.expert.stream.below(8) > 0 || !self.answer_wrongly(&asked.question) {
                    self.answer(&asked.question);
                }
            }
        }
        true
    }

    /// A true answer; if something wrong is in its way, that is taken back.
    fn answer(&mut self, question: &Implication) {
        let response = self.expert.respond(question, self.exploration.universe().len());
        if let Err(refusal) = self.exploration.answer(None, question, response) {
            assert!(!self.wrong.is_empty(), "{refusal:?}");
            self.take_back();
        }
    }

    fn answer_wrongly(&mut self, question: &Implication) -> bool {
        let holds = self.expert.truth.holds(question);
        let all = self.exploration.universe().all();
        let response = match holds {
            true => Response::refuted("", question.premise.clone(), all.difference(&question.premise)),
            false => Response::Holds,
        };
        // What would not fit earlier answers is refused.
        self.exploration.answer(None, question, response).map(|id| self.wrong.push(id)).is_ok()
    }

    fn take_back(&mut self) {
        let wrong = self.wrong.swap_remove(self.expert.stream.below(self.wrong.len()));
        self.exploration.retract(None, &wrong).unwrap();
    }

    /// Goes on in two places for a while, and puts the two together.
    fn part_and_meet(&mut self) {
        let mut other = Run {
            exploration: Exploration::of(self.exploration.journal().copy()).unwrap(),
            expert: Expert { forgetful: false, ..Expert::new(self.expert.truth, self.expert.stream.bits(), 1) },
            wrong: Vec::new(),
            misled: false,
            wrongly_certified: false,
        };
        for _ in 0..4 {
            self.step();
            if let Step::Ask(asked) = other.exploration.next(&mut unwatched).unwrap() {
                let response = other.expert.respond(&asked.question, self.exploration.universe().len());
                // Something wrong may be in its way, which is not its to take back.
                _ = other.exploration.answer(Some("other"), &asked.question, response);
            }
        }
        let lines =
            |run: &Run| (run.exploration.journal().header().clone(), run.exploration.journal().entries().to_vec());
        let (one, two) = (lines(self), lines(&other));
        let (header, entries) = merge((&one.0, &one.1), (&two.0, &two.1)).unwrap();
        self.exploration = Exploration::of(Journal::in_memory_with(header, entries)).unwrap();
    }

    fn go_on_to_the_end(&mut self) {
        for _ in 0..3 + self.expert.stream.below(10) {
            self.step();
        }
        self.part_and_meet();
        while self.step() {}
    }
}

#[test]
fn certificates_are_true_after_restarts_retractions_and_merges() {
    for truth in [random_context(7, 8, 0.4, 1), random_context(8, 10, 0.3, 2)] {
        let (mut wrong, mut wrongly_certified, mut misled, mut any) = (0, 0, 0, 0);
        for seed in 0..RUNS / 2 {
            let mut run = Run::new(&truth, seed);
            run.go_on_to_the_end();
            let certified = run.exploration.certified().unwrap();
            assert!(certified.epsilon <= EPSILON && certified.delta == DELTA);
            assert_eq!(run.exploration.disputes(), [], "with all that was wrong taken back");
            assert!(run.exploration.rules().iter().all(|rule| truth.holds(&rule.implication)));
            let history = &run.exploration.standing().unwrap().history;
            assert!(history.iter().all(|&bound| bound > 0.0 && bound <= 1.0));
            let error = error(&run.exploration, &truth);
            assert!(error <= open_share(&run.exploration), "what is settled is true");
            wrong += u64::from(error > EPSILON);
            wrongly_certified += u64::from(run.wrongly_certified);
            misled += u64::from(run.misled);
            any += u64::from(run.wrongly_certified || run.misled);
        }
        eprintln!(
            "beyond ε: {wrong}, certified wrongly: {wrongly_certified}, misled on the way: {misled}, either: {any}"
        );
        let runs = RUNS / 2;
        let allowed = binomial_bound(runs, DELTA);
        assert!(wrong <= allowed, "{wrong} of {runs} runs beyond ε, {allowed} allowed");
        assert!(any <= allowed, "{any} of {runs} runs with a bound that is wrong, {allowed} allowed");
        // A tenth of δ is set apart for the bounds that are shown on the way.
        let allowed = binomial_bound(runs, DELTA / 10.0);
        assert!(misled <= allowed, "{misled} of {runs} runs with a bound on the way that is wrong, {allowed} allowed");
    }
}

/// Questions that people could not come to terms about, that nobody knew, or only
/// in part.
fn left_open(exploration: &Exploration) -> Vec<Implication> {
    let policy = exploration.policy();
    let open = |ballot: &&Ballot| !ballot.is_pending(policy);
    let ballots = exploration.ballots().iter().filter(open).map(|ballot| ballot.question.clone());
    ballots.filter(|question| !exploration.knowledge().decides(question)).collect()
}

/// Four people, of whom one says the opposite of what is true now and then, and
/// another often does not know or wants to be asked later; each has a question
/// before them while the others answer. Says whether the certificate is wrong.
fn a_panel_errs(truth: &Context, policy: Policy, seed: u64) -> bool {
    const PEOPLE: [&str; 4] = ["ada", "bob", "cleo", "dan"];
    let attributes = truth.attribute_count();
    let mut exploration = Exploration::in_memory(start(attributes, seed)).unwrap();
    exploration.set_policy(None, policy).unwrap();
    let mut expert = Expert::new(truth, seed, 2);
    let mut out: HashMap<&str, Implication> = HashMap::new();
    for turn in 0.. {
        assert!(turn < 2000, "no end of questions under {policy:?}");
        let who = PEOPLE[expert.stream.below(PEOPLE.len())];
        if let Some(question) = out.remove(who) {
            let opposite = match truth.holds(&question) {
                true => Response::refuted("", question.premise.clone(), truth.universe().none()),
                false => Response::Holds,
            };
            let response = match (who, expert.stream.below(4)) {
                ("bob", 0) if policy != Policy::Any => opposite,
                ("cleo", 0) => Response::Unknown,
                ("cleo", 1) => Response::Later,
                _ => expert.respond(&question, attributes),
            };
            // What does not fit is refused; it is asked again.
            _ = exploration.answer(Some(who), &question, response);
        }
        if expert.stream.below(6) == 0 {
            exploration = Exploration::of(exploration.journal().copy()).unwrap();
        }
        let others: Vec<Implication> = out.values().cloned().collect();
        match exploration
            .next_for(Turns { who: Some(who), out: &others, about: None, ..Turns::default() }, &mut unwatched)
            .unwrap()
        {
            Turn::Ask(asked) => _ = out.insert(who, asked.question),
            Turn::Wait => {}
            Turn::Certified(certified) => {
                let aside = left_open(&exploration);
                let open =
                    |set: &AttrSet| !exploration.knowledge().is_settled(set) && !hangs(&exploration, &aside, set);
                assert!(exploration.rules().iter().all(|rule| truth.holds(&rule.implication)));
                return share(&exploration, open) > certified.epsilon;
            }
        }
    }
    unreachable!("it goes on until it is certified")
}

/// Who is believed decides what is known, not how sure one is that little is
/// missing.
#[test]
fn certificates_of_several_people_are_true() {
    let truth = random_context(7, 9, 0.4, 5);
    let runs = 120;
    let allowed = binomial_bound(runs, DELTA);
    for policy in [Policy::Any, Policy::Majority { of: 3 }, Policy::Unanimous { of: 2 }] {
        let wrong = (0..runs).filter(|&seed| a_panel_errs(&truth, policy, seed)).count() as u64;
        eprintln!("{policy:?}: {wrong} wrong, {allowed} allowed of {runs}");
        assert!(wrong <= allowed, "{policy:?}: {wrong} of {runs}, {allowed} allowed");
    }
}

/// The bound on samples of which none was open, at confidence 1 − δ.
fn none_of(samples: usize, delta: f64) -> f64 {
    1.0 - delta.powf(1.0 / samples as f64)
}

/// A learner that asks about open sets among its samples until there are none,
/// and then certifies: by the very same samples, or by fresh ones. Says whether
/// what it certified is wrong.
fn is_wrong(truth: &Context, seed: u64, fresh: bool) -> bool {
    let n = truth.attribute_count();
    let draw = |round: u64| -> Vec<AttrSet> {
        let mut stream = Streams::new(seed).stream(Purpose::Look, round, 0);
        (0..60).map(|_| Sampler::uniform(n).draw(&mut stream)).collect()
    };
    let mut knowledge = Knowledge::new(n);
    let mut oracle = TableOracle::new(truth, seed);
    for attempt in 1.. {
        let samples = draw(2 * attempt);
        for set in &samples {
            while let (Conclusion::Attrs(closed), false) = (knowledge.lower(set), knowledge.is_settled(set)) {
                let question = Implication { conclusion: knowledge.upper(&closed), premise: closed };
                match oracle.ask(&question).unwrap() {
                    Answer::Holds => knowledge.confirm(question).unwrap(),
                    Answer::Refuted(model) => knowledge.see(model).unwrap(),
                    other => panic!("{other:?}"),
                }
            }
        }
        let certifying = if fresh { draw(2 * attempt + 1) } else { samples };
        if certifying.iter().all(|set| knowledge.is_settled(set)) {
            let certified = none_of(certifying.len(), DELTA / (attempt * (attempt + 1)) as f64);
            let open = subsets(n).filter(|set| !knowledge.is_settled(set)).count() as f64 / (1u64 << n) as f64;
            return open > certified;
        }
    }
    unreachable!("it goes on until it is certified")
}

/// The check above must be able to fail: where a certificate rests on the
/// samples that questions were chosen by, it is wrong far more often than δ;
/// with fresh ones the same learner passes.
#[test]
fn samples_that_are_not_fresh_are_found_out() {
    let truth = random_context(9, 30, 0.5, 3);
    let count = |fresh| (0..RUNS).filter(|&seed| is_wrong(&truth, seed, fresh)).count() as u64;
    let allowed = binomial_bound(RUNS, DELTA);
    let (careless, careful) = (count(false), count(true));
    eprintln!("{careless} wrong by the same samples, {careful} by fresh ones, {allowed} allowed of {RUNS}");
    assert!(careless > allowed, "{careless} of {RUNS}");
    assert!(careful <= allowed, "{careful} of {RUNS}");
}

/// Everything random is keyed by all entries that count. So no sample that had
/// a say in an answer can certify what it led to: after each entry the streams
/// are others, also if it only takes back the one before it, or says the same
/// again; and attempts at a certificate change nothing that is drawn.
#[test]
fn streams_are_others_after_every_entry_that_counts() {
    let truth = random_context(6, 8, 0.5, 4);
    let mut seen: HashSet<u64> = HashSet::new();
    for seed in 0..20 {
        let mut exploration = Exploration::in_memory(start(6, seed)).unwrap();
        let mut expert = Expert::new(&truth, seed, 3);
        assert!(seen.insert(exploration.journal().seed()));
        for _ in 0..20 {
            let (before, counting) = (exploration.journal().seed(), exploration.journal().counting());
            exploration.next(&mut unwatched).unwrap();
            assert_eq!(before, exploration.journal().seed(), "attempts and certificates do not count");
            expert.act(&mut exploration);
            if exploration.journal().counting() > counting {
                assert!(seen.insert(exploration.journal().seed()), "streams are drawn from again");
            }
        }
        // Back and forth, to the same knowledge.
        let question = Implication::new(AttrSet::of(6, [0]), AttrSet::of(6, [1]));
        for _ in 0..5 {
            let id = exploration.answer(None, &question, Response::Unknown).unwrap();
            assert!(seen.insert(exploration.journal().seed()));
            exploration.retract(None, &id).unwrap();
            assert!(seen.insert(exploration.journal().seed()));
        }
        let entries = exploration.journal().entries();
        assert!(entries.iter().any(|entry| matches!(entry.what, EntryKind::Retract { .. })));
    }
}

/// With the same streams, a second look at the same knowledge would see the
/// same: it does not.
#[test]
fn the_same_knowledge_is_looked_at_with_other_samples() {
    let truth = random_context(8, 10, 0.4, 5);
    let mut same = 0;
    for seed in 0..40 {
        let mut exploration = Exploration::in_memory(start(8, seed)).unwrap();
        let mut expert = Expert { forgetful: false, ..Expert::new(&truth, seed, 0) };
        let mut seen = Vec::new();
        for _ in 0..8 {
            expert.answer(&mut exploration);
        }
        for _ in 0..2 {
            // Nothing changes but that it was said again.
            exploration.set_accuracy(None, Accuracy::new(EPSILON, DELTA).unwrap()).unwrap();
            exploration.next(&mut unwatched).unwrap();
            let standing = exploration.standing().unwrap();
            seen.push((standing.drawn, standing.settled, exploration.certified().map(|certified| certified.samples)));
        }
        same += u32::from(seen[0] == seen[1]);
    }
    assert!(same < 10, "{same} of 40 looks saw the same");
}
