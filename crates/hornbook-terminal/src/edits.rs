//! Changes of attributes and objects that are there, as people type them:
//! `rename OLD to NEW`, `describe NAME | phrase | description`, `order NAME, NAME`,
//! `remove NAME`.

use hornbook_explore::journal::{Attribute, EntryId};
use hornbook_explore::{Exploration, Refusal};
use hornbook_words::escape_control;

use crate::{attributes, quoted};

/// The words that such a line begins with.
pub const VERBS: [&str; 4] = ["rename", "describe", "order", "remove"];

/// A change of what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// An attribute is called, said or described otherwise.
    Attribute {
        /// Its name so far.
        attribute: String,
        /// What it is to be.
        to: Attribute,
    },
    /// The attributes in another order.
    Order(Vec<String>),
    /// An attribute is taken away.
    Remove(String),
    /// The object in this place gets another name.
    Rename(usize, String),
    /// The object in this place is removed.
    Forget(usize),
}

/// What a word needs after it.
pub fn expected(verb: &str) -> &'static str {
    match verb {
        "rename" => "After 'rename', expected an attribute or an object, and its new name: rename OLD to NEW.",
        "describe" => {
            "After 'describe', expected an attribute and how to speak of it: describe NAME | phrase | description."
        }
        "order" => "After 'order', expected attributes with commas: they come first, in that order.",
        _ => "After 'remove', expected the name of an attribute or of an object.",
    }
}

/// Attributes come before objects of the same name.
enum Meant {
    Attribute(String),
    Object(usize),
}

fn meant(exploration: &Exploration, text: &str) -> Result<Meant, String> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let names = quoted::names(if word == "object" && !rest.is_empty() { rest.trim() } else { text })?;
    let [name] = &names[..] else { return Err(format!("Expected one name, but found {}.", quoted::shown(text))) };
    let attribute = exploration.universe().attr(name).map(|attr| exploration.universe().name(attr).to_owned());
    if let (Ok(attribute), true) = (&attribute, word != "object" || rest.is_empty()) {
        return Ok(Meant::Attribute(attribute.clone()));
    }
    let object = (0..exploration.objects().len()).find(|&place| exploration.object_name(place) == *name);
    object.map(Meant::Object).ok_or_else(|| {
        format!("There is no attribute or object {}: 'attributes' and 'objects' list them.", quoted::shown(name))
    })
}

impl Edit {
    /// What a line that begins with this word asks for.
    pub fn parse(exploration: &Exploration, verb: &str, text: &str) -> Result<Self, String> {
        let universe = exploration.universe();
        let of = |name: &str| exploration.attributes().iter().find(|attribute| attribute.name == name).cloned();
        match verb {
            "rename" => {
                let (old, new) = text.rsplit_once(" to ").ok_or_else(|| expected(verb).to_owned())?;
                let new = new.trim();
                let new = new.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(new).to_owned();
                match meant(exploration, old.trim())? {
                    Meant::Object(place) => Ok(Self::Rename(place, new)),
                    Meant::Attribute(attribute) => {
                        let before = of(&attribute).unwrap_or_else(|| Attribute::named(&attribute));
                        Ok(Self::Attribute { attribute, to: Attribute { name: new, ..before } })
                    }
                }
            }
            "describe" => {
                let to = attributes::line(text).map_err(|problem| escape_control(&problem))?;
                let attr = universe.attr(&to.name).map_err(|error| escape_control(&error.to_string()))?;
                let attribute = universe.name(attr).to_owned();
                Ok(Self::Attribute { to: Attribute { name: attribute.clone(), ..to }, attribute })
            }
            "order" => {
                let mut order = Vec::new();
                for name in quoted::names(text)? {
                    let attr = universe.attr(&name).map_err(|error| escape_control(&error.to_string()))?;
                    order.push(universe.name(attr).to_owned());
                }
                let rest: Vec<String> = universe.names().iter().filter(|name| !order.contains(name)).cloned().collect();
                Ok(Self::Order(order.into_iter().chain(rest).collect()))
            }
            _ => match meant(exploration, text)? {
                Meant::Attribute(attribute) => Ok(Self::Remove(attribute)),
                Meant::Object(place) => Ok(Self::Forget(place)),
            },
        }
    }

    /// What would not be known any more.
    pub fn consequences(&self, exploration: &Exploration) -> Vec<String> {
        let found = match self {
            Self::Remove(attribute) => exploration.consequences_of_removing_attributes(std::slice::from_ref(attribute)),
            Self::Forget(place) => exploration.consequences_of_forgetting(*place),
            Self::Attribute { .. } | Self::Order(_) | Self::Rename(..) => return Vec::new(),
        };
        // If it is refused, that is told when it is made.
        found.map(|found| exploration.consequences_in_words(&found)).unwrap_or_default()
    }

    /// Makes the change.
    pub fn make(self, exploration: &mut Exploration, who: Option<&str>) -> Result<EntryId, Refusal> {
        match self {
            Self::Attribute { attribute, to } => exploration.edit_attribute(who, &attribute, to),
            Self::Order(order) => exploration.order_attributes(who, &order),
            Self::Remove(attribute) => exploration.remove_attributes(who, &[attribute]),
            Self::Rename(place, name) => exploration.rename_object(who, place, &name),
            Self::Forget(place) => exploration.forget_object(who, place),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use hornbook_explore::{ObjectStatement, Start};

    #[test]
    fn lines_say_what_is_to_be_changed() {
        let mut it = Exploration::in_memory(Start::attributes(["hair", "legs, if any", "milk"]).seed(1)).unwrap();
        let none = it.universe().none();
        it.tell(None, ObjectStatement::new("cat", none.clone(), none.clone())).unwrap();
        it.tell(None, ObjectStatement::new("hair", none.clone(), none)).unwrap();
        let parse = |line: &str| {
            let (verb, rest) = line.split_once(' ').unwrap();
            Edit::parse(&it, verb, rest)
        };
        let fur = Edit::Attribute { attribute: "hair".into(), to: Attribute::named("fur") };
        assert_eq!(parse("rename hair to fur"), Ok(fur));
        assert_eq!(parse("rename object hair to fur"), Ok(Edit::Rename(1, "fur".into())));
        assert_eq!(parse("rename cat to the cat"), Ok(Edit::Rename(0, "the cat".into())));
        assert_eq!(parse("remove \"legs, if any\""), Ok(Edit::Remove("legs, if any".into())));
        assert_eq!(parse("remove cat"), Ok(Edit::Forget(0)));
        let order = ["milk", "hair", "legs, if any"].map(str::to_owned).to_vec();
        assert_eq!(parse("order milk"), Ok(Edit::Order(order)));
        let Ok(Edit::Attribute { to, .. }) = parse("describe milk | gives milk | of any kind") else { panic!() };
        assert_eq!((to.phrase.as_deref(), to.description.as_deref()), (Some("gives milk"), Some("of any kind")));
        for wrong in ["rename hair", "rename dog to cat", "remove dog", "order dog", "describe dog | barks"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
