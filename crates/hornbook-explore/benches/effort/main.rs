//! What a certificate costs a person: `cargo bench --bench effort`, and with
//! `-- FILE …` for these tables instead; `--seeds N` takes so many seeds.
//!
//! A table plays an expert who names things, goes through lists, confirms and
//! refutes rules, and corrects forms, each for the seconds that are assumed for it
//! (`Effort`). Reported are means over seeds: seconds, interactions (a list counts
//! as one, with the rules that are refuted in place), objects described, rules asked
//! about, what was answered by yes, and the exact recall of the rules for things of the table as
//! they are described, and for any few attributes. Counts and seconds depend on the
//! seeds alone. `docs/effort.md` holds what it printed.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod expert;
mod run;
mod tables;

use expert::Skill;
use hornbook_explore::Asking;
use hornbook_explore::journal::DistributionName;
use run::{Case, Outcome};

/// How people are asked, from nothing to everything.
fn ways() -> Vec<(&'static str, Asking, bool)> {
    let lists = Asking { most_on_a_list: 8, controls: 0.0, objects_first: false };
    let all = Asking { objects_first: true, ..lists };
    vec![
        ("rules one by one, empty forms", Asking::one_by_one(), false),
        ("forms filled in beforehand", Asking::one_by_one(), true),
        ("and lists", lists, true),
        ("and objects first", all, true),
    ]
}

fn mean(outcomes: &[Outcome], of: impl Fn(&Outcome) -> f64) -> f64 {
    outcomes.iter().map(of).sum::<f64>() / outcomes.len() as f64
}

fn line(name: &str, way: &str, outcomes: &[Outcome]) {
    println!(
        "| {name} | {way} | {:.0} | {:.1} | {:.1} | {:.1} | {:.0}% | {:.3} | {:.3} |",
        mean(outcomes, |found| found.seconds),
        mean(outcomes, |found| found.interactions),
        mean(outcomes, |found| found.objects),
        mean(outcomes, |found| found.rules),
        100.0 * mean(outcomes, |found| found.confirmed) / mean(outcomes, |found| found.rules).max(1.0),
        mean(outcomes, |found| found.described),
        mean(outcomes, |found| found.short),
    );
}

fn main() {
    let mut files = Vec::new();
    let (mut seeds, mut only, mut remaining) = (10, None, false);
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seeds" => seeds = arguments.next().unwrap().parse().unwrap(),
            "--way" => only = Some(arguments.next().unwrap().parse::<usize>().unwrap()),
            "--remaining" => remaining = true,
            file => files.push(file.to_owned()),
        }
    }
    let tables = if files.is_empty() { tables::usual() } else { files.iter().map(|file| tables::read(file)).collect() };
    let described = DistributionName::Described;
    let both = DistributionName::DescribedAndShort;
    println!(
        "| case | asked | seconds | interactions | objects | rules asked | yes | recall, described | recall, short |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut all = Vec::new();
    for table in &tables {
        for (distribution, epsilon, on_file) in
            [(described, 0.05, 0), (described, 0.01, 0), (described, 0.05, 30), (both, 0.05, 0)]
        {
            for (at, (way, asking, filled)) in ways().into_iter().enumerate() {
                if only.is_some_and(|only| only != at) || (on_file > 0 && asking.objects_first) {
                    continue;
                }
                let case = Case { table, distribution, epsilon, on_file, asking, filled, skill: Skill::default() };
                let outcomes = run::all(&case, seeds);
                let file = if on_file > 0 { format!(", {on_file} on file") } else { String::new() };
                line(&format!("{}, {} {epsilon}{file}", table.name, distribution.name()), way, &outcomes);
                all.extend(outcomes);
            }
        }
        let Some((way, asking, filled)) = ways().pop().filter(|_| only.is_none()) else { continue };
        for (name, skill) in [
            ("finds no unlike objects", Skill { rows_thought_of: 1, ..Skill::default() }),
            ("errs once in fifty", Skill { error: 0.02, ..Skill::default() }),
        ] {
            let case = Case { table, distribution: both, epsilon: 0.05, on_file: 0, asking, filled, skill };
            line(&format!("{}, {} 0.05, {name}", table.name, both.name()), way, &run::all(&case, seeds));
        }
    }
    run::calibration(&all);
    if remaining {
        run::remaining(&all);
        run::rises(&all);
    }
}
