//! The fewest of many things that are enough for something.

/// The smallest of the sets of one, two or three that is `enough`, the first of
/// them if there are several; `None` if no set of up to three is.
pub(crate) fn smallest(things: &[usize], enough: impl Fn(&[usize]) -> bool) -> Option<Vec<usize>> {
    let after = |thing: usize| things.iter().copied().filter(move |&next| next > thing);
    let singles = || things.iter().map(|&a| vec![a]);
    let pairs = || things.iter().flat_map(|&a| after(a).map(move |b| vec![a, b]));
    let triples = || things.iter().flat_map(|&a| after(a).flat_map(move |b| after(b).map(move |c| vec![a, b, c])));
    singles().chain(pairs()).chain(triples()).find(|few| enough(few))
}
