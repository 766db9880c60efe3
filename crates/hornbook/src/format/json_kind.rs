//! What a JSON file holds, by its first bytes.

/// What a JSON file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonKind {
    /// A list of records, be it within an object.
    Records,
    /// Records that follow one another.
    Lines,
    /// A context of conexp-clj, or what is none of the others.
    Context,
}

/// What the first bytes of a JSON file look like.
pub(super) fn of_start(start: &[u8]) -> JsonKind {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start).trim_ascii_start();
    if start.starts_with(b"[") {
        return JsonKind::Records;
    }
    let outline = Outline::of(start);
    let has = |key: &str, kinds: &[Kind]| outline.keys.iter().any(|(name, kind)| name == key && kinds.contains(kind));
    let any = [Kind::Records, Kind::List, Kind::Object, Kind::Single];
    let is_context =
        ["formal_context", "incidence", "implications", "implication_sets"].iter().any(|key| has(key, &any))
            || has("objects", &[Kind::List])
            || has("attributes", &[Kind::List])
            || has("context", &[Kind::Object])
            || (has("format", &[Kind::Single]) && has("version", &[Kind::Single]));
    match outline.ending {
        _ if is_context => JsonKind::Context,
        Ending::MoreFollows => JsonKind::Lines,
        _ if outline.keys.iter().any(|(_, kind)| *kind == Kind::Records) => JsonKind::Records,
        _ => JsonKind::Context,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A list whose first element is an object.
    Records,
    /// Any other list.
    List,
    Object,
    /// A text, a number, or a word.
    Single,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// It goes on behind the first bytes.
    Open,
    /// There is nothing behind it.
    Alone,
    /// Another object follows.
    MoreFollows,
}

/// The keys of the first object, as far as they are there.
struct Outline {
    keys: Vec<(String, Kind)>,
    ending: Ending,
}

impl Outline {
    fn of(bytes: &[u8]) -> Self {
        let mut outline = Self { keys: Vec::new(), ending: Ending::Open };
        let (mut depth, mut at) = (0usize, 0);
        let mut text = None;
        while at < bytes.len() {
            match bytes[at] {
                b'"' => {
                    let end = text_end(bytes, at);
                    text = Some(at + 1..end);
                    at = end;
                }
                b':' if depth == 1 => {
                    let key = text.take().and_then(|range| bytes.get(range)).unwrap_or_default();
                    let kind = kind_of(bytes[at + 1..].trim_ascii_start());
                    outline.keys.extend(kind.map(|kind| (String::from_utf8_lossy(key).into_owned(), kind)));
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        let rest = bytes[at + 1..].trim_ascii_start();
                        outline.ending = if rest.starts_with(b"{") { Ending::MoreFollows } else { Ending::Alone };
                        return outline;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        outline
    }
}

/// Where a text that starts here ends: at its second quote.
fn text_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

fn kind_of(value: &[u8]) -> Option<Kind> {
    match value.first()? {
        b'[' if value[1..].trim_ascii_start().starts_with(b"{") => Some(Kind::Records),
        b'[' => Some(Kind::List),
        b'{' => Some(Kind::Object),
        _ => Some(Kind::Single),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_what_it_is() {
        let records =
            ["[{\"a\": 1}]", " [ ]", "\u{feff}[1]", "{\"n\": 3, \"data\": [ {\"a\":", "{\"objects\": [{\"a\": 1}]}"];
        let lines = ["{\"a\": 1}\n{\"a\": 2}", "{\"a\": \"}\\\"\", \"b\": [{}]} {"];
        let contexts = [
            "{\"objects\": [\"a\"], \"attributes\": [], \"incidence\": []}",
            "{\"formal_context\": [{\"object\": 1, \"attributes\": []}]}",
            "{\"context\": {\"objects\"",
            "{\"implications\": [{\"premise\": []}]}",
            "{\"format\": \"hornbook-rules\", \"version\": 1, \"rules\": [{}]}",
            "{\"a\": 1}",
            "{",
        ];
        for text in records {
            assert_eq!(of_start(text.as_bytes()), JsonKind::Records, "{text}");
        }
        for text in lines {
            assert_eq!(of_start(text.as_bytes()), JsonKind::Lines, "{text}");
        }
        for text in contexts {
            assert_eq!(of_start(text.as_bytes()), JsonKind::Context, "{text}");
        }
    }
}
