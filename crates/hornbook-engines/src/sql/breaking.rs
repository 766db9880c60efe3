//! The rows that break rules, by their keys.
//!
//! One query groups all rows; of the groups it is found out here which rules they break.
//! A second query names rows of the groups that do.

use std::collections::HashMap;

use hornbook::scaling::RowTests;
use hornbook::{AttrSet, Conclusion, Implication};

use super::cells::{as_people_write, text_of};
use super::connection::Connection;
use super::dialect::Dialect;
use super::packed::{Look, Packed, PackedRow, UnpackedRow};
use super::sql_engine::{PackedSink, SqlEngine};
use crate::engine::{BrokenBy, Grouping, KeyedRow, ValueKind};
use crate::error::EngineError;

/// So many kinds of rows are asked for at once.
const KINDS_AT_ONCE: usize = 200;

/// How a row is named.
struct Key {
    /// The expression of its name.
    sql: String,
    kind: ValueKind,
}

/// What is found of the rows that break rules.
struct Found<'a> {
    rules: &'a [Implication],
    attributes: usize,
    max_rows: usize,
    broken: Vec<BrokenBy>,
    /// Kinds of rows that break a rule, as many as are needed for its rows.
    kinds: HashMap<PackedRow, u64>,
    /// For each rule, of how many rows the kinds are known.
    known: Vec<u64>,
}

impl<'a> Found<'a> {
    fn new(rules: &'a [Implication], attributes: usize, max_rows: usize) -> Self {
        let broken = vec![BrokenBy::default(); rules.len()];
        Self { rules, attributes, max_rows, broken, kinds: HashMap::new(), known: vec![0; rules.len()] }
    }

    fn sets(&self, row: &UnpackedRow) -> (AttrSet, AttrSet) {
        let set = |words: &[u64]| AttrSet::from_words(self.attributes, words.iter().copied());
        (set(&row.has), set(&row.unknown))
    }
}

/// Whether a row is known to have all of the premise, and to lack some of the conclusion.
fn breaks(rule: &Implication, has: &AttrSet, unknown: &AttrSet) -> bool {
    rule.premise.is_subset(has)
        && match &rule.conclusion {
            Conclusion::Falsum => true,
            Conclusion::Attrs(attrs) => !attrs.is_subset(&has.union(unknown)),
        }
}

impl PackedSink for Found<'_> {
    fn row(&mut self, row: &UnpackedRow, words: &[i64], texts: &[Option<&str>], count: u64) -> Result<(), EngineError> {
        let (has, unknown) = self.sets(row);
        let mut is_wanted = false;
        for (at, rule) in self.rules.iter().enumerate() {
            if breaks(rule, &has, &unknown) {
                self.broken[at].count += count;
                is_wanted |= self.known[at] < self.max_rows as u64;
                self.known[at] += count;
            }
        }
        if is_wanted {
            let texts = texts.iter().map(|text| text.map(str::to_owned)).collect();
            *self.kinds.entry(PackedRow { words: words.to_vec(), texts }).or_default() += count;
        }
        Ok(())
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        *self = Self::new(self.rules, self.attributes, self.max_rows);
        Ok(())
    }
}

impl<C: Connection> SqlEngine<C> {
    /// For each rule, how many rows break it, and some of them by name.
    pub(super) fn find_breaking(
        &mut self,
        tests: &RowTests,
        rules: &[Implication],
        max_rows: usize,
    ) -> Result<Vec<BrokenBy>, EngineError> {
        let attributes = tests.universe.len();
        if rules.iter().any(|rule| !rule.fits(attributes)) {
            return Err(EngineError::Wrong("a rule is about attributes that are not tested".to_owned()));
        }
        let dialect = self.connection.dialect();
        let mut looks = self.looks(tests)?;
        let mut found = Found::new(rules, attributes, max_rows);
        let mut packed = loop {
            let mut packed = Packed::new(tests, dialect, looks.clone());
            let (_, unsure) = self.scan_packed(&mut packed, Grouping::Grouped, &mut found)?;
            if unsure.is_empty() {
                break packed;
            }
            for at in unsure {
                looks[at] = Look::Fetched(self.source_of(&tests.columns[at].column)?);
            }
            found.begin_anew()?;
        };
        if max_rows > 0 && !found.kinds.is_empty() {
            self.name_rows(tests, &mut packed, &mut found)?;
        }
        Ok(found.broken)
    }

    /// Fetches rows of the kinds that break rules, with their keys.
    fn name_rows(
        &mut self,
        tests: &RowTests,
        packed: &mut Packed<'_>,
        found: &mut Found<'_>,
    ) -> Result<(), EngineError> {
        let key = self.key_of(tests)?;
        let mut kinds: Vec<PackedRow> = found.kinds.keys().cloned().collect();
        kinds.sort_unstable_by(|a, b| (&a.words, &a.texts).cmp(&(&b.words, &b.texts)));
        let mut row = packed.empty_row();
        for kinds in kinds.chunks(KINDS_AT_ONCE) {
            let query = packed.keyed_query(&self.relation.from, &key.sql, kinds, found.max_rows);
            self.tally.scans += 1;
            // A row without a key is named by its place.
            for cells in self.ordered_texts(&query, true)? {
                let words: Vec<i64> = cells
                    .iter()
                    .skip(1)
                    .take(packed.word_count())
                    .flatten()
                    .filter_map(|word| word.parse().ok())
                    .collect();
                let texts: Vec<Option<&str>> =
                    cells.iter().skip(1 + packed.word_count()).map(Option::as_deref).collect();
                if words.len() != packed.word_count() {
                    return Err(EngineError::Failed("the database answered with another number of columns".to_owned()));
                }
                packed.unpack(&words, &texts, &mut row)?;
                let (has, unknown) = found.sets(&row);
                let name =
                    cells[0].as_deref().map_or_else(String::new, |name| as_people_write(key.kind, name).into_owned());
                for (rule, broken) in found.rules.iter().zip(&mut found.broken) {
                    if broken.rows.len() < found.max_rows && breaks(rule, &has, &unknown) {
                        broken.rows.push(KeyedRow {
                            key: name.clone(),
                            place: None,
                            has: has.clone(),
                            unknown: unknown.clone(),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// What names a row: the column that the tests name, else the primary key, else its
    /// place.
    fn key_of(&mut self, tests: &RowTests) -> Result<Key, EngineError> {
        let dialect = self.connection.dialect();
        if let Some(id) = &tests.id {
            let source = self.source_of(id)?;
            return Ok(Key { sql: text_of(dialect, &source), kind: source.kind });
        }
        if self.relation.table.is_some() {
            let table = self.relation.from.clone();
            let names = self.ask(|connection, _| connection.key(&table), || Ok(()))?;
            let columns = names.iter().map(|name| self.source_of(name)).collect::<Result<Vec<_>, _>>()?;
            match columns.as_slice() {
                [] => {}
                [only] => return Ok(Key { sql: text_of(dialect, only), kind: only.kind }),
                several => {
                    let texts: Vec<String> = several.iter().map(|column| text_of(dialect, column)).collect();
                    return Ok(Key { sql: joined(dialect, &texts), kind: ValueKind::Text });
                }
            }
            if dialect == Dialect::Postgres && self.has_places()? {
                return Ok(Key { sql: "ctid::text".to_owned(), kind: ValueKind::Text });
            }
            if self.rowids()?.is_some() {
                return Ok(Key { sql: "CAST(rowid AS TEXT)".to_owned(), kind: ValueKind::Text });
            }
        }
        let place = match dialect {
            Dialect::Spark => "row_number() OVER (ORDER BY 1)",
            _ => "row_number() OVER ()",
        };
        Ok(Key { sql: dialect.number_as_text(place), kind: ValueKind::Text })
    }

    /// Whether PostgreSQL keeps the rows in places: it does not for views.
    fn has_places(&mut self) -> Result<bool, EngineError> {
        let table = Dialect::Postgres.text(&self.relation.from);
        let query = format!(
            "SELECT 'yes' FROM pg_catalog.pg_class WHERE oid = {table}::regclass AND relkind IN ('r', 'm', 'p')"
        );
        Ok(!self.texts(&query)?.is_empty())
    }
}

/// Texts with commas between.
fn joined(dialect: Dialect, texts: &[String]) -> String {
    match dialect {
        Dialect::Sqlite => {
            let texts: Vec<String> = texts.iter().map(|text| format!("coalesce({text}, '')")).collect();
            texts.join(" || ', ' || ")
        }
        _ => format!("concat_ws(', ', {})", texts.join(", ")),
    }
}
