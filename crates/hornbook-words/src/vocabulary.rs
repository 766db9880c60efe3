//! Rules and questions as sentences. They need no more than what attributes are
//! called.

use hornbook::{Attr, AttrSet, Conclusion, Implication, Universe};

use crate::escape_control;

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it says.
    pub text: String,
    /// The attribute it names, which should stand out.
    pub attr: Option<Attr>,
}

/// A sentence, with attributes that should stand out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
}

impl Sentence {
    fn say(&mut self, text: &str) -> &mut Self {
        self.pieces.push(Piece { text: text.to_owned(), attr: None });
        self
    }

    /// Several attributes: `a`, `a and b`, `a, b and c`.
    fn list(&mut self, set: &AttrSet, last: &str, name: impl Fn(Attr) -> String) -> &mut Self {
        let count = set.len();
        for (at, attr) in set.iter().enumerate() {
            match at {
                0 => {}
                _ if at + 1 == count => _ = self.say(&format!(" {last} ")),
                _ => _ = self.say(", "),
            }
            self.pieces.push(Piece { text: name(attr), attr: Some(attr) });
        }
        self
    }
}

impl std::fmt::Display for Sentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pieces.iter().try_for_each(|piece| f.write_str(&piece.text))
    }
}

/// What attributes are called, and what is said of something that has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    terms: Vec<Term>,
    has_phrases: bool,
}

/// How to speak of an attribute, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    name: String,
    /// `gives milk`, `is red`.
    phrase: String,
}

impl Vocabulary {
    /// The names of attributes in their order, each with a phrase if it has one:
    /// what is said of something that has it. If any has, sentences are made of
    /// phrases.
    pub fn new<'a>(attributes: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> Self {
        let mut vocabulary = Self::default();
        for (name, phrase) in attributes {
            vocabulary.has_phrases |= phrase.is_some();
            let phrase = phrase.map_or_else(|| format!("has {name}"), str::to_owned);
            vocabulary.terms.push(Term { name: escape_control(name), phrase: escape_control(&phrase) });
        }
        vocabulary
    }

    /// The names of a universe, without phrases.
    pub fn of(universe: &Universe) -> Self {
        Self::new(universe.names().iter().map(|name| (name.as_str(), None)))
    }

    /// The name of an attribute, as it is shown.
    pub fn name(&self, attr: Attr) -> String {
        self.terms[attr].name.clone()
    }

    fn phrase(&self, attr: Attr) -> String {
        self.terms[attr].phrase.clone()
    }

    /// The question whether a rule holds, in words. To "can something be both?"
    /// a "no" says that the rule holds: see [`is_about_never`].
    pub fn question(&self, question: &Implication) -> Sentence {
        let mut sentence = Sentence::default();
        let premise = &question.premise;
        let question = question.without_premise();
        if self.has_phrases {
            let phrase = |attr| self.phrase(attr);
            match &question.conclusion {
                Conclusion::Attrs(conclusion) if premise.is_empty() => {
                    sentence.say("Is it true of everything here that it ").list(conclusion, "and", phrase).say("?")
                }
                Conclusion::Attrs(conclusion) => sentence
                    .say("Is it true of everything that ")
                    .list(premise, "and", phrase)
                    .say(" that it also ")
                    .list(conclusion, "and", phrase)
                    .say("?"),
                Conclusion::Falsum if premise.is_empty() => sentence.say("Is there anything at all?"),
                Conclusion::Falsum => sentence.say("Is there anything that ").list(premise, "and", phrase).say("?"),
            };
            return sentence;
        }
        let name = |attr| self.name(attr);
        match (&question.conclusion, premise.len()) {
            (Conclusion::Attrs(conclusion), 0) => {
                sentence.say("Does everything here have ").list(conclusion, "and", name).say("?")
            }
            (Conclusion::Attrs(conclusion), _) => sentence
                .say("Does everything that has ")
                .list(premise, "and", name)
                .say(" also have ")
                .list(conclusion, "and", name)
                .say("?"),
            (Conclusion::Falsum, 0) => sentence.say("Is there anything at all?"),
            (Conclusion::Falsum, 1) => sentence.say("Can something be ").list(premise, "and", name).say("?"),
            (Conclusion::Falsum, 2) => sentence.say("Can something be both ").list(premise, "and", name).say("?"),
            (Conclusion::Falsum, _) => {
                sentence.say("Can something be ").list(premise, "and", name).say(" at the same time?")
            }
        };
        sentence
    }

    /// A rule as a statement.
    pub fn statement(&self, rule: &Implication) -> Sentence {
        let mut sentence = Sentence::default();
        let premise = &rule.premise;
        let rule = rule.without_premise();
        let phrases = self.has_phrases;
        let phrase = |attr| if phrases { self.phrase(attr) } else { self.name(attr) };
        let has = if phrases { "" } else { "has " };
        match &rule.conclusion {
            Conclusion::Attrs(conclusion) if premise.is_empty() => {
                sentence.say(&format!("Everything {has}")).list(conclusion, "and", phrase)
            }
            Conclusion::Attrs(conclusion) => sentence
                .say(&format!("Whatever {has}"))
                .list(premise, "and", phrase)
                .say(&format!(" also {has}"))
                .list(conclusion, "and", phrase),
            Conclusion::Falsum if premise.is_empty() => sentence.say("There is nothing at all"),
            Conclusion::Falsum if phrases => sentence.say("There is nothing that ").list(premise, "and", phrase),
            Conclusion::Falsum if premise.len() == 1 => sentence.say("Nothing is ").list(premise, "and", phrase),
            Conclusion::Falsum if premise.len() == 2 => sentence.say("Nothing is both ").list(premise, "and", phrase),
            Conclusion::Falsum => sentence.say("Nothing is ").list(premise, "and", phrase).say(" at the same time"),
        };
        sentence
    }

    /// Names with commas, for messages: `a, b and c`, with `last` before the
    /// last.
    pub fn list(&self, set: &AttrSet, last: &str) -> String {
        let mut sentence = Sentence::default();
        sentence.list(set, last, |attr| self.name(attr));
        sentence.to_string()
    }
}

/// Whether the question about a rule asks if something can be, so that "no"
/// says that the rule holds.
pub fn is_about_never(question: &Implication) -> bool {
    question.conclusion.is_falsum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(attrs: &[Attr]) -> AttrSet {
        AttrSet::of(4, attrs.iter().copied())
    }

    #[test]
    fn by_names_alone() {
        let words = Vocabulary::of(&Universe::letters(4));
        let said = |rule: &Implication| (words.question(rule).to_string(), words.statement(rule).to_string());
        let both = |question: &str, statement: &str| (question.to_owned(), statement.to_owned());
        let rule = Implication::new(set(&[0, 1]), set(&[1, 2, 3]));
        assert_eq!(
            said(&rule),
            both("Does everything that has a and b also have c and d?", "Whatever has a and b also has c and d")
        );
        let always = Implication::new(set(&[]), set(&[0]));
        assert_eq!(said(&always), both("Does everything here have a?", "Everything has a"));
        let never = |attrs: &[Attr]| said(&Implication::never(set(attrs)));
        assert_eq!(never(&[]), both("Is there anything at all?", "There is nothing at all"));
        assert_eq!(never(&[0]), both("Can something be a?", "Nothing is a"));
        assert_eq!(never(&[0, 1]), both("Can something be both a and b?", "Nothing is both a and b"));
        assert_eq!(
            never(&[0, 1, 2]),
            both("Can something be a, b and c at the same time?", "Nothing is a, b and c at the same time")
        );
        assert_eq!(words.list(&set(&[0, 1, 3]), "or"), "a, b or d");
    }

    #[test]
    fn by_phrases() {
        let phrases = [("milk", Some("gives milk")), ("hair", None), ("\u{7}", None), ("x", None)];
        let words = Vocabulary::new(phrases);
        let rule = Implication::new(set(&[0]), set(&[1, 2]));
        assert_eq!(
            words.question(&rule).to_string(),
            "Is it true of everything that gives milk that it also has hair and has \\u{7}?"
        );
        assert_eq!(
            words.statement(&Implication::never(set(&[0, 1]))).to_string(),
            "There is nothing that gives milk and has hair"
        );
        let attrs: Vec<Option<Attr>> = words.statement(&rule).pieces.iter().map(|piece| piece.attr).collect();
        assert_eq!(attrs, [None, Some(0), None, Some(1), None, Some(2)]);
    }
}
