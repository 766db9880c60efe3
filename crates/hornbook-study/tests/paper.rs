//! The paper's experiments: its tables are known again, and its figures are put
//! beside ours.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use hornbook::format::{ContextFormat, read_context};
use hornbook::scaling::{Missing, ScalingOptions};
use hornbook::{Context, Theory};
use hornbook_study::paper::{self, Dataset};
use hornbook_study::report::Report;
use hornbook_study::{Part, Plan, Record, Subject, Twin};

fn table(name: &str, missing: Missing) -> Context {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name);
    let options = ScalingOptions { missing, ..ScalingOptions::default() };
    read_context(fs::read(path).unwrap().as_slice(), ContextFormat::Csv, &options).unwrap().context
}

#[test]
fn the_papers_tables_are_known_again() {
    assert_eq!(Dataset::of(&table("zoo.csv", Missing::Absent)), Some(Dataset::Zoo));
    assert_eq!(Dataset::of(&table("breast-cancer.csv", Missing::Value)), Some(Dataset::BreastCancer));
    assert_eq!(Dataset::of(&table("breast-cancer.csv", Missing::Absent)), None);
}

#[test]
fn every_pair_of_the_paper_has_three_published_runs() {
    for dataset in [Dataset::Zoo, Dataset::BreastCancer] {
        let groups = paper::groups(Some(dataset), &Twin::ALL);
        let runs: Vec<_> = groups.iter().filter(|group| group.part == Part::Runs).collect();
        assert_eq!(runs.len(), 6);
        for group in runs {
            assert_eq!(dataset.single_runs(group.accuracy()).len() as u32, group.runs);
        }
    }
    let zoo = paper::groups(Some(Dataset::Zoo), &Twin::ALL);
    let stable = zoo.iter().filter(|group| group.part == Part::Stability && group.delta == Some(0.1));
    assert!(stable.clone().all(|group| group.runs == 1000) && stable.count() == 4);
    assert_eq!(zoo.iter().filter(|group| group.part == Part::Large).count(), 3);
    assert_eq!(zoo.iter().filter(|group| group.part == Part::Twins).map(|group| group.runs).sum::<u32>(), 30);
}

/// A report on made-up runs: it must hold the published figures.
fn report(name: &str, missing: Missing) -> String {
    let context = table(name, missing);
    let groups = paper::groups(Dataset::of(&context), &Twin::ALL);
    let attributes = context.attribute_count();
    let subject = Subject { name: name.to_owned(), context, background: Theory::new(attributes), groups: Vec::new() };
    let distribution = "uniform".to_owned();
    let plan = Plan { seed: 1, distribution, background: false, probes: 1000, paper: true, groups };
    let record = |cell: hornbook_study::Cell| Record {
        group: cell.group,
        run: cell.run,
        seed: plan.seed_of(cell),
        rules: 20 + cell.run as usize % 7,
        valid: 0.9,
        recall: 0.5,
        precision: 1.0,
        weak_error: 0.001,
        strong_error: 0.5,
        probes: 1000,
        exact: false,
        questions: 1000,
        samples: 1000,
        milliseconds: 1.0,
        learned: Vec::new(),
        curve: Vec::new(),
    };
    let records: Vec<Record> = plan.cells().into_iter().map(record).collect();
    Report::new(&subject, &plan, &records).unwrap().markdown()
}

#[test]
fn published_figures_stand_beside_ours() {
    let zoo = report("zoo.csv", Missing::Absent);
    for figure in ["| 0.91 | 0.75 | 24 |", "| 0.73 | 1.00 | 11 |", "| 95 |", "| 53,455,186 |", "23.1 ± 3.8"] {
        assert!(zoo.contains(figure), "{figure}");
    }
    let cancer = report("breast-cancer.csv", Missing::Value);
    for figure in ["| 1.00 | 0.96 | 50 |", "24.0 ± 1.3", "0.97 ± 0.01"] {
        assert!(cancer.contains(figure), "{figure}");
    }
    for page in [zoo, cancer] {
        assert!(page.contains("explain a part") && page.contains("lie between the least and the most"));
    }
}
