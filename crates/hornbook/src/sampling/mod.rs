//! Random sets: seeded streams and the distributions to draw from.

mod distribution;
mod sampler;
mod stream;

pub use distribution::{Distribution, DistributionError, DistributionKind};
pub use sampler::{Rows, Sampler, SupportSampler};
pub(crate) use sampler::{cut_down, part_of};
#[doc(hidden)]
pub use stream::streams_opened;
pub use stream::{Purpose, Stream, Streams};
