//! What attributes there are after all lines, and what each is called.
//!
//! A name that an attribute ever had is that attribute's for good: so a line means the
//! same wherever it stands, also in a merged journal, and whatever was taken back since.

use std::collections::{HashMap, HashSet};

use super::entry::{Attribute, Entry, EntryId, EntryKind, Header};

/// The attributes of a journal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttributeNames {
    /// The attributes there are, in their order.
    pub attributes: Vec<Attribute>,
    /// Other names that they have or had, each with its attribute's place.
    pub former: Vec<(String, usize)>,
    /// All names of attributes that were taken away; of each, the last it had comes first.
    pub gone: Vec<Vec<String>>,
}

/// An attribute with all names it ever had.
struct Named {
    names: Vec<String>,
    is: Attribute,
    is_there: bool,
}

impl AttributeNames {
    /// The attributes after all entries but those that do not count.
    pub fn of(header: &Header, entries: &[Entry], inactive: &HashSet<EntryId>) -> Self {
        let aliases = Aliases::of(header, entries);
        let mut all: Vec<Named> = Vec::new();
        // By the first name of each.
        let mut places: HashMap<Option<usize>, usize> = HashMap::new();
        let counts = |entry: &Entry| !inactive.contains(&entry.id);
        let mut add = |attribute: &Attribute, is_there: bool| {
            let place = *places.entry(aliases.root(&attribute.name)).or_insert(all.len());
            if place == all.len() {
                all.push(Named { names: Vec::new(), is: attribute.clone(), is_there: false });
            }
            all[place].is_there |= is_there;
        };
        header.attributes.iter().for_each(|attribute| add(attribute, true));
        for entry in entries {
            if let EntryKind::Attributes { attributes } = &entry.what {
                attributes.iter().for_each(|attribute| add(attribute, counts(entry)));
            }
        }
        let mut order: &[String] = &[];
        for entry in entries.iter().filter(|entry| counts(entry)) {
            match &entry.what {
                EntryKind::Attribute { attribute, to } => {
                    places.get(&aliases.root(attribute)).into_iter().for_each(|&place| all[place].is = to.clone());
                }
                EntryKind::Remove { attributes } => {
                    let gone = attributes.iter().filter_map(|name| places.get(&aliases.root(name)));
                    gone.for_each(|&place| all[place].is_there = false);
                }
                EntryKind::Order { order: new } => order = new,
                _ => {}
            }
        }
        for name in aliases.names() {
            if let Some(&place) = places.get(&aliases.root(name)) {
                all[place].names.push(name.to_owned());
            }
        }
        // The last order that was wished for; what is new comes after it.
        let mut ranks: HashMap<usize, usize> = HashMap::new();
        for (rank, name) in order.iter().enumerate() {
            places.get(&aliases.root(name)).into_iter().for_each(|place| _ = ranks.entry(*place).or_insert(rank));
        }
        let mut sorted: Vec<(usize, Named)> = all.into_iter().enumerate().collect();
        sorted.sort_by_key(|(place, _)| (ranks.get(place).copied().unwrap_or(usize::MAX), *place));
        let mut found = Self::default();
        for (_, Named { mut names, is, is_there }) in sorted {
            if is_there {
                let place = found.attributes.len();
                found.former.extend(names.into_iter().filter(|name| *name != is.name).map(|name| (name, place)));
                found.attributes.push(is);
            } else {
                names.sort_by_key(|name| *name != is.name);
                found.gone.push(names);
            }
        }
        found
    }
}

/// Which names are of the same attribute.
pub(super) struct Aliases {
    /// All names, in the order in which they came up.
    names: Vec<String>,
    places: HashMap<String, usize>,
    /// The place of a name of the same attribute that came up earlier, or its own.
    earlier: Vec<usize>,
}

impl Aliases {
    pub(super) fn of(header: &Header, entries: &[Entry]) -> Self {
        let mut aliases = Self { names: Vec::new(), places: HashMap::new(), earlier: Vec::new() };
        aliases.add(header, entries);
        aliases
    }

    /// Takes up the names of one more journal, where the same name is the same attribute.
    pub(super) fn add(&mut self, header: &Header, entries: &[Entry]) {
        header.attributes.iter().for_each(|attribute| _ = self.place(&attribute.name));
        for entry in entries {
            match &entry.what {
                EntryKind::Attributes { attributes } => {
                    attributes.iter().for_each(|attribute| _ = self.place(&attribute.name));
                }
                EntryKind::Attribute { attribute, to } => {
                    let (one, other) = (self.place(attribute), self.place(&to.name));
                    let (one, other) = (self.first(one), self.first(other));
                    self.earlier[one.max(other)] = one.min(other);
                }
                _ => {}
            }
        }
    }

    fn place(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.names.len();
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        self.earlier.push(place);
        place
    }

    fn first(&self, mut place: usize) -> usize {
        while self.earlier[place] != place {
            place = self.earlier[place];
        }
        place
    }

    /// The place of the name of the same attribute that came up first; none if the name
    /// never came up.
    pub(super) fn root(&self, name: &str) -> Option<usize> {
        self.places.get(name).map(|&place| self.first(place))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}
