//! Which rules come back from run to run.
//!
//! Two rules are the same if they are equivalent given the background: their
//! premises close to the same set under it, and so do their premises together
//! with their conclusions. A rule *came back* in a run that lists it, up to
//! this equivalence; it *follows* in a run whose rules, with the background,
//! entail it, whether or not it is listed. A short premise in one run and two
//! longer ones in another may say the same, so the second is the steadier
//! figure.

use std::collections::{HashMap, HashSet};

use hornbook::{Conclusion, Implication, Theory};

use crate::run::Record;
use crate::subject::Subject;

/// How often a rule came back over the runs of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Frequency {
    /// The rule, in its shortest form met.
    pub rule: Implication,
    /// The runs that list it.
    pub listed: usize,
    /// The runs from whose rules it follows.
    pub follows: usize,
    /// Of so many runs.
    pub runs: usize,
    /// Whether it holds in the table.
    pub holds: bool,
    /// How many rows have the premise.
    pub support: usize,
}

/// What a rule says, given the background.
fn meaning(rule: &Implication, background: &Theory) -> (Conclusion, Conclusion) {
    let both = match &rule.conclusion {
        Conclusion::Attrs(attrs) => background.close(&rule.premise.union(attrs)),
        Conclusion::Falsum => Conclusion::Falsum,
    };
    (background.close(&rule.premise), both)
}

/// The rules that came back most often, at most so many.
pub fn frequencies<'a>(
    subject: &Subject,
    background: &Theory,
    records: impl Iterator<Item = &'a Record>,
    most: usize,
) -> Vec<Frequency> {
    let attributes = subject.context.attribute_count();
    // Of a run with very many rules only their number was kept.
    let whole = records.filter(|record| record.learned.len() == record.rules);
    let kept = whole.filter(|record| record.learned.iter().all(|saying| saying.is_within(attributes)));
    let runs: Vec<Vec<Implication>> =
        kept.map(|record| record.learned.iter().map(|saying| saying.rule(attributes)).collect()).collect();
    let mut found: HashMap<(Conclusion, Conclusion), (Implication, usize)> = HashMap::new();
    for rules in &runs {
        let mut seen = HashSet::new();
        for rule in rules {
            let meaning = meaning(rule, background);
            let (shortest, count) = found.entry(meaning.clone()).or_insert_with(|| (rule.clone(), 0));
            if (rule.premise.len(), rule) < (shortest.premise.len(), shortest) {
                *shortest = rule.clone();
            }
            *count += usize::from(seen.insert(meaning));
        }
    }
    let mut found: Vec<(Implication, usize)> = found.into_values().collect();
    found.sort_by(|(a, often_a), (b, often_b)| {
        often_b.cmp(often_a).then(a.premise.len().cmp(&b.premise.len())).then(a.cmp(b))
    });
    found.truncate(most);
    counted(subject, background, &runs, found)
}

fn counted(
    subject: &Subject,
    background: &Theory,
    runs: &[Vec<Implication>],
    found: Vec<(Implication, usize)>,
) -> Vec<Frequency> {
    let mut follows = vec![0; found.len()];
    for rules in runs {
        let theory = background.rules().iter().chain(rules).cloned();
        let theory = Theory::from_rules(background.attribute_count(), theory);
        for ((rule, _), follows) in found.iter().zip(&mut follows) {
            *follows += usize::from(theory.entails(rule));
        }
    }
    let context = &subject.context;
    let one = |((rule, listed), follows): ((Implication, usize), usize)| Frequency {
        listed,
        follows,
        runs: runs.len(),
        holds: context.holds(&rule),
        support: context.support(&rule.premise),
        rule: rule.without_premise(),
    };
    found.into_iter().zip(follows).map(one).collect()
}
