//! The attribute that rules shall be about.

use super::prepared::Prepared;
use crate::error::{did_you_mean, token};
use crate::scaling::{Predicate, Scale, is_yes};
use crate::{Attr, NameError};

/// Why there is no attribute of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TargetError {
    /// It is a column that gives several attributes.
    #[error("{} is a column; name one of its attributes, such as {}", token(column), token(attribute))]
    IsColumn {
        /// The column.
        column: String,
        /// One of its attributes.
        attribute: String,
    },
    /// It is a column that gives no attribute.
    #[error("the column {} gives no attribute: {reason}", token(column))]
    LeftOut {
        /// The column.
        column: String,
        /// Why.
        reason: String,
    },
    /// There is nothing of that name.
    #[error("there is no attribute {}{}", token(name), did_you_mean(near.as_deref()))]
    Unknown {
        /// The name.
        name: String,
        /// What may be meant.
        near: Option<String>,
    },
}

impl Prepared {
    /// The attribute of that name. The name of a column of yes and no stands for
    /// yes.
    pub fn target(&self, name: &str) -> Result<Attr, TargetError> {
        let universe = self.context.universe();
        let near = match universe.attr(name) {
            Ok(attr) => return Ok(attr),
            Err(NameError::Unknown { near, .. }) => near,
            Err(_) => None,
        };
        let column = self.scaling.iter().flat_map(|scaling| &scaling.columns).find(|column| column.column == name);
        let Some(column) = column else { return Err(TargetError::Unknown { name: name.to_owned(), near }) };
        let missing = self.scaling.as_ref().map(|scaling| scaling.missing).unwrap_or_default();
        let attributes = column.attributes(missing);
        let yes = attributes.iter().find(|test| matches!(&test.predicate, Predicate::Equals(value) if is_yes(value)));
        if let (Scale::Nominal { values }, Some(yes)) = (&column.scale, yes)
            && values.len() <= 2
            && let Ok(attr) = universe.attr(&yes.to_string())
        {
            return Ok(attr);
        }
        Err(match (&column.scale, attributes.last()) {
            (Scale::Dropped { reason }, _) => {
                TargetError::LeftOut { column: name.to_owned(), reason: reason.to_string() }
            }
            (_, Some(last)) => TargetError::IsColumn { column: name.to_owned(), attribute: last.to_string() },
            (_, None) => TargetError::LeftOut { column: name.to_owned(), reason: "it names the rows".to_owned() },
        })
    }
}
