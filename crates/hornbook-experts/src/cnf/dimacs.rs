//! DIMACS files: `p cnf VARIABLES CLAUSES`, and clauses that end with 0.

use hornbook::format::{FormatError, token};

use super::clauses::{Cnf, MAX_VARIABLES};
use super::names::NamesFound;

/// Reads a theory from a file in DIMACS format.
///
/// Comments may stand anywhere, and give names to variables: `c 1 name`, `c 1 = name`,
/// `c 1: name`, `c 1 -> name` or `c var 1 name`. A line with `%` ends the clauses, as in
/// old benchmarks. The clauses must be as many as the header says: else a file that was
/// cut off would say less than it should.
pub fn read_dimacs(bytes: &[u8]) -> Result<Cnf, FormatError> {
    let mut reader = Reader::default();
    for (at, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line_number = at + 1;
        let text = str::from_utf8(line).map_err(|error| {
            let column = String::from_utf8_lossy(&line[..error.valid_up_to()]).chars().count() + 1;
            FormatError::found("bytes that are no text", "text in UTF-8").at(line_number, column)
        })?;
        if reader.line(text.trim_end_matches('\r'), line_number)?.is_end() {
            break;
        }
    }
    reader.finish()
}

/// What a file holds so far.
#[derive(Default)]
struct Reader {
    header: Option<Header>,
    clauses: Vec<Vec<i32>>,
    /// The literals of a clause that has not ended yet.
    open: Vec<i32>,
    /// The line in which it begins.
    open_since: usize,
    names: NamesFound,
}

/// What the header says, and where it stands.
struct Header {
    variables: usize,
    clauses: usize,
    line: usize,
}

/// Whether more may follow.
#[derive(PartialEq, Eq)]
enum Goes {
    On,
    ToItsEnd,
}

impl Goes {
    fn is_end(&self) -> bool {
        *self == Self::ToItsEnd
    }
}

impl Reader {
    fn line(&mut self, text: &str, line: usize) -> Result<Goes, FormatError> {
        let begin = text.trim_start();
        match begin.chars().next() {
            None => {}
            Some('c') if is_word(begin, "c") => self.names.take(&begin[1..], line),
            Some('p') => self.header(text, line)?,
            Some('%') => return Ok(Goes::ToItsEnd),
            Some(_) => self.literals(text, line)?,
        }
        Ok(Goes::On)
    }

    fn header(&mut self, text: &str, line: usize) -> Result<(), FormatError> {
        if let Some(header) = &self.header {
            let expected = format!("clauses: the header stands in line {}", header.line);
            return Err(FormatError::found("a second header", expected).at_line(line));
        }
        let expected = "'p cnf VARIABLES CLAUSES'";
        let words: Vec<(usize, &str)> = words(text).collect();
        let [(_, "p"), (_, "cnf"), variables, clauses] = words[..] else {
            return Err(FormatError::found(token(text.trim()), expected).at_line(line));
        };
        let number = |(column, word): (usize, &str)| {
            word.parse::<usize>().map_err(|_| FormatError::found(token(word), "a number").at(line, column))
        };
        let (variable_count, clause_count) = (number(variables)?, number(clauses)?);
        if variable_count > MAX_VARIABLES {
            let found = format!("{variable_count} variables");
            return Err(FormatError::found(found, format!("at most {MAX_VARIABLES}")).at(line, variables.0));
        }
        self.header = Some(Header { variables: variable_count, clauses: clause_count, line });
        Ok(())
    }

    fn literals(&mut self, text: &str, line: usize) -> Result<(), FormatError> {
        for (column, word) in words(text) {
            let Some(Header { variables, clauses, line: header }) = self.header else {
                return Err(FormatError::found(token(word), "'p cnf VARIABLES CLAUSES' first").at(line, column));
            };
            let wrong = |expected: String| FormatError::found(token(word), expected).at(line, column);
            let literal: i64 = word.parse().map_err(|_| wrong("a literal, or 0 to end the clause".to_owned()))?;
            if literal.unsigned_abs() > variables as u64 {
                return Err(wrong(format!("a variable up to {variables}, as the header in line {header} says")));
            }
            // Numbers of variables fit: there are no more than `MAX_VARIABLES`.
            let literal = literal as i32;
            if self.open.is_empty() {
                self.open_since = line;
            }
            if literal != 0 {
                self.open.push(literal);
                continue;
            }
            self.clauses.push(std::mem::take(&mut self.open));
            if self.clauses.len() > clauses {
                let found = format!("clause {}", self.clauses.len());
                let expected = format!("no more than {clauses} clauses, as the header in line {header} says");
                return Err(FormatError::found(found, expected).at(line, column));
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Cnf, FormatError> {
        let Some(header) = self.header else {
            return Err(FormatError::found("no header", "'p cnf VARIABLES CLAUSES' before the clauses"));
        };
        if !self.open.is_empty() {
            return Err(FormatError::found("a clause without an end", "0 behind it").at_line(self.open_since));
        }
        if self.clauses.len() < header.clauses {
            let found = format!("{} clauses", self.clauses.len());
            let expected = format!("{}, as the header says", header.clauses);
            return Err(FormatError::found(found, expected).at_line(header.line));
        }
        let names = self.names.of(header.variables)?;
        Ok(Cnf { variable_count: header.variables, clauses: self.clauses, names })
    }
}

/// Whether the text begins with this word.
fn is_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// The words of a line, each with its column, counted in characters from 1.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut seen, mut column) = (0, 1);
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        column += text[seen..start].chars().count();
        seen = start;
        (column, word)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn clauses_may_be_spread_over_lines_and_share_them() {
        let text = "c about tea\nc 1 tea\np cnf  3 4\n1 -2\n 0 3 0\nc 3 = milk\n\n0\r\n-1 -3 0\n%\n0\n\n";
        let cnf = read_dimacs(text.as_bytes()).unwrap();
        assert_eq!(cnf.clauses, [vec![1, -2], vec![3], vec![], vec![-1, -3]]);
        let names: Vec<(usize, &str)> = cnf.names.iter().map(|(&at, name)| (at, name.as_str())).collect();
        assert_eq!(names, [(1, "tea"), (3, "milk")]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, message) in [
            ("", " found no header, expected 'p cnf VARIABLES CLAUSES' before the clauses"),
            ("1 2 0\n", "1:1: found '1', expected 'p cnf VARIABLES CLAUSES' first"),
            ("p dnf 1 1\n", "1: found 'p dnf 1 1', expected 'p cnf VARIABLES CLAUSES'"),
            ("p cnf x 1\n", "1:7: found 'x', expected a number"),
            ("p cnf 1 0\np cnf 1 0\n", "2: found a second header, expected clauses: the header stands in line 1"),
            ("p cnf 4000000000 1\n", "1:7: found 4000000000 variables, expected at most 10000000"),
            ("p cnf 2 1\n1 3 0\n", "2:3: found '3', expected a variable up to 2, as the header in line 1 says"),
            ("p cnf 2 1\n1 -9223372036854775808 0\n", "2:3: found '-9223372036854775808', expected a variable"),
            ("p cnf 2 1\n1 b 0\n", "2:3: found 'b', expected a literal, or 0 to end the clause"),
            ("p cnf 2 1\n1 2\n", "2: found a clause without an end, expected 0 behind it"),
            ("p cnf 2 2\n1 2 0\n", "1: found 1 clauses, expected 2, as the header says"),
            ("p cnf 2 1\n1 0 2 0\n", "2:7: found clause 2, expected no more than 1 clauses"),
            ("c 1 a\nc 2 a\np cnf 2 0\n", "2: found the name 'a', expected another one: variable 1 is called so"),
            ("c 1 a\nc 1 b\np cnf 2 0\n", "2: found the name 'b' for variable 1, expected 'a', as it is called above"),
        ] {
            let error = read_dimacs(text.as_bytes()).unwrap_err().in_file("f").to_string();
            assert!(error.starts_with(&format!("f:{message}")), "{text:?}: {error}");
        }
        let error = read_dimacs(b"p cnf 1 1\n1 \xff 0\n").unwrap_err().in_file("f").to_string();
        assert_eq!(error, "f:2:3: found bytes that are no text, expected text in UTF-8");
    }
}
