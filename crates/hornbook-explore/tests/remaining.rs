//! The time left, as it is told from question to question: it does not double on the
//! way. The tables are some of those that were not looked at when its constants were
//! chosen (`docs/effort.md`).
#![allow(clippy::unwrap_used, clippy::print_stdout, dead_code)]

#[path = "../benches/effort/expert.rs"]
mod expert;
#[path = "../benches/effort/run.rs"]
mod run;
#[path = "../benches/effort/tables.rs"]
mod tables;

use expert::{Expert, Skill};
use hornbook::learn::unwatched;
use hornbook_explore::journal::{Attribute, DistributionName};
use hornbook_explore::{Asking, Exploration, Response, Start, Step};
use run::Case;

#[test]
fn the_time_left_does_not_double_on_the_way() {
    let (described, both) = (DistributionName::Described, DistributionName::DescribedAndShort);
    for (name, distribution) in
        [("random:12x100@0.2", described), ("random:12x100@0.2", both), ("random:25x60@0.35", described)]
    {
        let table = &tables::read(name);
        let asking = Asking { most_on_a_list: 8, controls: 0.0, objects_first: true };
        let skill = Skill::default();
        let case = Case { table, distribution, epsilon: 0.05, on_file: 0, asking, filled: true, skill };
        for found in run::all(&case, 2) {
            assert!(found.left.len() > 2, "{name}: hardly anything was told");
            assert!(run::rise(&found) <= 2.0, "{name}: {:?}", found.left);
        }
    }
}

/// Answers so many questions as the table does, or to the end.
fn answer(exploration: &mut Exploration, expert: &mut Expert<'_>, questions: usize) {
    for _ in 0..questions {
        let Step::Ask(asked) = exploration.next(&mut unwatched).unwrap() else { return };
        let response = expert.breaking(&asked.question, exploration).map_or(Response::Holds, Response::Refuted);
        exploration.answer(None, &asked.question, response).unwrap();
    }
}

#[test]
fn an_attribute_more_takes_no_longer_than_all_of_them_anew() {
    let likely = |exploration: &mut Exploration| {
        exploration.next(&mut unwatched).unwrap();
        exploration.standing().unwrap().remaining.unwrap().likely
    };
    let table = tables::read("random:12x100@0.2");
    let names = table.context.universe().names().to_vec();
    let mut anew = Exploration::in_memory(Start::attributes(names.clone()).seed(3)).unwrap();
    let whole = likely(&mut anew);
    let smaller = {
        let rows = (0..table.context.len()).map(|row| {
            hornbook::AttrSet::of(names.len() - 1, table.context.row(row).iter().filter(|&attr| attr < names.len() - 1))
        });
        hornbook::Context::from_rows(std::sync::Arc::new(hornbook::Universe::letters(names.len() - 1)), rows)
    };
    let mut exploration = Exploration::in_memory(Start::attributes(names[..names.len() - 1].to_vec()).seed(3)).unwrap();
    answer(&mut exploration, &mut Expert::new(&smaller, Skill::default(), true, 3), 40);
    let before = likely(&mut exploration);
    exploration.add_attributes(None, vec![Attribute::named(names.last().unwrap())]).unwrap();
    let after = likely(&mut exploration);
    assert!(after >= before, "{before}, then {after}");
    assert!(after as f64 <= 1.5 * whole as f64, "{after} after {before}, {whole} anew");
}
