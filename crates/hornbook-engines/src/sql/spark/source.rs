//! What people call a table of Spark: its name, or a path.

use crate::sql::dialect::Dialect;

/// What is known of a path by how it ends.
const ENDINGS: [(&str, &str); 12] = [
    (".parquet", "parquet"),
    (".pq", "parquet"),
    (".orc", "orc"),
    (".avro", "avro"),
    (".json", "json"),
    (".jsonl", "json"),
    (".ndjson", "json"),
    (".csv", "csv"),
    (".csv.gz", "csv"),
    (".csv.zst", "csv"),
    (".tsv", "tsv"),
    (".tsv.gz", "tsv"),
];

/// A table of Spark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// By the parts of its name, or by a format and a path, which Spark writes alike.
    Named(Vec<String>),
    /// Files of text with a line of names, which a query cannot say; so they become a
    /// view.
    Separated {
        /// The path.
        path: String,
        /// What stands between the cells.
        separator: char,
    },
}

impl Source {
    /// What people mean.
    pub(super) fn parse(table: &str) -> Self {
        let table = table.trim();
        let parts = name_parts(table);
        let is_quoted = table.contains('`') && parts.is_some();
        let parts = parts.unwrap_or_else(|| vec![table.to_owned()]);
        if is_quoted {
            return match &parts[..] {
                [format, path] => Self::of_format(format, path),
                _ => Self::Named(parts),
            };
        }
        let lower = table.to_ascii_lowercase();
        match ENDINGS.iter().find(|(ending, _)| lower.ends_with(ending)) {
            Some((_, format)) => Self::of_format(format, table),
            // A folder. What Spark writes is Parquet, if nothing else is said.
            None if table.contains('/') => Self::of_format("parquet", table),
            None => Self::Named(parts),
        }
    }

    /// A path in a format, or a table of a database, which are written alike.
    fn of_format(format: &str, path: &str) -> Self {
        let separator = match format.to_ascii_lowercase().as_str() {
            "csv" => ',',
            "tsv" => '\t',
            _ => return Self::Named(vec![format.to_owned(), path.to_owned()]),
        };
        Self::Separated { path: path.to_owned(), separator }
    }

    /// What the view of this source is called, if it needs one.
    pub(super) fn view_name(&self, number: usize) -> Option<String> {
        matches!(self, Self::Separated { .. }).then(|| format!("hornbook_{number}"))
    }

    /// What stands behind FROM, unless it needs a view.
    pub(super) fn relation(&self) -> String {
        match self {
            Self::Named(parts) => parts.iter().map(|part| Dialect::Spark.name(part)).collect::<Vec<_>>().join("."),
            Self::Separated { path, .. } => Dialect::Spark.name(path),
        }
    }
}

/// The parts of a name such as ``db.`my table` ``; none if it is not written that way.
fn name_parts(name: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    let mut rest = name;
    loop {
        let part = match rest.strip_prefix('`') {
            Some(quoted) => {
                let end = closing_quote(quoted)?;
                rest = &quoted[end + 1..];
                quoted[..end].replace("``", "`")
            }
            None => {
                let end = rest.find(['.', '`']).unwrap_or(rest.len());
                let part = rest[..end].to_owned();
                rest = &rest[end..];
                part
            }
        };
        if part.is_empty() {
            return None;
        }
        parts.push(part);
        if rest.is_empty() {
            return Some(parts);
        }
        rest = rest.strip_prefix('.')?;
    }
}

/// Where a quoted name ends: at a quote that is not doubled.
fn closing_quote(quoted: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let place = from + quoted[from..].find('`')?;
        if !quoted[place + 1..].starts_with('`') {
            return Some(place);
        }
        from = place + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(parts: &[&str]) -> Source {
        Source::Named(parts.iter().map(|&part| part.to_owned()).collect())
    }

    #[test]
    fn names_and_paths_are_told_apart() {
        for (table, parts) in [
            ("zoo", &["zoo"][..]),
            ("db.zoo", &["db", "zoo"]),
            ("db.`my zoo`", &["db", "my zoo"]),
            ("`a``.b`", &["a`.b"]),
            ("a`b", &["a`b"]),
            ("a..b", &["a..b"]),
            ("`; drop table zoo", &["`; drop table zoo"]),
            ("/data/zoo.parquet", &["parquet", "/data/zoo.parquet"]),
            ("zoo.ORC", &["orc", "zoo.ORC"]),
            ("a`b/zoo.parquet", &["parquet", "a`b/zoo.parquet"]),
            ("s3a://data/zoo/", &["parquet", "s3a://data/zoo/"]),
            ("parquet.`/data/my zoo`", &["parquet", "/data/my zoo"]),
        ] {
            assert_eq!(Source::parse(table), named(parts), "{table}");
        }
    }

    #[test]
    fn text_with_separators_becomes_a_view() {
        for (table, path, separator) in
            [("/a/zoo.csv", "/a/zoo.csv", ','), ("csv.`/a/b`", "/a/b", ','), ("a/zoo.tsv.gz", "a/zoo.tsv.gz", '\t')]
        {
            let source = Source::parse(table);
            assert_eq!(source, Source::Separated { path: path.to_owned(), separator });
            assert_eq!(source.view_name(3).as_deref(), Some("hornbook_3"));
        }
        assert_eq!(Source::parse("zoo").view_name(0), None);
    }

    #[test]
    fn a_name_is_just_a_name() {
        assert_eq!(Source::parse("db.a`b").relation(), "`db.a``b`");
        assert_eq!(Source::parse("db.zoo").relation(), "`db`.`zoo`");
    }
}
