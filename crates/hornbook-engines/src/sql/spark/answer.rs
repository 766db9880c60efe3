//! The answer to a query, as it arrives.
//!
//! A server ends its stream every other minute, and after a gigabyte, though the
//! answer goes on: only one that says so is complete. So the rest is asked for, also
//! when the line breaks.

use std::pin::Pin;
use std::time::{Duration, Instant};

use futures_util::{Stream, StreamExt, TryStreamExt};
use spark_connect_core::{ExecutePlanResponseReattachableIterator as Execution, SparkError};
use spark_connect_proto::execute_plan_response::{ArrowBatch, ResponseType};
use spark_connect_proto::{ExecutePlanRequest, ExecutePlanResponse, Plan};

use super::session::Session;
use super::source::Source;
use super::{failure, plans};
use crate::error::EngineError;

/// If nothing was heard for this long, it is asked whether the server still is there.
const SILENCE: Duration = Duration::from_secs(60);
/// This long it may take a server to take up a stream.
const TAKING_UP: Duration = Duration::from_secs(20);
/// So often a stream may break or end at once before it is given up.
const MOST_TRIES: u32 = 4;
/// How long to wait before trying again: so long for the first time, then twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(200);

type Responses = Pin<Box<dyn Stream<Item = Result<ExecutePlanResponse, SparkError>> + Send>>;

/// The answer to a query. If it is dropped before its end, the query is cancelled.
pub(super) struct Answer<'a> {
    session: &'a Session,
    execution: Execution,
    stream: Option<Responses>,
    was_begun: bool,
    is_over: bool,
    /// Whether the stream said something.
    was_heard: bool,
    /// How often in a row it broke or ended without a word.
    tries: u32,
}

/// What became of waiting for the next response.
enum Heard {
    Response(Box<ExecutePlanResponse>),
    /// The answer is complete.
    End,
    /// The stream ended; if it broke, by this error.
    Broken(Option<SparkError>),
}

impl<'a> Answer<'a> {
    pub(super) fn new(session: &'a Session, plan: Plan) -> Self {
        let execution = Execution::new(ExecutePlanRequest {
            session_id: session.client.session_id().to_owned(),
            client_observed_server_side_session_id: session.server_session.clone(),
            user_context: Some(session.user()),
            plan: Some(plan),
            client_type: Some("hornbook".to_owned()),
            ..ExecutePlanRequest::default()
        });
        Self { session, execution, stream: None, was_begun: false, is_over: false, was_heard: false, tries: 0 }
    }

    /// The next Arrow batch; none at the end.
    pub(super) fn next_batch(&mut self) -> Result<Option<ArrowBatch>, EngineError> {
        let session = self.session;
        loop {
            match session.heed(self.next_response())?.map_err(|error| session.describe(&error))? {
                Some(ResponseType::ArrowBatch(batch)) => return Ok(Some(batch)),
                Some(_) => {}
                None => {
                    self.is_over = true;
                    return Ok(None);
                }
            }
        }
    }

    async fn next_response(&mut self) -> Result<Option<ResponseType>, SparkError> {
        loop {
            let begin = Instant::now();
            let error = match self.listen().await? {
                Heard::End => return Ok(None),
                Heard::Response(response) => {
                    self.tries = 0;
                    self.was_heard = true;
                    match response.response_type {
                        Some(response) => return Ok(Some(response)),
                        None => continue,
                    }
                }
                Heard::Broken(error) => error,
            };
            // A stream that said something, or was there for long, came to its time.
            let is_due = std::mem::take(&mut self.was_heard) || begin.elapsed() > Duration::from_secs(1);
            if error.is_some() || !is_due {
                self.pause(error).await?;
            }
        }
    }

    /// Waits before the stream is taken up again, unless that was in vain too often.
    async fn pause(&mut self, error: Option<SparkError>) -> Result<(), SparkError> {
        self.tries += 1;
        if self.tries > MOST_TRIES {
            return Err(error.unwrap_or_else(|| unavailable("the answer ends in the middle")));
        }
        tokio::time::sleep(FIRST_PAUSE * 2u32.pow(self.tries - 1)).await;
        Ok(())
    }

    async fn listen(&mut self) -> Result<Heard, SparkError> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None if self.execution.is_completed().await => return Ok(Heard::End),
            None => match self.open().await {
                Ok(stream) => stream,
                Err(error) if self.was_begun && failure::is_broken_line(&error) => {
                    return Ok(Heard::Broken(Some(error)));
                }
                Err(error) => return Err(error),
            },
        };
        self.was_begun = true;
        let heard = match tokio::time::timeout(SILENCE, stream.next()).await {
            Ok(Some(Ok(response))) => {
                self.execution.set_last_response_id(&response).await;
                Heard::Response(Box::new(response))
            }
            Ok(Some(Err(error))) if failure::is_broken_line(&error) => Heard::Broken(Some(error)),
            Ok(Some(Err(error))) => return Err(error),
            Ok(None) if self.execution.is_completed().await => Heard::End,
            Ok(None) | Err(_) => Heard::Broken(None),
        };
        if matches!(heard, Heard::Response(_)) {
            self.stream = Some(stream);
        }
        Ok(heard)
    }

    /// Begins the query, or takes its answer up where it was left.
    async fn open(&self) -> Result<Responses, SparkError> {
        let client = &self.session.client;
        let stream = if self.was_begun {
            let rest = self.execution.create_reattach_request().await;
            match tokio::time::timeout(TAKING_UP, client.reattach_execute(rest)).await {
                Ok(stream) => stream?,
                Err(_) => return Err(unavailable("it does not answer")),
            }
        } else {
            client.execute_plan(self.execution.request().clone()).await?
        };
        Ok(Box::pin(stream.map_err(SparkError::from_grpc_status)))
    }
}

/// An error as if the line had said so.
fn unavailable(message: &str) -> SparkError {
    let mut error = SparkError::connect_msg(message);
    error.grpc_code = Some(14);
    error
}

impl Drop for Answer<'_> {
    fn drop(&mut self) {
        let Self { session, execution, is_over, .. } = self;
        session.see_off(async {
            if !*is_over {
                _ = session.client.interrupt_operation(execution.operation_id()).await;
            }
            let rest = execution.create_release_request(true).await;
            session.client.release_execute(rest).await
        });
    }
}

impl Session {
    /// Makes a view of a source that needs one.
    pub(super) fn create_view(&self, name: &str, source: &Source) -> Result<(), EngineError> {
        if let Source::Separated { path, separator } = source {
            self.run(plans::separated_view(name, path, *separator), |_| Ok(()))?;
        }
        Ok(())
    }

    /// Asks a query, and hands out its batches as they arrive. Says how many bytes came.
    pub(super) fn ask(
        &self,
        query: &str,
        take: impl FnMut(&[u8]) -> Result<(), EngineError>,
    ) -> Result<u64, EngineError> {
        self.run(plans::query(query), take)
    }

    fn run(&self, plan: Plan, mut take: impl FnMut(&[u8]) -> Result<(), EngineError>) -> Result<u64, EngineError> {
        let mut answer = Answer::new(self, plan);
        let mut bytes = 0;
        while let Some(batch) = answer.next_batch()? {
            bytes += batch.data.len() as u64;
            take(&batch.data)?;
        }
        Ok(bytes)
    }
}
