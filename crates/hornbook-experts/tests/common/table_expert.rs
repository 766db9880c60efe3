//! An expert that knows a list of objects, and answers in any way that experts can.

use std::collections::VecDeque;
use std::time::Duration;

use hornbook::{AttrSet, Conclusion};
use hornbook_experts::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply};

/// How it says "no".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaysNo {
    WithExample,
    Bare,
    Partly,
}

pub struct TableExpert {
    pub name: String,
    pub objects: Vec<AttrSet>,
    pub says_no: SaysNo,
    pub abilities: Abilities,
    pub at_once: usize,
    /// Which questions it does not know the answer to.
    pub ignores: fn(&ExpertQuestion) -> bool,
    /// All that it was asked.
    pub asked: Vec<ExpertQuestion>,
    /// Its answers, until somebody hears them.
    pub ready: VecDeque<(u64, ExpertReply)>,
    /// The most questions that were before it at a time.
    pub most_out: usize,
}

impl TableExpert {
    pub fn new(name: &str, objects: Vec<AttrSet>) -> Self {
        Self {
            name: name.to_owned(),
            objects,
            says_no: SaysNo::WithExample,
            abilities: Abilities::default(),
            at_once: 1,
            ignores: |_| false,
            asked: Vec::new(),
            ready: VecDeque::new(),
            most_out: 0,
        }
    }

    fn reply(&self, question: &ExpertQuestion) -> ExpertReply {
        if (self.ignores)(question) {
            return ExpertReply::Unknown;
        }
        match question {
            ExpertQuestion::Implication(rule) => {
                let Some(found) = self.objects.iter().find(|object| !rule.holds_in(object)) else {
                    return ExpertReply::Holds;
                };
                let closed = self.close(&rule.premise);
                let part = rule.without_premise().conclusion.intersection(closed.attrs().unwrap());
                match (self.says_no, part) {
                    (SaysNo::WithExample, _) => {
                        let unknown = found.difference(found);
                        ExpertReply::Counterexample { name: None, has: found.clone(), unknown }
                    }
                    (SaysNo::Partly, Conclusion::Attrs(part))
                        if !part.difference(&rule.premise).is_empty() && !rule.conclusion.is_falsum() =>
                    {
                        ExpertReply::Partly(part.difference(&rule.premise))
                    }
                    _ => ExpertReply::Fails,
                }
            }
            ExpertQuestion::Closure(premise) => ExpertReply::Closure(self.close(premise)),
            ExpertQuestion::Member(set) => ExpertReply::Member(self.objects.contains(set)),
        }
    }

    /// The answer to this question, whenever it was asked.
    pub fn take(&mut self, id: u64) -> ExpertReply {
        let place = self.ready.iter().position(|(other, _)| *other == id).unwrap();
        self.ready.remove(place).unwrap().1
    }

    pub fn close(&self, premise: &AttrSet) -> Conclusion {
        let having = self.objects.iter().filter(|object| premise.is_subset(object));
        having.cloned().reduce(|all, object| all.intersection(&object)).map_or(Conclusion::Falsum, Conclusion::Attrs)
    }
}

impl Expert for TableExpert {
    fn name(&self) -> &str {
        &self.name
    }

    fn abilities(&self) -> Abilities {
        self.abilities
    }

    fn questions_at_once(&self) -> usize {
        self.at_once
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        self.asked.push(question.clone());
        self.ready.push_back((id, self.reply(question)));
        self.most_out = self.most_out.max(self.ready.len());
        Ok(())
    }

    /// The last question is answered first: answers come in any order.
    fn receive(&mut self, _: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        Ok(self.ready.pop_back())
    }
}
