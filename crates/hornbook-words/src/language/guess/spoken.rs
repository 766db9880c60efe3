//! Names of attributes as they are spoken: `Black_Hair`, `hasWings` and `longneck` are
//! words without blanks between them.

use super::Guesser;

impl Guesser<'_> {
    /// A name as it is spoken; none if it is no words.
    pub(super) fn spoken(&self, name: &str) -> Option<String> {
        let name = name.replace('_', " ");
        let words: Vec<String> = name.split_whitespace().flat_map(|word| self.apart(word)).collect();
        let is_word = |c: char| c.is_alphanumeric() || "-'’/&%.,()°".contains(c);
        if words.is_empty() || !name.chars().all(|c| is_word(c) || c.is_whitespace()) {
            return None;
        }
        // A capital letter at the start of each word, or of the line, is no proper name if
        // the words are known.
        let is_title = |word: &String| {
            word.chars().next().is_some_and(char::is_uppercase)
                && word.chars().skip(1).all(|c| c.is_lowercase() || c == '-')
        };
        let known = || words.len() > 1 || self.is_listed(&words[0].to_lowercase());
        let text = words.join(" ");
        if self.words.nouns_are_capitalised || !is_title(&words[0]) || !known() {
            return Some(text);
        }
        let all = words.iter().all(|word| is_title(word) || !word.chars().any(char::is_alphabetic));
        Some(match all {
            true => text.to_lowercase(),
            false => text.chars().take(1).flat_map(char::to_lowercase).chain(text.chars().skip(1)).collect(),
        })
    }

    /// Words that were written without a blank, where it is clear that they are several.
    fn apart(&self, word: &str) -> Vec<String> {
        let capitals = self.apart_at_capitals(word);
        if capitals.len() > 1 {
            return capitals;
        }
        // `longneck`
        let low = word.to_lowercase();
        let parts = self.words.glued_adjectives.iter().find_map(|adjective| {
            let noun = low.strip_prefix(adjective)?;
            self.words.glued_nouns.has(noun).then(|| vec![adjective.to_owned(), noun.to_owned()])
        });
        parts.unwrap_or_else(|| vec![word.to_owned()])
    }

    /// `hasWings`, but not `WiFi`: the first must be a word that is known.
    fn apart_at_capitals(&self, word: &str) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        let mut after_small = false;
        for c in word.chars() {
            match parts.last_mut() {
                Some(part) if !(after_small && c.is_uppercase()) => part.push(c),
                _ => parts.push(c.to_string()),
            }
            after_small = c.is_lowercase();
        }
        let first = parts.first().map(|part| part.to_lowercase()).unwrap_or_default();
        let list = self.words;
        let starts = [&list.phrase_starts, &list.has_after, &list.has_as_it_is, &list.is_after, &list.verbs];
        let is_first =
            starts.iter().any(|list| list.has(&first)) || self.verb_of(&first).is_some() || self.is_adjective(&first);
        match parts.len() > 1 && is_first && word.chars().all(char::is_alphabetic) {
            true => parts.iter().map(|part| part.to_lowercase()).collect(),
            false => vec![word.to_owned()],
        }
    }

    fn is_listed(&self, word: &str) -> bool {
        let list = self.words;
        [&list.is_words, &list.kinds, &list.uncounted, &list.verbs_only, &list.unsaid, &list.states]
            .iter()
            .any(|list| list.has(word))
            || list.said_as.values().any(|words| words.has(word))
            || self.is_adjective(word)
            || self.is_counted(word)
            || self.is_plural_of_noun(word)
            || self.verb_of(word).is_some()
    }
}
