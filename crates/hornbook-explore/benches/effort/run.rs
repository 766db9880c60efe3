//! One exploration with a simulated expert, and what came of it.

use hornbook::learn::{Accuracy, unwatched};
use hornbook::sampling::{DescribedSampler, Sampler, USUALLY_TOLD};
use hornbook::{Implication, measure};
use hornbook_explore::journal::DistributionName;
use hornbook_explore::{Asking, Exploration, Interaction, PLENTY_OF_OBJECTS, Refusal, Response, Start, Turns};

use super::expert::{Expert, Skill};
use super::tables::Table;

#[derive(Clone, Copy)]
pub struct Case<'a> {
    pub table: &'a Table,
    pub distribution: DistributionName,
    pub epsilon: f64,
    /// So many rows are known from the start.
    pub on_file: usize,
    pub asking: Asking,
    /// Whether forms are filled in beforehand.
    pub filled: bool,
    pub skill: Skill,
}

#[derive(Clone, Default)]
pub struct Outcome {
    pub seconds: f64,
    pub interactions: f64,
    pub objects: f64,
    pub rules: f64,
    pub confirmed: f64,
    pub described: f64,
    pub short: f64,
    /// How likely each rule was thought to hold, and whether it did.
    pub thought: Vec<(f64, bool)>,
    /// For each interaction, the seconds that had passed and those that were thought
    /// to be left: least, likely, most.
    pub left: Vec<(f64, [f64; 3])>,
}

fn begin(case: &Case<'_>, seed: u64) -> Exploration {
    let context = &case.table.context;
    let start = Start::attributes(context.universe().names().to_vec())
        .accuracy(Accuracy::new(case.epsilon, 0.1).unwrap())
        .distribution(case.distribution)
        .seed(seed);
    Exploration::in_memory(start).unwrap()
}

fn run(case: &Case<'_>, seed: u64) -> Outcome {
    let context = &case.table.context;
    let mut exploration = begin(case, seed);
    let mut expert = Expert::new(context, case.skill, case.filled, seed);
    let mut found = Outcome::default();
    let mut asking = case.asking;
    if case.on_file > 0 {
        while exploration.objects().len() < case.on_file
            && let Some(thing) = expert.thing(&exploration)
        {
            exploration.tell(None, thing).unwrap();
        }
        expert.seconds = 0.0;
    }
    loop {
        let next = exploration.interaction(Turns::default(), asking, &mut unwatched).unwrap();
        if let Some(remaining) = exploration.standing().and_then(|standing| standing.remaining) {
            let left = [remaining.least, remaining.likely, remaining.most].map(|seconds| seconds as f64);
            found.left.push((expert.seconds, left));
        }
        match next {
            Interaction::Describe { .. } => match expert.thing(&exploration) {
                Some(thing) if exploration.objects().len() < PLENTY_OF_OBJECTS => {
                    found.interactions += 1.0;
                    found.objects += 1.0;
                    let took = expert.took(1);
                    exploration.timed(took, |exploration| exploration.tell(None, thing)).unwrap();
                }
                _ => asking.objects_first = false,
            },
            Interaction::Check { asked, shown } => {
                found.interactions += 1.0;
                for (asked, rule) in asked.iter().zip(&shown) {
                    if exploration.knowledge().decides(rule) {
                        continue;
                    }
                    expert.seconds += expert.effort.listed;
                    answer(&mut exploration, &mut expert, rule, (asked.likely, shown.len()), &mut found);
                }
            }
            Interaction::Ask(asked) => {
                found.interactions += 1.0;
                answer(&mut exploration, &mut expert, &asked.question, (asked.likely, 1), &mut found);
            }
            Interaction::Wait => panic!("there is nobody to wait for"),
            Interaction::Certified(_) => break,
        }
    }
    found.seconds = expert.seconds;
    let recall = |sampler: &Sampler| {
        let rules = exploration.knowledge().rules();
        let exact = measure::exact_over(rules, context, sampler, measure::USUAL_LOOKS);
        exact.map_or_else(
            |_| {
                let Ok(found) = measure::estimate(rules, context, sampler, 100_000, seed, 1);
                found.recall
            },
            |found| found.recall,
        )
    };
    found.described = recall(&Sampler::Described(DescribedSampler::of_context(context, USUALLY_TOLD).unwrap()));
    found.short = recall(&Sampler::Short { attributes: context.attribute_count(), most: USUALLY_TOLD });
    found
}

/// Confirms a rule, or refutes it by an object; alone or on a list of several.
fn answer(
    exploration: &mut Exploration,
    expert: &mut Expert<'_>,
    rule: &Implication,
    (likely, together): (f64, usize),
    found: &mut Outcome,
) {
    let response = match expert.breaking(rule, exploration) {
        Some(object) => Response::Refuted(object),
        None => Response::Holds,
    };
    found.rules += 1.0;
    found.thought.push((likely, response == Response::Holds));
    if response == Response::Holds {
        found.confirmed += 1.0;
        expert.seconds += if together == 1 { expert.effort.yes } else { 0.0 };
    } else {
        found.objects += 1.0;
    }
    let took = expert.took(together as u32);
    loop {
        match exploration.timed(took, |exploration| exploration.answer(None, rule, response.clone())) {
            Ok(_) => return,
            // An earlier answer was wrong: it is taken back.
            Err(Refusal::Contradicts(_)) => {
                found.interactions += 1.0;
                expert.seconds += expert.effort.no;
                let wrong = exploration.rules().into_iter().find(|rule| !expert.context.holds(&rule.implication));
                let Some(wrong) = wrong else { return };
                for answer in wrong.reason.answers {
                    exploration.retract(None, &answer).unwrap();
                }
            }
            Err(refusal) => panic!("{refusal}"),
        }
    }
}

/// Runs over seeds, on two threads.
pub fn all(case: &Case<'_>, seeds: u64) -> Vec<Outcome> {
    let half = seeds / 2;
    std::thread::scope(|scope| {
        let first = scope.spawn(|| (0..half).map(|seed| run(case, seed)).collect::<Vec<_>>());
        let second: Vec<_> = (half..seeds).map(|seed| run(case, seed)).collect();
        first.join().unwrap().into_iter().chain(second).collect()
    })
}

/// How often rules hold that were thought to with some probability.
pub fn calibration(outcomes: &[Outcome]) {
    println!("\n| thought to hold with | rules | did hold |\n|---|---|---|");
    let thought = || outcomes.iter().flat_map(|found| &found.thought);
    for tenth in 0..10 {
        let (least, most) = (f64::from(tenth) / 10.0, f64::from(tenth + 1) / 10.0);
        let some: Vec<bool> =
            thought().filter(|(likely, _)| (least..most).contains(likely)).map(|(_, held)| *held).collect();
        if !some.is_empty() {
            let held = some.iter().filter(|held| **held).count() as f64 / some.len() as f64;
            println!("| {least:.1} to {most:.1} | {} | {held:.2} |", some.len());
        }
    }
    let loss = |p: f64, held: bool| if held { -p.ln() } else { -(1.0 - p).ln() };
    let count = thought().count() as f64;
    let base = thought().filter(|(_, held)| *held).count() as f64 / count;
    let by = |of: &dyn Fn(f64) -> f64| {
        thought().map(|(p, held)| loss(of(*p).clamp(1e-6, 1.0 - 1e-6), *held)).sum::<f64>() / count
    };
    println!("\nlog loss {:.3}, of a constant {:.3}", by(&|p| p), by(&|_| base));
}

/// How good the estimate of what is left is.
pub fn remaining(outcomes: &[Outcome]) {
    println!("\n| part of the way | within the range | likely / truth: 10% | 50% | 90% |\n|---|---|---|---|---|");
    for part in 0..4 {
        let (mut within, mut times) = (0.0, Vec::new());
        for found in outcomes {
            for (passed, [least, likely, most]) in &found.left {
                let left = found.seconds - passed;
                if left > 0.0 && ((passed / found.seconds * 4.0) as usize).min(3) == part {
                    within += if (*least..=*most).contains(&left) { 1.0 } else { 0.0 };
                    times.push(likely / left);
                }
            }
        }
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get(((times.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or(0.0);
        println!(
            "| {}/4 | {:.0}% | {:.2} | {:.2} | {:.2} |",
            part + 1,
            100.0 * within / times.len().max(1) as f64,
            at(0.1),
            at(0.5),
            at(0.9)
        );
    }
}

/// How many times what was told before the estimate rose to, at most, in each run.
/// Less than a minute is told as a minute.
pub fn rises(outcomes: &[Outcome]) {
    let mut rises: Vec<f64> = outcomes.iter().filter(|found| found.left.len() > 1).map(rise).collect();
    rises.sort_by(f64::total_cmp);
    let at = |share: f64| rises.get(((rises.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or(1.0);
    let doubled = rises.iter().filter(|rise| **rise > 2.0).count() as f64 / rises.len().max(1) as f64;
    println!("\n| runs | rose to, times: 50% | 90% | most | more than doubled |\n|---|---|---|---|---|");
    println!("| {} | {:.2} | {:.2} | {:.2} | {:.0}% |", rises.len(), at(0.5), at(0.9), at(1.0), 100.0 * doubled);
}

pub fn rise(found: &Outcome) -> f64 {
    let (mut least, mut most_times) = (f64::INFINITY, 1.0_f64);
    for (_, [_, likely, _]) in &found.left {
        let told = likely.max(60.0);
        most_times = most_times.max(told / least);
        least = least.min(told);
    }
    most_times
}
