//! Several questions at once: how much sooner it is done, and how many more
//! questions that takes. Time is counted, not measured: every answer takes as long.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::VecDeque;
use std::time::Duration;

use common::Unwatched;
use common::table_expert::TableExpert;
use hornbook::{format, scaling};
use hornbook_experts::{ConsultEnd, ConsultLimits, Consultation, Expert, ExpertError, ExpertQuestion, ExpertReply};
use hornbook_explore::{Exploration, Start};

/// An expert that takes one hour for each answer, and works on several at once. The
/// clock moves when somebody waits for it.
struct Slow {
    table: TableExpert,
    at_once: usize,
    clock: f64,
    /// When each question is answered.
    due: VecDeque<(f64, u64)>,
    asked: usize,
}

impl Expert for Slow {
    fn name(&self) -> &str {
        "slow"
    }

    fn questions_at_once(&self) -> usize {
        self.at_once
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        // Some take a little longer than others, so that they do not go in step.
        let takes = 1.0 + (id % 7) as f64 / 50.0;
        self.due.push_back((self.clock + takes, id));
        self.asked += 1;
        self.table.send(id, question)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        let Some(next) = (0..self.due.len()).min_by(|&a, &b| self.due[a].0.total_cmp(&self.due[b].0)) else {
            return Ok(None);
        };
        if self.due[next].0 > self.clock && patience.is_zero() {
            return Ok(None);
        }
        let (at, id) = self.due.remove(next).unwrap();
        self.clock = self.clock.max(at);
        Ok(Some((id, self.table.take(id))))
    }
}

/// How many questions it takes, and how long.
fn learn(at_once: usize, seed: u64) -> (usize, f64) {
    let path = common::in_repository("data/zoo.csv");
    let context = format::read_context_file(&path, None, &scaling::ScalingOptions::default()).unwrap().context;
    let objects = (0..context.len()).map(|object| context.model(object).has().clone()).collect();
    let table = TableExpert::new("table", objects);
    let mut slow = Slow { table, at_once, clock: 0.0, due: VecDeque::new(), asked: 0 };
    let start = Start::attributes(context.universe().names().to_vec()).seed(seed);
    let mut exploration = Exploration::in_memory(start).unwrap();
    let mut consultation = Consultation::new(vec![Box::new(&mut slow)]).unwrap();
    let end = consultation.run(&mut exploration, ConsultLimits::default(), &mut Unwatched).unwrap();
    drop(consultation);
    assert_eq!(end, ConsultEnd::Certified);
    (slow.asked, slow.clock)
}

/// Zoo's 28 attributes, of which nothing is known beforehand. How many are out when was
/// chosen on other seeds.
#[test]
fn eight_at_once_are_five_times_as_fast_and_take_few_more_questions() {
    let seeds = 51..=62;
    let (mut questions, mut time) = ([0, 0], [0.0, 0.0]);
    for seed in seeds {
        for (place, at_once) in [1, 8].into_iter().enumerate() {
            let (asked, took) = learn(at_once, seed);
            questions[place] += asked;
            time[place] += took;
        }
    }
    let (more, faster) = (questions[1] as f64 / questions[0] as f64, time[0] / time[1]);
    assert!(faster >= 5.0, "{faster:.2} times as fast, {more:.3} times the questions");
    assert!(more <= 1.10, "{more:.3} times the questions, {faster:.2} times as fast");
}
