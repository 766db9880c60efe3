//! Rules learned from tables, written, and read back: the same follows.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use hornbook::format::rules::over;
use hornbook::format::{ContextFormat, RulesFormat, read_rules, write_rules};
use hornbook::learn::Accuracy;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::prepare::{Preparation, ScalingChoice};
use hornbook::scaling::{IdColumn, Missing};
use hornbook::{AttrSet, Method, Rulebook};
use proptest::prelude::*;

/// A row without anything missing, so that there is something to learn from.
const FIRST_ROW: &str = "colour,age,size,price,wet\nred,30,30,30,yes\n";

/// Tables with a column of each scale, of which some cells are missing.
fn tables() -> impl Strategy<Value = String> {
    let number = || prop_oneof![6 => (0..60u32).prop_map(|n| n.to_string()), 1 => Just(String::new())];
    let word = prop::sample::select(vec!["red", "green", "dark, blue", "", "\"x\""]);
    let row = (word, number(), number(), number(), any::<bool>()).prop_map(|(word, a, b, c, flag)| {
        format!("\"{}\",{a},{b},{c},{}\n", word.replace('"', "\"\""), if flag { "yes" } else { "no" })
    });
    prop::collection::vec(row, 1..14).prop_map(|rows| format!("{FIRST_ROW}{}", rows.concat()))
}

fn learned(table: &str, missing: Missing) -> Rulebook {
    let overrides = ["colour=nominal", "age=intervals:20,40", "size=ordinal:10,25,45", "price=interordinal:15,30,45"];
    let overrides = overrides.iter().map(|told| told.parse().unwrap()).collect();
    let scaling = ScalingChoice::Detect { id: IdColumn::None, overrides };
    let preparation = Preparation { scaling, ..Preparation::learning() }.with_missing(missing);
    let table = preparation.bytes(table.as_bytes(), ContextFormat::Csv).unwrap();
    let accuracy = Accuracy::new(0.01, 0.1).unwrap();
    let options = LearnOptions::new(Method::Exact, accuracy, table.context.attribute_count());
    learn_domain(&table.context, &table.background, &options, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn written(book: &Rulebook, format: RulesFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_rules(book, format, &mut bytes).unwrap();
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_is_read_back_entails_what_was_learned(
        table in tables(),
        missing in prop::sample::select(vec![Missing::Absent, Missing::Value, Missing::Drop]),
        sets in prop::collection::vec(any::<[u64; 2]>(), 30),
    ) {
        let book = learned(&table, missing);
        let theory = book.theory();
        for format in [RulesFormat::Text, RulesFormat::Json, RulesFormat::ConexpJson] {
            let bytes = written(&book, format);
            let back = read_rules(&bytes, None).unwrap();
            prop_assert_eq!(back.universe.names(), book.universe.names());
            prop_assert_eq!(back.background.len(), book.background.len());
            prop_assert_eq!(back.rules.len(), book.rules.len());
            let back = over(&back, book.universe.clone()).unwrap().theory();
            for [one, other] in &sets {
                // Small sets, since large ones are mostly impossible.
                let attrs = (0..book.universe.len()).filter(|attr| one & other >> (attr % 64) & 1 == 1);
                let set = AttrSet::of(book.universe.len(), attrs.take(3));
                prop_assert_eq!(back.close(&set), theory.close(&set), "{}", String::from_utf8_lossy(&bytes));
            }
            for rule in book.rules.iter().map(|rule| &rule.implication).chain(&book.background) {
                prop_assert!(back.entails(rule));
            }
        }
    }
}

#[test]
fn the_background_of_every_scale_is_said_in_few_words() {
    let table = "colour,age,size,price,wet\nred,10,50,5,yes\ngreen,30,20,20,no\nblue,50,5,50,no\n";
    let text = String::from_utf8(written(&learned(table, Missing::Absent), RulesFormat::Text)).unwrap();
    let background: Vec<&str> = text.lines().skip_while(|line| *line != "# background").collect();
    let expected = [
        "# background",
        "# at most one of: colour=blue, colour=green, colour=red",
        "# at most one of: age<20, 20<=age<40, age>=40",
        "# each implies the next: size>=45, size>=25, size>=10",
        "# each implies the next: price<15, price<30, price<45",
        "# each implies the next: price>=45, price>=30, price>=15",
        "price<15, price>=15 -> ⊥",
        "price<30, price>=30 -> ⊥",
        "price<45, price>=45 -> ⊥",
        "wet=no, wet=yes -> ⊥",
    ];
    assert_eq!(background[..background.len() - 1], expected);
}
