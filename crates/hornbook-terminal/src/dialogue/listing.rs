//! A list of rules: how it is asked, and how its answers are taken.

use std::io::Write;

use hornbook_explore::Response;
use hornbook_explore::journal::EntryId;
use hornbook_words::escape_control;

use super::checklist::{Checklist, ListAnswer};
use super::{ABOUT_LISTS, Dialogue, DialogueError, MAX_CHARS_SHOWN, Statement, help, lists};
use crate::{checked, proposed};

impl<W: Write> Dialogue<'_, W> {
    /// Asks about the rules that are left of a list.
    pub(super) fn put_list(&mut self) -> Result<(), DialogueError> {
        if let Some(list) = &self.list {
            let mut lines = list.lines(&self.session.exploration);
            lines.extend(proposed::in_words(&self.session.exploration, list.rules().iter().map(|(_, rule)| rule)));
            self.say_all(&lines)?;
            self.explain(ABOUT_LISTS, help::LIST)?;
        }
        Ok(())
    }

    /// Takes what is said of the rules on a list.
    pub(super) fn take_list_answer(&mut self, list: &Checklist, line: &str) -> Result<(), DialogueError> {
        let answer = list.answer(&self.session.exploration, line);
        if self.scripted && self.missed && answer.is_some() {
            return Err(DialogueError::OutOfStep(self.read));
        }
        self.missed = true;
        match answer {
            Some(Ok(ListAnswer::AllBut(but))) => self.all_but(list, &but),
            Some(Ok(ListAnswer::One(number, response))) => self.one_of(list, number, response),
            Some(Err(problem)) => self.say(&problem),
            None => {
                let start: String = line.chars().take(MAX_CHARS_SHOWN).collect();
                self.say(&format!("'{}' was not understood.", escape_control(&start)))?;
                self.say(help::LIST)
            }
        }
    }

    /// All rules of a list hold but some, which are asked one by one.
    fn all_but(&mut self, list: &Checklist, but: &[usize]) -> Result<(), DialogueError> {
        let exploration = &mut self.session.exploration;
        let answers = list.rules().iter().map(|(number, rule)| {
            let response = match but.contains(number) {
                false => Some(Response::Holds),
                // Who leaves out what is known to be false has noticed it.
                true => exploration.knowledge().fails(rule).then_some(Response::Unknown),
            };
            (rule.clone(), response)
        });
        let answers: Vec<_> = answers.collect();
        let left = answers.iter().filter(|(_, response)| response.is_none());
        self.left_out = left.filter_map(|(rule, _)| list.asked(rule)).cloned().collect();
        self.list = None;
        let seconds = (!self.echo).then(|| self.asked_at.elapsed().as_secs_f64());
        match checked::give(exploration, self.session.who.as_deref(), answers, seconds) {
            Ok(checked) => {
                self.announced = false;
                (self.missed, self.unwritten, self.refused) = (false, None, None);
                let missed = lists::missed(&self.session.exploration, &checked);
                self.say(&format!("Noted: {}.", hornbook_words::counted(checked.entries.len() as u64, "answer")))?;
                self.last_list = checked.entries;
                self.say_all(&missed)
            }
            Err(refusal) => {
                self.left_out.clear();
                self.announced = false;
                self.report(Err(refusal))?;
                self.say("What stood before it on the list is noted; the rest is asked again.")
            }
        }
    }

    /// One rule of a list is answered; the others are left.
    fn one_of(&mut self, list: &Checklist, number: usize, response: Response) -> Result<(), DialogueError> {
        let Some(rule) = list.rule(number).cloned() else { return Ok(()) };
        if !self.session.exploration.knowledge().fails(&rule) {
            self.state(Statement::Answer(rule, response))?;
            if !self.missed {
                self.list = list.clone().without(&self.session.exploration, number);
            }
            return Ok(());
        }
        let (exploration, who) = (&mut self.session.exploration, self.session.who.as_deref());
        match checked::give(exploration, who, vec![(rule.clone(), Some(response))], None) {
            Ok(checked) => {
                self.announced = false;
                self.missed = false;
                let mut lines = lists::missed(&self.session.exploration, &checked);
                if checked.noticed > 0 {
                    lines.push(
                        "Right: that is known to be false. It was on the list so that slips are noticed.".to_owned(),
                    );
                }
                self.list = list.clone().without(&self.session.exploration, number);
                self.say_all(&lines)
            }
            Err(refusal) => self.report(Err(refusal)),
        }
    }

    /// Takes back all answers to the last list.
    pub(super) fn undo_list(&mut self) -> Result<(), DialogueError> {
        let entries = std::mem::take(&mut self.last_list);
        let counts = |id: &&EntryId| self.session.exploration.counts(id);
        let entries: Vec<EntryId> = entries.iter().rev().filter(counts).cloned().collect();
        if entries.is_empty() {
            return self.say("There is no list whose answers could be taken back.");
        }
        entries.iter().try_for_each(|entry| {
            let taken_back = self.session.exploration.retract(self.session.who.as_deref(), entry);
            self.report(taken_back)
        })
    }

    /// Why a rule of the list is asked.
    pub(super) fn why_listed(&self, number: &str) -> Vec<String> {
        let exploration = &self.session.exploration;
        let list = self.list.as_ref();
        let rule = number.parse().ok().and_then(|number| list?.rule(number));
        match rule.map(|rule| (rule, list.and_then(|list| list.asked(rule)))) {
            Some((_, Some(asked))) => lists::why(exploration, asked, false),
            // One that was mixed in is not to be told from the others.
            Some((rule, None)) => lists::why(exploration, &exploration.asked_about(rule), false),
            None => vec!["After 'why', expected the number of a rule on the list.".to_owned()],
        }
    }
}
