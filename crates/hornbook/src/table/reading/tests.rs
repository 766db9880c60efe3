//! Tables are the same however they are cut into blocks, and those of the csv
//! crate.

use csv::{ReaderBuilder, StringRecord};
use proptest::prelude::*;

use super::super::lines::breaks;
use super::*;

/// A tuning with which everything happens in small files too.
fn tuning(block_bytes: usize, threads: usize, least_rows: usize, kept_bytes: usize) -> Tuning {
    Tuning { block_bytes, threads, head_bytes: 1 + block_bytes, least_rows, kept_bytes }
}

/// The table by the csv crate: the cells and lines of its records.
fn plainly(text: &str, delimiter: u8) -> Vec<(usize, Vec<String>)> {
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let (mut records, mut record) = (Vec::new(), StringRecord::new());
    loop {
        let start = reader.position().byte() as usize;
        if !reader.read_record(&mut record).unwrap() {
            return records;
        }
        let blank = text[start..].bytes().take_while(|byte| b"\n\r".contains(byte)).count();
        let line = 1 + breaks(&text.as_bytes()[..start + blank]);
        records.push((line, record.iter().map(str::to_owned).collect()));
    }
}

/// The first quote that was forgotten: the lines at which its record and it
/// itself start. Goes through the text character by character.
fn forgotten_quote(text: &str) -> Option<(usize, usize)> {
    let (mut line, mut record, mut in_record, mut at_start) = (1, 1, false, true);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let ends_line = |c: char, next: Option<&char>| c == '\n' || c == '\r' && next != Some(&'\n');
        if !in_record {
            record = line;
        }
        let opened = line;
        if at_start && c == '"' {
            let mut closed = false;
            while let Some(c) = chars.next() {
                line += usize::from(ends_line(c, chars.peek()));
                if c == '"' && chars.next_if_eq(&'"').is_none() {
                    closed = true;
                    break;
                }
            }
            let stray = line > opened && chars.peek().is_some_and(|next| !",\n\r".contains(*next));
            if !closed || stray {
                return Some((record, opened));
            }
        }
        line += usize::from(ends_line(c, chars.peek()));
        in_record = !"\n\r".contains(c);
        at_start = ",\n\r".contains(c);
    }
    None
}

/// Reads with every tuning, and gives what all of them give.
fn with_every_tuning(bytes: &[u8]) -> Result<Table, FormatError> {
    // How much of a file is looked at must make no difference.
    let plain = ReadOptions {
        delimiter: Some(Delimiter::Character(b',')),
        header_lines: Some(1),
        skip: Some(0),
        encoding: Some(Encoding::Utf8),
        ..ReadOptions::default()
    };
    let read = |block, threads, least_rows, kept_bytes| {
        super::read(bytes, &plain, tuning(block, threads, least_rows, kept_bytes))
    };
    let expected = read(1 << 20, 1, usize::MAX, usize::MAX);
    for block in [1, 2, 3, 5, 8, 13, 40] {
        for (threads, least_rows, kept_bytes) in [(1, 1, 0), (2, 2, usize::MAX), (3, usize::MAX, 8), (2, 1, 8)] {
            assert_eq!(read(block, threads, least_rows, kept_bytes), expected, "in blocks of {block}");
        }
    }
    expected
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a",
        "b",
        ",",
        ",",
        "1,2\n",
        "1,2\r\n",
        "\"",
        "\"\"",
        "\n",
        "\r\n",
        "\r",
        "ä",
        "x,\"y,\nz\"\n",
        "\u{feff}",
        " ",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_table_is_that_of_the_csv_crate(body in pieces()) {
        let text = format!("p,q\n1,2\n{body}");
        let (records, bad) = (plainly(&text, b','), forgotten_quote(&text));
        let ragged = records.iter().find(|(_, cells)| cells.len() != 2);
        match with_every_tuning(text.as_bytes()) {
            Ok(table) => {
                prop_assert_eq!(bad, None);
                prop_assert_eq!(table.len() + 1, records.len());
                for (row, (line, cells)) in records[1..].iter().enumerate() {
                    prop_assert_eq!(table.line(row), *line);
                    prop_assert!((0..2).all(|column| table.cell(row, column) == cells[column]) && cells.len() == 2);
                }
                let counted: usize = table.counts.iter().sum();
                prop_assert_eq!(counted, table.len());
            }
            Err(error) => match (ragged, bad) {
                (Some((line, _)), None) => prop_assert_eq!(error.line(), Some(*line)),
                (Some((line, _)), Some((record, _))) if *line < record => {
                    prop_assert_eq!(error.line(), Some(*line));
                }
                (_, Some((_, line))) => prop_assert_eq!(error.line(), Some(line)),
                (None, None) => prop_assert!(false, "{error}"),
            },
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_found(body in pieces(), at in 0usize..100, byte in prop::sample::select(vec![0u8, 0xff, 0xc3])) {
        let mut bytes = format!("p,q\n1,2\n{body}").into_bytes();
        bytes.insert(at.min(bytes.len()), byte);
        _ = with_every_tuning(&bytes);
    }
}

#[test]
fn repeated_rows_are_held_once() {
    let rows: String = (0..2000).map(|row| format!("row {row},{},{}\n", row % 3, row % 2)).collect();
    let text = format!("id,b,c\n{rows}");
    let table = super::read(text.as_bytes(), &ReadOptions::default(), tuning(100, 2, 4, usize::MAX)).unwrap();
    assert_eq!((table.len(), table.counts.len(), table.plain.len()), (2000, 6, 1));
    assert_eq!((table.cell(1999, 0), table.cell(1999, 1), table.cell(1999, 2)), ("row 1999", "1", "1"));
}

#[test]
fn a_bad_byte_is_located_in_characters() {
    let error = |bytes: &[u8]| with_every_tuning(bytes).unwrap_err().to_string();
    assert_eq!(error(b"a,b\n1,2\n\xc3\xa4\xff,1\n"), "line 3, column 2: found the byte 0xff, expected text in UTF-8");
    assert_eq!(error(b"a,b\r\n1,\"2\r\n\n x\0\"\n1,2\n"), "line 4, column 3: found a NUL byte, expected text");
}

/// A source that cannot be read.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("broken"))
    }
}

#[test]
fn what_cannot_be_read_is_an_error() {
    for rows in [0, 1, 5, 100] {
        let text = "a,b\n".repeat(rows);
        let error =
            super::read(text.as_bytes().chain(Broken), &ReadOptions::default(), tuning(64, 2, 1, 1)).unwrap_err();
        assert_eq!(error.to_string(), "broken");
    }
}

fn read_text(text: &str) -> Result<Table, FormatError> {
    Table::read(text.as_bytes(), None)
}

#[test]
fn finds_the_delimiter() {
    for text in
        ["a,b\n1,2\n", "a;b\n1,5;2\n", "a\tb\n1\t2 | 3\n", "a|b\n1|2\n", "a, b\n1,2\n", "\"a\",\"b\"\n1,\"2;3\"\n"]
    {
        assert_eq!(read_text(text).unwrap().columns(), ["a", "b"], "{text}");
    }
    assert_eq!(read_text("a\n1\n").unwrap().width(), 1);
}

#[test]
fn quoted_cells_may_span_lines_and_lines_are_counted() {
    let table = read_text("\u{feff}name,b\r\n\"x\r\ny\",2\r\n\r\nz,\"3\"\r\n").unwrap();
    assert_eq!(table.cell(0, 0), "x\r\ny");
    assert_eq!((table.line(0), table.line(1)), (2, 5));
    assert_eq!(table.column(1).collect::<Vec<_>>(), ["2", "3"]);
}

#[test]
fn says_what_is_wrong_and_where() {
    let message = |text: &str| read_text(text).unwrap_err().to_string();
    assert_eq!(message("a,b\n1,2\n\n1,2,3\n"), "line 4: found 3 fields, expected 2 fields as in the header");
    assert_eq!(message("a,b\n"), "line 1: the table has no rows: there is only a header");
    assert_eq!(message(""), "the file is empty: it has no header and no rows");
}

#[test]
fn a_forgotten_quote_is_refused_at_its_line() {
    let rows = |from: usize, to: usize| (from..to).map(|row| format!("{row},\"b {row}\"\n")).collect::<String>();
    let message = |text: &str| with_every_tuning(text.as_bytes()).unwrap_err().to_string();
    let never = "found a quote that is never closed, expected a second one at the end of the cell";
    assert_eq!(message("a,b\n\"1,2\n3,4\n"), format!("line 2, column 1: {never}"));
    assert_eq!(message("a,\"b\n1,2\n3,4\n"), format!("line 1, column 3: {never}"));
    let unquoted = rows(10, 20).replace('"', "");
    assert_eq!(message(&format!("a,b\n{}9,\"x\n{unquoted}", rows(0, 9))), format!("line 11, column 3: {never}"));
    let astray = "found a quote that only another cell, lines below, would close";
    assert!(message(&format!("a,b\n{}9,\"x\n{}", rows(0, 9), rows(10, 20))).contains(astray));
    assert_eq!(read_text("a,b\n\"d\"e,1\n").unwrap().cell(0, 0), "de");
}
