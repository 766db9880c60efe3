//! The noun of a domain in all forms that sentences need.

use super::file::{GuessWords, NounForms, NounPatterns};
use super::guess::with_article;
use super::pattern::fill;

impl NounPatterns {
    /// The forms of a noun as people tell it, with an article or without.
    pub(crate) fn forms(&self, noun: Option<&str>, words: &GuessWords) -> NounForms {
        let noun = noun.map(str::trim).filter(|noun| !noun.is_empty());
        let Some(noun) = noun.map(|noun| self.without_dropped(noun)) else { return self.none.clone() };
        let (first, rest) = noun.split_once(char::is_whitespace).unwrap_or((noun, ""));
        let rest = rest.trim_start();
        let told = self.by_article.iter().find(|patterns| {
            !rest.is_empty() && patterns.articles.iter().any(|article| article.eq_ignore_ascii_case(first))
        });
        match (told, self.by_article.first()) {
            (Some(patterns), _) => filled(&patterns.forms, &first.to_lowercase(), rest),
            (None, Some(usual)) => {
                let spoken = with_article(words, noun);
                let article = spoken.split_whitespace().next().unwrap_or_default();
                filled(&usual.forms, article, noun)
            }
            (None, None) => self.none.clone(),
        }
    }

    fn without_dropped<'a>(&self, noun: &'a str) -> &'a str {
        match noun.split_once(char::is_whitespace) {
            Some((first, rest)) if self.dropped_articles.iter().any(|word| word.eq_ignore_ascii_case(first)) => {
                rest.trim_start()
            }
            _ => noun,
        }
    }
}

fn filled(forms: &NounForms, article: &str, noun: &str) -> NounForms {
    let put = |pattern: &String| fill(&fill(pattern, "article", article), "noun", noun);
    let NounForms { every, each, not_every, not_each, a, any, no, that, it } = forms;
    NounForms {
        every: put(every),
        each: put(each),
        not_every: put(not_every),
        not_each: put(not_each),
        a: put(a),
        any: put(any),
        no: put(no),
        that: that.clone(),
        it: it.clone(),
    }
}
