//! Theories in conjunctive normal form, compared with all their models, and large ones
//! with a solver that knows nothing of how the rules were found.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hornbook::learn::methods::{LearnFailure, LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, Progress, unwatched};
use hornbook::sampling::{Purpose, Sampler, Stream, Streams};
use hornbook::{
    AttrSet, Conclusion, Context, Domain, Guarantee, Implication, Method, Rulebook, StopReason, Theory, Universe,
    canonical_basis, measure,
};
use hornbook_experts::cnf::{AttributeVariables, Cnf, CnfDomain, CnfError, SolverControl};
use proptest::prelude::*;

fn domain_of(cnf: &Cnf) -> CnfDomain {
    CnfDomain::new(cnf.clone(), AttributeVariables::Named, SolverControl::default()).unwrap()
}

fn is_model(cnf: &Cnf, truth: impl Fn(usize) -> bool) -> bool {
    let holds = |literal: i32| truth(literal.unsigned_abs() as usize) == (literal > 0);
    cnf.clauses.iter().all(|clause| clause.iter().any(|&literal| holds(literal)))
}

/// All models, by looking at every assignment, as a table over the attributes.
fn table_of(cnf: &Cnf, universe: &Arc<Universe>) -> Context {
    let attributes: Vec<usize> = match cnf.names.is_empty() {
        true => (1..=cnf.variable_count).collect(),
        false => cnf.names.keys().copied().collect(),
    };
    let models =
        (0u32..1 << cnf.variable_count).filter(|bits| is_model(cnf, |variable| bits >> (variable - 1) & 1 == 1));
    let row = |bits: u32| {
        let having = (0..attributes.len()).filter(|&attr| bits >> (attributes[attr] - 1) & 1 == 1);
        AttrSet::of(attributes.len(), having)
    };
    let rows: HashSet<AttrSet> = models.map(row).collect();
    Context::from_rows(universe.clone(), rows)
}

fn options(method: Method, attributes: usize) -> LearnOptions {
    LearnOptions::new(method, Accuracy::new(0.05, 0.1).unwrap(), attributes)
}

fn set_of_rules(rules: &[Implication]) -> HashSet<Implication> {
    rules.iter().map(Implication::without_premise).collect()
}

/// Theories of up to 12 variables, of which some have names.
fn theories() -> impl Strategy<Value = Cnf> {
    let literal =
        |variables: i32| (1..=variables, any::<bool>()).prop_map(|(at, positive)| if positive { at } else { -at });
    (1..=12usize).prop_flat_map(move |variable_count| {
        let clause = prop::collection::vec(literal(variable_count as i32), 1..=4);
        let clauses = prop::collection::vec(clause, 0..=3 * variable_count);
        let named = prop_oneof![
            2 => Just(BTreeMap::new()),
            1 => prop::collection::btree_map(1..=variable_count, Just(String::new()), 1..=variable_count),
        ];
        (clauses, named).prop_map(move |(clauses, named)| {
            let names = named.into_keys().map(|variable| (variable, format!("v{variable}"))).collect();
            Cnf { variable_count, clauses, names }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_domain_says_what_all_models_say(cnf in theories(), seed in any::<u64>()) {
        let mut domain = domain_of(&cnf);
        let universe = domain.universe().clone();
        let (attributes, table) = (universe.len(), table_of(&cnf, &universe));
        prop_assert_eq!(domain.is_unsatisfiable(), table.is_empty());
        let mut stream = Streams::new(seed).stream(Purpose::Expert, 0, 0);
        let mut sets: Vec<AttrSet> = (0..60).map(|_| stream.subset(attributes)).collect();
        sets.extend((0..60).map(|_| stream.subset(attributes).intersection(&stream.subset(attributes))));
        let closures = domain.closures(&sets).unwrap();
        for (set, closure) in sets.iter().zip(&closures) {
            prop_assert_eq!(closure, &table.close(set));
        }
        let mut rules: Vec<Implication> =
            sets.windows(2).map(|pair| Implication::new(pair[0].clone(), pair[1].clone())).collect();
        rules.extend(sets.iter().map(|set| Implication::never(set.clone())));
        rules.extend(sets.iter().zip(closures).map(|(premise, conclusion)| Implication { premise: premise.clone(), conclusion }));
        let broken = domain.counterexamples(&rules, &mut |count| stream.below(count)).unwrap();
        for (rule, row) in rules.iter().zip(&broken) {
            prop_assert_eq!(row.is_some(), !table.holds(rule));
            if let Some(row) = row {
                prop_assert!(table.distinct().contains(row) && !rule.holds_in(row));
            }
        }
        let violations = domain.violations(&rules, 1).unwrap();
        for (rule, found) in rules.iter().zip(&violations.rules) {
            prop_assert_eq!(found.count > 0, !table.holds(rule));
            prop_assert_eq!(found.rows.len(), found.count);
        }
        prop_assert!(domain.rows_at_hand().iter().all(|row| table.distinct().contains(row)));
    }

    #[test]
    fn exact_rules_are_the_canonical_basis_of_all_models(cnf in theories()) {
        let mut domain = domain_of(&cnf);
        let universe = domain.universe().clone();
        let table = table_of(&cnf, &universe);
        let basis = canonical_basis(&table);
        let none = Theory::new(universe.len());
        for method in [Method::Exact, Method::Auto] {
            let book = learn_domain(&mut domain, &none, &options(method, universe.len()), &mut unwatched).unwrap();
            prop_assert_eq!(book.run.as_ref().unwrap().guarantee, Guarantee::Exact);
            let found: Vec<Implication> = book.rules.iter().map(|rule| rule.implication.clone()).collect();
            prop_assert_eq!(set_of_rules(&found), set_of_rules(basis.rules()));
            prop_assert!(book.rules.iter().all(|rule| rule.support.is_none()) && book.rows.is_none());
        }
        // With short premises they are as many and say the same.
        let short = LearnOptions { short_premises: true, ..options(Method::Exact, universe.len()) };
        let book = learn_domain(&mut domain, &none, &short, &mut unwatched).unwrap();
        prop_assert_eq!(book.rules.len(), basis.len());
        prop_assert!(book.learned().is_equivalent(&basis));
    }

    #[test]
    fn measures_are_those_of_the_table_of_all_models(cnf in theories(), seed in any::<u64>()) {
        let mut domain = domain_of(&cnf);
        let universe = domain.universe().clone();
        let (attributes, table) = (universe.len(), table_of(&cnf, &universe));
        let mut stream = Streams::new(seed).stream(Purpose::Expert, 0, 0);
        let rule = |stream: &mut Stream| Implication::new(stream.subset(attributes), stream.subset(attributes));
        let true_rules = canonical_basis(&table).rules().iter().filter(|_| stream.below(2) == 0).cloned().collect::<Vec<_>>();
        let rules = true_rules.into_iter().chain([rule(&mut stream)]);
        let theory = Theory::from_rules(attributes, rules);
        let found = measure::exact(&theory, &mut domain).unwrap();
        let expected = measure::exact(&theory, &table).unwrap();
        for (found, expected) in [
            (found.precision, expected.precision),
            (found.recall, expected.recall),
            (found.weak_error, expected.weak_error),
            (found.strong_error, expected.strong_error),
            (found.valid_rules, expected.valid_rules),
        ] {
            prop_assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
        let sampler = Sampler::Short { attributes, most: 3 };
        let here = measure::estimate(&theory, &table, &sampler, 2000, 1, 1).unwrap();
        prop_assert_eq!(measure::estimate(&theory, &mut domain, &sampler, 2000, 1, 1).unwrap(), here);
    }

    #[test]
    fn settling_is_as_good_as_certified(cnf in theories(), seed in 0u64..1000) {
        let mut domain = domain_of(&cnf);
        let universe = domain.universe().clone();
        let sampler = Sampler::Short { attributes: universe.len(), most: 3 };
        let options = LearnOptions { sampler, seed, ..options(Method::Settle, universe.len()) };
        let book = learn_domain(&mut domain, &Theory::new(universe.len()), &options, &mut unwatched).unwrap();
        let table = table_of(&cnf, &universe);
        prop_assert!(book.rules.iter().all(|rule| table.holds(&rule.implication)));
        prop_assert_eq!(book.run.unwrap().stopped, StopReason::Certified);
    }
}

/// A theory of 200 variables: groups in which one of several is chosen, implications and
/// exclusions between those of a module of so many variables, and clauses of three literals
/// across all of them.
fn structured(seed: u64, module: usize, threes: usize) -> Cnf {
    const GROUPS: usize = 40;
    let mut stream = Streams::new(seed).stream(Purpose::Expert, 0, 0);
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    // Variable 5g+1 stands for group g, and the four behind it for its choices.
    let head = |group: usize| (5 * group + 1) as i32;
    for group in 0..GROUPS {
        let choices: Vec<i32> = (1..5).map(|at| head(group) + at).collect();
        clauses.extend(choices.iter().map(|choice| vec![-choice, head(group)]));
        clauses.push([vec![-head(group)], choices.clone()].concat());
        if group % 2 == 0 {
            for (at, one) in choices.iter().enumerate() {
                clauses.extend(choices[at + 1..].iter().map(|other| vec![-one, -other]));
            }
        }
    }
    let mut any = |from: usize| (stream.below(from) + 1) as i32;
    for _ in 0..60 {
        let first = module as i32 * (any(200 / module) - 1);
        let (one, other) = (first + any(module), first + any(module));
        clauses.push(if any(3) == 1 { vec![-one, -other] } else { vec![-one, other] });
    }
    for _ in 0..threes {
        let mut literal = || any(200) * if any(2) == 1 { 1 } else { -1 };
        clauses.push(vec![literal(), literal(), literal()]);
    }
    Cnf { variable_count: 200, clauses, names: BTreeMap::new() }
}

fn check_by_another_solver(cnf: &Cnf, book: &Rulebook) {
    let rules: Vec<Implication> = book.rules.iter().map(|rule| rule.implication.clone()).collect();
    let broken = domain_of(cnf).counterexamples(&rules, &mut |_| 0).unwrap();
    assert!(broken.iter().all(Option::is_none));
}

#[test]
fn all_rules_of_two_hundred_variables_are_found_and_hold() {
    let cnf = structured(7, 20, 0);
    let mut domain = domain_of(&cnf);
    assert!(!domain.is_unsatisfiable());
    let none = Theory::new(200);
    let book = learn_domain(&mut domain, &none, &options(Method::Auto, 200), &mut unwatched).unwrap();
    let run = book.run.as_ref().unwrap();
    assert_eq!((run.method, run.guarantee), (Method::Exact, Guarantee::Exact), "{} rules", book.rules.len());
    assert!(book.rules.len() > 200);
    check_by_another_solver(&cnf, &book);
    // They conclude what another solver concludes, which never heard of them.
    let mut stream = Streams::new(3).stream(Purpose::Expert, 0, 0);
    let sampler = Sampler::Short { attributes: 200, most: 4 };
    let sets: Vec<AttrSet> = (0..2000).map(|_| sampler.draw(&mut stream)).collect();
    let theory = book.theory();
    for (set, closure) in sets.iter().zip(domain_of(&cnf).closures(&sets).unwrap()) {
        assert_eq!(theory.close(set), closure);
    }
}

#[test]
fn rules_of_a_tangled_theory_are_sampled_certified_and_hold() {
    let cnf = structured(11, 200, 60);
    let mut domain = domain_of(&cnf);
    assert!(!domain.is_unsatisfiable());
    let sampler = Sampler::Short { attributes: 200, most: 3 };
    let options = LearnOptions { sampler: sampler.clone(), ..options(Method::Settle, 200) };
    let book = learn_domain(&mut domain, &Theory::new(200), &options, &mut unwatched).unwrap();
    assert_eq!(book.run.as_ref().unwrap().stopped, StopReason::Certified);
    assert!(book.rules.len() > 100);
    check_by_another_solver(&cnf, &book);
    // The estimate is off by .02 or more once in 2000 times.
    let found = measure::estimate(&book.theory(), &mut domain_of(&cnf), &sampler, 10_000, 5, 1).unwrap();
    assert!(found.precision == 1.0 && found.strong_error < 0.05 + 0.02, "{found:?}");
}

/// So many pigeons do not fit into one hole less: provers need exponential time to see it.
fn pigeons(holes: usize) -> Cnf {
    let variable = |pigeon: usize, hole: usize| (pigeon * holes + hole + 1) as i32;
    let mut clauses: Vec<Vec<i32>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| variable(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for one in 0..=holes {
            clauses.extend((one + 1..=holes).map(|other| vec![-variable(one, hole), -variable(other, hole)]));
        }
    }
    Cnf { variable_count: (holes + 1) * holes, clauses, names: BTreeMap::new() }
}

#[test]
fn a_solver_ends_when_the_time_is_up_and_when_it_is_told_to() {
    let started = Instant::now();
    let control = SolverControl::new(Arc::default(), Some(started + Duration::from_millis(200)));
    let ended = CnfDomain::new(pigeons(14), AttributeVariables::All, control);
    assert_eq!(ended.err(), Some(CnfError::TimeLimit));
    assert!(started.elapsed() < Duration::from_secs(60));
    let stop = Arc::new(AtomicBool::new(false));
    let control = SolverControl::new(stop.clone(), None);
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(CnfDomain::new(pigeons(14), AttributeVariables::All, control).err(), Some(CnfError::Stopped));
}

/// What was learned before is kept when a solver is called off in the middle of a run.
#[test]
fn a_run_that_is_called_off_keeps_its_rules() {
    // Pigeons that may stay out, if that is said.
    let mut cnf = pigeons(14);
    let loose = cnf.variable_count as i32 + 1;
    cnf.clauses.iter_mut().take(15).for_each(|clause| clause.push(loose));
    cnf.variable_count += 1;
    let stop = Arc::new(AtomicBool::new(false));
    let control = SolverControl::new(stop.clone(), None);
    let mut domain = CnfDomain::new(cnf.clone(), AttributeVariables::All, control).unwrap();
    let has_rules = Arc::new(AtomicBool::new(false));
    let seen = has_rules.clone();
    std::thread::spawn(move || {
        // On a busy machine it takes a while until there are some.
        let patience = (0..1200).find(|_| {
            std::thread::sleep(Duration::from_millis(50));
            seen.load(Ordering::Relaxed)
        });
        patience.into_iter().for_each(|_| std::thread::sleep(Duration::from_millis(200)));
        stop.store(true, Ordering::Relaxed);
    });
    let attributes = domain.universe().len();
    let sampler = Sampler::Short { attributes, most: 2 };
    let options = LearnOptions { sampler, ..options(Method::Auto, attributes) };
    let mut watch = |progress: &Progress| {
        has_rules.fetch_or(progress.rules > 0, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let book = learn_domain(&mut domain, &Theory::new(attributes), &options, &mut watch).unwrap();
    let run = book.run.as_ref().unwrap();
    assert_eq!((run.stopped, run.certified), (StopReason::Cancelled, false));
    assert!(!book.rules.is_empty());
    check_by_another_solver(&cnf, &book);
}

#[test]
fn a_theory_without_models_has_one_rule() {
    let cnf = Cnf { variable_count: 3, clauses: vec![vec![1], vec![-1]], names: BTreeMap::new() };
    let mut domain = domain_of(&cnf);
    assert!(domain.is_unsatisfiable());
    assert_eq!(domain.closures(&[AttrSet::empty(3)]).unwrap(), [Conclusion::Falsum]);
    let book = learn_domain(&mut domain, &Theory::new(3), &options(Method::Auto, 3), &mut unwatched).unwrap();
    let rules: Vec<&Implication> = book.rules.iter().map(|rule| &rule.implication).collect();
    assert_eq!(rules, [&Implication::never(AttrSet::empty(3))]);
}

#[test]
fn models_are_not_counted() {
    let cnf = Cnf { variable_count: 3, clauses: vec![vec![1, 2]], names: BTreeMap::new() };
    let mut domain = domain_of(&cnf);
    assert_eq!(domain.supports(&[AttrSet::empty(3)]), Err(CnfError::NotCounted));
    assert_eq!(domain.rows_by_weight(&[0.5]), Err(CnfError::NotCounted));
    let options = LearnOptions { min_support: Some(2), ..options(Method::Exact, 3) };
    let refused = learn_domain(&mut domain, &Theory::new(3), &options, &mut unwatched);
    assert!(matches!(refused, Err(LearnFailure::Options(_))));
}
