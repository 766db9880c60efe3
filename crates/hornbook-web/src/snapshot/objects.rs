//! The known objects.

use hornbook::Model;
use hornbook_explore::journal::EntryId;
use hornbook_explore::{Exploration, Object};
use serde::Serialize;

/// An object; attributes are given by their places.
#[derive(Serialize)]
pub(super) struct ShownObject<'a> {
    place: usize,
    name: String,
    /// Whether somebody gave it that name.
    named: bool,
    /// How many equal rows of a table it stands for, if several.
    #[serde(skip_serializing_if = "is_one")]
    count: usize,
    /// Whether these rows have names, which are told when somebody asks for them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_row_names: bool,
    /// The entry that first told of it.
    of: &'a EntryId,
    has: Vec<usize>,
    lacks: Vec<usize>,
    /// What was said of it, and does not just follow from the rules.
    said: Vec<usize>,
    entries: &'a [EntryId],
}

pub(super) fn objects(exploration: &Exploration) -> Vec<ShownObject<'_>> {
    let models = exploration.models().iter();
    let objects = exploration.objects().iter().zip(models).enumerate();
    objects.map(|(place, (object, model))| shown(exploration, place, object, model)).collect()
}

fn shown<'a>(exploration: &Exploration, place: usize, object: &'a Object, model: &Model) -> ShownObject<'a> {
    let all = exploration.universe().all();
    ShownObject {
        place,
        name: exploration.object_name(place),
        named: object.name().is_some(),
        count: object.count(),
        has_row_names: object.count() > 1 && !object.row_names().is_empty(),
        of: object.first(),
        has: model.has().iter().collect(),
        lacks: all.difference(model.possible()).iter().collect(),
        said: all.iter().filter(|&attr| object.fact(attr).is_some()).collect(),
        entries: object.entries(),
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it asks about by reference")]
fn is_one(count: &usize) -> bool {
    *count == 1
}
