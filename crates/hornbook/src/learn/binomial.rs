//! How sure one can be of a share after counting: exact binomial bounds.

/// ln P(exactly `k` of `n`) at probability `p`, by Stirling's series for the
/// factorials, good to far more digits than are needed.
fn ln_point(n: u64, k: u64, p: f64) -> f64 {
    let ln_choose = ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k);
    let part = |count: u64, ln: f64| if count == 0 { 0.0 } else { count as f64 * ln };
    ln_choose + part(k, p.ln()) + part(n - k, (-p).ln_1p())
}

fn ln_factorial(n: u64) -> f64 {
    if n < 16 {
        return (2..=n).map(|i| (i as f64).ln()).sum();
    }
    let x = n as f64;
    let half_ln_two_pi = 0.918_938_533_204_672_8;
    (x + 0.5) * x.ln() - x + half_ln_two_pi + (1.0 - (1.0 / 30.0 - 1.0 / (105.0 * x * x)) / (x * x)) / (12.0 * x)
}

/// P(at most `k` of `n`) at probability `p`.
pub fn at_most(n: u64, k: u64, p: f64) -> f64 {
    if k >= n || p <= 0.0 {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    // The tail on the far side of the mean has terms that only shrink, and
    // few that count: about as many as the standard deviation.
    let odds = (p / (1.0 - p)).ln();
    if (k as f64) < n as f64 * p {
        let down = |count: u64| (count as f64 / (n - count + 1) as f64).ln() - odds;
        tail((0..=k).rev(), ln_point(n, k, p), down)
    } else {
        let up = |count: u64| ((n - count) as f64 / (count + 1) as f64).ln() + odds;
        1.0 - tail(k + 1..=n, ln_point(n, k + 1, p), up)
    }
}

/// The sum of terms from the largest on, each `step` from the one before in
/// logarithms.
fn tail(counts: impl Iterator<Item = u64>, first: f64, step: impl Fn(u64) -> f64) -> f64 {
    let (mut ln_term, mut sum) = (first, 0.0);
    for count in counts {
        let term = ln_term.exp();
        sum += term;
        if term <= sum * 1e-17 {
            break;
        }
        ln_term += step(count);
    }
    sum.clamp(0.0, 1.0)
}

/// The largest share that `found` of `drawn` leave open at confidence 1 − δ:
/// any larger one would have shown itself more often with probability 1 − δ
/// (Clopper and Pearson).
pub fn upper_bound(drawn: u64, found: u64, delta: f64) -> f64 {
    if drawn == 0 || found >= drawn {
        return 1.0;
    }
    let (mut low, mut high) = (found as f64 / drawn as f64, 1.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if at_most(drawn, found, middle) > delta { low = middle } else { high = middle }
    }
    high
}

/// The largest count of `drawn` that still shows, at confidence 1 − δ, a share
/// of at most `epsilon`; `None` if not even 0 does.
pub fn most_allowed(drawn: u64, epsilon: f64, delta: f64) -> Option<u64> {
    if at_most(drawn, 0, epsilon) > delta {
        return None;
    }
    // More than the mean would not do for any δ below about one half; where δ
    // is larger, this errs to the safe side.
    let (mut yes, mut no) = (0, ((drawn as f64 * epsilon) as u64).min(drawn).saturating_add(1));
    while no - yes > 1 {
        let middle = u64::midpoint(yes, no);
        if at_most(drawn, middle, epsilon) <= delta { yes = middle } else { no = middle }
    }
    Some(yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_cases_are_exact() {
        assert!((at_most(2, 1, 0.5) - 0.75).abs() < 1e-12);
        assert!((at_most(10, 0, 0.1) - 0.9f64.powi(10)).abs() < 1e-12);
        assert!((at_most(40, 25, 0.5) - 0.959_654_770).abs() < 1e-6);
        assert_eq!(at_most(10, 10, 0.3), 1.0);
    }

    #[test]
    fn the_bound_is_where_the_tail_is_delta() {
        for (drawn, found, delta) in [(10, 0, 0.05), (1000, 7, 0.1), (20_000_000, 1900, 0.05), (5, 4, 0.01)] {
            let bound = upper_bound(drawn, found, delta);
            assert!((at_most(drawn, found, bound) - delta).abs() < 1e-6, "{drawn} {found}: {bound}");
        }
        // Rule of three, to the letter: 1 - delta^(1/n).
        assert!((upper_bound(100, 0, 0.05) - (1.0 - 0.05f64.powf(0.01))).abs() < 1e-9);
        assert_eq!(upper_bound(0, 0, 0.1), 1.0);
        assert_eq!(upper_bound(3, 3, 0.1), 1.0);
    }

    #[test]
    fn what_is_allowed_meets_the_bound() {
        for (drawn, epsilon, delta) in [(1000, 0.01, 0.1), (500_000, 0.001, 0.05)] {
            let most = most_allowed(drawn, epsilon, delta).unwrap();
            assert!(upper_bound(drawn, most, delta) <= epsilon);
            assert!(upper_bound(drawn, most + 1, delta) > epsilon);
        }
        assert_eq!(most_allowed(10, 0.01, 0.1), None);
        assert_eq!(most_allowed(10, 1.0, 0.1), Some(9));
        assert!(most_allowed(u64::MAX, 1.0, 0.1).is_some());
        // Quick for any size.
        let most = most_allowed(1_000_000_000_000, 1e-9, 0.05).unwrap();
        assert!((900..960).contains(&most), "{most}");
        assert!(upper_bound(100_000_000, 99_000_000, 0.05) < 0.9901);
    }
}
