//! Small tables and plans.
#![allow(dead_code)]

use std::path::Path;
use std::sync::Arc;

use hornbook::Method;
use hornbook::{AttrSet, Context, Implication, Theory, Universe};
use hornbook_study::{Grid, Plan, Record, Store, Subject, Twin, conduct};

/// Three attributes of yes and no, and a column of three values.
pub fn subject() -> Subject {
    let universe = Arc::new(Universe::new(["a|b", "<b>", "c", "d=1", "d=2", "d=3"]).unwrap());
    let rows = [[0, 3].as_slice(), &[0, 1, 3], &[1, 4], &[0, 2, 4], &[2, 5], &[0, 1, 2, 5], &[2], &[0, 1, 3]];
    let rows = rows.iter().map(|row| AttrSet::of(6, row.iter().copied()));
    let context = Context::from_rows(universe, rows);
    let pairs = [[3, 4], [3, 5], [4, 5]];
    let background = pairs.map(|pair| Implication::never(AttrSet::of(6, pair)));
    Subject {
        name: "small.csv".to_owned(),
        context,
        background: Theory::from_rules(6, background),
        groups: vec![vec![3, 4, 5]],
    }
}

pub fn grid() -> Grid {
    Grid {
        methods: vec![Method::PacCached, Method::Frugal],
        epsilons: vec![0.05, 0.5],
        deltas: vec![0.1, 0.9],
        runs: 4,
        twins: 2,
        curves: 1,
    }
}

pub fn plan() -> Plan {
    let groups = grid().groups(&Twin::ALL);
    Plan { seed: 7, distribution: "uniform".to_owned(), background: true, probes: 2000, paper: false, groups }
}

/// Runs the plan until so many runs are done. Gives whether all are.
pub fn conduct_some(folder: &Path, plan: &Plan, threads: usize, most: usize) -> bool {
    let subject = subject();
    let mut store = Store::open(folder, &subject, plan).unwrap();
    let done = std::sync::atomic::AtomicUsize::new(store.records().len());
    let watch = |tick: hornbook_study::Tick| done.store(tick.done, std::sync::atomic::Ordering::SeqCst);
    let go_on = || done.load(std::sync::atomic::Ordering::SeqCst) < most;
    conduct(&subject, plan, &mut store, threads, &watch, &go_on).unwrap()
}

/// What there is in a folder, in the order of the plan, without times.
pub fn records(folder: &Path, plan: &Plan) -> Vec<Record> {
    let mut records = Store::open(folder, &subject(), plan).unwrap().in_order();
    records.iter_mut().for_each(|record| record.milliseconds = 0.0);
    records
}
