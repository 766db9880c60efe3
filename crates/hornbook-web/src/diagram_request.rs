//! Which part of a diagram a request asks for. Attributes and objects are told by their
//! places, as `0-5,9`.

use hornbook::AttrSet;
use hornbook::lattice::{LatticeChoice, Neighbourhood};

use crate::problem::Problem;
use crate::query::Query;

/// How many concepts are drawn unless the request says otherwise.
const DEFAULT_CONCEPTS: usize = 300;
/// The most concepts that a request may ask for.
const MAX_CONCEPTS: usize = 1000;
/// As many steps up and down from a concept can be asked for.
const MAX_STEPS: usize = 5;
/// The neighbours of as many concepts can be asked for.
const MAX_EXPANDED: usize = 100;

/// What a request asks for, before it is known how many attributes and objects there
/// are.
pub(crate) struct DiagramRequest {
    attributes: Option<PlaceList>,
    objects: Option<PlaceList>,
    around: Option<PlaceList>,
    expanded: Vec<PlaceList>,
    steps: usize,
    least_support: usize,
    most: usize,
    otherwise: usize,
    perhaps: bool,
}

impl DiagramRequest {
    pub(crate) fn read(query: &Query) -> Result<Self, Problem> {
        let list = |name: &str| query.all(name).next().map(|text| PlaceList::read(name, text)).transpose();
        let most = number(query, "most", 1, MAX_CONCEPTS)?.unwrap_or(DEFAULT_CONCEPTS);
        let expanded: Vec<PlaceList> =
            query.all("expand").map(|text| PlaceList::read("expand", text)).collect::<Result<_, _>>()?;
        if expanded.len() > MAX_EXPANDED {
            return Err(Problem::malformed(format!("expand may be given {MAX_EXPANDED} times at most.")));
        }
        Ok(Self {
            attributes: list("attributes")?,
            objects: list("objects")?,
            around: list("around")?,
            expanded,
            steps: number(query, "steps", 1, MAX_STEPS)?.unwrap_or(1),
            least_support: number(query, "support", 0, usize::MAX)?.unwrap_or(0),
            most,
            otherwise: number(query, "otherwise", 1, MAX_CONCEPTS)?.unwrap_or(most),
            perhaps: query.parsed("perhaps", "true or false")?.unwrap_or(false),
        })
    }

    /// What it asks for, of so many attributes and objects.
    pub(crate) fn choice(&self, attributes: usize, objects: usize) -> Result<LatticeChoice, Problem> {
        let set = |list: &PlaceList| Ok(AttrSet::of(attributes, list.places("attribute", attributes)?));
        let around = self.around.as_ref().map(set).transpose()?;
        Ok(LatticeChoice {
            attributes: self.attributes.as_ref().map(set).transpose()?,
            objects: self.objects.as_ref().map(|list| list.places("object", objects)).transpose()?,
            least_support: self.least_support,
            most: self.most,
            otherwise: self.otherwise,
            around: around.map(|of| Neighbourhood { of, steps: self.steps }),
            expanded: self.expanded.iter().map(set).collect::<Result<_, Problem>>()?,
            perhaps: self.perhaps,
        })
    }
}

fn number(query: &Query, name: &str, least: usize, most: usize) -> Result<Option<usize>, Problem> {
    let expected =
        if most == usize::MAX { "a whole number".to_owned() } else { format!("a number from {least} to {most}") };
    match query.parsed(name, &expected)? {
        Some(number) if !(least..=most).contains(&number) => {
            Err(Problem::malformed(format!("{name} must be {expected}.")))
        }
        number => Ok(number),
    }
}

/// Places, as ranges from one to another.
struct PlaceList(Vec<(usize, usize)>);

impl PlaceList {
    fn read(name: &str, text: &str) -> Result<Self, Problem> {
        let malformed = || Problem::malformed(format!("{name} must be places such as 0-5,9."));
        let range = |range: &str| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let range = (first.parse().ok()?, last.parse().ok()?);
            (range.0 <= range.1).then_some(range)
        };
        let ranges = text.split(',').filter(|range| !range.is_empty());
        ranges.map(range).collect::<Option<_>>().map(Self).ok_or_else(malformed)
    }

    /// The places, each below `count`, in rising order and each once.
    fn places(&self, what: &str, count: usize) -> Result<Vec<usize>, Problem> {
        if let Some((_, last)) = self.0.iter().find(|(_, last)| *last >= count) {
            return Err(Problem::malformed(format!("There is no {what} at place {last}.")));
        }
        let mut chosen = vec![false; count];
        self.0.iter().for_each(|&(first, last)| chosen[first..=last].fill(true));
        Ok((0..count).filter(|&place| chosen[place]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_by_ranges() {
        let places = |text: &str| PlaceList::read("objects", text).and_then(|list| list.places("object", 10));
        assert_eq!(places("0-3,9,2").unwrap(), [0, 1, 2, 3, 9]);
        assert_eq!(places("").unwrap(), [0usize; 0]);
        for bad in ["a", "3-1", "0-", "10", "0-99999999999", "-1", "1-2-3"] {
            assert!(places(bad).is_err(), "{bad}");
        }
    }
}
