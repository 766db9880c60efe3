//! Tables as JSON: an array of objects, or an object a line.
//!
//! An object is a row, and its keys are columns. What is nested gets a name with a
//! point, as in `address.city`; what is null or not there is missing; a list of
//! values is one cell with `|` between them. Records are read one by one.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::io::{BufRead, BufReader, Read};
use std::rc::Rc;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::json::Piece;
use crate::error::{FormatError, token};
use crate::table::{Table, TableBuilder};

/// Objects may be nested so deep.
const MOST_LEVELS: usize = 32;

/// Reads an array of objects; or an object that has one such array inside.
pub fn read(source: impl Read) -> Result<Table, FormatError> {
    let mut reading = Reading::new();
    let mut json = serde_json::Deserializer::from_reader(reading.watch(source)?);
    let ended = Whole(&mut reading).deserialize(&mut json).and_then(|()| json.end());
    reading.finish(ended)
}

/// Reads objects that follow one another, mostly one a line.
pub fn read_lines(source: impl Read) -> Result<Table, FormatError> {
    let mut reading = Reading::new();
    let source = reading.watch(source)?;
    let mut records = serde_json::Deserializer::from_reader(source).into_iter::<Box<RawValue>>();
    let ended = loop {
        reading.place.start.set(None);
        match records.next() {
            None => break Ok(()),
            Some(Err(error)) => break Err(error),
            Some(Ok(record)) if reading.add(record.get()).is_ok() => {}
            // Why is kept.
            Some(Ok(_)) => break Ok(()),
        }
    };
    reading.finish(ended)
}

/// Where a parser is in a file.
#[derive(Default)]
struct Place {
    /// The lines before.
    lines: Cell<usize>,
    /// The characters before in the same line.
    characters: Cell<usize>,
    /// Where the first thing stands since this was reset: line and column, from 1.
    start: Cell<Option<(usize, usize)>>,
}

impl Place {
    fn pass(&self, byte: u8) {
        if self.start.get().is_none() && !byte.is_ascii_whitespace() && !b",[".contains(&byte) {
            self.start.set(Some((self.lines.get() + 1, self.characters.get() + 1)));
        }
        if byte == b'\n' {
            self.lines.set(self.lines.get() + 1);
            self.characters.set(0);
        } else if byte & 0xc0 != 0x80 {
            self.characters.set(self.characters.get() + 1);
        }
    }
}

/// A source that knows how far it was read. The parser takes byte by byte.
struct Watched<R> {
    source: R,
    place: Rc<Place>,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.source.read(buffer)?;
        buffer[..count].iter().for_each(|&byte| self.place.pass(byte));
        Ok(count)
    }
}

/// The records so far.
struct Reading {
    table: TableBuilder,
    place: Rc<Place>,
    failed: Option<FormatError>,
}

/// A record was refused; why is kept.
struct Refused;

impl Reading {
    fn new() -> Self {
        Self { table: TableBuilder::new(), place: Rc::default(), failed: None }
    }

    fn watch<R: Read>(&self, source: R) -> Result<Watched<impl Read + use<R>>, FormatError> {
        let mut source = BufReader::with_capacity(1 << 16, source);
        let mark = "\u{feff}".as_bytes();
        if source.fill_buf()?.starts_with(mark) {
            source.consume(mark.len());
        }
        Ok(Watched { source, place: self.place.clone() })
    }

    /// Adds a record, which was just read.
    fn add(&mut self, text: &str) -> Result<(), Refused> {
        let (line, column) = self.place.start.get().unwrap_or((1, 1));
        let added = match text.starts_with('{') {
            true => add_object(text, text, "", MOST_LEVELS, &mut self.table).and_then(|()| self.table.end_row(line)),
            false => Err(FormatError::found(token(text), "a record: an object such as {\"name\": \"frog\"}").at(1, 1)),
        };
        added.map_err(|error| {
            let (down, right) = (error.line().unwrap_or(1), error.column().unwrap_or(1));
            let right = if down == 1 { column + right - 1 } else { right };
            self.failed = Some(error.at(line + down - 1, right));
            Refused
        })
    }

    fn finish(self, ended: Result<(), serde_json::Error>) -> Result<Table, FormatError> {
        match (self.failed, ended) {
            (Some(error), _) => Err(error),
            (None, Err(error)) if error.is_io() => Err(std::io::Error::from(error).into()),
            (None, Err(error)) => Err(error.into()),
            (None, Ok(())) if self.table.is_empty() => {
                Err(FormatError::plain("the file has no records, and a table needs one"))
            }
            (None, Ok(())) => self.table.finish(),
        }
    }
}

/// The whole file: records, or an object with one list of them.
struct Whole<'a>(&'a mut Reading);

impl<'de> DeserializeSeed<'de> for Whole<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Whole<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of records")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        records(list, self.0)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut with_records: Option<String> = None;
        while let Some(key) = map.next_key::<String>()? {
            let before = self.0.table.len();
            map.next_value_seed(Inside(&mut *self.0))?;
            if self.0.table.len() == before {
                continue;
            }
            if let Some(first) = with_records.replace(key.clone()) {
                let found = format!("two lists of records, {} and {}", token(&first), token(&key));
                return Err(A::Error::custom(format!("found {found}, expected one")));
            }
        }
        Ok(())
    }
}

/// What stands in an object around the records: they, or what is passed over.
struct Inside<'a>(&'a mut Reading);

impl<'de> DeserializeSeed<'de> for Inside<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Inside<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of records, or anything")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.0.place.start.set(None);
        match list.next_element::<Box<RawValue>>()? {
            Some(first) if first.get().starts_with('{') => {
                self.0.add(first.get()).map_err(|_| A::Error::custom("a bad record"))?;
                records(list, self.0)
            }
            _ => {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(())
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

fn records<'de, A: SeqAccess<'de>>(mut list: A, reading: &mut Reading) -> Result<(), A::Error> {
    loop {
        reading.place.start.set(None);
        let Some(record) = list.next_element::<Box<RawValue>>()? else { return Ok(()) };
        reading.add(record.get()).map_err(|_| A::Error::custom("a bad record"))?;
    }
}

/// The keys of an object with their values, as they stand there.
struct Entries<'a>(Vec<(Cow<'a, str>, Piece<'a>)>);

/// A text, borrowed where it has no escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct Keys<'a>(Vec<(Cow<'a, str>, Piece<'a>)>);
        impl<'de: 'a, 'a> Visitor<'de> for Keys<'a> {
            type Value = Entries<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Entries<'a>, A::Error> {
                while let Some((Text(key), value)) = map.next_entry()? {
                    self.0.push((key, value));
                }
                Ok(Entries(self.0))
            }
        }
        json.deserialize_map(Keys(Vec::new()))
    }
}

/// Adds the cells of an object, which is a part of the whole record.
fn add_object(
    whole: &str,
    text: &str,
    prefix: &str,
    levels: usize,
    table: &mut TableBuilder,
) -> Result<(), FormatError> {
    let Entries(entries) = serde_json::from_str(text)?;
    for (key, value) in entries {
        let name = if prefix.is_empty() { key } else { format!("{prefix}.{key}").into() };
        let located = |error: FormatError| value.locate(whole, error);
        match value.text().as_bytes().first() {
            Some(b'{') if levels == 0 => {
                return Err(located(FormatError::plain(format!("objects are nested more than {MOST_LEVELS} deep"))));
            }
            Some(b'{') => add_object(whole, value.text(), &name, levels - 1, table)?,
            _ => table.set(&name, &cell(whole, value)?).map_err(located)?,
        }
    }
    Ok(())
}

/// A value that is no object, as a cell.
fn cell<'a>(whole: &str, value: Piece<'a>) -> Result<Cow<'a, str>, FormatError> {
    match value.text().as_bytes().first() {
        Some(b'"') => Ok(value.read::<Text<'a>>(whole)?.0),
        Some(b'n') => Ok("".into()),
        Some(b'[') => {
            let elements: Vec<Piece<'a>> = value.read(whole)?;
            if elements.iter().any(|element| element.text().starts_with(['{', '['])) {
                return Ok(value.text().into());
            }
            let present = elements.into_iter().filter(|element| element.text() != "null");
            let cells = present.map(|element| cell(whole, element)).collect::<Result<Vec<_>, _>>()?;
            let is_free = |between: &&str| !cells.iter().any(|cell| cell.contains(between.trim()));
            let between = ["|", ";"].into_iter().find(is_free).unwrap_or(", ");
            Ok(cells.join(between).into())
        }
        // Numbers, true and false: as they are written.
        _ => Ok(value.text().into()),
    }
}
