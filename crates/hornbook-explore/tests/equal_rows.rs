//! Equal rows of a table are one object with a count and names: they weigh as many as
//! they are, and each can still be spoken of by its name.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use hornbook::sampling::{Purpose, Sampler, Streams};
use hornbook::{AttrSet, Context, Implication, Model, Universe};
use hornbook_explore::journal::{EntryKind, Journal, merge};
use hornbook_explore::{Exploration, ObjectStatement, Refusal, Response, Start, report};
use hornbook_words::markdown;

fn set(names: &str) -> AttrSet {
    AttrSet::of(4, names.chars().map(|name| "abcd".find(name).unwrap()))
}

/// Five rows, four of them alike in twos and threes; some without a name.
fn table() -> Context {
    let mut context = Context::new(Arc::new(Universe::letters(4)));
    for (name, row) in [("cat", "ab"), ("", "c"), ("dog", "ab"), ("", "c"), ("fox", "ab"), ("owl", "d")] {
        context.push(Some(name.to_owned()), set(row));
    }
    context
}

fn begun() -> Exploration {
    Exploration::in_memory(Start::table(&table()).seed(1)).unwrap()
}

/// What each object is called, with how many it stands for and what it has.
fn objects(exploration: &Exploration) -> Vec<String> {
    let letters = |set: &AttrSet| set.iter().map(|attr| &"abcd"[attr..=attr]).collect::<String>();
    let objects = exploration.objects().iter().zip(exploration.models());
    objects.map(|(object, model)| format!("{} {}", object.called_with_count(), letters(model.has()))).collect()
}

#[test]
fn equal_rows_are_one_line_with_a_count_and_names() {
    let exploration = begun();
    assert_eq!(objects(&exploration), ["cat, dog, fox (×3) ab", "example 2 (×2) c", "owl d"]);
    assert_eq!(exploration.object_count(), 6);
    let lines: Vec<String> = exploration
        .journal()
        .entries()
        .iter()
        .map(|entry| serde_json::to_value(&entry.what).unwrap()["object"].to_string())
        .collect();
    assert_eq!(
        lines,
        [
            r#"{"complete":true,"count":3,"has":["a","b"],"names":["cat","dog","fox"]}"#,
            r#"{"complete":true,"count":2,"has":["c"]}"#,
            r#"{"complete":true,"has":["d"],"name":"owl"}"#,
        ]
    );
    // The table that is exported has all rows, with their names.
    let context = exploration.context();
    assert_eq!((context.len(), context.counts()), (6, &[3, 2, 1][..]));
    assert_eq!((0..3).filter_map(|row| context.name(row)).collect::<Vec<_>>(), ["cat", "dog", "fox"]);
}

#[test]
fn each_of_equal_rows_weighs_as_much_as_before() {
    // One by one, as journals had them before, and together.
    let mut alone = Exploration::in_memory(Start::attributes(["a", "b", "c", "d"]).seed(1)).unwrap();
    for row in ["ab", "ab", "ab", "c", "c", "d"] {
        let lacks = set("abcd").difference(&set(row));
        alone.tell(None, ObjectStatement::new("", set(row), lacks)).unwrap();
    }
    let together = begun();
    assert_eq!((alone.objects().len(), together.objects().len()), (6, 3));
    for sampler in [
        Sampler::Seen { attributes: 4 },
        Sampler::DescribedSeen { attributes: 4, most: 3 },
        Sampler::described_seen_and_short(4, 2),
        Sampler::uniform_and_seen(4),
    ] {
        let drawn = |exploration: &Exploration| {
            let known = exploration.knowledge();
            let over = sampler.over_counted_models(known.models(), known.counts());
            let mut stream = Streams::new(7).stream(Purpose::Measure, 0, 0);
            (0..2000).map(|_| over.draw(&mut stream)).collect::<Vec<AttrSet>>()
        };
        assert_eq!(drawn(&alone), drawn(&together), "{sampler:?}");
    }
    let rule = Implication::new(set("a"), set("b"));
    for mut exploration in [alone, together] {
        exploration.answer(None, &rule, Response::Holds).unwrap();
        assert_eq!(exploration.rules()[0].support, 3);
        assert_eq!(exploration.rulebook().rules[0].support, Some(3));
    }
}

#[test]
fn a_row_that_is_told_of_by_its_name_is_an_object_of_its_own() {
    let mut exploration = begun();
    let told = |has: &str, lacks: &str| ObjectStatement::new("dog", set(has), set(lacks));
    // It is known what it has; to say otherwise takes a correction.
    let refused = exploration.tell(None, told("", "b"));
    assert!(matches!(refused, Err(Refusal::Contradicts(_))), "{refused:?}");
    assert_eq!(objects(&exploration)[0], "cat, dog, fox (×3) ab");
    let correction = ObjectStatement { correct: true, ..told("", "b") };
    let entry = exploration.tell(None, correction).unwrap();
    assert_eq!(objects(&exploration), ["cat, fox (×2) ab", "example 2 (×2) c", "owl d", "dog a"]);
    assert_eq!((exploration.object_count(), exploration.knowledge().counts()), (6, &[2, 2, 1, 1][..]));
    // So it is after a restart, and taken back it is one of them again.
    let again = Exploration::of(exploration.journal().copy()).unwrap();
    assert_eq!(objects(&again), objects(&exploration));
    exploration.retract(None, &entry).unwrap();
    assert_eq!(objects(&exploration), objects(&begun()));
}

#[test]
fn the_last_of_equal_rows_stays_where_it_is() {
    let mut exploration = begun();
    for name in ["cat", "dog", "fox"] {
        let corrected = ObjectStatement { correct: true, ..ObjectStatement::new(name, set("c"), set("b")) };
        exploration.tell(None, corrected).unwrap();
    }
    assert_eq!(objects(&exploration), ["fox ac", "example 2 (×2) c", "owl d", "cat ac", "dog ac"]);
    // No row is left that would still say that something has both a and b.
    assert_eq!(exploration.knowledge().support(&set("ab")), 0);
}

#[test]
fn a_correction_of_equal_rows_is_about_all_of_them() {
    let mut exploration = begun();
    let corrected = ObjectStatement { known: Some(0), correct: true, ..ObjectStatement::new("", set("d"), set("b")) };
    exploration.tell(None, corrected).unwrap();
    assert_eq!(objects(&exploration)[0], "cat, dog, fox (×3) ad");
    // They can be named as they are called, too.
    let called = exploration.object_name(0);
    let more = ObjectStatement { correct: true, ..ObjectStatement::new(called, set("c"), set("")) };
    exploration.tell(None, more).unwrap();
    assert_eq!(objects(&exploration)[0], "cat, dog, fox (×3) acd");
    assert_eq!(exploration.objects().len(), 3);
}

#[test]
fn rows_that_both_journals_have_by_name_are_the_same_when_merged() {
    let (one, mut other) = (begun(), {
        // Another table: it has fewer attributes, and the fox differs.
        let mut context = Context::new(Arc::new(Universe::letters(2)));
        for (name, row) in [("cat", vec![0, 1]), ("dog", vec![0, 1]), ("hen", vec![0, 1]), ("fox", vec![0])] {
            context.push(Some(name.to_owned()), AttrSet::of(2, row));
        }
        Exploration::in_memory(Start::table(&context).seed(2)).unwrap()
    });
    let parts =
        |exploration: &Exploration| (exploration.journal().header().clone(), exploration.journal().entries().to_vec());
    let ((header, entries), (other_header, other_entries)) = (parts(&one), parts(&other));
    let (header, entries) = merge((&header, &entries), (&other_header, &other_entries)).unwrap();
    let merged = Exploration::of(Journal::in_memory_with(header, entries)).unwrap();
    let mut called: Vec<String> = objects(&merged);
    called.sort();
    // Which journal was begun first, and so whose word on the fox counts, is a matter of
    // the clock: the other is in dispute, and no row is there twice.
    assert_eq!(merged.disputes().len(), 1, "{called:?}");
    let names = ["cat", "dog", "fox", "hen", "owl"];
    for name in names {
        assert!(merged.object_called(name).is_some(), "{name}: {called:?}");
    }
    assert_eq!(merged.object_count(), 7, "{called:?}");
    other.tell(None, ObjectStatement::new("cat", other.universe().none(), other.universe().none())).unwrap();
    assert_eq!(other.object_count(), 4);
}

#[test]
fn a_line_about_equal_rows_that_makes_no_sense_is_refused() {
    let good = begun();
    let header = good.journal().header().clone();
    for (field, value, words) in [
        ("count", serde_json::json!(0), "equal rows"),
        ("count", serde_json::json!(1), "equal rows"),
        ("count", serde_json::json!(usize::MAX), "equal rows"),
        ("names", serde_json::json!(["x", "x", "y"]), "twice"),
        ("names", serde_json::json!(["a", "b", "c", "d"]), "more names"),
    ] {
        let mut entry = good.journal().entries()[0].clone();
        let mut what = serde_json::to_value(&entry.what).unwrap();
        what["object"][field] = value;
        entry.what = serde_json::from_value::<EntryKind>(what).unwrap();
        let error = Exploration::of(Journal::in_memory_with(header.clone(), vec![entry])).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn equal_rows_are_renamed_and_removed_together_or_one_by_one() {
    let mut exploration = begun();
    exploration.rename_object(None, 0, "pets").unwrap();
    assert_eq!(objects(&exploration)[0], "pets (×3) ab");
    let refused = exploration.rename_object(None, 0, "cat").unwrap_err();
    assert!(exploration.refusal(&refused).contains("equal rows"), "{}", exploration.refusal(&refused));
    // One of them becomes an object of its own, gets another name, and goes.
    let dog = ObjectStatement { correct: true, ..ObjectStatement::new("dog", set("c"), set("b")) };
    exploration.tell(None, dog).unwrap();
    let place = exploration.object_called("dog").unwrap();
    exploration.rename_object(None, place, "wolf").unwrap();
    assert_eq!(objects(&exploration), ["pets (×2) ab", "example 1 (×2) c", "owl d", "wolf ac"]);
    assert_eq!(exploration.object_count(), 6);
    let again = Exploration::of(exploration.journal().copy()).unwrap();
    assert_eq!(objects(&again), objects(&exploration));
    let removed = exploration.forget_object(None, exploration.object_called("wolf").unwrap()).unwrap();
    assert_eq!(objects(&exploration), ["pets (×2) ab", "example 1 (×2) c", "owl d"]);
    assert_eq!(exploration.object_count(), 5);
    exploration.retract(None, &removed).unwrap();
    assert_eq!(exploration.object_count(), 6);
    exploration.forget_object(None, 0).unwrap();
    assert_eq!(exploration.knowledge().support(&set("ab")), 0);
}

#[test]
fn guesses_count_all_of_equal_rows() {
    let mut context = Context::new(Arc::new(Universe::letters(4)));
    (0..9).for_each(|_| context.push(None, set("ab")));
    context.push(None, set("ac"));
    let exploration = Exploration::in_memory(Start::table(&context).seed(1)).unwrap();
    let guess = exploration.guess(&ObjectStatement::new("new", set("a"), set("")), None).unwrap();
    assert_eq!(guess.has, set("b"));
}

#[test]
fn a_report_lists_each_kind_of_row_once() {
    // As many as were on board of the Titanic, of 24 kinds.
    let mut context = Context::new(Arc::new(Universe::letters(5)));
    for row in 0..2201 {
        let bits: usize = row % 24;
        context.push(None, AttrSet::of(5, (0..5).filter(|attr| bits >> attr & 1 == 1)));
    }
    let exploration = Exploration::in_memory(Start::table(&context).seed(1)).unwrap();
    assert_eq!((exploration.objects().len(), exploration.object_count()), (24, 2201));
    assert_eq!(exploration.journal().entries().len(), 24);
    let report = markdown::document(&report(&exploration));
    assert!(report.contains("## Objects (2,201, 24 different)"), "{report}");
    let rows = report.lines().filter(|line| line.starts_with("| example ")).count();
    assert_eq!(rows, 24);
    assert!(report.contains("(×92)"), "{report}");
    let complete = |model: &Model| model.is_complete();
    assert!(exploration.models().iter().all(complete));
}
