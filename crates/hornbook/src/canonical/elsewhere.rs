//! The basis of a domain that lives elsewhere.
//!
//! The intents of a domain, written down as rows, are a table with the same
//! rules: an intent is what some rows have in common, and the intersection of
//! two is one again. So they are asked for, and the basis is computed here. They
//! are found level by level (Close-by-One, breadth first): a level is one
//! question about many sets, and there are no more levels than attributes.

use std::ops::ControlFlow;

use super::basis::canonical_basis_with;
use super::settings::{Basis, BasisProgress, BasisSettings, BasisStop, Unfinished};
use crate::domain::Domain;
use crate::{Attr, AttrSet, Conclusion, Context, Theory};

/// At most so many sets are asked for at a time.
const MAX_SETS_ASKED: usize = 1 << 14;

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
    let intents = intents(domain, settings, watch)?;
    // A set occurs as often as what follows from it. So those that occur in some
    // of the intents are those that occur often enough.
    let settings = &BasisSettings { min_support: settings.min_support.min(1), ..*settings };
    let ended = canonical_basis_with(&intents, background, settings, watch);
    ended.map_err(DomainBasisError::Unfinished)
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
        let mut closures = domain.closures(sets).map_err(DomainBasisError::Domain)?;
        if settings.min_support > 1 {
            let supports = domain.supports(sets).map_err(DomainBasisError::Domain)?;
            let rare = closures.iter_mut().zip(supports).filter(|(_, support)| *support < settings.min_support);
            rare.for_each(|(closure, _)| *closure = Conclusion::Falsum);
        }
        Ok(closures)
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
