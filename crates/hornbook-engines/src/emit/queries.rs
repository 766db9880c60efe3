//! Rules as queries for the rows that break them.

use super::emission::{Emission, EmittedRule, comment, one_line};
use crate::error::EngineError;

/// So many rules are counted by one query: databases limit its columns and parts.
const RULES_A_QUERY: usize = 200;

impl Emission<'_> {
    /// A query for each rule, which gives the rows that break it, and one that says for
    /// each rule how many there are, in one scan of the table.
    pub fn queries(&self) -> Result<String, EngineError> {
        let mut text = self.heading("queries for the rows that break them");
        for (at, rule) in self.rules.iter().enumerate() {
            text.push('\n');
            text.push_str(&comment(&format!("Rule {}: {}", at + 1, rule.text)));
            text.push_str(&format!("{};\n", self.query(rule)?));
        }
        for (chunk, rules) in self.rules.chunks(RULES_A_QUERY).enumerate() {
            text.push('\n');
            text.push_str(&comment("How many rows break each rule, in one scan."));
            text.push_str(&self.counting(rules, chunk * RULES_A_QUERY + 1)?);
        }
        Ok(text)
    }

    /// The rows that break a rule.
    pub(super) fn query(&self, rule: &EmittedRule) -> Result<String, EngineError> {
        Ok(format!("SELECT * FROM {} WHERE {}", self.quoted_table(), self.broken(rule, None)?))
    }

    /// How many rows break each of these rules, the first of which has that number.
    fn counting(&self, rules: &[EmittedRule], first: usize) -> Result<String, EngineError> {
        let (mut counts, mut names, mut cases) = (Vec::new(), Vec::new(), Vec::new());
        for (number, rule) in (first..).zip(rules) {
            counts.push(format!("count(CASE WHEN {} THEN 1 END) AS b{number}", self.broken(rule, None)?));
            let quoted = self.dialect.quoted_text(&one_line(&rule.text));
            names.push(match number == first {
                true => format!("SELECT {number} AS rule_number, {quoted} AS rule_text"),
                false => format!("SELECT {number}, {quoted}"),
            });
            cases.push(format!("WHEN {number} THEN counted.b{number}"));
        }
        Ok(format!(
            "SELECT named.rule_number, named.rule_text,\n  CASE named.rule_number {} END AS breaking_rows\nFROM (\n  \
             SELECT\n    {}\n  FROM {}\n) AS counted\nCROSS JOIN (\n  {}\n) AS named\nORDER BY named.rule_number;\n",
            cases.join(" "),
            counts.join(",\n    "),
            self.quoted_table(),
            names.join("\n  UNION ALL "),
        ))
    }
}
