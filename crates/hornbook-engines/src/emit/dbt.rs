//! Rules as singular tests of dbt: a query each, whose rows are the failures.

use super::emission::{Emission, comment};
use crate::error::EngineError;

/// A file of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DbtTest {
    /// What the file is called.
    pub file_name: String,
    /// What is in it.
    pub text: String,
}

impl Emission<'_> {
    /// A test for each rule, of the model that has the name of the table. They need no
    /// package of dbt.
    pub fn dbt_tests(&self) -> Result<Vec<DbtTest>, EngineError> {
        let test = |rule| {
            let conditions = without_templates(&self.broken(rule, None)?);
            let rule_text = without_templates(&comment(&format!("Rows that break: {}", rule.text)));
            let text =
                format!("{rule_text}select * from {{{{ ref({}) }}}}\nwhere {conditions}\n", python_text(self.table));
            Ok(DbtTest { file_name: format!("{}.sql", rule.name), text })
        };
        self.rules.iter().map(test).collect()
    }
}

/// The text so that templates leave it as it is: a brace that would begin something is
/// written as a text of its own.
fn without_templates(text: &str) -> String {
    let mut written = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('{', Some('{' | '%' | '#')) => written.push_str("{{ '{' }}"),
            _ => written.push(letter),
        }
    }
    written
}

/// A text of the language of templates.
fn python_text(text: &str) -> String {
    let letter = |c: char| match c {
        '\'' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        c if c.is_control() => format!("\\x{:02x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("'{}'", text.chars().map(letter).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_leave_values_alone() {
        assert_eq!(without_templates("a {{ b }} {x} {%"), "a {{ '{' }}{ b }} {x} {{ '{' }}%");
        assert_eq!(without_templates("{{{"), "{{ '{' }}{{ '{' }}{");
        assert_eq!(python_text("it's \\ \n"), "'it\\'s \\\\ \\n'");
    }
}
