//! What the rules of a table are worth, in sentences.

use hornbook::learn::methods::LearnOptions;
use hornbook::sampling::ANY_FEW_TIMES_EPSILON;
use hornbook::{Bound, Certificate, Guarantee, Method, Rulebook, Run, StopReason};

use crate::certificate::{Objects, Promise};
use crate::numbers::{at_least, counted, grouped, percent, rough_percent, rounded_up, significant};

/// What the rules of a table are worth, and what is needed to say so.
#[derive(Clone, Copy, Debug)]
pub struct Worth<'a> {
    /// The rules.
    pub book: &'a Rulebook,
    /// How they were learned.
    pub options: &'a LearnOptions,
    /// How many rows the table has; none for the models of a theory.
    pub rows: Option<usize>,
    /// Of the sets that were drawn, this share never occurs, as far as is known.
    pub never: Option<f64>,
}

/// The sentences, and what else there is to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorthInWords {
    /// The sentences.
    pub sentences: Vec<String>,
    /// Whether another distribution would tell more of what occurs.
    pub is_mostly_about_what_never_occurs: bool,
}

impl Worth<'_> {
    /// The guarantee that was earned, or why there is none; nothing if it is not known
    /// how the rules were learned.
    pub fn in_words(&self) -> WorthInWords {
        let Some(run) = &self.book.run else { return WorthInWords::default() };
        let one = |sentence: String| WorthInWords { sentences: vec![sentence], ..WorthInWords::default() };
        match run.guarantee {
            Guarantee::Exact => {
                one("Every rule that holds follows from these, and nothing else: they are exact.".to_owned())
            }
            Guarantee::AboveSupport => one(above_support(self.book, run)),
            Guarantee::None => one(self.cut_short(run)),
            Guarantee::Weak => one(self.weak(run)),
            _ => self.sampled(run),
        }
    }

    fn weak(&self, run: &Run) -> String {
        let sure = at_least(1.0 - self.options.accuracy.delta());
        let share = percent(self.options.accuracy.epsilon());
        let sets = run.distribution.as_ref().map_or_else(String::new, |drawn| format!(", as drawn by '{drawn}'"));
        format!(
            "With probability at least {sure} the rules disagree with the table on whether anything more follows, \
             for at most {share} of the sets of attributes{sets}."
        )
    }

    /// What was certified by samples.
    fn sampled(&self, run: &Run) -> WorthInWords {
        let Some(distribution) = &run.distribution else { return WorthInWords::default() };
        // What is said is what was asked for: that is kept, however much more was found.
        let epsilon = self.options.accuracy.epsilon();
        let wanted = Bound { epsilon, set_aside: 0.0, samples: 0 };
        let any_few =
            distribution.any_few().map(|_| Bound { epsilon: (ANY_FEW_TIMES_EPSILON * epsilon).min(1.0), ..wanted });
        let promise = Promise {
            certificate: Certificate { any_few, ..Certificate::of(wanted) },
            delta: self.options.accuracy.delta(),
            answers: &run.answers_rest_on,
            distribution,
            objects: Objects::Rows(self.rows.unwrap_or(0)),
            target: self.options.target.map(|target| self.book.universe.name(target)),
            never: self.never,
        };
        WorthInWords {
            sentences: promise.sentences(),
            is_mostly_about_what_never_occurs: promise.is_mostly_about_what_never_occurs(),
        }
    }

    fn cut_short(&self, run: &Run) -> String {
        let why = if run.stopped == StopReason::Cancelled { "interrupted" } else { run.stopped.name() };
        let start = format!("Stopped early ({why}):");
        match (run.method, run.supported_epsilon) {
            (Method::Exact, _) if self.rows.is_some() => {
                format!("{start} these rules are of the basis, but not all of it.")
            }
            (_, None) => format!("{start} these rules hold, but there may be others."),
            (_, Some(supported)) => {
                let accuracy = self.options.accuracy;
                let [epsilon, delta] = [accuracy.epsilon(), accuracy.delta()].map(significant);
                let evidence = match supported {
                    1.0.. => "the evidence so far supports no ε below 1".to_owned(),
                    _ => format!("the evidence so far supports ε = {}", rounded_up(supported)),
                };
                format!("{start} no guarantee for ε = {epsilon} yet; {evidence} at δ = {delta}.")
            }
        }
    }
}

/// What follows from rules that are complete above a support.
fn above_support(book: &Rulebook, run: &Run) -> String {
    let about = run.target.as_ref().map(|target| format!(" about {target}")).unwrap_or_default();
    let short = match run.max_premise {
        None => String::new(),
        Some(most) => format!(" with at most {} in its premise", counted(most, "attribute")),
    };
    let rows = run.min_support.unwrap_or(0);
    let share = match book.rows {
        Some(all) if rows > 1 && all > 0 => format!(" ({})", rough_percent(rows as f64 / all as f64)),
        _ => String::new(),
    };
    let borne_out = match rows {
        0 => String::new(),
        1 => " and is borne out by at least one row".to_owned(),
        rows => format!(" and is borne out by at least {} rows{share}", grouped(rows as u64)),
    };
    let early = match run.stopped {
        StopReason::Complete | StopReason::Certified => String::new(),
        stopped => format!(
            "Stopped early ({}), and yet: ",
            if stopped == StopReason::Cancelled { "interrupted" } else { stopped.name() }
        ),
    };
    let every = if early.is_empty() { "Every" } else { "every" };
    format!("{early}{every} rule{about}{short} that holds{borne_out} follows from these.")
}

#[cfg(test)]
mod tests {
    use hornbook::format::ContextFormat;
    use hornbook::learn::methods::learn_domain;
    use hornbook::learn::unwatched;
    use hornbook::prepare::{Preparation, RowAmount, RowsAtHand, WantedRules};

    use super::*;

    fn worth(wanted: &WantedRules) -> Vec<String> {
        let csv = b"name,milk,legs\ncat,yes,4\nhen,no,2\nbat,yes,2\ncow,yes,4\n";
        let table = Preparation::learning().bytes(csv, ContextFormat::Csv).unwrap();
        let options = wanted.learning(&table, RowsAtHand::Table).unwrap();
        let book = learn_domain(&table.context, &table.background, &options, &mut unwatched).unwrap();
        Worth { book: &book, options: &options, rows: Some(4), never: None }.in_words().sentences
    }

    #[test]
    fn each_guarantee_has_its_sentences() {
        assert_eq!(
            worth(&WantedRules::default()),
            ["Every rule that holds follows from these, and nothing else: they are exact."]
        );
        let some = WantedRules { min_support: Some(RowAmount::Count(2)), ..WantedRules::default() };
        assert_eq!(
            worth(&some),
            ["Every rule that holds and is borne out by at least 2 rows (50%) follows from these."]
        );
        let asked = WantedRules { method: Method::Frugal, ..WantedRules::default() };
        assert_eq!(worth(&asked).last().unwrap(), "Both hold with probability at least 90%.");
    }
}
