//! Answers to questions, and statements about objects.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use hornbook::{AttrSet, Conclusion, Implication};
use hornbook_explore::journal::{EntryId, RuleLine};
use hornbook_explore::{Exploration, Guess, ObjectStatement, Response as Answer};
use serde::Deserialize;
use serde_json::json;

use super::change::{Change, ChangeError, check_may_correct, check_may_retract};
use super::enter;
use crate::access::Session;
use crate::app::App;
use crate::body::JsonBody;
use crate::person::{Person, Role};
use crate::problem::Problem;
use crate::response::json_response;
use crate::short_text;
use crate::took::TookBody;

/// A statement about an object, as requests send it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ObjectBody {
    #[serde(default)]
    name: String,
    /// The place of a known object.
    #[serde(default)]
    known: Option<usize>,
    /// The entry that first told of a known object. It stays the same when the
    /// places of objects change.
    #[serde(default)]
    of: Option<EntryId>,
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
    #[serde(default)]
    correct: bool,
}

impl ObjectBody {
    fn statement(&self, exploration: &Exploration) -> Result<ObjectStatement, Problem> {
        let universe = exploration.universe();
        let name =
            if self.name.trim().is_empty() { String::new() } else { short_text::checked("object's name", &self.name)? };
        let objects = exploration.objects();
        let place = match &self.of {
            None => self.known.map(|place| (place < objects.len()).then_some(place)),
            Some(first) => Some(objects.iter().position(|object| object.first() == first)),
        };
        let gone = || Problem::conflict("impossible", "That object is not known any more: look again.");
        let known = place.map(|place| place.ok_or_else(gone)).transpose()?;
        // A known object keeps its name.
        let name = known.map_or(name, |place| exploration.object_name(place));
        let (has, lacks) = (universe.set(&self.has)?, universe.set(&self.lacks)?);
        Ok(ObjectStatement { name, known, has, lacks, correct: self.correct })
    }

    /// The same, refused if it corrects what this person may not correct.
    pub(super) fn statement_by(
        &self,
        person: &Person,
        exploration: &Exploration,
    ) -> Result<ObjectStatement, ChangeError> {
        let statement = self.statement(exploration)?;
        check_may_correct(exploration, &exploration.corrects(&statement)?, person)?;
        Ok(statement)
    }
}

/// The rule that a request names.
pub(super) fn rule(exploration: &Exploration, line: &RuleLine) -> Result<Implication, Problem> {
    if line.impossible == line.conclusion.is_some() {
        return Err(Problem::malformed("A rule has either a conclusion or \"impossible\": true."));
    }
    let rule = line.rule(exploration.universe())?;
    match &rule.conclusion {
        Conclusion::Attrs(attrs) if attrs.is_subset(&rule.premise) => {
            Err(Problem::malformed("A rule concludes something beyond its premise."))
        }
        _ => Ok(rule),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AnswerKind {
    Holds,
    Refuted,
    Partly,
    Unknown,
    Later,
}

#[derive(Debug, Deserialize)]
pub(crate) struct AnswerBody {
    question: RuleLine,
    answer: AnswerKind,
    #[serde(default)]
    holds: Vec<String>,
    #[serde(default)]
    object: Option<ObjectBody>,
    #[serde(default)]
    replaces: Option<EntryId>,
    #[serde(default)]
    anyway: bool,
    #[serde(default)]
    took: TookBody,
}

impl AnswerBody {
    pub(super) fn question(&self) -> &RuleLine {
        &self.question
    }

    pub(super) fn response(&self, exploration: &Exploration, person: &Person) -> Result<Answer, ChangeError> {
        let object = self.object.as_ref().map(|object| object.statement_by(person, exploration)).transpose()?;
        let holds: AttrSet = exploration.universe().set(&self.holds)?;
        Ok(match self.answer {
            AnswerKind::Holds => Answer::Holds,
            AnswerKind::Unknown => Answer::Unknown,
            AnswerKind::Later => Answer::Later,
            AnswerKind::Partly => Answer::Partly { holds, object },
            AnswerKind::Refuted => {
                Answer::Refuted(object.ok_or_else(|| Problem::malformed("An answer of refuted needs an object."))?)
            }
        })
    }
}

/// Records an answer. It is on disk before the response is sent.
pub(crate) async fn answer(change: Change<AnswerBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            let who = by.who();
            let question = rule(exploration, &body.question)?;
            let response = body.response(exploration, &by.person)?;
            if let Some(earlier) = &body.replaces {
                check_may_retract(exploration, earlier, &by.person)?;
            }
            let took = body.took.measured(exploration.universe().len());
            let id = exploration.timed(took, |exploration| match &body.replaces {
                Some(earlier) => exploration.change(who, earlier, response),
                None if body.anyway => exploration.disagree(who, &question, response),
                None => exploration.answer(who, &question, response),
            })?;
            by.room.participants(|participants| participants.note_answered(&by.person.who, &question));
            Ok(id)
        })
        .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct AgreeBody {
    entry: EntryId,
    #[serde(default)]
    took: TookBody,
}

/// Agrees with the answer of a program, or of a person where people disagree: it is
/// the word of whoever asks too.
pub(crate) async fn agree(change: Change<AgreeBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            let nothing = || Problem::conflict("impossible", "That is no answer that counts: look again.");
            let is_program = exploration.entry(&body.entry).is_some_and(|entry| entry.program);
            let (question, _) = exploration.response_of(&body.entry).ok_or_else(nothing)?;
            let took = body.took.measured(exploration.universe().len());
            let who = by.who();
            let id = exploration.timed(took, |exploration| match is_program {
                true => exploration.agree(who, &body.entry),
                false => exploration.side_with(who, &body.entry),
            })?;
            by.room.participants(|participants| participants.note_answered(&by.person.who, &question));
            Ok(id)
        })
        .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct TellBody {
    object: ObjectBody,
    #[serde(default)]
    anyway: bool,
    #[serde(default)]
    took: TookBody,
}

/// Records a statement about an object that was not asked for.
pub(crate) async fn tell(change: Change<TellBody>) -> Result<Response, Problem> {
    change
        .once(Role::Expert, |exploration, by, body| {
            let statement = body.object.statement_by(&by.person, exploration)?;
            let who = by.who();
            let took = body.took.measured(exploration.universe().len());
            Ok(exploration.timed(took, |exploration| match body.anyway {
                true => exploration.insist(who, &statement),
                false => exploration.tell(who, statement),
            })?)
        })
        .await
}

#[derive(Debug, Deserialize)]
pub(crate) struct FillBody {
    object: ObjectBody,
    #[serde(default)]
    question: Option<RuleLine>,
    /// Whether the rest is to be guessed.
    #[serde(default)]
    guess: bool,
}

/// Tells what follows from the rules for an object that is being described, and what
/// the rest probably is. Nothing of it is recorded: it is for a form that somebody
/// confirms.
pub(crate) async fn fill(
    State(app): State<App>,
    session: Session,
    Path(name): Path<String>,
    JsonBody(body): JsonBody<FillBody>,
) -> Result<Response, Problem> {
    let (room, person) = enter(&app, &session, &name, Role::Reader).await?;
    let asking = person.clone();
    let filled = room.work(&asking, move |exploration| {
        let mut statement = body.object.statement(exploration)?;
        let breaks = body.question.as_ref().map(|question| rule(exploration, question)).transpose()?;
        if let Some(breaks) = &breaks {
            // It is described as an exception to a rule, and so has its premise.
            statement.has.insert_all(&breaks.premise);
        }
        let universe = exploration.universe();
        if let Some(attr) = statement.has.intersection(&statement.lacks).first() {
            let words = format!("It cannot both have and lack {:?}.", universe.name(attr));
            return Err(Problem::conflict("impossible", words));
        }
        let filled = match body.guess {
            true => exploration.guess(&statement, breaks.as_ref()),
            false => exploration.fill(&statement).map(|certain| Guess {
                certain,
                has: universe.none(),
                lacks: universe.none(),
            }),
        };
        let filled = filled.map_err(|refusal| Problem::refused(exploration, refusal, &person.who))?;
        let names = |set: &AttrSet| universe.names_of(set).map(str::to_owned).collect::<Vec<_>>();
        let guessed = json!({ "has": names(&filled.has), "lacks": names(&filled.lacks) });
        Ok(json!({
            "has": names(filled.certain.has()),
            "lacks": names(&universe.all().difference(filled.certain.possible())),
            "unknown": names(&filled.certain.unknown()),
            "guessed": guessed,
        }))
    });
    Ok(json_response(StatusCode::OK, &filled.await?))
}
