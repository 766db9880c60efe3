//! What a report says, section by section.

mod among;
mod curves;
mod large;
mod remarks;
mod repeated;
mod rules;
mod single;
mod twins;

use super::{ReportError, Section, Study};
use crate::paper::Dataset;
use crate::plan::{Group, Part};
use crate::plots::{Panel, Values};
use crate::run::Record;
use crate::summary::{self, Figure};

/// The sections that there is something to say in.
pub(super) fn all(study: &Study<'_>) -> Result<Vec<Section>, ReportError> {
    let sections = [
        repeated::section(study)?,
        single::section(study),
        among::section(study),
        large::section(study),
        twins::section(study)?,
        curves::section(study)?,
        rules::section(study),
    ];
    Ok(sections.into_iter().flatten().collect())
}

/// What was studied and how.
pub(super) fn lead(study: &Study<'_>) -> Vec<String> {
    let Study { subject, plan, records } = study;
    let context = &subject.context;
    let known = match (plan.background, subject.background.len()) {
        (false, _) | (_, 0) => "nothing known beforehand".to_owned(),
        (true, rules) => format!("{rules} rules known from the scaling"),
    };
    let mut lead = vec![format!(
        "{} rows, {} of them different, and {} attributes; {:.1}% of the places are filled. Sets are drawn by the \
         distribution '{}', with {known}. Each run is measured by {} sets, so that a share is off by 0.01 with a \
         probability of about 0.001. The seed is {}.",
        context.len(),
        context.distinct().len(),
        context.attribute_count(),
        100.0 * context.density(),
        plan.distribution,
        plan.probes,
        plan.seed
    )];
    let planned = plan.cells().len();
    if records.len() < planned {
        lead.push(format!(
            "The study is not done: {} of {planned} runs are here. Started again, it goes on.",
            records.len()
        ));
    }
    lead
}

impl Study<'_> {
    /// The groups of a part that have records, with their places.
    fn groups(&self, part: Part) -> impl Iterator<Item = (usize, &Group)> {
        let done = move |place: usize| self.of(place).next().is_some();
        let groups = self.plan.groups.iter().enumerate();
        groups.filter(move |(place, group)| group.part == part && done(*place))
    }

    /// The records of a group.
    fn of(&self, group: usize) -> impl Iterator<Item = &Record> + Clone {
        summary::of_group(self.records, group)
    }

    /// The part that has the most runs of the same parameters.
    fn repeated(&self) -> Part {
        if self.groups(Part::Stability).next().is_some() { Part::Stability } else { Part::Runs }
    }

    /// The table of the paper that this is, if its experiments are repeated.
    fn published(&self) -> Option<Dataset> {
        Dataset::of(&self.subject.context).filter(|_| self.plan.paper)
    }
}

/// The paper's three panels: the number of rules, how many of them are valid,
/// and recall.
fn three_panels(x_title: &str, categories: &[String], values: impl Fn(Figure) -> Vec<Values>) -> [Panel; 3] {
    let panel = |figure: Figure, title: &str, most: Option<f64>| Panel {
        title: title.to_owned(),
        x_title: x_title.to_owned(),
        categories: categories.to_vec(),
        values: values(figure),
        most,
    };
    [
        panel(Figure::Rules, "number of rules", None),
        panel(Figure::Valid, "share of valid rules", Some(1.0)),
        panel(Figure::Recall, "recall", Some(1.0)),
    ]
}

/// Each thing once, in the order of its first occurrence.
fn distinct<T: PartialEq>(things: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for thing in things {
        if !found.contains(&thing) {
            found.push(thing);
        }
    }
    found
}

fn place_of<T: PartialEq>(things: &[T], thing: &T) -> usize {
    things.iter().position(|other| other == thing).unwrap_or(0)
}
