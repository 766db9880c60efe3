//! The JSON contexts of conexp-clj, after its published schemas.
//!
//! Version 1.1 lists `objects`, `attributes` and the `incidence` as pairs;
//! version 1.0 lists, under `formal_context`, each object with its attributes,
//! and so has no place for an attribute that no object has. Either may stand
//! alone or as the `context` of a larger file.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;

use super::json::Piece;
use super::writing;
use crate::error::{FormatError, token};
use crate::growing::Growing;
use crate::text;
use crate::{AttrSet, Context, Model, Universe};

/// The versions of conexp-clj's schema of contexts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// `{"formal_context": [{"object": …, "attributes": […]}, …]}`
    V1_0,
    /// `{"objects": […], "attributes": […], "incidence": [[object, attribute], …]}`
    #[default]
    V1_1,
}

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    context: Option<Piece<'a>>,
    formal_context: Option<Vec<Item<'a>>>,
    objects: Option<Vec<Piece<'a>>>,
    attributes: Option<Vec<Piece<'a>>>,
    incidence: Option<Vec<Pair<'a>>>,
}

#[derive(Deserialize)]
struct Item<'a> {
    #[serde(borrow)]
    object: Piece<'a>,
    attributes: Vec<Piece<'a>>,
}

#[derive(Deserialize)]
struct Pair<'a>(#[serde(borrow)] Piece<'a>, Piece<'a>);

/// Reads a context of either version. Names that are numbers become text.
pub fn read(bytes: &[u8]) -> Result<Context, FormatError> {
    let whole = text::of_bytes(bytes)?;
    let mut file: File<'_> = serde_json::from_str(whole)?;
    if let Some(inner) = file.context {
        file = inner.read(whole)?;
    }
    match file {
        File { formal_context: Some(items), .. } => from_items(whole, &items),
        File { objects: Some(objects), attributes: Some(attributes), incidence: Some(incidence), .. } => {
            from_incidence(whole, &objects, &attributes, &incidence)
        }
        _ => Err(FormatError::found(
            "JSON without them",
            "'objects', 'attributes' and 'incidence', or 'formal_context', as conexp-clj writes them",
        )
        .at(1, 1)),
    }
}

fn from_items(whole: &str, items: &[Item<'_>]) -> Result<Context, FormatError> {
    let mut names = Vec::new();
    let mut places = HashMap::new();
    let mut rows = Vec::new();
    for item in items {
        let mut row = Vec::new();
        for attribute in &item.attributes {
            let name = attribute.name(whole)?;
            row.push(*places.entry(name).or_insert_with_key(|name| {
                names.push(name.clone());
                names.len() - 1
            }));
        }
        rows.push((item.object.name(whole)?, row));
    }
    let universe = Arc::new(Universe::new(names)?);
    let mut context = Growing::new(universe.clone());
    for (object, row) in rows {
        context.push(Some(object), Model::complete(AttrSet::of(universe.len(), row)))?;
    }
    Ok(context.finish())
}

fn from_incidence(
    whole: &str,
    objects: &[Piece<'_>],
    attributes: &[Piece<'_>],
    incidence: &[Pair<'_>],
) -> Result<Context, FormatError> {
    let attributes: Result<Vec<String>, _> = attributes.iter().map(|piece| piece.name(whole)).collect();
    let universe = Arc::new(Universe::new(attributes?)?);
    let mut places = HashMap::new();
    let mut names = Vec::new();
    for piece in objects {
        let name = piece.name(whole)?;
        if places.insert(name.clone(), names.len()).is_some() {
            return Err(piece.locate(whole, FormatError::plain(format!("the object {} occurs twice", token(&name)))));
        }
        names.push(name);
    }
    // Sparse until the rows are pushed: the file may be small and the table large.
    let mut rows = vec![Vec::new(); names.len()];
    for Pair(object, attribute) in incidence {
        let name = object.name(whole)?;
        let unknown = || object.locate(whole, FormatError::plain(format!("there is no object {}", token(&name))));
        let row = *places.get(&name).ok_or_else(unknown)?;
        rows[row].push(universe.attr(&attribute.name(whole)?).map_err(|e| attribute.locate(whole, e))?);
    }
    let mut context = Growing::new(universe.clone());
    for (name, row) in names.into_iter().zip(rows) {
        context.push(Some(name), Model::complete(AttrSet::of(universe.len(), row)))?;
    }
    Ok(context.finish())
}

/// Writes a context.
///
/// Objects are a set there: a repeated name gets a number, as in `frog (2)`,
/// lest two objects become one.
pub fn write(context: &Context, version: Version, mut out: impl Write) -> Result<(), FormatError> {
    writing::nothing_unknown(context, "conexp-clj's JSON")?;
    let universe = context.universe();
    let names = unique_names(context);
    let objects = || names.iter().enumerate();
    let value = match version {
        Version::V1_1 => {
            let pairs = objects().flat_map(|(at, object)| {
                universe.names_of(context.row(at)).map(move |attribute| json!([object, attribute]))
            });
            json!({ "objects": names, "attributes": universe.names(), "incidence": pairs.collect::<Vec<_>>() })
        }
        Version::V1_0 => {
            let mut held = universe.none();
            context.distinct().iter().for_each(|row| _ = held.insert_all(row));
            if let Some(lost) = universe.all().difference(&held).first() {
                let name = token(universe.name(lost));
                let message = format!("no object has the attribute {name}, which conexp-clj's JSON 1.0 cannot hold");
                return Err(FormatError::plain(message));
            }
            let items = objects().map(|(at, object)| {
                let attributes: Vec<&str> = universe.names_of(context.row(at)).collect();
                json!({ "object": object, "attributes": attributes })
            });
            json!({ "formal_context": items.collect::<Vec<_>>() })
        }
    };
    serde_json::to_writer(&mut out, &value)?;
    writeln!(out)?;
    Ok(())
}

fn unique_names(context: &Context) -> Vec<String> {
    let mut taken: HashSet<String> = (0..context.len()).map(|at| writing::object_name(context, at)).collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut unique = |at| {
        let name = writing::object_name(context, at);
        let count = seen.entry(name.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            return name;
        }
        loop {
            let numbered = format!("{name} ({count})");
            if taken.insert(numbered.clone()) {
                return numbered;
            }
            *count += 1;
        }
    };
    (0..context.len()).map(&mut unique).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_versions_alone_and_wrapped() {
        let new = r#"{"objects": ["o", 2], "attributes": ["a", 7], "incidence": [["o", 7], [2, "a"]]}"#;
        let old = r#"{"formal_context": [{"object": "o", "attributes": [7]}, {"object": 2, "attributes": ["a"]}]}"#;
        for text in [new.to_owned(), old.to_owned(), format!(r#"{{"context": {new}}}"#)] {
            let context = read(text.as_bytes()).unwrap();
            assert_eq!(context.label(1), "2");
            assert!(context.universe().names_of(context.row(0)).eq(["7"]));
            assert!(context.universe().names_of(context.row(1)).eq(["a"]));
        }
    }

    #[test]
    fn errors_have_a_place() {
        let text = "{\"objects\": [\"o\"],\n \"attributes\": [\"abc\"],\n \"incidence\": [[\"o\", \"abd\"]]}";
        let message = read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(message, "line 3, column 22: there is no attribute 'abd' (did you mean 'abc'?)");
    }

    #[test]
    fn repeated_objects_stay_apart() {
        let mut context = Context::new(Arc::new(Universe::letters(1)));
        for name in ["frog", "frog", "frog (2)", "frog"] {
            context.push(Some(name.into()), AttrSet::full(1));
        }
        assert_eq!(unique_names(&context), ["frog", "frog (3)", "frog (2)", "frog (4)"]);
    }
}
