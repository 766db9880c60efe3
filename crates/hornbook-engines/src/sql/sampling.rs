//! Which rows of a large table are looked at first.

use super::dialect::Dialect;
use super::relation::Relation;

/// Chosen once: the same rows are taken each time.
const SEED: u32 = 42;
/// So many rows that follow each other are taken at a time, where that is cheap.
const RUN: u64 = 100;

/// A query for about how many rows a table has, as far as the database knows without
/// counting; nothing for queries. The answer is one number, or none.
pub(super) fn estimate(dialect: Dialect, relation: &Relation) -> Option<String> {
    let table = relation.table.as_ref()?;
    match dialect {
        Dialect::Postgres => Some(format!(
            "SELECT reltuples::int8 FROM pg_catalog.pg_class WHERE oid = {}::regclass AND relkind IN ('r', 'm') AND reltuples > 0",
            dialect.text(&relation.from)
        )),
        Dialect::Mysql => Some(format!(
            "SELECT CAST(table_rows AS SIGNED) FROM information_schema.tables WHERE table_schema = {} AND table_name = {} \
             AND table_rows IS NOT NULL",
            dialect.text(&table.schema),
            dialect.text(&table.name)
        )),
        Dialect::Sqlite | Dialect::Spark => None,
    }
}

/// A query that counts all rows.
pub(super) fn count(relation: &Relation) -> String {
    format!("SELECT count(*) FROM {}", relation.from)
}

/// A query for so many rows from the start of a relation, with these expressions.
pub(super) fn first_rows(dialect: Dialect, relation: &Relation, shown: &str, key: &[String], rows: u64) -> String {
    format!("SELECT {shown} FROM {}{} LIMIT {rows}", relation.from, order(dialect, relation, key))
}

/// The order of the source, where a database may choose another.
fn order(dialect: Dialect, relation: &Relation, key: &[String]) -> String {
    match dialect {
        Dialect::Mysql if !key.is_empty() => {
            let names: Vec<String> = key.iter().map(|name| dialect.name(name)).collect();
            format!(" ORDER BY {}", names.join(", "))
        }
        Dialect::Sqlite if relation.table.is_some() && key == [ROWID] => format!(" ORDER BY {ROWID}"),
        _ => String::new(),
    }
}

/// What SQLite calls the place of a row.
pub(super) const ROWID: &str = "rowid";

/// What PostgreSQL can take a sample of by itself.
pub(super) fn can_sample(dialect: Dialect, relation: &Relation) -> Option<String> {
    let is_table = dialect == Dialect::Postgres && relation.table.is_some();
    is_table.then(|| {
        let table = dialect.text(&relation.from);
        format!("SELECT count(*) FROM pg_catalog.pg_class WHERE oid = {table}::regclass AND relkind IN ('r', 'm', 'p')")
    })
}

/// How rows are taken from all over a relation.
pub(super) enum Way {
    /// PostgreSQL takes pages of a table.
    Pages,
    /// By their numbers in SQLite.
    Rowids {
        /// The smallest.
        first: i64,
        /// The largest.
        last: i64,
    },
    /// Each so many-th, or each by chance.
    Any,
}

/// A query for about `wanted` of so many rows from all over a relation.
pub(super) fn spread(dialect: Dialect, relation: &Relation, shown: &str, count: u64, wanted: u64, way: &Way) -> String {
    let from = &relation.from;
    let share = (wanted as f64 / count.max(1) as f64).min(1.0);
    match (way, dialect) {
        (Way::Pages, _) => {
            format!("SELECT {shown} FROM {from} TABLESAMPLE SYSTEM ({}) REPEATABLE ({SEED})", 100.0 * share)
        }
        (Way::Rowids { first, last }, _) => rowid_runs(from, shown, wanted, *first, *last),
        (Way::Any, Dialect::Mysql | Dialect::Spark) => {
            format!("SELECT {shown} FROM {from} WHERE rand({SEED}) < {share}")
        }
        (Way::Any, Dialect::Postgres | Dialect::Sqlite) => {
            let each = (count / wanted.max(1)).max(1);
            format!(
                "SELECT {shown} FROM (SELECT *, row_number() OVER () AS hornbook_row FROM {from}) AS numbered \
                 WHERE hornbook_row % {each} = 0"
            )
        }
    }
}

/// Runs of rows whose numbers follow each other, evenly spread.
fn rowid_runs(from: &str, shown: &str, wanted: u64, first: i64, last: i64) -> String {
    let runs = (wanted / RUN).max(1);
    let span = i128::from(last) - i128::from(first) + 1;
    let step = (span / i128::from(runs)).max(i128::from(RUN));
    format!(
        "WITH RECURSIVE runs(start) AS (SELECT {first} UNION ALL SELECT start + {step} FROM runs \
         WHERE start <= {last} - {step}) \
         SELECT {shown} FROM runs CROSS JOIN {from} WHERE {ROWID} >= start AND {ROWID} < start + {RUN}"
    )
}
