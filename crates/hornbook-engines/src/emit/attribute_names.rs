//! What the name of an attribute says where the columns of the table are not known.

use hornbook::scaling::AttributeTest;

/// The attribute of that name, taken for a test of a column: what stands before the
/// first sign that makes it one. A name without such a sign is that of a column.
pub(super) fn test_of_name(name: &str) -> Option<AttributeTest> {
    interval(name)
        .or_else(|| name.match_indices(['>', '<', '=']).find_map(|(at, _)| test_of(&name[..at], name)))
        .or_else(|| test_of(name, name))
}

/// Whether the name can be read in other ways too, since there are more such signs.
pub(super) fn is_ambiguous(name: &str, test: &AttributeTest) -> bool {
    // The sign itself may have two letters.
    let behind = test.column.len() + 1;
    let mut others = name.match_indices(['>', '<', '=']).filter(|(at, _)| *at > behind);
    match name.starts_with(&test.column) {
        true => others.any(|(at, _)| test_of(&name[..at], name).is_some()),
        false => test.column.contains(['>', '<', '=']),
    }
}

fn test_of(column: &str, name: &str) -> Option<AttributeTest> {
    if column.is_empty() { None } else { AttributeTest::parse(column, name) }
}

/// `30<=age<45`
fn interval(name: &str) -> Option<AttributeTest> {
    let (_, rest) = name.split_once("<=")?;
    let (column, _) = rest.rsplit_once('<')?;
    // Nothing but an interval begins with anything but its column.
    test_of(column, name).filter(|_| !name.starts_with(column) || column.parse::<f64>().is_ok())
}

#[cfg(test)]
mod tests {
    use hornbook::scaling::Predicate;

    use super::*;

    fn read(name: &str) -> (String, Predicate) {
        let test = test_of_name(name).expect("it is a test");
        (test.column, test.predicate)
    }

    #[test]
    fn the_first_sign_ends_the_column() {
        assert_eq!(read("legs=4"), ("legs".into(), Predicate::Equals("4".into())));
        assert_eq!(read("a=b=c"), ("a".into(), Predicate::Equals("b=c".into())));
        assert_eq!(read("age>=30"), ("age".into(), Predicate::AtLeast(30.0)));
        assert_eq!(read("age<30"), ("age".into(), Predicate::Below(30.0)));
        assert_eq!(read("30<=age<45"), ("age".into(), Predicate::Between { at_least: 30.0, below: 45.0 }));
        assert_eq!(read("when<2024-01-01"), ("when".into(), Predicate::Before("2024-01-01".into())));
        assert_eq!(read("legs=?"), ("legs".into(), Predicate::Missing { except: Vec::new() }));
        assert_eq!(read("hair"), ("hair".into(), Predicate::usual_yes()));
        assert_eq!(read("a>b"), ("a>b".into(), Predicate::usual_yes()));
        assert_eq!(read("a>=b"), ("a>".into(), Predicate::Equals("b".into())));
        assert_eq!(read("=4"), ("=4".into(), Predicate::usual_yes()));
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_said_to_be_ambiguous() {
        let ambiguous = |name: &str| is_ambiguous(name, &test_of_name(name).expect("it is a test"));
        assert!(ambiguous("a=b=c") && ambiguous("a=b<30"));
        for name in ["legs=4", "30<=age<45", "age>=30", "age<30", "hair", "a=x<y"] {
            assert!(!ambiguous(name), "{name}");
        }
    }
}
