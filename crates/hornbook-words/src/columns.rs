//! What was made of the columns of a table, in words.

use hornbook::scaling::{Missing, SummaryRow};

use crate::numbers::{counted, grouped};

/// What a column becomes, in a word or two.
pub fn column_becomes(row: &SummaryRow) -> String {
    let values = row.attributes.iter().filter(|name| !name.ends_with("=?")).count();
    match row.kind {
        "identifier" => "the names of the rows".to_owned(),
        "boolean" => "yes or no".to_owned(),
        "nominal" => counted(values, "value"),
        "several" => format!("several of {}", counted(values, "value")),
        "periods" => counted(values, "period"),
        "intervals" => counted(values, "interval"),
        "ordinal" | "interordinal" => counted(values, "threshold"),
        "dropped" => "left out".to_owned(),
        kind => kind.to_owned(),
    }
}

/// Why, as far as there is anything to say: how its cells were written, why it is left
/// out, what became of missing values.
pub fn why_column_becomes(row: &SummaryRow, missing: Missing) -> String {
    let mut said: Vec<String> = Vec::new();
    said.extend(row.written.clone());
    said.extend(row.dropped.as_ref().map(ToString::to_string));
    said.extend(row.why.clone());
    if row.missing > 0 && row.dropped.is_none() && row.kind != "identifier" {
        said.push(missing_values(row.missing, missing));
    }
    said.join("; ")
}

/// How many values are missing, and what becomes of them.
pub fn missing_values(count: usize, missing: Missing) -> String {
    let how = match missing {
        Missing::Absent => "taken for absent",
        Missing::Value => "as a value",
        Missing::Drop => "their rows left out",
        Missing::Unknown => "left unknown",
    };
    format!("{} missing, {how}", grouped(count as u64))
}
