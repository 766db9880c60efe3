//! Certificates of explorations about things like those named, and about any few
//! attributes: over the objects known at that moment, with things named first,
//! forms filled in beforehand, lists of rules, restarts, and several people. As
//! statements about many runs, with exact shares.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;

use common::{binomial_bound, random_context, subsets};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::sampling::{ANY_FEW_TIMES_EPSILON, DescribedSampler, Purpose, Sampler, Stream, Streams, USUALLY_TOLD};
use hornbook::{AttrSet, Context, Implication, format, measure, scaling};
use hornbook_explore::journal::{Certified, DistributionName, EntryKind, Policy};
use hornbook_explore::{
    Asking, Exploration, Interaction, ObjectStatement, Refusal, Response, Start, Turns, USUAL_EPSILON,
};

const RUNS: u64 = 500;
const EPSILON: f64 = 0.1;
const DELTA: f64 = 0.1;

/// The share of sets that are open, of those that an object of these may be
/// described by: an object, a number of attributes, and which of them.
fn open_share(exploration: &Exploration, objects: &[AttrSet]) -> f64 {
    let choose = |of: usize, size: usize| (0..size).fold(1.0, |ways, at| ways * (of - at) as f64 / (at + 1) as f64);
    let is_open = |set: &AttrSet| !exploration.knowledge().is_settled(set);
    let mut total = 0.0;
    for set in subsets(exploration.universe().len()).filter(|set| set.len() <= USUALLY_TOLD).filter(is_open) {
        for object in objects.iter().filter(|object| set.is_subset(object)) {
            let times = (1..=USUALLY_TOLD).filter(|&told| told.min(object.len()) == set.len()).count() as f64;
            total += times / USUALLY_TOLD as f64 / choose(object.len(), set.len()) / objects.len() as f64;
        }
    }
    total
}

/// Whether what is certified is wrong.
fn is_wrong(exploration: &Exploration, certified: &Certified) -> bool {
    let named: Vec<AttrSet> = exploration.models().iter().map(|model| model.has().clone()).collect();
    let any = [exploration.universe().all()];
    match certified.any_few {
        None if exploration.distribution() == DistributionName::Short => {
            open_share(exploration, &any) > certified.epsilon
        }
        None => open_share(exploration, &named) > certified.epsilon,
        Some(apart) => {
            open_share(exploration, &named) > certified.epsilon || open_share(exploration, &any) > apart.epsilon
        }
    }
}

/// Who knows a table, names things of it and breaks rules by them.
struct Expert<'a> {
    truth: &'a Context,
    stream: Stream,
}

impl Expert<'_> {
    /// A row in full: the form is filled in by guesses, which are corrected, and
    /// confirmed as a whole.
    fn described(&self, exploration: &Exploration, row: usize, breaks: Option<&Implication>) -> ObjectStatement {
        let (truth, none) = (self.truth.row(row), exploration.universe().none());
        let premise = breaks.map_or(none.clone(), |rule| rule.premise.clone());
        let told = ObjectStatement::new(format!("row {row}"), premise, none);
        let before = exploration.journal().entries().len();
        let guess = exploration.guess(&told, breaks).unwrap();
        assert!(guess.certain.has().is_subset(truth) && truth.is_subset(guess.certain.possible()), "certain is true");
        assert!(guess.has.intersection(&guess.lacks).is_empty());
        assert_eq!(exploration.journal().entries().len(), before, "a guess is recorded nowhere");
        let has = guess.has.union(guess.certain.has()).intersection(truth).union(truth);
        ObjectStatement { lacks: exploration.universe().all().difference(&has), has, ..told }
    }

    fn respond(&mut self, exploration: &Exploration, rule: &Implication) -> Response {
        let rows: Vec<usize> = (0..self.truth.len()).filter(|&row| !rule.holds_in(self.truth.row(row))).collect();
        match rows.len() {
            0 => Response::Holds,
            count => {
                let row = rows[self.stream.below(count)];
                Response::Refuted(self.described(exploration, row, Some(rule)))
            }
        }
    }
}

fn begin(truth: &Context, distribution: DistributionName, seed: u64) -> Exploration {
    let start = Start::attributes(truth.universe().names().to_vec())
        .accuracy(Accuracy::new(EPSILON, DELTA).unwrap())
        .distribution(distribution)
        .seed(seed);
    Exploration::in_memory(start).unwrap()
}

/// Explores to the end and says whether the certificate is wrong.
fn errs(truth: &Context, distribution: DistributionName, seed: u64) -> bool {
    let mut exploration = begin(truth, distribution, seed);
    let mut expert = Expert { truth, stream: Streams::new(seed).stream(Purpose::Expert, 3, 0) };
    let mut asking = Asking { controls: 0.3, ..Asking::default() };
    loop {
        let next = exploration.interaction(Turns::default(), asking, &mut unwatched).unwrap();
        if expert.stream.below(5) == 0 {
            exploration = Exploration::of(exploration.journal().copy()).unwrap();
            let again = exploration.interaction(Turns::default(), asking, &mut unwatched).unwrap();
            assert_eq!(next, again, "a restart changes nothing");
        }
        match next {
            Interaction::Describe { .. } => {
                let row = expert.stream.below(truth.len());
                let known = exploration.objects().iter().any(|object| object.name() == Some(&format!("row {row}")));
                match known {
                    true => asking.objects_first = false,
                    false => _ = exploration.tell(None, expert.described(&exploration, row, None)).unwrap(),
                }
            }
            Interaction::Check { asked, shown } => {
                assert!(shown.len() >= asked.len() && asked.len() <= asking.most_on_a_list);
                let answers = shown.iter().map(|rule| {
                    // Those known to be false are noticed.
                    let fails = exploration.knowledge().fails(rule);
                    let response = if fails { Response::Unknown } else { expert.respond(&exploration, rule) };
                    (rule.clone(), Some(response))
                });
                let answers: Vec<_> = answers.collect();
                // An object of the list may say all of it of another on the list.
                match exploration.answer_list(None, answers, None) {
                    Ok(checked) => assert_eq!(checked.missed, []),
                    Err(refusal) => assert!(matches!(refusal, Refusal::Otherwise { .. }), "{refusal:?}"),
                }
            }
            Interaction::Ask(asked) => {
                let response = expert.respond(&exploration, &asked.question);
                exploration.answer(None, &asked.question, response).unwrap();
            }
            Interaction::Wait => panic!("there is nobody to wait for"),
            Interaction::Certified(certified) => {
                assert!(certified.epsilon <= EPSILON);
                assert!(certified.any_few.is_none_or(|apart| apart.epsilon <= ANY_FEW_TIMES_EPSILON * EPSILON));
                assert!(exploration.rules().iter().all(|rule| truth.holds(&rule.implication)));
                return is_wrong(&exploration, &certified);
            }
        }
    }
}

fn errs_no_more_often_than_allowed(distribution: DistributionName) {
    let truth = random_context(9, 14, 0.45, 3);
    let wrong = (0..RUNS).filter(|&seed| errs(&truth, distribution, seed)).count() as u64;
    let allowed = binomial_bound(RUNS, DELTA);
    assert!(wrong <= allowed, "{wrong} of {RUNS} certificates are wrong, {allowed} allowed");
}

#[test]
fn things_like_those_named() {
    errs_no_more_often_than_allowed(DistributionName::Described);
}

#[test]
fn any_few_attributes() {
    errs_no_more_often_than_allowed(DistributionName::Short);
}

#[test]
fn both_apart() {
    errs_no_more_often_than_allowed(DistributionName::DescribedAndShort);
}

/// Three people with lists before them, of whom one often does not know.
#[test]
fn several_people_with_lists() {
    const PEOPLE: [&str; 3] = ["ada", "bob", "cleo"];
    let truth = random_context(8, 11, 0.4, 4);
    let asking = Asking { controls: 0.0, objects_first: false, ..Asking::default() };
    let mut wrong = 0;
    for seed in 0..RUNS {
        let mut exploration = begin(&truth, DistributionName::DescribedAndShort, seed);
        if seed % 2 == 1 {
            exploration.set_policy(None, Policy::Majority { of: 2 }).unwrap();
        }
        let mut expert = Expert { truth: &truth, stream: Streams::new(seed).stream(Purpose::Expert, 4, 0) };
        let mut out: HashMap<&str, Vec<Implication>> = HashMap::new();
        for turn in 0.. {
            assert!(turn < 3000, "no end of questions");
            let who = PEOPLE[expert.stream.below(PEOPLE.len())];
            for rule in out.remove(who).unwrap_or_default() {
                let unknown = who == "cleo" && expert.stream.below(3) == 0;
                let response = if unknown { Response::Unknown } else { expert.respond(&exploration, &rule) };
                // What was settled meanwhile may make it say nothing, or too much.
                _ = exploration.answer(Some(who), &rule, response);
            }
            let others: Vec<Implication> = out.values().flatten().cloned().collect();
            let turns = Turns { who: Some(who), out: &others, ..Turns::default() };
            match exploration.interaction(turns, asking, &mut unwatched).unwrap() {
                Interaction::Check { shown, .. } => _ = out.insert(who, shown),
                Interaction::Ask(asked) => _ = out.insert(who, vec![asked.question]),
                Interaction::Wait => {}
                Interaction::Describe { .. } => panic!("rules were asked for"),
                Interaction::Certified(certified) => {
                    let hangs =
                        certified.set_aside > 0.0 || certified.any_few.is_some_and(|apart| apart.set_aside > 0.0);
                    // What hangs on open questions has figures of its own.
                    wrong += u64::from(!hangs && is_wrong(&exploration, &certified));
                    break;
                }
            }
        }
    }
    let allowed = binomial_bound(RUNS, DELTA);
    assert!(wrong <= allowed, "{wrong} of {RUNS} certificates are wrong, {allowed} allowed");
}

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

/// The certificate is about the objects named, and yet the rules tell nearly all
/// about those nobody named.
#[test]
fn by_default_zoo_is_told_as_it_is_described() {
    let zoo = zoo();
    for seed in 0..2 {
        let start = Start::attributes(zoo.universe().names().to_vec()).seed(seed);
        let mut exploration = Exploration::in_memory(start).unwrap();
        let mut expert = Expert { truth: &zoo, stream: Streams::new(seed).stream(Purpose::Expert, 5, 0) };
        let asking = Asking { objects_first: false, controls: 0.0, ..Asking::default() };
        let certified = loop {
            match exploration.interaction(Turns::default(), asking, &mut unwatched).unwrap() {
                Interaction::Check { shown, .. } => {
                    for rule in shown {
                        if !exploration.knowledge().decides(&rule) {
                            let response = expert.respond(&exploration, &rule);
                            exploration.answer(None, &rule, response).unwrap();
                        }
                    }
                }
                Interaction::Ask(asked) => {
                    let response = expert.respond(&exploration, &asked.question);
                    exploration.answer(None, &asked.question, response).unwrap();
                }
                Interaction::Certified(certified) => break certified,
                other => panic!("{other:?}"),
            }
        };
        assert!(certified.epsilon <= USUAL_EPSILON && certified.any_few.is_some());
        let described = Sampler::Described(DescribedSampler::of_context(&zoo, USUALLY_TOLD).unwrap());
        let rules = exploration.knowledge().rules();
        let found = measure::exact_over(rules, &zoo, &described, measure::USUAL_LOOKS).unwrap();
        assert!(found.recall >= 0.95, "{}", found.recall);
        let says = exploration.whole_certificate(&certified);
        let named = exploration.objects().len();
        assert!(says.starts_with(&format!("Told up to three things about one of your {named} objects, ")), "{says}");
        assert!(
            says.contains("For any three attributes or fewer, they know") && says.contains("nobody named"),
            "{says}"
        );
    }
}

/// Rules known to be false are mixed in, and whether they are ticked is on record.
#[test]
fn rules_known_to_be_false_are_noticed_or_not() {
    let truth = zoo();
    let mut exploration = begin(&truth, DistributionName::DescribedAndShort, 1);
    let expert = Expert { truth: &truth, stream: Streams::new(1).stream(Purpose::Expert, 6, 0) };
    for row in 0..40 {
        exploration.tell(Some("ada"), expert.described(&exploration, row, None)).unwrap();
    }
    let asking = Asking { controls: 1.0, objects_first: false, ..Asking::default() };
    let known = exploration.knowledge().rules().len();
    let Interaction::Check { asked, shown } =
        exploration.interaction(Turns::default(), asking, &mut unwatched).unwrap()
    else {
        panic!("with many rows known there are rules that very likely hold")
    };
    let controls: Vec<&Implication> = shown.iter().filter(|rule| exploration.knowledge().fails(rule)).collect();
    assert!(!controls.is_empty() && shown.len() == asked.len() + controls.len());
    // All but the first control are ticked.
    let noticed = controls[0].clone();
    let respond = |rule: &Implication| if *rule == noticed { Response::Unknown } else { Response::Holds };
    let missed = controls.len() - 1;
    let answers = shown.iter().map(|rule| (rule.clone(), Some(respond(rule)))).collect();
    let seed = exploration.journal().seed();
    let checked = exploration.answer_list(Some("ada"), answers, Some(24.0)).unwrap();
    assert_eq!((checked.missed.len(), checked.noticed), (missed, 1));
    assert_eq!(exploration.controls(Some("ada")), (missed + 1, 1));
    assert_eq!(exploration.controls(Some("bob")), (0, 0));
    assert!(exploration.knowledge().rules().len() > known && exploration.journal().seed() != seed);
    let took: Vec<_> = exploration.journal().entries().iter().filter_map(|entry| entry.took).collect();
    let each = 24.0 / shown.len() as f64;
    assert!(!took.is_empty() && took.iter().all(|took| (took.seconds - each).abs() < 1e-9));
    let is_control = |entry: &&hornbook_explore::journal::Entry| matches!(entry.what, EntryKind::Control { .. });
    assert_eq!(exploration.journal().entries().iter().filter(is_control).count(), missed + 1);
    let report = hornbook_words::text::document(&hornbook_explore::report(&exploration));
    assert!(report.contains("known to be false and mixed into lists"), "{report}");
}
