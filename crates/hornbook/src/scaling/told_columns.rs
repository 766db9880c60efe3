//! Which columns are meant by what is told of them.

use super::overrides::{Override, ScaleMethod};
use crate::error::{FormatError, did_you_mean, token};
use crate::table::Table;
use crate::{NameError, Universe};

/// What is told of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told<'a> {
    pub(super) method: &'a ScaleMethod,
    /// Whether the column was named, and not only met by a pattern: what makes no
    /// sense is an error then.
    pub(super) by_name: bool,
}

/// What is told of each column. A name counts more than a pattern, and what comes
/// later more than what comes before.
pub(super) fn told<'a>(table: &Table, overrides: &'a [Override]) -> Result<Vec<Option<Told<'a>>>, FormatError> {
    let mut told: Vec<Option<Told<'a>>> = vec![None; table.width()];
    for Override { column, method } in overrides {
        let mut places = meant(table, column)?;
        if *method == ScaleMethod::Drop {
            // Without its dates a column has no parts of them either.
            let parts = |place: usize| table.parts_of_dates(place).map(move |part| (part, false));
            places.extend(places.clone().into_iter().flat_map(|(place, _)| parts(place)));
        }
        for (place, by_name) in places {
            if by_name || told[place].is_none_or(|before| !before.by_name) {
                told[place] = Some(Told { method, by_name });
            }
        }
    }
    Ok(told)
}

/// The columns that are meant, and whether by their name.
fn meant(table: &Table, text: &str) -> Result<Vec<(usize, bool)>, FormatError> {
    // A column may be called `a,b` or `*`.
    if let Some(place) = table.columns().iter().position(|column| column == text) {
        return Ok(vec![(place, true)]);
    }
    let mut places = Vec::new();
    for piece in text.split(',') {
        let piece = if text.contains(',') { piece.trim() } else { piece };
        if !piece.contains('*') {
            places.push((find_column(table, piece)?, true));
            continue;
        }
        let before = places.len();
        let fits = table.columns().iter().enumerate().filter(|(_, column)| matches(piece, column));
        places.extend(fits.map(|(place, _)| (place, false)));
        if places.len() == before {
            return Err(FormatError::plain(format!("no column is like {}", token(piece))));
        }
    }
    Ok(places)
}

/// The place of a column, with a hint if it is misspelled.
pub(super) fn find_column(table: &Table, name: &str) -> Result<usize, FormatError> {
    if let Some(place) = table.columns().iter().position(|column| column == name) {
        return Ok(place);
    }
    let near = Universe::new(table.columns().to_vec()).and_then(|columns| columns.attr(name));
    let near = match &near {
        Err(NameError::Unknown { near, .. }) => near.as_deref(),
        _ => None,
    };
    Err(FormatError::plain(format!("there is no column {}{}", token(name), did_you_mean(near))))
}

/// Whether a name fits a pattern, in which `*` stands for anything.
fn matches(pattern: &str, name: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = pieces.next_back() else { return rest.is_empty() };
    for piece in pieces {
        match rest.find(piece) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, name, fits) in [
            ("*", "", true),
            ("q*", "q1", true),
            ("q*", "p1", false),
            ("*_id", "user_id", true),
            ("a*b*c", "abbc", true),
            ("a*b*c", "acb", false),
            ("a*a", "a", false),
            ("a**", "a", true),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }

    #[test]
    fn names_count_more_than_patterns() {
        let table = Table::read(b"q1,q2,\"a,b\",x\n1,2,3,4\n", None).unwrap();
        let overrides = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<Override>>();
        let methods = |texts: &[&str]| -> Vec<Option<ScaleMethod>> {
            told(&table, &overrides(texts)).unwrap().iter().map(|told| told.map(|told| told.method.clone())).collect()
        };
        let (drop, nominal) = (Some(ScaleMethod::Drop), Some(ScaleMethod::Nominal));
        assert_eq!(methods(&["q1=drop", "q*=nominal"]), [drop.clone(), nominal.clone(), None, None]);
        assert_eq!(methods(&["q2,x=drop", "a,b=nominal"]), [None, drop.clone(), nominal, drop]);
        let error = told(&table, &overrides(&["z*=drop"])).unwrap_err();
        assert_eq!(error.to_string(), "no column is like 'z*'");
    }
}
