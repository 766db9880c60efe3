//! SQLite.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Column, ConnectOptions, Executor, Row, SqlSafeStr, Statement};
use tokio::runtime::Runtime;

use super::connection::{Connection, TakeNumbers, TakeTexts};
use super::dialect::Dialect;
use super::waiting::{each, heeding};
use crate::engine::{Control, SourceColumn, ValueKind};
use crate::error::EngineError;

/// So long it is waited for others who write.
const PATIENCE: Duration = Duration::from_secs(15);
/// So many rows are made ready ahead.
const ROWS_AHEAD: usize = 4096;
/// After so many steps, SQLite asks whether it is called off.
const STEPS: i32 = 100_000;
/// What SQLite calls an interruption.
const INTERRUPTED: &str = "9";

/// A file that is read.
pub(super) struct Sqlite {
    runtime: Runtime,
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    control: Control,
    name: String,
}

impl Sqlite {
    /// Opens a file, which must be there.
    pub(super) fn open(file: &Path, control: &Control) -> Result<Self, EngineError> {
        let name = format!("sqlite:{}", file.display());
        if !file.is_file() {
            return Err(EngineError::Wrong(format!("{}: there is no such file", file.display())));
        }
        let options = SqliteConnectOptions::new()
            .filename(file)
            .read_only(true)
            .create_if_missing(false)
            .busy_timeout(PATIENCE)
            .row_buffer_size(ROWS_AHEAD)
            .pragma("cache_size", "-65536")
            .pragma("mmap_size", "1073741824");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut sqlite = Self { runtime, options, connection: None, control: control.clone(), name };
        sqlite.reconnect()?;
        Ok(sqlite)
    }

    /// Asks for rows.
    fn rows(
        &mut self,
        query: &str,
        take: &mut dyn FnMut(&SqliteRow) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let Self { runtime, connection, control, name, .. } = self;
        let Some(connection) = connection else { return Err(lost()) };
        let answered = runtime.block_on(async {
            let mut rows = sqlx::raw_sql(AssertSqlSafe(query)).fetch(&mut *connection);
            each(control, &mut rows, |row| take(&row), |error| failure(&error, name)).await
        });
        // An interruption is what was called off here.
        answered.map_err(|error| control.check().err().unwrap_or(error))
    }
}

impl Connection for Sqlite {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn columns(&mut self, relation: &str) -> Result<Vec<SourceColumn>, EngineError> {
        let query = format!("SELECT * FROM {relation} LIMIT 0");
        let Self { runtime, connection, control, name, .. } = self;
        let Some(connection) = connection else { return Err(lost()) };
        let preparing = connection.prepare(AssertSqlSafe(query).into_sql_str());
        let statement = runtime.block_on(heeding(control, preparing))?.map_err(|error| failure(&error, name))?;
        let column = |column: &sqlx::sqlite::SqliteColumn| {
            let type_name = sqlx::TypeInfo::name(column.type_info()).to_ascii_lowercase();
            let kind = match type_name.as_str() {
                "integer" | "int4" | "int8" | "bigint" => ValueKind::Whole,
                "real" => ValueKind::Number,
                "boolean" => ValueKind::Boolean,
                "blob" => ValueKind::Other,
                // Dates are texts here, and so is what has no type.
                _ => ValueKind::Text,
            };
            SourceColumn { name: column.name().to_owned(), kind, type_name }
        };
        Ok(statement.columns().iter().map(column).collect())
    }

    fn texts(&mut self, query: &str, take: TakeTexts<'_>) -> Result<u64, EngineError> {
        let name = self.name.clone();
        let mut bytes = 0;
        self.rows(query, &mut |row| {
            let mut cells = Vec::with_capacity(row.len());
            for at in 0..row.len() {
                let cell: Option<&[u8]> = row.try_get_unchecked(at).map_err(|error| failure(&error, &name))?;
                bytes += cell.map_or(0, <[u8]>::len) as u64;
                // A file may hold any bytes as text.
                cells.push(cell.map(String::from_utf8_lossy));
            }
            let texts: Vec<Option<&str>> = cells.iter().map(|cell| cell.as_deref()).collect();
            take(&texts)
        })?;
        Ok(bytes)
    }

    fn numbers(&mut self, query: &str, take: TakeNumbers<'_>) -> Result<u64, EngineError> {
        let name = self.name.clone();
        let (mut bytes, mut numbers) = (0, Vec::new());
        self.rows(query, &mut |row| {
            numbers.clear();
            for at in 0..row.len() {
                numbers.push(row.try_get_unchecked::<i64, _>(at).map_err(|error| failure(&error, &name))?);
            }
            bytes += 8 * numbers.len() as u64;
            take(&numbers)
        })?;
        Ok(bytes)
    }

    fn key(&mut self, table: &str) -> Result<Vec<String>, EngineError> {
        let name = table.trim_matches('"').replace("\"\"", "\"");
        let query =
            format!("SELECT name FROM pragma_table_info({}) WHERE pk > 0 ORDER BY pk", Dialect::Sqlite.text(&name));
        let mut names = Vec::new();
        self.texts(&query, &mut |row| {
            names.extend(row[0].map(str::to_owned));
            Ok(())
        })?;
        Ok(names)
    }

    fn reconnect(&mut self) -> Result<(), EngineError> {
        let Self { runtime, options, connection, control, name } = self;
        let heeded = control.clone();
        let opening = async {
            let mut opened = options.connect().await?;
            // It is asked while it works, so that a long query can be called off.
            opened.lock_handle().await?.set_progress_handler(STEPS, move || heeded.check().is_ok());
            opened.execute("BEGIN").await?;
            Ok(opened)
        };
        let opened: Result<SqliteConnection, sqlx::Error> = runtime.block_on(heeding(control, opening))?;
        *connection = Some(opened.map_err(|error| failure(&error, name))?);
        Ok(())
    }
}

fn lost() -> EngineError {
    EngineError::Unreachable("the file is not open".to_owned())
}

fn failure(error: &sqlx::Error, name: &str) -> EngineError {
    match error {
        sqlx::Error::Database(database) if database.code().as_deref() == Some(INTERRUPTED) => EngineError::Stopped,
        sqlx::Error::Database(database) => EngineError::Failed(format!("{name}: {}", database.message())),
        other => EngineError::Failed(format!("{name}: {other}")),
    }
}
