//! The attributes one talks about, by name.

use std::collections::HashMap;
use std::fmt;

use crate::{Attr, AttrSet};

/// The attributes of a domain, Φ in the paper: names in a fixed order.
#[derive(Clone)]
pub struct Universe {
    names: Vec<String>,
    /// The attribute of each name, also of names that it had before.
    places: HashMap<String, Attr>,
}

impl PartialEq for Universe {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl Eq for Universe {}

/// Why names do not make a universe, or a name is not of one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Two attributes of the same name.
    #[error("the attribute name {0:?} occurs twice")]
    Duplicate(String),
    /// An attribute without a name.
    #[error("an attribute name is empty")]
    Empty,
    /// A name that no attribute bears.
    #[error("there is no attribute {name:?}{}", hint(.near))]
    Unknown {
        /// The name as given.
        name: String,
        /// The attribute with the most similar name, if any is similar.
        near: Option<String>,
    },
}

fn hint(near: &Option<String>) -> String {
    near.as_ref().map(|n| format!(" (did you mean {n:?}?)")).unwrap_or_default()
}

impl Universe {
    /// A universe of the given names, which must differ and not be empty.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Result<Self, NameError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let mut places = HashMap::with_capacity(names.len());
        for (at, name) in names.iter().enumerate() {
            if name.is_empty() {
                return Err(NameError::Empty);
            }
            if places.insert(name.clone(), at).is_some() {
                return Err(NameError::Duplicate(name.clone()));
            }
        }
        Ok(Self { names, places })
    }

    /// The same universe, in which attributes are found by names they had before, too.
    pub fn with_former_names<S: Into<String>>(
        mut self,
        former: impl IntoIterator<Item = (S, Attr)>,
    ) -> Result<Self, NameError> {
        for (name, attr) in former {
            let name = name.into();
            if *self.places.entry(name.clone()).or_insert(attr) != attr {
                return Err(NameError::Duplicate(name));
            }
        }
        Ok(self)
    }

    /// A universe of `n` attributes named by letters: a, b, …, z, a1, b1, …
    pub fn letters(n: usize) -> Self {
        let name = |i: usize| {
            let letter = char::from(b'a' + (i % 26) as u8);
            if i < 26 { letter.to_string() } else { format!("{letter}{}", i / 26) }
        };
        let names: Vec<String> = (0..n).map(name).collect();
        let places = names.iter().cloned().enumerate().map(|(at, name)| (name, at)).collect();
        Self { names, places }
    }

    /// The number of attributes.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no attribute at all.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The names, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of one attribute.
    pub fn name(&self, attr: Attr) -> &str {
        &self.names[attr]
    }

    /// The attribute of that name.
    pub fn attr(&self, name: &str) -> Result<Attr, NameError> {
        self.places
            .get(name)
            .copied()
            .ok_or_else(|| NameError::Unknown { name: name.to_owned(), near: self.nearest(name) })
    }

    /// The set of the attributes of those names.
    pub fn set<S: AsRef<str>>(&self, names: impl IntoIterator<Item = S>) -> Result<AttrSet, NameError> {
        let mut set = self.none();
        for name in names {
            set.insert(self.attr(name.as_ref())?);
        }
        Ok(set)
    }

    /// The empty set of this universe.
    pub fn none(&self) -> AttrSet {
        AttrSet::empty(self.len())
    }

    /// The set of all attributes.
    pub fn all(&self) -> AttrSet {
        AttrSet::full(self.len())
    }

    /// The names of a set's attributes, in order.
    pub fn names_of<'a>(&'a self, set: &'a AttrSet) -> impl Iterator<Item = &'a str> + 'a {
        set.iter().map(|attr| self.name(attr))
    }

    /// The most similar name, for error messages: equal but for case, or at
    /// most a third of the letters away.
    fn nearest(&self, name: &str) -> Option<String> {
        const LONGEST: usize = 64; // names beyond this are no typing mistakes
        if name.chars().count() > LONGEST {
            return None;
        }
        self.names
            .iter()
            .filter(|n| n.chars().count() <= LONGEST)
            .map(|n| (edit_distance(&n.to_lowercase(), &name.to_lowercase()), n))
            .min()
            .filter(|(distance, _)| *distance * 3 <= name.chars().count())
            .map(|(_, n)| n.clone())
    }
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

impl fmt::Debug for Universe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_names_that_would_be_ambiguous() {
        assert_eq!(Universe::new(["a", "b", "a"]).unwrap_err(), NameError::Duplicate("a".into()));
        assert_eq!(Universe::new(["a", ""]).unwrap_err(), NameError::Empty);
    }

    #[test]
    fn an_attribute_is_found_by_names_it_had_before() {
        let universe = Universe::new(["edge", "sharp"]).unwrap();
        let renamed = universe.clone().with_former_names([("blade", 0), ("edge", 0)]).unwrap();
        assert_eq!(renamed.attr("blade"), Ok(0));
        assert_eq!(renamed, universe);
        assert_eq!(universe.with_former_names([("sharp", 0)]), Err(NameError::Duplicate("sharp".into())));
    }

    #[test]
    fn an_unknown_name_suggests_the_nearest() {
        let universe = Universe::new(["breathes", "legs=4"]).unwrap();
        let message = universe.attr("Breaths").unwrap_err().to_string();
        assert_eq!(message, r#"there is no attribute "Breaths" (did you mean "breathes"?)"#);
        assert_eq!(universe.attr("xyz").unwrap_err().to_string(), r#"there is no attribute "xyz""#);
    }

    #[test]
    fn letters_are_distinct() {
        assert_eq!(
            Universe::letters(80).names(),
            Universe::new(Universe::letters(80).names().to_vec()).unwrap().names()
        );
    }
}
