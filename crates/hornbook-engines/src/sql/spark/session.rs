//! A session in the cluster, and what is asked in it.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use spark_connect_core::{RetryPolicy, SparkConnectClient, SparkError};
use spark_connect_proto::analyze_plan_request::{Analyze, Schema, SparkVersion};
use spark_connect_proto::analyze_plan_response::Result as Analyzed;
use spark_connect_proto::data_type::{Kind, StructField};
use spark_connect_proto::{AnalyzePlanRequest, AnalyzePlanResponse, UserContext};
use tokio::runtime::Runtime;

use super::address::Address;
use super::{failure, plans, types};
use crate::engine::{Control, SourceColumn};
use crate::error::EngineError;

/// So often it is looked whether to go on.
const LOOK: Duration = Duration::from_millis(100);
/// When all is over, this long the server is given to hear of it.
const FAREWELL: Duration = Duration::from_secs(5);

/// What is said of the session before anything is asked in it.
const SETTINGS: [(&str, &str); 2] = [
    // All texts are quoted in one way, whatever the cluster was told.
    ("spark.sql.parser.escapedStringLiterals", "false"),
    // Java compiles no method that is longer than this. A scan of many columns easily
    // is, and then takes several times as long as in pieces.
    ("spark.sql.codegen.hugeMethodLimit", "8000"),
];

/// A session in the cluster.
pub(super) struct Session {
    runtime: Runtime,
    pub(super) client: SparkConnectClient,
    address: Address,
    control: Control,
    /// The server's own name for the session. A server that was started anew has
    /// another, and then says so, in place of giving an empty session.
    pub(super) server_session: Option<String>,
}

impl Session {
    pub(super) fn open(address: &Address, control: Control) -> Result<Self, EngineError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let mut client = runtime
            .block_on(SparkConnectClient::connect(address.builder()))
            .map_err(|error| EngineError::Wrong(address.without_token(&error.message)))?;
        // Whoever asks tries again, and can be called off meanwhile.
        client.set_retry_policy(RetryPolicy::no_retries());
        let mut session = Self { runtime, client, address: address.clone(), control, server_session: None };
        let greeting = session.analyze(Analyze::SparkVersion(SparkVersion {}))?;
        session.server_session = Some(greeting.server_side_session_id).filter(|name| !name.is_empty());
        for (setting, value) in SETTINGS {
            session.wait(session.client.set_config(setting, value))?;
        }
        Ok(session)
    }

    /// The columns that a query gives.
    pub(super) fn columns(&self, query: &str) -> Result<Vec<SourceColumn>, EngineError> {
        let plan = Some(plans::query(query));
        let Some(Analyzed::Schema(schema)) = self.analyze(Analyze::Schema(Schema { plan }))?.result else {
            return Err(EngineError::Failed("Spark did not tell the columns".to_owned()));
        };
        let Some(Kind::Struct(row)) = schema.schema.and_then(|schema| schema.kind) else {
            return Err(EngineError::Failed("Spark did not tell the columns".to_owned()));
        };
        Ok(row.fields.into_iter().map(source_column).collect())
    }

    fn analyze(&self, analyze: Analyze) -> Result<AnalyzePlanResponse, EngineError> {
        let request = AnalyzePlanRequest {
            session_id: self.client.session_id().to_owned(),
            client_observed_server_side_session_id: self.server_session.clone(),
            user_context: Some(self.user()),
            analyze: Some(analyze),
            ..AnalyzePlanRequest::default()
        };
        self.wait(self.client.analyze_plan(request))
    }

    pub(super) fn user(&self) -> UserContext {
        UserContext { user_id: self.client.user_id().unwrap_or_default().to_owned(), ..UserContext::default() }
    }

    pub(super) fn describe(&self, error: &SparkError) -> EngineError {
        failure::describe(error, &self.address)
    }

    fn wait<T>(&self, asked: impl Future<Output = Result<T, SparkError>>) -> Result<T, EngineError> {
        self.heed(asked)?.map_err(|error| self.describe(&error))
    }

    /// Waits for something, unless it is called off.
    pub(super) fn heed<T>(&self, awaited: impl Future<Output = T>) -> Result<T, EngineError> {
        self.control.check()?;
        self.runtime.block_on(async {
            let mut awaited = pin!(awaited);
            loop {
                match tokio::time::timeout(LOOK, &mut awaited).await {
                    Ok(value) => return Ok(value),
                    Err(_) => self.control.check()?,
                }
            }
        })
    }

    /// Waits a little for something that is done in any case, and of which nothing more
    /// depends.
    pub(super) fn see_off<T>(&self, last: impl Future<Output = T>) {
        // If the server cannot be reached, it ends by itself what nobody asks for.
        _ = self.runtime.block_on(async { tokio::time::timeout(FAREWELL, last).await });
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.see_off(self.client.release_session());
    }
}

fn source_column(field: StructField) -> SourceColumn {
    SourceColumn {
        kind: types::value_kind(field.data_type.as_ref()),
        type_name: types::type_name(field.data_type.as_ref()),
        name: field.name,
    }
}
