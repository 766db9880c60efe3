//! Rules as constraints that keep rows out which break them.

use super::dialect::EmitDialect;
use super::emission::{Emission, EmittedRule, comment, one_line};
use crate::error::EngineError;

impl Emission<'_> {
    /// A constraint for each rule. SQLite cannot add constraints to a table that is
    /// there: for it, triggers do the same.
    pub fn constraints(&self) -> Result<String, EngineError> {
        let is_sqlite = self.dialect == EmitDialect::Sqlite;
        let mut text = self.heading(if is_sqlite { "triggers" } else { "constraints" });
        text.push_str(match self.dialect {
            EmitDialect::Sqlite => {
                "-- SQLite cannot add a constraint to a table that is there. Triggers refuse new and\n\
                 -- changed rows; --style queries finds the rows that break a rule already.\n"
            }
            EmitDialect::Spark => "-- Of the tables of Spark, those of Delta Lake have constraints.\n",
            _ => "",
        });
        for (at, rule) in self.rules.iter().enumerate() {
            text.push('\n');
            text.push_str(&comment(&format!("Rule {}: {}", at + 1, rule.text)));
            text.push_str(&if is_sqlite { self.triggers(rule)? } else { self.constraint(rule)? });
        }
        Ok(text)
    }

    fn constraint(&self, rule: &EmittedRule) -> Result<String, EngineError> {
        let (table, name) = (self.quoted_table(), self.dialect.quoted_name(&rule.name));
        // What is unknown makes it NULL, and so passes.
        let broken = self.broken(rule, None)?;
        Ok(format!("ALTER TABLE {table} ADD CONSTRAINT {name} CHECK (NOT ({broken}));\n"))
    }

    fn triggers(&self, rule: &EmittedRule) -> Result<String, EngineError> {
        let broken = self.broken(rule, Some("NEW"))?;
        let message = self.dialect.quoted_text(&format!("broken rule: {}", one_line(&rule.text)));
        // The trigger is in the schema of its table.
        let mut schema = self.dialect.quoted_parts(self.table);
        let table = schema.pop().unwrap_or_default();
        let schema: String = schema.iter().map(|part| format!("{part}.")).collect();
        let trigger = |event: &str| {
            let name = self.dialect.quoted_name(&format!("{}_{}", rule.name, event.to_lowercase()));
            format!(
                "CREATE TRIGGER {schema}{name} AFTER {event} ON {table} WHEN {broken}\n\
                 BEGIN SELECT RAISE(ABORT, {message}); END;\n"
            )
        };
        Ok(trigger("INSERT") + &trigger("UPDATE"))
    }
}
