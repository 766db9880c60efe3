//! Tables with rows that break rules, what `check` finds in them, and what was emitted
//! of the rules.
#![allow(dead_code)]

pub mod mariadb;
pub mod postgres;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use hornbook::domain::Domain;
use hornbook::format::{ContextFormat, RawTable};
use hornbook::prepare::{Preparation, ScalingChoice};
use hornbook::scaling::{IdColumn, Missing, ScalingOptions, row_tests_by_names};
use hornbook::{AttrSet, Implication, Universe, canonical_basis};
use hornbook_engines::emit::{AttributeColumns, Emission, EmitDialect, EmittedRule};

/// A table of text, whose first column names the rows.
pub struct Cells {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Cells {
    /// One of the sample tables; all its cells are plain.
    pub fn sample(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name);
        let text = fs::read_to_string(path).unwrap();
        let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
        let columns = lines.next().unwrap();
        // Ids that occur twice would not tell rows apart.
        let rows = lines.enumerate().map(|(at, mut row)| {
            row[0] = format!("r{at} {}", row[0]);
            row
        });
        Self { rows: rows.collect(), columns }
    }

    /// Every n-th row gets a cell of another row; every third time, none.
    pub fn change_every(&mut self, n: usize) {
        let (width, height) = (self.columns.len(), self.rows.len());
        for (time, row) in (0..height).step_by(n).enumerate() {
            let column = 1 + (time * 7 + 3) % (width - 1);
            let other = self.rows[(row * 31 + 17) % height][column].clone();
            self.rows[row][column] = if time % 3 == 2 { "?".to_owned() } else { other };
        }
    }

    pub fn csv(&self) -> String {
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let mut text = String::new();
        for row in [&self.columns].into_iter().chain(&self.rows) {
            writeln!(text, "{}", row.iter().map(quoted).collect::<Vec<_>>().join(",")).unwrap();
        }
        text
    }
}

/// Rules and their attributes.
pub struct Rules {
    pub universe: Arc<Universe>,
    pub rules: Vec<EmittedRule>,
}

impl Rules {
    /// Some rules of a table.
    pub fn learned(cells: &Cells, most: usize) -> Self {
        let table = Preparation::learning().bytes(cells.csv().as_bytes(), ContextFormat::Csv).unwrap();
        let context = table.context;
        let basis = canonical_basis(&context);
        Self::new(context.universe().clone(), basis.rules().iter().take(most).cloned())
    }

    /// Rules told by the names of their attributes; none on the right for "never".
    pub fn told(rules: &[(&[&str], &[&str])]) -> Self {
        let names: BTreeSet<&str> = rules.iter().flat_map(|(left, right)| left.iter().chain(*right).copied()).collect();
        let universe = Arc::new(Universe::new(names.into_iter().collect::<Vec<_>>()).unwrap());
        let set = |names: &[&str]| AttrSet::of(universe.len(), names.iter().map(|name| universe.attr(name).unwrap()));
        let implications: Vec<Implication> = rules
            .iter()
            .map(|(left, right)| match right {
                [] => Implication::never(set(left)),
                _ => Implication::new(set(left), set(right)),
            })
            .collect();
        Self::new(universe.clone(), implications)
    }

    fn new(universe: Arc<Universe>, implications: impl IntoIterator<Item = Implication>) -> Self {
        let rule = |(at, implication): (usize, Implication)| {
            let text = implication.display(&universe).to_string();
            EmittedRule { name: format!("rule_{at}"), text, implication }
        };
        let rules = implications.into_iter().enumerate().map(rule).collect();
        Self { universe, rules }
    }

    pub fn mentioned(&self) -> AttrSet {
        let mut set = self.universe.none();
        for rule in &self.rules {
            set.insert_all(&rule.implication.premise);
            rule.implication.conclusion.attrs().iter().for_each(|attrs| _ = set.insert_all(attrs));
        }
        set
    }

    pub fn by_names(&self) -> AttributeColumns {
        AttributeColumns::by_names(&self.universe, &self.mentioned())
    }

    /// As the table itself tells.
    pub fn by_table(&self, cells: &Cells) -> AttributeColumns {
        let Ok(RawTable::Columns(table)) = RawTable::read(cells.csv().as_bytes(), ContextFormat::Csv) else {
            panic!("it is a table of cells");
        };
        let table = table.with_all_parts_of_dates();
        let options = ScalingOptions { missing: Missing::Unknown, id: IdColumn::None, ..ScalingOptions::default() };
        let tests = row_tests_by_names(&table, self.universe.clone(), &self.mentioned(), &options).unwrap();
        AttributeColumns::of_tests(&tests)
    }

    pub fn emission<'a>(&'a self, columns: &'a AttributeColumns, dialect: EmitDialect, table: &'a str) -> Emission<'a> {
        Emission { rules: &self.rules, columns, dialect, table, missing_is_absent: false }
    }

    /// For each rule the names of the rows that break it, as `check` finds them.
    pub fn broken_by(&self, cells: &Cells, missing_is_absent: bool) -> Vec<BTreeSet<String>> {
        let id = IdColumn::Column(cells.columns[0].clone());
        let scaling = ScalingChoice::Named { id, universe: self.universe.clone(), needed: self.mentioned() };
        let usual = Preparation { scaling, background: false, ..Preparation::exploring() };
        let usual = match missing_is_absent {
            true => usual.with_missing(Missing::Absent),
            false => usual,
        };
        let context = usual.bytes(cells.csv().as_bytes(), ContextFormat::Csv).unwrap().context;
        let rules: Vec<Implication> = self.rules.iter().map(|rule| rule.implication.without_premise()).collect();
        let Ok(found) = Domain::violations(&mut &context, &rules, usize::MAX);
        found.rules.into_iter().map(|rule| rule.rows.into_iter().map(|row| row.label).collect()).collect()
    }
}

/// What a script of emitted queries answered.
pub struct Answers {
    /// For each rule the names of the rows.
    pub rows: Vec<BTreeSet<String>>,
    /// For each rule how many there are.
    pub counts: Vec<i64>,
}

/// Runs all queries of a script in one connection of a database: the first column of
/// each answer, but the third of the last ones, which count.
#[macro_export]
macro_rules! answers {
    ($connection:expr, $script:expr, $rules:expr) => {{
        use futures_util::TryStreamExt;
        use sqlx::Row;
        let (mut groups, mut open, mut counts) = (Vec::new(), std::collections::BTreeSet::new(), Vec::new());
        let script: String = $script;
        {
            let mut found = sqlx::raw_sql(sqlx::AssertSqlSafe(script)).fetch_many($connection);
            while let Some(next) = found.try_next().await.unwrap() {
                match next.right() {
                    Some(row) if groups.len() < $rules => _ = open.insert(row.get::<String, _>(0)),
                    Some(row) => counts.push(row.get::<i64, _>(2)),
                    None => groups.push(std::mem::take(&mut open)),
                }
            }
        }
        groups.truncate($rules);
        $crate::emitting::Answers { rows: groups, counts }
    }};
}

/// The emitted queries find the rows that `check` finds, and some rule is broken, so that
/// there is something to find.
pub fn assert_same(answers: &Answers, expected: &[BTreeSet<String>]) {
    assert_eq!(answers.rows.len(), expected.len());
    for (at, (found, expected)) in answers.rows.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "rule {at}");
    }
    assert_eq!(answers.counts, expected.iter().map(|rows| rows.len() as i64).collect::<Vec<_>>());
    assert!(expected.iter().any(|rows| !rows.is_empty()), "nothing is broken");
}

/// Rules and rows with names and values that mean something else to who does not quote.
pub fn nasty() -> (Cells, Rules) {
    let columns = ["id", "it's \"odd\"", "new\nline", "back\\slash`", "'; drop table x; --", "{{ ref('a') }}"];
    let values = [
        ["a", "'; drop table x; --", "two\nlines", "\\", "yes", "{% raw %}"],
        ["b", "'; drop table x; --", "one", "\\'", "no", "{% raw %}"],
        ["c", "\"", "two\nlines", ":bind", "?", "{x}"],
        ["d", "\"", "", "100%", "yes", "{x}"],
        ["e", "Ä", "two\nlines", "\\", "no", "{{ 1 }}"],
        ["f", "ä", "two\nlines", "NA", "YES", "{{ 1 }}"],
    ];
    let texts = |row: &[&str]| row.iter().map(|cell| (*cell).to_owned()).collect::<Vec<String>>();
    let cells = Cells { columns: texts(&columns), rows: values.iter().map(|row| texts(row)).collect() };
    let rules = Rules::told(&[
        (&["it's \"odd\"='; drop table x; --"], &["new\nline=two\nlines"]),
        (&["new\nline=two\nlines"], &["back\\slash`=\\"]),
        (&["'; drop table x; --"], &["it's \"odd\"=\"", "{{ ref('a') }}={x}"]),
        (&["back\\slash`=:bind"], &[]),
        (&["{{ ref('a') }}={{ 1 }}", "it's \"odd\"=ä"], &["back\\slash`=100%"]),
        (&["it's \"odd\"=Ä"], &["'; drop table x; --"]),
        (&[], &["back\\slash`=\\"]),
        (&["new\nline=?"], &["back\\slash`=\\'"]),
    ]);
    (cells, rules)
}

/// Numbers, dates, their parts, and several values in a cell.
pub fn mixed() -> (Cells, Rules) {
    let columns = ["id", "age", "price", "when", "tags", "member", "legs"];
    let values = [
        ["a", "30", "1.5", "2024-01-31", "red|blue", "yes", "4"],
        ["b", "29.9", "2.25", "2024-02-29", "red", "no", "2"],
        ["c", "-3", "1.5", "2023-12-24", "blue | red", "yes", "4"],
        ["d", "?", "10", "2024-01-01", "green", "no", "40"],
        ["e", "1e2", "1.5", "?", "dark red|blue", "yes", "?"],
        ["f", "45", "0.25", "2022-07-04", "?", "?", "2"],
        ["g", "100", "?", "2024-01-15", "green|blue", "no", "4"],
        ["h", "7", "1.5", "2025-01-06", "red|green|blue", "yes", "0"],
        ["i", "18", "2.25", "2024-06-30", "red|green", "no", "-4"],
    ];
    let texts = |row: &[&str]| row.iter().map(|cell| (*cell).to_owned()).collect::<Vec<String>>();
    let cells = Cells { columns: texts(&columns), rows: values.iter().map(|row| texts(row)).collect() };
    let rules = Rules::told(&[
        (&["age>=30"], &["price=1.5"]),
        (&["age<30"], &["when>=2024-01-01"]),
        (&["18<=age<45"], &["member"]),
        (&["member"], &["18<=age<45", "legs=4"]),
        (&["tags=red"], &["tags=blue"]),
        (&["tags=green"], &["when<2024-01-15"]),
        (&["2024-01-01<=when<2024-07-01"], &["legs=4"]),
        (&["when.month=Jan"], &["when.year=2024"]),
        (&["when.weekday=Mon"], &["tags=red"]),
        (&["legs=?"], &["age<30"]),
        (&["age=?"], &[]),
        (&["price=10"], &["legs=2"]),
        (&["legs=-4"], &["member"]),
        (&["when.year>=2024"], &["when.month=Jan"]),
    ]);
    (cells, rules)
}

/// The SQL that makes the table, with a type for each column, and puts a row each into it.
pub fn making(cells: &Cells, table: &str, types: &[&str], quote: char) -> (String, Vec<String>) {
    let name = |name: &str| format!("{quote}{}{quote}", name.replace(quote, &format!("{quote}{quote}")));
    let columns: Vec<String> =
        cells.columns.iter().zip(types).map(|(column, kind)| format!("{} {kind}", name(column))).collect();
    let value = |(cell, kind): (&String, &&str)| match cell.as_str() {
        "?" if *kind != "text" => "NULL".to_owned(),
        cell if quote == '`' => format!("'{}'", cell.replace('\\', "\\\\").replace('\'', "''")),
        cell => format!("'{}'", cell.replace('\'', "''")),
    };
    let insert = |row: &Vec<String>| {
        let values: Vec<String> = row.iter().zip(types).map(value).collect();
        format!("INSERT INTO {} VALUES ({})", name(table), values.join(", "))
    };
    (format!("CREATE TABLE {} ({})", name(table), columns.join(", ")), cells.rows.iter().map(insert).collect())
}

/// Types as a person would choose: of truth values, whole numbers and text.
pub fn fitting_types(cells: &Cells, boolean: &'static str) -> Vec<&'static str> {
    let of = |column: usize| {
        let mut known = cells.rows.iter().map(|row| row[column].as_str()).filter(|cell| *cell != "?");
        if known.clone().all(|cell| ["TRUE", "FALSE"].contains(&cell)) {
            boolean
        } else if known.all(|cell| cell.parse::<i32>().is_ok()) {
            "integer"
        } else {
            "varchar(200)"
        }
    };
    (0..cells.columns.len()).map(of).collect()
}
