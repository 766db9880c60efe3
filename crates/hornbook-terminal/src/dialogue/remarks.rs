//! Comments on a question, line by line. They are no answers: the question stays, and so
//! does everything that was said.

use std::io::Write;

use hornbook::Implication;
use hornbook_explore::Refusal;
use hornbook_explore::journal::EntryId;

use super::{Dialogue, DialogueError, grammar, lists, orders};
use crate::comments;

impl<W: Write> Dialogue<'_, W> {
    /// `comment TEXT` about the question at hand, `comment 2 TEXT` about rule 2 of a list.
    pub(super) fn comment(&mut self, text: &str) -> Result<(), DialogueError> {
        let (question, text) = match self.talked_about(text) {
            Ok(about) => about,
            Err(problem) => return self.say(&problem),
        };
        if text.is_empty() {
            return self.say(orders::expected("comment"));
        }
        let who = self.session.who.as_deref();
        let said = self.session.exploration.comment(who, &question, text);
        self.remarked(said)
    }

    /// `withdraw` takes back one's last comment on the question at hand, `withdraw 2` that
    /// on rule 2 of a list.
    pub(super) fn withdraw(&mut self, text: &str) -> Result<(), DialogueError> {
        let question = match self.talked_about(text) {
            Ok((question, "")) => question,
            Ok(_) => return self.say(orders::expected("withdraw")),
            Err(problem) => return self.say(&problem),
        };
        let who = self.session.who.as_deref();
        let taken = comments::withdraw_last(&mut self.session.exploration, who, &question);
        self.remarked(taken)
    }

    /// The question that is meant, and what is said of it.
    fn talked_about<'t>(&self, text: &'t str) -> Result<(Implication, &'t str), String> {
        let list = self.list.as_ref().filter(|_| self.chosen.is_none() && self.left_out.is_empty());
        if let Some(list) = list {
            let (number, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            let rule = number.trim_end_matches([':', '.']).parse().ok().and_then(|number| list.rule(number));
            let which = || "Which one? After the word, put the number of a rule: comment 2 TEXT.".to_owned();
            return rule.map(|rule| (rule.clone(), rest.trim())).ok_or_else(which);
        }
        let nothing = || "There is no question at hand that it could be about.".to_owned();
        self.question().map(|question| (question, text)).ok_or_else(nothing)
    }

    fn remarked(&mut self, done: Result<EntryId, Refusal>) -> Result<(), DialogueError> {
        let lines = match done {
            Ok(id) => {
                self.unwritten = None;
                lists::noted(&self.session.exploration, &id)
            }
            Err(Refusal::Journal(error)) => {
                let problem = self.not_on_disk(&error);
                vec![format!("{problem} The comment was not taken; say it again once that is put right.")]
            }
            Err(refusal) => vec![format!("{}.", grammar::capital(&self.session.exploration.refusal(&refusal)))],
        };
        self.say_all(&lines)
    }
}
