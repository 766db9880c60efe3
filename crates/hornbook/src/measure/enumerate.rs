//! Every set that a distribution can draw, each as often as it is drawn.
//!
//! Sets are made of choices: for each attribute whether it is there, or for each
//! column which value, all alike. The choices are made one after the other, and the
//! last ones together, up to 512 sets at once. Where what was chosen so far is
//! impossible by theory and table alike, it stays so whatever is added: all sets
//! below agree and need no look. Since most sets of a table occur in no row, and a
//! theory that is any good says so, far more sets can be accounted for than could
//! be looked at.
//!
//! By support, the pairs of a row and a subset of it are equally likely: these are
//! looked at row by row.

use super::error::MeasureError;
use super::tally::{Comparing, Tally};
use crate::lanes::{LANES, Lanes};
use crate::sampling::{Purpose, Sampler, Streams};
use crate::{Attr, AttrSet, Context, Theory};

/// More choices than these leave too many sets in any table.
const MAX_CHOICES: usize = 128;

/// What was found over all sets of a sampler, with shares that sum to its weight.
pub(super) struct Enumerated {
    pub(super) tally: Tally,
    /// How many sets there are; a set counts for each row it is drawn from.
    pub(super) sets: f64,
}

/// Looks at every set, at most `max_looks` times 512 of them.
pub(super) fn enumerate(
    theory: &Theory,
    context: &Context,
    sampler: &Sampler,
    max_looks: u64,
) -> Result<Enumerated, MeasureError> {
    let whole = |tally: Tally| Enumerated { tally, sets: tally.sets() };
    let attributes = context.attribute_count();
    match sampler {
        Sampler::Uniform { .. } => product(theory, context, sampler, alone(0..attributes), max_looks).map(whole),
        Sampler::Columns { groups, .. } => {
            let grouped = AttrSet::of(attributes, groups.iter().flatten().copied());
            let mut choices = alone((0..attributes).filter(|&attr| !grouped.contains(attr)));
            choices.extend(groups.iter().cloned());
            product(theory, context, sampler, choices, max_looks).map(whole)
        }
        Sampler::Support(support) => {
            let looks: f64 = support.rows().map(|(row, _)| (row.len() as f64 - LANES_EXPONENT).max(0.0).exp2()).sum();
            if looks > max_looks as f64 {
                return Err(MeasureError::TooLarge(attributes));
            }
            let comparing = Comparing::new(theory, context);
            let (mut tally, mut sets) = (Tally::default(), 0.0);
            for (row, count) in support.rows() {
                let mut walk = Walk::new(theory, context, &comparing, alone(row.iter()), u64::MAX)?;
                walk.go(0, &[])?;
                tally = tally.plus(walk.tally.times(count as f64));
                sets += walk.tally.sets();
            }
            Ok(Enumerated { tally, sets })
        }
        Sampler::Described(described) => few(theory, context, described.objects(), described.most(), max_looks),
        Sampler::Short { most, .. } => {
            let all: Vec<Attr> = (0..attributes).collect();
            few(theory, context, [(&all[..], 1)].into_iter(), *most, max_looks)
        }
        Sampler::AndShort { of, short } => {
            let halves = Sampler::Mixture(vec![(1.0, Sampler::clone(of)), (1.0, Sampler::clone(short))]);
            enumerate(theory, context, &halves, max_looks)
        }
        Sampler::Mixture(parts) => {
            let mut mixed = Enumerated { tally: Tally::default(), sets: 0.0 };
            for (weight, part) in parts {
                let Enumerated { tally, sets } = enumerate(theory, context, part, max_looks)?;
                mixed.tally = mixed.tally.plus(tally.times(weight / tally.sets()));
                mixed.sets += sets;
            }
            Ok(mixed)
        }
        Sampler::Seen { .. } | Sampler::DescribedSeen { .. } | Sampler::AtMost { .. } | Sampler::Supported { .. } => {
            Err(MeasureError::NotListed)
        }
    }
}

/// 2 to this power sets are looked at together.
const LANES_EXPONENT: f64 = LANES.ilog2() as f64;

/// All sets of a few attributes of these objects, which occur so often: of one
/// attribute, of two, and so on, each size alike.
fn few<'a>(
    theory: &Theory,
    context: &Context,
    objects: impl Iterator<Item = (&'a [Attr], usize)>,
    most: usize,
    max_looks: u64,
) -> Result<Enumerated, MeasureError> {
    let attributes = context.attribute_count();
    let comparing = Comparing::new(theory, context);
    let mut looks = 0;
    let mut found = Enumerated { tally: Tally::default(), sets: 0.0 };
    for (object, count) in objects {
        for size in 1..=most {
            let mut tally = Tally::default();
            let mut sets = choices(object.len(), size.min(object.len())).peekable();
            while sets.peek().is_some() {
                looks += 1;
                if looks > max_looks {
                    return Err(MeasureError::TooLarge(attributes));
                }
                let some: Vec<AttrSet> = sets
                    .by_ref()
                    .take(LANES)
                    .map(|places| AttrSet::of(attributes, places.iter().map(|&at| object[at])))
                    .collect();
                let wanted = some.len();
                tally = tally.plus(comparing.tally(&Lanes::of(attributes, some), wanted));
            }
            found.sets += tally.sets();
            found.tally = found.tally.plus(tally.times(count as f64 / tally.sets()));
        }
    }
    Ok(found)
}

/// All choices of `size` numbers below `bound`, in ascending order.
fn choices(bound: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    std::iter::successors((size <= bound).then(|| (0..size).collect::<Vec<usize>>()), move |last| {
        // The last number that can still grow; those after it follow close behind.
        let at = (0..size).rfind(|&at| last[at] < bound - size + at)?;
        let first = last[at] + 1;
        Some(last[..at].iter().copied().chain(first..first + size - at).collect())
    })
}

/// Attributes that are there or not, each for itself.
fn alone(attributes: impl Iterator<Item = Attr>) -> Vec<Vec<Attr>> {
    attributes.map(|attr| vec![attr]).collect()
}

/// All sets that these choices make.
fn product(
    theory: &Theory,
    context: &Context,
    sampler: &Sampler,
    mut choices: Vec<Vec<Attr>>,
    max_looks: u64,
) -> Result<Tally, MeasureError> {
    // What is rare first: with it a set is soon impossible.
    let rows_with = |attr: Attr| context.distinct().iter().filter(|row| row.contains(attr)).count();
    choices
        .sort_by_cached_key(|choice| choice.iter().map(|&attr| rows_with(attr)).sum::<usize>() / choice.len().max(1));
    let comparing = Comparing::new(theory, context);
    let rows: Vec<usize> = (0..context.distinct().len()).collect();
    let mut walk = Walk::new(theory, context, &comparing, choices, max_looks)?;
    if walk.possible(sampler) > max_looks as f64 * LANES as f64 {
        return Err(MeasureError::TooLarge(context.attribute_count()));
    }
    walk.go(0, &rows)?;
    Ok(walk.tally)
}

/// So many sets, drawn 512 at a time, tell whether it is worth to begin.
const TRIAL_LOOKS: usize = 16;

/// A walk through all that can be chosen.
struct Walk<'a> {
    theory: &'a Theory,
    context: &'a Context,
    comparing: &'a Comparing<'a>,
    /// The choices that are made one after the other.
    choices: Vec<Vec<Attr>>,
    /// How many sets there are below each choice.
    below: Vec<f64>,
    /// The choices that are made together: a set for each.
    together: Lanes,
    width: usize,
    chosen: AttrSet,
    looks_left: u64,
    tally: Tally,
}

impl<'a> Walk<'a> {
    fn new(
        theory: &'a Theory,
        context: &'a Context,
        comparing: &'a Comparing<'a>,
        mut choices: Vec<Vec<Attr>>,
        max_looks: u64,
    ) -> Result<Self, MeasureError> {
        let attributes = context.attribute_count();
        if choices.len() > MAX_CHOICES {
            return Err(MeasureError::TooLarge(attributes));
        }
        let mut together = vec![AttrSet::empty(attributes)];
        while let Some(choice) = choices.pop_if(|choice| together.len() * (choice.len() + 1) <= LANES) {
            let with = choice.iter().flat_map(|&attr| together.iter().map(move |set| with(set, attr)));
            let with: Vec<AttrSet> = with.collect();
            together.extend(with);
        }
        let width = together.len();
        let mut below = vec![width as f64];
        for choice in choices.iter().rev() {
            below.push(below[below.len() - 1] * (choice.len() + 1) as f64);
        }
        below.reverse();
        let together = Lanes::of(attributes, together);
        let (chosen, tally) = (AttrSet::empty(attributes), Tally::default());
        Ok(Self { theory, context, comparing, choices, below, together, width, chosen, looks_left: max_looks, tally })
    }

    /// About how many sets are possible by theory or table, which must be looked at:
    /// few sets drawn tell it well enough not to begin with what cannot be ended.
    fn possible(&self, sampler: &Sampler) -> f64 {
        let attributes = self.context.attribute_count();
        let mut stream = Streams::new(1).stream(Purpose::Measure, 2, 0);
        let found: u64 = (0..TRIAL_LOOKS)
            .map(|_| self.comparing.possible(&sampler.draw_lanes(attributes, &mut stream, LANES), LANES))
            .sum();
        self.below[0] * found as f64 / (TRIAL_LOOKS * LANES) as f64
    }

    /// Goes through all that can be chosen from a place on; `rows` are those that
    /// have what was chosen before.
    fn go(&mut self, place: usize, rows: &[usize]) -> Result<(), MeasureError> {
        let Some(choice) = self.choices.get(place).cloned() else { return self.look() };
        self.go(place + 1, rows)?;
        for attr in choice {
            let having: Vec<usize> =
                rows.iter().copied().filter(|&row| self.context.distinct()[row].contains(attr)).collect();
            self.chosen.insert(attr);
            if having.is_empty() && self.theory.close(&self.chosen).is_falsum() {
                self.spend()?;
                self.tally = self.tally.plus(Tally::same(self.below[place + 1]));
            } else {
                self.go(place + 1, &having)?;
            }
            self.chosen.remove(attr);
        }
        Ok(())
    }

    fn look(&mut self) -> Result<(), MeasureError> {
        self.spend()?;
        let mut lanes = self.together.clone();
        self.chosen.iter().for_each(|attr| lanes.fill(attr));
        self.tally = self.tally.plus(self.comparing.tally(&lanes, self.width));
        Ok(())
    }

    fn spend(&mut self) -> Result<(), MeasureError> {
        let too_large = MeasureError::TooLarge(self.context.attribute_count());
        self.looks_left = self.looks_left.checked_sub(1).ok_or(too_large)?;
        Ok(())
    }
}

fn with(set: &AttrSet, attr: Attr) -> AttrSet {
    let mut set = set.clone();
    set.insert(attr);
    set
}
