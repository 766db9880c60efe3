//! Overruling the detection, as in `age=ordinal:18,40,65`.

use std::str::FromStr;

use super::cell;
use crate::error::{FormatError, token};

/// A column whose scale is given.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    /// The name of the column.
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
    /// `intervals`, `intervals:18,40`: one attribute an interval.
    Intervals(Option<Vec<f64>>),
    /// `ordinal`, `ordinal:18,40`: one attribute a threshold.
    Ordinal(Option<Vec<f64>>),
    /// `interordinal`, `interordinal:18,40`: two attributes a threshold.
    Interordinal(Option<Vec<f64>>),
    /// `drop`: it is left out.
    Drop,
}

const EXPECTED: &str = "COLUMN=METHOD, with METHOD one of id, boolean, nominal, intervals, ordinal, interordinal, \
                        drop; cut points follow a colon, as in age=ordinal:18,40,65";

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
    let (name, cuts) = text.split_once(':').map_or((text, None), |(name, cuts)| (name, Some(cuts)));
    let method = match name.trim() {
        "id" | "identifier" => ScaleMethod::Identifier,
        "boolean" => ScaleMethod::Boolean,
        "nominal" => ScaleMethod::Nominal,
        "intervals" => return parse_cuts(cuts).map(ScaleMethod::Intervals),
        "ordinal" => return parse_cuts(cuts).map(ScaleMethod::Ordinal),
        "interordinal" => return parse_cuts(cuts).map(ScaleMethod::Interordinal),
        "drop" => ScaleMethod::Drop,
        _ => return Err(None),
    };
    match cuts {
        Some(_) => Err(Some(FormatError::plain(format!("{} takes no cut points", token(name))))),
        None => Ok(method),
    }
}

fn parse_cuts(text: Option<&str>) -> Result<Option<Vec<f64>>, Option<FormatError>> {
    let Some(text) = text else { return Ok(None) };
    let number = |word: &str| {
        cell::number(word.trim()).ok_or_else(|| FormatError::found(token(word.trim()), "a number to cut at"))
    };
    let cuts: Vec<f64> = text.split(',').map(number).collect::<Result<_, _>>()?;
    check_cuts(&cuts)?;
    Ok(Some(cuts))
}

/// Cut points must be numbers that ascend.
pub(super) fn check_cuts(cuts: &[f64]) -> Result<(), FormatError> {
    let ascend = cuts.windows(2).all(|pair| pair[0] < pair[1]) && cuts.iter().all(|cut| cut.is_finite());
    match ascend && !cuts.is_empty() {
        true => Ok(()),
        false => Err(FormatError::plain("cut points must be one or more numbers in ascending order")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_at_the_method() {
        let parsed: Override = "a=b=ordinal:18,40.5".parse().unwrap();
        assert_eq!(parsed, Override { column: "a=b".into(), method: ScaleMethod::Ordinal(Some(vec![18.0, 40.5])) });
        let parsed: Override = "x=drop=y=drop".parse().unwrap();
        assert_eq!(parsed.column, "x=drop=y");
        let parsed: Override = "age=intervals".parse().unwrap();
        assert_eq!(parsed.method, ScaleMethod::Intervals(None));
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |text: &str| text.parse::<Override>().unwrap_err().to_string();
        assert_eq!(message("age=ordinal:18,x"), "found 'x', expected a number to cut at");
        assert_eq!(message("age=ordinal:40,18"), "cut points must be one or more numbers in ascending order");
        assert_eq!(message("age=nominal:1"), "'nominal' takes no cut points");
        assert!(message("age").starts_with("found 'age', expected COLUMN=METHOD"));
        assert!(message("=nominal").starts_with("found '=nominal', expected COLUMN=METHOD"));
    }
}
