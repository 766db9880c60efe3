//! How long it may still take, in seconds of the person who answers.
//!
//! The share of open sets falls from look to look. It is taken to go on falling as
//! fast as it did for the last half of the time since questions began, and at the
//! beginning as fast as it usually does for so many attributes. By itself that goes up
//! and down with every answer that settles more or less than others. So each look only
//! corrects what was said before, less the time that has passed since: soon if it takes
//! less long than thought, slowly if it takes longer. Where few different sets are open,
//! it takes no longer than these. How good that is was measured: see `docs/effort.md`.

use hornbook::learn::frugal::Effort;

use crate::effort;
use crate::journal::{Entry, EntryKind, LookStats};

/// How long it may still take, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Hardly less than this.
    pub least: u64,
    /// About as long.
    pub likely: u64,
    /// Hardly longer than this.
    pub most: u64,
}

/// What is known of how it went so far.
pub(super) struct Past<'a> {
    /// Everything that was said.
    pub entries: &'a [Entry],
    /// The last look.
    pub last: LookStats,
    /// What answering costs.
    pub effort: Effort,
    /// The ε that is wanted.
    pub wanted: f64,
    pub attributes: usize,
    /// Whether ε is about all combinations.
    pub of_all_sets: bool,
    /// How many different sets were open in the last look.
    pub different: usize,
    /// How many objects are known.
    pub objects: usize,
}

/// A look, and how many seconds were spent on answers before it.
#[derive(Clone, Copy, Debug)]
struct Looked {
    seconds: f64,
    /// The logarithm of how many times what may be open is.
    excess: f64,
}

/// For one attribute the share of open sets usually falls by this much a second, in
/// natural logarithms; for n attributes by an n^(3/2)th of it.
const USUAL_FALL: f64 = 0.2;
/// What is usual counts as much as a fall by this much that was observed.
const USUAL_WEIGHT: f64 = 0.5;
/// However fast it falls, to be sure takes so many seconds for each attribute.
const SECONDS_AN_ATTRIBUTE: f64 = 1.0;
/// A question settles a few of the open sets that are different.
const QUESTIONS_A_SET: f64 = 0.4;
/// It does not fall more slowly than this share of what is usual.
const SLOWEST: f64 = 0.05;
/// The fall slows down on the way, and so it takes this many times as long.
const SLOWING_DOWN: f64 = 1.3;
/// A look corrects what was said before by a part that grows with the share of it that
/// has passed since. After this share, most of it is corrected, if it takes longer ...
const CORRECTED_UPWARDS: f64 = 0.7;
/// ... and if it takes less long.
const CORRECTED_DOWNWARDS: f64 = 0.1;
/// However long an answer took, not more than this share of what was left is over.
const MOST_PASSED: f64 = 0.5;
/// How many different sets are open tells something once so many objects are known:
/// before, there are few sets to be open.
const MIN_OBJECTS_FOR_SETS: usize = 10;
/// How many times what is likely it may take.
const RANGE: std::ops::RangeInclusive<f64> = 0.3..=3.0;

/// What explorations about all combinations usually need: so much less is open after
/// a question, which counts as much as so many questions.
const USUAL_FALL_A_QUESTION: f64 = 0.12;
const USUAL_QUESTIONS: f64 = 6.0;

impl Remaining {
    pub(super) fn after(past: &Past<'_>) -> Self {
        let &Past { last, effort, wanted, different, .. } = past;
        let attributes = past.attributes as f64;
        let question = question_seconds(&effort, attributes);
        let left = |looks: &[Looked], look: LookStats| match past.of_all_sets {
            true => by_questions(looks, look, attributes) * question,
            false => by_seconds(looks, attributes, effort.speed()),
        };
        let excess = |look: &LookStats| ((look.open as f64 + 0.5) / (look.drawn as f64 + 1.0) / wanted).ln();
        let mut seconds = 0.0;
        let mut looks = Vec::new();
        let mut said: Option<Said> = None;
        let hear = |look: LookStats, looks: &mut Vec<Looked>, said: &mut Option<Said>, seconds: f64| {
            looks.push(Looked { seconds, excess: excess(&look) });
            *said = Some(Said { seconds, left: corrected(*said, left(looks, look), seconds) });
        };
        for entry in past.entries {
            match &entry.what {
                EntryKind::Answer(answer) => {
                    if let Some(look) = answer.look {
                        hear(look, &mut looks, &mut said, seconds);
                    }
                }
                // There is something else to be found out from here on.
                EntryKind::Distribution { .. } | EntryKind::Attributes { .. } | EntryKind::Remove { .. } => {
                    looks.clear();
                    said = None;
                }
                _ => {}
            }
            seconds += effort::seconds(entry, &effort);
        }
        hear(last, &mut looks, &mut said, seconds);
        let left = said.map_or(0.0, |said| said.left);
        let most = match past.of_all_sets || past.objects < MIN_OBJECTS_FOR_SETS {
            true => f64::INFINITY,
            false => QUESTIONS_A_SET * different as f64 * question,
        };
        let times = |times: f64| (SLOWING_DOWN * left.min(most) * times).clamp(1.0, 1e8).round() as u64;
        Self { least: times(*RANGE.start()), likely: times(1.0), most: times(*RANGE.end()) }
    }
}

/// What was said to be left, and when.
#[derive(Clone, Copy, Debug)]
struct Said {
    seconds: f64,
    left: f64,
}

/// What is left by the last look, as a correction of what was said before it.
fn corrected(said: Option<Said>, by_look: f64, seconds: f64) -> f64 {
    let Some(said) = said else { return by_look };
    let passed = (seconds - said.seconds).max(0.0);
    let expected = said.left - passed.min(MOST_PASSED * said.left);
    let slowness = if by_look > expected { CORRECTED_UPWARDS } else { CORRECTED_DOWNWARDS };
    let part = 1.0 - (-passed / (slowness * said.left.max(1.0))).exp();
    (part * by_look.max(1.0).ln() + (1.0 - part) * expected.max(1.0).ln()).exp()
}

/// What a question costs, of which some are refuted.
fn question_seconds(effort: &Effort, attributes: f64) -> f64 {
    (effort.yes + effort.no + effort.guessed * attributes) / 2.0
}

/// The seconds left if the share of open sets goes on falling as it did.
fn by_seconds(looks: &[Looked], attributes: f64, speed: f64) -> f64 {
    let usual = USUAL_FALL / attributes.powf(1.5) / speed;
    let (first, last) = (looks[0], looks[looks.len() - 1]);
    let half = first.seconds + (last.seconds - first.seconds) / 2.0;
    let since = looks.iter().rev().find(|look| look.seconds <= half).unwrap_or(&first);
    let fallen = since.excess - last.excess;
    let rate = (fallen + USUAL_WEIGHT) / (last.seconds - since.seconds + USUAL_WEIGHT / usual);
    last.excess.max(0.0) / rate.max(SLOWEST * usual) + SECONDS_AN_ATTRIBUTE * speed * attributes
}

/// The questions left, if the share of open sets goes on falling by the same factor
/// a question.
fn by_questions(looks: &[Looked], last: LookStats, attributes: f64) -> f64 {
    let half = (looks.len() - 1) / 2;
    let fallen = looks[half].excess - looks[looks.len() - 1].excess;
    let rate = (fallen + USUAL_QUESTIONS * USUAL_FALL_A_QUESTION) / ((looks.len() - 1 - half) as f64 + USUAL_QUESTIONS);
    let left = looks[looks.len() - 1].excess / rate.max(USUAL_FALL_A_QUESTION / 10.0);
    // Every answer settles a set at least.
    let share = (last.open as f64 + 0.5) / (last.drawn as f64 + 1.0);
    left.min((share.ln() + attributes * 2f64.ln()).exp()).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_fall_is_gone_on_with() {
        let looks: Vec<Looked> =
            (0..=10).map(|at| Looked { seconds: f64::from(at) * 60.0, excess: 4.0 - 0.2 * f64::from(at) }).collect();
        // Two of the four are left, for which it takes ten minutes more.
        let left = by_seconds(&looks, 20.0, 1.0);
        assert!((500.0..900.0).contains(&left), "{left}");
        let done = [Looked { seconds: 0.0, excess: -1.0 }];
        assert!(by_seconds(&done, 20.0, 1.0) <= 20.0);
    }

    #[test]
    fn what_was_said_is_corrected_slowly_upwards_and_soon_downwards() {
        let said = Some(Said { seconds: 100.0, left: 1000.0 });
        // A look that says four times as much, one answer later.
        let more = corrected(said, 4000.0, 120.0);
        assert!((980.0..1030.0).contains(&more), "{more}");
        let less = corrected(said, 250.0, 120.0);
        assert!(less < 790.0, "{less}");
        // Nothing has passed, nothing was learned.
        assert_eq!(corrected(said, 4000.0, 100.0).round(), 1000.0);
        // In the end it is believed.
        let late = corrected(said, 4000.0, 100.0 + 3000.0);
        assert!(late > 3500.0, "{late}");
    }
}
