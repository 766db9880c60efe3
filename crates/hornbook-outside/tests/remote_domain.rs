//! A domain behind a socket is learned from, measured and checked like a table
//! in memory, with few requests, through lost connections, and with its own
//! errors where it fails for good.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use common::contexts;
use common::remote::{Manners, Remote, serve};
use hornbook::canonical::{self, BasisSettings};
use hornbook::domain::{CountedDomain, Domain, DomainSampler, Violations};
use hornbook::learn::methods::{LearnFailure, LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::sampling::Sampler;
use hornbook::{
    AttrSet, Conclusion, Context, Implication, Method, Rule, Rulebook, StopReason, Theory, Universe, canonical_basis,
    measure,
};

const SLOW: Manners = Manners { latency: Duration::from_micros(300), drops_every: None };
const LOSSY: Manners = Manners { latency: Duration::ZERO, drops_every: Some(7) };

fn remote(context: &Context, manners: Manners) -> Remote {
    Remote::new(serve(context.clone(), manners), context.universe().clone(), 3)
}

fn options(context: &Context, method: Method) -> LearnOptions {
    LearnOptions::new(method, Accuracy::new(0.05, 0.1).unwrap(), context.attribute_count())
}

/// The rules in a fixed order: which tell most is weighed by the rows of a table.
fn sorted(book: &Rulebook) -> Vec<Rule> {
    let mut rules = book.rules.clone();
    rules.sort_by(|a, b| a.implication.cmp(&b.implication));
    rules
}

#[test]
fn every_method_finds_the_same_rules_as_in_memory() {
    let mut lost = 0;
    for (name, context) in contexts() {
        let nothing = Theory::new(context.attribute_count());
        for method in Method::ALL {
            let options = options(&context, method);
            let here = learn_domain(&context, &nothing, &options, &mut unwatched).unwrap();
            // The paper's methods ask thousands of questions, one by one.
            let asks_much = matches!(method, Method::Pac | Method::PacCached);
            for manners in [SLOW, LOSSY].into_iter().skip(usize::from(asks_much)) {
                let mut domain = remote(&context, manners);
                let there = learn_domain(&mut domain, &nothing, &options, &mut unwatched).unwrap();
                lost += domain.lost;
                if method == Method::Auto {
                    // Which way is the quicker one depends on where things are.
                    assert!(there.rules.iter().all(|rule| context.holds(&rule.implication)), "{name}");
                    assert!(there.run.unwrap().certified, "{name}");
                } else {
                    assert_eq!(sorted(&here), sorted(&there), "{name}, {method}");
                    let questions = |book: &Rulebook| book.run.as_ref().unwrap().questions;
                    assert_eq!(questions(&here), questions(&there), "{name}, {method}");
                }
            }
        }
    }
    assert!(lost > 10, "connections were lost on the way: {lost}");
}

#[test]
fn the_basis_takes_as_many_requests_as_there_are_levels() {
    for (name, context) in contexts() {
        let attributes = context.attribute_count();
        let mut domain = CountedDomain::new(remote(&context, Manners::default()));
        let tally = domain.tally();
        let settings = BasisSettings::default();
        let mut go_on = |_: &_| ControlFlow::Continue(());
        let basis = canonical::domain_basis(&mut domain, &Theory::new(attributes), &settings, &mut go_on).unwrap();
        assert_eq!(basis.rules, canonical_basis(&context), "{name}");
        assert!(tally.batches() <= attributes as u64 + 1, "{name}: {} requests", tally.batches());
    }
}

#[test]
fn settling_asks_in_large_batches() {
    let (_, context) = contexts().into_iter().find(|(name, _)| name == "dense").unwrap();
    let domain = CountedDomain::new(remote(&context, Manners::default()));
    let tally = domain.tally();
    let options = options(&context, Method::Settle);
    let book = learn_domain(domain, &Theory::new(9), &options, &mut unwatched).unwrap();
    assert_eq!(book.run.unwrap().stopped, StopReason::Certified);
    // A few requests a look, not one for each of thousands of samples.
    assert!(tally.batches() < 150, "{} requests", tally.batches());
    assert!(tally.things() > 5 * tally.batches(), "{} in {} requests", tally.things(), tally.batches());
}

#[test]
fn sets_are_drawn_by_the_rows_of_the_domain() {
    for (name, context) in contexts().into_iter().filter(|(_, context)| !context.is_empty()) {
        let attributes = context.attribute_count();
        let mut by_rows = options(&context, Method::Settle);
        by_rows.by_rows = Some(DomainSampler::default());
        let book = learn_domain(remote(&context, LOSSY), &Theory::new(attributes), &by_rows, &mut unwatched).unwrap();
        let run = book.run.as_ref().unwrap();
        assert_eq!(run.distribution.as_ref().unwrap().to_string(), "support", "{name}");
        assert!(run.certified && run.certificate.unwrap().epsilon <= 0.05, "{name}");
        // The same where the table is in memory, and nothing is claimed about
        // rows by a run that was cut short.
        let here = learn_domain(&context, &Theory::new(attributes), &by_rows, &mut unwatched).unwrap();
        assert_eq!(sorted(&here), sorted(&book), "{name}");
        let mut impatient = |_: &_| ControlFlow::Break(());
        let cut = learn_domain(&context, &Theory::new(attributes), &by_rows, &mut impatient).unwrap().run.unwrap();
        assert_eq!((cut.certified, cut.supported_epsilon), (false, Some(1.0)), "{name}");
        let sampler = DomainSampler::default();
        let there = measure::estimate_by_rows(&book.theory(), remote(&context, LOSSY), &sampler, 20_000, 1).unwrap();
        let support = hornbook::sampling::SupportSampler::of_context(&context).map(Sampler::Support).unwrap();
        let Ok(here) = measure::estimate(&book.theory(), &context, &support, 20_000, 1, 1);
        // The same distribution, by other samples.
        assert!((there.strong_error - here.strong_error).abs() < 0.02, "{name}: {there:?} {here:?}");
        assert_eq!(there.precision, 1.0);
    }
}

#[test]
fn measures_and_checks_are_those_of_the_table() {
    for (name, context) in contexts() {
        let attributes = context.attribute_count();
        let half = Theory::from_rules(attributes, canonical_basis(&context).rules().iter().step_by(2).cloned());
        let wrong = Implication::new(context.universe().none(), context.universe().all());
        let theory = Theory::from_rules(attributes, half.rules().iter().cloned().chain([wrong]));
        assert_eq!(
            measure::exact(&theory, &context).unwrap(),
            measure::exact(&theory, remote(&context, LOSSY)).unwrap(),
            "{name}"
        );
        let sampler = Sampler::uniform(attributes);
        let Ok(here) = measure::estimate(&theory, &context, &sampler, 5000, 3, 1);
        assert_eq!(here, measure::estimate(&theory, remote(&context, SLOW), &sampler, 5000, 3, 1).unwrap(), "{name}");
        let Ok(here) = Domain::violations(&mut &context, theory.rules(), 3);
        assert_eq!(here, remote(&context, LOSSY).violations(theory.rules(), 3).unwrap(), "{name}");
    }
}

/// Loses every connection: after a few tries the domain's own error is given.
#[test]
fn an_error_of_the_domain_comes_through() {
    let (_, context) = contexts().into_iter().find(|(name, _)| name == "half").unwrap();
    let broken = Manners { latency: Duration::ZERO, drops_every: Some(1) };
    for method in Method::ALL {
        let options = options(&context, method);
        let learned = learn_domain(remote(&context, broken), &Theory::new(6), &options, &mut unwatched);
        let Err(LearnFailure::Domain(error)) = learned else { panic!("{method}: {learned:?}") };
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{method}");
    }
}

#[test]
fn a_background_that_does_not_hold_is_named() {
    for (_, context) in contexts().into_iter().filter(|(_, context)| context.len() > 3) {
        let attributes = context.attribute_count();
        let all = Implication::new(context.universe().none(), context.universe().all());
        let background = Theory::from_rules(attributes, [all.clone()]);
        for method in [Method::Settle, Method::Auto, Method::Frugal, Method::PacValid, Method::Exploration] {
            let options = options(&context, method);
            let here = learn_domain(&context, &background, &options, &mut unwatched);
            let there = learn_domain(remote(&context, SLOW), &background, &options, &mut unwatched);
            // A learner that believes that everything has everything may never
            // ask; who looks at the rows is told.
            if method == Method::Settle || method == Method::Auto {
                assert!(matches!(here, Err(LearnFailure::Background(ref rule)) if *rule == all), "{here:?}");
            }
            assert!(matches!(there, Ok(_) | Err(LearnFailure::Background(_))), "{there:?}");
        }
    }
}

/// A table elsewhere that remembers how often it was asked for the support of each set.
struct Remembering<'a> {
    context: &'a Context,
    asked: HashMap<AttrSet, usize>,
}

impl Domain for Remembering<'_> {
    type Error = Infallible;

    fn universe(&self) -> &Arc<Universe> {
        self.context.universe()
    }

    fn closures(&mut self, sets: &[AttrSet]) -> Result<Vec<Conclusion>, Infallible> {
        self.context.closures(sets)
    }

    fn supports(&mut self, sets: &[AttrSet]) -> Result<Vec<usize>, Infallible> {
        sets.iter().for_each(|set| *self.asked.entry(set.clone()).or_default() += 1);
        self.context.supports(sets)
    }

    fn counterexamples(
        &mut self,
        rules: &[Implication],
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Vec<Option<AttrSet>>, Infallible> {
        self.context.counterexamples(rules, choose)
    }

    fn violations(&mut self, rules: &[Implication], max_rows: usize) -> Result<Violations, Infallible> {
        Domain::violations(&mut self.context, rules, max_rows)
    }

    fn rows_by_weight(&mut self, shares: &[f64]) -> Result<Option<Vec<AttrSet>>, Infallible> {
        self.context.rows_by_weight(shares)
    }
}

#[test]
fn a_set_is_asked_for_once_above_whatever_support() {
    // Four columns of nine values, all combinations: too many sets for all rules.
    let names = (0..36).map(|attr| format!("c{}={}", attr / 9, attr % 9));
    let universe = Arc::new(Universe::new(names).unwrap());
    let row =
        |number: usize| AttrSet::of(36, [0, 1, 2, 3].map(|place| 9 * place + number / 9usize.pow(place as u32) % 9));
    let context = Context::from_rows(universe, (0..6561).map(row));
    let mut domain = Remembering { context: &context, asked: HashMap::new() };
    let options = options(&context, Method::Auto);
    let there = learn_domain(&mut domain, &Theory::new(36), &options, &mut unwatched).unwrap();
    let run = there.run.as_ref().unwrap();
    assert!(run.method == Method::Exact && run.min_support.is_some_and(|least| least > 1), "{run:?}");
    let exact = LearnOptions { min_support: run.min_support, ..self::options(&context, Method::Exact) };
    let here = learn_domain(&context, &Theory::new(36), &exact, &mut unwatched).unwrap();
    assert_eq!(sorted(&here), sorted(&there));
    // How many rows there are, and in how many each attribute is, the rulebook asks, too.
    domain.asked.retain(|set, _| set.len() > 1);
    assert!(domain.asked.len() > 500);
    let again: Vec<_> = domain.asked.iter().filter(|(_, times)| **times > 1).collect();
    assert!(again.is_empty(), "{} of {}: {:?}", again.len(), domain.asked.len(), again.first());
}
