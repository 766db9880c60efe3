//! Rule files with many rules over many attributes: what follows from them is
//! found in time and memory in proportion to the file.
//!
//! The limits are generous. Where each rule is held as sets of all attributes, or
//! each is tried against all others, they are missed many times over.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use hornbook::format::rules::ListedRulebook;
use hornbook::format::{RulesFormat, read_rule_lists, read_rules};
use hornbook::{AttrSet, Conclusion};

const RULES: usize = 100_000;

fn within<T>(limit: Duration, act: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = act();
    let took = started.elapsed();
    assert!(took < limit, "it took {took:?}, and {limit:?} at most are allowed");
    done
}

/// Each attribute has the next.
fn chain() -> String {
    (0..RULES).map(|at| format!("a{at} -> a{}\n", at + 1)).collect()
}

fn of_first(book: &ListedRulebook) -> AttrSet {
    AttrSet::of(book.universe.len(), [0])
}

#[test]
fn a_long_chain_is_read_closed_and_derived() {
    let text = chain();
    let book = within(Duration::from_secs(5), || read_rule_lists(text.as_bytes(), None).unwrap());
    let (chaining, from) = (book.chaining(), of_first(&book));
    let closed = within(Duration::from_secs(2), || chaining.close(&from));
    assert_eq!(closed, Conclusion::Attrs(book.universe.all()));
    let why = within(Duration::from_secs(5), || chaining.derive(&from, &closed).unwrap());
    assert!(why.steps.iter().map(|step| step.rule).eq(0..RULES));
    // Backwards, each rule fires in a pass of its own.
    let last = AttrSet::of(book.universe.len(), [RULES]);
    assert_eq!(chaining.close(&last), Conclusion::Attrs(last.clone()));
    assert_eq!(chaining.derive(&last, &Conclusion::Attrs(from)), None);
}

#[test]
fn what_does_not_lead_to_the_goal_is_not_tried() {
    // One step leads to the goal, and all others elsewhere; each thing is
    // concluded twice.
    let text: String = (0..RULES / 2).map(|at| format!("a -> b{at}\na -> b{at}, a\n")).collect();
    let book = read_rule_lists(text.as_bytes(), None).unwrap();
    let goal = book.universe.set(["b7"]).unwrap();
    let why = within(Duration::from_secs(5), || book.chaining().derive(&of_first(&book), &goal.into()).unwrap());
    assert_eq!(why.steps.iter().map(|step| step.rule).collect::<Vec<_>>(), [14]);
}

#[test]
fn rules_that_would_be_sets_of_gigabytes_are_refused_as_such() {
    let message = within(Duration::from_secs(5), || read_rules(chain().as_bytes(), None).unwrap_err().to_string());
    assert!(message.starts_with("100000 rules over 100001 attributes would take 2.5 GB of memory"), "{message}");
    // What is large since its file is large is fine.
    let wide: Vec<String> = (0..200).map(|attr| format!("a{attr}")).collect();
    let many = format!("{}\n", wide.join(", ")).replacen(", ", " -> ", 1).repeat(RULES / 10);
    assert_eq!(read_rules(many.as_bytes(), Some(RulesFormat::Text)).unwrap().rules.len(), RULES / 10);
}
