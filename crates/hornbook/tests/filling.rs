//! What is unknown is filled in so that rules can be learned.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use hornbook::format::{ContextFormat, RawTable};
use hornbook::prepare::{FilledIn, Preparation, Prepared, ScalingChoice};
use hornbook::scaling::{IdColumn, Missing};
use hornbook::{AttrSet, Context, Implication, Model, Rulebook, Universe, canonical_basis};
use proptest::prelude::*;

/// To learn from tables each column of which is scaled by itself.
fn learning() -> Preparation {
    Preparation { for_rules: false, ..Preparation::learning() }
}

fn filled(known: Context) -> Prepared {
    let how = learning().with_missing(Missing::Unknown);
    how.table(RawTable::Attributes(known)).unwrap()
}

fn context(attributes: usize, rows: impl IntoIterator<Item = Model>) -> Context {
    let mut context = Context::new(Arc::new(Universe::letters(attributes)));
    rows.into_iter().for_each(|row| context.push_model(None, row));
    context
}

fn set(bits: u64) -> AttrSet {
    AttrSet::from_words(ATTRIBUTES, [bits])
}

const ATTRIBUTES: usize = 5;

/// Every rule with one attribute as its conclusion.
fn all_rules() -> impl Iterator<Item = Implication> {
    (0..1 << ATTRIBUTES).flat_map(|premise| {
        let beyond = (0..ATTRIBUTES).filter(move |attr| premise >> attr & 1 == 0);
        beyond.map(move |attr| Implication::new(set(premise), set(1 << attr)))
    })
}

fn models(known: &Context) -> Vec<Model> {
    (0..known.len()).map(|object| known.model(object)).collect()
}

fn random_rows() -> impl Strategy<Value = Vec<Model>> {
    let row = (0..1u64 << ATTRIBUTES, 0..1u64 << ATTRIBUTES, 0..1u64 << ATTRIBUTES);
    prop::collection::vec(row.prop_map(|(has, a, b)| Model::partial(set(has & !(a & b)), &set(a & b))), 1..12)
}

proptest! {
    /// A row that breaks a rule for sure breaks it in the filled table too.
    #[test]
    fn no_rule_that_is_learned_is_broken_by_what_is_known(rows in random_rows()) {
        let known = context(ATTRIBUTES, rows);
        let basis = canonical_basis(&filled(known.clone()).context);
        for rule in all_rules().filter(|rule| basis.entails(rule)) {
            prop_assert!(!models(&known).iter().any(|row| row.refutes(&rule)), "{rule:?}");
        }
    }

    /// What is known stays as it is.
    #[test]
    fn only_what_is_unknown_is_filled_in(rows in random_rows()) {
        let known = context(ATTRIBUTES, rows);
        let table = filled(known.clone());
        for (object, model) in models(&known).iter().enumerate() {
            let row = table.context.row(object);
            prop_assert!(model.has().is_subset(row) && row.is_subset(model.possible()));
            prop_assert_eq!(table.context.name(object), known.name(object));
        }
        let unknown: usize = models(&known).iter().map(|row| row.unknown().len()).sum();
        let has = |context: &Context| (0..context.len()).map(|object| context.row(object).len()).sum::<usize>();
        match table.filled {
            Some(FilledIn { filling, .. }) => {
                prop_assert_eq!(filling.unknown, unknown as u64);
                prop_assert_eq!(filling.filled, (has(&table.context) - has(&known)) as u64);
            }
            None => prop_assert_eq!(unknown, 0),
        }
    }

    /// The order of rows does not matter.
    #[test]
    fn rows_are_filled_in_alike_in_whatever_order(rows in random_rows()) {
        let forth = filled(context(ATTRIBUTES, rows.clone())).context;
        let back = filled(context(ATTRIBUTES, rows.into_iter().rev())).context;
        for object in 0..forth.len() {
            prop_assert_eq!(forth.row(object), back.row(forth.len() - 1 - object));
        }
    }

    /// If just one attribute is unknown anywhere, then a rule to it that two rows bear
    /// out, and none breaks, still holds.
    #[test]
    fn a_blank_breaks_no_rule_that_known_rows_bear_out(rows in random_rows(), blank in 0..ATTRIBUTES) {
        let rows: Vec<Model> = rows
            .iter()
            .map(|row| Model::partial(row.has().clone(), &row.unknown().intersection(&set(1 << blank))))
            .collect();
        let table = filled(context(ATTRIBUTES, rows.clone())).context;
        for rule in all_rules().filter(|rule| rule.conclusion.contains(&set(1 << blank))) {
            let borne_out = rows.iter().filter(|row| rule.premise.with(blank).is_subset(row.has())).count() >= 2;
            let broken = rows.iter().any(|row| row.refutes(&rule));
            // Whoever would break a stronger rule by it is not filled in.
            let contradicted = rows.iter().any(|row| {
                row.unknown().contains(blank) && all_rules().any(|other| {
                    other.premise.contains(blank) && !other.holds_in(&row.has().with(blank))
                        && rows.iter().any(|row| other.premise.is_subset(row.has()) && other.conclusion.is_subset(row.has()))
                        && !rows.iter().any(|row| row.refutes(&other))
                })
            });
            if borne_out && !broken && !contradicted {
                prop_assert!(table.holds(&rule), "{rule:?}");
            }
        }
    }
}

/// A small random number generator, so that the numbers below stay the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// Tables made by rules, of which some places are blanked.
struct Planted {
    rules: Vec<Implication>,
    known: Context,
}

fn planted(seed: u64, rows: usize, blanks_in_a_hundred: u64) -> Planted {
    let (attributes, mut dice) = (10, Dice(seed));
    let rules: Vec<Implication> = (0..4)
        .map(|_| {
            let conclusion = dice.roll(attributes) as usize;
            let size = 1 + dice.roll(2) as usize;
            let mut premise = AttrSet::empty(attributes as usize);
            while premise.len() < size {
                let attr = dice.roll(attributes) as usize;
                if attr != conclusion {
                    premise.insert(attr);
                }
            }
            Implication::new(premise, AttrSet::of(attributes as usize, [conclusion]))
        })
        .collect();
    let theory = hornbook::Theory::from_rules(attributes as usize, rules.clone());
    let mut models = Vec::new();
    for _ in 0..rows {
        let start = AttrSet::of(attributes as usize, (0..attributes as usize).filter(|_| dice.roll(10) < 4));
        let row = theory.close(&start).attrs().unwrap().clone();
        let all = 0..attributes as usize;
        let blank = AttrSet::of(attributes as usize, all.filter(|_| dice.roll(100) < blanks_in_a_hundred));
        models.push(Model::partial(row.difference(&blank), &blank));
    }
    Planted { rules, known: context(attributes as usize, models) }
}

/// How many of 400 planted rules hold in tables of so many rows when what is unknown
/// is filled in, and when it is absent.
fn rules_that_survive(rows: usize, blanks_in_a_hundred: u64) -> (usize, usize) {
    let (mut in_filled, mut in_absent) = (0, 0);
    for seed in 0..100 {
        let Planted { rules, known } = planted(seed, rows, blanks_in_a_hundred);
        let (filled, absent) = (filled(known.clone()).context, known.unknown_as_absent());
        in_filled += rules.iter().filter(|rule| filled.holds(rule)).count();
        in_absent += rules.iter().filter(|rule| absent.holds(rule)).count();
    }
    (in_filled, in_absent)
}

/// With few blanks all planted rules survive, and with many nearly all.
#[test]
fn planted_rules_survive_blanks() {
    for (rows, blanks, least) in [(100, 1, 400), (100, 5, 400), (100, 10, 396), (100, 20, 390), (30, 5, 380)] {
        let (in_filled, in_absent) = rules_that_survive(rows, blanks);
        assert!(in_filled >= least, "{rows} rows, {blanks}% blank: {in_filled}");
        assert!(in_absent < 300, "{rows} rows, {blanks}% blank: {in_absent}");
    }
}

fn csv(text: &str) -> Prepared {
    learning().with_missing(Missing::Unknown).bytes(text.as_bytes(), ContextFormat::Csv).unwrap()
}

fn names(table: &Prepared, object: usize) -> Vec<&str> {
    table.context.universe().names_of(table.context.row(object)).collect()
}

#[test]
fn of_the_values_of_a_column_the_strongest_is_filled_in() {
    let rows = "cat,4,fur\nyak,4,fur\ndog,4,fur\nhen,2,down\nowl,2,down\nelk,?,fur\nemu,2,\n";
    let table = csv(&format!("name,legs,coat\n{rows}"));
    assert_eq!(names(&table, 5), ["legs=4", "coat=fur"]);
    assert_eq!(names(&table, 6), ["legs=2", "coat=down"]);
    let filling = table.filled.unwrap().filling;
    assert_eq!((filling.unknown, filling.filled, filling.passed_over), (2, 2, 0));
}

/// The two of its size have fur, but whoever has fur has milk, and it has none.
#[test]
fn nothing_is_filled_in_that_breaks_a_stronger_rule() {
    let rows = "a,yes,yes,s\nb,yes,yes,m\nc,yes,yes,l\nd,no,no,l\ne,yes,yes,xl\nf,yes,yes,xl\ng,?,no,xl\n";
    let table = csv(&format!("name,fur,milk,size\n{rows}"));
    assert_eq!(names(&table, 6), ["size=xl"]);
}

#[test]
fn thresholds_are_filled_in_with_those_below() {
    let how = Preparation {
        scaling: ScalingChoice::Detect { id: IdColumn::Detect, overrides: vec!["age=ordinal:30,50".parse().unwrap()] },
        ..learning().with_missing(Missing::Unknown)
    };
    let text = "name,age,plan\na,20,no\nb,35,no\nc,60,yes\nd,55,yes\ne,?,yes\nf,?,no\n";
    let table = how.bytes(text.as_bytes(), ContextFormat::Csv).unwrap();
    assert_eq!(names(&table, 4), ["age>=30", "age>=50", "plan"]);
    assert!(names(&table, 5).is_empty());
}

#[test]
fn what_was_filled_in_bears_nothing_out() {
    let table = csv("name,fur,milk\na,yes,yes\nb,yes,yes\nc,no,no\nd,yes,?\n");
    let universe = table.context.universe();
    let rule = Implication::new(universe.set(["fur"]).unwrap(), universe.set(["milk"]).unwrap());
    assert!(table.context.holds(&rule) && table.context.support(&rule.premise) == 3);
    let mut book = Rulebook::new(universe.clone(), [rule]);
    book.count_known_rows(&table.filled.as_ref().unwrap().known);
    assert_eq!((book.rules[0].support, book.rules[0].conclusion_support, book.rows), (Some(2), Some(2), Some(4)));
}
