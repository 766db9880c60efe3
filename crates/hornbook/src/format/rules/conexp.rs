//! conexp-clj's JSON for implications, after its published schema:
//! `{"implications": [{"premise": […], "conclusion": […], "support": …}, …]}`,
//! alone or among the `implication_sets` of a larger file.
//!
//! The format knows no ⊥: what never occurs implies all attributes there, and
//! is written so. Nor does it tell background from rules, or list attributes, and
//! its schema allows no further keys. But it has a place for `additional
//! information`, which is text: there stands what it lacks, as JSON, so that rules
//! that Hornbook writes are read back as they were. In files of others, the
//! universe is that of the `context` if there is one, else what the rules name.

use std::collections::HashSet;
use std::io::Write;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::listed::{ListedRule, ListedRulebook};
use crate::error::FormatError;
use crate::format::json::Piece;
use crate::{Attr, AttrSet, Implication, Rulebook, Universe};

/// What the format has no place for. Rules are meant by their place in the file.
#[derive(Serialize, Deserialize)]
struct Further {
    /// Tells this text from that of others.
    hornbook: u64,
    /// The number of rules: with another one, places mean nothing any more.
    implications: usize,
    attributes: Vec<String>,
    /// The rules that conclude ⊥.
    impossible: Vec<usize>,
    /// The first rule of the background, which stands behind the others.
    background: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left_out: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unlisted_background: Option<usize>,
}

/// The version of [`Further`].
const FURTHER_VERSION: u64 = 1;

impl Further {
    fn of(book: &Rulebook) -> Self {
        let all = book.rules.iter().map(|rule| &rule.implication).chain(&book.background);
        let impossible = all.enumerate().filter(|(_, rule)| rule.conclusion.is_falsum()).map(|(place, _)| place);
        Self {
            hornbook: FURTHER_VERSION,
            implications: book.rules.len() + book.background.len(),
            attributes: book.universe.names().to_vec(),
            impossible: impossible.collect(),
            background: book.rules.len(),
            left_out: Some(book.left_out).filter(|&rules| rules > 0),
            unlisted_background: Some(book.unlisted_background).filter(|&rules| rules > 0),
        }
    }

    /// What the text of a file says, if it is ours and about these rules.
    fn read(text: &str, rules: usize) -> Option<Self> {
        let further: Self = serde_json::from_str(text).ok()?;
        let fits = further.hornbook == FURTHER_VERSION && further.implications == rules;
        (fits && further.background <= rules).then_some(further)
    }
}

/// Writes all rules, the background included.
pub fn write(book: &Rulebook, mut out: impl Write) -> Result<(), FormatError> {
    let background = book.background.iter().map(|rule| implication(&book.universe, rule, None));
    let rules = book.rules.iter().map(|rule| implication(&book.universe, &rule.implication, rule.support));
    let all: Vec<Value> = rules.chain(background).collect();
    let further = serde_json::to_string(&Further::of(book))?;
    serde_json::to_writer(&mut out, &json!({ "implications": all, "additional information": further }))?;
    writeln!(out)?;
    Ok(())
}

fn implication(universe: &Universe, rule: &Implication, support: Option<usize>) -> Value {
    let all = universe.all();
    let names = |set: &AttrSet| universe.names_of(set).map(Value::from).collect::<Vec<_>>();
    let conclusion = rule.conclusion.attrs().unwrap_or(&all).difference(&rule.premise);
    let mut map = Map::new();
    map.insert("premise".into(), names(&rule.premise).into());
    map.insert("conclusion".into(), names(&conclusion).into());
    map.extend(support.map(|support| ("support".into(), support.into())));
    map.into()
}

#[derive(Deserialize)]
struct File<'a> {
    #[serde(borrow)]
    implications: Option<Vec<RawRule<'a>>>,
    implication_sets: Option<Vec<File<'a>>>,
    context: Option<Piece<'a>>,
    #[serde(rename = "additional information")]
    further: Option<Piece<'a>>,
}

#[derive(Deserialize)]
struct RawRule<'a> {
    #[serde(borrow)]
    premise: Vec<Piece<'a>>,
    conclusion: Vec<Piece<'a>>,
    support: Option<f64>,
}

/// Whether a JSON text has conexp-clj's keys rather than Hornbook's.
pub(super) fn looks_like(text: &str) -> Result<bool, FormatError> {
    #[derive(Deserialize)]
    struct Keys<'a> {
        #[serde(borrow)]
        format: Option<Piece<'a>>,
        implications: Option<Piece<'a>>,
        implication_sets: Option<Piece<'a>>,
    }
    let keys: Keys<'_> = serde_json::from_str(text)?;
    Ok(keys.format.is_none() && (keys.implications.is_some() || keys.implication_sets.is_some()))
}

/// Reads rules of conexp-clj.
pub fn read(bytes: &[u8]) -> Result<Rulebook, FormatError> {
    parse(crate::text::of_bytes(bytes)?)?.into_sets(bytes.len())
}

pub(super) fn parse(whole: &str) -> Result<ListedRulebook, FormatError> {
    let file: File<'_> = serde_json::from_str(whole)?;
    let sets = file.implication_sets.unwrap_or_default();
    let raws: Vec<RawRule<'_>> =
        file.implications.into_iter().chain(sets.into_iter().filter_map(|set| set.implications)).flatten().collect();
    let text = file.further.and_then(|piece| piece.name(whole).ok());
    let further = text.and_then(|text| Further::read(&text, raws.len()));
    let universe = match (&further, file.context) {
        (_, Some(context)) => {
            let read = crate::format::conexp::read(context.text().as_bytes());
            read.map_err(|e| context.shift(whole, e))?.universe().clone()
        }
        (Some(further), None) => Arc::new(Universe::new(further.attributes.iter().cloned())?),
        (None, None) => Arc::new(mentioned(whole, &raws)?),
    };
    let mut rules =
        raws.iter().map(|raw| raw.resolve(whole, &universe)).collect::<Result<Vec<ListedRule>, FormatError>>()?;
    let (mut background, mut left_out, mut unlisted_background) = (Vec::new(), 0, 0);
    if let Some(further) = further {
        for place in further.impossible.iter().copied() {
            let Some(rule) = rules.get_mut(place) else { continue };
            // Whoever changed the rule meant the change.
            let said: HashSet<Attr> = rule.premise.iter().chain(rule.conclusion.iter().flatten()).copied().collect();
            if said.len() == universe.len() {
                rule.conclusion = None;
            }
        }
        background = rules.split_off(further.background);
        left_out = further.left_out.unwrap_or(0);
        unlisted_background = further.unlisted_background.unwrap_or(0);
    }
    let (confident, rows, run) = (Vec::new(), None, None);
    Ok(ListedRulebook { universe, background, rules, confident, rows, left_out, unlisted_background, run })
}

impl RawRule<'_> {
    fn resolve(&self, whole: &str, universe: &Universe) -> Result<ListedRule, FormatError> {
        let attr = |piece: &Piece<'_>| universe.attr(&piece.name(whole)?).map_err(|e| piece.locate(whole, e));
        let list = |pieces: &[Piece<'_>]| pieces.iter().map(attr).collect::<Result<Vec<Attr>, FormatError>>();
        // A support may be a share there; only a count is one for us.
        let count = self.support.filter(|support| support.fract() == 0.0 && (0.0..=1e15).contains(support));
        Ok(ListedRule {
            premise: list(&self.premise)?,
            conclusion: Some(list(&self.conclusion)?),
            support: count.map(|count| count as usize),
            conclusion_support: None,
            exceptions_at_most: None,
        })
    }
}

fn mentioned(whole: &str, rules: &[RawRule<'_>]) -> Result<Universe, FormatError> {
    let (mut names, mut seen) = (Vec::new(), HashSet::new());
    for piece in rules.iter().flat_map(|rule| rule.premise.iter().chain(&rule.conclusion)) {
        let name = piece.name(whole)?;
        if seen.insert(name.clone()) {
            names.push(name);
        }
    }
    Ok(Universe::new(names)?)
}
