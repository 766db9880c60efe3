//! Words of a language in a file: lists with blanks between them, in lines as long as the
//! writer likes, and found at once however many they are.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Words in the lines of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub(crate) struct WordList {
    lines: Vec<String>,
    words: BTreeSet<String>,
}

impl From<Vec<String>> for WordList {
    fn from(lines: Vec<String>) -> Self {
        let words = lines.iter().flat_map(|line| line.split_whitespace()).map(str::to_owned).collect();
        Self { lines, words }
    }
}

impl From<WordList> for Vec<String> {
    fn from(list: WordList) -> Self {
        list.lines
    }
}

impl WordList {
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    /// Whether a word has one of these endings; the ending alone is no word.
    pub(crate) fn ends(&self, word: &str) -> bool {
        self.iter().any(|ending| word.len() > ending.len() + 1 && word.ends_with(ending))
    }

    /// Whether a text begins with one of these.
    pub(crate) fn starts(&self, text: &str) -> bool {
        self.iter().any(|start| text.starts_with(start))
    }
}
