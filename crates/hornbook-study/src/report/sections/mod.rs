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
mod verdict;

use hornbook_words::{counted, grouped};

use super::outline::{ReportError, Section};
use crate::judgement::FAILURE;

pub(crate) use study::Study;
pub(super) use verdict::verdicts;

/// The sections that there is something to say in.
pub(super) fn all(study: &Study<'_>) -> Result<Vec<Section>, ReportError> {
    let sections = [
        verdict::section(study),
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
         distribution '{}', with {known}. {} The seed is {}.",
        context.len(),
        context.distinct().len(),
        context.attribute_count(),
        100.0 * context.density(),
        plan.distribution,
        measured(study),
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

/// How the errors were measured.
fn measured(study: &Study<'_>) -> String {
    let exact = study.records.iter().filter(|record| record.exact).count();
    let how = format!(
        "from {} sets or more, as many as tell it to about a tenth of ε, but for a probability of {FAILURE}",
        grouped(study.plan.probes)
    );
    match exact {
        all if all == study.records.len() && all > 0 => {
            "Errors are exact: every set that can be drawn is accounted for.".to_owned()
        }
        0 => format!("Errors are estimated {how}."),
        some => format!(
            "Errors of {} of {} are exact, since every set that can be drawn is accounted for; the others are estimated {how}.",
            grouped(some as u64),
            counted(study.records.len(), "run"),
        ),
    }
}
