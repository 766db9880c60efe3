//! Long journals, made at once: everything about one object, or many objects
//! and rules. Each of those who include it uses some.
#![allow(dead_code)]

use hornbook::{AttrSet, Implication, Universe};
use hornbook_explore::journal::{
    AnswerRecord, Attribute, Entry, EntryId, EntryKind, Header, Journal, ObjectLine, Reply, RuleLine,
};

/// The attributes of a long journal. Whatever has the first has the second.
pub const ATTRIBUTES: usize = 40;

fn names() -> Vec<String> {
    (0..ATTRIBUTES).map(|attr| format!("a{attr}")).collect()
}

fn journal(kinds: impl Iterator<Item = EntryKind>) -> Journal {
    let header = Header::new(names().into_iter().map(Attribute::named).collect(), 0.1, 0.1, 1);
    let entry = |(at, what)| Entry {
        id: EntryId(format!("entry-{at}")),
        time: "2026-01-01T00:00:00Z".to_owned(),
        who: None,
        request: None,
        program: false,
        took: None,
        what,
    };
    Journal::in_memory_with(header, kinds.enumerate().map(entry).collect())
}

fn told(name: String, has: &[usize], lacks: &[usize]) -> ObjectLine {
    let some = |attrs: &[usize]| attrs.iter().map(|&attr| names()[attr].clone()).collect();
    ObjectLine { name: Some(name), has: some(has), lacks: some(lacks), ..ObjectLine::default() }
}

fn answer(question: &Implication, answer: Reply, object: Option<ObjectLine>) -> EntryKind {
    let universe = Universe::new(names()).unwrap();
    EntryKind::Answer(AnswerRecord {
        question: RuleLine::new(&universe, question),
        answer,
        holds: Vec::new(),
        search: None,
        votes: None,
        because: Vec::new(),
        object,
        replaces: None,
        corrects: Vec::new(),
        look: None,
    })
}

/// All entries tell of one object, each of another attribute or again.
pub fn about_one_object(entries: usize) -> Journal {
    let half = ATTRIBUTES / 2;
    journal((0..entries).map(|at| EntryKind::Object {
        object: told("cat".to_owned(), &[at % half], &[half + at * 7 % (half - 1)]),
        corrects: Vec::new(),
    }))
}

/// The rule of that number: three attributes, the first among them, have the
/// second.
pub fn rule(number: usize) -> Implication {
    let others = ATTRIBUTES - 2;
    let (one, two, three) = (number % others, number / others % others, number / others / others % others);
    let premise = [0, 2 + one, 2 + two, 2 + three];
    Implication::new(AttrSet::of(ATTRIBUTES, premise), AttrSet::of(ATTRIBUTES, [1]))
}

/// Half of the entries tell of objects, all of each; the others are answers:
/// rules that hold, rules that are broken, and questions nobody can answer.
pub fn about_many(entries: usize) -> Journal {
    journal((0..entries).map(|at| {
        let bits = (at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let has = |attr: usize| match attr {
            0 => bits >> 20 & 3 == 0,
            1 => bits >> 20 & 1 == 0,
            attr => bits >> attr & 1 == 1,
        };
        let (has, lacks): (Vec<usize>, Vec<usize>) = (0..ATTRIBUTES).partition(|&attr| has(attr));
        match at % 8 {
            0..=3 => EntryKind::Object { object: told(format!("object {at}"), &has, &lacks), corrects: Vec::new() },
            4 | 5 => answer(&rule(at), Reply::Holds, None),
            6 => {
                let question = Implication::new(AttrSet::of(ATTRIBUTES, has), AttrSet::of(ATTRIBUTES, [lacks[0]]));
                let breaks = told(format!("object {at}"), &[], &lacks);
                answer(&question, Reply::Refuted, Some(breaks))
            }
            _ => {
                let some = AttrSet::of(ATTRIBUTES, has.into_iter().take(12));
                answer(&Implication::new(some, AttrSet::of(ATTRIBUTES, [lacks[0]])), Reply::Unknown, None)
            }
        }
    }))
}

/// An answer, a retraction of it, a retraction of that, and so on.
pub fn nested_retractions(entries: usize) -> Journal {
    let retract = |at: usize| EntryKind::Retract {
        entry: EntryId(format!("entry-{}", at - 1)),
        undo: false,
        wording: false,
        silent: false,
    };
    journal((0..entries).map(|at| if at == 0 { answer(&rule(0), Reply::Holds, None) } else { retract(at) }))
}

/// An answer, and objects that contradict it.
pub fn disputed(entries: usize) -> Journal {
    let breaks = |at: usize| told(format!("thing {at}"), &[0, 2], &[1]);
    journal((0..entries).map(|at| match at {
        0 => answer(&rule(0), Reply::Holds, None),
        _ => EntryKind::Object { object: breaks(at), corrects: Vec::new() },
    }))
}

/// An answer, one that replaces it, one that replaces that, and so on.
pub fn replaced(entries: usize) -> Journal {
    journal((0..entries).map(|at| {
        let mut kind = answer(&rule(0), Reply::Unknown, None);
        if let EntryKind::Answer(said) = &mut kind {
            said.replaces = at.checked_sub(1).map(|before| EntryId(format!("entry-{before}")));
        }
        kind
    }))
}
