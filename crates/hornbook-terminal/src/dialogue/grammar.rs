//! What can be said on a line: names with commas, objects with what they have
//! and lack, and answers.

use hornbook::{Attr, AttrSet, Conclusion, Implication};
use hornbook_explore::words;
use hornbook_explore::{Exploration, ObjectStatement, Response};
use hornbook_words::escape_control;

use crate::quoted::{Part, names, parts, shown};

/// The word a line begins with, in small letters, and what follows.
pub(super) fn verb(line: &str) -> (String, &str) {
    let line = line.trim();
    let end = line.find(|c: char| c.is_whitespace() || ":;,".contains(c)).unwrap_or(line.len());
    let (verb, rest) = line.split_at(end);
    let bare = verb.trim_end_matches(['.', '!']);
    (if bare.is_empty() { verb } else { bare }.to_lowercase(), rest.trim())
}

/// The attribute of that name, of that name but for capitals, or of that
/// phrase.
pub(super) fn attr(exploration: &Exploration, name: &str) -> Result<Attr, String> {
    let universe = exploration.universe();
    let unknown = match universe.attr(name) {
        Ok(attr) => return Ok(attr),
        Err(error) => error,
    };
    let small = name.to_lowercase();
    let only = |like: &dyn Fn(Attr) -> bool| {
        let mut found = (0..universe.len()).filter(|&attr| like(attr));
        found.next().filter(|_| found.next().is_none())
    };
    let phrase = |attr: Attr| exploration.attributes()[attr].phrase.as_ref().map(|phrase| phrase.to_lowercase());
    only(&|attr| universe.name(attr).to_lowercase() == small)
        .or_else(|| only(&|attr| phrase(attr).as_ref() == Some(&small)))
        .ok_or_else(|| format!("{}. 'attributes' lists them.", capital(&escape_control(&unknown.to_string()))))
}

/// The text with a capital at its beginning: for those that begin with a word of
/// their own, and not with a name.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// What is said of attributes that were not named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Unsaid,
    Has,
    Lacks,
}

/// An object as a line tells of it.
pub(super) struct Sketch {
    name: String,
    has: AttrSet,
    lacks: AttrSet,
    rest: Rest,
}

impl Sketch {
    /// `NAME: a, b; lacks c, d`, `NAME lacks c`, `NAME`, `: a, -c; rest no`.
    pub(super) fn parse(exploration: &Exploration, text: &str) -> Result<Self, String> {
        let (name, facts) = name_and_facts(exploration, text)?;
        let none = exploration.universe().none();
        let mut sketch = Self { name, has: none.clone(), lacks: none, rest: Rest::Unsaid };
        let mut lacking = false;
        for part in parts(facts, &[',', ';'])? {
            if part.after == Some(';') {
                lacking = false;
            }
            sketch.take(exploration, part, &mut lacking)?;
        }
        Ok(sketch)
    }

    /// Takes up one attribute; the words `has` and `lacks` before it are also
    /// for those that follow.
    fn take(&mut self, exploration: &Exploration, part: Part, lacking: &mut bool) -> Result<(), String> {
        let Part { plain, quoted, .. } = part;
        let known = quoted.is_none() && exploration.universe().attr(&plain).is_ok();
        let (first, after) = plain.split_once(char::is_whitespace).unwrap_or((&plain, ""));
        let mut text = plain.as_str();
        match first.to_ascii_lowercase().as_str() {
            _ if known => {}
            word @ ("has" | "lacks") => {
                *lacking = word == "lacks";
                text = after.trim();
            }
            "rest" if quoted.is_none() => {
                self.rest = match after.trim().to_ascii_lowercase().as_str() {
                    "no" => Rest::Lacks,
                    "yes" => Rest::Has,
                    "unknown" | "?" => Rest::Unsaid,
                    _ => return Err("After 'rest', expected 'no', 'yes' or 'unknown'.".to_owned()),
                };
                return Ok(());
            }
            _ => {}
        }
        let minus = text.strip_prefix('-').filter(|_| !known);
        let lacks = *lacking || minus.is_some();
        let name = quoted.as_deref().unwrap_or(minus.unwrap_or(text).trim());
        if !name.is_empty() {
            let attr = attr(exploration, name)?;
            if lacks { &mut self.lacks } else { &mut self.has }.insert(attr);
        }
        Ok(())
    }

    /// What is told of the object, which has these attributes and, if there is
    /// just one of these, lacks it.
    pub(super) fn told(self, exploration: &Exploration, premise: &AttrSet, lacks_one_of: &AttrSet) -> ObjectStatement {
        let Self { name, has, mut lacks, rest } = self;
        if lacks_one_of.len() == 1 && lacks_one_of.is_disjoint(&has) {
            lacks.insert_all(lacks_one_of);
        }
        let mut told = ObjectStatement::new(name, has, lacks);
        let known = exploration.object_called(told.name.trim());
        let known = known.map(|place| &exploration.models()[place]);
        let all = exploration.universe().all();
        match rest {
            Rest::Unsaid => {}
            Rest::Lacks => {
                let mut has = told.has.union(premise);
                known.iter().for_each(|model| _ = has.insert_all(model.has()));
                // What follows by the rules is not what is meant by the rest.
                if let Conclusion::Attrs(closed) = exploration.knowledge().rules().close(&has) {
                    has = closed;
                }
                told.lacks.insert_all(&all.difference(&has).difference(&told.has));
            }
            Rest::Has => {
                let possible = known.map_or_else(|| all.clone(), |model| model.possible().clone());
                told.has.insert_all(&possible.difference(&told.lacks));
            }
        }
        told
    }
}

/// The name, and the text that says what the object has and lacks.
fn name_and_facts<'a>(exploration: &Exploration, text: &'a str) -> Result<(String, &'a str), String> {
    let text = text.trim();
    let mut parts = parts(text, &[':', ',', ';'])?.into_iter();
    let Some(Part { plain, quoted, .. }) = parts.next() else { return Ok((String::new(), text)) };
    let (ends, after) = parts.next().map_or((None, ""), |part| (part.after, &text[part.start..]));
    let about_attributes = || {
        let word = plain.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
        plain.starts_with('-') || ["has", "lacks", "rest"].contains(&word.as_str())
    };
    // "bat lacks feathers, tail"
    let verb = [" lacks ", " has "].iter().filter_map(|verb| plain.find(verb)).min();
    match (ends, quoted) {
        (Some(':'), quoted) => Ok((quoted.unwrap_or(plain), after)),
        _ if about_attributes() => Ok((String::new(), text)),
        (Some(','), Some(_)) => Ok((String::new(), text)),
        (_, Some(name)) => Ok((name, after)),
        _ if verb.is_some() => {
            let (name, facts) = text.split_at(verb.unwrap_or(0));
            Ok((name.trim().to_owned(), facts))
        }
        (Some(','), None) if attr(exploration, &plain).is_err() => Err(format!(
            "{} is no attribute. If it is the name of an object, put a colon after it: '{}: …'.",
            shown(&plain),
            escape_control(&plain)
        )),
        (Some(','), None) => Ok((String::new(), text)),
        (None, None) if exploration.universe().attr(&plain).is_ok() => Err(format!(
            "{0} is an attribute. If the object is called so, write '{1}:'; if it has that, ': {1}'.",
            shown(&plain),
            escape_control(&plain)
        )),
        _ => Ok((plain, after)),
    }
}

/// Whether a line begins with a word for an answer.
pub(super) fn is_answer(verb: &str, rest: &str) -> bool {
    let know = matches!(verb, "don't" | "dont") && rest.eq_ignore_ascii_case("know");
    let words = ["yes", "y", "always", "no", "n", "never", "holds", "example", "exception", "partly", "part"];
    know || words.contains(&verb) || ["unknown", "?", "dunno", "later", "skip"].contains(&verb)
}

/// The answer that a line gives to a question; nothing if it begins with no
/// word for an answer.
pub(super) fn response(
    exploration: &Exploration,
    question: &Implication,
    verb: &str,
    rest: &str,
) -> Option<Result<Response, String>> {
    let never = words::is_about_never(question);
    Some(match (verb, never) {
        ("yes" | "y" | "always", false) | ("no" | "n" | "never", true) | ("holds", _) => match rest.is_empty() {
            true => Ok(Response::Holds),
            false => Err(nothing_after(verb, never)),
        },
        ("no" | "n", false) | ("yes" | "y", true) | ("example" | "exception", _) => {
            refuted(exploration, question, rest)
        }
        ("never", false) => Err("The question is whether it is always so: answer 'yes', or 'no NAME' for something \
             of which it is not so. 'help' tells more."
            .to_owned()),
        ("always", true) => Err("The question is whether there is such a thing: answer 'yes NAME' for an example, \
             or 'no' if there is none."
            .to_owned()),
        ("partly" | "part", _) => partly(exploration, question, rest),
        ("unknown" | "?" | "dunno", _) => alone(verb, rest, Response::Unknown),
        ("don't" | "dont", _) if rest.eq_ignore_ascii_case("know") => Ok(Response::Unknown),
        ("later" | "skip", _) => alone(verb, rest, Response::Later),
        _ => return None,
    })
}

fn nothing_after(verb: &str, never: bool) -> String {
    match never {
        true => format!(
            "'{verb}' says that there is no such thing, and nothing can come after it. For an example, begin with \
             'yes' or 'example'."
        ),
        false => format!(
            "'{verb}' says that it is always so, and nothing can come after it. For an exception, begin with 'no' or \
             'example'."
        ),
    }
}

fn alone(verb: &str, rest: &str, response: Response) -> Result<Response, String> {
    match rest.is_empty() {
        true => Ok(response),
        false => Err(format!("Nothing can come after '{verb}'.")),
    }
}

fn refuted(exploration: &Exploration, question: &Implication, rest: &str) -> Result<Response, String> {
    let sketch = Sketch::parse(exploration, rest)?;
    let none = exploration.universe().none();
    Ok(Response::Refuted(sketch.told(exploration, &question.premise, &exploration.may_lack(question, &none))))
}

fn partly(exploration: &Exploration, question: &Implication, rest: &str) -> Result<Response, String> {
    // A name in quotes may be followed by a colon.
    let object = parts(rest, &[',', ';', ':'])?.into_iter().find(|part| part.after == Some(';'));
    let object = object.map(|part| &rest[part.start..]);
    let part = names(&rest[..object.map_or(rest.len(), |object| rest.len() - object.len() - 1)])?;
    if part.is_empty() {
        return Err("After 'partly', expected what does follow: partly a, b.".to_owned());
    }
    let mut holds = exploration.universe().none();
    for name in part {
        holds.insert(attr(exploration, &name)?);
    }
    let object = match object {
        None => None,
        Some(text) => {
            let sketch = Sketch::parse(exploration, text)?;
            Some(sketch.told(exploration, &question.premise, &exploration.may_lack(question, &holds)))
        }
    };
    Ok(Response::Partly { holds, object })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use hornbook_explore::Start;
    use hornbook_explore::journal::Attribute;

    fn animals() -> Exploration {
        let names = ["hair", "legs, if any", "-x", "Tail", "a:b"];
        let mut attributes: Vec<Attribute> = names.map(Attribute::named).into();
        attributes[0].phrase = Some("is hairy".to_owned());
        Exploration::in_memory(Start::of(attributes).seed(1)).unwrap()
    }

    /// The name, what it has, and what it lacks.
    fn told(text: &str) -> Result<(String, String, String), String> {
        let animals = animals();
        let none = animals.universe().none();
        let told = Sketch::parse(&animals, text)?.told(&animals, &none, &none);
        let names = |set: &AttrSet| animals.universe().names_of(set).collect::<Vec<_>>().join(" + ");
        Ok((told.name.clone(), names(&told.has), names(&told.lacks)))
    }

    #[test]
    fn objects_as_people_write_them() {
        for (text, name, has, lacks) in [
            ("bat", "bat", "", ""),
            ("", "", "", ""),
            ("bat: hair", "bat", "hair", ""),
            ("bat: HAIR, tail", "bat", "hair + Tail", ""),
            ("bat: is hairy; lacks tail", "bat", "hair", "Tail"),
            ("bat; lacks hair, tail", "bat", "", "hair + Tail"),
            ("the bat lacks hair, tail", "the bat", "", "hair + Tail"),
            ("bat has hair; lacks tail", "bat", "hair", "Tail"),
            ("bat: lacks hair; tail", "bat", "Tail", "hair"),
            ("bat: lacks hair, has tail", "bat", "Tail", "hair"),
            ("bat: -tail, hair", "bat", "hair", "Tail"),
            (": hair", "", "hair", ""),
            ("lacks hair", "", "", "hair"),
            ("-hair, tail", "", "Tail", "hair"),
            ("hair, tail", "", "hair + Tail", ""),
            ("bat: \"legs, if any\", hair", "bat", "hair + legs, if any", ""),
            ("bat: -\"legs, if any\"", "bat", "", "legs, if any"),
            ("bat: lacks \"legs, if any\", hair", "bat", "", "hair + legs, if any"),
            ("\"bat: a \"\"mouse\"\"\": hair", "bat: a \"mouse\"", "hair", ""),
            ("\"hair\"", "hair", "", ""),
            ("bat: -x", "bat", "-x", ""),
            ("bat: --x", "bat", "", "-x"),
            ("bat: a:b", "bat", "a:b", ""),
            ("bat: hair; rest no", "bat", "hair", "legs, if any + -x + Tail + a:b"),
            ("bat: lacks hair; rest yes", "bat", "legs, if any + -x + Tail + a:b", "hair"),
            ("bat: hair; rest unknown", "bat", "hair", ""),
            ("bat:,;hair,", "bat", "hair", ""),
        ] {
            let expected = (name.to_owned(), has.to_owned(), lacks.to_owned());
            assert_eq!(told(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_unclear_says_what_was_expected() {
        for (text, expected) in [
            ("bat: wings", "There is no attribute \"wings\". 'attributes' lists them."),
            ("bat: hairs", "(did you mean \"hair\"?)"),
            ("bat, hair", "put a colon after it: 'bat: …'"),
            ("hair", "If the object is called so, write 'hair:'; if it has that, ': hair'."),
            ("bat: \"hair", "The quote before 'hair' is not closed."),
            ("bat: \"hair\" tail", "After the closing quote, expected ':', ',' or ';'."),
            ("bat: rest", "After 'rest', expected 'no', 'yes' or 'unknown'."),
        ] {
            let message = told(text).unwrap_err();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    #[test]
    fn yes_and_no_are_as_the_question_is_put() {
        let animals = animals();
        let set = |name: &str| animals.universe().set([name]).unwrap();
        let rule = Implication::new(set("hair"), set("Tail"));
        let never = Implication::never(set("hair"));
        let holds = |question: &Implication, line: &str| {
            let (verb, rest) = verb(line);
            match response(&animals, question, &verb, rest).unwrap() {
                Ok(Response::Holds) => Some(true),
                Ok(Response::Refuted(_)) => Some(false),
                _ => None,
            }
        };
        for (line, to_rule, to_never) in [
            ("yes", Some(true), Some(false)),
            ("Yes.", Some(true), Some(false)),
            ("y", Some(true), Some(false)),
            ("no", Some(false), Some(true)),
            ("no bat", Some(false), None),
            ("yes bat", None, Some(false)),
            ("holds", Some(true), Some(true)),
            ("always", Some(true), None),
            ("never", None, Some(true)),
            ("example bat: Tail, -hair", Some(false), Some(false)),
            ("later", None, None),
        ] {
            assert_eq!((holds(&rule, line), holds(&never, line)), (to_rule, to_never), "{line}");
        }
        // What can only lack one thing lacks it.
        let (word, rest) = verb("no bat");
        let Some(Ok(Response::Refuted(told))) = response(&animals, &rule, &word, rest) else { panic!("no exception") };
        assert_eq!(told.lacks, set("Tail"));
    }
}
