//! What is likely of an object by things like it: said as a suggestion, and written
//! down only if somebody takes it.

use hornbook::AttrSet;
use hornbook_explore::journal::EntryId;
use hornbook_explore::{Exploration, ObjectStatement};

use super::grammar;
use crate::quoted::names;

/// What is guessed of an object that was just told of.
#[derive(Clone)]
pub(super) struct Suggestion {
    told: ObjectStatement,
    /// Whether somebody takes it.
    taken: bool,
}

impl Suggestion {
    /// What is guessed of the object that an entry told of, if anything is.
    pub(super) fn after(exploration: &Exploration, entry: &EntryId) -> Option<Self> {
        let place = exploration.objects().iter().position(|object| object.entries().contains(entry))?;
        let none = exploration.universe().none();
        let name = exploration.object_name(place);
        let known = ObjectStatement { known: Some(place), ..ObjectStatement::new(name, none.clone(), none) };
        let guess = exploration.guess(&known, None).ok()?;
        let told = ObjectStatement { has: guess.has, lacks: guess.lacks, ..known };
        (!told.has.is_empty() || !told.lacks.is_empty()).then_some(Self { told, taken: false })
    }

    /// How it is offered.
    pub(super) fn in_words(&self, exploration: &Exploration) -> String {
        let said = |word: &str, set: &AttrSet| {
            Some(format!("{word} {}", exploration.listed(set, "and"))).filter(|_| !set.is_empty())
        };
        let said: Vec<String> =
            [said("has", &self.told.has), said("lacks", &self.told.lacks)].into_iter().flatten().collect();
        format!(
            "A guess, by things like it: it {}. 'guess' writes that down as your word, 'guess but NAME' without NAME; \
             else it stays a guess.",
            said.join("; ")
        )
    }

    /// What is told if it is taken, all of it or `but` some; and how many attributes
    /// were left out.
    pub(super) fn taken(&self, exploration: &Exploration, text: &str) -> Result<(ObjectStatement, usize), String> {
        let mut told = self.told.clone();
        if text.is_empty() {
            return Ok((told, 0));
        }
        let expected = || "After 'guess', expected nothing, or 'but' and attributes: guess but a, b.".to_owned();
        let (word, left_out) = text.split_once(char::is_whitespace).ok_or_else(expected)?;
        if !word.eq_ignore_ascii_case("but") {
            return Err(expected());
        }
        let mut without = exploration.universe().none();
        for name in names(left_out)? {
            without.insert(grammar::attr(exploration, &name)?);
        }
        let count = told.has.union(&told.lacks).intersection(&without).len();
        told.has = told.has.difference(&without);
        told.lacks = told.lacks.difference(&without);
        match told.has.is_empty() && told.lacks.is_empty() {
            true => Err("Nothing of the guess is left.".to_owned()),
            false => Ok((told, count)),
        }
    }

    /// Somebody takes it.
    pub(super) fn take(self) -> Self {
        Self { taken: true, ..self }
    }

    /// Whether somebody takes it.
    pub(super) fn is_taken(&self) -> bool {
        self.taken
    }

    /// How many attributes are guessed.
    pub(super) fn len(&self) -> usize {
        self.told.has.len() + self.told.lacks.len()
    }
}
