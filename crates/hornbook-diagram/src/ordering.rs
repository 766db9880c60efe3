//! The order of concepts within their layers, such that lines cross rarely.
//!
//! As Gansner, Koutsofios, North and Vo have it (*A technique for drawing directed
//! graphs*, 1993): a line over several layers has a place in each; layers are sorted by
//! the middle of their neighbours, downwards and upwards in turn, neighbours are
//! exchanged where that helps, and the best order met is kept.

use crate::crossings::{crossings, crossings_of_pair};

/// So often layers are sorted, all of them.
const MAX_SWEEPS: usize = 16;
/// Beyond so many places, neighbours are not exchanged.
const MAX_PLACES_EXCHANGED: usize = 12_000;
/// So often neighbours are exchanged after each sweep.
const MAX_EXCHANGE_ROUNDS: usize = 4;

/// Concepts, and the places of lines on the layers that they cross.
struct Layered {
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    layers: Vec<Vec<usize>>,
}

/// For each layer, its concepts from left to right.
pub(crate) fn ordered(layers: &[usize], lines: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut graph = Layered::new(layers, lines);
    let mut best = (graph.crossings(), graph.layers.clone());
    let fine = graph.above.len() <= MAX_PLACES_EXCHANGED;
    for sweep in 0..MAX_SWEEPS {
        graph.sort(sweep % 2 == 0);
        if fine {
            graph.exchange();
        }
        let crossings = graph.crossings();
        if crossings < best.0 {
            best = (crossings, graph.layers.clone());
        }
    }
    let concepts = |layer: Vec<usize>| layer.into_iter().filter(|&at| at < layers.len()).collect();
    best.1.into_iter().map(concepts).collect()
}

impl Layered {
    fn new(layers: &[usize], lines: &[(usize, usize)]) -> Self {
        let count = layers.len();
        let mut graph = Self { above: vec![Vec::new(); count], below: vec![Vec::new(); count], layers: Vec::new() };
        let mut members = vec![Vec::new(); layers.iter().max().map_or(0, |deepest| deepest + 1)];
        for (at, &layer) in layers.iter().enumerate() {
            members[layer].push(at);
        }
        for &(from, to) in lines {
            let mut upper = from;
            for layer in &mut members[layers[from] + 1..layers[to]] {
                let place = graph.above.len();
                graph.above.push(Vec::new());
                graph.below.push(Vec::new());
                layer.push(place);
                graph.join(upper, place);
                upper = place;
            }
            graph.join(upper, to);
        }
        graph.layers = members;
        graph
    }

    fn join(&mut self, upper: usize, lower: usize) {
        self.below[upper].push(lower);
        self.above[lower].push(upper);
    }

    fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0; self.above.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(at, &place)| positions[place] = at);
        }
        positions
    }

    fn crossings(&self) -> usize {
        let positions = self.positions();
        let below = |layer: &Vec<usize>| {
            let lines = layer.iter().flat_map(|&from| self.below[from].iter().map(move |&to| (from, to)));
            crossings(&mut lines.map(|(from, to)| (positions[from], positions[to])).collect::<Vec<_>>())
        };
        self.layers.iter().map(below).sum()
    }

    /// Sorts all layers by the mean of what is above, from the top, or of what is
    /// below, from the bottom.
    fn sort(&mut self, downwards: bool) {
        let mut positions = self.positions();
        let count = self.layers.len();
        for step in 1..count {
            let layer = if downwards { step } else { count - 1 - step };
            let near = if downwards { &self.above } else { &self.below };
            let key = |&place: &usize| {
                let sum: usize = near[place].iter().map(|&other| positions[other]).sum();
                match near[place].len() {
                    0 => positions[place] as f64,
                    near => sum as f64 / near as f64,
                }
            };
            self.layers[layer].sort_by(|a, b| key(a).total_cmp(&key(b)));
            self.layers[layer].iter().enumerate().for_each(|(at, &place)| positions[place] = at);
        }
    }

    /// Exchanges neighbours where their lines cross less often then.
    fn exchange(&mut self) {
        let mut positions = self.positions();
        for _ in 0..MAX_EXCHANGE_ROUNDS {
            let mut better = false;
            for layer in 0..self.layers.len() {
                let ends = |near: &[usize], positions: &[usize]| {
                    let mut ends: Vec<usize> = near.iter().map(|&other| positions[other]).collect();
                    ends.sort_unstable();
                    ends
                };
                let all = |place: usize| [ends(&self.above[place], &positions), ends(&self.below[place], &positions)];
                let mut sides: Vec<[Vec<usize>; 2]> = self.layers[layer].iter().map(|&place| all(place)).collect();
                for at in 1..self.layers[layer].len() {
                    let (left, right) = (&sides[at - 1], &sides[at]);
                    let now: usize = (0..2).map(|side| crossings_of_pair(&left[side], &right[side])).sum();
                    let then: usize = (0..2).map(|side| crossings_of_pair(&right[side], &left[side])).sum();
                    if then < now {
                        self.layers[layer].swap(at - 1, at);
                        sides.swap(at - 1, at);
                        better = true;
                    }
                }
                self.layers[layer].iter().enumerate().for_each(|(at, &place)| positions[place] = at);
            }
            if !better {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_is_drawn_with_as_few_crossings_as_can_be() {
        // Subsets of three elements, by bits, sorted by their number.
        let order = [0u32, 1, 2, 4, 3, 5, 6, 7];
        let below = |a: u32, b: u32| a & b == a && (a ^ b).count_ones() == 1;
        let mut lines = Vec::new();
        for (from, &a) in order.iter().enumerate() {
            lines.extend(order.iter().enumerate().filter(|&(_, &b)| below(a, b)).map(|(to, _)| (from, to)));
        }
        let layers: Vec<usize> = order.iter().map(|set| set.count_ones() as usize).collect();
        let ordered = ordered(&layers, &lines);
        let position = |at: usize| ordered[layers[at]].iter().position(|&other| other == at).unwrap();
        let mut middle: Vec<(usize, usize)> = lines
            .iter()
            .filter(|&&(from, _)| layers[from] == 1)
            .map(|&(from, to)| (position(from), position(to)))
            .collect();
        assert_eq!(crossings(&mut middle), 2);
    }
}
