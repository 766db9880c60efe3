//! What an attribute says of a cell. This is the one place where that is decided.
//!
//! A [`Predicate`] is plain data, so that it can be put into another language,
//! such as that of a database, as well as evaluated here.

use std::fmt;

use super::cell::{self, Cell};
use super::{periods, several};
use crate::written::number::{is_padded, number_text as number};

/// What an attribute says of the cell of its column. Blanks around a cell do not
/// count.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Predicate {
    /// `hair`: the cell says yes.
    Yes {
        /// The spellings of yes, of which the case does not matter.
        yes: Vec<String>,
        /// The spellings of no, of which the case does not matter. A cell that
        /// is neither is missing, or not to be expected.
        no: Vec<String>,
    },
    /// `legs=4`: the cell is this text, or the same number (`4.0`).
    Equals(String),
    /// `genres=Drama`: the cell holds several values, and this is one of them.
    Contains {
        /// The value.
        value: String,
        /// What stands between the values of a cell.
        separator: String,
    },
    /// `legs=?`: the value is missing.
    Missing {
        /// Spellings that look like a missing value and are none, such as the
        /// empty cell of a cross table.
        except: Vec<String>,
    },
    /// `age>=30`: the cell is a number, and it is not below this one.
    AtLeast(f64),
    /// `age<30`: the cell is a number below this one.
    Below(f64),
    /// `when>=2024-01-01`: the cell is this date or a later one.
    From(String),
    /// `when<2024-01-01`: the cell is a date before this one.
    Before(String),
    /// `2024-01-01<=when<2024-07-01`: the cell is a date in a period.
    During {
        /// The first date of the period.
        from: String,
        /// The date at which the period ends; it is not part of it.
        before: String,
    },
    /// `30<=age<45`: the cell is a number in an interval.
    Between {
        /// The smallest number of the interval.
        at_least: f64,
        /// The number at which the interval ends; it is not part of it.
        below: f64,
    },
}

/// What a cell answers to a [`Predicate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellAnswer {
    /// The predicate holds.
    Holds,
    /// The predicate does not hold.
    Fails,
    /// The value is missing, and so it is not known whether the predicate holds.
    Missing,
    /// The predicate makes no sense of the cell, such as of a word among numbers.
    Unexpected,
}

impl Predicate {
    /// Whether the cell says yes, in any of the usual spellings.
    pub fn usual_yes() -> Self {
        let yes = cell::BOOLEANS.iter().map(|(yes, _)| (*yes).to_owned()).collect();
        let no = cell::BOOLEANS.iter().flat_map(|(_, no)| no.iter().map(|&no| no.to_owned())).collect();
        Self::Yes { yes, no }
    }

    /// What the cell answers.
    pub fn test(&self, cell: &str) -> CellAnswer {
        self.answer(&Cell::new(cell))
    }

    pub(super) fn answer(&self, cell: &Cell<'_>) -> CellAnswer {
        match self {
            Self::Yes { yes, .. } if is_one_of(cell, yes) => CellAnswer::Holds,
            Self::Yes { no, .. } if is_one_of(cell, no) => CellAnswer::Fails,
            Self::Yes { .. } => no_value(cell),
            Self::Equals(value) if same_value(cell.text(), value) => CellAnswer::Holds,
            Self::Contains { value, separator } if has_piece(cell.text(), separator, value) => CellAnswer::Holds,
            Self::Equals(_) | Self::Contains { .. } if cell.is_missing() => CellAnswer::Missing,
            Self::Equals(_) | Self::Contains { .. } => CellAnswer::Fails,
            Self::Missing { except } => holds_if(cell.is_missing() && !is_one_of(cell, except)),
            Self::From(_) | Self::Before(_) | Self::During { .. } if !periods::is_date(cell.text()) => no_value(cell),
            Self::From(from) => holds_if(cell.text() >= from.as_str()),
            Self::Before(before) => holds_if(cell.text() < before.as_str()),
            Self::During { from, before } => holds_if((from.as_str()..before.as_str()).contains(&cell.text())),
            Self::AtLeast(_) | Self::Below(_) | Self::Between { .. } => match cell.number() {
                Some(number) => holds_if(self.holds_for(number)),
                None => no_value(cell),
            },
        }
    }

    /// Whether a number passes; nothing but a test of numbers is passed by one.
    pub(super) fn holds_for(&self, number: f64) -> bool {
        match self {
            Self::AtLeast(least) => number >= *least,
            Self::Below(bound) => number < *bound,
            Self::Between { at_least, below } => (*at_least..*below).contains(&number),
            _ => false,
        }
    }

    /// The numbers from which on the answer is another; none if it is no test of
    /// numbers.
    pub(super) fn cuts(&self) -> Vec<f64> {
        match self {
            Self::AtLeast(cut) | Self::Below(cut) => vec![*cut],
            Self::Between { at_least, below } => vec![*at_least, *below],
            _ => Vec::new(),
        }
    }

    /// What a cell should be, to tell whoever has another one.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            Self::Yes { .. } => "a usual spelling of yes and no (true/false, yes/no, 1/0, x/.)",
            Self::Equals(_) | Self::Contains { .. } | Self::Missing { .. } => "a value",
            Self::From(_) | Self::Before(_) | Self::During { .. } => "a date",
            Self::AtLeast(_) | Self::Below(_) | Self::Between { .. } => "a number",
        }
    }
}

/// What tells a value from others: a whole number may be written with a fraction
/// of zeros, as programs do that take it for a measurement, and true and false with
/// any capitals.
pub(super) fn value_key(text: &str) -> &str {
    match text {
        "TRUE" | "True" => "true",
        "FALSE" | "False" => "false",
        _ => match text.split_once('.') {
            Some((whole, zeros)) if is_whole(whole) && !zeros.is_empty() && zeros.bytes().all(|b| b == b'0') => whole,
            _ => text,
        },
    }
}

fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && !is_padded(digits) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn same_value(cell: &str, value: &str) -> bool {
    cell == value || value_key(cell) == value_key(value)
}

fn has_piece(cell: &str, separator: &str, value: &str) -> bool {
    several::pieces(cell, separator).any(|piece| piece == value)
}

fn is_one_of(cell: &Cell<'_>, spellings: &[String]) -> bool {
    spellings.iter().any(|spelling| spelling.eq_ignore_ascii_case(cell.text()))
}

fn holds_if(holds: bool) -> CellAnswer {
    if holds { CellAnswer::Holds } else { CellAnswer::Fails }
}

/// The answer of a cell that is none of the values there should be.
fn no_value(cell: &Cell<'_>) -> CellAnswer {
    if cell.is_missing() { CellAnswer::Missing } else { CellAnswer::Unexpected }
}

/// An attribute: what is said of the cells of which column. It is displayed as
/// its name, such as `legs=4`.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeTest {
    /// The name of the column.
    pub column: String,
    /// What is said of its cells.
    pub predicate: Predicate,
}

impl AttributeTest {
    /// The attribute of that name, if it can be one of that column. The name of
    /// a column alone stands for [`Predicate::usual_yes`].
    pub fn parse(column: &str, name: &str) -> Option<Self> {
        let predicate = if column == name {
            Predicate::usual_yes()
        } else {
            let behind = name.strip_prefix(column).and_then(parse_behind);
            behind.or_else(|| parse_between(column, name))?
        };
        Some(Self { column: column.to_owned(), predicate })
    }
}

/// The column among some that an attribute of that name is about, and what it says.
/// Where several fit, since names may contain `=` too, the longest name does.
pub(super) fn find_among(columns: &[String], name: &str) -> Option<(usize, AttributeTest)> {
    let fit = |(at, column): (usize, &String)| Some((at, AttributeTest::parse(column, name)?));
    columns.iter().enumerate().filter_map(fit).max_by_key(|(at, _)| columns[*at].len())
}

/// What stands behind the name of the column.
fn parse_behind(rest: &str) -> Option<Predicate> {
    let reads = |sign: &str| rest.strip_prefix(sign);
    match (reads(">="), reads("<"), reads("=")) {
        (Some(date), _, _) if periods::is_date(date) => Some(Predicate::From(date.to_owned())),
        (_, Some(date), _) if periods::is_date(date) => Some(Predicate::Before(date.to_owned())),
        (Some(number), _, _) => Some(Predicate::AtLeast(cell::number(number)?)),
        (_, Some(number), _) => Some(Predicate::Below(cell::number(number)?)),
        (_, _, Some(cell::UNKNOWN)) => Some(Predicate::Missing { except: Vec::new() }),
        (_, _, Some(value)) => Some(Predicate::Equals(value.to_owned())),
        _ => None,
    }
}

fn parse_between(column: &str, name: &str) -> Option<Predicate> {
    let (low, rest) = name.split_once("<=")?;
    let high = rest.strip_prefix(column)?.strip_prefix('<')?;
    if periods::is_date(low) && periods::is_date(high) {
        return Some(Predicate::During { from: low.to_owned(), before: high.to_owned() });
    }
    Some(Predicate::Between { at_least: cell::number(low)?, below: cell::number(high)? })
}

impl fmt::Display for AttributeTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, predicate } = self;
        match predicate {
            Predicate::Yes { .. } => f.write_str(column),
            Predicate::Equals(value) | Predicate::Contains { value, .. } => write!(f, "{column}={value}"),
            Predicate::Missing { .. } => write!(f, "{column}={}", cell::UNKNOWN),
            Predicate::From(from) => write!(f, "{column}>={from}"),
            Predicate::Before(before) => write!(f, "{column}<{before}"),
            Predicate::During { from, before } => write!(f, "{from}<={column}<{before}"),
            Predicate::AtLeast(least) => write!(f, "{column}>={}", number(*least)),
            Predicate::Below(bound) => write!(f, "{column}<{}", number(*bound)),
            Predicate::Between { at_least, below } => {
                write!(f, "{}<={column}<{}", number(*at_least), number(*below))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cells_answer() {
        use CellAnswer::{Fails, Holds, Missing, Unexpected};
        let test = |column: &str, name: &str, cells: [&str; 4]| {
            let attribute = AttributeTest::parse(column, name).unwrap();
            cells.map(|cell| attribute.predicate.test(cell))
        };
        assert_eq!(test("hair", "hair", ["YES", ".", "?", "red"]), [Holds, Fails, Missing, Unexpected]);
        assert_eq!(test("legs", "legs=4", ["4", " 4 ", "NA", "four"]), [Holds, Holds, Missing, Fails]);
        assert_eq!(test("legs", "legs=?", ["4", "", "NA", "four"]), [Fails, Holds, Holds, Fails]);
        assert_eq!(test("age", "age>=30", ["30", "29.9", "null", "old"]), [Holds, Fails, Missing, Unexpected]);
        assert_eq!(test("age", "age<30", ["30", "29.9", "null", "old"]), [Fails, Holds, Missing, Unexpected]);
        assert_eq!(test("age", "30<=age<45", ["30", "45", "-3e1", ""]), [Holds, Fails, Fails, Missing]);
    }

    #[test]
    fn a_cell_that_looks_missing_may_say_no() {
        let crosses = Predicate::Missing { except: vec![String::new()] };
        assert_eq!(crosses.test(""), CellAnswer::Fails);
        assert_eq!(crosses.test("?"), CellAnswer::Holds);
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        let equals = |value: &str, cell: &str| Predicate::Equals(value.to_owned()).test(cell) == CellAnswer::Holds;
        for (value, cell, same) in [
            ("4", "4.0", true),
            ("4.00", "4", true),
            ("-3", "-3.0", true),
            ("TRUE", "True", true),
            ("4", "4.01", false),
            ("007", "7", false),
            ("1.1", "1.10", false),
            ("a.0", "a", false),
            (".0", "", false),
        ] {
            assert_eq!(equals(value, cell), same, "{value} {cell}");
        }
    }

    #[test]
    fn one_of_several_values() {
        let drama = Predicate::Contains { value: "Drama".to_owned(), separator: "|".to_owned() };
        let answers = ["Drama", "Crime | Drama", "Melodrama", "", "?"].map(|cell| drama.test(cell));
        let missing = CellAnswer::Missing;
        assert_eq!(answers, [CellAnswer::Holds, CellAnswer::Holds, CellAnswer::Fails, missing, missing]);
    }

    #[test]
    fn what_is_no_test_of_the_column_is_refused() {
        for name in ["legs", "age", "age>30", "age>=old", "30<=legs<45", "30<=age", "ages=3"] {
            assert_eq!(AttributeTest::parse("age", name).is_some(), name == "age", "{name}");
        }
        assert!(AttributeTest::parse("1", "1<=1<2").is_some());
    }

    fn predicate() -> impl Strategy<Value = Predicate> {
        let number = prop_oneof![-1e20..1e20f64, -10.0..10.0f64, (-100..100i32).prop_map(f64::from), -1e-9..1e-9f64];
        prop_oneof![
            Just(Predicate::usual_yes()),
            "[a-z0-9<>=? ]{0,5}"
                .prop_filter("means missing", |value| value != cell::UNKNOWN)
                .prop_map(Predicate::Equals),
            Just(Predicate::Missing { except: Vec::new() }),
            number.clone().prop_map(Predicate::AtLeast),
            number.clone().prop_map(Predicate::Below),
            Just(Predicate::From("2024-01-31".to_owned())),
            Just(Predicate::Before("2024-01-31 12:30".to_owned())),
            Just(Predicate::During { from: "2024-01".to_owned(), before: "2025-01".to_owned() }),
            (number.clone(), number).prop_map(|(at_least, below)| Predicate::Between { at_least, below }),
        ]
    }

    proptest! {
        /// Columns whose names have signs of their own may be ambiguous.
        #[test]
        fn a_name_is_read_as_what_it_was_written_for(column in "[a-z0-9 .-]{1,4}", predicate in predicate()) {
            let attribute = AttributeTest { column, predicate };
            let read = AttributeTest::parse(&attribute.column, &attribute.to_string());
            prop_assert_eq!(read, Some(attribute));
        }

        #[test]
        fn what_is_read_is_written_alike(column in "[ab<>=]{1,3}", name in "[ab1<>=?]{1,6}") {
            if let Some(attribute) = AttributeTest::parse(&column, &name) {
                prop_assert_eq!(attribute.to_string(), name);
            }
        }
    }
}
