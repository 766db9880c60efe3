//! The kernels one by one, each beside the plain way to do the same:
//! `cargo bench -p hornbook --bench kernels`, with a word after `--` only those
//! whose name holds it.
//!
//! All on one thread. `docs/performance.md` says what the figures mean.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::LazyLock;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use hornbook::Method;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::sampling::{Purpose, Sampler, Stream, Streams, SupportSampler};
use hornbook::{AttrSet, Conclusion, Context, Theory, canonical_basis, format, measure, scaling};

fn main() {
    divan::main();
}

struct Data {
    context: Context,
    basis: Theory,
    groups: Vec<Vec<usize>>,
}

fn read(path: &str) -> Data {
    let path = format!("{}/../../data/{path}", env!("CARGO_MANIFEST_DIR"));
    let file = format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap();
    let groups = file.scaling.unwrap().exclusive(file.context.universe());
    Data { basis: canonical_basis(&file.context), context: file.context, groups }
}

static ZOO: LazyLock<Data> = LazyLock::new(|| read("zoo.csv"));
static BREAST_CANCER: LazyLock<Data> = LazyLock::new(|| read("breast-cancer.csv"));

#[derive(Clone, Copy, Debug)]
enum Table {
    Zoo,
    BreastCancer,
}

const TABLES: [Table; 2] = [Table::Zoo, Table::BreastCancer];

impl Table {
    fn data(self) -> &'static Data {
        match self {
            Self::Zoo => &ZOO,
            Self::BreastCancer => &BREAST_CANCER,
        }
    }
}

impl Data {
    fn sampler(&self, name: &str) -> Sampler {
        let attributes = self.context.attribute_count();
        match name {
            "uniform" => Sampler::uniform(attributes),
            "columns" => Sampler::Columns { attributes, groups: self.groups.clone() },
            _ => Sampler::Support(SupportSampler::of_context(&self.context).unwrap()),
        }
    }

    /// A hundred rules that hold.
    fn hundred(&self) -> Theory {
        let step = (self.basis.len() / 100).max(1);
        let rules = self.basis.rules().iter().step_by(step).take(100).cloned();
        Theory::from_rules(self.context.attribute_count(), rules)
    }
}

fn stream() -> Stream {
    Streams::new(1).stream(Purpose::Measure, 0, 0)
}

/// Does a theory of 100 rules say of a random set what the table says?
mod strong_test {
    use super::*;

    fn one_by_one(bencher: Bencher, table: Table, distribution: &str) {
        const SETS: u64 = 2_000;
        let data = table.data();
        let (theory, sampler, mut stream) = (data.hundred(), data.sampler(distribution), stream());
        bencher.counter(ItemsCount::new(SETS)).bench_local(|| {
            (0..SETS)
                .filter(|_| {
                    let set = sampler.draw(&mut stream);
                    theory.close(&set) == data.context.close(&set)
                })
                .count()
        });
    }

    fn together(bencher: Bencher, table: Table, distribution: &str) {
        const SETS: u64 = 200_000;
        let data = table.data();
        let (theory, sampler) = (data.hundred(), data.sampler(distribution));
        let measured =
            || measure::estimate(&theory, &data.context, &sampler, black_box(SETS), 1, 1).unwrap().strong_error;
        bencher.counter(ItemsCount::new(SETS)).bench_local(measured);
    }

    #[divan::bench(args = TABLES)]
    fn uniform_one_by_one(bencher: Bencher, table: Table) {
        one_by_one(bencher, table, "uniform");
    }

    #[divan::bench(args = TABLES)]
    fn uniform_together(bencher: Bencher, table: Table) {
        together(bencher, table, "uniform");
    }

    #[divan::bench(args = TABLES)]
    fn columns_one_by_one(bencher: Bencher, table: Table) {
        one_by_one(bencher, table, "columns");
    }

    #[divan::bench(args = TABLES)]
    fn columns_together(bencher: Bencher, table: Table) {
        together(bencher, table, "columns");
    }

    #[divan::bench(args = TABLES)]
    fn support_one_by_one(bencher: Bencher, table: Table) {
        one_by_one(bencher, table, "support");
    }

    #[divan::bench(args = TABLES)]
    fn support_together(bencher: Bencher, table: Table) {
        together(bencher, table, "support");
    }
}

/// One closure under the whole basis, of sets that occur.
mod closure {
    use super::*;

    const SETS: usize = 1000;

    fn sets(data: &Data) -> Vec<AttrSet> {
        let (sampler, mut stream) = (data.sampler("support"), stream());
        (0..SETS).map(|_| sampler.draw(&mut stream)).collect()
    }

    #[divan::bench(args = TABLES)]
    fn indexed(bencher: Bencher, table: Table) {
        let data = table.data();
        let sets = sets(data);
        let close = || sets.iter().filter(|set| data.basis.close(set).is_falsum()).count();
        bencher.counter(ItemsCount::new(SETS)).bench_local(close);
    }

    /// LinClosure: every rule counts how much of its premise is missing.
    #[divan::bench(args = TABLES)]
    fn counting_down(bencher: Bencher, table: Table) {
        let data = table.data();
        let sets = sets(data);
        let closing = CountingDown::new(&data.basis);
        let close = || sets.iter().filter(|set| closing.close(set).is_falsum()).count();
        bencher.counter(ItemsCount::new(SETS)).bench_local(close);
    }

    /// All rules again and again until nothing changes.
    #[divan::bench(args = TABLES)]
    fn again_and_again(bencher: Bencher, table: Table) {
        let data = table.data();
        let sets = sets(data);
        let close = || sets.iter().filter(|set| again_and_again_close(&data.basis, set).is_falsum()).count();
        bencher.counter(ItemsCount::new(SETS)).bench_local(close);
    }

    struct CountingDown<'a> {
        theory: &'a Theory,
        sizes: Vec<u32>,
        waiting: Vec<Vec<u32>>,
    }

    impl<'a> CountingDown<'a> {
        fn new(theory: &'a Theory) -> Self {
            let mut waiting = vec![Vec::new(); theory.attribute_count()];
            for (place, rule) in theory.rules().iter().enumerate() {
                rule.premise.iter().for_each(|attr| waiting[attr].push(place as u32));
            }
            Self { theory, sizes: theory.rules().iter().map(|rule| rule.premise.len() as u32).collect(), waiting }
        }

        fn close(&self, set: &AttrSet) -> Conclusion {
            let mut missing = self.sizes.clone();
            let mut closed = set.clone();
            let mut new: Vec<usize> = set.iter().collect();
            while let Some(attr) = new.pop() {
                for &place in &self.waiting[attr] {
                    missing[place as usize] -= 1;
                    if missing[place as usize] == 0 {
                        match &self.theory.rules()[place as usize].conclusion {
                            Conclusion::Falsum => return Conclusion::Falsum,
                            Conclusion::Attrs(adds) => {
                                new.extend(adds.difference(&closed).iter());
                                closed.insert_all(adds);
                            }
                        }
                    }
                }
            }
            Conclusion::Attrs(closed)
        }
    }

    fn again_and_again_close(theory: &Theory, set: &AttrSet) -> Conclusion {
        let mut closed = set.clone();
        loop {
            let mut grown = false;
            for rule in theory.rules() {
                if rule.premise.is_subset(&closed) {
                    match &rule.conclusion {
                        Conclusion::Falsum => return Conclusion::Falsum,
                        Conclusion::Attrs(adds) => grown |= closed.insert_all(adds),
                    }
                }
            }
            if !grown {
                return Conclusion::Attrs(closed);
            }
        }
    }
}

/// Whole runs, with uniform sets and without background, on one thread.
mod learn {
    use super::*;

    fn run(table: Table, method: Method, epsilon: f64) -> usize {
        let context = &table.data().context;
        let accuracy = Accuracy::new(epsilon, 0.1).unwrap();
        let options = LearnOptions::new(method, accuracy, context.attribute_count());
        let background = Theory::new(context.attribute_count());
        learn_domain(context, &background, &options, &mut unwatched).unwrap().rules.len()
    }

    #[divan::bench(args = TABLES, sample_count = 10)]
    fn settle_at_0_0001(table: Table) -> usize {
        run(table, Method::Settle, 0.0001)
    }

    #[divan::bench(args = TABLES, sample_count = 5)]
    fn frugal_at_0_0001(table: Table) -> usize {
        run(table, Method::Frugal, 0.0001)
    }

    #[divan::bench(args = TABLES, sample_count = 10)]
    fn auto_at_0_01(table: Table) -> usize {
        run(table, Method::Auto, 0.01)
    }
}
