//! Where a table is, as people say it.

use std::path::{Path, PathBuf};

/// Where a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// `postgres://…` or `postgresql://…`
    Postgres(String),
    /// `mysql://…` or `mariadb://…`
    Mysql(String),
    /// `sqlite:FILE` or `sqlite://FILE`
    Sqlite(PathBuf),
    /// `sc://…`: Spark Connect.
    Spark(String),
    /// A file that this crate reads, a folder of files, or a pattern such as
    /// `data/*.parquet`.
    Files(PathBuf),
    /// A file of text, which the library reads.
    Text(PathBuf),
}

/// The extensions of files that this crate reads.
const EXTENSIONS: [&str; 7] = ["parquet", "pq", "arrow", "feather", "ipc", "xlsx", "ods"];

impl Location {
    /// Where the words say it is.
    pub fn of(words: &Path) -> Self {
        let path = || words.to_path_buf();
        let Some(text) = words.to_str() else { return Self::Text(path()) };
        let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            Some("postgres" | "postgresql") => return Self::Postgres(text.to_owned()),
            Some("mysql" | "mariadb") => return Self::Mysql(text.to_owned()),
            Some("sc") => return Self::Spark(text.to_owned()),
            Some("sqlite") => {
                let file = &text["sqlite:".len()..];
                return Self::Sqlite(file.strip_prefix("//").unwrap_or(file).into());
            }
            _ => {}
        }
        let name = words.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
        let is_pattern = text.contains(['*', '?', '[']) && !words.exists();
        match extension {
            _ if is_pattern || words.is_dir() => Self::Files(path()),
            Some(extension) if EXTENSIONS.contains(&extension.as_str()) => Self::Files(path()),
            _ => Self::Text(path()),
        }
    }

    /// Whether the table is reached by an engine of this crate.
    pub fn is_elsewhere(&self) -> bool {
        !matches!(self, Self::Text(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_where_a_table_is() {
        let of = |words: &str| Location::of(Path::new(words));
        assert_eq!(of("postgres://me@host/db"), Location::Postgres("postgres://me@host/db".into()));
        assert_eq!(of("sqlite:zoo.db"), Location::Sqlite("zoo.db".into()));
        assert_eq!(of("sqlite:///tmp/zoo.db"), Location::Sqlite("/tmp/zoo.db".into()));
        assert_eq!(of("sc://localhost:15002"), Location::Spark("sc://localhost:15002".into()));
        assert_eq!(of("a/zoo.PARQUET"), Location::Files("a/zoo.PARQUET".into()));
        assert_eq!(of("data/*.csv"), Location::Files("data/*.csv".into()));
        assert_eq!(of("zoo.csv"), Location::Text("zoo.csv".into()));
        assert_eq!(of("-"), Location::Text("-".into()));
    }
}
