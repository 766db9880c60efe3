//! Whether promises were kept: judged surely, and said in words.
#![allow(clippy::unwrap_used)]

mod common;

use std::sync::Arc;

use common::{conduct_some, grid, plan, records, subject};
use hornbook::sampling::{Purpose, Streams};
use hornbook::{AttrSet, Context, Method, Theory, Universe, measure};
use hornbook_study::judgement::Judgement;
use hornbook_study::report::{Report, Value};
use hornbook_study::verdict::{Standing, Verdict, error_of, overall};
use hornbook_study::{Grid, Group, Part, Plan, Record, Store, Subject, conduct};
use tempfile::TempDir;

const EPSILON: f64 = 0.05;

fn group(runs: u32) -> Group {
    Group { part: Part::Runs, method: Method::Settle, epsilon: Some(EPSILON), delta: Some(0.1), twin: None, runs }
}

fn plan_of(groups: Vec<Group>) -> Plan {
    Plan { seed: 1, distribution: "uniform".to_owned(), background: false, probes: 34_539, paper: false, groups }
}

/// A run with this error, exact or estimated from so many sets.
fn record(run: u32, error: f64, probes: u64, exact: bool) -> Record {
    Record {
        group: 0,
        run,
        seed: 1,
        rules: 5,
        valid: 1.0,
        recall: 1.0 - error,
        precision: 1.0,
        weak_error: 0.0,
        strong_error: error,
        probes,
        exact,
        questions: 0,
        samples: 100,
        milliseconds: 1.0,
        learned: Vec::new(),
        curve: Vec::new(),
    }
}

fn verdict(records: &[Record]) -> Verdict {
    Verdict::of(&plan_of(vec![group(records.len() as u32)]), &group(records.len() as u32), records.iter())
}

/// So many exact runs above ε, so many below, and so many too close to tell.
fn runs(above: usize, below: usize, close: usize) -> Vec<Record> {
    let one = |at: usize| match at {
        at if at < above => record(1, 0.06, 1024, true),
        at if at < above + below => record(1, EPSILON, 1024, true),
        _ => record(1, 0.0501, 34_539, false),
    };
    (0..above + below + close).map(one).collect()
}

#[test]
fn estimates_near_epsilon_are_not_called_above() {
    let plan = plan_of(vec![group(1)]);
    let judge = |error, probes, exact| error_of(&plan, &group(1), &record(1, error, probes, exact)).judge(EPSILON);
    assert_eq!(judge(0.0501, 1024, true), Judgement::Above);
    assert_eq!(judge(0.05, 1024, true), Judgement::NotAbove);
    for near in [0.0499, 0.05, 0.0501, 0.052] {
        assert_eq!(judge(near, 34_539, false), Judgement::Undecided, "{near}");
        // Records of the first version do not tell how many sets they rest on.
        assert_eq!(judge(near, 0, false), Judgement::Undecided, "{near}");
    }
    assert_eq!(judge(0.045, 34_539, false), Judgement::NotAbove);
    assert_eq!(judge(0.056, 34_539, false), Judgement::Above);
}

#[test]
fn verdicts_say_what_chance_explains() {
    for (found, standing, said) in [
        (runs(0, 30, 0), Standing::Kept, "kept: 0 of 30 runs were above ε, promised at most 10%"),
        (runs(3, 27, 0), Standing::Kept, "kept: 3 of 30 runs were above ε, promised at most 10%"),
        (
            runs(2, 26, 1),
            Standing::Open,
            "no verdict: 2 of 29 runs were above ε and 1 too close to it to tell, promised at most 10%",
        ),
        (
            runs(2, 8, 0),
            Standing::PerhapsChance,
            "no verdict: 2 of 10 runs were above ε, promised at most 10%; that can be chance",
        ),
        (
            runs(5, 5, 0),
            Standing::Broken,
            "not kept: 5 of 10 runs were above ε, promised at most 10%; more than can be chance (as many have a \
             probability of 0.1635%)",
        ),
    ] {
        let verdict = verdict(&found);
        assert_eq!((verdict.standing(), verdict.sentence().as_str()), (standing, said));
    }
    assert_eq!(verdict(&runs(4, 6, 0)).standing(), Standing::PerhapsChance);
    assert!((verdict(&runs(4, 6, 0)).chance() - 0.012_795_2).abs() < 1e-6);
}

#[test]
fn one_sentence_tells_all() {
    let of = |all: &[Vec<Record>]| overall(&all.iter().map(|records| verdict(records)).collect::<Vec<_>>());
    assert_eq!(of(&[runs(0, 30, 0), runs(0, 10, 0)]), "Every promise was kept: none of 40 runs was above its ε.");
    assert_eq!(of(&[runs(3, 27, 0)]), "Every promise was kept: 3 of 30 runs were above their ε.");
    assert_eq!(
        of(&[runs(2, 8, 0), runs(0, 10, 0)]),
        "No promise was broken, but 1 of 2 promises cannot be judged by these runs: 2 of 20 runs were above their ε."
    );
    assert!(
        of(&[runs(5, 5, 0), runs(0, 10, 0)])
            .starts_with("A promise was not kept. settle, ε = 0.05, δ = 0.1: not kept: 5 of 10 runs"),
    );
    assert!(of(&[runs(5, 5, 0), runs(6, 4, 0)]).starts_with("2 of 2 promises were not kept. settle, "));
    assert_eq!(of(&[]), "Nothing was run that promises an ε.");
}

/// Conducts a study of a subject and gives its records.
fn studied(subject: &Subject, plan: &Plan) -> Vec<Record> {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path(), subject, plan).unwrap();
    assert!(conduct(subject, plan, &mut store, 2, &|_| {}, &|| true).unwrap());
    store.in_order()
}

/// A random table over so many attributes, with nothing known of it.
fn random_subject(attributes: usize, rows: usize, density: f64) -> Subject {
    let mut stream = Streams::new(4).stream(Purpose::Expert, 5, 6);
    let rows: Vec<AttrSet> = (0..rows)
        .map(|_| AttrSet::of(attributes, (0..attributes).filter(|_| stream.unit() < density).collect::<Vec<_>>()))
        .collect();
    let context = Context::from_rows(Arc::new(Universe::letters(attributes)), rows);
    Subject { name: "random".to_owned(), context, background: Theory::new(attributes), groups: Vec::new() }
}

/// A learner whose errors are all at most ε was once said to be above it in a third
/// of its runs: they were measured to 0.01, and ε was not much more.
#[test]
fn a_learner_that_is_never_above_epsilon_is_not_said_to_be() {
    let subject = random_subject(12, 25, 0.45);
    for (epsilon, distribution) in [(0.01, "uniform"), (0.02, "support"), (0.01, "uniform+support")] {
        let mut plan = plan_of(vec![Group { epsilon: Some(epsilon), ..group(30) }]);
        plan.distribution = distribution.to_owned();
        let records = studied(&subject, &plan);
        assert!(records.iter().all(|record| record.exact), "{distribution}");
        // The same rules, measured once more.
        let sampler = plan.distribution().unwrap().over(&subject.context, &[]).unwrap();
        for record in &records {
            let rules = Theory::from_rules(12, record.learned.iter().map(|saying| saying.rule(12)));
            let Ok(estimate) = measure::estimate(&rules, &subject.context, &sampler, 34_539, 1, 1);
            assert!((estimate.strong_error - record.strong_error).abs() < 0.01);
        }
        assert!(records.iter().all(|record| record.strong_error <= epsilon), "{distribution}");
        let report = Report::new(&subject, &plan, &records).unwrap();
        let cell = |table: &str, column: &str| {
            let table = report.tables().find(|other| other.id == table).unwrap();
            let place = table.columns.iter().position(|other| other.name == column).unwrap();
            table.rows[0].cells[place].clone()
        };
        assert_eq!(cell("repeated", "above ε"), Value::Count(0));
        assert_eq!((cell("verdict", "above ε"), cell("verdict", "undecided")), (Value::Count(0), Value::Count(0)));
        assert_eq!(report.verdict, "Every promise was kept: none of 30 runs was above its ε.");
        for page in [report.html(), report.markdown(), report.json()] {
            assert!(page.contains(&report.verdict));
        }
    }
}

#[test]
fn what_cannot_be_enumerated_is_measured_finely_enough() {
    let subject = random_subject(40, 15, 0.3);
    let plan = plan_of(vec![Group { epsilon: Some(0.1), ..group(2) }]);
    for record in studied(&subject, &plan) {
        assert!(!record.exact && record.probes >= 34_539);
        let measured = error_of(&plan, &plan.groups[0], &record);
        assert!(measured.is_known_to(0.01) && measured.judge(0.1) != Judgement::Undecided, "{measured:?}");
    }
}

#[test]
fn methods_without_epsilon_are_run_once_and_compared() {
    let methods = vec![Method::Auto, Method::Exact, Method::Settle, Method::Exploration];
    let grid = Grid { methods, twins: 0, ..grid() };
    grid.check().unwrap();
    let groups = grid.groups(&[]);
    let of = |method| groups.iter().filter(move |group| group.method == method);
    for method in [Method::Auto, Method::Exact, Method::Exploration] {
        let group = of(method).next().unwrap();
        assert_eq!((of(method).count(), group.runs, group.accuracy()), (1, 1, None));
    }
    // None of them asks for as long as one looks.
    assert!(groups.iter().all(|group| group.part != Part::Curves));
    let plan = Plan { groups, ..plan() };
    let folder = TempDir::new().unwrap();
    assert!(conduct_some(folder.path(), &plan, 2, usize::MAX));
    let report = Report::new(&subject(), &plan, &records(folder.path(), &plan)).unwrap();
    let exact = report.verdicts.iter().find(|verdict| verdict.name == "exact").unwrap();
    assert_eq!(
        (exact.standing(), exact.sentence().as_str()),
        (Standing::Exact, "no ε to keep; its error is exactly 0")
    );
    for page in [report.html(), report.markdown(), report.json()] {
        assert!(page.contains(&exact.sentence()));
    }
    assert!(report.verdict.starts_with("Every promise was kept"), "{}", report.verdict);
}
