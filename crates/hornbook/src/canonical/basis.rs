//! The basis of a table in memory.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::bits::{Any, Fixed, Width};
use super::levels;
use super::rules::Rows;
use super::search::Search;
use super::settings::{Basis, BasisProgress, BasisSettings, Unfinished};
use super::table::Table;
use super::tally::{Looking, Stop, Tally};
use crate::{AttrSet, Conclusion, Context, Implication, Theory};

/// The canonical basis of the context: the smallest theory that has exactly
/// the rules of the table.
pub fn canonical_basis(context: &Context) -> Theory {
    let nothing = Theory::new(context.attribute_count());
    let unwatched = &mut |_: &BasisProgress| ControlFlow::Continue(());
    match canonical_basis_with(context, &nothing, &BasisSettings::default(), unwatched) {
        Ok(basis) => basis.rules,
        Err(Unfinished { .. }) => unreachable!("nothing stops this run"),
    }
}

/// The canonical basis relative to `background`, which must hold in the
/// context: the fewest rules that together with it entail all rules of the
/// table.
///
/// `watch` is told where it is from time to time, on the thread of the caller,
/// and says whether to go on.
pub fn canonical_basis_with(
    context: &Context,
    background: &Theory,
    settings: &BasisSettings,
    watch: &mut dyn FnMut(&BasisProgress) -> ControlFlow<()>,
) -> Result<Basis, Unfinished> {
    let table = Table::new(context, settings.min_support, settings.threads.max(1));
    match table.words() {
        0 | 1 => basis(Fixed::<1>, &table, background, settings, watch),
        2 => basis(Fixed::<2>, &table, background, settings, watch),
        words => basis(Any(words), &table, background, settings, watch),
    }
}

fn basis<W: Width>(
    width: W,
    table: &Table,
    background: &Theory,
    settings: &BasisSettings,
    watch: &mut dyn FnMut(&BasisProgress) -> ControlFlow<()>,
) -> Result<Basis, Unfinished> {
    let tally = Tally::new(*settings, table.bytes(), width.words());
    let top = table.top();
    let known = ordered(background, table, settings.min_support > 0);
    let unwatched = |_: &BasisProgress| ControlFlow::Continue(());
    let mut first = Search::new(width, table.attribute_count(), top, Looking::new(width, table, &tally, watch));
    first.know(&known);
    let mut others: Vec<_> = (1..settings.threads.max(1))
        .map(|_| {
            let domain = Looking::new(width, table, &tally, unwatched);
            let mut search = Search::new(width, table.attribute_count(), top, domain);
            search.know(&known);
            search
        })
        .collect();
    let ended = levels::run(&mut first, &mut others, top);
    let found = first.found().chain(others.iter().flat_map(Search::found));
    let mut rules: Vec<Implication> = found.map(|(premise, conclusion)| table.rule(premise, conclusion)).collect();
    rules.sort_unstable_by(|a, b| lectic(&a.premise, &b.premise));
    let rules = Theory::from_rules(background.attribute_count(), rules);
    let found = Basis { rules, visited: tally.visited(), work: tally.work(), peak_bytes: tally.peak() };
    match (ended, tally.stopped()) {
        (Err(Stop), Some(stopped)) => Err(Unfinished { stopped, found }),
        _ => Ok(found),
    }
}

/// The background in the order of the table. Where only sets that occur are
/// visited, rules of what never does are of no use, nor are those with
/// attributes that the table leaves out: they are about sets that occur less
/// often than those visited.
fn ordered(background: &Theory, table: &Table, only_what_occurs: bool) -> Rows {
    let mut rows = Rows::default();
    for rule in background.rules() {
        match (table.ordered(&rule.premise), &rule.conclusion) {
            (Some(premise), Conclusion::Attrs(conclusion)) => {
                if let Some(conclusion) = table.ordered(conclusion) {
                    rows.push(&premise, Some(&conclusion));
                }
            }
            (Some(premise), Conclusion::Falsum) if !only_what_occurs => rows.push(&premise, None),
            _ => {}
        }
    }
    rows
}

/// Lectic order: of two sets, the one that has the smallest attribute in which
/// they differ comes later.
fn lectic(a: &AttrSet, b: &AttrSet) -> Ordering {
    let differing = a.words().iter().zip(b.words()).find(|(a, b)| a != b);
    differing.map_or(Ordering::Equal, |(a, b)| {
        if b >> (a ^ b).trailing_zeros() & 1 == 1 { Ordering::Less } else { Ordering::Greater }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Universe;

    /// Each row has one attribute more than the one before: the longest chain
    /// of intents there can be.
    #[test]
    fn a_long_chain_does_not_exhaust_the_stack() {
        let n = 2000;
        let rows = (0..n).map(|size| AttrSet::of(n, 0..size));
        let basis = canonical_basis(&Context::from_rows(Arc::new(Universe::letters(n)), rows));
        // One for each attribute but the first; the last never occurs.
        assert_eq!(basis.len(), n - 1);
    }
}
