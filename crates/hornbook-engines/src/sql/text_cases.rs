//! Columns of text as CASE expressions.
//!
//! All spellings that the tests speak of are looked up as they stand, and without the
//! blanks around them. What any other text tells is only said where it is certain: if
//! it has neither blanks around nor a point, it is just another value. The rest is
//! left to those who can read.

use std::collections::BTreeSet;

use hornbook::scaling::{Predicate, TestedColumn};

use super::case::{Case, Search};
use super::cells::{as_people_write, comparable_text_of};
use super::dialect::Dialect;
use super::number_cases;
use super::outcomes::Outcomes;
use crate::engine::SourceColumn;

/// Spellings of "missing".
const MISSING: [&str; 9] = ["", "?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL"];
/// A word with so many letters has few spellings in capitals.
const MOST_LETTERS: usize = 5;
/// For more values, only those without blanks around are looked up.
const MOST_TRIMMED: usize = 2000;
/// For no more outcomes, a branch each is quick: that of yes, no and missing.
const MOST_BRANCHES: usize = 3;

/// The CASE of a column of text; nothing if its tests cannot be put so.
pub(super) fn case(
    dialect: Dialect,
    source: &SourceColumn,
    tested: &TestedColumn,
    outcomes: &mut Outcomes<'_>,
) -> Option<Case> {
    if tested.part.is_some() || tested.notation().is_some() {
        return None;
    }
    let spellings = Spellings::of(tested)?;
    let text = comparable_text_of(dialect, source);
    let known = known_values(dialect, &spellings.known, outcomes);
    let mut case = rest(dialect, &text, tested, &spellings, outcomes)?;
    if spellings.known.len() <= MOST_TRIMMED {
        let trimmed = dialect.trimmed(&text);
        let mut without_blanks = Case::otherwise(outcomes.unsure());
        without_blanks.when_one_of(&trimmed, known.clone());
        case.when_first(format!("{trimmed} <> {text}"), without_blanks);
    }
    let is_null = format!("{text} IS NULL");
    if dialect == Dialect::Sqlite && has_many_outcomes(&known) {
        case.when_first(is_null, outcomes.of_text(""));
        return Some(Case::of_values(text, known, case));
    }
    let texts: Vec<&str> = spellings.known.iter().map(String::as_str).collect();
    if let Some(search) = by_halves(dialect, &text, &texts, &case, |value| outcomes.of_text(value)) {
        let mut whole = Case::otherwise(search);
        whole.when(is_null, outcomes.of_text(""));
        return Some(whole);
    }
    let mut whole = Case::otherwise(case);
    whole.when(is_null, outcomes.of_text(""));
    whole.when_one_of(&text, known);
    Some(whole)
}

/// Looks values up by halves, and spellings of "missing" behind them, which are rare.
/// Nothing where that is not worth it, or not measured: so it is in PostgreSQL, and for
/// more outcomes than a branch each is quick for.
fn by_halves(
    dialect: Dialect,
    text: &str,
    texts: &[&str],
    rest: &Case,
    mut outcome_of: impl FnMut(&str) -> usize,
) -> Option<Search> {
    if dialect != Dialect::Postgres {
        return None;
    }
    let held = texts.iter().filter(|value| dialect.can_hold(value));
    let known: Vec<(&str, usize)> = held.map(|&value| (value, outcome_of(value))).collect();
    let (missing, values): (Vec<_>, Vec<_>) = known.into_iter().partition(|(value, _)| MISSING.contains(value));
    if values.iter().map(|(_, outcome)| outcome).collect::<BTreeSet<_>>().len() <= MOST_BRANCHES {
        return None;
    }
    let mut beyond = Case::otherwise(rest.clone());
    let missing = missing.into_iter().map(|(value, outcome)| (dialect.text(value), outcome));
    beyond.when_one_of(text, missing.collect());
    Search::new(text, values, |value| dialect.text(value), beyond)
}

/// Whether there are so many outcomes that a branch for each is slow where the text of
/// a cell is made anew for each branch: SQLite does so, and there it is long.
fn has_many_outcomes(known: &[(String, usize)]) -> bool {
    let outcomes: BTreeSet<usize> = known.iter().map(|(_, outcome)| *outcome).collect();
    outcomes.len() > MOST_BRANCHES
}

/// The CASE of a column of which all values are known.
pub(super) fn case_of_values(
    dialect: Dialect,
    source: &SourceColumn,
    values: &[String],
    outcomes: &mut Outcomes<'_>,
) -> Case {
    let text = comparable_text_of(dialect, source);
    let unsure = Case::otherwise(outcomes.unsure());
    let is_null = format!("{text} IS NULL");
    let texts: Vec<&str> = values.iter().map(String::as_str).collect();
    let outcome_of = |value: &str| outcomes.of_text(&as_people_write(source.kind, value));
    if let Some(search) = by_halves(dialect, &text, &texts, &unsure, outcome_of) {
        let mut case = Case::otherwise(search);
        case.when(is_null, outcomes.of_text(""));
        return case;
    }
    let known: Vec<(String, usize)> = values
        .iter()
        .filter(|value| dialect.can_hold(value))
        .map(|value| (dialect.text(value), outcomes.of_text(&as_people_write(source.kind, value))))
        .collect();
    let mut case = unsure;
    case.when(is_null, outcomes.of_text(""));
    case.when_one_of(&text, known);
    case
}

fn known_values(dialect: Dialect, known: &[String], outcomes: &mut Outcomes<'_>) -> Vec<(String, usize)> {
    let mut held: Vec<&String> = known.iter().filter(|text| dialect.can_hold(text)).collect();
    // Most cells have a value: these are looked for first.
    held.sort_by_key(|text| MISSING.contains(&text.as_str()));
    held.into_iter().map(|text| (dialect.text(text), outcomes.of_text(text))).collect()
}

/// What becomes of texts that no test names.
fn rest(
    dialect: Dialect,
    text: &str,
    tested: &TestedColumn,
    spellings: &Spellings,
    outcomes: &mut Outcomes<'_>,
) -> Option<Case> {
    let unsure = outcomes.unsure();
    let mut case = Case::otherwise(unsure);
    let mut other = "another value".to_owned();
    while spellings.known.contains(&other) {
        other.push('!');
    }
    let other = outcomes.of_text(&other);
    let starts_with_digit = dialect.starts_with_digit(text);
    match tested.cuts().filter(|cuts| !cuts.is_empty()) {
        Some(_) => {
            let numbers = number_cases::of_text(dialect, &dialect.number_of_text(text), tested, outcomes)?;
            case.when(dialect.is_number(text), numbers);
            case.when(format!("{} AND NOT ({starts_with_digit})", dialect.is_plain_word(text)), other);
        }
        None if spellings.has_numbers => return None,
        None if spellings.complete => case.when(dialect.is_plain_word(text), other),
        None => {}
    }
    Some(case)
}

/// The spellings that the tests of a column speak of.
struct Spellings {
    known: Vec<String>,
    /// Whether these are all, but for blanks and fractions of zeros.
    complete: bool,
    /// Whether there are tests of numbers as well.
    has_numbers: bool,
}

impl Spellings {
    /// Nothing if the tests are of another kind.
    fn of(tested: &TestedColumn) -> Option<Self> {
        let mut spellings = Self { known: MISSING.map(str::to_owned).to_vec(), complete: true, has_numbers: false };
        let mut has_values = false;
        for (_, predicate) in &tested.tests {
            match predicate {
                Predicate::Equals(value) => {
                    spellings.add_value(value);
                    has_values = true;
                }
                Predicate::Yes { yes, no } => {
                    yes.iter().chain(no).for_each(|spelling| spellings.add_in_any_case(spelling));
                    has_values = true;
                }
                Predicate::Missing { except } => except.iter().for_each(|text| spellings.add_in_any_case(text)),
                Predicate::AtLeast(_) | Predicate::Below(_) | Predicate::Between { .. } => spellings.has_numbers = true,
                _ => return None,
            }
        }
        spellings.known.sort_unstable();
        spellings.known.dedup();
        (!(has_values && spellings.has_numbers)).then_some(spellings)
    }

    fn add_value(&mut self, value: &str) {
        let value = value.trim();
        match value.to_ascii_lowercase().as_str() {
            "true" => self.known.extend(["TRUE", "True", "true"].map(str::to_owned)),
            "false" => self.known.extend(["FALSE", "False", "false"].map(str::to_owned)),
            _ => {}
        }
        let (whole, zeros) = value.split_once('.').unwrap_or((value, ""));
        if whole.parse::<i128>().is_ok() && zeros.bytes().all(|byte| byte == b'0') {
            self.known.extend([whole.to_owned(), format!("{whole}.0"), format!("{whole}.00")]);
        }
        self.known.push(value.to_owned());
    }

    fn add_in_any_case(&mut self, spelling: &str) {
        let spelling = spelling.trim();
        let letters = spelling.chars().filter(char::is_ascii_alphabetic).count();
        if letters > MOST_LETTERS {
            self.complete = false;
            self.known.extend([spelling.to_owned(), spelling.to_ascii_lowercase(), spelling.to_ascii_uppercase()]);
            return;
        }
        let mut variants = vec![String::new()];
        for c in spelling.chars() {
            let (lower, upper) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
            let signs = if lower == upper { vec![c] } else { vec![lower, upper] };
            variants =
                variants.iter().flat_map(|start| signs.iter().map(move |sign| format!("{start}{sign}"))).collect();
        }
        self.known.extend(variants);
    }
}
