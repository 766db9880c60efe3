//! A few attributes: of an object, or any.

use super::stream::Stream;
use crate::{Attr, AttrSet, Context};

/// So many attributes are told at most, unless said otherwise.
pub const USUALLY_TOLD: usize = 3;

/// Draws an object by how often it occurs, and then a few of its attributes: from
/// one to a number of them, each number alike. Of an object with fewer, all.
#[derive(Clone, Debug)]
pub struct DescribedSampler {
    most: usize,
    attributes: usize,
    objects: Vec<Vec<Attr>>,
    /// Running sums of how often each occurs.
    cumulative: Vec<usize>,
}

impl DescribedSampler {
    /// Over the rows of a table, each as often as it occurs; `None` if there are
    /// none.
    pub fn of_context(context: &Context, most: usize) -> Option<Self> {
        let rows = context.distinct().iter().zip(context.counts().iter().copied());
        Self::new(context.attribute_count(), rows, most)
    }

    /// Over objects and how often they occur; `None` if there are none.
    pub fn new<'a>(
        attributes: usize,
        objects: impl IntoIterator<Item = (&'a AttrSet, usize)>,
        most: usize,
    ) -> Option<Self> {
        let (mut listed, mut cumulative, mut sum) = (Vec::new(), Vec::new(), 0);
        for (object, count) in objects {
            sum += count;
            listed.push(object.iter().collect());
            cumulative.push(sum);
        }
        (sum > 0).then_some(Self { most, attributes, objects: listed, cumulative })
    }

    /// How many attributes are told at most.
    pub fn most(&self) -> usize {
        self.most
    }

    /// The objects, and how often each occurs.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (&[Attr], usize)> {
        let before = std::iter::once(0).chain(self.cumulative.iter().copied());
        let counts = self.cumulative.iter().zip(before).map(|(sum, before)| sum - before);
        self.objects.iter().map(Vec::as_slice).zip(counts)
    }

    pub(super) fn draw(&self, stream: &mut Stream) -> AttrSet {
        let at = stream.below(self.cumulative[self.cumulative.len() - 1]);
        let object = &self.objects[self.cumulative.partition_point(|&sum| sum <= at)];
        let size = (1 + stream.below(self.most)).min(object.len());
        AttrSet::of(self.attributes, few(object.len(), size, stream).into_iter().map(|place| object[place]))
    }
}

/// Any few attributes: from one to `most` of them, each number alike.
pub(super) fn short(attributes: usize, most: usize, stream: &mut Stream) -> AttrSet {
    let size = (1 + stream.below(most)).min(attributes);
    AttrSet::of(attributes, few(attributes, size, stream))
}

/// `size` different numbers below `bound`, every choice alike (Floyd).
fn few(bound: usize, size: usize, stream: &mut Stream) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(size);
    for last in bound - size..bound {
        let number = stream.below(last + 1);
        chosen.push(if chosen.contains(&number) { last } else { number });
    }
    chosen
}
