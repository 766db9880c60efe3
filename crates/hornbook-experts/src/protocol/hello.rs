//! How both sides begin: Hornbook names the attributes, a program may say who it
//! is, what it can be asked and how much at once.

use std::collections::HashSet;

use hornbook_explore::journal::Attribute;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{PROTOCOL_VERSION, quote};
use crate::{Abilities, Subject};

/// The first line of a program, as it stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelloMessage {
    hornbook: u64,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    attributes: Option<Vec<NamedAttribute>>,
    #[serde(default)]
    at_once: Option<u64>,
    #[serde(default)]
    kinds: Option<Vec<Kind>>,
}

/// An attribute by its name alone, or with more to it.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum NamedAttribute {
    Name(String),
    Described(DescribedAttribute),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DescribedAttribute {
    name: String,
    #[serde(default)]
    phrase: Option<String>,
    #[serde(default)]
    description: Option<String>,
}

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Implication,
    Closure,
    Member,
}

/// What a program says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Greeting {
    /// What it is called.
    pub name: Option<String>,
    /// The attributes it knows; empty if it does not say.
    pub attributes: Vec<Attribute>,
    /// How many questions it takes at once.
    pub at_once: usize,
    /// What it can be asked.
    pub abilities: Abilities,
}

/// Nobody is sent more questions at once.
const MAX_AT_ONCE: u64 = 1000;
/// No name of a program is longer.
const MAX_NAME_CHARS: usize = 100;

impl HelloMessage {
    /// Whether a line is a greeting, whatever else may be wrong with it.
    pub(crate) fn is_one(line: &str) -> bool {
        #[derive(Deserialize)]
        struct Marked {
            #[serde(rename = "hornbook")]
            _version: serde::de::IgnoredAny,
        }
        line.trim_start().starts_with('{') && serde_json::from_str::<Marked>(line).is_ok()
    }

    /// What a line says of its program; why it cannot be, if it cannot.
    pub fn parse(line: &str) -> Result<Greeting, String> {
        let found = |problem: String| format!("its first line {} is no greeting: {problem}", quote(line));
        let hello: Self = serde_json::from_str(line).map_err(|error| found(error.to_string()))?;
        hello.greeting().map_err(found)
    }

    fn greeting(self) -> Result<Greeting, String> {
        if self.hornbook != PROTOCOL_VERSION {
            return Err(format!("it speaks version {}, expected {PROTOCOL_VERSION}", self.hornbook));
        }
        let at_once = match self.at_once {
            None => 1,
            Some(count @ 1..=MAX_AT_ONCE) => count as usize,
            Some(count) => return Err(format!("at_once is {count}, expected a number from 1 to {MAX_AT_ONCE}")),
        };
        let abilities = match self.kinds {
            None => Abilities::default(),
            Some(kinds) if kinds.is_empty() => return Err("kinds is empty, so it can be asked nothing".to_owned()),
            Some(kinds) => Abilities {
                implication: kinds.contains(&Kind::Implication),
                closure: kinds.contains(&Kind::Closure),
                member: kinds.contains(&Kind::Member),
            },
        };
        let name = self.name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        if name.as_ref().is_some_and(|name| name.chars().count() > MAX_NAME_CHARS) {
            return Err(format!("its name has more than {MAX_NAME_CHARS} characters"));
        }
        let attribute = |named: NamedAttribute| match named {
            NamedAttribute::Name(name) => Attribute::named(name),
            NamedAttribute::Described(DescribedAttribute { name, phrase, description }) => {
                Attribute { name, phrase, description }
            }
        };
        let attributes: Vec<Attribute> = self.attributes.unwrap_or_default().into_iter().map(attribute).collect();
        hornbook_explore::journal::check_attributes(0, &attributes)?;
        let mut seen = HashSet::new();
        match attributes.iter().find(|attribute| !seen.insert(&attribute.name)) {
            Some(twice) => Err(format!("it names the attribute {:?} twice", twice.name)),
            None => Ok(Greeting { name, attributes, at_once, abilities }),
        }
    }
}

/// Hornbook's first line: the version, and the attributes if they are known.
pub fn greeting_line(subject: Option<&Subject>) -> String {
    match subject {
        None => json!({ "hornbook": PROTOCOL_VERSION }).to_string(),
        Some(subject) => json!({ "hornbook": PROTOCOL_VERSION, "attributes": subject.attributes() }).to_string(),
    }
}
