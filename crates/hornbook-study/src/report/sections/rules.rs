//! Which rules come back.

use hornbook::Theory;

use super::study::Study;
use crate::frequency::frequencies;
use crate::report::{Section, Table, Value};

/// Of each group so many rules are counted, and so many shown.
const MAX_RULES_COUNTED: usize = 200;
const MAX_RULES_SHOWN: usize = 15;

pub(super) fn section(study: &Study<'_>) -> Option<Section> {
    let part = study.repeated();
    let context = &study.subject.context;
    let background = match study.plan.background {
        true => study.subject.background.clone(),
        false => Theory::new(context.attribute_count()),
    };
    let columns = ["method", "ε", "δ", "rule", "came back", "follows", "holds", "support"];
    let mut table = Table::new("rules", &columns);
    for (place, group) in study.groups(part) {
        let found = frequencies(study.subject, &background, study.of(place), MAX_RULES_COUNTED);
        for (at, frequency) in found.iter().enumerate() {
            let share = |count: usize| Value::Number(count as f64 / frequency.runs.max(1) as f64, 3);
            table.push(
                at < MAX_RULES_SHOWN,
                vec![
                    Value::Text(group.method.name().to_owned()),
                    Value::parameter(group.epsilon),
                    Value::parameter(group.delta),
                    Value::Text(frequency.rule.display(context.universe()).to_string()),
                    share(frequency.listed),
                    share(frequency.follows),
                    Value::Text(if frequency.holds { "yes" } else { "no" }.to_owned()),
                    Value::Count(frequency.support as u64),
                ],
            );
        }
    }
    if table.rows.is_empty() {
        return None;
    }
    let text = vec![
        "The rules that came back most often, with the share of runs that list them, up to equivalence given what is \
         known beforehand, and the share of runs from whose rules they follow. A rule that follows in nearly all runs \
         can be relied on to be found again."
            .to_owned(),
    ];
    Some(Section { title: "The rules".to_owned(), text, plot: None, table: Some(table) })
}
