//! How many questions learning takes: `cargo bench --bench questions`, and
//! with `-- SEEDS METHOD` only so many seeds and only one method.
//!
//! Counts need no timing and do not depend on the machine. For each dataset
//! and ε, without background and with uniform sets at δ = .1: the mean and its
//! 95% interval over the seeds, for the frugal method, for the variant behind
//! the paper's table, and for classical exploration; with recall and the mean
//! size of the premises. `docs/questions.md` holds what it printed.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use hornbook::Method;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::sampling::{Distribution, Sampler};
use hornbook::{Context, Rulebook, Theory, format, measure, scaling};

const PROBES: u64 = 100_000;

struct Table {
    name: &'static str,
    context: Context,
    background: Theory,
    groups: Vec<Vec<usize>>,
}

fn read(name: &'static str, path: &str) -> Table {
    let path = format!("{}/../../data/{path}", env!("CARGO_MANIFEST_DIR"));
    let file = format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap();
    let scaling = file.scaling.unwrap();
    let universe = file.context.universe().clone();
    let background = Theory::from_rules(universe.len(), scaling.background(&universe));
    Table { name, context: file.context, background, groups: scaling.exclusive(&universe) }
}

fn learn(table: &Table, background: &Theory, method: Method, sampler: &Sampler, epsilon: f64, seed: u64) -> Rulebook {
    let accuracy = Accuracy::new(epsilon, 0.1).unwrap();
    let usual = LearnOptions::new(method, accuracy, table.context.attribute_count());
    let options = LearnOptions { sampler: sampler.clone(), seed, fallback_after: u64::MAX, ..usual };
    learn_domain(&table.context, background, &options, &mut unwatched).unwrap()
}

struct Outcome {
    questions: f64,
    confirmed: f64,
    recall: f64,
    premise: f64,
    valid: f64,
}

fn outcome(table: &Table, book: &Rulebook, sampler: &Sampler, seed: u64) -> Outcome {
    let questions = book.run.as_ref().unwrap().questions;
    let sizes: Vec<usize> = book.rules.iter().map(|rule| rule.implication.premise.len()).collect();
    let Ok(measured) = measure::estimate(&book.theory(), &table.context, sampler, PROBES, seed, 1);
    Outcome {
        questions: questions.asked as f64,
        confirmed: questions.confirmed as f64,
        recall: measured.recall,
        premise: sizes.iter().sum::<usize>() as f64 / sizes.len().max(1) as f64,
        valid: measure::valid_share(&book.learned(), &table.context).unwrap(),
    }
}

/// Runs over the seeds on two threads; the results come in the seeds' order.
fn outcomes(
    table: &Table,
    background: &Theory,
    method: Method,
    distribution: &str,
    epsilon: f64,
    seeds: u64,
) -> Vec<Outcome> {
    let distribution: Distribution = distribution.parse().unwrap();
    let sampler = distribution.over(&table.context, &table.groups).unwrap();
    let run = |seed| outcome(table, &learn(table, background, method, &sampler, epsilon, seed), &sampler, seed);
    let half = seeds / 2;
    std::thread::scope(|scope| {
        let first = scope.spawn(|| (0..half).map(run).collect::<Vec<_>>());
        let second: Vec<_> = (half..seeds).map(run).collect();
        first.join().unwrap().into_iter().chain(second).collect()
    })
}

/// Runs and prints a line, if this method is wanted.
fn report(name: &str, what: &str, run: impl FnOnce() -> Vec<Outcome>) {
    let wanted = std::env::args().skip(1).find(|arg| Method::ALL.iter().any(|method| method.name() == arg));
    if wanted.is_some_and(|wanted| !what.starts_with(&wanted)) {
        return;
    }
    let outcomes = run();
    let mean = |of: &dyn Fn(&Outcome) -> f64| outcomes.iter().map(of).sum::<f64>() / outcomes.len() as f64;
    let questions = mean(&|o| o.questions);
    let spread = mean(&|o| (o.questions - questions).powi(2)).sqrt();
    // 95% of Student's t for 20 runs; fewer tell too little for an interval.
    let interval = match outcomes.len() {
        20.. => format!(" ± {:.1}", 2.09 * spread / (outcomes.len() as f64 - 1.0).sqrt()),
        _ => String::new(),
    };
    println!(
        "| {name} | {what} | {} | {questions:.1}{interval} | {:.0}% | {:.4} | {:.2} | {:.2} |",
        outcomes.len(),
        100.0 * mean(&|o| o.confirmed) / questions.max(1.0),
        mean(&|o| o.recall),
        mean(&|o| o.premise),
        mean(&|o| o.valid),
    );
}

fn main() {
    let seeds = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(20);
    let zoo = read("Zoo", "zoo.csv");
    let cancer = read("Breast Cancer", "breast-cancer.csv");
    let none = |table: &Table| Theory::new(table.context.attribute_count());
    println!("| data | method | seeds | questions | yes | recall | premise | valid |");
    println!("|---|---|---|---|---|---|---|---|");
    for (table, epsilons) in [(&zoo, &[0.1, 0.01, 0.001, 0.0001][..]), (&cancer, &[0.1, 0.01])] {
        for &epsilon in epsilons {
            let name = format!("{}, ε = {epsilon}", table.name);
            report(&name, "frugal", || outcomes(table, &none(table), Method::Frugal, "uniform", epsilon, seeds));
            // Millions of questions at the smallest ε: a few runs tell enough.
            let fewer = if epsilon < 0.001 { 2 } else { seeds };
            report(&name, "pac-cached", || outcomes(table, &none(table), Method::PacCached, "uniform", epsilon, fewer));
        }
    }
    report("Zoo, exact", "exploration", || outcomes(&zoo, &none(&zoo), Method::Exploration, "uniform", 0.01, seeds));
    let few = || outcomes(&cancer, &none(&cancer), Method::Exploration, "uniform", 0.01, 2);
    report("Breast Cancer, exact", "exploration", few);
    for distribution in ["uniform", "columns", "support"] {
        let name = format!("Zoo, ε = 0.01, {distribution}");
        report(&name, "frugal", || outcomes(&zoo, &none(&zoo), Method::Frugal, distribution, 0.01, seeds));
        let known = || outcomes(&zoo, &zoo.background, Method::Frugal, distribution, 0.01, seeds);
        report(&name, "frugal, background", known);
    }
}
