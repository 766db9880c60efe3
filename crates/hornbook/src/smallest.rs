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

/// Leaves out all that can be, from what is enough; the last first.
pub fn irreducible<T: Clone>(mut things: Vec<T>, enough: impl Fn(&[T]) -> bool) -> Vec<T> {
    for at in (0..things.len()).rev() {
        let mut fewer = things.clone();
        fewer.remove(at);
        if enough(&fewer) {
            things = fewer;
        }
    }
    things
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
}
