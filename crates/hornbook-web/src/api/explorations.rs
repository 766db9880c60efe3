//! Explorations as a whole: listing, beginning, renaming, copying, archiving and
//! deleting them.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::learn::Accuracy;
use hornbook_explore::journal::{Attribute, DistributionName, Journal, JournalError, Policy};
use hornbook_explore::{Exploration, Start, USUAL_DELTA, USUAL_EPSILON};
use serde::Deserialize;
use serde_json::json;

use super::changes::PolicyBody;
use super::{choices, enter, run_blocking};
use crate::access::Session;
use crate::app::App;
use crate::body::{JsonBody, read_bytes};
use crate::idempotency::CreationRequest;
use crate::person::Role;
use crate::problem::Problem;
use crate::query::Query;
use crate::response::json_response;
use crate::secret;
use crate::sessions::Holder;
use crate::short_text;
use crate::uploaded_table::TableOptions;

/// Lists the explorations that whoever asks may see.
pub(crate) async fn list(State(app): State<App>, session: Session) -> Result<Response, Problem> {
    let only = session.person()?.room.clone();
    let listed = run_blocking(move || app.rooms().list(only.as_deref())).await?;
    Ok(json_response(StatusCode::OK, &json!({ "explorations": listed })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct NewExplorationBody {
    #[serde(default)]
    request: Option<String>,
    title: String,
    #[serde(default)]
    noun: Option<String>,
    #[serde(default)]
    language: Option<String>,
    attributes: Vec<Attribute>,
    #[serde(default)]
    epsilon: Option<f64>,
    #[serde(default)]
    delta: Option<f64>,
    #[serde(default)]
    distribution: Option<String>,
    #[serde(default)]
    policy: Option<PolicyBody>,
    #[serde(default)]
    seed: Option<u64>,
}

/// What an exploration aims at, as far as it is said.
struct Aim {
    epsilon: Option<f64>,
    delta: Option<f64>,
    distribution: Option<String>,
    seed: Option<u64>,
}

/// Begins an exploration with a list of attributes.
pub(crate) async fn create(
    State(app): State<App>,
    session: Session,
    JsonBody(body): JsonBody<NewExplorationBody>,
) -> Result<Response, Problem> {
    let person = session.owner()?;
    let title = short_text::checked("title", &body.title)?;
    let policy = body.policy.as_ref().map(PolicyBody::policy).transpose()?;
    let NewExplorationBody { attributes, epsilon, delta, distribution, seed, noun, language, .. } = body;
    let said = json!(["attributes", title, attributes, epsilon, delta, seed, policy, distribution, noun, language]);
    let created_by = CreationRequest::new(&person.who, body.request.as_deref(), &said)?;
    let aim = Aim { epsilon, delta, distribution, seed };
    let start = worded(configured(Start::of(attributes), false, &aim)?, noun, language.as_deref())?;
    begin(&app, NewExploration { title, start, policy, who: person.who.clone(), created_by }).await
}

/// The same with how it is worded, as far as that is said.
fn worded(start: Start, noun: Option<String>, language: Option<&str>) -> Result<Start, Problem> {
    let start = noun.into_iter().fold(start, Start::noun);
    Ok(language.map(choices::language).transpose()?.into_iter().fold(start, Start::language))
}

/// The same with what it aims at, whether or not attributes are values of columns.
fn configured(mut start: Start, has_columns: bool, aim: &Aim) -> Result<Start, Problem> {
    let accuracy = Accuracy::new(aim.epsilon.unwrap_or(USUAL_EPSILON), aim.delta.unwrap_or(USUAL_DELTA));
    start = start.accuracy(accuracy.map_err(|error| Problem::malformed(error.to_string()))?);
    if let Some(name) = &aim.distribution {
        let distribution = choices::distribution(name)?;
        if distribution == DistributionName::Columns && !has_columns {
            return Err(Problem::malformed("There are no columns that have several values."));
        }
        start = start.distribution(distribution);
    }
    Ok(match aim.seed {
        Some(seed) => start.seed(seed),
        None => start,
    })
}

/// An exploration that is to be begun.
struct NewExploration {
    title: String,
    start: Start,
    policy: Option<Policy>,
    /// Who begins it.
    who: String,
    created_by: Option<CreationRequest>,
}

impl NewExploration {
    /// The journal at the beginning. The policy is in it already, so that no
    /// question is answered without it.
    fn journal(&self) -> Result<Journal, Problem> {
        // There is no file yet, and so no name of one to tell.
        let refused = |error: JournalError| match error {
            JournalError::Broken { problem, .. } => {
                let problem = hornbook_words::escape_control(&problem);
                Problem::malformed(format!("This cannot be explored: {problem}."))
            }
            error => error.into(),
        };
        let begun = Exploration::in_memory(self.start.clone().title(self.title.clone()));
        let mut exploration = begun.map_err(refused)?;
        if let Some(policy) = self.policy {
            let done = exploration.set_policy(Some(&self.who), policy);
            done.map_err(|refusal| Problem::refused(&exploration, refusal, &self.who))?;
        }
        Ok(exploration.journal().copy())
    }
}

async fn begin(app: &App, new: NewExploration) -> Result<Response, Problem> {
    let app = app.clone();
    let name = run_blocking(move || app.rooms().begin(&new.title, &new.journal()?, new.created_by.as_ref())).await?;
    Ok(json_response(StatusCode::CREATED, &json!({ "name": name })))
}

/// Begins an exploration with a table.
pub(crate) async fn create_from_table(
    State(app): State<App>,
    session: Session,
    query: Query,
    request: Request,
) -> Result<Response, Problem> {
    let person = session.owner()?;
    let kept = query.get("table").map(|id| app.tables().get(person, id)).transpose()?;
    let named = query.get("file").unwrap_or_default();
    let file = kept.as_ref().map_or(named, |table| &table.file).to_owned();
    let untitled = || std::path::Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let title = query.get("title").map(str::to_owned).or_else(untitled).unwrap_or_else(|| "A table".to_owned());
    let title = short_text::checked("title", &title)?;
    let number = "a number between 0 and 1";
    let (epsilon, delta) = (query.parsed("epsilon", number)?, query.parsed("delta", number)?);
    let seed = query.parsed("seed", "a whole number")?;
    let distribution = query.get("distribution").map(str::to_owned);
    let background = query.parsed("background", "true or false")?;
    let policy = policy_in(&query)?;
    // What was sent before need not be sent again.
    let (bytes, options) = match &kept {
        Some(table) => (table.bytes.clone(), table.options()),
        None => (read_bytes(request, app.limits().max_table_bytes, &app).await?, TableOptions::default()),
    };
    let background = background.or(options.background).unwrap_or(true);
    let options = TableOptions { everything: false, background: Some(background), ..options };
    let (noun, language) = (query.get("noun").map(str::to_owned), query.get("language").map(str::to_owned));
    let worded_as = (&noun, &language);
    let said =
        json!(["table", title, file, epsilon, delta, seed, background, policy, distribution, options, worded_as]);
    let ((start, has_columns), table) =
        run_blocking(move || Ok((from_table(&bytes, &file, &options)?, secret::hash("table", &bytes)))).await?;
    let created_by = CreationRequest::new(&person.who, query.get("request"), &json!([said, table]))?;
    let start = configured(start, has_columns, &Aim { epsilon, delta, distribution, seed })?;
    let start = worded(start, noun, language.as_deref())?;
    begin(&app, NewExploration { title, start, policy, who: person.who.clone(), created_by }).await
}

/// The policy in a query, if there is one.
fn policy_in(query: &Query) -> Result<Option<Policy>, Problem> {
    let of = query.parsed("of", "a number of people")?;
    match query.get("policy") {
        Some(policy) => PolicyBody { policy: policy.to_owned(), of }.policy().map(Some),
        None if of.is_some() => Err(Problem::malformed("of goes with a policy: majority or unanimous.")),
        None => Ok(None),
    }
}

/// The rows are known objects; what is known of the attributes from how they
/// were made is known beforehand. Tells also whether attributes are values of one
/// column.
fn from_table(bytes: &[u8], file: &str, options: &TableOptions) -> Result<(Start, bool), Problem> {
    let table = options.prepared(bytes, file)?;
    if table.context.universe().is_empty() {
        return Err(Problem::conflict("table", "This table has no attributes."));
    }
    Ok((Start::prepared(&table), !table.groups.is_empty()))
}

#[derive(Debug, Deserialize)]
pub(crate) struct RenameBody {
    title: String,
}

/// Gives an exploration another title.
pub(crate) async fn rename(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    JsonBody(body): JsonBody<RenameBody>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let title = short_text::checked("title", &body.title)?;
    let given = title.clone();
    room.edit(move |record| {
        record.title = Some(given);
        Ok(())
    })
    .await?;
    Ok(json_response(StatusCode::OK, &json!({ "title": title })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct CopyBody {
    #[serde(default)]
    request: Option<String>,
    title: String,
}

/// Copies an exploration, without those who were invited to it.
pub(crate) async fn duplicate(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    JsonBody(body): JsonBody<CopyBody>,
) -> Result<Response, Problem> {
    let person = session.owner()?;
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let title = short_text::checked("title", &body.title)?;
    let created_by = CreationRequest::new(&person.who, body.request.as_deref(), &json!(["copy", name, title]))?;
    let journal = room.look(person, |exploration| Ok(exploration.journal().copy())).await?;
    let name = run_blocking(move || {
        let journal = journal.retitled(Some(title.clone()));
        app.rooms().begin(&title, &journal, created_by.as_ref())
    })
    .await?;
    Ok(json_response(StatusCode::CREATED, &json!({ "name": name })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct ArchiveBody {
    archived: bool,
}

/// Deletes an exploration that is archived. Its files are moved to a folder of the
/// server, from where whoever runs it can bring them back; its guests are signed out.
pub(crate) async fn delete(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    session.owner()?;
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    app.rooms().delete(&room).await?;
    app.sessions().end_or_note(|kept| matches!(&kept.holder, Holder::Guest { room, .. } if *room == name));
    Ok(json_response(StatusCode::OK, &json!({ "deleted": true })))
}

/// Archives an exploration, or takes it out of the archive.
pub(crate) async fn archive(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    JsonBody(body): JsonBody<ArchiveBody>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let archived = body.archived;
    room.edit(move |record| {
        record.archived = archived;
        Ok(())
    })
    .await?;
    room.participants(|participants| participants.release_all());
    room.work_wanted.notify_one();
    Ok(json_response(StatusCode::OK, &json!({ "archived": archived })))
}
