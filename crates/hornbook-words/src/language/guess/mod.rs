//! How one speaks of an attribute, guessed by its name: `blade` has a, `sharp` is,
//! `heats food` does. A guess is shown to people, who correct it; where nothing is known
//! there is none, and sentences name the attribute as it is. That is always right, so
//! nothing is guessed where it is not clear what is meant.

mod forms;
mod several;
mod spoken;
mod word;

use super::file::GuessWords;
use forms::third_person;
pub(crate) use forms::{base_form, with_article};

/// What a name is guessed to say of something.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Guess {
    Is,
    IsA,
    Has,
    HasA,
    Does,
    /// It is what something does, in the plain form.
    PlainDoes,
    /// In a way of its own: `is made of {}`.
    As(String),
}

pub(crate) struct Guesser<'a> {
    pub words: &'a GuessWords,
    pub is: &'a str,
    pub has: &'a str,
}

/// Signs of a value of a column in the name of an attribute.
const COMPARISONS: [char; 6] = ['=', '<', '>', '≤', '≥', '≠'];

impl Guesser<'_> {
    /// The phrase for an attribute, if one can be guessed.
    pub(crate) fn phrase(&self, name: &str) -> Option<String> {
        if name.contains(COMPARISONS) {
            let value = &self.words.value;
            return (!value.is_empty()).then(|| value.replace("{}", name.trim()));
        }
        let spoken = self.spoken(name)?;
        let guess = self.guess(&spoken)?;
        self.say(&guess, &spoken)
    }

    /// Other phrases for an attribute, of which somebody may choose one.
    pub(crate) fn alternatives(&self, name: &str) -> Vec<String> {
        let spoken = self.spoken(name).unwrap_or_else(|| name.trim().to_owned());
        let all = [Guess::Is, Guess::IsA, Guess::Has, Guess::HasA, Guess::Does, Guess::PlainDoes];
        let mut phrases: Vec<String> = self.phrase(name).into_iter().collect();
        for phrase in all.iter().filter_map(|guess| self.say(guess, &spoken)) {
            if !phrases.contains(&phrase) {
                phrases.push(phrase);
            }
        }
        phrases
    }

    fn say(&self, guess: &Guess, spoken: &str) -> Option<String> {
        let (first, rest) = spoken.split_once(' ').unwrap_or((spoken, ""));
        let phrase = match guess {
            // `wearing hat`
            Guess::Is if first.ends_with("ing") => format!("{} {first} {}", self.is, self.with_missing_article(rest)),
            Guess::Is => format!("{} {spoken}", self.is),
            Guess::IsA => format!("{} {}", self.is, with_article(self.words, spoken)),
            Guess::Has if self.words.has_after.has(&first.to_lowercase()) => {
                format!("{} {}", self.has, self.with_missing_article(rest))
            }
            Guess::Has => format!("{} {spoken}", self.has),
            Guess::HasA => format!("{} {}", self.has, with_article(self.words, spoken)),
            Guess::Does if [self.is, self.has].contains(&first) => {
                format!("{first} {}", self.with_missing_article(rest))
            }
            Guess::Does => spoken.to_owned(),
            Guess::PlainDoes => format!("{} {rest}", third_person(self.words, first)?),
            Guess::As(said) => said.replace("{}", spoken),
        };
        Some(phrase.trim_end().to_owned())
    }

    /// `tail` of `has_tail` with its article, if it is known to need one.
    fn with_missing_article(&self, noun: &str) -> String {
        let words: Vec<String> = noun.split_whitespace().map(str::to_lowercase).collect();
        let said = match &words[..] {
            [] => None,
            [word] if self.is_counted(word) || self.words.kinds.has(word) => Some(Guess::HasA),
            [_] => None,
            [first, ..] if self.is_counting(first) || self.words.is_after.has(first) => None,
            [first, ..] if self.words.articles.has(first) => None,
            _ => self.guess_several(&words),
        };
        match said {
            Some(Guess::IsA | Guess::HasA) if !self.words.article.is_empty() => with_article(self.words, noun),
            _ => noun.to_owned(),
        }
    }

    fn is_counting(&self, word: &str) -> bool {
        self.words.has_as_it_is.has(word) || word.chars().all(|c| c.is_ascii_digit())
    }

    fn guess(&self, spoken: &str) -> Option<Guess> {
        let words: Vec<String> = spoken.split_whitespace().map(str::to_lowercase).collect();
        let several = words.len() > 1;
        let list = self.words;
        let first = words.first()?.as_str();
        if several && list.phrase_starts.has(first) {
            return Some(Guess::Does);
        }
        if several && list.articles.has(first) {
            return Some(Guess::Is);
        }
        if several && list.has_after.has(first) {
            return Some(Guess::Has);
        }
        if several && self.is_counting(first) {
            return self.guess_counted(&words);
        }
        if several && list.is_after.has(first) {
            return Some(Guess::Is);
        }
        // A noun of a language that marks them, with its article unknown.
        if list.nouns_are_capitalised && spoken.chars().next().is_some_and(char::is_uppercase) {
            return None;
        }
        match several {
            true => self.guess_several(&words),
            // What is a name is not taken for what something has.
            false if spoken.chars().any(char::is_uppercase) => None,
            false if list.is_phrases.contains(&first.replace('-', " ")) => Some(Guess::Is),
            false => self.guess_one(first),
        }
    }

    /// `4 wheels`, `18 years old`, `2 stroke engine`.
    fn guess_counted(&self, words: &[String]) -> Option<Guess> {
        let last = words.last()?;
        let is_number = words[0].chars().all(|c| c.is_ascii_digit());
        Some(match last.as_str() {
            _ if self.is_adjective(last) => Guess::Is,
            _ if is_number && words.len() > 2 && !self.words.article.is_empty() && !self.is_plural(last) => Guess::HasA,
            _ => Guess::Has,
        })
    }
}
