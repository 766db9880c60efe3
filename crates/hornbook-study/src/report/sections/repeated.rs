//! Repeated runs: how much they vary, and whether ε was kept.

use super::remarks;
use super::study::{Study, distinct, place_of, three_panels};
use crate::plan::Group;
use crate::plots::{Values, panels};
use crate::report::{Plot, ReportError, Section, Table, Value};
use crate::summary::{Figure, Spread, series_name};
use crate::verdict::{Verdict, promised_error};

/// The figures before the error and those after it: what matters most first,
/// since a narrow window cuts the rest.
const FIRST: [Figure; 3] = [Figure::Rules, Figure::Valid, Figure::Recall];
const LAST: [Figure; 2] = [Figure::Questions, Figure::Precision];

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    let part = study.repeated();
    if study.groups(part).next().is_none() {
        return Ok(None);
    }
    let mut text = vec![
        "The same parameters, run after run. Each guarantee allows an error above ε in a share δ of the runs; the \
         column 'above ε' says in how many it surely was. The error is the one that the method's guarantee speaks of: \
         the weak one for pac-cached (sets that only one of rules and table calls closed), the strong one for the \
         others (sets that close differently)."
            .to_owned(),
    ];
    text.extend(remarks::on_repeated_runs(study));
    Ok(Some(Section { title: "Repeated runs".to_owned(), text, plot: Some(plot(study)?), table: Some(table(study)) }))
}

fn table(study: &Study<'_>) -> Table {
    let mut table = Table::new("repeated", &["method", "ε", "δ", "runs"])
        .with_spreads(FIRST.map(Figure::name))
        .with_spreads(["error"])
        .with(&["above ε"])
        .with_spreads(LAST.map(Figure::name))
        .with(&["ms"]);
    for (place, group) in study.groups(study.repeated()) {
        let spread = |figure: Figure| Spread::of(study.of(place).map(|record| figure.of(record)));
        let verdict = Verdict::of(study.plan, group, study.of(place));
        let mut cells = vec![
            Value::Text(group.method.name().to_owned()),
            Value::parameter(group.epsilon),
            Value::parameter(group.delta),
            Value::Count(verdict.runs),
        ];
        let of = |figure: Figure| Value::spread(spread(figure), figure.digits());
        cells.extend(FIRST.map(of));
        cells.push(of(promised_error(group.method)));
        cells.push(verdict.accuracy.map_or(Value::Missing, |_| Value::Count(verdict.above)));
        cells.extend(LAST.map(of));
        cells.push(Value::Number(spread(Figure::Milliseconds).map_or(0.0, |spread| spread.mean), 1));
        table.push(true, cells);
    }
    table
}

fn plot(study: &Study<'_>) -> Result<Plot, ReportError> {
    let groups: Vec<(usize, &Group)> = study.groups(study.repeated()).collect();
    let names = distinct(groups.iter().map(|(_, group)| series_name(group)));
    let mut epsilons = distinct(groups.iter().map(|(_, group)| group.epsilon));
    // What has no ε stands behind.
    epsilons.sort_by(|a, b| a.unwrap_or(f64::MAX).total_cmp(&b.unwrap_or(f64::MAX)));
    let category = |epsilon: &Option<f64>| epsilon.map_or("no ε".to_owned(), |epsilon| epsilon.to_string());
    let categories: Vec<String> = epsilons.iter().map(category).collect();
    let drawn = three_panels("ε", &categories, |figure| {
        groups
            .iter()
            .map(|(place, group)| Values {
                category: place_of(&epsilons, &group.epsilon),
                series: place_of(&names, &series_name(group)),
                found: study.of(*place).map(|record| figure.of(record)).collect(),
                published: published(study, group, figure),
            })
            .collect()
    });
    let caption = "How many rules are learned, which share of them is valid, and recall, against ε. A dot with a line \
                   is a mean and one standard deviation to either side; shapes show where the runs lie."
        .to_owned();
    Ok(Plot { id: "repeated", svg: panels(&drawn, &names, &caption)?, caption })
}

fn published(study: &Study<'_>, group: &Group, figure: Figure) -> Vec<f64> {
    let runs = study.published().map_or(&[][..], |dataset| dataset.single_runs(group.accuracy()));
    let of = |run: &crate::paper::Published| match figure {
        Figure::Rules => run.rules,
        Figure::Valid => run.valid,
        _ => run.recall,
    };
    runs.iter().map(of).collect()
}
