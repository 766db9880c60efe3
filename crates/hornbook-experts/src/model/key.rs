//! What an endpoint knows us by.

use std::fmt;

use super::ModelAddress;

/// A key for an endpoint. It is sent, and never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct ModelKey(String);

/// The environment variable that is looked at first.
const OWN_VARIABLE: &str = "HORNBOOK_MODEL_KEY";
/// The one that most programs look at.
const USUAL_VARIABLE: &str = "OPENAI_API_KEY";

impl ModelKey {
    /// A key; none if there is nothing in it, or what cannot be sent.
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        let can_be_sent = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        can_be_sent.then(|| Self(key.to_owned()))
    }

    /// The key in the environment for this address: `HORNBOOK_MODEL_KEY`, else
    /// `OPENAI_API_KEY`, which was not set for us: it is not sent where others could
    /// read it. No key if the address itself says who we are.
    pub fn from_environment(address: &ModelAddress) -> Option<Self> {
        Self::choose(address, |variable| std::env::var(variable).ok())
    }

    fn choose(address: &ModelAddress, variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        if address.has_login() {
            return None;
        }
        let key = |name| variable(name).as_deref().and_then(Self::new);
        key(OWN_VARIABLE).or_else(|| address.is_private().then(|| key(USUAL_VARIABLE))?)
    }

    pub(super) fn secret(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ModelKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ModelKey(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_chosen_by_the_address() {
        let chosen = |address: &str, set: &[(&str, &str)]| {
            let address = ModelAddress::parse(address).unwrap();
            let value = |name: &str| set.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned());
            ModelKey::choose(&address, value).map(|key| key.secret().to_owned())
        };
        let both = [(OWN_VARIABLE, "own"), (USUAL_VARIABLE, "usual\n")];
        assert_eq!(chosen("https://host", &both).as_deref(), Some("own"));
        assert_eq!(chosen("https://host", &both[1..]).as_deref(), Some("usual"));
        assert_eq!(chosen("http://host", &both).as_deref(), Some("own"));
        assert_eq!(chosen("http://host", &both[1..]), None);
        assert_eq!(chosen("https://me:x@host", &both), None);
        assert_eq!(ModelKey::new("a\nb"), None);
        assert_eq!(format!("{:?}", ModelKey::new("geheim")), "Some(ModelKey(***))");
    }
}
