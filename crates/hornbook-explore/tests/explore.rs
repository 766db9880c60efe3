//! Explorations against simulated experts: as many questions as the learner
//! alone takes, the same run however often it is started again, and
//! certificates that are true.
#![allow(clippy::unwrap_used)]

use hornbook::learn::Learner;
use hornbook::learn::frugal::{Frugal, FrugalSettings};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::oracle::{Answer, Oracle, TableOracle};
use hornbook::sampling::Sampler;
use hornbook::{Context, Implication, Knowledge, format, scaling};
use hornbook_explore::journal::DistributionName;
use hornbook_explore::{Exploration, Response, Start, Step};

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

fn accuracy() -> Accuracy {
    Accuracy::new(0.01, 0.1).unwrap()
}

fn start(context: &Context, seed: u64) -> Start {
    Start::attributes(context.universe().names().to_vec())
        .accuracy(accuracy())
        .distribution(DistributionName::Uniform)
        .seed(seed)
}

/// What the expert says, as a person would say it.
fn respond(context: &Context, expert: &mut TableOracle<'_>, question: &Implication) -> Response {
    match expert.ask(question).unwrap() {
        Answer::Holds => Response::Holds,
        Answer::Refuted(model) => {
            let object = (0..context.len()).find(|&object| context.row(object) == model.has());
            let name = object.and_then(|object| context.name(object)).unwrap_or_default();
            Response::refuted(name, model.has().clone(), context.universe().all().difference(model.has()))
        }
        other => unreachable!("a table knows everything: {other:?}"),
    }
}

/// Explores until certified; says what was asked.
fn explore(context: &Context, seed: u64, restart: bool) -> (Vec<Implication>, Exploration) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("zoo.journal");
    let mut exploration = Exploration::create(&path, start(context, seed)).unwrap();
    let mut expert = TableOracle::new(context, seed);
    let mut asked = Vec::new();
    while let Step::Ask(ask) = exploration.next(&mut unwatched).unwrap() {
        let response = respond(context, &mut expert, &ask.question);
        exploration.answer(Some("expert"), &ask.question, response).unwrap();
        asked.push(ask.question);
        if restart {
            drop(exploration);
            exploration = Exploration::open(&path).unwrap();
        }
    }
    (asked, exploration)
}

fn learner_alone(context: &Context, seed: u64) -> u64 {
    let attributes = context.attribute_count();
    let settings = FrugalSettings::new(accuracy(), Sampler::uniform(attributes), seed);
    let mut learner = Frugal::new(settings, Knowledge::new(attributes));
    learner.run(&mut TableOracle::new(context, seed), &mut unwatched).unwrap();
    learner.spent().questions
}

#[test]
fn takes_as_many_questions_through_the_journal() {
    let context = zoo();
    let seeds = 0..20;
    let mean = |counts: Vec<u64>| counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let alone = mean(seeds.clone().map(|seed| learner_alone(&context, seed)).collect());
    let journal = mean(seeds.map(|seed| explore(&context, seed, false).0.len() as u64).collect());
    eprintln!("{journal} questions through the journal, {alone} by the learner alone");
    assert!(journal <= alone + 1.0, "{journal} questions through the journal, {alone} by the learner alone");
}

#[test]
fn starting_again_after_every_answer_changes_nothing() {
    let context = zoo();
    for seed in 0..3 {
        let (asked, exploration) = explore(&context, seed, false);
        let (again, restarted) = explore(&context, seed, true);
        assert_eq!(asked, again);
        assert_eq!(exploration.rules(), restarted.rules());
        assert!(restarted.certified().is_some());
    }
}
