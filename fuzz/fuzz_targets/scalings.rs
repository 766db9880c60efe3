//! Scaling files and overrides: nothing panics.
#![no_main]

use hornbook::table::Table;
use hornbook::scaling::{ScalingOptions, Override, Scaling, Unseen};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let table = Table::read(b"n,a,b,c,d\np,x,1,2,?\nq,,2,0.5,7\n", None).expect("a fixed table");
    if let Ok(scaling) = Scaling::read(bytes) {
        let _ = scaling.apply(&table, Unseen::Refuse);
        let _ = scaling.apply(&table, Unseen::Absent);
        let _ = scaling.summary();
        let universe = scaling.universe().expect("checked when read");
        let _ = scaling.background(&universe);
        let _ = scaling.exhaustive(&universe);
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(given) = text.parse::<Override>() {
        let options = ScalingOptions { overrides: vec![given], ..ScalingOptions::default() };
        if let Ok(scaling) = Scaling::detect(&table, &options) {
            let _ = scaling.apply(&table, Unseen::Refuse);
        }
    }
});
