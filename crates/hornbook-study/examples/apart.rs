//! What the remarks on the paper's experiments rest on, beyond the study: other
//! random tables than those the paper describes, and an expert that gives the
//! first fitting row.
//!
//! `cargo run --release -p hornbook-study --example apart`, in the root of the
//! project; it takes a minute or two.
#![allow(clippy::print_stdout)]

use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;

use hornbook::format::{ContextFormat, read_context};
use hornbook::learn::Learner;
use hornbook::learn::pac::{HornApproximation, PacSettings, Strength, Variant};
use hornbook::learn::{Accuracy, LearnError, Schedule, unwatched};
use hornbook::oracle::{Answer, Oracle, TableOracle};
use hornbook::sampling::{Purpose, Sampler, Streams};
use hornbook::{AttrSet, Context, Implication, Model, Theory, Universe, measure, scaling};
use hornbook_study::summary::Spread;

/// An expert that gives the first row that fits.
struct First<'a>(&'a Context);

impl Oracle for First<'_> {
    type Error = Infallible;

    fn attribute_count(&self) -> usize {
        self.0.attribute_count()
    }

    fn ask(&mut self, question: &Implication) -> Result<Answer, Infallible> {
        let found = self.0.distinct().iter().find(|row| !question.holds_in(row));
        Ok(found.map_or(Answer::Holds, |row| Answer::Refuted(Model::complete(row.clone()))))
    }
}

/// A table in which each place is filled with the same probability, as in the
/// paper.
fn coins(rows: usize, attributes: usize, density: f64, seed: u64) -> Context {
    let mut stream = Streams::new(seed).stream(Purpose::Expert, 1, 1);
    let mut row = || {
        let filled: Vec<usize> = (0..attributes).filter(|_| stream.unit() < density).collect();
        AttrSet::of(attributes, filled)
    };
    Context::from_rows(Arc::new(Universe::letters(attributes)), (0..rows).map(|_| row()))
}

/// Rules, share of valid ones and recall of a run of the paper's variant.
fn run<O: Oracle>(table: &Context, expert: &mut O, epsilon: f64, seed: u64) -> Result<[f64; 3], LearnError<O::Error>> {
    let attributes = table.attribute_count();
    let Ok(accuracy) = Accuracy::new(epsilon, 0.1) else { return Ok([0.0; 3]) };
    let mut learner = HornApproximation::new(PacSettings {
        accuracy,
        schedule: Schedule::Paper,
        strength: Strength::Weak,
        variant: Variant::Cached,
        sampler: Sampler::uniform(attributes),
        seed,
        background: Theory::new(attributes),
    });
    learner.run(expert, &mut unwatched)?;
    let rules = learner.rules();
    let Ok(measures) = measure::estimate(&rules, table, &Sampler::uniform(attributes), 10_000, seed, 1);
    Ok([rules.len() as f64, measures.valid_rules, measures.recall])
}

/// Prints means and deviations over runs.
fn report(what: &str, runs: &[[f64; 3]]) {
    let spread = |at: usize| match Spread::of(runs.iter().map(|run| run[at])) {
        Some(spread) => format!("{:.2} ± {:.2}", spread.mean, spread.deviation),
        None => "–".to_owned(),
    };
    println!("| {what} | {} | {} | {} | {} |", runs.len(), spread(0), spread(1), spread(2));
}

fn random(rows: usize, attributes: usize, density: f64, runs: u64) -> Result<(), Box<dyn Error>> {
    let one = |seed: u64| {
        let table = coins(rows, attributes, density, seed + 99);
        run(&table, &mut TableOracle::new(&table, seed), 0.1, seed)
    };
    let found = (1..=runs).map(one).collect::<Result<Vec<_>, _>>()?;
    report(&format!("{rows} × {attributes}, density {density}"), &found);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("| what | runs | rules | valid | recall |\n|---|---|---|---|---|");
    let zoo =
        read_context(&std::fs::read("data/zoo.csv")?[..], ContextFormat::Csv, &scaling::ScalingOptions::default())?;
    for epsilon in [0.01, 0.1, 0.5] {
        let seeds = || 1..=200;
        let drawn = |seed| run(&zoo.context, &mut TableOracle::new(&zoo.context, seed), epsilon, seed);
        report(&format!("Zoo, ε = {epsilon}, a random row"), &seeds().map(drawn).collect::<Result<Vec<_>, _>>()?);
        let first = |seed| run(&zoo.context, &mut First(&zoo.context), epsilon, seed);
        report(&format!("Zoo, ε = {epsilon}, the first row"), &seeds().map(first).collect::<Result<Vec<_>, _>>()?);
    }
    for density in [0.05, 0.1, 0.15, 0.2, 0.25, 0.305] {
        random(101, 28, density, 10)?;
    }
    for rows in [10, 15, 20, 28, 40, 59] {
        random(rows, 28, 0.305, 10)?;
    }
    for density in [0.03, 0.04, 0.05, 0.06, 0.08, 0.109] {
        random(699, 92, density, 10)?;
    }
    for rows in [60, 92, 150, 300] {
        random(rows, 92, 0.109, 10)?;
    }
    Ok(())
}
