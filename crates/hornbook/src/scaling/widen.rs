//! Values that a sample did not show.

use super::cell::number;
use super::detect::MOST_TEXT_VALUES;
use super::drop_reason::DropReason;
use super::{Scale, Scaling};

impl Scaling {
    /// Takes further values of a column into account, which the table that the scaling
    /// was made of did not have: they get attributes of their own, or the column is left
    /// out if these are too many. Says whether that could be done: no value is further to
    /// a column of numbers or dates.
    pub fn widen(&mut self, column: &str, further: &[String]) -> bool {
        let Some(column) = self.columns.iter_mut().find(|known| known.column == column) else { return false };
        let mut known = match &mut column.scale {
            Scale::Nominal { values } | Scale::Several { values, .. } => std::mem::take(values),
            Scale::Boolean { yes, no } => {
                no.iter().chain(yes.iter()).filter(|value| !value.is_empty()).cloned().collect()
            }
            _ => return false,
        };
        known.extend(further.iter().filter(|value| !known.contains(value)).cloned().collect::<Vec<_>>());
        sort_values(&mut known);
        let many = known.len() > MOST_TEXT_VALUES.max(known.len() - further.len());
        column.scale = match std::mem::replace(&mut column.scale, Scale::Identifier) {
            _ if many => Scale::Dropped { reason: DropReason::ManyTexts { values: known.len() } },
            Scale::Several { separator, .. } => Scale::Several { separator, values: known },
            _ => Scale::Nominal { values: known },
        };
        true
    }
}

/// Numbers by their size, all else as words.
fn sort_values(values: &mut [String]) {
    match values.iter().all(|value| number(value).is_some()) {
        true => values.sort_by(|a, b| f64::total_cmp(&number(a).unwrap_or(0.0), &number(b).unwrap_or(0.0))),
        false => values.sort_unstable(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scaling::ScalingOptions;
    use crate::table::Table;

    fn scaling() -> Scaling {
        let table = Table::read("a,b,c\n10,yes,1.5\n9,no,2.5\n".as_bytes(), None).unwrap();
        Scaling::detect(&table, &ScalingOptions::default()).unwrap()
    }

    #[test]
    fn further_values_get_attributes() {
        let mut scaling = scaling();
        assert!(scaling.widen("a", &["100".to_owned(), "8".to_owned()]));
        assert!(scaling.widen("b", &["perhaps".to_owned()]));
        let names: Vec<String> = scaling.attributes().iter().map(ToString::to_string).collect();
        assert_eq!(names[..7], ["a=8", "a=9", "a=10", "a=100", "b=no", "b=perhaps", "b=yes"]);
    }

    #[test]
    fn too_many_values_are_left_out() {
        let mut scaling = scaling();
        let many: Vec<String> = (20..60).map(|value| value.to_string()).collect();
        assert!(scaling.widen("a", &many));
        assert_eq!(scaling.columns[0].scale, Scale::Dropped { reason: DropReason::ManyTexts { values: 42 } });
        assert!(!scaling.widen("z", &many));
    }
}
