//! What the two sides of a disagreement rest on: the object that somebody gave as an
//! example, and the known objects that bear a rule out.

use hornbook::{AttrSet, Conclusion, Implication};
use hornbook_explore::{Exploration, ObjectStatement, Response, Vote};
use serde::Serialize;

/// What an answer rests on.
#[derive(Serialize)]
pub(super) struct Evidence<'a> {
    time: &'a str,
    words: String,
    /// Of a part that follows, what it is.
    holds: Vec<String>,
    object: Option<Example>,
}

/// An object that breaks the rule, with all that is known of it.
#[derive(Serialize)]
struct Example {
    name: String,
    has: Vec<String>,
    lacks: Vec<String>,
}

pub(super) fn evidence<'a>(exploration: &'a Exploration, vote: &Vote) -> Option<Evidence<'a>> {
    let entry = exploration.entry(&vote.entry)?;
    let (_, response) = exploration.response_of(&vote.entry)?;
    let (holds, told) = match response {
        Response::Refuted(told) => (None, Some(told)),
        Response::Partly { holds, object } => (Some(holds), object),
        Response::Holds | Response::Unknown | Response::Later => (None, None),
    };
    let names = |set: &AttrSet| exploration.universe().names_of(set).map(str::to_owned).collect();
    Some(Evidence {
        time: &entry.time,
        words: exploration.entry_in_words(entry),
        holds: holds.as_ref().map(names).unwrap_or_default(),
        object: told.map(|told| example(exploration, told)),
    })
}

/// What was said of an object with this answer, and what else is known of it.
fn example(exploration: &Exploration, told: ObjectStatement) -> Example {
    let ObjectStatement { name, mut has, mut lacks, .. } = told;
    let place = exploration.objects().iter().position(|object| !name.is_empty() && object.name() == Some(&name));
    if let Some(model) = place.and_then(|place| exploration.models().get(place)) {
        let impossible = exploration.universe().all().difference(model.possible());
        let (more, less) = (model.has().difference(&lacks), impossible.difference(&has));
        has.insert_all(&more);
        lacks.insert_all(&less);
    }
    let names = |set: &AttrSet| exploration.universe().names_of(set).map(str::to_owned).collect();
    Example { has: names(&has), lacks: names(&lacks), name }
}

/// Known objects that bear a rule out.
#[derive(Serialize)]
pub(super) struct BorneOut {
    count: usize,
    /// Some of them.
    names: Vec<String>,
}

/// So many objects are named that bear a rule out.
const NAMED_OBJECTS: usize = 5;

pub(super) fn borne_out(exploration: &Exploration, question: &Implication) -> BorneOut {
    let Conclusion::Attrs(conclusion) = &question.conclusion else {
        return BorneOut { count: 0, names: Vec::new() };
    };
    let wanted = question.premise.union(conclusion);
    let models = exploration.models().iter().enumerate();
    let places: Vec<usize> =
        models.filter(|(_, model)| wanted.is_subset(model.has())).map(|(place, _)| place).collect();
    let names = places.iter().take(NAMED_OBJECTS).map(|&place| exploration.object_name(place)).collect();
    BorneOut { count: places.len(), names }
}
