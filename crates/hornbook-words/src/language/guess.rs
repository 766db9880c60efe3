//! How one speaks of an attribute, guessed by its name: `blade` has a, `sharp` is,
//! `heats food` does. A guess is shown to people, who correct it; where nothing is known
//! there is none, and sentences name the attribute as it is.

use super::file::GuessWords;

/// Whether a word is in a list of words with blanks between them.
pub(crate) fn is_one_of(lists: &[String], word: &str) -> bool {
    lists.iter().flat_map(|list| list.split_whitespace()).any(|listed| listed == word)
}

fn ends_with_any(lists: &[String], word: &str) -> bool {
    let endings = lists.iter().flat_map(|list| list.split_whitespace());
    // The ending alone is no word.
    endings.into_iter().any(|ending| word.len() > ending.len() + 1 && word.ends_with(ending))
}

/// A noun with its article, where the language has one.
pub(crate) fn with_article(words: &GuessWords, noun: &str) -> String {
    let low = noun.to_lowercase();
    let starts =
        |lists: &[String]| lists.iter().flat_map(|list| list.split_whitespace()).any(|start| low.starts_with(start));
    let written = low.chars().next().is_some_and(|first| words.vowels.contains(first));
    let vowel = starts(&words.like_vowels) || written && !starts(&words.not_like_vowels);
    let article = if vowel { &words.article_before_vowels } else { &words.article };
    format!("{article} {noun}").trim_start().to_owned()
}

/// The plain form of what one says of something: `fly` of `flies`; none if it is not
/// such a form.
pub(crate) fn base_form(words: &GuessWords, third: &str) -> Option<String> {
    if let Some((base, _)) = words.third_person_of.iter().find(|(_, said)| *said == third) {
        return Some(base.clone());
    }
    let known = |base: &String| is_one_of(&words.verbs, base);
    let bases =
        words.third_person.iter().filter_map(|(base, said)| Some((third.strip_suffix(said.as_str())?, base, said)));
    let mut bases: Vec<(usize, String)> = bases
        .filter(|(stem, ..)| !stem.is_empty())
        .map(|(stem, base, said)| (said.len(), format!("{stem}{base}")))
        .collect();
    bases.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    let known = bases.iter().find(|(_, base)| known(base));
    // `glass` and `this` are no verbs.
    let like_one = !third.ends_with("ss") && third.len() > 3;
    known.or(bases.first().filter(|_| like_one)).map(|(_, base)| base.clone())
}

/// What one says of something: `flies` of `fly`.
fn third_person(words: &GuessWords, base: &str) -> Option<String> {
    if let Some(said) = words.third_person_of.get(base) {
        return Some(said.clone());
    }
    let said = words.third_person.iter().filter(|(ending, _)| base.ends_with(ending.as_str()));
    let (ending, said) = said.max_by_key(|(ending, _)| ending.len())?;
    Some(format!("{}{said}", base.strip_suffix(ending.as_str())?))
}

/// What a name is guessed to say of something.
enum Guess {
    Is,
    IsA,
    Has,
    HasA,
    Does,
    /// It is what something does, in the plain form.
    PlainDoes,
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

    /// A name as it is spoken; none if it is no words.
    fn spoken(&self, name: &str) -> Option<String> {
        let name = name.replace('_', " ");
        let words: Vec<&str> = name.split_whitespace().collect();
        let is_word = |c: char| c.is_alphanumeric() || "-'’/&%.,()°".contains(c);
        if words.is_empty() || !name.chars().all(|c| is_word(c) || c.is_whitespace()) {
            return None;
        }
        // A capital letter at the start of each word, or of the line, is no proper name if
        // the words are known.
        let is_title = |word: &str| {
            word.chars().next().is_some_and(char::is_uppercase)
                && word.chars().skip(1).all(|c| c.is_lowercase() || c == '-')
        };
        let known = || words.len() > 1 || self.is_listed(&words[0].to_lowercase());
        let text = words.join(" ");
        if self.words.nouns_are_capitalised || !is_title(words[0]) || !known() {
            return Some(text);
        }
        let all = words.iter().all(|word| is_title(word) || !word.chars().any(char::is_alphabetic));
        Some(match all {
            true => text.to_lowercase(),
            false => text.chars().take(1).flat_map(char::to_lowercase).chain(text.chars().skip(1)).collect(),
        })
    }

    fn is_listed(&self, word: &str) -> bool {
        let GuessWords { is_words, kinds, uncounted, verbs_only, .. } = self.words;
        [is_words, kinds, uncounted, verbs_only].iter().any(|lists| is_one_of(lists, word))
            || self.is_adjective(word, true)
            || self.verb_of(word).is_some()
    }

    fn say(&self, guess: &Guess, spoken: &str) -> Option<String> {
        let (first, rest) = spoken.split_once(' ').unwrap_or((spoken, ""));
        let phrase = match guess {
            Guess::Is => format!("{} {spoken}", self.is),
            Guess::IsA => format!("{} {}", self.is, with_article(self.words, spoken)),
            Guess::Has if is_one_of(&self.words.has_after, &first.to_lowercase()) => format!("{} {rest}", self.has),
            Guess::Has => format!("{} {spoken}", self.has),
            Guess::HasA => format!("{} {}", self.has, with_article(self.words, spoken)),
            Guess::Does => spoken.to_owned(),
            Guess::PlainDoes => format!("{} {rest}", third_person(self.words, first)?).trim_end().to_owned(),
        };
        Some(phrase)
    }

    fn guess(&self, spoken: &str) -> Option<Guess> {
        let words: Vec<String> = spoken.split_whitespace().map(str::to_lowercase).collect();
        let several = words.len() > 1;
        let list = self.words;
        let first = words.first()?.as_str();
        let last = words.last()?.as_str();
        if several && is_one_of(&list.phrase_starts, first) {
            return Some(Guess::Does);
        }
        if several && is_one_of(&list.articles, first) {
            return Some(Guess::Is);
        }
        if several && is_one_of(&list.has_after, first) {
            return Some(Guess::Has);
        }
        let is_counted = is_one_of(&list.has_as_it_is, first) || first.chars().all(|c| c.is_ascii_digit());
        if several && is_counted {
            return Some(if self.is_adjective(last, false) { Guess::Is } else { Guess::Has });
        }
        if several && is_one_of(&list.is_after, first) {
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
            false => self.guess_one(first),
        }
    }

    fn guess_one(&self, word: &str) -> Option<Guess> {
        let list = self.words;
        let is_verb_alone = is_one_of(&list.verbs_only, word);
        Some(match word {
            _ if is_one_of(&list.kinds, word) => Guess::IsA,
            _ if self.is_uncounted(word) => Guess::Has,
            _ if is_verb_alone => Guess::PlainDoes,
            _ if self.verb_of(word).is_some_and(|verb| !is_one_of(&list.plural_first, &verb)) => Guess::Does,
            _ if self.is_adjective(word, true) => Guess::Is,
            _ if ends_with_any(&list.does_endings, word) => Guess::Does,
            _ if self.is_plural(word) => Guess::Has,
            // A hunter is one, and a burner is had.
            _ if ends_with_any(&list.agent_endings, word) => return None,
            _ if !list.article.is_empty() && self.may_be_noun(word) => Guess::HasA,
            _ => return None,
        })
    }

    fn guess_several(&self, words: &[String]) -> Option<Guess> {
        let list = self.words;
        let (first, second) = (words[0].as_str(), words[1].as_str());
        let joined = is_one_of(&list.joints, second);
        let is_participle =
            is_one_of(&list.participles, first) || first.ends_with("ed") && self.is_adjective(first, false);
        if joined && (is_participle || self.is_adjective(first, true)) {
            return Some(Guess::Is);
        }
        // `wearing a hat`, not `swimming pool`.
        let of_verb = |verb: &str| first.starts_with(verb.trim_end_matches('e')) && first.len() <= verb.len() + 4;
        let does_now = !self.is_adjective(first, false) && self.is_adjective(first, true);
        if does_now && list.participle_verbs.iter().flat_map(|verbs| verbs.split_whitespace()).any(of_verb) {
            return Some(Guess::Is);
        }
        let unlike_plural = |word: &str| !is_one_of(&list.plural_exceptions, word);
        if self.verb_of(first).is_some()
            || ends_with_any(&list.does_endings, first)
            || unlike_plural(first) && self.is_plural(first) && !joined
        {
            return Some(Guess::Does);
        }
        if is_one_of(&list.verbs_only, first) || joined && is_one_of(&list.verbs, first) {
            return Some(Guess::PlainDoes);
        }
        let end =
            words.iter().position(|word| is_one_of(&list.joints, word)).filter(|&at| at > 0).unwrap_or(words.len());
        let head = words[end - 1].as_str();
        Some(match head {
            _ if end == words.len() && self.is_adjective(head, false) => Guess::Is,
            _ if list.article.is_empty() => return None,
            _ if is_one_of(&list.kinds, head) => Guess::IsA,
            _ if self.is_uncounted(head) || self.is_plural(head) => Guess::Has,
            _ if self.may_be_noun(head) => Guess::HasA,
            _ => return None,
        })
    }

    /// The verb of which a word is the third person, if it is a known one.
    fn verb_of(&self, word: &str) -> Option<String> {
        base_form(self.words, word).filter(|base| is_one_of(&self.words.verbs, base))
    }

    fn is_adjective(&self, word: &str, with_ing: bool) -> bool {
        let list = self.words;
        let part = word.rsplit('-').next().unwrap_or(word);
        [word, part].into_iter().any(|word| {
            is_one_of(&list.is_words, word)
                || ends_with_any(&list.is_endings, word)
                    && !is_one_of(&list.not_is_endings, word)
                    && (with_ing || !word.ends_with("ing"))
        }) || is_one_of(&list.participles, word)
    }

    fn is_uncounted(&self, word: &str) -> bool {
        is_one_of(&self.words.uncounted, word) || ends_with_any(&self.words.uncounted_endings, word)
    }

    fn is_plural(&self, word: &str) -> bool {
        let looks = word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) && word.len() > 3;
        !self.words.article.is_empty()
            && (looks && !is_one_of(&self.words.plural_exceptions, word)
                || is_one_of(&self.words.plurals, word)
                || ends_with_any(&self.words.plurals, word))
    }

    fn may_be_noun(&self, word: &str) -> bool {
        word.chars().count() > 2 && word.chars().all(|c| c.is_lowercase() || c == '-')
    }
}
