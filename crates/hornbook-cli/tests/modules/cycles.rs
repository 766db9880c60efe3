//! Circles in which modules depend on each other.
//!
//! At each level of the tree a child stands for all that is below it, and the
//! module's own items are one more node beside the children.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

use crate::module::{ModuleId, Reach};
use crate::tree::Tree;

/// How many places are shown for each dependency.
const SHOWN_PLACES: usize = 4;

/// A place in the code where one module names an item of another.
#[derive(Clone)]
pub struct Place {
    pub file: PathBuf,
    pub line: usize,
    /// The path as it is written there.
    pub path: String,
    /// The module that defines the item.
    pub defined_in: String,
}

/// Modules each of which depends on all others, through each other.
pub struct Cycle {
    /// The module they are children of.
    pub level: String,
    pub members: Vec<String>,
    pub edges: Vec<Edge>,
}

/// A dependency between two members.
pub struct Edge {
    pub from: String,
    pub to: String,
    pub places: Vec<Place>,
}

type Places = BTreeMap<(ModuleId, ModuleId), Vec<Place>>;

/// All cycles of a crate, from its root downwards.
pub fn cycles(tree: &Tree) -> Vec<Cycle> {
    let places = dependencies(tree);
    (0..tree.modules.len()).flat_map(|level| cycles_at(tree, level, &places)).collect()
}

/// Which module depends on which, and where.
pub fn dependencies(tree: &Tree) -> Places {
    let mut places = Places::new();
    for (from, module) in tree.modules.iter().enumerate() {
        let mut add = |to: ModuleId, path: String, line: usize| {
            if to != from {
                let defined_in = tree.label(to).to_owned();
                let place = Place { file: module.file.clone(), line, path, defined_in };
                places.entry((from, to)).or_default().push(place);
            }
        };
        for import in &module.imports {
            let passes_on = matches!(import.reach, Reach::Crate | Reach::Public);
            for to in tree.resolve(from, &import.path).iter().filter_map(|target| target.dependency()) {
                // A parent that shows what its children define does not depend on them.
                if !(passes_on && tree.is_within(to, from)) {
                    add(to, format!("use {}", import.path.join("::")), import.line);
                }
            }
        }
        for name in &module.names {
            for to in tree.resolve(from, &name.path).iter().filter_map(|target| target.dependency()) {
                add(to, name.path.join("::"), name.line);
            }
        }
    }
    places
}

fn cycles_at(tree: &Tree, level: ModuleId, places: &Places) -> Vec<Cycle> {
    let mut edges = Places::new();
    for (&(from, to), found) in places {
        if let (Some(from), Some(to)) = (node(tree, level, from), node(tree, level, to))
            && from != to
        {
            edges.entry((from, to)).or_default().extend(found.iter().cloned());
        }
    }
    let label = |node: ModuleId| match node == level {
        true => format!("{} itself", tree.label(node)),
        false => tree.label(node).to_owned(),
    };
    let named = |members: BTreeSet<ModuleId>| Cycle {
        level: tree.label(level).to_owned(),
        members: members.iter().map(|node| label(*node)).collect(),
        edges: edges
            .iter()
            .filter(|((from, to), _)| members.contains(from) && members.contains(to))
            .map(|(&(from, to), places)| Edge { from: label(from), to: label(to), places: places.clone() })
            .collect(),
    };
    circles(&edges.keys().copied().collect()).into_iter().map(named).collect()
}

/// The child of a level that a module belongs to, or the level for its own items.
fn node(tree: &Tree, level: ModuleId, module: ModuleId) -> Option<ModuleId> {
    let mut at = module;
    loop {
        let parent = tree.modules[at].parent;
        if at == level || parent == Some(level) {
            return Some(at);
        }
        at = parent?;
    }
}

/// The strongly connected components of more than one node.
fn circles(edges: &BTreeSet<(ModuleId, ModuleId)>) -> Vec<BTreeSet<ModuleId>> {
    let nodes: BTreeSet<ModuleId> = edges.iter().flat_map(|(from, to)| [*from, *to]).collect();
    let mut reached = edges.clone();
    for &via in &nodes {
        for &from in &nodes {
            for &to in &nodes {
                if reached.contains(&(from, via)) && reached.contains(&(via, to)) {
                    reached.insert((from, to));
                }
            }
        }
    }
    let circle = |node: ModuleId| -> BTreeSet<ModuleId> {
        let both_ways = |other: &ModuleId| reached.contains(&(node, *other)) && reached.contains(&(*other, node));
        nodes.iter().copied().filter(both_ways).collect()
    };
    let circles: BTreeSet<_> = nodes.iter().map(|node| circle(*node)).filter(|circle| circle.len() > 1).collect();
    circles.into_iter().collect()
}

impl fmt::Display for Cycle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "cycle in {}: {}", self.level, self.members.join(", "))?;
        self.edges.iter().try_for_each(|edge| write!(out, "{edge}"))
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "  {} -> {}, places: {}", self.from, self.to, self.places.len())?;
        for Place { file, line, path, defined_in } in self.places.iter().take(SHOWN_PLACES) {
            writeln!(out, "    {}:{line}: {path}, defined in {defined_in}", file.display())?;
        }
        Ok(())
    }
}
