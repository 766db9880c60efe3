//! Rules and questions as sentences. They need what attributes are called, what is
//! said of something that has them, the noun of the domain, and a language.

use hornbook::{Attr, AttrSet, Conclusion, Implication, Universe};

use crate::escape_control;
use crate::language::{
    AttributeForm, ByPhrase, Language, NounForms, Part, PhraseForms, PhraseKind, RuleForms, Side, fill, parts,
};
use crate::sentence::Sentence;

/// How to speak of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    language: Language,
    noun: NounForms,
    terms: Vec<Term>,
}

/// How to speak of an attribute, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    name: String,
    /// What is said of something that has it; none if only its name is known.
    phrase: Option<PhraseForms>,
}

impl Vocabulary {
    /// The names of attributes in their order, each with a phrase if it has one: what
    /// is said of something that has it. Without one it is guessed, and with an empty
    /// one the attribute is named as it is. In English, of a domain without a noun.
    pub fn new<'a>(attributes: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> Self {
        Self::in_language(Language::english(), None, attributes)
    }

    /// The same in a language, for a domain whose things have a noun.
    pub fn in_language<'a>(
        language: Language,
        noun: Option<&str>,
        attributes: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
    ) -> Self {
        let term = |(name, phrase): (&str, Option<&str>)| {
            let phrase = match phrase.map(str::trim) {
                Some("") => None,
                Some(phrase) => Some(phrase.to_owned()),
                None => language.guess_phrase(name),
            };
            let phrase = phrase.map(|phrase| PhraseForms::new(&escape_control(&phrase), language.file()));
            Term { name: escape_control(name), phrase }
        };
        let terms = attributes.into_iter().map(term).collect();
        let noun = language.noun_forms(noun.map(escape_control).as_deref());
        Self { language, noun, terms }
    }

    /// The names of a universe, with phrases that are guessed.
    pub fn of(universe: &Universe) -> Self {
        Self::new(universe.names().iter().map(|name| (name.as_str(), None)))
    }

    /// The language.
    pub fn language(&self) -> &Language {
        &self.language
    }

    /// The name of an attribute, as it is shown.
    pub fn name(&self, attr: Attr) -> String {
        self.terms[attr].name.clone()
    }

    /// What is said of something that has an attribute, if that is known or guessed.
    pub fn phrase(&self, attr: Attr) -> Option<&str> {
        self.terms[attr].phrase.as_ref().map(|phrase| phrase.whole.as_str())
    }

    /// One thing of the domain: `a kitchen tool`; `something` if it has no noun.
    pub fn a_thing(&self) -> &str {
        &self.noun.a
    }

    /// The question whether a rule holds, in words. To "is there anything like that?"
    /// a "no" says that the rule holds: see [`is_about_never`].
    pub fn question(&self, question: &Implication) -> Sentence {
        self.of_rule(&self.language.file().question, question)
    }

    /// A rule as a statement.
    pub fn statement(&self, rule: &Implication) -> Sentence {
        self.of_rule(&self.language.file().statement, rule)
    }

    /// That a rule does not hold.
    pub fn denial(&self, rule: &Implication) -> Sentence {
        self.of_rule(&self.language.file().denial, rule)
    }

    /// A question that nobody knows the answer to.
    pub fn not_known(&self, question: &Implication) -> String {
        fill(&self.language.file().said.unknown, "question", &self.question(question).to_string())
    }

    /// A question that was put off.
    pub fn put_off(&self, question: &Implication) -> String {
        fill(&self.language.file().said.later, "question", &self.question(question).to_string())
    }

    /// That this is a part of what was asked, and all that is known of it.
    pub fn in_part(&self, part: &Implication) -> String {
        fill(&self.language.file().said.in_part, "statement", &self.statement(part).to_string())
    }

    fn of_rule(&self, forms: &RuleForms, rule: &Implication) -> Sentence {
        let rule = rule.without_premise();
        let none = rule.premise.difference(&rule.premise);
        match &rule.conclusion {
            Conclusion::Attrs(conclusion) => {
                let by = if rule.premise.is_empty() { &forms.always } else { &forms.rule };
                self.put(self.chosen(by, &rule.premise, conclusion), &rule.premise, conclusion)
            }
            Conclusion::Falsum if rule.premise.is_empty() => self.put(&forms.nothing, &none, &none),
            Conclusion::Falsum => self.put(self.chosen(&forms.never, &rule.premise, &none), &rule.premise, &none),
        }
    }

    /// The pattern that fits how one speaks of these attributes.
    fn chosen<'a>(&self, by: &'a ByPhrase, premise: &AttrSet, conclusion: &AttrSet) -> &'a str {
        if !self.has_phrases(premise) || !self.has_phrases(conclusion) {
            return &by.names;
        }
        let own = match self.kind_of_all(conclusion) {
            Some(PhraseKind::Is) => &by.is,
            Some(PhraseKind::Has) => &by.has,
            Some(PhraseKind::Does) => &by.does,
            Some(PhraseKind::Other) | None => &None,
        };
        own.as_ref().unwrap_or(&by.mixed)
    }

    fn has_phrases(&self, set: &AttrSet) -> bool {
        set.iter().all(|attr| self.terms[attr].phrase.is_some())
    }

    /// How one speaks of these attributes, if it is the same for all.
    fn kind_of_all(&self, set: &AttrSet) -> Option<PhraseKind> {
        let mut kinds = set.iter().map(|attr| self.terms[attr].phrase.as_ref().map(|phrase| phrase.kind));
        let first = kinds.next()??;
        kinds.all(|kind| kind == Some(first)).then_some(first)
    }

    /// A pattern with everything in its place.
    fn put(&self, pattern: &str, premise: &AttrSet, conclusion: &AttrSet) -> Sentence {
        let mut sentence = Sentence::default();
        // Patterns are checked when a language is read.
        for part in parts(pattern).unwrap_or_default() {
            match part {
                Part::Text(text) => _ = sentence.say(text),
                Part::Noun(form) => _ = sentence.say(form.of(&self.noun)),
                Part::Attributes(Side::Premise, form) => self.put_attributes(&mut sentence, premise, form),
                Part::Attributes(Side::Conclusion, form) => self.put_attributes(&mut sentence, conclusion, form),
            }
        }
        sentence.capitalised()
    }

    fn put_attributes(&self, sentence: &mut Sentence, set: &AttrSet, form: AttributeForm) {
        let lists = &self.language.file().lists;
        let words = &self.language.file().phrase;
        // `has hair and a tail`, not `has hair and has a tail`.
        let shared = match self.kind_of_all(set) {
            Some(PhraseKind::Is) if set.len() > 1 => Some(&words.is),
            Some(PhraseKind::Has) if set.len() > 1 => Some(&words.has),
            _ => None,
        };
        let part = match (form, shared) {
            (AttributeForm::Phrases | AttributeForm::Last, Some(_)) => AttributeForm::Rest,
            _ => form,
        };
        let text = |attr: Attr| match (&self.terms[attr], part) {
            (Term { phrase: Some(phrase), .. }, AttributeForm::Phrases) => &phrase.whole,
            (Term { phrase: Some(phrase), .. }, AttributeForm::Rest) => &phrase.rest,
            (Term { phrase: Some(phrase), .. }, AttributeForm::Base) => &phrase.base,
            (Term { phrase: Some(phrase), .. }, AttributeForm::Last) => &phrase.last,
            (Term { name, .. }, _) => name,
        };
        match form {
            AttributeForm::Which => _ = sentence.say(&lists.which[set.len().clamp(1, 3) - 1]),
            AttributeForm::Names => _ = sentence.list(set.iter().map(|attr| (attr, text(attr).as_str())), None),
            _ => {
                if let (AttributeForm::Phrases, Some(verb)) = (form, shared) {
                    sentence.say(&format!("{verb} "));
                }
                sentence.list(set.iter().map(|attr| (attr, text(attr).as_str())), Some(&lists.and));
                if let (AttributeForm::Last, Some(verb)) = (form, shared) {
                    sentence.say(&format!(" {verb}"));
                }
            }
        }
    }

    /// Names with commas, for messages: `a, b and c`, with `last` before the last.
    pub fn list(&self, set: &AttrSet, last: &str) -> String {
        let mut sentence = Sentence::default();
        sentence.list(set.iter().map(|attr| (attr, self.terms[attr].name.as_str())), Some(last));
        sentence.to_string()
    }

    /// Things of a kind: with an attribute, without one, or both.
    pub fn kind(&self, with: Option<Attr>, without: Option<Attr>) -> String {
        let said = &self.language.file().said;
        let set = |attr: Option<Attr>| AttrSet::of(self.terms.len(), attr);
        let (has, lacks) = (set(with), set(without));
        let phrase = |attr: Option<Attr>| attr.map(|attr| self.terms[attr].phrase.as_ref());
        let negated = without.map(|attr| self.negated(attr));
        let sentence = match (phrase(with), negated) {
            (Some(Some(_)), None) => self.put(&said.with, &has, &lacks),
            (None, Some(Some(negated))) => self.put_clause(&negated),
            (Some(Some(phrase)), Some(Some(negated))) => {
                self.put_clause(&format!("{} {} {negated}", phrase.whole, self.language.file().lists.but))
            }
            (Some(_), None) => self.put(&said.with_names, &has, &lacks),
            (None, _) => self.put(&said.without_names, &lacks, &has),
            (Some(_), Some(_)) => self.put(&said.with_but_without_names, &has, &lacks),
        };
        // It stands in a list, not at the start of a sentence.
        uncapitalised_like(&sentence.to_string(), &self.noun.a)
    }

    /// `a kitchen tool that …`, of a clause that is ready.
    fn put_clause(&self, clause: &str) -> Sentence {
        let said = &self.language.file().said;
        let mut sentence = Sentence::default();
        for part in parts(&said.with).unwrap_or_default() {
            match part {
                Part::Text(text) => _ = sentence.say(text),
                Part::Noun(form) => _ = sentence.say(form.of(&self.noun)),
                Part::Attributes(..) => _ = sentence.say(clause),
            }
        }
        sentence
    }

    fn negated(&self, attr: Attr) -> Option<String> {
        self.terms[attr].phrase.as_ref()?.negated.clone()
    }

    /// What is said of something that has all of these: `has a blade and is sharp`; their
    /// names if that is all that is known of one.
    pub fn having(&self, set: &AttrSet) -> String {
        let form = if self.has_phrases(set) { AttributeForm::Phrases } else { AttributeForm::Names };
        let mut sentence = Sentence::default();
        self.put_attributes(&mut sentence, set, form);
        sentence.to_string()
    }

    /// What is said of something that lacks an attribute, as `is not sharp`; of several,
    /// their names after a word for that.
    pub fn lacking(&self, set: &AttrSet) -> String {
        self.lacking_in_words(set).unwrap_or_else(|| {
            let names = self.put(&self.language.file().said.names_lacks, set, set).to_string();
            uncapitalised_like(&names, &self.language.file().said.names_lacks)
        })
    }

    /// What is told of an object: `knife has a blade and is sharp; does not heat food`.
    /// If that is `all`, it lacks everything else.
    pub fn told_of(&self, name: &str, has: &AttrSet, lacks: &AttrSet, all: bool) -> String {
        let said = &self.language.file().said;
        let mut parts = Vec::new();
        if !has.is_empty() {
            parts.push(self.having(has));
        }
        if !lacks.is_empty() && !all {
            parts.push(self.lacking(lacks));
        }
        if all {
            parts.push(said.nothing_else.clone());
        }
        let reads_on = parts.is_empty()
            || if has.is_empty() { !all && self.lacking_in_words(lacks).is_some() } else { self.has_phrases(has) };
        let mark = if reads_on { "" } else { ":" };
        let rest = if parts.is_empty() { said.exists.clone() } else { parts.join("; ") };
        format!("{name}{mark} {rest}")
    }

    /// That something lacks an attribute, if that can be said in words.
    fn lacking_in_words(&self, set: &AttrSet) -> Option<String> {
        let mut attrs = set.iter();
        match (attrs.next(), attrs.next()) {
            (Some(attr), None) => self.negated(attr),
            _ => None,
        }
    }
}

/// A text with its first letter as small as that of `like`.
fn uncapitalised_like(text: &str, like: &str) -> String {
    match (like.chars().next(), text.chars().next()) {
        (Some(small), Some(first)) if small.to_uppercase().eq(first.to_uppercase()) => {
            std::iter::once(small).chain(text.chars().skip(1)).collect()
        }
        _ => text.to_owned(),
    }
}

/// Whether the question about a rule asks if something can be, so that "no"
/// says that the rule holds.
pub fn is_about_never(question: &Implication) -> bool {
    question.conclusion.is_falsum()
}
