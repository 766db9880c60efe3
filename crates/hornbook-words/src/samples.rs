//! Sample questions, by which people hear how their words sound before they keep them.

use hornbook::{AttrSet, Implication};

/// Questions of each kind about an attribute and those before it, of so many.
pub fn sample_questions(attributes: usize, about: usize) -> Vec<Implication> {
    let set = |attrs: &[usize]| AttrSet::of(attributes, attrs.iter().copied());
    let earlier = |by: usize| (about + attributes - by) % attributes;
    match attributes {
        0 => Vec::new(),
        1 => vec![Implication::new(set(&[]), set(&[0]))],
        2 => {
            let before = earlier(1);
            vec![Implication::new(set(&[before]), set(&[about])), Implication::never(set(&[before, about]))]
        }
        _ => {
            let (before, first) = (earlier(1), earlier(2));
            vec![
                Implication::new(set(&[before]), set(&[about])),
                Implication::never(set(&[before, about])),
                Implication::new(set(&[before, about]), set(&[first])),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_about_the_attribute_that_is_looked_at() {
        for (attributes, questions) in [(0, 0), (1, 1), (2, 2), (3, 3), (7, 3)] {
            for about in 0..attributes.max(1) {
                let samples = sample_questions(attributes, about);
                assert_eq!(samples.len(), questions);
                assert!(samples.first().is_none_or(|sample| sample.premise.len() + 1 == attributes.min(2)));
                let concluded = |sample: &Implication| sample.conclusion.attrs().is_some_and(|set| set.contains(about));
                assert!(samples.iter().all(|sample| sample.premise.contains(about) || concluded(sample)));
            }
        }
    }
}
