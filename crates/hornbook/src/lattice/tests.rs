//! Parts of lattices, compared with the definition.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::*;
use crate::sampling::{Purpose, Streams};
use crate::{Attr, AttrSet, Context, Model, Universe};

fn random_sets(attributes: usize, objects: u64) -> impl Iterator<Item = AttrSet> {
    (0..objects)
        .map(move |object| Streams::new(objects).stream(Purpose::Measure, attributes as u64, object).subset(attributes))
}

fn random(attributes: usize, objects: u64) -> Context {
    Context::from_rows(Arc::new(Universe::letters(attributes)), random_sets(attributes, objects))
}

/// Of every second object, something is unknown.
fn partly_known(attributes: usize, objects: u64) -> Context {
    let mut context = Context::new(Arc::new(Universe::letters(attributes)));
    let rows: Vec<AttrSet> = random_sets(attributes, 2 * objects).collect();
    for (at, pair) in rows.chunks(2).enumerate() {
        let unknown = pair[1].difference(&pair[0]);
        context.push_model(
            None,
            match at % 2 {
                0 => Model::complete(pair[0].clone()),
                _ => Model::partial(pair[0].clone(), &unknown),
            },
        );
    }
    context
}

fn found(context: &Context, choice: &LatticeChoice) -> Lattice {
    Lattice::chosen(context, choice, || ControlFlow::Continue(())).unwrap()
}

fn all_sets(attributes: usize) -> impl Iterator<Item = AttrSet> {
    (0..1u64 << attributes).map(move |bits| AttrSet::from_words(attributes, [bits]))
}

/// All intersections of rows, by the definition.
fn closed_sets(attributes: usize, rows: &[AttrSet]) -> Vec<AttrSet> {
    let close = |set: &AttrSet| {
        let rows = rows.iter().filter(|row| set.is_subset(row));
        rows.fold(AttrSet::full(attributes), |shared, row| shared.intersection(row))
    };
    all_sets(attributes).filter(|set| close(set) == *set).collect()
}

/// How many objects have a set for sure, and perhaps.
fn counts(context: &Context, set: &AttrSet) -> (usize, usize) {
    let models: Vec<Model> = (0..context.len()).map(|object| context.model(object)).collect();
    let sure = models.iter().filter(|model| set.is_subset(model.has())).count();
    (sure, models.iter().filter(|model| set.is_subset(model.possible())).count() - sure)
}

/// Lines are there between concepts with none between them, and tell whether the whole
/// lattice has any between them; and numbers are what they should be.
fn is_true(context: &Context, lattice: &Lattice, closed: &[AttrSet]) {
    let intents: Vec<&AttrSet> = lattice.concepts.iter().map(|concept| &concept.intent).collect();
    let between =
        |above: &AttrSet, below: &AttrSet, set: &AttrSet| above.is_proper_subset(set) && set.is_proper_subset(below);
    for (a, above) in intents.iter().enumerate() {
        for (b, below) in intents.iter().enumerate() {
            let below_it = above.is_proper_subset(below);
            let near = below_it && !intents.iter().any(|set| between(above, below, set));
            let next = below_it && !closed.iter().any(|set| between(above, below, set));
            assert_eq!(lattice.covers.contains(&(a, b)), next);
            assert_eq!(lattice.shortcuts.contains(&(a, b)), near && !next);
        }
    }
    let told: HashSet<&&AttrSet> = intents.iter().collect();
    for concept in &lattice.concepts {
        assert!(closed.contains(&concept.intent));
        assert_eq!((concept.count, concept.perhaps), counts(context, &concept.intent));
        let next_to = |set: &&AttrSet, up: bool| {
            let (above, below) = if up { (*set, &concept.intent) } else { (&concept.intent, *set) };
            above.is_proper_subset(below) && !closed.iter().any(|set| between(above, below, set)) && !told.contains(set)
        };
        assert_eq!(concept.hidden_above, closed.iter().filter(|set| next_to(set, true)).count());
        assert_eq!(concept.hidden_below, closed.iter().filter(|set| next_to(set, false)).count());
    }
}

#[test]
fn all_closed_sets_and_their_neighbours_are_found() {
    for (attributes, objects) in [(1, 0), (4, 3), (6, 10), (7, 12)] {
        let context = random(attributes, objects);
        let lattice = Lattice::of(&context, usize::MAX);
        let closed = closed_sets(attributes, context.distinct());
        assert!(lattice.complete && lattice.complete_from == Some(0));
        assert_eq!(lattice.concepts.len(), closed.len());
        is_true(&context, &lattice, &closed);
    }
}

#[test]
fn an_iceberg_has_the_concepts_with_most_objects() {
    for context in [random(7, 40), partly_known(7, 20)] {
        let closed = closed_sets(7, context.distinct());
        let support = |set: &AttrSet| counts(&context, set).0 + counts(&context, set).1;
        for least_support in [1, 3, 6, 1000] {
            let lattice = found(&context, &LatticeChoice { least_support, ..LatticeChoice::of_most(usize::MAX) });
            let enough = closed.iter().filter(|set| support(set) >= least_support || set.is_empty()).count();
            assert_eq!(lattice.concepts.len(), enough, "{least_support}");
            assert_eq!(lattice.complete, enough == closed.len());
            is_true(&context, &lattice, &closed);
        }
        for (most, otherwise) in [(1, 1), (5, 5), (12, 4), (closed.len() - 1, 9)] {
            let lattice = found(&context, &LatticeChoice { otherwise, ..LatticeChoice::of_most(most) });
            assert!(!lattice.complete);
            assert_eq!(lattice.concepts.len(), otherwise);
            let from = lattice.complete_from.unwrap();
            let here = |set: &AttrSet| lattice.concepts.iter().any(|concept| concept.intent == *set);
            assert!(closed.iter().all(|set| support(set) < from || here(set)));
            assert!(closed.iter().any(|set| support(set) + 1 == from && !here(set)), "it says as much as it can");
            assert!(lattice.concepts.iter().all(|concept| concept.possible_count() + 1 >= from));
            is_true(&context, &lattice, &closed);
        }
    }
}

#[test]
fn a_neighbourhood_has_what_is_next_to_a_concept() {
    let context = random(7, 30);
    let closed = closed_sets(7, context.distinct());
    for centre in closed.iter().step_by(5) {
        let whole = Lattice::of(&context, usize::MAX);
        let place = whole.concepts.iter().position(|concept| concept.intent == *centre).unwrap();
        let mut expected = HashSet::from([place]);
        for upwards in [true, false] {
            let mut reached = HashSet::from([place]);
            for _ in 0..2 {
                let steps =
                    whole.covers.iter().map(|&(above, below)| if upwards { (below, above) } else { (above, below) });
                reached = steps.filter(|(from, _)| reached.contains(from)).map(|(_, to)| to).collect();
                expected.extend(&reached);
            }
        }
        let around = Some(Neighbourhood { of: centre.clone(), steps: 2 });
        let lattice = found(&context, &LatticeChoice { around, ..LatticeChoice::of_most(1000) });
        let told: HashSet<&AttrSet> = lattice.concepts.iter().map(|concept| &concept.intent).collect();
        assert_eq!(told, expected.iter().map(|&at| &whole.concepts[at].intent).collect());
        is_true(&context, &lattice, &closed);
    }
}

#[test]
fn expanding_adds_the_neighbours_of_a_concept() {
    let context = random(7, 30);
    let closed = closed_sets(7, context.distinct());
    let upper = Lattice::of(&context, 8);
    let deepest = upper.concepts.last().unwrap();
    assert!(deepest.hidden_below > 0);
    let expanded = vec![deepest.intent.clone()];
    let lattice = found(&context, &LatticeChoice { expanded, ..LatticeChoice::of_most(8) });
    assert_eq!(lattice.concepts.len(), 8 + deepest.hidden_below);
    assert_eq!(lattice.concepts.iter().find(|concept| concept.intent == deepest.intent).unwrap().hidden_below, 0);
    is_true(&context, &lattice, &closed);
    // An object has the attributes that are reached upwards from it, however much is left out.
    for (at, concept) in lattice.concepts.iter().enumerate() {
        let mut reached = HashSet::from([at]);
        let mut told: HashSet<Attr> = HashSet::new();
        while let Some(&place) = reached.iter().next() {
            reached.remove(&place);
            told.extend(&lattice.concepts[place].own_attributes);
            let lines = lattice.covers.iter().chain(&lattice.shortcuts);
            reached.extend(lines.filter(|&&(_, below)| below == place).map(|&(above, _)| above));
        }
        assert_eq!(told, concept.intent.iter().collect());
    }
}

#[test]
fn what_may_be_has_concepts_of_its_own_if_wanted() {
    let context = partly_known(6, 12);
    let possible = (0..context.len()).map(|object| context.model(object).possible().clone());
    let rows: Vec<AttrSet> = context.distinct().iter().cloned().chain(possible).collect();
    let closed = closed_sets(6, &rows);
    let lattice = found(&context, &LatticeChoice { perhaps: true, ..LatticeChoice::of_most(usize::MAX) });
    assert_eq!(lattice.concepts.len(), closed.len());
    assert!(closed.len() > Lattice::of(&context, usize::MAX).concepts.len());
    is_true(&context, &lattice, &closed);
    // Whatever one asks about, its concept counts just those that have it, and those that perhaps do.
    for set in all_sets(6) {
        let read =
            lattice.concepts.iter().filter(|concept| set.is_subset(&concept.intent)).min_by_key(|c| c.intent.len());
        let read = read.unwrap();
        assert_eq!((read.count, read.perhaps), counts(&context, &set));
    }
}

#[test]
fn chosen_attributes_and_objects_are_as_a_table_of_their_own() {
    let context = partly_known(7, 20);
    let attributes = AttrSet::of(7, [0, 2, 3, 6]);
    let objects: Vec<usize> = (0..20).step_by(3).collect();
    let mut part = Context::new(context.universe().clone());
    for &object in &objects {
        let model = context.model(object);
        let has = model.has().intersection(&attributes);
        part.push_model(None, Model::partial(has, &model.unknown().intersection(&attributes)));
    }
    let choice = LatticeChoice {
        attributes: Some(attributes.clone()),
        objects: Some(objects.clone()),
        ..LatticeChoice::of_most(1000)
    };
    let lattice = found(&context, &choice);
    let closed: Vec<AttrSet> = all_sets(7)
        .filter(|set| set.is_subset(&attributes))
        .filter(|set| {
            let rows = part.distinct().iter().filter(|row| set.is_subset(row));
            rows.fold(attributes.clone(), |shared, row| shared.intersection(row)) == *set
        })
        .collect();
    assert_eq!(lattice.concepts.len(), closed.len());
    is_true(&part, &lattice, &closed);
    let mut own: Vec<usize> = lattice.concepts.iter().flat_map(|concept| concept.own_objects.clone()).collect();
    own.sort_unstable();
    assert_eq!(own, objects);
}

#[test]
fn every_attribute_and_object_is_told_once() {
    let context = random(7, 9);
    let lattice = Lattice::of(&context, usize::MAX);
    let mut attributes: Vec<Attr> = lattice.concepts.iter().flat_map(|c| c.own_attributes.clone()).collect();
    let mut objects: Vec<usize> = lattice.concepts.iter().flat_map(|c| c.own_objects.clone()).collect();
    attributes.sort_unstable();
    objects.sort_unstable();
    assert_eq!(attributes, (0..7).collect::<Vec<_>>());
    assert_eq!(objects, (0..9).collect::<Vec<_>>());
}

#[test]
fn it_stops_when_it_is_told_to() {
    let context = random(8, 30);
    let choice = LatticeChoice::of_most(usize::MAX);
    let mut left = 5;
    let watch = || {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(Lattice::chosen(&context, &choice, watch), Err(LatticeStopped));
    assert_eq!(found(&context, &choice), Lattice::of(&context, usize::MAX));
}
