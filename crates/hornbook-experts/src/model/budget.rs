//! What asking models costs, counted and limited.
//!
//! What an answer takes is known when it is there, and several are on their way at
//! once. So what a question may take is set aside before it is sent: an estimate of
//! what is sent, by its length, and the longest answer that is allowed. A question for
//! which not enough is left is not sent: not before others are answered, which mostly
//! take less, or not at all. Where an endpoint takes more than that for
//! what is sent, a limit can be passed by the difference, and no more.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use hornbook_words::{counted, grouped, significant};

use super::completion::TokenCount;
use super::settings::ModelPrice;

/// No more is spent than this. Answers from the cache cost nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelLimits {
    /// Questions that are answered by an endpoint.
    pub questions: Option<u64>,
    /// Tokens, sent and answered.
    pub tokens: Option<u64>,
    /// What they cost, by the prices of the models.
    pub cost: Option<f64>,
}

/// What was spent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ModelSpent {
    /// Questions that were answered by an endpoint.
    pub questions: u64,
    /// Questions whose answers were in the cache.
    pub cached: u64,
    /// Tokens that were sent.
    pub tokens_in: u64,
    /// Tokens that were answered.
    pub tokens_out: u64,
    /// Questions whose tokens the endpoint did not count: they are estimated.
    pub estimated: u64,
    /// What the tokens cost, by the prices that are known.
    pub cost: f64,
}

/// What may be spent, by one model or by several together.
#[derive(Debug, Default)]
pub struct ModelBudget {
    limits: ModelLimits,
    account: Mutex<Account>,
}

#[derive(Debug, Default)]
struct Account {
    spent: ModelSpent,
    /// What is set aside for questions on their way.
    questions: u64,
    tokens: u64,
    cost: f64,
}

/// What is set aside for a question. It goes back to the budget or is spent.
#[derive(Debug, PartialEq)]
#[must_use]
pub(super) struct Reservation {
    expected: TokenCount,
    price: Option<ModelPrice>,
}

/// Why nothing is set aside for a question.
#[derive(Debug, PartialEq)]
pub(super) enum ReservationProblem {
    /// This limit is reached.
    Reached(String),
    /// It would be, if what is on its way took all that is set aside for it.
    NotNow,
}

enum LimitName {
    Questions(u64),
    Tokens(u64),
    Cost(f64),
}

impl Reservation {
    fn cost(&self, tokens: TokenCount) -> f64 {
        self.price.map_or(0.0, |price| price.of(tokens.sent, tokens.answered))
    }
}

impl ModelBudget {
    /// A budget with these limits.
    pub fn new(limits: ModelLimits) -> Self {
        Self { limits, account: Mutex::default() }
    }

    /// What was spent so far.
    pub fn spent(&self) -> ModelSpent {
        self.account().spent
    }

    pub(super) fn limits(&self) -> ModelLimits {
        self.limits
    }

    /// Sets aside what a question may take.
    pub(super) fn reserve(
        &self,
        expected: TokenCount,
        price: Option<ModelPrice>,
    ) -> Result<Reservation, ReservationProblem> {
        let reservation = Reservation { expected, price };
        let mut account = self.account();
        let tokens = expected.sent + expected.answered;
        let cost = reservation.cost(expected);
        let spent = account.spent;
        let spent_tokens = spent.tokens_in + spent.tokens_out;
        if let Some(limit) = self.limit_in_the_way(spent.questions + 1, spent_tokens + tokens, spent.cost + cost) {
            let reached = match limit {
                LimitName::Questions(most) => format!("the limit of {} is reached", counted(most, "question")),
                LimitName::Tokens(most) => format!(
                    "the limit of {} leaves too little for a question, which may take {}",
                    counted(most, "token"),
                    grouped(tokens)
                ),
                LimitName::Cost(most) => format!(
                    "the limit of a cost of {} leaves too little for a question, which may cost {}",
                    significant(most),
                    significant(cost)
                ),
            };
            return Err(ReservationProblem::Reached(reached));
        }
        let questions = spent.questions + account.questions + 1;
        let all_tokens = spent_tokens + account.tokens + tokens;
        if self.limit_in_the_way(questions, all_tokens, spent.cost + account.cost + cost).is_some() {
            return Err(ReservationProblem::NotNow);
        }
        account.questions += 1;
        account.tokens += tokens;
        account.cost += cost;
        Ok(reservation)
    }

    /// The limit that would be passed by so much.
    fn limit_in_the_way(&self, questions: u64, tokens: u64, cost: f64) -> Option<LimitName> {
        let limits = self.limits;
        let of_questions = limits.questions.filter(|most| questions > *most).map(LimitName::Questions);
        let of_tokens = limits.tokens.filter(|most| tokens > *most).map(LimitName::Tokens);
        let of_cost = limits.cost.filter(|most| cost > *most).map(LimitName::Cost);
        of_questions.or(of_tokens).or(of_cost)
    }

    /// Gives back what was set aside for a question that was not answered.
    pub(super) fn release(&self, reservation: Reservation) {
        self.account().take_back(&reservation);
    }

    /// What a question took after all.
    pub(super) fn spend(&self, reservation: Reservation, taken: TokenCount, is_estimated: bool) {
        let mut account = self.account();
        account.take_back(&reservation);
        let spent = &mut account.spent;
        spent.questions += 1;
        spent.tokens_in += taken.sent;
        spent.tokens_out += taken.answered;
        spent.estimated += u64::from(is_estimated);
        spent.cost += reservation.cost(taken);
    }

    pub(super) fn count_cached(&self) {
        self.account().spent.cached += 1;
    }

    fn account(&self) -> std::sync::MutexGuard<'_, Account> {
        // Figures are whole whenever the lock is let go.
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Account {
    fn take_back(&mut self, reservation: &Reservation) {
        self.questions -= 1;
        self.tokens -= reservation.expected.sent + reservation.expected.answered;
        // Nothing on its way, nothing set aside: rounding does not add up.
        self.cost = if self.questions == 0 { 0.0 } else { self.cost - reservation.cost(reservation.expected) };
    }
}

impl fmt::Display for ModelSpent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sent, answered) = (grouped(self.tokens_in), grouped(self.tokens_out));
        write!(f, "{}, {sent} tokens sent and {answered} answered", counted(self.questions, "question"))?;
        if self.estimated > 0 {
            write!(f, " (estimated for {})", counted(self.estimated, "question"))?;
        }
        if self.cost > 0.0 {
            write!(f, ", cost {}", significant(self.cost))?;
        }
        match self.cached {
            0 => Ok(()),
            cached => write!(f, "; {} from the cache", counted(cached, "answer")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: TokenCount = TokenCount { sent: 100, answered: 50 };
    const TAKEN: TokenCount = TokenCount { sent: 80, answered: 10 };

    fn reached(problem: Result<Reservation, ReservationProblem>) -> String {
        match problem {
            Err(ReservationProblem::Reached(reached)) => reached,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_on_its_way_counts() {
        let budget = ModelBudget::new(ModelLimits { tokens: Some(310), ..ModelLimits::default() });
        let first = budget.reserve(EXPECTED, None).unwrap();
        let second = budget.reserve(EXPECTED, None).unwrap();
        assert_eq!(budget.reserve(EXPECTED, None), Err(ReservationProblem::NotNow));
        budget.release(first);
        budget.spend(second, TAKEN, false);
        let third = budget.reserve(EXPECTED, None).unwrap();
        budget.spend(third, TAKEN, true);
        assert_eq!(
            reached(budget.reserve(EXPECTED, None)),
            "the limit of 310 tokens leaves too little for a question, which may take 150"
        );
        assert_eq!(
            budget.spent().to_string(),
            "2 questions, 160 tokens sent and 20 answered (estimated for 1 question)"
        );
    }

    #[test]
    fn questions_and_cost_are_limited() {
        let budget = ModelBudget::new(ModelLimits { questions: Some(1), ..ModelLimits::default() });
        budget.count_cached();
        let only = budget.reserve(EXPECTED, None).unwrap();
        assert_eq!(budget.reserve(EXPECTED, None), Err(ReservationProblem::NotNow));
        budget.spend(only, TAKEN, false);
        assert_eq!(reached(budget.reserve(EXPECTED, None)), "the limit of 1 question is reached");
        assert!(budget.spent().to_string().ends_with("; 1 answer from the cache"));
        let price = Some(ModelPrice { million_in: 1000.0, million_out: 10_000.0 });
        let budget = ModelBudget::new(ModelLimits { cost: Some(0.7), ..ModelLimits::default() });
        let first = budget.reserve(EXPECTED, price).unwrap();
        assert_eq!(budget.reserve(EXPECTED, price), Err(ReservationProblem::NotNow));
        budget.spend(first, TAKEN, false);
        assert!((budget.spent().cost - 0.18).abs() < 1e-12);
        assert!(reached(budget.reserve(EXPECTED, price)).contains("a cost of 0.7"));
    }
}
