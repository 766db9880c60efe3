//! Random sets, and the seeded streams they are drawn from.

mod distribution;
mod few;
mod sampler;
mod stream;

pub use distribution::{Distribution, DistributionError, DistributionKind};
pub use few::{DescribedSampler, USUALLY_TOLD};
pub use sampler::{ANY_FEW_TIMES_EPSILON, Rows, Sampler, SupportSampler};
pub(crate) use sampler::{cut_down, part_of};
#[doc(hidden)]
pub use stream::streams_opened;
pub use stream::{Purpose, Stream, Streams};
