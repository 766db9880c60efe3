//! A lattice with a place for each of its concepts.

use std::ops::ControlFlow;

use hornbook::Context;
use hornbook::lattice::{Concept, Lattice, LatticeChoice, LatticeStopped};
use hornbook_words::escape_control;
use serde::Serialize;

use crate::labels::{LINE_HEIGHT, PILL_HEIGHT, lines_above, lines_below, pill_text, pill_width, text_width};
use crate::places::{Room, places};

/// A lattice, or a part of one, with a place for each of its concepts. Written as JSON
/// it is what a page needs to draw it.
#[derive(Clone, Debug, Serialize)]
pub struct Diagram {
    /// The concepts, more general ones before those below them.
    pub nodes: Vec<DiagramNode>,
    /// Pairs of a concept and one right below it.
    pub edges: Vec<(usize, usize)>,
    /// Pairs of a concept and one below it, with others between them that are left out.
    pub shortcuts: Vec<(usize, usize)>,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// Whether all concepts are here.
    pub complete: bool,
    /// All concepts that may have so many objects are here; nothing for what is around
    /// a concept.
    pub complete_from: Option<usize>,
    /// What the attributes are called.
    #[serde(skip)]
    pub attributes: Vec<String>,
}

/// A concept, and where it is.
#[derive(Clone, Debug, Serialize)]
pub struct DiagramNode {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// All its attributes, by their places.
    pub intent: Vec<usize>,
    /// How many objects have these, equal ones counted each.
    pub count: usize,
    /// How many more perhaps have them.
    pub perhaps: usize,
    /// What is written above it: its own attributes.
    pub above: Vec<String>,
    /// What is written below it: its own objects.
    pub below: Vec<String>,
    /// How many concepts right above it are left out.
    pub hidden_above: usize,
    /// How many concepts right below it are left out.
    pub hidden_below: usize,
}

impl Diagram {
    /// The diagram of a table, of about so many concepts at most: those with most
    /// objects.
    pub fn of(context: &Context, most: usize) -> Self {
        Self::drawn(context, &LatticeChoice::of_most(most), Lattice::of(context, most))
    }

    /// The part that was chosen, as long as `watch` says to go on.
    pub fn chosen(
        context: &Context,
        choice: &LatticeChoice,
        watch: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Self, LatticeStopped> {
        let lattice = Lattice::chosen(context, choice, watch)?;
        // Finding places cannot be stopped; the number of concepts limits it.
        Ok(Self::drawn(context, choice, lattice))
    }

    fn drawn(context: &Context, choice: &LatticeChoice, lattice: Lattice) -> Self {
        let node = |concept: &Concept| DiagramNode {
            x: 0.0,
            y: 0.0,
            intent: concept.intent.iter().collect(),
            count: concept.count,
            perhaps: concept.perhaps,
            above: lines_above(context, concept, choice.objects.as_deref()),
            below: lines_below(context, concept),
            hidden_above: concept.hidden_above,
            hidden_below: concept.hidden_below,
        };
        let mut nodes: Vec<DiagramNode> = lattice.concepts.iter().map(node).collect();
        let rooms: Vec<Room> = nodes.iter().map(DiagramNode::room).collect();
        let lines: Vec<(usize, usize)> = lattice.covers.iter().chain(&lattice.shortcuts).copied().collect();
        let placed = places(&rooms, &lines);
        // Tenths of a pixel are finer than anybody sees, and shorter to send.
        let rounded = |length: f64| (length * 10.0).round() / 10.0;
        for (node, (x, y)) in nodes.iter_mut().zip(placed.places) {
            (node.x, node.y) = (rounded(x), rounded(y));
        }
        Self {
            nodes,
            edges: lattice.covers,
            shortcuts: lattice.shortcuts,
            width: placed.width.ceil(),
            height: placed.height.ceil(),
            complete: lattice.complete,
            complete_from: lattice.complete_from,
            attributes: context.universe().names().iter().map(|name| escape_control(name)).collect(),
        }
    }

    /// In words, which part of the lattice it is; nothing if it is all of it.
    pub fn part_in_words(&self) -> Option<String> {
        let count = self.nodes.len();
        match self.complete_from {
            _ if self.complete => None,
            None => Some(format!("The {count} concepts next to the chosen one")),
            Some(from) if self.nodes.iter().all(|node| node.count + node.perhaps >= from) => {
                let objects = if from == 1 { "object" } else { "objects" };
                Some(format!("The upper part: all {count} concepts with at least {from} {objects}"))
            }
            Some(_) => Some(format!("The upper part: the {count} concepts with most objects")),
        }
    }
}

impl DiagramNode {
    fn room(&self) -> Room {
        let widest = |lines: &[String]| lines.iter().map(|line| text_width(line)).fold(0.0, f64::max);
        let pill = pill_width(&pill_text(self.count, self.perhaps));
        Room {
            width: pill.max(widest(&self.above)).max(widest(&self.below)),
            above: PILL_HEIGHT / 2.0 + LINE_HEIGHT * self.above.len() as f64,
            below: PILL_HEIGHT / 2.0 + LINE_HEIGHT * self.below.len() as f64,
        }
    }
}
