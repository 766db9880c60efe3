//! The ways to speak SQL that rules are written in.

use std::fmt;
use std::str::FromStr;

use crate::sql::Dialect;

/// A way to speak SQL that rules are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmitDialect {
    /// The standard, as far as databases agree on it.
    Ansi,
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
    /// SQLite.
    Sqlite,
    /// Spark.
    Spark,
}

impl EmitDialect {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Ansi, Self::Postgres, Self::Mysql, Self::Sqlite, Self::Spark];

    /// What people write to choose it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ansi => "ansi",
            Self::Postgres => "postgres",
            Self::Mysql => "mysql",
            Self::Sqlite => "sqlite",
            Self::Spark => "spark",
        }
    }

    /// A name of a table or a column, quoted: whatever it holds, it is just a name.
    pub(super) fn quoted_name(self, name: &str) -> String {
        self.quoting().name(name)
    }

    /// A text, quoted: whatever it holds, it is just a text.
    pub(super) fn quoted_text(self, text: &str) -> String {
        self.quoting().text(text)
    }

    /// Texts in parentheses, as they stand behind IN.
    pub(super) fn quoted_texts<'a>(self, texts: impl IntoIterator<Item = &'a str>) -> String {
        let quoted: Vec<String> = texts.into_iter().map(|text| self.quoted_text(text)).collect();
        format!("({})", quoted.join(", "))
    }

    /// The table as it stands behind FROM. Points separate the names of schema and
    /// table, unless they are between double quotes.
    pub(super) fn quoted_table(self, table: &str) -> String {
        self.quoted_parts(table).join(".")
    }

    /// The names of catalogue, schema and table, of which the last is always there.
    pub(super) fn quoted_parts(self, table: &str) -> Vec<String> {
        let parts = parts_of_table(table).unwrap_or_else(|| vec![table.to_owned()]);
        parts.iter().map(|part| self.quoted_name(part)).collect()
    }

    /// Whose quotes it has.
    fn quoting(self) -> Dialect {
        match self {
            // The standard's quotes are those of PostgreSQL.
            Self::Ansi | Self::Postgres => Dialect::Postgres,
            Self::Mysql => Dialect::Mysql,
            Self::Sqlite => Dialect::Sqlite,
            Self::Spark => Dialect::Spark,
        }
    }
}

/// The names of catalogue, schema and table; none if it is not such a list, and so is
/// one name, however odd.
fn parts_of_table(table: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    let mut rest = table;
    loop {
        let (part, behind) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => rest.split_at(rest.find('.').unwrap_or(rest.len())),
        };
        if part.is_empty() || (!rest.starts_with('"') && part.contains('"')) {
            return None;
        }
        parts.push(part.to_owned());
        match behind.strip_prefix('.') {
            Some(more) => rest = more,
            None => return behind.is_empty().then_some(parts),
        }
    }
}

impl fmt::Display for EmitDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ansi => "standard SQL",
            Self::Postgres => "PostgreSQL",
            Self::Mysql => "MySQL and MariaDB",
            Self::Sqlite => "SQLite",
            Self::Spark => "Spark",
        })
    }
}

impl FromStr for EmitDialect {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|dialect| dialect.name() == name);
        known.ok_or_else(|| format!("there is no dialect '{name}'"))
    }
}

impl From<Dialect> for EmitDialect {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Postgres => Self::Postgres,
            Dialect::Mysql => Self::Mysql,
            Dialect::Sqlite => Self::Sqlite,
            Dialect::Spark => Self::Spark,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_separate_schema_and_table_outside_of_quotes() {
        let quoted = |table: &str| EmitDialect::Postgres.quoted_table(table);
        assert_eq!(quoted("zoo"), "\"zoo\"");
        assert_eq!(quoted("public.zoo"), "\"public\".\"zoo\"");
        assert_eq!(quoted("public.\"a.b\""), "\"public\".\"a.b\"");
        assert_eq!(quoted("\"; drop table x"), "\"\"\"; drop table x\"");
        assert_eq!(quoted(".a"), "\".a\"");
        assert_eq!(EmitDialect::Spark.quoted_table("db.zoo"), "`db`.`zoo`");
    }
}
