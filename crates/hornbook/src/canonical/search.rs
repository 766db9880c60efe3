//! The enumeration of the sets closed under the rules found so far, of any
//! domain: of a table by looking, of others by asking.
//!
//! Close-by-One with the rules in the place of rows (LinCbO), in lectic order:
//! each set met is an intent or pseudo-closed. The branches of a set are
//! visited with the largest new attribute first.
//!
//! Invariant: when a set is visited, every rule whose premise is a proper
//! subset of it has been found.
//!
//! ⊥ takes the part of one more attribute, behind all others, that no set ever
//! branches on: a set that occurs in no row closes to ⊥ and has no children.
//!
//! Failed branches are remembered (the pruning of FCbO): if a set with i more
//! gains the smaller attribute j, so does every larger set that lacks j. As
//! larger attributes are tried first, a branch finds all the failures there
//! are for it already.
//!
//! The enumeration may be cut in pieces for threads: sets that differ in the
//! first `top` attributes belong to different pieces, and a piece depends on
//! those only that have fewer of these attributes. A piece therefore puts off
//! the branches that lead to others, which [`levels`](super::levels) hands out.

use std::ops::Range;
use std::sync::Arc;

use super::bits::{BITS, Width, at, at_mut, attrs, contains, insert};
use super::rules::{FALSUM, Mark, NO_WITNESS, Rows, Rules, Witness};
use crate::Attr;

/// What follows from a set, compared with it.
pub(crate) enum Intent {
    /// Nothing more.
    Same,
    /// More: the set that was written.
    More,
    /// ⊥.
    Falsum,
}

/// What [`Search`] needs to know of a domain.
pub(crate) trait SearchDomain {
    /// Why it may not be known.
    type Error;
    /// Whether nothing more follows from an intent: not so if it is only what
    /// is not ruled out.
    const CLOSES: bool;

    /// The words of an extent: whatever helps to find an intent and can be
    /// narrowed from set to superset.
    fn extent_words(&self) -> usize;
    /// How often an extent is gone through to find out whether it is wanted.
    fn passes_to_count(&self) -> usize {
        1
    }
    /// The extent of the empty set.
    fn everything(&self, extent: &mut [u64]);
    /// The extent of a set with one attribute more.
    fn narrow(&self, extent: &[u64], by: Attr, narrowed: &mut [u64]);
    /// What follows from `set`, which is closed under the rules so far.
    fn intent(&mut self, set: &[u64], extent: &[u64], intent: &mut [u64]) -> Result<Intent, Self::Error>;
    /// Is told that another set is visited, and says whether it wants a report.
    fn visit(&mut self) -> bool;
    /// Is told how much work was done since it was told last, how many rules
    /// there are, and how much memory is held.
    fn report(&mut self, work: u64, rules: usize, bytes: usize) -> Result<(), Self::Error>;
    /// Whether sets are wanted only if they occur often enough.
    fn restricts(&self) -> bool {
        false
    }
    /// Whether a set with this extent is wanted. If it is not, nor is any larger
    /// one.
    fn is_wanted(&self, _extent: &[u64]) -> bool {
        true
    }
    /// Writes which attributes leave a set with this extent wanted when they come
    /// in, if that is quicker told for all than for so many one by one.
    fn wanted_attrs(&mut self, _extent: &[u64], _candidates: usize, _wanted: &mut [u64]) -> bool {
        false
    }
}

/// So many words of an extent are gone through in the time of one step of work.
pub(super) const WORDS_A_STEP: usize = 4;

/// To try a branch takes about so many steps, whatever comes of it.
const STEPS_A_BRANCH: u64 = 40;

/// After so much work there is a report, whether or not sets were visited.
const WORK_BETWEEN_REPORTS: u64 = 1 << 18;

/// An attribute to branch on, and why that is known to fail.
#[derive(Clone, Copy)]
struct Candidate {
    attr: u32,
    witness: Witness,
}

/// An intent whose branches are being visited, largest attribute first.
struct Node {
    by: Attr,
    /// How to leave it.
    mark: Mark,
    /// Its candidates begin here.
    first: usize,
    /// Those from here on were visited.
    next: usize,
}

/// An intent whose first branches were put off.
struct Parent {
    /// The one it is a branch of itself.
    up: Option<Arc<Parent>>,
    by: Attr,
    set: Box<[u64]>,
    candidates: Box<[Candidate]>,
}

/// A branch that was put off.
pub(crate) struct Branch {
    /// None for the branch that all others are of.
    parent: Option<Arc<Parent>>,
    by: Attr,
    /// The set, as far as it is closed.
    set: Box<[u64]>,
    /// The memory it holds, with its share of what it shares with others.
    bytes: usize,
}

impl Branch {
    /// How many of the first attributes the set has.
    pub(super) fn level(&self, top: usize) -> usize {
        level(&self.set, top)
    }
}

/// How an attempt to branch ended.
enum Entered {
    Intent,
    Failed(Witness),
    PutOff,
}

/// What was found to follow from a set.
enum Concluded {
    /// Nothing more.
    Same,
    /// More, which the set has by now.
    More,
    /// What belongs to another branch, or ⊥.
    Failed(Witness),
}

/// The enumeration.
pub(crate) struct Search<W, D> {
    width: W,
    attributes: usize,
    /// Sets that differ in the attributes before this one are pieces of their own.
    top: usize,
    pub(super) domain: D,
    rules: Rules<W>,
    /// Sets and extents of the path, and of the attempt behind its end.
    sets: Vec<u64>,
    extents: Vec<u64>,
    /// For each set of the path, its candidates: what can be gained below it.
    alive: Vec<u64>,
    path: Vec<Node>,
    /// The candidates of all nodes of the path.
    candidates: Vec<Candidate>,
    intent: Vec<u64>,
    /// Which attributes leave a set wanted, where that was told for all.
    wanted: Vec<u64>,
    /// The set of all attributes.
    anything: Vec<u64>,
    put_off: Vec<Branch>,
    /// The memory that branches hold, less what those held that others put off
    /// and were visited here: modulo the largest number, as only the sum over all
    /// threads says something.
    put_off_bytes: usize,
    /// The set whose branches are visited, and those it is a branch of.
    loaded: Vec<Arc<Parent>>,
    /// Which rules were found here, but for those since `mark`.
    own: Vec<Range<usize>>,
    mark: usize,
    /// Whether the root was visited.
    started: bool,
    /// The work done since the last report, apart from that of the rules.
    work: u64,
}

impl<W: Width, D: SearchDomain> Search<W, D> {
    pub(crate) fn new(width: W, attributes: usize, top: usize, domain: D) -> Self {
        Self {
            width,
            attributes,
            top,
            domain,
            rules: Rules::new(width, attributes),
            sets: Vec::new(),
            extents: Vec::new(),
            alive: Vec::new(),
            path: Vec::new(),
            candidates: Vec::new(),
            intent: vec![0; width.words()],
            wanted: vec![0; width.words()],
            anything: vec![u64::MAX; width.words()],
            put_off: Vec::new(),
            put_off_bytes: 0,
            loaded: Vec::new(),
            own: Vec::new(),
            mark: 0,
            started: false,
            work: 0,
        }
    }

    /// The domain that is searched.
    pub(crate) fn domain(&self) -> &D {
        &self.domain
    }

    /// The domain, to be told more.
    pub(crate) fn domain_mut(&mut self) -> &mut D {
        &mut self.domain
    }

    /// Adds rules known from elsewhere, between two runs.
    pub(crate) fn know(&mut self, rules: &Rows) {
        self.unload(0);
        if self.mark < self.rules.rows().len() {
            self.own.push(self.mark..self.rules.rows().len());
        }
        self.rules.add_all(rules);
        self.mark = self.rules.rows().len();
    }

    /// The branch that all others are of, if the rules known allow any set.
    pub(crate) fn root(&self) -> Option<Branch> {
        self.rules.always().map(|set| Branch { parent: None, by: 0, set: set.into(), bytes: 0 })
    }

    /// The rules found since the last ones from elsewhere.
    pub(super) fn news(&self) -> Rows {
        self.rules.rows().since(self.mark, self.width.words())
    }

    /// The premises and conclusions of all rules found here.
    pub(super) fn found(&self) -> impl Iterator<Item = (&[u64], Option<&[u64]>)> {
        let rows = self.rules.rows();
        let words = self.width.words();
        self.own.iter().cloned().flatten().chain(self.mark..rows.len()).map(move |place| rows.get(place, words))
    }

    fn count(&self) -> usize {
        self.own.iter().map(Range::len).sum::<usize>() + self.rules.rows().len() - self.mark
    }

    /// The branches put off since this was asked last.
    pub(super) fn take_put_off(&mut self) -> Vec<Branch> {
        std::mem::take(&mut self.put_off)
    }

    /// The memory held.
    pub(super) fn bytes(&self) -> usize {
        let path = 8 * (self.sets.capacity() + self.extents.capacity() + self.alive.capacity())
            + size_of::<Candidate>() * self.candidates.capacity()
            + size_of::<Node>() * self.path.capacity();
        (self.rules.bytes() + path).wrapping_add(self.put_off_bytes)
    }

    /// Visits a branch and all below it that belongs to the same piece. On a
    /// stack of its own: a chain of sets can be as long as there are attributes.
    pub(crate) fn run(&mut self, branch: &Branch) -> Result<(), D::Error> {
        self.load(branch.parent.as_ref());
        let base = self.path.len();
        self.start(branch)?;
        self.visit_below(base)
    }

    /// Visits everything, or what is left of it where the domain failed before:
    /// it is asked the same again.
    pub(crate) fn go_on_from_root(&mut self) -> Result<(), D::Error> {
        if !self.started {
            if let Some(root) = self.root() {
                self.load(None);
                self.start(&root)?;
            }
            self.started = true;
        }
        self.visit_below(0)
    }

    /// Visits the branches of the path, but for its first `base` sets.
    fn visit_below(&mut self, base: usize) -> Result<(), D::Error> {
        while self.path.len() > base
            && let Some(node) = self.path.last_mut()
        {
            if node.next == node.first {
                self.leave();
                continue;
            }
            node.next -= 1;
            let (first, next) = (node.first, node.next);
            let Candidate { attr, witness } = self.candidates[next];
            if (attr as Attr) < self.top {
                self.put_off_from(first, next);
            } else if witness == NO_WITNESS
                && let Err(error) = self.attempt(attr as Attr, next)
            {
                // The candidate is the next one again.
                self.path.iter_mut().last().into_iter().for_each(|node| node.next = next + 1);
                return Err(error);
            } else if self.work + self.rules.work() >= WORK_BETWEEN_REPORTS {
                self.report()?;
            }
        }
        Ok(())
    }

    /// Lets the path lead to the set that is branched. What it shares with the
    /// path there is stays.
    fn load(&mut self, parent: Option<&Arc<Parent>>) {
        let mut chain: Vec<_> = std::iter::successors(parent, |parent| parent.up.as_ref()).collect();
        chain.reverse();
        let same = self.loaded.iter().zip(&chain).take_while(|(a, b)| Arc::ptr_eq(a, b)).count();
        self.unload(same);
        for parent in &chain[same..] {
            self.load_next(parent);
        }
    }

    fn load_next(&mut self, parent: &Arc<Parent>) {
        let slot = self.path.len();
        let words = self.width.words();
        self.reserve(slot);
        at_mut(&mut self.sets, slot, words).copy_from_slice(&parent.set);
        match &parent.up {
            Some(up) => {
                self.narrow(slot, parent.by);
                self.rules.begin(attrs(&parent.set).filter(|&attr| !contains(&up.set, attr)));
            }
            None => {
                self.extent_of(&parent.set);
                self.rules.begin(attrs(&parent.set));
            }
        }
        let first = self.candidates.len();
        self.candidates.extend_from_slice(&parent.candidates);
        self.go_on(parent.by, first);
        self.loaded.push(parent.clone());
    }

    /// Leaves all of the path but its first sets.
    fn unload(&mut self, but: usize) {
        while self.path.len() > but {
            self.leave();
        }
        self.loaded.truncate(but);
    }

    /// Leaves the end of the path.
    fn leave(&mut self) {
        if let Some(Node { by, mark, first, .. }) = self.path.pop() {
            self.candidates.truncate(first);
            self.rules.go_back(mark, (!self.path.is_empty()).then_some(by));
        }
    }

    /// Goes on from the set behind the end of the path, which has the
    /// candidates from `first` on.
    fn go_on(&mut self, by: Attr, first: usize) {
        let words = self.width.words();
        let slot = self.path.len();
        let alive = at_mut(&mut self.alive, slot, words);
        alive.fill(0);
        self.candidates[first..].iter().for_each(|candidate| insert(alive, candidate.attr as Attr));
        let mark = self.rules.go_on(at(&self.sets, slot, words), alive);
        self.path.push(Node { by, mark, first, next: self.candidates.len() });
    }

    /// Enters the set of a branch.
    fn start(&mut self, branch: &Branch) -> Result<(), D::Error> {
        let slot = self.path.len();
        self.reserve(slot);
        let words = self.width.words();
        let Branch { parent, by, set, bytes } = branch;
        at_mut(&mut self.sets, slot, words).copy_from_slice(set);
        match parent {
            Some(parent) => self.rules.begin(attrs(set).filter(|&attr| !contains(&parent.set, attr))),
            None => {
                self.extent_of(set);
                self.rules.begin(attrs(set));
            }
        }
        match self.enter(slot, *by, Some(branch.level(self.top)))? {
            Entered::Failed(_) => {}
            Entered::PutOff => {
                let set = at(&self.sets, slot, words).into();
                self.put_off(Branch { parent: parent.clone(), by: *by, set, bytes: *bytes });
            }
            Entered::Intent if slot == 0 => {
                let set = at(&self.sets, 0, words);
                let candidates = (0..self.attributes).filter(|&attr| !contains(set, attr));
                self.candidates.extend(candidates.map(|attr| Candidate { attr: attr as u32, witness: NO_WITNESS }));
                self.go_on(*by, 0);
            }
            Entered::Intent => {
                let from = self.path.last().map_or(0, |node| node.first);
                self.branch_off(slot, *by, from);
            }
        }
        self.put_off_bytes = self.put_off_bytes.wrapping_sub(*bytes);
        Ok(())
    }

    /// Tries to branch from the end of the path.
    #[inline]
    fn attempt(&mut self, attr: Attr, place: usize) -> Result<(), D::Error> {
        let slot = self.path.len();
        self.work += STEPS_A_BRANCH;
        self.reserve(slot);
        let words = self.width.words();
        self.sets.copy_within((slot - 1) * words..slot * words, slot * words);
        insert(at_mut(&mut self.sets, slot, words), attr);
        self.rules.begin([attr]);
        match self.enter(slot, attr, None)? {
            Entered::Failed(witness) => self.candidates[place].witness = witness,
            Entered::PutOff => {}
            Entered::Intent => self.branch_off(slot, attr, place + 1),
        }
        Ok(())
    }

    /// Goes on from the intent at `slot`, behind the end of the path, if it has
    /// candidates: some of those from a place on.
    #[inline]
    fn branch_off(&mut self, slot: usize, by: Attr, from: usize) {
        let first = self.candidates.len();
        let extent = at(&self.extents, slot, self.domain.extent_words());
        let told = self.domain.restricts() && self.domain.wanted_attrs(extent, first - from, &mut self.wanted);
        for at in from..first {
            let candidate = self.candidates[at];
            if !told || contains(&self.wanted, candidate.attr as Attr) {
                self.inherit(slot, by, candidate);
            }
        }
        if self.candidates.len() > first {
            self.go_on(by, first);
        }
    }

    /// Takes over a candidate for the set at `slot`, which was branched on `by`,
    /// unless it is known that it fails whatever the set gains.
    #[inline]
    fn inherit(&mut self, slot: usize, by: Attr, mut candidate: Candidate) {
        let set = at(&self.sets, slot, self.width.words());
        let Candidate { attr, witness } = candidate;
        if attr as Attr <= by || contains(set, attr as Attr) {
            return;
        }
        if witness != NO_WITNESS {
            if witness == FALSUM || (witness as Attr) < by {
                return;
            }
            if contains(set, witness as Attr) {
                candidate.witness = NO_WITNESS;
            }
        }
        self.candidates.push(candidate);
    }

    /// Closes the set at `slot` under the rules, and adds the rule it gives rise
    /// to if it is pseudo-closed, until it is an intent. `by` is the attribute
    /// it was branched on. A set that has to have just `level` of the first
    /// attributes and gains more of them is put off.
    #[inline]
    fn enter(&mut self, slot: usize, by: Attr, required: Option<usize>) -> Result<Entered, D::Error> {
        let words = self.width.words();
        // The first set of the path has its extent; there, anything can be gained.
        let mut narrowed = slot == 0;
        let mut closed = false;
        if self.domain.restricts() {
            if !narrowed {
                self.narrow(slot, by);
                narrowed = true;
            }
            self.work += ((1 + self.domain.passes_to_count()) * self.domain.extent_words() / WORDS_A_STEP) as u64;
            // Nor is it whatever else it gains.
            if !self.domain.is_wanted(at(&self.extents, slot, self.domain.extent_words())) {
                return Ok(Entered::Failed(FALSUM));
            }
        }
        loop {
            let alive = if slot == 0 { &self.anything } else { at(&self.alive, slot - 1, words) };
            let set = at_mut(&mut self.sets, slot, words);
            if let Err(witness) = if closed { Ok(()) } else { self.rules.close(set, by, alive) } {
                return Ok(Entered::Failed(witness));
            }
            if required.is_some_and(|required| level(set, self.top) > required) {
                return Ok(Entered::PutOff);
            }
            if !narrowed {
                self.narrow(slot, by);
                narrowed = true;
            }
            if self.domain.visit() {
                self.report()?;
            }
            if closed {
                return Ok(Entered::Intent);
            }
            match self.conclude(slot, by)? {
                Concluded::Same => return Ok(Entered::Intent),
                Concluded::Failed(witness) => return Ok(Entered::Failed(witness)),
                Concluded::More => closed = D::CLOSES,
            }
        }
    }

    /// Looks what follows from the set at `slot`, which is closed under the
    /// rules, and adds that as a rule.
    fn conclude(&mut self, slot: usize, by: Attr) -> Result<Concluded, D::Error> {
        let words = self.width.words();
        let set = at_mut(&mut self.sets, slot, words);
        let extent = at(&self.extents, slot, self.domain.extent_words());
        let found_by = (slot > 0).then_some(by);
        match self.domain.intent(set, extent, &mut self.intent)? {
            Intent::Same => Ok(Concluded::Same),
            Intent::Falsum => {
                self.rules.add(set, None, found_by);
                Ok(Concluded::Failed(FALSUM))
            }
            Intent::More => {
                self.rules.add(set, Some(&self.intent), found_by);
                let alive = if slot == 0 { &self.anything } else { at(&self.alive, slot - 1, words) };
                let gained = self.rules.gain(&self.intent, set, by, alive);
                Ok(gained.map_or_else(Concluded::Failed, |()| Concluded::More))
            }
        }
    }

    /// Tells the domain where the search is.
    pub(super) fn report(&mut self) -> Result<(), D::Error> {
        let (bytes, rules) = (self.bytes(), self.count());
        let work = std::mem::take(&mut self.work) + self.rules.take_work();
        self.domain.report(work, rules, bytes)
    }

    /// The extent at `slot`, from the one before. What the rules add does not
    /// narrow it: they hold.
    #[inline]
    fn narrow(&mut self, slot: usize, by: Attr) {
        let words = self.domain.extent_words();
        self.work += (1 + words / WORDS_A_STEP) as u64;
        let (before, own) = self.extents.split_at_mut(slot * words);
        self.domain.narrow(at(before, slot - 1, words), by, &mut own[..words]);
    }

    /// The extent of a set, at the beginning of the path.
    fn extent_of(&mut self, set: &[u64]) {
        let words = self.domain.extent_words();
        let mut extent = vec![0; words];
        self.domain.everything(&mut extent);
        let narrowed = &mut self.extents[..words];
        narrowed.copy_from_slice(&extent);
        for attr in attrs(set) {
            self.domain.narrow(&extent, attr, narrowed);
            extent.copy_from_slice(narrowed);
        }
    }

    /// Makes room for the set at `slot`.
    fn reserve(&mut self, slot: usize) {
        let sets = (slot + 1) * self.width.words();
        if self.sets.len() < sets {
            self.sets.resize(sets, 0);
            self.alive.resize(sets, 0);
            self.extents.resize((slot + 1) * self.domain.extent_words(), 0);
        }
    }

    /// Puts off the branches of the end of the path on the candidates up to
    /// `last`, and leaves it.
    fn put_off_from(&mut self, first: usize, last: usize) {
        let Some(&Node { by, .. }) = self.path.last() else { return };
        let set = at(&self.sets, self.path.len() - 1, self.width.words());
        let candidates = self.candidates[first..].into();
        let parent = Arc::new(Parent { up: self.loaded.last().cloned(), by, set: set.into(), candidates });
        let own = size_of::<Branch>() + size_of_val(set);
        let shared = size_of::<Parent>() + size_of_val(set) + size_of_val(&*parent.candidates);
        let bytes = own + shared / (last + 1 - first);
        for place in (first..=last).rev() {
            let by = self.candidates[place].attr as Attr;
            let mut set = parent.set.clone();
            insert(&mut set, by);
            self.put_off(Branch { parent: Some(parent.clone()), by, set, bytes });
        }
        self.leave();
    }

    fn put_off(&mut self, branch: Branch) {
        self.put_off_bytes = self.put_off_bytes.wrapping_add(branch.bytes);
        self.put_off.push(branch);
    }
}

/// How many of the first `top` attributes a set has.
fn level(set: &[u64], top: usize) -> usize {
    let whole: u32 = set[..top / BITS].iter().map(|word| word.count_ones()).sum();
    let part = if top.is_multiple_of(BITS) { 0 } else { (set[top / BITS] & ((1 << (top % BITS)) - 1)).count_ones() };
    (whole + part) as usize
}
