//! Tables of text, detected and scaled in every way: nothing panics, what was
//! detected fits the table, and the background holds in it.
#![no_main]

use hornbook::table::Table;
use hornbook::scaling::{IdColumn, Missing, ScalingOptions, Scaling, Unseen};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(table) = Table::read(bytes, None) else { return };
    for missing in [Missing::Absent, Missing::Value, Missing::Drop] {
        for id in [IdColumn::Detect, IdColumn::None] {
            let options = ScalingOptions { id, missing, overrides: Vec::new() };
            let scaling = Scaling::detect(&table, &options).expect("without overrides");
            // Names of attributes may clash; that is an error, not a panic.
            let Ok(universe) = scaling.universe() else { continue };
            let context = scaling.apply(&table, Unseen::Refuse).expect("the table it was detected on");
            assert!(scaling.background(&universe).iter().all(|rule| context.holds(rule)));
            for group in scaling.exhaustive(&universe) {
                assert!(context.distinct().iter().all(|row| !row.is_disjoint(&group)));
            }
            let mut file = Vec::new();
            scaling.write(&mut file).expect("in memory");
            assert_eq!(Scaling::read(&file).expect("what we wrote"), scaling);
        }
    }
});
