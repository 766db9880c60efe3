//! PostgreSQL.

use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection, PgTypeInfo, PgTypeKind};
use sqlx::{AssertSqlSafe, Column, ConnectOptions, Connection as _, Executor, Row, SqlSafeStr, Statement};
use tokio::runtime::Runtime;

use super::connection::{Connection, TakeNumbers, TakeTexts};
use super::dialect::Dialect;
use super::postgres_copy::{CopyReader, TakeCells};
use super::postgres_pieces::{self, Answer};
use super::waiting::{each, heeding};
use crate::engine::{Control, SourceColumn, ValueKind};
use crate::error::EngineError;
use crate::secrets::{Secrets, without_secrets};

/// To reach the server takes no longer.
const PATIENCE: Duration = Duration::from_secs(15);
/// A further connection that is not there by then is done without.
const COMPANION_PATIENCE: Duration = Duration::from_secs(2);
/// To cancel a query takes no longer.
const CANCEL_PATIENCE: Duration = Duration::from_secs(5);

/// How all that is asked goes: nothing is changed, all is answered from one snapshot,
/// texts mean what they say, and tables are read from their start. To compile what is
/// asked would take longer than to ask it. The server expects far more groups than there
/// are, as it takes columns for independent: to have workers hand them over is cheap.
const SESSION: &str = "SET standard_conforming_strings = on; SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'; \
    SET synchronize_seqscans = off; SET work_mem = '128MB'; SET max_parallel_workers_per_gather = 4; \
    SET parallel_tuple_cost = 0.001; SET jit = off; SET bytea_output = 'hex'; SET intervalstyle = 'postgres'";

/// Several workers would hand over the rows of a table in any order.
const IN_ORDER: &str = "SET LOCAL max_parallel_workers_per_gather = 0";
/// Where that does not matter they may.
const IN_ANY_ORDER: &str = "SET LOCAL max_parallel_workers_per_gather = 4";

/// What tells a server from others.
const SERVER: &str = "pg_postmaster_start_time()::text";

/// A connection to a server.
pub(super) struct Postgres {
    runtime: Runtime,
    session: Session,
}

struct Session {
    options: PgConnectOptions,
    /// None once it is lost.
    connection: Option<PgConnection>,
    /// What the server calls the connection.
    process: i32,
    /// Whether rows must come in order, …
    in_order: bool,
    /// … and whether the transaction knows that they must.
    is_told_in_order: bool,
    control: Control,
    secrets: Secrets,
    name: String,
}

impl Postgres {
    /// Connects to the server of an address.
    pub(super) fn open(url: &str, control: &Control) -> Result<Self, EngineError> {
        let mut secrets = Secrets::of(url);
        std::env::var("PGPASSWORD").iter().for_each(|password| secrets.add(password));
        let name = without_secrets(url);
        let options = PgConnectOptions::from_str(url).map_err(|error| {
            EngineError::Wrong(format!("{name} is no address of a database: {}", secrets.hide(&error.to_string())))
        })?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let options = options.application_name("hornbook");
        let mut session = Session {
            options,
            connection: None,
            process: 0,
            in_order: false,
            is_told_in_order: false,
            control: control.clone(),
            secrets,
            name,
        };
        runtime.block_on(session.connect())?;
        Ok(Self { runtime, session })
    }

    /// Up to so many further connections to the server that have the same snapshot, and
    /// hold on to the table as this one does. Those that cannot be had within a time are
    /// done without.
    fn companions(&mut self, most: usize, table: &str) -> Result<Vec<Self>, EngineError> {
        let shared = match self.runtime.block_on(self.session.share_snapshot()) {
            Ok(shared) => shared,
            // Some servers do not share any.
            Err(EngineError::Failed(_)) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for _ in 0..most {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let joining = async { tokio::time::timeout(COMPANION_PATIENCE, self.session.joined(&shared, table)).await };
            match runtime.block_on(joining) {
                Ok(Ok(session)) => found.push(Self { runtime, session }),
                Ok(Err(EngineError::Failed(_) | EngineError::Unreachable(_))) | Err(_) => break,
                Ok(Err(error)) => return Err(error),
            }
        }
        Ok(found)
    }

    /// Asks for one row of bytes; NULL is no bytes.
    fn bytes(&mut self, query: &str) -> Answer {
        let mut found = Vec::new();
        let mut row = |cells: &[Option<&[u8]>]| {
            found = cells.iter().map(|cell| cell.unwrap_or_default().to_vec()).collect();
            Ok(())
        };
        self.runtime.block_on(self.session.copy(query, &mut row))?;
        Ok(found)
    }

    /// Says goodbye, so that the server does not take the connection for lost.
    fn close(self) {
        let Self { runtime, session } = self;
        let Some(connection) = session.connection else { return };
        drop(runtime.block_on(async { tokio::time::timeout(CANCEL_PATIENCE, connection.close()).await }));
    }
}

/// A snapshot that other connections can have as well.
struct SharedSnapshot {
    name: String,
    /// When the server was started, by which it is known: behind one address may be many.
    server: String,
}

impl Connection for Postgres {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn name(&self) -> String {
        self.session.name.clone()
    }

    fn columns(&mut self, relation: &str) -> Result<Vec<SourceColumn>, EngineError> {
        self.runtime.block_on(self.session.columns(relation))
    }

    fn texts(&mut self, query: &str, take: TakeTexts<'_>) -> Result<u64, EngineError> {
        let mut row = |cells: &[Option<&[u8]>]| {
            let texts: Vec<Option<&str>> = cells
                .iter()
                .map(|cell| cell.map(std::str::from_utf8).transpose())
                .collect::<Result<_, _>>()
                .map_err(|_| EngineError::Failed("the server sent a text that is not UTF-8".to_owned()))?;
            take(&texts)
        };
        self.runtime.block_on(self.session.copy(query, &mut row))
    }

    fn numbers(&mut self, query: &str, take: TakeNumbers<'_>) -> Result<u64, EngineError> {
        let mut numbers = Vec::new();
        let mut row = |cells: &[Option<&[u8]>]| {
            numbers.clear();
            for cell in cells {
                let Some(bytes) = cell.and_then(|cell| <[u8; 8]>::try_from(cell).ok()) else {
                    return Err(EngineError::Failed("the server sent something else than whole numbers".to_owned()));
                };
                numbers.push(i64::from_be_bytes(bytes));
            }
            take(&numbers)
        };
        self.runtime.block_on(self.session.copy(query, &mut row))
    }

    fn key(&mut self, table: &str) -> Result<Vec<String>, EngineError> {
        let query = format!(
            "SELECT a.attname::text FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place) \
             JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum \
             WHERE i.indrelid = {}::regclass AND i.indisprimary ORDER BY k.place",
            Dialect::Postgres.text(table)
        );
        let mut names = Vec::new();
        self.texts(&query, &mut |row| {
            names.extend(row[0].map(str::to_owned));
            Ok(())
        })?;
        Ok(names)
    }

    fn pieces(&mut self, table: &str) -> Result<Vec<String>, EngineError> {
        let mut pages = 0;
        let counted = self.numbers(&postgres_pieces::page_count(table), &mut |row| {
            pages = row.first().copied().unwrap_or(0);
            Ok(())
        });
        match counted {
            Ok(_) => Ok(postgres_pieces::conditions(pages)),
            // What only speaks like PostgreSQL may not know of pages.
            Err(EngineError::Failed(_)) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    fn numbers_of_pieces(
        &mut self,
        table: &str,
        queries: &[String],
        take: TakeNumbers<'_>,
    ) -> Result<u64, EngineError> {
        let others = postgres_pieces::connections_for(queries.len()).saturating_sub(1);
        let mut others = if others > 0 { self.companions(others, table)? } else { Vec::new() };
        self.keep_order(true);
        let all = std::iter::once(self).chain(&mut others);
        let askers = all.map(|connection| |query: &str| connection.bytes(query)).collect();
        let bytes = postgres_pieces::by_turns(askers, queries, take)?;
        others.into_iter().for_each(Self::close);
        Ok(bytes)
    }

    fn keep_order(&mut self, keep: bool) {
        self.session.in_order = keep;
    }

    fn reconnect(&mut self) -> Result<(), EngineError> {
        self.runtime.block_on(self.session.connect())
    }
}

impl Session {
    async fn connect(&mut self) -> Result<(), EngineError> {
        self.connection = None;
        let connecting = tokio::time::timeout(PATIENCE, self.options.connect());
        let connected = heeding(&self.control, connecting).await?;
        let late = || EngineError::Unreachable(format!("{} does not answer", self.name));
        let mut connection = connected.map_err(|_| late())?.map_err(|error| self.failed(error))?;
        let setting = async {
            connection.execute(SESSION).await?;
            let row = connection.fetch_one("SELECT pg_backend_pid()").await?;
            row.try_get::<i32, _>(0)
        };
        let process = heeding(&self.control, setting).await?;
        self.process = process.map_err(|error| self.failed(error))?;
        self.connection = Some(connection);
        self.begin().await
    }

    /// Lets other connections have the snapshot of this one.
    async fn share_snapshot(&mut self) -> Result<SharedSnapshot, EngineError> {
        let (mut name, mut server) = (String::new(), String::new());
        let query = format!("SELECT pg_export_snapshot(), {SERVER}");
        self.copy(&query, &mut |cells| {
            let text = |at: usize| cells.get(at).copied().flatten().map(String::from_utf8_lossy);
            name = text(0).unwrap_or_default().into_owned();
            server = text(1).unwrap_or_default().into_owned();
            Ok(())
        })
        .await?;
        Ok(SharedSnapshot { name, server })
    }

    /// Another connection, which has that snapshot and holds on to the table.
    async fn joined(&self, shared: &SharedSnapshot, table: &str) -> Result<Self, EngineError> {
        let mut other = Self {
            options: self.options.clone(),
            connection: None,
            process: 0,
            in_order: true,
            is_told_in_order: false,
            control: self.control.clone(),
            secrets: self.secrets.clone(),
            name: self.name.clone(),
        };
        other.connect().await?;
        let timeout = other.timeout();
        let Some(connection) = &mut other.connection else { return Err(lost()) };
        let failed = |error| failure(&error, &self.secrets);
        let server = connection.fetch_one(AssertSqlSafe(format!("SELECT {SERVER}"))).await.map_err(failed)?;
        if server.try_get::<String, _>(0).map_err(failed)? != shared.server {
            return Err(EngineError::Failed("another server answered".to_owned()));
        }
        // Whoever waits to change the table waits for the first connection, and this one
        // would wait behind: it takes its place at once, or not at all.
        let join = format!(
            "ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT {}; \
             SET LOCAL statement_timeout = {timeout}; SET LOCAL lock_timeout = '1s'; SELECT FROM {table} LIMIT 0; \
             SET LOCAL lock_timeout = 0",
            Dialect::Postgres.text(&shared.name)
        );
        connection.execute(AssertSqlSafe(join)).await.map_err(failed)?;
        Ok(other)
    }

    /// After so many milliseconds the server gives up on its own, if nobody is left to
    /// cancel its query.
    fn timeout(&self) -> u128 {
        let left = self.control.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()));
        left.map_or(0, |left| (left + CANCEL_PATIENCE).as_millis())
    }

    /// Begins a transaction, which is one snapshot. One that failed is ended.
    async fn begin(&mut self) -> Result<(), EngineError> {
        let timeout = self.timeout();
        let begin = format!(
            "ROLLBACK; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = {timeout}"
        );
        let Some(connection) = &mut self.connection else { return Err(lost()) };
        let begun = connection.execute(AssertSqlSafe(begin)).await;
        self.is_told_in_order = false;
        begun.map(drop).map_err(|error| self.failed(error))
    }

    async fn columns(&mut self, relation: &str) -> Result<Vec<SourceColumn>, EngineError> {
        let query = format!("SELECT * FROM {relation} LIMIT 0");
        let Some(connection) = &mut self.connection else { return Err(lost()) };
        let prepared = heeding(&self.control, connection.prepare(AssertSqlSafe(query).into_sql_str())).await;
        let statement = match prepared {
            Ok(Ok(statement)) => statement,
            Ok(Err(error)) => return Err(self.give_up(self.failed(error)).await),
            Err(stopped) => return Err(self.give_up(stopped).await),
        };
        Ok(statement.columns().iter().map(|column| source_column(column.name(), column.type_info())).collect())
    }

    /// Asks for rows, and says how many bytes came.
    async fn copy(&mut self, query: &str, take: TakeCells<'_>) -> Result<u64, EngineError> {
        let answered = self.copied(query, take).await;
        match answered {
            Ok(bytes) => Ok(bytes),
            Err(error) => Err(self.give_up(error).await),
        }
    }

    async fn copied(&mut self, query: &str, take: TakeCells<'_>) -> Result<u64, EngineError> {
        let copy = format!("COPY ({query}\n) TO STDOUT (FORMAT binary)");
        let secrets = self.secrets.clone();
        let failed = |error| failure(&error, &secrets);
        let Some(connection) = &mut self.connection else { return Err(lost()) };
        if self.in_order != self.is_told_in_order {
            let order = if self.in_order { IN_ORDER } else { IN_ANY_ORDER };
            heeding(&self.control, connection.execute(order)).await?.map_err(failed)?;
            self.is_told_in_order = self.in_order;
        }
        let mut pieces = heeding(&self.control, connection.copy_out_raw(&copy)).await?.map_err(failed)?;
        let (mut reader, mut bytes) = (CopyReader::default(), 0);
        each(
            &self.control,
            &mut pieces,
            |piece| {
                bytes += piece.len() as u64;
                reader.feed(&piece, take)
            },
            failed,
        )
        .await?;
        reader.finish()?;
        Ok(bytes)
    }

    /// Makes the connection usable again after an error, or lets it go.
    async fn give_up(&mut self, error: EngineError) -> EngineError {
        match error {
            EngineError::Unreachable(_) => self.connection = None,
            // Not a word of the server's: somebody here does not want any more.
            EngineError::Stopped | EngineError::TimeLimit => self.cancel().await,
            EngineError::Failed(_) if self.begin().await.is_ok() => {}
            _ => self.cancel().await,
        }
        // A query that was cancelled because of us did not fail.
        match self.control.check() {
            Err(stopped) if !matches!(error, EngineError::Wrong(_)) => stopped,
            _ => error,
        }
    }

    /// Cancels in the server what the connection asked, and lets the connection go.
    async fn cancel(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        let cancelling = async {
            let mut other = self.options.connect().await?;
            let cancel = format!("SELECT pg_cancel_backend({})", self.process);
            other.execute(AssertSqlSafe(cancel)).await
        };
        // Who cannot be reached to cancel finds out when the connection closes.
        drop(tokio::time::timeout(CANCEL_PATIENCE, cancelling).await);
        drop(connection);
    }

    fn failed(&self, error: sqlx::Error) -> EngineError {
        failure(&error, &self.secrets)
    }
}

fn lost() -> EngineError {
    EngineError::Unreachable("the connection was lost".to_owned())
}

/// What an error means: whether it is worth to try again.
fn failure(error: &sqlx::Error, secrets: &Secrets) -> EngineError {
    let message = secrets.hide(&error.to_string());
    match error {
        sqlx::Error::Database(database) => {
            let code = database.code().unwrap_or_default().into_owned();
            let message = secrets.hide(database.message());
            // Lost, shut down, starting up, or no room for one more.
            if code.starts_with("08") || matches!(code.as_str(), "57P01" | "57P02" | "57P03" | "53300") {
                EngineError::Unreachable(message)
            } else {
                EngineError::Failed(message)
            }
        }
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => EngineError::Unreachable(message),
        _ => EngineError::Failed(message),
    }
}

fn source_column(name: &str, info: &PgTypeInfo) -> SourceColumn {
    let type_name = sqlx::TypeInfo::name(info).to_ascii_lowercase();
    let kind = match type_name.as_str() {
        "int2" | "int4" | "int8" => ValueKind::Whole,
        "float4" | "float8" | "numeric" => ValueKind::Number,
        "bool" => ValueKind::Boolean,
        "date" | "timestamp" | "timestamptz" => ValueKind::Date,
        "time" => ValueKind::Time,
        "bytea" | "point" | "line" | "lseg" | "box" | "path" | "polygon" | "circle" | "tsvector" | "xml" => {
            ValueKind::Other
        }
        _ if matches!(info.kind(), PgTypeKind::Array(_)) => ValueKind::List,
        _ => ValueKind::Text,
    };
    SourceColumn { name: name.to_owned(), kind, type_name }
}
