//! What a rule file holds, before it is made into sets.
//!
//! A file that names a hundred thousand attributes may have as many rules of two
//! or three names each. As sets of the width of the universe they would take
//! gigabytes. So readers give lists of attributes; who only asks what follows
//! goes on with these, and for who wants sets there is a limit.

use std::sync::Arc;

use crate::error::FormatError;
use crate::{
    Attr, AttrSet, Chaining, Conclusion, ConfidentRule, DerivationStep, Implication, Rule, Rulebook, Run, Universe,
};

/// Up to this many bytes, sets may take more memory than the file they are
/// from.
const MAX_BYTES_OF_SETS: usize = 1 << 30;
/// Beyond that, they may take this many bytes for a byte of the file.
const MAX_BYTES_OF_SETS_PER_BYTE: usize = 64;

/// Rules over named attributes, as lists.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedRulebook {
    /// The attributes.
    pub universe: Arc<Universe>,
    /// Rules known beforehand.
    pub background: Vec<ListedRule>,
    /// The rules that were learned.
    pub rules: Vec<ListedRule>,
    /// Rules that may have exceptions, each with its confidence.
    pub confident: Vec<(ListedRule, f64)>,
    /// The number of rows of the table that they were learned from, if it is known.
    pub rows: Option<usize>,
    /// How many rules the list says that it leaves out.
    pub left_out: usize,
    /// How many rules of the background the list says that it leaves out.
    pub unlisted_background: usize,
    /// How they were learned.
    pub run: Option<Run>,
}

/// A rule of a [`ListedRulebook`].
#[derive(Clone, Debug, PartialEq)]
pub struct ListedRule {
    /// The attributes of the premise, as they stand there.
    pub premise: Vec<Attr>,
    /// Those of the conclusion; `None` for ⊥.
    pub conclusion: Option<Vec<Attr>>,
    /// The number of objects that have the premise, if it is known.
    pub support: Option<usize>,
    /// The number of objects that have the conclusion, if it is known.
    pub conclusion_support: Option<usize>,
    /// The share of cases with the premise that break it, at most, if that is bounded
    /// by a search.
    pub exceptions_at_most: Option<f64>,
}

impl ListedRulebook {
    /// All rules, ready to tell what follows: those that were learned, then the
    /// background.
    pub fn chaining(&self) -> Chaining {
        let all = self.rules.iter().chain(&self.background);
        Chaining::new(self.universe.len(), all.map(|rule| (&rule.premise[..], rule.conclusion.as_deref())))
    }

    /// The rule of a step of a derivation by [`chaining`](Self::chaining), and
    /// whether it is of the background.
    pub fn rule_of(&self, step: &DerivationStep) -> (&ListedRule, bool) {
        match self.rules.get(step.rule) {
            Some(rule) => (rule, false),
            None => (&self.background[step.rule - self.rules.len()], true),
        }
    }

    /// The same rules as sets. They are refused if they would take far more
    /// memory than the file that they are from, which has so many bytes.
    pub fn into_sets(self, file_bytes: usize) -> Result<Rulebook, FormatError> {
        let (width, count) = (self.universe.len(), self.rules.len() + self.background.len() + self.confident.len());
        let bytes = count.saturating_mul(2 * width.div_ceil(8));
        if bytes > MAX_BYTES_OF_SETS.max(file_bytes.saturating_mul(MAX_BYTES_OF_SETS_PER_BYTE)) {
            let message = format!(
                "{count} rules over {width} attributes would take {:.1} GB of memory: too many for anything but to ask \
                 what follows from them",
                bytes as f64 / 1e9
            );
            return Err(FormatError::plain(message));
        }
        let implication = |rule: &ListedRule| {
            let set = |attrs: &Vec<Attr>| AttrSet::of(width, attrs.iter().copied());
            let conclusion = rule.conclusion.as_ref().map_or(Conclusion::Falsum, |attrs| Conclusion::Attrs(set(attrs)));
            Implication { premise: set(&rule.premise), conclusion }
        };
        let rule = |rule: ListedRule| Rule {
            implication: implication(&rule),
            support: rule.support,
            conclusion_support: rule.conclusion_support,
            exceptions_at_most: rule.exceptions_at_most,
        };
        let confident = |(rule, confidence): &(ListedRule, f64)| ConfidentRule {
            implication: implication(rule),
            support: rule.support.unwrap_or(0),
            confidence: *confidence,
            conclusion_support: rule.conclusion_support,
        };
        Ok(Rulebook {
            background: self.background.iter().map(implication).collect(),
            confident: self.confident.iter().map(confident).collect(),
            rules: self.rules.into_iter().map(rule).collect(),
            rows: self.rows,
            left_out: self.left_out,
            unlisted_background: self.unlisted_background,
            attribute_supports: Vec::new(),
            run: self.run,
            universe: self.universe,
        })
    }
}
