//! Rules and models that cannot stand together.

use crate::smallest::smallest;
use crate::{AttrSet, Conclusion, Derivation, Implication, Model, Theory};

/// An answer that contradicts earlier ones. Nothing was changed by it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the answer contradicts {} confirmed rule(s), {} model(s) and {} denied rule(s) given before",
    .rules.len(), .models.len(), .denied.len()
)]
#[non_exhaustive]
pub struct Conflict {
    /// Confirmed rules, by their places, that cannot all stand with it. None
    /// can be left out, and no smaller set would do if there are up to three
    /// (looked for among at most 100 rules that come into play).
    pub rules: Vec<usize>,
    /// The model, by its place, that cannot stand with it.
    pub models: Vec<usize>,
    /// The denied rule, by its place, that would follow.
    pub denied: Vec<usize>,
}

/// The model with everything that follows by a closure: what it must have, and
/// what it cannot have, since it lacks what would follow. `None` if no
/// completion of it is closed.
pub(super) fn fill_in(model: &Model, close: impl Fn(&AttrSet) -> Conclusion) -> Option<Model> {
    let Conclusion::Attrs(has) = close(model.has()) else { return None };
    if !has.is_subset(model.possible()) {
        return None;
    }
    let mut unknown = model.possible().difference(&has);
    // An attribute that would bring what the model lacks, it lacks too.
    for attr in unknown.iter().collect::<Vec<_>>() {
        if !close(&has.with(attr)).is_subset(model.possible()) {
            unknown.remove(attr);
        }
    }
    Some(Model::partial(has, &unknown))
}

/// The places of the rules of a derivation.
pub(super) fn places(derivation: Option<Derivation>) -> Vec<usize> {
    derivation.into_iter().flat_map(|why| why.steps).map(|step| step.rule).collect()
}

/// The closure under a theory and one more rule.
pub(super) fn close_with(rules: &Theory, more: &Implication, set: &AttrSet) -> Conclusion {
    match (rules.close(set), &more.conclusion) {
        (Conclusion::Attrs(closed), add) if more.premise.is_subset(&closed) && !add.is_subset(&closed) => match add {
            Conclusion::Attrs(add) => rules.close(&closed.union(add)),
            Conclusion::Falsum => Conclusion::Falsum,
        },
        (closed, _) => closed,
    }
}

/// Rules, by their places, that together rule the model out. Sets of up to
/// three rules are searched in full, if not too many come into play; beyond
/// that the result is a set of which no rule can be left out.
pub(super) fn smallest_conflict(model: &Model, rules: &Theory) -> Vec<usize> {
    const SEARCHED: usize = 100;
    let breaks = |places: &[usize]| {
        let some = Theory::from_rules(rules.attribute_count(), places.iter().map(|&p| rules.rules()[p].clone()));
        !some.close(model.has()).is_subset(model.possible())
    };
    // A rule comes into play only if its premise is reached at all.
    let reached = rules.close(model.has());
    let mut play: Vec<usize> =
        (0..rules.len()).filter(|&place| reached.contains(&rules.rules()[place].premise)).collect();
    // One rule is looked for among all, however many there are.
    if let Some(&one) = play.iter().find(|&&place| breaks(&[place])) {
        return vec![one];
    }
    play.truncate(SEARCHED);
    if let Some(few) = smallest(&play, 3, usize::MAX, breaks) {
        return few;
    }
    let absent = AttrSet::full(rules.attribute_count()).difference(model.possible());
    let goals = absent.iter().map(|attr| Conclusion::Attrs(AttrSet::of(rules.attribute_count(), [attr])));
    goals
        .chain([Conclusion::Falsum])
        .filter_map(|goal| rules.derive(model.has(), &goal))
        .map(|why| why.steps.iter().map(|step| step.rule).collect::<Vec<_>>())
        .min_by_key(Vec::len)
        .unwrap_or_default()
}
