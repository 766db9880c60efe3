//! Which object a line is about, where objects were renamed or removed.
//!
//! A name is that of the object that had it when the line was written: it may have had
//! another before, and may have another now. Whoever takes a new name back gives the
//! object its old one from that line on.

use std::collections::{HashMap, HashSet};

use super::entry::{Entry, EntryId, EntryKind, ObjectLine};

/// Which object each line is about.
#[derive(Clone, Debug, Default)]
pub struct ObjectNames {
    /// The object of each entry that tells of one.
    objects: HashMap<EntryId, usize>,
    known: Vec<NamedObject>,
}

/// An object, by what it is called.
#[derive(Clone, Debug)]
struct NamedObject {
    /// What it was called when it was first told of.
    origin: ObjectReference,
    name: Option<String>,
    forgotten: bool,
}

/// How a line refers to its object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ObjectReference {
    /// By its name.
    Name(String),
    /// By the entry that first told of it.
    First(EntryId),
}

impl ObjectReference {
    /// What a line of that identity refers to.
    pub fn of(line: &ObjectLine, id: &EntryId) -> Self {
        match (&line.name, &line.of) {
            (Some(name), _) => Self::Name(name.clone()),
            (None, Some(first)) => Self::First(first.clone()),
            (None, None) => Self::First(id.clone()),
        }
    }

    /// A line with nothing but this.
    pub fn line(&self) -> ObjectLine {
        match self {
            Self::Name(name) => ObjectLine { name: Some(name.clone()), ..ObjectLine::default() },
            Self::First(first) => ObjectLine { of: Some(first.clone()), ..ObjectLine::default() },
        }
    }
}

/// What was done to an object, such that it can be taken back.
#[derive(Clone, Debug)]
enum Done {
    Renamed { object: usize, from: Option<String>, to: Option<String> },
    Forgotten { object: usize },
    Recalled { object: usize },
}

/// The names in force while lines are gone through.
#[derive(Default)]
struct Binding {
    names: ObjectNames,
    bound: HashMap<ObjectReference, usize>,
    origins: HashSet<ObjectReference>,
    done: HashMap<EntryId, Done>,
}

/// What an entry tells of an object.
pub(super) fn told(what: &EntryKind) -> Option<&ObjectLine> {
    match what {
        EntryKind::Answer(said) => said.object.as_ref(),
        EntryKind::Object { object, .. } => Some(object),
        _ => None,
    }
}

impl ObjectNames {
    /// The objects of all entries; none if no object was ever renamed or removed. Those of
    /// `without` are taken back.
    pub fn of(entries: &[Entry], without: &HashSet<EntryId>) -> Option<Self> {
        let changes = |entry: &Entry| matches!(entry.what, EntryKind::Rename { .. } | EntryKind::Forget { .. });
        entries.iter().any(changes).then(|| {
            let mut binding = Binding::default();
            entries.iter().for_each(|entry| binding.take(entry));
            let undone: Vec<Done> = without.iter().filter_map(|id| binding.done.get(id).cloned()).collect();
            undone.iter().for_each(|done| _ = binding.reverse(done));
            binding.names.tell_apart();
            binding.names
        })
    }

    /// What the object of an entry is referred to by now, if the entry tells of one that
    /// was not removed.
    pub fn now(&self, entry: &EntryId) -> Option<ObjectReference> {
        let object = &self.known[*self.objects.get(entry)?];
        let named = || object.name.clone().map_or_else(|| object.origin.clone(), ObjectReference::Name);
        (!object.forgotten).then(named)
    }

    /// Whether the object of an entry was removed.
    pub fn is_forgotten(&self, entry: &EntryId) -> bool {
        self.objects.get(entry).is_some_and(|&object| self.known[object].forgotten)
    }

    /// What the object of an entry was referred to by at first: a reference that no other
    /// object has, or had.
    pub(crate) fn origin(&self, entry: &EntryId) -> Option<&ObjectReference> {
        self.objects.get(entry).map(|&object| &self.known[object].origin)
    }

    /// Whether an object that was called so at first was removed.
    pub(crate) fn is_removed(&self, name: &str) -> bool {
        self.known
            .iter()
            .any(|object| object.forgotten && matches!(&object.origin, ObjectReference::Name(origin) if origin == name))
    }

    /// Sees to it that no two objects have the same name now. That takes two journals
    /// that were merged, or a removal taken back after another object got the name.
    fn tell_apart(&mut self) {
        let mut taken = HashSet::new();
        for object in self.known.iter_mut().filter(|object| !object.forgotten) {
            let Some(name) = object.name.clone() else { continue };
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            object.name = std::iter::once(name.clone()).chain(numbered).find(|name| taken.insert(name.clone()));
        }
    }
}

impl Binding {
    fn take(&mut self, entry: &Entry) {
        let done = match &entry.what {
            EntryKind::Rename { object, to } => {
                let object = self.bound.get(&ObjectReference::of(object, &entry.id)).copied();
                self.names.objects.extend(object.map(|object| (entry.id.clone(), object)));
                object.and_then(|object| self.rename(object, Some(to.clone())))
            }
            EntryKind::Forget { object } => {
                let object = self.bound.get(&ObjectReference::of(object, &entry.id)).copied();
                self.names.objects.extend(object.map(|object| (entry.id.clone(), object)));
                object.map(|object| self.forget(object))
            }
            EntryKind::Retract { entry: target, .. } => {
                let done = self.done.get(target).cloned();
                done.and_then(|done| self.reverse(&done))
            }
            what => {
                if let Some(line) = told(what) {
                    let object = self.object(ObjectReference::of(line, &entry.id));
                    self.names.objects.insert(entry.id.clone(), object);
                }
                None
            }
        };
        self.done.extend(done.map(|done| (entry.id.clone(), done)));
    }

    /// The object that is referred to, perhaps for the first time.
    fn object(&mut self, reference: ObjectReference) -> usize {
        if let Some(&object) = self.bound.get(&reference) {
            return object;
        }
        let (name, origin) = match &reference {
            ObjectReference::Name(name) => {
                // Another object may have had the name before.
                let numbered = (2..).map(|number| format!("{name} ({number})"));
                let mut names = std::iter::once(name.clone()).chain(numbered).map(ObjectReference::Name);
                (Some(name.clone()), names.find(|name| !self.origins.contains(name)))
            }
            ObjectReference::First(_) => (None, None),
        };
        let origin = origin.unwrap_or_else(|| reference.clone());
        self.origins.insert(origin.clone());
        self.names.known.push(NamedObject { origin, name, forgotten: false });
        let object = self.names.known.len() - 1;
        self.bound.insert(reference, object);
        object
    }

    /// Gives an object another name, unless one that was told of has it.
    fn rename(&mut self, object: usize, to: Option<String>) -> Option<Done> {
        let from = self.names.known[object].name.clone();
        if let Some(to) = &to {
            let place = *self.bound.entry(ObjectReference::Name(to.clone())).or_insert(object);
            if place != object {
                return None;
            }
        }
        self.unbind(object, from.as_ref().filter(|from| Some(*from) != to.as_ref()));
        self.names.known[object].name.clone_from(&to);
        Some(Done::Renamed { object, from, to })
    }

    fn unbind(&mut self, object: usize, name: Option<&String>) {
        let reference = name.map(|name| ObjectReference::Name(name.clone()));
        if let Some(reference) = reference.filter(|reference| self.bound.get(reference) == Some(&object)) {
            self.bound.remove(&reference);
        }
    }

    fn forget(&mut self, object: usize) -> Done {
        self.names.known[object].forgotten = true;
        let name = self.names.known[object].name.clone();
        self.unbind(object, name.as_ref());
        Done::Forgotten { object }
    }

    fn reverse(&mut self, done: &Done) -> Option<Done> {
        match done {
            // If it was renamed again since, that stands.
            Done::Renamed { object, from, to } if self.names.known[*object].name == *to => {
                self.rename(*object, from.clone())
            }
            Done::Renamed { .. } => None,
            Done::Forgotten { object } => {
                let known = &mut self.names.known[*object];
                known.forgotten = false;
                let name = known.name.clone().map(ObjectReference::Name);
                name.into_iter().for_each(|name| _ = self.bound.entry(name).or_insert(*object));
                Some(Done::Recalled { object: *object })
            }
            Done::Recalled { object } => Some(self.forget(*object)),
        }
    }
}
