//! Databases by their addresses.

use hornbook::scaling::RowTests;

use super::asked_domain::{AskedDomain, AskedRows};
use super::connection::Connection;
use super::mysql::Mysql;
use super::postgres::Postgres;
use super::sql_engine::SqlEngine;
use super::sqlite::Sqlite;
use crate::engine::{Engine, OpenOptions};
use crate::error::EngineError;
use crate::location::Location;

/// Opens the database at a location, with the table or the query that the options name.
pub fn open(location: &Location, options: &OpenOptions) -> Result<Box<dyn Engine>, EngineError> {
    match location {
        Location::Postgres(url) => Ok(Box::new(SqlEngine::new(Postgres::open(url, &options.control)?, options)?)),
        Location::Mysql(url) => Ok(Box::new(SqlEngine::new(Mysql::open(url, &options.control)?, options)?)),
        Location::Sqlite(file) => Ok(Box::new(SqlEngine::new(Sqlite::open(file, &options.control)?, options)?)),
        #[cfg(feature = "spark")]
        Location::Spark(url) => {
            let connection = super::spark::SparkConnection::connect(url, options.control.clone())?;
            Ok(Box::new(SqlEngine::new(connection, options)?))
        }
        #[cfg(not(feature = "spark"))]
        Location::Spark(_) => {
            Err(EngineError::Wrong("this program was built without Spark (the cargo feature `spark`)".to_owned()))
        }
        _ => Err(EngineError::Wrong("this is no database".to_owned())),
    }
}

/// Opens the database at a location as a domain of which no row is held here: each batch
/// of questions goes through all rows where they are.
pub fn open_domain(
    location: &Location,
    options: &OpenOptions,
    tests: RowTests,
) -> Result<Box<dyn AskedRows>, EngineError> {
    fn domain<C: Connection + 'static>(
        connection: C,
        options: &OpenOptions,
        tests: RowTests,
    ) -> Result<Box<dyn AskedRows>, EngineError> {
        Ok(Box::new(AskedDomain::new(SqlEngine::new(connection, options)?, tests)?))
    }
    match location {
        Location::Postgres(url) => domain(Postgres::open(url, &options.control)?, options, tests),
        Location::Mysql(url) => domain(Mysql::open(url, &options.control)?, options, tests),
        Location::Sqlite(file) => domain(Sqlite::open(file, &options.control)?, options, tests),
        #[cfg(feature = "spark")]
        Location::Spark(url) => {
            domain(super::spark::SparkConnection::connect(url, options.control.clone())?, options, tests)
        }
        _ => Err(EngineError::Wrong("this is no database".to_owned())),
    }
}
