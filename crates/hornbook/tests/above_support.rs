//! What is complete above a support, against all that holds with that support.
#![allow(clippy::unwrap_used)]

mod common;

use std::ops::ControlFlow;

use common::{basis_by_definition, contexts, random_context, sorted, subsets};
use hornbook::canonical::BasisSettings;
use hornbook::domain::CountedDomain;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::{
    AttrSet, Conclusion, ConfidentRule, Context, Domain, Guarantee, Implication, Method, Rulebook, Theory,
    canonical_basis, canonical_basis_with,
};
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

/// What is learned exactly, beyond nothing, as told.
fn learned(context: &Context, tell: impl Fn(&mut LearnOptions)) -> Rulebook {
    learned_from(context, tell)
}

fn learned_from<D: Domain>(domain: D, tell: impl Fn(&mut LearnOptions)) -> Rulebook
where
    D::Error: std::fmt::Debug,
{
    let attributes = domain.universe().len();
    let mut options = LearnOptions::new(Method::Exact, Accuracy::new(0.1, 0.1).unwrap(), attributes);
    tell(&mut options);
    learn_domain(domain, &Theory::new(attributes), &options, &mut unwatched).unwrap()
}

fn share(context: &Context, set: &AttrSet, more: &AttrSet) -> f64 {
    context.support(&set.union(more)) as f64 / context.support(set) as f64
}

proptest! {
    #[test]
    fn elsewhere_it_is_the_same(context in contexts(), least in 0usize..6) {
        let tell = |options: &mut LearnOptions| options.min_support = Some(least);
        let here = learned(&context, tell);
        let there = learned_from(CountedDomain::new(&context), tell);
        prop_assert_eq!(sorted(here.learned().rules().to_vec()), sorted(there.learned().rules().to_vec()));
        let run = there.run.unwrap();
        let expected = if least == 0 { Guarantee::Exact } else { Guarantee::AboveSupport };
        prop_assert_eq!((run.guarantee, run.min_support), (expected, Some(least).filter(|&least| least > 0)));
    }

    #[test]
    fn rules_about_one_attribute_are_its_smallest_premises(
        context in contexts(), target in 0usize..4, least in 0usize..5, most in proptest::option::of(1usize..4)
    ) {
        let attributes = context.attribute_count();
        prop_assume!(target < attributes);
        let book = learned(&context, |options| {
            (options.target, options.min_support, options.max_premise) = (Some(target), Some(least), most);
        });
        let goal = AttrSet::of(attributes, [target]);
        let is_premise = |set: &AttrSet| {
            let short = most.is_none_or(|most| set.len() <= most);
            short && context.support(set) >= least.max(1) && context.holds(&Implication::new(set.clone(), goal.clone()))
        };
        let without = subsets(attributes).filter(|set| !set.contains(target));
        let smallest = without.filter(|set| is_premise(set) && set.iter().all(|attr| !is_premise(&set.without(attr))));
        let expected = sorted(smallest.map(|set| Implication::new(set, goal.clone())));
        prop_assert_eq!(sorted(book.learned().rules().to_vec()), expected);
    }

    #[test]
    fn rules_with_short_premises_say_all_that_such_do(context in contexts(), least in 0usize..5, most in 1usize..4) {
        let book = learned(&context, |options| (options.min_support, options.max_premise) = (Some(least), Some(most)));
        let found = book.learned();
        let short = |set: &AttrSet| set.len() <= most && context.support(set) >= least;
        for set in subsets(context.attribute_count()).filter(short) {
            let rule = Implication { conclusion: context.close(&set), premise: set };
            prop_assert!(found.entails(&rule), "{:?}", rule);
        }
        prop_assert!(found.rules().iter().all(|rule| context.holds(rule) && short(&rule.premise)));
    }

    #[test]
    fn short_premises_change_no_meaning_and_no_number(context in contexts(), least in 0usize..4) {
        let tell = |short: bool| move |options: &mut LearnOptions| {
            (options.min_support, options.short_premises) = (Some(least), short);
        };
        let (long, short) = (learned(&context, tell(false)), learned(&context, tell(true)));
        prop_assert_eq!(long.rules.len(), short.rules.len());
        prop_assert!(say_the_same(&long.learned(), &short.learned()));
        for rule in short.learned().rules() {
            let support = context.support(&rule.premise);
            prop_assert!(rule.premise.iter().all(|attr| context.support(&rule.premise.without(attr)) > support));
        }
    }

    #[test]
    fn supports_and_confidences_of_all_rules_can_be_told(
        context in contexts(), least in 1usize..5, confidence in 0.3f64..0.95
    ) {
        let book = learned(&context, |options| {
            (options.confidence, options.min_support) = (Some(confidence), Some(least));
        });
        let close = |set: &AttrSet| context.close(set).attrs().unwrap().clone();
        let link = |rule: &ConfidentRule| {
            let Implication { premise, conclusion } = &rule.implication;
            (close(premise), close(&premise.union(conclusion.attrs().unwrap())))
        };
        let links: Vec<(AttrSet, AttrSet)> = book.confident.iter().map(link).collect();
        for (rule, (from, to)) in book.confident.iter().zip(&links) {
            prop_assert_eq!(rule.support, context.support(from));
            prop_assert!((rule.confidence - share(&context, from, to)).abs() < 1e-12);
            prop_assert!(rule.confidence >= confidence && rule.confidence < 1.0);
            prop_assert!(!context.holds(&rule.implication));
        }
        let closed = || subsets(context.attribute_count()).filter(|set| context.close(set).attrs() == Some(set));
        for from in closed() {
            let mut reached = vec![from.clone()];
            let mut next = 0;
            while next < reached.len() {
                let larger = links.iter().filter(|(smaller, _)| *smaller == reached[next]).map(|(_, larger)| larger.clone());
                let new: Vec<AttrSet> = larger.filter(|set| !reached.contains(set)).collect();
                reached.extend(new);
                next += 1;
            }
            let is_borne_out = |to: &AttrSet| context.support(to) >= least && share(&context, &from, to) >= confidence;
            for to in closed().filter(|to| from.is_proper_subset(to) && is_borne_out(to)) {
                prop_assert!(reached.contains(&to), "{:?} to {:?}", from, to);
            }
        }
    }

    #[test]
    fn mostly_right_premises_of_one_attribute_are_covered(
        context in contexts(), target in 0usize..4, least in 1usize..4, confidence in 0.3f64..0.95
    ) {
        let attributes = context.attribute_count();
        prop_assume!(target < attributes);
        let goal = AttrSet::of(attributes, [target]);
        let book = learned(&context, |options| {
            (options.confidence, options.min_support, options.target) = (Some(confidence), Some(least), Some(target));
        });
        let premises: Vec<&AttrSet> = book.confident.iter().map(|rule| &rule.implication.premise).collect();
        let often = |set: &AttrSet| !set.contains(target) && context.support(&set.union(&goal)) >= least;
        let is_confident = |set: &AttrSet| share(&context, set, &goal) >= confidence;
        for rule in &book.confident {
            let premise = &rule.implication.premise;
            prop_assert!(often(premise) && is_confident(premise) && rule.confidence < 1.0);
            prop_assert!(premises.iter().all(|other| !other.is_proper_subset(premise)));
        }
        for set in subsets(attributes).filter(|set| often(set) && is_confident(set)) {
            let listed = premises.iter().any(|premise| premise.is_subset(&set));
            let always = subsets(attributes).any(|part| {
                part.is_subset(&set) && often(&part) && share(&context, &part, &goal) >= 1.0
            });
            prop_assert!(listed || always, "{:?}", set);
        }
    }

    #[test]
    fn what_suits_a_small_table_is_everything(context in contexts()) {
        let auto = learned(&context, |options| options.method = Method::Auto);
        prop_assert_eq!(auto.run.as_ref().unwrap().guarantee, Guarantee::Exact);
        prop_assert_eq!(auto.learned().rules().len(), canonical_basis(&context).len());
        prop_assert!(say_the_same(&auto.learned(), &canonical_basis(&context)));
    }

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

/// Too many rules to find them all in seconds.
#[test]
fn what_suits_a_hard_table_is_complete_above_a_support_on_any_number_of_threads() {
    let context = random_context(60, 3000, 0.4, 5);
    let found =
        [1, 2].map(|threads| learned(&context, |options| (options.method, options.threads) = (Method::Auto, threads)));
    let [alone, together] = found;
    assert_eq!(alone.rules, together.rules);
    let run = alone.run.clone().unwrap();
    assert_eq!((run.guarantee, run.certified), (Guarantee::AboveSupport, true));
    let least = run.min_support.unwrap();
    assert!(least > 1 && least < context.len() / 2, "{least}");
    let told = learned(&context, |options| options.min_support = Some(least));
    assert_eq!(sorted(told.learned().rules().to_vec()), sorted(alone.learned().rules().to_vec()));
}
