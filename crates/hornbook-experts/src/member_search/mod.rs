//! Black boxes: what can be learned from who only says whether a set is possible.

mod cases;
mod search;
mod settings;

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::Duration;

use hornbook::{AnswersRestOn, AttrSet};

pub use cases::Cases;
use search::{Looked, Search, Wanted};
pub use settings::SearchSettings;

use crate::patience::Deadline;
use crate::{Abilities, Expert, ExpertError, ExpertQuestion, ExpertReply};

/// No more sets are remembered of which it is known whether they are possible.
const MAX_SETS_REMEMBERED: usize = 100_000;

/// An expert about implications, made of one that only says whether a set is possible: a
/// classifier, a simulator, or anything else that cannot look inside itself.
///
/// Asked A → B, it looks whether a member seen before breaks it; else it tries sets near
/// members, and then draws [cases](Cases) with A. A member that breaks the rule is a
/// counterexample. If none is found among n possible cases (of A → ⊥: n cases), at most a
/// share η = 1 − δ_j^(1/n) of such cases break it, with probability 1 − δ_j. For the j-th
/// question δ_j = δ/(j(j+1)), so that all bounds hold together with probability 1 − δ; and
/// n is the least with which η is as small as was wanted. Where there are no more sets
/// with A than that, all are looked at, and the rule simply holds. If `max_cases` were
/// drawn and too few of them are possible, the answer is that it is not known.
///
/// The black box is taken to be right, and to say the same each time it is asked; where it
/// says nothing, the case does not count. `docs/guarantee.md` has the proof, and what
/// follows for rules that were learned this way.
pub struct MemberSearch<E> {
    inner: E,
    settings: SearchSettings,
    /// How many questions were asked.
    questions: u64,
    open: BTreeMap<u64, Search>,
    /// What the black box was asked, by the number of the question.
    out: HashMap<u64, Out>,
    next_question: u64,
    /// Questions about members that were handed on, and wait.
    handed_on: VecDeque<(u64, AttrSet)>,
    remembered: HashMap<AttrSet, bool>,
    members: Vec<AttrSet>,
    done: VecDeque<(u64, ExpertReply)>,
    rules: u64,
    cases: u64,
    exceptions_at_most: f64,
}

/// Why the black box was asked about a set.
enum Out {
    /// For the search with this number.
    Searching(u64, Wanted),
    /// Somebody else asked, under this number.
    HandedOn(u64),
}

impl<E: Expert> MemberSearch<E> {
    /// Searches by asking `inner`.
    pub fn new(inner: E, settings: SearchSettings) -> Self {
        let members = settings.cases.examples().to_vec();
        Self {
            inner,
            settings,
            questions: 0,
            open: BTreeMap::new(),
            out: HashMap::new(),
            next_question: 0,
            handed_on: VecDeque::new(),
            remembered: HashMap::new(),
            members,
            done: VecDeque::new(),
            rules: 0,
            cases: 0,
            exceptions_at_most: 0.0,
        }
    }

    /// The same where so many questions were asked before, in a run that goes on: no part
    /// of δ is spent twice.
    #[must_use]
    pub fn after(mut self, questions: u64) -> Self {
        self.questions = questions;
        self
    }

    /// How many questions were asked, for [`MemberSearch::after`].
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// How often the black box was asked.
    pub fn sets_asked(&self) -> u64 {
        self.next_question
    }

    /// Sets that are known to be possible: where exceptions are looked for first.
    pub fn see_members(&mut self, members: impl IntoIterator<Item = AttrSet>) {
        let mut known: HashSet<AttrSet> = self.members.iter().cloned().collect();
        self.members.extend(members.into_iter().filter(|member| known.insert(member.clone())));
    }

    /// What the answers rest on.
    pub fn answers_rest_on(&self) -> AnswersRestOn {
        AnswersRestOn::Search {
            exceptions_at_most: self.exceptions_at_most,
            rules: self.rules,
            cases: self.cases,
            wrong_at_most: self.settings.accuracy.delta(),
        }
    }

    /// Goes on with all searches, as far as the black box takes more questions.
    fn go_on(&mut self) -> Result<(), ExpertError> {
        while self.out.len() < self.inner.questions_at_once().max(1) {
            if let Some((id, set)) = self.handed_on.pop_front() {
                self.ask(set, Out::HandedOn(id))?;
                continue;
            }
            let cases = &self.settings.cases;
            let wanted = self.open.iter_mut().find_map(|(&id, search)| Some((id, search.want(cases)?)));
            let Some((id, wanted)) = wanted else { break };
            match self.remembered.get(&wanted.set) {
                Some(true) => self.found(id, &wanted, Looked::Possible),
                Some(false) => self.found(id, &wanted, Looked::Impossible),
                None => self.ask(wanted.set.clone(), Out::Searching(id, wanted))?,
            }
        }
        Ok(())
    }

    fn ask(&mut self, set: AttrSet, why: Out) -> Result<(), ExpertError> {
        self.next_question += 1;
        self.inner.send(self.next_question, &ExpertQuestion::Member(set))?;
        self.out.insert(self.next_question, why);
        Ok(())
    }

    /// Tells a search what was found out about a set.
    fn found(&mut self, id: u64, wanted: &Wanted, looked: Looked) {
        let Some(search) = self.open.get_mut(&id) else { return };
        if let Some(reply) = search.take(wanted, looked) {
            self.conclude(id, reply);
        }
    }

    fn conclude(&mut self, id: u64, reply: ExpertReply) {
        self.open.remove(&id);
        if let ExpertReply::NoExceptionFound(bound) = &reply {
            self.rules += 1;
            self.cases += bound.cases;
            self.exceptions_at_most = self.exceptions_at_most.max(bound.exceptions_at_most);
        }
        self.done.push_back((id, reply));
    }

    /// Takes what the black box said.
    fn hear(&mut self, question: u64, reply: ExpertReply) {
        let (id, wanted) = match self.out.remove(&question) {
            Some(Out::Searching(id, wanted)) => (id, wanted),
            Some(Out::HandedOn(id)) => return self.done.push_back((id, reply)),
            None => return,
        };
        let looked = match reply {
            ExpertReply::Member(possible) => {
                self.remember(&wanted.set, possible);
                if possible { Looked::Possible } else { Looked::Impossible }
            }
            ExpertReply::Failed(failure) => {
                if let Some(search) = self.open.get_mut(&id) {
                    search.failure = Some(failure);
                }
                Looked::Silent
            }
            _ => Looked::Silent,
        };
        self.found(id, &wanted, looked);
    }

    fn remember(&mut self, set: &AttrSet, possible: bool) {
        if self.remembered.len() >= MAX_SETS_REMEMBERED || self.remembered.contains_key(set) {
            return;
        }
        self.remembered.insert(set.clone(), possible);
        if possible {
            self.members.push(set.clone());
        }
    }
}

impl<E: Expert> Expert for MemberSearch<E> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn abilities(&self) -> Abilities {
        Abilities { implication: true, closure: false, member: true }
    }

    fn rests_on(&self) -> Option<AnswersRestOn> {
        Some(self.answers_rest_on())
    }

    fn questions_at_once(&self) -> usize {
        self.inner.questions_at_once()
    }

    fn send(&mut self, id: u64, question: &ExpertQuestion) -> Result<(), ExpertError> {
        match question {
            ExpertQuestion::Implication(rule) if rule.is_trivial() => self.done.push_back((id, ExpertReply::Holds)),
            ExpertQuestion::Implication(rule) => {
                self.questions += 1;
                match self.members.iter().find(|member| !rule.holds_in(member)) {
                    Some(member) => {
                        let unknown = AttrSet::empty(self.settings.cases.attribute_count());
                        let example = ExpertReply::Counterexample { name: None, has: member.clone(), unknown };
                        self.done.push_back((id, example));
                    }
                    None => {
                        let search = Search::new(&self.settings, self.questions, rule, &self.members);
                        self.open.insert(id, search);
                    }
                }
            }
            ExpertQuestion::Member(set) => self.handed_on.push_back((id, set.clone())),
            ExpertQuestion::Closure(_) => {
                let why = format!("{} can be asked whether a rule holds, not what follows", self.name());
                self.done.push_back((id, ExpertReply::Failed(why)));
            }
        }
        self.go_on()
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<(u64, ExpertReply)>, ExpertError> {
        let deadline = Deadline::after(patience);
        loop {
            self.go_on()?;
            if let Some(done) = self.done.pop_front() {
                return Ok(Some(done));
            }
            if self.out.is_empty() {
                return Ok(None);
            }
            let left = deadline.left();
            match self.inner.receive(left)? {
                Some((question, reply)) => self.hear(question, reply),
                None if left.is_zero() => return Ok(None),
                None => {}
            }
        }
    }
}
