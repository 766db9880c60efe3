//! Lanes as sets again. Of an attribute, all lanes stand together; of a set, all
//! attributes. To pick the bits of one set out of all attributes touches as much
//! memory as there is, so many sets are turned around together, in squares of 64
//! attributes by 64 lanes.

use super::{Lanes, Mask};
use crate::AttrSet;
use crate::set::ones;

const SIDE: usize = u64::BITS as usize;

/// With fewer lanes of a square, their bits are picked one by one.
const MIN_LANES_OF_A_SQUARE: u32 = 8;

impl Lanes {
    /// The sets of these lanes, in their order.
    pub(crate) fn sets(&self, wanted: Mask) -> Vec<AttrSet> {
        let mut sets = Vec::with_capacity(wanted.count() as usize);
        for (at, &lanes) in wanted.0.iter().enumerate() {
            if lanes.count_ones() < MIN_LANES_OF_A_SQUARE {
                sets.extend(ones(at, lanes).map(|lane| self.set(lane)));
            } else {
                self.turn(at, lanes, &mut sets);
            }
        }
        sets
    }

    /// The sets of these of the lanes of one word.
    fn turn(&self, at: usize, lanes: u64, sets: &mut Vec<AttrSet>) {
        let attributes = self.words.len();
        let mut words = vec![Vec::with_capacity(attributes.div_ceil(SIDE)); lanes.count_ones() as usize];
        for some in self.words.chunks(SIDE) {
            let mut square = [0; SIDE];
            square.iter_mut().zip(some).for_each(|(row, mask)| *row = mask.0[at]);
            transpose(&mut square);
            words.iter_mut().zip(ones(0, lanes)).for_each(|(words, lane)| words.push(square[lane]));
        }
        sets.extend(words.into_iter().map(|words| AttrSet::from_words(attributes, words)));
    }
}

/// Swaps rows and columns: halves of the square, then halves of these, and so on
/// (Warren, *Hacker's Delight*, 7-3).
fn transpose(square: &mut [u64; SIDE]) {
    let mut width = SIDE / 2;
    let mut low = u64::MAX >> width;
    while width > 0 {
        for row in (0..SIDE).filter(|row| row & width == 0) {
            let swapped = (square[row] >> width ^ square[row + width]) & low;
            square[row] ^= swapped << width;
            square[row + width] ^= swapped;
        }
        width /= 2;
        low ^= low << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::LANES;

    #[test]
    fn sets_are_the_same_turned_around_and_one_by_one() {
        for attributes in [1, 63, 64, 65, 200] {
            let some = |i: usize| (0..attributes).filter(move |a| (a * i + i) % 7 < 3);
            let lanes = Lanes::of(attributes, (0..LANES).map(|i| AttrSet::of(attributes, some(i))));
            for wanted in [Mask::NONE, Mask::first(7), Mask::first(70), Mask::first(130), Mask::ALL] {
                let expected: Vec<AttrSet> = wanted.iter().map(|lane| lanes.set(lane)).collect();
                assert_eq!(lanes.sets(wanted), expected);
            }
        }
    }
}
