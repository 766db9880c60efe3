//! Explorations as a whole: listed, begun, looked at, renamed, copied, put away.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::format::ContextFormat;
use hornbook::learn::Accuracy;
use hornbook::prepare::{Preparation, PrepareError, UsualDistribution};
use hornbook_explore::journal::{Attribute, DistributionName, Journal, JournalError, Policy};
use hornbook_explore::{Exploration, Start};
use serde::Deserialize;
use serde_json::{Value, json};

use super::changes::SaidPolicy;
use super::{apart, enter, line};
use crate::access::Session;
use crate::body::{Sent, Terms, as_json, parts, read, written};
use crate::guard::App;
use crate::made::Made;
use crate::people::Role;
use crate::problem::Problem;
use crate::rooms::Listed;
use crate::secret;

/// Lists the explorations that whoever asks may see.
pub(crate) async fn list(State(app): State<App>, session: Session) -> Result<Response, Problem> {
    let only = session.person()?.room.clone();
    let place = app.clone();
    let listed = apart(move || place.rooms().list(only.as_deref())).await?;
    let mut all = Vec::new();
    for Listed { name, title, summary, busy, mut problem } in listed {
        let record = match app.rooms().get(&name).await {
            Ok(room) => room.record(),
            Err(refused) => {
                problem.get_or_insert_with(|| refused.into_words());
                std::sync::Arc::default()
            }
        };
        let mut value = json!(summary);
        value["title"] = json!(record.title.as_ref().or(title.as_ref()).unwrap_or(&name));
        value["archived"] = json!(record.archived);
        value["name"] = json!(name);
        value["busy"] = json!(busy);
        value["problem"] = json!(problem);
        all.push(value);
    }
    Ok(written(StatusCode::OK, &json!({ "explorations": all })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct New {
    #[serde(default)]
    request: Option<String>,
    title: String,
    attributes: Vec<Attribute>,
    #[serde(default)]
    epsilon: Option<f64>,
    #[serde(default)]
    delta: Option<f64>,
    #[serde(default)]
    policy: Option<SaidPolicy>,
    #[serde(default)]
    seed: Option<u64>,
}

/// Begins an exploration with a list of attributes.
pub(crate) async fn create(
    State(app): State<App>,
    session: Session,
    Sent(sent): Sent<New>,
) -> Result<Response, Problem> {
    let person = session.owner()?;
    let title = line("title", &sent.title)?;
    let policy = sent.policy.as_ref().map(SaidPolicy::policy).transpose()?;
    let said = json!(["attributes", title, sent.attributes, sent.epsilon, sent.delta, sent.seed, policy]);
    let made = Made::by(&person.who, sent.request.as_deref(), &said)?;
    let start = configured(Start::of(sent.attributes), sent.epsilon, sent.delta, sent.seed)?;
    begin(&app, Beginning { title, start, policy, who: person.who.clone(), made }).await
}

fn configured(start: Start, epsilon: Option<f64>, delta: Option<f64>, seed: Option<u64>) -> Result<Start, Problem> {
    let accuracy = Accuracy::new(epsilon.unwrap_or(0.01), delta.unwrap_or(0.1));
    let start = start.accuracy(accuracy.map_err(|error| Problem::malformed(error.to_string()))?);
    Ok(match seed {
        Some(seed) => start.seed(seed),
        None => start,
    })
}

/// What is to be begun.
struct Beginning {
    title: String,
    start: Start,
    policy: Option<Policy>,
    /// Who begins it.
    who: String,
    made: Option<Made>,
}

impl Beginning {
    /// The policy is in the journal from the first, so that there is no moment
    /// without it.
    fn journal(&self) -> Result<Journal, Problem> {
        // There is no file yet that could be broken.
        let unfit = |error: JournalError| match error {
            JournalError::Broken { problem, .. } => {
                let problem = hornbook_words::escape_control(&problem);
                Problem::malformed(format!("This cannot be explored: {problem}."))
            }
            error => error.into(),
        };
        let begun = Exploration::in_memory(self.start.clone().title(self.title.clone()));
        let mut exploration = begun.map_err(unfit)?;
        if let Some(policy) = self.policy {
            let done = exploration.set_policy(Some(&self.who), policy);
            done.map_err(|refusal| Problem::refused(&exploration, refusal, &self.who))?;
        }
        Ok(exploration.journal().copy())
    }
}

async fn begin(app: &App, new: Beginning) -> Result<Response, Problem> {
    let app = app.clone();
    let name = apart(move || app.rooms().begin(&new.title, &new.journal()?, new.made.as_ref())).await?;
    Ok(written(StatusCode::CREATED, &json!({ "name": name })))
}

/// Begins an exploration with a table.
pub(crate) async fn create_from_table(
    State(app): State<App>,
    session: Session,
    terms: Terms,
    request: Request,
) -> Result<Response, Problem> {
    let person = session.owner()?;
    let file = terms.get("file").unwrap_or_default().to_owned();
    let untitled = || std::path::Path::new(&file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let title = terms.get("title").map(str::to_owned).or_else(untitled).unwrap_or_else(|| "A table".to_owned());
    let title = line("title", &title)?;
    let number = "a number between 0 and 1";
    let (epsilon, delta) = (terms.parsed("epsilon", number)?, terms.parsed("delta", number)?);
    let seed = terms.parsed("seed", "a whole number")?;
    let background = terms.parsed("background", "true or false")?.unwrap_or(true);
    let policy = told_policy(&terms)?;
    let bytes = read(request, app.limits().table, &app).await?;
    let said = json!(["table", title, file, epsilon, delta, seed, background, policy]);
    let (start, table) =
        apart(move || Ok((from_table(&bytes, &file, background)?, secret::hash("table", &bytes)))).await?;
    let made = Made::by(&person.who, terms.get("request"), &json!([said, table]))?;
    let start = configured(start, epsilon, delta, seed)?;
    begin(&app, Beginning { title, start, policy, who: person.who.clone(), made }).await
}

/// The policy that an address tells, if it does.
fn told_policy(terms: &Terms) -> Result<Option<Policy>, Problem> {
    let of = terms.parsed("of", "a number of people")?;
    match terms.get("policy") {
        Some(policy) => SaidPolicy { policy: policy.to_owned(), of }.policy().map(Some),
        None if of.is_some() => Err(Problem::malformed("of goes with a policy: majority or unanimous.")),
        None => Ok(None),
    }
}

/// The longest name of an object in a table, in bytes; it is that of attributes,
/// too.
const LONGEST_LABEL: usize = 1000;

/// The rows are known objects; what is known of the attributes from how they
/// were made is known beforehand.
fn from_table(bytes: &[u8], file: &str, background: bool) -> Result<Start, Problem> {
    let refused = |error: PrepareError| {
        let words = hornbook_words::escape_control(&error.to_string());
        Problem::conflict("table", format!("This table cannot be read: {words}."))
    };
    let format = ContextFormat::from_path(file).unwrap_or_else(|_| ContextFormat::guess(bytes));
    let preparation = Preparation { background, ..Preparation::exploring() };
    let table = preparation.bytes(bytes, format).map_err(refused)?;
    let (context, universe) = (&table.context, table.context.universe());
    if universe.is_empty() {
        return Err(Problem::conflict("table", "This table has no attributes."));
    }
    if (0..context.len()).any(|object| context.label(object).len() > LONGEST_LABEL) {
        let words = format!("This table has objects with names of more than {LONGEST_LABEL} bytes: shorten them.");
        return Err(Problem::conflict("table", words));
    }
    let start = Start::table(context).background(universe, table.background.rules());
    Ok(match table.usual_distribution(false) {
        UsualDistribution::Columns => start.columns(universe, &table.groups).distribution(DistributionName::Columns),
        _ => start,
    })
}

/// What whoever asks sees of an exploration.
pub(crate) async fn show(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let view = room.view(&person).await?;
    let record = room.record();
    let owner = (app.options().owner.as_str(), Role::Owner);
    let guests = record.people.iter().filter(|guest| !guest.revoked).map(|guest| (guest.name.as_str(), guest.role));
    let present = |(name, role): (&str, Role)| {
        let here = view.here.iter().find(|(who, _)| *who == name);
        json!({ "name": name, "role": role, "here": here.is_some(), "asked": here.is_some_and(|(_, asked)| *asked) })
    };
    let people: Vec<Value> = std::iter::once(owner).chain(guests).map(present).collect();
    let personal = json!({
        "name": name,
        "title": room.title(),
        "version": view.version,
        "archived": record.archived,
        "me": { "who": person.who, "role": person.role, "about": person.about },
        "people": people,
    });
    Ok(as_json(StatusCode::OK, parts(view.snapshot.parts(&person, &personal, &view.turn))))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Titled {
    title: String,
}

/// Gives an exploration another title.
pub(crate) async fn rename(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Sent(sent): Sent<Titled>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let title = line("title", &sent.title)?;
    let given = title.clone();
    room.edit(move |record| {
        record.title = Some(given);
        Ok(())
    })
    .await?;
    Ok(written(StatusCode::OK, &json!({ "title": title })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Copied {
    #[serde(default)]
    request: Option<String>,
    title: String,
}

/// Copies an exploration, without those who were invited to it.
pub(crate) async fn duplicate(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Sent(sent): Sent<Copied>,
) -> Result<Response, Problem> {
    let person = session.owner()?;
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let title = line("title", &sent.title)?;
    let made = Made::by(&person.who, sent.request.as_deref(), &json!(["copy", name, title]))?;
    let journal = room.work(|exploration| Ok(exploration.journal().copy())).await?;
    let name = apart(move || {
        let mut header = journal.header().clone();
        header.title = Some(title.clone());
        let journal = Journal::in_memory_with(header, journal.entries().to_vec());
        app.rooms().begin(&title, &journal, made.as_ref())
    })
    .await?;
    Ok(written(StatusCode::CREATED, &json!({ "name": name })))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Archived {
    archived: bool,
}

/// Puts an exploration away, or takes it out again.
pub(crate) async fn archive(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    Sent(sent): Sent<Archived>,
) -> Result<Response, Problem> {
    let (room, _) = enter(&app, &session, &name, Role::Owner).await?;
    let archived = sent.archived;
    room.edit(move |record| {
        record.archived = archived;
        Ok(())
    })
    .await?;
    room.seats(|seats| seats.clear());
    room.awake.notify_one();
    Ok(written(StatusCode::OK, &json!({ "archived": archived })))
}
