//! Rules said with no more than is new: without what follows by other rules anyway.
//!
//! What is asked and recorded is always the whole rule. This is how it is shown: given
//! what is accepted, both say the same.

use super::exploration::Exploration;
use hornbook::{AttrSet, Conclusion, Implication, Theory};

impl Exploration {
    /// A question with no more than is new, given the accepted rules: of the premise a
    /// part from which the rest follows, and of the conclusion what does not follow yet.
    pub fn only_new(&self, question: &Implication) -> Implication {
        shortened(question, self.knowledge().rules())
    }

    /// Of these, an exception to a rule must lack one, if so much of its conclusion
    /// `holds`; of the others, none more follows by the accepted rules.
    pub fn may_lack(&self, question: &Implication, holds: &AttrSet) -> AttrSet {
        let rest = question.conclusion.attrs().map(|attrs| attrs.difference(holds));
        let rest = rest.map(|rest| self.only_new(&Implication::new(question.premise.clone(), rest)));
        rest.and_then(|rule| rule.conclusion.attrs().cloned()).unwrap_or_else(|| self.universe().none())
    }
}

/// Rules, each said with no more than is new beside the others and what is known
/// beforehand. Together they say what the whole rules say.
pub(super) fn only_new_of_each(rules: &Theory, background: &Theory) -> Vec<Implication> {
    // One after the other: what two rules say both is left out of one of them.
    let all = rules.rules().iter().chain(background.rules()).cloned();
    let mut theory = Theory::from_rules(rules.attribute_count(), all);
    let nothing = Implication::new(AttrSet::empty(rules.attribute_count()), AttrSet::empty(rules.attribute_count()));
    for place in 0..rules.len() {
        let rule = &rules.rules()[place];
        theory.replace(place, nothing.clone());
        let short = shortened(rule, &theory);
        theory.replace(place, short);
    }
    theory.rules()[..rules.len()].to_vec()
}

/// A rule without what follows from the rest of it by others.
fn shortened(rule: &Implication, others: &Theory) -> Implication {
    let whole = rule.without_premise();
    let Conclusion::Attrs(follows) = others.close(&whole.premise) else { return whole };
    let premise = generating(&whole.premise, &AttrSet::empty(others.attribute_count()), others);
    let conclusion = match &whole.conclusion {
        Conclusion::Falsum => Conclusion::Falsum,
        Conclusion::Attrs(attrs) => {
            let new = generating(&attrs.difference(&follows), &premise, others);
            // What is known already is said as it is.
            if new.is_empty() {
                return whole;
            }
            Conclusion::Attrs(new)
        }
    };
    Implication { premise, conclusion }
}

/// A part of a set from which, with `given`, the rest follows; what comes first stays.
fn generating(set: &AttrSet, given: &AttrSet, theory: &Theory) -> AttrSet {
    let mut left = set.clone();
    let attrs: Vec<_> = set.iter().collect();
    for attr in attrs.into_iter().rev() {
        left.remove(attr);
        match theory.close(&left.union(given)) {
            Conclusion::Attrs(closed) if closed.contains(attr) => {}
            _ => _ = left.insert(attr),
        }
    }
    left
}
