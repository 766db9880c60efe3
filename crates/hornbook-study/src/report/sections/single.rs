//! Single runs: the paper's table, and what it leaves out.

use super::study::Study;
use crate::plan::Part;
use crate::report::{Section, Table, Value};
use crate::run::Record;

/// Of each group people are shown so many runs.
const MAX_RUNS_SHOWN: u32 = 3;

const COLUMNS: [&str; 14] = [
    "method",
    "ε",
    "δ",
    "run",
    "recall",
    "valid",
    "rules",
    "precision",
    "weak error",
    "strong error",
    "questions",
    "samples",
    "ms",
    "seed",
];

pub(super) fn section(study: &Study<'_>) -> Option<Section> {
    study.groups(Part::Runs).next()?;
    let dataset = study.published();
    let mut table = Table::new("runs", &COLUMNS[..7]);
    if dataset.is_some() {
        table = table.with(&["paper: recall", "paper: valid", "paper: rules"]);
    }
    let mut table = table.with(&COLUMNS[7..]);
    for (place, group) in study.groups(Part::Runs) {
        let published = dataset.map(|dataset| dataset.single_runs(group.accuracy()));
        for record in study.of(place) {
            let mut cells = vec![
                Value::Text(group.method.name().to_owned()),
                Value::parameter(group.epsilon),
                Value::parameter(group.delta),
                Value::Count(u64::from(record.run)),
                Value::Number(record.recall, 2),
                Value::Number(record.valid, 2),
                Value::Count(record.rules as u64),
            ];
            if let Some(published) = published {
                let run = published.get(record.run as usize - 1);
                let number = |value: Option<f64>, digits| value.map_or(Value::Missing, |v| Value::Number(v, digits));
                cells.push(number(run.map(|run| run.recall), 2));
                cells.push(number(run.map(|run| run.valid), 2));
                cells.push(number(run.map(|run| run.rules), 0));
            }
            cells.extend(rest(record));
            table.push(record.run <= MAX_RUNS_SHOWN, cells);
        }
    }
    let text = vec![
        "Recall is the share of sets from which all that is true is concluded, 'valid' the share of rules that hold in \
         the table, precision the share of sets from which nothing false is concluded."
            .to_owned(),
    ];
    Some(Section { title: "Single runs".to_owned(), text, plot: None, table: Some(table) })
}

fn rest(record: &Record) -> [Value; 7] {
    [
        Value::Number(record.precision, 3),
        Value::Number(record.weak_error, 4),
        Value::Number(record.strong_error, 4),
        Value::Count(record.questions),
        Value::Count(record.samples),
        Value::Number(record.milliseconds, 1),
        Value::Text(record.seed.to_string()),
    ]
}
