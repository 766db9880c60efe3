//! Rules that are to be written, and what each of them says in SQL.

use hornbook::{Attr, Conclusion, Implication};

use super::attribute_columns::AttributeColumns;
use super::attribute_conditions;
use super::conditions::Conditions;
use super::dialect::EmitDialect;
use crate::error::EngineError;

/// A rule that is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedRule {
    /// What it is called: letters, digits and underscores, the same in every run.
    pub name: String,
    /// The rule for people.
    pub text: String,
    /// What it says.
    pub implication: Implication,
}

/// Rules that are to be written in another language.
#[derive(Clone, Copy, Debug)]
pub struct Emission<'a> {
    /// The rules.
    pub rules: &'a [EmittedRule],
    /// What the columns of the table say of their attributes.
    pub columns: &'a AttributeColumns,
    /// The way to speak SQL.
    pub dialect: EmitDialect,
    /// The name of the table, perhaps with its schema before a point.
    pub table: &'a str,
    /// Whether what is missing is absent. Otherwise it is unknown, and breaks no rule.
    pub missing_is_absent: bool,
}

impl Emission<'_> {
    /// What is true of the rows that break the rule, which are called `row` if they have
    /// a name.
    pub(super) fn broken(&self, rule: &EmittedRule, row: Option<&str>) -> Result<String, EngineError> {
        let conditions = |attr: Attr| -> Result<Conditions, EngineError> {
            let conditions = attribute_conditions::conditions(self.dialect, self.columns.of(attr)?, row)?;
            Ok(if self.missing_is_absent { conditions.with_missing_as_no() } else { conditions })
        };
        let Implication { premise, conclusion } = rule.implication.without_premise();
        let mut all = Vec::new();
        for attr in premise.iter() {
            all.push(conditions(attr)?.has);
        }
        if let Conclusion::Attrs(attrs) = conclusion {
            let lacks: Result<Vec<String>, EngineError> =
                attrs.iter().map(|attr| Ok(conditions(attr)?.lacks)).collect();
            all.push(match lacks?.as_slice() {
                // Nothing follows, and so nothing breaks it.
                [] => "1 = 0".to_owned(),
                [lacks] => lacks.clone(),
                several => format!("({})", several.join(" OR ")),
            });
        }
        if all.iter().any(|condition| condition.contains('\0')) {
            let rule = one_line(&rule.text);
            return Err(EngineError::Wrong(format!("a zero byte cannot be written in SQL, as in the rule {rule}")));
        }
        // What never occurs, whatever a row has, is broken by every row.
        Ok(if all.is_empty() { "1 = 1".to_owned() } else { all.join(" AND ") })
    }

    /// The table as it stands behind FROM.
    pub(super) fn quoted_table(&self) -> String {
        self.dialect.quoted_table(self.table)
    }

    /// A few lines of comment on what follows.
    pub(super) fn heading(&self, what: &str) -> String {
        let rules = match self.rules.len() {
            1 => "1 rule".to_owned(),
            count => format!("{count} rules"),
        };
        let missing = match self.missing_is_absent {
            true => "What is missing counts as absent.",
            false => "Only what is known breaks a rule: where a value is missing, it is not broken.",
        };
        format!("-- {rules} as {what}, for {}.\n-- {missing}\n", self.dialect)
    }
}

/// The text as a comment of one line, whatever it holds.
pub(super) fn comment(text: &str) -> String {
    format!("-- {}\n", one_line(text))
}

/// The text on one line: what would end it or steer a terminal is spelled out.
pub(super) fn one_line(text: &str) -> String {
    let is_odd = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let spell = |c: char| if is_odd(c) { c.escape_unicode().to_string() } else { c.to_string() };
    text.chars().map(spell).collect()
}
