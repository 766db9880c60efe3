//! What an entry claims, and how it is taken up: all of it or, if it contradicts
//! what is accepted, nothing.

use std::borrow::Cow;
use std::collections::HashSet;

use super::dispute::{Claim, Dispute, Source};
use super::object::{Change, Object};
use super::reading::RuleLeft;
use super::state::State;
use crate::journal::{AnswerRecord, EntryId, EntryKind, ObjectLine, ObjectReference, Reply};
use hornbook::knowledge::Conflict;
use hornbook::{AttrSet, Implication, Knowledge, Model};

/// What an entry claims.
#[derive(Default)]
pub(super) struct Claimed {
    /// The question it answers, if it does.
    question: Option<Implication>,
    /// A rule that holds.
    rule: Option<Implication>,
    /// What it tells of an object.
    told: Option<StatedObject>,
}

/// What a line says of an object.
struct StatedObject {
    key: ObjectReference,
    /// The object's place, if it is known.
    place: Option<usize>,
    change: Change,
    /// What is said of it in all, then.
    model: Model,
    /// The object, if it is not known yet.
    new: Option<Object>,
    /// The place of the equal rows of which it was one so far, with its name.
    one_of: Option<(usize, String)>,
}

/// A claim, or what it contradicts at first sight.
type Checked<T> = Result<T, Dispute>;

impl State {
    /// What an entry would contradict if it were taken up now by itself.
    pub(super) fn check(&mut self, what: &EntryKind) -> Result<Option<Dispute>, String> {
        let id = EntryId(String::new());
        match what {
            EntryKind::Answer(said) => {
                let claimed = self.claimed_by_answer(&id, said)?;
                Ok(self.check_claim(&id, claimed))
            }
            EntryKind::Object { object, corrects } => self.check_told(&id, object, corrects),
            _ => Ok(None),
        }
    }

    fn check_claim(&mut self, id: &EntryId, claimed: Checked<Claimed>) -> Option<Dispute> {
        let claimed = match claimed {
            Ok(claimed) => claimed,
            Err(dispute) => return Some(dispute),
        };
        let model = claimed.told.as_ref().map(|told| &told.model);
        let checked = self.learner.learn_unasked(|knowledge| knowledge.check(claimed.rule.as_ref(), model));
        checked.err().map(|conflict| self.dispute(id, &claimed, &conflict))
    }

    /// What is told of an object without being asked would contradict.
    fn check_told(&mut self, id: &EntryId, line: &ObjectLine, corrects: &[EntryId]) -> Result<Option<Dispute>, String> {
        for line in self.lines_of(line)?.iter() {
            let claimed = self.claimed_by_object(id, line, corrects)?;
            if let Some(dispute) = self.check_claim(id, claimed) {
                return Ok(Some(dispute));
            }
        }
        Ok(None)
    }

    /// Takes up what is told of an object without being asked, all of it or nothing;
    /// tells what it contradicts.
    pub(super) fn take_told(
        &mut self,
        id: &EntryId,
        line: &ObjectLine,
        corrects: &[EntryId],
    ) -> Result<Option<Dispute>, String> {
        let lines = self.lines_of(line)?;
        // What is said of one object says nothing of another: all fit if each does.
        if lines.len() > 1
            && let Some(dispute) = self.check_told(id, line, corrects)?
        {
            return Ok(Some(dispute));
        }
        for line in lines.iter() {
            let claimed = self.claimed_by_object(id, line, corrects)?;
            if let Some(dispute) = self.take(id, claimed) {
                return Ok(Some(dispute));
            }
        }
        Ok(None)
    }

    /// The line itself; or of equal rows, some of which are known by their names from
    /// another journal, a line for each of these and one for the rest.
    fn lines_of<'a>(&self, line: &'a ObjectLine) -> Result<Cow<'a, [ObjectLine]>, String> {
        line.check_count()?;
        let is_known = |name: &&String| self.places.contains_key(&ObjectReference::Name((*name).clone()));
        let known: HashSet<&String> = line.names.iter().filter(is_known).collect();
        // A row that was an object of its own and was removed is one of them no more.
        let removed: HashSet<&String> = line.names.iter().filter(|name| self.reading.is_removed(name)).collect();
        if known.is_empty() && removed.is_empty() {
            return Ok(Cow::Borrowed(std::slice::from_ref(line)));
        }
        let alone = ObjectLine { count: None, names: Vec::new(), ..line.clone() };
        let mut lines: Vec<ObjectLine> = line
            .names
            .iter()
            .filter(|name| known.contains(name))
            .cloned()
            .map(|name| ObjectLine { name: Some(name), ..alone.clone() })
            .collect();
        let is_left = |name: &&String| !known.contains(name) && !removed.contains(name);
        let rest: Vec<String> = line.names.iter().filter(is_left).cloned().collect();
        match line.object_count() - known.union(&removed).count() {
            0 => {}
            left => lines.push(ObjectLine { count: Some(left), names: rest, ..line.clone() }),
        }
        Ok(Cow::Owned(lines))
    }

    /// What is claimed of an object without being asked.
    fn claimed_by_object(
        &self,
        id: &EntryId,
        object: &ObjectLine,
        corrects: &[EntryId],
    ) -> Result<Checked<Claimed>, String> {
        let told = self.stated(id, object, corrects, None)?;
        Ok(told.map(|told| Claimed { told: Some(told), ..Claimed::default() }))
    }

    /// What is claimed by an answer.
    pub(super) fn claimed_by_answer(&self, id: &EntryId, said: &AnswerRecord) -> Result<Checked<Claimed>, String> {
        let (question, rule, premise) = match self.left_of(said)? {
            RuleLeft::Whole(question) => (Some(question.clone()), Some(question.clone()), question.premise),
            RuleLeft::Part(rule) => (None, Some(rule.clone()), rule.premise),
            RuleLeft::Nothing { premise } => (None, None, premise),
        };
        let object = match &said.object {
            Some(object) if object.is_of_several() => {
                return Err("only the rows of a table at the start are told of together".to_owned());
            }
            Some(object) => Some(self.stated(id, object, &said.corrects, Some(&premise))?),
            None => None,
        };
        let says_of_premise = !said.question.premise.iter().any(|name| self.reading.is_gone(name));
        let (rule, object) = match said.answer {
            Reply::Holds => (rule, None),
            Reply::Refuted if object.is_none() => return Err("the object that breaks the rule is missing".to_owned()),
            Reply::Refuted => (None, object),
            Reply::Partly => {
                let holds = self.reading.set(&self.universe, &said.holds).map_err(|error| error.to_string())?;
                // Several people may agree on no part of it.
                let says_something = says_of_premise && !holds.is_empty();
                let rule = says_something.then(|| Implication::new(premise.clone(), holds));
                (rule, object)
            }
            Reply::Unknown => (None, None),
            // Heard, and no answer.
            Reply::Later => return Ok(Ok(Claimed::default())),
        };
        Ok(object.transpose().map(|told| Claimed { question, rule, told }))
    }

    /// Takes up a claim, all of it or nothing; tells what it contradicts.
    pub(super) fn take(&mut self, id: &EntryId, claimed: Checked<Claimed>) -> Option<Dispute> {
        let claimed = match claimed {
            Ok(claimed) => claimed,
            Err(dispute) => return Some(dispute),
        };
        let learn = |knowledge: &mut Knowledge| claimed.teach(knowledge);
        let learned = match &claimed.question {
            Some(question) => self.learner.learn_answer(question, learn).map(drop),
            None => self.learner.learn_unasked(learn),
        };
        if let Err(conflict) = learned {
            return Some(self.dispute(id, &claimed, &conflict));
        }
        if claimed.rule.is_some() {
            self.sources.push(Source::Entry(id.clone()));
        }
        if let Some(told) = claimed.told {
            self.take_object(id, told);
        }
        None
    }

    fn take_object(&mut self, id: &EntryId, told: StatedObject) {
        let place = told.place.unwrap_or(self.objects.len());
        let mut recounted = Vec::new();
        if let Some((rows, name)) = &told.one_of {
            self.objects[*rows].remove_row(name);
            self.places.remove(&ObjectReference::Name(name.clone()));
            recounted.push(*rows);
        }
        if let Some(mut object) = told.new {
            if matches!(told.key, ObjectReference::First(_)) {
                self.unnamed.push(place);
                object.number = self.unnamed.len();
            }
            for name in object.row_names() {
                self.places.insert(ObjectReference::Name(name.clone()), place);
            }
            if object.count() > 1 {
                recounted.push(place);
            }
            self.objects.push(object);
            self.places.insert(told.key, place);
        }
        self.objects[place].take(&told.change, id);
        for place in recounted {
            let count = self.objects[place].count();
            // To count says nothing that could contradict anything.
            _ = self.learner.learn_unasked(|knowledge| {
                knowledge.recount(place, count);
                Ok(())
            });
        }
    }

    fn dispute(&self, id: &EntryId, claimed: &Claimed, conflict: &Conflict) -> Dispute {
        let told = claimed.told.as_ref().map(|told| {
            let known = told.place.map(|place| &self.objects[place]).or(told.new.as_ref());
            (told, known)
        });
        let object = told.and_then(|(told, known)| {
            let mut object = known?.clone();
            object.take(&told.change, id);
            Some((told.place, object))
        });
        let told = object.as_ref().map(|(place, object)| (*place, object));
        self.accepted().dispute(conflict, &Claim { id, rule: claimed.rule.as_ref(), told })
    }

    /// What a line says of an object; a dispute if that contradicts what was
    /// said of it before.
    fn stated(
        &self,
        id: &EntryId,
        line: &ObjectLine,
        corrects: &[EntryId],
        premise: Option<&AttrSet>,
    ) -> Result<Checked<StatedObject>, String> {
        let change = self.change(line, premise)?;
        let key = ObjectReference::of(line, id);
        // An object that has another name by now may have been one of equal rows.
        let row_name = self.reading.first_name(id).or(line.name.as_deref()).filter(|_| line.count.is_none());
        let row_place = row_name.and_then(|name| self.place_of(&ObjectReference::Name(name.to_owned())));
        let row_place =
            row_place.filter(|&place| row_name.is_some_and(|name| self.objects[place].is_one_of_several(name)));
        let place = self.place_of(&key).or(row_place);
        let Some(object) = place.map(|place| &self.objects[place]) else {
            // Perhaps the entry that first told of it was taken back.
            let first = match &key {
                ObjectReference::First(first) => first,
                ObjectReference::Name(_) => id,
            };
            let new = match line.count {
                Some(count) => {
                    let object = Object::new(line.name.clone(), first.clone(), self.universe.len());
                    object.of_rows(count, line.names.clone())
                }
                None => Object::new(line.name.clone(), first.clone(), self.universe.len()),
            };
            let model = new.said_after(&change);
            return Ok(Ok(StatedObject { key, place, change, model, new: Some(new), one_of: None }));
        };
        // Of one of several equal rows more is told: it is an object of its own from here on.
        let row = row_name.filter(|_| row_place.is_some() && row_place == place);
        let called = || line.name.as_deref().or(row).unwrap_or_default();
        let one_of = row.and_then(|row| Some((place?, row.to_owned())));
        let row = row.map(|_| object.row(called(), id));
        Ok(match says_otherwise(object, &change, corrects) {
            // One that says otherwise is enough for a contradiction.
            Some(entry) => Err(Dispute { entry: None, with: vec![entry.clone()], background: Vec::new() }),
            None => {
                let model = object.said_after(&change);
                let place = if row.is_some() { None } else { place };
                Ok(StatedObject { key, place, change, model, new: row, one_of })
            }
        })
    }

    /// What a line changes about its object.
    fn change(&self, line: &ObjectLine, premise: Option<&AttrSet>) -> Result<Change, String> {
        let named = |names: &[String]| self.reading.set(&self.universe, names).map_err(|error| error.to_string());
        let (mut has, mut lacks, unknown) = (named(&line.has)?, named(&line.lacks)?, named(&line.unknown)?);
        // An object that breaks a rule has its premise.
        premise.into_iter().for_each(|premise| _ = has.insert_all(premise));
        if line.complete {
            lacks.insert_all(&self.named.difference(&has).difference(&unknown));
        }
        match has.intersection(&lacks).first() {
            Some(attr) => Err(format!("an object both has and lacks {:?}", self.universe.name(attr))),
            None => Ok(Change { has, lacks, unknown }),
        }
    }
}

impl Claimed {
    fn teach(&self, knowledge: &mut Knowledge) -> Result<(), Conflict> {
        match (self.rule.clone(), &self.told) {
            (Some(rule), Some(told)) => knowledge.confirm_and_see(rule, told.place, told.model.clone()),
            (Some(rule), None) => knowledge.confirm(rule),
            (None, Some(StatedObject { place: Some(place), model, .. })) => knowledge.see_again(*place, model.clone()),
            (None, Some(told)) => knowledge.see(told.model.clone()),
            (None, None) => Ok(()),
        }
    }
}

/// An entry that says otherwise of an object, and is not corrected.
fn says_otherwise<'a>(object: &'a Object, change: &Change, corrects: &[EntryId]) -> Option<&'a EntryId> {
    let corrects: HashSet<&EntryId> = corrects.iter().collect();
    let facts = [(&change.has, true), (&change.lacks, false)]
        .into_iter()
        .flat_map(|(set, has)| set.iter().filter_map(|attr| object.fact(attr)).filter(move |fact| fact.has != has));
    facts.into_iter().find_map(|fact| fact.entries().find(|id| !corrects.contains(id)))
}
