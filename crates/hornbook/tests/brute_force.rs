//! Everything exact, against a second engine that goes by the definitions.
#![allow(clippy::unwrap_used)]

mod common;

use common::{basis_by_definition, close_by_definition, contexts, relative_basis, sorted, subsets, theories};
use hornbook::learn::Learner;
use hornbook::learn::exploration::AttributeExploration;
use hornbook::learn::horn1::learn_exactly;
use hornbook::learn::unwatched;
use hornbook::oracle::{Cached, Counted, Oracle, Recorded, Replay, TableOracle};
use hornbook::sampling::{Purpose, Streams};
use hornbook::{AttrSet, Chaining, Conclusion, Implication, Knowledge, Theory, canonical_basis, measure};
use proptest::prelude::*;

proptest! {
    #[test]
    fn closure_is_the_smallest_model(theory in theories()) {
        for set in subsets(6) {
            prop_assert_eq!(theory.close(&set), close_by_definition(&theory, &set));
            prop_assert_eq!(theory.is_model(&set), theory.close(&set) == Conclusion::Attrs(set.clone()));
        }
    }

    #[test]
    fn rules_as_lists_close_like_sets(theory in theories()) {
        let list = |set: &AttrSet| set.iter().collect::<Vec<_>>();
        let lists: Vec<_> =
            theory.rules().iter().map(|rule| (list(&rule.premise), rule.conclusion.attrs().map(list))).collect();
        let chaining = Chaining::new(6, lists.iter().map(|(premise, add)| (&premise[..], add.as_deref())));
        for set in subsets(6) {
            prop_assert_eq!(chaining.close(&set), theory.close(&set));
        }
    }

    #[test]
    fn derivations_derive_and_cannot_be_shortened(theory in theories(), bits in any::<u64>()) {
        let from = AttrSet::from_words(6, [bits]);
        let goal = theory.close(&from);
        let why = theory.derive(&from, &goal).unwrap();
        let used: Vec<_> = why.steps.iter().map(|step| theory.rules()[step.rule].clone()).collect();
        prop_assert!(goal.is_within(&Theory::from_rules(6, used.clone()).close(&from)));
        for left_out in 0..used.len() {
            let mut fewer = used.clone();
            fewer.remove(left_out);
            prop_assert!(!goal.is_within(&Theory::from_rules(6, fewer).close(&from)));
        }
    }

    #[test]
    fn the_canonical_basis_of_a_theory_is_by_definition(theory in theories()) {
        let basis = theory.canonical();
        prop_assert!(basis.is_equivalent(&theory));
        let expected = basis_by_definition(6, |set| theory.close(set));
        prop_assert_eq!(sorted(basis.rules().to_vec()), sorted(expected));
    }

    #[test]
    fn horn1_ends_in_the_canonical_basis_whatever_it_is_told(theory in theories(), seed in any::<u64>()) {
        let mut stream = Streams::new(seed).stream(Purpose::Expert, 0, 0);
        let learned = learn_exactly(&theory, |choices| stream.below(choices));
        prop_assert_eq!(sorted(learned.rules().to_vec()), sorted(theory.canonical().rules().to_vec()));
    }

    #[test]
    fn the_canonical_basis_of_a_context_is_by_definition(context in contexts()) {
        let basis = canonical_basis(&context);
        let expected = basis_by_definition(context.attribute_count(), |set| context.close(set));
        prop_assert_eq!(sorted(basis.rules().to_vec()), sorted(expected));
        let measured = measure::exact(&basis, &context).unwrap();
        prop_assert_eq!((measured.precision, measured.recall), (1.0, 1.0));
        prop_assert_eq!((measured.weak_error, measured.strong_error, measured.valid_rules), (0.0, 0.0, 1.0));
    }

    #[test]
    fn a_relative_basis_completes_the_background(context in contexts(), pick in any::<u64>()) {
        let full = canonical_basis(&context);
        let some = full.rules().iter().enumerate().filter(|(at, _)| pick >> (at % 64) & 1 == 1);
        let background = Theory::from_rules(context.attribute_count(), some.map(|(_, rule)| rule.clone()));
        let rest = relative_basis(&context, &background, 1);
        let together = Theory::from_rules(
            context.attribute_count(), background.rules().iter().chain(rest.rules()).cloned());
        prop_assert!(together.is_equivalent(&full));
        prop_assert!(rest.len() + background.len() <= full.len());
        prop_assert_eq!(full.canonical_beyond(&background).len(), rest.len());
    }

    #[test]
    fn exploration_finds_the_basis_and_asks_one_question_a_rule_or_model(context in contexts(), seed in any::<u64>()) {
        let mut oracle = Recorded::new(Counted::new(TableOracle::new(&context, seed)));
        let mut exploration = AttributeExploration::new(Knowledge::new(context.attribute_count()));
        exploration.run(&mut oracle, &mut unwatched).unwrap();
        prop_assert!(exploration.is_complete());
        let basis = canonical_basis(&context);
        prop_assert_eq!(sorted(exploration.rules().rules().to_vec()), sorted(basis.rules().to_vec()));
        prop_assert_eq!(oracle.record().len(), basis.len() + exploration.knowledge().models().len());

        // The same run from the record, and from all that is known.
        let mut replay = Replay::new(context.attribute_count(), oracle.into_record());
        let mut again = AttributeExploration::new(Knowledge::new(context.attribute_count()));
        again.run(&mut replay, &mut unwatched).unwrap();
        prop_assert_eq!(again.rules(), exploration.rules());
        prop_assert_eq!(replay.left(), 0);
        let mut nobody = Replay::new(context.attribute_count(), []);
        again.run(&mut nobody, &mut unwatched).unwrap();
    }

    #[test]
    fn a_cache_changes_no_answer(context in contexts(), seed in any::<u64>()) {
        let n = context.attribute_count();
        let mut cached = Cached::new(TableOracle::new(&context, seed), Knowledge::new(n));
        for set in subsets(n).step_by(3) {
            for to in subsets(n).step_by(5) {
                let question = Implication::new(set.clone(), to);
                let answer = cached.ask(&question).unwrap();
                prop_assert_eq!(answer == hornbook::oracle::Answer::Holds, context.holds(&question));
            }
        }
    }

    #[test]
    fn knowledge_bounds_the_truth_from_both_sides(context in contexts(), seed in any::<u64>()) {
        let n = context.attribute_count();
        let mut stream = Streams::new(seed).stream(Purpose::Look, 0, 0);
        let mut oracle = TableOracle::new(&context, seed);
        let mut known = Knowledge::new(n);
        for _ in 0..6 {
            let question = Implication::new(stream.subset(n), stream.subset(n));
            let answer = oracle.ask(&question).unwrap();
            known.learn(&question, &answer).unwrap();
            for set in subsets(n) {
                let (lower, truth, upper) = (known.lower(&set), context.close(&set), known.upper(&set));
                prop_assert!(lower.is_within(&truth) && truth.is_within(&upper));
                prop_assert_eq!(known.is_settled(&set), lower == upper);
            }
        }
    }
}
