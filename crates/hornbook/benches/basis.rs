//! How long the canonical basis takes, on one and on two threads.
//!
//! ```text
//! cargo bench --bench basis
//! ```
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::ops::ControlFlow;

use common::random_context;
use divan::Bencher;
use hornbook::canonical::{Basis, BasisSettings};
use hornbook::scaling::{Missing, ScalingOptions};
use hornbook::{Context, Theory, canonical_basis_with, format};

fn main() {
    divan::main();
}

fn read(file: &str, missing: Missing) -> Context {
    let file = format!("{}/../../data/{file}", env!("CARGO_MANIFEST_DIR"));
    format::read_context_file(file, None, &ScalingOptions { missing, ..ScalingOptions::default() }).unwrap().context
}

fn basis(context: &Context, threads: usize) -> Basis {
    let settings = BasisSettings { threads, ..BasisSettings::default() };
    let nothing = Theory::new(context.attribute_count());
    canonical_basis_with(context, &nothing, &settings, &mut |_| ControlFlow::Continue(())).unwrap()
}

#[divan::bench(args = [1, 2])]
fn zoo(bencher: Bencher<'_, '_>, threads: usize) {
    let context = read("zoo.csv", Missing::Absent);
    bencher.bench(|| basis(&context, threads));
}

#[divan::bench(args = [1, 2])]
fn breast_cancer(bencher: Bencher<'_, '_>, threads: usize) {
    let context = read("breast-cancer.csv", Missing::Value);
    bencher.bench(|| basis(&context, threads));
}

#[divan::bench(args = [1, 2])]
fn random_500_by_50_density_1(bencher: Bencher<'_, '_>, threads: usize) {
    let context = random_context(50, 500, 0.1, 1);
    bencher.bench(|| basis(&context, threads));
}

#[divan::bench(args = [1, 2])]
fn random_100_by_50_density_2(bencher: Bencher<'_, '_>, threads: usize) {
    let context = random_context(50, 100, 0.2, 1);
    bencher.bench(|| basis(&context, threads));
}

#[divan::bench(args = [1, 2], sample_count = 10)]
fn random_500_by_50_density_2(bencher: Bencher<'_, '_>, threads: usize) {
    let context = random_context(50, 500, 0.2, 1);
    bencher.bench(|| basis(&context, threads));
}

#[divan::bench(args = [1, 2], sample_count = 5)]
fn random_200_by_30_density_5(bencher: Bencher<'_, '_>, threads: usize) {
    let context = random_context(30, 200, 0.5, 1);
    bencher.bench(|| basis(&context, threads));
}
