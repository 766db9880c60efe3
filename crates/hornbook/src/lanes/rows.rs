//! Which of many sets the rows of a table contain, and what these rows have in
//! common.
//!
//! A row contains just the sets without any attribute it lacks. So rows are
//! kept in a tree by what they lack, those attributes first that most rows
//! lack: where no set is left, all rows below are passed over at once.

use super::dispatch::widest;
use super::{Lanes, Mask};
use crate::{Attr, AttrSet, Conclusion, Context, Model};

/// The rows of a table laid out for many sets at once.
#[derive(Clone, Debug)]
pub(crate) struct LaneRows {
    /// The attributes, those that most rows lack first.
    order: Vec<Attr>,
    /// The rows, in ascending order, by places in `order` instead of
    /// attributes.
    rows: Vec<AttrSet>,
    /// The tree, every node before those below it.
    nodes: Vec<Node>,
    /// Rows of which something is unknown, one by one.
    partial: Vec<Partial>,
}

/// A row of which something is unknown.
#[derive(Clone, Debug)]
struct Partial {
    /// What it is not known to have.
    not_has: Vec<Attr>,
    /// What it is known to lack.
    lacks: Vec<Attr>,
}

/// Some rows that agree on the first places.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// One of them.
    row: u32,
    /// They agree on these places, beyond those of the nodes above.
    from: u32,
    to: u32,
    /// The first node that is not below this one.
    end: u32,
}

/// What the rows told.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    /// The lanes whose set some row contains.
    pub occurs: Mask,
    /// For each attribute, the lanes whose set is contained in a row without
    /// it.
    pub lacking: Vec<Mask>,
}

impl Reached {
    /// What follows from the set of a lane, by the rows.
    pub(crate) fn closure(&self, lane: usize) -> Conclusion {
        if !self.occurs.contains(lane) {
            return Conclusion::Falsum;
        }
        let attributes = self.lacking.len();
        let follows = |attr: &Attr| !self.lacking[*attr].contains(lane);
        Conclusion::Attrs(AttrSet::of(attributes, (0..attributes).filter(follows)))
    }
}

/// A node whose lower nodes are being visited.
struct Visit {
    node: Node,
    lanes: Mask,
    /// The lanes found in rows below.
    found: Mask,
}

impl Context {
    /// The rows for many sets at once.
    pub(crate) fn lanes(&self) -> LaneRows {
        LaneRows::new(self.attribute_count(), self.distinct().iter())
    }
}

impl LaneRows {
    /// Of these rows; each may be given several times.
    pub(crate) fn new<'a>(attributes: usize, rows: impl Iterator<Item = &'a AttrSet> + Clone) -> Self {
        let mut having = vec![0usize; attributes];
        rows.clone().for_each(|row| row.iter().for_each(|attr| having[attr] += 1));
        let mut order: Vec<Attr> = (0..attributes).collect();
        order.sort_by_key(|&attr| having[attr]);
        let mut place = vec![0; attributes];
        order.iter().enumerate().for_each(|(at, &attr)| place[attr] = at);
        let placed = |row: &AttrSet| AttrSet::of(attributes, row.iter().map(|attr| place[attr]));
        let mut rows: Vec<AttrSet> = rows.map(placed).collect();
        // By the first place on which they differ; what lacks it comes first.
        rows.sort_by(|a, b| {
            let reversed = |set: &AttrSet, at: usize| set.words()[at].reverse_bits();
            let first = (0..a.words().len()).find(|&at| a.words()[at] != b.words()[at]);
            first.map_or(std::cmp::Ordering::Equal, |at| reversed(a, at).cmp(&reversed(b, at)))
        });
        rows.dedup();
        let nodes = tree(&rows, attributes);
        Self { order, rows, nodes, partial: Vec::new() }
    }

    /// Of models, of some of which something may be unknown.
    pub(crate) fn of_models<'a>(attributes: usize, models: impl Iterator<Item = &'a Model> + Clone) -> Self {
        let complete = models.clone().filter(|model| model.is_complete()).map(Model::has);
        let without = |set: &AttrSet| AttrSet::full(attributes).difference(set).iter().collect();
        let partial = models.filter(|model| !model.is_complete());
        let partial =
            partial.map(|model| Partial { not_has: without(model.has()), lacks: without(model.possible()) }).collect();
        Self { partial, ..Self::new(attributes, complete) }
    }

    /// Which of the lanes `among` hold sets that occur, and what is lacking in
    /// the rows that contain them.
    pub(crate) fn reach(&self, lanes: &Lanes, among: Mask) -> Reached {
        widest(
            #[inline(always)]
            || {
                let without: Vec<Mask> = self.order.iter().map(|&attr| !lanes.words[attr]).collect();
                let mut lacking = vec![Mask::NONE; self.order.len()];
                let occurs = self.visit(&without, among, &mut lacking);
                let mut reached = Reached { occurs, lacking: vec![Mask::NONE; self.order.len()] };
                self.order.iter().zip(lacking).for_each(|(&attr, lanes)| reached.lacking[attr] = lanes);
                for row in &self.partial {
                    let contained = row.not_has.iter().fold(among, |left, &attr| left & !lanes.words[attr]);
                    reached.occurs |= contained;
                    row.lacks.iter().for_each(|&attr| reached.lacking[attr] |= contained);
                }
                reached
            },
        )
    }

    /// Walks through the tree; `without` and `lacking` go by places.
    #[inline(always)]
    fn visit(&self, without: &[Mask], among: Mask, lacking: &mut [Mask]) -> Mask {
        let mut occurs = Mask::NONE;
        let mut path: Vec<Visit> = Vec::new();
        let mut at = 0;
        loop {
            while let Some(visit) = path.pop_if(|visit| visit.node.end as usize == at) {
                self.note(visit.node, visit.found, lacking);
                *path.last_mut().map_or(&mut occurs, |above| &mut above.found) |= visit.found;
            }
            let Some(&node) = self.nodes.get(at) else { return occurs };
            let left = self.narrow(node, without, path.last().map_or(among, |above| above.lanes));
            if left.is_none() {
                at = node.end as usize;
                continue;
            }
            at += 1;
            let found = if node.end as usize == at { left } else { Mask::NONE };
            path.push(Visit { node, lanes: left, found });
        }
    }

    /// The lanes without any of the attributes that the node's rows lack.
    #[inline(always)]
    fn narrow(&self, node: Node, without: &[Mask], mut left: Mask) -> Mask {
        const STRETCH: u32 = 8;
        let (from, to) = (node.from as usize, node.to as usize);
        for at in from / 64..to.div_ceil(64) {
            let mut absent = self.absent(node, at);
            while absent != 0 {
                // To see each time whether any lane is left would cost more
                // than it saves.
                let count = absent.count_ones().min(STRETCH);
                for _ in 0..count {
                    left &= without[at * 64 + absent.trailing_zeros() as usize];
                    absent &= absent - 1;
                }
                if left.is_none() {
                    return left;
                }
            }
        }
        left
    }

    #[inline(always)]
    fn note(&self, node: Node, found: Mask, lacking: &mut [Mask]) {
        if found.is_none() {
            return;
        }
        for at in node.from as usize / 64..(node.to as usize).div_ceil(64) {
            let mut absent = self.absent(node, at);
            while absent != 0 {
                lacking[at * 64 + absent.trailing_zeros() as usize] |= found;
                absent &= absent - 1;
            }
        }
    }

    /// The places of the node that its rows lack, those of one word.
    #[inline(always)]
    fn absent(&self, node: Node, at: usize) -> u64 {
        let (from, to) = (node.from as usize, node.to as usize);
        let low = if at == from / 64 { !0 << (from % 64) } else { !0 };
        let high = if at == to / 64 { !(!0 << (to % 64)) } else { !0 };
        !self.rows[node.row as usize].words()[at] & low & high
    }
}

/// The tree of sorted rows.
fn tree(rows: &[AttrSet], attributes: usize) -> Vec<Node> {
    enum Step {
        Make { low: usize, high: usize, from: usize },
        Close { node: usize },
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut steps = Vec::new();
    if !rows.is_empty() {
        steps.push(Step::Make { low: 0, high: rows.len(), from: 0 });
    }
    while let Some(step) = steps.pop() {
        match step {
            Step::Close { node } => nodes[node].end = nodes.len() as u32,
            Step::Make { low, high, from } => {
                // Of sorted rows, the first and the last agree on the least.
                let to = first_difference(&rows[low], &rows[high - 1]).unwrap_or(attributes);
                steps.push(Step::Close { node: nodes.len() });
                nodes.push(Node { row: low as u32, from: from as u32, to: to as u32, end: 0 });
                if high - low > 1 {
                    let middle = low + rows[low..high].partition_point(|row| !row.contains(to));
                    steps.push(Step::Make { low: middle, high, from: to });
                    steps.push(Step::Make { low, high: middle, from: to });
                }
            }
        }
    }
    nodes
}

fn first_difference(a: &AttrSet, b: &AttrSet) -> Option<usize> {
    let at = (0..a.words().len()).find(|&at| a.words()[at] != b.words()[at])?;
    Some(at * 64 + (a.words()[at] ^ b.words()[at]).trailing_zeros() as usize)
}

impl Reached {
    /// Of the lanes `among`, those whose set is not what the rows that contain
    /// it have in common; if only some attributes matter, those that lack one
    /// of these which follows.
    pub(crate) fn open(&self, lanes: &Lanes, among: Mask, goal: Option<&AttrSet>) -> Mask {
        let follows = |attr: Attr| !self.lacking[attr] & !lanes.words[attr];
        match goal {
            Some(goal) => goal.iter().fold(Mask::NONE, |open, attr| open | follows(attr)) & among,
            None => (0..self.lacking.len()).fold(!self.occurs, |open, attr| open | follows(attr)) & among,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::LANES;
    use super::*;
    use crate::sampling::{Purpose, Sampler, Streams};
    use crate::{Conclusion, Knowledge, Universe};

    #[test]
    fn many_at_once_is_the_same_as_one_by_one() {
        let mut stream = Streams::new(9).stream(Purpose::Look, 1, 0);
        for count in [0, 1, 2, 30, 200] {
            for attributes in [0, 1, 3, 12, 64, 70, 130] {
                let rows: Vec<AttrSet> =
                    (0..count).map(|_| stream.subset(attributes).union(&stream.subset(attributes))).collect();
                let context = Context::from_rows(Arc::new(Universe::letters(attributes)), rows);
                // Of few attributes, since few sets of many occur.
                let sampler = Sampler::uniform(attributes).at_most(6);
                let lanes = sampler.draw_lanes(attributes, &mut stream, LANES);
                let among = Mask::first(400);
                let reached = context.lanes().reach(&lanes, among);
                let open = reached.open(&lanes, among, None);
                for lane in 0..400 {
                    let set = lanes.set(lane);
                    let truth = context.close(&set);
                    assert_eq!(reached.occurs.contains(lane), !truth.is_falsum());
                    assert_eq!(open.contains(lane), truth != Conclusion::Attrs(set));
                    for attr in 0..attributes {
                        let follows = truth.attrs().is_none_or(|truth| truth.contains(attr));
                        assert_eq!(!reached.lacking[attr].contains(lane), follows);
                    }
                }
                assert!((reached.occurs & !among).is_none());
            }
        }
    }

    #[test]
    fn what_is_unknown_of_a_row_is_left_open() {
        let mut stream = Streams::new(10).stream(Purpose::Look, 1, 0);
        for attributes in [1, 5, 12, 70] {
            let mut known = Knowledge::new(attributes);
            for unknown in [0, 1, 2, 0, 3, 1] {
                let has = stream.subset(attributes).union(&stream.subset(attributes));
                let unknown = AttrSet::of(attributes, (0..unknown).map(|_| stream.below(attributes)));
                known.see(Model::partial(has, &unknown)).unwrap();
            }
            let lanes = Sampler::uniform(attributes).at_most(4).draw_lanes(attributes, &mut stream, LANES);
            let goal = AttrSet::of(attributes, [attributes / 2]);
            let among = Mask::first(LANES);
            let rows = LaneRows::of_models(attributes, known.models().iter());
            let reached = rows.reach(&lanes, among);
            for lane in 0..LANES {
                let set = lanes.set(lane);
                let open = |goal| reached.open(&lanes, among, goal).contains(lane);
                assert_eq!(open(None), !known.is_closed(&set));
                let upper = known.upper_of_closed(&set).intersection(&goal);
                assert_eq!(open(Some(&goal)), !upper.is_subset(&set));
            }
        }
    }
}
