//! What a rule tells, in figures: how often its sides occur together, and how
//! often they would if they had nothing to do with each other.

/// How often the sides of a rule occur in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleFigures {
    /// The number of rows.
    pub rows: usize,
    /// Those with the premise.
    pub premise: usize,
    /// Those with the conclusion.
    pub conclusion: usize,
    /// Those with both.
    pub both: usize,
}

impl RuleFigures {
    fn share(&self, rows: usize) -> f64 {
        if self.rows == 0 { 0.0 } else { rows as f64 / self.rows as f64 }
    }

    /// The share of the rows with the premise that have the conclusion; none if
    /// there is no such row.
    pub fn confidence(&self) -> Option<f64> {
        (self.premise > 0).then(|| self.both as f64 / self.premise as f64)
    }

    /// How many times as often as in all rows the conclusion occurs in those with
    /// the premise; none if one of them never occurs.
    pub fn lift(&self) -> Option<f64> {
        let expected = self.premise as f64 * self.share(self.conclusion);
        (expected > 0.0).then(|| self.both as f64 / expected)
    }

    /// By how much the share of rows with both is larger than it would be if
    /// neither had to do with the other: at most a quarter. Nothing for what
    /// nearly every row has anyway, and for what next to none has.
    pub fn leverage(&self) -> f64 {
        self.share(self.both) - self.share(self.premise) * self.share(self.conclusion)
    }

    /// How many times as often the rule would fail if neither side had to do
    /// with the other; infinite for a rule without exceptions, unless every row
    /// has the conclusion: then it is 1.
    pub fn conviction(&self) -> f64 {
        let without = 1.0 - self.share(self.conclusion);
        match self.confidence() {
            _ if without <= 0.0 => 1.0,
            Some(confidence) if confidence < 1.0 => without / (1.0 - confidence),
            Some(_) => f64::INFINITY,
            None => 1.0,
        }
    }
}

/// What rules are ordered by, the most of it first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleOrder {
    /// How much they tell: [leverage](RuleFigures::leverage), which weighs how
    /// many rows bear a rule out against how little its conclusion goes without
    /// saying.
    #[default]
    Leverage,
    /// The number of rows that have the premise.
    Support,
    /// [Lift](RuleFigures::lift).
    Lift,
    /// [Conviction](RuleFigures::conviction).
    Conviction,
    /// The share of the rows with the premise that have the conclusion.
    Confidence,
}

impl RuleOrder {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Leverage, Self::Support, Self::Lift, Self::Conviction, Self::Confidence];

    /// The name of the order.
    pub fn name(self) -> &'static str {
        match self {
            Self::Leverage => "leverage",
            Self::Support => "support",
            Self::Lift => "lift",
            Self::Conviction => "conviction",
            Self::Confidence => "confidence",
        }
    }

    /// The order of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    pub(crate) fn weight(self, figures: &RuleFigures) -> f64 {
        match self {
            Self::Leverage => figures.leverage(),
            Self::Support => figures.premise as f64,
            Self::Lift => figures.lift().unwrap_or(0.0),
            Self::Conviction => figures.conviction(),
            Self::Confidence => figures.confidence().unwrap_or(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_by_hand() {
        // Of 100 rows 20 have the premise, 40 the conclusion, 15 both.
        let figures = RuleFigures { rows: 100, premise: 20, conclusion: 40, both: 15 };
        assert_eq!(figures.confidence(), Some(0.75));
        assert!((figures.lift().unwrap() - 1.875).abs() < 1e-12);
        assert!((figures.leverage() - 0.07).abs() < 1e-12);
        assert!((figures.conviction() - 2.4).abs() < 1e-12);
    }

    #[test]
    fn what_every_row_has_tells_nothing() {
        let constant = RuleFigures { rows: 100, premise: 100, conclusion: 100, both: 100 };
        assert_eq!((constant.lift(), constant.leverage(), constant.conviction()), (Some(1.0), 0.0, 1.0));
        let never = RuleFigures { rows: 100, premise: 0, conclusion: 0, both: 0 };
        assert_eq!((never.lift(), never.leverage(), never.conviction()), (None, 0.0, 1.0));
        let sure = RuleFigures { rows: 100, premise: 20, conclusion: 40, both: 20 };
        assert_eq!(sure.conviction(), f64::INFINITY);
    }
}
