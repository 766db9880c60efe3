//! MySQL and MariaDB.

use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::mysql::{MySqlConnectOptions, MySqlConnection, MySqlDatabaseError, MySqlRow};
use sqlx::{AssertSqlSafe, Column, ConnectOptions, Executor, Row, SqlSafeStr, Statement};
use tokio::runtime::Runtime;

use super::connection::{Connection, TakeNumbers, TakeTexts};
use super::credentials::ClientFile;
use super::dialect::Dialect;
use super::waiting::{each, heeding};
use crate::engine::{Control, SourceColumn, ValueKind};
use crate::error::EngineError;
use crate::secrets::{Secrets, without_secrets};

/// To reach the server takes no longer.
const PATIENCE: Duration = Duration::from_secs(15);
/// To cancel a query takes no longer.
const CANCEL_PATIENCE: Duration = Duration::from_secs(5);
/// Shut down, killed, too many others: what is worth to try again.
const LOST: [u16; 6] = [1040, 1053, 1077, 1079, 1152, 1927];

/// A connection to a server.
pub(super) struct Mysql {
    runtime: Runtime,
    session: Session,
}

struct Session {
    options: MySqlConnectOptions,
    /// None once it is lost.
    connection: Option<MySqlConnection>,
    /// What the server calls the connection.
    number: u64,
    control: Control,
    secrets: Secrets,
    name: String,
}

impl Mysql {
    /// Connects to the server of an address.
    pub(super) fn open(url: &str, control: &Control) -> Result<Self, EngineError> {
        let name = without_secrets(url);
        let mut secrets = Secrets::of(url);
        let options = options(url, &mut secrets).map_err(|error| {
            EngineError::Wrong(format!("{name} is no address of a database: {}", secrets.hide(&error.to_string())))
        })?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut session = Session { options, connection: None, number: 0, control: control.clone(), secrets, name };
        runtime.block_on(session.connect())?;
        Ok(Self { runtime, session })
    }
}

/// Who one is, by the address, else by the environment, else by the usual file.
fn options(url: &str, secrets: &mut Secrets) -> Result<MySqlConnectOptions, sqlx::Error> {
    let behind = url.split_once("://").map_or(url, |(_, behind)| behind);
    let mut options = MySqlConnectOptions::from_str(&format!("mysql://{behind}"))?;
    let login = behind.split(['/', '?']).next().and_then(|place| place.rsplit_once('@')).map(|(login, _)| login);
    let file = ClientFile::read();
    if login.is_none_or(str::is_empty)
        && let Some(user) = file.user.clone().or_else(|| std::env::var("USER").ok())
    {
        options = options.username(&user);
    }
    if !login.is_some_and(|login| login.contains(':'))
        && let Some(password) = std::env::var("MYSQL_PWD").ok().or(file.password)
    {
        secrets.add(&password);
        options = options.password(&password);
    }
    Ok(options.charset("utf8mb4"))
}

impl Connection for Mysql {
    fn dialect(&self) -> Dialect {
        Dialect::Mysql
    }

    fn name(&self) -> String {
        self.session.name.clone()
    }

    fn columns(&mut self, relation: &str) -> Result<Vec<SourceColumn>, EngineError> {
        // Only of tables it says all about the types.
        if relation.starts_with('`') {
            let mut columns = Vec::new();
            self.texts(&format!("SHOW COLUMNS FROM {relation}"), &mut |row| {
                let cell = |at: usize| row.get(at).copied().flatten().unwrap_or_default();
                columns.push(source_column(cell(0), cell(1)));
                Ok(())
            })?;
            return Ok(columns);
        }
        self.runtime.block_on(self.session.columns(relation))
    }

    fn texts(&mut self, query: &str, take: TakeTexts<'_>) -> Result<u64, EngineError> {
        let mut bytes = 0;
        let mut row = |row: &MySqlRow| {
            let mut texts: Vec<Option<&str>> = Vec::with_capacity(row.len());
            for at in 0..row.len() {
                let text = row.try_get_unchecked::<Option<&str>, _>(at);
                texts.push(
                    text.map_err(|_| EngineError::Failed("the server sent a text that is not UTF-8".to_owned()))?,
                );
            }
            bytes += texts.iter().flatten().map(|text| text.len() as u64).sum::<u64>();
            take(&texts)
        };
        self.runtime.block_on(self.session.rows(query, &mut row))?;
        Ok(bytes)
    }

    fn numbers(&mut self, query: &str, take: TakeNumbers<'_>) -> Result<u64, EngineError> {
        let (mut bytes, mut numbers) = (0, Vec::new());
        let mut row = |row: &MySqlRow| {
            numbers.clear();
            for at in 0..row.len() {
                let number = row.try_get_unchecked::<i64, _>(at);
                let wrong = |_| EngineError::Failed("the server sent something else than whole numbers".to_owned());
                numbers.push(number.map_err(wrong)?);
            }
            bytes += 8 * numbers.len() as u64;
            take(&numbers)
        };
        self.runtime.block_on(self.session.rows(query, &mut row))?;
        Ok(bytes)
    }

    fn key(&mut self, table: &str) -> Result<Vec<String>, EngineError> {
        let mut names = Vec::new();
        self.texts(&format!("SHOW KEYS FROM {table} WHERE Key_name = 'PRIMARY'"), &mut |row| {
            let cell = |at: usize| row.get(at).copied().flatten().unwrap_or_default().to_owned();
            names.push((cell(3).parse::<u32>().unwrap_or(0), cell(4)));
            Ok(())
        })?;
        names.sort();
        Ok(names.into_iter().map(|(_, name)| name).collect())
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
        let mut connection = connected.map_err(|_| late())?.map_err(|error| self.failed(&error))?;
        let left = self.control.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let setting = async {
            connection.execute("SET SESSION sql_mode = ''").await?;
            connection.execute("SET time_zone = '+00:00'").await?;
            let row = connection.fetch_one("SELECT CAST(connection_id() AS SIGNED), version()").await?;
            let (number, version) = (row.try_get::<i64, _>(0)?, row.try_get::<String, _>(1)?);
            // The server gives up on its own if nobody is left to cancel its query.
            if let Some(left) = left.map(|left| left + CANCEL_PATIENCE) {
                let limit = match version.contains("MariaDB") {
                    true => format!("SET SESSION max_statement_time = {}", left.as_secs_f64()),
                    false => format!("SET SESSION max_execution_time = {}", left.as_millis()),
                };
                connection.execute(AssertSqlSafe(limit)).await?;
            }
            connection.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ").await?;
            connection.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY").await?;
            Ok(number.unsigned_abs())
        };
        let number: Result<u64, sqlx::Error> = heeding(&self.control, setting).await?;
        self.number = number.map_err(|error| self.failed(&error))?;
        self.connection = Some(connection);
        Ok(())
    }

    async fn columns(&mut self, relation: &str) -> Result<Vec<SourceColumn>, EngineError> {
        let query = format!("SELECT * FROM {relation} LIMIT 0");
        let Some(connection) = &mut self.connection else { return Err(lost()) };
        let prepared = heeding(&self.control, connection.prepare(AssertSqlSafe(query).into_sql_str())).await;
        let statement = match prepared {
            Ok(Ok(statement)) => statement,
            Ok(Err(error)) => return Err(self.failed(&error)),
            Err(stopped) => return Err(self.give_up(stopped).await),
        };
        let column =
            |column: &sqlx::mysql::MySqlColumn| source_column(column.name(), sqlx::TypeInfo::name(column.type_info()));
        Ok(statement.columns().iter().map(column).collect())
    }

    async fn rows(
        &mut self,
        query: &str,
        take: &mut dyn FnMut(&MySqlRow) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let secrets = self.secrets.clone();
        let Some(connection) = &mut self.connection else { return Err(lost()) };
        let answered = {
            let mut rows = sqlx::raw_sql(AssertSqlSafe(query)).fetch(&mut *connection);
            each(&self.control, &mut rows, |row| take(&row), |error| failure(&error, &secrets)).await
        };
        match answered {
            Ok(()) => Ok(()),
            Err(error) => Err(self.give_up(error).await),
        }
    }

    /// Lets the connection go if it is lost, or if what it was asked is to be cancelled.
    async fn give_up(&mut self, error: EngineError) -> EngineError {
        match error {
            EngineError::Unreachable(_) => self.connection = None,
            // What the server refused is over; anything else was refused here.
            EngineError::Failed(_) => {}
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
            other.execute(AssertSqlSafe(format!("KILL {}", self.number))).await
        };
        // Who cannot be reached to cancel finds out when the connection closes.
        drop(tokio::time::timeout(CANCEL_PATIENCE, cancelling).await);
        drop(connection);
    }

    fn failed(&self, error: &sqlx::Error) -> EngineError {
        failure(error, &self.secrets)
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
            let number = database.try_downcast_ref::<MySqlDatabaseError>().map_or(0, MySqlDatabaseError::number);
            let message = secrets.hide(database.message());
            if LOST.contains(&number) { EngineError::Unreachable(message) } else { EngineError::Failed(message) }
        }
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed => EngineError::Unreachable(message),
        _ => EngineError::Failed(message),
    }
}

fn source_column(name: &str, type_name: &str) -> SourceColumn {
    let type_name = type_name.to_ascii_lowercase();
    let base = type_name.split(['(', ' ']).next().unwrap_or_default();
    let kind = match base {
        _ if type_name.starts_with("tinyint(1)") => ValueKind::Boolean,
        "boolean" => ValueKind::Boolean,
        "bit" if matches!(type_name.as_str(), "bit" | "bit(1)") => ValueKind::Boolean,
        "tinyint" | "smallint" | "mediumint" | "int" | "bigint" | "year" => ValueKind::Whole,
        "decimal" | "float" | "double" => ValueKind::Number,
        "date" | "datetime" | "timestamp" => ValueKind::Date,
        "time" => ValueKind::Time,
        "set" => ValueKind::List,
        "bit" | "binary" | "varbinary" | "tinyblob" | "blob" | "mediumblob" | "longblob" | "geometry" | "point"
        | "linestring" | "polygon" => ValueKind::Other,
        _ => ValueKind::Text,
    };
    SourceColumn { name: name.to_owned(), kind, type_name }
}
