//! The paper's runs with a small ε.

use super::remarks;
use super::study::Study;
use crate::plan::Part;
use crate::report::{Section, Table, Value};

pub(super) fn section(study: &Study<'_>) -> Option<Section> {
    study.groups(Part::Large).next()?;
    let dataset = study.published();
    let columns = ["ε", "δ", "rules", "paper: rules", "questions", "paper: questions", "recall", "valid", "ms"];
    let mut table = Table::new("large", &columns);
    for (place, group) in study.groups(Part::Large) {
        let published = dataset.map_or(&[][..], |dataset| dataset.large());
        let published = published.iter().find(|large| Some(large.epsilon) == group.epsilon);
        let count = |value: Option<u64>| value.map_or(Value::Missing, Value::Count);
        for record in study.of(place) {
            table.push(
                true,
                vec![
                    Value::parameter(group.epsilon),
                    Value::parameter(group.delta),
                    Value::Count(record.rules as u64),
                    count(published.map(|large| large.rules)),
                    Value::Count(record.questions),
                    count(published.map(|large| large.questions)),
                    Value::Number(record.recall, 4),
                    Value::Number(record.valid, 2),
                    Value::Number(record.milliseconds, 0),
                ],
            );
        }
    }
    let text = remarks::on_large_runs(study);
    Some(Section { title: "Small ε".to_owned(), text, plot: None, table: Some(table) })
}
