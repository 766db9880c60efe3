//! Forms of words: a noun with its article, a verb as it is said of one thing.

use crate::language::file::GuessWords;

/// A noun with its article, where the language has one.
pub(crate) fn with_article(words: &GuessWords, noun: &str) -> String {
    let low = noun.to_lowercase();
    let written = low.chars().next().is_some_and(|first| words.vowels.contains(first));
    let vowel = words.like_vowels.starts(&low)
        || written && !words.not_like_vowels.starts(&low)
        || is_spelled_like_a_vowel(words, noun);
    let article = if vowel { &words.article_before_vowels } else { &words.article };
    format!("{article} {noun}").trim_start().to_owned()
}

/// `LCD display`: capitals without a vowel are spelled, and the name of the letter tells.
fn is_spelled_like_a_vowel(words: &GuessWords, noun: &str) -> bool {
    let first = noun.split([' ', '-']).next().unwrap_or_default();
    let spelled = first.chars().all(|c| c.is_uppercase() && !words.vowels.contains(c.to_ascii_lowercase()));
    spelled && first.chars().next().is_some_and(|c| words.spelled_like_vowels.contains(c.to_ascii_lowercase()))
}

/// The plain form of what one says of something: `fly` of `flies`; none if it is not
/// such a form.
pub(crate) fn base_form(words: &GuessWords, third: &str) -> Option<String> {
    if let Some((base, _)) = words.third_person_of.iter().find(|(_, said)| *said == third) {
        return Some(base.clone());
    }
    let bases = bases(words, third);
    let known = bases.iter().find(|base| words.verbs.has(base));
    // `glass` and `this` are no verbs.
    let like_one = !third.ends_with("ss") && third.len() > 3;
    known.or(bases.first().filter(|_| like_one)).cloned()
}

/// All words of which this may be the third person or, what is written alike, the
/// plural; those with the longest ending first.
pub(super) fn bases(words: &GuessWords, third: &str) -> Vec<String> {
    let stems =
        words.third_person.iter().filter_map(|(base, said)| Some((third.strip_suffix(said.as_str())?, base, said)));
    let mut bases: Vec<(usize, String)> = stems
        .filter(|(stem, ..)| !stem.is_empty())
        .map(|(stem, base, said)| (said.len(), format!("{stem}{base}")))
        .collect();
    bases.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    bases.into_iter().map(|(_, base)| base).collect()
}

/// What one says of something: `flies` of `fly`.
pub(super) fn third_person(words: &GuessWords, base: &str) -> Option<String> {
    if let Some(said) = words.third_person_of.get(base) {
        return Some(said.clone());
    }
    let said = words.third_person.iter().filter(|(ending, _)| base.ends_with(ending.as_str()));
    let (ending, said) = said.max_by_key(|(ending, _)| ending.len())?;
    Some(format!("{}{said}", base.strip_suffix(ending.as_str())?))
}
