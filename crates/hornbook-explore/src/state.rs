//! What a journal amounts to: its entries, replayed one by one.
//!
//! Replaying is the only way there is to come to a state, so that a journal
//! that is opened again leads to just what was known, believed and put off
//! before. Entries that contradict those before them are kept as disputes and
//! otherwise left alone.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::ballot::{Ballot, Ballots, Due, Effect};
use super::dispute::{Accepted, Dispute, Source};
use super::effort;
use super::object::Object;
use super::reading::{Reading, RuleLeft};
use crate::journal::{
    AnswerRecord, Attribute, AttributeNames, Certified, DistributionName, Entry, EntryId, EntryKind, Journal,
    ObjectReference, Reply,
};
use hornbook::learn::Accuracy;
use hornbook::learn::frugal::{Effort, Frugal, FrugalSettings, Spent};
use hornbook::sampling::USUALLY_TOLD;
use hornbook::{Attr, AttrSet, Implication, Knowledge, NameError, Theory, Universe};
use hornbook_words::{Language, LanguageChoice, Vocabulary};

/// What is known after all entries of a journal.
///
/// There is no copy of it: whatever is tried is checked without changing it, so
/// that one more answer costs what it changes, not what is known.
#[derive(Debug)]
pub(super) struct State {
    pub attributes: Vec<Attribute>,
    /// What the things of the domain are called.
    pub noun: Option<String>,
    /// The language, as it was chosen.
    pub language: Option<LanguageChoice>,
    /// How to speak of all that.
    pub vocabulary: Vocabulary,
    pub universe: Arc<Universe>,
    /// Attributes that have been named up to this entry.
    pub named: AttrSet,
    pub epsilon: f64,
    pub delta: f64,
    /// The sets that ε is a share of.
    pub distribution: DistributionName,
    /// How many attributes are told at most, where few are.
    pub told: usize,
    /// What answering costs.
    pub effort: Effort,
    pub learner: Frugal,
    /// Where each confirmed rule comes from, in their order.
    pub sources: Vec<Source>,
    /// All objects, in the order of the learner's models.
    pub objects: Vec<Object>,
    pub places: HashMap<ObjectReference, usize>,
    /// The places of those without a name, in the order of their numbers.
    pub unnamed: Vec<usize>,
    pub disputes: Vec<Dispute>,
    /// The entries that are in dispute.
    pub disputed: HashSet<EntryId>,
    /// Entries that were taken back or replaced.
    pub inactive: HashSet<EntryId>,
    /// Who wants to be asked which question later. Questions that were settled
    /// since stay here: what settles them may be corrected.
    pub put_off: Vec<(Option<String>, Implication)>,
    /// What was answered to each question, and when that counts.
    pub ballots: Ballots,
    /// The comments that were not taken back, each with what it is about.
    pub comments: Vec<(EntryId, Implication)>,
    /// The same for questions about attributes some of which were taken away. They are
    /// not asked any more, and teach what is left of them.
    past_ballots: Ballots,
    /// What lines mean now.
    pub reading: Reading,
    /// Attempts at a certificate on record.
    pub attempts: u64,
    /// How many of them were made before the last entry that counts. Those made
    /// since are made again after a restart, with the same samples and the same
    /// end, and cost nothing.
    pub attempts_before: u64,
    pub certified: Option<Certified>,
}

/// This share of δ is for the certificate at the end; the rest is for the bounds
/// that are shown on the way.
pub(super) const CERTIFICATE_SHARE_OF_DELTA: f64 = 0.9;

/// An entry that makes no sense, and why.
pub(super) struct Broken {
    /// The place of the entry; none for the header.
    pub entry: Option<usize>,
    pub problem: String,
}

impl State {
    /// What a journal amounts to.
    pub(super) fn replay(journal: &Journal, threads: usize) -> Result<Self, Broken> {
        Self::replay_without(journal, threads, &HashSet::new())
    }

    /// What it would amount to if these entries were taken back.
    pub(super) fn replay_without(
        journal: &Journal,
        threads: usize,
        without: &HashSet<EntryId>,
    ) -> Result<Self, Broken> {
        let inactive: HashSet<EntryId> = inactive(journal.entries()).union(without).cloned().collect();
        let mut state = Self::begin(journal, threads, inactive, without)?;
        let entries = || journal.entries().iter().enumerate();
        let broken = |at: usize| move |problem: String| Broken { entry: Some(at), problem };
        // What was decided is known when all have been heard: later answers may
        // have changed it.
        for (at, entry) in entries() {
            state.hear(entry).map_err(broken(at))?;
        }
        let due = BothDue { live: state.ballots.due(), past: state.past_ballots.due() };
        for (at, entry) in entries() {
            state.apply(entry, &due).map_err(broken(at))?;
        }
        // Attempts and certificates are about the very entries they were made
        // for; those of a journal that was merged into this one are about others. In
        // another order of the attributes, the same streams make other samples.
        let last_counting = journal.entries().iter().rposition(|entry| entry.what.counts());
        let about_now = |(at, entry): &(usize, &Entry)| {
            let is_last = last_counting.is_none_or(|last| last < *at);
            is_last && matches!(entry.what, EntryKind::Attempt { state } if journal.is_about_now(*at, state))
        };
        state.attempts_before = state.attempts - entries().filter(about_now).count() as u64;
        let last = journal.entries().iter().rposition(|entry| matches!(entry.what, EntryKind::Certified(_)));
        let still_holds = |certified: &Certified| last.is_some_and(|at| journal.is_about_now(at, certified.state));
        state.certified = state.certified.filter(still_holds);
        Ok(state)
    }

    fn begin(
        journal: &Journal,
        threads: usize,
        inactive: HashSet<EntryId>,
        without: &HashSet<EntryId>,
    ) -> Result<Self, Broken> {
        let header = journal.header();
        let in_header = |problem: String| Broken { entry: None, problem };
        let misnamed = |error: NameError| in_header(error.to_string());
        // Within the header a name that occurs twice is a mistake.
        Universe::new(header.attributes.iter().map(|attribute| attribute.name.clone())).map_err(misnamed)?;
        let names = AttributeNames::of(header, journal.entries(), &inactive);
        if names.attributes.is_empty() && !names.gone.is_empty() {
            return Err(in_header("all attributes were taken away".to_owned()));
        }
        let reading = Reading::new(journal, &names, without).map_err(misnamed)?;
        let AttributeNames { attributes, former, .. } = names;
        crate::journal::check_attributes(0, &attributes).map_err(in_header)?;
        let universe = Universe::new(attributes.iter().map(|attribute| attribute.name.clone()));
        let universe = universe.and_then(|universe| universe.with_former_names(former)).map_err(misnamed)?;
        let named = |names: &[String]| reading.set(&universe, names).map_err(misnamed);
        let (epsilon, delta) = last_accuracy(journal);
        let accuracy =
            Accuracy::new(epsilon, delta * CERTIFICATE_SHARE_OF_DELTA).map_err(|error| in_header(error.to_string()))?;
        let columns = header.columns.iter().map(|column| Ok(named(column)?.iter().collect::<Vec<Attr>>()));
        let mut columns = apart(columns.collect::<Result<_, Broken>>()?)?;
        columns.retain(|column| !column.is_empty());
        let (distribution, told) = last_distribution(journal);
        let sampler = distribution.sampler(universe.len(), told, columns);
        let mut background: Vec<Implication> = Vec::new();
        for rule in &header.background {
            match reading.rule(&universe, rule).map_err(misnamed)? {
                RuleLeft::Whole(rule) | RuleLeft::Part(rule) => background.push(rule),
                RuleLeft::Nothing { .. } => {}
            }
        }
        let known = background.len();
        let knowledge = Knowledge::with_background(Theory::from_rules(universe.len(), background));
        let effort = effort::measured(journal.entries());
        let settings = FrugalSettings {
            threads,
            // People are not asked in the way of the paper, however long it takes.
            fallback_after: u64::MAX,
            // Journals that began before effort counted go on as they began.
            effort: (!distribution.is_of_all_sets() && distribution != DistributionName::Seen).then_some(effort),
            ..FrugalSettings::new(accuracy, sampler, journal.seed())
        };
        let (noun, language) = last_words(journal, &inactive);
        let spoken = Language::chosen(language.as_ref()).map_err(in_header)?;
        let phrases = attributes.iter().map(|attribute| (attribute.name.as_str(), attribute.phrase.as_deref()));
        let vocabulary = Vocabulary::in_language(spoken, noun.as_deref(), phrases);
        let first: Vec<String> = header.attributes.iter().map(|attribute| attribute.name.clone()).collect();
        Ok(Self {
            named: named(&first)?,
            noun,
            language,
            vocabulary,
            attributes,
            universe: Arc::new(universe),
            epsilon,
            delta,
            distribution,
            told,
            effort,
            learner: Frugal::resume(settings, knowledge, known, Vec::new(), Spent::default()),
            sources: vec![Source::Background; known],
            objects: Vec::new(),
            places: HashMap::new(),
            unnamed: Vec::new(),
            disputes: Vec::new(),
            disputed: HashSet::new(),
            inactive,
            put_off: Vec::new(),
            ballots: Ballots::default(),
            comments: Vec::new(),
            past_ballots: Ballots::default(),
            reading,
            attempts: 0,
            attempts_before: 0,
            certified: None,
        })
    }

    /// Takes up one more entry that was just written. Returns false if it changes
    /// what was decided before: then everything has to be replayed.
    pub(super) fn go_on(&mut self, entry: &Entry) -> Result<bool, String> {
        let live = match self.hear(entry)? {
            Some((Effect::Revises, _)) => return Ok(false),
            Some((_, place)) => self.ballots.due_at(place, &entry.id),
            None => Due::default(),
        };
        self.apply(entry, &BothDue { live, past: Due::default() })?;
        Ok(true)
    }

    /// Gets ready to look for the next question, whatever was looked at before.
    /// It goes through all questions without an answer, and so it is left until
    /// the next one is wanted.
    pub(super) fn rest(&mut self, journal: &Journal) {
        // What was measured since counts too, as it will after a restart.
        self.effort = effort::measured(journal.entries());
        self.learner.set_effort(self.effort);
        // While answers are yet to come in, there is no need to ask something else
        // about it.
        let (waiting, heard): (Vec<&Ballot>, Vec<&Ballot>) =
            self.ballots.all().iter().partition(|ballot| ballot.is_pending(self.ballots.policy));
        let question = |ballot: &Ballot| ballot.question.clone();
        let set_aside: Vec<_> = heard.into_iter().filter(|ballot| ballot.leaves_open()).map(question).collect();
        let put_off = self.put_off.iter().map(|(_, question)| question.clone());
        let put_off: Vec<_> = waiting.into_iter().map(question).chain(put_off).collect();
        self.learner.set_unanswered(&set_aside, &put_off);
        self.learner.count_attempts(self.attempts_before);
        self.learner.reset_sampling(journal.seed());
    }

    /// Counts an answer with those of others, or changes the policy. For an answer to a
    /// question that can still be asked it returns what that brings about, and the place of
    /// its ballot.
    fn hear(&mut self, entry: &Entry) -> Result<Option<(Effect, usize)>, String> {
        let Some(entry) = self.read(entry) else { return Ok(None) };
        match &entry.what {
            _ if self.inactive.contains(&entry.id) => {}
            EntryKind::Answer(said) if said.answer != Reply::Later => {
                if let Some(question) = self.reading.past(&said.question) {
                    self.past_ballots.hear(&entry, question, said);
                    return Ok(None);
                }
                let question = said.question.rule(&self.universe).map_err(|error| error.to_string())?;
                // Of what several say, that counts which all say, by whatever names.
                let holds = self.universe.set(said.holds.iter().filter(|name| !self.reading.is_gone(name)));
                let holds = holds.map_err(|error| error.to_string())?;
                let holds = self.universe.names_of(&holds).map(str::to_owned).collect();
                return Ok(Some(self.ballots.hear(&entry, question, &AnswerRecord { holds, ..said.clone() })));
            }
            EntryKind::Policy(policy) => {
                self.ballots.change(&entry.id, *policy);
                self.past_ballots.change(&entry.id, *policy);
            }
            _ => {}
        }
        Ok(None)
    }

    /// An entry with its object as it is called now; none if nothing is left of it, since
    /// its object was removed.
    pub(super) fn read<'a>(&self, entry: &'a Entry) -> Option<Cow<'a, Entry>> {
        self.reading.entry(entry)
    }

    fn apply(&mut self, entry: &Entry, due: &BothDue) -> Result<(), String> {
        match &entry.what {
            EntryKind::Attempt { .. } => self.attempts += 1,
            EntryKind::Certified(certified) => self.certified = Some(*certified),
            what if !what.counts() => {}
            what => {
                if what.ends_certificates() {
                    self.certified = None;
                }
                self.attempts_before = self.attempts;
            }
        }
        if let EntryKind::Attributes { attributes } = &entry.what {
            for Attribute { name, .. } in attributes.iter().filter(|attribute| !self.reading.is_gone(&attribute.name)) {
                self.named.insert(self.universe.attr(name).map_err(|error| error.to_string())?);
            }
        }
        let read = self.read(entry).filter(|_| !self.inactive.contains(&entry.id));
        if let Some(entry) = read {
            self.apply_active(&entry, due)?;
        }
        for (due, past) in [(&due.live, false), (&due.past, true)] {
            let decided = due.together.get(&entry.id).into_iter().flatten();
            decided.copied().try_for_each(|place| self.take_together(place, past))?;
        }
        Ok(())
    }

    fn apply_active(&mut self, entry: &Entry, due: &BothDue) -> Result<(), String> {
        match &entry.what {
            EntryKind::Answer(said) if said.answer == Reply::Later => {
                if let RuleLeft::Whole(question) = self.left_of(said)? {
                    self.put_off.push((entry.who.clone(), question));
                }
            }
            EntryKind::Answer(said) => {
                for (due, past) in [(&due.live, false), (&due.past, true)] {
                    if let Some(&(place, only_object)) = due.alone.get(&entry.id) {
                        self.take_alone(&entry.id, said, (place, past), only_object)?;
                    }
                }
            }
            EntryKind::Object { object, corrects } => {
                let disputed = self.take_told(&entry.id, object, corrects)?;
                self.note(&entry.id, disputed);
            }
            EntryKind::Comment { question, .. } => {
                let left = self.reading.rule(&self.universe, question).map_err(|error| error.to_string())?;
                // What is said of a question that cannot be asked any more waits with it.
                if let RuleLeft::Whole(question) = left {
                    self.comments.push((entry.id.clone(), question));
                }
            }
            EntryKind::Withdraw { comment } => self.comments.retain(|(id, _)| id != comment),
            _ => {}
        }
        Ok(())
    }

    /// What is left of the question of an answer.
    pub(super) fn left_of(&self, said: &AnswerRecord) -> Result<RuleLeft, String> {
        self.reading.rule(&self.universe, &said.question).map_err(|error| error.to_string())
    }

    /// The question of an answer, if it can still be asked.
    pub(super) fn question_of(&self, said: &AnswerRecord) -> Option<Implication> {
        match self.left_of(said) {
            Ok(RuleLeft::Whole(question)) => Some(question),
            _ => None,
        }
    }

    fn note(&mut self, id: &EntryId, disputed: Option<Dispute>) {
        if let Some(dispute) = disputed {
            self.disputed.insert(id.clone());
            self.disputes.push(Dispute { entry: Some(id.clone()), ..dispute });
        }
    }

    /// Takes up an answer that counts by itself.
    fn take_alone(
        &mut self,
        id: &EntryId,
        said: &AnswerRecord,
        (place, past): (usize, bool),
        only_object: bool,
    ) -> Result<(), String> {
        let disputed = match only_object {
            true => {
                self.take_answer(id, &AnswerRecord { answer: Reply::Refuted, holds: Vec::new(), ..said.clone() })?
            }
            false => self.take_answer(id, said)?,
        };
        if disputed.is_none() {
            self.ballots_mut(past).decided_alone(place, said.answer);
        }
        self.note(id, disputed);
        Ok(())
    }

    /// Takes up what people agree on.
    fn take_together(&mut self, place: usize, past: bool) -> Result<(), String> {
        for (id, said) in self.ballots_mut(past).agreement(place) {
            let disputed = self.take_answer(&id, &said)?;
            if disputed.is_none() {
                self.ballots_mut(past).decided_together(place);
            }
            self.note(&id, disputed);
        }
        Ok(())
    }

    /// The ballots about questions that can be asked, or about those that cannot be any more.
    fn ballots_mut(&mut self, past: bool) -> &mut Ballots {
        if past { &mut self.past_ballots } else { &mut self.ballots }
    }

    fn take_answer(&mut self, id: &EntryId, said: &AnswerRecord) -> Result<Option<Dispute>, String> {
        let claimed = self.claimed_by_answer(id, said)?;
        Ok(self.take(id, claimed))
    }

    /// What is accepted by now.
    pub(super) fn accepted(&self) -> Accepted<'_> {
        Accepted { rules: self.learner.knowledge().rules(), sources: &self.sources, objects: &self.objects }
    }

    /// The place of the object that is called so.
    pub(super) fn place_called(&self, name: &str) -> Option<usize> {
        let named = self.place_of(&ObjectReference::Name(name.to_owned()));
        let unnamed = || {
            let number: usize = name.strip_prefix("example ")?.parse().ok()?;
            let place = *self.unnamed.get(number.checked_sub(1)?)?;
            (self.objects[place].called() == name).then_some(place)
        };
        let several = || {
            let is_called =
                |place: &&usize| self.objects[**place].count() > 1 && self.objects[**place].called() == name;
            self.unnamed.iter().find(is_called).copied()
        };
        named.filter(|_| !name.is_empty()).or_else(unnamed).or_else(several)
    }

    /// The place of the object of that name.
    pub(super) fn place_of(&self, key: &ObjectReference) -> Option<usize> {
        self.places.get(key).copied()
    }
}

/// The entries that do not count, since they were taken back or replaced.
fn inactive(entries: &[Entry]) -> HashSet<EntryId> {
    let mut inactive: HashSet<EntryId> = HashSet::new();
    let mut places: HashMap<&EntryId, usize> = HashMap::new();
    entries.iter().enumerate().for_each(|(at, entry)| _ = places.insert(&entry.id, at));
    // From the last on: an entry is spoken of by later ones only.
    for (at, entry) in entries.iter().enumerate().rev() {
        if inactive.contains(&entry.id) {
            continue;
        }
        let of = |id: &EntryId| places.get(id).map(|&place| &entries[place].what);
        let is_wording = |id: &EntryId| of(id).is_some_and(EntryKind::is_wording);
        let is_asked_about = |id: &EntryId| of(id).is_none_or(EntryKind::counts);
        let target = match &entry.what {
            // What leaves certificates as they are takes back nothing that they are about.
            EntryKind::Retract { entry, wording: true, .. } if !is_wording(entry) => None,
            EntryKind::Retract { entry, silent: true, .. } if is_asked_about(entry) => None,
            EntryKind::Retract { entry, .. } => Some(entry),
            EntryKind::Answer(said) => said.replaces.as_ref(),
            _ => None,
        };
        if let Some(target) = target.filter(|target| places.get(target).is_some_and(|&place| place < at)) {
            inactive.insert(target.clone());
        }
    }
    inactive
}

/// What is to be taken up where, of questions that can be asked and of those that cannot be
/// any more.
struct BothDue {
    live: Due,
    past: Due,
}

/// How questions are worded by now: the noun of the domain, and the language.
fn last_words(journal: &Journal, inactive: &HashSet<EntryId>) -> (Option<String>, Option<LanguageChoice>) {
    let set = |entry: &Entry| match &entry.what {
        EntryKind::Words { noun, language } if !inactive.contains(&entry.id) => Some((noun.clone(), language.clone())),
        _ => None,
    };
    let header = journal.header();
    journal.entries().iter().rev().find_map(set).unwrap_or_else(|| (header.noun.clone(), header.language.clone()))
}

fn last_accuracy(journal: &Journal) -> (f64, f64) {
    let set = |entry: &Entry| match entry.what {
        EntryKind::Accuracy { epsilon, delta } => Some((epsilon, delta)),
        _ => None,
    };
    let header = journal.header();
    journal.entries().iter().rev().find_map(set).unwrap_or((header.epsilon, header.delta))
}

fn last_distribution(journal: &Journal) -> (DistributionName, usize) {
    let set = |entry: &Entry| match entry.what {
        EntryKind::Distribution { distribution, told } => Some((distribution, told)),
        _ => None,
    };
    let header = journal.header();
    let last = journal.entries().iter().rev().find_map(set);
    let (distribution, told) = last.unwrap_or((header.distribution, header.told));
    (distribution, told.unwrap_or(USUALLY_TOLD).max(1))
}

/// Columns that have no value in common.
fn apart(columns: Vec<Vec<Attr>>) -> Result<Vec<Vec<Attr>>, Broken> {
    let mut seen = HashSet::new();
    if !columns.iter().flatten().all(|attr| seen.insert(*attr)) {
        return Err(Broken { entry: None, problem: "an attribute is a value of two columns".to_owned() });
    }
    Ok(columns)
}
