//! The format of the FIMI repository, `.dat`: each line is a transaction, the
//! numbers of its items separated by blanks. An empty line is a transaction
//! without items.
//!
//! The file names neither objects nor items that never occur, so neither
//! survives writing and reading back.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

use super::writing;
use crate::dictionary::{Dictionary, Hashing};
use crate::error::{FormatError, token};
use crate::growing::Growing;
use crate::text;
use crate::{AttrSet, Context, Model, Universe};

/// Reads a context whose attributes are named by the item numbers, in their
/// order.
pub fn read(bytes: &[u8]) -> Result<Context, FormatError> {
    let hashing = Hashing::default();
    let mut lines = Dictionary::default();
    let mut transactions: Vec<Vec<u64>> = Vec::new();
    let mut rows = Vec::new();
    for (at, line) in text::of_bytes(bytes)?.lines().enumerate() {
        let place = lines.place(hashing.of(line.as_bytes()), line, &hashing);
        // Transactions repeat; only the new ones need a look.
        if place as usize == transactions.len() {
            let items: Result<Vec<u64>, FormatError> = items(line).collect();
            transactions.push(items.map_err(|e| e.clone().at(at + 1, e.column().unwrap_or(1)))?);
        }
        rows.push(place);
    }
    let items: BTreeSet<u64> = transactions.iter().flatten().copied().collect();
    let items: Vec<u64> = items.into_iter().collect();
    let mut context = Growing::new(Arc::new(Universe::new(items.iter().map(u64::to_string))?));
    let mut places = vec![None; transactions.len()];
    for row in rows {
        let place = match places[row as usize] {
            Some(place) => place,
            None => {
                let set = transactions[row as usize].iter().filter_map(|item| items.binary_search(item).ok());
                context.place(Model::complete(AttrSet::of(items.len(), set)))?
            }
        };
        places[row as usize] = Some(place);
        context.push_at(None, place);
    }
    Ok(context.finish())
}

fn items(line: &str) -> impl Iterator<Item = Result<u64, FormatError>> + '_ {
    line.split_ascii_whitespace().map(move |word| {
        word.parse().map_err(|_| {
            let offset = word.as_ptr() as usize - line.as_ptr() as usize;
            FormatError::found(token(word), "an item number").at_offset(line, offset)
        })
    })
}

/// Writes the rows as transactions.
///
/// If every attribute is named by a number, these are the items; otherwise an
/// item is the attribute's place, counted from 1.
pub fn write(context: &Context, mut out: impl Write) -> Result<(), FormatError> {
    writing::nothing_unknown(context, "a .dat file")?;
    let names = context.universe().names();
    // `07` and `7` would become one item.
    let is_number = |name: &String| name.parse::<u64>().is_ok_and(|number| number.to_string() == *name);
    let items: Vec<String> = match names.iter().all(is_number) {
        true => names.to_vec(),
        false => (1..=names.len()).map(|place| place.to_string()).collect(),
    };
    for object in 0..context.len() {
        let row: Vec<&str> = context.row(object).iter().map(|attr| items[attr].as_str()).collect();
        writeln!(out, "{}", row.join(" "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_ordered_by_number() {
        let context = read(b"10 2\r\n\n2 9\n").unwrap();
        assert_eq!(context.universe().names(), ["2", "9", "10"]);
        assert_eq!(context.len(), 3);
        assert!(context.row(1).is_empty());
        let mut out = Vec::new();
        write(&context, &mut out).unwrap();
        assert_eq!(out, b"2 10\n\n2 9\n");
    }

    #[test]
    fn a_word_is_no_item() {
        let error = read(b"1 2\n3 x4\n").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 3: found 'x4', expected an item number");
    }
}
