//! Finding the chosen part of a lattice.
//!
//! An iceberg is found from the top. Whatever is right below what was found waits in a
//! queue, and the concept that may have most objects is taken next. A concept has no
//! more objects than those above it, so all of these are taken before it, and what was
//! taken is an iceberg at any time. It costs one closure for each concept and each
//! attribute that it lacks.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

use super::choice::{LatticeChoice, Neighbourhood};
use super::concept::{Concept, Lattice, LatticeStopped};
use super::rows::ChosenRows;
use crate::{AttrSet, Context};

/// The intents of a part of a lattice.
struct Part {
    intents: Vec<AttrSet>,
    /// What is right below each, as far as that is known already.
    below: HashMap<AttrSet, Vec<AttrSet>>,
    /// Whether everything above any of them is here, too.
    upper: bool,
    complete: bool,
    complete_from: Option<usize>,
}

impl Lattice {
    /// The concepts of a table, about so many at most.
    pub fn of(context: &Context, most: usize) -> Self {
        let choice = LatticeChoice::of_most(most);
        let nothing = Self {
            concepts: Vec::new(),
            covers: Vec::new(),
            shortcuts: Vec::new(),
            complete: false,
            complete_from: None,
        };
        // It is not stopped, and so there always is one.
        Self::chosen(context, &choice, || ControlFlow::Continue(())).unwrap_or(nothing)
    }

    /// The part that was chosen, as long as `watch` says to go on.
    pub fn chosen(
        context: &Context,
        choice: &LatticeChoice,
        mut watch: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Self, LatticeStopped> {
        let rows = ChosenRows::new(context, choice);
        let mut part = match &choice.around {
            Some(around) => neighbourhood(&rows, around, choice.most, &mut watch)?,
            None => iceberg(&rows, choice, &mut watch)?,
        };
        expand(&rows, &choice.expanded, &mut part, &mut watch)?;
        part.intents.sort_by_cached_key(|intent| (intent.len(), intent.iter().collect::<Vec<_>>()));
        joined(&rows, part, &mut watch)
    }
}

fn go_on(watch: &mut impl FnMut() -> ControlFlow<()>) -> Result<(), LatticeStopped> {
    if watch().is_break() { Err(LatticeStopped) } else { Ok(()) }
}

fn support(rows: &ChosenRows, intent: &AttrSet) -> usize {
    let (count, perhaps) = rows.counts(intent);
    count + perhaps
}

/// The concepts that may have most objects.
fn iceberg(
    rows: &ChosenRows,
    choice: &LatticeChoice,
    watch: &mut impl FnMut() -> ControlFlow<()>,
) -> Result<Part, LatticeStopped> {
    let most = choice.most.max(1);
    let top = rows.close(&rows.none());
    let waiting = |intent: AttrSet| (support(rows, &intent), Reverse(intent.len()), Reverse(intent));
    let mut queue = BinaryHeap::from([waiting(top.clone())]);
    let mut seen = HashSet::from([top]);
    let (mut intents, mut supports, mut below) = (Vec::new(), Vec::new(), HashMap::new());
    let mut too_small = false;
    while let Some((support, _, Reverse(intent))) = queue.pop() {
        go_on(watch)?;
        if intents.len() == most {
            queue.push((support, Reverse(intent.len()), Reverse(intent)));
            break;
        }
        let right_below = rows.right_below(&intent);
        for below in right_below.iter().filter(|&below| seen.insert(below.clone())) {
            let below = waiting(below.clone());
            match below.0 < choice.least_support {
                true => too_small = true,
                false => queue.push(below),
            }
        }
        below.insert(intent.clone(), right_below);
        intents.push(intent);
        supports.push(support);
    }
    let mut next = queue.pop().map(|(support, _, _)| support);
    if next.is_some() && intents.len() > choice.otherwise.max(1) {
        next = Some(supports[choice.otherwise.max(1)]);
        intents.truncate(choice.otherwise.max(1));
    }
    let smallest = if too_small { choice.least_support } else { 0 };
    let complete_from = Some(next.map_or(smallest, |next| next + 1));
    Ok(Part { intents, below, upper: true, complete: next.is_none() && !too_small, complete_from })
}

/// What can be reached from a concept by going up, or by going down, so many steps;
/// the nearest first.
fn neighbourhood(
    rows: &ChosenRows,
    around: &Neighbourhood,
    most: usize,
    watch: &mut impl FnMut() -> ControlFlow<()>,
) -> Result<Part, LatticeStopped> {
    let centre = rows.close(&rows.chosen(&around.of));
    let mut intents = vec![centre.clone()];
    let mut seen = HashSet::from([centre.clone()]);
    let mut queue = VecDeque::from([(centre.clone(), true, 0), (centre, false, 0)]);
    while let Some((intent, upwards, steps)) = queue.pop_front() {
        go_on(watch)?;
        if steps == around.steps {
            continue;
        }
        let mut next = if upwards { rows.right_above(&intent) } else { rows.right_below(&intent) };
        next.sort_by_cached_key(|intent| Reverse(support(rows, intent)));
        for intent in next {
            if intents.len() < most.max(1) && seen.insert(intent.clone()) {
                intents.push(intent.clone());
                queue.push_back((intent, upwards, steps + 1));
            }
        }
    }
    Ok(Part { intents, below: HashMap::new(), upper: false, complete: false, complete_from: None })
}

/// Adds the neighbours of some concepts.
fn expand(
    rows: &ChosenRows,
    expanded: &[AttrSet],
    part: &mut Part,
    watch: &mut impl FnMut() -> ControlFlow<()>,
) -> Result<(), LatticeStopped> {
    let mut seen: HashSet<AttrSet> = part.intents.iter().cloned().collect();
    part.upper &= expanded.is_empty();
    for set in expanded {
        go_on(watch)?;
        let intent = rows.close(&rows.chosen(set));
        let neighbours = rows.right_above(&intent).into_iter().chain(rows.right_below(&intent));
        for intent in neighbours.chain([intent.clone()]) {
            if seen.insert(intent.clone()) {
                part.intents.push(intent);
            }
        }
    }
    Ok(())
}

/// The concepts of these intents, and lines between those that are next to each
/// other here: whatever else is between them.
fn joined(
    rows: &ChosenRows,
    part: Part,
    watch: &mut impl FnMut() -> ControlFlow<()>,
) -> Result<Lattice, LatticeStopped> {
    let Part { intents, mut below, upper, complete, complete_from } = part;
    let places: HashMap<&AttrSet, usize> = intents.iter().enumerate().map(|(at, intent)| (intent, at)).collect();
    let mut own_objects = rows.own_objects();
    let mut concepts = Vec::new();
    let (mut covers, mut shortcuts) = (Vec::new(), Vec::new());
    for (at, intent) in intents.iter().enumerate() {
        go_on(watch)?;
        let above = if upper { Vec::new() } else { rows.right_above(intent) };
        let below = below.remove(intent).unwrap_or_else(|| rows.right_below(intent));
        // Larger intents are nearer; those before this one are no larger than it.
        let mut nearest: Vec<usize> = Vec::new();
        for other in (0..at).rev().filter(|&other| intents[other].is_proper_subset(intent)) {
            if !nearest.iter().any(|&near| intents[other].is_subset(&intents[near])) {
                nearest.push(other);
            }
        }
        let mut inherited = rows.none();
        for other in nearest.into_iter().rev() {
            inherited = inherited.union(&intents[other]);
            match upper || above.contains(&intents[other]) {
                true => covers.push((other, at)),
                false => shortcuts.push((other, at)),
            }
        }
        let (count, perhaps) = rows.counts(intent);
        concepts.push(Concept {
            count,
            perhaps,
            own_attributes: intent.iter().filter(|&attr| !inherited.contains(attr)).collect(),
            own_objects: own_objects.remove(intent).unwrap_or_default(),
            hidden_above: above.iter().filter(|above| !places.contains_key(above)).count(),
            hidden_below: below.iter().filter(|below| !places.contains_key(below)).count(),
            intent: intent.clone(),
        });
    }
    Ok(Lattice { concepts, covers, shortcuts, complete, complete_from })
}
