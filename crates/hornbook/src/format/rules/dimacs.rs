//! Rules as clauses for SAT solvers, in DIMACS CNF. Comments tell which
//! variable is which attribute.

use std::io::Write;

use crate::error::FormatError;
use crate::{Conclusion, Implication, Rulebook};

/// Writes one clause for each attribute of a conclusion, the background last.
pub fn write(book: &Rulebook, mut out: impl Write) -> Result<(), FormatError> {
    let rules = book.rules.iter().map(|rule| &rule.implication).chain(&book.background);
    let clauses: Vec<String> = rules.flat_map(clauses_of).collect();
    for (at, name) in book.universe.names().iter().enumerate() {
        // A comment ends with its line.
        let name: String =
            name.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect();
        writeln!(out, "c {} {name}", at + 1)?;
    }
    writeln!(out, "p cnf {} {}", book.universe.len(), clauses.len())?;
    for clause in clauses {
        writeln!(out, "{clause}")?;
    }
    Ok(())
}

fn clauses_of(rule: &Implication) -> Vec<String> {
    let premise: String = rule.premise.iter().map(|attr| format!("-{} ", attr + 1)).collect();
    match &rule.without_premise().conclusion {
        Conclusion::Falsum => vec![format!("{premise}0")],
        Conclusion::Attrs(set) => set.iter().map(|attr| format!("{premise}{} 0", attr + 1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Universe;
    use std::sync::Arc;

    #[test]
    fn one_clause_for_each_conclusion() {
        let universe = Arc::new(Universe::letters(3));
        let set = |names: &[&str]| universe.set(names).unwrap();
        let rules = [Implication::new(set(&["a"]), set(&["a", "b", "c"])), Implication::never(set(&["b", "c"]))];
        let mut out = Vec::new();
        write(&Rulebook::new(universe.clone(), rules), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "c 1 a\nc 2 b\nc 3 c\np cnf 3 3\n-1 2 0\n-1 3 0\n-2 -3 0\n");
    }
}
