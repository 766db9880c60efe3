//! Rows of a layer: a wide layer is drawn in several, so that a drawing has the shape of
//! a screen and the names in it stay apart.

/// The room between names in a row, and the least between concepts of different rows.
const GAP_X: f64 = 14.0;
const STEP_X: f64 = 15.0;

/// How a layer is spread over rows.
pub(crate) struct Spread {
    /// For each concept of the layer, from left to right, its row.
    pub(crate) rows: Vec<usize>,
    /// Where the concepts are if they are as near as can be.
    pub(crate) packed: Vec<f64>,
}

/// Spreads a layer of concepts of these widths over so many rows.
pub(crate) fn spread(widths: &[f64], rows: usize) -> Spread {
    let mut last: Vec<Option<(f64, f64)>> = vec![None; rows.max(1)];
    let mut spread = Spread { rows: Vec::new(), packed: Vec::new() };
    let mut before: Option<(f64, usize)> = None;
    for &width in widths {
        let free = |row: usize| {
            let beside = last[row].map_or(f64::NEG_INFINITY, |(x, other)| x + (other + width) / 2.0 + GAP_X);
            before.map_or(beside.max(0.0), |(x, _)| beside.max(x + STEP_X))
        };
        // The next row in turn, unless another has room further to the left.
        let turn = before.map_or(0, |(_, row)| row + 1);
        let mut best = turn % last.len();
        for row in (turn..turn + last.len()).map(|row| row % last.len()) {
            if free(row) < free(best) {
                best = row;
            }
        }
        let x = free(best);
        last[best] = Some((x, width));
        before = Some((x, best));
        spread.rows.push(best);
        spread.packed.push(x);
    }
    spread
}

/// The rising numbers that are nearest to these, by least squares: neighbours in the
/// wrong order are put at their mean.
pub(crate) fn rising(wanted: &[f64]) -> Vec<f64> {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    let mean = |pool: &(f64, usize)| pool.0 / pool.1 as f64;
    for &value in wanted {
        let mut pool = (value, 1);
        while let Some(before) = pools.pop_if(|before| mean(before) > mean(&pool)) {
            pool = (pool.0 + before.0, pool.1 + before.1);
        }
        pools.push(pool);
    }
    pools.iter().flat_map(|pool| std::iter::repeat_n(mean(pool), pool.1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_row_stay_apart() {
        let widths = [20.0, 90.0, 20.0, 60.0, 20.0, 20.0, 140.0, 20.0, 33.0];
        for rows in 1..4 {
            let spread = spread(&widths, rows);
            for one in 0..widths.len() {
                for other in one + 1..widths.len() {
                    let apart = spread.packed[other] - spread.packed[one];
                    assert!(apart >= STEP_X);
                    let same = spread.rows[one] == spread.rows[other];
                    assert!(!same || apart >= (widths[one] + widths[other]) / 2.0 + GAP_X);
                }
            }
        }
        assert!(spread(&widths, 3).packed[8] < spread(&widths, 1).packed[8] / 1.8);
    }

    #[test]
    fn numbers_rise_and_stay_near() {
        assert_eq!(rising(&[1.0, 2.0, 5.0]), [1.0, 2.0, 5.0]);
        assert_eq!(rising(&[3.0, 1.0, 5.0]), [2.0, 2.0, 5.0]);
        assert_eq!(rising(&[3.0, 2.0, 1.0]), [2.0, 2.0, 2.0]);
    }
}
