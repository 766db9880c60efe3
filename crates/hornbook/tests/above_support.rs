//! What is complete above a support, against all that holds with that support.
#![allow(clippy::unwrap_used)]

mod common;

use std::ops::ControlFlow;

use common::{basis_by_definition, contexts, sorted, subsets};
use hornbook::canonical::BasisSettings;
use hornbook::{Conclusion, Context, Implication, Theory, canonical_basis, canonical_basis_with};
use proptest::prelude::*;

const THREADS: [usize; 3] = [1, 2, 5];

fn above(context: &Context, background: &Theory, min_support: usize, threads: usize) -> Theory {
    let settings = BasisSettings { min_support, threads, ..BasisSettings::default() };
    canonical_basis_with(context, background, &settings, &mut |_| ControlFlow::Continue(())).unwrap().rules
}

/// Everything that holds and is borne out by so many rows.
fn all_above(context: &Context, min_support: usize) -> Vec<Implication> {
    let often = subsets(context.attribute_count()).filter(|set| context.support(set) >= min_support);
    often.map(|premise| Implication { conclusion: context.close(&premise), premise }).collect()
}

/// Whether the same follows from every set.
fn say_the_same(one: &Theory, other: &Theory) -> bool {
    subsets(one.attribute_count()).all(|set| one.close(&set) == other.close(&set))
}

proptest! {
    #[test]
    fn what_follows_is_what_follows_from_all_rules_with_that_support(context in contexts(), least in 1usize..6) {
        let attributes = context.attribute_count();
        let truth = Theory::from_rules(attributes, all_above(&context, least));
        for threads in THREADS {
            let found = above(&context, &Theory::new(attributes), least, threads);
            prop_assert!(say_the_same(&found, &truth), "{:?}", found);
        }
    }

    #[test]
    fn it_is_the_part_of_the_basis_with_that_support(context in contexts(), least in 0usize..6) {
        let attributes = context.attribute_count();
        let whole = basis_by_definition(attributes, |set| context.close(set));
        let part = sorted(whole.into_iter().filter(|rule| context.support(&rule.premise) >= least));
        for threads in THREADS {
            let found = above(&context, &Theory::new(attributes), least, threads);
            prop_assert_eq!(sorted(found.rules().to_vec()), part.clone());
        }
    }

    #[test]
    fn beyond_a_background_it_says_the_same(context in contexts(), least in 1usize..6, pick in any::<u64>()) {
        let attributes = context.attribute_count();
        let whole = canonical_basis(&context);
        let known = whole.rules().iter().enumerate().filter(|(at, _)| pick >> (at % 64) & 1 == 1);
        let background = Theory::from_rules(attributes, known.map(|(_, rule)| rule.clone()));
        let found = above(&context, &background, least, 1);
        let both = Theory::from_rules(attributes, background.rules().iter().chain(found.rules()).cloned());
        for rule in all_above(&context, least) {
            prop_assert!(both.entails(&rule), "{:?}", rule);
        }
        for rule in found.rules() {
            prop_assert!(context.holds(rule) && context.support(&rule.premise) >= least);
            prop_assert!(!background.entails(rule) && rule.conclusion != Conclusion::Falsum);
        }
    }
}
