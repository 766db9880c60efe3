//! The state of an exploration as one person sees it, written as JSON field by
//! field, and what changed between two states.
//!
//! Nothing here knows what the fields are. A field that is a list is compared item
//! by item, any other as a whole, and what was compared is told by digests: of a
//! state that was sent nothing but its *outline*, the digests of its parts, has to
//! be kept. A state is known by the digest of its outline, its *tag*, so that
//! whoever names a tag has exactly that state before them, whoever they are and
//! whichever server sent it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

/// The digest of some JSON, long enough that nobody finds two texts that share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Digest([u8; 16]);

impl Digest {
    fn of(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
        let mut hash = Sha256::new();
        parts.into_iter().for_each(|part| hash.update(part));
        let mut first = [0; 16];
        first.copy_from_slice(&hash.finalize()[..16]);
        Self(first)
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// What a state is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StateTag(Digest);

impl StateTag {
    /// The tag that a request names; none if it is no tag.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 16];
        if text.len() != 2 * bytes.len() || !text.is_ascii() {
            return None;
        }
        for (place, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
        }
        Some(Self(Digest(bytes)))
    }
}

impl fmt::Display for StateTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for StateTag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Some JSON with its digest.
#[derive(Debug)]
pub(crate) struct Part {
    json: Box<RawValue>,
    digest: Digest,
}

impl Part {
    pub(crate) fn new(json: Box<RawValue>) -> Self {
        Self { digest: Digest::of([json.get()]), json }
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

/// A field that several states may share.
#[derive(Debug)]
enum Field {
    Value(Part),
    List(Vec<Part>, Arc<[Digest]>),
}

/// Fields of a state that are written once and used many times.
#[derive(Debug, Default)]
pub(crate) struct StateFields(BTreeMap<String, Field>);

impl StateFields {
    /// The fields of a structure.
    pub(crate) fn of(fields: &impl Serialize) -> Self {
        // Structures can always be written as JSON, and what was written be read.
        let json = serde_json::to_string(fields).unwrap_or_default();
        let values: BTreeMap<String, Box<RawValue>> = serde_json::from_str(&json).unwrap_or_default();
        Self(values.into_iter().map(|(name, json)| (name, Field::of(json))).collect())
    }
}

impl Field {
    fn of(json: Box<RawValue>) -> Self {
        match serde_json::from_str::<Vec<Box<RawValue>>>(json.get()) {
            Ok(items) => {
                let items: Vec<Part> = items.into_iter().map(Part::new).collect();
                let digests = items.iter().map(|item| item.digest).collect();
                Self::List(items, digests)
            }
            Err(_) => Self::Value(Part::new(json)),
        }
    }
}

/// The state of an exploration as one person sees it.
pub(crate) struct ExplorationState<'a> {
    tag: StateTag,
    fields: BTreeMap<&'a str, StateField<'a>>,
}

enum StateField<'a> {
    Value(&'a Part),
    List(Vec<&'a Part>, Arc<[Digest]>),
}

/// What is kept of a state that was sent: the digests of its parts.
#[derive(Debug)]
pub(crate) struct Outline(BTreeMap<String, OutlineField>);

#[derive(Debug)]
enum OutlineField {
    Value(Digest),
    List(Arc<[Digest]>),
}

impl<'a> ExplorationState<'a> {
    /// The state with all these fields, and a list whose items are chosen for whoever
    /// looks.
    pub(crate) fn of(fields: &[&'a StateFields], list: (&'a str, Vec<&'a Part>)) -> Self {
        let (name, items) = list;
        let digests = items.iter().map(|item| item.digest).collect();
        let shared = fields.iter().flat_map(|fields| &fields.0).map(|(name, field)| {
            let field = match field {
                Field::Value(part) => StateField::Value(part),
                Field::List(items, digests) => StateField::List(items.iter().collect(), digests.clone()),
            };
            (name.as_str(), field)
        });
        let fields: BTreeMap<&str, StateField> = shared.chain([(name, StateField::List(items, digests))]).collect();
        let mut hashed = Vec::new();
        for (name, field) in &fields {
            let (kind, digests) = field.digests();
            // Names have no zeros, and lists tell how long they are, so that no two
            // outlines are hashed alike.
            hashed.extend_from_slice(name.as_bytes());
            hashed.extend_from_slice(&[0, kind]);
            hashed.extend_from_slice(&digests.len().to_le_bytes());
            digests.iter().for_each(|digest| hashed.extend_from_slice(&digest.0));
        }
        Self { tag: StateTag(Digest::of([hashed])), fields }
    }

    pub(crate) fn tag(&self) -> StateTag {
        self.tag
    }

    /// What is to be kept of the state to tell later what changed since.
    pub(crate) fn outline(&self) -> Outline {
        let outline = |field: &StateField| match field {
            StateField::Value(part) => OutlineField::Value(part.digest),
            StateField::List(_, digests) => OutlineField::List(digests.clone()),
        };
        Outline(self.fields.iter().map(|(name, field)| ((*name).to_owned(), outline(field))).collect())
    }

    /// What changed since a state with this outline and this tag.
    pub(crate) fn changes_since<'s>(&'s self, since: StateTag, outline: &Outline) -> StateChanges<'s> {
        let mut changes =
            StateChanges { since, tag: self.tag, set: BTreeMap::new(), lists: BTreeMap::new(), gone: BTreeSet::new() };
        for (&name, field) in &self.fields {
            match (outline.0.get(name), field) {
                (Some(OutlineField::Value(before)), StateField::Value(part)) if *before == part.digest => {}
                (Some(OutlineField::List(before)), StateField::List(_, digests)) if before == digests => {}
                (Some(OutlineField::List(before)), StateField::List(items, _)) => {
                    changes.lists.insert(name, list_changes(before, items));
                }
                _ => _ = changes.set.insert(name, field),
            }
        }
        let is_gone = |name: &&String| !self.fields.contains_key(name.as_str());
        changes.gone = outline.0.keys().filter(is_gone).map(|name| Cow::Owned(name.clone())).collect();
        changes
    }
}

impl StateField<'_> {
    fn digests(&self) -> (u8, &[Digest]) {
        match self {
            Self::Value(part) => (0, std::slice::from_ref(&part.digest)),
            Self::List(_, digests) => (1, digests),
        }
    }
}

impl Outline {
    /// How much memory it takes, about, if it shares nothing with others.
    pub(crate) fn bytes(&self) -> usize {
        let field = |(name, field): (&String, &OutlineField)| {
            let digests = match field {
                OutlineField::Value(_) => 1,
                OutlineField::List(digests) => digests.len(),
            };
            64 + name.len() + digests * size_of::<Digest>()
        };
        self.0.iter().map(field).sum()
    }
}

/// The whole state, with its tag.
impl Serialize for ExplorationState<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len() + 1))?;
        map.serialize_entry("tag", &self.tag)?;
        self.fields.iter().try_for_each(|(name, field)| map.serialize_entry(name, field))?;
        map.end()
    }
}

impl Serialize for StateField<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(part) => part.serialize(serializer),
            Self::List(items, _) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                items.iter().try_for_each(|item| list.serialize_element(item))?;
                list.end()
            }
        }
    }
}

/// What makes one state of another.
#[derive(Serialize)]
pub(crate) struct StateChanges<'a> {
    /// The state to which this is applied.
    since: StateTag,
    /// The state that it becomes.
    tag: StateTag,
    /// Fields that are new, or other than before.
    set: BTreeMap<&'a str, &'a StateField<'a>>,
    /// Lists of which something is as before.
    lists: BTreeMap<&'a str, Vec<ListPiece<'a>>>,
    /// Fields that are there no more.
    gone: BTreeSet<Cow<'a, str>>,
}

/// A piece of a list, in the order of the new one.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum ListPiece<'a> {
    /// Items of the list before: the place of the first, and how many.
    Keep(usize, usize),
    /// Items that were not there.
    Put(Vec<&'a Part>),
}

/// A list made of pieces of the one before, as far as these have its items.
fn list_changes<'a>(before: &[Digest], items: &[&'a Part]) -> Vec<ListPiece<'a>> {
    let mut places = HashMap::with_capacity(before.len());
    for (place, digest) in before.iter().enumerate() {
        places.entry(digest).or_insert(place);
    }
    let mut pieces: Vec<ListPiece> = Vec::new();
    for &item in items {
        match (pieces.last_mut(), places.get(&item.digest)) {
            (Some(ListPiece::Keep(first, count)), _) if before.get(*first + *count) == Some(&item.digest) => {
                *count += 1
            }
            (_, Some(&place)) => pieces.push(ListPiece::Keep(place, 1)),
            (Some(ListPiece::Put(new)), None) => new.push(item),
            (_, None) => pieces.push(ListPiece::Put(vec![item])),
        }
    }
    pieces
}

#[cfg(test)]
#[path = "../tests/common/applied.rs"]
mod applied;

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::applied::applied;
    use super::*;

    /// A state of fields that everybody sees, and of entries.
    fn with_state<T>(fields: &Value, entries: &[u8], act: impl FnOnce(&ExplorationState) -> T) -> T {
        let shared = StateFields::of(fields);
        let entry = |entry: &u8| Part::new(serde_json::value::to_raw_value(&json!({ "id": entry })).unwrap());
        let entries: Vec<Part> = entries.iter().map(entry).collect();
        act(&ExplorationState::of(&[&shared], ("entries", entries.iter().collect())))
    }

    fn field() -> impl Strategy<Value = Value> {
        prop_oneof![
            any::<bool>().prop_map(Value::from),
            (0..3u8).prop_map(|number| json!({ "a": number })),
            prop::collection::vec(0..6u8, 0..8).prop_map(|items| json!(items)),
            prop::collection::vec((0..3u8, 0..3u8), 0..6).prop_map(|items| json!(items)),
        ]
    }

    fn state() -> impl Strategy<Value = (Value, Vec<u8>)> {
        let fields = prop::collection::btree_map("[a-d]", field(), 0..4);
        (fields.prop_map(|fields| json!(fields)), prop::collection::vec(0..9u8, 0..12))
    }

    proptest! {
        #[test]
        fn changes_make_one_state_of_any_other(states in prop::collection::vec(state(), 2..6)) {
            let mut held: Option<(Value, Outline, StateTag)> = None;
            for (fields, entries) in &states {
                let (whole, outline, tag) = with_state(fields, entries, |state| (json!(state), state.outline(), state.tag()));
                let mut expected = fields.clone();
                expected["entries"] = json!(entries.iter().map(|entry| json!({ "id": entry })).collect::<Vec<_>>());
                expected["tag"] = json!(tag);
                prop_assert_eq!(&whole, &expected);
                if let Some((before, known, since)) = held {
                    let changes = with_state(fields, entries, |state| json!(state.changes_since(since, &known)));
                    prop_assert_eq!(applied(&before, &changes), whole.clone(), "{}", changes);
                    prop_assert_eq!(before == whole, since == tag);
                }
                held = Some((whole, outline, tag));
            }
        }
    }

    #[test]
    fn what_did_not_change_is_not_sent() {
        let fields = json!({ "rules": ["a", "b", "c", "d"], "title": "Tea", "turn": { "kind": "wait" } });
        let (outline, tag) = with_state(&fields, &[1, 2, 3], |state| (state.outline(), state.tag()));
        let same = with_state(&fields, &[1, 2, 3], |state| json!(state.changes_since(tag, &outline)));
        assert_eq!(same, json!({ "since": tag, "tag": tag, "set": {}, "lists": {}, "gone": [] }));
        let moved = json!({ "rules": ["d", "a", "x", "b"], "turn": { "kind": "ask" } });
        let changes = with_state(&moved, &[1, 2, 3, 4], |state| json!(state.changes_since(tag, &outline)));
        assert_eq!(changes["set"], json!({ "turn": { "kind": "ask" } }));
        assert_eq!(changes["gone"], json!(["title"]));
        let rules = json!([{ "keep": [3, 1] }, { "keep": [0, 1] }, { "put": ["x"] }, { "keep": [1, 1] }]);
        assert_eq!(
            changes["lists"],
            json!({ "entries": [{ "keep": [0, 3] }, { "put": [{ "id": 4 }] }], "rules": rules })
        );
    }

    #[test]
    fn a_tag_is_read_as_it_is_written() {
        let tag = with_state(&json!({}), &[1], |state| state.tag());
        assert_eq!(StateTag::parse(&tag.to_string()), Some(tag));
        for wrong in ["", "12", "é234567890123456789012345678901", "+1234567890123456789012345678901", "xyz"] {
            assert_eq!(StateTag::parse(wrong).filter(|_| !wrong.starts_with('+')), None, "{wrong}");
        }
    }
}
