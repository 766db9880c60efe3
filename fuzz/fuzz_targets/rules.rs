//! Rule files: nothing panics, and what was read can be written in every
//! format and read again.
#![no_main]

use hornbook::format::{RulesFormat, read_rules, write_rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(book) = read_rules(bytes, None) else { return };
    for format in RulesFormat::ALL {
        let mut out = Vec::new();
        write_rules(&book, format, &mut out).expect("in memory");
        if matches!(format, RulesFormat::Text | RulesFormat::Json | RulesFormat::ConexpJson) {
            let again = read_rules(&out, Some(format)).expect("what we wrote");
            assert_eq!(again.theory().len(), book.theory().len());
        }
    }
});
