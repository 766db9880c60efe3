//! Finding out what separates the cells of a table, and where it starts.

use std::cmp::Reverse;

use super::cell_kind::Kind;
use super::cells::QUOTE;
use super::line_filter::{Change, LineFilter};
use super::lines::breaks;
use super::options::Delimiter;
use super::sample::Sample;
use super::text_source::Plain;

/// The delimiters that are recognised, the more usual ones first.
pub(crate) const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// How many records are looked at to find the delimiter.
const MOST_RECORDS_READ: usize = 40;

/// How many records of the same width make a table out of what is below a title.
const LEAST_RECORDS_BELOW_TITLE: usize = 3;

/// How well a delimiter suits a text, from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It does not split the first record.
    None,
    /// Records differ in the number of their cells.
    Uneven,
    /// All records below a title have the same number of cells.
    BelowTitle,
    /// All records have the same number of cells, but the first one cell less.
    OneNameLess,
    /// All records have the same number of cells.
    Even,
}

/// The most likely delimiter: the one that fits best; then the one that leaves the
/// fewest quotes in the cells; then the one that gives the header the most fields.
///
/// `head` is the start of the file, or all of it if it is `whole`.
pub(super) fn find(head: &str, whole: bool) -> Delimiter {
    let score = |delimiter: u8| {
        let sample = Sample::new(head, whole, delimiter, MOST_RECORDS_READ, usize::MAX);
        (fit(&sample), Reverse(sample.quotes()), sample.widths().next())
    };
    // `max_by_key` takes the last of equals: the more usual ones must come last.
    let scored = DELIMITERS.into_iter().rev().map(|delimiter| (score(delimiter), delimiter));
    match scored.max_by_key(|(score, _)| *score) {
        Some(((Fit::None | Fit::Uneven, ..), _)) | None if splits_at_blanks(head, whole) => Delimiter::Blanks,
        best => Delimiter::Character(best.map_or(b',', |(_, delimiter)| delimiter)),
    }
}

fn fit(sample: &Sample<'_>) -> Fit {
    let mut widths = sample.widths();
    let first = widths.next().unwrap_or(0);
    let below = widths.next();
    let even = below.is_some_and(|below| widths.all(|width| width == below));
    match below {
        _ if titles(sample) > 0 => Fit::BelowTitle,
        _ if first < 2 => Fit::None,
        _ if sample.is_broken() => Fit::Uneven,
        // A lone record agrees with itself, and proves nothing.
        Some(below) if even && below == first => Fit::Even,
        Some(below) if even && below == first + 1 && sample.len() > 2 => Fit::OneNameLess,
        _ => Fit::Uneven,
    }
}

/// The number of lines before the table: records of one cell, if there is a table
/// below them.
pub(super) fn title_lines(head: &str, whole: bool, delimiter: u8) -> usize {
    let sample = Sample::new(head, whole, delimiter, MOST_RECORDS_READ, usize::MAX);
    match titles(&sample) {
        0 => 0,
        titles => breaks(&head.as_bytes()[..sample.start(titles)]),
    }
}

/// The number of records before the table.
fn titles(sample: &Sample<'_>) -> usize {
    let width = sample.widths().last().unwrap_or(0);
    // Spreadsheets write as many cells for a title as for the rows below.
    let lone = |record: usize| {
        let cells = sample.widths().nth(record).unwrap_or(0);
        cells == 1 || cells > 2 && cells == width && (1..cells).all(|column| sample.cell(record, column).is_empty())
    };
    let titles = (0..sample.len()).take_while(|&record| lone(record)).count();
    let mut below = sample.widths().skip(titles);
    let first = below.next().unwrap_or(0);
    let is_header = || {
        let named = sample.cells(titles).filter(|cell| !cell.trim().is_empty()).count();
        2 * named > first && (first == width || first + 1 == width && first > 1)
    };
    let enough = sample.len() >= titles + LEAST_RECORDS_BELOW_TITLE;
    if enough && width > 1 && is_header() && below.all(|other| other == width) { titles } else { 0 }
}

/// Whether the text is a table whose cells are separated by blanks, and not
/// sentences: these have different numbers of words, or few numbers among them.
fn splits_at_blanks(head: &str, whole: bool) -> bool {
    use std::io::Read;
    let mut text = String::new();
    if LineFilter::new(Plain(head.as_bytes()), Change::Blanks).read_to_string(&mut text).is_err() {
        return false;
    }
    let sample = Sample::new(&text, whole, b'\t', MOST_RECORDS_READ, usize::MAX);
    let width = sample.widths().last().unwrap_or(0);
    if sample.len() < 3 || width < 2 || !matches!(fit(&sample), Fit::Even | Fit::OneNameLess) {
        return false;
    }
    let numbers = (0..width).filter(|&column| sample.is_all(Kind::Number, column, 1)).count();
    let short = |column: usize| (1..sample.len()).all(|record| sample.cell(record, column).chars().count() <= 2);
    let quoted = || text.as_bytes().contains(&QUOTE);
    let lines = || head.lines().take(sample.len());
    let aligned = || 2 * lines().filter(|line| line.trim().contains("  ")).count() > sample.len();
    match width {
        2 => numbers == 2,
        _ => 2 * numbers >= width || (0..width).all(short) || numbers > 0 && aligned() || quoted(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_no_cells() {
        let blanks = |text: &str| find(text, true) == Delimiter::Blanks;
        for text in [
            "full name\nAnn Lee\nBob Ray\nCy Young\n",
            "start time\n2020-01-01 10:00\n2020-01-02 11:00\n2020-01-03 12:00\n",
            "room number\nRoom 12\nRoom 13\nRoom 14\n",
            "the street\n12 Main St\n3 Oak Av\n14 Elm St\n",
            "a word\nsome more words\nand more\nagain\n",
            "a b\n1 2\n",
            "one two three\nthe big cat\nthe big dog\nthe old emu\n",
        ] {
            assert!(!blanks(text), "{text}");
        }
        for text in [
            "a b c\n1 2 3\n4 5 6\n",
            "x y\n  1.5   2\n 10.25  3\n",
            "p x s n\ne x y y\ne b w n\n",
            "\"name\" \"legs\"\n\"1\" \"red ant\" 6\n\"2\" \"cat\" 4\n\"3\" \"emu\" 2\n",
            "name   legs weight\nant    6    0.1\ncat    4    4\nemu    2    40\n",
        ] {
            assert!(blanks(text), "{text}");
        }
    }

    #[test]
    fn a_delimiter_that_splits_all_lines_comes_before_titles() {
        assert_eq!(find("a;b\n1,5;2\n2,5;3\n3,5;4\n", true), Delimiter::Character(b';'));
        assert_eq!(find("Report, 2020\na;b;c\n1;2;3\n4;5;6\n", true), Delimiter::Character(b';'));
    }

    #[test]
    fn titles_have_a_table_below_them() {
        let titles = |text: &str| title_lines(text, true, b',');
        assert_eq!(titles("Report\n\nof 2020\na,b\n1,2\n3,4\n"), 3);
        assert_eq!(titles("Report,,\n,,\na,b,c\n1,2,3\n3,4,5\n"), 2);
        for text in
            ["a\n1\n2\n", "a,b\n1,2\n3,4\n", "Report\na,b\n1,2\n", ",b\nx,\ny,\nz,1\n", "Report\na,b\n1,2\n3\n4,5\n"]
        {
            assert_eq!(titles(text), 0, "{text}");
        }
    }
}
