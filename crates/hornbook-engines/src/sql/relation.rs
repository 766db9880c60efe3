//! Which table is meant.

use super::connection::Connection;
use super::dialect::Dialect;
use crate::engine::OpenOptions;
use crate::error::EngineError;

/// So many names are listed.
const MOST_LISTED: usize = 20;

/// What is read: a table or a query.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    /// What stands behind FROM.
    pub(super) from: String,
    /// The table, if it is one.
    pub(super) table: Option<TableName>,
}

/// A table of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableName {
    pub(super) schema: String,
    pub(super) name: String,
    /// Whether the name alone says which it is.
    pub(super) is_usual: bool,
}

impl TableName {
    fn quoted(&self, dialect: Dialect) -> String {
        match self.is_usual {
            true => dialect.name(&self.name),
            false => format!("{}.{}", dialect.name(&self.schema), dialect.name(&self.name)),
        }
    }

    fn shown(&self) -> String {
        if self.is_usual { self.name.clone() } else { format!("{}.{}", self.schema, self.name) }
    }
}

/// Finds what the options name; the only table if they name none.
pub(super) fn find(connection: &mut impl Connection, options: &OpenOptions) -> Result<Relation, EngineError> {
    let dialect = connection.dialect();
    match (&options.table, &options.query) {
        (Some(_), Some(_)) => {
            Err(EngineError::Wrong("both a table and a query are given: only one of them can be read".to_owned()))
        }
        (None, Some(query)) => {
            let query = query.trim().trim_end_matches([';', ' ', '\n', '\t', '\r']);
            // A comment at its end must not hide what follows.
            Ok(Relation { from: format!("({query}\n) AS t"), table: None })
        }
        (Some(name), None) => named(connection, dialect, name),
        (None, None) => {
            let tables = tables(connection, dialect)?;
            match tables.iter().filter(|table| !is_of_system(table)).collect::<Vec<_>>().as_slice() {
                [only] => Ok(of_table(dialect, (*only).clone())),
                [] => Err(EngineError::Wrong(format!("{} has no tables", connection.name()))),
                several => {
                    let names = several.iter().map(|table| table.shown()).collect();
                    let name = connection.name();
                    Err(EngineError::Wrong(format!("{name} has several tables: say which of {}", listed(names))))
                }
            }
        }
    }
}

fn of_table(dialect: Dialect, table: TableName) -> Relation {
    Relation { from: table.quoted(dialect), table: Some(table) }
}

/// The table of that name: all of it may be the name, or a schema may stand before a
/// point.
fn named(connection: &mut impl Connection, dialect: Dialect, name: &str) -> Result<Relation, EngineError> {
    if name.contains('\0') {
        return Err(EngineError::Wrong("the name of a table cannot hold a NUL".to_owned()));
    }
    // A cluster knows tables by many names, and files as well.
    if dialect == Dialect::Spark {
        return of_cluster(connection, name);
    }
    let tables = tables(connection, dialect)?;
    let by = |same: &dyn Fn(&str, &str) -> bool| -> Vec<&TableName> {
        let usual = tables.iter().filter(|table| table.is_usual && same(&table.name, name));
        let found: Vec<&TableName> = usual.collect();
        match name.split_once('.') {
            Some((schema, name)) if found.is_empty() => {
                tables.iter().filter(|table| same(&table.schema, schema) && same(&table.name, name)).collect()
            }
            _ => found,
        }
    };
    let exact = by(&|a, b| a == b);
    let found = if exact.is_empty() { by(&|a, b| a.to_lowercase() == b.to_lowercase()) } else { exact };
    match found.as_slice() {
        [table] => Ok(of_table(dialect, (*table).clone())),
        _ => Err(not_there(connection, name, &tables)),
    }
}

/// A table of a cluster, a path in it, or a name that looks like one of these.
fn of_cluster(connection: &mut impl Connection, name: &str) -> Result<Relation, EngineError> {
    let table = TableName { schema: String::new(), name: name.to_owned(), is_usual: true };
    let meant = connection.relation(name)?;
    let whole = Dialect::Spark.name(name);
    for from in meant.into_iter().chain([whole]) {
        match connection.columns(&from) {
            Ok(_) => return Ok(Relation { from, table: Some(table) }),
            Err(EngineError::Wrong(message)) if message.contains("[TABLE_OR_VIEW_NOT_FOUND]") => {}
            Err(error) => return Err(error),
        }
    }
    let tables = tables(connection, Dialect::Spark)?;
    Err(not_there(connection, name, &tables))
}

fn not_there(connection: &impl Connection, name: &str, tables: &[TableName]) -> EngineError {
    let shown: Vec<String> = tables.iter().filter(|table| !is_of_system(table)).map(TableName::shown).collect();
    let mut near: Vec<(usize, &String)> = shown.iter().map(|other| (distance(name, other), other)).collect();
    near.sort();
    let similar: Vec<String> = near
        .iter()
        .filter(|(distance, other)| *distance <= 1 + name.chars().count() / 3 || other.contains(name))
        .map(|(_, other)| (*other).clone())
        .collect();
    let place = connection.name();
    EngineError::Wrong(match (similar.is_empty(), shown.is_empty()) {
        (_, true) => format!("{place} has no table '{name}', and no other"),
        (true, false) => format!("{place} has no table '{name}'; it has {}", listed(shown)),
        (false, false) => format!("{place} has no table '{name}'; similar: {}", listed(similar)),
    })
}

fn listed(names: Vec<String>) -> String {
    let more = names.len().saturating_sub(MOST_LISTED);
    let shown: Vec<String> = names.into_iter().take(MOST_LISTED).map(|name| format!("'{name}'")).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

fn is_of_system(table: &TableName) -> bool {
    let schemas = ["pg_catalog", "information_schema", "mysql", "performance_schema", "sys", "pg_toast"];
    schemas.contains(&table.schema.to_lowercase().as_str())
}

/// All tables and views.
fn tables(connection: &mut impl Connection, dialect: Dialect) -> Result<Vec<TableName>, EngineError> {
    let query = match dialect {
        Dialect::Postgres => {
            "SELECT n.nspname::text, c.relname::text, pg_table_is_visible(c.oid)::text \
             FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
             WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') ORDER BY 1, 2"
        }
        Dialect::Mysql => {
            "SELECT CAST(table_schema AS CHAR), CAST(table_name AS CHAR), \
             IF(table_schema = DATABASE(), 'true', 'false') FROM information_schema.tables ORDER BY 1, 2"
        }
        Dialect::Sqlite => {
            "SELECT 'main', name, 'true' FROM sqlite_schema \
             WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name"
        }
        Dialect::Spark => "SHOW TABLES",
    };
    let mut tables = Vec::new();
    connection.texts(query, &mut |row| {
        let cell = |at: usize| row.get(at).copied().flatten().unwrap_or_default().to_owned();
        tables.push(TableName {
            schema: cell(0),
            name: cell(1),
            is_usual: dialect == Dialect::Spark || cell(2) == "true",
        });
        Ok(())
    })?;
    Ok(tables)
}

/// How many letters must be changed to make one name of another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.to_lowercase().chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_near() {
        assert_eq!(distance("zoo", "zoos"), 1);
        assert_eq!(distance("Zoo", "zoo"), 0);
        assert_eq!(distance("animals", "animal"), 1);
        assert_eq!(distance("", "abc"), 3);
    }
}
