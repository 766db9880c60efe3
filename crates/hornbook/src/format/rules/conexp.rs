//! conexp-clj's JSON for implications, after its published schema:
//! `{"implications": [{"premise": […], "conclusion": […], "support": …}, …]}`,
//! alone or among the `implication_sets` of a larger file.
//!
//! The format knows no ⊥: what never occurs implies all attributes there, and
//! is written so. Nor does it tell background from rules, or list attributes:
//! the background is written behind the rules, and the universe read is that of
//! the `context` if there is one, else what the rules name.

use std::collections::HashSet;
use std::io::Write;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::listed::{ListedRule, ListedRulebook};
use crate::error::FormatError;
use crate::format::json::Piece;
use crate::{Attr, AttrSet, Implication, Rulebook, Universe};

/// Writes all rules, the background included.
pub fn write(book: &Rulebook, mut out: impl Write) -> Result<(), FormatError> {
    let background = book.background.iter().map(|rule| implication(&book.universe, rule, None));
    let rules = book.rules.iter().map(|rule| implication(&book.universe, &rule.implication, rule.support));
    let all: Vec<Value> = rules.chain(background).collect();
    serde_json::to_writer(&mut out, &json!({ "implications": all }))?;
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
    let universe = match file.context {
        Some(context) => {
            let read = crate::format::conexp::read(context.text().as_bytes());
            read.map_err(|e| context.shift(whole, e))?.universe().clone()
        }
        None => Arc::new(mentioned(whole, &raws)?),
    };
    let attr = |piece: &Piece<'_>| universe.attr(&piece.name(whole)?).map_err(|e| piece.locate(whole, e));
    let list = |pieces: &[Piece<'_>]| pieces.iter().map(attr).collect::<Result<Vec<Attr>, FormatError>>();
    let rule = |raw: &RawRule<'_>| {
        // A support may be a share there; only a count is one for us.
        let count = raw.support.filter(|support| support.fract() == 0.0 && (0.0..=1e15).contains(support));
        let (premise, conclusion) = (list(&raw.premise)?, Some(list(&raw.conclusion)?));
        Ok::<_, FormatError>(ListedRule {
            premise,
            conclusion,
            support: count.map(|count| count as usize),
            conclusion_support: None,
        })
    };
    let rules = raws.iter().map(rule).collect::<Result<_, _>>()?;
    Ok(ListedRulebook {
        universe,
        background: Vec::new(),
        rules,
        confident: Vec::new(),
        rows: None,
        left_out: 0,
        run: None,
    })
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
