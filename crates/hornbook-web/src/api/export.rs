//! Exports of what is known, in every format of the command.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hornbook::format::{ContextFormat, FormatError, RulesFormat, WriteOptions, write_context_with, write_rules_with};
use hornbook::{Context, Rulebook};
use hornbook_explore::{Exploration, titled_report};
use hornbook_words::markdown;

use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::person::Role;
use crate::problem::Problem;
use crate::query::Query;
use crate::room::Room;

/// What can be exported.
enum Export {
    Rules(RulesFormat),
    Context(ContextFormat),
    Report,
    Journal,
}

impl Export {
    fn parse(what: &str, format: Option<&str>) -> Result<Self, Problem> {
        let refused = |error: FormatError| Problem::malformed(hornbook_words::escape_control(&error.to_string()));
        match (what, format) {
            ("rules", format) => Ok(Self::Rules(RulesFormat::from_name(format.unwrap_or("json")).map_err(refused)?)),
            ("context", format) => {
                Ok(Self::Context(ContextFormat::from_name(format.unwrap_or("csv")).map_err(refused)?))
            }
            ("report", None | Some("md" | "markdown")) => Ok(Self::Report),
            ("journal", None | Some("journal")) => Ok(Self::Journal),
            ("report" | "journal", Some(_)) => Err(Problem::malformed("There is one format of that; leave it out.")),
            _ => Err(Problem::missing("What can be exported is rules, context, report and journal.")),
        }
    }

    fn extension(&self) -> &'static str {
        match self {
            Self::Rules(RulesFormat::Text) => "rules.txt",
            Self::Rules(RulesFormat::Json) => "rules.json",
            Self::Rules(RulesFormat::Csv) => "rules.csv",
            Self::Rules(RulesFormat::Prolog) => "rules.pl",
            Self::Rules(RulesFormat::Dimacs) => "rules.cnf",
            Self::Rules(_) => "rules.conexp.json",
            Self::Context(ContextFormat::Csv) => "csv",
            Self::Context(ContextFormat::Tsv) => "tsv",
            Self::Context(ContextFormat::Burmeister) => "cxt",
            Self::Context(ContextFormat::Fimi) => "dat",
            Self::Context(_) => "context.json",
            Self::Report => "md",
            Self::Journal => "journal",
        }
    }

    fn media_type(&self) -> &'static str {
        match self.extension().rsplit('.').next() {
            Some("json") => "application/json",
            Some("csv") => "text/csv; charset=utf-8",
            Some("md") => "text/markdown; charset=utf-8",
            Some("journal") => "application/octet-stream",
            _ => "text/plain; charset=utf-8",
        }
    }

    fn bytes(
        &self,
        options: WriteOptions,
        whole_objects: bool,
        room: &Room,
        exploration: &Exploration,
    ) -> Result<Vec<u8>, Problem> {
        match self {
            Self::Journal => std::fs::read(room.journal())
                .map_err(|error| Problem::unavailable("disk", format!("Cannot read the journal: {error}."))),
            Self::Report => {
                Ok(markdown::document(&titled_report(exploration, &room.title_of(exploration))).into_bytes())
            }
            Self::Rules(format) => in_format(|out| write_rules_with(&exploration.rulebook(), *format, options, out)),
            Self::Context(format) => {
                let context = exploration.context();
                let context = if whole_objects { known_wholly(&context) } else { context };
                in_format(|out| write_context_with(&context, *format, options, out))
            }
        }
    }
}

/// The objects of which everything is known, for formats that cannot say otherwise.
fn known_wholly(context: &Context) -> Context {
    let mut known = Context::new(context.universe().clone());
    for place in (0..context.len()).filter(|&place| context.model(place).unknown().is_empty()) {
        known.push_model(context.name(place).map(str::to_owned), context.model(place).clone());
    }
    known
}

/// Responds with a file for the browser to save.
pub(crate) async fn export(
    State(app): State<App>,
    session: Session,
    Path((name, what)): Path<(String, String)>,
    query: Query,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let export = Export::parse(&what, query.get("format"))?;
    let file = format!("attachment; filename=\"{name}.{}\"", export.extension());
    let media_type = export.media_type();
    let raw_cells = query.parsed("raw_cells", "true or false")?.unwrap_or(false);
    let options = WriteOptions { raw_cells };
    let whole_objects = query.parsed("whole_objects", "true or false")?.unwrap_or(false);
    let turn = app.pictures().turn(&person, &room).await?;
    let exported = room.clone();
    // Nothing is written meanwhile, so that no line of the journal is cut off.
    let bytes = room.look(&person, move |exploration| {
        let _turn = turn;
        export.bytes(options, whole_objects, &exported, exploration)
    });
    let bytes = bytes.await?;
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    if let Ok(file) = HeaderValue::from_str(&file) {
        headers.insert(header::CONTENT_DISPOSITION, file);
    }
    Ok(response)
}

/// Rules in a format of the command, with what kind of file that is and what to call it.
pub(super) fn rules_file(book: &Rulebook, format: &str) -> Result<(Vec<u8>, &'static str, &'static str), Problem> {
    let export = Export::parse("rules", Some(format))?;
    let bytes = match &export {
        Export::Rules(format) => in_format(|out| write_rules_with(book, *format, WriteOptions::default(), out))?,
        _ => return Err(Problem::fault()),
    };
    Ok((bytes, export.media_type(), export.extension()))
}

/// The bytes that `write` writes, or why the format does not allow it.
fn in_format(write: impl FnOnce(&mut Vec<u8>) -> Result<(), FormatError>) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    write(&mut bytes).map_err(|error| {
        let words = hornbook_words::escape_control(&error.to_string());
        Problem::conflict("format", format!("This cannot be written in that format: {words}. Choose another one."))
    })?;
    Ok(bytes)
}
