//! Rules as people read and write them, one a line:
//!
//! ```text
//! hair, milk -> breathes  # support 43
//! milk -> hair  # at most 5% exceptions
//! -> breathes
//! # background
//! hair, "legs, if any" -> ⊥
//! # attributes: hair, milk, breathes, "legs, if any"
//! ```
//!
//! Everything after `#` is a comment; some comments mean something when they are
//! read back: the list of attributes, the support of a rule and how many exceptions it may
//! have, `# at most one of: a, b, c` for the rules that no two of them occur together, `# each implies the next:
//! a, b, c` for a -> b and b -> c, and the lines `# background` and `# rules` that
//! say to which of the two the rules below belong. `a <-> b <-> c` is short for the rules that let each follow from each
//! other. ⊥ may be spelled `impossible`. Rules with exceptions are comments,
//! and so are not read back as rules.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use super::listed::{ListedRule, ListedRulebook};
use super::names::{self, ARROWS, EQUIVALENT};
use super::said_shortly::{CHAIN, EXCLUSIVE, SaidShortly, said_shortly};
use super::scanner::{Name, Scanner, column};
use crate::ConfidentRule;
use crate::error::{FormatError, token};
use crate::{Attr, AttrSet, Conclusion, Digest, Equivalence, Implication, NOT_BOUNDED, Rule, Rulebook, Universe};

/// Writes rules as text.
pub fn write(book: &Rulebook, mut out: impl Write) -> Result<(), FormatError> {
    let line = |rule: &Implication| line(&book.universe, rule);
    for rule in &book.rules {
        writeln!(out, "{}{}", line(&rule.implication), said_of(book, rule))?;
    }
    write_exceptional(book, book.confident.len(), &mut out)?;
    if book.left_out > 0 {
        writeln!(out, "# {}{MORE_RULES} are not listed here", book.left_out)?;
    }
    write_background(book, &mut out)?;
    // Last, since there may be hundreds and people want to see the rules.
    write_attributes(book, out)
}

fn line(universe: &Universe, rule: &Implication) -> String {
    let premise = names::list(universe, &rule.premise);
    let blank = if premise.is_empty() { "" } else { " " };
    format!("{premise}{blank}-> {}", names::conclusion(universe, rule))
}

/// How many rows bear a rule out, how much more often than elsewhere the conclusion
/// occurs there, and how many exceptions there may be.
fn said_of(book: &Rulebook, rule: &Rule) -> String {
    let support = rule.support.map(|support| format!("support {support}"));
    let lift = book.figures(rule).and_then(|figures| figures.lift()).map(|lift| format!("lift {}", rounded(lift)));
    let said: Vec<String> = [support, lift, rule.exceptions_at_most.map(exceptions)].into_iter().flatten().collect();
    if said.is_empty() { String::new() } else { format!("  # {}", said.join(", ")) }
}

/// Of a rule whose exceptions no search bounds.
const ANY_EXCEPTIONS: &str = "exceptions not bounded";

/// How many exceptions there may be, with two digits, rounded to the safe side.
fn exceptions(at_most: f64) -> String {
    if !(0.0..NOT_BOUNDED).contains(&at_most) {
        return ANY_EXCEPTIONS.to_owned();
    }
    let percent = at_most * 100.0;
    let digits = (1.0 - percent.max(1e-9).log10().floor()).clamp(0.0, 12.0) as usize;
    let unit = 10f64.powi(digits as i32);
    let shown = format!("{:.digits$}", (percent * unit - 1e-6).ceil().max(0.0) / unit);
    let shown = if shown.contains('.') { shown.trim_end_matches('0').trim_end_matches('.') } else { &shown };
    format!("at most {shown}% exceptions")
}

/// What the same words say.
fn exceptions_said(words: &str) -> Option<f64> {
    if words == ANY_EXCEPTIONS {
        return Some(NOT_BOUNDED);
    }
    let percent: f64 = words.strip_prefix("at most ")?.strip_suffix("% exceptions")?.parse().ok()?;
    (0.0..=100.0).contains(&percent).then_some(percent / 100.0)
}

/// A figure with as many places as tell something.
fn rounded(figure: f64) -> String {
    if figure < 100.0 { format!("{figure:.2}") } else { format!("{figure:.0}") }
}

/// Writes the first rules that have exceptions, as comments.
fn write_exceptional(book: &Rulebook, most: usize, out: &mut impl Write) -> Result<(), FormatError> {
    if !book.confident.is_empty() {
        writeln!(out, "# with exceptions:")?;
    }
    for rule in book.confident.iter().take(most) {
        let ConfidentRule { implication, support, confidence, .. } = rule;
        let line = line(&book.universe, implication);
        let lift = book.confident_figures(rule).and_then(|figures| figures.lift());
        let lift = lift.map(|lift| format!(", lift {}", rounded(lift))).unwrap_or_default();
        writeln!(out, "#   {line}  # support {support}, confidence {confidence:.3}{lift}")?;
    }
    Ok(())
}

/// Writes the background in few words, or that it is not listed.
fn write_background(book: &Rulebook, out: &mut impl Write) -> Result<(), FormatError> {
    if !book.background.is_empty() {
        writeln!(out, "# background")?;
    }
    let named = |attrs: &[Attr]| names::in_order(&book.universe, attrs);
    for said in said_shortly(&book.background) {
        match said {
            SaidShortly::Exclusive(attrs) => writeln!(out, "# {EXCLUSIVE} {}", named(&attrs))?,
            SaidShortly::Chain(attrs) => writeln!(out, "# {CHAIN} {}", named(&attrs))?,
            SaidShortly::Rule(rule) => writeln!(out, "{}", line(&book.universe, rule))?,
        }
    }
    if book.unlisted_background > 0 {
        let unlisted = book.unlisted_background;
        let rules = if unlisted == 1 { "rule is" } else { "rules are" };
        writeln!(out, "# {unlisted}{BACKGROUND_RULES}{rules} not listed here")?;
    }
    Ok(())
}

/// Writes the list of all attributes, without which only those are known that
/// rules name: for whoever writes a [digest](write_digest) to be read back.
pub fn write_attributes(book: &Rulebook, mut out: impl Write) -> Result<(), FormatError> {
    writeln!(out, "# attributes: {}", names::list(&book.universe, &book.universe.all()))?;
    Ok(())
}

/// In a comment behind a number: so many rules are not listed.
const MORE_RULES: &str = " more rules";
/// The same of the background.
const BACKGROUND_RULES: &str = " background ";

/// How many rules a text says that it leaves out, if it does: see
/// [`write_digest`].
pub fn left_out(text: &str) -> Option<usize> {
    number_before(MORE_RULES, text)
}

/// How many rules of the background a text says that it leaves out.
fn unlisted_background(text: &str) -> Option<usize> {
    number_before(BACKGROUND_RULES, text)
}

/// The number in the last comment that has these words behind one.
fn number_before(words: &str, text: &str) -> Option<usize> {
    let number = |line: &str| line.strip_prefix("# ")?.split_once(words)?.0.parse().ok();
    text.lines().rev().find_map(number)
}

/// Writes the first rules of the book, and how many more there are.
pub fn write_digest(book: &Rulebook, digest: &Digest, mut out: impl Write) -> Result<(), FormatError> {
    let Digest { top, equivalences, rules, exclusive, more_exclusive, left_out } = digest;
    for Equivalence { attrs, support } in equivalences {
        let names = book.universe.names_of(attrs).map(names::quoted).collect::<Vec<_>>();
        let support = support.map(|support| format!("  # support {support}")).unwrap_or_default();
        writeln!(out, "{}{support}", names.join(&format!(" {EQUIVALENT} ")))?;
    }
    for rule in rules {
        writeln!(out, "{}{}", line(&book.universe, &rule.implication), said_of(book, rule))?;
    }
    for group in exclusive {
        writeln!(out, "# {EXCLUSIVE} {}", names::list(&book.universe, group))?;
    }
    if *more_exclusive > 0 {
        writeln!(out, "# and {more_exclusive} more such group{}", if *more_exclusive == 1 { "" } else { "s" })?;
    }
    write_exceptional(book, *top, &mut out)?;
    let exceptional = book.confident.len().saturating_sub(*top);
    if *left_out + exceptional > 0 {
        let apart = if exceptional > 0 { format!(" and {exceptional} with exceptions") } else { String::new() };
        writeln!(out, "# {left_out}{MORE_RULES}{apart} are not listed here")?;
    }
    write_background(book, &mut out)
}

/// Parses one implication, such as `a, b -> c` or `a -> impossible`.
pub fn parse_implication(text: &str, universe: &Universe) -> Result<Implication, FormatError> {
    let raw = RawRule::parse(text, 1)?;
    match raw.comment {
        Some((at, _)) => {
            let expected = "nothing after the rule: a name with '#' in it belongs in double quotes";
            Err(FormatError::found("'#'", expected).at_offset(text, at))
        }
        None => {
            let rule = raw.resolve(universe)?;
            let set = |attrs: Vec<Attr>| AttrSet::of(universe.len(), attrs);
            let conclusion = rule.conclusion.map_or(Conclusion::Falsum, |attrs| Conclusion::Attrs(set(attrs)));
            Ok(Implication { premise: set(rule.premise), conclusion })
        }
    }
}

/// Reads rules from text.
pub fn read(bytes: &[u8]) -> Result<Rulebook, FormatError> {
    parse(crate::text::of_bytes(bytes)?)?.into_sets(bytes.len())
}

/// Parses rules. Without a list of attributes the universe is what the rules
/// name, in their order.
pub(super) fn parse(text: &str) -> Result<ListedRulebook, FormatError> {
    let mut listed = None;
    let mut in_background = false;
    let mut raws = Vec::new();
    for (at, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix('#').map(str::trim) {
            Some("background" | "background:") => in_background = true,
            Some("rules" | "rules:") => in_background = false,
            Some(comment) if comment.starts_with(EXCLUSIVE) => {
                raws.extend(exclusive_pairs(line, at + 1)?.into_iter().map(|raw| (in_background, raw)));
            }
            Some(comment) if comment.starts_with(CHAIN) => {
                raws.extend(chained(line, at + 1)?.into_iter().map(|raw| (in_background, raw)));
            }
            Some(comment) if listed.is_none() && comment.starts_with("attributes:") => {
                listed = Some(attribute_list(line, at + 1)?);
            }
            Some(_) => {}
            None if line.trim().is_empty() => {}
            None => raws.extend(RawRule::parse_line(line, at + 1)?.into_iter().map(|raw| (in_background, raw))),
        }
    }
    let universe = Arc::new(match listed {
        Some(universe) => universe,
        None => mentioned(raws.iter().map(|(_, raw)| raw))?,
    });
    let (mut background, mut rules) = (Vec::new(), Vec::new());
    for (in_background, raw) in raws {
        let rule = raw.resolve(&universe)?;
        if in_background { &mut background } else { &mut rules }.push(rule);
    }
    let left_out = left_out(text).unwrap_or(0);
    let unlisted_background = unlisted_background(text).unwrap_or(0);
    let (confident, rows, run) = (Vec::new(), None, None);
    Ok(ListedRulebook { universe, background, rules, confident, rows, left_out, unlisted_background, run })
}

/// The rules that no two of the attributes in a line occur together.
fn exclusive_pairs(line: &str, number: usize) -> Result<Vec<RawRule<'_>>, FormatError> {
    let names = names_behind(EXCLUSIVE, line, number)?;
    let pairs = (0..names.len()).flat_map(|one| (one + 1..names.len()).map(move |other| [one, other]));
    let rule = |pair: [usize; 2]| {
        let premise = pair.map(|place| names[place].clone()).into();
        RawRule { line, number, premise, conclusion: None, comment: None }
    };
    Ok(pairs.map(rule).collect())
}

/// The rules that each of the attributes in a line implies the next.
fn chained(line: &str, number: usize) -> Result<Vec<RawRule<'_>>, FormatError> {
    let names = names_behind(CHAIN, line, number)?;
    let rule = |pair: &[Name]| RawRule {
        line,
        number,
        premise: vec![pair[0].clone()],
        conclusion: Some(vec![pair[1].clone()]),
        comment: None,
    };
    Ok(names.windows(2).map(rule).collect())
}

/// The names that stand behind these words, and nothing else.
fn names_behind(words: &str, line: &str, number: usize) -> Result<Vec<Name>, FormatError> {
    let start = line.find(words).map_or(0, |at| at + words.len());
    let mut scanner = Scanner { line, at: start, number };
    let names = scanner.names()?;
    match scanner.rest() {
        "" => Ok(names),
        rest => Err(scanner.wrong(token(rest), "',' or the end of the line")),
    }
}

fn attribute_list(line: &str, number: usize) -> Result<Universe, FormatError> {
    let names = names_behind(":", line, number)?;
    Universe::new(names.into_iter().map(|name| name.text)).map_err(|e| FormatError::from(e).at_line(number))
}

fn mentioned<'a>(rules: impl Iterator<Item = &'a RawRule<'a>>) -> Result<Universe, FormatError> {
    let (mut names, mut places): (Vec<String>, HashMap<&str, Attr>) = Default::default();
    for rule in rules {
        for name in rule.premise.iter().chain(rule.conclusion.iter().flatten()) {
            places.entry(&name.text).or_insert_with(|| {
                names.push(name.text.clone());
                names.len() - 1
            });
        }
    }
    Ok(Universe::new(names)?)
}

/// A rule whose names were not looked up yet.
struct RawRule<'a> {
    line: &'a str,
    number: usize,
    premise: Vec<Name>,
    /// `None` for ⊥.
    conclusion: Option<Vec<Name>>,
    /// Where the comment starts, and the comment.
    comment: Option<(usize, &'a str)>,
}

impl<'a> RawRule<'a> {
    /// The rules of a line: one, or those of attributes that are equivalent.
    fn parse_line(line: &'a str, number: usize) -> Result<Vec<Self>, FormatError> {
        let mut scanner = Scanner { line, at: 0, number };
        let mut sides = vec![scanner.names()?];
        if !scanner.rest().starts_with(EQUIVALENT) {
            return Ok(vec![Self::parse(line, number)?]);
        }
        while scanner.rest().starts_with(EQUIVALENT) {
            scanner.at += EQUIVALENT.len();
            sides.push(scanner.names()?);
        }
        if !scanner.rest().is_empty() && !scanner.rest().starts_with('#') {
            return Err(scanner.wrong(scanner.found(), "'<->' or the end of the line"));
        }
        if sides.iter().any(Vec::is_empty) {
            return Err(FormatError::found("nothing beside '<->'", "an attribute").at_line(number));
        }
        if let Some(falsum) = sides.iter().flatten().find(|name| name.is_falsum()) {
            let error = FormatError::found(token(&falsum.text), "an attribute: nothing is equivalent to it");
            return Err(error.at(number, column(line, falsum.at)));
        }
        let comment = scanner.rest().strip_prefix('#').map(|comment| (scanner.at, comment));
        let rule = |place: usize| {
            let others = sides.iter().enumerate().filter(|(other, _)| *other != place);
            let conclusion = others.flat_map(|(_, names)| names.iter().cloned()).collect();
            Self { line, number, premise: sides[place].clone(), conclusion: Some(conclusion), comment }
        };
        Ok((0..sides.len()).map(rule).collect())
    }

    fn parse(line: &'a str, number: usize) -> Result<Self, FormatError> {
        let mut scanner = Scanner { line, at: 0, number };
        let premise = scanner.names()?;
        if let Some(falsum) = premise.iter().find(|name| name.is_falsum()) {
            let error = FormatError::found(token(&falsum.text), "an attribute: it can only be a conclusion");
            return Err(error.at(number, column(line, falsum.at)));
        }
        let Some(arrow) = ARROWS.iter().find(|arrow| scanner.rest().starts_with(**arrow)) else {
            return Err(scanner.wrong(scanner.found(), "',' or '->'"));
        };
        scanner.at += arrow.len();
        let end = scanner.at;
        let conclusion = scanner.names()?;
        if ARROWS.iter().any(|arrow| scanner.rest().starts_with(arrow)) {
            return Err(scanner.wrong(scanner.found(), "only one arrow in a rule"));
        }
        if conclusion.is_empty() && !premise.is_empty() {
            return Err(
                FormatError::found("nothing after the arrow", "an attribute or ⊥").at(number, column(line, end))
            );
        }
        let comment = scanner.rest().strip_prefix('#').map(|comment| (scanner.at, comment));
        let conclusion = match conclusion.iter().find(|name| name.is_falsum()) {
            None => Some(conclusion),
            Some(_) if conclusion.len() == 1 => None,
            Some(falsum) => {
                let error = FormatError::found(token(&falsum.text), "it alone, or attributes alone");
                return Err(error.at(number, column(line, falsum.at)));
            }
        };
        Ok(Self { line, number, premise, conclusion, comment })
    }

    fn resolve(&self, universe: &Universe) -> Result<ListedRule, FormatError> {
        let attr = |name: &Name| {
            universe.attr(&name.text).map_err(|e| FormatError::from(e).at(self.number, column(self.line, name.at)))
        };
        let list = |names: &[Name]| names.iter().map(attr).collect::<Result<Vec<Attr>, _>>();
        let conclusion = self.conclusion.as_ref().map(|names| list(names)).transpose()?;
        Ok(ListedRule {
            premise: list(&self.premise)?,
            conclusion,
            support: self.support(),
            conclusion_support: None,
            exceptions_at_most: self.exceptions_at_most(),
        })
    }

    fn support(&self) -> Option<usize> {
        let said = self.comment?.1.trim().strip_prefix("support")?;
        said.split(',').next()?.trim().parse().ok()
    }

    fn exceptions_at_most(&self) -> Option<f64> {
        self.comment?.1.split(',').find_map(|said| exceptions_said(said.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn universe() -> Universe {
        Universe::new(["a", "b", "c d", "x, y", "⊥"]).unwrap()
    }

    #[test]
    fn a_rule_in_all_its_spellings() {
        let universe = universe();
        let parse = |text: &str| parse_implication(text, &universe).unwrap().display(&universe).to_string();
        assert_eq!(parse("a,b->c d"), "a, b -> c d");
        assert_eq!(parse(" b , \"x, y\" → a "), "b, x, y -> a");
        assert_eq!(parse("-> a, b"), "-> a, b");
        assert_eq!(parse("a -> impossible"), "a -> ⊥");
        assert!(!parse_implication("a -> \"⊥\"", &universe).unwrap().conclusion.is_falsum());
    }

    #[test]
    fn errors_point_at_the_spot() {
        let universe = universe();
        let message = |text: &str| parse_implication(text, &universe).unwrap_err().to_string();
        assert_eq!(message("a, e -> b"), "line 1, column 4: there is no attribute 'e'");
        assert_eq!(message("a, b"), "line 1, column 5: found the end of the line, expected ',' or '->'");
        assert_eq!(message("a, -> b"), "line 1, column 4: found '-> b', expected an attribute");
        assert_eq!(message("a ->"), "line 1, column 5: found nothing after the arrow, expected an attribute or ⊥");
        assert!(message("a -> b, ⊥").starts_with("line 1, column 9: found '⊥'"));
        assert!(message("\"a -> b").starts_with("line 1, column 1: found a quote that is not closed"));
        assert!(message("a -> \"\\q\"").starts_with("line 1, column 7: found '\\q\"'"));
    }

    #[test]
    fn what_is_said_in_few_words_is_read_as_rules() {
        let text = "a <-> b <-> \"c d\"  # support 4\n# at most one of: a, e, f\n# 7 more rules are not listed here\n";
        let listed = parse(text).unwrap();
        assert_eq!((listed.rules.len(), listed.left_out), (6, 7));
        let book = listed.into_sets(text.len()).unwrap();
        let theory = book.theory();
        let entails = |rule: &str| theory.entails(&parse_implication(rule, &book.universe).unwrap());
        assert!(entails("a -> b, c d") && entails("c d -> a") && entails("e, f -> impossible"));
        assert!(!entails("e -> impossible") && book.rules[0].support == Some(4));
        for bad in ["a <-> ", "a <-> ⊥", "a <-> b -> c"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn exceptions_are_said_to_the_safe_side_and_read_back() {
        let text = "a -> b  # support 43, at most 0.3% exceptions\na -> c  # at most 5% exceptions\nb -> c  # \
                    exceptions not bounded\n# attributes: a, b, c\n";
        let book = read(text.as_bytes()).unwrap();
        let bounds: Vec<f64> = book.rules.iter().filter_map(|rule| rule.exceptions_at_most).collect();
        assert_eq!(bounds, [0.003, 0.05, NOT_BOUNDED]);
        let mut out = Vec::new();
        write(&book, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text);
        let shown = [0.049_87, 0.050_01, 0.000_301, 0.123_4, 0.0, 0.999, 1e-9].map(exceptions);
        let percents =
            shown.map(|shown| shown.trim_start_matches("at most ").trim_end_matches("% exceptions").to_owned());
        assert_eq!(percents, ["5", "5.1", "0.031", "13", "0", "100", "0.0000001"]);
    }

    #[test]
    fn sections_supports_and_the_universe_are_read_back() {
        let text = "a -> b  # support 43\n# background\na, \"c, d\" -> ⊥\n# attributes: a, b, \"c, d\"\n";
        let book = read(text.as_bytes()).unwrap();
        assert_eq!(book.universe.names(), ["a", "b", "c, d"]);
        assert_eq!(book.rules[0].support, Some(43));
        assert_eq!(book.background.len(), 1);
        let mut out = Vec::new();
        write(&book, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), text);
    }
}
