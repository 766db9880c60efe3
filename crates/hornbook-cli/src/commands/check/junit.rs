//! What came of a check as JUnit XML, which build servers show: each rule is a test.

use super::checked::{Checked, CheckedRule, counted};
use super::text::row_words;
use crate::words;

/// The check of a table of that name as a suite of tests.
pub(super) fn xml_of(checked: &Checked, table: &str) -> String {
    let figures = format!("tests=\"{}\" failures=\"{}\" errors=\"0\"", checked.rules.len(), checked.broken().count());
    let name = escaped(table);
    let cases: String = checked.rules.iter().map(|rule| case(checked, rule, &name)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hornbook check\" {figures}>\n  <testsuite \
         name=\"{name}\" {figures}>\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

fn case(checked: &Checked, rule: &CheckedRule, table: &str) -> String {
    let name = escaped(&words::rule(&checked.universe, &rule.rule));
    let begin = format!("    <testcase classname=\"{table}\" name=\"{name}\"");
    let breaks = &rule.breaks;
    let unjudged = match breaks.unjudged {
        0 => String::new(),
        rows => format!("{} cannot be judged: values are missing", counted(rows, "row")),
    };
    match (breaks.count, breaks.unjudged) {
        (0, 0) => format!("{begin}/>\n"),
        (0, _) => format!("{begin}>\n      <system-out>{unjudged}</system-out>\n    </testcase>\n"),
        (count, _) => {
            let message = checked.broken_by(count);
            let mut lines: Vec<String> =
                breaks.rows.iter().map(|row| row_words(&checked.universe, rule, row)).collect();
            if checked.row_count.is_some() && count > breaks.rows.len() as u64 {
                lines.push(format!("… and {}", counted(count - breaks.rows.len() as u64, "more row")));
            }
            lines.extend(Some(unjudged).filter(|words| !words.is_empty()));
            let lines = escaped(&lines.join("\n"));
            format!(
                "{begin}>\n      <failure message=\"{message}\" type=\"broken rule\">{lines}</failure>\n    </testcase>\n"
            )
        }
    }
}

/// The text so that it can stand in XML, between tags or quotes. XML 1.0 cannot hold all
/// characters, however they are written: the others are replaced.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\n' | '\t' => written.push(letter),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => written.push('\u{fffd}'),
            letter => written.push(letter),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_holds_no_signs_and_no_control_characters() {
        assert_eq!(escaped("<a href=\"&\">"), "&lt;a href=&quot;&amp;&quot;&gt;");
        assert_eq!(escaped("a\u{1b}b\u{0}c\u{ffff}\nd"), "a\u{fffd}b\u{fffd}c\u{fffd}\nd");
    }
}
