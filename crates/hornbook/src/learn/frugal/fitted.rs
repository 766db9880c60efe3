//! How likely a "yes" is, fitted to the answers so far.
//!
//! The belief of `belief.rs` is one of several things that speak for a rule. A
//! logistic model weighs them against each other, starting from weights that are
//! usual and fitted to the answers when it is asked (the most probable weights under
//! a normal prior, by Newton's method): so they depend on the answers alone, and a
//! long journal is replayed without fitting. Nothing here bears on the guarantee. How
//! well it is calibrated is in `docs/effort.md`.

use std::sync::OnceLock;

use crate::{AttrSet, Conclusion, Knowledge};

/// What speaks for or against a rule, as numbers.
pub(super) type Features = [f64; FEATURES];
const FEATURES: usize = 10;

/// The usual weight of each, and how far it may be from that.
const PRIOR: [(f64, f64); FEATURES] = [
    (-2.31, 1.0),
    (0.82, 0.3),
    (1.17, 0.5),
    (-0.30, 0.3),
    (0.93, 0.5),
    (-0.03, 0.2),
    (0.13, 0.2),
    (-0.08, 0.2),
    (-3.43, 1.0),
    (1.22, 0.5),
];

/// Confidences are counted in at most so many models.
const MAX_MODELS: usize = 500;
/// Newton's method is near enough after so many steps.
const MAX_STEPS: usize = 50;
/// No answer is quite certain.
const LIKELIHOODS: std::ops::RangeInclusive<f64> = 0.005..=0.995;

/// A logistic model of "yes".
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    answers: Vec<(Features, bool)>,
    /// The weights by these, once they were needed.
    weights: OnceLock<Features>,
}

impl Fitted {
    pub(super) fn new() -> Self {
        Self { answers: Vec::new(), weights: OnceLock::new() }
    }

    /// The probability of "yes".
    pub(super) fn yes(&self, features: &Features) -> f64 {
        let weights = self.weights.get_or_init(|| self.fit());
        logistic(dot(weights, features)).clamp(*LIKELIHOODS.start(), *LIKELIHOODS.end())
    }

    /// Learns from an answer.
    pub(super) fn learn(&mut self, features: Features, yes: bool) {
        self.answers.push((features, yes));
        self.weights = OnceLock::new();
    }

    fn fit(&self) -> Features {
        let mut weights = PRIOR.map(|(mean, _)| mean);
        for _ in 0..MAX_STEPS {
            let step = self.newton_step(&weights);
            let length = step.iter().map(|part| part * part).sum::<f64>().sqrt();
            // Far from the best weights a whole step may lead too far.
            let share = (2.0 / length).min(1.0);
            weights.iter_mut().zip(step).for_each(|(weight, part)| *weight += share * part);
            if length < 1e-6 {
                break;
            }
        }
        weights
    }

    /// From here to where the logarithm of the probability of weights and answers
    /// would be largest if it were a parabola.
    fn newton_step(&self, weights: &Features) -> Features {
        let mut gradient = [0.0; FEATURES];
        let mut curvature = [[0.0; FEATURES]; FEATURES];
        for (at, (mean, deviation)) in PRIOR.iter().enumerate() {
            gradient[at] = (mean - weights[at]) / (deviation * deviation);
            curvature[at][at] = 1.0 / (deviation * deviation);
        }
        for (features, yes) in &self.answers {
            let likely = logistic(dot(weights, features));
            let surprise = f64::from(u8::from(*yes)) - likely;
            let spread = likely * (1.0 - likely);
            for row in 0..FEATURES {
                gradient[row] += surprise * features[row];
                for column in 0..FEATURES {
                    curvature[row][column] += spread * features[row] * features[column];
                }
            }
        }
        solve(curvature, gradient)
    }
}

/// The solution of a system of equations whose matrix is positive definite.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: Features) -> Features {
    for pivot in 0..FEATURES {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for (row, line) in below.iter_mut().enumerate() {
            let factor = line[pivot] / pivot_row[pivot];
            line.iter_mut().zip(pivot_row).skip(pivot).for_each(|(entry, above)| *entry -= factor * above);
            right[pivot + 1 + row] -= factor * right[pivot];
        }
    }
    for row in (0..FEATURES).rev() {
        let known: f64 = (row + 1..FEATURES).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

fn dot(weights: &Features, features: &Features) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn logit(p: f64) -> f64 {
    let p = p.clamp(0.02, 0.98);
    (p / (1.0 - p)).ln()
}

/// A rule of which some models seen have the premise.
pub(super) struct Asked<'a> {
    pub premise: &'a AttrSet,
    /// What is known to follow from it.
    pub closed: &'a AttrSet,
    pub conclusion: &'a AttrSet,
    /// What may follow.
    pub upper: &'a Conclusion,
    /// How many models have the premise.
    pub support: usize,
    /// The belief that it holds.
    pub belief: f64,
    /// The frequencies of the attributes that it adds, none of them 1.
    pub frequencies: &'a [f64],
}

impl Asked<'_> {
    /// What speaks for the rule and against it.
    pub(super) fn features(&self, knowledge: &Knowledge) -> Features {
        let models = knowledge.models();
        let added = self.conclusion.difference(self.closed).len() as f64;
        let open = match self.upper {
            Conclusion::Attrs(upper) => upper.difference(self.closed).len(),
            Conclusion::Falsum => knowledge.attribute_count() - self.closed.len(),
        };
        let support = self.support as f64;
        let commonest = self.frequencies.iter().map(|f| -f.ln()).fold(f64::INFINITY, f64::min);
        let (mut largest, mut least) = (0.02f64, 0.98f64);
        // A smaller premise of which many models keep the rule speaks for it.
        let step = models.len().div_ceil(MAX_MODELS).max(1);
        for attr in self.premise.iter() {
            let fewer = self.premise.without(attr);
            let (mut with, mut kept) = (0.0, 0.0);
            let counted = models.iter().zip(knowledge.counts()).step_by(step);
            for (model, &count) in counted.filter(|(model, _)| fewer.is_subset(model.has())) {
                with += count as f64;
                kept += if self.conclusion.is_subset(model.has()) { count as f64 } else { 0.0 };
            }
            let confidence = (kept + 0.5) / (with + 1.0);
            largest = largest.max(confidence);
            least = least.min(confidence);
        }
        if self.premise.is_empty() {
            (largest, least) = (0.5, 0.5);
        }
        [
            1.0,
            logit(self.belief),
            (1.0 + support).ln(),
            added.max(1.0).ln(),
            (1.0 + open as f64).ln(),
            self.premise.len() as f64,
            logit(largest),
            logit(least),
            (1.0 + support * if commonest.is_finite() { commonest } else { 0.0 }).ln(),
            (1.0 + knowledge.object_count() as f64).ln(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_learns_what_the_answers_depend_on() {
        let mut fitted = Fitted::new();
        let features = |x: f64| [1.0, 0.0, x, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, x];
        for at in 0..200 {
            let x = f64::from(at % 10) / 5.0;
            fitted.learn(features(x), at % 10 >= 5);
        }
        assert!(fitted.yes(&features(1.8)) > 0.8 && fitted.yes(&features(0.2)) < 0.2);
    }

    #[test]
    fn equations_are_solved() {
        let mut matrix = [[0.5; FEATURES]; FEATURES];
        (0..FEATURES).for_each(|at| matrix[at][at] = 2.0 + at as f64);
        let wanted: Features = std::array::from_fn(|at| at as f64 - 3.0);
        let right = std::array::from_fn(|row| dot(&matrix[row], &wanted));
        let found = solve(matrix, right);
        assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-9), "{found:?}");
    }
}
