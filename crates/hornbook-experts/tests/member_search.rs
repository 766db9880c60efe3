//! What a search for exceptions promises, each thing by itself: a rule is bounded wrongly
//! no more often than its part of δ allows, and hardly less often, so that these tests
//! would notice a case too few.
#![allow(clippy::unwrap_used)]

mod in_process;

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use hornbook::learn::{Accuracy, Schedule};
use hornbook::sampling::{Purpose, streams_opened};
use hornbook::{AnswersRestOn, AttrSet, Implication};
use hornbook_experts::{
    Abilities, Cases, Expert, ExpertError, ExpertQuestion, ExpertReply, MemberSearch, SearchSettings,
};
use in_process::{PATIENCE, black_box, least_of, most_of};

const ATTRIBUTES: usize = 12;
const ETA: f64 = 0.05;
const DELTA: f64 = 0.4;

fn set(members: &[usize]) -> AttrSet {
    AttrSet::of(ATTRIBUTES, members.iter().copied())
}

/// Nothing but the cases that bounds rest on.
fn settings(seed: u64) -> SearchSettings {
    let accuracy = Accuracy::new(ETA, DELTA).unwrap();
    SearchSettings { tries_near_known: 0, ..SearchSettings::new(accuracy, Cases::any(ATTRIBUTES), seed) }
}

fn ask(expert: &mut impl Expert, rule: &Implication) -> ExpertReply {
    expert.send(1, &ExpertQuestion::Implication(rule.clone())).unwrap();
    expert.receive(PATIENCE).unwrap().unwrap().1
}

/// A set by the bits of attributes 3 to 11 alone, as a number below 512.
fn number(set: &AttrSet) -> u64 {
    set.words()[0] >> 3
}

/// Sets with attribute 2 are possible; of those with 0, all but 26 of 512 have 1: slightly
/// more than η break the rule.
fn rarely_broken(set: &AttrSet) -> bool {
    set.contains(2) && (!set.contains(0) || set.contains(1) == (number(set) >= 26))
}

/// Of the sets with 0, slightly more than η are possible.
fn rarely_possible(set: &AttrSet) -> bool {
    set.contains(0) && set.contains(1) && set.contains(2) && number(set) < 104
}

/// How often, in so many runs, the question of that number is answered by a bound; it is
/// wrong then.
fn wrongly_bounded(rule: &Implication, runs: u64, before: u64, box_of: impl Fn() -> Box<dyn Expert>) -> u64 {
    let is_bounded = |seed: u64| {
        let mut search = MemberSearch::new(box_of(), settings(seed)).after(before);
        match ask(&mut search, rule) {
            ExpertReply::NoExceptionFound(bound) => {
                assert!(bound.exceptions_at_most <= ETA);
                true
            }
            ExpertReply::Counterexample { has, .. } => {
                assert!(!rule.holds_in(&has));
                false
            }
            other => panic!("{other:?}"),
        }
    };
    (0..runs).filter(|&seed| is_bounded(seed)).count() as u64
}

#[test]
fn bounds_are_wrong_as_often_as_their_part_allows() {
    const RUNS: u64 = 4000;
    let breaks = Implication::new(set(&[0]), set(&[1]));
    let never = Implication::never(set(&[0]));
    let accuracy = Accuracy::new(ETA, DELTA).unwrap();
    for before in [0, 2] {
        let cases = Schedule::Thrifty.sample_size(accuracy, before + 1);
        let allowed = DELTA / ((before + 1) * (before + 2)) as f64;
        // So many of 512 possible cases break the one; so many of 2,048 are possible.
        for (rule, possible, share) in
            [(&breaks, rarely_broken as fn(&AttrSet) -> bool, 26.0 / 512.0), (&never, rarely_possible, 104.0 / 2048.0)]
        {
            let exactly = (1.0f64 - share).powi(cases as i32);
            assert!(share > ETA && exactly < allowed && exactly > allowed / 1.5);
            let wrong = wrongly_bounded(rule, RUNS, before, || Box::new(black_box(possible)));
            assert!(wrong <= most_of(RUNS, allowed), "{wrong} of {RUNS}, {allowed} allowed");
            let (least, most) = (least_of(RUNS, exactly), most_of(RUNS, exactly));
            assert!((least..=most).contains(&wrong), "{wrong} of {RUNS}, {least} to {most} expected");
        }
    }
}

/// A black box that takes long for what breaks the rule: that comes when nothing else is
/// asked any more.
struct Slow {
    quick: VecDeque<(u64, ExpertReply)>,
    slow: VecDeque<(u64, ExpertReply)>,
}

impl Expert for Slow {
    fn name(&self) -> &str {
        "a slow one"
    }

    fn abilities(&self) -> Abilities {
        Abilities { implication: false, closure: false, member: true }
    }

    fn questions_at_once(&self) -> usize {
        10_000
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        let ExpertQuestion::Member(set) = question else { panic!("only members") };
        let possible = rarely_broken(set);
        let is_slow = possible && !set.contains(1);
        let replies = if is_slow { &mut self.slow } else { &mut self.quick };
        replies.push_back((id, ExpertReply::Member(possible)));
        Ok(())
    }

    fn receive(&mut self, _: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        Ok(self.quick.pop_front().or_else(|| self.slow.pop_front()))
    }
}

#[test]
fn answers_that_come_late_are_waited_for() {
    const RUNS: u64 = 400;
    let rule = Implication::new(set(&[0]), set(&[1]));
    let slow = || Box::new(Slow { quick: VecDeque::new(), slow: VecDeque::new() }) as Box<dyn Expert>;
    let wrong = wrongly_bounded(&rule, RUNS, 0, slow);
    assert!(wrong <= most_of(RUNS, DELTA / 2.0), "{wrong} of {RUNS}");
}

/// No stream is opened twice, whatever is asked again, by whom, or after a restart.
#[test]
fn no_two_questions_share_a_case() {
    let rules = [
        Implication::new(set(&[0]), set(&[1])),
        Implication::new(set(&[0, 2]), set(&[1])),
        Implication::new(set(&[0]), set(&[1, 2])),
        Implication::never(set(&[0])),
    ];
    let ((), opened) = streams_opened(|| {
        for start in [0, 3] {
            let settings = SearchSettings { tries_near_known: 5, ..settings(1) };
            let mut search = MemberSearch::new(black_box(|set| set.contains(1)), settings).after(start);
            // The other way round after the start: other questions have the same numbers.
            let order: Vec<_> = if start == 0 { rules.iter().collect() } else { rules.iter().rev().collect() };
            order.into_iter().for_each(|rule| _ = ask(&mut search, rule));
        }
    });
    let different: HashSet<_> = opened.iter().collect();
    assert_eq!(different.len(), opened.len());
    assert!(opened.iter().any(|[_, purpose, ..]| *purpose == Purpose::Exceptions as u64));
}

#[test]
fn where_all_sets_can_be_looked_at_nothing_is_left_to_chance() {
    let most = set(&[0, 1, 2, 3, 4, 5, 6, 7]);
    // One of the sixteen sets with all of these lacks 8.
    let exception = most.with(9).with(10);
    let mut search = MemberSearch::new(black_box(|set| set.contains(8) || *set == exception), settings(1));
    let rule = Implication::new(most.clone(), set(&[8]));
    let ExpertReply::Counterexample { has, .. } = ask(&mut search, &rule) else { panic!("it is broken") };
    assert_eq!(has, exception);
    let rule = Implication::new(most.with(11), set(&[8]));
    assert_eq!(ask(&mut search, &rule), ExpertReply::Holds);
    assert_eq!(search.answers_rest_on().wrong_at_most(), DELTA);
    assert!(matches!(search.answers_rest_on(), AnswersRestOn::Search { rules: 0, .. }), "nothing rests on it");
    let trivial = Implication::new(set(&[1]), set(&[1]));
    assert_eq!(ask(&mut search, &trivial), ExpertReply::Holds);
}

/// Too few of the sets drawn are possible to say anything.
#[test]
fn what_is_hardly_possible_is_not_known() {
    let rare = set(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    let settings = SearchSettings { max_cases: 60, ..settings(5) };
    let mut search = MemberSearch::new(black_box(|set| *set == rare), settings.clone());
    assert_eq!(ask(&mut search, &Implication::new(set(&[0]), set(&[1]))), ExpertReply::Unknown);
    assert!((50..=60).contains(&search.sets_asked()), "none twice");
    // That it hardly ever occurs can be said.
    let never = ask(&mut search, &Implication::never(set(&[0])));
    assert!(matches!(never, ExpertReply::NoExceptionFound(_)), "{never:?}");
    // A member that is known is found out at once, and so is what is near it.
    search.see_members([rare.clone()]);
    let never = ask(&mut search, &Implication::never(set(&[0])));
    assert!(matches!(never, ExpertReply::Counterexample { has, .. } if has == rare));
    // Near examples it can be bounded.
    let cases = Cases::any(ATTRIBUTES).near(vec![rare.clone()], 0.1);
    let near = SearchSettings { cases, ..settings };
    let mut search = MemberSearch::new(black_box(|set| set.contains(1) && set.len() > 9), near);
    let bounded = ask(&mut search, &Implication::new(set(&[0]), set(&[1])));
    assert!(matches!(bounded, ExpertReply::NoExceptionFound(_)), "{bounded:?}");
}

/// An exception far from nearly all sets is found near members that are known.
#[test]
fn exceptions_are_looked_for_near_members() {
    let known = set(&[0, 1, 2, 3, 4, 5, 6, 7, 8]);
    let exception = known.without(1);
    let possible = |set: &AttrSet| set.contains(1) || *set == exception;
    let found = (0..100).filter(|&seed| {
        let settings = SearchSettings { tries_near_known: 32, ..settings(seed) };
        let mut search = MemberSearch::new(black_box(possible), settings);
        search.see_members([known.clone()]);
        matches!(ask(&mut search, &Implication::new(set(&[0]), set(&[1]))), ExpertReply::Counterexample { .. })
    });
    let found = found.count();
    assert!(found > 90, "{found} of 100");
}

#[test]
fn a_black_box_that_fails_is_no_reason_to_believe() {
    let mut asked = 0;
    let answer = |_: &ExpertQuestion| {
        asked += 1;
        ExpertReply::Failed("out of memory".to_owned())
    };
    let settings = SearchSettings { max_cases: 50, ..settings(1) };
    let mut search = MemberSearch::new(in_process::Function::black_box(answer), settings);
    let reply = ask(&mut search, &Implication::new(set(&[0]), set(&[1])));
    assert_eq!(reply, ExpertReply::Failed("out of memory".to_owned()));
    search.send(2, &ExpertQuestion::Closure(set(&[0]))).unwrap();
    assert!(matches!(search.receive(PATIENCE).unwrap(), Some((2, ExpertReply::Failed(_)))));
    search.send(3, &ExpertQuestion::Member(set(&[0]))).unwrap();
    assert_eq!(search.receive(PATIENCE).unwrap(), Some((3, ExpertReply::Failed("out of memory".to_owned()))));
}
