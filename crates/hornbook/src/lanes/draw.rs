//! Random sets, many at once.

use super::{LANES, Lanes, Mask, WORDS};
use crate::Attr;
use crate::sampling::{Sampler, Stream};

/// How many lanes take their coins together: the words of a stream are dealt
/// out in an order of its own, which seeds depend on.
const DEALT: usize = 4;

impl Sampler {
    /// Draws sets for the first `wanted` lanes, and perhaps for others. Not
    /// the same sets as [`draw`](Self::draw) gives one by one, but from the
    /// same distribution, and the same on every machine.
    pub(crate) fn draw_lanes(&self, attributes: usize, stream: &mut Stream, wanted: usize) -> Lanes {
        match self {
            Self::Uniform { .. } | Self::Seen { .. } => Lanes::coins(attributes, stream),
            Self::Columns { groups, .. } => {
                let mut lanes = Lanes::coins(attributes, stream);
                groups.iter().for_each(|group| lanes.choose(group, stream));
                lanes
            }
            Self::Support(_)
            | Self::Described(_)
            | Self::DescribedSeen { .. }
            | Self::Short { .. }
            | Self::AndShort { .. }
            | Self::Mixture(_)
            | Self::AtMost { .. }
            | Self::Supported { .. } => Lanes::of(attributes, (0..wanted.min(LANES)).map(|_| self.draw(stream))),
        }
    }
}

impl Lanes {
    /// Sets in which each attribute is there by a coin of its own.
    fn coins(attributes: usize, stream: &mut Stream) -> Self {
        let mut lanes = Self::empty(attributes);
        for first in (0..WORDS).step_by(DEALT) {
            for mask in &mut lanes.words {
                mask.0[first..first + DEALT].iter_mut().for_each(|word| *word = stream.bits());
            }
        }
        lanes
    }

    /// Gives each lane one attribute of the group or none, all alike.
    fn choose(&mut self, group: &[Attr], stream: &mut Stream) {
        let choices = group.len() + 1;
        let digits = usize::BITS - (choices - 1).leading_zeros();
        group.iter().for_each(|&attr| self.words[attr] = Mask::NONE);
        // A number of so many binary digits may be too large to be a choice.
        // It is drawn again for the lanes where it was.
        let mut open = Mask::ALL;
        while !open.is_none() {
            let planes: Vec<Mask> = (0..digits).map(|_| Mask(std::array::from_fn(|_| stream.bits()))).collect();
            let mut chosen = Mask::NONE;
            for choice in 0..choices {
                let mut here = open;
                for (digit, &plane) in planes.iter().enumerate() {
                    here &= if choice >> digit & 1 == 1 { plane } else { !plane };
                }
                chosen |= here;
                if let Some(&attr) = group.get(choice) {
                    self.words[attr] |= here;
                }
            }
            open &= !chosen;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::AttrSet;
    use crate::sampling::{Purpose, Streams, SupportSampler};

    /// Both ways of drawing give every set as often.
    #[test]
    fn many_at_once_are_drawn_from_the_same_distribution() {
        let rows = [(AttrSet::of(5, [0, 1, 2]), 3), (AttrSet::of(5, [2, 4]), 1), (AttrSet::of(5, []), 2)];
        let support = Sampler::Support(SupportSampler::new(rows).unwrap());
        let columns = Sampler::Columns { attributes: 5, groups: vec![vec![0, 3], vec![4]] };
        let mixture = Sampler::Mixture(vec![(1.0, columns.clone()), (3.0, support.clone())]);
        let samplers = [Sampler::uniform(5), columns, support.clone(), mixture, support.at_most(1)];
        for sampler in samplers {
            let draws = 40_000;
            let mut stream = Streams::new(3).stream(Purpose::Measure, 1, 0);
            let mut counts: HashMap<AttrSet, f64> = HashMap::new();
            for _ in 0..draws {
                *counts.entry(sampler.draw(&mut stream)).or_default() -= 1.0;
            }
            for first in (0..draws).step_by(LANES) {
                let wanted = LANES.min(draws - first);
                let lanes = sampler.draw_lanes(5, &mut stream, wanted);
                for lane in 0..wanted {
                    *counts.entry(lanes.set(lane)).or_default() += 1.0;
                }
            }
            // Differences of two binomial counts: five deviations at most.
            for (set, difference) in counts {
                assert!(difference.abs() < 5.0 * (draws as f64 / 2.0).sqrt(), "{}: {set:?}", sampler.distribution());
            }
        }
    }

    #[test]
    fn a_group_has_at_most_one_attribute_and_every_one_at_times() {
        let groups = vec![(0..6).collect::<Vec<_>>(), (6..70).collect()];
        let sampler = Sampler::Columns { attributes: 72, groups };
        let mut stream = Streams::new(3).stream(Purpose::Measure, 1, 0);
        let mut seen = AttrSet::empty(72);
        for _ in 0..20 {
            let lanes = sampler.draw_lanes(72, &mut stream, LANES);
            for lane in 0..LANES {
                let set = lanes.set(lane);
                assert!(set.iter().filter(|&attr| attr < 6).count() <= 1);
                assert!(set.iter().filter(|&attr| (6..70).contains(&attr)).count() <= 1);
                seen.insert_all(&set);
            }
        }
        assert_eq!(seen, AttrSet::full(72));
    }
}
