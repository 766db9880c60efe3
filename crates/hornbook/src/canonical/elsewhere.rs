//! The basis of a domain that lives elsewhere.
//!
//! Some of its rows break fewer rules than all of them do. So the basis of those that
//! were seen so far is computed here, and the domain is asked, in one question about
//! all its rules, for rows that break them: these are seen from now on. Each breaks a
//! rule that all rows seen before keep, so it is a new one, and there comes an end.
//! *Then all rules of the basis hold in the domain; and what holds in the domain holds
//! in the rows that were seen, so it follows from the basis.* It is exact, and has
//! taken as many questions as there were turns: a handful, mostly. A domain that finds
//! all its rules by itself is asked for these first, and they are made canonical here.
//!
//! Rules that enough rows bear out are another matter, since how many rows a set
//! occurs in is known elsewhere only. The intents of a domain that occur often enough,
//! written down as rows, are a table with the same such rules. They are asked for level
//! by level (Close-by-One, breadth first): a level is one question about many sets, and
//! there are no more levels than attributes.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::basis::canonical_basis_with;
use super::settings::{Basis, BasisProgress, BasisSettings, BasisStop, Unfinished};
use crate::domain::{AllRules, Domain};
use crate::{Attr, AttrSet, Conclusion, Context, Theory};

/// At most so many sets are asked for at a time.
const MAX_SETS_ASKED: usize = 1 << 14;

/// All turns together may visit as many sets as so many turns at their limit.
const MOST_TURNS: u64 = 10;

/// Why there is no basis of a domain.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DomainBasisError<E> {
    /// A limit was reached, or the watcher called it off.
    #[error(transparent)]
    Unfinished(Unfinished),
    /// The domain failed.
    #[error(transparent)]
    Domain(E),
}

/// The canonical basis of a domain relative to `background`, which must hold in
/// it: as [`canonical_basis_with`], wherever the domain lives. If it lives
/// elsewhere and the computation is cut short, no rule is known to hold, and
/// none is given.
pub fn domain_basis<D: Domain>(
    domain: &mut D,
    background: &Theory,
    settings: &BasisSettings,
    watch: &mut dyn FnMut(&BasisProgress) -> ControlFlow<()>,
) -> Result<Basis, DomainBasisError<D::Error>> {
    if let Some(context) = domain.table() {
        return canonical_basis_with(context, background, settings, watch).map_err(DomainBasisError::Unfinished);
    }
    DomainSeen::of(domain).basis(domain, background, settings, watch)
}

/// What was seen so far of a domain that lives elsewhere, on the way to its basis. It is
/// worth keeping if that is given up for a while, or tried above another support.
#[derive(Clone, Debug)]
pub(crate) struct DomainSeen {
    rows: Context,
    sets: SetsSeen,
}

impl DomainSeen {
    /// What is at hand of a domain.
    pub(crate) fn of<D: Domain>(domain: &D) -> Self {
        let rows = Context::from_rows(domain.universe().clone(), domain.rows_at_hand());
        Self { rows, sets: SetsSeen::default() }
    }

    /// The basis, as [`domain_basis`] gives it.
    pub(crate) fn basis<D: Domain>(
        &mut self,
        domain: &mut D,
        background: &Theory,
        settings: &BasisSettings,
        watch: &mut dyn FnMut(&BasisProgress) -> ControlFlow<()>,
    ) -> Result<Basis, DomainBasisError<D::Error>> {
        if settings.min_support == 0 {
            return self.basis_of_all(domain, background, settings, watch);
        }
        // Where many sets may be asked for, to remember them all takes too much.
        let mut new = SetsSeen::default();
        let sets = if settings.max_visited.is_some() { &mut self.sets } else { &mut new };
        let intents = intents(domain, sets, settings, watch)?;
        // A set occurs as often as what follows from it. So those that occur in some
        // of the intents are those that occur often enough.
        let settings = &BasisSettings { min_support: 1, ..*settings };
        let ended = canonical_basis_with(&intents, background, settings, watch);
        ended.map_err(DomainBasisError::Unfinished)
    }

    /// The basis of all rows. The limits are for each turn, and there is an end to turns,
    /// too, if there is one to visits.
    fn basis_of_all<D: Domain>(
        &mut self,
        domain: &mut D,
        background: &Theory,
        settings: &BasisSettings,
        watch: &mut dyn FnMut(&BasisProgress) -> ControlFlow<()>,
    ) -> Result<Basis, DomainBasisError<D::Error>> {
        let attributes = self.rows.attribute_count();
        let mut go_on = |rules: usize, visited: u64| watch(&BasisProgress { rules, visited, bytes: 0 });
        match domain.all_rules(settings.max_visited, &mut go_on).map_err(DomainBasisError::Domain)? {
            AllRules::NotOffered => {}
            AllRules::TooManySteps(rules) => {
                let found = Basis { rules, ..Basis::empty(attributes) };
                return Err(DomainBasisError::Unfinished(Unfinished { stopped: BasisStop::Work, found }));
            }
            AllRules::Cancelled(rules) => {
                let found = Basis { rules, ..Basis::empty(attributes) };
                return Err(DomainBasisError::Unfinished(Unfinished { stopped: BasisStop::Cancelled, found }));
            }
            AllRules::Found(rules) => {
                return Ok(Basis { rules: rules.canonical_beyond(background), ..Basis::empty(attributes) });
            }
        }
        let (mut visited, mut turn) = (0, 0);
        loop {
            let mut go_on =
                |progress: &BasisProgress| watch(&BasisProgress { visited: visited + progress.visited, ..*progress });
            let found = canonical_basis_with(&self.rows, background, settings, &mut go_on);
            let found = found.map_err(|Unfinished { stopped, found }| {
                // They hold in the rows seen, and perhaps not in others.
                let found = Basis { rules: Theory::new(self.rows.attribute_count()), ..found };
                DomainBasisError::Unfinished(Unfinished { stopped, found })
            })?;
            visited += found.visited;
            if settings.max_visited.is_some_and(|most| visited > most.saturating_mul(MOST_TURNS)) {
                let found = Basis { rules: Theory::new(self.rows.attribute_count()), visited, ..found };
                return Err(DomainBasisError::Unfinished(Unfinished { stopped: BasisStop::Work, found }));
            }
            // Of the rows that break a rule another one each time: they may be much alike.
            turn += 1;
            let rows = domain.counterexamples(found.rules.rules(), &mut |count| turn % count);
            let rows: Vec<AttrSet> = rows.map_err(DomainBasisError::Domain)?.into_iter().flatten().collect();
            if rows.is_empty() {
                return Ok(Basis { visited, ..found });
            }
            rows.into_iter().for_each(|row| self.rows.push(None, row));
        }
    }
}

/// What a domain said about sets. Above a smaller support all those are asked for again
/// that were asked for above a larger one.
#[derive(Clone, Debug, Default)]
struct SetsSeen {
    supports: HashMap<AttrSet, usize>,
    closures: HashMap<AttrSet, Conclusion>,
}

impl SetsSeen {
    /// What follows from sets; ⊥ if they do not occur so often.
    fn closures<D: Domain>(
        &mut self,
        domain: &mut D,
        sets: &[AttrSet],
        min_support: usize,
    ) -> Result<Vec<Conclusion>, D::Error> {
        if min_support > 1 {
            let new = unknown(sets, &self.supports);
            let found = if new.is_empty() { Vec::new() } else { domain.supports(&new)? };
            self.supports.extend(new.into_iter().zip(found));
        }
        // What is rare is not closed.
        let is_often =
            |set: &AttrSet| min_support <= 1 || self.supports.get(set).is_some_and(|&rows| rows >= min_support);
        let new = unknown(sets.iter().filter(|set| is_often(set)), &self.closures);
        let found = if new.is_empty() { Vec::new() } else { domain.closures(&new)? };
        self.closures.extend(new.into_iter().zip(found));
        let closure = |set: &AttrSet| self.closures.get(set).filter(|_| is_often(set)).cloned();
        Ok(sets.iter().map(|set| closure(set).unwrap_or(Conclusion::Falsum)).collect())
    }
}

/// The sets of which nothing is known.
fn unknown<'a, T>(sets: impl IntoIterator<Item = &'a AttrSet>, known: &HashMap<AttrSet, T>) -> Vec<AttrSet> {
    sets.into_iter().filter(|set| !known.contains_key(*set)).cloned().collect()
}

/// A branch of the search: an intent, and the first attribute to add to it.
struct Node {
    intent: AttrSet,
    from: Attr,
}

impl Node {
    /// It with each of the attributes that may be added to it.
    fn branches(&self, attributes: usize) -> impl Iterator<Item = (&Self, Attr)> {
        (self.from..attributes).filter(|&attr| !self.intent.contains(attr)).map(move |attr| (self, attr))
    }
}

/// All intents of a domain that occur often enough, as the rows of a table.
fn intents<D: Domain>(
    domain: &mut D,
    seen: &mut SetsSeen,
    settings: &BasisSettings,
    watch: &mut dyn FnMut(&BasisProgress) -> ControlFlow<()>,
) -> Result<Context, DomainBasisError<D::Error>> {
    let universe = domain.universe().clone();
    let attributes = universe.len();
    let mut table = Context::new(universe.clone());
    let mut asked = 0u64;
    let mut ask = |sets: &[AttrSet], rows: usize| -> Result<Vec<Conclusion>, DomainBasisError<D::Error>> {
        asked += sets.len() as u64;
        let bytes = rows * (size_of::<AttrSet>() + attributes.div_ceil(8)) * 2;
        let progress = BasisProgress { rules: 0, visited: asked, bytes };
        let stopped = match watch(&progress) {
            ControlFlow::Break(()) => Some(BasisStop::Cancelled),
            _ if settings.max_visited.is_some_and(|most| asked > most) => Some(BasisStop::Work),
            _ if settings.max_bytes.is_some_and(|most| bytes > most) => Some(BasisStop::Memory),
            _ => None,
        };
        if let Some(stopped) = stopped {
            let found = Basis { rules: Theory::new(attributes), visited: asked, work: 0, peak_bytes: bytes };
            return Err(DomainBasisError::Unfinished(Unfinished { stopped, found }));
        }
        seen.closures(domain, sets, settings.min_support).map_err(DomainBasisError::Domain)
    };
    let first = ask(&[universe.none()], 0)?;
    let mut level: Vec<Node> = Vec::new();
    for closure in first {
        if let Conclusion::Attrs(intent) = closure {
            table.push(None, intent.clone());
            level.push(Node { intent, from: 0 });
        }
    }
    while !level.is_empty() {
        let mut next = Vec::new();
        let branches: Vec<(&Node, Attr)> = level.iter().flat_map(|node| node.branches(attributes)).collect();
        for some in branches.chunks(MAX_SETS_ASKED) {
            let sets: Vec<AttrSet> = some.iter().map(|(node, attr)| node.intent.with(*attr)).collect();
            let closures = ask(&sets, table.len())?;
            for ((node, attr), closure) in some.iter().zip(closures) {
                // Each intent is reached once: by the branch that adds nothing
                // before its attribute.
                if let Conclusion::Attrs(intent) = closure
                    && intent.difference(&node.intent).first().is_none_or(|first| first >= *attr)
                {
                    table.push(None, intent.clone());
                    next.push(Node { intent, from: attr + 1 });
                }
            }
        }
        level = next;
    }
    Ok(table)
}
