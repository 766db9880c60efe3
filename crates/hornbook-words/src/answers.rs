//! What answers rest on, in plain sentences.

use hornbook::AnswersRestOn;

use crate::numbers::{counted, percent, rounded_up, sure};

/// What the answers of a run rest on, in a sentence or two each.
pub fn answers_in_words(answers: &[AnswersRestOn]) -> Vec<String> {
    match answers.is_empty() {
        true => vec!["The answers are trusted.".to_owned()],
        false => answers.iter().map(in_words).collect(),
    }
}

fn in_words(answers: &AnswersRestOn) -> String {
    let taken = |rate: f64| format!("is taken to be wrong with probability at most {}", at_most(rate));
    match *answers {
        AnswersRestOn::SingleAnswers { error_rate, answers, wrong_at_most } => format!(
            "Each answer {} and was asked for once, so that all {} are right with probability at least {} only.",
            taken(error_rate),
            counted(answers, "answer"),
            sure(wrong_at_most)
        ),
        AnswersRestOn::Repetition { error_rate, answers, verdicts, wrong_at_most } => format!(
            "Each answer {}; {} were asked again until one side led by enough, which took {}, so that all are decided \
             rightly with probability at least {}.",
            taken(error_rate),
            counted(verdicts, "question"),
            counted(answers, "answer"),
            sure(wrong_at_most)
        ),
        AnswersRestOn::Majority { sources, error_rate, verdicts, wrong_at_most } => format!(
            "Each of {} {}, whatever the others say; what more than half of them said decided {}, all of them rightly \
             with probability at least {}.",
            counted(sources, "source"),
            taken(error_rate),
            counted(verdicts, "question"),
            sure(wrong_at_most)
        ),
        AnswersRestOn::Search { exceptions_at_most, rules, cases, wrong_at_most } => format!(
            "That nothing is missing rests on examples; that {} hold, on a search for exceptions that found none in {}: \
             of the cases with its premise, at most {} break each, for all of them with probability at least {}.",
            counted(rules, "rule"),
            counted(cases, "random case"),
            at_most(exceptions_at_most),
            sure(wrong_at_most)
        ),
        // The type may grow.
        _ => format!("Answers are wrong with probability at most {}.", at_most(answers.wrong_at_most())),
    }
}

/// A share in percent, rounded to the safe side.
fn at_most(share: f64) -> String {
    percent(rounded_up(share).parse().unwrap_or(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_sentence() {
        assert_eq!(answers_in_words(&[]), ["The answers are trusted."]);
        let all = [
            AnswersRestOn::SingleAnswers { error_rate: 0.01, answers: 12, wrong_at_most: 0.12 },
            AnswersRestOn::Repetition { error_rate: 0.2, answers: 1230, verdicts: 41, wrong_at_most: 0.05 },
            AnswersRestOn::Majority { sources: 5, error_rate: 0.05, verdicts: 41, wrong_at_most: 0.0475 },
            AnswersRestOn::Search { exceptions_at_most: 0.0499, rules: 37, cases: 4300, wrong_at_most: 0.05 },
        ];
        assert_eq!(
            answers_in_words(&all),
            [
                "Each answer is taken to be wrong with probability at most 1% and was asked for once, so that all 12 \
                 answers are right with probability at least 88% only.",
                "Each answer is taken to be wrong with probability at most 20%; 41 questions were asked again until one \
                 side led by enough, which took 1,230 answers, so that all are decided rightly with probability at \
                 least 95%.",
                "Each of 5 sources is taken to be wrong with probability at most 5%, whatever the others say; what more \
                 than half of them said decided 41 questions, all of them rightly with probability at least 95.25%.",
                "That nothing is missing rests on examples; that 37 rules hold, on a search for exceptions that found \
                 none in 4,300 random cases: of the cases with its premise, at most 5% break each, for all of them with \
                 probability at least 95%.",
            ]
        );
    }
}
