//! Learning curves: what each question brings.

use super::study::{Study, distinct, place_of};
use crate::curve::Point;
use crate::plan::{Group, Part};
use crate::plots::{Line, LinePanel, line_panels};
use crate::report::{Plot, ReportError, Section, Table, Value};
use crate::summary::group_name;

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let asks = |place: usize| study.of(place).any(|record| record.curve.iter().any(|point| point.questions > 0));
    let groups: Vec<(usize, &Group)> = study.groups(Part::Curves).filter(|(place, _)| asks(*place)).collect();
    if groups.is_empty() {
        return Ok(None);
    }
    let text = vec![
        "Runs cut short after so many questions: the recall by then, and the ε that the evidence supports. Each point \
         is a statement for itself, true with probability 1 − δ. For pac-cached the ε is that of the weak guarantee, \
         for the others that of the strong one. A sampling method that has just met a counterexample starts its \
         round anew, so that its ε goes up and down."
            .to_owned(),
    ];
    Ok(Some(Section {
        title: "Learning curves".to_owned(),
        text,
        plot: Some(plot(study, &groups)?),
        table: Some(table(study, &groups)),
    }))
}

fn table(study: &Study<'_>, groups: &[(usize, &Group)]) -> Table {
    let columns = ["method", "ε", "δ", "run", "questions", "recall", "supported ε"];
    let mut table = Table::new("curves", &columns);
    for (place, group) in groups {
        for record in study.of(*place) {
            for (at, point) in record.curve.iter().enumerate() {
                // One course of each method, in strides, is enough to read.
                let last = at + 1 == record.curve.len();
                table.push(
                    record.run == 1 && (at % 4 == 0 || last),
                    vec![
                        Value::Text(group.method.name().to_owned()),
                        Value::parameter(group.epsilon),
                        Value::parameter(group.delta),
                        Value::Count(u64::from(record.run)),
                        Value::Count(point.questions),
                        Value::Number(point.recall, 3),
                        Value::Number(point.epsilon, 4),
                    ],
                );
            }
        }
    }
    table
}

fn plot(study: &Study<'_>, groups: &[(usize, &Group)]) -> Result<Plot, ReportError> {
    let names = distinct(groups.iter().map(|(_, group)| group_name(group)));
    let lines = |of: fn(&Point) -> f64| -> Vec<Line> {
        let records = groups.iter().flat_map(|(place, group)| study.of(*place).map(move |record| (group, record)));
        let line = |(group, record): (&&Group, &crate::Record)| Line {
            series: place_of(&names, &group_name(group)),
            points: record.curve.iter().map(|point| (point.questions as f64, of(point))).collect(),
        };
        records.map(line).collect()
    };
    let panel = |title: &str, logarithmic, lines| LinePanel {
        title: title.to_owned(),
        x_title: "questions asked".to_owned(),
        logarithmic,
        lines,
    };
    let drawn = [
        panel("recall", false, lines(|point| point.recall)),
        panel("ε that is supported", true, lines(|point| point.epsilon)),
    ];
    let caption =
        "Recall and supported ε against the questions asked, a line for each run; the dot is its end.".to_owned();
    Ok(Plot { id: "curves", svg: line_panels(&drawn, &names, &caption)?, caption })
}
