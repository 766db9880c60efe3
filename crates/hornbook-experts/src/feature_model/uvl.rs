//! Feature models in the Universal Variability Language.

use hornbook::format::{FormatError, token};

use super::builder::{Cardinality, ClauseBuilder, MAX_DEPTH};
use super::formula::Formula;
use super::uvl_constraint::constraint;
use super::uvl_lines::{UvlLine, lines, without_comments};
use crate::cnf::Cnf;

/// Reads a feature model in UVL: its `features`, with the groups `mandatory`, `optional`,
/// `or`, `alternative` and `[n..m]`, and its `constraints` as far as they are logic.
/// Attributes in braces and types are passed over; imports, feature cardinalities and
/// arithmetic are refused.
pub fn read_uvl(bytes: &[u8]) -> Result<Cnf, FormatError> {
    let text = str::from_utf8(bytes).map_err(|_| FormatError::found("bytes that are no text", "text in UTF-8"))?;
    let text = without_comments(text.trim_start_matches('\u{feff}'));
    let mut reader = Reader::default();
    let mut section = Section::Before;
    for line in lines(&text) {
        if line.indent == 0 {
            section = Section::begins(line)?;
            continue;
        }
        match section {
            Section::Features => reader.tree_line(line)?,
            Section::Constraints => {
                let formula = constraint(line, &reader.builder)?;
                reader.constraints.push(formula);
            }
            Section::Before => {}
        }
    }
    reader.finish()
}

/// What lines are about.
#[derive(Clone, Copy)]
enum Section {
    /// The name of the model, and which parts of the language it uses.
    Before,
    Features,
    Constraints,
}

impl Section {
    fn begins(line: UvlLine<'_>) -> Result<Self, FormatError> {
        match line.text.split_whitespace().next().unwrap_or_default() {
            "namespace" | "include" => Ok(Self::Before),
            "features" => Ok(Self::Features),
            "constraints" => Ok(Self::Constraints),
            other => {
                let expected = "namespace, include, features or constraints: imports are not read";
                Err(line.at(FormatError::found(token(other), expected), 0))
            }
        }
    }
}

/// A feature or a group that the lines below it belong to.
struct Open {
    indent: usize,
    what: What,
    line: usize,
}

enum What {
    Feature(i32),
    Group { parent: i32, cardinality: Cardinality, children: Vec<i32> },
}

#[derive(Default)]
struct Reader {
    builder: ClauseBuilder,
    /// From the root down to the last line.
    open: Vec<Open>,
    has_root: bool,
    constraints: Vec<Formula>,
}

impl Reader {
    fn tree_line(&mut self, line: UvlLine<'_>) -> Result<(), FormatError> {
        while let Some(last) = self.open.pop_if(|last| last.indent >= line.indent) {
            self.close(last)?;
        }
        if self.open.len() >= 2 * MAX_DEPTH {
            let expected = format!("features that are nested at most {MAX_DEPTH} deep");
            return Err(line.at(FormatError::found(token(line.text), expected), 0));
        }
        let what = match self.open.last_mut().map(|last| &mut last.what) {
            Some(What::Feature(parent)) => {
                What::Group { parent: *parent, cardinality: cardinality(line)?, children: Vec::new() }
            }
            Some(What::Group { children, .. }) => {
                let feature = self.builder.feature(feature_name(line)?).map_err(|error| line.at(error, 0))?;
                children.push(feature);
                What::Feature(feature)
            }
            None if self.has_root => {
                let expected = "one feature, below which all others are";
                return Err(line.at(FormatError::found(token(line.text), expected), 0));
            }
            None => {
                self.has_root = true;
                let feature = self.builder.feature(feature_name(line)?).map_err(|error| line.at(error, 0))?;
                self.builder.root(feature);
                What::Feature(feature)
            }
        };
        self.open.push(Open { indent: line.indent, what, line: line.number });
        Ok(())
    }

    /// Nothing more belongs to a feature or group.
    fn close(&mut self, ended: Open) -> Result<(), FormatError> {
        let What::Group { parent, cardinality, children } = ended.what else { return Ok(()) };
        if children.is_empty() {
            return Err(FormatError::found("a group without features", "features below it").at_line(ended.line));
        }
        self.builder.group(parent, &children, cardinality).map_err(|error| error.at_line(ended.line))
    }

    fn finish(mut self) -> Result<Cnf, FormatError> {
        while let Some(last) = self.open.pop() {
            self.close(last)?;
        }
        if !self.has_root {
            return Err(FormatError::found("no features", "a section 'features' with one feature above all others"));
        }
        self.constraints.iter().for_each(|formula| self.builder.constraint(formula));
        Ok(self.builder.finish())
    }
}

/// How many features of a group there are.
fn cardinality(line: UvlLine<'_>) -> Result<Cardinality, FormatError> {
    let wrong = || {
        let expected = "mandatory, optional, or, alternative, or a number of features such as [1..3]";
        line.at(FormatError::found(token(line.text), expected), 0)
    };
    match line.text {
        "mandatory" => Ok(Cardinality::MANDATORY),
        "optional" => Ok(Cardinality::OPTIONAL),
        "or" => Ok(Cardinality::OR),
        "alternative" => Ok(Cardinality::ALTERNATIVE),
        text => {
            let bounds = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or_else(wrong)?;
            let (least, most) = bounds.split_once("..").unwrap_or((bounds, bounds));
            let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
            let most = if most.trim() == "*" { None } else { Some(number(most)?) };
            Ok(Cardinality { least: number(least)?, most })
        }
    }
}

/// The types that may stand before a feature.
const TYPES: [&str; 4] = ["Boolean", "Integer", "Real", "String"];

/// The name in the line of a feature.
fn feature_name(line: UvlLine<'_>) -> Result<&str, FormatError> {
    let mut text = line.text;
    if let Some((first, rest)) = text.split_once(char::is_whitespace)
        && TYPES.contains(&first)
        && !rest.trim_start().starts_with('{')
    {
        text = rest.trim_start();
    }
    let (name, rest) = match text.strip_prefix('"').and_then(|quoted| quoted.split_once('"')) {
        Some(quoted) => quoted,
        None => text.split_at(text.find(|letter: char| letter.is_whitespace() || letter == '{').unwrap_or(text.len())),
    };
    let rest = rest.trim();
    if rest.is_empty() || (rest.starts_with('{') && rest.ends_with('}')) {
        return Ok(name);
    }
    let expected = "a feature, perhaps with attributes in { } on the same line";
    Err(line.at(FormatError::found(token(rest), expected), line.text.len() - rest.len()))
}
