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
    /// A value that is looked up.
    Search(Search),
}

/// Values of a text that are looked up by halves: of a hundred, one is found by eight
/// comparisons and not by fifty.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The text, in a form that is compared byte by byte.
    subject: String,
    /// The values in their order, quoted, and their outcomes.
    values: Vec<(String, usize)>,
    /// What becomes of others.
    otherwise: Box<Then>,
}

/// So few values are compared one after another.
const FEW_VALUES: usize = 4;

impl Search {
    /// Looks up values, which `quote` writes down. Nothing if some are not ASCII: whether
    /// the database has others in the same order depends on how it encodes texts.
    pub(super) fn new(
        subject: &str,
        mut values: Vec<(&str, usize)>,
        quote: impl Fn(&str) -> String,
        otherwise: impl Into<Then>,
    ) -> Option<Self> {
        if !values.iter().all(|(value, _)| value.is_ascii()) {
            return None;
        }
        values.sort_unstable();
        let values = values.into_iter().map(|(value, outcome)| (quote(value), outcome)).collect();
        Some(Self { subject: subject.to_owned(), values, otherwise: Box::new(otherwise.into()) })
    }

    fn write(&self, constant: &dyn Fn(usize) -> i64) -> String {
        let found = self.halves(&self.values, constant);
        format!("coalesce({found}, {})", self.otherwise.sql(constant))
    }

    /// The outcome of one of these values; NULL of any other.
    fn halves(&self, values: &[(String, usize)], constant: &dyn Fn(usize) -> i64) -> String {
        let subject = &self.subject;
        if values.len() <= FEW_VALUES {
            let arms = values.iter().map(|(value, is)| format!(" WHEN {subject} = {value} THEN {}", constant(*is)));
            return format!("CASE{} END", arms.collect::<String>());
        }
        let (below, above) = values.split_at(values.len() / 2);
        let (least, _) = &above[0];
        let (below, above) = (self.halves(below, constant), self.halves(above, constant));
        format!("CASE WHEN {subject} < {least} THEN {below} ELSE {above} END")
    }
}

impl Then {
    fn sql(&self, constant: &dyn Fn(usize) -> i64) -> String {
        match (self.same(constant), self) {
            (Some(value), _) => value.to_string(),
            (None, Self::Is(outcome)) => constant(*outcome).to_string(),
            (None, Self::Case(case)) => case.write(constant),
            (None, Self::Search(search)) => search.write(constant),
        }
    }

    /// The constant, if all it may lead to is the same.
    fn same(&self, constant: &dyn Fn(usize) -> i64) -> Option<i64> {
        match self {
            Self::Is(outcome) => Some(constant(*outcome)),
            Self::Case(case) => case.same(constant),
            Self::Search(search) => {
                let last = search.otherwise.same(constant)?;
                search.values.iter().all(|(_, outcome)| constant(*outcome) == last).then_some(last)
            }
        }
    }
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
        // A CASE needs a WHEN.
        if self.arms.is_empty() {
            return self.otherwise.sql(constant);
        }
        let arms: String =
            self.arms.iter().map(|(condition, to)| format!(" WHEN {condition} THEN {}", to.sql(constant))).collect();
        let subject = self.subject.as_ref().map_or_else(String::new, |subject| format!(" {subject}"));
        format!("CASE{subject}{arms} ELSE {} END", self.otherwise.sql(constant))
    }

    /// The constant, if all branches lead to the same one.
    fn same(&self, constant: &dyn Fn(usize) -> i64) -> Option<i64> {
        let last = self.otherwise.same(constant)?;
        self.arms.iter().all(|(_, then)| then.same(constant) == Some(last)).then_some(last)
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

impl From<Search> for Then {
    fn from(search: Search) -> Self {
        Self::Search(search)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn values_are_looked_up_by_halves() {
        let values = ["e", "d", "b", "a", "c"].into_iter().zip(0..).collect::<Vec<_>>();
        let search = |values| Search::new("t", values, |value| format!("'{value}'"), 9);
        let case = Case::otherwise(search(values.clone()).unwrap());
        let halves = "CASE WHEN t < 'c' THEN CASE WHEN t = 'a' THEN 3 WHEN t = 'b' THEN 2 END ELSE CASE";
        let rest = " WHEN t = 'c' THEN 4 WHEN t = 'd' THEN 1 WHEN t = 'e' THEN 0 END END";
        assert_eq!(case.sql(&|outcome| outcome as i64), format!("coalesce({halves}{rest}, 9)"));
        assert_eq!(case.sql(&|_| 7), "7");
        assert!(search(vec![("ä", 1)]).is_none());
    }
}
