//! What programs say, beside people: their answers are marked as such, and give
//! way to those who are trusted more.

use super::{Ballot, Exploration, Refusal, Response};
use crate::journal::{Entry, EntryId};
use hornbook::Implication;

impl Exploration {
    /// Does something for a program: what is written meanwhile is its word.
    pub fn by_program<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.journal.set_by_program(true);
        let done = act(self);
        self.journal.set_by_program(false);
        done
    }

    /// Whether answers are signed so by a program, and by nobody else.
    pub fn is_program(&self, name: &str) -> bool {
        let mut signed = self.journal.entries().iter().filter(|entry| entry.who.as_deref() == Some(name)).peekable();
        signed.peek().is_some() && signed.all(|entry| entry.program)
    }

    /// The programs that answered, in the order of their first answers.
    pub fn programs(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for name in self.journal.entries().iter().filter(|entry| entry.program).filter_map(|entry| entry.who.as_deref())
        {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// What was answered to a question, by people and programs.
    pub fn ballot_about(&self, question: &Implication) -> Option<&Ballot> {
        self.state.ballots.about(question)
    }

    /// Takes an answer before which others give way: if it contradicts entries that
    /// `gives_way` names, those are taken back first, the last of them first and no
    /// more than must be. Returns the answer, and what was taken back for it. If it
    /// contradicts anything else, it is refused, and nothing is changed.
    pub fn answer_over(
        &mut self,
        who: Option<&str>,
        question: &Implication,
        response: &Response,
        gives_way: impl Fn(&Entry) -> bool,
    ) -> Result<(EntryId, Vec<EntryId>), Refusal> {
        let mut taken_back: Vec<EntryId> = Vec::new();
        loop {
            let tried = match taken_back.is_empty() {
                true => self.answer(who, question, response.clone()),
                false => self.without(&taken_back)?.answer(who, question, response.clone()),
            };
            match tried {
                Ok(id) if taken_back.is_empty() => return Ok((id, taken_back)),
                Ok(_) => break,
                Err(Refusal::Contradicts(dispute)) => {
                    let place = |id: &&EntryId| self.journal.entries().iter().position(|entry| entry.id == **id);
                    let giving_way = |id: &&EntryId| !taken_back.contains(id) && self.entry(id).is_some_and(&gives_way);
                    let Some(last) = dispute.with.iter().filter(giving_way).max_by_key(place) else {
                        return Err(Refusal::Contradicts(dispute));
                    };
                    taken_back.push(last.clone());
                }
                Err(refusal) => return Err(refusal),
            }
        }
        for entry in &taken_back {
            self.retract(who, entry)?;
        }
        let id = self.answer(who, question, response.clone())?;
        Ok((id, taken_back))
    }
}
