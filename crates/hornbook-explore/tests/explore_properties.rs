//! What must be so of any exploration, whoever answers and whatever they say.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashSet;

use common::expert::{
    Expert, anybody_acts, anything, decisions, entries_that_count, first_attributes, question_of, start,
};
use common::{random_context, subsets};
use hornbook::learn::{Progress, unwatched};
use hornbook::{AttrSet, Conclusion, Context, Implication, Theory, canonical_basis};
use hornbook_explore::NextError;
use hornbook_explore::journal::{Entry, EntryId, EntryKind, Header, Journal, Reply, RuleLine, merge};
use hornbook_explore::{Dispute, Exploration, Object, ObjectStatement, Refusal, Response, Step};
use proptest::prelude::*;

/// All that can be known of a state, in an order that does not depend on how it
/// came about.
type Everything = (
    Vec<(Implication, Vec<EntryId>, bool, usize)>,
    Vec<Object>,
    Vec<(AttrSet, AttrSet)>,
    Vec<(EntryId, Implication, Reply)>,
    Vec<String>,
    (String, Option<String>),
);

fn everything(exploration: &Exploration) -> Everything {
    let rules = exploration.rules().into_iter();
    (
        rules.map(|rule| (rule.implication, rule.reason.answers, rule.reason.background, rule.support)).collect(),
        exploration.objects().to_vec(),
        exploration.models().iter().map(|model| (model.has().clone(), model.possible().clone())).collect(),
        exploration.open_questions(),
        exploration.disputes().iter().map(|dispute| format!("{dispute:?}")).collect(),
        (format!("{:?}", exploration.accuracy()), exploration.certified().map(|certified| format!("{certified:?}"))),
    )
}

fn replayed(exploration: &Exploration) -> Exploration {
    Exploration::of(exploration.journal().copy()).unwrap()
}

/// The entries without their times, which differ.
fn untimed(exploration: &Exploration) -> Vec<(EntryId, EntryKind)> {
    exploration.journal().entries().iter().map(|entry| (entry.id.clone(), entry.what.clone())).collect()
}

/// A domain of 4 to 6 attributes, of which some may be added later only.
fn domains() -> impl Strategy<Value = (Context, u64)> {
    (4usize..=6, 1usize..=8, 2u32..8, any::<u64>()).prop_map(|(attributes, rows, density, seed)| {
        (random_context(attributes, rows, f64::from(density) / 10.0, seed), seed)
    })
}

/// So many cases, or as many as `PROPTEST_CASES` says.
fn cases(count: u32) -> ProptestConfig {
    let usual = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { usual } else { ProptestConfig { cases: count, ..usual } }
}

/// Some of the attributes and some of the rules, known beforehand.
fn begin(truth: &Context, seed: u64) -> Exploration {
    let attributes = truth.attribute_count() - (seed % 2) as usize;
    let known = first_attributes(truth, attributes);
    let basis = canonical_basis(&known);
    let some = basis.rules().iter().step_by(3).take((seed / 2 % 3) as usize);
    Exploration::in_memory(start(attributes, seed).background(known.universe(), some)).unwrap()
}

/// Whether what is known is so: rules hold, named objects are as they are, and
/// the truth is between what follows and what may follow.
fn is_true(exploration: &Exploration, truth: &Context) {
    let attributes = exploration.universe().len();
    let truth = first_attributes(truth, attributes);
    assert_eq!(exploration.disputes(), []);
    for rule in exploration.rules() {
        assert!(truth.holds(&rule.implication), "{}", rule.implication.display(exploration.universe()));
    }
    for (object, model) in exploration.objects().iter().zip(exploration.models()) {
        let Some(name) = object.name() else { continue };
        let row = truth.row(name.strip_prefix("row ").unwrap().parse().unwrap());
        assert!(model.has().is_subset(row) && row.is_subset(model.possible()), "{name}");
    }
    for set in subsets(attributes) {
        let truth = truth.close(&set);
        assert!(exploration.knowledge().lower(&set).is_within(&truth), "lower({set:?})");
        assert!(truth.is_within(&exploration.knowledge().upper(&set)), "upper({set:?})");
    }
}

proptest! {
    #![proptest_config(cases(24))]

    /// Knowledge is true if the answers were; and opening a journal again, at
    /// any moment, leads to the same state and the same next question.
    #[test]
    fn truthful_experts_make_true_knowledge((truth, seed) in domains()) {
        let mut exploration = begin(&truth, seed);
        let mut expert = Expert::new(&truth, seed, 0);
        for _ in 0..20 {
            expert.act(&mut exploration);
            is_true(&exploration, &truth);
            same_when_replayed(&mut exploration);
        }
    }

    /// The same of those who say anything; and what is refused changes nothing.
    #[test]
    fn anybody_can_be_replayed_and_refusals_change_nothing((truth, seed) in domains()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        let mut exploration = Exploration::create(&path, start(truth.attribute_count(), seed)).unwrap();
        let mut stream = decisions(seed, 1);
        for _ in 0..20 {
            // Attempts at a certificate are on record before an answer is refused.
            exploration.next(&mut unwatched).unwrap();
            let (before, file) = (everything(&exploration), std::fs::read(&path).unwrap());
            let (standing, next) = (exploration.standing().cloned(), exploration.next(&mut unwatched).unwrap());
            match anybody_acts(&mut stream, &mut exploration) {
                Ok(id) => assert!(exploration.counts(&id)),
                Err(refusal) => {
                    assert!(!exploration.refusal(&refusal).is_empty());
                    assert_eq!(before, everything(&exploration), "{refusal:?}");
                    assert_eq!(file, std::fs::read(&path).unwrap(), "{refusal:?}");
                    assert_eq!(standing, exploration.standing().cloned());
                    assert_eq!(next, exploration.next(&mut unwatched).unwrap());
                }
            }
            same_when_replayed(&mut exploration);
        }
        let (state, path) = (everything(&exploration), path.clone());
        drop(exploration);
        assert_eq!(state, everything(&Exploration::open(&path).unwrap()));
    }
}

/// Opened again before the next question is looked for, and after: all is the
/// same, also where the search was called off in between.
fn same_when_replayed(exploration: &mut Exploration) {
    let mut before = replayed(exploration);
    assert_eq!(everything(exploration), everything(&before));
    let mut called_off = replayed(exploration);
    let mut budget = 3;
    let stopped = called_off.next(&mut |_: &Progress| {
        budget -= 1;
        if budget == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    });
    assert!(matches!(stopped, Ok(_) | Err(NextError::Cancelled)));
    let next = exploration.next(&mut unwatched).unwrap();
    let mut after = replayed(exploration);
    for other in [&mut before, &mut called_off, &mut after] {
        assert_eq!(next, other.next(&mut unwatched).unwrap());
        assert_eq!(exploration.standing(), other.standing());
        assert_eq!(untimed(exploration), untimed(other), "no attempt is counted twice");
    }
}

/// The response that led to an entry, about the same object.
fn response_of(exploration: &Exploration, id: &EntryId) -> Response {
    let EntryKind::Answer(said) = &exploration.entry(id).unwrap().what else { panic!("no answer") };
    let set = |names: &[String]| exploration.universe().set(names).unwrap();
    let told = said.object.as_ref().map(|object| {
        let first = object.of.as_ref().unwrap_or(id);
        let known = exploration.objects().iter().position(|known| known.name().is_none() && known.first() == first);
        let known = known.filter(|_| object.name.is_none());
        ObjectStatement {
            known,
            ..ObjectStatement::new(object.name.clone().unwrap_or_default(), set(&object.has), set(&object.lacks))
        }
    });
    match said.answer {
        Reply::Holds => Response::Holds,
        Reply::Refuted => Response::Refuted(told.unwrap()),
        Reply::Partly => Response::Partly { holds: set(&said.holds), object: told },
        Reply::Unknown => Response::Unknown,
        Reply::Later => Response::Later,
    }
}

/// Whether the two know the same, whichever answers that rests on.
fn equivalent(one: &Exploration, other: &Exploration) {
    assert!(one.knowledge().rules().is_equivalent(other.knowledge().rules()));
    let models = |exploration: &Exploration| {
        let mut models = exploration.models().to_vec();
        models.sort();
        models
    };
    assert_eq!(models(one), models(other));
    let open = |exploration: &Exploration| {
        let questions = exploration.open_questions().into_iter();
        // Of "later" and "not known" the last counts, which may be another now.
        questions.map(|(_, question, _)| question).collect::<HashSet<_>>()
    };
    assert_eq!(open(one), open(other));
}

proptest! {
    #![proptest_config(cases(40))]

    /// An answer taken back and given again, and one taken back whose taking
    /// back is taken back.
    #[test]
    fn taken_back_and_given_again((truth, seed) in domains()) {
        let mut exploration = begin(&truth, seed);
        let mut expert = Expert::new(&truth, seed, 0);
        for _ in 0..12 {
            expert.act(&mut exploration);
        }
        let answers = entries_that_count(&exploration).into_iter().filter(|id| {
            matches!(&exploration.entry(id).unwrap().what, EntryKind::Answer(said) if said.replaces.is_none())
        });
        for id in answers.collect::<Vec<EntryId>>() {
            let mut again = replayed(&exploration);
            let question = question_of(&again, &id).unwrap();
            again.retract(None, &id).unwrap();
            let response = response_of(&again, &id);
            again.answer(Some("again"), &question, response).unwrap();
            equivalent(&exploration, &again);

            let mut back = replayed(&exploration);
            let retraction = back.retract(None, &id).unwrap();
            back.retract(None, &retraction).unwrap();
            let (before, after) = (everything(&exploration), everything(&back));
            // Only what was certified of the state before is not of this one.
            assert_eq!((before.0, before.1, before.2, before.3, before.4), (after.0, after.1, after.2, after.3, after.4));
            assert_eq!(back.certified(), None);
        }
    }
}

type Whole = (Header, Vec<Entry>);

fn merged(one: &Exploration, other: &Exploration) -> Whole {
    let of =
        |exploration: &Exploration| (exploration.journal().header().clone(), exploration.journal().entries().to_vec());
    let (one, other) = (of(one), of(other));
    let there = merge((&one.0, &one.1), (&other.0, &other.1)).unwrap();
    let back = merge((&other.0, &other.1), (&one.0, &one.1)).unwrap();
    assert_eq!(there, back, "the order of the journals does not matter");
    there
}

/// A journal of these lines, written and read.
fn journal((header, entries): &Whole) -> Journal {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.journal");
    Journal::create_with(&path, header.clone(), entries.clone()).unwrap();
    Journal::read(&path).unwrap()
}

fn exploration(whole: &Whole) -> Exploration {
    Exploration::of(journal(whole)).unwrap()
}

/// What is known of two explorations is the same, whatever certified it.
fn same_knowledge(one: &Exploration, other: &Exploration) {
    let (one, other) = (everything(one), everything(other));
    assert_eq!((one.0, one.1, one.2, one.3, one.4), (other.0, other.1, other.2, other.3, other.4));
}

proptest! {
    #![proptest_config(cases(40))]

    /// Two who say what is so, from a common beginning or none.
    #[test]
    fn truthful_journals_merge((truth, seed) in domains()) {
        let mut one = begin(&truth, seed);
        let mut expert = Expert::new(&truth, seed, 0);
        let common = (seed / 8 % 8) as usize;
        for _ in 0..common {
            expert.act(&mut one);
        }
        let mut other = if common > 0 { replayed(&one) } else { begin(&truth, seed ^ 2) };
        let earlier = replayed(&one);
        let mut second = Expert { name: "second", ..Expert::new(&truth, seed, 1) };
        for _ in 0..10 {
            expert.act(&mut one);
            second.act(&mut other);
        }
        let both = merged(&one, &other);
        let together = exploration(&both);
        is_true(&together, &truth);
        complete_and_in_order(&both, &[&one, &other]);

        // With itself, with a part of itself, with what went into it.
        let itself = merged(&together, &together);
        assert_eq!(itself, both);
        same_knowledge(&one, &exploration(&merged(&one, &one)));
        same_knowledge(&one, &exploration(&merged(&one, &earlier)));
        assert_eq!(merged(&together, &one).1, both.1);
        assert_eq!(merged(&together, &other).1, both.1);

        // And it goes on: another is merged in while it does.
        let mut together = together;
        for _ in 0..5 {
            second.act(&mut together);
            expert.act(&mut one);
            same_when_replayed(&mut together);
        }
        let more = merged(&together, &one);
        complete_and_in_order(&more, &[&together, &one]);
        is_true(&exploration(&more), &truth);
        let mut more = exploration(&more);
        same_when_replayed(&mut more);
        // What it is now can be written and read again: no identity twice.
        journal(&(more.journal().header().clone(), more.journal().entries().to_vec()));
    }
}

/// Everything that any of the journals says is there, once, and after what it
/// speaks of.
fn complete_and_in_order((_, entries): &Whole, of: &[&Exploration]) {
    let place = |id: &EntryId| entries.iter().position(|entry| entry.id == *id);
    let ids: HashSet<&EntryId> = entries.iter().map(|entry| &entry.id).collect();
    assert_eq!(ids.len(), entries.len());
    for entry in of.iter().flat_map(|exploration| exploration.journal().entries()) {
        if matches!(entry.what, EntryKind::Certified(_)) {
            continue;
        }
        let at = place(&entry.id).unwrap();
        let (about, of, corrects) = match &entry.what {
            EntryKind::Retract { entry, .. } => (Some(entry), None, &[][..]),
            EntryKind::Answer(said) => (said.replaces.as_ref(), said.object.as_ref(), &said.corrects[..]),
            EntryKind::Object { object, corrects } => (None, Some(object), &corrects[..]),
            _ => (None, None, &[][..]),
        };
        let of = of.and_then(|object| object.of.as_ref());
        assert!(about.into_iter().chain(of).chain(corrects).all(|id| place(id).unwrap() < at), "{entry:?}");
    }
}

/// The journal with all but some entries taken back, and of what was known
/// beforehand only these rules.
fn only(exploration: &Exploration, background: &[Implication], kept: &HashSet<EntryId>) -> Exploration {
    let mut header = exploration.journal().header().clone();
    header.background = background.iter().map(|rule| RuleLine::new(exploration.universe(), rule)).collect();
    let mut journal = journal(&(header, exploration.journal().entries().to_vec()));
    // Not the retractions: taking them back would make others count again.
    let said = |id: &EntryId| !matches!(exploration.entry(id).unwrap().what, EntryKind::Retract { .. });
    for id in entries_that_count(exploration).into_iter().filter(|id| said(id) && !kept.contains(id)) {
        journal.append(None, EntryKind::Retract { entry: id, undo: false, wording: false, silent: false }).unwrap();
    }
    Exploration::of(journal).unwrap()
}

/// Whether the named entries and rules known beforehand cannot all stand with
/// the disputed one, and any but one of them can; as far as that can be told.
fn is_irreducible(dispute: &Dispute, exploration: &Exploration, contradicts: impl Fn(Exploration) -> Option<bool>) {
    let Dispute { entry, with, background } = dispute;
    let all: HashSet<EntryId> = with.iter().chain(entry).cloned().collect();
    assert_eq!(all.len(), with.len() + usize::from(entry.is_some()), "none is named twice");
    let lines = || {
        let entries = exploration.journal().entries().iter().map(|entry| serde_json::to_string(entry).unwrap());
        entries.collect::<Vec<_>>().join("\n")
    };
    let check = |background: &[Implication], kept: &HashSet<EntryId>, expected: bool, what: &str| {
        let found = contradicts(only(exploration, background, kept));
        assert_ne!(found, Some(!expected), "{what} {dispute:?}\n{}", lines());
    };
    check(background, &all, true, "they do not contradict it");
    for one in with {
        let mut fewer = all.clone();
        fewer.remove(one);
        check(background, &fewer, false, &format!("{one} can be left out"));
    }
    for left_out in 0..background.len() {
        let mut fewer = background.clone();
        let one = fewer.remove(left_out);
        check(&fewer, &all, false, &format!("{one:?} can be left out"));
    }
}

/// Answers whatever comes to mind, and checks what each refusal names.
fn check_refusals(truth: &Context, seed: u64) {
    let mut exploration = begin(truth, seed);
    let attributes = exploration.universe().len();
    let mut stream = decisions(seed, 2);
    for _ in 0..40 {
        let objects = exploration.objects().len();
        let question = common::expert::any_question(&mut stream, attributes);
        let mut response = anything(&mut stream, attributes, objects);
        if let Response::Refuted(told) | Response::Partly { object: Some(told), .. } = &mut response {
            // Places differ where objects are left out.
            (told.known, told.correct) = (None, false);
            if told.name.starts_with("example") {
                told.name.clear();
            }
        }
        match exploration.answer(None, &question, response.clone()) {
            Ok(_) => {}
            Err(Refusal::Contradicts(dispute)) => {
                is_irreducible(&dispute, &exploration, |mut few| match few.answer(None, &question, response.clone()) {
                    Err(Refusal::Contradicts(_) | Refusal::Otherwise { .. }) => Some(true),
                    // That it breaks the rule may follow from what was left out.
                    Err(_) => None,
                    Ok(_) => Some(false),
                });
            }
            Err(_) => {}
        }
    }
}

/// What was found once.
#[test]
fn a_refusal_names_no_entry_that_is_beside_the_point() {
    let letters = std::sync::Arc::new(hornbook::Universe::letters(6));
    let truth = Context::from_rows(letters, [AttrSet::of(6, [0])]);
    check_refusals(&truth, 13825862194975911826);
}

proptest! {
    #![proptest_config(cases(40))]

    /// Two who believe in different worlds: what contradicts each other comes
    /// back, each with what it really contradicts.
    #[test]
    fn disputes_name_what_cannot_stand_together((truth, seed) in domains(), other_seed in any::<u64>()) {
        let truth = first_attributes(&truth, 4);
        let elsewhere = random_context(4, 5, 0.5, other_seed);
        let mut one = begin(&truth, seed & !1);
        let mut other = replayed(&one);
        let background = one.background();
        let mut expert = Expert::new(&truth, seed, 0);
        let mut second = Expert { name: "second", ..Expert::new(&elsewhere, seed, 1) };
        for _ in 0..12 {
            expert.answer(&mut one);
            let Step::Ask(asked) = other.next(&mut unwatched).unwrap() else { break };
            let response = second.respond(&asked.question, 4);
            // The other world may not fit what is known beforehand.
            if let Err(refusal) = other.answer(Some("second"), &asked.question, response) {
                assert!(!background.is_empty(), "{refusal:?}");
                break;
            }
        }
        let both = exploration(&merged(&one, &other));
        for dispute in both.disputes() {
            let entry = dispute.entry.clone();
            assert!(entry.is_some());
            is_irreducible(dispute, &both, |few| Some(few.disputes().iter().any(|left| left.entry == entry)));
            assert!(dispute.background.iter().all(|rule| background.rules().contains(rule)));
            assert!(!both.dispute_in_words(dispute).is_empty());
        }
    }

    /// The same of answers that were refused.
    #[test]
    fn refusals_name_what_cannot_stand_together((truth, seed) in domains()) {
        check_refusals(&truth, seed);
    }

    /// The answers named as the reason for a rule entail it, no fewer of them
    /// do, and up to three are as few as there can be.
    #[test]
    fn reasons_are_right((truth, seed) in domains()) {
        let mut exploration = begin(&truth, seed);
        let mut expert = Expert::new(&truth, seed, 0);
        for _ in 0..25 {
            expert.act(&mut exploration);
        }
        let universe = exploration.universe().clone();
        let confirmed: Vec<(EntryId, Implication)> = exploration.journal().entries().iter().filter_map(|entry| {
            let EntryKind::Answer(said) = &entry.what else { return None };
            let question: Implication = RuleLine::rule(&said.question, &universe).unwrap();
            let rule = match said.answer {
                Reply::Holds => question,
                Reply::Partly => Implication::new(question.premise, universe.set(&said.holds).unwrap()),
                _ => return None,
            };
            exploration.counts(&entry.id).then(|| (entry.id.clone(), rule))
        }).collect();
        let background = exploration.background();
        let theory = |ids: &[&EntryId], known: bool| {
            let known = background.rules().iter().filter(|_| known).cloned();
            let said = confirmed.iter().filter(|(id, _)| ids.contains(&id)).map(|(_, rule)| rule.clone());
            Theory::from_rules(universe.len(), known.chain(said).collect::<Vec<_>>())
        };
        let rules = exploration.rules().into_iter().map(|rule| rule.implication);
        let closures = subsets(universe.len()).map(|set| Implication { conclusion: exploration.knowledge().lower(&set), premise: set });
        for rule in rules.chain(closures.collect::<Vec<_>>()) {
            let reason = exploration.reason(&rule).unwrap();
            let answers: Vec<&EntryId> = reason.answers.iter().collect();
            assert!(theory(&answers, true).entails(&rule));
            assert_eq!(theory(&answers, false).entails(&rule), !reason.background);
            for left_out in 0..answers.len() {
                let mut fewer = answers.clone();
                fewer.remove(left_out);
                assert!(!theory(&fewer, true).entails(&rule), "{left_out} of {answers:?} can be left out");
            }
            let all: Vec<&EntryId> = confirmed.iter().map(|(id, _)| id).collect();
            if answers.len() <= 4 {
                // With four, that no three are enough.
                assert!(smaller_sets(&all, answers.len()).all(|few| !theory(&few, true).entails(&rule)));
            }
        }
        let unknown = Implication { premise: universe.none(), conclusion: Conclusion::Falsum };
        assert_eq!(exploration.reason(&unknown).is_some(), exploration.knowledge().entails(&unknown));
    }
}

/// All sets of fewer than so many.
fn smaller_sets<'a>(all: &'a [&'a EntryId], than: usize) -> impl Iterator<Item = Vec<&'a EntryId>> {
    let all_of = move |size: usize| -> Vec<Vec<&'a EntryId>> {
        let mut sets: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..size {
            let longer = |set: &Vec<usize>| {
                let first = set.last().map_or(0, |last| last + 1);
                (first..all.len()).map(|next| [&set[..], &[next]].concat()).collect::<Vec<_>>()
            };
            sets = sets.iter().flat_map(longer).collect();
        }
        sets.into_iter().map(|set| set.into_iter().map(|at| all[at]).collect()).collect()
    };
    (0..than).flat_map(all_of)
}

/// The tests above must be able to fail.
#[test]
fn a_lie_is_found_out() {
    let truth = random_context(4, 5, 0.5, 1);
    let mut exploration = begin(&truth, 0);
    let all = exploration.universe().all();
    let wrong = subsets(4).find(|set| !truth.holds(&Implication::new(set.clone(), all.clone()))).unwrap();
    let lie = Implication::new(wrong, all);
    exploration.answer(None, &lie, Response::Holds).unwrap();
    assert!(std::panic::catch_unwind(|| is_true(&exploration, &truth)).is_err());
}
