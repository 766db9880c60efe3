//! Where the published runs lie among ours.

use super::remarks;
use super::study::Study;
use crate::paper::Published;
use crate::plan::Part;
use crate::report::{Section, Table, Value};
use crate::summary::{Figure, Spread};

/// What is published, and how far a published figure is rounded.
type Of = (Figure, f64, fn(&Published) -> f64);

const FIGURES: [Of; 3] = [
    (Figure::Recall, 0.005, |run| run.recall),
    (Figure::Valid, 0.005, |run| run.valid),
    (Figure::Rules, 0.0, |run| run.rules),
];

pub(super) fn section(study: &Study<'_>) -> Option<Section> {
    let dataset = study.published()?;
    study.groups(Part::Stability).next()?;
    let columns = ["figure", "ε", "δ", "paper 1", "paper 2", "paper 3"];
    let mut table =
        Table::new("published", &columns).with_spreads(["ours"]).with(&["least", "median", "most", "in our range"]);
    let (mut inside, mut all) = (0, 0);
    for (figure, rounding, of) in FIGURES {
        for (place, group) in study.groups(Part::Stability) {
            let published = dataset.single_runs(group.accuracy());
            let Some(spread) = Spread::of(study.of(place).map(|record| figure.of(record))) else { continue };
            if published.is_empty() {
                continue;
            }
            let range = spread.least - rounding..=spread.most + rounding;
            let within = published.iter().filter(|run| range.contains(&of(run))).count();
            inside += within;
            all += published.len();
            let shown = if figure == Figure::Rules { 0 } else { 2 };
            let mut cells = vec![
                Value::Text(figure.name().to_owned()),
                Value::parameter(group.epsilon),
                Value::parameter(group.delta),
            ];
            cells.extend(published.iter().map(|run| Value::Number(of(run), shown)));
            cells.push(Value::Spread(spread.mean, spread.deviation, shown.max(1)));
            cells.extend([spread.least, spread.median, spread.most].map(|value| Value::Number(value, shown)));
            cells.push(Value::Text(format!("{within} of {}", published.len())));
            table.push(true, cells);
        }
    }
    Some(Section {
        title: "The published runs among ours".to_owned(),
        text: remarks::on_single_runs(study, inside, all),
        plot: None,
        table: Some(table),
    })
}
