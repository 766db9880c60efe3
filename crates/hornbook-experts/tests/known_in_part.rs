//! Experts that know a part of what they are asked, and say why; and those who come
//! after them, who know the rest and may take their time.
#![allow(clippy::unwrap_used)]

mod common;

use std::time::Duration;

use common::Unwatched;
use common::table_expert::TableExpert;
use hornbook::{AttrSet, Conclusion, Implication, Universe};
use hornbook_experts::{ConsultEnd, ConsultLimits, Consultation, Expert, ExpertError, ExpertQuestion, ExpertReply};
use hornbook_explore::journal::{AnswerRecord, EntryKind, Reply};
use hornbook_explore::{Exploration, Start};

/// Knows that whatever has a has b, and nothing else.
#[derive(Default)]
struct KnowsOneRule {
    replies: Vec<(u64, ExpertReply)>,
    said: Option<ExpertReply>,
}

fn set(names: &str) -> AttrSet {
    Universe::letters(4).set(names.split_terminator(' ')).unwrap()
}

impl Expert for KnowsOneRule {
    fn name(&self) -> &str {
        "one rule"
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        let ExpertQuestion::Implication(rule) = question else { panic!("it was asked {question:?}") };
        let asks_for_b = matches!(&rule.conclusion, Conclusion::Attrs(attrs) if set("b").is_subset(attrs));
        let rest = rule.conclusion.attrs().map(|attrs| attrs.difference(&rule.premise).difference(&set("b")));
        let reply = match (set("a").is_subset(&rule.premise) && asks_for_b, rest) {
            (true, Some(rest)) if rest.is_empty() => ExpertReply::Holds,
            (true, Some(_)) if !set("b").is_subset(&rule.premise) => ExpertReply::PartlyKnown(set("b")),
            _ => ExpertReply::Unknown,
        };
        self.replies.push((id, reply));
        Ok(())
    }

    fn receive(&mut self, _: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        let next = self.replies.pop();
        self.said = next.as_ref().map(|(_, reply)| reply.clone());
        Ok(next)
    }

    fn take_because(&mut self) -> Vec<String> {
        match self.said.take() {
            Some(ExpertReply::Holds | ExpertReply::PartlyKnown(_)) => vec!["A SubClassOf B".to_owned()],
            _ => Vec::new(),
        }
    }
}

/// Answers after it was waited for several times.
struct TakesItsTime {
    table: TableExpert,
    waited: u32,
}

impl Expert for TakesItsTime {
    fn name(&self) -> &str {
        "slow"
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        self.waited = 0;
        self.table.send(id, question)
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        self.waited += 1;
        if self.waited < 5 { Ok(None) } else { self.table.receive(patience) }
    }
}

#[test]
fn who_comes_later_is_waited_for_and_what_is_known_in_part_counts() {
    let objects: Vec<AttrSet> = ["", "a b", "b", "a b c", "c d", "b d"].map(set).to_vec();
    let start = Start::attributes(["a", "b", "c", "d"].map(str::to_owned).to_vec()).seed(1);
    let mut exploration = Exploration::in_memory(start).unwrap();
    let slow = TakesItsTime { table: TableExpert::new("slow", objects.clone()), waited: 0 };
    let mut consultation = Consultation::new(vec![Box::new(KnowsOneRule::default()), Box::new(slow)]).unwrap();
    let end = consultation.run(&mut exploration, ConsultLimits::default(), &mut Unwatched).unwrap();
    assert_eq!(end, ConsultEnd::Certified);
    // Nothing hangs on a question that nobody could answer: the second knows all.
    let certified = exploration.certified().unwrap();
    assert_eq!((certified.set_aside, certified.any_few.map(|few| few.set_aside)), (0.0, Some(0.0)));
    assert!(exploration.knowledge().entails(&Implication::new(set("a"), set("b"))));
    for rule in exploration.rules() {
        assert!(objects.iter().all(|object| rule.implication.holds_in(object)), "{:?}", rule.implication);
    }
    let answers = exploration.journal().entries().iter().filter_map(|entry| match &entry.what {
        EntryKind::Answer(said) => Some((entry.who.as_deref().unwrap_or_default(), said)),
        _ => None,
    });
    let by_first: Vec<&AnswerRecord> = answers.filter(|(who, _)| *who == "one rule").map(|(_, said)| said).collect();
    let (known, unknown): (Vec<&AnswerRecord>, Vec<&AnswerRecord>) =
        by_first.into_iter().partition(|said| said.answer == Reply::Holds);
    assert!(!known.is_empty() && !unknown.is_empty());
    assert!(known.iter().all(|said| said.because == ["A SubClassOf B"]), "{known:?}");
    assert!(unknown.iter().all(|said| said.answer == Reply::Unknown && said.because.is_empty()), "{unknown:?}");
}
