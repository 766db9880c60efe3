//! Journals: nothing panics; what was read can be written and read again; and
//! no line can be changed without its being noticed; and
//! if it can be replayed, it is so to the same state each time, all of it can be
//! told in words, and there is a next question or a certificate.
#![no_main]

use std::ops::ControlFlow;
use std::path::Path;

use hornbook_explore::{Exploration, Step, report};
use hornbook_explore::journal::{Journal, Read, file_bytes, merge};
use hornbook::learn::Progress;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("fuzzed.journal");
    _ = Read::parse(bytes, path);
    // No random change has checksums that fit: so they are passed over, and made
    // anew for what the lines say.
    let Ok((read, _)) = Read::parse_changed(bytes, path) else { return };
    let text = file_bytes(read.header.clone(), &read.entries).expect("in memory");
    let again = Read::parse(&text, path).expect("what we wrote");
    assert_eq!(again.entries, read.entries);
    let changed = bytes.len() % text.len();
    let mut other = text.clone();
    other[changed] ^= 1 << (bytes.len() % 8);
    assert!(Read::parse(&other, path).is_err(), "bit {} of byte {changed}", bytes.len() % 8);

    let whole = (&read.header, &read.entries[..]);
    let (header, entries) = merge(whole, whole).expect("one distribution");
    assert_eq!(merge((&header, &entries), whole).expect("one distribution").1, entries);
    _ = Exploration::of(Journal::in_memory_with(header, entries));

    let journal = Journal::in_memory_with(read.header, read.entries);
    let Ok(mut exploration) = Exploration::of(journal.copy()) else { return };
    let same = Exploration::of(journal).expect("as just before");
    assert_eq!(exploration.rules(), same.rules());
    assert_eq!(exploration.models(), same.models());
    assert_eq!(exploration.disputes(), same.disputes());
    assert!(!report(&exploration).sections.is_empty());
    for entry in exploration.journal().entries() {
        assert!(!exploration.entry_in_words(entry).chars().any(char::is_control));
    }
    let mut budget = 6;
    let step = exploration.next(&mut |_: &Progress| {
        budget -= 1;
        if budget > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if let Ok(Step::Ask(asked)) = step {
        assert!(!exploration.in_words(&asked.question).to_string().is_empty());
        assert!(!exploration.why(&asked).is_empty());
        exploration.closest(&asked.question, 3);
    }
});
