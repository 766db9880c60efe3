//! Columns of numbers, and of yes and no, as CASE expressions.
//!
//! What a number tells depends on the values that the tests name, and otherwise only
//! on which cuts it lies between. So it is found out here for each of these values,
//! and for one number between each two cuts.

use hornbook::scaling::{Predicate, TestedColumn};

use super::case::Case;
use super::cells::{mysql_boolean, number_text};
use super::dialect::Dialect;
use super::outcomes::Outcomes;
use crate::engine::{SourceColumn, ValueKind};

/// The numbers at which something else is told, and those that the tests name.
struct Marks {
    cuts: Vec<f64>,
    /// As the tests write them.
    named: Vec<String>,
}

impl Marks {
    /// Nothing if anything is tested but numbers and values.
    fn of(tested: &TestedColumn) -> Option<Self> {
        if tested.part.is_some() || tested.notation().is_some() {
            return None;
        }
        let mut marks = Self { cuts: Vec::new(), named: Vec::new() };
        for (_, predicate) in &tested.tests {
            match predicate {
                Predicate::Equals(value) => marks.named.push(value.clone()),
                Predicate::Yes { yes, no } => marks.named.extend(yes.iter().chain(no).cloned()),
                Predicate::Missing { except } => marks.named.extend(except.iter().cloned()),
                // A number holds no sign that stands between values.
                Predicate::Contains { value, separator }
                    if !separator.contains(|c: char| "0123456789+-.eE".contains(c)) =>
                {
                    marks.named.push(value.clone());
                }
                Predicate::AtLeast(cut) | Predicate::Below(cut) => marks.cuts.push(*cut),
                Predicate::Between { at_least, below } => marks.cuts.extend([*at_least, *below]),
                _ => return None,
            }
        }
        marks.cuts.sort_unstable_by(f64::total_cmp);
        marks.cuts.dedup();
        Some(marks)
    }
}

/// How the CASE of a column of texts is made.
type CaseOfTexts = fn(Dialect, &SourceColumn, &TestedColumn, &mut Outcomes<'_>) -> Option<Case>;

/// The CASE of a column; nothing if its tests are of another kind. `of_texts` is for
/// what is no number in it, where that can be.
pub(super) fn case(
    dialect: Dialect,
    source: &SourceColumn,
    tested: &TestedColumn,
    outcomes: &mut Outcomes<'_>,
    of_texts: CaseOfTexts,
) -> Option<Case> {
    let marks = Marks::of(tested)?;
    let name = dialect.name(&source.name);
    let numbers = match (dialect, source.kind) {
        (Dialect::Postgres | Dialect::Spark, ValueKind::Boolean) => boolean_case(&name, outcomes),
        (Dialect::Mysql, ValueKind::Boolean) => {
            whole_case(&mysql_boolean(&name, source), &marks, outcomes, boolean_text)
        }
        (Dialect::Sqlite, _) => return sqlite_case(&name, source, tested, &marks, outcomes, of_texts),
        (_, ValueKind::Whole) => whole_case(&name, &marks, outcomes, |number| number.to_string()),
        _ => number_case(dialect, &name, &source.type_name, &marks, outcomes)?,
    };
    let missing = outcomes.of_text("");
    let mut case = Case::otherwise(numbers);
    case.when(format!("{name} IS NULL"), missing);
    Some(case)
}

fn boolean_text(number: i128) -> String {
    match number {
        0 => "false".to_owned(),
        1 => "true".to_owned(),
        other => other.to_string(),
    }
}

fn boolean_case(name: &str, outcomes: &mut Outcomes<'_>) -> Case {
    let (yes, no) = (outcomes.of_text("true"), outcomes.of_text("false"));
    let mut case = Case::otherwise(no);
    case.when(name.to_owned(), yes);
    case
}

/// In SQLite, what a value is does not depend on its column.
fn sqlite_case(
    name: &str,
    source: &SourceColumn,
    tested: &TestedColumn,
    marks: &Marks,
    outcomes: &mut Outcomes<'_>,
    of_texts: CaseOfTexts,
) -> Option<Case> {
    let is_boolean = source.kind == ValueKind::Boolean;
    let text = if is_boolean { boolean_text } else { |number: i128| number.to_string() };
    let whole = whole_case(name, marks, outcomes, text);
    let other = of_texts(Dialect::Sqlite, source, tested, outcomes)?;
    let mut case = Case::otherwise(other);
    let missing = outcomes.of_text("");
    case.when(format!("{name} IS NULL OR typeof({name}) = 'blob'"), missing);
    case.when(format!("typeof({name}) = 'integer'"), whole);
    // In other columns, a number with a fraction is rare, and written with one.
    if source.kind == ValueKind::Number {
        let real = number_case(Dialect::Sqlite, name, &source.type_name, marks, outcomes)?;
        case.when(format!("typeof({name}) = 'real'"), real);
    }
    Some(case)
}

/// The whole number that a text is, perhaps with a fraction of zeros.
fn whole_number(text: &str) -> Option<i128> {
    let whole = match text.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|byte| byte == b'0') => whole,
        Some(_) => return None,
        None => text,
    };
    whole.parse().ok()
}

fn whole_case(name: &str, marks: &Marks, outcomes: &mut Outcomes<'_>, text: impl Fn(i128) -> String) -> Case {
    let mut named: Vec<i128> = marks.named.iter().filter_map(|value| whole_number(value)).chain([0, 1]).collect();
    named.sort_unstable();
    named.dedup();
    // One beyond the largest number that any database has.
    const END: i128 = 1 << 65;
    let cuts: Vec<i128> = marks.cuts.iter().map(|cut| first_whole_from(*cut)).collect();
    let mut start = -END;
    let mut regions = Vec::new();
    for end in cuts.into_iter().chain([END]) {
        if let Some(inside) = (start..end).find(|number| !named.contains(number)) {
            regions.push((end, outcomes.of_text(&text(inside))));
        }
        start = start.max(end);
    }
    let last = regions.pop().map_or_else(|| outcomes.unsure(), |(_, outcome)| outcome);
    let values = named.iter().map(|number| (number.to_string(), outcomes.of_text(&text(*number)))).collect::<Vec<_>>();
    let mut case = Case::otherwise(last);
    // With cuts alone, no number needs to be named.
    if marks.named.is_empty() && text(1) == "1" {
        regions.into_iter().for_each(|(end, outcome)| case.when(format!("{name} < {end}"), outcome));
        return case;
    }
    case.when_one_of(name, values);
    regions.into_iter().for_each(|(end, outcome)| case.when(format!("{name} < {end}"), outcome));
    case
}

/// The smallest whole number that is not below the cut when it is read as a number of
/// the machine, which has fewer digits than some whole numbers.
fn first_whole_from(cut: f64) -> i128 {
    let mut first = cut.ceil().clamp(-1e20, 1e20) as i128;
    while (first - 1) as f64 >= cut && first > -(1 << 66) {
        first -= 1;
    }
    first
}

/// What makes a literal of a number as it is written.
type Literal = fn(&str) -> Option<String>;

/// How numbers with a fraction are compared.
struct Compared {
    /// The column as a number of the machine.
    number: String,
    /// A number of the machine.
    literal: fn(f64) -> String,
    /// The column as it is, and a number as its text says.
    exact: Option<(String, Literal)>,
}

fn compared(dialect: Dialect, name: &str, type_name: &str) -> Compared {
    let is_decimal = type_name.starts_with("numeric") || type_name.starts_with("decimal");
    let exact = is_decimal.then(|| (name.to_owned(), decimal_literal as Literal));
    let is_short =
        matches!(type_name, "float4" | "float") || type_name.starts_with("float(") || type_name.starts_with("float ");
    let number = match dialect {
        // What is written of a short number is not quite the number.
        Dialect::Postgres if is_short => format!("{name}::text::float8"),
        Dialect::Postgres if is_decimal => format!("{name}::float8"),
        Dialect::Postgres => name.to_owned(),
        Dialect::Mysql if is_short => format!("(CAST({name} AS CHAR) + 0e0)"),
        Dialect::Mysql => format!("({name} + 0e0)"),
        Dialect::Sqlite => name.to_owned(),
        Dialect::Spark if is_short => format!("CAST(CAST({name} AS STRING) AS DOUBLE)"),
        Dialect::Spark => format!("CAST({name} AS DOUBLE)"),
    };
    let literal: fn(f64) -> String = match dialect {
        Dialect::Postgres => |number| format!("'{number:e}'::float8"),
        _ => |number| format!("{number:e}"),
    };
    Compared { number, literal, exact }
}

/// A number that is written with digits and a point, as a literal.
fn decimal_literal(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() <= 1;
    // Other spellings of numbers are those of numbers of the machine.
    let spelled = || text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| format!("{number}"));
    if is_plain { Some(text.to_owned()) } else { spelled() }
}

fn number_case(
    dialect: Dialect,
    name: &str,
    type_name: &str,
    marks: &Marks,
    outcomes: &mut Outcomes<'_>,
) -> Option<Case> {
    let compared = compared(dialect, name, type_name);
    let named: Vec<(f64, &str)> =
        marks.named.iter().filter_map(|text| Some((text.parse::<f64>().ok()?, text.as_str()))).collect();
    let regions = regions(&marks.cuts, &named)?;
    let literal = compared.literal;
    let region_case = |number: &str, literal: &dyn Fn(f64) -> String, outcomes: &mut Outcomes<'_>| {
        let mut case = Case::otherwise(outcomes.of_text(&number_text(regions.last)));
        for (end, inside) in &regions.before {
            case.when(format!("{number} < {}", literal(*end)), outcomes.of_text(&number_text(*inside)));
        }
        case
    };
    // A decimal number of many digits that is nearly a named one may be read as that.
    let unless_near_named = |case: Case, outcomes: &mut Outcomes<'_>| {
        let finite = named.iter().filter(|(number, _)| number.is_finite() && compared.exact.is_some());
        let near: Vec<(String, usize)> = finite.map(|(number, _)| (literal(*number), outcomes.unsure())).collect();
        let mut whole = Case::otherwise(case.clone());
        if near.is_empty() {
            return case;
        }
        whole.when_one_of(&compared.number, near);
        whole
    };
    let mut case = match dialect {
        // To make numbers of the machine of decimal ones is slow, and may fail.
        Dialect::Postgres if compared.exact.is_some() => {
            let mut of_many_digits = region_case(&compared.number, &literal, outcomes);
            of_many_digits = unless_near_named(of_many_digits, outcomes);
            of_many_digits = guarded(name, of_many_digits, outcomes);
            let mut case = region_case(name, &|cut| format!("{cut}"), outcomes);
            case.when_first(format!("scale({name}) > 6 OR abs({name}) >= 1e9"), of_many_digits);
            case
        }
        _ => {
            let case = region_case(&compared.number, &literal, outcomes);
            unless_near_named(case, outcomes)
        }
    };
    let mut values = Vec::new();
    for (number, text) in &named {
        match &compared.exact {
            Some((_, exact)) => values.push((exact(text)?, outcomes.of_text(&text_of_decimal(text)))),
            None if number.is_finite() => values.push((literal(*number), outcomes.of_text(&number_text(*number)))),
            None => {}
        }
    }
    let column = compared.exact.as_ref().map_or(&compared.number, |(column, _)| column);
    let mut whole = Case::otherwise(case.clone());
    if !values.is_empty() {
        whole.when_one_of(column, values);
        case = whole;
    }
    Some(with_odd_numbers(dialect, name, type_name, case, outcomes))
}

/// The CASE of numbers that were written as text; nothing if anything else is tested.
pub(super) fn of_text(
    dialect: Dialect,
    number: &str,
    tested: &TestedColumn,
    outcomes: &mut Outcomes<'_>,
) -> Option<Case> {
    let marks = Marks::of(tested)?;
    let regions = regions(&marks.cuts, &[])?;
    let literal = compared(dialect, number, "").literal;
    let mut case = Case::otherwise(outcomes.of_text(&number_text(regions.last)));
    for (end, inside) in &regions.before {
        case.when(format!("{number} < {}", literal(*end)), outcomes.of_text(&number_text(*inside)));
    }
    Some(case)
}

/// What the cell of a decimal number would say.
fn text_of_decimal(text: &str) -> String {
    super::cells::as_people_write(ValueKind::Number, text).into_owned()
}

/// Decimal numbers that no number of the machine comes near would be an error.
fn guarded(name: &str, case: Case, outcomes: &mut Outcomes<'_>) -> Case {
    let mut guarded = Case::otherwise(case);
    let (large, unsure) = (outcomes.of_text("Infinity"), outcomes.unsure());
    guarded.when(format!("abs({name}) > 1e308"), if_large(large, unsure, name));
    guarded.when(format!("abs({name}) < 1e-300 AND {name} <> 0"), unsure);
    guarded
}

fn if_large(large: usize, unsure: usize, name: &str) -> Case {
    let mut case = Case::otherwise(unsure);
    case.when(format!("abs({name}) > 1e309"), large);
    case
}

/// Adds what is not a number, and what has no end.
fn with_odd_numbers(dialect: Dialect, name: &str, type_name: &str, case: Case, outcomes: &mut Outcomes<'_>) -> Case {
    let mut odd = Case::otherwise(case);
    match dialect {
        Dialect::Postgres => {
            odd.when(format!("{name} = 'NaN'"), outcomes.of_text("NaN"));
            // Decimal numbers have no end only in newer servers; they are large then.
            if !type_name.starts_with("numeric") {
                odd.when(format!("{name} = 'Infinity'"), outcomes.of_text("Infinity"));
                odd.when(format!("{name} = '-Infinity'"), outcomes.of_text("-Infinity"));
            }
        }
        Dialect::Spark if !type_name.starts_with("decimal") => {
            let double = format!("CAST({name} AS DOUBLE)");
            odd.when(format!("isnan({double})"), outcomes.of_text("NaN"));
            odd.when(format!("{double} > 1.7976931348623157E308D"), outcomes.of_text("Infinity"));
            odd.when(format!("{double} < -1.7976931348623157E308D"), outcomes.of_text("-Infinity"));
        }
        Dialect::Sqlite => {
            odd.when(format!("{name} > 1.7976931348623157e308"), outcomes.of_text("Inf"));
            odd.when(format!("{name} < -1.7976931348623157e308"), outcomes.of_text("-Inf"));
        }
        Dialect::Mysql | Dialect::Spark => {}
    }
    odd
}

/// A number in each region between cuts, which is none of those that are named.
struct NumberRegions {
    /// Where a region ends, and a number in it.
    before: Vec<(f64, f64)>,
    /// A number in the last region.
    last: f64,
}

fn regions(cuts: &[f64], named: &[(f64, &str)]) -> Option<NumberRegions> {
    let is_free = |number: &f64| number.is_finite() && named.iter().all(|(other, _)| other != number);
    let inside = |start: Option<f64>, end: Option<f64>| {
        let candidates = (0..1000).map(f64::from).map(|step| match (start, end) {
            (None, None) => step + 0.5,
            (None, Some(end)) => end - (step + 1.0) * (1.0 + end.abs() * 1e-3),
            (Some(start), None) => start + step * (1.0 + start.abs() * 1e-3),
            (Some(start), Some(end)) => start + (end - start) * step / 1000.0,
        });
        let fits = |number: &f64| start.is_none_or(|start| *number >= start) && end.is_none_or(|end| *number < end);
        candidates.filter(fits).find(is_free)
    };
    let mut before = Vec::new();
    let mut start = None;
    for &end in cuts {
        before.push((end, inside(start, Some(end))?));
        start = Some(end);
    }
    Some(NumberRegions { before, last: inside(start, None)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_whole_number_of_a_region_is_found() {
        assert_eq!(first_whole_from(2.5), 3);
        assert_eq!(first_whole_from(-2.5), -2);
        assert_eq!(first_whole_from(3.0), 3);
        // 9007199254740995 is read as 9007199254740996.
        assert_eq!(first_whole_from(9_007_199_254_740_996.0), 9_007_199_254_740_995);
        assert!(first_whole_from(1e300) > 1 << 64);
    }
}
