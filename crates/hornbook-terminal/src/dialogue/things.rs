//! Things of the domain, and what is guessed of them.

use std::io::Write;

use hornbook_explore::Asking;
use hornbook_words::escape_control;

use super::{Dialogue, DialogueError, MAX_CHARS_SHOWN, Statement, grammar, help, orders};

/// Words that begin something else than an answer or a thing.
const COMMANDS: [&str; 18] = [
    "undo",
    "retract",
    "restore",
    "change",
    "tell",
    "correct",
    "add",
    "epsilon",
    "delta",
    "again",
    "guess",
    "distribution",
    "rename",
    "describe",
    "order",
    "remove",
    "noun",
    "language",
];

impl<W: Write> Dialogue<'_, W> {
    /// Asks for things if the first line tells of one, before any question was answered.
    pub(super) fn begin_with(&mut self, line: &str) {
        let (verb, _) = grammar::verb(line);
        if self.session.exploration.wants_objects_first() && (verb == "tell" || self.names_a_thing(line)) {
            self.asking.objects_first = self.session.asking.objects_first;
        }
    }

    /// Whether a line that is not about anything else tells of a thing.
    pub(super) fn names_a_thing(&self, line: &str) -> bool {
        let (verb, rest) = grammar::verb(line);
        line.contains(':') && !grammar::is_answer(&verb, rest) && !COMMANDS.contains(&verb.as_str())
    }

    /// Takes what is told of a thing that was asked for. An answer instead of one asks
    /// for the question: of a person it waits until they have seen that.
    pub(super) fn take_thing(&mut self, verb: &str, rest: &str, line: &str) -> Result<(), DialogueError> {
        // Nothing was asked yet, so that a name may begin like an answer.
        if !grammar::is_answer(verb, rest) || (self.echo && line.contains(':')) {
            if !line.contains(':') {
                return self.say(help::THINGS);
            }
            return match orders::told(&self.session.exploration, line, false) {
                Ok(told) => self.state(Statement::Tell(told)),
                Err(problem) => self.say(&problem),
            };
        }
        self.ask_with(Asking { objects_first: false, ..self.asking });
        self.announce()?;
        if self.echo {
            return self.answer_or_tell(verb, rest, line);
        }
        self.early = Some(line.to_owned());
        let start: String = line.chars().take(MAX_CHARS_SHOWN).collect();
        self.say(&format!(
            "You said '{}' before this was asked: 'again' says it to this, anything else drops it.",
            escape_control(&start)
        ))
    }

    /// Writes down what was guessed of the last object, for somebody said so.
    pub(super) fn take_guess(&mut self, text: &str) -> Result<(), DialogueError> {
        let Some(suggestion) = self.suggestion.clone() else {
            return self.say("Nothing is guessed at the moment: that is after something was told of an object.");
        };
        match suggestion.taken(&self.session.exploration, text) {
            Ok((told, left_out)) => {
                let took = self.took(suggestion.len(), left_out);
                self.suggestion = Some(suggestion.take());
                self.state_timed(Statement::Tell(told), took)
            }
            Err(problem) => self.say(&problem),
        }
    }
}
