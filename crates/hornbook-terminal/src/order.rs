//! What is to be written to a file, as people type it:
//! `[report|rules|context] FILE [as FORMAT] [unknown as absent|unknown left out]`.

use hornbook::format::{ContextFormat, RulesFormat};

/// What becomes of what is not known of objects, in formats that cannot say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// They lack it.
    Absent,
    /// Objects of which not everything is known are left out.
    LeftOut,
}

impl Unknown {
    /// How to ask for it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Absent => "unknown as absent",
            Self::LeftOut => "unknown left out",
        }
    }
}

/// The parts of what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<'a> {
    /// `report`, `rules` or `context`, if that was said.
    pub what: Option<&'a str>,
    /// The name of the file; empty if there is none.
    pub file: &'a str,
    /// The format, if one was named.
    pub format: Option<&'a str>,
    /// What becomes of what is not known, if that was said.
    pub unknown: Option<Unknown>,
}

impl<'a> Order<'a> {
    /// What a text asks for. A name in double quotes is a name whatever it says.
    pub fn parse(text: &'a str) -> Self {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (what, rest) = match word {
            "report" | "rules" | "context" => (Some(word), rest.trim()),
            _ => (None, text),
        };
        let ends = |unknown: Unknown| {
            let before = rest.strip_suffix(unknown.words())?;
            let before = before.strip_suffix(char::is_whitespace)?.trim_end();
            Some((before.strip_suffix(',').unwrap_or(before), unknown))
        };
        let (rest, unknown) = match ends(Unknown::Absent).or_else(|| ends(Unknown::LeftOut)) {
            Some((rest, unknown)) => (rest, Some(unknown)),
            None => (rest, None),
        };
        let (file, format) = match rest.rsplit_once(" as ") {
            Some((file, format)) if is_format(format.trim()) => (file.trim(), Some(format.trim())),
            _ => (rest, None),
        };
        let file = file.strip_prefix('"').and_then(|file| file.strip_suffix('"')).unwrap_or(file);
        Self { what, file, format, unknown }
    }
}

fn is_format(name: &str) -> bool {
    RulesFormat::from_name(name).is_ok() || ContextFormat::from_name(name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_as_people_type_them() {
        for (text, what, file, format, unknown) in [
            ("a.md", None, "a.md", None, None),
            (" my file.md ", None, "my file.md", None, None),
            ("context a as fimi", Some("context"), "a", Some("fimi"), None),
            ("known as ada.md", None, "known as ada.md", None, None),
            ("a.dat unknown as absent", None, "a.dat", None, Some(Unknown::Absent)),
            ("context \"a b\" as fimi, unknown left out", Some("context"), "a b", Some("fimi"), Some(Unknown::LeftOut)),
            ("\"a unknown as absent\"", None, "a unknown as absent", None, None),
            ("unknown as absent", None, "unknown as absent", None, None),
            ("rules", Some("rules"), "", None, None),
        ] {
            assert_eq!(Order::parse(text), Order { what, file, format, unknown }, "{text}");
        }
    }
}
