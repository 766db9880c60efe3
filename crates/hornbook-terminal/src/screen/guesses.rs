//! What a form is filled in with beforehand, by known objects like the one it is
//! about. It is shown as a guess, and goes with the form when a person gives it.

use std::collections::BTreeMap;

use hornbook::{Attr, AttrSet, Implication};
use hornbook_explore::{Guess, ObjectStatement};

use super::page::{Filled, View};

/// The guesses of a form.
#[derive(Default)]
pub(super) struct Guesses {
    /// Whether there are to be none.
    off: bool,
    /// What was told when it was guessed, and what was: guessing takes a while.
    last: Option<(ObjectStatement, Option<Guess>)>,
    /// What was guessed of the attributes that the person set since.
    set: BTreeMap<Attr, bool>,
}

impl Guesses {
    /// None, for a form that is about what was said.
    pub(super) fn none() -> Self {
        Self { off: true, ..Self::default() }
    }

    /// Guesses what is likely beside what is told, of an object that is to break a
    /// rule or of any.
    pub(super) fn update(&mut self, view: &View<'_>, told: ObjectStatement, breaks: Option<&Implication>) {
        if !self.off && self.last.as_ref().is_none_or(|(before, _)| *before != told) {
            let guess = view.exploration.guess(&told, breaks).ok();
            self.last = Some((told, guess));
        }
    }

    /// What is known has changed.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// Drops all guesses, or has them again.
    pub(super) fn switch(&mut self) {
        self.off = !self.off;
        self.last = None;
    }

    /// Whether there are none.
    pub(super) fn are_off(&self) -> bool {
        self.off
    }

    /// What is guessed of an attribute.
    pub(super) fn of(&self, attr: Attr) -> Option<bool> {
        let guess = self.last.as_ref().filter(|_| !self.off)?.1.as_ref()?;
        match (guess.has.contains(attr), guess.lacks.contains(attr)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// The person sets an attribute: what was guessed of it is kept in mind.
    pub(super) fn set(&mut self, attr: Attr) {
        if let Some(guessed) = self.of(attr) {
            self.set.entry(attr).or_insert(guessed);
        }
    }

    /// How well it was guessed, by what is said in the end and the guesses that were
    /// left as they were.
    pub(super) fn filled(&self, said: impl Fn(Attr) -> Option<bool>, left: &AttrSet) -> Filled {
        let wrong = self.set.iter().filter(|(attr, guessed)| said(**attr) != Some(**guessed)).count();
        let set = self.set.keys().filter(|attr| !left.contains(**attr)).count();
        Filled { guessed: (set + left.len()) as u32, corrected: wrong as u32 }
    }
}
