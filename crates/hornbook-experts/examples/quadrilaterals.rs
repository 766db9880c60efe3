//! An expert in Rust: what follows from what for quadrilaterals. It answers with
//! closures, everything that follows from a premise in one answer, and takes eight
//! questions at once:
//!
//! ```text
//! cargo build --example quadrilaterals
//! hornbook learn --ask target/debug/examples/quadrilaterals
//! ```

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

const ATTRIBUTES: [&str; 7] = ["convex", "trapezoid", "parallelogram", "kite", "rectangle", "rhombus", "cyclic"];

/// The kinds of quadrilaterals, each with all that it has.
const KINDS: [&[&str]; 9] = [
    &["convex", "trapezoid", "parallelogram", "kite", "rectangle", "rhombus", "cyclic"],
    &["convex", "trapezoid", "parallelogram", "rectangle", "cyclic"],
    &["convex", "trapezoid", "parallelogram", "kite", "rhombus"],
    &["convex", "trapezoid", "parallelogram"],
    &["convex", "trapezoid", "cyclic"],
    &["convex", "trapezoid"],
    &["convex", "kite", "cyclic"],
    &["kite"],
    &["convex", "cyclic"],
];

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let hello = json!({ "hornbook": 1, "name": "quadrilaterals", "attributes": ATTRIBUTES, "at_once": 8,
                        "kinds": ["closure"] });
    writeln!(out, "{hello}")?;
    out.flush()?;
    for line in io::stdin().lock().lines() {
        let message: Value = serde_json::from_str(&line?)?;
        // Hornbook's own first line is no question.
        if message["id"].is_u64() {
            writeln!(out, "{}", answer(&message))?;
            out.flush()?;
        }
    }
    Ok(())
}

/// What all kinds have in common that have the premise.
fn answer(question: &Value) -> Value {
    let premise: Vec<&str> = question["premise"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let having = KINDS.iter().filter(|kind| premise.iter().all(|name| kind.contains(name)));
    let closure = having.map(|kind| kind.iter().copied().collect::<BTreeSet<&str>>()).reduce(|all, kind| &all & &kind);
    match closure {
        Some(closure) => json!({ "id": question["id"], "closure": closure }),
        None => json!({ "id": question["id"], "impossible": true }),
    }
}
