//! Names of variables, as people write them into the comments of DIMACS files.

use std::collections::{BTreeMap, HashMap};

use hornbook::format::{FormatError, token};

/// The names that comments give, in the order of the file: variable, name, line.
#[derive(Debug, Default)]
pub(super) struct NamesFound(Vec<(usize, String, usize)>);

impl NamesFound {
    /// Takes a comment, without its `c`, as a name if it reads as one.
    pub(super) fn take(&mut self, comment: &str, line: usize) {
        if let Some((variable, name)) = name_in(comment) {
            self.0.push((variable, name.to_owned(), line));
        }
    }

    /// The names of that many variables. What begins with a larger number was meant
    /// otherwise.
    pub(super) fn of(self, variable_count: usize) -> Result<BTreeMap<usize, String>, FormatError> {
        let mut names: BTreeMap<usize, String> = BTreeMap::new();
        let mut variables: HashMap<String, usize> = HashMap::new();
        for (variable, name, line) in self.0.into_iter().filter(|(variable, ..)| *variable <= variable_count) {
            if let Some(other) = variables.insert(name.clone(), variable).filter(|&other| other != variable) {
                let expected = format!("another one: variable {other} is called so");
                return Err(FormatError::found(format!("the name {}", token(&name)), expected).at_line(line));
            }
            if let Some(before) = names.insert(variable, name.clone()).filter(|before| *before != name) {
                let found = format!("the name {} for variable {variable}", token(&name));
                let expected = format!("{}, as it is called above", token(&before));
                return Err(FormatError::found(found, expected).at_line(line));
            }
        }
        Ok(names)
    }
}

/// The variable and its name, if a comment is one of `1 name`, `1 = name`, `1: name`,
/// `1 -> name`, each also behind `var`.
fn name_in(comment: &str) -> Option<(usize, &str)> {
    let comment = comment.trim();
    let rest = comment.strip_prefix("var ").map_or(comment, str::trim_start);
    let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
    let (number, rest) = rest.split_at(digits);
    let variable = number.parse().ok().filter(|&variable| variable > 0)?;
    // What touches the number is no name: `3-SAT`, or `12$`, which marks helping variables.
    let rest = match rest.strip_prefix(':') {
        Some(rest) => rest,
        None => rest.starts_with([' ', '\t', '=']).then_some(rest)?,
    };
    let rest = rest.trim_start();
    let name = rest.strip_prefix("->").or_else(|| rest.strip_prefix('=')).unwrap_or(rest).trim();
    (!name.is_empty()).then_some((variable, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_people_write_them() {
        for comment in ["7 tea", " 7 = tea", "7=tea", "7: tea", "7 -> tea", "var 7 tea", "var  7 = tea ", "7\ttea"] {
            assert_eq!(name_in(comment), Some((7, "tea")), "{comment:?}");
        }
        assert_eq!(name_in("1 black tea=yes"), Some((1, "black tea=yes")));
        for comment in
            ["", "7", "p show 1 2 0", "ind 1 2 0", "7$ helper", "3-SAT instance", "0 nothing", "var", "-7 tea", "7.5 x"]
        {
            assert_eq!(name_in(comment), None, "{comment:?}");
        }
        assert_eq!(name_in("99999999999999999999999 x"), None);
    }
}
