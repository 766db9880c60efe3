//! What rows have, packed into words by the database and unpacked here.

use std::collections::HashMap;

use hornbook::Attr;
use hornbook::scaling::{Missing, RowTests};

use super::cases::ColumnCase;
use super::cells::{as_people_write, comparable_text_of};
use super::dialect::Dialect;
use super::outcomes::{Outcome, Outcomes, State};
use crate::engine::{Grouping, SourceColumn};
use crate::error::EngineError;

/// So many bits of a word are used: words are signed, and their sums must fit.
const WORD_BITS: u32 = 62;

/// A query for the packed rows of a relation, and how to read its answer.
pub(super) struct Packed<'a> {
    tests: &'a RowTests,
    dialect: Dialect,
    columns: Vec<PackedColumn>,
    word_count: usize,
    /// The columns that are fetched as text, and which of the tested ones they are.
    fetched: Vec<Fetched>,
}

/// What the number of equal rows is called.
const COUNT_OF_EQUALS: &str = "hornbook_equal_rows";

/// A tested column that the database packs.
struct PackedColumn {
    /// Its place among the tested columns.
    tested: usize,
    case: ColumnCase,
    word: usize,
    shift: u32,
    mask: u64,
    /// The words of what each outcome has.
    has: Vec<Vec<(usize, u64)>>,
}

/// A column that is fetched as text.
struct Fetched {
    source: SourceColumn,
    tested: Vec<usize>,
    read: HashMap<String, Vec<Outcome>>,
}

/// A row as it is told to a sink.
#[derive(Debug, Default)]
pub(super) struct UnpackedRow {
    pub(super) has: Vec<u64>,
    pub(super) unknown: Vec<u64>,
    /// Whether it is to be left out for a missing value.
    pub(super) left_out: bool,
    /// The tested columns with a value that was not to be expected.
    pub(super) unexpected: Vec<usize>,
    /// The tested columns of which the text must be looked at.
    pub(super) unsure: Vec<usize>,
}

/// A row as the database packs it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PackedRow {
    pub(super) words: Vec<i64>,
    /// The fetched texts.
    pub(super) texts: Vec<Option<String>>,
}

/// How a tested column is looked at.
#[derive(Clone, Debug)]
pub(super) enum Look {
    /// The database packs it.
    Packed(ColumnCase),
    /// It is fetched as text.
    Fetched(SourceColumn),
}

impl<'a> Packed<'a> {
    /// Lays out the words for the tested columns, which are looked at so.
    pub(super) fn new(tests: &'a RowTests, dialect: Dialect, looks: Vec<Look>) -> Self {
        let mut packed = Self { tests, dialect, columns: Vec::new(), word_count: 0, fetched: Vec::new() };
        let mut used = WORD_BITS;
        for (tested, look) in looks.into_iter().enumerate() {
            match look {
                Look::Fetched(source) => packed.fetch(tested, source),
                Look::Packed(case) => {
                    let width = usize::BITS - case.outcomes.len().saturating_sub(1).leading_zeros();
                    if used + width > WORD_BITS {
                        packed.word_count += 1;
                        used = 0;
                    }
                    let has = case.outcomes.iter().map(|outcome| words_of(&outcome.has)).collect();
                    let (word, mask) = (packed.word_count - 1, (1u64 << width) - 1);
                    packed.columns.push(PackedColumn { tested, case, word, shift: used, mask, has });
                    used += width;
                }
            }
        }
        packed
    }

    fn fetch(&mut self, tested: usize, source: SourceColumn) {
        match self.fetched.iter_mut().find(|fetched| fetched.source.name == source.name) {
            Some(fetched) => fetched.tested.push(tested),
            None => self.fetched.push(Fetched { source, tested: vec![tested], read: HashMap::new() }),
        }
    }

    /// Rows of which nothing is asked are not told one by one.
    pub(super) fn grouping(&self, wanted: Grouping) -> Grouping {
        if self.columns.is_empty() && self.fetched.is_empty() { Grouping::Grouped } else { wanted }
    }

    /// The rows with the columns that are tested, equal ones put together as they stand.
    fn grouped_as_they_stand(&self, relation: &str) -> String {
        let mut names: Vec<&str> = self.tests.columns.iter().map(|tested| tested.column.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let names: Vec<String> = names.into_iter().map(|name| self.dialect.name(name)).collect();
        let names = names.join(", ");
        format!("(\nSELECT {names}, count(*) AS {COUNT_OF_EQUALS}\nFROM {relation}\nGROUP BY {names}\n) AS standing")
    }

    /// Whether columns are fetched as text.
    pub(super) fn has_texts(&self) -> bool {
        !self.fetched.is_empty()
    }

    /// The number of words of a row.
    pub(super) fn word_count(&self) -> usize {
        self.word_count
    }

    /// The query. A row of its answer has the words, then a number of rows if they are
    /// grouped, then the fetched texts.
    pub(super) fn query(&self, relation: &str, grouping: Grouping) -> String {
        let words = (0..self.word_count).map(|word| format!("{}\n    AS w{word}", self.word(word)));
        let texts = self.fetched.iter().enumerate();
        let texts =
            texts.map(|(at, fetched)| format!("{} AS t{at}", comparable_text_of(self.dialect, &fetched.source)));
        let mut inner: Vec<String> = words.chain(texts).collect();
        let names: Vec<String> = (0..self.word_count)
            .map(|word| format!("w{word}"))
            .chain((0..self.fetched.len()).map(|at| format!("t{at}")))
            .collect();
        if inner.is_empty() {
            inner.push("0 AS w0".to_owned());
        }
        let standing = grouping == Grouping::GroupedAsTheyStand;
        let relation = if standing { self.grouped_as_they_stand(relation) } else { relation.to_owned() };
        inner.extend(standing.then(|| COUNT_OF_EQUALS.to_owned()));
        let inner = format!("SELECT\n  {}\nFROM {relation}", inner.join(",\n  "));
        let (words, texts) = names.split_at(self.word_count);
        // Beside texts, numbers come as text too.
        let shown =
            |number: &str| if texts.is_empty() { number.to_owned() } else { self.dialect.number_as_text(number) };
        let words = words.iter().map(|word| shown(word));
        let texts = texts.iter().cloned();
        match grouping {
            Grouping::OneByOne if !self.has_texts() => inner,
            Grouping::OneByOne => {
                let shown: Vec<String> = words.chain(texts).collect();
                format!("SELECT {}\nFROM (\n{inner}\n) AS packed", shown.join(", "))
            }
            Grouping::Grouped | Grouping::GroupedAsTheyStand => {
                let count =
                    if standing { format!("CAST(sum({COUNT_OF_EQUALS}) AS bigint)") } else { "count(*)".to_owned() };
                let shown: Vec<String> = words.chain([shown(&count)]).chain(texts).collect();
                let by = if names.is_empty() { String::new() } else { format!("\nGROUP BY {}", names.join(", ")) };
                format!("SELECT {}\nFROM (\n{inner}\n) AS packed{by}", shown.join(", "))
            }
        }
    }

    /// The query for the rows of a piece of a relation, one by one and without texts. Its
    /// answer is one row, in which each word is a column of 64-bit numbers: to hand over
    /// one cell of many numbers takes less than many rows of one.
    pub(super) fn query_of_piece(&self, relation: &str, piece: &str) -> String {
        let inner = self.query(&format!("{relation}\nWHERE {piece}"), Grouping::OneByOne);
        let words = (0..self.word_count).map(|word| format!("string_agg(int8send(w{word}), '') AS w{word}"));
        format!("SELECT {}\nFROM (\n{inner}\n) AS packed", words.collect::<Vec<_>>().join(", "))
    }

    /// A query for at most `most` rows of each of the given kinds, first by their key:
    /// the key, the words and the fetched texts, all as text.
    pub(super) fn keyed_query(&self, relation: &str, key: &str, kinds: &[PackedRow], most: usize) -> String {
        let words = (0..self.word_count).map(|word| format!("w{word}"));
        let texts = (0..self.fetched.len()).map(|at| format!("t{at}"));
        let names: Vec<String> = words.chain(texts).collect();
        let mut inner = vec![format!("{key} AS k")];
        inner.extend((0..self.word_count).map(|word| format!("{} AS w{word}", self.word(word))));
        inner.extend(
            self.fetched
                .iter()
                .enumerate()
                .map(|(at, fetched)| format!("{} AS t{at}", comparable_text_of(self.dialect, &fetched.source))),
        );
        let is_kind = |kind: &PackedRow| {
            let words = kind.words.iter().zip(&names).map(|(word, name)| format!("{name} = {word}"));
            let texts = kind.texts.iter().zip(&names[self.word_count..]).map(|(text, name)| match text {
                Some(text) => format!("{name} = {}", self.dialect.text(text)),
                None => format!("{name} IS NULL"),
            });
            let all: Vec<String> = words.chain(texts).collect();
            if all.is_empty() { "1 = 1".to_owned() } else { format!("({})", all.join(" AND ")) }
        };
        let kinds: Vec<String> = kinds.iter().map(is_kind).collect();
        let partition = if names.is_empty() { String::new() } else { format!("PARTITION BY {} ", names.join(", ")) };
        let shown: Vec<String> = (0..self.word_count)
            .map(|word| self.dialect.number_as_text(&format!("w{word}")))
            .chain(names[self.word_count..].iter().cloned())
            .collect();
        let shown: String = shown.iter().map(|shown| format!(", {shown}")).collect();
        format!(
            "SELECT k{shown} FROM (SELECT packed.*, row_number() OVER ({partition}ORDER BY k) AS n \
             FROM (SELECT {} FROM {relation}) AS packed WHERE {}) AS kinds WHERE n <= {most} ORDER BY n",
            inner.join(", "),
            kinds.join(" OR ")
        )
    }

    /// The sum of the CASEs that make up a word.
    fn word(&self, word: usize) -> String {
        let columns = self.columns.iter().filter(|column| column.word == word);
        let cases: Vec<String> = columns
            .map(|column| {
                let constant = |outcome: usize| (outcome as i64) << column.shift;
                self.dialect.long(&column.case.case.sql(&constant))
            })
            .collect();
        cases.join("\n  + ")
    }

    /// A row without anything, to be filled again and again.
    pub(super) fn empty_row(&self) -> UnpackedRow {
        let words = self.tests.universe.len().div_ceil(u64::BITS as usize);
        let unknown = if self.tests.missing == Missing::Unknown { vec![0; words] } else { Vec::new() };
        UnpackedRow { has: vec![0; words], unknown, ..UnpackedRow::default() }
    }

    /// Unpacks the words of a row, and reads its fetched texts.
    pub(super) fn unpack(
        &mut self,
        words: &[i64],
        texts: &[Option<&str>],
        row: &mut UnpackedRow,
    ) -> Result<(), EngineError> {
        row.has.fill(0);
        row.unknown.fill(0);
        row.left_out = false;
        for column in &self.columns {
            let outcome = ((words[column.word] as u64) >> column.shift & column.mask) as usize;
            let Some(has) = column.has.get(outcome) else {
                return Err(EngineError::Failed(
                    "the database answered with a number that nobody asked for".to_owned(),
                ));
            };
            has.iter().for_each(|(word, bits)| row.has[*word] |= bits);
            note_state(self.tests, column.tested, column.case.outcomes[outcome].state, row);
        }
        for (fetched, text) in self.fetched.iter_mut().zip(texts) {
            let text = text.unwrap_or_default();
            if !fetched.read.contains_key(text) {
                let read = fetched.read_text(self.tests, text);
                fetched.read.insert(text.to_owned(), read);
            }
            for (tested, outcome) in fetched.tested.iter().zip(&fetched.read[text]) {
                words_of(&outcome.has).iter().for_each(|(word, bits)| row.has[*word] |= bits);
                note_state(self.tests, *tested, outcome.state, row);
            }
        }
        Ok(())
    }
}

impl Fetched {
    fn read_text(&mut self, tests: &RowTests, text: &str) -> Vec<Outcome> {
        /// To remember more texts would take too much memory.
        const MOST_REMEMBERED: usize = 100_000;
        if self.read.len() >= MOST_REMEMBERED {
            self.read.clear();
        }
        let text = as_people_write(self.source.kind, text);
        let read = |tested: &usize| {
            let mut outcomes = Outcomes::new(&tests.columns[*tested]);
            outcomes.of_text(&text);
            outcomes.into_list().swap_remove(0)
        };
        self.tested.iter().map(read).collect()
    }
}

/// Attributes as words and their bits.
fn words_of(attrs: &[Attr]) -> Vec<(usize, u64)> {
    let bits = u64::BITS as usize;
    let mut words: Vec<(usize, u64)> = Vec::new();
    for attr in attrs {
        match words.iter_mut().find(|(word, _)| *word == attr / bits) {
            Some((_, set)) => *set |= 1 << (attr % bits),
            None => words.push((attr / bits, 1 << (attr % bits))),
        }
    }
    words
}

fn note_state(tests: &RowTests, tested: usize, state: State, row: &mut UnpackedRow) {
    match (state, tests.missing) {
        (State::Known, _) | (State::Missing, Missing::Absent | Missing::Value) => {}
        (State::Missing, Missing::Drop) => row.left_out = true,
        // Where "missing" is an attribute, the row is known to have no other.
        (State::Missing, Missing::Unknown) if tests.columns[tested].missing_is_value => {}
        (State::Missing, Missing::Unknown) => {
            let attrs: Vec<Attr> = tests.columns[tested].tests.iter().map(|(attr, _)| *attr).collect();
            words_of(&attrs).iter().for_each(|(word, bits)| row.unknown[*word] |= bits);
        }
        (State::Unexpected, _) => note(&mut row.unexpected, tested),
        (State::Unsure, _) => note(&mut row.unsure, tested),
    }
}

fn note(places: &mut Vec<usize>, place: usize) {
    if !places.contains(&place) {
        places.push(place);
    }
}
