//! Tables of text, read as values, detected and scaled in every way: nothing
//! panics, what was detected fits the table, and the background holds in it.
#![no_main]

use hornbook::format::{ContextFormat, RawTable};
use hornbook::scaling::{IdColumn, Missing, Scaling, ScalingOptions, Unseen};
use hornbook::table::Table;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // As it stands, and as it is meant.
    if let Ok(table) = Table::read(bytes, None) {
        scale(&table);
    }
    for format in [ContextFormat::Csv, ContextFormat::JsonLines, ContextFormat::JsonRecords] {
        if let Ok(RawTable::Columns(table)) = RawTable::read(bytes, format) {
            scale(&table);
        }
    }
});

fn scale(table: &Table) {
    for missing in [Missing::Absent, Missing::Value, Missing::Drop] {
        for (id, for_rules) in [(IdColumn::Detect, true), (IdColumn::None, true), (IdColumn::Detect, false)] {
            let target = for_rules.then(|| table.columns()[0].clone());
            let options = ScalingOptions { id, missing, for_rules, target, ..ScalingOptions::default() };
            let scaling = Scaling::detect(table, &options).expect("without overrides");
            // Names of attributes may clash; that is an error, not a panic.
            let Ok(universe) = scaling.universe() else { continue };
            let context = scaling.apply(table, Unseen::Refuse).expect("the table it was detected on");
            assert!(scaling.background(&universe).iter().all(|rule| context.holds(rule)));
            for group in scaling.exhaustive(&universe) {
                assert!(context.distinct().iter().all(|row| !row.is_disjoint(&group)));
            }
            let mut file = Vec::new();
            scaling.write(&mut file).expect("in memory");
            assert_eq!(Scaling::read(&file).expect("what we wrote"), scaling);
        }
    }
}
