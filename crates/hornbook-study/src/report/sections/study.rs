//! What the sections are made from.

use crate::paper::Dataset;
use crate::plan::{Group, Part, Plan};
use crate::plots::{Panel, Values};
use crate::run::Record;
use crate::subject::Subject;
use crate::summary::{self, Figure};

/// What the sections are made from.
pub(crate) struct Study<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) plan: &'a Plan,
    /// In the order of the plan.
    pub(crate) records: &'a [Record],
}

impl Study<'_> {
    /// The groups of a part that have records, with their places.
    pub(super) fn groups(&self, part: Part) -> impl Iterator<Item = (usize, &Group)> {
        let done = move |place: usize| self.of(place).next().is_some();
        let groups = self.plan.groups.iter().enumerate();
        groups.filter(move |(place, group)| group.part == part && done(*place))
    }

    /// The records of a group.
    pub(super) fn of(&self, group: usize) -> impl Iterator<Item = &Record> + Clone {
        summary::of_group(self.records, group)
    }

    /// The part that has the most runs of the same parameters.
    pub(super) fn repeated(&self) -> Part {
        if self.groups(Part::Stability).next().is_some() { Part::Stability } else { Part::Runs }
    }

    /// The table of the paper that this is, if its experiments are repeated.
    pub(super) fn published(&self) -> Option<Dataset> {
        Dataset::of(&self.subject.context).filter(|_| self.plan.paper)
    }
}

/// The paper's three panels: the number of rules, how many of them are valid,
/// and recall.
pub(super) fn three_panels(x_title: &str, categories: &[String], values: impl Fn(Figure) -> Vec<Values>) -> [Panel; 3] {
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
pub(super) fn distinct<T: PartialEq>(things: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for thing in things {
        if !found.contains(&thing) {
            found.push(thing);
        }
    }
    found
}

pub(super) fn place_of<T: PartialEq>(things: &[T], thing: &T) -> usize {
    things.iter().position(|other| other == thing).unwrap_or(0)
}
