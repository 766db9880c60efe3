//! Sets drawn by the rows of a domain that lives elsewhere.

use super::source::Domain;
use crate::AttrSet;
use crate::sampling::{Stream, cut_down, part_of};

/// Draws sets by support: as often as they occur in the rows of a domain. The
/// domain is asked for many rows at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DomainSampler {
    /// Larger sets are cut down to so many attributes, at random.
    pub max_size: Option<usize>,
}

impl DomainSampler {
    /// Draws `sizes[i]` sets from stream i, for all streams together. From a
    /// domain without rows, empty sets.
    pub(crate) fn draw<D: Domain>(
        &self,
        domain: &mut D,
        streams: &mut [Stream],
        sizes: &[u64],
    ) -> Result<Vec<Vec<AttrSet>>, D::Error> {
        let attributes = domain.universe().len();
        let mut shares = Vec::new();
        for (stream, &size) in streams.iter_mut().zip(sizes) {
            shares.extend((0..size).map(|_| stream.unit()));
        }
        let rows = domain.rows_by_weight(&shares)?;
        let mut rows = rows.into_iter().flatten();
        let mut draw = |stream: &mut Stream| match rows.next() {
            Some(row) => {
                let set = part_of(&row, stream);
                self.max_size.map_or_else(|| set.clone(), |most| cut_down(set.clone(), stream, |set| set.len() <= most))
            }
            None => AttrSet::empty(attributes),
        };
        let mut sets = Vec::new();
        for (stream, &size) in streams.iter_mut().zip(sizes) {
            sets.push((0..size).map(|_| draw(stream)).collect());
        }
        Ok(sets)
    }
}
