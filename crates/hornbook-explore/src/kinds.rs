//! Which kinds of things have not been named yet: for "name something unlike those
//! you named".

use super::exploration::Exploration;
use crate::journal::{Entry, EntryKind};
use hornbook::{Attr, AttrSet};

/// Things of a kind that no object named so far is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingKind {
    /// Something with this attribute.
    With(Attr),
    /// Something without it.
    Without(Attr),
    /// Something with the first and without the second, though all with the first
    /// had it so far.
    WithButWithout(Attr, Attr),
}

/// So many objects named first are plenty: more of them save little.
pub const PLENTY_OF_OBJECTS: usize = 30;

impl Exploration {
    /// Whether people are to be asked for things of the domain first: as long as no
    /// question was answered; they say when it is enough. The rows of a table are
    /// known already.
    pub fn wants_objects_first(&self) -> bool {
        let of_a_table = |entry: &Entry| matches!(&entry.what, EntryKind::Object { object, .. } if object.complete);
        self.people_answered() == 0 && !self.journal().entries().iter().any(of_a_table)
    }

    /// Kinds of things that were not named yet, the plainest first, at most so many.
    /// None of them is ruled out by what is known.
    pub fn missing_kinds(&self, most: usize) -> Vec<MissingKind> {
        let attributes = self.universe().len();
        let models = self.models();
        let having = |attr: Attr| self.knowledge().support(&AttrSet::of(attributes, [attr]));
        let lacking = |attr: Attr| models.iter().filter(|model| !model.possible().contains(attr)).count();
        let set = |attrs: &[Attr]| AttrSet::of(attributes, attrs.iter().copied());
        let can_be = |has: &[Attr], without: Option<Attr>| match self.knowledge().lower(&set(has)) {
            hornbook::Conclusion::Attrs(closed) => without.is_none_or(|attr| !closed.contains(attr)),
            hornbook::Conclusion::Falsum => false,
        };
        let mut kinds: Vec<MissingKind> = Vec::new();
        kinds.extend((0..attributes).filter(|&a| having(a) == 0 && can_be(&[a], None)).map(MissingKind::With));
        let never_lacking = |a: &Attr| !models.is_empty() && lacking(*a) == 0 && can_be(&[], Some(*a));
        kinds.extend((0..attributes).filter(never_lacking).map(MissingKind::Without));
        // With many attributes there are far too many pairs to look at all of them.
        'pairs: for with in (0..attributes).filter(|&attr| having(attr) > 1) {
            let rows: Vec<_> = models.iter().filter(|model| model.has().contains(with)).collect();
            for without in (0..attributes).filter(|&attr| attr != with) {
                if kinds.len() >= most {
                    break 'pairs;
                }
                let all_have = rows.iter().all(|model| model.has().contains(without));
                if all_have && lacking(without) > 0 && can_be(&[with], Some(without)) {
                    kinds.push(MissingKind::WithButWithout(with, without));
                }
            }
        }
        kinds.truncate(most);
        kinds
    }

    /// A kind of things in words.
    pub fn kind_in_words(&self, kind: &MissingKind) -> String {
        let (with, without) = match *kind {
            MissingKind::With(attr) => (Some(attr), None),
            MissingKind::Without(attr) => (None, Some(attr)),
            MissingKind::WithButWithout(with, without) => (Some(with), Some(without)),
        };
        self.vocabulary().kind(with, without)
    }
}
