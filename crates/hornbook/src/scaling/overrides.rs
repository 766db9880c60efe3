//! Overruling the detection, as in `age=ordinal:18,40,65`.

use std::str::FromStr;

use super::cell;
use super::cut_points::{CutPoints, MOST_INTERVALS, check_cuts, check_dates};
use super::periods::is_date;
use crate::error::{FormatError, token};

/// Columns whose scale is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    /// The name of the column, a list of names between commas, or a pattern with
    /// `*` for anything.
    pub column: String,
    /// What to do with it.
    pub method: ScaleMethod,
}

/// How to scale a column; cut points that are not given are found.
#[derive(Clone, Debug, PartialEq)]
pub enum ScaleMethod {
    /// `id`: it names the objects.
    Identifier,
    /// `boolean`: one attribute.
    Boolean,
    /// `nominal`: one attribute a value.
    Nominal,
    /// `intervals`, `intervals:18,40`, `intervals:quantiles=5`: one attribute an
    /// interval.
    Intervals(CutPoints),
    /// `ordinal`, `ordinal:18,40`, `ordinal:every=10`: one attribute a threshold.
    Ordinal(CutPoints),
    /// `interordinal`, `interordinal:18,40`, `interordinal:equal=4`: two attributes
    /// a threshold.
    Interordinal(CutPoints),
    /// `several`, `several:;`: each cell has several values, with this sign between
    /// them; one attribute a value.
    Several(Option<String>),
    /// `drop`: it is left out.
    Drop,
}

impl ScaleMethod {
    /// Whether it is left open where numbers are cut.
    pub(super) fn leaves_cuts_open(&self) -> bool {
        matches!(
            self,
            Self::Intervals(CutPoints::Found) | Self::Ordinal(CutPoints::Found) | Self::Interordinal(CutPoints::Found)
        )
    }
}

const EXPECTED: &str = "COLUMN=METHOD, with METHOD one of id, boolean, nominal, several, intervals, ordinal, \
                        interordinal, drop; cut points follow a colon, as in age=ordinal:18,40,65, \
                        age=intervals:quantiles=5, age=intervals:equal=5 or age=intervals:every=10";

impl FromStr for Override {
    type Err = FormatError;

    /// Splits at the last `=` with a method on its right, since column names
    /// may contain one too.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let mut reason = None;
        for (at, _) in text.rmatch_indices('=') {
            match parse_method(&text[at + 1..]) {
                Ok(method) if at > 0 => return Ok(Self { column: text[..at].to_owned(), method }),
                Ok(_) => {}
                Err(error) => reason = reason.or(error),
            }
        }
        Err(reason.unwrap_or_else(|| FormatError::found(token(text), EXPECTED)))
    }
}

/// The method of that name. The error is empty if there is no such method; if its
/// cut points are wrong, it says so.
fn parse_method(text: &str) -> Result<ScaleMethod, Option<FormatError>> {
    let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
    let method = match name.trim() {
        "id" | "identifier" => ScaleMethod::Identifier,
        "boolean" => ScaleMethod::Boolean,
        "nominal" => ScaleMethod::Nominal,
        "several" => return Ok(ScaleMethod::Several(rest.filter(|sign| !sign.is_empty()).map(str::to_owned))),
        "intervals" => return parse_cuts(rest).map(ScaleMethod::Intervals),
        "ordinal" => return parse_cuts(rest).map(ScaleMethod::Ordinal),
        "interordinal" => return parse_cuts(rest).map(ScaleMethod::Interordinal),
        "drop" => ScaleMethod::Drop,
        _ => return Err(None),
    };
    match rest {
        Some(_) => Err(Some(FormatError::plain(format!("{} takes no cut points", token(name))))),
        None => Ok(method),
    }
}

fn parse_cuts(text: Option<&str>) -> Result<CutPoints, Option<FormatError>> {
    let Some(text) = text else { return Ok(CutPoints::Found) };
    if let Some((how, number)) = text.split_once('=') {
        return parse_rule_of_cuts(how.trim(), number.trim()).map_err(Some);
    }
    if text.split(',').all(|date| is_date(date.trim())) {
        let dates: Vec<String> = text.split(',').map(|date| date.trim().to_owned()).collect();
        check_dates(&dates)?;
        return Ok(CutPoints::AtDates(dates));
    }
    let number = |word: &str| {
        cell::number(word.trim()).ok_or_else(|| FormatError::found(token(word.trim()), "a number to cut at"))
    };
    let cuts: Vec<f64> = text.split(',').map(number).collect::<Result<_, _>>()?;
    check_cuts(&cuts)?;
    Ok(CutPoints::At(cuts))
}

/// How cut points are found, as in `quantiles=5`.
fn parse_rule_of_cuts(how: &str, number: &str) -> Result<CutPoints, FormatError> {
    let count = || match number.parse::<usize>() {
        Ok(count) if (2..=MOST_INTERVALS).contains(&count) => Ok(count),
        _ => Err(FormatError::found(token(number), format!("a number of intervals, from 2 to {MOST_INTERVALS}"))),
    };
    match how {
        "quantiles" => count().map(CutPoints::Quantiles),
        "equal" => count().map(CutPoints::EqualWidths),
        "every" => match cell::number(number) {
            Some(step) if step > 0.0 => Ok(CutPoints::Every(step)),
            _ => Err(FormatError::found(token(number), "a width above 0")),
        },
        _ => Err(FormatError::found(token(how), "'quantiles', 'equal' or 'every'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_at_the_method() {
        let parsed: Override = "a=b=ordinal:18,40.5".parse().unwrap();
        assert_eq!(
            parsed,
            Override { column: "a=b".into(), method: ScaleMethod::Ordinal(CutPoints::At(vec![18.0, 40.5])) }
        );
        let parsed: Override = "x=drop=y=drop".parse().unwrap();
        assert_eq!(parsed.column, "x=drop=y");
        let parsed: Override = "age=intervals".parse().unwrap();
        assert_eq!(parsed.method, ScaleMethod::Intervals(CutPoints::Found));
        let parsed: Override = "a=b=intervals:quantiles=5".parse().unwrap();
        assert_eq!(parsed, Override { column: "a=b".into(), method: ScaleMethod::Intervals(CutPoints::Quantiles(5)) });
        let parsed: Override = "genres=several:;".parse().unwrap();
        assert_eq!(parsed.method, ScaleMethod::Several(Some(";".to_owned())));
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |text: &str| text.parse::<Override>().unwrap_err().to_string();
        assert_eq!(message("age=ordinal:18,x"), "found 'x', expected a number to cut at");
        assert_eq!(message("age=ordinal:40,18"), "cut points must be one or more numbers in ascending order");
        assert_eq!(message("age=intervals:equal=1"), "found '1', expected a number of intervals, from 2 to 200");
        assert_eq!(message("age=ordinal:each=1"), "found 'each', expected 'quantiles', 'equal' or 'every'");
        assert_eq!(message("age=ordinal:every=0"), "found '0', expected a width above 0");
        assert_eq!(message("age=nominal:1"), "'nominal' takes no cut points");
        assert!(message("age").starts_with("found 'age', expected COLUMN=METHOD"));
        assert!(message("=nominal").starts_with("found '=nominal', expected COLUMN=METHOD"));
    }
}
