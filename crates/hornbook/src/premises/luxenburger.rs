//! Rules with exceptions from which the others can be told.
//!
//! Luxenburger (*Implications partielles dans un contexte*, 1991): a rule with
//! exceptions is as frequent and as confident as the one between what follows
//! from its premise and what follows from both of its sides. Between closed sets
//! confidences multiply along a chain, and no link of a chain is less confident
//! than the whole. So the rules between neighbours that are confident enough tell
//! the supports and confidences of all others, together with the rules that have
//! no exceptions.

use super::effort::{Effort, Searched};
use crate::canonical::BasisStop;
use crate::occurrences::Occurrences;
use crate::{Attr, AttrSet, ConfidentRule, Context, Implication};

/// The rules between neighbouring closed sets of which the larger occurs in at
/// least `min_support` rows, and in a share of at least `confidence` of those of
/// the smaller. Premises are cut down to what occurs in the same rows.
pub(crate) fn luxenburger_rules(
    context: &Context,
    confidence: f64,
    min_support: usize,
    effort: &mut Effort<'_>,
) -> Searched<ConfidentRule> {
    let mut found = Vec::new();
    let ended = search(context, confidence, min_support, &mut found, effort);
    Searched::new(found, ended)
}

fn search(
    context: &Context,
    confidence: f64,
    min_support: usize,
    found: &mut Vec<ConfidentRule>,
    effort: &mut Effort<'_>,
) -> Result<(), BasisStop> {
    let attributes = context.attribute_count();
    let occurrences = Occurrences::of(context);
    let least = min_support.max(1);
    let all = occurrences.everything();
    if occurrences.count(&all) < least {
        return Ok(());
    }
    let mut pending = vec![Closed { set: occurrences.common(&all), support: context.len(), extent: all, from: 0 }];
    let candidates: Vec<Attr> = (0..attributes).filter(|&attr| occurrences.support(attr) >= least).collect();
    while let Some(closed) = pending.pop() {
        let mut larger: Vec<(AttrSet, usize)> = Vec::new();
        for &attr in candidates.iter().filter(|&&attr| !closed.set.contains(attr)) {
            let bytes = pending.len() * (8 * occurrences.words() + size_of::<Closed>());
            effort.spend(16 + occurrences.words(), found.len(), bytes)?;
            let extent = occurrences.with(&closed.extent, attr);
            let support = occurrences.count(&extent);
            let is_confident = support as f64 >= confidence * closed.support as f64;
            let branches = attr >= closed.from;
            if support < least || (!is_confident && !branches) {
                continue;
            }
            effort.spend(occurrences.words() + attributes / 4, found.len(), bytes)?;
            let set = occurrences.common(&extent);
            // Each closed set is reached once: by the branch that adds nothing
            // before its attribute.
            let first_new = set.difference(&closed.set).first();
            if is_confident && !larger.iter().any(|(other, _)| *other == set) {
                larger.push((set.clone(), support));
            }
            if branches && first_new == Some(attr) {
                pending.push(Closed { set, support, extent, from: attr + 1 });
            }
        }
        let is_neighbour = |set: &AttrSet| !larger.iter().any(|(other, _)| other.is_proper_subset(set));
        let neighbours: Vec<&(AttrSet, usize)> = larger.iter().filter(|(set, _)| is_neighbour(set)).collect();
        if neighbours.is_empty() {
            continue;
        }
        let premise = occurrences.shortest(&closed.set);
        for (set, support) in neighbours {
            found.push(ConfidentRule {
                implication: Implication::new(premise.clone(), set.difference(&closed.set)),
                support: closed.support,
                confidence: *support as f64 / closed.support as f64,
                conclusion_support: None,
            });
        }
    }
    Ok(())
}

/// A closed set whose larger neighbours are still to be looked for.
struct Closed {
    set: AttrSet,
    support: usize,
    extent: Vec<u64>,
    /// It is branched on attributes from here on.
    from: Attr,
}
