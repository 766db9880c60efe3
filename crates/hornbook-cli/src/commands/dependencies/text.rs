//! Keys and dependencies for people.

use std::fmt::Write;

use hornbook::AttrSet;
use hornbook::dependencies::{Dependencies, Dependency, Key};
use hornbook_words::escape_control;

use super::report::Report;
use crate::words;

/// The longest value that is shown, in characters.
const LONGEST_VALUE_CHARS: usize = 40;

/// What was found: keys, constant columns, equivalent columns, dependencies.
pub(super) fn report(report: &Report<'_>) -> String {
    let mut text = String::new();
    let found = report.found;
    if report.settings.target.is_none() {
        section(&mut text, &keys_heading(report), found.keys.len(), &keys(report), report.lines_shown);
    }
    let constants = constants(report);
    section(&mut text, "Constant columns", constants.len(), &constants, report.lines_shown);
    let heading = "Equivalent columns, the first of which stands for all below";
    section(&mut text, heading, found.equivalent.len(), &equivalent(report), usize::MAX);
    let beside_keys = found.dependencies.iter().filter(|found| !found.left_is_key).count();
    section(&mut text, "Dependencies", beside_keys, &dependencies(report), report.lines_shown);
    text
}

/// In a sentence, how much there is.
pub(super) fn summary(report: &Report<'_>) -> String {
    let found = report.found;
    let by_key = found.dependencies.iter().filter(|found| found.left_is_key).count();
    let mut parts = Vec::new();
    if report.settings.target.is_none() {
        // Where rows repeat, they are keys of the rows that differ.
        let of_rows = if found.duplicates > 0 { " of the rows that differ" } else { "" };
        parts.push(words::counted(found.keys.len(), "key") + of_rows);
    }
    let count = found.dependencies.len();
    let noun = if count == 1 { "dependency" } else { "dependencies" };
    let left_out = match by_key {
        0 => String::new(),
        some => format!(", {} of them with a key on the left", words::count(some as u64)),
    };
    let within = match report.settings.exceptions {
        0 => String::new(),
        most => format!(" with at most {}", words::counted(most, "exception")),
    };
    parts.push(format!("{} {noun}{within}{left_out}", words::count(count as u64)));
    parts.join("; ")
}

fn section(text: &mut String, heading: &str, count: usize, lines: &[String], shown: usize) {
    if lines.is_empty() {
        return;
    }
    let count = if count > 1 { format!(" ({})", words::count(count as u64)) } else { String::new() };
    _ = writeln!(text, "{heading}{count}:");
    lines.iter().take(shown).for_each(|line| _ = writeln!(text, "  {line}"));
    if lines.len() > shown {
        let rest = words::counted(lines.len() - shown, "more line");
        _ = writeln!(text, "  … and {rest} (--all, --top N or --output FILE)");
    }
}

fn keys_heading(report: &Report<'_>) -> String {
    match report.found.duplicates {
        more if more <= report.settings.exceptions => "Keys".to_owned(),
        1 => "No key, as 1 row repeats another. Keys without it".to_owned(),
        more => format!("No key, as {} repeat others. Keys without them", words::counted(more, "row")),
    }
}

fn keys(report: &Report<'_>) -> Vec<String> {
    let line = |key: &Key| {
        let columns = match key.columns.is_empty() {
            true => "no column at all: there is but one row".to_owned(),
            false => words::names(report.universe, &key.columns),
        };
        let told = key.exceptions > 0 && key.exceptions <= report.settings.exceptions;
        if told { format!("{columns}  # {}", exceptions(report, key.exceptions, key.example)) } else { columns }
    };
    let lines: Vec<String> = report.found.keys.iter().map(line).collect();
    match lines.is_empty() {
        true => vec!["none".to_owned() + &limits(report)],
        false => lines,
    }
}

/// Within which limits nothing was found.
fn limits(report: &Report<'_>) -> String {
    match (report.settings.max_left, report.found.complete) {
        (_, false) => " so far".to_owned(),
        (Some(most), _) => format!(" of at most {}", words::counted(most, "column")),
        _ => String::new(),
    }
}

fn constants(report: &Report<'_>) -> Vec<String> {
    let line = |&column: &usize| {
        let name = words::names(report.universe, &AttrSet::of(report.universe.len(), [column]));
        format!("{name} = {}", value(report.table.cell(0, column)))
    };
    let wanted = |column: &&usize| report.settings.target.is_none_or(|target| target == **column);
    report.found.constants.iter().filter(wanted).map(line).collect()
}

fn equivalent(report: &Report<'_>) -> Vec<String> {
    let name = |&column: &usize| words::names(report.universe, &AttrSet::of(report.universe.len(), [column]));
    let Dependencies { equivalent, .. } = report.found;
    equivalent.iter().map(|class| class.iter().map(name).collect::<Vec<_>>().join(" <-> ")).collect()
}

/// One line for each left side, unless there are exceptions.
fn dependencies(report: &Report<'_>) -> Vec<String> {
    let all = &report.found.dependencies;
    let told: Vec<&Dependency> = all.iter().filter(|found| !found.left_is_key).collect();
    if told.is_empty() {
        let but = if all.is_empty() { "" } else { " but those with a key on the left" };
        return vec![format!("none{}{but}", limits(report))];
    }
    let together = |a: &&Dependency, b: &&Dependency| a.left == b.left && a.exceptions == 0 && b.exceptions == 0;
    let line = |same: &[&Dependency]| {
        let first = same[0];
        let right = AttrSet::of(report.universe.len(), same.iter().map(|found| found.right));
        let [left, right] = [&first.left, &right].map(|set| words::names(report.universe, set));
        let arrow = if first.left.is_empty() { "->" } else { " ->" };
        let mut line = format!("{left}{arrow} {right}  # support {}", words::count(first.support as u64));
        if first.exceptions > 0 {
            line.push_str(&format!(", {}", exceptions(report, first.exceptions, first.example)));
            if let Some((one, other)) = first.example {
                let [one, other] = [one, other].map(|row| value(report.table.cell(row, first.right)));
                line.push_str(&format!(": {one}, {other}"));
            }
        }
        line
    };
    told.chunk_by(together).map(line).collect()
}

fn exceptions(report: &Report<'_>, count: usize, example: Option<(usize, usize)>) -> String {
    let lines = |(one, other)| format!(", as in lines {} and {}", report.table.line(one), report.table.line(other));
    format!("{}{}", words::counted(count, "exception"), example.map(lines).unwrap_or_default())
}

fn value(cell: &str) -> String {
    let shown = escape_control(cell.trim());
    match shown.chars().count() {
        0 => "(empty)".to_owned(),
        long if long > LONGEST_VALUE_CHARS => shown.chars().take(LONGEST_VALUE_CHARS - 1).chain(['…']).collect(),
        _ => shown,
    }
}
