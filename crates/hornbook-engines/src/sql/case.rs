//! A CASE expression whose branches lead to outcomes.

/// A CASE whose branches are numbers of outcomes.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// What the branches are values of; nothing if they are conditions.
    subject: Option<String>,
    arms: Vec<(String, Then)>,
    otherwise: Box<Then>,
}

/// What a branch of a CASE leads to.
#[derive(Clone, Debug)]
pub(super) enum Then {
    /// The number of an outcome.
    Is(usize),
    /// Another CASE.
    Case(Case),
}

impl Case {
    /// A CASE of which only the last branch is known yet.
    pub(super) fn otherwise(then: impl Into<Then>) -> Self {
        Self { subject: None, arms: Vec::new(), otherwise: Box::new(then.into()) }
    }

    /// A CASE over the values of an expression, which is evaluated once.
    pub(super) fn of_values(subject: String, values: Vec<(String, usize)>, otherwise: impl Into<Then>) -> Self {
        let arms = values.into_iter().map(|(value, outcome)| (value, Then::Is(outcome))).collect();
        Self { subject: Some(subject), arms, otherwise: Box::new(otherwise.into()) }
    }

    /// Adds a branch behind those before it.
    pub(super) fn when(&mut self, condition: String, then: impl Into<Then>) {
        self.arms.push((condition, then.into()));
    }

    /// Adds a branch before all others.
    pub(super) fn when_first(&mut self, condition: String, then: impl Into<Then>) {
        self.arms.insert(0, (condition, then.into()));
    }

    /// Adds a branch for the values that have the same outcome, for each outcome.
    pub(super) fn when_one_of(&mut self, expression: &str, values: Vec<(String, usize)>) {
        let mut outcomes: Vec<(usize, Vec<String>)> = Vec::new();
        for (value, outcome) in values {
            match outcomes.iter_mut().find(|(known, _)| *known == outcome) {
                Some((_, values)) => values.push(value),
                None => outcomes.push((outcome, vec![value])),
            }
        }
        for (outcome, values) in outcomes {
            self.when(format!("{expression} IN ({})", values.join(", ")), outcome);
        }
    }

    /// The expression, with what `constant` says for each outcome.
    pub(super) fn sql(&self, constant: &dyn Fn(usize) -> i64) -> String {
        match self.same(constant) {
            Some(value) => value.to_string(),
            None => self.write(constant),
        }
    }

    fn write(&self, constant: &dyn Fn(usize) -> i64) -> String {
        let then = |then: &Then| match then {
            Then::Is(outcome) => constant(*outcome).to_string(),
            Then::Case(case) => case.sql(constant),
        };
        // A CASE needs a WHEN.
        if self.arms.is_empty() {
            return then(&self.otherwise);
        }
        let arms: String =
            self.arms.iter().map(|(condition, to)| format!(" WHEN {condition} THEN {}", then(to))).collect();
        let subject = self.subject.as_ref().map_or_else(String::new, |subject| format!(" {subject}"));
        format!("CASE{subject}{arms} ELSE {} END", then(&self.otherwise))
    }

    /// The constant, if all branches lead to the same one.
    fn same(&self, constant: &dyn Fn(usize) -> i64) -> Option<i64> {
        let of = |then: &Then| match then {
            Then::Is(outcome) => Some(constant(*outcome)),
            Then::Case(case) => case.same(constant),
        };
        let last = of(&self.otherwise)?;
        self.arms.iter().all(|(_, then)| of(then) == Some(last)).then_some(last)
    }
}

impl From<usize> for Then {
    fn from(outcome: usize) -> Self {
        Self::Is(outcome)
    }
}

impl From<Case> for Then {
    fn from(case: Case) -> Self {
        Self::Case(case)
    }
}
