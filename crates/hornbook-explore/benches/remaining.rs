//! How good the estimate of the questions left is: `cargo bench --bench
//! remaining`.
//!
//! Domains are explored with a table as the expert. For every question asked,
//! the estimate of what is left is compared with what was left in truth: how
//! often that lies within the range given, and the estimate as a multiple of
//! it. Counts do not depend on the machine. `docs/questions.md` holds what it
//! printed.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::sync::Arc;

use hornbook::learn::{Accuracy, unwatched};
use hornbook::oracle::{Answer, Oracle, TableOracle};
use hornbook::sampling::{Purpose, Streams};
use hornbook::{AttrSet, Context, Universe, format, scaling};
use hornbook_explore::journal::DistributionName;
use hornbook_explore::{Exploration, Remaining, Response, Start, Step};

const SEEDS: u64 = 8;

/// The estimates of one exploration, in the order of its questions.
fn estimates(context: &Context, epsilon: f64, seed: u64) -> Vec<Remaining> {
    let accuracy = Accuracy::new(epsilon, 0.1).unwrap();
    let start = Start::attributes(context.universe().names().to_vec())
        .accuracy(accuracy)
        .distribution(DistributionName::Uniform)
        .seed(seed);
    let mut exploration = Exploration::in_memory(start).unwrap();
    let mut expert = TableOracle::new(context, seed);
    let mut estimates = Vec::new();
    while let Step::Ask(asked) = exploration.next(&mut unwatched).unwrap() {
        estimates.extend(exploration.standing().unwrap().remaining);
        let response = match expert.ask(&asked.question).unwrap() {
            Answer::Refuted(model) => {
                Response::refuted("", model.has().clone(), context.universe().all().difference(model.has()))
            }
            _ => Response::Holds,
        };
        exploration.answer(None, &asked.question, response).unwrap();
    }
    estimates
}

fn line(name: &str, context: &Context, epsilon: f64) {
    let runs: Vec<Vec<Remaining>> = (0..SEEDS).map(|seed| estimates(context, epsilon, seed)).collect();
    let with_truth = || runs.iter().flat_map(|run| run.iter().zip((1..=run.len() as u64).rev()));
    let all = with_truth().count() as f64;
    let within = with_truth().filter(|(found, left)| (found.least..=found.most).contains(left)).count() as f64;
    let mut times: Vec<f64> = with_truth().map(|(found, left)| found.likely as f64 / left as f64).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "| {name} | {epsilon} | {:.1} | {:.0}% | {:.2} | {:.2} | {:.2} |",
        all / SEEDS as f64,
        100.0 * within / all,
        at(0.1),
        at(0.5),
        at(0.9)
    );
}

fn read(file: &str) -> Context {
    let path = format!("{}/../../data/{file}", env!("CARGO_MANIFEST_DIR"));
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

fn random(attributes: usize, objects: u64, density: f64) -> Context {
    let row = |object| {
        let mut stream = Streams::new(objects).stream(Purpose::Expert, attributes as u64, object);
        AttrSet::of(attributes, (0..attributes).filter(|_| stream.unit() < density).collect::<Vec<_>>())
    };
    Context::from_rows(Arc::new(Universe::letters(attributes)), (0..objects).map(row))
}

fn main() {
    println!("| domain | ε | questions | within the range | estimate / truth: 10% | 50% | 90% |");
    println!("|---|---|---|---|---|---|---|");
    let zoo = read("zoo.csv");
    [0.1, 0.01, 0.001].into_iter().for_each(|epsilon| line("Zoo", &zoo, epsilon));
    let cancer = read("breast-cancer.csv");
    [0.1, 0.01].into_iter().for_each(|epsilon| line("Breast Cancer", &cancer, epsilon));
    for (attributes, objects, density) in [(6, 8, 0.5), (10, 20, 0.4), (15, 30, 0.3), (20, 50, 0.5), (30, 40, 0.2)] {
        let name = format!("random, {attributes} attributes, {objects} objects, density {density}");
        line(&name, &random(attributes, objects, density), 0.01);
    }
}
