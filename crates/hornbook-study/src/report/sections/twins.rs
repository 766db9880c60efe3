//! Random twins beside the table itself.

use super::remarks;
use super::study::{Study, distinct, place_of, three_panels};
use crate::paper::PublishedTwins;
use crate::plan::{Group, Part};
use crate::plots::{Values, panels};
use crate::report::{Plot, ReportError, Section, Table, Value};
use crate::summary::{Figure, Spread, group_name};
use crate::twins::Twin;

const FIGURES: [Figure; 5] = [Figure::Rules, Figure::Valid, Figure::Recall, Figure::Precision, Figure::Questions];

pub(super) fn section(study: &Study<'_>) -> Result<Option<Section>, ReportError> {
    if study.groups(Part::Twins).next().is_none() {
        return Ok(None);
    }
    let mut text = vec![
        "Random tables with as many rows, attributes and filled places as this one. 'density' keeps no more than that, \
         'row-sums' keeps how many attributes each row has, 'columns' keeps that a row has one value of a column. One \
         run on each; beside them, the runs on the table itself."
            .to_owned(),
    ];
    text.extend(remarks::on_twins(study));
    Ok(Some(Section { title: "Random twins".to_owned(), text, plot: Some(plot(study)?), table: Some(table(study)) }))
}

fn kind(group: &Group) -> &'static str {
    group.twin.map_or("itself", Twin::name)
}

/// The groups of twins, and after each set of parameters the table itself.
fn groups<'s>(study: &'s Study<'_>) -> Vec<(usize, &'s Group)> {
    let twins: Vec<(usize, &Group)> = study.groups(Part::Twins).collect();
    let same = |a: &Group, b: &Group| (a.method, a.epsilon, a.delta) == (b.method, b.epsilon, b.delta);
    let itself = study.groups(study.repeated()).filter(|(_, group)| twins.iter().any(|(_, twin)| same(group, twin)));
    itself.chain(twins.iter().copied()).collect()
}

fn published(study: &Study<'_>, group: &Group) -> Option<PublishedTwins> {
    let dataset = study.published().filter(|_| group.twin == Some(Twin::Density))?;
    Some(dataset.twins())
}

fn table(study: &Study<'_>) -> Table {
    let mut table = Table::new("twins", &["method", "ε", "δ", "table", "runs"]).with_spreads(FIGURES.map(Figure::name));
    let with_published = study.published().is_some();
    if with_published {
        table = table.with_spreads(["paper: rules", "paper: valid", "paper: recall"]);
    }
    for (place, group) in groups(study) {
        let spread = |figure: Figure| Spread::of(study.of(place).map(|record| figure.of(record)));
        let mut cells = vec![
            Value::Text(group.method.name().to_owned()),
            Value::parameter(group.epsilon),
            Value::parameter(group.delta),
            Value::Text(kind(group).to_owned()),
            Value::Count(study.of(place).count() as u64),
        ];
        cells.extend(FIGURES.map(|figure| Value::spread(spread(figure), figure.digits())));
        if with_published {
            let pairs = published(study, group).map(|twins| [twins.rules, twins.valid, twins.recall]);
            let cell = |at: usize| {
                let digits = if at == 0 { 1 } else { 2 };
                pairs.map_or(Value::Missing, |pairs| Value::Spread(pairs[at].0, pairs[at].1, digits))
            };
            cells.extend([0, 1, 2].map(cell));
        }
        table.push(true, cells);
    }
    table
}

fn plot(study: &Study<'_>) -> Result<Plot, ReportError> {
    let groups = groups(study);
    let names = distinct(groups.iter().map(|(_, group)| group_name(group)));
    let kinds = distinct(groups.iter().map(|(_, group)| kind(group)));
    let categories: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    let drawn = three_panels("table", &categories, |figure| {
        groups
            .iter()
            .map(|(place, group)| Values {
                category: place_of(&kinds, &kind(group)),
                series: place_of(&names, &group_name(group)),
                found: study.of(*place).map(|record| figure.of(record)).collect(),
                published: published(study, group).map(|twins| of(&twins, figure)).into_iter().collect(),
            })
            .collect()
    });
    let caption = "The table itself and its random twins: rules, valid rules and recall.".to_owned();
    Ok(Plot { id: "twins", svg: panels(&drawn, &names, &caption)?, caption })
}

fn of(twins: &PublishedTwins, figure: Figure) -> f64 {
    match figure {
        Figure::Rules => twins.rules.0,
        Figure::Valid => twins.valid.0,
        _ => twins.recall.0,
    }
}
