//! What a theory and a table say of many sets.

use super::dispatch::widest;
use super::{LaneRows, LaneTheory, Lanes, Mask};

/// Where theory and table agree.
pub(crate) struct Comparison {
    /// Sets for which all that the theory concludes is true.
    pub sound: Mask,
    /// Sets for which the theory concludes all that is true.
    pub complete: Mask,
    /// Sets that are a model of both or of neither.
    pub same_model: Mask,
}

impl Comparison {
    /// The sets with the same closure.
    pub(crate) fn same_closure(&self) -> Mask {
        self.sound & self.complete
    }
}

/// Compares what follows from the sets of the lanes `among`.
pub(crate) fn compare(theory: &LaneTheory<'_>, rows: &LaneRows, drawn: &Lanes, among: Mask) -> Comparison {
    let mut closed = drawn.clone();
    let possible = theory.close(&mut closed, among);
    let reached = rows.reach(drawn, among);
    widest(
        #[inline(always)]
        || {
            let (mut sound, mut complete) = (Mask::ALL, Mask::ALL);
            let (mut grew, mut follows_more) = (Mask::NONE, Mask::NONE);
            for ((&ours, &lacking), &there) in closed.words.iter().zip(&reached.lacking).zip(&drawn.words) {
                sound &= !(ours & lacking);
                complete &= ours | lacking;
                grew |= ours & !there;
                follows_more |= !(lacking | there);
            }
            let occurs = reached.occurs;
            let (ours, truth) = (possible & !grew, occurs & !follows_more);
            Comparison {
                // From ⊥ everything follows.
                sound: among & (!occurs | (possible & sound)),
                complete: among & (!possible | (occurs & complete)),
                same_model: among & ((ours & truth) | !(ours | truth)),
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::LANES;
    use super::*;
    use crate::sampling::{Purpose, Sampler, Streams};
    use crate::{AttrSet, Context, Implication, Theory, Universe};

    #[test]
    fn many_at_once_is_the_same_as_one_by_one() {
        let mut stream = Streams::new(11).stream(Purpose::Look, 1, 0);
        for attributes in [1, 4, 9, 66] {
            let rows: Vec<AttrSet> =
                (0..20).map(|_| stream.subset(attributes).union(&stream.subset(attributes))).collect();
            let context = Context::from_rows(Arc::new(Universe::letters(attributes)), rows);
            // Some rules hold in the table, some do not.
            let rules = (0..12).map(|i| {
                let premise = stream.subset(attributes).intersection(&stream.subset(attributes));
                match i % 3 {
                    0 => Implication { conclusion: context.close(&premise), premise },
                    1 => Implication::new(premise, AttrSet::of(attributes, [stream.below(attributes)])),
                    _ => Implication::never(premise),
                }
            });
            let theory = Theory::from_rules(attributes, rules.collect::<Vec<_>>());
            let lanes = Sampler::uniform(attributes).at_most(5).draw_lanes(attributes, &mut stream, LANES);
            let rows = context.lanes();
            let among = Mask::first(500);
            let comparison = compare(&theory.lanes(), &rows, &lanes, among);
            for lane in 0..500 {
                let set = lanes.set(lane);
                let (ours, truth) = (theory.close(&set), context.close(&set));
                assert_eq!(comparison.sound.contains(lane), ours.is_within(&truth));
                assert_eq!(comparison.complete.contains(lane), truth.is_within(&ours));
                assert_eq!(comparison.same_closure().contains(lane), ours == truth);
                let models = (ours.attrs() == Some(&set)) == (truth.attrs() == Some(&set));
                assert_eq!(comparison.same_model.contains(lane), models);
            }
            assert!((comparison.sound & !among).is_none());
        }
    }
}
