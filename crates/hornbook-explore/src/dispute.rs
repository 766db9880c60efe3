//! What cannot stand together: an entry, and those before it that it
//! contradicts.

use std::collections::HashSet;

use super::object::Object;
use super::state::{Source, State};
use crate::journal::EntryId;
use hornbook::knowledge::Conflict;
use hornbook::smallest::{irreducible, smallest};
use hornbook::{Implication, Theory};

/// An entry that contradicts what was said before it, and so does not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Dispute {
    /// The entry; none for an answer that was refused before it became one.
    pub entry: Option<EntryId>,
    /// Earlier entries that cannot all stand with it, and with the rules below:
    /// none can be left out, and no fewer would do, unless there are too many
    /// to try all.
    pub with: Vec<EntryId>,
    /// Rules known beforehand that take part: none can be left out.
    pub background: Vec<Implication>,
}

/// So many sets of entries are tried for a smallest one.
const TRIED: usize = 2_000;

/// What an entry says, that turned out to contradict others.
pub(super) struct Claim<'a> {
    pub id: &'a EntryId,
    /// That this rule holds.
    pub rule: Option<&'a Implication>,
    /// That there is this object, with all that was said of it before, and its
    /// place if it was known.
    pub told: Option<(Option<usize>, &'a Object)>,
}

impl State {
    /// The earlier entries behind a conflict.
    pub(super) fn dispute(&self, conflict: &Conflict, claim: &Claim<'_>) -> Dispute {
        let mut with = Vec::new();
        let mut background = Vec::new();
        // Beyond the known rules there is only that of the claim itself.
        for &place in conflict.rules.iter().filter(|&&place| place < self.sources.len()) {
            match &self.sources[place] {
                Source::Entry(id) => with.push(id.clone()),
                Source::Background => background.push(place),
            }
        }
        // The claimed rule contradicts an object known before; or else it is
        // the claimed object that contradicts rules.
        let known = conflict.models.first().and_then(|&place| self.objects.get(place));
        let object = known.or(claim.told.map(|(_, object)| object));
        with.extend(object.into_iter().flat_map(Object::entries).cloned());
        let mut seen = HashSet::from([claim.id.clone()]);
        with.retain(|id| seen.insert(id.clone()));
        // An entry may tell both of a rule and of an object: what can be left
        // out is told by all that the others say.
        let with = irreducible(with, |some| self.contradicts(claim, some, &background));
        let with = self.fewer(claim, object, &with).unwrap_or(with);
        let all: Vec<usize> = self.background().collect();
        let background = if self.contradicts(claim, &with, &background) { background } else { all };
        let background = irreducible(background, |some| self.contradicts(claim, &with, some));
        let rules = self.learner.knowledge().rules().rules();
        let background = background.into_iter().map(|place| rules[place].clone()).collect();
        Dispute { entry: None, with, background }
    }

    /// A smaller set of entries that cannot stand with a claim, if there is one
    /// among those that speak of the object or of what follows for it.
    fn fewer(&self, claim: &Claim<'_>, object: Option<&Object>, with: &[EntryId]) -> Option<Vec<EntryId>> {
        let object = object?;
        let all: Vec<usize> = self.background().collect();
        let rules = self.learner.knowledge().rules();
        let mut with_claim = rules.clone();
        claim.rule.into_iter().for_each(|rule| with_claim.push(rule.clone()));
        let reached = with_claim.close(object.said().has());
        let mut entries = object.entries().to_vec();
        for (rule, source) in rules.rules().iter().zip(&self.sources) {
            match source {
                Source::Entry(id) if reached.contains(&rule.premise) => entries.push(id.clone()),
                _ => {}
            }
        }
        let mut seen = HashSet::from([claim.id.clone()]);
        entries.retain(|id| seen.insert(id.clone()));
        let places: Vec<usize> = (0..entries.len()).collect();
        let some = |places: &[usize]| places.iter().map(|&place| entries[place].clone()).collect::<Vec<EntryId>>();
        let enough = |places: &[usize]| self.contradicts(claim, &some(places), &all);
        smallest(&places, with.len().checked_sub(1)?, TRIED, enough).map(|places| some(&places))
    }

    /// Whether a claim contradicts what these entries say, and these rules known
    /// beforehand.
    fn contradicts(&self, claim: &Claim<'_>, entries: &[EntryId], background: &[usize]) -> bool {
        let counts = |id: &EntryId| id == claim.id || entries.contains(id);
        let rules = self.learner.knowledge().rules();
        let takes_part = |place: usize| match &self.sources[place] {
            Source::Entry(id) => counts(id),
            Source::Background => background.contains(&place),
        };
        let known = (0..self.sources.len()).filter(|&place| takes_part(place)).map(|place| &rules.rules()[place]);
        let theory = Theory::from_rules(rules.attribute_count(), known.chain(claim.rule).cloned());
        let told = claim.told.map(|(_, object)| object);
        let place = claim.told.and_then(|(place, _)| place);
        let others = self.objects.iter().enumerate().filter(|(at, _)| Some(*at) != place).map(|(_, object)| object);
        others.chain(told).filter(|object| object.entries().iter().any(counts)).any(|object| {
            let model = object.said_by(counts);
            !theory.close(model.has()).is_subset(model.possible())
        })
    }
}
