//! Lists of long journals: each entry is named without going through all.
#![allow(clippy::unwrap_used, dead_code)]

#[path = "../../hornbook-explore/tests/common/long.rs"]
mod long;

use std::time::{Duration, Instant};

use hornbook_explore::{Asking, Exploration, Programs};
use hornbook_terminal::fate::Fates;
use hornbook_terminal::numbered::Numbers;
use hornbook_terminal::{Session, dialogue};

const ENTRIES: usize = 40_000;

/// What the dialogue says to some commands.
fn said(exploration: Exploration, commands: &str) -> String {
    let export = |_: &Exploration, _: &std::path::Path| Err(String::new());
    let mut output = Vec::new();
    let session =
        Session { exploration, who: None, asking: Asking::default(), programs: Programs::default(), export: &export };
    dialogue::script(session, commands.as_bytes(), &mut output, true).unwrap();
    String::from_utf8(output).unwrap()
}

fn within<T>(limit: Duration, act: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let done = act();
    let took = started.elapsed();
    assert!(took < limit, "it took {took:?}, and {limit:?} at most are allowed");
    done
}

#[test]
fn answers_that_replace_each_other_are_listed() {
    let exploration = Exploration::of(long::replaced(ENTRIES)).unwrap();
    let (fates, numbers) = (Fates::of(&exploration), Numbers::of(&exploration));
    let first = &exploration.journal().entries()[0].id;
    assert_eq!(fates.get(first).in_words(&numbers).unwrap(), "replaced by answer 2");
    let listed = within(Duration::from_secs(5), || said(exploration, "answers\nquit\n"));
    assert!(listed.contains(&format!("[replaced by answer {ENTRIES}]")));
}

#[test]
fn contradictions_are_listed() {
    let exploration = Exploration::of(long::disputed(ENTRIES)).unwrap();
    assert_eq!(exploration.disputes().len(), ENTRIES - 1);
    let listed = within(Duration::from_secs(5), || said(exploration, "disputes\nquit\n"));
    assert!(listed.contains(&format!("{ENTRIES}. thing {}: ", ENTRIES - 1)));
}
