//! Tables of a Spark cluster, asked by Spark Connect.
//!
//! Only what was asked for travels: plans there, Arrow batches back, as they are
//! made. Where a task or a worker fails, Spark does its part again by itself; where
//! the line breaks, the answer is taken up where it was left (`answer.rs`).

mod address;
mod answer;
mod batches;
mod failure;
mod plans;
mod session;
mod source;
mod types;

use super::connection::{Connection, TakeNumbers, TakeTexts};
use super::dialect::Dialect;
use crate::engine::{Control, SourceColumn};
use crate::error::EngineError;
use address::Address;
use session::Session;
use source::Source;

/// A connection to a Spark cluster, with a session of its own in it.
///
/// Spark itself has no snapshots: files that change while they are read are what
/// they are when a query comes to them.
pub struct SparkConnection {
    address: Address,
    control: Control,
    session: Session,
    /// The files that were asked for, each a view of the session.
    views: Vec<Source>,
}

impl SparkConnection {
    /// Connects to `sc://host:port/;token=…;user_id=…`. The token may also come from
    /// the environment (`SPARK_CONNECT_AUTHENTICATE_TOKEN`).
    pub fn connect(url: &str, control: Control) -> Result<Self, EngineError> {
        let address = Address::parse(url)?;
        let session = Session::open(&address, control.clone())?;
        Ok(Self { address, control, session, views: Vec::new() })
    }
}

impl Connection for SparkConnection {
    fn dialect(&self) -> Dialect {
        Dialect::Spark
    }

    fn name(&self) -> String {
        self.address.name()
    }

    fn columns(&mut self, relation: &str) -> Result<Vec<SourceColumn>, EngineError> {
        self.session.columns(&format!("SELECT * FROM {relation}"))
    }

    /// `zoo`, `db.zoo`, a path that Spark can read (`/data/zoo.parquet`,
    /// `s3a://data/zoo/`), or a path with its format, as Spark has it
    /// (``json.`/data/zoo` ``).
    fn relation(&mut self, table: &str) -> Result<Option<String>, EngineError> {
        let source = Source::parse(table);
        let Some(view) = source.view_name(self.views.len()) else { return Ok(Some(source.relation())) };
        self.session.create_view(&view, &source)?;
        self.views.push(source);
        Ok(Some(Dialect::Spark.name(&view)))
    }

    fn texts(&mut self, query: &str, take: TakeTexts<'_>) -> Result<u64, EngineError> {
        self.session.ask(query, |batch| batches::give_texts(batch, take))
    }

    fn numbers(&mut self, query: &str, take: TakeNumbers<'_>) -> Result<u64, EngineError> {
        self.session.ask(query, |batch| batches::give_numbers(batch, take))
    }

    /// Spark knows no keys that it would vouch for.
    fn key(&mut self, _table: &str) -> Result<Vec<String>, EngineError> {
        Ok(Vec::new())
    }

    fn reconnect(&mut self) -> Result<(), EngineError> {
        let session = Session::open(&self.address, self.control.clone())?;
        for (number, source) in self.views.iter().enumerate() {
            if let Some(view) = source.view_name(number) {
                session.create_view(&view, source)?;
            }
        }
        self.session = session;
        Ok(())
    }
}
