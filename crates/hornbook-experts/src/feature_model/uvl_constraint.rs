//! Constraints of UVL: `!`, `&`, `|`, `=>` and `<=>` between features.

use hornbook::format::{FormatError, token};

use super::builder::{ClauseBuilder, MAX_DEPTH};
use super::formula::Formula;
use super::uvl_lines::UvlLine;

/// Reads the constraint that a line says.
pub(super) fn constraint(line: UvlLine<'_>, builder: &ClauseBuilder) -> Result<Formula, FormatError> {
    let mut parser = Parser { line, builder, at: 0, depth: 0 };
    let formula = parser.formula(0)?;
    match parser.rest() {
        "" => Ok(formula),
        _ => Err(parser.expected("the end of the constraint, or one of & | => <=>")),
    }
}

/// What binds least comes first.
const OPERATORS: [&str; 4] = ["<=>", "=>", "|", "&"];

struct Parser<'a> {
    line: UvlLine<'a>,
    builder: &'a ClauseBuilder,
    /// How many bytes were read.
    at: usize,
    /// How deep it is in brackets and negations.
    depth: usize,
}

impl<'a> Parser<'a> {
    /// What was not read yet.
    fn rest(&mut self) -> &'a str {
        let rest = &self.line.text[self.at..];
        let said = rest.trim_start();
        self.at += rest.len() - said.len();
        said
    }

    fn take(&mut self, word: &str) -> bool {
        let is_next = self.rest().starts_with(word);
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn expected(&mut self, expected: &str) -> FormatError {
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let found = if rest.is_empty() { "the end of the line".to_owned() } else { token(&rest[..end]) };
        self.line.at(FormatError::found(found, expected), self.at)
    }

    /// Formulas between operators that bind as this one or more.
    fn formula(&mut self, binding: usize) -> Result<Formula, FormatError> {
        let Some(operator) = OPERATORS.get(binding) else { return self.operand() };
        let mut parts = vec![self.formula(binding + 1)?];
        while self.take(operator) {
            parts.push(self.formula(binding + 1)?);
        }
        if let [_] = parts[..] {
            return Ok(parts.remove(0));
        }
        let joined = |join: fn(Formula, Formula) -> Formula, parts: Vec<Formula>| {
            parts.into_iter().reduce(join).unwrap_or_else(|| Formula::All(Vec::new()))
        };
        Ok(match *operator {
            "|" => Formula::Any(parts),
            "&" => Formula::All(parts),
            "=>" => joined(Formula::implies, parts),
            _ => joined(Formula::equivalent, parts),
        })
    }

    fn operand(&mut self) -> Result<Formula, FormatError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.expected(&format!("formulas that are nested at most {MAX_DEPTH} deep")));
        }
        let formula = if self.take("!") {
            self.operand()?.not()
        } else if self.take("(") {
            let formula = self.formula(0)?;
            if !self.take(")") {
                return Err(self.expected("a closing bracket"));
            }
            formula
        } else {
            self.feature()?
        };
        self.depth -= 1;
        Ok(formula)
    }

    fn feature(&mut self) -> Result<Formula, FormatError> {
        let rest = self.rest();
        let (name, length) = match rest.strip_prefix('"') {
            Some(quoted) => match quoted.find('"') {
                Some(end) => (&quoted[..end], end + 2),
                None => return Err(self.expected("a closing quote")),
            },
            None => {
                let end = rest.find(|letter: char| letter.is_whitespace() || "!&|=<>()\"{}[],+-*/".contains(letter));
                let end = end.unwrap_or(rest.len());
                (&rest[..end], end)
            }
        };
        if name.is_empty() {
            return Err(self.expected("a feature, ! or an opening bracket"));
        }
        let variable = self.builder.named(name).map_err(|error| self.line.at(error, self.at))?;
        self.at += length;
        let rest = self.rest();
        if ["==", "!=", "<", ">", "+", "-", "*", "/"].iter().any(|sign| rest.starts_with(sign))
            && !rest.starts_with("<=>")
        {
            return Err(self.expected("logic between features: numbers are not read"));
        }
        Ok(Formula::Feature(variable))
    }
}
