//! The attributes that a column gives.

use super::cell;
use super::predicate::{AttributeTest, Predicate};
use super::{Column, Missing, Scale, Scaling};
use crate::Universe;
use crate::error::{FormatError, token};

impl Scaling {
    /// The attributes, column by column.
    pub fn attributes(&self) -> Vec<AttributeTest> {
        self.columns.iter().flat_map(|column| column.attributes(self.missing)).collect()
    }

    /// The names of the attributes, column by column.
    pub fn universe(&self) -> Result<Universe, FormatError> {
        Ok(Universe::new(self.attributes().iter().map(AttributeTest::to_string))?)
    }

    /// Why there are no attributes, column by column.
    pub(crate) fn without_attributes(&self) -> String {
        let said = |column: &Column| match &column.scale {
            Scale::Dropped { reason } => format!("{}: {reason}", token(&column.column)),
            _ => format!("{}: the names of the rows", token(&column.column)),
        };
        let more = (self.columns.len() > MOST_COLUMNS_SAID).then(|| "…".to_owned());
        let reasons: Vec<String> = self.columns.iter().take(MOST_COLUMNS_SAID).map(said).chain(more).collect();
        format!("no column of the table gives an attribute ({})", reasons.join("; "))
    }
}

/// Of so many columns it is said why they give no attributes.
const MOST_COLUMNS_SAID: usize = 5;

impl Column {
    /// The column's attributes; the one for "missing" comes last.
    pub fn attributes(&self, missing: Missing) -> Vec<AttributeTest> {
        let test = |predicate| AttributeTest { column: self.column.clone(), predicate };
        let predicates = self.scale.predicates().into_iter().chain(self.if_missing(missing));
        predicates.map(test).collect()
    }

    /// What the attribute for "missing" says, if there is one.
    fn if_missing(&self, missing: Missing) -> Option<Predicate> {
        let no = match &self.scale {
            Scale::Identifier | Scale::Dropped { .. } => return None,
            Scale::Boolean { no, .. } => no.as_slice(),
            _ => &[],
        };
        let except = || no.iter().filter(|no| cell::is_missing(no)).cloned().collect();
        (missing == Missing::Value && self.missing > 0).then(|| Predicate::Missing { except: except() })
    }
}

impl Scale {
    /// What the attributes for values that are there say, in their order.
    pub(super) fn predicates(&self) -> Vec<Predicate> {
        match self {
            Self::Identifier | Self::Dropped { .. } => Vec::new(),
            Self::Boolean { yes, no } => vec![Predicate::Yes { yes: yes.clone(), no: no.clone() }],
            Self::Nominal { values } => values.iter().cloned().map(Predicate::Equals).collect(),
            Self::Several { separator, values } => {
                let contains =
                    |value: &String| Predicate::Contains { value: value.clone(), separator: separator.clone() };
                values.iter().map(contains).collect()
            }
            Self::Intervals { cuts } => intervals(cuts),
            Self::Periods { cuts } => periods(cuts),
            Self::Ordinal { cuts } => cuts.iter().copied().map(Predicate::AtLeast).collect(),
            Self::Interordinal { cuts } => {
                let below = cuts.iter().copied().map(Predicate::Below);
                below.chain(cuts.iter().copied().map(Predicate::AtLeast)).collect()
            }
        }
    }
}

fn intervals(cuts: &[f64]) -> Vec<Predicate> {
    let (Some(&first), Some(&last)) = (cuts.first(), cuts.last()) else { return Vec::new() };
    let between = cuts.windows(2).map(|pair| Predicate::Between { at_least: pair[0], below: pair[1] });
    std::iter::once(Predicate::Below(first)).chain(between).chain([Predicate::AtLeast(last)]).collect()
}

fn periods(cuts: &[String]) -> Vec<Predicate> {
    let (Some(first), Some(last)) = (cuts.first(), cuts.last()) else { return Vec::new() };
    let during = cuts.windows(2).map(|pair| Predicate::During { from: pair[0].clone(), before: pair[1].clone() });
    std::iter::once(Predicate::Before(first.clone())).chain(during).chain([Predicate::From(last.clone())]).collect()
}
