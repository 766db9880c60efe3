//! What cannot stand together: an entry, and those before it that it
//! contradicts.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::object::Object;
use crate::journal::EntryId;
use hornbook::knowledge::Conflict;
use hornbook::smallest::{irreducible, smallest};
use hornbook::{Attr, AttrSet, Implication, Theory};

/// Where a rule is known from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// It was known beforehand.
    Background,
    /// This entry says so.
    Entry(EntryId),
}

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

/// No more sets of entries are tried to find a smallest one.
const MAX_TRIED_SETS: usize = 2_000;

/// What an entry says, that turned out to contradict others.
pub(super) struct Claim<'a> {
    pub id: &'a EntryId,
    /// That this rule holds.
    pub rule: Option<&'a Implication>,
    /// That there is this object, with all that was said of it before, and its
    /// place if it was known.
    pub told: Option<(Option<usize>, &'a Object)>,
}

/// What is accepted by now.
pub(super) struct Accepted<'a> {
    pub rules: &'a Theory,
    /// Where each rule comes from; the background comes first.
    pub sources: &'a [Source],
    pub objects: &'a [Object],
}

impl Accepted<'_> {
    /// The earlier entries behind a conflict.
    pub(super) fn dispute(&self, conflict: &Conflict, claim: &Claim<'_>) -> Dispute {
        let mut with = Vec::new();
        let mut background = Vec::new();
        // Beyond the known rules there is only that of the claim itself.
        for &place in conflict.rules.iter().filter(|&&place| place < self.sources.len()) {
            match &self.sources[place] {
                Source::Entry(id) => with.push(id),
                Source::Background => background.push(place),
            }
        }
        // The claimed rule contradicts an object known before; or else it is
        // the claimed object that contradicts rules.
        let known = conflict.models.first().and_then(|&place| self.objects.get(place));
        let object = known.or(claim.told.map(|(_, object)| object));
        with.extend(object.into_iter().flat_map(Object::entries));
        let others = object.map_or_else(Vec::new, |object| self.bearing_on(claim, object));
        let said = Sayings::new(self, claim, with.iter().chain(&others).copied());
        let with = said.numbers_of(with);
        // An entry may tell both of a rule and of an object: what can be left
        // out is told by all that the others say.
        let with = irreducible(with, |some| said.contradict(some, &background));
        let all: Vec<usize> = self.background().collect();
        let others = said.numbers_of(others);
        let most = with.len().saturating_sub(1);
        // What was known beforehand may be enough by itself.
        let fewer = match said.contradict(&[], &all) {
            true => Some(Vec::new()),
            false => smallest(&others, most, MAX_TRIED_SETS, |some| said.contradict(some, &all)),
        };
        let with = fewer.unwrap_or(with);
        let background = if said.contradict(&with, &background) { background } else { all };
        let background = irreducible(background, |some| said.contradict(&with, some));
        let background = background.into_iter().map(|place| self.rules.rules()[place].clone()).collect();
        let with = with.into_iter().map(|number| said.entries[number].clone()).collect();
        Dispute { entry: None, with, background }
    }

    /// The entries that speak of an object, or of what follows for it.
    fn bearing_on<'a>(&'a self, claim: &Claim<'_>, object: &'a Object) -> Vec<&'a EntryId> {
        let mut with_claim = self.rules.clone();
        claim.rule.into_iter().for_each(|rule| with_claim.push(rule.clone()));
        let reached = with_claim.close(object.said().has());
        let mut entries: Vec<&EntryId> = object.entries().iter().collect();
        for (rule, source) in self.rules.rules().iter().zip(self.sources) {
            match source {
                Source::Entry(id) if reached.contains(&rule.premise) => entries.push(id),
                _ => {}
            }
        }
        entries
    }

    /// The places of the rules known beforehand: the first.
    pub(super) fn background(&self) -> std::ops::Range<usize> {
        0..self.sources.iter().take_while(|source| **source == Source::Background).count()
    }
}

/// What a claim says and what each of some entries says. They go by numbers, so
/// that to try some of many entries costs no more than what these say.
struct Sayings<'a> {
    rules: &'a Theory,
    claim: &'a Claim<'a>,
    /// Each once; the claim itself comes last.
    entries: Vec<&'a EntryId>,
    numbers: HashMap<&'a EntryId, usize>,
    /// What each of them says.
    said: Vec<Saying>,
}

/// What one entry says.
#[derive(Clone, Default)]
struct Saying {
    /// Rules, by their places.
    rules: Vec<usize>,
    /// Objects that it tells of, by their places, with what it says of them.
    objects: Vec<(usize, Vec<(Attr, bool)>)>,
}

impl<'a> Sayings<'a> {
    fn new(accepted: &'a Accepted<'a>, claim: &'a Claim<'a>, entries: impl Iterator<Item = &'a EntryId>) -> Self {
        let mut seen = HashSet::from([claim.id]);
        let mut entries: Vec<&EntryId> = entries.filter(|id| seen.insert(id)).collect();
        entries.push(claim.id);
        let numbers: HashMap<&EntryId, usize> = entries.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        let said = vec![Saying::default(); entries.len()];
        let mut sayings = Self { rules: accepted.rules, claim, entries, numbers, said };
        for (place, source) in accepted.sources.iter().enumerate() {
            if let Source::Entry(id) = source
                && let Some(&number) = sayings.numbers.get(id)
            {
                sayings.said[number].rules.push(place);
            }
        }
        let claimed = claim.told.map(|(place, object)| (place.unwrap_or(accepted.objects.len()), object));
        let others = accepted.objects.iter().enumerate();
        let others = others.filter(|(place, _)| claimed.is_none_or(|(claimed, _)| claimed != *place));
        others.chain(claimed).for_each(|(place, object)| sayings.hear_of(place, object));
        sayings
    }

    /// Files what is said of an object under the entries that say it.
    fn hear_of(&mut self, place: usize, object: &Object) {
        let mut tells = false;
        for number in object.entries().iter().filter_map(|id| self.numbers.get(id)) {
            let objects = &mut self.said[*number].objects;
            if objects.last().is_none_or(|(last, _)| *last != place) {
                objects.push((place, Vec::new()));
            }
            tells = true;
        }
        for (attr, fact) in object.facts().filter(|_| tells) {
            for number in fact.entries().filter_map(|id| self.numbers.get(id)) {
                let of_it = self.said[*number].objects.last_mut();
                of_it.into_iter().for_each(|(_, facts)| facts.push((attr, fact.has)));
            }
        }
    }

    /// The numbers of entries, each once and without that of the claim.
    fn numbers_of(&self, entries: Vec<&EntryId>) -> Vec<usize> {
        let mut seen = HashSet::from([self.entries.len() - 1]);
        entries.into_iter().map(|id| self.numbers[id]).filter(|number| seen.insert(*number)).collect()
    }

    /// Whether the claim contradicts what these entries say, and these rules
    /// known beforehand.
    fn contradict(&self, entries: &[usize], background: &[usize]) -> bool {
        let attributes = self.rules.attribute_count();
        let claim = self.entries.len() - 1;
        let counting = || entries.iter().chain([&claim]).map(|&number| &self.said[number]);
        let places = counting().flat_map(|said| &said.rules).chain(background);
        let known = places.map(|&place| &self.rules.rules()[place]).chain(self.claim.rule).cloned();
        let theory = Theory::from_rules(attributes, known);
        let mut objects: BTreeMap<usize, (AttrSet, AttrSet)> = BTreeMap::new();
        for (place, facts) in counting().flat_map(|said| &said.objects) {
            let unknown = || (AttrSet::empty(attributes), AttrSet::full(attributes));
            let (has, possible) = objects.entry(*place).or_insert_with(unknown);
            for &(attr, is_so) in facts {
                if is_so {
                    has.insert(attr)
                } else {
                    possible.remove(attr)
                };
            }
        }
        objects.values().any(|(has, possible)| !theory.close(has).is_subset(possible))
    }
}
