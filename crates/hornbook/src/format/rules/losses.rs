//! What a file of rules does not hold, format by format.

use super::RulesFormat;
use crate::Rulebook;

impl RulesFormat {
    /// What the book has and a file of this format does not hold, or does not give
    /// back when it is read, in words such as `how they were learned`.
    pub fn lost(self, book: &Rulebook) -> Vec<&'static str> {
        use RulesFormat::{ConexpJson, Csv, Dimacs, Prolog, Text};
        // What it is, whether there is any, and the formats besides json that hold it.
        let losses: [(_, _, &[Self]); 8] = [
            ("the background", !book.background.is_empty(), &[Text, ConexpJson, Prolog, Dimacs]),
            ("how many rows bear rules out", is_counted(book), &[Text, Csv, ConexpJson]),
            ("what lift is counted from", has_figures(book), &[Csv]),
            ("how many exceptions rules may have", is_searched(book), &[Text, Csv]),
            ("rules with exceptions", !book.confident.is_empty(), &[Csv]),
            ("that rules are left out", book.left_out + book.unlisted_background > 0, &[Text, ConexpJson]),
            ("attributes that no rule names", names_too_few(book), &[Text, ConexpJson, Dimacs]),
            ("how they were learned", book.run.is_some(), &[]),
        ];
        let is_lost =
            |(_, is_there, held): &(_, bool, &[Self])| *is_there && self != Self::Json && !held.contains(&self);
        losses.into_iter().filter(is_lost).map(|(what, ..)| what).collect()
    }
}

fn is_counted(book: &Rulebook) -> bool {
    book.rules.iter().any(|rule| rule.support.is_some())
}

fn is_searched(book: &Rulebook) -> bool {
    book.rules.iter().any(|rule| rule.exceptions_at_most.is_some())
}

fn has_figures(book: &Rulebook) -> bool {
    book.rows.is_some() && book.rules.iter().any(|rule| rule.conclusion_support.is_some())
}

/// Whether there is an attribute that rules do not name.
fn names_too_few(book: &Rulebook) -> bool {
    let mut named = book.universe.none();
    for rule in book.rules.iter().map(|rule| &rule.implication).chain(&book.background) {
        named.insert_all(&rule.premise);
        if let Some(conclusion) = rule.conclusion.attrs() {
            named.insert_all(conclusion);
        }
    }
    named != book.universe.all()
}
