//! Hornbook's own rule files: everything a [`Rulebook`] holds, as JSON.

use std::io::Write;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::listed::{ListedRule, ListedRulebook};
use crate::error::FormatError;
use crate::format::json::Piece;
use crate::text::check_header;
use crate::{Attr, Implication, RuleFigures, Rulebook, Run, Universe};

const FORMAT: &str = "hornbook-rules";
const VERSION: u64 = 1;

#[derive(Serialize)]
struct File<'a> {
    format: &'a str,
    version: u64,
    attributes: &'a [String],
    background: Vec<Entry<'a>>,
    rules: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
    #[serde(skip_serializing_if = "is_zero")]
    left_out: usize,
    #[serde(skip_serializing_if = "is_zero")]
    unlisted_background: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    confident: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'a Run>,
}

#[derive(Serialize)]
struct Entry<'a> {
    premise: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conclusion: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    impossible: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    support: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conclusion_support: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exceptions_at_most: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lift: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leverage: Option<f64>,
    /// Left out where it is infinite, as for most rules without exceptions.
    #[serde(skip_serializing_if = "Option::is_none")]
    conviction: Option<f64>,
}

impl<'a> Entry<'a> {
    /// With what can be told from the rows.
    fn with_figures(self, figures: Option<RuleFigures>, conclusion_support: Option<usize>) -> Self {
        let leverage = figures.map(|figures| figures.leverage());
        let conviction = figures.map(|figures| figures.conviction()).filter(|conviction| conviction.is_finite());
        Self { conclusion_support, lift: figures.and_then(|figures| figures.lift()), leverage, conviction, ..self }
    }
}

/// Writes rules as JSON.
pub fn write(book: &Rulebook, mut out: impl Write) -> Result<(), FormatError> {
    let file = File {
        format: FORMAT,
        version: VERSION,
        attributes: book.universe.names(),
        background: book.background.iter().map(|rule| entry(&book.universe, rule, None)).collect(),
        rules: book
            .rules
            .iter()
            .map(|rule| {
                let entry = Entry {
                    exceptions_at_most: rule.exceptions_at_most,
                    ..entry(&book.universe, &rule.implication, rule.support)
                };
                entry.with_figures(book.figures(rule), rule.conclusion_support)
            })
            .collect(),
        rows: book.rows,
        left_out: book.left_out,
        unlisted_background: book.unlisted_background,
        confident: book
            .confident
            .iter()
            .map(|rule| {
                let entry = Entry {
                    confidence: Some(rule.confidence),
                    ..entry(&book.universe, &rule.implication, Some(rule.support))
                };
                entry.with_figures(book.confident_figures(rule), rule.conclusion_support)
            })
            .collect(),
        run: book.run.as_ref(),
    };
    serde_json::to_writer_pretty(&mut out, &file)?;
    writeln!(out)?;
    Ok(())
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn entry<'a>(universe: &'a Universe, rule: &'a Implication, support: Option<usize>) -> Entry<'a> {
    let conclusion = rule
        .conclusion
        .attrs()
        .map(|set| set.iter().filter(|&attr| !rule.premise.contains(attr)).map(|attr| universe.name(attr)).collect());
    let premise = universe.names_of(&rule.premise).collect();
    Entry {
        premise,
        impossible: conclusion.is_none(),
        conclusion,
        support,
        conclusion_support: None,
        exceptions_at_most: None,
        confidence: None,
        lift: None,
        leverage: None,
        conviction: None,
    }
}

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

#[derive(Deserialize)]
struct RawFile<'a> {
    #[serde(borrow)]
    attributes: Vec<Piece<'a>>,
    #[serde(default)]
    background: Vec<Piece<'a>>,
    rules: Vec<Piece<'a>>,
    rows: Option<usize>,
    #[serde(default)]
    left_out: usize,
    #[serde(default)]
    unlisted_background: usize,
    #[serde(default)]
    confident: Vec<Piece<'a>>,
    run: Option<Run>,
}

#[derive(Deserialize)]
struct RawEntry<'a> {
    #[serde(borrow)]
    premise: Vec<Piece<'a>>,
    conclusion: Option<Vec<Piece<'a>>>,
    #[serde(default)]
    impossible: bool,
    support: Option<usize>,
    conclusion_support: Option<usize>,
    exceptions_at_most: Option<f64>,
}

/// What a rule with exceptions has beyond the others.
#[derive(Deserialize)]
struct Extra {
    confidence: f64,
}

/// Reads rules from JSON.
pub fn read(bytes: &[u8]) -> Result<Rulebook, FormatError> {
    parse(crate::text::of_bytes(bytes)?)?.into_sets(bytes.len())
}

pub(super) fn parse(whole: &str) -> Result<ListedRulebook, FormatError> {
    let header: Header = serde_json::from_str(whole)?;
    check_header(&header.format, header.version, FORMAT, VERSION)?;
    let file: RawFile<'_> = serde_json::from_str(whole)?;
    let names: Vec<String> = file.attributes.iter().map(|piece| piece.read(whole)).collect::<Result<_, _>>()?;
    let universe = Arc::new(Universe::new(names)?);
    let rule = |piece: &Piece<'_>| read_rule(whole, piece, &universe);
    let rules = file.rules.iter().map(rule).collect::<Result<_, _>>()?;
    let background = file.background.iter().map(rule).collect::<Result<_, _>>()?;
    let confident = file.confident.iter().map(|piece| {
        let Extra { confidence } = piece.read(whole)?;
        Ok((rule(piece)?, confidence))
    });
    let confident = confident.collect::<Result<_, FormatError>>()?;
    Ok(ListedRulebook {
        universe,
        background,
        rules,
        confident,
        rows: file.rows,
        left_out: file.left_out,
        unlisted_background: file.unlisted_background,
        run: file.run,
    })
}

fn read_rule(whole: &str, piece: &Piece<'_>, universe: &Universe) -> Result<ListedRule, FormatError> {
    // The names are read from the whole, so that their places are right.
    let entry: RawEntry<'_> = piece.read(whole)?;
    let list = |pieces: &[Piece<'_>]| {
        let attr = |piece: &Piece<'_>| {
            let name: String = piece.read(whole)?;
            universe.attr(&name).map_err(|e| piece.locate(whole, e))
        };
        pieces.iter().map(attr).collect::<Result<Vec<Attr>, FormatError>>()
    };
    let conclusion = match (&entry.conclusion, entry.impossible) {
        (None, true) => None,
        (Some(pieces), false) => Some(list(pieces)?),
        (Some(_), true) => return Err(piece.locate(whole, FormatError::found("both", "'conclusion' or 'impossible'"))),
        (None, false) => return Err(piece.locate(whole, FormatError::found("neither", "'conclusion' or 'impossible'"))),
    };
    Ok(ListedRule {
        premise: list(&entry.premise)?,
        conclusion,
        support: entry.support,
        conclusion_support: entry.conclusion_support,
        exceptions_at_most: entry.exceptions_at_most,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shape_is_fixed() {
        let text = r#"{
  "format": "hornbook-rules",
  "version": 1,
  "attributes": [
    "hair",
    "legs=2",
    "legs=4"
  ],
  "background": [
    {
      "premise": [
        "legs=2",
        "legs=4"
      ],
      "impossible": true
    }
  ],
  "rules": [
    {
      "premise": [
        "hair"
      ],
      "conclusion": [
        "legs=4"
      ],
      "support": 43
    }
  ]
}
"#;
        let mut out = Vec::new();
        write(&read(text.as_bytes()).unwrap(), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text);
    }

    #[test]
    fn errors_have_a_place() {
        let start = "{\"format\": \"hornbook-rules\", \"version\": 1, \"attributes\": [\"hair\"],\n";
        let message = |rest: &str| parse(&format!("{start}{rest}")).unwrap_err().to_string();
        assert_eq!(
            message(r#" "rules": [{"premise": ["hairs"], "conclusion": []}]}"#),
            "line 2, column 25: there is no attribute 'hairs' (did you mean 'hair'?)"
        );
        assert_eq!(
            message(r#" "rules": [{"premise": []}]}"#),
            "line 2, column 12: found neither, expected 'conclusion' or 'impossible'"
        );
        let future = parse(r#"{"format": "hornbook-rules", "version": 2}"#).unwrap_err();
        assert_eq!(future.to_string(), "found version 2 of 'hornbook-rules', expected version 1");
    }
}
