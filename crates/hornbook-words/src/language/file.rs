//! What a file says of a language: its patterns and words, as data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::word_list::WordList;

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

/// Words by which it is guessed how one speaks of an attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct GuessWords {
    pub vowels: String,
    pub article: String,
    pub article_before_vowels: String,
    /// Beginnings that are spoken as if they were no vowels, though they are written so.
    pub not_like_vowels: WordList,
    pub like_vowels: WordList,
    /// Letters whose names begin with a vowel, though they are none.
    pub spelled_like_vowels: String,
    /// Endings of verbs: of their plain form, and of what one says of something.
    pub third_person: Vec<(String, String)>,
    pub third_person_of: BTreeMap<String, String>,
    /// What is said of a value of a column.
    pub value: String,
    /// First words with which a name is a phrase already.
    pub phrase_starts: WordList,
    pub articles: WordList,
    /// First words after which comes what it has.
    pub has_after: WordList,
    /// First words of what it has.
    pub has_as_it_is: WordList,
    /// First words of what it is.
    pub is_after: WordList,
    /// Words before an adjective that tell how much it is so.
    pub adverbs: WordList,
    /// Words that join two parts, the first of which tells.
    pub joints: WordList,
    /// The joint after what something may be: a `source` of something.
    pub of: String,
    pub is_of: WordList,
    pub participles: WordList,
    pub is_endings: WordList,
    /// Beginnings that turn an adjective of the list into its opposite.
    pub is_prefixes: WordList,
    /// Words with such an ending that are nouns.
    pub not_is_endings: WordList,
    pub is_words: WordList,
    /// What something is, in several words that would be something else one by one.
    pub is_phrases: Vec<String>,
    /// Adjectives that come after a noun: `frost` hardy.
    pub is_after_noun: WordList,
    /// Adjectives that say of the noun before them that there is such a thing.
    pub said_so: WordList,
    /// What is said of something that does it just now: `smiling`.
    pub states: WordList,
    /// Nouns for what something is, not for what it has.
    pub kinds: WordList,
    /// Nouns for what something has, of which there may be one.
    pub nouns: WordList,
    /// Words that end like such a noun, and are none of its kind.
    pub no_compounds: WordList,
    /// Nouns that say different things of different things: if they stand alone; and
    /// also after other words.
    pub unsaid: WordList,
    pub unsaid_heads: WordList,
    /// Nouns that are said in a way of their own, by that way: `is made of {}`.
    pub said_as: BTreeMap<String, WordList>,
    /// What there may be much or little of, and words for that: `low` `fat`.
    pub contents: WordList,
    pub amounts: WordList,
    /// Adjectives and nouns that are written in one: `longneck`.
    pub glued_adjectives: WordList,
    pub glued_nouns: WordList,
    pub verbs: WordList,
    /// Those that are no nouns.
    pub verbs_only: WordList,
    /// Endings by which a word that may be a plural is taken for a verb.
    pub verb_endings: WordList,
    /// Endings by which a first word is taken for a verb.
    pub does_endings: WordList,
    /// Verbs whose third person is rather taken for the plural of a noun.
    pub plural_first: WordList,
    /// Nouns without an article, and endings of such.
    pub uncounted: WordList,
    pub uncounted_endings: WordList,
    /// Not used any more; files that have it are read as before.
    pub agent_endings: WordList,
    /// Verbs whose `-ing` before something else is what is done, and no kind of it.
    pub participle_verbs: WordList,
    /// Plurals of their own kind; also as endings.
    pub plurals: WordList,
    /// Nouns that look like a plural.
    pub plural_exceptions: WordList,
    pub nouns_are_capitalised: bool,
}
