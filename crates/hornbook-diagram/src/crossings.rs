//! How often lines cross between two layers.

/// The number of crossings of lines between two rows; each is given by its places in
/// both. Two cross if their places are in opposite order.
pub(crate) fn crossings(lines: &mut [(usize, usize)]) -> usize {
    lines.sort_unstable();
    let width = lines.iter().map(|&(_, to)| to + 1).max().unwrap_or(0);
    // How many of the lines so far end at each place, as a tree of sums.
    let mut sums = vec![0usize; width + 1];
    let mut crossings = 0;
    for (before, &(_, to)) in lines.iter().enumerate() {
        let (mut up_to, mut at) = (0, to + 1);
        while at > 0 {
            up_to += sums[at];
            at &= at - 1;
        }
        crossings += before - up_to;
        let mut at = to + 1;
        while at <= width {
            sums[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    crossings
}

/// How often the lines from two neighbours cross if the first is to the left; both
/// lists of the places they go to are sorted.
pub(crate) fn crossings_of_pair(left: &[usize], right: &[usize]) -> usize {
    let (mut crossings, mut smaller) = (0, 0);
    for &to in left {
        while smaller < right.len() && right[smaller] < to {
            smaller += 1;
        }
        crossings += smaller;
    }
    crossings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_are_counted_by_their_definition() {
        let mut lines: Vec<(usize, usize)> = (0..60).map(|at| (at * 7 % 11, at * 5 % 13)).collect();
        let cross = |a: &(usize, usize), b: &(usize, usize)| a.0 < b.0 && a.1 > b.1;
        let expected = lines.iter().map(|a| lines.iter().filter(|b| cross(a, b)).count()).sum::<usize>();
        assert_eq!(crossings(&mut lines), expected);
        assert_eq!(crossings_of_pair(&[1, 4], &[0, 2, 4]), 1 + 2);
    }
}
