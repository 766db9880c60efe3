//! What is written is read back, whatever the names look like; what cannot be
//! written is refused.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::sync::Arc;

use hornbook::format::{ContextFormat, RulesFormat, read_context, read_rules, write_context, write_rules};
use hornbook::scaling::ScalingOptions;
use hornbook::{AnswersRestOn, AttrSet, Context, Implication, Model, Questions, Rule, Rulebook, Run, Universe};
use proptest::prelude::*;

const NASTY: [char; 28] = [
    'a', 'b', ' ', ' ', ',', ';', '|', '\t', '"', '\'', '#', '-', '>', '→', '⊥', '\\', '\n', '\r', 'é', '𝔙', '?', '=',
    '0', '.', 'X', '{', '\u{feff}', '\u{85}',
];

fn name() -> impl Strategy<Value = String> {
    let words = ["impossible", "⊥", "->", "object", "object_", "7", "07", "background", "# rules", "NA", "x", "B"];
    prop_oneof![
        4 => proptest::collection::vec(proptest::sample::select(NASTY.to_vec()), 1..6)
            .prop_map(|chars| chars.into_iter().collect()),
        1 => proptest::sample::select(words.to_vec()).prop_map(str::to_owned),
    ]
}

fn universe(least: usize) -> impl Strategy<Value = Arc<Universe>> {
    proptest::collection::btree_set(name(), least..8)
        .prop_shuffle_names()
        .prop_map(|names| Arc::new(Universe::new(names).unwrap()))
}

/// A set in no particular order.
trait Shuffle: Strategy<Value = BTreeSet<String>> + Sized {
    fn prop_shuffle_names(self) -> impl Strategy<Value = Vec<String>> {
        self.prop_map(|set| set.into_iter().collect::<Vec<_>>()).prop_shuffle()
    }
}

impl<S: Strategy<Value = BTreeSet<String>>> Shuffle for S {}

fn set(universe: &Universe, bits: u64) -> AttrSet {
    AttrSet::from_words(universe.len(), [bits])
}

prop_compose! {
    fn context(least: usize, unknown: bool)(universe in universe(least))(
        rows in proptest::collection::vec((any::<u64>(), any::<u64>(), proptest::option::of(name())), 0..7),
        universe in Just(universe),
    ) -> Context {
        let mut context = Context::new(universe.clone());
        for (has, maybe, name) in rows {
            let maybe = if unknown { set(&universe, maybe) } else { universe.none() };
            context.push_model(name, Model::partial(set(&universe, has), &maybe));
        }
        context
    }
}

prop_compose! {
    fn implication(universe: Arc<Universe>)(premise in any::<u64>(), conclusion in any::<u64>(), never in any::<bool>())
        -> Implication {
        let premise = set(&universe, premise);
        if never { Implication::never(premise) } else { Implication::new(premise, set(&universe, conclusion)) }
    }
}

fn run() -> Run {
    Run {
        method: hornbook::Method::Pac,
        guarantee: hornbook::Guarantee::Strong,
        distribution: Some(hornbook::sampling::Distribution::default()),
        epsilon: Some(0.01),
        delta: None,
        target: None,
        min_support: Some(7),
        max_premise: None,
        confident_support: None,
        seed: u64::MAX,
        certified: true,
        stopped: hornbook::StopReason::Certified,
        certificate: None,
        supported_epsilon: None,
        rounds: 3,
        samples: 4,
        questions: Questions { asked: 5, confirmed: 3, refuted: 2 },
        answers_rest_on: vec![
            AnswersRestOn::SingleAnswers { error_rate: 0.01, answers: 5, wrong_at_most: 0.05 },
            AnswersRestOn::Repetition { error_rate: 0.2, answers: 50, verdicts: 5, wrong_at_most: 0.05 },
            AnswersRestOn::Majority { sources: 3, error_rate: 0.1, verdicts: 5, wrong_at_most: 0.14 },
            AnswersRestOn::Search { exceptions_at_most: 0.05, rules: 3, cases: 300, wrong_at_most: 0.025 },
        ],
    }
}

fn rulebook() -> impl Strategy<Value = Rulebook> {
    universe(0).prop_flat_map(|universe| {
        let count = || proptest::option::of(0..1000usize);
        let share = proptest::option::of((0..=100u32).prop_map(|percent| f64::from(percent) / 100.0));
        let rule = (implication(universe.clone()), count(), count(), share);
        let rules = proptest::collection::vec(rule, 0..6);
        let background = proptest::collection::vec(implication(universe.clone()), 0..3);
        (rules, background, count(), any::<bool>()).prop_map(move |(rules, background, rows, with_run)| Rulebook {
            background: background.iter().map(Implication::without_premise).collect(),
            rules: rules
                .into_iter()
                .map(|(rule, support, conclusion_support, exceptions_at_most)| Rule {
                    implication: rule.without_premise(),
                    support,
                    conclusion_support,
                    exceptions_at_most,
                })
                .collect(),
            rows,
            run: with_run.then(run),
            ..Rulebook::new(universe.clone(), [])
        })
    })
}

fn written(context: &Context, format: ContextFormat) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    write_context(context, format, &mut out).ok().map(|()| out)
}

fn read(bytes: &[u8], format: ContextFormat) -> Context {
    match read_context(bytes, format, &ScalingOptions::default()) {
        Ok(file) => file.context,
        Err(error) => panic!("{error}\n{}", String::from_utf8_lossy(bytes)),
    }
}

/// Unnamed objects get a label when written, and empty names are none.
fn label(context: &Context, object: usize) -> String {
    context.label(object)
}

fn names_of(context: &Context, object: usize) -> BTreeSet<&str> {
    context.universe().names_of(context.row(object)).collect()
}

fn has_line_break(context: &Context) -> bool {
    let objects = (0..context.len()).map(|object| context.label(object));
    objects.chain(context.universe().names().iter().cloned()).any(|name| name.contains(['\n', '\r']))
}

proptest! {
    #[test]
    fn burmeister(context in context(0, true)) {
        match written(&context, ContextFormat::Burmeister) {
            None => prop_assert!(has_line_break(&context)),
            Some(bytes) => {
                let back = read(&bytes, ContextFormat::Burmeister);
                prop_assert_eq!(back.universe().names(), context.universe().names());
                prop_assert_eq!(back.len(), context.len());
                for object in 0..context.len() {
                    prop_assert_eq!(label(&back, object), label(&context, object));
                    prop_assert_eq!(back.model(object), context.model(object));
                }
            }
        }
    }

    #[test]
    fn cross_tables(context in context(1, true)) {
        for format in [ContextFormat::Csv, ContextFormat::Tsv] {
            let Some(bytes) = written(&context, format) else {
                prop_assert!(context.is_empty());
                continue;
            };
            let back = read(&bytes, format);
            prop_assert_eq!(back.universe().names(), context.universe().names());
            prop_assert_eq!(back.len(), context.len());
            for object in 0..context.len() {
                prop_assert_eq!(label(&back, object), label(&context, object));
                prop_assert_eq!(back.row(object), context.row(object));
            }
        }
    }

    #[test]
    fn fimi(context in context(0, false)) {
        let back = read(&written(&context, ContextFormat::Fimi).unwrap(), ContextFormat::Fimi);
        prop_assert_eq!(back.len(), context.len());
        let number = |name: &String| name.parse::<u64>().ok().filter(|number| number.to_string() == *name);
        let numbers: Option<Vec<u64>> = context.universe().names().iter().map(number).collect();
        let items = numbers.unwrap_or_else(|| (1..=context.attribute_count() as u64).collect());
        for object in 0..context.len() {
            let written: BTreeSet<u64> = context.row(object).iter().map(|attr| items[attr]).collect();
            let read = back.universe().names_of(back.row(object)).map(|name| name.parse().unwrap()).collect();
            prop_assert_eq!(written, read);
        }
        // What was read has numbers for names, and is written as it is.
        let again = read(&written(&back, ContextFormat::Fimi).unwrap(), ContextFormat::Fimi);
        prop_assert_eq!(again.universe().names(), back.universe().names());
        prop_assert_eq!(again.distinct(), back.distinct());
    }

    #[test]
    fn conexp_contexts(context in context(0, false)) {
        let held = context.distinct().iter().fold(context.universe().none(), |all, row| all.union(row));
        for format in [ContextFormat::ConexpJson, ContextFormat::ConexpJsonOld] {
            let Some(bytes) = written(&context, format) else {
                prop_assert!(format == ContextFormat::ConexpJsonOld && held.len() < context.attribute_count());
                continue;
            };
            let back = read(&bytes, format);
            prop_assert_eq!(back.attribute_count(), context.attribute_count());
            prop_assert_eq!(back.len(), context.len());
            for object in 0..context.len() {
                prop_assert!(label(&back, object).starts_with(&label(&context, object)));
                prop_assert_eq!(names_of(&back, object), names_of(&context, object));
            }
        }
    }

    #[test]
    fn unknown_attributes_are_not_lost_in_silence(context in context(0, true)) {
        for format in [ContextFormat::Fimi, ContextFormat::ConexpJson, ContextFormat::ConexpJsonOld] {
            prop_assert!(!context.has_unknown() || written(&context, format).is_none());
        }
    }

    #[test]
    fn rules_that_are_read_back_are_the_same(book in rulebook()) {
        for format in [RulesFormat::Json, RulesFormat::Text, RulesFormat::ConexpJson] {
            let mut bytes = Vec::new();
            write_rules(&book, format, &mut bytes).unwrap();
            for told in [Some(format), None] {
                let mut back = read_rules(&bytes, told).unwrap();
                back.rules.iter_mut().for_each(|rule| rule.implication = rule.implication.without_premise());
                back.background.iter_mut().for_each(|rule| *rule = rule.without_premise());
                let mut expected = book.clone();
                if format != RulesFormat::Json {
                    (expected.run, expected.rows) = (None, None);
                    expected.rules.iter_mut().for_each(|rule| rule.conclusion_support = None);
                }
                if format == RulesFormat::ConexpJson {
                    expected.rules.iter_mut().for_each(|rule| rule.exceptions_at_most = None);
                }
                prop_assert_eq!(back, expected);
            }
        }
    }

    #[test]
    fn what_conexp_json_lacks_is_carried_as_its_schema_allows(book in rulebook()) {
        let mut bytes = Vec::new();
        write_rules(&book, RulesFormat::ConexpJson, &mut bytes).unwrap();
        let file: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        prop_assert!(file.as_object().unwrap().keys().all(|key| ["implications", "additional information"].contains(&&**key)));
        prop_assert!(file["additional information"].is_string());
        let all = book.rules.iter().map(|rule| &rule.implication).chain(&book.background);
        for (rule, written) in all.zip(file["implications"].as_array().unwrap()) {
            // What never occurs implies everything there.
            let full = book.universe.all().difference(&rule.premise);
            let conclusion = rule.conclusion.attrs().unwrap_or(&full);
            prop_assert_eq!(written["conclusion"].as_array().unwrap().len(), conclusion.len());
            let known = ["premise", "conclusion", "support"];
            prop_assert!(written.as_object().unwrap().keys().all(|key| known.contains(&&**key)));
        }
    }

    #[test]
    fn other_rule_formats_keep_one_thing_a_line(book in rulebook()) {
        let lines = |format| {
            let mut bytes = Vec::new();
            write_rules(&book, format, &mut bytes).unwrap();
            String::from_utf8(bytes).unwrap().lines().count()
        };
        let clauses: usize = book.theory().rules().iter().map(|r| r.conclusion.attrs().map_or(1, AttrSet::len)).sum();
        prop_assert_eq!(lines(RulesFormat::Dimacs), book.universe.len() + 1 + clauses);
        prop_assert_eq!(lines(RulesFormat::Prolog), 4 + usize::from(!book.background.is_empty()) + clauses);
        prop_assert_eq!(lines(RulesFormat::Csv), 1 + book.rules.len());
    }

    #[test]
    fn no_reader_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in "\\PC{0,60}") {
        for bytes in [bytes.as_slice(), text.as_bytes()] {
            for format in ContextFormat::ALL {
                let _ = read_context(bytes, format, &ScalingOptions::default());
            }
            for format in RulesFormat::ALL.map(Some).into_iter().chain([None]) {
                let _ = read_rules(bytes, format);
            }
        }
    }
}
