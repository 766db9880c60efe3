//! Formats that hold contexts: nothing panics, and what was read can be
//! written and read again.
#![no_main]

use hornbook::format::{ContextFormat, read_context, write_context};
use hornbook::scaling::ScalingOptions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in [ContextFormat::Burmeister, ContextFormat::Fimi, ContextFormat::ConexpJson] {
        let Ok(file) = read_context(bytes, format, &ScalingOptions::default()) else { continue };
        let mut out = Vec::new();
        if write_context(&file.context, format, &mut out).is_ok() {
            let again = read_context(&out, format, &ScalingOptions::default()).expect("what we wrote").context;
            assert_eq!(again.len(), file.context.len());
            assert_eq!(again.distinct().len(), file.context.distinct().len());
        }
    }
});
