//! What a certificate says, in plain sentences: the one place from which every face
//! has them.

use hornbook::sampling::{Distribution, DistributionKind};
use hornbook::{AnswersRestOn, Bound, Certificate};

use crate::answers::answers_in_words;
use crate::numbers::{Count, counted, percent, rounded_up, sure};

/// What was certified, and about what.
#[derive(Clone, Debug)]
pub struct Promise<'a> {
    /// The bounds.
    pub certificate: Certificate,
    /// The probability with which any of them may be wrong, if all answers are right.
    pub delta: f64,
    /// What the answers rest on, where they are not simply trusted.
    pub answers: &'a [AnswersRestOn],
    /// The sets that they are about.
    pub distribution: &'a Distribution,
    /// What the objects are that are spoken of.
    pub objects: Objects,
    /// What is misjudged at most in so many cases, if it is one attribute.
    pub target: Option<&'a str>,
    /// Of sets of the distribution, this share never occurs, as far as is known.
    pub never: Option<f64>,
}

/// The objects that a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objects {
    /// The rows of a table.
    Rows(usize),
    /// The objects that a person named.
    Named {
        /// How many.
        count: usize,
        /// Of how many not everything is known.
        partly_known: usize,
    },
}

/// If at least this share of the sets never occurs, it is said.
const MOSTLY_NEVER: f64 = 0.5;

impl Promise<'_> {
    /// The sentences.
    pub fn sentences(&self) -> Vec<String> {
        let Certificate { epsilon, set_aside, .. } = self.certificate;
        // What hangs on questions without an answer is not known either.
        let mut sentences = vec![self.sentence(epsilon + set_aside)];
        sentences.extend(self.aside(set_aside));
        // As long as no object is known, both are about any few attributes.
        let apart = self.certificate.any_few.zip(self.distribution.any_few()).filter(|_| !self.is_about_no_object());
        if let Some((Bound { epsilon, set_aside, .. }, most)) = apart {
            sentences.push(self.for_any(most, "they know", epsilon + set_aside));
            sentences.extend(self.aside(set_aside));
        }
        let all = match (apart, sentences.len()) {
            (Some(_), _) => "Both hold",
            (None, 1) => "That holds",
            (None, _) => "All of it holds",
        };
        let delta = AnswersRestOn::delta_with(self.delta, self.answers);
        sentences.push(format!("{all} with probability at least {}.", sure(delta)));
        if !self.answers.is_empty() {
            sentences.extend(answers_in_words(self.answers));
        }
        if let Some(never) = self.never.filter(|_| self.is_mostly_about_what_never_occurs()) {
            let share =
                if never >= 0.9995 { "nearly all".to_owned() } else { format!("about {}", percent(round(never))) };
            sentences.push(format!(
                "But {share} of these combinations never occur, so that it says little about what does."
            ));
        }
        if let Objects::Named { partly_known: some @ 1.., .. } = self.objects {
            let some = if some == 1 { "one object".to_owned() } else { counted(some, "object") };
            sentences.push(format!("Of {some} not everything is known: it is about what is."));
        }
        if let Objects::Named { .. } = self.objects {
            sentences.push("Nothing is promised about things that nobody named.".to_owned());
        }
        sentences
    }

    /// Whether most of what it is about never occurs. Any few attributes are another
    /// matter: about these one wants to know just that.
    pub fn is_mostly_about_what_never_occurs(&self) -> bool {
        let few = matches!(self.distribution.kind(), Some(DistributionKind::Short { .. }));
        !few && self.distribution.any_few().is_none() && self.never.is_some_and(|share| share >= MOSTLY_NEVER)
    }

    /// Whether it would be about objects, and none is known.
    fn is_about_no_object(&self) -> bool {
        let seen = matches!(self.distribution.kind(), Some(DistributionKind::DescribedSeen { .. }));
        seen && matches!(self.objects, Objects::Named { count: 0, .. })
    }

    /// What is certified of the sets of the distribution.
    fn sentence(&self, epsilon: f64) -> String {
        let rate = rate(epsilon);
        let draw = self.know("the rules draw", "all that follows");
        match self.distribution.kind().filter(|_| !self.distribution.is_cut_down()) {
            Some(DistributionKind::DescribedSeen { most }) if self.is_about_no_object() => {
                self.for_any(most, "the rules know", epsilon)
            }
            Some(DistributionKind::Described { most } | DistributionKind::DescribedSeen { most }) => {
                let (things, one) = match self.objects {
                    Objects::Rows(rows) => ("attributes", format!("one of the {}", counted(rows, "row"))),
                    Objects::Named { count: 1, .. } => ("things", "your one object".to_owned()),
                    Objects::Named { count, .. } => ("things", format!("one of your {}", counted(count, "object"))),
                };
                let told = if most == 1 {
                    format!("one {}", &things[..things.len() - 1])
                } else {
                    format!("up to {} {things}", number(most))
                };
                format!("Told {told} about {one}, {draw} in {rate} of cases.")
            }
            Some(DistributionKind::Short { most }) => self.for_any(most, "the rules know", epsilon),
            Some(DistributionKind::Uniform) => format!("For {rate} of all combinations of attributes, {draw}."),
            Some(DistributionKind::Columns) => {
                format!("For {rate} of all combinations of attributes with at most one value a column, {draw}.")
            }
            Some(DistributionKind::Support) => {
                format!("For {rate} of the combinations of attributes, drawn as often as they occur in rows, {draw}.")
            }
            Some(DistributionKind::Seen) => {
                format!(
                    "For {rate} of the combinations of attributes, drawn as often as your objects have them, {draw}."
                )
            }
            _ => format!("For {rate} of the combinations of attributes, as drawn by '{}', {draw}.", self.distribution),
        }
    }

    /// What is certified of any few attributes.
    fn for_any(&self, most: usize, know: &str, epsilon: f64) -> String {
        let few = match most {
            1 => "any one attribute".to_owned(),
            most => format!("any {} attributes or fewer", number(most)),
        };
        let rate = rate(epsilon);
        match self.target {
            Some(target) => format!("For {few}, {know} in {rate} of cases whether {target} follows."),
            None => format!("For {few}, {know} in {rate} of cases what follows or that it cannot be."),
        }
    }

    fn know(&self, verb: &str, what: &str) -> String {
        match self.target {
            Some(target) => format!("the rules know whether {target} follows"),
            None => format!("{verb} {what}"),
        }
    }

    /// What hangs on questions without an answer.
    fn aside(&self, share: f64) -> Option<String> {
        let most = percent(rounded_up(share).parse().unwrap_or(share));
        (share > 0.0).then(|| format!("In up to {most} of cases it hangs on questions that nobody could answer."))
    }
}

/// How often it is right at least: whole percents, and more digits near all.
fn rate(epsilon: f64) -> String {
    let wrong: f64 = rounded_up(epsilon).parse().unwrap_or(epsilon);
    let digits = if wrong < 0.01 { 2 } else { 0 };
    let unit = 10f64.powi(digits + 2);
    format!("at least {:.*}%", digits.max(0) as usize, ((1.0 - wrong) * unit + 1e-9).floor() / unit * 100.0)
}

fn round(share: f64) -> f64 {
    (share * 1000.0).floor() / 1000.0
}

/// Small numbers in words.
fn number(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(count).map_or_else(|| crate::numbers::grouped(count.count()), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promise(distribution: &Distribution) -> Promise<'_> {
        let certificate = Certificate::of(Bound { epsilon: 0.0271, set_aside: 0.0, samples: 9 });
        Promise {
            certificate,
            delta: 0.1,
            answers: &[],
            distribution,
            objects: Objects::Rows(101),
            target: None,
            never: None,
        }
    }

    #[test]
    fn two_shares_are_two_plain_sentences() {
        let distribution = Distribution::described_and_short();
        let mut promise = promise(&distribution);
        promise.certificate.any_few = Some(Bound { epsilon: 0.06, set_aside: 0.011, samples: 9 });
        promise.objects = Objects::Named { count: 27, partly_known: 2 };
        assert_eq!(
            promise.sentences(),
            [
                "Told up to three things about one of your 27 objects, the rules draw all that follows in at least 97% of cases.",
                "For any three attributes or fewer, they know in at least 92% of cases what follows or that it cannot be.",
                "In up to 1.1% of cases it hangs on questions that nobody could answer.",
                "Both hold with probability at least 90%.",
                "Of 2 objects not everything is known: it is about what is.",
                "Nothing is promised about things that nobody named.",
            ]
        );
    }

    #[test]
    fn without_objects_it_is_about_any_few_attributes() {
        let seen = DistributionKind::DescribedSeen { most: 3 };
        let distribution = Distribution::of(seen).and_short(3);
        let mut promise = promise(&distribution);
        promise.certificate.any_few = Some(Bound { epsilon: 0.06, set_aside: 0.0, samples: 9 });
        promise.objects = Objects::Named { count: 0, partly_known: 0 };
        assert_eq!(
            promise.sentences()[..2],
            [
                "For any three attributes or fewer, the rules know in at least 97% of cases what follows or that it cannot be.",
                "That holds with probability at least 90%.",
            ]
        );
    }

    #[test]
    fn what_answers_rest_on_lowers_the_probability() {
        let distribution = Distribution::default();
        let mut promise = promise(&distribution);
        promise.delta = 0.05;
        promise.answers =
            &[AnswersRestOn::Repetition { error_rate: 0.2, answers: 50, verdicts: 5, wrong_at_most: 0.05 }];
        let sentences = promise.sentences();
        assert_eq!(sentences[1], "That holds with probability at least 90%.");
        assert!(sentences[2].starts_with("Each answer is taken to be wrong with probability at most 20%; 5 questions"));
    }

    #[test]
    fn combinations_that_never_occur_are_told() {
        let distribution = Distribution::default();
        let mut promise = promise(&distribution);
        promise.certificate.epsilon = 0.0094;
        promise.never = Some(0.9871);
        assert_eq!(
            promise.sentences(),
            [
                "For at least 99.06% of all combinations of attributes, the rules draw all that follows.",
                "That holds with probability at least 90%.",
                "But about 98.7% of these combinations never occur, so that it says little about what does.",
            ]
        );
        promise.target = Some("milk");
        assert!(promise.sentences()[0].ends_with("the rules know whether milk follows."));
    }

    #[test]
    fn what_is_right_is_never_overstated() {
        assert_eq!(
            [0.05, 0.0451, 0.0101, 0.01, 0.0094, 0.000_12, 1.0].map(rate),
            [
                "at least 95%",
                "at least 95%",
                "at least 98%",
                "at least 99%",
                "at least 99.06%",
                "at least 99.98%",
                "at least 0%"
            ]
        );
    }
}
