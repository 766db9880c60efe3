//! What a file says of a language: its patterns and words, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A language as its file has it. German is one of the files that are shipped; others
/// are written after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LanguageFile {
    /// What it calls itself.
    pub name: String,
    pub(crate) lists: ListWords,
    pub(crate) noun: NounPatterns,
    pub(crate) phrase: PhraseWords,
    /// Whether a rule holds.
    pub(crate) question: RuleForms,
    /// That it holds.
    pub(crate) statement: RuleForms,
    /// That it does not.
    pub(crate) denial: RuleForms,
    pub(crate) said: SaidPatterns,
    pub(crate) answers: AnswerLabels,
    #[serde(default)]
    pub(crate) guess: GuessWords,
}

/// How several things are put in a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListWords {
    pub and: String,
    pub or: String,
    pub but: String,
    /// What stands for one, two and more things that are named after it.
    pub which: [String; 3],
}

/// How the noun of the domain is put, by the article it is told with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NounPatterns {
    pub by_article: Vec<ArticlePatterns>,
    /// Articles that are as good as none.
    #[serde(default)]
    pub dropped_articles: Vec<String>,
    pub none: NounForms,
    /// How people are asked to tell it.
    pub hint: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ArticlePatterns {
    pub articles: Vec<String>,
    #[serde(flatten)]
    pub forms: NounForms,
}

/// What one says of the things of a domain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NounForms {
    /// `every kitchen tool`.
    pub every: String,
    /// `every kitchen tool that`.
    pub each: String,
    pub not_every: String,
    pub not_each: String,
    /// `a kitchen tool`, of which something is said.
    pub a: String,
    /// The same, after `is there`.
    pub any: String,
    /// `no kitchen tool`, after `there is`.
    pub no: String,
    /// Begins a relative clause about it.
    pub that: String,
    pub it: String,
}

/// The words by which phrases begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PhraseWords {
    pub is: String,
    pub has: String,
    pub negated: Negations,
    /// Last words that are joined to the verb when that goes to the end.
    #[serde(default)]
    pub separable: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Negations {
    #[serde(default)]
    pub is: Option<String>,
    #[serde(default)]
    pub has: Option<String>,
    #[serde(default)]
    pub does: Option<String>,
}

/// A rule in one mood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleForms {
    pub rule: ByPhrase,
    pub always: ByPhrase,
    pub never: ByPhrase,
    pub nothing: String,
}

/// A pattern by how one speaks of the conclusion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByPhrase {
    #[serde(default)]
    pub is: Option<String>,
    #[serde(default)]
    pub has: Option<String>,
    #[serde(default)]
    pub does: Option<String>,
    /// For all that has no pattern of its own.
    pub mixed: String,
    /// Where an attribute has no more than a name.
    pub names: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SaidPatterns {
    pub with: String,
    pub with_names: String,
    pub without_names: String,
    pub with_but_without_names: String,
    pub names_lacks: String,
    pub nothing_else: String,
    pub exists: String,
    pub unknown: String,
    pub later: String,
    pub in_part: String,
}

/// What stands on the answers to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerLabels {
    /// Where it is asked whether something follows.
    pub rule: MoodLabels,
    /// Where it is asked whether something can be.
    pub never: MoodLabels,
    /// Not known.
    pub unknown: String,
    /// To be asked again later.
    pub later: String,
}

/// The answers that depend on what is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoodLabels {
    /// The rule holds.
    pub holds: String,
    /// What that means.
    pub holds_more: String,
    /// It does not, and an object follows.
    pub refuted: String,
    /// What that means.
    pub refuted_more: String,
    /// A part of it holds.
    pub partly: String,
}

/// Words by which it is guessed how one speaks of an attribute: lists of words with
/// blanks between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct GuessWords {
    pub vowels: String,
    pub article: String,
    pub article_before_vowels: String,
    /// Beginnings that are spoken as if they were no vowels, though they are written so.
    pub not_like_vowels: Vec<String>,
    pub like_vowels: Vec<String>,
    /// Endings of verbs: of their plain form, and of what one says of something.
    pub third_person: Vec<(String, String)>,
    pub third_person_of: BTreeMap<String, String>,
    /// What is said of a value of a column.
    pub value: String,
    /// First words with which a name is a phrase already.
    pub phrase_starts: Vec<String>,
    pub articles: Vec<String>,
    /// First words after which comes what it has.
    pub has_after: Vec<String>,
    /// First words of what it has.
    pub has_as_it_is: Vec<String>,
    /// First words of what it is.
    pub is_after: Vec<String>,
    /// Words that join two parts, the first of which tells.
    pub joints: Vec<String>,
    pub participles: Vec<String>,
    pub is_endings: Vec<String>,
    /// Words with such an ending that are nouns.
    pub not_is_endings: Vec<String>,
    pub is_words: Vec<String>,
    /// Nouns for what something is, not for what it has.
    pub kinds: Vec<String>,
    pub verbs: Vec<String>,
    /// Those that are no nouns.
    pub verbs_only: Vec<String>,
    /// Endings by which a first word is taken for a verb.
    pub does_endings: Vec<String>,
    /// Verbs whose third person is rather taken for the plural of a noun.
    pub plural_first: Vec<String>,
    /// Nouns without an article, and endings of such.
    pub uncounted: Vec<String>,
    pub uncounted_endings: Vec<String>,
    /// Endings of nouns of which it cannot be told whether something is or has one.
    pub agent_endings: Vec<String>,
    /// Verbs whose `-ing` before something else is what is done, and no kind of it.
    pub participle_verbs: Vec<String>,
    /// Plurals of their own kind; also as endings.
    pub plurals: Vec<String>,
    /// Nouns that look like a plural.
    pub plural_exceptions: Vec<String>,
    pub nouns_are_capitalised: bool,
}
