//! Changing attributes and objects that are there: how they are called, described and
//! ordered, and taking them away.

use super::exploration::{Exploration, in_journal};
use super::reasons::Consequences;
use super::refusal::Refusal;
use super::state::State;
use super::{ObjectStatement, reasons};
use crate::journal::{Attribute, EntryId, EntryKind, ObjectReference};
use hornbook::Universe;

fn refuse<T>(problem: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Impossible(problem.into()))
}

impl Exploration {
    /// Adds attributes; objects then count as unknown there.
    pub fn add_attributes(&mut self, who: Option<&str>, attributes: Vec<Attribute>) -> Result<EntryId, Refusal> {
        if attributes.is_empty() {
            return refuse("no attribute was named");
        }
        if let Err(problem) = crate::journal::check_attributes(self.universe().len(), &attributes) {
            return refuse(problem);
        }
        let names = self.universe().names().iter().chain(attributes.iter().map(|attribute| &attribute.name));
        if let Err(error) = Universe::new(names.cloned()) {
            return refuse(error.to_string());
        }
        attributes.iter().try_for_each(|attribute| self.check_name_is_free(&attribute.name, None))?;
        self.record(who, EntryKind::Attributes { attributes })
    }

    /// A name that an attribute once had stays its own: earlier answers speak of it by
    /// that name.
    fn check_name_is_free(&self, name: &str, of: Option<usize>) -> Result<(), Refusal> {
        if name.trim().is_empty() {
            return refuse("an attribute name is empty");
        }
        if self.state.reading.is_gone(name) {
            return refuse(format!(
                "{name:?} was taken away: take that back to have it again with all that was said of it, or choose \
                 another name"
            ));
        }
        match self.universe().attr(name) {
            Ok(attr) if Some(attr) != of => {
                let now = self.universe().name(attr);
                refuse(match now == name {
                    true => format!("the attribute name {name:?} occurs twice"),
                    false => format!(
                        "{now:?} was called {name:?} before, and earlier answers speak of it by that name: choose another"
                    ),
                })
            }
            _ => Ok(()),
        }
    }

    /// Calls, says or describes an attribute otherwise.
    pub fn edit_attribute(&mut self, who: Option<&str>, attribute: &str, to: Attribute) -> Result<EntryId, Refusal> {
        let attr = self.universe().attr(attribute).map_err(|error| Refusal::Impossible(error.to_string()))?;
        self.check_name_is_free(&to.name, Some(attr))?;
        if let Err(problem) = crate::journal::check_attributes(0, std::slice::from_ref(&to)) {
            return refuse(problem);
        }
        if self.attributes()[attr] == to {
            return refuse("that is as it was");
        }
        self.record(who, EntryKind::Attribute { attribute: self.universe().name(attr).to_owned(), to })
    }

    /// Puts the attributes in another order, which names each of them once.
    pub fn order_attributes(&mut self, who: Option<&str>, order: &[String]) -> Result<EntryId, Refusal> {
        let all = self.universe().set(order).map_err(|error| Refusal::Impossible(error.to_string()))?;
        if all.len() != self.universe().len() || order.len() != all.len() {
            return refuse("an order names each attribute once");
        }
        let current = |name: &String| {
            let attr = self.universe().attr(name).map_err(|error| Refusal::Impossible(error.to_string()))?;
            Ok(self.universe().name(attr).to_owned())
        };
        let order = order.iter().map(current).collect::<Result<Vec<String>, Refusal>>()?;
        if order == self.universe().names() {
            return refuse("that is as it was");
        }
        self.record(who, EntryKind::Order { order })
    }

    /// Takes attributes away: rules lose them, and those with one of them in the premise
    /// go; objects keep the rest.
    pub fn remove_attributes(&mut self, who: Option<&str>, attributes: &[String]) -> Result<EntryId, Refusal> {
        let what = self.removal(attributes)?;
        self.record(who, what)
    }

    fn removal(&self, attributes: &[String]) -> Result<EntryKind, Refusal> {
        let set = self.universe().set(attributes).map_err(|error| Refusal::Impossible(error.to_string()))?;
        if set.is_empty() {
            return refuse("no attribute was named");
        }
        if set.len() == self.universe().len() {
            return refuse("some attribute must be left");
        }
        Ok(EntryKind::Remove { attributes: self.universe().names_of(&set).map(str::to_owned).collect() })
    }

    /// What would not be known any more without these attributes.
    pub fn consequences_of_removing_attributes(&self, attributes: &[String]) -> Result<Consequences, Refusal> {
        self.consequences_of(self.removal(attributes)?)
    }

    /// Gives an object another name, or a name.
    pub fn rename_object(&mut self, who: Option<&str>, place: usize, to: &str) -> Result<EntryId, Refusal> {
        let object = self.object_reference(place)?.line();
        let to = to.trim();
        if to.is_empty() {
            return refuse("a name is empty");
        }
        if self.state.objects[place].is_one_of_several(to) {
            return refuse(format!("one of these equal rows is called {to:?}: all of them cannot be"));
        }
        match self.state.place_called(to) {
            Some(other) if other == place && self.state.objects[place].name().is_some() => refuse("that is as it was"),
            Some(other) if other != place => refuse(format!("there is another object called {to:?}")),
            _ => self.record(who, EntryKind::Rename { object, to: to.to_owned() }),
        }
    }

    /// Removes an object: what was told of it does not count any more.
    pub fn forget_object(&mut self, who: Option<&str>, place: usize) -> Result<EntryId, Refusal> {
        let object = self.object_reference(place)?.line();
        self.record(who, EntryKind::Forget { object })
    }

    /// What would not be known any more without an object.
    pub fn consequences_of_forgetting(&self, place: usize) -> Result<Consequences, Refusal> {
        let object = self.object_reference(place)?.line();
        self.consequences_of(EntryKind::Forget { object })
    }

    fn object_reference(&self, place: usize) -> Result<ObjectReference, Refusal> {
        match self.state.objects.get(place) {
            Some(object) => Ok(object.key()),
            None => refuse("there is no such object"),
        }
    }

    fn consequences_of(&self, what: EntryKind) -> Result<Consequences, Refusal> {
        let mut journal = self.journal.copy();
        journal.append(None, what)?;
        let after = State::replay(&journal, self.threads).map_err(|broken| in_journal(&journal, broken))?;
        Ok(reasons::compare(self, &after))
    }

    /// Takes what is said of several objects, all of it or nothing.
    pub fn tell_all(&mut self, who: Option<&str>, told: Vec<ObjectStatement>) -> Result<EntryId, Refusal> {
        // Each is tried after those before it.
        let mut trial = Self::of(self.journal.copy())?;
        let mut entries = Vec::new();
        for told in told {
            let (object, corrects) = trial.object_line(&told)?;
            let what = EntryKind::Object { object, corrects };
            trial.write(who, what.clone())?;
            entries.push(what);
        }
        self.record_all(who, entries)
    }
}
