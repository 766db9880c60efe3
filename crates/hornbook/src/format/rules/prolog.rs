//! Rules as Prolog clauses over `has/2` and `impossible/1`.

use std::io::Write;

use crate::error::FormatError;
use crate::{Conclusion, Implication, Rulebook, Universe};

/// Writes one clause for each attribute of a conclusion, the background last.
pub fn write(book: &Rulebook, mut out: impl Write) -> Result<(), FormatError> {
    writeln!(out, "% has(Object, Attribute); add the facts of your objects.")?;
    writeln!(out, "% Rules may be circular: evaluate them with tabling.")?;
    writeln!(out, ":- table has/2.\n:- discontiguous has/2, impossible/1.")?;
    for rule in &book.rules {
        write_rule(&mut out, &book.universe, &rule.implication)?;
    }
    if !book.background.is_empty() {
        writeln!(out, "% background")?;
    }
    for rule in &book.background {
        write_rule(&mut out, &book.universe, rule)?;
    }
    Ok(())
}

fn write_rule(out: &mut impl Write, universe: &Universe, rule: &Implication) -> Result<(), FormatError> {
    let has = |variable: &str, name: &str| format!("has({variable},{})", atom(name));
    let body: Vec<String> = universe.names_of(&rule.premise).map(|name| has("X", name)).collect();
    // A variable that occurs once makes Prolog warn.
    let variable = if body.is_empty() { "_" } else { "X" };
    let heads: Vec<String> = match &rule.without_premise().conclusion {
        Conclusion::Falsum => vec![format!("impossible({variable})")],
        Conclusion::Attrs(set) => universe.names_of(set).map(|name| has(variable, name)).collect(),
    };
    for head in heads {
        match body.is_empty() {
            true => writeln!(out, "{head}.")?,
            false => writeln!(out, "{head} :- {}.", body.join(", "))?,
        }
    }
    Ok(())
}

/// The name as a quoted atom.
fn atom(name: &str) -> String {
    let mut atom = String::from("'");
    for c in name.chars() {
        match c {
            '\'' | '\\' => atom.extend(['\\', c]),
            '\n' => atom.push_str("\\n"),
            c if c.is_control() => atom.push_str(&format!("\\x{:x}\\", c as u32)),
            c => atom.push(c),
        }
    }
    atom.push('\'');
    atom
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn clauses_are_quoted() {
        let universe = Arc::new(Universe::new(["it's", "b\\", "c\nd"]).unwrap());
        let set = |names: &[&str]| universe.set(names).unwrap();
        let rules = [
            Implication::new(set(&["it's", "b\\"]), set(&["c\nd"])),
            Implication::new(set(&[]), set(&["b\\"])),
            Implication::never(set(&["c\nd"])),
        ];
        let mut out = Vec::new();
        write(&Rulebook::new(universe.clone(), rules), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let clauses: Vec<&str> = text.lines().filter(|line| !line.starts_with(['%', ':'])).collect();
        assert_eq!(
            clauses,
            [r"has(X,'c\nd') :- has(X,'it\'s'), has(X,'b\\').", r"has(_,'b\\').", r"impossible(X) :- has(X,'c\nd')."]
        );
    }
}
