//! Where each concept is drawn.

use std::collections::HashMap;
use std::ops::ControlFlow;

use hornbook::Context;
use hornbook::lattice::{Concept, Lattice, LatticeError, LatticeLimits};
use hornbook_words::escape_control;
use rust_sugiyama::configure::{Config, CrossingMinimization, RankingType};
use serde::Serialize;

/// A lattice with a place for each of its concepts. Written as JSON it is what
/// a page needs to draw it.
#[derive(Clone, Debug, Serialize)]
pub struct Diagram {
    /// The concepts, more general ones first.
    pub nodes: Vec<Node>,
    /// Pairs of a concept and one right below it.
    pub edges: Vec<(usize, usize)>,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Whether all concepts are here; otherwise they are the upper part.
    pub complete: bool,
}

/// A concept, and where it is.
#[derive(Clone, Debug, Serialize)]
pub struct Node {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// All its attributes, by name.
    pub intent: Vec<String>,
    /// All its objects, by name.
    pub extent: Vec<String>,
    /// The attributes that are written at it.
    pub attributes: Vec<String>,
    /// The objects that are written at it.
    pub objects: Vec<String>,
}

/// The distance between neighbours in a row, and between rows.
const NODE_DISTANCE_X: f64 = 90.0;
const NODE_DISTANCE_Y: f64 = 80.0;
/// Room for labels at the rim.
const MARGIN: f64 = 80.0;
/// Beyond so many concepts, crossings are not reduced by trying exchanges.
const MAX_CONCEPTS_LAID_OUT_FINELY: usize = 150;

impl Diagram {
    /// The diagram of a table, of about so many concepts at most.
    pub fn of(context: &Context, most: usize) -> Self {
        Self::drawn(context, Lattice::of(context, most))
    }

    /// The same within limits, and as long as `watch` says to go on.
    pub fn limited(
        context: &Context,
        limits: LatticeLimits,
        mut watch: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Self, LatticeError> {
        let lattice = Lattice::limited(context, limits, &mut watch)?;
        // Finding places cannot be stopped; the number of concepts limits it.
        Ok(Self::drawn(context, lattice))
    }

    fn drawn(context: &Context, lattice: Lattice) -> Self {
        let object = |object: &usize| {
            let name = context.name(*object).filter(|name| !name.is_empty());
            name.map_or_else(|| format!("{}", object + 1), escape_control)
        };
        let attribute = |attr: usize| escape_control(context.universe().name(attr));
        let places = places(&lattice);
        let node = |(at, concept): (usize, &Concept)| Node {
            x: places[at].0,
            y: places[at].1,
            intent: concept.intent.iter().map(attribute).collect(),
            extent: concept.extent.iter().map(object).collect(),
            attributes: concept.own_attributes.iter().map(|&attr| attribute(attr)).collect(),
            objects: concept.own_objects.iter().map(object).collect(),
        };
        let nodes: Vec<Node> = lattice.concepts.iter().enumerate().map(node).collect();
        let furthest = |place: fn(&Node) -> f64| nodes.iter().map(place).fold(0.0, f64::max) + MARGIN;
        let (width, height) = (furthest(|node| node.x), furthest(|node| node.y));
        Self { nodes, edges: lattice.covers, width, height, complete: lattice.complete }
    }
}

/// Layers as Sugiyama has them: crossings are few, edges short.
fn places(lattice: &Lattice) -> Vec<(f64, f64)> {
    let count = lattice.concepts.len();
    let levels = levels(lattice);
    if lattice.covers.is_empty() {
        return vec![(MARGIN, MARGIN); count];
    }
    let vertices: Vec<(u32, (f64, f64))> = (0..count as u32).map(|at| (at, (1.0, 1.0))).collect();
    let edges: Vec<(u32, u32)> = lattice.covers.iter().map(|&(above, below)| (above as u32, below as u32)).collect();
    let config = Config {
        vertex_spacing: NODE_DISTANCE_X,
        dummy_vertices: true,
        dummy_size: 0.3,
        ranking_type: RankingType::Up,
        c_minimization: CrossingMinimization::Barycenter,
        transpose: count <= MAX_CONCEPTS_LAID_OUT_FINELY,
        ..Config::default()
    };
    let layouts = rust_sugiyama::from_vertices_and_edges(&vertices, &edges, &config);
    // A lattice hangs together, so there is one layout; its rows are those of
    // the longest ways from the top, which are told here in any case.
    let across: HashMap<usize, f64> =
        layouts.into_iter().flat_map(|(places, _, _)| places).map(|(at, (x, _))| (at, x)).collect();
    let leftmost = across.values().copied().fold(f64::INFINITY, f64::min);
    (0..count)
        .map(|at| {
            let x = across.get(&at).map_or(0.0, |x| x - leftmost);
            (MARGIN + x, MARGIN + NODE_DISTANCE_Y * levels[at] as f64)
        })
        .collect()
}

/// For each concept, the length of the longest way from the top.
fn levels(lattice: &Lattice) -> Vec<usize> {
    let mut levels = vec![0; lattice.concepts.len()];
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.sort_by_key(|&at| lattice.concepts[at].intent.len());
    let mut below: HashMap<usize, Vec<usize>> = HashMap::new();
    lattice.covers.iter().for_each(|&(above, under)| below.entry(above).or_default().push(under));
    for at in order {
        for &under in below.get(&at).into_iter().flatten() {
            levels[under] = levels[under].max(levels[at] + 1);
        }
    }
    levels
}
