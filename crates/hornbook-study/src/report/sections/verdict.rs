//! The verdict: whether each promise was kept.

use super::study::Study;
use crate::plan::Group;
use crate::report::{Section, Table, Value};
use crate::verdict::{Standing, Verdict, promised_error};

/// The verdict before the figures, since a narrow window cuts the rest.
const COLUMNS: [&str; 9] =
    ["method", "ε", "δ", "verdict", "runs", "above ε", "undecided", "largest error", "exact errors"];

/// The groups that are judged, each with its verdict.
pub(in crate::report) fn verdicts<'s>(study: &'s Study<'_>) -> Vec<(&'s Group, Verdict)> {
    let groups = study.groups(study.repeated());
    groups.map(|(place, group)| (group, Verdict::of(study.plan, group, study.of(place)))).collect()
}

pub(super) fn section(study: &Study<'_>) -> Option<Section> {
    let verdicts = verdicts(study);
    if verdicts.is_empty() {
        return None;
    }
    let mut table = Table::new("verdict", &COLUMNS);
    for (group, verdict) in &verdicts {
        let promised = |count: u64| verdict.accuracy.map_or(Value::Missing, |_| Value::Count(count));
        table.push(
            true,
            vec![
                Value::Text(group.method.name().to_owned()),
                Value::parameter(group.epsilon),
                Value::parameter(group.delta),
                Value::Text(verdict.sentence()),
                Value::Count(verdict.runs),
                promised(verdict.above),
                promised(verdict.undecided),
                Value::Number(verdict.largest, promised_error(group.method).digits()),
                Value::Count(verdict.exact),
            ],
        );
    }
    let mut text = vec![
        "A method promises that, with probability 1 − δ, its error is at most ε. So of all runs at most a share δ should \
         be above ε, give or take what is chance: a promise counts as broken if as many runs above ε would come by \
         chance with a probability below 1%. A run counts as above ε only if that is sure."
            .to_owned(),
    ];
    if verdicts.iter().any(|(_, verdict)| verdict.accuracy.is_none()) {
        let exact = verdicts.iter().any(|(_, verdict)| verdict.standing() == Standing::Exact);
        let found = if exact { "; an exact one is there to compare with" } else { "" };
        text.push(format!("A method that does not sample has neither ε nor δ, and is run once{found}."));
    }
    Some(Section { title: "The verdict".to_owned(), text, plot: None, table: Some(table) })
}
