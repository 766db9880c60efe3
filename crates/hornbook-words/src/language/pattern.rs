//! Patterns of sentences: plain text, with places in braces for the noun of the
//! domain and for attributes.

use super::file::NounForms;

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part<'a> {
    /// As it is.
    Text(&'a str),
    /// A form of the noun.
    Noun(NounForm),
    /// The attributes of a side of the rule.
    Attributes(Side, AttributeForm),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NounForm {
    Every,
    Each,
    NotEvery,
    NotEach,
    A,
    Any,
    No,
    That,
    It,
}

impl NounForm {
    pub(crate) fn of(self, forms: &NounForms) -> &str {
        match self {
            Self::Every => &forms.every,
            Self::Each => &forms.each,
            Self::NotEvery => &forms.not_every,
            Self::NotEach => &forms.not_each,
            Self::A => &forms.a,
            Self::Any => &forms.any,
            Self::No => &forms.no,
            Self::That => &forms.that,
            Self::It => &forms.it,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Premise,
    Conclusion,
}

/// How attributes are put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AttributeForm {
    /// `has a blade and is sharp`.
    Phrases,
    /// Without their first words: `sharp and heavy`.
    Rest,
    /// With the plain form of the verb: `heat food`.
    Base,
    /// With the verb at the end, as in German clauses.
    Last,
    /// By their names, with commas.
    Names,
    /// What stands for so many of them: `this`, `both`, `all of these`.
    Which,
}

/// The parts of a pattern.
pub(crate) fn parts(pattern: &str) -> Result<Vec<Part<'_>>, String> {
    let mut parts = Vec::new();
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        if open > 0 {
            parts.push(Part::Text(&rest[..open]));
        }
        let Some(close) = rest[open..].find('}').map(|at| open + at) else {
            return Err(format!("the pattern {pattern:?} has an open brace without a closing one"));
        };
        let place = &rest[open + 1..close];
        let part = part(place)
            .ok_or_else(|| format!("the pattern {pattern:?} has a place {place:?}, which is not known: {PLACES}"))?;
        parts.push(part);
        rest = &rest[close + 1..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    Ok(parts)
}

const PLACES: &str = "expected every, each, not_every, not_each, a, any, no, that, it, or premise and conclusion, \
                      perhaps with .rest, .base, .last, .names or .which";

fn part(place: &str) -> Option<Part<'static>> {
    let (side, form) = place.split_once('.').unwrap_or((place, ""));
    let side = match side {
        "premise" => Some(Side::Premise),
        "conclusion" => Some(Side::Conclusion),
        _ => None,
    };
    if let Some(side) = side {
        let form = match form {
            "" => AttributeForm::Phrases,
            "rest" => AttributeForm::Rest,
            "base" => AttributeForm::Base,
            "last" => AttributeForm::Last,
            "names" => AttributeForm::Names,
            "which" => AttributeForm::Which,
            _ => return None,
        };
        return Some(Part::Attributes(side, form));
    }
    Some(Part::Noun(match place {
        "every" => NounForm::Every,
        "each" => NounForm::Each,
        "not_every" => NounForm::NotEvery,
        "not_each" => NounForm::NotEach,
        "a" => NounForm::A,
        "any" => NounForm::Any,
        "no" => NounForm::No,
        "that" => NounForm::That,
        "it" => NounForm::It,
        _ => return None,
    }))
}

/// A pattern with a single place of its own, filled in.
pub(crate) fn fill(pattern: &str, place: &str, with: &str) -> String {
    pattern.replace(&format!("{{{place}}}"), with)
}
