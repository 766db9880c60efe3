//! What a report says, section by section.

mod among;
mod curves;
mod large;
mod remarks;
mod repeated;
mod rules;
mod single;
mod study;
mod twins;

use super::outline::{ReportError, Section};

pub(crate) use study::Study;

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
