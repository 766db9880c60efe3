//! A list of rules that very likely hold, and what can be answered to it.

use hornbook::Implication;
use hornbook_explore::words::is_about_never;
use hornbook_explore::{Asked, Exploration, Response};

use super::grammar;

/// A list of rules at hand.
#[derive(Clone)]
pub(super) struct Checklist {
    /// What is expected of the rules that are in question.
    asked: Vec<Asked>,
    /// The rules as they are numbered; those that are answered are gone.
    shown: Vec<(usize, Implication)>,
}

/// What a line says of a list.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ListAnswer {
    /// All hold but these, by their numbers.
    AllBut(Vec<usize>),
    /// One of them is answered.
    One(usize, Response),
}

impl Checklist {
    /// The list, numbered from 1.
    pub(super) fn new(asked: Vec<Asked>, shown: Vec<Implication>) -> Self {
        Self { asked, shown: shown.into_iter().enumerate().map(|(at, rule)| (at + 1, rule)).collect() }
    }

    /// The rules that are left, with their numbers.
    pub(super) fn rules(&self) -> &[(usize, Implication)] {
        &self.shown
    }

    /// The rule of that number.
    pub(super) fn rule(&self, number: usize) -> Option<&Implication> {
        self.shown.iter().find(|(of, _)| *of == number).map(|(_, rule)| rule)
    }

    /// What is expected of a rule; nothing if it is known to be false.
    pub(super) fn asked(&self, rule: &Implication) -> Option<&Asked> {
        self.asked.iter().find(|asked| asked.question == *rule)
    }

    /// The list without a rule that is answered, and without what is settled then.
    /// Nothing if no question is left on it.
    pub(super) fn without(mut self, exploration: &Exploration, number: usize) -> Option<Self> {
        let settled = |rule: &Implication| exploration.knowledge().decides(rule);
        let in_question = |rule: &Implication| self.asked.iter().any(|asked| asked.question == *rule);
        // What was known to be false from the start stays among the others.
        self.shown.retain(|(of, rule)| *of != number && !(in_question(rule) && settled(rule)));
        self.asked.retain(|asked| self.shown.iter().any(|(_, rule)| *rule == asked.question));
        (!self.asked.is_empty()).then_some(self)
    }

    /// The list as lines.
    pub(super) fn lines(&self, exploration: &Exploration) -> Vec<String> {
        let line = |(number, rule): &(usize, Implication)| {
            format!("  {number}. {}", exploration.statement(&exploration.only_new(rule)))
        };
        let mut lines = vec!["Most of these, perhaps all, always hold. Which do not?".to_owned()];
        for shown in &self.shown {
            lines.push(line(shown));
            let comments = exploration.comments_in_words(&shown.1);
            lines.extend(comments.into_iter().map(|comment| format!("     Comment of {comment}")));
        }
        lines
    }

    /// What a line says of the list; nothing if it is no answer.
    pub(super) fn answer(&self, exploration: &Exploration, line: &str) -> Option<Result<ListAnswer, String>> {
        let (verb, rest) = grammar::verb(line);
        if let Ok(number) = verb.parse::<usize>() {
            let Some(rule) = self.rule(number) else {
                return Some(Err(format!("There is no rule {number} on the list.")));
            };
            let (verb, rest) = grammar::verb(rest.trim_start_matches(':'));
            let response = to_statement(exploration, rule, &verb, rest);
            let expected =
                || format!("After a number, expected an answer: {number} no NAME: a; lacks b, or {number} ?");
            return Some(response.unwrap_or_else(|| Err(expected())).map(|response| ListAnswer::One(number, response)));
        }
        match verb.as_str() {
            "yes" | "y" | "all" | "holds" | "always" => Some(self.but(rest).map(ListAnswer::AllBut)),
            _ if grammar::is_answer(&verb, rest) => {
                Some(Err("Which one? Begin with its number, as in '2 no NAME: a; lacks b' or '2 ?'.".to_owned()))
            }
            _ => None,
        }
    }

    /// The numbers after `but`.
    fn but(&self, rest: &str) -> Result<Vec<usize>, String> {
        if rest.is_empty() {
            return Ok(Vec::new());
        }
        let expected = || "After 'yes', expected nothing, or 'but' and numbers: yes but 2, 4.".to_owned();
        let words: Vec<&str> = rest.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let Some((&("but" | "except"), numbers)) = words.split_first() else { return Err(expected()) };
        let numbers = numbers.iter().filter(|word| !matches!(**word, "not" | "and" | "for"));
        let numbers: Vec<usize> = numbers.map(|word| word.parse().map_err(|_| expected())).collect::<Result<_, _>>()?;
        match numbers.iter().find(|number| self.rule(**number).is_none()) {
            Some(number) => Err(format!("There is no rule {number} on the list.")),
            None if numbers.is_empty() => Err(expected()),
            None => Ok(numbers),
        }
    }
}

/// An answer to a rule that is put as a statement: "yes" says that it is so, also
/// where the rule is that something never occurs.
fn to_statement(
    exploration: &Exploration,
    rule: &Implication,
    verb: &str,
    rest: &str,
) -> Option<Result<Response, String>> {
    let verb = match (verb, is_about_never(rule)) {
        ("yes" | "y", true) => "holds",
        ("no" | "n", true) => "example",
        (verb, _) => verb,
    };
    grammar::response(exploration, rule, verb, rest)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use hornbook_explore::Start;

    #[test]
    fn lists_as_people_answer_them() {
        let animals = Exploration::in_memory(Start::attributes(["hair", "milk", "fins"]).seed(1)).unwrap();
        let set = |name: &str| animals.universe().set([name]).unwrap();
        let rules = vec![
            Implication::new(set("hair"), set("milk")),
            Implication::never(set("hair").union(&set("fins"))),
            Implication::new(set("milk"), set("hair").union(&set("fins"))),
        ];
        let list = Checklist::new(Vec::new(), rules);
        let said = |line: &str| list.answer(&animals, line);
        for (line, but) in [
            ("yes", &[][..]),
            ("Yes.", &[]),
            ("all", &[]),
            ("holds", &[]),
            ("yes but 2", &[2]),
            ("yes but 2, 3", &[2, 3]),
            ("yes, but not 2 and 3", &[2, 3]),
            ("yes except for 1", &[1]),
        ] {
            assert_eq!(said(line), Some(Ok(ListAnswer::AllBut(but.to_vec()))), "{line}");
        }
        for (line, number, response) in [
            ("1 yes", 1, Response::Holds),
            ("2 yes", 2, Response::Holds),
            ("2. yes", 2, Response::Holds),
            ("3: ?", 3, Response::Unknown),
            ("3 don't know", 3, Response::Unknown),
            ("1 later", 1, Response::Later),
            ("1 no seal", 1, Response::refuted("seal", animals.universe().none(), set("milk"))),
            ("2 no seal: milk", 2, Response::refuted("seal", set("milk"), animals.universe().none())),
            ("3 partly fins", 3, Response::Partly { holds: set("fins"), object: None }),
        ] {
            assert_eq!(said(line), Some(Ok(ListAnswer::One(number, response))), "{line}");
        }
        for line in ["no", "no seal", "?", "later", "4 yes", "0 ?", "1", "1 perhaps", "yes but", "yes but 4", "yes 2"] {
            assert!(matches!(said(line), Some(Err(_))), "{line}");
        }
        for line in ["", "perhaps", "seal: fins", "-1 yes"] {
            assert_eq!(said(line), None, "{line}");
        }
    }
}
