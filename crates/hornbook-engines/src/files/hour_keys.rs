//! Whether the tests of a column of moments tell those of one hour apart.

use hornbook::scaling::{Predicate, TestedColumn};

/// Whether two moments of the same hour may have different attributes.
pub(super) fn changes_within_hours(tested: &TestedColumn) -> bool {
    // Parts of dates are no finer than hours.
    tested.part.is_none() && tested.tests.iter().any(|(_, predicate)| is_finer(predicate))
}

fn is_finer(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Missing { .. } => false,
        Predicate::From(cut) | Predicate::Before(cut) => !begins_an_hour(cut),
        Predicate::During { from, before } => !begins_an_hour(from) || !begins_an_hour(before),
        _ => true,
    }
}

/// Whether a date begins an hour: `2024-01`, `2024-01-31`, `2024-01-31 12:00`.
fn begins_an_hour(date: &str) -> bool {
    match date.split_once([' ', 'T']) {
        None => !date.contains(':'),
        Some((_, clock)) => {
            let behind_hours = clock.split_once(':').map_or("", |(_, rest)| rest);
            behind_hours.bytes().all(|byte| matches!(byte, b'0' | b':' | b'.'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_inside_an_hour_is_seen() {
        for (cut, finer) in [
            ("2024", false),
            ("2024-01-31", false),
            ("2024-01-31 12:00", false),
            ("2024-01-31 12:00:00", false),
            ("2024-01-31 12:30", true),
            ("2024-01-31T12:00:01", true),
            ("12:00", true),
        ] {
            assert_eq!(is_finer(&Predicate::From(cut.to_owned())), finer, "{cut}");
        }
        assert!(is_finer(&Predicate::Equals("2024-01-31".to_owned())));
    }
}
