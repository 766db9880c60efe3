//! Where concepts are drawn, such that nothing that is written covers anything else:
//! rows are as high as their names, and names of a row stay apart.

use crate::layers::{layers, neighbours};
use crate::ordering::ordered;
use crate::rows::{Spread, rising, spread};

/// How much room a concept takes with its names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) width: f64,
    pub(crate) above: f64,
    pub(crate) below: f64,
}

/// Places of concepts, and the size of the drawing.
pub(crate) struct Places {
    pub(crate) places: Vec<(f64, f64)>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Room at the rim, and between the rows of a layer.
const MARGIN: f64 = 24.0;
const GAP_ROWS: f64 = 8.0;
/// The least and the most between layers, for lines that go aside.
const GAP_LAYERS: [f64; 2] = [34.0, 150.0];
/// The shape that a drawing should have: so many times as wide as high.
const SHAPE: f64 = 1.7;
/// A layer has at most so many rows.
const MAX_ROWS: usize = 6;
/// So often concepts are drawn towards their neighbours.
const SWEEPS: usize = 12;

/// The places of concepts with so much room each, and these lines between them, of
/// which each goes from a concept to a later one.
pub(crate) fn places(rooms: &[Room], lines: &[(usize, usize)]) -> Places {
    let order = ordered(&layers(rooms.len(), lines), lines);
    let widths = |layer: &Vec<usize>| -> Vec<f64> { layer.iter().map(|&at| rooms[at].width).collect() };
    let widths: Vec<Vec<f64>> = order.iter().map(widths).collect();
    let natural: Vec<f64> = widths.iter().map(|widths| spread_width(widths, 1)).collect();
    let widest = natural.iter().copied().fold(1.0, f64::max);
    let tries = (1..=MAX_ROWS).map(|rows| {
        let target = widest / rows as f64;
        let spreads = widths
            .iter()
            .zip(&natural)
            .map(|(widths, natural)| spread(widths, ((natural / target).ceil() as usize).clamp(1, MAX_ROWS)));
        Draft::new(rooms, &order, spreads.collect())
    });
    let off = |draft: &Draft| (draft.width / draft.height / SHAPE).ln().abs();
    let Some(draft) = tries.min_by(|one, other| off(one).total_cmp(&off(other))) else {
        return Places { places: Vec::new(), width: 2.0 * MARGIN, height: 2.0 * MARGIN };
    };
    let x = across(rooms.len(), lines, &order, &draft);
    let left = x.iter().zip(rooms).map(|(x, room)| x - room.width / 2.0).fold(f64::INFINITY, f64::min);
    let right = x.iter().zip(rooms).map(|(x, room)| x + room.width / 2.0).fold(f64::NEG_INFINITY, f64::max);
    let places = x.iter().zip(&draft.y).map(|(x, y)| (x - left + MARGIN, *y)).collect();
    let width = if rooms.is_empty() { 0.0 } else { right - left };
    Places { places, width: width + 2.0 * MARGIN, height: draft.height }
}

/// How wide a layer is on so many rows.
fn spread_width(widths: &[f64], rows: usize) -> f64 {
    let spread = spread(widths, rows);
    spread.packed.iter().zip(widths).map(|(x, width)| x + width).fold(0.0, f64::max)
}

/// Layers spread over rows, and how high and wide that makes the drawing.
struct Draft {
    spreads: Vec<Spread>,
    y: Vec<f64>,
    width: f64,
    height: f64,
}

impl Draft {
    fn new(rooms: &[Room], order: &[Vec<usize>], spreads: Vec<Spread>) -> Self {
        let ends = spreads
            .iter()
            .zip(order)
            .flat_map(|(spread, layer)| spread.packed.iter().zip(layer).map(|(x, &at)| x + rooms[at].width));
        let width = ends.fold(0.0, f64::max) + 2.0 * MARGIN;
        // Lines that go far aside need more room to go down.
        let gap = (width / (3.0 * order.len().max(1) as f64)).clamp(GAP_LAYERS[0], GAP_LAYERS[1]);
        let mut y = vec![0.0; rooms.len()];
        let mut bottom = MARGIN - gap;
        for (layer, spread) in order.iter().zip(&spreads) {
            bottom += gap - GAP_ROWS;
            for row in 0..spread.rows.iter().max().map_or(0, |rows| rows + 1) {
                let members = || layer.iter().zip(&spread.rows).filter(|&(_, &at)| at == row).map(|(&at, _)| at);
                let above = members().map(|at| rooms[at].above).fold(0.0, f64::max);
                let below = members().map(|at| rooms[at].below).fold(0.0, f64::max);
                let middle = bottom + GAP_ROWS + above;
                members().for_each(|at| y[at] = middle);
                bottom = middle + below;
            }
        }
        Self { spreads, y, width, height: bottom + MARGIN }
    }
}

/// How far to the right each concept is: near its neighbours above and below, in the
/// order of its layer, and apart from the others there.
fn across(count: usize, lines: &[(usize, usize)], order: &[Vec<usize>], draft: &Draft) -> Vec<f64> {
    let (above, below) = neighbours(count, lines);
    let mut x = vec![0.0; count];
    for (layer, spread) in order.iter().zip(&draft.spreads) {
        let middle = spread.packed.last().copied().unwrap_or(0.0) / 2.0;
        layer.iter().zip(&spread.packed).for_each(|(&at, packed)| x[at] = packed - middle);
    }
    let mean = |near: &[usize], x: &[f64]| near.iter().map(|&other| x[other]).sum::<f64>() / near.len() as f64;
    for sweep in 0..SWEEPS {
        for step in 0..order.len() {
            let at = if sweep % 2 == 0 { step } else { order.len() - 1 - step };
            let (layer, spread) = (&order[at], &draft.spreads[at]);
            let wanted = |(&at, packed): (&usize, &f64)| {
                let near = match (above[at].is_empty(), below[at].is_empty()) {
                    (true, true) => x[at],
                    (true, false) => mean(&below[at], &x),
                    (false, true) => mean(&above[at], &x),
                    (false, false) => (mean(&above[at], &x) + mean(&below[at], &x)) / 2.0,
                };
                near - packed
            };
            let wanted: Vec<f64> = layer.iter().zip(&spread.packed).map(wanted).collect();
            let moved = rising(&wanted);
            layer.iter().zip(&spread.packed).zip(moved).for_each(|((&at, packed), moved)| x[at] = moved + packed);
        }
    }
    x
}
