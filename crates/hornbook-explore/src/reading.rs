//! What the lines of a journal mean now: attributes may have been renamed or taken away
//! since they were written, and so may objects.
//!
//! What is left of a rule without an attribute that was taken away is what it says of the
//! others, and no more: a rule with it in the premise says nothing of them.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::journal::{
    AnswerRecord, AttributeNames, Entry, EntryId, EntryKind, Journal, ObjectLine, ObjectNames, ObjectReference, Reply,
    RuleLine,
};
use hornbook::{AttrSet, Conclusion, Implication, NameError, Universe};

/// How lines are understood.
#[derive(Debug, Default)]
pub(super) struct Reading {
    /// All names of attributes that were taken away.
    gone: HashSet<String>,
    /// All attributes, also those that were taken away; the others come first, in their
    /// order. None if none was.
    ever: Option<Universe>,
    /// Which object each line is about, if some were renamed or removed.
    objects: Option<ObjectNames>,
}

/// What is left of a rule.
pub(super) enum RuleLeft {
    /// All of it.
    Whole(Implication),
    /// It concludes less than it did.
    Part(Implication),
    /// Nothing: only what is left of its premise, and that is no premise of it.
    Nothing {
        /// The attributes of the premise that are left.
        premise: AttrSet,
    },
}

impl Reading {
    pub(super) fn new(
        journal: &Journal,
        names: &AttributeNames,
        without: &HashSet<EntryId>,
    ) -> Result<Self, NameError> {
        let ever = match names.gone.is_empty() {
            true => None,
            false => {
                let left = names.attributes.len();
                let all = names.attributes.iter().map(|attribute| attribute.name.clone());
                let all = Universe::new(all.chain(names.gone.iter().map(|names| names[0].clone())))?;
                let of_gone = names.gone.iter().enumerate();
                let of_gone = of_gone.flat_map(|(at, names)| names.iter().map(move |name| (name.clone(), left + at)));
                Some(all.with_former_names(names.former.iter().cloned().chain(of_gone))?)
            }
        };
        let gone = names.gone.iter().flatten().cloned().collect();
        Ok(Self { gone, ever, objects: ObjectNames::of(journal.entries(), without) })
    }

    /// What the object of an entry was called at first, if objects were renamed or removed.
    pub(super) fn first_name(&self, entry: &EntryId) -> Option<&str> {
        match self.objects.as_ref()?.origin(entry)? {
            ObjectReference::Name(name) => Some(name),
            ObjectReference::First(_) => None,
        }
    }

    /// Whether an object that was called so at first was removed.
    pub(super) fn is_removed(&self, name: &str) -> bool {
        self.objects.as_ref().is_some_and(|objects| objects.is_removed(name))
    }

    /// Whether an attribute of that name was taken away.
    pub(super) fn is_gone(&self, name: &str) -> bool {
        self.gone.contains(name)
    }

    /// The attributes of those names that are left.
    pub(super) fn set(&self, universe: &Universe, names: &[String]) -> Result<AttrSet, NameError> {
        universe.set(names.iter().filter(|name| !self.is_gone(name)))
    }

    /// A question about attributes some of which were taken away, for telling such
    /// questions apart; none if all of them are left.
    pub(super) fn past(&self, line: &RuleLine) -> Option<Implication> {
        let mut names = line.premise.iter().chain(line.conclusion.iter().flatten());
        let ever = self.ever.as_ref().filter(|_| names.any(|name| self.is_gone(name)))?;
        line.rule(ever).ok()
    }

    /// What is left of a rule.
    pub(super) fn rule(&self, universe: &Universe, line: &RuleLine) -> Result<RuleLeft, NameError> {
        let premise = self.set(universe, &line.premise)?;
        if line.premise.iter().any(|name| self.is_gone(name)) {
            return Ok(RuleLeft::Nothing { premise });
        }
        let conclusion = match &line.conclusion {
            Some(names) if !line.impossible => {
                let left = self.set(universe, names)?;
                if names.iter().any(|name| self.is_gone(name)) {
                    let says_nothing = left.is_subset(&premise);
                    return Ok(match says_nothing {
                        true => RuleLeft::Nothing { premise },
                        false => RuleLeft::Part(Implication { premise, conclusion: Conclusion::Attrs(left) }),
                    });
                }
                Conclusion::Attrs(left)
            }
            _ => Conclusion::Falsum,
        };
        Ok(RuleLeft::Whole(Implication { premise, conclusion }))
    }

    /// An entry with its objects by the names they have now, and without those that were
    /// removed; none if nothing is left of it.
    pub(super) fn entry<'a>(&self, entry: &'a Entry) -> Option<Cow<'a, Entry>> {
        let Some(objects) = &self.objects else { return Some(Cow::Borrowed(entry)) };
        if objects.is_forgotten(&entry.id) {
            return match &entry.what {
                // That a part of it holds was said all the same.
                EntryKind::Answer(said) if said.answer == Reply::Partly => {
                    let said = AnswerRecord { object: None, corrects: Vec::new(), ..said.clone() };
                    Some(Cow::Owned(Entry { what: EntryKind::Answer(said), ..entry.clone() }))
                }
                EntryKind::Answer(_) | EntryKind::Object { .. } => None,
                _ => Some(Cow::Borrowed(entry)),
            };
        }
        let Some(now) = objects.now(&entry.id) else { return Some(Cow::Borrowed(entry)) };
        let mut read = entry.clone();
        match &mut read.what {
            EntryKind::Answer(AnswerRecord { object: Some(line), .. }) | EntryKind::Object { object: line, .. } => {
                refer(line, &now, &entry.id);
            }
            _ => {}
        }
        Some(Cow::Owned(read))
    }
}

/// Lets a line refer to its object by this.
fn refer(line: &mut ObjectLine, reference: &ObjectReference, id: &EntryId) {
    (line.name, line.of) = match reference {
        ObjectReference::Name(name) => (Some(name.clone()), None),
        ObjectReference::First(first) => (None, (first != id).then(|| first.clone())),
    };
}
