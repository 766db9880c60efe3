//! Tables with very many columns: refused as soon as that is known, and otherwise
//! within the time that is given.
#![allow(clippy::unwrap_used)]

use std::io::{self, Read};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hornbook::format::{ContextFormat, RawTable};
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::{AttrSet, Context, Method, StopReason, Theory, Universe};

/// A text that never ends, and how much of it was read.
struct Endless<'a> {
    repeats: &'a [u8],
    read: usize,
}

impl Read for &mut Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.repeats[self.read % self.repeats.len()];
            self.read += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn a_line_without_end_is_refused_after_a_few_megabytes() {
    for (repeats, expected) in [
        ("some,names;of|columns\t", "found more than 250000 columns"),
        ("x", "found a cell of more than one MB"),
        ("\"a\",", "found more than 250000 columns"),
        ("\"\"", "found a cell of more than one MB"),
    ] {
        for format in [ContextFormat::Csv, ContextFormat::Tsv] {
            let mut endless = Endless { repeats: repeats.as_bytes(), read: 0 };
            let error = RawTable::read_from(&mut endless, format).unwrap_err();
            if format == ContextFormat::Csv {
                assert!(error.to_string().contains(expected), "{repeats:?}: {error}");
            }
            assert!(endless.read < 16 << 20, "{repeats:?}: {} bytes were read", endless.read);
        }
    }
}

#[test]
fn a_row_without_end_is_refused() {
    let mut endless = Endless { repeats: b"1", read: 0 };
    let error = RawTable::read_from(Read::chain(&b"a,b\n1,2\n"[..], &mut endless), ContextFormat::Csv).unwrap_err();
    assert!(error.to_string().contains("a line of more than 128 MB"), "{error}");
    assert!(endless.read < 1 << 29, "{} bytes were read", endless.read);
}

#[test]
fn as_many_columns_as_allowed_are_read() {
    let header: Vec<String> = (0..250_000).map(|column| format!("c{column}")).collect();
    let text = format!("{}\n{}1\n", header.join(","), "0,".repeat(header.len() - 1));
    let RawTable::Columns(table) = RawTable::read(text.as_bytes(), ContextFormat::Csv).unwrap() else { panic!() };
    assert_eq!((table.width(), table.len()), (250_000, 1));
}

#[test]
fn the_time_limit_is_noticed_however_wide_the_table() {
    let width = 400_000;
    let universe = Arc::new(Universe::letters(width));
    let row = |start: usize| AttrSet::of(width, (start..width).step_by(2 + start));
    let context = Context::from_rows(universe, (0..3).map(row));
    for method in [Method::Auto, Method::Settle, Method::Frugal] {
        let mut options = LearnOptions::new(method, Accuracy::new(0.01, 0.1).unwrap(), width);
        options.limit_time = Some(Duration::from_millis(1));
        let started = Instant::now();
        let book = learn_domain(&context, &Theory::new(width), &options, &mut unwatched).unwrap();
        assert_eq!(book.run.unwrap().stopped, StopReason::TimeLimit);
        let took = started.elapsed();
        assert!(took < Duration::from_secs(5), "{method}: {took:?}");
    }
}
