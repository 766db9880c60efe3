//! The fewest of many things that are enough for something.

/// The smallest set, of at most `most` of the things, that is `enough`, the
/// first of them if there are several. Gives up after so many tries.
pub fn smallest(things: &[usize], most: usize, tries: usize, enough: impl Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
    let mut left = tries;
    for size in 1..=most.min(things.len()) {
        // Places of the things chosen, in ascending order.
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            left = left.checked_sub(1)?;
            let few: Vec<usize> = chosen.iter().map(|&place| things[place]).collect();
            if enough(&few) {
                return Some(few);
            }
            // The last place that can go on does, and those after it follow.
            let Some(at) = (0..size).rev().find(|&at| chosen[at] < things.len() - size + at) else { break };
            chosen[at] += 1;
            (at + 1..size).for_each(|next| chosen[next] = chosen[next - 1] + 1);
        }
    }
    None
}

/// Leaves out all that can be, from what is enough; the last first. What is
/// enough must be so with more things, too: then it takes few tries to leave out
/// many in a row.
pub fn irreducible<T: Clone>(mut things: Vec<T>, enough: impl Fn(&[T]) -> bool) -> Vec<T> {
    let mut needed: Vec<T> = Vec::new();
    while !things.is_empty() {
        let enough_with = |count: usize| enough(&[&things[..count], &needed[..]].concat());
        // The first `most` things are enough, with those needed; the first
        // `least` are not.
        let (mut most, mut step) = (things.len(), 1);
        let mut least = loop {
            let fewer = most.saturating_sub(step);
            if !enough_with(fewer) {
                break fewer;
            }
            if fewer == 0 {
                return needed;
            }
            (most, step) = (fewer, 2 * step);
        };
        while most - least > 1 {
            let between = least + (most - least) / 2;
            if enough_with(between) { most = between } else { least = between }
        }
        needed.insert(0, things[most - 1].clone());
        things.truncate(most - 1);
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_smallest_is_found() {
        let sum_is_30 = |few: &[usize]| few.iter().sum::<usize>() == 30;
        assert_eq!(smallest(&[1, 7, 10, 11, 12, 19, 20], 7, 1000, sum_is_30), Some(vec![10, 20]));
        assert_eq!(smallest(&[1, 2, 4, 8, 15], 7, 1000, sum_is_30), Some(vec![1, 2, 4, 8, 15]));
        assert_eq!(smallest(&[1, 2, 4, 8, 15], 4, 1000, sum_is_30), None);
        assert_eq!(smallest(&[1, 2, 4, 8, 15], 7, 30, sum_is_30), None, "it is the 31st set");
        assert_eq!(smallest(&[30], 1, 1, sum_is_30), Some(vec![30]));
        assert_eq!(smallest(&[], 3, 10, sum_is_30), None);
    }

    #[test]
    fn all_that_can_be_left_out_is_the_last_first() {
        // Of each of these groups one is needed.
        for groups in [vec![], vec![0b1], vec![0b110, 0b11000], vec![0b1010101, 0b0111110, 0b1000001], vec![1 << 20]] {
            let enough = |few: &[u32]| groups.iter().all(|group| few.iter().any(|thing| group >> thing & 1 == 1));
            let mut one_by_one: Vec<u32> = (0..8).collect();
            for at in (0..one_by_one.len()).rev() {
                let mut fewer = one_by_one.clone();
                fewer.remove(at);
                if enough(&fewer) {
                    one_by_one = fewer;
                }
            }
            assert_eq!(irreducible((0..8).collect(), enough), one_by_one, "{groups:?}");
        }
    }

    #[test]
    fn many_things_are_left_out_in_few_tries() {
        let tries = std::cell::Cell::new(0);
        let enough = |few: &[usize]| {
            tries.set(tries.get() + 1);
            few.contains(&3) && few.contains(&700)
        };
        assert_eq!(irreducible((0..10_000).collect(), enough), [3, 700]);
        assert!(tries.get() < 60, "{}", tries.get());
    }
}
