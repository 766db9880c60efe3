//! A table of a database as an engine.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Instant;

use hornbook::Implication;
use hornbook::scaling::RowTests;
use hornbook::table::{ReadOptions, TableBuilder};

use super::Dialect;
use super::cases::ColumnCase;
use super::cells::{as_people_write, comparable_text_of, text_of};
use super::connection::Connection;
use super::packed::{Look, Packed, UnpackedRow};
use super::relation::{self, Relation};
use super::retry;
use super::sampling::{self, ROWID, Way};
use crate::engine::{
    BrokenBy, Control, Engine, Grouping, OpenOptions, RowSink, Sample, Scanned, SourceColumn, Tally, ValueKind,
};
use crate::error::EngineError;

/// Columns of more values than these are read as text, if the database cannot read them.
const MOST_VALUES: usize = 10_000;
/// After so many rows it is told how far it is.
const ROWS_TOLD: u64 = 100_000;

/// A table of a database, or the answer of a query.
pub struct SqlEngine<C> {
    pub(super) connection: C,
    pub(super) relation: Relation,
    columns: Vec<SourceColumn>,
    read: ReadOptions,
    control: Control,
    pub(super) tally: Tally,
    row_count: Option<u64>,
}

impl<C: Connection> SqlEngine<C> {
    /// The table or the query that the options name.
    pub fn new(mut connection: C, options: &OpenOptions) -> Result<Self, EngineError> {
        let relation = relation::find(&mut connection, options)?;
        let columns = connection.columns(&relation.from)?;
        for (at, column) in columns.iter().enumerate() {
            if columns[..at].iter().any(|other| other.name == column.name) {
                return Err(EngineError::Wrong(format!("the query has two columns called '{}'", column.name)));
            }
        }
        Ok(Self {
            connection,
            relation,
            columns,
            read: options.read.clone(),
            control: options.control.clone(),
            tally: Tally::default(),
            row_count: None,
        })
    }

    /// Asks, and asks again if the connection was lost. `begin_anew` is called before
    /// each further attempt.
    pub(super) fn ask<T>(
        &mut self,
        mut question: impl FnMut(&mut C, &mut Tally) -> Result<T, EngineError>,
        mut begin_anew: impl FnMut() -> Result<(), EngineError>,
    ) -> Result<T, EngineError> {
        loop {
            self.control.check()?;
            let start = Instant::now();
            let answer = question(&mut self.connection, &mut self.tally);
            self.tally.time += start.elapsed();
            match answer {
                Err(EngineError::Unreachable(_)) => {
                    retry::reconnect(&mut self.connection, &self.control)?;
                    self.tally.reconnected += 1;
                    begin_anew()?;
                }
                other => return other,
            }
        }
    }

    /// All rows of an answer of texts, in any order unless the query says in which.
    pub(super) fn texts(&mut self, query: &str) -> Result<Vec<Vec<Option<String>>>, EngineError> {
        self.ordered_texts(query, false)
    }

    /// All rows of an answer of texts; told if rows are taken in the order of the source.
    pub(super) fn ordered_texts(
        &mut self,
        query: &str,
        in_order: bool,
    ) -> Result<Vec<Vec<Option<String>>>, EngineError> {
        let question = |connection: &mut C, tally: &mut Tally| {
            connection.keep_order(in_order);
            let mut rows = Vec::new();
            tally.bytes += connection.texts(query, &mut |row| {
                rows.push(row.iter().map(|cell| cell.map(str::to_owned)).collect());
                Ok(())
            })?;
            Ok(rows)
        };
        self.ask(question, || Ok(()))
    }

    /// All rows of an answer of numbers.
    pub(super) fn numbers(&mut self, query: &str) -> Result<Vec<Vec<i64>>, EngineError> {
        let question = |connection: &mut C, tally: &mut Tally| {
            connection.keep_order(false);
            let mut rows = Vec::new();
            tally.bytes += connection.numbers(query, &mut |row| {
                rows.push(row.to_vec());
                Ok(())
            })?;
            Ok(rows)
        };
        self.ask(question, || Ok(()))
    }

    fn first_number(&mut self, query: &str) -> Result<Option<i64>, EngineError> {
        Ok(self.numbers(query)?.first().and_then(|row| row.first().copied()))
    }

    /// Some rows as a table; nothing if there are more than `most`.
    fn fetch(&mut self, query: &str, columns: &[SourceColumn], most: u64) -> Result<Option<TableBuilder>, EngineError> {
        let question = |connection: &mut C, tally: &mut Tally| {
            connection.keep_order(true);
            let (mut builder, mut rows) = (TableBuilder::new(), 0);
            tally.bytes += connection.texts(query, &mut |row| {
                rows += 1;
                if rows > most {
                    return Ok(());
                }
                for (column, cell) in columns.iter().zip(row) {
                    builder.set(&column.name, &as_people_write(column.kind, cell.unwrap_or_default()))?;
                }
                Ok(builder.end_row(rows as usize)?)
            })?;
            Ok((rows <= most).then_some(builder))
        };
        self.ask(question, || Ok(()))
    }

    /// The columns of which attributes can be made.
    fn usable_columns(&self) -> Result<Vec<SourceColumn>, EngineError> {
        let usable: Vec<SourceColumn> =
            self.columns.iter().filter(|column| column.kind != ValueKind::Other).cloned().collect();
        if usable.is_empty() {
            return Err(EngineError::Wrong(format!("{} has no column that holds values", self.name())));
        }
        Ok(usable)
    }

    /// By what rows stand in their order; nothing if the database keeps it by itself.
    fn order(&mut self) -> Result<Vec<String>, EngineError> {
        match (self.connection.dialect(), self.relation.table.is_some()) {
            (Dialect::Mysql, true) => {
                let table = self.relation.from.clone();
                self.ask(|connection, _| connection.key(&table), || Ok(()))
            }
            (Dialect::Sqlite, true) if self.rowids()?.is_some() => Ok(vec![ROWID.to_owned()]),
            _ => Ok(Vec::new()),
        }
    }

    /// The first and the last number of rows of SQLite; nothing if they have none.
    pub(super) fn rowids(&mut self) -> Result<Option<(i64, i64)>, EngineError> {
        let is_column = self.columns.iter().any(|column| column.name.eq_ignore_ascii_case(ROWID));
        if self.connection.dialect() != Dialect::Sqlite || self.relation.table.is_none() || is_column {
            return Ok(None);
        }
        let query = format!("SELECT coalesce(min({ROWID}), 0), coalesce(max({ROWID}), 0) FROM {}", self.relation.from);
        match self.numbers(&query) {
            Ok(rows) => Ok(rows.first().map(|row| (row[0], row[1]))),
            // A view has none, nor has a table without them.
            Err(EngineError::Failed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// About how many rows there are, if the database knows without counting.
    fn estimated_rows(&mut self) -> Result<Option<u64>, EngineError> {
        match sampling::estimate(self.connection.dialect(), &self.relation) {
            Some(query) => Ok(self.first_number(&query)?.and_then(|rows| u64::try_from(rows).ok())),
            None => Ok(None),
        }
    }

    /// Some rows from all over the table, of so many.
    fn spread_rows(&mut self, columns: &[SourceColumn], count: u64, wanted: u64) -> Result<TableBuilder, EngineError> {
        let dialect = self.connection.dialect();
        let pages = match sampling::can_sample(dialect, &self.relation) {
            Some(query) => self.first_number(&query)? == Some(1),
            None => false,
        };
        let way = match self.rowids()? {
            Some((first, last)) => Way::Rowids { first, last },
            None if pages => Way::Pages,
            None => Way::Any,
        };
        let shown = shown(dialect, columns);
        let query = sampling::spread(dialect, &self.relation, &shown, count, wanted, &way);
        // To choose among all rows is to go through them.
        self.tally.scans += u64::from(matches!(way, Way::Any));
        let found = self.fetch(&query, columns, u64::MAX)?.unwrap_or_default();
        // Where numbers of rows have gaps, or few pages hold all, a run may find nothing.
        let is_enough = found.len() as u64 >= wanted / 4;
        if is_enough || matches!(way, Way::Any) {
            return Ok(found);
        }
        let query = sampling::spread(dialect, &self.relation, &shown, count, wanted, &Way::Any);
        self.tally.scans += 1;
        Ok(self.fetch(&query, columns, u64::MAX)?.unwrap_or_default())
    }

    pub(super) fn source_of(&self, column: &str) -> Result<SourceColumn, EngineError> {
        let found = self.columns.iter().find(|source| source.name == column).cloned();
        found.ok_or_else(|| EngineError::Wrong(format!("{} has no column '{column}'", self.name())))
    }

    /// How each tested column is looked at.
    pub(super) fn looks(&mut self, tests: &RowTests) -> Result<Vec<Look>, EngineError> {
        let dialect = self.connection.dialect();
        let mut known: HashMap<String, Option<Vec<String>>> = HashMap::new();
        let mut looks = Vec::new();
        for tested in &tests.columns {
            let source = self.source_of(&tested.column)?;
            if let Some(case) = ColumnCase::of(dialect, &source, tested) {
                looks.push(Look::Packed(case));
                continue;
            }
            if !known.contains_key(&source.name) {
                let values = self.raw_values(&source, MOST_VALUES)?;
                known.insert(source.name.clone(), values);
            }
            looks.push(match &known[&source.name] {
                Some(values) => Look::Packed(ColumnCase::of_values(dialect, &source, tested, values)),
                None => Look::Fetched(source),
            });
        }
        Ok(looks)
    }

    /// The values of a column as the database writes them, if there are no more than
    /// `most`.
    fn raw_values(&mut self, source: &SourceColumn, most: usize) -> Result<Option<Vec<String>>, EngineError> {
        let text = comparable_text_of(self.connection.dialect(), source);
        let query = format!(
            "SELECT v FROM (SELECT {text} AS v FROM {}) AS texts WHERE v IS NOT NULL GROUP BY v LIMIT {}",
            self.relation.from,
            most as u64 + 1
        );
        self.tally.scans += 1;
        let values: Vec<String> = self.texts(&query)?.into_iter().filter_map(|mut row| row.swap_remove(0)).collect();
        Ok((values.len() <= most).then_some(values))
    }

    /// To group rows as they stand, a database must tell cells apart as files do: not by
    /// a collation for which some texts are equal that are not the same.
    fn possible_grouping(&mut self, tests: &RowTests, wanted: Grouping) -> Result<Grouping, EngineError> {
        let dialect = self.connection.dialect();
        let mut possible = matches!(dialect, Dialect::Postgres | Dialect::Spark);
        for tested in &tests.columns {
            let source = self.source_of(&tested.column)?;
            let plain_text =
                dialect == Dialect::Spark || ["text", "varchar"].contains(&source.type_name.to_lowercase().as_str());
            possible &= match source.kind {
                ValueKind::Text => plain_text,
                ValueKind::Whole | ValueKind::Boolean | ValueKind::Date | ValueKind::Number => true,
                _ => false,
            };
        }
        Ok(if wanted == Grouping::GroupedAsTheyStand && !possible { Grouping::Grouped } else { wanted })
    }

    /// What is asked for packed rows. Rows that are told one by one are handed over in
    /// pieces, where the database has such.
    fn asked(&mut self, packed: &Packed<'_>, grouping: Grouping) -> Result<Asked, EngineError> {
        let table = self.relation.from.clone();
        let is_cut = grouping == Grouping::OneByOne && self.relation.table.is_some() && !packed.has_texts();
        let pieces = if is_cut { self.ask(|connection, _| connection.pieces(&table), || Ok(()))? } else { Vec::new() };
        if pieces.is_empty() {
            return Ok(Asked::Whole(packed.query(&table, grouping)));
        }
        let queries = pieces.iter().map(|piece| packed.query_of_piece(&table, piece)).collect();
        Ok(Asked::Pieces { table, queries })
    }

    /// Goes through all rows once; says which columns must be read as text if the
    /// database was not sure about some.
    fn scan_once(
        &mut self,
        packed: &mut Packed<'_>,
        grouping: Grouping,
        sink: &mut dyn RowSink,
    ) -> Result<(Scanned, Vec<usize>), EngineError> {
        self.scan_packed(packed, grouping, &mut SinkOnly(sink))
    }

    /// The same, for who wants to know how the rows are packed as well.
    pub(super) fn scan_packed(
        &mut self,
        packed: &mut Packed<'_>,
        grouping: Grouping,
        sink: &mut dyn PackedSink,
    ) -> Result<(Scanned, Vec<usize>), EngineError> {
        let grouping = packed.grouping(grouping);
        let asked = self.asked(packed, grouping)?;
        let shape = Shape { words: packed.word_count(), grouping, has_texts: packed.has_texts() };
        let (control, of) = (self.control.clone(), self.row_count);
        // Both the question and the beginning anew need the sink.
        let sink = RefCell::new(sink);
        let question = |connection: &mut C, tally: &mut Tally| {
            let mut sink = sink.borrow_mut();
            let (mut scanned, mut row, mut told) = (Scanned::default(), packed.empty_row(), 0);
            let mut take = |words: &[i64], count: i64, texts: &[Option<&str>]| {
                packed.unpack(words, texts, &mut row)?;
                let count = count.max(0) as u64;
                scanned.rows += count;
                if scanned.rows - told >= ROWS_TOLD {
                    told = scanned.rows;
                    control.tell(told, of);
                }
                if row.left_out {
                    scanned.left_out += count;
                    return Ok(());
                }
                sink.row(&row, words, texts, count)
            };
            tally.scans += 1;
            connection.keep_order(!grouping.is_grouped());
            tally.bytes += match &asked {
                Asked::Whole(query) => shape.ask(connection, query, &mut take)?,
                Asked::Pieces { table, queries } => {
                    let mut row = |words: &[i64]| match words.len() == shape.words {
                        true => take(words, 1, &[]),
                        false => Err(another_number_of_columns()),
                    };
                    connection.numbers_of_pieces(table, queries, &mut row)?
                }
            };
            row.unexpected.sort_unstable();
            scanned.unexpected = std::mem::take(&mut row.unexpected);
            Ok((scanned, std::mem::take(&mut row.unsure)))
        };
        self.ask(question, || sink.borrow_mut().begin_anew())
    }
}

/// What is asked to go through all rows once.
enum Asked {
    /// One query.
    Whole(String),
    /// A query for each piece of a table.
    Pieces {
        /// The table.
        table: String,
        /// At least two.
        queries: Vec<String>,
    },
}

impl Asked {
    /// How it is shown to people.
    fn shown(self) -> String {
        match self {
            Self::Whole(query) => query,
            Self::Pieces { queries, .. } => {
                let more = queries.len() - 1;
                let first = queries.into_iter().next().unwrap_or_default();
                let times = if more == 1 { "once".to_owned() } else { format!("{more} times") };
                format!("{first}\n-- And so on for the pages behind these, {times}, over several connections at once.")
            }
        }
    }
}

/// Who takes the rows of a scan, unpacked and as they are packed.
pub(super) trait PackedSink {
    /// A row occurs `count` times.
    fn row(&mut self, row: &UnpackedRow, words: &[i64], texts: &[Option<&str>], count: u64) -> Result<(), EngineError>;

    /// The scan begins anew.
    fn begin_anew(&mut self) -> Result<(), EngineError>;
}

/// One who does not want to know how rows are packed.
struct SinkOnly<'a>(&'a mut dyn RowSink);

impl PackedSink for SinkOnly<'_> {
    fn row(&mut self, row: &UnpackedRow, _: &[i64], _: &[Option<&str>], count: u64) -> Result<(), EngineError> {
        self.0.row(&row.has, &row.unknown, count)
    }

    fn begin_anew(&mut self) -> Result<(), EngineError> {
        self.0.begin_anew()
    }
}

/// What the rows of an answer are made of.
#[derive(Clone, Copy)]
struct Shape {
    words: usize,
    grouping: Grouping,
    has_texts: bool,
}

fn another_number_of_columns() -> EngineError {
    EngineError::Failed("the database answered with another number of columns".to_owned())
}

/// What takes the words of a row, how often it occurs, and its fetched texts.
type TakeRow<'a> = &'a mut dyn FnMut(&[i64], i64, &[Option<&str>]) -> Result<(), EngineError>;

impl Shape {
    /// Asks for rows, and says how many bytes came.
    fn ask(self, connection: &mut impl Connection, query: &str, take: TakeRow<'_>) -> Result<u64, EngineError> {
        let is_grouped = self.grouping.is_grouped();
        let numbers = self.words + usize::from(is_grouped);
        let count = |numbers: &[i64]| if is_grouped { numbers[self.words] } else { 1 };
        if !self.has_texts {
            return connection.numbers(query, &mut |row| {
                if row.len() < numbers {
                    return Err(another_number_of_columns());
                }
                take(&row[..self.words], count(row), &[])
            });
        }
        let mut read: Vec<i64> = Vec::new();
        connection.texts(query, &mut |row| {
            read.clear();
            read.extend(row.iter().take(numbers).map_while(|cell| cell.and_then(|cell| cell.parse::<i64>().ok())));
            if read.len() < numbers {
                return Err(another_number_of_columns());
            }
            take(&read[..self.words], count(&read), &row[numbers..])
        })
    }
}

impl<C: Connection> SqlEngine<C> {
    /// How many rows there are, counted by the source.
    fn count_rows(&mut self) -> Result<u64, EngineError> {
        self.tally.scans += 1;
        let counted = self.first_number(&sampling::count(&self.relation))?;
        Ok(counted.and_then(|rows| u64::try_from(rows).ok()).unwrap_or(0))
    }
}

/// The expressions of columns as text.
fn shown(dialect: Dialect, columns: &[SourceColumn]) -> String {
    columns.iter().map(|column| text_of(dialect, column)).collect::<Vec<_>>().join(", ")
}

impl<C: Connection> Engine for SqlEngine<C> {
    fn name(&self) -> String {
        self.connection.name()
    }

    fn columns(&mut self) -> Result<Vec<SourceColumn>, EngineError> {
        Ok(self.columns.clone())
    }

    fn sample(&mut self, most_rows: u64) -> Result<Sample, EngineError> {
        let columns = self.usable_columns()?;
        let dialect = self.connection.dialect();
        let estimate = self.estimated_rows()?;
        let order = self.order()?;
        // A cluster counts rows sooner than it hands some of them over.
        let counted = if dialect == Dialect::Spark { Some(self.count_rows()?) } else { None };
        // An estimate may be wrong; only one that says far too many is believed.
        let may_be_whole = match counted {
            Some(rows) => rows <= most_rows,
            None => estimate.is_none_or(|rows| rows / 2 <= most_rows),
        };
        if may_be_whole {
            let query = sampling::first_rows(dialect, &self.relation, &shown(dialect, &columns), &order, most_rows + 1);
            if let Some(builder) = self.fetch(&query, &columns, most_rows)? {
                let rows = builder.len() as u64;
                self.tally.scans += 1;
                self.row_count = Some(rows);
                let table = builder.finish()?.with_values(&self.read);
                return Ok(Sample { table, is_whole: true, row_count: Some(rows) });
            }
        }
        let count = match counted.or(estimate.filter(|_| !may_be_whole)) {
            Some(rows) => rows,
            None => self.count_rows()?,
        };
        self.row_count = Some(count);
        let table = self.spread_rows(&columns, count, most_rows)?.finish()?.with_values(&self.read);
        Ok(Sample { table, is_whole: false, row_count: Some(count) })
    }

    fn scan(&mut self, tests: &RowTests, grouping: Grouping, sink: &mut dyn RowSink) -> Result<Scanned, EngineError> {
        let mut looks = self.looks(tests)?;
        let grouping = self.possible_grouping(tests, grouping)?;
        loop {
            let mut packed = Packed::new(tests, self.connection.dialect(), looks.clone());
            let (scanned, unsure) = self.scan_once(&mut packed, grouping, sink)?;
            if unsure.is_empty() {
                self.row_count = Some(scanned.rows);
                return Ok(scanned);
            }
            // Those columns have texts that only their reader understands.
            for at in unsure {
                looks[at] = Look::Fetched(self.source_of(&tests.columns[at].column)?);
            }
            sink.begin_anew()?;
        }
    }

    fn values(&mut self, column: &str, most: usize) -> Result<Option<Vec<String>>, EngineError> {
        let source = self.source_of(column)?;
        let values = self.raw_values(&source, most)?;
        Ok(values.map(|values| values.iter().map(|value| as_people_write(source.kind, value).into_owned()).collect()))
    }

    fn breaking(
        &mut self,
        tests: &RowTests,
        rules: &[Implication],
        max_rows: usize,
    ) -> Result<Vec<BrokenBy>, EngineError> {
        self.find_breaking(tests, rules, max_rows)
    }

    fn plan(&mut self, tests: &RowTests, grouping: Grouping) -> Result<Vec<String>, EngineError> {
        let looks = self.looks(tests)?;
        let grouping = self.possible_grouping(tests, grouping)?;
        let packed = Packed::new(tests, self.connection.dialect(), looks);
        Ok(vec![self.asked(&packed, packed.grouping(grouping))?.shown()])
    }

    fn tally(&self) -> Tally {
        self.tally
    }
}
