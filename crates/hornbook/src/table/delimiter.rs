//! Finding out what separates the cells of a table.

use std::cmp::Reverse;

use super::cells::{Cell, Extent, split};

/// The delimiters that are recognised, the more usual ones first.
pub(crate) const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// How many records are looked at to find the delimiter.
const MOST_RECORDS_READ: usize = 20;

/// The most likely delimiter. One that splits the header at all is better than one
/// that does not; then one that gives each of the first records as many fields;
/// then the one that leaves the fewest quotes in them; then the one that gives the
/// header the most fields.
///
/// `head` is the start of the file, or all of it if it is `whole`.
pub(super) fn find(head: &str, whole: bool) -> u8 {
    let score = |&delimiter: &u8| {
        let (mut widths, mut quotes) = (Vec::new(), 0);
        let mut cells: Vec<Cell> = Vec::new();
        let mut rest = head.trim_start_matches(['\n', '\r']);
        while widths.len() < MOST_RECORDS_READ && !rest.is_empty() {
            let extent = split(rest.as_bytes(), delimiter, usize::MAX, &mut cells);
            let end = if let Extent::To(end) = extent { end } else { rest.len() };
            // The last record of the head may be cut off: of it one knows
            // nothing, unless there is no other.
            if end == rest.len() && !whole && !widths.is_empty() {
                break;
            }
            widths.push(cells.len());
            // The wrong delimiter cuts quoted cells apart, quotes and all.
            quotes += cells.iter().map(|cell| cell.text(rest).matches('"').count()).sum::<usize>();
            rest = rest[end..].trim_start_matches(['\n', '\r']);
        }
        let first = widths.first().copied().unwrap_or(0);
        // A lone record agrees with itself, and proves nothing.
        let even = widths.len() > 1 && widths.iter().all(|&width| width == first);
        (first > 1, even, Reverse(quotes), first)
    };
    // `max_by_key` takes the last of equals: the more usual ones must come last.
    DELIMITERS.into_iter().rev().max_by_key(score).unwrap_or(b',')
}
